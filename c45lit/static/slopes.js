// Gain is a length, ratio is a slope: children as beads on the curve of entropy, attributes as arrows in a plane.
import {bits, cut, entropy, minus, plain, sum, ticks, type, wide} from './numbers.js';
import {W} from './words.js';
import {blank, choice, dial, draw, fitted, frame, marksBelow, marksBeside, sharedTraits, statusOf, tag, tickBox} from './common.js';
import * as C45 from './grower.js';
import {lesson} from './lesson.js';

const Say = W.slopes;
const LENGTH = 'var(--c45-accent, #C2122F)', PRICE = 'var(--c45-c5, #D55E00)', TIDE = 'var(--c45-axis, #A9A59B)';
const EVERY_CUT = {min_cases: 0, least_side: false, penalty: false};

// -- tests

// The attributes of a table, each with every test that it could make and the place of its best one, unpaid and paid.
function slopesOf(data) {
  const t = C45.table(data.table), all = C45.everyCase(t), many = C45.manyValued(t);
  const ways = [false, true].map(penalty => ({...C45.OPTIONS, ...data.options, penalty}));
  const bests = ways.map(way => t.attributes.map((_, a) => C45.bestTest(t, all, a, way, [])));
  const rules = ways.map((way, i) => ({average: C45.averageOf(bests[i], many, way), winner: C45.choose(bests[i], many, way)}));
  return {t, all, rules, attributes: t.attributes.map(({kind}, a) => (kind === 'continuous' ? numbers : words)(t, all, a, ways, bests))};
}

function numbers(t, all, a, ways, bests) {
  const {found, known, all: whole} = C45.cuts(t, all, a, {...ways[0], ...EVERY_CUT});
  const allowed = C45.cuts(t, all, a, ways[1]), may = new Set(allowed.found.map(cut => cut.left));
  const tests = found.map(({left, low, gain}) => ({left, gain, info: entropy([whole - known, low, known - low]), may: may.has(left)}));
  const starts = bests.map(by => {
    const mine = tests.findIndex(test => test.left === by[a].left);
    return mine >= 0 ? mine : tests.reduce((m, test, i) => test.gain > tests[m].gain ? i : m, 0);
  });
  return {a, name: t.attributes[a].name, tests, starts, penalty: allowed.penalty, number: true, offers: bests.map(by => by[a].gain > -1e-3)};
}

function words(t, all, a, ways, bests) {
  const {gain, info} = bests[0][a], possible = gain > -1e-3;
  return {a, name: t.attributes[a].name, tests: possible ? [{gain, info, may: true}] : [], starts: [0, 0], penalty: 0, number: false, offers: [possible, possible]};
}

// Class weights of every branch of a test, of the known cases together, and the share that is known.
function beads(view, attribute, test) {
  const {t, all} = view, x = t.columns[attribute.a];
  const outcome = attribute.number ? i => x[i] !== x[i] ? -1 : +(x[i] > test.left) : i => x[i];
  const values = attribute.number ? [`\u2264 ${plain(test.left)}`, `> ${plain(test.left)}`] : t.attributes[attribute.a].values;
  const {freq, unknown} = C45.contingency(t, all, outcome, values.length);
  const parts = freq.map((counts, v) => ({counts, n: sum(counts), name: values[v]})).filter(part => part.n > 0);
  const whole = [0, 1].map(c => sum(parts.map(part => part.counts[c]))), n = sum(whole);
  const mean = sum(parts.map(part => part.n / n * entropy(part.counts)));
  return {parts, whole, n, mean, known: n / (n + sum(unknown))};
}

// -- geometry

// The curve alone, or the plane beside it; below it where the width is small.
function panels(width, both) {
  if (!both) return {width, height: 312, curve: {left: 44, right: Math.min(width, 560) - 10, top: 26, floor: 270}};
  const side = width >= 600, gap = side ? 26 : 40, each = side ? (width - gap) / 2 : width, height = side ? 270 : 230;
  const at = k => ({left: (side ? k * (each + gap) : 0) + 44, right: (side ? k * (each + gap) : 0) + each - 10,
                    top: (side ? 0 : k * (height + gap + 30)) + 26, floor: (side ? 0 : k * (height + gap + 30)) + height});
  return {width, height: (side ? height : 2 * height + gap + 30) + 42, curve: at(0), plane: at(1)};
}
const scale = (box, x0, x1, y0, y1) => ({
  x: v => box.left + (v - x0) / (x1 - x0) * (box.right - box.left), y: v => box.floor - (v - y0) / (y1 - y0) * (box.floor - box.top)});

function axes(svg, box, at, xs, ys, label, title) {
  const word = {fill: 'currentColor'};
  draw(svg, 'path', {d: `M${box.left},${box.top}V${box.floor}H${box.right}`, fill: 'none', stroke: 'currentColor', opacity: .5});
  marksBelow(svg, box.floor, xs.map(v => [at.x(v), minus(plain(v))]));
  marksBeside(svg, box.left, ys.map(v => [at.y(v), minus(plain(v))]));
  draw(svg, 'text', {x: (box.left + box.right) / 2, y: box.floor + 34, 'text-anchor': 'middle', ...word}, cut(label, box.right - box.left));
  draw(svg, 'text', {x: box.left - 36, y: box.top - 10, 'font-weight': 600, ...word}, title);
}

// -- the curve

function drawCurve(svg, g, data) {
  const at = scale(g.curve, 0, 1, 0, 1), curve = Array.from({length: 101}, (_, i) => i / 100);
  axes(svg, g.curve, at, [0, .25, .5, .75, 1], [0, .5, 1], Say.shareOf(data.classes[1]), Say.entropy);
  draw(svg, 'polyline', {'data-part': 'curve', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5,
    points: curve.map(p => `${at.x(p).toFixed(1)},${at.y(entropy([p, 1 - p])).toFixed(1)}`).join(' ')});
  return at;
}

function drawBeads(group, g, at, found, attribute, paid, data) {
  const spot = part => [part.counts[1] / part.n, entropy(part.counts)], p = found.whole[1] / found.n, top = entropy(found.whole);
  const places = found.parts.map(spot).sort((a, b) => a[0] - b[0]), gain = found.known * (top - found.mean);
  const penalty = paid ? attribute.penalty : 0, x = at.x(p).toFixed(1), low = top - gain;
  const chord = draw(group, 'g', {'data-part': 'chord'}), length = draw(group, 'g', {'data-part': 'gain'}), own = draw(group, 'g', {'data-part': 'beads'});
  draw(chord, 'polygon', {points: places.map(([q, h]) => `${at.x(q).toFixed(1)},${at.y(h).toFixed(1)}`).join(' '),
    fill: 'currentColor', 'fill-opacity': .07, stroke: 'currentColor', 'stroke-width': 1.2, 'stroke-dasharray': '4 3'});
  draw(length, 'line', {class: 'c45lit-length', x1: x, x2: x, y1: at.y(top), y2: at.y(low + Math.min(penalty, gain)), stroke: LENGTH, 'stroke-width': 6});
  if (penalty > 0) draw(length, 'line', {x1: x, x2: x, y1: at.y(low + Math.min(penalty, gain)), y2: at.y(low), stroke: PRICE,
                                         'stroke-width': 6, 'stroke-dasharray': '2 2'});
  draw(chord, 'path', {class: 'c45lit-mean', d: `M${x},${(at.y(low) - 5).toFixed(1)}l5,5l-5,5l-5,-5z`, fill: 'currentColor'});
  const under = Math.min(at.y(low) + 16, g.curve.floor - 6), up = places[places.length - 1][1] > places[0][1];  // the chord, where it rises, no line is
  draw(length, 'text', {x: +x + (up ? 7 : -7), y: under, 'text-anchor': up ? 'start' : 'end', fill: 'currentColor', 'font-weight': 600, class: 'c45lit-halo'}, Say.gain(penalty > 0, gain - penalty));
  const order = [...found.parts].sort((a, b) => b.n - a.n), placed = [[+x, under]];  // the words of the gain are there first
  for (const part of order) {
    const [q, h] = spot(part), r = 4 + 9 * Math.sqrt(part.n / found.n), share = part.counts[1] / part.n;
    const bead = draw(own, 'circle', {class: 'c45lit-bead', cx: at.x(q).toFixed(1), cy: at.y(h).toFixed(1), r: r.toFixed(1),
      fill: data.colours[share >= .5 ? 1 : 0], stroke: 'currentColor', 'stroke-width': 1.2});
    draw(bead, 'title', {}, Say.branch(part.name, part.n, part.counts[1], data.classes[1], h));
    // at an end the words would cross the axis: they stand on the inner side of the bead, else on the outer one
    const start = q < .15 || q >= p && q < .85, ty0 = at.y(h) + 4;
    let [tx, ty, anchor] = [at.x(q) + (start ? r + 4 : -r - 4), ty0, start ? 'start' : 'end'];
    while (placed.some(([px, py]) => Math.abs(px - tx) < 80 && Math.abs(py - ty) < type.label)) ty -= type.label;
    placed.push([tx, ty]);
    if (placed.length <= 7) draw(own, 'text', {x: tx.toFixed(1), y: ty.toFixed(1), 'text-anchor': anchor, fill: 'currentColor', class: 'c45lit-halo'},
                                 cut(part.name, 110));
  }
  draw(own, 'circle', {class: 'c45lit-parent', cx: x, cy: at.y(top).toFixed(1), r: 7, fill: 'var(--jp-layout-color0, var(--color-background-primary, Canvas))', stroke: 'currentColor', 'stroke-width': 2.5});
}

// -- the plane

function drawPlane(group, g, view, chosen, test, paid, go) {
  const {average, winner} = view.rules[+paid], box = g.plane, net = (a, t) => t.gain - (paid ? a.penalty : 0);
  const shown = view.attributes.filter(a => a.offers[+paid] || a === chosen && a.tests.length);
  const tips = shown.map(a => {
    const t = a === chosen ? test : a.tests[a.starts[+paid]];
    return {a, x: t.info, y: net(a, t), best: t === a.tests[a.starts[+paid]]};
  });
  const wide = Math.max(.4, ...tips.map(t => t.x), ...chosen.tests.map(t => t.info)) * 1.12;
  const tall = Math.max(.05, average < 1e5 ? average : 0, ...shown.flatMap(a => (a === chosen ? a.tests : [a.tests[a.starts[+paid]]]).map(t => net(a, t)))) * 1.15;
  const deep = Math.max(Math.min(0, ...tips.map(t => t.y)), -tall / 3), at = scale(box, 0, wide, deep, tall);
  const ratio = draw(group, 'g', {'data-part': 'rays', opacity: .8});
  const steepest = Math.max(1e-3, ...tips.map(t => t.x > 0 ? t.y / t.x : 0));
  for (const r of ticks(0, steepest * 1.3, 4).filter(r => r > 0)) {
    const end = Math.min(wide, tall / r), x = at.x(end), y = at.y(end * r), over = end < wide;
    draw(ratio, 'line', {x1: at.x(0), y1: at.y(0), x2: x, y2: y, stroke: 'currentColor', opacity: .28, 'stroke-dasharray': '1 4'});
    draw(ratio, 'text', {x: over ? x : x - 2, y: over ? y - 3 : y - 4, 'text-anchor': over ? 'middle' : 'end', fill: 'currentColor', opacity: .85, class: 'tick'},
         minus(plain(r)));
  }
  if (average > 0 && average < 1e5) drawTide(group, box, at, average);
  axes(draw(group, 'g'), box, at, ticks(0, wide, 4).filter(v => v <= wide), ticks(deep, tall, 4).filter(v => v >= deep && v <= tall),
       Say.info, Say.gainAxis(paid));
  if (chosen.number) draw(group, 'polyline', {'data-part': 'path', fill: 'none', stroke: LENGTH, 'stroke-width': 1.2, opacity: .6,
    points: chosen.tests.map(t => `${at.x(t.info).toFixed(1)},${at.y(Math.max(net(chosen, t), deep)).toFixed(1)}`).join(' ')});
  drawArrows(group, box, at, tips, {average, winner, chosen, deep, paid, go});
}

function drawTide(group, box, at, average) {
  const tide = draw(group, 'g', {'data-part': 'tide'}), y = at.y(average);
  draw(tide, 'rect', {class: 'c45lit-tide', x: box.left, y, width: box.right - box.left, height: Math.max(0, at.y(0) - y), fill: TIDE, 'fill-opacity': .28});
  draw(tide, 'line', {x1: box.left, x2: box.right, y1: y, y2: y, stroke: 'currentColor', 'stroke-width': 2});
  draw(tide, 'text', {x: box.right - 4, y: y - 6, 'text-anchor': 'end', fill: 'currentColor', class: 'c45lit-halo'}, Say.average(average));
}

function drawArrows(group, box, at, tips, {average, winner, chosen, deep, paid, go}) {
  const rank = t => (t.a === chosen) * 2 + (t.a.a === winner), placed = [[box.right - 55, at.y(average) - 6, 55]];  // the tide's words
  const drowned = t => t.y < average - 1e-3, spot = t => [at.x(t.info ?? t.x), at.y(Math.max(t.y ?? t.gain - (paid ? chosen.penalty : 0), deep))];
  for (const tip of [...tips].sort((s, t) => rank(s) - rank(t))) {
    const [x, y] = spot(tip), mine = tip.a === chosen, won = tip.a.a === winner && tip.best;
    const part = draw(group, 'g', {class: 'c45lit-arrow', 'data-part': mine ? 'chosen' : won ? 'winner' : 'arrow', opacity: drowned(tip) && !mine ? .55 : 1});
    draw(part, 'line', {x1: at.x(0), y1: at.y(0), x2: x, y2: y, stroke: 'transparent', 'stroke-width': 16});  // room for a finger
    draw(part, 'line', {x1: at.x(0), y1: at.y(0), x2: x.toFixed(1), y2: y.toFixed(1), stroke: mine ? LENGTH : 'currentColor', 'stroke-width': mine ? 4 : 2,
                        ...drowned(tip) ? {'stroke-dasharray': '5 4'} : {}});
    const turn = Math.atan2(y - at.y(0), x - at.x(0)) * 180 / Math.PI;
    draw(part, 'path', {d: 'M1,0l-10,-5l0,10z', transform: `translate(${x.toFixed(1)},${y.toFixed(1)}) rotate(${turn.toFixed(1)})`, fill: mine ? LENGTH : 'currentColor'});
    draw(part, 'title', {}, Say.arrow(tip.a.name, tip.y, tip.x));
    part.style.cursor = 'pointer';
    part.addEventListener('click', () => go(tip.a));
  }
  // Words keep off the lines: every arrow, the tide and the path of the chosen attribute, as close points.
  const between = ([x0, y0], [x1, y1]) => Array.from({length: 41}, (_, i) => [x0 + (x1 - x0) * i / 40, y0 + (y1 - y0) * i / 40]);
  const step = Math.ceil((chosen.number ? chosen.tests.length : 1) / 60), path = chosen.number ? chosen.tests.filter((_, i) => i % step === 0).map(spot) : [], tide = [[box.left, at.y(average)], [box.right, at.y(average)]];
  const ink = [...tips.map(t => [[at.x(0), at.y(0)], spot(t)]), ...average > 0 && average < 1e5 ? [tide] : [], ...path.slice(1).map((to, i) => [path[i], to])].flatMap(([from, to], i) => i <= tips.length ? between(from, to) : [from, to]);
  for (const tip of [...tips].sort((s, t) => rank(t) - rank(s))) {  // the words of the chosen one have the first place
    const [x, y] = spot(tip);
    const words = `${tip.a.a === winner && tip.best ? '\u2605 ' : ''}${cut(tip.a.name, 100)} ${bits(tip.y / tip.x)}`, half = wide(words) / 2;
    const outside = ([sx, sy]) => sx - half < box.left || sx + half > box.right + 8 || sy > box.floor - 3 || sy - type.label < box.top - 20;
    const covers = ([sx, sy]) => placed.some(([px, py, w]) => Math.abs(px - sx) < w + half && Math.abs(py - sy) < type.label + 1);
    const cost = ([sx, sy]) => 1e4 * (outside([sx, sy]) + covers([sx, sy])) + 30 * ink.filter(([px, py]) => Math.abs(px - sx) < half + 2 && py > sy - type.label && py < sy + 4).length + Math.abs(sx - x) + Math.abs(sy - y);
    const spots = [-50, -34, -22, -8, 4, 18, 34, 50].flatMap(dy => [-1.4, -1.1, -.5, 0, .5, 1.1, 1.4].map(side => [x + side * half + Math.sign(side) * 6, y + dy]));
    const [, [mx, my]] = spots.map(at => [cost(at), at]).reduce((best, other) => other[0] < best[0] ? other : best);
    placed.push([mx, my, half]);
    draw(group, 'text', {'data-part': tip.a === chosen ? 'chosen' : tip.a.a === winner ? 'winner' : 'arrow', x: mx.toFixed(1), y: my.toFixed(1), 'text-anchor': 'middle', fill: 'currentColor',
      'font-weight': tip.a === chosen || tip.a.a === winner ? 600 : 400, class: 'c45lit-halo'}, words);
  }
}

// -- the page

function render({model, el}) {
  const data = model.get('data'), view = slopesOf(data), root = frame(el, 'c45lit-slopes', Say.label);
  const named = name => view.attributes.find(a => a.name === name && a.tests.length) || view.attributes.find(a => a.tests.length);
  const school = lesson(root, [
    {words: Say.scenes[0], parts: ['curve', 'chord', 'gain', 'beads'], play() { start(view.attributes[Math.max(view.rules[+paid()].winner, 0)].name); },
     say: () => Say.drop(score().gain)},
    {words: Say.scenes[1], parts: ['chosen', 'rays', 'winner', 'path'], play() { open(); const a = winding(); if (a) sweep(a); },
     say: () => Say.steep(winding() ? winding().name : '')},
    {words: Say.scenes[2], parts: ['tide', 'chosen', 'winner'], play() { open(); const [a, k] = diver(); put({attribute: a.name, place: k}); },
     say() { const [a, k] = diver(); return Say.floor(diving(a, k), a.name, a.number ? plain(a.tests[k].left) : null); }}]);
  const svg = draw(root, 'svg', {class: 'c45lit-picture', role: 'img', 'aria-label': Say.picture});
  const row = tag(root, 'div', 'c45lit-controls'), pick = choice(row, Say.attribute, view.attributes.filter(a => a.tests.length).map(a => [a.name, a.name]), name => start(name));
  const {field, input: slider, shown} = dial(row, Say.threshold, k => put({place: k}));
  const box = tickBox(row, Say.pay, paid()), readout = statusOf(root), details = tag(root, 'p', 'c45lit-note'), note = tag(root, 'p', 'c45lit-note');
  note.textContent = data.note;
  let g, at, moving, width = 640, both = false;  // the second half comes with the second step

  function paid() { return !!model.get('paid'); }
  const chosen = () => named(model.get('attribute'));
  const place = (a = chosen()) => { const k = model.get('place'); return k >= 0 && k < a.tests.length ? k : a.starts[+paid()]; };
  const score = () => { const a = chosen(), t = a.tests[place(a)], net = t.gain - (paid() ? a.penalty : 0); return {...t, net, ratio: net / t.info}; };
  const winding = () => chosen().number ? chosen() : view.attributes.find(a => a.number && a.tests.length > 2);
  const steepness = (a, t) => t.info > 0 ? (t.gain - (paid() ? a.penalty : 0)) / t.info : 0;
  // The steepest test of all, be it allowed or not.
  const diver = () => view.attributes.flatMap(a => a.tests.map((t, k) => [a, k, steepness(a, t)])).sort((s, t) => t[2] - s[2])[0];
  const diving = (a, k) => a.tests[k].gain - (paid() ? a.penalty : 0) < view.rules[+paid()].average - 1e-3;
  const start = name => put({attribute: name, place: -1});
  function sweep(a) {
    start(a.name);
    school.glide(0, a.tests.length - 1, 2600, k => put({attribute: a.name, place: Math.round(k)}));
  }

  function open() { both = true; layout(width); }
  function layout(room) {
    width = room;
    both ||= !!root.closest('.c45lit-present');  // half of a stage is too much for nothing
    g = panels(width, both);
    blank(svg, width, g.height);
    at = drawCurve(svg, g, data);
    moving = draw(svg, 'g');
    update();
  }
  function update() {
    const a = chosen();
    if (!a) { readout.textContent = Say.noTest; return; }
    const k = place(a), test = a.tests[k], found = beads(view, a, test);
    moving.replaceChildren();
    drawBeads(moving, g, at, found, a, paid(), data);
    if (both) drawPlane(moving, g, view, a, test, paid(), other => { school.letGo(); start(other.name); });
    [pick.value, box.checked] = [a.name, paid()];
    field.hidden = !a.number;
    Object.assign(slider, {max: a.tests.length - 1, value: k});
    shown.textContent = a.number ? `\u2264 ${plain(test.left)}` : '';
    slider.setAttribute('aria-valuetext', shown.textContent);
    say(a, test, found);
    school.light();
  }
  function say(a, test, found) {
    const {net, ratio} = score(), {average, winner} = view.rules[+paid()];
    const told = {name: `${a.name}${a.number ? ` \u2264 ${plain(test.left)}` : ''}`, before: entropy(found.whole), after: found.mean, known: found.known < 1 - 1e-9 ? found.known : 1,
      gain: test.gain, penalty: paid() ? a.penalty : 0, net, info: test.info, ratio, may: test.may, average, below: net < average - 1e-3,
      winner: winner >= 0 ? view.attributes[winner].name : ''};
    [readout.textContent, details.textContent] = [Say.says(told), Say.details(told)];
  }

  const traits = sharedTraits(model, 'attribute place paid', () => update());
  function put(changes) { traits.tell(changes); update(); }
  box.addEventListener('change', () => put({paid: box.checked, place: -1}));
  const stop = fitted(root, layout);
  return () => { stop(); school.end(); traits.end(); };
}

export default {render};
