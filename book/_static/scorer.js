// Sphinx's own scores for search results, and four rules more: who types the id of a theorem or a word of the glossary
// wants that first, a title that has the words as they were typed comes before one that has some of them, then a page
// that has them so, and of two pages that match alike the course comes before the companion.
// And of a question only what it is about is looked for: its small words are on every page, and in no title of a theorem.
const SMALL = new Set(
  ("a about am an and any are as at be been but by can could did do does for from had has have how i if in into is it its many me " +
    "mean means much my of on or our should so than that the their then there these they this those to was we were what when where " +
    "which who whom whose why will with would you your").split(" "),
);
const parts = (text) => text.split(/[^\p{Letter}\p{Number}_\p{Emoji_Presentation}]+/gu).filter(Boolean);
const small = (word) => SMALL.has(word.toLowerCase());
// Sphinx takes this for its own. Where there are only small words, they are what is looked for.
var splitQuery = (query) => (parts(query).every(small) ? parts(query) : parts(query).filter((word) => !small(word)));
/** What was typed, without the small words at both ends and the question mark. */
var subject = (query) => {
  const words = query.replace(/[?!.]+\s*$/, "").trim().split(/\s+/);
  if (words.every(small)) return words.join(" ");
  while (small(words[0])) words.shift();
  while (small(words.at(-1))) words.pop();
  return words.join(" ");
};
const plain = (text) => text.replace(/<[^>]*>/g, "").toLowerCase().replace(/\s+/g, " ").trim();
var Scorer = {
  objNameMatch: 11, objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  score: ([page, name, anchor, , score]) => {
    const query = subject(plain(new URLSearchParams(window.location.search).get("q") ?? ""));
    const title = plain(name);
    if (anchor.slice(1).toLowerCase() === query) return 200;
    if (page === "book/glossary" && title === query) return 150;
    const phrase = query.includes(" ");
    const inTitle = title.includes(query) ? (phrase ? 60 : 20) + 20 * (title === query) : 0;
    const inText = phrase && !anchor && plain(window.pcTexts?.[page] ?? "").includes(query) ? 12 : 0;
    const section = title.split(" > ")[1]?.includes(query) ? 45 : 3;
    const course = !page.startsWith("notebooks/c") ? 0 : inTitle && !anchor ? 60 : section; // a chapter or a section about it before single claims
    const alone = page === "book/glossary" && !anchor ? -30 : 0; // its entries are found one by one
    return score + alone + inTitle + inText + course;
  },
};
