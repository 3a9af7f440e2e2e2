// Beat C4.5: choose three questions for the penguins, and leave fewer of them wrong than the greedy tree does.
import {rank, sum, wide as broad} from './numbers.js';
import {W} from './words.js';
import {button, choice, copyButton, draw, fitted, frame, linkTo, over, set, sharedTraits, sliderIn, statusOf, tag} from './common.js';

const Say = W.beat;
const ROOT_Y = 26, NODE_Y = 112, LEAF_Y = 200, STACK_Y = 262, SQUARES = {'-1': '🟩', 0: '🟨', 1: '🟥'};  // fewer wrong than C4.5, as many, more

// -- the game

const isNumber = (table, a) => table.attributes[a].kind === 'continuous';
// The cuts of a number: every value but the greatest.
const cutsOf = (table, a) => [...new Set(table.columns[a])].sort((x, y) => x - y).slice(0, -1);
function parts(table, rows, [a, cut]) {
  const x = table.columns[a];
  if (isNumber(table, a)) return [rows.filter(i => x[i] <= cut), rows.filter(i => x[i] > cut)];
  return table.attributes[a].values.map((_, v) => rows.filter(i => x[i] === v));
}
// The cases of every leaf, side by side, below the first question and one more on either side of it.
const leavesOf = (table, [first, ...next]) => parts(table, [...table.labels.keys()], first).map((rows, side) => parts(table, rows, next[side]));
function judged(table, rows) {
  const counts = table.classes.map((_, c) => rows.filter(i => table.labels[i] === c).length), most = Math.max(...counts);
  return {rows, said: counts.indexOf(most), wrong: rows.length - most};
}
// How many of each class get another name.
function missed(table, questions) {
  const found = leavesOf(table, questions).flat().map(rows => judged(table, rows));
  return table.classes.map((_, c) => sum(found.map(({rows, said}) => said === c ? 0 : rows.filter(i => table.labels[i] === c).length)));
}
const wrongOf = (table, questions) => sum(missed(table, questions));
// One square for each class: how it fares beside C4.5's questions.
const squares = (table, mine, greedy) => missed(table, mine).map((n, c) => SQUARES[Math.sign(n - missed(table, greedy)[c])]).join('');
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
  const under = draw(svg, 'g'), birds = table.labels.map(c => draw(svg, 'circle', {r: 4, class: `c45lit-bird f${c}`})), greedy = wrongOf(table, data.own);
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
  let width = 700;
  const wanted = () => read(table, model.get('questions'), data.begin);
  function ask(questions) { traits.tell({questions: written(table, questions)}); show(); }

  const words = ([a, cut]) => isNumber(table, a) ? `${nameOf(a)} \u2264 ${cut} ${data.units[a]}` : nameOf(a);
  function show() {
    const questions = wanted(), sides = leavesOf(table, questions), n = sides.flat().length, wide = width / n, put = over(under), middle = [], step = width > 1000 ? 12 : 9;
    let x = 0, tallest = 0;
    questions.forEach(([a, cut], i) => {
      const {select, shown, cut: slider} = asked[i], all = isNumber(table, a) ? cutsOf(table, a) : [];
      [select.value, slider.max, slider.hidden] = [a, all.length - 1, !all.length];
      slider.value = Math.max(rank(all, cut) - 1, 0);
      shown.textContent = all.length ? `\u2264 ${cut} ${data.units[a]}` : '';
      slider.setAttribute('aria-valuetext', words([a, cut]));
    });
    sides.forEach((leaves, side) => { middle[side] = x + wide * leaves.length / 2; x += wide * leaves.length; });
    const twig = (x1, y1, x2, y2, rows) => put(under, 'path', {fill: 'none', stroke: 'var(--c45-line)', 'stroke-width': Math.max(1.5, Math.sqrt(rows) * .8).toFixed(1), d: `M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`});
    sides.forEach((leaves, side) => twig(width / 2, ROOT_Y, middle[side], NODE_Y - 14, sum(leaves.map(rows => rows.length))));
    x = 0;
    sides.forEach((leaves, side) => leaves.forEach((rows, b) => {
      const at = x + wide / 2, {said, wrong} = judged(table, rows), [a] = questions[1 + side], per = Math.max(3, Math.floor((wide - 8) / step));
      twig(middle[side], NODE_Y, at, LEAF_Y - 12, rows.length);
      put(under, 'text', {x: at, y: LEAF_Y + 4, class: 'tick mid'}, isNumber(table, a) ? W.answers[b] : table.attributes[a].values[b]);
      put(under, 'text', {x: at, y: LEAF_Y + 24, class: 'mid bold', style: width < 500 ? 'font-size:13px' : ''}, rows.length ? table.classes[said] : '\u2013');
      put(under, 'text', {x: at, y: LEAF_Y + 42, class: 'tick mid', ...wrong && {style: 'fill:var(--c45-accent)'}}, rows.length ? Say.leaf(wrong) : '');
      [...rows].sort((i, j) => (table.labels[i] !== said) - (table.labels[j] !== said)).forEach((i, k) => {
        birds[i].style.transform = `translate(${(at + (k % per - (Math.min(per, rows.length) - 1) / 2) * step).toFixed(1)}px, ${STACK_Y + Math.floor(k / per) * step}px) scale(${step / 9})`;
        birds[i].classList.toggle('c45lit-miss', table.labels[i] !== said);
      });
      tallest = Math.max(tallest, Math.ceil(rows.length / per));
      x += wide;
    }));
    [[width / 2, ROOT_Y, questions[0]], ...middle.map((m, side) => [m, NODE_Y, questions[1 + side]])].forEach(([at, y, q]) => {
      const said = Say.asks(words(q)), half = broad(said, 15) / 2 + 14;
      put(under, 'rect', {x: Math.min(Math.max(at - half, 1), width - 2 * half - 1), y: y - 16, width: 2 * half, height: 32, rx: 16, fill: 'var(--c45-raised)', stroke: 'var(--c45-axis)'});
      put(under, 'text', {x: Math.min(Math.max(at, half + 1), width - half - 1), y: y + 5, class: 'mid bold'}, said);
    });
    put.end();
    const height = STACK_Y + Math.max(tallest, Math.ceil(11000 / width)) * step + 6, wrong = wrongOf(table, questions);
    set(svg, {width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': Say.says(wrong, greedy, data.least, table.labels.length)});
    readout.textContent = Say.says(wrong, greedy, data.least, table.labels.length);
    result.textContent = '';
  }
  const traits = sharedTraits(model, 'questions', show);
  const stop = fitted(root, room => { width = room; show(); }, 1216);
  return () => { stop(); traits.end(); };
}

export default {links: 200, render};
