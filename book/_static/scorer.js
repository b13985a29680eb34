// Sphinx's own scores for search results, and two rules more: who types the id of a theorem wants
// that theorem first, and of two pages that match alike the course comes before the companion.
var Scorer = {
  objNameMatch: 11, objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  score: ([page, , anchor, , score]) => {
    const query = new URLSearchParams(window.location.search).get("q") ?? "";
    return anchor.slice(1).toLowerCase() === query.trim().toLowerCase() ? 100 : score + (page.startsWith("notebooks/c") ? 3 : 0);
  },
};
