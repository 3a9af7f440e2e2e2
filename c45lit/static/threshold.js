// The threshold explorer: Python sends the cases once, every move is answered here.
import {bits, cut, entropy, gini, minus, nearest, plain, rank, sum, ticks, weight, wide} from './numbers.js';
import {W} from './words.js';
import {blank, button, choice, dragged, draw, fitted, frame, keepKeys, legend, marksBelow, marksBeside, outline, over, sharedTraits, sliderIn, statusOf, tag, tickBox} from './common.js';
import * as C45 from './grower.js';

const Say = W.threshold;
const RATIO = '#CC79A7', BOUNDARY = '#56B4E9';
const diamond = (x, y) => `M${x.toFixed(1)},${(y - 5).toFixed(1)}l4,5l-4,5l-4,-5z`;

// The data with the penalty paid or not: what depends on it is sent for both.
function judged(data, paid) {
  const penalty = paid ? data.cost : 0, [start, best] = data.starts[+paid];
  const ratio = data.table.gain.map((gain, i) => (gain - penalty) / data.table.split_info[i]);
  return {...data, penalty, start, best, table: {...data.table, ratio}};
}

// Everything that the picture and the formulas say about one threshold.
function score(data, threshold) {
  const impurity = data.gini ? gini : entropy;
  const k = rank(data.values, threshold);
  const known = data.cumulative[data.cumulative.length - 1];
  const below = k ? data.cumulative[k - 1] : known.map(() => 0);
  const above = known.map((n, c) => n - below[c]);
  const [n, n1, n2] = [known, below, above].map(sum);
  const [h, h1, h2] = [known, below, above].map(impurity);
  const drop = h - n1 / n * h1 - n2 / n * h2;
  const rounded = data.single && n1 > 0 && n2 > 0;  // to 32 bits at each step: Python has done so
  const gain = rounded ? data.table.gain[k - 1] : n / data.weight * drop;
  const info = rounded ? data.table.split_info[k - 1] : entropy([n1, n2, data.weight - n]);
  const ratio = n1 > 0 && n2 > 0 ? (gain - data.penalty) / info : NaN;
  return {below, above, n, n1, n2, h, h1, h2, gain, info, ratio, least: Math.min(n1, n2)};
}

// -- the axis of the values: by value, by rank, or by powers; each a way to a share of the width and back

const SCALES = {
  value: () => ({to: v => v, from: s => s}),
  rank: values => ({
    to(v) {
      const k = Math.min(Math.max(rank(values, v), 1), values.length - 1);
      return k - 1 + (v - values[k - 1]) / (values[k] - values[k - 1]);
    },
    from(s) {
      const k = Math.min(Math.floor(s), values.length - 2);
      return values[k] + (s - k) * (values[k + 1] - values[k]);
    }}),
  log: () => ({to: Math.log, from: Math.exp}),
};
// Where the middle half of the values fills less than a tenth of the axis, ranks show more.
function usualAxis(values) {
  const at = share => values[Math.round(share * (values.length - 1))];
  return at(.75) - at(.25) < (at(1) - at(0)) / 10 ? 'rank' : 'value';
}

function axisTicks(name, values, count) {
  const [low, high] = [values[0], values[values.length - 1]];
  if (name === 'rank') return [...new Set(Array.from({length: count}, (_, i) => values[Math.round(i / (count - 1) * (values.length - 1))]))];
  if (name === 'value') return ticks(low, high, count);
  const powers = ticks(Math.log10(low), Math.log10(high), count).map(p => Number((10 ** p).toPrecision(2)));
  return powers.filter(v => v >= low && v <= high);
}

// -- the parts that stay while the threshold moves

function geometry(data, width) {
  const longest = Math.max(...data.classes.map(name => wide(name)), 34);
  const left = Math.min(longest + 14, width * 0.3), right = 14, inset = 8;
  const row = data.classes.length > 6 ? 20 : 32;
  const top = 16, dots = row * data.classes.length, curves = width < 480 ? 130 : 170;
  const low = data.values[0], high = data.values[data.values.length - 1];
  const inner = width - left - right - 2 * inset, scale = SCALES[data.axis](data.values);
  const curveTop = top + dots + 8, gainFloor = curveTop + curves;
  const [first, last] = [scale.to(low), scale.to(high)];
  const x = v => left + inset + (scale.to(Math.min(Math.max(v, low), high)) - first) / (last - first) * inner;
  const value = px => {
    const share = Math.min(Math.max((px - left - inset) / inner, 0), 1);
    return Math.min(Math.max(scale.from(first + share * (last - first)), low), high);
  };
  const gains = strip(data.more ? [...data.table.gain, ...data.table.gain.map(v => v - data.penalty)] : data.table.gain, gainFloor, curves - 8);
  const ratios = data.gini || !data.more ? null : strip(data.table.ratio, gainFloor + 84, 60);
  const floor = ratios ? ratios.floor : gainFloor, bars = floor + 74;  // between them the slider
  return {width, left, right, inset, top, row, curveTop, floor, low, high, x, y: gains.y, gains, ratios, value, bars, height: bars + 92};
}

// A scale of its own for some numbers, over `height` pixels above `floor`.
function strip(numbers, floor, height) {
  const most = Math.max(...numbers, 1e-3), least = Math.min(0, ...numbers);
  return {most, least, floor, height, y: v => floor - (v - least) / (most - least) * height};
}

// One dot a case, a row a class; cases that would cover each other are stacked.
function drawDots(svg, data, g) {
  const stacks = new Map();
  const spots = data.dots.map(([v, c]) => {
    const place = Math.round(g.x(v) / 5), key = `${c} ${place}`, level = stacks.get(key) || 0;
    stacks.set(key, level + 1);
    return [v, c, level];
  });
  const step = Math.min(6, (g.row - 8) / Math.max(1, ...stacks.values()));
  data.classes.forEach((name, c) => {
    const base = g.top + g.row * (c + 1) - 6;
    draw(draw(svg, 'text', {x: g.left - 8, y: base, 'text-anchor': 'end', fill: 'currentColor'}, cut(name, g.left - 12)), 'title', {}, name);
    draw(svg, 'line', {x1: g.left, x2: g.width - g.right, y1: base + 3.5, y2: base + 3.5, stroke: 'currentColor', opacity: .15});
  });
  const group = draw(svg, 'g', {class: 'c45lit-dots', 'fill-opacity': .85});
  for (const [v, c, level] of spots) {
    const base = g.top + g.row * (c + 1) - 6;
    draw(group, 'circle', {cx: g.x(v).toFixed(1), cy: (base - level * step).toFixed(1), r: 3, fill: data.colours[c % data.colours.length]});
  }
}

// Where a side would be too small for the least side.
function drawFence(svg, data, g) {
  const shade = (from, to) => to > from && draw(svg, 'rect', {class: 'c45lit-fence', x: from, y: g.top, width: to - from, height: g.floor - g.top, fill: 'currentColor', opacity: .12});
  const [low, high] = data.fence;
  if (low === null) return shade(g.left, g.width - g.right);
  shade(g.left, g.x(low));
  shade(g.x(high), g.width - g.right);
}

function drawAxes(svg, data, g) {
  const line = {stroke: 'currentColor', opacity: .5}, word = {fill: 'currentColor'};
  marksBelow(svg, g.floor, axisTicks(data.axis, data.values, g.width < 480 ? 4 : 7).map(v => [g.x(v), minus(plain(v))]));
  for (const [part, count, title] of [[g.gains, 4, data.gini ? Say.decrease : Say.gainAxis], [g.ratios, 2, Say.ratio]]) if (part) {
    draw(svg, 'text', {x: g.left + 6, y: part.floor - part.height + 13, 'font-weight': 600, class: 'c45lit-halo', ...word}, title);
    draw(svg, 'path', {d: `M${g.left},${part.floor - part.height}V${part.floor}H${g.width - g.right}`, fill: 'none', ...line});
    marksBeside(svg, g.left, ticks(part.least, part.most, count).map(v => [part.y(v), minus(plain(v))]));
    if (part.least < 0) draw(svg, 'line', {x1: g.left, x2: g.width - g.right, y1: part.y(0), y2: part.y(0), stroke: 'currentColor', opacity: .25});
  }
  draw(svg, 'text', {x: (g.left + g.width - g.right) / 2, y: g.floor + 35, 'text-anchor': 'middle', ...word}, cut(data.label, g.width - g.left));
}

function drawCurves(svg, data, g) {
  for (const v of data.played) draw(svg, 'circle', {class: 'c45lit-tried', cx: g.x(v), cy: g.y(score(data, v).gain), r: 4, fill: 'currentColor'});
  if (data.tried) return;
  const t = data.table, edges = data.values.map(v => g.x(v).toFixed(1));
  // steps: between two neighbouring values every threshold says the same
  const steps = (numbers, part, attributes) => draw(svg, 'path', {fill: 'none', 'stroke-linejoin': 'round', ...attributes,
    d: numbers.map((v, i) => `${i ? 'V' : `M${edges[0]},`}${part.y(v).toFixed(1)}H${edges[i + 1]}`).join('')});
  if (g.ratios) steps(t.ratio, g.ratios, {class: 'c45lit-ratio', stroke: RATIO, 'stroke-width': 2});
  if (data.penalty > 0 && data.more) steps(t.gain.map(v => v - data.penalty), g.gains, {class: 'c45lit-net', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': '7 4'});
  steps(t.gain, g.gains, {class: 'c45lit-gain', stroke: 'currentColor', 'stroke-width': 2});
  if (t.threshold.length <= 60) t.threshold.forEach((v, i) => draw(svg, 'circle', {cx: g.x(v), cy: g.y(t.gain[i]), r: 2.5, fill: 'currentColor', opacity: t.allowed[i] ? 1 : .35}));
  if (data.marked) t.threshold.forEach((v, i) => t.boundary[i] && draw(svg, 'path', {class: 'c45lit-boundary', d: diamond(g.x(v), g.y(t.gain[i])), fill: BOUNDARY, stroke: 'currentColor'}));
  const best = t.threshold[data.start], star = {x: g.x(best), y: g.y(t.gain[data.start]) - 5};
  draw(draw(svg, 'text', {class: 'c45lit-best', 'text-anchor': 'middle', 'font-size': 17, fill: 'currentColor', ...star}, data.best ? '\u2605' : '\u2606'), 'title', {}, `${startWords(data)} ${plain(best)}`);
}

const startWords = data => data.best ? Say.best : data.tries ? Say.bestAllowed : Say.bestGain;

// What moves: a line with a handle, a ring on each curve, and the bars of both branches.
function drawMoving(layer, data, g, s, threshold) {
  const put = over(layer), x = g.x(threshold).toFixed(1), red = 'var(--c45-accent, #C2122F)', scale = (g.width - 8) / data.weight;
  const ring = (y, more) => put(layer, 'circle', {cx: x, cy: y, fill: 'none', 'stroke-width': 2, ...more});
  put(layer, 'line', {class: 'c45lit-cut', x1: x, x2: x, y1: g.top - 4, y2: g.floor, stroke: red, 'stroke-width': 2});
  put(layer, 'path', {class: 'c45lit-handle', d: `M${x},${g.top - 2}l-6,-9h12z`, fill: red});
  ring(g.y(s.gain), {class: 'c45lit-spot', r: 5, stroke: 'currentColor'});
  if (g.ratios && Number.isFinite(s.ratio)) ring(g.ratios.y(s.ratio), {r: 4, stroke: RATIO});
  [['\u2264', s.below, s.n1, s.h1, '\u2081'], ['>', s.above, s.n2, s.h2, '\u2082']].forEach(([sign, counts, n, h, index], side) => {
    const top = g.bars + side * 44;
    let from = 4;
    put(layer, 'text', {x: 4, y: top + 4, fill: 'currentColor', class: 'c45lit-branch'},
        cut(Say.side(data.label, sign, threshold, n, data.more ? `${SYMBOL(data.gini)}${index} = ${bits(h)}` : ''), g.width - 8));
    put(layer, 'rect', {x: 4, y: top + 10, width: g.width - 8, height: 20, fill: 'none', stroke: 'currentColor', opacity: .25});
    counts.forEach((count, c) => {
      const long = Math.max(0, count * scale), text = weight(count);
      put(put(layer, 'rect', {x: from.toFixed(2), y: top + 10, width: long.toFixed(2), height: 20, fill: data.colours[c % data.colours.length]}), 'title', {}, `${data.classes[c]}: ${text}`);
      if (wide(text) + 4 <= long) put(layer, 'text', {x: (from + long / 2).toFixed(2), y: top + 24, 'text-anchor': 'middle', fill: data.inks[c % data.inks.length]}, text);
      from += long;
    });
  });
  put.end();
}

// -- the page around the picture

function signsOf(data) {
  const line = attributes => svg => draw(svg, 'line', {x1: 1, x2: 25, y1: 6, y2: 6, 'stroke-width': 2, stroke: 'currentColor', ...attributes});
  const star = svg => draw(svg, 'text', {x: 13, y: 11, 'text-anchor': 'middle', fill: 'currentColor', 'font-size': 14}, data.best ? '\u2605' : '\u2606');
  return [
    !data.tried && [data.gini ? Say.decrease : Say.gain, line({})],
    data.penalty > 0 && data.more && [Say.net, line({'stroke-width': 1.5, 'stroke-dasharray': '7 4'})],
    !data.gini && data.more && [Say.ratio, line({stroke: RATIO})],
    !data.tried && [startWords(data), star],
    data.marked && [Say.boundaryPoint, svg => draw(svg, 'path', {d: diamond(13, 6), fill: BOUNDARY, stroke: 'currentColor'})],
    [Say.fence(data.least), svg => draw(svg, 'rect', {width: 26, height: 12, fill: 'currentColor', opacity: .2})]].filter(Boolean);
}

const TRIES = 3;      // of the game, before the curve and the best threshold appear
const SLIDES = 2000, THUMB = 14;  // places of the slider, which stands under the axis; pixels: half of what is dragged

function controls(parent, more, data, act) {
  const row = tag(parent, 'div', 'c45lit-controls'), label = tag(row, 'label', '', Say.threshold);
  const number = Object.assign(tag(label, 'input'), {type: 'number', step: 'any'}), best = button(row, '', act.best);
  number.setAttribute('aria-label', Say.anyValue(data.label));
  best.title = Say.key;
  const points = data.table.boundary.filter(Boolean).length, all = data.table.threshold.length;
  const choices = tag(more, 'div', 'c45lit-controls');
  const boundary = tickBox(choices, Say.boundary(points, all), false);
  const penalty = tickBox(choices, Say.penalty, false);
  penalty.parentElement.hidden = data.gini;  // the Gini index knows none
  const axis = choice(choices, '', Object.entries(Say.axes).filter(([name]) => name !== 'log' || data.values[0] > 0), act.redraw);
  axis.setAttribute('aria-label', Say.axis);
  axis.value = usualAxis(data.values);
  keepKeys(number);
  return {number, best, boundary, penalty, axis};
}

const SYMBOL = gini => gini ? 'G' : 'H';

function writeFormulas(box, data, s) {
  const S = SYMBOL(data.gini), n = weight(s.n), all = weight(data.weight), unknown = data.weight - s.n;
  const has = unknown > 1e-9, of = (m, h) => `${weight(m)}/${n}\u00b7${bits(h)}`;
  const inner = `${S} \u2212 n\u2081/n\u00b7${S}\u2081 \u2212 n\u2082/n\u00b7${S}\u2082`;
  const digits = `${bits(s.h)} \u2212 ${of(s.n1, s.h1)} \u2212 ${of(s.n2, s.h2)}`;
  const parts = (has ? [s.n1, s.n2, unknown] : [s.n1, s.n2]).filter(m => m > 0);
  const unit = data.gini ? '' : Say.bits, shown = data.single ? x => minus(x.toFixed(7)) : bits;
  const lines = [
    [has ? `n/N (${inner})` : inner, has ? `${n}/${all} (${digits})` : digits, shown(s.gain) + unit],
    [Say.penaltyFormula, data.penalty > 0 ? `log\u2082(${data.tries})/${all}` : Say.notPaid, shown(data.penalty) + unit],
    [Say.netFormula, `${bits(s.gain)} \u2212 ${bits(data.penalty)}`, shown(s.gain - data.penalty) + unit],
    ['\u2212 \u03a3 p log\u2082 p', parts.map(m => `\u2212 ${weight(m)}/${all} log\u2082 ${weight(m)}/${all}`).join(' '), shown(s.info) + Say.bits],
    [Say.ratioFormula, `${bits(s.gain - data.penalty)}/${bits(s.info)}`, Number.isFinite(s.ratio) ? shown(s.ratio) : bits(s.ratio)]];
  const put = over(box);
  (data.gini ? [Say.decrease] : Say.formulas).forEach((name, i) => {
    const row = put(box, 'div'), [symbols, numbers, result] = lines[i];
    put(row, 'b', {}, name);
    const middle = put(row, 'div');
    put(middle, 'span', {class: 'c45lit-symbols'}, `= ${symbols} `);
    put(middle, 'span', {class: 'c45lit-numbers'}, `= ${numbers}`);
    put(row, 'span', {class: 'c45lit-shown'}, `= ${result}`);
  });
  put.end();
}

function verdict(data, s, threshold) {
  const k = rank(data.values, threshold), seen = data.values[k - 1], inside = k > 0 && k < data.values.length;
  const best = data.best && k === rank(data.values, data.table.threshold[data.start]);
  const why = best ? Say.isBest : s.least < data.least ? Say.forbidden(s.least, data.least) : s.gain <= data.penalty ? Say.belowPenalty : Say.allowed;
  const scores = data.gini ? Say.decreases(s.gain) : data.more ? Say.scores(s.gain, data.penalty, s.ratio) : Say.gains(s.gain, s.h);
  if (data.tried) return Say.play(data.label, threshold, Say.gains(s.gain, s.h), data.tried.length, TRIES);
  const gainOf = v => score(data, v).gain, mine = data.played.reduce((p, q) => gainOf(q) > gainOf(p) ? q : p, data.played[0]), top = data.table.threshold[data.start];
  if (threshold === data.ended && data.played.length) return Say.ended(gainOf(mine), mine, gainOf(top), top);
  return Say.verdict(data.label, threshold, inside && seen !== threshold && data.more ? seen : null, scores, why);
}

function notes(place, data) {
  const unknown = data.weight - sum(data.cumulative[data.cumulative.length - 1]), all = data.table.threshold.length;
  place.textContent = [unknown > 1e-9 && Say.unknown(unknown), data.dots.length < data.n_cases && Say.dots(data.dots.length, data.n_cases),
    data.thinned ? Say.thinned(all, data.thinned) : Say.dragging, !data.best && Say.noneWorth, data.single && Say.single].filter(Boolean).join(' ');
}

// The tree that grows below the cut.
function treeBelow(root, data) {
  if (!data.grown) return () => {};
  const {table, column, options} = data.grown, t = C45.table(table), head = tag(root, 'p', 'c45lit-note'), lines = outline(root, data, Say.below);
  return (threshold, penalty) => {
    const nodes = C45.told(t, C45.grow(t, {options: {...options, penalty}, asked: new Map([['', {attribute: column, threshold}]]), stop: {collapse: false}}));
    const hidden = lines.show(nodes[0].node.mine ? nodes : [{...nodes[0], asks: '', branches: []}]);  // one side has no case
    head.textContent = Say.grown(data.label, threshold) + (hidden > 0 ? ` ${W.moreNodes(hidden)}` : '');
  };
}

function render({model, el}) {
  const sent = model.get('data'), thresholds = sent.table.threshold;
  const root = frame(el, 'c45lit-threshold', Say.label(sent.label));
  const picture = tag(root, 'div', 'c45lit-plot');
  const svg = draw(picture, 'svg', {role: 'img', 'aria-label': Say.picture(sent.label)});
  const key = tag(root, 'div', 'c45lit-legend');
  const fold = tag(root, 'details', 'c45lit-more');  // the last, see below
  tag(fold, 'summary', '', Say.more);
  fold.open = !!model.get('boundary');
  const redraw = () => layout(width);
  const slider = sliderIn(picture, Say.slider(sent.label), at => move(snapped(g.left + g.inset + at / SLIDES * (g.width - g.left - g.right - 2 * g.inset))), {max: SLIDES});
  const {number, best, boundary, penalty, axis} = controls(root, fold, sent, {redraw, best() { move(thresholds[data.start]); attempt(true); }});
  const readout = statusOf(root);
  root.append(fold);
  const rows = tag(fold, 'div', 'c45lit-formula'), remarks = tag(fold, 'p', 'c45lit-note'), growBelow = treeBelow(fold, sent);
  let g, moving, data, steps, places, width, tried = [], ended = null;

  function layout(room) {
    width = room;
    data = {...judged(sent, !sent.gini && model.get('penalty')), marked: model.get('boundary'), axis: axis.value, more: fold.open, played: tried, ended, tried: model.get('game') ? tried : null};
    steps = thresholds.map((_, i) => i).filter(i => !data.marked || sent.table.boundary[i]);
    [boundary.checked, penalty.checked] = [data.marked, !!model.get('penalty')];
    best.textContent = data.tried ? Say.giveUp : startWords(data).replace(/^./, c => c.toUpperCase());
    g = geometry(data, width);
    places = steps.map(i => g.x(thresholds[i]));
    Object.assign(slider.style, {left: `${g.left + g.inset - THUMB}px`, top: `${g.floor + 31}px`, width: `${width - g.left - g.right - 2 * g.inset + 2 * THUMB}px`});  // its thumb stands under the line
    blank(svg, width, g.height);
    drawFence(svg, data, g);
    drawAxes(svg, data, g);
    drawDots(svg, data, g);
    drawCurves(svg, data, g);
    moving = draw(svg, 'g');
    legend(key, signsOf(data), 26, 12);
    notes(remarks, data);
    update();
  }

  function update() {
    const t = model.get('threshold'), s = score(data, t);
    drawMoving(moving, data, g, s, t);
    readout.textContent = verdict(data, s, t);
    slider.value = Math.round(SLIDES * (g.x(t) - g.left - g.inset) / (g.width - g.left - g.right - 2 * g.inset));
    slider.setAttribute('aria-valuetext', readout.textContent);
    if (document.activeElement !== number) number.value = plain(t);
    if (!fold.open) return;
    writeFormulas(rows, data, s);
    growBelow(t, !!model.get('penalty'));
  }

  function move(threshold) {
    // where candidates were left out only the shown ones have exact counts
    const t = data.thinned ? thresholds[nearest(thresholds, threshold)] : threshold;
    placed.tell({threshold: t});
    update();
  }
  // Letting go is a try; the last one, the best threshold, or giving up shows what was hidden.
  function attempt(last = false) {
    if (!data.tried) return;
    const t = model.get('threshold');
    if (!last && !tried.includes(t)) tried = [...tried, t];
    if (!last && tried.length < TRIES && rank(data.values, t) !== rank(data.values, thresholds[data.start])) return layout(width);
    ended = t;
    turn('game', false);
  }
  function turn(name, value) {
    looks.tell({[name]: value});
    layout(width);
  }

  const snapped = px => steps.length ? thresholds[steps[nearest(places, px)]] : model.get('threshold');
  const place = event => {
    const box = svg.getBoundingClientRect(), px = (event.clientX - box.left) * g.width / box.width;
    move(event.altKey ? plain(g.value(px)) : snapped(px));
  };
  const step = (event, by) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !steps.length) return;
    event.preventDefault();
    const at = nearest(steps.map(i => thresholds[i]), model.get('threshold'));
    move(thresholds[steps[Math.min(Math.max(at + by, 0), steps.length - 1)]]);
  };
  const KEYS = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity};
  const inPlot = event => (event.clientY - svg.getBoundingClientRect().top) < g.floor + 20;
  slider.addEventListener('keydown', e => e.key === 'b' ? move(thresholds[data.start]) : e.key in KEYS && step(e, KEYS[e.key]));
  fold.addEventListener('toggle', redraw);
  number.addEventListener('input', () => Number.isFinite(number.valueAsNumber) && move(number.valueAsNumber));
  number.addEventListener('change', () => { update(); attempt(); });
  slider.addEventListener('change', () => attempt());
  svg.addEventListener('pointerup', () => attempt());
  boundary.addEventListener('change', () => turn('boundary', boundary.checked));
  penalty.addEventListener('change', () => turn('penalty', penalty.checked));
  dragged(svg, inPlot, place);
  const placed = sharedTraits(model, 'threshold', update), looks = sharedTraits(model, 'penalty boundary game', redraw);
  const stop = fitted(root, layout);
  return () => { stop(); placed.end(); looks.end(); };
}

export default {render};
