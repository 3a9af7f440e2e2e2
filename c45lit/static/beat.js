// Beat C4.5: choose three questions for the penguins, and leave fewer of them wrong than the greedy tree does.
import {rank, sum, wide as broad} from './numbers.js';
import {W} from './words.js';
import {button, copyButton, draw, fitted, frame, keepKeys, over, set, sharedTraits, sliderIn, statusOf, tag} from './common.js';

const Say = W.beat;
const ROOT_Y = 26, NODE_Y = 112, LEAF_Y = 200, STACK_Y = 262, STEP = 9, SQUARES = ['🟦', '🟧', '🟩'];

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
const wrongOf = (table, questions) => sum(leavesOf(table, questions).flat().map(rows => judged(table, rows).wrong));
// Three questions as a link may hold them; the first is about a number, so that there are two sides.
function sane(table, questions, otherwise) {
  const right = (q, i) => Array.isArray(q) && table.attributes[q[0]] && (isNumber(table, q[0]) ? Number.isFinite(q[1]) : i > 0);
  return Array.isArray(questions) && questions.length === 3 && questions.every(right) ? questions : otherwise;
}

function render({model, el}) {
  const data = model.get('data'), {table} = data, root = frame(el, 'c45lit-beat', Say.label), readout = statusOf(root);
  const cards = tag(root, 'div', 'c45lit-cards'), svg = draw(root, 'svg', {class: 'c45lit-fig', role: 'img'}), row = tag(root, 'div', 'c45lit-controls');
  const under = draw(svg, 'g'), birds = table.labels.map(c => draw(svg, 'circle', {r: 4, class: `c45lit-bird f${c}`})), greedy = wrongOf(table, data.own);
  const asked = Say.places.map((words, i) => {
    const card = tag(cards, 'div'), label = tag(card, 'label', '', `${words} `), select = tag(label, 'select'), shown = tag(card, 'b');
    const cut = sliderIn(card, `${words}: ${Say.cut}`, k => put([+select.value, cutsOf(table, +select.value)[k]]), {className: 'c45lit-slider'});
    table.attributes.forEach(({name}, a) => { if (i || isNumber(table, a)) Object.assign(tag(select, 'option', '', Say.names[name] ?? name), {value: a}); });
    const put = q => { traits.tell({questions: wanted().map((old, j) => j === i ? q : old)}); show(); };
    select.onchange = () => { const a = +select.value, all = isNumber(table, a) ? cutsOf(table, a) : []; put([a, all[all.length >> 1] ?? 0]); };
    keepKeys(select);
    return {select, shown, cut};
  });
  button(row, Say.begin, () => { traits.tell({questions: data.own}); show(); });
  copyButton(row, Say.share, () => {
    const squares = leavesOf(table, wanted()).flat().filter(rows => rows.length).map(rows => SQUARES[judged(table, rows).said]).join('');
    const words = `${Say.result(table.labels.length - wrongOf(table, wanted()), table.labels.length, table.labels.length - greedy)} ${squares}`, hash = `#beat?${new URLSearchParams({questions: JSON.stringify(wanted())})}`;
    return result.textContent = `${words}\n${location.href.replace(/#.*/, '')}${hash}`;
  }, Say.below);
  const result = tag(root, 'p', 'c45lit-result');
  let width = 700;
  const wanted = () => sane(table, model.get('questions'), data.begin);

  const words = ([a, cut]) => isNumber(table, a) ? `${Say.names[table.attributes[a].name] ?? table.attributes[a].name} \u2264 ${cut} ${data.units[a]}` : Say.names[table.attributes[a].name] ?? table.attributes[a].name;
  function show() {
    const questions = wanted(), sides = leavesOf(table, questions), n = sides.flat().length, wide = width / n, put = over(under), middle = [];
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
      const at = x + wide / 2, {said, wrong} = judged(table, rows), [a] = questions[1 + side], per = Math.max(3, Math.floor((wide - 8) / STEP));
      twig(middle[side], NODE_Y, at, LEAF_Y - 12, rows.length);
      put(under, 'text', {x: at, y: LEAF_Y + 4, class: 'tick mid'}, isNumber(table, a) ? W.answers[b] : table.attributes[a].values[b]);
      put(under, 'text', {x: at, y: LEAF_Y + 24, class: 'mid bold', style: width < 500 ? 'font-size:13px' : ''}, rows.length ? table.classes[said] : '\u2013');
      put(under, 'text', {x: at, y: LEAF_Y + 42, class: 'tick mid', ...wrong && {style: 'fill:var(--c45-accent)'}}, rows.length ? Say.leaf(wrong) : '');
      [...rows].sort((i, j) => (table.labels[i] !== said) - (table.labels[j] !== said)).forEach((i, k) => {
        birds[i].style.transform = `translate(${(at + (k % per - (Math.min(per, rows.length) - 1) / 2) * STEP).toFixed(1)}px, ${STACK_Y + Math.floor(k / per) * STEP}px)`;
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
    const height = STACK_Y + Math.max(tallest, 16) * STEP + 6, wrong = wrongOf(table, questions);
    set(svg, {width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': Say.says(wrong, greedy, data.least, table.labels.length)});
    readout.textContent = Say.says(wrong, greedy, data.least, table.labels.length);
    result.textContent = '';
  }
  const traits = sharedTraits(model, 'questions', show);
  const stop = fitted(root, room => { width = room; show(); }, 960);
  return () => { stop(); traits.end(); };
}

export default {render};
