// Was it luck? The classes are shuffled, and the best gain of each shuffle falls as a grain onto a heap.
const GRAIN = 'var(--c45-axis, #A9A59B)', BEYOND = 'var(--c45-ink, #1A1A1E)', FLAG = 'var(--c45-accent, #C2122F)', LINE = 'var(--c45-c3, #CC79A7)';
const AT_ONCE = 4;  // ms of shuffling before the page is painted
const MARKS = [0, .01, .02, .05, .1, .2, .5, 1, 2, 3];

// -- the cases

// The first n of all cases in a random order, their values put into d groups of neighbours.
function reduced(data, n, d) {
  const kept = shuffled(Int32Array.from(data.values.keys()), generator(data.seed)).subarray(0, n);
  const values = Float64Array.from(kept, i => data.values[i]), distinct = Float64Array.from(new Set(values)).sort();
  const groups = Math.min(d, distinct.length);
  // a group is known by its greatest value
  const last = Float64Array.from(distinct, (_, k) => distinct[Math.ceil((Math.floor(k * groups / distinct.length) + 1) * distinct.length / groups) - 1]);
  const found = {values: Array.from(values, v => last[rank(distinct, v) - 1]), labels: Array.from(kept, i => data.labels[i])};
  return {...found, distinct: distinct.length, groups};
}

// In place, from the last to the first (Fisher and Yates).
function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1)), held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
  return items;
}

function luckOf(data, n, d) {
  const part = reduced(data, n, d), options = {...C45.OPTIONS, ...data.options, penalty: true};
  const t = C45.table({attributes: [{name: data.label, kind: 'continuous', values: []}], classes: data.classes,
                       columns: [part.values], labels: part.labels, weights: null});
  const all = C45.everyCase(t), random = generator(data.seed + 1);
  const best = () => {
    const {found, penalty} = C45.cuts(t, all, 0, options);
    return {gain: found.reduce((most, cut) => Math.max(most, cut.gain), 0), penalty, tries: found.length};
  };
  const real = best();
  return {...real, ...part, next() { shuffled(t.labels, random); return best().gain; }};
}

// -- the heap

function heapGeometry(width, most, draws) {
  const box = {left: 14, right: width - 14, top: 54, floor: 300}, inner = box.right - box.left;
  const columns = Math.max(20, Math.min(60, Math.floor(inner / 11)));
  const share = v => Math.sqrt(Math.min(Math.max(v, 0) / most, 1));  // of the width: a root shows small gains and large ones
  return {width, most, height: box.floor + 42, box, columns, x: v => box.left + share(v) * inner, wide: inner / columns,
          column: v => Math.min(columns - 1, Math.floor(share(v) * columns))};
}

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-luck', `was the gain of ${data.label} luck`);
  const school = lesson(root, [
    {words: 'Let chance play', parts: ['grains', 'axis'], play: () => pour(), say: () => `${data.draws} times the classes are dealt to the cases at random. The best threshold of each deal gains something, too: a grain.`},
    {words: 'Plant the flag', parts: ['grains', 'flag', 'axis'], play: settle, say: () => `The flag is the gain of the classes as they are. ${beaten() ? `Chance did as well ${beaten()} times of ${data.draws}.` : `Chance never did as well in ${data.draws} deals.`}`},
    {words: 'Draw the line', parts: ['grains', 'line', 'axis'], play: settle,
     say: () => `C4.5 does not shuffle: it asks for log\u2082 of the ${now.tries} thresholds, over ${cases(now.values.length)}: ${bits(now.penalty)} bits. That stops ${stopped()} of ${data.draws} lucky grains.`}]);
  const svg = draw(root, 'svg', {class: 'c45lit-picture', role: 'img', 'aria-label': 'a heap of gains by chance, the gain as it is, and the penalty'});
  const row = tag(root, 'div', 'c45lit-controls');
  const size = control(row, 'cases '), values = control(row, 'distinct values ');
  const again = tag(row, 'button', '', 'Pour again'), readout = tag(root, 'p', 'c45lit-readout'), note = tag(root, 'p', 'c45lit-note', data.note);
  again.type = 'button';
  readout.setAttribute('role', 'status');
  keepKeys(again);
  let now, gains = [], g, parts, heights, tall, width = 640, frames = 0;
  const beaten = () => gains.filter(v => v >= now.gain - 1e-10).length, stopped = () => gains.filter(v => v <= now.penalty + 1e-10).length;

  function control(parent, label) {
    const field = tag(parent, 'label', 'c45lit-field', label), input = tag(field, 'input'), shown = tag(field, 'span', 'c45lit-shown');
    Object.assign(input, {type: 'range', step: 1});
    input.setAttribute('aria-label', label.trim());
    keepKeys(input);
    return {input, shown};
  }

  // Another table: the heap begins anew.
  function begin() {
    const n = model.get('cases');
    now = luckOf(data, n, model.get('distinct'));
    gains = [];
    Object.assign(size.input, {min: data.least, max: data.values.length, value: n});
    Object.assign(values.input, {min: 2, max: Math.max(2, now.distinct), value: now.groups});
    size.shown.textContent = n;
    values.shown.textContent = now.groups;
    size.input.setAttribute('aria-valuetext', cases(n));
    values.input.setAttribute('aria-valuetext', `${now.groups} distinct values`);
  }

  function lay() {
    g = heapGeometry(width, Math.max(1.15 * now.gain, 1.5 * now.penalty, 3 * expectedMost(), .02), data.draws);
    heights = new Array(g.columns).fill(0);
    tall = Math.min(g.wide - .5, 8);
    svg.replaceChildren();
    set(svg, {viewBox: `0 0 ${width} ${g.height}`, width, height: g.height});
    const {box} = g, axis = draw(svg, 'g', {'data-part': 'axis'});
    draw(axis, 'line', {x1: box.left, x2: box.right, y1: box.floor, y2: box.floor, stroke: 'currentColor', opacity: .6});
    for (const v of MARKS.filter((v, i) => v <= g.most && (!i || g.x(v) - g.x(MARKS[i - 1]) > 24))) {
      draw(axis, 'line', {x1: g.x(v), x2: g.x(v), y1: box.floor, y2: box.floor + 4, stroke: 'currentColor', opacity: .5});
      draw(axis, 'text', {x: g.x(v), y: box.floor + 17, 'text-anchor': 'middle', fill: 'currentColor'}, minus(plain(v)));
    }
    draw(axis, 'text', {x: (box.left + box.right) / 2, y: box.floor + 35, 'text-anchor': 'middle', fill: 'currentColor'}, 'greatest gain of a deal, bits (root scale)');
    parts = {grains: draw(svg, 'g', {'data-part': 'grains'})};
    post('line', now.penalty, LINE, `penalty ${bits(now.penalty)}`, '5 4', 30);
    post('flag', now.gain, FLAG, `as it is ${bits(now.gain)}`, '', 12);
    gains.forEach(fall);
  }
  // What chance gains at most, roughly: enough room for the first deals.
  function expectedMost() { const n = now.values.length; return (data.classes.length - 1) * Math.log2(1 + Math.max(2, now.tries)) / n; }
  function post(name, v, colour, words, dashes, y) {
    const {box} = g, part = draw(svg, 'g', {'data-part': name, class: `c45lit-${name}`}), x = g.x(v), end = x > width - 130;
    draw(part, 'line', {x1: x, x2: x, y1: y - 4, y2: box.floor, stroke: colour, 'stroke-width': 2.5, ...dashes ? {'stroke-dasharray': dashes} : {}});
    if (!dashes) draw(part, 'path', {d: end ? `M${x},${y - 6}h-14l4,6l-4,6h14z` : `M${x},${y - 6}h14l-4,6l4,6h-14z`, fill: colour});
    draw(part, 'text', {x: end ? x - (dashes ? 6 : 19) : x + (dashes ? 6 : 19), y: y + 4, 'text-anchor': end ? 'end' : 'start', fill: 'currentColor', 'font-weight': 600, class: 'c45lit-halo'}, words);
  }
  // One grain more; where its column would leave the picture, all grains become flatter.
  function fall(gain) {
    const k = g.column(gain), level = heights[k]++, room = g.box.floor - g.box.top;
    if ((level + 1) * tall > room) return flatten(room / (1.3 * (level + 1)));
    draw(parts.grains, 'rect', {x: (g.box.left + k * g.wide + .75).toFixed(1), y: (g.box.floor - (level + 1) * tall).toFixed(1), width: (g.wide - 1.5).toFixed(1),
      height: (tall * .86).toFixed(1), rx: Math.min(2, tall / 3).toFixed(1), fill: gain >= now.gain - 1e-10 ? BEYOND : GRAIN, ...tall > 3 ? {stroke: 'black', 'stroke-width': .4} : {}});
  }
  function flatten(height) {
    tall = height;
    heights.fill(0);
    parts.grains.replaceChildren();
    gains.forEach(fall);
  }

  function say() {
    const done = gains.length, luck = done ? `; ${beaten()} of ${done} deals gain as much, ${stopped()} stay at or below the penalty` : '';
    const verdict = now.gain > now.penalty + 1e-10 ? `${bits(now.gain - now.penalty)} bits are left: C4.5 may take it` : 'nothing is left: C4.5 takes no threshold';
    readout.textContent = `${data.label}: gain ${bits(now.gain)}, penalty log\u2082(${now.tries}) / ${now.values.length} = ${bits(now.penalty)}: ${verdict}${luck}.`;
  }
  function deal() {
    const end = performance.now() + AT_ONCE;
    do {
      if (gains.length >= data.draws) break;
      gains.push(now.next());
      fall(gains[gains.length - 1]);
    } while (performance.now() < end && !(slowly && gains.length % 3 === 0));
    say();
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
  const traits = sharedTraits(model, 'cases distinct', () => pour(false));
  function put(changes) { traits.tell(changes); pour(false); }
  size.input.addEventListener('input', () => put({cases: +size.input.value}));
  values.input.addEventListener('input', () => put({distinct: +values.input.value}));
  again.addEventListener('click', () => { school.letGo(); pour(); });
  begin();
  const stop = fitted(root, room => { width = room; lay(); say(); });
  frames = requestAnimationFrame(() => deal());
  return () => { stop(); school.end(); cancelAnimationFrame(frames); traits.end(); };
}

export default {render};
