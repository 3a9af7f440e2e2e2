// The explorer of unknown values: one case, its weight on the way through the tree, and the sum of the leaves.
const BAND = 26;      // points, for the whole case
const SMALL = 30;     // a tree of so many nodes is drawn whole
const FAINT = 0.01;   // below this share a larger tree is not followed on, ...
const MOST = 24;      // ... and no more tests than these are unfolded
const ROWS = 12, COLUMNS = 6;  // of the table

const tall = (t, i) => isTest(t, i) ? 40 : 48;
const sizes = width => width < 560 ? {box: 116, pitch: 166, least: .75} : {box: 140, pitch: 204, least: .85};
const share3 = x => minus(x.toFixed(3));

// Nodes to unfold: all of a small tree, else those where most of the case arrives (of equals the upper ones).
function shown(t, found) {
  const open = new Uint8Array(t.n.length), small = t.n.length <= SMALL;
  const tests = [...open.keys()].filter(i => isTest(t, i) && (small || found[i] >= FAINT));
  if (!small) tests.sort((a, b) => found[b] - found[a] || a - b).splice(MOST);
  for (const i of tests) open[i] = 1;
  return open;
}

const cellWords = (a, cell) => cell === null ? '?' : a.values ? a.values[cell] : minus(plain(cell));

// -- the picture

// A band from a test to the child, as wide as the share that takes it; bands leave their test side by side.
function drawBand(parent, t, found, i, place, {box, pitch}) {
  const above = t.parent[i], share = found[i], x1 = t.level[above] * pitch + box, x2 = t.level[i] * pitch;
  let before = 0;
  for (let k = t.first[above]; k < i; k++) before += found[k];
  const from = place.y[above] + (before + share / 2 - found[above] / 2) * BAND, to = place.y[i], middle = (x1 + x2) / 2;
  draw(parent, 'path', {
    d: `M${x1},${from.toFixed(1)}C${middle},${from.toFixed(1)} ${middle},${to} ${x2},${to}`, fill: 'none',
    class: share > 0 ? 'c45lit-band' : 'c45lit-dry', 'data-node': i,
    'stroke-width': share > 0 ? Math.max(1.5, share * BAND).toFixed(2) : 1});
  if (share > 0 && share < found[above]) draw(parent, 'text', {  // an unknown value: what this branch gets of it
    x: x2 - 4, y: to - Math.max(share * BAND / 2, 2) - 3, 'text-anchor': 'end', fill: 'currentColor', class: 'c45lit-part'},
    `\u00d7 ${share3(t.weights[i] / t.weights[above])}`);
}

function drawBox(parent, t, cells, found, i, y, {box, pitch}) {
  const h = tall(t, i), share = found[i];
  const g = draw(parent, 'g', {transform: `translate(${t.level[i] * pitch},${y - h / 2})`, 'data-node': i,
                               class: share > 0 ? 'c45lit-box' : 'c45lit-box c45lit-off'});
  draw(g, 'rect', {class: 'c45lit-rim', width: box, height: h, rx: 5, 'stroke-width': share > 0 ? 1.5 : 1});
  draw(g, 'title', {}, `${i ? answer(t, i) : 'the case'}: ${isTest(t, i) ? `asks ${asked(t, i).name}` : leafName(t, i)}`);
  const words = share > 0 ? share3(share) : '';
  const text = (x, at, words, more) => draw(g, 'text', {x, y: at, fill: 'currentColor', ...more}, words);
  text(6, 15, cut(i ? answer(t, i) : 'the case', box - 16 - wide(words)), {class: 'c45lit-answer'});
  text(box - 6, 15, words, {'text-anchor': 'end', 'font-weight': 600});
  if (!isTest(t, i)) {
    text(6, 31, cut(leafName(t, i), box - 12), {'font-weight': 600});
    return drawShare(g, t, i, [6, h - 11, box - 12, 6]);
  }
  const a = asked(t, i), value = share > 0 ? cellWords(a, cells[t.attribute[i]]) : '';
  const name = cut(a.name, value ? box - 22 - Math.min(wide(value), 50) : box - 12);
  text(6, 31, name, {'font-weight': 600});
  if (value === '?') draw(g, 'rect', {x: box - 19, y: 19, width: 15, height: 16, rx: 3, fill: '#E69F00'});
  if (value) text(box - (value === '?' ? 8 : 6), 31, cut(value, box - 18 - wide(name)),
                  {'text-anchor': 'end', ...(value === '?' ? {fill: 'black', 'font-weight': 700} : {})});
}

function drawFlow(svg, t, cells, found, room) {
  const open = shown(t, found), place = arrange(t, open, tall), pad = BAND / 2, size = sizes(room);
  const width = place.deepest * size.pitch + size.box + 22, height = place.height + 2 * pad;
  const scale = within(room / width, size.least, 1);
  svg.replaceChildren();
  set(svg, {viewBox: `-4 ${-pad} ${width} ${height}`, width: width * scale, height: height * scale});
  const bands = draw(svg, 'g'), boxes = draw(svg, 'g');
  for (const i of place.order) {
    if (i) drawBand(bands, t, found, i, place, size);
    drawBox(boxes, t, cells, found, i, place.y[i], size);
    if (isTest(t, i) && !open[i]) draw(boxes, 'text', {
      x: t.level[i] * size.pitch + size.box + 5, y: place.y[i] + 4, fill: 'currentColor', class: 'c45lit-answer'}, '\u2026');
  }
  const view = svg.parentNode;  // the root in sight
  if (height !== +svg.dataset.height) view.scrollTop = (place.y[0] + pad) * scale - view.clientHeight / 2;
  svg.dataset.height = height;
}

// -- the sum

// Which classes have a column of their own: those with the greatest shares.
function columns(t, total) {
  if (t.numeric) return [];
  const order = t.classes.map((_, c) => c).filter(c => total[c] > 0).sort((a, b) => total[b] - total[a]);
  return order.slice(0, COLUMNS).sort((a, b) => a - b);
}

function writeTable(table, t, leaves, total) {
  const classes = columns(t, total), rest = x => sum(x) - sum(classes.map(c => x[c]));
  const others = !t.numeric && total.filter(p => p > 0).length > classes.length;
  table.replaceChildren();
  const row = (parent, cells, kind = 'td') => {
    const line = tag(parent, 'tr');
    cells.forEach((words, j) => {
      const cell = tag(line, j ? kind : 'th', '', words);
      if (j === 0 || kind === 'th') cell.scope = kind === 'th' ? 'col' : 'row';
    });
    return line;
  };
  const names = t.numeric ? ['mean', 'share \u00d7 mean'] : [...classes.map(c => t.classes[c]), ...(others ? ['others'] : [])];
  row(tag(table, 'thead'), ['leaf', 'share', ...names], 'th');
  const parts = adds => t.numeric ? [meanWords(adds[0])] : [...classes.map(c => share3(adds[c])), ...(others ? [share3(rest(adds))] : [])];
  const body = tag(table, 'tbody'), order = leaves.slice().sort((a, b) => b.share - a.share);
  for (const {leaf, share, adds} of order.slice(0, ROWS)) {
    const line = row(body, [`${leafName(t, leaf)}: ${pathWords(t, leaf)}`, share3(share), ...(t.numeric ? [leafName(t, leaf)] : []), ...parts(adds)]);
    line.dataset.node = leaf;
  }
  const small = order.slice(ROWS);
  if (small.length) row(body, [`${small.length} more leaves`, share3(sum(small.map(l => l.share))), ...(t.numeric ? [''] : []),
    ...parts(total.map((_, c) => sum(small.map(l => l.adds[c]))))]);
  row(tag(table, 'tfoot'), ['sum', share3(sum(leaves.map(l => l.share))), ...(t.numeric ? [''] : []), ...parts(total)]);
}

function drawTotal(svg, t, total, width) {
  svg.replaceChildren();
  if (t.numeric) return set(svg, {width: 0, height: 0});
  set(svg, {viewBox: `0 0 ${width} 24`, width, height: 24});
  let x = 0;
  const all = sum(total) || 1;
  total.forEach((p, c) => {
    if (!(p > 0)) return;
    const part = p / all * width;
    draw(draw(svg, 'rect', {x, y: 0, width: part, height: 24, fill: t.colours[c]}), 'title', {}, `${t.classes[c]} ${share3(p)}`);
    if (wide(t.classes[c]) + 8 < part) draw(svg, 'text', {
      x: x + part / 2, y: 16, 'text-anchor': 'middle', fill: t.inks[c]}, t.classes[c]);
    x += part;
  });
}

function sentence(t, total, leaves) {
  const where = `${leaves} ${leaves === 1 ? 'leaf' : 'leaves'}`;
  if (t.numeric) return `${t.target} ${meanWords(total[0])}, from ${where}`;
  const order = t.classes.map((_, c) => c).filter(c => total[c] > 0).sort((a, b) => total[b] - total[a]);
  const told = order.slice(0, COLUMNS).map(c => `${t.classes[c]} ${share3(total[c])}`).join(', ');
  return `${told}${order.length > COLUMNS ? ', \u2026' : ''}, from ${where}`;
}

// -- controls: a field for each attribute that the tree asks, and a knob that blanks it out

function control(parent, a, start, usual, changed) {
  const box = tag(parent, 'div', 'c45lit-cell'), label = tag(box, 'label', '', a.name);
  const field = tag(label, a.values ? 'select' : 'input');
  if (a.values) {
    tag(field, 'option', '', '?').value = '';
    a.values.forEach((name, v) => { tag(field, 'option', '', name).value = v; });
  } else set(field, {type: 'number', step: 'any', placeholder: '?'});
  const knob = tag(box, 'button', '', '?');
  set(knob, {type: 'button', 'aria-label': `${a.name} unknown`});
  keepKeys(field, knob);
  let known = start ?? usual;  // comes back when the knob is pressed again
  const read = () => field.value === '' || !Number.isFinite(+field.value) ? null : +field.value;
  const write = cell => {
    if (cell !== null) known = cell;
    if (read() !== cell) field.value = cell === null ? '' : cell;
    knob.setAttribute('aria-pressed', cell === null);
  };
  field.addEventListener('input', () => changed(read()));
  knob.addEventListener('click', () => changed(read() === null ? known : null));
  return {write};
}

function render({model, el}) {
  const data = model.get('data'), t = readTree(data);
  const root = frame(el, 'c45lit-shares', `a case with unknown values in a tree for ${data.target}`);
  const form = tag(root, 'div', 'c45lit-controls c45lit-cells');
  form.setAttribute('role', 'group');
  form.setAttribute('aria-label', 'values of the case; ? is unknown');
  const fields = t.attributes.map((a, j) => control(form, a, data.start[j], a.values ? 0 : t.threshold[t.attribute.indexOf(j)], cell => {
    change(model.get('cells').map((old, k) => k === j ? cell : old));
  }));
  const buttons = tag(root, 'div', 'c45lit-controls');
  const button = (words, act) => {
    const b = tag(buttons, 'button', '', words);
    b.type = 'button';
    keepKeys(b);
    b.addEventListener('click', act);
  };
  button('As given', () => change(data.start.slice()));
  button('All unknown', () => change(data.start.map(() => null)));
  const readout = tag(root, 'p', 'c45lit-readout');
  readout.setAttribute('role', 'status');
  const bar = draw(root, 'svg', {role: 'img', class: 'c45lit-total', 'aria-label': 'the distribution as a bar'});
  const view = tag(root, 'div', 'c45lit-scroll');
  set(view, {tabindex: 0, role: 'region', 'aria-label': 'weight of the case on its way through the tree'});
  keepKeys(view);
  const flow = draw(view, 'svg', {role: 'img', class: 'c45lit-flow'});
  legend(root, t);
  const scroll = tag(root, 'div', 'c45lit-scroll c45lit-leaves');
  set(scroll, {tabindex: 0, role: 'region', 'aria-label': 'what each leaf adds'});
  const table = tag(scroll, 'table', 'c45lit-sum');
  const asGiven = verdicts(t, shares(t, data.start));
  tag(root, 'p', 'c45lit-note', `As given: ${sentence(t, asGiven.total, asGiven.leaves.length)}.`
    + (data.note ? ` ${data.note}` : ''));
  let width = 640;

  function update() {
    const cells = model.get('cells'), found = shares(t, cells), {leaves, total} = verdicts(t, found);
    cells.forEach((cell, j) => fields[j].write(cell));
    readout.textContent = `${sentence(t, total, leaves.length)}.`;
    flow.setAttribute('aria-label', `the case reaches ${leaves.map(l => `${leafName(t, l.leaf)} with ${share3(l.share)}`)
      .slice(0, ROWS).join(', ')}`);
    drawFlow(flow, t, cells, found, width - 8);
    drawTotal(bar, t, total, width - 8);
    writeTable(table, t, leaves, total);
  }
  function change(cells) {
    model.set('cells', cells);
    model.save_changes();
    update();
  }
  model.on('change:cells', update);
  const stop = fitted(root, fresh => { width = fresh; update(); }, 1100);
  return () => { stop(); model.off('change:cells', update); };
}

export default {render};
