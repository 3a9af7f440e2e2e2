// Was it chance? The classes are shuffled, and what an attribute gains then falls onto a heap; a flag says what it gains as it is.
import {entropy, generator, minus, plain, rank, scoresOf, shuffled, ticks} from './numbers.js';
import {cases, W} from './words.js';
import {blank, button, choice, dial, draw, fitted, frame, marksBelow, sharedTraits, statusOf, tag} from './common.js';
import * as C45 from './grower.js';
import {lesson} from './lesson.js';

const Say = W.luck;
const HEAP = 'var(--c45-axis, #A9A59B)', BEYOND = 'var(--c45-ink, #1A1A1E)', FLAG = 'var(--c45-accent, #C2122F)', LINE = 'var(--c45-c3, #CC79A7)';
const AT_ONCE = 12;  // ms of shuffling before the page is painted
const TOP = 54, FLOOR = 300, SIDE = 14, SAME = 1e-10;

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
function chanceOf(data, a, n, d, score, again = 0) {
  const known = knownOf(data, a), part = reduced(known, n, d, data.seed), random = generator(data.seed + 1 + again), k = data.classes.length;
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

// -- the page

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-luck', Say.label);
  const school = lesson(root, [
    {words: Say.scenes[0], parts: ['heap', 'axis'], play: () => pour(true), say: () => Say.play(data.draws, now.known.numeric)},
    {words: Say.scenes[1], parts: ['heap', 'flag', 'axis'], play() {}, say: () => Say.flag(score(), beaten(), data.draws)},
    {words: Say.scenes[2], parts: ['heap', 'line', 'axis'], play() { if (!now.known.numeric) put({score: 'ratio'}); },
     say: () => now.known.numeric ? Say.penalty(now.tries, now.n, now.penalty, stopped(), data.draws) : Say.divided(now.known.name, now.groups, beaten(), data.draws)}]);
  const svg = draw(root, 'svg', {class: 'c45lit-picture', role: 'img', 'aria-label': Say.picture});
  const row = tag(root, 'div', 'c45lit-controls'), pick = choice(row, Say.attribute, data.attributes.map(a => [a.name, a.name]), name => put({attribute: name, cases: 0, distinct: 0}));
  const by = choice(row, Say.score, Object.entries(Say.scores), key => put({score: key}));
  button(row, Say.again, () => { school.letGo(); again++; pour(true); });
  const row2 = tag(root, 'div', 'c45lit-controls'), size = dial(row2, Say.cases, n => put({cases: n})), values = dial(row2, Say.distinct, n => put({distinct: n}));
  const readout = statusOf(root), details = tag(root, 'p', 'c45lit-note');
  tag(root, 'p', 'c45lit-note', data.note);
  let now, gains = [], width = 640, frames = 0, again = 0;
  const score = () => model.get('score'), place = () => Math.max(data.attributes.findIndex(a => a.name === model.get('attribute')), 0);
  const beaten = () => gains.filter(v => v >= now.score - SAME).length, stopped = () => gains.filter(v => v <= now.penalty + SAME).length;
  const pays = () => now.known.numeric && score() === 'gain';

  // Another table, and its heap; 0 means all.
  function pour(falls) {
    cancelAnimationFrame(frames);
    const a = place(), known = knownOf(data, a), n = Math.min(model.get('cases') || Infinity, known.values.length);
    now = chanceOf(data, a, n, model.get('distinct') || Infinity, score(), again);
    gains = [];
    [pick.value, by.value] = [data.attributes[a].name, score()];
    Object.assign(size.input, {min: Math.min(6, known.values.length), max: known.values.length, value: n});
    Object.assign(values.input, {min: 2, max: Math.max(2, now.distinct), value: now.groups});
    values.field.hidden = !known.numeric;
    [size.shown.textContent, values.shown.textContent] = [n, now.groups];
    size.input.setAttribute('aria-valuetext', cases(n));
    values.input.setAttribute('aria-valuetext', Say.values(now.groups));
    deal(falls);
  }
  function deal(falls) {
    for (const end = performance.now() + AT_ONCE; gains.length < data.draws && performance.now() < end;) gains.push(now.next());
    if (gains.length < data.draws) frames = requestAnimationFrame(() => deal(falls)); else show(falls);
  }

  function show(falls = false) {
    const most = Math.max(now.score, pays() ? now.penalty : 0, ...gains, .02) * 1.15, x = v => SIDE + Math.max(v, 0) / most * (width - 2 * SIDE);
    blank(svg, width, FLOOR + 42, {class: `c45lit-picture${falls ? ' c45lit-falls' : ''}`});
    const axis = draw(svg, 'g', {'data-part': 'axis'});
    draw(axis, 'line', {x1: SIDE, x2: width - SIDE, y1: FLOOR, y2: FLOOR, stroke: 'currentColor', opacity: .6});
    marksBelow(axis, FLOOR, ticks(0, most, 6).map(v => [x(v), minus(plain(v))]), 8);
    draw(axis, 'text', {x: width / 2, y: FLOOR + 35, 'text-anchor': 'middle', fill: 'currentColor'}, Say.axis(score(), now.known.numeric));
    drawHeap(x);
    if (pays()) post('line', x(now.penalty), LINE, Say.line(now.penalty), 30);
    post('flag', x(now.score), FLAG, Say.asItIs(now.score), 12);
    readout.textContent = Say.says(beaten(), data.draws, now.known.name);
    details.textContent = Say.details({name: now.known.name, by: score(), score: now.score, numeric: now.known.numeric, values: now.groups, penalty: pays() ? now.penalty : 0, n: now.n,
                                       draws: data.draws, stopped: stopped()});
    school.light();
    school.retell();
  }
  // A square for each shuffle, as high as the fullest column leaves room for.
  function drawHeap(x) {
    const heap = draw(svg, 'g', {'data-part': 'heap'}), side = (width - 2 * SIDE) / Math.max(20, Math.min(60, Math.floor(width / 11))), sorted = [...gains].sort((v, w) => w - v), columns = sorted.map(v => Math.floor((x(v) - SIDE) / side)), heights = {};
    const tall = Math.min(side - .5, 12, (FLOOR - TOP) / Math.max(...columns.map(k => heights[k] = (heights[k] || 0) + 1)));
    sorted.forEach((gain, i) => {
      const k = columns[i], level = heights[k]--;
      draw(heap, 'rect', {x: (SIDE + k * side + .75).toFixed(1), y: (FLOOR - level * tall).toFixed(1), width: (side - 1.5).toFixed(1), height: (tall * .86).toFixed(1), rx: Math.min(2, tall / 3).toFixed(1),
        style: `animation-delay: ${4 * (i * 137 % gains.length)}ms`, fill: gain >= now.score - SAME ? BEYOND : HEAP, ...tall > 3 ? {stroke: 'black', 'stroke-width': .4} : {}});
    });
  }
  function post(name, x, colour, words, y) {
    const part = draw(svg, 'g', {'data-part': name, class: `c45lit-${name}`}), side = x > width - 130 ? -1 : 1, flies = name === 'flag';
    draw(part, 'line', {x1: x, x2: x, y1: y - 4, y2: FLOOR, stroke: colour, 'stroke-width': 2.5, ...flies ? {} : {'stroke-dasharray': '5 4'}});
    if (flies) draw(part, 'path', {d: `M${x},${y - 6}h${14 * side}l${-4 * side},6l${4 * side},6h${-14 * side}z`, fill: colour});
    draw(part, 'text', {x: x + side * (flies ? 19 : 6), y: y + 4, 'text-anchor': side < 0 ? 'end' : 'start', fill: 'currentColor', 'font-weight': 600, class: 'c45lit-halo'}, words);
  }
  const traits = sharedTraits(model, 'attribute score cases distinct', () => pour(false));
  function put(changes) { traits.tell(changes); pour(false); }
  pour(false);
  const stop = fitted(root, room => { width = room; if (gains.length === data.draws) show(); });
  // The shuffles fall once, when they come into view.
  const seen = new IntersectionObserver(([{isIntersecting}]) => { if (isIntersecting) { seen.disconnect(); svg.classList.add('c45lit-falls'); } }, {threshold: .6});
  seen.observe(svg);
  return () => { stop(); seen.disconnect(); school.end(); cancelAnimationFrame(frames); traits.end(); };
}

export default {render};
