// What the explorers of whole trees share: the arrays, the way of a case down them, pointing at a picture.
import {minus, plain, within} from './numbers.js';
import {W} from './words.js';
import {classParts, draw, legend, tag} from './common.js';

// -- a tree, in the arrays that `tree_data` sends; nodes stand level by level

// What the arrays leave out: the first child, the parent and the level of every node.
export function readTree(data) {
  const m = data.n.length, first = new Int32Array(m), level = new Int32Array(m);
  const parent = new Int32Array(m).fill(-1);
  for (let i = 0, end = 1; i < m; i++) {
    first[i] = end;
    for (let b = 0; b < data.n[i]; b++, end++) { parent[end] = i; level[end] = level[i] + 1; }
  }
  return {...data, first, parent, level};
}

export const isTest = (t, i) => t.n[i] > 0;
export const asked = (t, i) => t.attributes[t.attribute[i]];
export const shortNumber = x => minus(plain(x, 6));

// Branch that a value takes at a test (a number, or the position of a name); -1 if it is in none.
function branchAt(t, i, value) {
  if (value === null || value === undefined) return -1;
  if (!asked(t, i).values) return value <= t.threshold[i] ? 0 : 1;
  return i in t.groups ? t.groups[i][value] : value;
}

// Values of a discrete attribute that lead to a node, by position.
function valuesTo(t, i) {
  const above = t.parent[i], branch = i - t.first[above];
  if (!(above in t.groups)) return [branch];
  return [...t.groups[above].keys()].filter(v => t.groups[above][v] === branch);
}

// Values as words; of a long set the first few.
function valueWords(a, found, most = Infinity) {
  if (found.length === 1) return `= ${a.values[found[0]]}`;
  return W.tree.valueIn(found.slice(0, most).map(v => a.values[v]), Math.max(found.length - most, 0));
}

// The answer on the branch that leads to a node, without the attribute's name.
export function answer(t, i) {
  const above = t.parent[i], a = asked(t, above);
  if (a.values) return valueWords(a, valuesTo(t, i));
  return `${i > t.first[above] ? '>' : '\u2264'} ${shortNumber(t.threshold[above])}`;
}

// Nodes from the root's child down to a node.
function pathTo(t, i) {
  const path = [];
  for (; i > 0; i = t.parent[i]) path.unshift(i);
  return path;
}
// The answers on it; of several about one attribute what all of them leave. Of a case with its numbers.
export function pathWords(t, i, cells = []) {
  const told = new Map();
  for (const k of pathTo(t, i)) {
    const a = asked(t, t.parent[k]), was = told.get(a);
    if (a.values) told.set(a, was ? was.filter(v => valuesTo(t, k).includes(v)) : valuesTo(t, k));
    else told.set(a, k === t.first[t.parent[k]] ? [(was || [''])[0], answer(t, k)] : [answer(t, k).slice(2), (was || [])[1]]);
  }
  const named = a => { const value = a.values ? null : cells[t.attributes.indexOf(a)] ?? null; return value === null ? a.name : `${a.name} ${shortNumber(value)}`; };
  const words = ([a, found]) => a.values ? `${a.name} ${valueWords(a, found, 4)}`
    : !found[1] ? `${named(a)} > ${found[0]}` : `${found[0] && found[0] + ' < '}${named(a)} ${found[1]}`;
  return (cells.length ? W.tree.way : W.tree.path)([...told].map(words));
}

// The share of a case that arrives at every node: where a value is unknown all branches get theirs.
export function shares(t, cells) {
  const round = t.single ? Math.fround : x => x, found = new Float64Array(t.n.length);
  found[0] = 1;
  for (let i = 0; i < found.length; i++) {
    if (!(found[i] > 0) || !isTest(t, i)) continue;
    let value = cells[t.attribute[i]];
    if (t.single && !asked(t, i).values && value !== null) value = round(value) === -999 ? null : round(value);
    const branch = branchAt(t, i, value);
    if (branch >= 0) found[t.first[i] + branch] = found[i];
    else for (let k = t.first[i]; k < t.first[i] + t.n[i]; k++) {
      found[k] = round(round(found[i] * t.weights[k]) / t.weights[i]);
    }
  }
  return found;
}

// What one leaf adds to the distribution for a share of a case; a leaf without cases names its class.
function votes(t, leaf, share) {
  const round = t.single ? Math.fround : x => x, out = t.classes.map(() => 0);
  if (t.weights[leaf] > 0) for (const [c, w] of pairs(t.dist[leaf])) out[c] = round(round(share * w) / t.weights[leaf]);
  else out[t.majority[leaf]] = share;
  return out;
}
export function* pairs(list) { for (let i = 0; i < list.length; i += 2) yield [list[i], list[i + 1]]; }

// Leaves that a case reaches, with share and votes; and what all say: a distribution, or a mean.
export function verdicts(t, found) {
  const leaves = [...found.keys()].filter(i => found[i] > 0 && !isTest(t, i))
    .map(i => ({leaf: i, share: found[i], adds: t.numeric ? [found[i] * t.mean[i]] : votes(t, i, found[i])}));
  const none = t.numeric ? [0] : t.classes.map(() => 0);
  return {leaves, total: leaves.reduce((s, {adds}) => s.map((x, c) => x + adds[c]), none)};
}

// Light to dark, for a number between the least and the greatest mean.
export function meanColour(t, mean) {
  const [low, high] = t.range, s = high > low ? (mean - low) / (high - low) : 0.5;
  const mix = [[222, 235, 247], [107, 174, 214], [0, 68, 136]], k = s < 0.5 ? 0 : 1, u = (s - k / 2) * 2;
  return `rgb(${mix[k].map((c, j) => Math.round(c + u * (mix[k + 1][j] - c)))})`;
}

// -- the picture of a tree

export const SPACE = 9;  // points between boxes

// Nodes that are not folded away, from top to bottom; the middle of each box; height and depth of all.
// No recursion: trees may be deep.
export function arrange(t, open, tall) {
  const order = [], stack = [0], y = new Float64Array(t.n.length);
  let height = 0, deepest = 0;
  while (stack.length) {
    const i = stack.pop();
    order.push(i);
    deepest = Math.max(deepest, t.level[i]);
    if (open[i]) for (let b = t.n[i] - 1; b >= 0; b--) stack.push(t.first[i] + b);
    else { y[i] = height + tall(t, i) / 2; height += tall(t, i) + SPACE; }
  }
  for (const i of order.slice().reverse()) if (open[i]) y[i] = (y[t.first[i]] + y[t.first[i] + t.n[i] - 1]) / 2;
  return {order, y, height, deepest};
}

export const meanWords = x => minus(Number(x.toPrecision(4)));
export const leafName = (t, i) => t.numeric ? meanWords(t.mean[i]) : t.classes[t.majority[i]];
export const counts = (t, i) => {
  const out = t.classes.map(() => 0);
  if (!t.numeric) for (const [c, w] of pairs(t.dist[i])) out[c] = w;
  return out;
};

const tenths = x => minus(Number(x.toFixed(1)));
const wrongOf = (t, i) => {  // in training; classes and weights stand by turns
  const at = t.dist[i].findIndex((c, k) => k % 2 === 0 && c === t.majority[i]);
  return Math.max(0, t.weights[i] - (at < 0 ? 0 : t.dist[i][at + 1]));
};
// A leaf that says a bound which a direction sets.
const pooled = (t, i) => t.pooled?.[i] && !isTest(t, i) ? `, ${W.tree.pooled}` : '';
export const sizeWords = (t, i) => (t.weights[i] < 99.5 ? tenths(t.weights[i]) : String(Math.round(t.weights[i]))) + (t.numeric ? '' : W.tree.wrong(tenths(wrongOf(t, i)))) + pooled(t, i);
const question = (t, i) => asked(t, i).values ? asked(t, i).name
  : `${asked(t, i).name} \u2264 ${shortNumber(t.threshold[i])}`;
export function describe(t, i) {
  const size = Number(t.weights[i].toFixed(1)), n = t.weighed ? W.tree.weight(size) : W.cases(size), mean = t.numeric ? meanWords(t.sd[i]) : null, name = leafName(t, i);
  if (isTest(t, i)) return W.tree.test(question(t, i), n, name, mean);
  const more = !t.numeric && t.errors[i] > wrongOf(t, i) + .05 ? tenths(t.errors[i]) : null;
  return W.tree.leaf(name, mean, n, t.numeric ? null : tenths(wrongOf(t, i)), more) + pooled(t, i);
}

// What arrives at a node by class, as a bar; where numbers are predicted, its mean on their range.
export function drawShare(parent, t, i, [x, y, width, height]) {
  draw(parent, 'rect', {x, y, width, height, fill: 'none', stroke: 'currentColor', 'stroke-opacity': .35});
  if (!t.numeric) return classParts(draw, parent, counts(t, i), t.colours, [x, y, width, height]);
  const [low, high] = t.range, at = high > low ? within((t.mean[i] - low) / (high - low), 0, 1) : .5;
  draw(parent, 'rect', {x, y, width: (at * width).toFixed(1), height, fill: meanColour(t, t.mean[i])});
}

// The colours of means; those of classes are a legend of classes.
export function meanLegend(parent, t) {
  const [low, high] = t.range, swatch = mean => [meanWords(mean), svg => draw(svg, 'rect', {width: 14, height: 12, fill: meanColour(t, mean)})];
  legend(tag(parent, 'div', 'c45lit-legend'), [[W.tree.mean(t.target)], ...[low, (low + high) / 2, high].map(swatch)]);
}

// Drag with the mouse or with two fingers, which pinch as well; one finger scrolls the page. Click without moving; `view` maps
// the tree to the window.
export function pointing(svg, view, changed, clicked, zoom) {
  const down = new Map();
  let moved = false;
  const local = e => { const b = svg.getBoundingClientRect(), k = svg.width.baseVal.value / (b.width || 1); return [(e.clientX - b.left) * k, (e.clientY - b.top) * k]; };
  const spread = () => { const [[a, b], [c, d]] = [...down.values()]; return [Math.hypot(a - c, b - d), (a + c) / 2, (b + d) / 2]; };
  svg.addEventListener('pointerdown', e => { down.set(e.pointerId, local(e)); if (down.size === 1) moved = false; });
  svg.addEventListener('pointermove', e => {
    if (!down.has(e.pointerId)) return;
    const was = down.get(e.pointerId), now = local(e);
    if (e.pointerType === 'touch' && down.size === 1) return;
    if (!moved && down.size === 1 && Math.hypot(now[0] - was[0], now[1] - was[1]) < 4) return;
    if (!moved) { moved = true; svg.setPointerCapture(e.pointerId); }
    const before = down.size === 2 && spread();
    down.set(e.pointerId, now);
    if (before) {
      const [d, x, y] = spread();
      view.x -= (x - before[1]) / view.k;
      view.y -= (y - before[2]) / view.k;
      return zoom(d / Math.max(before[0], 1), x, y);
    }
    view.x -= (now[0] - was[0]) / view.k;
    view.y -= (now[1] - was[1]) / view.k;
    changed();
  });
  const up = e => { if (down.delete(e.pointerId) && !moved && e.type === 'pointerup') clicked(e.target, ...local(e)); };
  svg.addEventListener('pointerup', up);
  svg.addEventListener('pointercancel', up);
  svg.addEventListener('touchmove', e => { if (e.touches.length > 1) e.preventDefault(); }, {passive: false});
  svg.addEventListener('wheel', e => {
    if (!e.ctrlKey && !e.metaKey) return;  // the page scrolls as ever
    e.preventDefault();
    zoom(Math.exp(-e.deltaY / 300), ...local(e));
  }, {passive: false});
}
