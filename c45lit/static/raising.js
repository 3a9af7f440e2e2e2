// Raising, case by case: the cases of the smaller branches slide into the largest, run its tests again, and are marked where they are wrong.
import {cut, sum, tenth, wide} from './numbers.js';
import {W} from './words.js';
import {blank, button, choice, classLegend, dial, draw, fitted, frame, sharedTraits, statusOf, tag} from './common.js';
import * as C45 from './grower.js';
import {lesson} from './lesson.js';

const Say = W.raising;
const WRONG = '#D55E00', STAYS = '#0072B2', OFFERS = ['leaf', 'kept', 'raised'];
const ROOM = 150, STEP = 58, DOT = 24, NARROW = 26, LINE = 15, MOST_FOR_WORDS = .9;  // points: the highest pile, a level of the tree, the largest dot, the least width of a leaf, a line of words

// -- a decision of pruning

// Every test that pruning looks at, with its branches as they are pruned, those of most cases first.
function decisionsOf(t, tree, cf) {
  const found = [];
  C45.prune(t, tree, {cf, told: (node, fate) => found.push({...fate, node, place: node.place, cases: node.cases})});
  return found.sort((a, b) => b.node.weight - a.node.weight || a.place.length - b.place.length);
}

// Who moves, in this order: by branch, class and row. Own weight in the largest branch, 0 for who is not there.
function moversOf(t, decision) {
  const {parts, branch, cases} = decision, own = new Map(), from = new Map();
  parts.forEach((part, b) => part && part.rows.forEach((row, i) => {
    if (!(part.weights[i] > 0)) return;
    if (b === branch) own.set(row, part.weights[i]);
    else if (!from.has(row)) from.set(row, b);
  }));
  const order = [...from.keys()].sort((r, s) => from.get(r) - from.get(s) || t.labels[r] - t.labels[s] || r - s);
  return {order, own, weights: new Map(Array.from(cases.rows, (row, i) => [row, cases.weights[i]]))};
}

// The cases in the largest branch once the first k of the others have moved.
function casesAt({cases}, {order, own}, k) {
  const moved = new Set(order.slice(0, k)), rows = [], weights = [];
  cases.rows.forEach((row, i) => {
    const weight = moved.has(row) ? cases.weights[i] : own.get(row) || 0;
    if (weight > 0) { rows.push(row); weights.push(weight); }
  });
  return {rows: Int32Array.from(rows), weights: Float64Array.from(weights)};
}

// Leaves below a node: which of the node's leaves, what cases, and how many errors they fear.
function leavesOf(t, node, cases, cf, path = []) {
  if (!node.children.length) {
    const told = [];
    if (cases) C45.estimate(t, node, cases, cf, told);
    return [{path, node, cases: cases || {rows: [], weights: []}, says: told[0] || {label: node.label, weight: 0, wrong: 0, errors: 0}}];
  }
  const parts = cases ? C45.branches(t, cases, node) : node.children.map(() => null);
  return node.children.flatMap((child, b) => leavesOf(t, child, parts[b], cf, [...path, b]));
}

// All leaves below the test when k cases have moved; those of the other branches keep who has not.
function stateAt(t, decision, movers, k, cf) {
  const gone = new Set(movers.order.slice(0, k)), here = casesAt(decision, movers, k), {branch} = decision;
  decision.aside ??= decision.children.map((child, b) => b === branch ? [] : leavesOf(t, child, decision.parts[b], cf, [b]));
  const raised = leavesOf(t, decision.children[branch], here, cf, [branch]);
  const leaves = decision.aside.flatMap((list, b) => b === branch ? raised : list).map(leaf => ({...leaf, pieces: piecesOf(t, leaf, leaf.path[0] === branch ? null : gone)}));
  return {leaves, raised: sum(raised.map(leaf => leaf.says.errors)), blocks: raised.map(leaf => leaf.says.errors)};
}
function piecesOf(t, leaf, gone) {
  const {rows, weights} = leaf.cases, found = [];
  for (let i = 0; i < rows.length; i++) {
    if (weights[i] > 0 && !(gone && gone.has(rows[i]))) found.push({row: rows[i], weight: weights[i], wrong: t.labels[rows[i]] !== leaf.says.label});
  }
  return found;
}

// -- where dots lie

// The words of a leaf: its answer above, its class below, whole where there is room for all.
const nodeAt = (decision, path) => path.length ? path.slice(1).reduce((n, b) => n.children[b], decision.children[path[0]]) : decision.node;
const answerTo = (t, decision, path) => C45.answerOf(t, nodeAt(decision, path.slice(0, -1)), path[path.length - 1]);
const roomFor = (t, decision, leaf) => Math.max(NARROW, wide(answerTo(t, decision, leaf.path)) + 8, leaf.pieces.length ? wide(t.classes[leaf.says.label]) + 8 : 0);

// Bins side by side, as wide as their words if there is room, and the rest in proportion to the most dots that they ever hold; the
// pitch is the largest at which no pile is too high.
function binsOf(t, decision, first, last, width) {
  const most = first.leaves.map((leaf, i) => Math.max(leaf.pieces.length, last.leaves[i].pieces.length)), even = Math.min(NARROW, width / most.length);
  const wanted = first.leaves.map((leaf, i) => Math.max(roomFor(t, decision, leaf), roomFor(t, decision, last.leaves[i]))), over = sum(wanted) - even * most.length;
  const given = over > 0 ? Math.min(1, Math.max(0, MOST_FOR_WORDS * width - even * most.length) / over) : 0, least = wanted.map(w => even + (w - even) * given);
  const dots = sum(most) || 1, widths = least.map((w, i) => w + (width - sum(least)) * most[i] / dots);
  const fits = pitch => most.every((n, i) => Math.ceil(n / Math.max(1, Math.floor((widths[i] - 4) / pitch))) * pitch <= ROOM);
  let low = .5, high = DOT;
  for (let i = 0; i < 30; i++) { const middle = (low + high) / 2; if (fits(middle)) low = middle; else high = middle; }
  const x = [0];
  for (const w of widths) x.push(x[x.length - 1] + w);
  const columns = widths.map(w => Math.max(1, Math.floor((w - 4) / low)));
  return {pitch: low, x, columns, steps: given < 1 ? LINE : 0, high: low * Math.max(...most.map((n, i) => Math.ceil(n / columns[i])))};
}

// Dots pile up from the floor: who moves last lies lowest, and who has moved lies on top.
function placesOf(state, bins, ranks, floor, branch) {
  const found = [];
  state.leaves.forEach((leaf, at) => {
    const rank = leaf.path[0] === branch ? ranks.here : ranks.aside, n = leaf.pieces.length;
    const keys = Float64Array.from(leaf.pieces, (piece, i) => rank[piece.row] * 2 ** 21 + i).sort();
    const columns = Math.min(bins.columns[at], Math.max(n, 1)), start = (bins.x[at] + bins.x[at + 1] - (columns - 1) * bins.pitch) / 2;
    for (let i = 0; i < n; i++) {
      const {row, weight, wrong} = leaf.pieces[keys[i] % 2 ** 21];
      found.push({row, weight, wrong, at, x: start + i % columns * bins.pitch, y: floor - (Math.floor(i / columns) + .5) * bins.pitch});
    }
  });
  return found;
}
// Those who belong here by class, then who comes, in order; elsewhere later movers lie lower.
function ranksOf(t, movers) {
  const here = Float64Array.from(t.labels), aside = new Float64Array(here.length);
  movers.order.forEach((row, i) => { aside[row] = movers.order.length - i; if (!movers.own.has(row)) here[row] = t.classes.length + i; });
  return {here, aside};
}

// -- the picture

// The test and its branches above the bins: a node stands over the middle of its leaves.
function drawAbove(group, t, decision, state, g, faded) {
  const spans = new Map(), depth = Math.max(...state.leaves.map(leaf => leaf.path.length));
  state.leaves.forEach((leaf, at) => leaf.path.forEach((_, l) => {
    const key = leaf.path.slice(0, l + 1).join(), span = spans.get(key) || [at, at, leaf.path.slice(0, l + 1)];
    spans.set(key, [span[0], at, span[2]]);
  }));
  const middle = ([a, b]) => (g.bins.x[a] + g.bins.x[b + 1]) / 2, root = [0, state.leaves.length - 1, []], y = l => 16 + l * g.step;
  const opacity = path => path[0] === decision.branch ? 1 : 1 - .75 * faded, nodes = [root, ...spans.values()];
  for (const said of [false, true]) for (const span of nodes) {  // words above all lines
    const path = span[2], node = nodeAt(decision, path);
    const part = draw(group, 'g', {opacity: path.length ? opacity(path) : 1 - .75 * faded, 'data-part': path[0] === decision.branch ? 'largest' : 'siblings'});
    const x = middle(span), room = g.bins.x[span[1] + 1] - g.bins.x[span[0]], tests = path.length ? node.children.length : true;
    if (path.length && !said) {
      const from = path.length > 1 ? middle(spans.get(path.slice(0, -1).join())) : middle(root), top = y(path.length - 1) + 5, floor = tests ? y(path.length) - 14 : g.top - 22;
      draw(part, 'path', {d: `M${tenth(from)},${top}C${tenth(from)},${(top + y(path.length) - 36) / 2 + 6} ${tenth(x)},${(top + y(path.length) - 36) / 2} ${tenth(x)},${y(path.length) - 36}V${floor}`,
                          fill: 'none', stroke: 'currentColor', opacity: .5, 'stroke-width': path[0] === decision.branch ? 2 : 1});
    }
    if (path.length && said) {
      const words = answerTo(t, decision, path), put = tests ? {low: 0, room, middle: x} : wordsAt(g, span[0], words);
      draw(draw(part, 'text', {x: tenth(put.middle), y: y(path.length) - 23 + put.low, 'text-anchor': 'middle', fill: 'currentColor', class: 'c45lit-halo'}, cut(words, put.room + 4)), 'title', {}, words);
    }
    if (tests && said) draw(part, 'text', {x: tenth(x), y: y(path.length) + 1, 'text-anchor': 'middle', fill: 'currentColor', 'font-weight': 600, class: 'c45lit-halo'},
                    cut(W.asks(t.attributes[node.attribute].name), Math.max(room, 40)));
  }
  return depth;
}

// Where bins are narrower than their words, every second leaf writes a line lower: how much lower, the room, and a middle inside the picture.
function wordsAt(g, at, words) {
  const {x, steps} = g.bins, room = x[at + 1] - x[at], half = Math.min(wide(words), 2 * room) / 2, low = steps && at % 2 ? steps : 0;
  return {low, room: steps ? 2 * room - 2 : room, middle: Math.min(Math.max((x[at] + x[at + 1]) / 2, half), g.width - half)};
}

// Dots, a stroke for each class and weight; crosses where they are wrong.
function drawDots(group, t, g, places, data) {
  const dots = new Map(), crosses = new Map(), r = g.bins.pitch * .27;
  for (const {row, weight, wrong, x, y} of places) {
    const size = Math.max(tenth(g.bins.pitch * .84 * Math.sqrt(Math.min(weight, 1))), .6), key = `${t.labels[row]} ${size} ${+wrong}`;
    dots.set(key, `${dots.get(key) || ''}M${tenth(x)},${tenth(y)}h0`);
    if (wrong) crosses.set(size, `${crosses.get(size) || ''}M${tenth(x - r)},${tenth(y - r)}l${tenth(2 * r)},${tenth(2 * r)}m0,${tenth(-2 * r)}l${tenth(-2 * r)},${tenth(2 * r)}`);
  }
  for (const [key, d] of dots) {
    const [c, size, wrong] = key.split(' ');
    draw(group, 'path', {class: 'c45lit-dots', d, stroke: data.colours[c % data.colours.length], 'stroke-width': size, 'stroke-linecap': 'round', fill: 'none', opacity: +wrong ? .45 : 1});
  }
  for (const d of crosses.values()) {
    draw(group, 'path', {class: 'c45lit-ground', d, 'stroke-width': Math.max(g.bins.pitch * .3, 1.6), 'stroke-linecap': 'round'});
    draw(group, 'path', {class: 'c45lit-wrong', d, stroke: WRONG, 'stroke-width': Math.max(g.bins.pitch * .17, 1), 'stroke-linecap': 'round', fill: 'none'});
  }
}

function drawFloors(group, g, state, decision, data, faded) {
  state.leaves.forEach((leaf, at) => {
    const x = g.bins.x[at] + 2, width = g.bins.x[at + 1] - g.bins.x[at] - 4, mine = leaf.path[0] === decision.branch;
    const part = draw(group, 'g', {opacity: mine ? 1 : 1 - .75 * faded, 'data-part': mine ? 'largest' : 'siblings'});
    draw(part, 'rect', {x: tenth(x), y: g.floor + 1, width: tenth(width), height: 4, fill: data.colours[leaf.says.label % data.colours.length]});
    const n = sum(leaf.pieces.map(p => p.weight)), wrong = sum(leaf.pieces.filter(p => p.wrong).map(p => p.weight));
    const line = (dy, words, {low, room, middle}, more = {}) => (wide(words) <= room + 4 || room > 40) && draw(
      part, 'text', {x: tenth(middle), y: g.floor + dy + low, 'text-anchor': 'middle', fill: 'currentColor', ...more}, cut(words, room));
    const name = data.classes[leaf.says.label], both = `${tenth(n)}${tenth(wrong) > 0 ? `/${tenth(wrong)}` : ''}`, counts = wide(both) > width + 2 ? `${tenth(n)}` : both;
    line(19, name, wordsAt(g, at, name), {'font-weight': 600});
    line(34 + g.bins.steps, counts, {low: 0, room: width + 2, middle: x + width / 2});
    draw(part, 'title', {}, Say.leafTitle(data.classes[leaf.says.label], n, wrong, leaf.says.errors));
  });
}

// Three bars of errors to expect; that of the raised branch grows with every case that comes, to the dashed frame.
function drawEstimates(group, g, decision, state, k, n) {
  const values = [decision.leaf, decision.subtree, state.raised], most = Math.max(decision.leaf, decision.subtree, decision.raised, state.raised, 1e-9);
  const left = 4, scale = v => v / most * (g.width - 8);
  draw(group, 'text', {x: left, y: g.bars - 8, fill: 'currentColor', opacity: .8}, Say.errors);
  OFFERS.forEach((name, i) => {
    const y = g.bars + i * 40, won = decision.winner === name && k >= n;  // who wins is known at the end
    const row = draw(group, 'g', {'data-part': won ? 'lightest' : 'estimates'});
    draw(row, 'text', {x: left, y: y + 11, fill: 'currentColor', 'font-weight': won ? 600 : 400},
         `${won ? '\u2605 ' : ''}${Say.offer(Say.offers[name], name === 'raised' ? [Math.floor(k), n] : null, values[i])}`);
    draw(row, 'rect', {class: `c45lit-estimate`, x: left, y: y + 16, width: tenth(scale(values[i])), height: 14, fill: STAYS, 'fill-opacity': won ? 1 : .5, stroke: 'currentColor', 'stroke-width': .6});
    if (name === 'raised') {
      let x = left;
      for (const block of state.blocks) draw(row, 'line', {x1: tenth(x += scale(block)), x2: tenth(x), y1: y + 16, y2: y + 30, class: 'c45lit-ground'});
      draw(row, 'rect', {x: left, y: y + 16, width: tenth(scale(decision.raised)), height: 14, fill: 'none', stroke: 'currentColor', 'stroke-dasharray': '3 2', opacity: .6});
    }
  });
}

// -- the page

function render({model, el}) {
  const data = model.get('data'), t = C45.table(data.table), cf = data.cf, root = frame(el, 'c45lit-raising', Say.label);
  const decisions = decisionsOf(t, C45.grow(t, {options: data.options}), cf);
  const school = lesson(root, [
    {words: Say.scenes[0], parts: ['siblings', 'dots', 'estimates', 'lightest'], play: () => move(0),
     say: () => Say.aside(test(), movers.order.length, decision.node.weight, wrongNow(), decision.subtree)},
    {words: Say.scenes[1], parts: ['largest', 'dots', 'lightest', 'estimates'], play: () => school.glide(0, movers.order.length, Math.min(600 + 400 * movers.order.length, 3600), k => { move(k); school.retell(); }),
     say: () => Say.slide(wrongNow(), now.raised, decision.raised)},
    {words: Say.scenes[2], parts: ['lightest'], play: () => move(movers.order.length),
     say: () => Say.three(decision.leaf, decision.subtree, decision.raised, Say.verdicts[decision.winner])}]);
  const svg = draw(root, 'svg', {class: 'c45lit-picture', role: 'img', 'aria-label': Say.picture});
  const row = tag(root, 'div', 'c45lit-controls'), pick = choice(row, Say.test, decisions.map((d, i) => [i, Say.option(t.attributes[d.node.attribute].name, d.node.weight, Say.fates[d.winner])]), value => { school.letGo(); put({node: +value, moved: 0}); });
  const raise = button(row, Say.raise, () => glide(movers.order.length)), back = button(row, Say.back, () => glide(0));
  const {input: slider, shown} = dial(row, Say.moved, k => { school.letGo(); move(k); }, Say.movedLabel);
  const readout = statusOf(root), details = tag(root, 'p', 'c45lit-note');
  classLegend(root, data, [Say.wrong, sign => draw(sign, 'path', {d: 'M3,3l8,8m0,-8l-8,8', stroke: WRONG, 'stroke-width': 2.5, 'stroke-linecap': 'round'})]);
  tag(root, 'p', 'c45lit-note', data.note);
  let decision, movers, ranks, first, last, now, g, width = 640, at = 0;

  const test = () => t.attributes[decision.node.attribute].name;
  const wrongNow = () => sum(now.leaves.flatMap(leaf => leaf.pieces.filter(p => p.wrong).map(p => p.weight)));
  // The first test whose branch is raised, that of most cases; else that of most cases.
  const number = () => model.get('node') >= 0 ? Math.min(model.get('node'), decisions.length - 1) : Math.max(decisions.findIndex(d => d.winner === 'raised'), 0);
  function open() {
    decision = decisions[number()];
    movers = moversOf(t, decision);
    ranks = ranksOf(t, movers);
    first = stateAt(t, decision, movers, 0, cf);
    last = stateAt(t, decision, movers, movers.order.length, cf);
    pick.value = number();
    slider.max = movers.order.length;
    at = Math.min(model.get('moved'), movers.order.length);
  }
  function lay() {
    const depth = Math.max(...first.leaves.map(leaf => leaf.path.length)), step = Math.min(STEP, 290 / depth), top = 16 + depth * step + 12;
    const bins = binsOf(t, decision, first, last, width), floor = top + bins.high + 30;
    g = {width, step, top: top + 22, bins, floor, bars: floor + 70 + bins.steps, height: floor + 70 + bins.steps + 3 * 40 + 2};
  }
  function paint() {
    const k = Math.floor(at), share = at - k, n = movers.order.length, lie = state => placesOf(state, g.bins, ranks, g.floor, decision.branch);
    now = stateAt(t, decision, movers, k, cf);
    const places = share > 0 ? between(lie(now), lie(stateAt(t, decision, movers, k + 1, cf)), share) : lie(now);
    blank(svg, width, Math.ceil(g.height));
    const faded = n ? at / n : 1;
    drawAbove(svg, t, decision, now, g, faded);
    drawFloors(svg, g, now, decision, data, faded);
    drawDots(draw(svg, 'g', {'data-part': 'dots'}), t, g, places, data);
    drawEstimates(svg, g, decision, now, at, n);
    say(k, n);
    school.light();
  }
  // Between two states everybody glides; who changes the branch comes from where he was.
  function between(before, after, share) {
    const eased = share * share * (3 - 2 * share), key = piece => `${piece.row} ${piece.at}`, was = new Map(before.map(piece => [key(piece), piece]));
    const rows = new Map([...before].reverse().map(piece => [piece.row, piece]));
    return after.map(piece => {
      const from = was.get(key(piece)) || rows.get(piece.row) || piece, arc = from.at === piece.at ? 0 : 26 * Math.sin(Math.PI * eased);
      return {...piece, wrong: from.at === piece.at ? piece.wrong : from.wrong, x: from.x + (piece.x - from.x) * eased, y: from.y + (piece.y - from.y) * eased - arc};
    });
  }
  function say(k, n) {
    slider.value = k;
    shown.textContent = Say.of(k, n);
    slider.setAttribute('aria-valuetext', Say.casesMoved(k, n));
    raise.disabled = k === n;
    back.disabled = k === 0;
    readout.textContent = Say.headline(k === n, decision.raised, decision.subtree);
    details.textContent = Say.says(k, n, wrongNow(), decision.node.weight, [decision.leaf, decision.subtree, now.raised], k === n ? Say.verdicts[decision.winner] : '');
  }
  // Whole cases are told to the model, the way between them is not.
  function move(k) {
    at = k;
    paint();
    if (k === Math.floor(k) && model.get('moved') !== k) traits.tell({moved: k});
  }
  function again() { open(); lay(); paint(); }
  function put(changes) { traits.tell(changes); again(); }
  const glide = to => { school.letGo(); school.glide(at, to, Math.min(600 + 300 * Math.abs(to - at), 3000), k => move(k)); };
  const traits = sharedTraits(model, 'node moved', again);
  open();
  const stop = fitted(root, room => { width = room; lay(); paint(); });
  return () => { stop(); school.end(); traits.end(); };
}

export default {render};
