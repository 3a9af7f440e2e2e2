// Beat C4.5: choose three questions for the penguins, and leave fewer of them wrong than the greedy tree does.
import {rank, sum} from './numbers.js';
import {W} from './words.js';
import {piled, treePicture} from './story_scenes.js';
import {button, choice, copyButton, draw, fitted, frame, legend, linkTo, set, sharedTraits, sliderIn, statusOf, tag} from './common.js';

const Say = W.beat;
const SQUARES = {'-1': '🟩', 0: '🟨', 1: '🟥'}, FILLS = ['#78B159', '#FDCB58', '#DD2E44'];  // fewer wrong than C4.5, as many, more

// -- the game

const isNumber = (table, a) => table.attributes[a].kind === 'continuous';
// The cuts of a number: every value but the greatest.
const cutsOf = (table, a) => [...new Set(table.columns[a])].sort((x, y) => x - y).slice(0, -1);
function parts(table, rows, [a, cut]) {
  const x = table.columns[a];
  if (isNumber(table, a)) return [rows.filter(i => x[i] <= cut), rows.filter(i => x[i] > cut)];
  return table.attributes[a].values.map((_, v) => rows.filter(i => x[i] === v));
}
// The tree of a first question and one more on either side of it, as the story draws trees; `at` is the leaf of each case.
function treeOf(table, [first, ...next]) {
  const nodes = [], at = [];
  (function grow(rows, asked, below = []) {
    const n = nodes.length, counts = table.classes.map((_, c) => rows.filter(i => table.labels[i] === c).length), most = Math.max(...counts), [attribute, cut] = asked ?? [-1];
    nodes.push({attribute, threshold: asked && isNumber(table, attribute) ? cut : null, weight: rows.length, class: counts.indexOf(most), wrong: rows.length - most, branches: []});
    if (asked) nodes[n].branches = parts(table, rows, asked).map((part, k) => grow(part, below[k]));
    else for (const i of rows) at[i] = n;
    return n;
  })([...table.labels.keys()], first, next);
  return {nodes, at, missed: table.labels.map((c, i) => nodes[at[i]].class !== c)};
}
const wrongOf = (table, questions) => sum(treeOf(table, questions).missed);
// One square for each class: how it fares beside C4.5's questions.
const squares = (table, ...both) => table.classes.map((_, c) => {
  const [mine, greedy] = both.map(questions => treeOf(table, questions).missed.filter((missed, i) => missed && table.labels[i] === c).length);
  return SQUARES[Math.sign(mine - greedy)];
}).join('');
// Three questions as a link holds them, `flipper_length_mm 206 bill_length_mm 43.3 island`; the first is about a number, so that there are two sides.
const written = (table, questions) => questions.flatMap(([a, cut]) => [table.attributes[a].name, ...isNumber(table, a) ? [cut] : []]).join(' ');
function read(table, text, otherwise) {
  const found = [];
  for (const word of text.split(' ')) {
    const a = table.attributes.findIndex(({name}) => name === word);
    if (a >= 0) found.push([a, isNumber(table, a) ? NaN : 0]); else if (found.length) found[found.length - 1][1] = word === '' ? NaN : Number(word);
  }
  return found.length === 3 && isNumber(table, found[0][0]) && found.every(([, cut]) => Number.isFinite(cut)) ? found : otherwise;
}

function render({model, el}) {
  const data = model.get('data'), {table} = data, nameOf = a => W.penguins[table.attributes[a].name], root = frame(el, 'c45lit-beat', Say.label), readout = statusOf(root);
  const cards = tag(root, 'div', 'c45lit-cards'), svg = draw(root, 'svg', {class: 'c45lit-fig', role: 'img'}), row = tag(root, 'div', 'c45lit-controls');
  const under = draw(svg, 'g'), birds = table.labels.map(c => draw(svg, 'circle', {r: 1, class: `c45lit-bird f${c}`})), greedy = wrongOf(table, data.own);
  const asked = Say.places.map((words, i) => {
    const card = tag(cards, 'div'), may = [...table.attributes.keys()].filter(a => i || isNumber(table, a)), middle = a => { const all = isNumber(table, a) ? cutsOf(table, a) : [0]; return all[all.length >> 1]; };
    const select = choice(card, `${words} `, may.map(a => [a, nameOf(a)]), a => put([+a, middle(a)])), shown = tag(card, 'b');
    const cut = sliderIn(card, `${words}: ${Say.cut}`, k => put([+select.value, cutsOf(table, +select.value)[k]]));
    const put = q => ask(wanted().map((old, j) => j === i ? q : old));
    return {select, shown, cut};
  });
  button(row, Say.begin, () => ask(data.own));
  copyButton(row, Say.share, () => {
    const words = Say.result(table.labels.length - wrongOf(table, wanted()), table.labels.length, table.labels.length - greedy, squares(table, wanted(), data.own));
    return result.textContent = `${words}\n${linkTo(`#beat?${new URLSearchParams({questions: written(table, wanted())})}`)}`;
  }, Say.below);
  const result = tag(root, 'p', 'c45lit-result');
  tag(root, 'p', 'c45lit-note', Say.key(table.classes));
  legend(tag(root, 'div', 'c45lit-legend c45lit-squares'), Say.squares.map((words, i) => [words, svg => draw(svg, 'rect', {width: 14, height: 14, rx: 2, fill: FILLS[i]})]));
  let width = 700;
  const wanted = () => read(table, model.get('questions'), data.begin);
  function ask(questions) { traits.tell({questions: written(table, questions)}); show(); }

  function show() {
    const questions = wanted(), {nodes, at, missed} = treeOf(table, questions), height = width < 620 ? 520 : 430;
    questions.forEach(([a, cut], i) => {
      const {select, shown, cut: slider} = asked[i], all = isNumber(table, a) ? cutsOf(table, a) : [];
      [select.value, slider.max, slider.hidden] = [a, all.length - 1, !all.length];
      slider.value = Math.max(rank(all, cut) - 1, 0);
      shown.textContent = all.length ? `\u2264 ${cut} ${data.units[a]}` : '';
      slider.setAttribute('aria-valuetext', `${nameOf(a)} ${shown.textContent}`);
    });
    const stage = {width, height, least: 62, words: W.story, counts: n => nodes[n].weight ? Say.leaf(nodes[n].wrong) : '', data: {...table, nodes, species: table.labels, levels: {2: {at}}}};
    under.replaceChildren();
    treePicture(stage, under, 2);
    piled(stage, 2).forEach(([x, y, r], i) => {
      birds[i].style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${r.toFixed(2)})`;
      birds[i].classList.toggle('c45lit-miss', missed[i]);
    });
    readout.textContent = Say.says(sum(missed), greedy, data.least, missed.length);
    set(svg, {width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': readout.textContent});
    result.textContent = '';
  }
  const traits = sharedTraits(model, 'questions', show);
  const stop = fitted(root, room => { width = room; show(); }, 1216);
  return () => { stop(); traits.end(); };
}

export default {links: 200, render};
