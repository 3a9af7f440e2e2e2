// The plane of two numbers, cut into the rectangles of a tree, with its cases as dots.
import {minus, plain, ticks} from './numbers.js';
import {over, set} from './common.js';

const DOT = 6, MOST_CIRCLES = 300;  // pixels; of more dots a class is one path

// The rectangle of every leaf within `range`, and the lines between them with the level of their test. A test of something else
// ends a rectangle, too.
export function divided(root, pair, range) {
  const boxes = [], lines = [], go = (node, box, level) => {
    const k = node.children.length ? pair.indexOf(node.attribute) : -1;
    if (k < 0) return boxes.push([box, node]);
    const [below, above] = [[...box], [...box]];
    below[2 * k + 1] = above[2 * k] = Math.min(Math.max(node.threshold, box[2 * k]), box[2 * k + 1]);
    lines.push([k, node.threshold, box[2 - 2 * k], box[3 - 2 * k], level]);
    node.children.forEach((child, b) => go(child, b ? above : below, level + 1));
  };
  go(root, range, 0);
  return {boxes, lines};
}

// Places in a square of `side` pixels, a margin left and below, of values within `range`; and back.
export function fieldOf(side, margin, [left, right, low, high]) {
  const inner = side - margin, within = (v, a, b) => Math.min(Math.max(v, a), b), across = right - left || 1, up = high - low || 1;
  return {side, margin, range: [left, right, low, high], X: v => margin + (within(v, left, right) - left) / across * inner, Y: v => (1 - (within(v, low, high) - low) / up) * inner,
    at(svg, e) {
      const box = svg.getBoundingClientRect(), scale = side / box.width, x = (e.clientX - box.left) * scale, y = (e.clientY - box.top) * scale;
      return [left + within((x - margin) / inner, 0, 1) * across, low + within(1 - y / inner, 0, 1) * up];
    }};
}

// `dots` are [x, y, class]; `colourOf(node)` of a rectangle, pale where the node asks something else; `ring` is a place with its colour.
export function drawField(svg, field, {boxes, lines, dots, names, colours, colourOf, lit = null, ring = null, r = DOT}) {
  const {side, margin, range, X, Y} = field, inner = side - margin, one = v => v.toFixed(1);
  set(svg, {viewBox: `0 0 ${side} ${side}`});
  const put = over(svg), ground = put(svg, 'g'), axes = put(svg, 'g'), walls = put(svg, 'g'), cases = put(svg, 'g');
  put(ground, 'rect', {x: margin, y: 0, width: inner, height: inner, fill: 'var(--c45-raised)', stroke: 'var(--c45-line)'});
  for (const [[x0, x1, y0, y1], leaf] of boxes) put(ground, 'rect', {class: 'c45lit-box', x: one(X(x0)), y: one(Y(y1)), width: one(X(x1) - X(x0)), height: one(Y(y0) - Y(y1)),
    fill: colourOf(leaf), 'fill-opacity': leaf.children.length ? .06 : lit === leaf ? .42 : .18});
  for (const v of ticks(range[0], range[1], 6).filter(v => X(v) < side - 40)) put(axes, 'text', {class: 'tick mid', x: one(X(v)), y: inner + 16}, minus(plain(v)));
  for (const v of ticks(range[2], range[3], 6).filter(v => Y(v) > 24)) put(axes, 'text', {class: 'tick end', x: margin - 6, y: one(Y(v) + 5)}, minus(plain(v)));
  put(axes, 'text', {class: 'end', x: side - 2, y: names[0].length > 1 ? side - 2 : inner + 16}, names[0]);
  put(axes, 'text', {class: names[1].length > 1 ? 'c45lit-halo' : 'end', x: names[1].length > 1 ? margin + 6 : margin - 6, y: 14}, names[1]);
  for (const [k, cut, from, to, level] of lines) put(walls, 'line', {class: 'c45lit-wall', stroke: 'currentColor', 'stroke-width': Math.max(4 - level, 1.2),
    ...k ? {x1: one(X(from)), x2: one(X(to)), y1: one(Y(cut)), y2: one(Y(cut))} : {x1: one(X(cut)), x2: one(X(cut)), y1: one(Y(from)), y2: one(Y(to))}});
  if (dots.length > MOST_CIRCLES) colours.forEach((stroke, c) => put(cases, 'path', {class: 'c45lit-many', stroke, 'stroke-width': 1.4 * r, d: dots.filter(dot => dot[2] % colours.length === c).map(([x, y]) => `M${one(X(x))},${one(Y(y))}h0`).join('')}));
  else for (const [x, y, c] of dots) put(cases, 'circle', {cx: one(X(x)), cy: one(Y(y)), r, fill: colours[c % colours.length], stroke: 'var(--c45-raised)', 'stroke-width': 1});
  if (ring) put(cases, 'circle', {class: 'c45lit-brush', cx: one(X(ring[0])), cy: one(Y(ring[1])), r: r + 2, fill: 'none', stroke: ring[2], 'stroke-width': 2});
  put.end();
}
