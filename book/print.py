"""Print the book: `make pdf` builds it as one page, and this hands that page to Chromium, volume by volume.

Folded parts are unfolded, figures to touch are still figures, long lines of code wrap, wide formulas shrink and bear
their text. Notes and captions stand at the right of every page, where code and tables may end. Code that is folded
on the screen is the last chapter, in two columns; where it was, its page is named. Each file has a cover, an imprint,
bookmarks, page numbers also in its contents and where one chapter refers to another, and links that lead to the right
chapter, or bear the sign of the other volume. What answers a question ends its chapter. A chapter of the course opens
with a page of its own, on the right, and none ends in a few lines on a page of their own. A part that would be cut at
the edge of the paper is named, and nothing is printed.
"""

from __future__ import annotations

import datetime
import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from playwright.sync_api import Page, Route, sync_playwright

from book._ext.assets import of_palette
from book._ext.listing import lines
from book._live.session import broad
from privcausal import __version__

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]
"""The last one opens the style sheets beside the page to its scripts."""

LIVE = ("explorers.js", "quiz.js", "ledger.js")
"""What answers to a touch is of no use on paper: without these scripts each page shows its still form."""

ROOT = Path(__file__).parents[1]
COURSE = ("The course", "Practice and reading aids")
"""The parts of `_toc.yml` that make the first volume; all others make the second."""

VOLUMES = {"course": "The course", "companion": "The companion"}
"""The end of each file's name, and the volume's own."""

MINUTES = 25
WIDTH = 658
"""CSS pixels between the margins of A4 as `paper.css` sets them, so that the page is laid out as it is printed."""

STYLE = ROOT / "book" / "_static" / "paper.css"
COVER = ROOT / "book" / "_static" / "cover.svg"

HOME = "book/index"
LISTING = re.compile(r'(<div class="highlight"><pre>)(.*?)(?=</pre>)', re.DOTALL)
NAME = re.compile(r'(\bid="|\bfor="|aria-labelledby="|url\(#|href="#)(?:document-([^"#]+)#)?([^")#]+)')
FIGURE = re.compile(r"f[0-9a-f]{6}-|pc-tip$")
"""Ids of equal figures are equal, and lead to equal drawings; so do the tips of arrows, which the style sheet names."""

WHOLE = 180
"""A part of so many CSS pixels, a sixth of a page, stays whole; a longer one may go on over the page, or what is
before it would end in an empty half."""

FEW = 620.0
"""Points above the foot of the paper: what ends above them has at most a dozen lines on its page."""

FLOATS = {"course": 6, "companion": 1}
"""So many times figures are moved: in each draft the first of each chapter that leaves its page white. The course is
read; the companion is looked up, and each draft of it takes minutes."""

FOOT, LEAST = 74.0, 40.0
"""Points from the edge of the paper to a mark in the last lines of a page, and of the white that is filled."""

TRIES = 4
"""Numbers of another width move lines, and lines move pages; after two drafts they stand still, as a rule."""

TALL = 800
"""The height of a page without a caption."""

A4 = 841.92
"""Points from foot to head of the paper."""

FINE = 4
"""Chromium puts every drawing on whole pixels, so that formulas stood lower than their sentence by up to one of them.
The pages are laid out so many times as large, as `paper.css` sets them, and are drawn small."""

UNSEEN = '<style id="pc-unseen">body { display: none }</style>'
"""While the volume takes shape nothing is laid out: to lay out both for the screen would take minutes."""

UNFOLD = """([whole, tall]) => {
  document.documentElement.dataset.theme = 'light';
  document.querySelectorAll('details').forEach((fold) => (fold.open = true));
  document.querySelectorAll('.pc-explorer > p > strong:first-child').forEach((call) => {
    // A sentence that says what to touch; where it says more than that, all of it speaks of what answers.
    (call.textContent.endsWith('.') ? call : call.parentElement).remove();
  });
  // What names an explorer begins its caption: above it, it would look like a section. What it says of the live picture
  // is true on a screen alone, and the caption of the still is a sentence of its own.
  document.querySelectorAll('.pc-explorer').forEach((box) => {
    const caption = box.querySelector('figcaption :is(.caption-text, p)') ?? box.querySelector('figcaption');
    const title = box.querySelector('.pc-explorer-title');
    if (!caption || !title) return;
    const said = [...box.querySelectorAll(':scope > p')].filter((words) => words !== title && words.textContent.trim());
    const name = Object.assign(document.createElement('b'), { className: 'pc-explorer-name' });
    title.querySelector('.headerlink')?.remove();
    name.append(...title.childNodes);
    caption.prepend(name, ' ');
    [title, ...said].forEach((words) => words.remove());
  });
  document.querySelectorAll('.toggle, .toggle-hidden').forEach((fold) => fold.classList.remove('toggle-hidden'));
  const width = document.querySelector('.bd-article').clientWidth;
  // All are measured before any is changed, or the whole volume would be laid out again for each.
  const measured = (selector, measure) => [...document.querySelectorAll(selector)].map((part) => [part, measure(part)]);
  measured('.math svg', (svg) => svg.getBoundingClientRect().width > width).forEach(([svg, wide]) => {
    if (wide) { svg.setAttribute('width', '100%'); svg.removeAttribute('height'); }
  });
  document.querySelectorAll('figure.plot > svg').forEach((svg) => {
    const { width: wide, height: high } = svg.viewBox.baseVal; // in points, of which 84% are enough: 1.12 pixels
    svg.style.width = `${Math.min(1.12 * wide, width, (tall * wide) / high)}px`;
  });
  measured('table', (table) => table.offsetWidth > width).forEach(([table, wide]) => {
    if (wide) table.classList.add('pc-tight');
  });
  document.querySelectorAll('.bd-article p').forEach((announcement) => {
    const next = announcement.nextElementSibling; // before a figure, the words take what would else stay white
    if (next?.querySelector(':scope > .cell_output :is(figure.plot, .pc-explorer)')) return;
    if (announcement.textContent.trimEnd().endsWith(':')) announcement.style.breakAfter = 'avoid';
  });
  // Five lines stay together: of four, Chromium has left one alone at the head of a page.
  const lines = (words) => words.offsetHeight / parseFloat(getComputedStyle(words).lineHeight);
  [...document.querySelectorAll('.bd-article section > p')].filter((words) => lines(words) < 5.5)
    .forEach((words) => (words.style.breakInside = 'avoid'));
  // A formula or a table is as wide as the text where that makes it no higher. Code always takes the margin.
  const broad = [...document.querySelectorAll(`section > :is(table, .math, .pst-scrollable-table-container),
    .cell > .cell_output > :not(:has(figure, .pc-explorer, pre))`)];
  const narrow = (part, wanted) => { // a little less than the text, since pages round
    part.classList.toggle('pc-narrow', wanted);
    part.style.maxWidth = wanted ? 'calc(var(--pc-measure) - 2mm)' : '';
  };
  const grown = (parts) => {
    const heights = parts.map((part) => part.offsetHeight);
    parts.forEach((part) => narrow(part, true));
    return parts.filter((part, place) =>
      part.offsetHeight > heights[place] + 1 || part.scrollWidth > part.clientWidth + 1);
  };
  grown(broad).forEach((part) => narrow(part, false));
  const wraps = (code) => {
    const most = 2 * parseFloat(getComputedStyle(code).lineHeight);
    return [...code.querySelectorAll('.pc-line')].some((line) => line.offsetHeight > most);
  };
  // A solution has no margin to go out into.
  measured('.solution pre', wraps).forEach(([code, wrapped]) => code.classList.toggle('pc-fine', wrapped));
  const parts = '.cell, .cell_input, div[class*="highlight"], .output, .admonition, .proof, blockquote, details, table';
  // Code goes on over a page as text does: a cell kept whole would leave a quarter of the page before it white.
  const most = (part) => (part.matches('.cell_input, div[class*="highlight"]') ? 0.6 : 1) * whole;
  const tooLong = (part) => part.offsetHeight > most(part);
  measured(parts, tooLong).forEach(([part, long]) => {
    part.style.breakInside = long ? 'auto' : 'avoid';
    part.classList.toggle('pc-long', long);
  });
}"""

VOLUME = """([kept, name, other, cover, imprint]) => {
  const absent = new Set(), course = other === 'companion';
  // Of the front page paper keeps what no contents, no cover and no chapter says again.
  const again = '.pc-hero-picture, .pc-doors, .pc-hero-words > p, .pc-part-of-course, .pc-tiles';
  const others = course ? '' : ', .pc-hero, #the-course';
  document.querySelectorAll(again + others).forEach((part) => part.remove());
  const front = document.querySelector('.bd-article h1');
  if (front) front.firstChild.textContent = `About the ${course ? 'course' : 'companion'}`;
  for (const mark of document.querySelectorAll('span[id^="document-"]')) {
    if (kept.includes(mark.id.replace('document-', ''))) continue;
    absent.add(mark.id);
    mark.nextElementSibling.remove();
    mark.remove();
  }
  // An empty place of chapters would be a white page.
  document.querySelectorAll('.toctree-wrapper:not(:has(section))').forEach((empty) => empty.remove());
  const contents = document.querySelector('#jb-print-toc');
  contents.querySelectorAll('li').forEach((line) => {
    if (absent.has(line.querySelector('a')?.hash.slice(1))) line.remove();
  });
  contents.querySelectorAll('p.caption').forEach((caption) => {
    if (!caption.nextElementSibling?.querySelector('li')) caption.remove();
  });
  document.querySelectorAll('.bd-article a[href^="#"]').forEach((link) => {
    if (document.getElementById(decodeURIComponent(link.getAttribute('href').slice(1)))) return;
    const words = document.createElement('span'), plain = link.closest('.pc-badge, .pc-square, .bibtex-citation');
    words.className = plain ? link.className : 'pc-elsewhere';
    words.append(...link.childNodes);
    link.replaceWith(words);
  });
  const told = document.createElement('p');
  told.className = 'pc-told';
  told.innerHTML = `<span class="pc-elsewhere"></span> leads to the ${other}, a volume of its own.`;
  contents.append(told);
  const title = document.createElement('section');
  title.className = 'pc-title-page';
  title.innerHTML = `${cover}<p>${name}</p>`;
  const back = document.createElement('section');
  back.className = 'pc-imprint';
  back.innerHTML = imprint;
  document.documentElement.dataset.volume = course ? 'course' : 'companion';
  document.querySelector('#jb-print-docs-body').before(title, back);
  document.title = `${document.title}: ${name}`;
}"""

BEFORE = """() => [...document.querySelectorAll('section > .cell')].forEach((cell, number) => {
  if (!cell.querySelector('figure.plot, .pc-explorer') || cell.closest('.solution, .exercise')) return;
  const id = `before-${number}`;
  const mark = Object.assign(document.createElement('a'), { id, className: 'pc-end pc-before' });
  mark.href = `#${id}`; // Chromium names only places that a link leads to
  cell.before(mark);
  cell.dataset.high = 0.75 * cell.offsetHeight; // points, as the places in the file
  for (let next = cell.nextElementSibling; next?.matches('p:not(.pc-coded)'); next = next.nextElementSibling)
    next.dataset.high = 0.75 * next.offsetHeight + 6; // with the room below it
})"""

FLOAT = """([places, foot, least]) => {
  const moved = new Set(); // of each chapter the first: all that follows it stands elsewhere then
  document.querySelectorAll('.pc-before').forEach((mark) => {
    const cell = mark.nextElementSibling, chapter = mark.closest('.pc-chapter-begins');
    let room = (places[mark.id] ?? 0) - foot;
    if (moved.has(chapter) || room < least || Number(cell.dataset.high) <= room) return;
    for (let next = cell.nextElementSibling; next?.dataset.high && Number(next.dataset.high) <= room;) {
      if (next.textContent.trimEnd().endsWith(':')) break; // it belongs to what follows it
      room -= Number(next.dataset.high);
      const after = next.nextElementSibling;
      const said = [...(mark.previousElementSibling?.childNodes ?? [])].findLast((one) => one.textContent.trim());
      if (said?.nodeType === 3) said.data = said.data.replace(/:\\s*$/, '.'); // what it announced is overleaf
      mark.before(next);
      moved.add(chapter);
      next = after;
    }
  });
  return moved.size;
}"""

ALT = """() => {
const plain = (part) => {
  if (!part.childElementCount) return part.textContent;
  const inner = [...part.children].map(plain), [one, two, three] = inner;
  const whole = (text) => (/^[\\p{L}\\p{N}.]*$/u.test(text) ? text : `(${text})`);
  switch (part.tagName.toLowerCase()) {
    case 'mfrac': return `${whole(one)}/${whole(two)}`;
    case 'msup': return two === '′' ? one + two : `${one}^${whole(two)}`;
    case 'msub': return `${one}_${whole(two)}`;
    case 'msubsup': return `${one}_${whole(two)}^${whole(three)}`;
    case 'msqrt': return `√${whole(inner.join(''))}`;
    default: return inner.join('');
  }
};
document.querySelectorAll('.math svg').forEach((svg) => {
  const math = svg.closest('.math'), said = math.querySelector('annotation')?.textContent;
  if (!said || svg !== math.querySelector('svg')) return; // the pieces of one formula are read as one
  svg.removeAttribute('aria-hidden');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', said);
  // Its letters are drawn as shapes: text that nobody sees lies over them, to be found and copied.
  const [left, , width] = svg.getAttribute('viewBox').split(' ');
  const symbols = math.querySelector('semantics > :first-child');
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  const drawn = { x: left, y: 0, 'font-size': 800, textLength: width, lengthAdjust: 'spacingAndGlyphs', fill: '#fff',
    'fill-opacity': 0.01, stroke: 'none' };
  Object.entries(drawn).forEach(([name, value]) => text.setAttribute(name, value));
  text.textContent = plain(symbols).replace(/[\u2061-\u2064]/g, '');
  svg.append(text);
});
}"""

ENLARGE = """(times) => {
  const found = []; // all are read before any is written, or the page would be laid out anew for each
  const read = (rules) => [...rules].forEach((rule) => {
    if (rule.type === CSSRule.MEDIA_RULE) found.push([rule.media, matchMedia(rule.media.mediaText).matches]);
    const inner = rule.cssRules ?? rule.styleSheet?.cssRules;
    if (inner) read(inner);
  });
  for (const sheet of document.styleSheets) {
    try { read(sheet.cssRules); } catch { /* what is not among the files of the page was not fetched */ }
  }
  // Frozen, or a large page would be taken for a wide screen.
  found.forEach(([media, holds]) => (media.mediaText = holds ? 'all' : 'not all'));
  document.body.style.zoom = times;
}"""

SOLUTIONS = """() => {
  const made = (tag, className, innerHTML = '') => Object.assign(document.createElement(tag), { className, innerHTML });
  const chapters = [...document.querySelectorAll('span[id^="document-"]')].map((mark) => mark.nextElementSibling);
  const to = (words, id) => made('span', 'pc-coded', `${words}: <a class="pc-to-page" href="#${id}">p.\u00a0</a>`);
  for (const chapter of chapters) {
    const last = made('section', 'pc-solutions', '<h3>Solutions</h3>');
    const solutions = [...chapter.querySelectorAll('.solution')];
    chapter.querySelectorAll('.exercise, .pc-quiz').forEach((problem) => {
      if (chapters.findLast((one) => one.contains(problem)) !== chapter) return; // chapters stand within chapters
      const fold = problem.querySelector('details');
      if (problem.matches('.exercise')) {
        const title = (one) => one.querySelector('.admonition-title');
        let solution = solutions.find((one) => title(one).querySelector('a')?.hash === `#${problem.id}`);
        const words = fold ? (solution ? 'Hint and solution' : 'Hint') : 'Solution';
        if (!solution && fold) {
          solution = made('div', 'solution admonition', `<p class="admonition-title">${title(problem).innerHTML}</p>`);
          solution.id = `${problem.id}-hint`;
        }
        if (!solution) return;
        if (fold) {
          const hint = made('div', 'pc-hint');
          hint.append(...(fold.querySelector('.sd-card-body') ?? fold).childNodes);
          hint.querySelector(':scope > summary')?.remove();
          hint.querySelector('p').prepend(made('b', '', 'Hint.'), ' ');
          fold.remove();
          title(solution).after(hint);
        }
        [...problem.querySelectorAll('p:not(.admonition-title)')].pop().append(' ', to(words, solution.id));
        last.append(solution);
      } else if (fold) {
        const answers = made('div', 'solution'), head = problem.querySelector('.pc-quiz-head');
        answers.id = `${problem.id}-answers`;
        answers.append(made('p', 'admonition-title', head.querySelector('b').innerHTML), fold.querySelector('ul'));
        fold.remove();
        answers.querySelectorAll('.pc-quiz-words').forEach((words) => {
          if (words.childElementCount) return;
          const number = words.textContent.replace(/ ± [0-9.]+$/, '').replaceAll('sqrt(', '√(').replaceAll('*', '·');
          words.textContent = number.replaceAll('-', '−');
        });
        head.append(' ', to('Answers', answers.id));
        last.append(answers);
      }
    });
    if (last.childElementCount > 1) chapter.insertBefore(last, chapter.querySelector(':scope > .toctree-wrapper'));
  }
}"""

OPENER = """() => document.querySelectorAll('div.pc-chapter:not(.pc-beside)').forEach((box) => {
  const chapter = box.parentElement, opener = document.createElement('div');
  const sections = [...chapter.querySelectorAll(':scope > section')];
  opener.className = 'pc-opener';
  const number = chapter.querySelector('.section-number');
  if (number) number.innerHTML = number.textContent.replace('.', '<span class="pc-dot">.</span>');
  // A title of a question and its answer is broken between them.
  const words = [...(number?.parentElement.childNodes ?? [])];
  const asked = words.find((one) => one.nodeType === 3 && /[?] ./.test(one.data));
  if (asked) {
    const half = document.createElement('span'), rest = asked.splitText(asked.data.indexOf('? ') + 2);
    half.className = 'pc-half';
    rest.before(half);
    half.append(rest);
  }
  const inside = document.createElement('ul');
  inside.className = 'pc-inside';
  sections.forEach((section) => {
    if (!section.id) return;
    const line = document.createElement('li'), link = document.createElement('a');
    link.className = 'pc-to-page';
    link.href = `#${section.id}`;
    const title = document.createElement('span'); // as one, or the spaces beside a formula are lost
    title.append(...section.querySelector('h2, h3, h4').cloneNode(true).childNodes);
    title.querySelector('.headerlink')?.remove();
    link.append(title.querySelector('.section-number') ?? '', title);
    line.append(link);
    inside.append(line);
  });
  while (chapter.firstElementChild !== sections[0]) opener.append(chapter.firstChild);
  opener.append(inside);
  chapter.prepend(opener);
})"""

STANDING = """() => document.querySelectorAll('.pc-standing').forEach((verdict) =>
  verdict.closest('blockquote, .pc-claim').prepend(verdict))"""  # so that it floats from the head of its claim

CODE = """() => {
  const made = (tag, className, innerHTML = '') => Object.assign(document.createElement(tag), { className, innerHTML });
  const chapters = [...document.querySelectorAll('span[id^="document-"]')].map((mark) => mark.nextElementSibling);
  const titleOf = (chapter) => chapter.querySelector('h1, h2, h3').textContent.replace('#', '').trim();
  const section = made('section', '', '<h2>Code behind the pages</h2>');
  section.append(made('p', '', `On the screen this code is folded. It draws the figures, sets the tables,
    is part of the library, or was given to a kernel. Imports, and what only checks the numbers of the text, are in the
    notebooks alone.`));
  // Each chapter has columns of its own: those of a whole volume are slow to break into pages.
  let last = null, count = 0, store = null;
  for (const fold of document.querySelectorAll('.bd-article details:is(.hide, .pc-show, .pc-kernel)')) {
    const code = fold.querySelector('div.highlight'), cell = fold.closest('.cell');
    const called = fold.querySelector('.collapsed')?.textContent.replace('Code: ', '');
    const silent = ['imports', 'a check of the text'].includes(called);
    if (!code || silent || cell?.querySelector('.pc-explorer')) { // no paper can answer the call of an explorer
      fold.remove();
      if (silent && !cell.querySelector('.cell_output, .cell_input')) cell.remove();
      continue;
    }
    count += 1;
    const title = called ?? fold.querySelector('summary').innerHTML, at = made('span', '');
    at.id = `code-at-${count}`;
    const page = `<a class="pc-to-page" href="#code-${count}">p.\u00a0</a>`;
    if (!called) fold.before(made('p', 'pc-coded', `${title}: ${page}`));
    else {
      const caption = [...cell.querySelectorAll('.cell_output figcaption')].pop();
      if (caption) caption.append(' ', made('span', 'pc-coded', `Code: ${page}`));
      else {
        const told = made('p', 'pc-coded', `Code: ${page}`), output = cell.querySelector('.cell_output');
        (output ?? fold).after(told);
        if (!output) told.style.breakAfter = 'avoid'; // it belongs to the code after it
      }
    }
    fold.replaceWith(at);
    if (cell && !cell.querySelector('.cell_output, .pc-coded, .cell_input')) cell.replaceWith(at);
    const chapter = chapters.findLast((one) => one.contains(at));
    if (!store || (chapter && chapter !== last)) {
      store = made('div', 'pc-code-columns');
      section.append(made('h3', 'pc-code-of', titleOf((last = chapter ?? chapters[0]))), store);
    }
    const head = made('p', 'pc-code-head', `<a class="pc-to-page" href="#${at.id}">p.\u00a0</a> ${title}`);
    head.id = `code-${count}`;
    store.append(head, code);
  }
  if (!count) return;
  const begins = made('span', '');
  begins.id = 'document-code';
  document.querySelector('.bd-article').append(begins, section);
  document.querySelector('#jb-print-toc').insertAdjacentHTML('beforeend', `<ul class="section-nav"><li>
    <a class="reference" href="#document-code">Code behind the pages</a></li></ul>`);
  const told = document.querySelector('.pc-told');
  if (told) told.parentElement.append(told);
}"""

FEET = """() => {
  const book = document.title;
  const feet = [...document.querySelectorAll('.pc-chapter-begins')].map((chapter, place) => {
    const title = chapter.querySelector('h1, h2, h3').textContent.replace('#', '').trim();
    chapter.style.page = `pc${place}`;
    return `@page pc${place}:left { @bottom-left { content: counter(page) "\u2003" ${JSON.stringify(book)}; } }
      @page pc${place}:right { @bottom-right { content: ${JSON.stringify(title)} "\u2003" counter(page); } }`;
  });
  const style = document.createElement('style');
  style.textContent = feet.join('\\n');
  document.head.append(style);
}"""

CONTENTS = """() => {
  const paged = (link) => {
    const page = document.createElement('span');
    page.className = 'pc-page';
    page.textContent = '000';
    page.dataset.place = link.hash.slice(1);
    return page;
  };
  const marks = [...document.querySelectorAll('span[id^="document-"]')];
  const chapters = marks.map((mark) => mark.nextElementSibling);
  for (const mark of marks) {
    const chapter = mark.nextElementSibling;
    chapter.classList.add('pc-chapter-begins');
    chapter.prepend(mark); // or the name would stand on the page before
    const end = Object.assign(document.createElement('a'), { className: 'pc-end' });
    end.id = mark.id.replace('document-', 'end-');
    end.href = `#${end.id}`; // Chromium names only places that a link leads to
    const inner = chapter.querySelector(':scope > .toctree-wrapper:has(section)'); // a chapter within it begins a page
    if (inner) inner.before(end);
    else if (!chapter.querySelector(':scope .toctree-wrapper section')) chapter.append(end);
    document.querySelectorAll(`#jb-print-toc a[href="#${mark.id}"]`).forEach((link) => link.append(paged(link)));
  }
  document.querySelectorAll('a.pc-to-page').forEach((link) => link.append(paged(link)));
  const chapterOf = (part) => [...chapters].findLast((one) => one.contains(part));
  document.querySelectorAll('.bd-article a.reference.internal[href^="#"]').forEach((link) => {
    const named = link.closest('.bibtex-citation, .pc-opener dl, .pc-ledger'); // by year or number, or in a column
    const bare = named || /^[\\d.]+$/.test(link.textContent);
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (bare || !target || chapterOf(target) === chapterOf(link)) return;
    const at = document.createElement('span');
    at.className = 'pc-at';
    at.append(' (p.\u00a0', paged(link), ')');
    link.append(at);
  });
  for (const row of document.querySelectorAll('.pc-ledger tr')) {
    const link = row.querySelector('.pc-id'), cell = document.createElement(link ? 'td' : 'th');
    cell.className = 'pc-paged';
    cell.append(link ? paged(link) : 'Page');
    row.append(cell);
  }
}"""

NUMBERS = """(pages) => {
  const all = [...document.querySelectorAll('.pc-page')];
  all.forEach((page) => (page.textContent = pages[page.dataset.place]));
  return all.map((page) => page.dataset.place).filter((place) => !(place in pages));
}"""

CLOSE = """(names) => names.forEach((name) => {
  const chapter = document.getElementById(name).closest('.pc-chapter-begins');
  const own = [...chapter.children].filter((part) => !part.matches('.toctree-wrapper'));
  const all = own.length < chapter.children.length ? own : [chapter];
  // What was set closer, and has still a page of its own for its last lines, is set closer once more.
  all.forEach((part) => part.classList.add(part.classList.contains('pc-close') ? 'pc-closer' : 'pc-close'));
})"""

BLANK = """(names) => {
  document.querySelectorAll('.pc-blank').forEach((blank) => blank.remove());
  names.forEach((name) => {
    const blank = Object.assign(document.createElement('div'), { className: 'pc-blank' });
    document.getElementById(name).closest('.pc-chapter-begins').before(blank);
  });
}"""

CUT = """() => {
  const edge = document.querySelector('.bd-article').getBoundingClientRect().right + 1;
  const parts = [...document.querySelectorAll('.bd-article :is(pre, table, figure, svg, img, .pc-facts *)')];
  const wide = (part) => part.matches('pre') && part.scrollWidth > part.clientWidth + 1;
  const whole = (part) => !part.parentNode.closest('svg'); // MathJax stretches rules beyond the frame that cuts them
  return parts.filter((part) => whole(part) && (part.getBoundingClientRect().right > edge || wide(part)))
    .map((part) => `${part.closest('section').id}: ${part.outerHTML.slice(0, 120)}`);
}"""

FOLDED = "() => document.querySelectorAll('details:not([open]), .toggle-hidden').length"


def apart(text: str) -> str:
    """Give what several chapters of the page call by one id a name of its own in each, and links the right one.

    >>> apart('<a href="#document-b#e"><span id="document-a"></span><p id="e"><span id="document-b"></span><p id="e">')
    '<a href="#b--e"><span id="document-a"></span><p id="a--e"><span id="document-b"></span><p id="b--e">'
    >>> apart('<marker id="pc-tip"><span id="document-a"></span><marker id="pc-tip">')
    '<marker id="pc-tip"><span id="document-a"></span><marker id="pc-tip">'
    """
    parts = re.split(r'(?=<span id="document-)', text)
    names = [match[1] if (match := re.match(r'<span id="document-([^"]+)', part)) else HOME for part in parts]
    ids = {name: set(re.findall(r'\bid="([^"]+)"', part)) for name, part in zip(names, parts, strict=True)}
    times = Counter(result for some in ids.values() for result in some if not FIGURE.match(result))

    def name(where: str, result: str) -> str:
        return f"{where}--{result}" if times[result] > 1 and result in ids.get(where, ()) else result

    return "".join(
        NAME.sub(lambda outcome, here=here: outcome[1] + name(outcome[2] or here, outcome[3]), part)  # type: ignore[misc]
        for here, part in zip(names, parts, strict=True)
    )


def in_lines(text: str) -> str:
    r"""Give each line of code a block, so that it goes on below itself, and keep arrows whole.

    >>> in_lines('<div class="highlight"><pre>a -&gt; b\n</pre></div>')
    '<div class="highlight"><pre><span class="pc-line">a <span class="pc-whole">-&gt;</span> b\n</span></pre></div>'
    """
    arrow = '<span class="pc-whole">-&gt;</span>'
    return LISTING.sub(lambda found: found[1] + lines(found[2]).replace("-&gt;", arrow), text)


def lost(text: str) -> set[str]:
    """Links within the page that lead nowhere.

    >>> lost('<p id="a"><a href="#a"><a href="#b">')
    {'b'}
    """
    return set(re.findall(r'href="#([^"]+)"', text)) - set(re.findall(r'\bid="([^"]+)"', text))


def scaled(pdf: bytes) -> bytes:
    """The same file, whose places stand where they are drawn: Chromium gives their heights on the large page.

    No byte moves: the distance from the left, which matters to no reader, is nought, and blanks fill the rest.

    >>> scaled(b"[7 0 R /XYZ 226.5 -1461.33008 0]"), scaled(b"[7 0 R /XYZ 226.5 841.91998 0]")
    (b'[7 0 R /XYZ 0 266.1           0]', b'[7 0 R /XYZ 0 841.9         0]')
    """

    def place(match: re.Match[bytes]) -> bytes:
        height, room = A4 - (A4 - float(match[2])) / FINE, len(match[0]) - len("/XYZ 0 ")
        text = f"{height:.1f}" if room >= 5 else f"{height:.0f}"
        return f"/XYZ 0 {text}".encode().ljust(len(match[0]))

    return re.sub(rb"/XYZ (\S+) (\S+)(?= 0\])", place, pdf)


def places(pdf: bytes) -> dict[str, tuple[int, float]]:
    """Give page and height, in points above its foot, of each named place of a file printed by Chromium."""
    order = {int(page): i for i, page in enumerate(re.findall(rb"\n(\d+) 0 obj\n<</Type /Page\n", pdf), 1)}
    results = re.findall(rb"/(?!Dest )(\S+) \[(\d+) 0 R /XYZ \S+ (\S+)", pdf)
    found: dict[str, tuple[int, float]] = {}
    for name, page, height in results:
        plain = re.sub(rb"#(..)", lambda code: bytes.fromhex(code[1].decode()), name).decode()
        found[plain] = order[int(page)], float(height)
    return found


def pages(pdf: bytes) -> dict[str, int]:
    """On which page of a file printed by Chromium each of its named places is."""
    return {name: page for name, (page, _) in places(pdf).items()}


def short(found: dict[str, tuple[int, float]]) -> list[str]:
    """Name the ends of chapters whose last page has only a few lines.

    >>> short({"document-a": (1, 790.0), "end-a": (3, 740.0), "document-b": (4, 790.0), "end-b": (5, 300.0)})
    ['end-a']
    """
    ends = {name: at for name, at in found.items() if name.startswith("end-")}
    return [
        name
        for name, (page, height) in ends.items()
        if height > FEW and page > found[name.replace("end-", "document-", 1)][0]
    ]


def to_the_right(starts: dict[str, int]) -> list[str]:
    """Name the chapters that need a white page before them to begin on a right page, that is, an odd one.

    >>> to_the_right({"a": 3, "b": 6, "c": 9, "d": 12})
    ['b', 'c', 'd']
    """
    found: list[str] = []
    for name, page in sorted(starts.items(), key=lambda start: start[1]):
        if (page + len(found)) % 2 == 0:
            found.append(name)
    return found


def once(pdf: bytes) -> bytes:
    """The same file, whose bookmarks say a heading once: at the head of a page Chromium says each piece of it twice.

    Every title keeps its length, by blanks behind it, for a PDF counts its bytes.

    >>> once(b"/Title (1.2. 1.2. What fallsWhat falls) /Title (1.3. Bonbon)")
    b'/Title (1.2. What falls)                /Title (1.3. Bonbon)'
    """

    def title(match: re.Match[bytes]) -> bytes:
        raw, wide = match[1][1:-1], match[1].startswith(b"<")
        text = bytes.fromhex(raw.decode()).decode("utf-16") if wide else raw.decode("latin-1")
        if not re.fullmatch(r"(?:(.+)\1)+", text):
            return match[0]
        text = re.sub(r"(.+)\1", r"\1", text)
        message = f"<feff{text.encode('utf-16-be').hex()}>" if wide else f"({text})"
        return f"/Title {message}".encode("latin-1").ljust(len(match[0]))

    return re.sub(rb"/Title (<[^>]*>|\((?:\\.|[^)\\])*\))", title, pdf)


def _still(route: Route) -> None:
    address = urlsplit(route.request.url)
    if address.scheme in {"file", "data"} and not address.path.endswith(LIVE):
        route.continue_()
    else:
        route.abort()


def imprint(volume: str) -> str:
    """Return what the back of the cover says: edition, licences, how to cite and how it was made.

    >>> "Version " in imprint("The course"), "CC BY 4.0" in imprint("The course")
    (True, True)
    """
    said = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    title, date = said["title"], datetime.date.fromisoformat(said["date-released"])
    authors = " and ".join(author["name"] for author in said["authors"])
    edition = f"version {__version__}"
    parts = {
        "": f"<b>{title}</b><br>{volume}",
        "Edition": f"{edition.capitalize()}, {date.day} {date:%B %Y}",
        "How to cite": f"{authors}, <i>{title}: {volume}</i>, {edition}, {date.year}. "
        "Please cite also the papers whose theorems you use.",
        "Licences": "Text, formulas and figures: Creative Commons Attribution 4.0 International (CC BY 4.0). "
        f"Code: MIT License. Data: the licences of their sources. © {authors}",
        "How it was made": "Code in the book draws its figures and computes its tables. Both volumes are printed from "
        "the pages for the screen, where figures can be moved and cells can be run. "
        "Set in Source Serif, Source Sans and Source Code.",
    }
    return "".join(f"<p>{f'<b>{name}</b><br>' if name else ''}{text}</p>" for name, text in parts.items())


def volumes() -> dict[str, list[str]]:
    """Return the documents of each volume; the front page is in both.

    >>> {name: documents[:2] for name, documents in volumes().items()}["course"]
    ['book/index', 'notebooks/c01_two_evenings']
    """

    def listed(entries: list[Any]) -> Iterator[str]:
        for entry in entries:
            yield entry["file"]
            yield from listed(entry.get("sections", []))

    documents: dict[str, list[str]] = {name: [HOME] for name in VOLUMES}
    for part in yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]:
        documents["course" if part["caption"] in COURSE else "companion"] += listed(part["chapters"])
    return documents


def right(volume: str) -> list[str]:
    """Name the places that begin on a right page: what begins a part.

    >>> [names := right("course"), names[0], right("companion")[0]][1:]
    ['document-notebooks/c01_two_evenings', 'document-book/your-own-table']
    """
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    mine = [part for part in parts if (part["caption"] in COURSE) == (volume == "course")]
    return [f"document-{part['chapters'][0]['file']}" for part in mine] + ["document-code"]


def _ready(page: Page, address: str, volume: str, documents: list[str]) -> None:
    page.goto(address, wait_until="load")
    other = next(name for name in VOLUMES if name != volume)
    page.evaluate(
        VOLUME,
        [documents, VOLUMES[volume], other, COVER.read_text(encoding="utf-8"), imprint(VOLUMES[volume])],
    )
    page.emulate_media(
        media="print", color_scheme="light"
    )  # when the other volume is gone, and costs no layout
    page.add_style_tag(path=STYLE)
    page.evaluate(CODE)
    page.evaluate(SOLUTIONS)
    page.evaluate(OPENER)
    page.evaluate(STANDING)
    page.evaluate(CONTENTS)
    page.evaluate(FEET)
    page.evaluate("document.querySelector('#pc-unseen')?.remove()")
    page.evaluate(UNFOLD, [WHOLE, TALL])
    if cut := page.evaluate(CUT):
        raise SystemExit("\n".join(["Cut at the edge of the paper:", *cut]))
    if page.evaluate(FOLDED):
        raise SystemExit("Some parts are still folded.")
    page.evaluate(ALT)
    page.evaluate(BEFORE)
    page.evaluate(ENLARGE, FINE)


def _printed(page: Page, **more: Any) -> bytes:
    return scaled(page.pdf(width="210mm", height="297mm", print_background=True, **more))


def _shifted(found: dict[str, int], starts: Collection[str], by: int) -> dict[str, int]:
    """Where everything is if white pages before these chapters are put in (1) or taken out (-1).

    >>> _shifted({"a": 3, "b": 6, "end": 7}, ["b"], 1)
    {'a': 3, 'b': 7, 'end': 8}
    """
    return {name: at + by * sum(found[one] <= at for one in starts) for name, at in found.items()}


def _floated(page: Page, drawn: dict[str, tuple[int, float]], drafts: int) -> dict[str, tuple[int, float]]:
    """Let the text go on before a figure that goes to the next page, and return where everything is then."""
    for _ in range(drafts):
        heights = {name: height for name, (_, height) in drawn.items() if name.startswith("before-")}
        if not page.evaluate(FLOAT, [heights, FOOT, LEAST]):
            break
        drawn = places(_printed(page))
    return drawn


def _closed(page: Page, drawn: dict[str, tuple[int, float]]) -> dict[str, tuple[int, float]]:
    """Set chapters closer whose last lines would have a page of their own, and return where everything is then."""
    page.evaluate(CLOSE, short(drawn))
    drawn = places(_printed(page))
    if still := short(drawn):
        page.evaluate(CLOSE, still)
        _printed(page)  # of the same page Chromium breaks every second print at other places
        drawn = places(_printed(page))
    return drawn


def _volume(page: Page, address: str, volume: str, documents: list[str]) -> bytes:
    """Print one volume until the numbers of the pages that it says are those that it has."""
    _ready(page, address, volume, documents)
    drawn = places(_printed(page))
    if unknown := page.evaluate(NUMBERS, {name: at for name, (at, _) in drawn.items()}):
        raise SystemExit(f"Not found on any page: {unknown}")
    drawn = _floated(page, drawn, FLOATS[volume])
    if volume == "course":
        drawn = _closed(page, drawn)
    found, white = {name: at for name, (at, _) in drawn.items()}, list[str]()
    for _ in range(TRIES):
        bare = _shifted(found, white, -1)
        white = to_the_right({name: bare[name] for name in right(volume) if name in bare})
        said = _shifted(bare, white, 1)
        page.evaluate(BLANK, white)
        page.evaluate(NUMBERS, said)
        _printed(page)  # of the same page Chromium breaks every second print at other places
        final = _printed(page, outline=True, tagged=True)
        if (found := pages(final)) == said:
            return once(final)
    raise SystemExit("The pages moved whenever their numbers were written into them.")


def write(built: Path, folder: Path) -> None:
    """Print the page that Sphinx's singlehtml builder has left in a folder, each volume to a file of its own."""
    home = next(path for path in (built / f"{HOME}.html", built / "index.html") if path.exists())
    whole = built / "whole.html"
    text = broad(apart(in_lines(of_palette(home.read_text(encoding="utf-8")))))
    if nowhere := lost(text):
        raise SystemExit(f"Links that lead nowhere: {sorted(nowhere)}")
    whole.write_text(text.replace("</head>", f"{UNSEEN}</head>", 1), encoding="utf-8")
    with ProcessPoolExecutor() as pool:
        jobs = {name: pool.submit(_file, whole.resolve().as_uri(), name) for name in VOLUMES}
        for name, job in jobs.items():
            (folder / f"privcausal-{name}.pdf").write_bytes(job.result())


def _file(address: str, volume: str) -> bytes:
    """One volume, in a browser of its own: both are printed side by side."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": WIDTH, "height": 1000})
        page.set_default_timeout(MINUTES * 60_000)
        page.route("**/*", _still)
        return _volume(page, address, volume, volumes()[volume])


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
