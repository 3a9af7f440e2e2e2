// Was it chance? The classes are shuffled, and what an attribute gains then falls onto a heap; a flag says what it gains as it is.
import {entropy, generator, minus, plain, rank, scoresOf, shuffled} from './numbers.js';
import {cases, W} from './words.js';
import {blank, button, choice, dial, draw, fitted, frame, marksBelow, sharedTraits, statusOf, tag} from './common.js';
import * as C45 from './grower.js';
import {isCalm, lesson} from './lesson.js';

const Say = W.luck;
const HEAP = 'var(--c45-axis, #A9A59B)', BEYOND = 'var(--c45-ink, #1A1A1E)', FLAG = 'var(--c45-accent, #C2122F)', LINE = 'var(--c45-c3, #CC79A7)';
const AT_ONCE = 4;  // ms of shuffling before the page is painted
const MARKS = [0, .01, .02, .05, .1, .2, .5, 1, 2, 3], SAME = 1e-10;

// -- the cases

// The cases of known value of an attribute.
function knownOf(data, a) {
  const {name, kind, values} = data.attributes[a], column = data.columns[a], numeric = kind === 'continuous';
  const rows = [...column.keys()].filter(i => column[i] !== (numeric ? null : -1));
  return {name, numeric, words: values, values: rows.map(i => column[i]), labels: rows.map(i => data.labels[i])};
}
// The first n of them in a random order; numbers in d groups of neighbours, each known by its greatest value.
function reduced({values, labels, numeric}, n, d, seed) {
  const kept = shuffled(Int32Array.from(values.keys()), generator(seed)).subarray(0, n);
  const own = Float64Array.from(kept, i => values[i]), distinct = Float64Array.from(new Set(own)).sort(), groups = Math.min(d, distinct.length);
  const last = Float64Array.from(distinct, (_, k) => distinct[Math.ceil((Math.floor(k * groups / distinct.length) + 1) * distinct.length / groups) - 1]);
  return {values: numeric ? Array.from(own, v => last[rank(distinct, v) - 1]) : Array.from(own), labels: Array.from(kept, i => labels[i]),
          distinct: distinct.length, groups: numeric ? groups : distinct.length};
}

// -- scores

// What an attribute scores as it is, and after each shuffle: numbers by the threshold of greatest gain, words by all their values.
function chanceOf(data, a, n, d, score) {
  const known = knownOf(data, a), part = reduced(known, n, d, data.seed), random = generator(data.seed + 1), k = data.classes.length;
  const labels = Int32Array.from(part.labels), options = {...C45.OPTIONS, ...data.options, penalty: true, criterion: score === 'gini' ? 2 : 0};
  const t = known.numeric && C45.table({attributes: [{name: known.name, kind: 'continuous', values: []}], classes: data.classes, columns: [part.values], labels, weights: null});
  const all = known.numeric && C45.everyCase(t);
  const byThreshold = () => {
    const {found, penalty} = C45.cuts(t, all, 0, options), best = found.reduce((most, cut) => cut.gain > most.gain ? cut : most, {gain: 0, low: 0});
    const info = entropy([best.low, n - best.low]);
    return {score: score === 'ratio' ? (info > 0 ? Math.max(best.gain - penalty, 0) / info : 0) : best.gain, penalty, tries: found.length};
  };
  const byValues = () => {
    const freq = known.words.map(() => new Array(k).fill(0)), shown = t ? t.labels : labels;
    part.values.forEach((v, i) => freq[v][shown[i]]++);
    return {score: scoresOf(freq)[score], penalty: 0, tries: 0};
  };
  const best = known.numeric ? byThreshold : byValues;
  return {...best(), ...part, known, n, next() { shuffled(t ? t.labels : labels, random); return best().score; }};
}

// -- the heap

function heapGeometry(width, most) {
  const box = {left: 14, right: width - 14, top: 54, floor: 300}, inner = box.right - box.left;
  const columns = Math.max(20, Math.min(60, Math.floor(inner / 11)));
  const share = v => Math.sqrt(Math.min(Math.max(v, 0) / most, 1));  // of the width: a root shows small gains and large ones
  return {width, most, height: box.floor + 42, box, columns, x: v => box.left + share(v) * inner, wide: inner / columns,
          column: v => Math.min(columns - 1, Math.floor(share(v) * columns))};
}

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-luck', Say.label);
  const school = lesson(root, [
    {words: Say.scenes[0], parts: ['heap', 'axis'], play: () => pour(), say: () => Say.play(data.draws, now.known.numeric)},
    {words: Say.scenes[1], parts: ['heap', 'flag', 'axis'], play: settle, say: () => Say.flag(score(), beaten(), data.draws)},
    {words: Say.scenes[2], parts: ['heap', 'line', 'axis'], play() { if (!now.known.numeric) put({score: 'ratio'}); settle(); },
     say: () => now.known.numeric ? Say.penalty(now.tries, now.n, now.penalty, stopped(), data.draws) : Say.divided(now.known.name, now.groups, beaten(), data.draws)}]);
  const svg = draw(root, 'svg', {class: 'c45lit-picture', role: 'img', 'aria-label': Say.picture});
  const row = tag(root, 'div', 'c45lit-controls'), pick = choice(row, Say.attribute, data.attributes.map(a => [a.name, a.name]), name => put({attribute: name, cases: 0, distinct: 0}));
  const by = choice(row, Say.score, Object.entries(Say.scores), key => put({score: key}));
  button(row, Say.again, () => { school.letGo(); pour(); });
  const row2 = tag(root, 'div', 'c45lit-controls'), size = dial(row2, Say.cases, n => put({cases: n})), values = dial(row2, Say.distinct, n => put({distinct: n}));
  const readout = statusOf(root);
  tag(root, 'p', 'c45lit-note', data.note);
  let now, gains = [], g, parts, heights, tall, width = 640, frames = 0;
  const score = () => model.get('score'), place = () => Math.max(data.attributes.findIndex(a => a.name === model.get('attribute')), 0);
  const beaten = () => gains.filter(v => v >= now.score - SAME).length, stopped = () => gains.filter(v => v <= now.penalty + SAME).length;
  const pays = () => now.known.numeric && score() === 'gain';

  // Another table: the heap begins anew. 0 means all.
  function begin() {
    const a = place(), known = knownOf(data, a), n = Math.min(model.get('cases') || Infinity, known.values.length);
    now = chanceOf(data, a, n, model.get('distinct') || Infinity, score());
    gains = [];
    [pick.value, by.value] = [data.attributes[a].name, score()];
    Object.assign(size.input, {min: Math.min(6, known.values.length), max: known.values.length, value: n});
    Object.assign(values.input, {min: 2, max: Math.max(2, now.distinct), value: now.groups});
    values.field.hidden = !known.numeric;
    size.shown.textContent = n;
    values.shown.textContent = now.groups;
    size.input.setAttribute('aria-valuetext', cases(n));
    values.input.setAttribute('aria-valuetext', Say.values(now.groups));
  }

  function lay() {
    g = heapGeometry(width, Math.max(1.15 * now.score, pays() ? 1.5 * now.penalty : 0, 3 * expectedMost(), .02));
    heights = new Array(g.columns).fill(0);
    tall = Math.min(g.wide - .5, 8);
    blank(svg, width, g.height);
    const {box} = g, axis = draw(svg, 'g', {'data-part': 'axis'});
    draw(axis, 'line', {x1: box.left, x2: box.right, y1: box.floor, y2: box.floor, stroke: 'currentColor', opacity: .6});
    marksBelow(axis, box.floor, MARKS.filter(v => v <= g.most).map(v => [g.x(v), minus(plain(v))]), 8);
    draw(axis, 'text', {x: (box.left + box.right) / 2, y: box.floor + 35, 'text-anchor': 'middle', fill: 'currentColor'}, Say.axis(score(), now.known.numeric));
    parts = {heap: draw(svg, 'g', {'data-part': 'heap'})};
    if (pays()) post('line', now.penalty, LINE, Say.line(now.penalty), '5 4', 30);
    post('flag', now.score, FLAG, Say.asItIs(now.score), '', 12);
    gains.forEach(fall);
  }
  // What chance scores at most, roughly: enough room for the first shuffles.
  function expectedMost() { return (data.classes.length - 1) * Math.log2(1 + Math.max(2, now.tries || now.groups)) / now.n; }
  function post(name, v, colour, words, dashes, y) {
    const {box} = g, part = draw(svg, 'g', {'data-part': name, class: `c45lit-${name}`}), x = g.x(v), end = x > width - 130;
    draw(part, 'line', {x1: x, x2: x, y1: y - 4, y2: box.floor, stroke: colour, 'stroke-width': 2.5, ...dashes ? {'stroke-dasharray': dashes} : {}});
    if (!dashes) draw(part, 'path', {d: end ? `M${x},${y - 6}h-14l4,6l-4,6h14z` : `M${x},${y - 6}h14l-4,6l4,6h-14z`, fill: colour});
    draw(part, 'text', {x: end ? x - (dashes ? 6 : 19) : x + (dashes ? 6 : 19), y: y + 4, 'text-anchor': end ? 'end' : 'start', fill: 'currentColor', 'font-weight': 600, class: 'c45lit-halo'}, words);
  }
  // One shuffle more; where its column would leave the picture, all become flatter.
  function fall(gain) {
    const k = g.column(gain), level = heights[k]++, room = g.box.floor - g.box.top;
    if ((level + 1) * tall > room) return flatten(room / (1.3 * (level + 1)));
    draw(parts.heap, 'rect', {x: (g.box.left + k * g.wide + .75).toFixed(1), y: (g.box.floor - (level + 1) * tall).toFixed(1), width: (g.wide - 1.5).toFixed(1),
      height: (tall * .86).toFixed(1), rx: Math.min(2, tall / 3).toFixed(1), fill: gain >= now.score - SAME ? BEYOND : HEAP, ...tall > 3 ? {stroke: 'black', 'stroke-width': .4} : {}});
  }
  function flatten(height) {
    tall = height;
    heights.fill(0);
    parts.heap.replaceChildren();
    gains.forEach(fall);
  }

  function say() {
    readout.textContent = Say.says({name: now.known.name, by: score(), score: now.score, numeric: now.known.numeric, values: now.groups, penalty: pays() ? now.penalty : 0, tries: now.tries,
                                    n: now.n, done: gains.length, beaten: beaten(), stopped: stopped()});
  }
  function deal() {
    const end = performance.now() + AT_ONCE;
    do {
      if (gains.length >= data.draws) break;
      gains.push(now.next());
      fall(gains[gains.length - 1]);
    } while (performance.now() < end && !(slowly && gains.length % 3 === 0));
    if (gains.length >= data.draws) say();  // it is read out once, not for every frame
    school.light();
    school.retell();
    if (gains.length < data.draws) frames = requestAnimationFrame(() => deal());
  }
  let slowly = false;
  function pour(slow = true) {
    cancelAnimationFrame(frames);
    slowly = slow && !isCalm();
    begin();
    lay();
    say();
    school.light();
    frames = requestAnimationFrame(() => deal());
  }
  function settle() { slowly = false; }  // those that have not fallen yet fall fast
  const traits = sharedTraits(model, 'attribute score cases distinct', () => pour(false));
  function put(changes) { traits.tell(changes); pour(false); }
  slowly = !isCalm();
  begin();
  const stop = fitted(root, room => { width = room; lay(); say(); });
  frames = requestAnimationFrame(() => deal());
  return () => { stop(); school.end(); cancelAnimationFrame(frames); traits.end(); };
}

export default {render};
