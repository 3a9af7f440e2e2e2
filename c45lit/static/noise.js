// What chance gains: attributes that know nothing of the classes, by their number of values; and the attributes of the table beside them.
import {bits, generator, plain, scoresOf, ticks, wide} from './numbers.js';
import {W} from './words.js';
import {choice, dragged, draw, fitted, frame, over, set, sharedTraits, sliderIn, statusOf, tag} from './common.js';

const Say = W.noise;
const THUMB = 14, HEIGHT = 360, TOP = 22, FLOOR = 300, LEFT = 46, RIGHT = 26, FEW = 40;  // pixels; values of which each number is drawn

// -- scores

// Of a value for each case and the classes.
function scoresBy(values, labels, nValues, nClasses) {
  const freq = Array.from({length: nValues}, () => new Array(nClasses).fill(0));
  labels.forEach((c, i) => freq[values[i]][c]++);
  return scoresOf(freq);
}
// For every number of values: the scores of so many attributes that draw a value for each case.
function chanceOf({labels, classes, draws, seed}) {
  const n = labels.length, step = Math.max(1, Math.ceil((n - 1) / FEW)), random = generator(seed), found = [];
  for (let values = 2; values <= Math.min(n, 100); values += step) {
    const scores = Array.from({length: draws}, () => scoresBy(labels.map(() => Math.floor(random() * values)), labels, values, classes.length));
    found.push({values, gain: scores.map(s => s.gain).sort((a, b) => a - b), ratio: scores.map(s => s.ratio).sort((a, b) => a - b)});
  }
  return found;
}
const middle = sorted => sorted[Math.floor(sorted.length / 2)];

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-noise', Say.label), readout = statusOf(root);
  const svg = draw(root, 'svg', {class: 'c45lit-fig', role: 'img', 'aria-label': Say.picture});
  const slider = sliderIn(root, Say.values, k => put_({values: chance[k].values}));
  const select = choice(tag(root, 'div', 'c45lit-controls'), Say.score, Object.entries(Say.scores), score => put_({score}));
  const chance = chanceOf(data), own = data.own.map(a => ({...a, ...scoresBy(a.codes, data.labels, a.values, data.classes.length)})), last = chance.length - 1, most = chance[last].values;
  let width = 640;
  slider.max = last;

  const X = values => LEFT + (values - 2) / Math.max(most - 2, 1) * (width - LEFT - RIGHT);
  const placeOf = values => chance.reduce((best, c, i) => Math.abs(c.values - values) < Math.abs(chance[best].values - values) ? i : best, 0);
  function show() {
    const by = model.get('score'), at = placeOf(model.get('values')), here = chance[at], high = Math.max(...chance.map(c => c[by][data.draws - 1]), ...own.map(a => a[by])) * 1.05;
    const Y = score => FLOOR - score / high * (FLOOR - TOP), put = over(svg), axes = put(svg, 'g'), cloud = put(svg, 'g'), marks = put(svg, 'g');
    set(svg, {width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`});
    for (const v of ticks(0, high, 5)) {
      put(axes, 'line', {class: 'grid', x1: LEFT, x2: width - RIGHT, y1: Y(v), y2: Y(v)});
      put(axes, 'text', {class: 'tick end', x: LEFT - 8, y: Y(v) + 5}, plain(v));
    }
    for (const v of [2, ...ticks(2, most, width < 500 ? 4 : 8).filter(v => v > 3)]) put(axes, 'text', {class: 'tick mid', x: X(v), y: FLOOR + 20}, v);
    put(axes, 'text', {class: 'mid', x: (LEFT + width - RIGHT) / 2, y: FLOOR + 44}, Say.axis);
    put(axes, 'text', {x: LEFT, y: TOP - 8}, Say.scores[by]);
    const spread = Math.min(5, (X(most) - LEFT) / last / 3), dots = ({values, [by]: scores}) => scores.map((s, k) => `M${(X(values) + ((k * .618) % 1 - .5) * 2 * spread).toFixed(1)},${Y(s).toFixed(1)}h0`).join('');
    put(cloud, 'path', {class: 'c45lit-cloud', d: chance.map(dots).join('')});
    put(cloud, 'path', {class: 'c45lit-cloud c45lit-here', d: dots(here)});
    put(cloud, 'path', {class: 'hero', d: `M${chance.map(c => `${X(c.values).toFixed(1)},${Y(middle(c[by])).toFixed(1)}`).join('L')}`});
    put(marks, 'line', {class: 'c45lit-at', x1: X(here.values), x2: X(here.values), y1: TOP, y2: FLOOR});
    for (const a of own.filter(a => a.values <= most)) {
      const end = X(a.values) + wide(a.name, 15) + 16 > width;
      put(marks, 'circle', {cx: X(a.values), cy: Y(a[by]), r: 6, class: 'c45lit-own-dot'});
      put(marks, 'text', {'font-weight': 600, class: `halo${end ? ' end' : ''}`, x: X(a.values) + (end ? -11 : 11), y: Math.max(Y(a[by]) + 5, TOP + 12)}, a.name);
    }
    put.end();
    Object.assign(slider.style, {marginInlineStart: `${LEFT - THUMB}px`, width: `${width - LEFT - RIGHT + 2 * THUMB}px`});
    [slider.value, select.value] = [at, by];
    const same = own.find(a => a.values === here.values);
    readout.textContent = Say.says({values: here.values, middle: bits(middle(here[by])), by, draws: data.draws, n: data.labels.length,
      own: same && {name: same.name, score: bits(same[by]), beaten: here[by].filter(s => s >= same[by] - 1e-10).length}});
    slider.setAttribute('aria-valuetext', readout.textContent);
  }
  const traits = sharedTraits(model, 'values score', show), put_ = changes => { traits.tell(changes); show(); };
  dragged(svg, () => true, e => {
    const box = svg.getBoundingClientRect(), x = (e.clientX - box.left) / box.width * width;
    put_({values: chance[placeOf(2 + (x - LEFT) / (width - LEFT - RIGHT) * (most - 2))].values});
  });
  const stop = fitted(root, room => { width = room; show(); }, 1216);
  return () => { stop(); traits.end(); };
}

export default {render};
