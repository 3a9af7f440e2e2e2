// The ten pictures of the story: where every dot is, and what is drawn around the dots.
// A stage `s` holds width, height, data, words and what the reader has set; nothing here changes it.
import {fixed, percent, sum, ticks, wide} from './numbers.js';
import {W} from './words.js';
import {draw} from './common.js';

export const upTo = n => [...Array(n).keys()];
const most = list => list.indexOf(Math.max(...list));
const isNarrow = s => s.width < 620;
const isTight = s => isNarrow(s) && !s.least;  // no room for the answer above a leaf
const ofClass = (s, list) => s.data.classes.map((_, k) => list.filter(i => s.data.species[i] === k).length);
const shortName = name => W.penguins[name] || name;

// -- marks

const write = (g, x, y, words, style = '', more = {}) =>
  draw(g, 'text', {x: x.toFixed(1), y: y.toFixed(1), class: style, ...more}, words);
const stroke = (g, x1, y1, x2, y2, style = 'axis') => draw(g, 'line', {x1, y1, x2, y2, class: style});
const box = (g, x, y, width, height, more) => draw(g, 'rect', {x, y, width: Math.max(0, width), height, ...more});
const ball = (g, x, y, r, k) => draw(g, 'circle', {cx: x, cy: y, r, class: `f${k}`});
const twigPath = (x1, y1, x2, y2) => `M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`;
const pathOf = points => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

// -- the birds on the axis of the flipper

export function flippers(s) {
  const known = upTo(s.data.flipper.length).filter(i => s.data.flipper[i] !== null);
  const values = known.map(i => s.data.flipper[i]);
  return {known, low: Math.min(...values), high: Math.max(...values), values: s.data.cuts.map(c => c[0])};
}
function flipperX(s, v) {
  const {low, high} = s.flippers, margin = isNarrow(s) ? 10 : 28;
  return margin + (v - low + 1.5) / (high - low + 3) * (s.width - 2 * margin);
}
export const baseline = (s, scene) => s.height * {2: .7, 3: .56, 4: .43}[scene];
const pitch = (s, base) => Math.min(flipperX(s, 1) - flipperX(s, 0), (base - 26) / 23);
const byClass = s => upTo(s.data.species.length).sort((i, j) => s.data.species[i] - s.data.species[j]);
// The line of a cut is between its value and the next one.
export function cutX(s, k) {
  const next = s.data.cuts[k + 1] ? s.data.cuts[k + 1][0] : s.flippers.high;
  return (flipperX(s, s.data.cuts[k][0]) + flipperX(s, next)) / 2;
}

function axisOfFlippers(s, g, base) {
  const {low, high} = s.flippers;
  stroke(g, flipperX(s, low - 1.5), base, flipperX(s, high + 1.5), base);
  for (const v of ticks(low, high, 6)) {
    stroke(g, flipperX(s, v), base, flipperX(s, v), base + 5);
    write(g, flipperX(s, v), base + 20, v, 'tick mid');
  }
  write(g, flipperX(s, high) - pitch(s, base) * 1.2 - 12, 25, s.words.unmeasured(s.data.flipper.length - s.flippers.known.length), 'tick end');
}

// -- where the dots are: [x, y, radius, opacity] of each

function crowd(s) {
  const n = s.data.species.length, step = Math.min(s.width, s.height) * .47 / Math.sqrt(n);
  const flat = Math.max(1, Math.min(1.35, s.width / s.height));
  return upTo(n).map(i => {
    const j = i * 137 % n, r = step * Math.sqrt(j + .5), angle = j * 2.39996;
    return [s.width / 2 + r * Math.cos(angle) * flat, s.height * .48 + r * Math.sin(angle), step * .74, 1];
  });
}
function lined(s, scene) {
  const base = baseline(s, scene), d = pitch(s, base), seen = {}, places = [];
  for (const i of byClass(s)) {
    const v = s.data.flipper[i], k = seen[v] = (seen[v] || 0) + 1;
    places[i] = v === null ? [flipperX(s, s.flippers.high) - (k - 1) * d * 1.2, 20, d * .45, .9]
                           : [flipperX(s, v), base - d * (k - .5) - 1, d * .45, 1];
  }
  return places;
}
const islandX = (s, k) => s.width * (k + .5) / 3;
function islands(s) {
  const base = s.height * .4, columns = isNarrow(s) ? 12 : 14, seen = [0, 0, 0], places = [];
  const d = Math.min((s.width / 3 - 20) / columns, (base - 8) / Math.ceil(168 / columns));
  for (const i of byClass(s)) {
    const k = s.data.island[i], n = seen[k]++;
    places[i] = [islandX(s, k) + (n % columns - (columns - 1) / 2) * d, base - d * (Math.floor(n / columns) + .5) - 2, d * .44, 1];
  }
  return places;
}
function twoHalves(s) {
  const d = isNarrow(s) ? 5 : 8, columns = isNarrow(s) ? 28 : 34, seen = [0, 0];
  return upTo(s.data.species.length).map(i => {
    if (s.data.sex[i] < 0) return [s.width / 2, 40, 1, 0];
    const half = i * 7919 % 2, n = seen[half]++, left = half ? s.width - columns * d - 4 : isNarrow(s) ? 4 : 52;
    return [left + (n % columns + .5) * d, (isNarrow(s) ? 26 : 34) + Math.floor(n / columns) * d, d * .4, half ? 1 : .45];
  });
}
function cells(s) {
  const columns = isNarrow(s) ? 4 : 6, rows = Math.ceil(s.data.others.length / columns);
  return {columns, width: s.width / columns, height: (s.height - 8) / rows};
}
function scattered(s) {
  const {columns, width, height} = cells(s);
  return upTo(s.data.species.length).map(i => {
    const k = i % s.data.others.length;
    return [(k % columns + .5) * width, (Math.floor(k / columns) + .5) * height, 2, 0];
  });
}

// -- the tree

const LEVELS = [1, 2, 4], NAMED = 20;  // on a phone the leaves of so many birds have their name, the others their colour, and the name when they are pressed
const levelOf = s => LEVELS[s.part] || LEVELS[0];
// A drawn tree, cut below `depth` tests: leaves in one row, as wide as their birds are many.
function plan(s, depth) {
  const {nodes} = s.data, leaves = [], found = {};
  (function walk(n, k, up, branch) {
    const inner = nodes[n].attribute >= 0 && k < depth;
    found[n] = {n, k, up, branch, inner};
    if (inner) nodes[n].branches.forEach((b, j) => walk(b, k + 1, n, j)); else leaves.push(n);
  })(0, 0, null, 0);
  const least = Math.min(s.least ?? (isNarrow(s) ? 33 : s.width > 1000 ? 84 : 68), s.width / leaves.length);
  const rest = s.width - least * leaves.length, total = sum(leaves.map(n => nodes[n].weight));
  let x = 0;
  for (const n of leaves) {
    const width = least + rest * nodes[n].weight / total;
    Object.assign(found[n], {x: x + width / 2, width});
    x += width;
  }
  const all = Object.values(found), deep = Math.max(...all.map(o => o.k)), top = isNarrow(s) ? 16 : 26;
  const leafY = s.height - (isTight(s) ? 104 : Math.min(190, s.height * (isNarrow(s) ? .45 : .3)));
  for (const o of all.sort((p, q) => q.k - p.k)) {
    if (o.inner) {
      const below = nodes[o.n].branches.map(b => found[b].x);
      o.x = (below[0] + below[below.length - 1]) / 2;
    }
    o.y = o.inner ? top + o.k * (leafY - 34 - top) / Math.max(1, deep - .15) : leafY;
  }
  return {found, all, leaves, leafY};
}
// Below each leaf its birds, in rows.
export function piled(s, depth, opacity = 1) {
  const p = plan(s, depth), at = s.data.levels[depth].at, birds = {}, places = [];
  for (const i of byClass(s)) (birds[at[i]] ||= []).push(i);
  const head = isTight(s) ? 40 : 62, room = s.height - p.leafY - head + (isNarrow(s) ? 2 : 0);
  const columns = (n, d) => Math.max(1, Math.floor((p.found[n].width - 10) / d));
  let d = isNarrow(s) ? 7 : 12;
  while (d > 3 && p.leaves.some(n => birds[n] && Math.ceil(birds[n].length / columns(n, d)) * d > room)) d -= .25;
  for (const n of p.leaves) {
    const list = birds[n] || [], across = Math.min(list.length, columns(n, d));
    list.forEach((i, j) => {
      places[i] = [p.found[n].x + (j % across - (across - 1) / 2) * d, p.leafY + head + d * Math.floor(j / across), d * .44, opacity];
    });
  }
  return places;
}
function branchWord(s, up, branch) {
  const {attribute, threshold} = s.data.nodes[up];
  if (threshold !== null) return branch ? s.words.no : s.words.yes;
  const word = s.data.attributes[attribute].values[branch];
  return isNarrow(s) ? word.slice(0, 3) : word;
}
function questionOf(s, n) {
  const {attribute, threshold} = s.data.nodes[n], name = shortName(s.data.attributes[attribute].name);
  const few = isNarrow(s) && threshold !== null ? name.replace(' length', '') : name;
  return threshold === null ? `${few}?` : `${few} \u2264 ${threshold}?`;
}
// A pill with the question of a node; its half width.
function pill(s, g, o) {
  const words = questionOf(s, o.n), width = wide(words, isNarrow(s) ? 12.5 : 15) + 24;
  const x = Math.max(width / 2, Math.min(s.width - width / 2, o.x));
  box(g, x - width / 2, o.y - 14, width, 28, {rx: 14, style: 'fill: var(--c45-raised); stroke: var(--c45-axis)'});
  write(g, x, o.y + 5, words, 'mid bold', {style: `font-size: ${isNarrow(s) ? 12.5 : 15}px`});
}
export function treePicture(s, g, depth, shares = null) {
  const p = plan(s, depth), {nodes, classes} = s.data, small = `font-size: ${isNarrow(s) ? 12.5 : 15}px`;
  for (const o of p.all.filter(o => o.up !== null)) {
    const u = p.found[o.up], line = twigPath(u.x, u.y + 8, o.x, o.inner ? o.y - 14 : o.y - 4);
    const wide = shares ? 1.5 : Math.max(1.5, Math.sqrt(nodes[o.n].weight) * .9);
    draw(g, 'path', {d: line, style: `fill: none; stroke: var(--c45-line); stroke-width: ${wide}`});
    if (shares && shares[o.n] > 0) {
      const width = Math.max(1.5, shares[o.n] * (isNarrow(s) ? 26 : 44));
      draw(g, 'path', {d: line, class: 'c45lit-story-drawn', pathLength: 1,
                       style: `fill: none; stroke: var(--c45-c0); stroke-opacity: .85; stroke-width: ${width.toFixed(1)}`});
    }
  }
  for (const o of p.all.filter(o => o.up !== null)) {
    if (isTight(s) && !o.inner && !shares) continue;
    const side = o.inner && nodes[o.up].threshold !== null ? (o.branch ? 1 : -1) : 0;
    write(g, o.x + side * (isNarrow(s) ? 15 : 20), o.y + (o.inner ? -21 : 13), branchWord(s, o.up, o.branch),
          `tick halo ${side < 0 ? 'end' : side ? '' : 'mid'}`);
  }
  let pressed = null;
  for (const o of p.all) {
    if (o.inner) { pill(s, g, o); continue; }
    const name = classes[nodes[o.n].class];
    if (shares) {
      const part = shares[o.n];
      if (part > 0) write(g, o.x, o.y + 34, percent(part, part < .05 && !isNarrow(s) ? 1 : 0), 'mid bold', {style: small});
      if (part > 0 && !isNarrow(s)) write(g, o.x, o.y + 52, name, 'tick mid');
      continue;
    }
    const birds = s.data.levels[depth].at.filter(n => n === o.n).length;
    const named = !isTight(s) || birds >= NAMED, said = write(g, o.x, o.y + (isTight(s) ? 15 : 31), name, 'mid bold halo', {style: `${small}; visibility: ${named ? 'visible' : 'hidden'}`});
    if (!named) box(g, o.x - 16, o.y, 32, 44, {fill: 'transparent'}).addEventListener('click', () => {
      if (pressed) pressed.style.visibility = 'hidden';
      (pressed = said).style.visibility = 'visible';
    });
    write(g, o.x, o.y + (isTight(s) ? 31 : 47), s.counts?.(o.n) ?? birds, 'tick mid');
  }
  if (!shares) return;
  const root = p.found[0], off = isNarrow(s) ? 76 : 108, {unmeasured} = s.data;
  ball(g, root.x - off, root.y, 9, s.data.species[unmeasured.case]);
  const words = isNarrow(s) ? s.words.bird(unmeasured.case + 1) : s.words.unmeasuredBird(unmeasured.case + 1);
  write(g, root.x - off - 16, root.y + 5, words, 'bold end');
}

// -- training and held-out error

const HIGHEST_ERROR = .22, SIZE_RANGE = [2.5, 22.5];
export function chartBox(s) {
  const box = {x0: isNarrow(s) ? 40 : 52, x1: s.width - (isNarrow(s) ? 12 : 150), y0: isNarrow(s) ? 78 : 120, y1: s.height - (isNarrow(s) ? 96 : 128)};
  box.x = leaves => box.x0 + (leaves - SIZE_RANGE[0]) / (SIZE_RANGE[1] - SIZE_RANGE[0]) * (box.x1 - box.x0);
  box.y = error => box.y1 - error / HIGHEST_ERROR * (box.y1 - box.y0);
  return box;
}
const lowestOf = rows => rows.reduce((p, q) => q[2] < p[2] ? q : p);
function errorChart(s, g, quiet) {
  const c = chartBox(s), rows = s.data.grown, narrow = isNarrow(s), drawn = quiet ? 'mark' : 'mark c45lit-story-drawn';
  const line = k => rows.map(r => [c.x(r[0]), c.y(r[k])]);
  write(g, narrow ? 4 : 52, narrow ? 12 : 18, s.words.trainHalf[+narrow], 'dim');
  write(g, s.width - 4, narrow ? 12 : 18, s.words.testHalf[+narrow], 'dim end');
  for (const v of [0, .05, .1, .15, .2]) {
    stroke(g, c.x0, c.y(v), c.x1, c.y(v), v ? 'grid' : 'axis');
    write(g, c.x0 - 8, c.y(v) + 5, percent(v), 'tick end');
  }
  for (const v of [5, 10, 15, 20]) write(g, c.x(v), c.y1 + 20, v, 'tick mid');
  if (narrow) write(g, 0, c.y1 + 20, s.words.leaves, 'tick');
  else write(g, (c.x0 + c.x1) / 2, c.y1 + 42, s.words.leaves, 'mid');
  draw(g, 'path', {d: `${pathOf([...line(2), ...line(1).reverse()])}Z`, style: 'fill: var(--c45-sunk)'});
  draw(g, 'path', {d: pathOf(line(1)), class: drawn, pathLength: 1, style: 'stroke: var(--c45-faint)'});
  draw(g, 'path', {d: pathOf(line(2)), class: drawn, pathLength: 1, style: 'stroke-width: 4'});
  const last = rows[rows.length - 1], low = lowestOf(rows);
  if (narrow) {
    write(g, c.x1, c.y(last[2]) - 14, s.words.heldOut, 'bold end');
    write(g, c.x(10.6), c.y(.066), s.words.training, 'dim bold');
  } else {
    write(g, c.x(last[0]) + 14, c.y(last[2]) + 5, `${s.words.heldOut} ${percent(last[2], 1)}`, 'bold');
    write(g, c.x(last[0]) + 14, c.y(last[1]) + 1, `${s.words.training} ${percent(last[1], 1)}`, 'dim bold');
  }
  if (quiet) return;
  draw(g, 'circle', {cx: c.x(low[0]), cy: c.y(low[2]), r: 6, style: 'fill: var(--c45-paper); stroke: var(--c45-ink); stroke-width: 3'});
  write(g, c.x(low[0]), c.y(low[2]) + 30, s.words.lowest(percent(low[2], 1), low[0].toFixed(0)), 'mid bold halo');
}
function prunedMark(s, g) {
  const c = chartBox(s), [leaves, , error] = s.data.pruned[s.cf];
  stroke(g, c.x(leaves), c.y(error), c.x(leaves), c.y1, 'touch-line');
  draw(g, 'path', {d: pathOf(s.data.pruned.map(r => [c.x(r[0]), c.y(r[2])])), class: 'mark', style: 'stroke: var(--c45-accent); stroke-dasharray: 2 6'});
  draw(g, 'circle', {cx: c.x(leaves), cy: c.y(error), r: 9, class: 'touch', style: 'stroke: var(--c45-paper); stroke-width: 3'});
  write(g, c.x(leaves) + 12, c.y(error) - 18, percent(error, 1), 'bold halo');
  write(g, c.x0, s.height - 2, s.words.pruneHard, 'tick');
  write(g, c.x1, s.height - 2, s.words.pruneNot, 'tick end');
}

// -- one cut

export const cutOf = s => s.data.cuts[s.cut];
function sides(s) {
  const left = s.flippers.known.filter(i => s.data.flipper[i] <= cutOf(s)[0]);
  return [ofClass(s, left), ofClass(s, s.flippers.known.filter(i => s.data.flipper[i] > cutOf(s)[0]))];
}
const INK_ON = k => k === 1 ? '#1A1A1E' : '#FFFFFF';
function twoSides(s, g) {
  const base = baseline(s, 3), y = base + (isNarrow(s) ? 74 : 96), height = isNarrow(s) ? 30 : 44;
  const left = flipperX(s, s.flippers.low - 1.5), width = flipperX(s, s.flippers.high + 1.5) - left, gap = 8;
  stroke(g, cutX(s, s.cut), 8, cutX(s, s.cut), base + 34, 'touch-line');
  let x = left;
  sides(s).forEach((counts, side) => {
    const n = sum(counts), wide = (width - gap) * n / s.flippers.known.length;
    let from = x;
    counts.forEach((count, k) => {
      const long = wide * count / n;
      box(g, from, y, long, height, {class: `f${k}`});
      if (long > 30) write(g, from + long / 2, y + height / 2 + 5, count, 'bold mid', {style: `fill: ${INK_ON(k)}`});
      from += long;
    });
    write(g, side ? left + width : left, y - 11, `${side ? '>' : '\u2264'} ${cutOf(s)[0]} mm: ${s.words.birds(n)}`, side ? 'end' : '');
    x += wide + gap;
  });
  s.data.classes.forEach((name, k) => {
    const at = left + k * Math.min(150, width / 3);
    ball(g, at + 7, y + height + 27, 6, k);
    write(g, at + 20, y + height + 32, name, 'dim');
  });
}
const GAIN_ROOM = .85;  // bits, the height of the curve
function gainPicture(s, g) {
  const narrow = isNarrow(s), base = baseline(s, 4), top = base + (narrow ? 58 : 66), tall = s.height * (narrow ? .15 : .17);
  const left = flipperX(s, s.flippers.low - 1.5), right = flipperX(s, s.flippers.high + 1.5), gain = cutOf(s)[1];
  const y = bits => top + tall - bits / GAIN_ROOM * tall, values = [...s.flippers.values, s.flippers.high], x = cutX(s, s.cut);
  stroke(g, left, top + tall, right, top + tall);
  draw(g, 'path', {class: 'mark', d: pathOf(s.data.cuts.flatMap(([, bits], k) => [values[k], values[k + 1]].map(v => [flipperX(s, v), y(bits)])))});
  stroke(g, x, top + tall, x, y(gain), 'hero');
  draw(g, 'circle', {cx: x, cy: y(gain), r: 6, class: 'touch'});
  stroke(g, x, 8, x, top + tall, 'touch-line');
  write(g, left, top + 2, s.words.gains[+narrow], 'dim halo');
  entropyBars(s, g, left, right - left, top + tall + (narrow ? 36 : 52), gain);
}
function entropyBars(s, g, x, width, y, gain) {
  const narrow = isNarrow(s), tall = narrow ? 22 : 32, next = y + (narrow ? 30 : 46), {before} = s.data, k = width / (before * 1.005), rest = (before - gain) * k;
  box(g, x, y, before * k, tall, {style: 'fill: var(--c45-ink)'});
  write(g, x + 10, y + tall / 2 + 5, s.words.entropyBefore(fixed(before)), 'bold', {style: 'fill: var(--c45-paper)'});
  box(g, x, next, rest, tall, {style: 'fill: var(--c45-axis)'});
  write(g, x + 10, next + tall / 2 + 5, s.words.entropyAfter, 'bold', {style: 'fill: var(--c45-on-axis)'});
  box(g, x + rest, next, gain * k, tall, {class: 'touch'});
  const inside = gain * k > 96;
  write(g, inside ? x + before * k - 10 : x + rest - 10, next + tall / 2 + 5, s.words.gain(fixed(gain)), 'bold end',
        {style: `fill: var(${inside ? '--c45-on-accent' : '--c45-accent'})`});
}

// -- gain ratio

function ratioBars(s, g) {
  const narrow = isNarrow(s), rows = s.data.root.filter(r => r.above_average).sort((p, q) => q.ratio - p.ratio);
  const top = s.height * .4 + (narrow ? 58 : 88), left = narrow ? 110 : 138, k = (s.width - left - (narrow ? 44 : 70)) / 1.5;
  const step = Math.min(46, (s.height - top - 6) / rows.length), tall = Math.min(26, step * .62);
  write(g, left, top - 14, s.words.ratioHead[+narrow], 'dim');
  write(g, s.width - 4, top - 14, s.words.ratio, 'dim end');
  rows.forEach((r, j) => {
    const y = top + j * step, mid = y + tall / 2 + 5, on = r.name === 'island' || r.name === 'flipper_length_mm', look = on ? 'bold' : 'dim';
    write(g, left - 10, mid, shortName(r.name), `end ${look}`);
    box(g, left, y, r.split_info * k, tall, {style: 'fill: none; stroke: var(--c45-axis); stroke-width: 1.5'});
    box(g, left, y, r.net_gain * k, tall, {style: `fill: var(${on ? '--c45-ink' : '--c45-axis'})`});
    if (!narrow) {
      write(g, left + r.net_gain * k - 8, mid, fixed(r.net_gain), 'end bold', {style: `fill: var(${on ? '--c45-paper' : '--c45-on-axis'})`});
      write(g, left + r.split_info * k + 8, mid, fixed(r.split_info), 'tick');
    }
    write(g, s.width - 4, mid, fixed(r.ratio), `end ${look}`);
  });
}
function islandNames(s, g) {
  const base = s.height * .4;
  stroke(g, 8, base, s.width - 8, base);
  s.data.attributes[0].values.forEach((name, k) => write(g, islandX(s, k), base + 22, name, 'mid bold'));
}

// -- other trees: what they have in common with ours is faint, what differs is in ink

function otherTrees(s, g) {
  const c = cells(s), mine = JSON.stringify(s.data.outline);
  s.data.others.forEach((tree, i) => {
    const same = JSON.stringify(tree) === mine, x0 = i % c.columns * c.width, y0 = Math.floor(i / c.columns) * c.height;
    const part = draw(g, 'g', {class: 'c45lit-story-new', style: `animation-delay: ${i * 45}ms`});
    const first = smallTree(s, part, tree, {x: x0, y: y0, width: c.width, height: c.height - (isNarrow(s) ? 22 : 40)});
    if (!isNarrow(s)) write(part, x0 + c.width / 2, y0 + c.height - 16, same ? s.words.same : first, same ? 'tick mid' : 'mid bold', {style: 'font-size: 13px'});
  });
}
const leavesOf = node => Array.isArray(node) ? sum(node[2].map(leavesOf)) : 1;
// Draws a tree in a box; gives the words of its first test that ours does not have.
function smallTree(s, g, tree, room) {
  const pad = isNarrow(s) ? 6 : 12, wide = (room.width - 2 * pad) / leavesOf(tree), step = (room.height - 16) / 5;
  const lines = draw(g, 'g'), dots = draw(g, 'g');
  let at = 0, first = '';
  (function walk(node, twin, level) {
    const y = room.y + 10 + level * step;
    const is = Array.isArray(node) ? Array.isArray(twin) && node[0] === twin[0] && node[1] === twin[1] : node === twin;
    if (!Array.isArray(node)) {
      const x = room.x + pad + (at++ + .5) * wide;
      draw(dots, 'circle', {cx: x, cy: y, r: isNarrow(s) ? 3.2 : 5, class: `f${node}`, opacity: is ? .35 : 1});
      return x;
    }
    if (!is && !first) {
      const name = shortName(s.data.attributes[node[0]].name);
      first = node[1] === null ? `${name}?` : `${name.replace(' length', '')} \u2264 ${node[1]}`;
    }
    const xs = node[2].map((branch, j) => walk(branch, is ? twin[2][j] : null, level + 1)), x = (xs[0] + xs[xs.length - 1]) / 2;
    for (const to of xs)
      draw(lines, 'path', {d: twigPath(x, y, to, y + step), style: `fill: none; stroke: var(${is ? '--c45-line' : '--c45-ink'}); stroke-width: 1.5`});
    return x;
  })(tree, s.data.outline, 0);
  return first || s.words.otherLeaf;
}

// -- the scenes: where the dots are, what is drawn under and over them, the message

const speciesLabels = (s, g) => {
  const base = baseline(s, 2), d = pitch(s, base);
  write(g, flipperX(s, (s.flippers.low + s.flippers.high) / 2), base + 46, s.words.axis, 'mid');
  (isNarrow(s) ? [180, 204, 226] : [184, 202, 218]).forEach((v, k) => {
    const half = wide(s.data.classes[k], 15) / 2 + 8, near = s.flippers.known.filter(i => Math.abs(flipperX(s, s.data.flipper[i]) - flipperX(s, v)) < half + 16);
    const tallest = Math.max(...near.map(i => near.filter(j => s.data.flipper[j] === s.data.flipper[i]).length)), y = base - d * tallest - 14;
    ball(g, flipperX(s, v) - half - 4, y - 5, 6, k);
    write(g, flipperX(s, v) + 6, y, s.data.classes[k], 'bold halo mid');
  });
};
const mostly = (s, counts) => s.words.mostly(percent(counts[most(counts)] / sum(counts)), s.data.classes[most(counts)]);
const rootOf = (s, name) => s.data.root.find(r => r.name === name);
export const SCENES = {
  1: {place: crowd, says: () => ({})},
  2: {place: s => lined(s, 2), under(s, g) { axisOfFlippers(s, g, baseline(s, 2)); speciesLabels(s, g); }, says: () => ({})},
  3: {place: s => lined(s, 3), grip: 'cut', under(s, g) { axisOfFlippers(s, g, baseline(s, 3)); }, over: twoSides,
      says(s) { const [left, right] = sides(s); return {left: mostly(s, left), right: mostly(s, right)}; }},
  4: {place: s => lined(s, 4), grip: 'cut', under(s, g) { axisOfFlippers(s, g, baseline(s, 4)); }, over: gainPicture,
      says: s => ({best: cutOf(s)[0] === s.data.best, cut: cutOf(s)[0], gain: fixed(cutOf(s)[1]), before: fixed(s.data.before)})},
  5: {place: islands, under: islandNames, over: ratioBars,
      says: s => ({flipper: fixed(rootOf(s, 'flipper_length_mm').ratio), island: fixed(rootOf(s, 'island').ratio)})},
  6: {place: s => piled(s, levelOf(s)), under(s, g) { treePicture(s, g, levelOf(s)); },
      says: s => ({asked: plan(s, levelOf(s)).all.filter(o => o.inner).length, wrong: s.data.levels[levelOf(s)].wrong, birds: s.data.species.length})},
  7: {place: twoHalves, under(s, g) { errorChart(s, g, false); },
      says: s => ({low: percent(lowestOf(s.data.grown)[2]), last: percent(s.data.grown[s.data.grown.length - 1][1], 1)})},
  8: {place: twoHalves, grip: 'cf', under(s, g) { errorChart(s, g, true); }, over: prunedMark,
      says: s => ({cf: s.data.cfs[s.cf], leaves: s.data.pruned[s.cf][0].toFixed(0), error: percent(s.data.pruned[s.cf][2], 1)})},
  9: {place: s => piled(s, LEVELS[2], .13), under(s, g) { treePicture(s, g, LEVELS[2], s.data.unmeasured.shares); },
      says(s) {
        const {proba, shares} = s.data.unmeasured, k = most(proba);
        return {sure: percent(proba[k]), name: s.data.classes[k], leaves: shares.filter((p, n) => p > 0 && s.data.nodes[n].attribute < 0).length};
      }},
  10: {place: scattered, under: otherTrees, says: s => ({other: s.data.tried - s.data.same, tried: s.data.tried})},
};
