// The bias explorer: what chance gains was counted beforehand, sliders look it up.
const SCORES = [['gain', 'gain, bits', '#0072B2'], ['ratio', 'gain ratio', '#CC79A7'],
                ['gini', 'Gini decrease', '#009E73']];
const OWN = '#D55E00', MOST_DRAWS = 200, MOST_OWN = 30;

// -- scores

const total = (f, by) => f.reduce((s, row) => s + row.reduce((t, n) => t + by(n), 0), 0);

// Scores of a table of known cases, `unknown` others beside them.
function scoresOf(freq, unknown = 0) {
  const sizes = freq.map(sum), n = sum(sizes), all = n + unknown;
  if (!n) return {gain: 0, ratio: 0, gini: 0};
  const classes = freq[0].map((_, c) => sum(freq.map(row => row[c])));
  const after = by => freq.reduce((s, row, v) => sizes[v] ? s + sizes[v] / n * by(row) : s, 0);
  const gain = n / all * (entropy(classes) - after(entropy)), info = entropy([...sizes, unknown]);
  return {gain, ratio: info > 0 ? gain / info : 0, gini: n / all * (gini(classes) - after(gini))};
}

// Table of an attribute that knows nothing: every case draws a value.
function randomTable(counts, n, values, common, random) {
  const share = counts.map(c => c / sum(counts)), freq = Array.from({length: values}, () => counts.map(() => 0));
  let c = 0, end = Math.round(share[0] * n), before = share[0];
  for (let i = 0; i < n; i++) {
    while (i >= end && c < counts.length - 1) { before += share[++c]; end = Math.round(before * n); }
    const rare = 1 + Math.floor(random() * (values - 1));
    const v = common ? (random() < common ? 0 : rare) : Math.floor(random() * values);
    freq[v][c]++;
  }
  return freq;
}

// -- the picture

function geometry(width, band, most) {
  const left = 50, right = 14, top = 18, height = 128, gap = 24;
  const last = band.values[band.values.length - 1];
  const inner = width - left - right - 16, span = Math.log(last / 2) || 1;
  const x = v => left + 8 + Math.log(Math.min(Math.max(v, 2), last) / 2) / span * inner;
  const panel = k => ({top: top + k * (height + gap), floor: top + k * (height + gap) + height});
  const y = (k, s) => panel(k).floor - Math.min(s / most[k], 1.02) * (height - 4);
  return {width, left, right, last, x, y, panel, height: panel(2).floor + 40};
}

const points = (g, k, values, scores) => values.map((v, i) => `${g.x(v).toFixed(1)},${g.y(k, scores[i]).toFixed(1)}`);

// What theory says of the mean, from the values that occur: gain for many cases a value, Gini exactly.
function expected(name, counts, n, v) {
  const share = counts.map(c => c / sum(counts)), occupied = counts.filter(c => c > 0).length;
  const occurring = v * (1 - (1 - 1 / v) ** n);
  if (name === 'gain') return (occurring - 1) * (occupied - 1) / (2 * n * Math.LN2);
  return gini(share) * (occurring - 1) / (n - 1);
}

function drawPanel(svg, g, k, band, data, n, lopsided) {
  const [name, words, colour] = SCORES[k], {top, floor} = g.panel(k), [low, middle, high] = band[name];
  const word = {fill: 'currentColor'}, line = {stroke: 'currentColor', opacity: .5};
  draw(svg, 'path', {d: `M${g.left},${top}V${floor}H${g.width - g.right}`, fill: 'none', ...line});
  draw(svg, 'text', {x: g.left + 4, y: top - 4, ...word, 'font-weight': 600}, words);
  for (const t of ticks(0, g.most[k], 3)) {
    draw(svg, 'line', {x1: g.left - 4, x2: g.left, y1: g.y(k, t), y2: g.y(k, t), ...line});
    draw(svg, 'text', {x: g.left - 7, y: g.y(k, t) + 4, 'text-anchor': 'end', ...word}, minus(plain(t)));
  }
  for (const v of [2, 3, 5, 10, 20, 50, 100].filter(v => v <= g.last)) {
    draw(svg, 'line', {x1: g.x(v), x2: g.x(v), y1: floor, y2: floor + 4, ...line});
    if (k === 2) draw(svg, 'text', {x: g.x(v), y: floor + 17, 'text-anchor': 'middle', ...word}, v);
  }
  draw(svg, 'polygon', {class: 'c45lit-band', fill: colour, 'fill-opacity': .25, points:
    [...points(g, k, band.values, low), ...points(g, k, band.values, high).reverse()].join(' ')});
  draw(svg, 'polyline', {class: 'c45lit-middle', points: points(g, k, band.values, middle).join(' '), fill: 'none',
                         stroke: colour, 'stroke-width': 2});
  if (name !== 'ratio' && !lopsided) draw(svg, 'polyline', {
    points: points(g, k, band.values, band.values.map(v => expected(name, data.counts, n, v))).join(' '), fill: 'none',
    stroke: 'currentColor', 'stroke-dasharray': '5 4'});
}

function drawOwn(svg, g, own) {
  const placed = [];  // words that would cover each other are left out; the list below has them all
  for (const a of own) for (const [k, [name]] of SCORES.entries()) {
    const x = g.x(a.freq.length), y = g.y(k, a.scores[name]);
    const mark = draw(svg, 'path', {class: 'c45lit-own', d: `M${x.toFixed(1)},${(y - 5).toFixed(1)}l5,5l-5,5l-5,-5z`,
                                    fill: OWN, stroke: 'currentColor'});
    draw(mark, 'title', {}, `${a.name}: ${bits(a.scores[name])}`);
    if (placed.some(([px, py]) => Math.abs(px - x) < 90 && Math.abs(py - y) < 12)) continue;
    placed.push([x, y]);
    const end = x > g.width * 0.7;  // words stay inside the picture
    draw(svg, 'text', {x: end ? x - 8 : x + 8, y: y + 4, 'text-anchor': end ? 'end' : 'start', fill: 'currentColor'},
         cut(a.name, g.width * 0.3));
  }
}

// -- the page

const CHANCE = {
  false: 'All values are equally frequent. What chance gains grows with every value more, for gain and Gini in '
    + 'proportion: they prefer attributes with many values. The ratio divides by the split information, log\u2082 of the '
    + 'number of values: it grows, too, but more slowly.',
  true: 'One value is in nine of ten cases, the others share the rest. Such a test has little split information, '
    + 'and chance divided by little is much: the ratio prefers lopsided attributes. That is why C4.5 asks '
    + 'for at least average gain first.'};

function slider(row, words, label) {
  const box = tag(row, 'label', 'c45lit-slack', words), shown = tag(box, 'span', 'c45lit-shown');
  const input = Object.assign(document.createElement('input'), {type: 'range', min: 0, step: 1});
  input.setAttribute('aria-label', label);
  box.append(input);
  keepKeys(input);
  return {input, shown};
}

function legend(root) {
  const list = tag(root, 'div', 'c45lit-legend');
  const entry = (words, name, attributes) => {
    const item = tag(list, 'span');
    draw(draw(item, 'svg', {width: 26, height: 12, 'aria-hidden': 'true'}), name, attributes);
    tag(item, 'span', '', words);
  };
  const line = {x1: 1, x2: 25, y1: 6, y2: 6, stroke: 'currentColor', 'stroke-width': 2};
  entry('half of the random attributes are below', 'line', line);
  entry('nine of ten lie here', 'rect', {width: 26, height: 12, fill: 'currentColor', opacity: .25});
  entry('mean by theory', 'line', {...line, 'stroke-width': 1, 'stroke-dasharray': '5 4'});
  entry('drawn by you', 'circle', {cx: 13, cy: 6, r: 3, fill: 'none', stroke: 'currentColor'});
  entry('your attribute', 'path', {d: 'M13,1l5,5l-5,5l-5,-5z', fill: OWN, stroke: 'currentColor'});
}

function ownList(root, data, go) {
  const own = data.own.filter(a => a.freq.length > 0).map(a => ({...a, scores: scoresOf(a.freq, a.unknown)}));
  if (!own.length) return own;
  tag(root, 'p', '', 'Your attributes, and how often chance gains as much with the same values:');
  const list = tag(root, 'ul', 'c45lit-owns');
  for (const a of own.slice(0, MOST_OWN)) {
    const item = tag(list, 'li'), button = tag(item, 'button', '', a.name);
    button.type = 'button';
    button.addEventListener('click', () => go(a));
    keepKeys(button);
    tag(item, 'span', '', ` ${a.freq.length} values: gain ${bits(a.scores.gain)}, ratio ${bits(a.scores.ratio)}, `
      + `Gini decrease ${bits(a.scores.gini)}; chance ${minus((100 * a.chance).toFixed(1))} %`);
  }
  return own;
}

// How often noise beats an attribute of the reader's, by each criterion: three bars on one scale.
const RIVALS = 400, WORK = 4e5;  // random attributes; no more than so many values are drawn for them

function rivalBox(root, own, changed) {
  const box = tag(root, 'div', 'c45lit-rivals'), label = tag(box, 'label', '', 'noise against '), select = tag(label, 'select');
  own.forEach((a, k) => Object.assign(tag(select, 'option', '', a.name), {value: k}));
  select.value = own.indexOf(own.reduce((best, a) => a.scores.gain > best.scores.gain ? a : best, own[0]));
  select.addEventListener('change', changed);
  keepKeys(select);
  const rows = SCORES.map(([, words, colour]) => {
    const row = tag(box, 'div');
    tag(row, 'b', '', words.replace(', bits', ''));
    const bar = tag(tag(row, 'span', 'c45lit-track'), 'span', 'c45lit-bar');
    bar.style.background = colour;
    return {bar, says: tag(row, 'span', 'c45lit-shown')};
  });
  return {box, select, rows};
}

// By criterion the share of random attributes that score more than this one.
function shareAbove(mine, data, n, values, common) {
  const random = generator(data.seed + values), draws = Math.max(50, Math.min(RIVALS, Math.floor(WORK / n)));
  const rivals = Array.from({length: draws}, () => scoresOf(randomTable(data.counts, n, values, common, random)));
  return SCORES.map(([name]) => rivals.filter(s => s[name] > mine.scores[name] + 1e-10).length / draws);
}

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-bias', 'what chance gains');
  const svg = draw(root, 'svg', {role: 'img', 'aria-label': 'gain, gain ratio and Gini decrease of random attributes by number of values'});
  legend(root);
  const row = tag(root, 'div', 'c45lit-controls');
  const values = slider(row, 'values ', 'number of values of a random attribute');
  const size = slider(row, 'cases ', 'number of cases');
  const lopsided = tickBox(row, 'one common value', false);
  const button = tag(row, 'button', '', 'Draw a random attribute');
  button.type = 'button';
  keepKeys(button);
  const readout = tag(root, 'p', 'c45lit-readout');
  readout.setAttribute('role', 'status');
  const place = tag(root, 'div'), why = tag(root, 'p'), note = tag(root, 'p', 'c45lit-note');
  const own = ownList(root, data, a => put({cases: data.n_cases, values: a.freq.length}));
  const rivals = own.length ? rivalBox(place, own, () => update()) : null;
  const random = generator(data.seed);
  let g, band, moving, width, drawn = [], about = '';

  const nearestValue = () => nearest(band.values, model.get('values'));
  function layout(room) {
    width = room;
    const n = data.sizes[nearest(data.sizes, model.get('cases'))], uneven = !!model.get('lopsided');
    const where = `${n} ${uneven}`;
    if (where !== about) [drawn, about] = [[], where];
    band = data.bands[+uneven][data.sizes.indexOf(n)];
    const shown = n === data.n_cases ? own : [];
    const most = SCORES.map(([name]) => 1.1 * Math.max(1e-3, ...band[name][2], ...shown.map(a => a.scores[name])));
    g = {...geometry(width, band, most), most};
    svg.replaceChildren();
    set(svg, {viewBox: `0 0 ${width} ${g.height}`, width, height: g.height});
    SCORES.forEach((_, k) => drawPanel(svg, g, k, band, data, n, uneven));
    draw(svg, 'text', {x: (g.left + g.width) / 2, y: g.height - 6, 'text-anchor': 'middle', fill: 'currentColor'}, 'number of values');
    drawOwn(svg, g, shown);
    moving = {line: draw(svg, 'line', {class: 'c45lit-cut', y1: 8, y2: g.panel(2).floor, stroke: 'currentColor', 'stroke-width': 1.5}),
              dots: draw(svg, 'g', {class: 'c45lit-drawn', fill: 'none', stroke: 'currentColor'})};
    drawn.forEach(dot);
    values.input.max = band.values.length - 1;
    size.input.max = data.sizes.length - 1;
    size.input.value = data.sizes.indexOf(n);
    size.shown.textContent = n;
    size.input.setAttribute('aria-valuetext', cases(n));
    lopsided.checked = uneven;
    why.textContent = CHANCE[uneven];
    note.textContent = `${data.draws} random attributes for each number of values, seed ${data.seed}. They were drawn beforehand, `
      + `all else is done in the browser.${own.length && n !== data.n_cases ? ` Your attributes show at ${cases(data.n_cases)}.` : ''}`;
    update();
  }

  function dot([v, scores]) {
    SCORES.forEach(([name], k) => draw(moving.dots, 'circle', {cx: g.x(v).toFixed(1), cy: g.y(k, scores[name]).toFixed(1), r: 3}));
  }

  function against(v) {
    const n = data.sizes[nearest(data.sizes, model.get('cases'))], mine = own[+rivals.select.value];
    rivals.box.hidden = n !== data.n_cases;  // an attribute is what it is with the cases that it has
    if (rivals.box.hidden) return;
    shareAbove(mine, data, n, v, model.get('lopsided') ? data.common : 0).forEach((share, k) => {
      rivals.rows[k].bar.style.width = `${100 * share}%`;
      rivals.rows[k].says.textContent = `noise with ${v} values beats ${mine.name} in ${Math.round(100 * share)} %`;
    });
  }

  function update(last = null) {
    const i = nearestValue(), v = band.values[i], x = g.x(v).toFixed(1);
    if (rivals && !last) against(v);
    set(moving.line, {x1: x, x2: x});
    values.input.value = i;
    values.shown.textContent = v;
    values.input.setAttribute('aria-valuetext', `${v} values`);
    const told = SCORES.map(([name]) => `${name === 'gini' ? 'Gini decrease' : name} ${bits(band[name][1][i])} `
      + `(${bits(band[name][0][i])} to ${bits(band[name][2][i])})`);
    readout.textContent = last ? `You drew ${v} values: gain ${bits(last.gain)}, ratio ${bits(last.ratio)}, Gini decrease ${bits(last.gini)}.`
      : `${v} values, ${size.shown.textContent} cases, by chance: ${told.join(', ')}.`;
  }

  const traits = sharedTraits(model, 'values cases lopsided', () => layout(width));
  function put(changes) {
    traits.tell(changes);
    if (Object.keys(changes).join() === 'values') update(); else layout(width);
  }
  values.input.addEventListener('input', () => put({values: band.values[+values.input.value]}));
  size.input.addEventListener('input', () => put({cases: data.sizes[+size.input.value]}));
  lopsided.addEventListener('change', () => put({lopsided: lopsided.checked}));
  button.addEventListener('click', () => {
    const v = band.values[nearestValue()], n = data.sizes[+size.input.value];
    const scores = scoresOf(randomTable(data.counts, n, v, lopsided.checked ? data.common : 0, random));
    if (drawn.length < MOST_DRAWS) drawn.push([v, scores]);
    dot([v, scores]);
    update(scores);
  });
  const stop = fitted(root, layout);
  return () => { stop(); traits.end(); };
}

export default {render};
