// The whole tree as an icicle: a level is a column, a node as high as its share of the cases. Together its leaves are as high as the
// boxes of all leaves, so zooming out of the boxes leads here, and zooming in leads back.
import {cut, sum, type, within} from './numbers.js';
import {W} from './words.js';
import {draw} from './common.js';
import {answer, asked, describe, isTest, leafName, meanColour, pairs} from './tree.js';

export const THIN = 1;               // thinner nodes are left out, with all below them
const HIGH = 14, WIDE = 36;   // from this size on a node has words
const LEAST_COLUMN = .12;     // of a level that divides nothing, beside one that divides all
const MOST_COLUMN = 190;
const LIT = 'var(--c45-accent, #C2122F)';

// Where every node begins and how high it is, the root being 1.
export function slices(t) {
  const m = t.n.length, top = new Float64Array(m), high = new Float64Array(m);
  high[0] = 1;
  for (let i = 0; i < m; i++) {
    const first = t.first[i], end = first + t.n[i];
    let total = 0, at = top[i];
    for (let k = first; k < end; k++) total += t.weights[k];
    for (let k = first; k < end; k++) {
      top[k] = at;
      at += high[k] = high[i] * (total > 0 ? t.weights[k] / total : 1 / t.n[i]);
    }
  }
  return {top, high};
}

// Nodes at least `least` high that lie between two heights, each above those below it.
function slicesBetween(t, {top, high}, from, to, least) {
  const found = [], stack = [0];
  while (stack.length) {
    const i = stack.pop();
    found.push(i);
    for (let k = t.first[i] + t.n[i] - 1; t.n[i] && k >= t.first[i]; k--) {
      if (high[k] >= least && top[k] < to && top[k] + high[k] > from) stack.push(k);
    }
  }
  return found;
}

// What a window shows: nodes, and where each level begins. A level is wide where its nodes divide much or end.
export function icicleView(t, parts, {y, k}, size, total, node) {
  const from = y / total, to = (y + size.height / k) / total, nodes = slicesBetween(t, parts, from, to, THIN / (total * k));
  const widths = new Array(nodes.reduce((most, i) => Math.max(most, t.level[i]), t.level[node]) + 1).fill(LEAST_COLUMN);
  for (const i of nodes) {
    const shown = Math.min(to, parts.top[i] + parts.high[i]) - Math.max(from, parts.top[i]);
    let most = 0;
    for (let b = t.first[i]; b < t.first[i] + t.n[i]; b++) most = Math.max(most, Math.min(to, parts.top[b] + parts.high[b]) - Math.max(from, parts.top[b]));
    widths[t.level[i]] += Math.max(shown - most, 0) / (to - from);
  }
  const scale = size.width / sum(widths), x = [0];
  for (const w of widths) x.push(x[x.length - 1] + Math.min(w * scale, MOST_COLUMN));
  return {nodes, x, place: i => [(parts.top[i] * total - y) * k, parts.high[i] * total * k]};
}

// The node at a point, as deep as there is one.
export function sliceAt(t, view, px, py) {
  const level = view.x.findIndex((_, l) => px < view.x[l + 1]), holds = i => { const [y, h] = view.place(i); return y <= py && py < y + h; };
  const inside = view.nodes.filter(i => holds(i) && (level < 0 || t.level[i] <= level));
  return inside.reduce((deep, i) => t.level[i] > t.level[deep] ? i : deep, 0);
}

export function drawIcicle(layer, t, view, state, size) {
  const paths = [new Map(), new Map()], hundredth = v => Math.round(v * 100) / 100, words = [];
  let ends = '', hits = '', way = '';
  const box = (x, y, w, h) => `M${hundredth(x)},${hundredth(y)}h${hundredth(w)}v${hundredth(h)}h${hundredth(-w)}z`;
  for (const i of view.nodes) {
    const level = t.level[i], x = view.x[level], wide = Math.max(view.x[level + 1] - x - 1, .5), [top, high] = view.place(i);
    const y = Math.max(top, -2), h = Math.max(Math.min(top + high, size.height + 2) - y - (high > 4 ? 1 : 0), .5), faint = state.found && !(state.found[i] > 0);
    const fill = t.numeric ? meanColour(t, coarse(t, t.mean[i])) : t.colours[t.majority[i]], key = `${fill} ${shade(t, i)}`;
    paths[+!!faint].set(key, (paths[+!!faint].get(key) || '') + box(x, y, wide, h));
    if (!isTest(t, i)) ends += `M${hundredth(x + wide)},${hundredth(y)}v${hundredth(h)}`;
    const cutOff = isTest(t, i) && state.hitsBelow[i] > (state.hits.has(i) ? 1 : 0) && !(view.place(t.first[i])[1] >= THIN);
    if (state.hits.has(i) || cutOff) hits += box(x, y, Math.min(5, Math.max(wide / 3, 2)), Math.max(h, 3));
    if (state.found && !faint) way += box(x, y, wide, h);
    if (i === state.node || h >= HIGH && wide >= WIDE) words.push([i, x, y, wide, h]);
  }
  paths.forEach((found, faint) => {
    const group = draw(layer, 'g', {'aria-hidden': 'true', opacity: faint ? .3 : 1});
    for (const [key, d] of found) {
      const [fill, opacity] = key.split(' ');
      draw(group, 'path', {d, fill, 'fill-opacity': opacity, class: 'c45lit-slices'});
    }
  });
  draw(layer, 'path', {d: ends, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5, opacity: .6, 'aria-hidden': 'true'});
  if (way) draw(layer, 'path', {class: 'c45lit-lit', d: way, fill: 'none', stroke: LIT, 'stroke-width': 2, 'aria-hidden': 'true'});
  if (!words.some(([i]) => i === state.node)) words.push([state.node, view.x[t.level[state.node]], ...thinSlice(t, view, state.node)]);
  for (const item of words) drawSlice(layer, t, state, ...item);
  if (hits) draw(layer, 'path', {class: 'c45lit-found', d: hits, fill: 'currentColor', stroke: 'Canvas', 'stroke-width': .7, 'aria-hidden': 'true'});
}
// The purer, the stronger, in five steps: so few paths, not one for every node.
function shade(t, i) {
  if (t.numeric) return 1;
  let most = 0, n = 0;
  for (const [, w] of pairs(t.dist[i])) { most = Math.max(most, w); n += w; }
  const least = 1 / t.classes.length, pure = n > 0 ? (most / n - least) / (1 - least || 1) : 0;
  return [.25, .45, .6, .8, 1][Math.min(Math.floor(pure * 4.999), 4)];
}
const coarse = (t, mean) => { const [low, high] = t.range, step = (high - low) / 15 || 1; return low + Math.round((mean - low) / step) * step; };
// The node that is looked at has a frame, however thin it is.
const thinSlice = (t, view, i) => [view.place(i)[0], view.x[t.level[i] + 1] - view.x[t.level[i]] - 1, Math.max(view.place(i)[1], 2)];

function drawSlice(layer, t, state, i, x, y, wide, h) {
  const g = draw(layer, 'g', {id: state.id + i, 'data-node': i, role: 'treeitem', 'aria-level': t.level[i] + 1, 'aria-selected': i === state.node,
    'aria-label': `${i ? answer(t, i) : W.tree.all}: ${describe(t, i)}`, class: `c45lit-slice${state.hits.has(i) ? ' c45lit-hit' : ''}`});
  if (isTest(t, i)) g.setAttribute('aria-expanded', true);
  if (i === state.node) draw(g, 'rect', {x, y, width: wide, height: h, fill: 'none', stroke: 'currentColor', 'stroke-width': 3});
  if (h < HIGH || wide < WIDE) return;
  const seen = [];  // what is read out holds what is seen
  const line = (at, said, more) => { seen.push(draw(g, 'text', {x: x + 4, y: at, fill: 'currentColor', class: 'c45lit-onslice', ...more}, cut(said, wide - 6)).textContent); g.append(' '); };
  const middle = within(y + h / 2, 0, 1e6), asks = isTest(t, i) ? W.asks(asked(t, i).name) : leafName(t, i);
  if (h < 2 * type.label + 4) line(middle + 4, i ? answer(t, i) : asks);
  else {
    line(middle - 3, i ? answer(t, i) : W.tree.all);
    line(middle + type.label - 1, asks, {'font-weight': 600});
  }
  g.setAttribute('aria-label', `${seen.join(' ')}: ${describe(t, i)}`);
}
