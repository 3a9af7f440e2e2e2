// The threshold explorer: Python sends the cases once, every move is answered here.
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

// -- the parts that stay while the threshold moves

function geometry(data, width) {
  const longest = Math.max(...data.classes.map(wide), 34);
  const left = Math.min(longest + 14, width * 0.3), right = 14, inset = 8;
  const row = data.classes.length > 6 ? 20 : 32;
  const top = 16, dots = row * data.classes.length, curves = width < 480 ? 150 : 190;
  const low = data.values[0], high = data.values[data.values.length - 1];
  const inner = width - left - right - 2 * inset;
  const curveTop = top + dots + 8, floor = curveTop + curves;
  const x = v => left + inset + (Math.min(Math.max(v, low), high) - low) / (high - low) * inner;
  const value = px => Math.min(Math.max(low + (px - left - inset) / inner * (high - low), low), high);
  const {gain, ratio} = data.table;
  const most = Math.max(...gain, ...data.gini ? [] : ratio, 1e-3);  // of the ratio no more is shown than has room
  const least = Math.min(0, Math.min(...gain) - data.penalty, data.gini ? 0 : Math.max(Math.min(...ratio), -most / 4));
  const y = g => floor - (g - least) / (most - least) * (curves - 8);
  const bars = floor + 48;
  return {width, left, right, top, row, curveTop, floor, low, high, most, least, x, y, value, bars,
          height: bars + 92};
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
    draw(draw(svg, 'text', {x: g.left - 8, y: base, 'text-anchor': 'end', fill: 'currentColor'},
              cut(name, g.left - 12)), 'title', {}, name);
    draw(svg, 'line', {x1: g.left, x2: g.width - g.right, y1: base + 3.5, y2: base + 3.5,
                       stroke: 'currentColor', opacity: .15});
  });
  const group = draw(svg, 'g', {class: 'c45lit-dots', 'fill-opacity': .85});
  for (const [v, c, level] of spots) {
    const base = g.top + g.row * (c + 1) - 6;
    draw(group, 'circle', {cx: g.x(v).toFixed(1), cy: (base - level * step).toFixed(1), r: 3,
                           fill: data.colours[c % data.colours.length]});
  }
}

// Where a side would be too small for the least side.
function drawFence(svg, data, g) {
  const height = g.floor - g.top;
  const shade = (from, to) => to > from && draw(svg, 'rect', {
    class: 'c45lit-fence', x: from, y: g.top, width: to - from, height,
    fill: 'currentColor', opacity: .12});
  const [low, high] = data.fence;
  if (low === null) return shade(g.left, g.width - g.right);
  shade(g.left, g.x(low));
  shade(g.x(high), g.width - g.right);
}

function drawAxes(svg, data, g) {
  const line = {stroke: 'currentColor', opacity: .5}, word = {fill: 'currentColor'};
  draw(svg, 'path', {d: `M${g.left},${g.curveTop}V${g.floor}H${g.width - g.right}`, fill: 'none', ...line});
  for (const v of ticks(g.low, g.high, g.width < 480 ? 4 : 7)) {
    draw(svg, 'line', {x1: g.x(v), x2: g.x(v), y1: g.floor, y2: g.floor + 4, ...line});
    draw(svg, 'text', {x: g.x(v), y: g.floor + 17, 'text-anchor': 'middle', ...word}, minus(plain(v)));
  }
  for (const v of ticks(g.least, g.most, 4)) {
    draw(svg, 'line', {x1: g.left - 4, x2: g.left, y1: g.y(v), y2: g.y(v), ...line});
    draw(svg, 'text', {x: g.left - 7, y: g.y(v) + 4, 'text-anchor': 'end', ...word}, minus(plain(v)));
  }
  if (g.least < 0) draw(svg, 'line', {x1: g.left, x2: g.width - g.right, y1: g.y(0), y2: g.y(0),
                                      stroke: 'currentColor', opacity: .25});
  draw(svg, 'text', {x: (g.left + g.width - g.right) / 2, y: g.floor + 34, 'text-anchor': 'middle', ...word},
       cut(data.label, g.width - g.left));
}

function drawCurves(svg, data, g) {
  const t = data.table;
  const size = {width: g.width, height: g.floor - g.curveTop + 6};  // an inner svg cuts off what is outside
  const inner = draw(svg, 'svg', {y: g.curveTop - 6, ...size, viewBox: `0 ${g.curveTop - 6} ${size.width} ${size.height}`});
  const path = (ys, attributes) => draw(inner, 'polyline', {
    points: t.threshold.map((v, i) => `${g.x(v).toFixed(1)},${g.y(ys[i]).toFixed(1)}`).join(' '),
    fill: 'none', 'stroke-linejoin': 'round', ...attributes});
  if (!data.gini) path(t.ratio, {class: 'c45lit-ratio', stroke: RATIO, 'stroke-width': 2, 'stroke-dasharray': '2 3'});
  if (data.penalty > 0) path(t.gain.map(v => v - data.penalty), {
    class: 'c45lit-net', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': '7 4'});
  path(t.gain, {class: 'c45lit-gain', stroke: 'currentColor', 'stroke-width': 2});
  if (t.threshold.length <= 60) t.threshold.forEach((v, i) => draw(svg, 'circle', {
    cx: g.x(v), cy: g.y(t.gain[i]), r: 2.5, fill: 'currentColor', opacity: t.allowed[i] ? 1 : .35}));
  if (data.marked) t.threshold.forEach((v, i) => t.boundary[i] && draw(svg, 'path', {
    class: 'c45lit-boundary', d: diamond(g.x(v), g.y(t.gain[i])), fill: BOUNDARY, stroke: 'currentColor'}));
  const best = t.threshold[data.start], star = {x: g.x(best), y: g.y(t.gain[data.start]) - 5};
  draw(draw(svg, 'text', {class: 'c45lit-best', 'text-anchor': 'middle', 'font-size': 17,
                          fill: 'currentColor', ...star}, data.best ? '\u2605' : '\u2606'),
       'title', {}, `${data.best ? 'best threshold' : 'greatest gain'} ${plain(best)}`);
}

// The parts that move: a line with a handle, and the bars of both branches.
function drawMoving(svg, data, g) {
  const cutLine = draw(svg, 'line', {class: 'c45lit-cut', y1: g.top - 4, y2: g.floor,
                                     stroke: 'currentColor', 'stroke-width': 2});
  const handle = draw(svg, 'path', {class: 'c45lit-handle', fill: 'currentColor'});
  const spot = draw(svg, 'circle', {class: 'c45lit-spot', r: 5, fill: 'none', stroke: 'currentColor',
                                    'stroke-width': 2});
  const branches = [0, 1].map(side => {
    const y = g.bars + side * 44;
    const words = draw(svg, 'text', {x: 4, y: y + 4, fill: 'currentColor', class: 'c45lit-branch'});
    draw(svg, 'rect', {x: 4, y: y + 10, width: g.width - 8, height: 20, fill: 'none',
                       stroke: 'currentColor', opacity: .25});
    const parts = data.classes.map((name, c) => {
      const box = draw(svg, 'rect', {y: y + 10, height: 20, fill: data.colours[c % data.colours.length]});
      return {box, title: draw(box, 'title'), number: draw(svg, 'text', {
        y: y + 24, 'text-anchor': 'middle', fill: data.inks[c % data.inks.length]})};
    });
    return {words, parts};
  });
  return {cutLine, handle, spot, branches};
}

function moveBar(branch, counts, data, g, words) {
  const scale = (g.width - 8) / data.weight;
  let x = 4;
  branch.words.textContent = words;
  branch.parts.forEach(({box, title, number}, c) => {
    const width = Math.max(0, counts[c] * scale), text = weight(counts[c]);
    set(box, {x: x.toFixed(2), width: width.toFixed(2)});
    number.setAttribute('x', (x + width / 2).toFixed(2));
    number.textContent = wide(text) + 4 <= width ? text : '';
    title.textContent = `${data.classes[c]}: ${text}`;
    x += width;
  });
}

// -- the page around the picture

function legend(list, data) {
  list.replaceChildren();
  const entry = (words, drawSample) => {
    const item = tag(list, 'span');
    drawSample(draw(item, 'svg', {width: 26, height: 12, 'aria-hidden': 'true'}));
    tag(item, 'span', '', words);
  };
  const line = attributes => svg => draw(svg, 'line', {x1: 1, x2: 25, y1: 6, y2: 6, 'stroke-width': 2,
                                                       stroke: 'currentColor', ...attributes});
  entry(data.gini ? 'Gini decrease' : 'gain', line({}));
  if (data.penalty > 0) entry('gain \u2212 penalty', line({'stroke-width': 1.5, 'stroke-dasharray': '7 4'}));
  if (!data.gini) entry('gain ratio', line({stroke: RATIO, 'stroke-dasharray': '2 3'}));
  entry(data.best ? 'best threshold' : 'greatest gain', svg => draw(svg, 'text', {
    x: 13, y: 11, 'text-anchor': 'middle', fill: 'currentColor', 'font-size': 14},
    data.best ? '\u2605' : '\u2606'));
  if (data.marked) entry('boundary point', svg => draw(svg, 'path', {
    d: diamond(13, 6), fill: BOUNDARY, stroke: 'currentColor'}));
  entry(`not allowed: a side under ${cases(data.least)}`, svg => draw(svg, 'rect', {
    width: 26, height: 12, fill: 'currentColor', opacity: .2}));
}

function controls(parent, data) {
  const row = tag(parent, 'div', 'c45lit-controls');
  const slider = Object.assign(document.createElement('input'), {
    type: 'range', min: 0, max: data.table.threshold.length - 1, step: 1});
  slider.setAttribute('aria-label', `threshold of ${data.label}, over the candidates`);
  row.append(slider);
  const label = tag(row, 'label', '', 'threshold ');
  const number = Object.assign(document.createElement('input'), {type: 'number', step: 'any'});
  number.setAttribute('aria-label', `threshold of ${data.label}, any value`);
  label.append(number);
  const button = tag(row, 'button');
  button.type = 'button';
  button.title = 'key b on the slider';
  const points = data.table.boundary.filter(Boolean).length, all = data.table.threshold.length;
  const boundary = tickBox(row, `only boundary points (${points} of ${all})`, false);
  const penalty = tickBox(row, 'penalty', false);
  penalty.parentElement.hidden = data.gini;  // the Gini index knows none
  keepKeys(slider, number, button);
  return {slider, number, button, boundary, penalty};
}

function formulas(parent, data) {
  const box = tag(parent, 'div', 'c45lit-formula');
  const names = data.gini ? ['Gini decrease'] : ['gain', 'split information', 'penalty', 'gain ratio'];
  return names.map(name => {
    const row = tag(box, 'div');
    tag(row, 'b', '', name);
    const middle = tag(row, 'div'), result = tag(row, 'output');
    return {symbols: tag(middle, 'span', 'c45lit-symbols'),
            numbers: tag(middle, 'span', 'c45lit-numbers'), result};
  });
}

const SYMBOL = gini => gini ? 'G' : 'H';

function writeFormulas(rows, data, s) {
  const S = SYMBOL(data.gini), n = weight(s.n), all = weight(data.weight), unknown = data.weight - s.n;
  const has = unknown > 1e-9, of = (m, h) => `${weight(m)}/${n}\u00b7${bits(h)}`;
  const inner = `${S} \u2212 n\u2081/n\u00b7${S}\u2081 \u2212 n\u2082/n\u00b7${S}\u2082`;
  const digits = `${bits(s.h)} \u2212 ${of(s.n1, s.h1)} \u2212 ${of(s.n2, s.h2)}`;
  const parts = (has ? [s.n1, s.n2, unknown] : [s.n1, s.n2]).filter(m => m > 0);
  const unit = data.gini ? '' : ' bits', shown = data.single ? x => minus(x.toFixed(7)) : bits;
  const lines = [
    [has ? `n/N (${inner})` : inner, has ? `${n}/${all} (${digits})` : digits, shown(s.gain) + unit],
    ['\u2212 \u03a3 p log\u2082 p', parts.map(m => `\u2212 ${weight(m)}/${all} log\u2082 ${weight(m)}/${all}`)
      .join(' '), shown(s.info) + ' bits'],
    ['log\u2082(number of allowed thresholds)/N', data.penalty > 0 ? `log\u2082(${data.tries})/${all}` : 'not paid',
      shown(data.penalty) + unit],
    ['(gain \u2212 penalty)/split information', `(${bits(s.gain)} \u2212 ${bits(data.penalty)})/${bits(s.info)}`,
      Number.isFinite(s.ratio) ? shown(s.ratio) : bits(s.ratio)]];
  lines.slice(0, rows.length).forEach(([symbols, numbers, result], i) => {
    rows[i].symbols.textContent = `= ${symbols} `;
    rows[i].numbers.textContent = `= ${numbers}`;
    rows[i].result.textContent = `= ${result}`;
  });
}

function verdict(data, s, threshold) {
  const head = `${data.label} \u2264 ${minus(plain(threshold))}`;
  const score = data.gini ? `Gini decrease ${bits(s.gain)}` : `gain ${bits(s.gain)}, gain ratio ${bits(s.ratio)}`;
  const best = data.best && rank(data.values, threshold) === rank(data.values, data.table.threshold[data.start]);
  const why = best ? 'the best threshold'
    : s.least < data.least ? `not allowed, a side has ${weight(s.least)} of the ${cases(data.least)} it needs`
    : s.gain <= data.penalty ? 'allowed, but the gain does not reach the penalty' : 'allowed';
  return `${head}: ${score}; ${why}.`;
}

function notes(place, data) {
  const unknown = data.weight - sum(data.cumulative[data.cumulative.length - 1]);
  const found = [];
  if (unknown > 1e-9) found.push(`The value of ${cases(unknown)} is unknown.`);
  if (data.dots.length < data.n_cases) found.push(`${data.dots.length} of ${data.n_cases} cases are drawn.`);
  if (data.thinned) found.push(`${data.table.threshold.length} of ${data.thinned} candidates are shown.`);
  if (!data.best) found.push('No threshold is both allowed and worth its penalty.');
  if (data.single) found.push('Gain and split information are rounded to 32 bits after every step, as in Release 8.');
  place.textContent = found.join(' ');
}

// What follows below the cut: grown beforehand for some thresholds, by Python for any.
function followers(root, model, data) {
  const head = tag(root, 'p', 'c45lit-note'), lines = outline(root, data, 'the tree below the threshold');
  let silence = false, last;
  const python = asker(model, silent => {
    if (silence === silent) return;
    silence = silent;
    if (silent) update(last);
  });
  const show = (nodes, words) => {
    const hidden = lines.show(nodes);
    head.textContent = words + (hidden > 0 ? ` ${hidden} more nodes are not shown.` : '');
  };
  const answered = () => {
    const {threshold, nodes} = model.get('below');
    if (!python.answered()) return;
    show(nodes, `The tree that grows below ${data.label} \u2264 ${minus(plain(threshold))}:`);
  };
  if (hasKernel(model)) model.on('change:below', answered);
  function update(threshold) {
    last = threshold;
    if (hasKernel(model) && data.grows) {
      python.ask({grow: threshold, penalty: model.get('penalty')});
      if (!silence) return;
    }
    const cuts = data.followers.map(([cut]) => cut), [cut, nodes] = data.followers[nearest(cuts, threshold)];
    const same = rank(data.values, cut) === rank(data.values, threshold);
    show(nodes, same ? `The next test on both sides of ${data.label} \u2264 ${minus(plain(cut))}; the whole tree `
      + 'below needs a running Python.' : `Of ${data.label} \u2264 ${minus(plain(threshold))} the next tests need a `
      + `running Python. Those of ${minus(plain(cut))}, the nearest that were found beforehand:`);
  }
  return {answered, update};
}

function render({model, el}) {
  const sent = model.get('data'), thresholds = sent.table.threshold;
  const S = SYMBOL(sent.gini);
  const root = frame(el, 'c45lit-threshold', `threshold explorer of ${sent.label}`);
  const svg = draw(root, 'svg', {role: 'img', 'aria-label': `cases and ${sent.gini ? 'Gini decrease' : 'gain and gain ratio'} over ${sent.label}`});
  const key = tag(root, 'div', 'c45lit-legend');
  const {slider, number, button, boundary, penalty} = controls(root, sent);
  const readout = tag(root, 'p', 'c45lit-readout');
  readout.setAttribute('role', 'status');
  const rows = formulas(root, sent);
  const remarks = tag(root, 'p', 'c45lit-note'), below = followers(root, model, sent);
  let g, moving, data, steps, width;

  function layout(room) {
    width = room;
    data = {...judged(sent, !sent.gini && model.get('penalty')), marked: model.get('boundary')};
    steps = thresholds.map((_, i) => i).filter(i => !data.marked || sent.table.boundary[i]);
    slider.max = Math.max(steps.length - 1, 0);
    [boundary.checked, penalty.checked] = [data.marked, !!model.get('penalty')];
    button.textContent = data.best ? 'Best threshold' : 'Greatest gain';
    g = geometry(data, width);
    svg.replaceChildren();
    set(svg, {viewBox: `0 0 ${width} ${g.height}`, width, height: g.height});
    drawFence(svg, data, g);
    drawAxes(svg, data, g);
    drawDots(svg, data, g);
    drawCurves(svg, data, g);
    moving = drawMoving(svg, data, g);
    legend(key, data);
    notes(remarks, data);
    update();
  }

  function update() {
    const t = model.get('threshold'), s = score(data, t), x = g.x(t).toFixed(1);
    set(moving.cutLine, {x1: x, x2: x});
    set(moving.handle, {d: `M${x},${g.top - 2}l-6,-9h12z`});
    set(moving.spot, {cx: x, cy: g.y(s.gain)});
    const words = (sign, n, h, i) => cut(`${data.label} ${sign} ${minus(plain(t))}: n${i} = ${weight(n)}, `
      + `${S}${i} = ${bits(h)}`, g.width - 8);
    moveBar(moving.branches[0], s.below, data, g, words('\u2264', s.n1, s.h1, '\u2081'));
    moveBar(moving.branches[1], s.above, data, g, words('>', s.n2, s.h2, '\u2082'));
    readout.textContent = verdict(data, s, t);
    writeFormulas(rows, data, s);
    slider.value = steps.length ? nearest(steps.map(i => thresholds[i]), t) : 0;
    slider.setAttribute('aria-valuetext', readout.textContent);
    if (document.activeElement !== number) number.value = plain(t);
    below.update(t);
  }

  function move(threshold) {
    // where candidates were left out only the shown ones have exact counts
    const t = data.thinned ? thresholds[nearest(thresholds, threshold)] : threshold;
    model.set('threshold', t);
    model.save_changes();
    update();
  }
  function turn(name, value) {
    model.set(name, value);
    model.save_changes();
    layout(width);
  }

  const place = event => {
    const box = svg.getBoundingClientRect();
    move(plain(g.value((event.clientX - box.left) * g.width / box.width)));
  };
  const inPlot = event => (event.clientY - svg.getBoundingClientRect().top) < g.floor + 20;
  slider.addEventListener('input', () => steps.length && move(thresholds[steps[+slider.value]]));
  slider.addEventListener('keydown', e => e.key === 'b' && move(thresholds[data.start]));
  number.addEventListener('input', () => Number.isFinite(number.valueAsNumber) && move(number.valueAsNumber));
  number.addEventListener('change', update);
  button.addEventListener('click', () => move(thresholds[data.start]));
  boundary.addEventListener('change', () => turn('boundary', boundary.checked));
  penalty.addEventListener('change', () => turn('penalty', penalty.checked));
  svg.addEventListener('pointerdown', e => {
    if (!inPlot(e)) return;
    svg.setPointerCapture(e.pointerId);
    place(e);
  });
  svg.addEventListener('pointermove', e => svg.hasPointerCapture(e.pointerId) && place(e));
  const redraw = () => layout(width);
  model.on('change:threshold', update);
  model.on('change:penalty change:boundary', redraw);

  const stop = fitted(root, layout);
  return () => {
    stop();
    model.off('change:threshold', update);
    model.off('change:penalty change:boundary', redraw);
    model.off('change:below', below.answered);
  };
}

export default {render};
