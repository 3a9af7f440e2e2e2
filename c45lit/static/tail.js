// The errors of a leaf as a binomial distribution: how high may the true rate be, if so few errors are not a rare event?
import {ticks} from './numbers.js';
import {W} from './words.js';
import {draw, marksBelow} from './common.js';

const TAIL = '#E69F00', REST = '#56B4E9', BLOCK = 'var(--c45-accent, #C2122F)';

const LOG_FACTORIALS = [0];
function logFactorial(n) {
  for (let k = LOG_FACTORIALS.length; k <= n; k++) LOG_FACTORIALS.push(LOG_FACTORIALS[k - 1] + Math.log(k));
  return LOG_FACTORIALS[n];
}
// How likely k errors of n are at the rate p.
function chanceOf(k, n, p) {
  if (p <= 0 || p >= 1) return +(k === (p <= 0 ? 0 : n));
  return Math.exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * Math.log(p) + (n - k) * Math.log1p(-p));
}
// How likely e errors or fewer are; of shares of cases the nearest whole ones.
export function tailOf(n, e, p) {
  const all = Math.max(1, Math.round(n)), most = Math.min(all, Math.floor(e + 1e-9));
  let tail = 0;
  for (let k = 0; k <= most; k++) tail += chanceOf(k, all, p);
  return Math.min(tail, 1);
}
// The rate at which that likelihood has fallen to cf; looked for once.
const BOUNDS = new Map();
export function exactBound(n, e, cf) {
  const key = `${n} ${e} ${cf}`;
  for (let low = 0, high = 1, i = 0; !BOUNDS.has(key); i++) {
    const middle = (low + high) / 2;
    if (i === 60) BOUNDS.set(key, middle);
    if (tailOf(n, e, middle) > cf) low = middle; else high = middle;
  }
  return BOUNDS.get(key);
}

// The bars of a leaf with `wrong` of `cases`, if its true rate is p; so few errors or fewer in another colour.
export function drawTail(group, box, block, p, words) {
  const n = Math.max(1, Math.round(block.n)), e = Math.min(n, Math.floor(block.e + 1e-9)), mean = n * p, spread = 4 * Math.sqrt(n * p * (1 - p));
  const low = Math.max(0, Math.floor(Math.min(e - 1, mean - spread))), high = Math.min(n, Math.ceil(Math.max(e + 2, mean + spread, 4)));
  const heights = Array.from({length: high - low + 1}, (_, i) => chanceOf(low + i, n, p)), most = Math.max(...heights, 1e-9);
  const each = (box.right - box.left) / heights.length, x = k => box.left + (k - low + .5) * each, y = h => box.floor - h / most * (box.floor - box.top);
  const path = (from, to) => Array.from({length: Math.max(0, to - from + 1)}, (_, i) => from + i).map(k =>
    `M${(x(k) - .42 * each).toFixed(1)},${box.floor}V${y(heights[k - low]).toFixed(1)}h${(.84 * each).toFixed(1)}V${box.floor}z`).join('');
  draw(group, 'path', {class: 'c45lit-tail', d: path(low, e), fill: TAIL, stroke: 'currentColor', 'stroke-width': .8});
  draw(group, 'path', {d: path(e + 1, high), fill: REST, 'fill-opacity': .6, stroke: 'currentColor', 'stroke-width': .4});
  const axis = draw(group, 'g');
  draw(axis, 'line', {x1: box.left, x2: box.right, y1: box.floor, y2: box.floor, stroke: 'currentColor', opacity: .6});
  marksBelow(axis, box.floor, ticks(low, high, Math.min(10, high - low)).filter(k => Number.isInteger(k) && k <= high).map(k => [x(k), `${k}`]));
  draw(axis, 'text', {x: (box.left + box.right) / 2, y: box.floor + 33, 'text-anchor': 'middle', fill: 'currentColor'}, W.pruning.tail.axis(block.n));
  const place = Math.min(Math.max(box.left + (mean - low + .5) * each, box.left), box.right), end = place > (box.left + box.right) / 2;
  const line = draw(group, 'g');
  draw(line, 'line', {x1: place, x2: place, y1: box.top - 14, y2: box.floor, stroke: BLOCK, 'stroke-width': 2.5});
  draw(line, 'text', {x: place + (end ? -6 : 6), y: box.top - 6, 'text-anchor': end ? 'end' : 'start', fill: 'currentColor', 'font-weight': 600, class: 'c45lit-halo'}, words);
}
