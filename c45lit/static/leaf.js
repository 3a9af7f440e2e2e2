// The doubting leaf: how many errors a leaf admits, how many it fears, and what that decides.
const TAIL = '#E69F00', REST = '#56B4E9', BLOCK = '#0072B2';
const CANDIDATES = [['leaf', 'one leaf'], ['kept', 'its branches'], ['raised', 'the largest branch']];

// -- the binomial distribution

const LOG_FACTORIALS = [0];
function logFactorial(n) {
  for (let k = LOG_FACTORIALS.length; k <= n; k++) LOG_FACTORIALS.push(LOG_FACTORIALS[k - 1] + Math.log(k));
  return LOG_FACTORIALS[n];
}
// How likely k errors of n are at the rate p.
function chanceOf(k, n, p) {
  if (p <= 0 || p >= 1) return +(k === (p <= 0 ? 0 : n));
  return Math.exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * Math.log(p) + (n - k) * Math.log1p(-p));
}
// How likely e errors or fewer are; of shares of cases the nearest whole ones.
function tailOf(n, e, p) {
  const all = Math.max(1, Math.round(n)), most = Math.min(all, Math.floor(e + 1e-9));
  let tail = 0;
  for (let k = 0; k <= most; k++) tail += chanceOf(k, all, p);
  return Math.min(tail, 1);
}
// The rate at which that likelihood has fallen to cf; looked for once.
const BOUNDS = new Map();
function exactBound(n, e, cf) {
  const key = `${n} ${e} ${cf}`;
  for (let low = 0, high = 1, i = 0; !BOUNDS.has(key); i++) {
    const middle = (low + high) / 2;
    if (i === 60) BOUNDS.set(key, middle);
    if (tailOf(n, e, middle) > cf) low = middle; else high = middle;
  }
  return BOUNDS.get(key);
}

// -- what pruning weighs

const leavesBelow = node => node.children.length ? node.children.flatMap(leavesBelow) : node.weight > 0 && node.wrong !== undefined ? [node] : [];

// Every decision of pruning: the leaves of each candidate, with weight, errors and errors feared.
function decisionsOf(t, tree, cf) {
  const found = [];
  C45.prune(t, tree, {cf, told: (node, fate) => {
    const kept = fate.children.flatMap((child, b) => fate.parts[b] ? leavesBelow(child) : []), moved = fate.moved.filter(leaf => leaf.weight > 0);
    const blocks = [[fate.label], kept, moved].map(list => list.map(leaf => ({n: leaf.weight, e: leaf.wrong, feared: leaf.errors, label: leaf.label})));
    found.push({place: node.place, attribute: node.attribute, weight: node.weight, winner: fate.winner, blocks, branch: fate.branch,
                estimates: [fate.leaf, fate.subtree, fate.raised]});
  }});
  return found.sort((a, b) => b.weight - a.weight || a.place.length - b.place.length);
}

// -- the picture

function drawBars(group, box, block, p, words) {
  const n = Math.max(1, Math.round(block.n)), e = Math.min(n, Math.floor(block.e + 1e-9)), mean = n * p, spread = 4 * Math.sqrt(n * p * (1 - p));
  const low = Math.max(0, Math.floor(Math.min(e - 1, mean - spread))), high = Math.min(n, Math.ceil(Math.max(e + 2, mean + spread, 4)));
  const heights = Array.from({length: high - low + 1}, (_, i) => chanceOf(low + i, n, p)), most = Math.max(...heights, 1e-9);
  const each = (box.right - box.left) / heights.length, x = k => box.left + (k - low + .5) * each, y = h => box.floor - h / most * (box.floor - box.top);
  const path = (from, to) => Array.from({length: Math.max(0, to - from + 1)}, (_, i) => from + i).map(k =>
    `M${(x(k) - .42 * each).toFixed(1)},${box.floor}V${y(heights[k - low]).toFixed(1)}h${(.84 * each).toFixed(1)}V${box.floor}z`).join('');
  draw(group, 'path', {class: 'c45lit-tail', 'data-part': 'tail', d: path(low, e), fill: TAIL, stroke: 'currentColor', 'stroke-width': .8});
  draw(group, 'path', {'data-part': 'bars', d: path(e + 1, high), fill: REST, 'fill-opacity': .6, stroke: 'currentColor', 'stroke-width': .4});
  const axis = draw(group, 'g', {'data-part': 'axis'});
  draw(axis, 'line', {x1: box.left, x2: box.right, y1: box.floor, y2: box.floor, stroke: 'currentColor', opacity: .6});
  for (const k of ticks(low, high, Math.min(10, high - low)).filter(k => Number.isInteger(k) && k <= high)) {
    draw(axis, 'text', {x: x(k), y: box.floor + 16, 'text-anchor': 'middle', fill: 'currentColor'}, k);
  }
  draw(axis, 'text', {x: (box.left + box.right) / 2, y: box.floor + 33, 'text-anchor': 'middle', fill: 'currentColor'}, `wrong of ${cases(block.n)}`);
  const place = Math.min(Math.max(box.left + (mean - low + .5) * each, box.left), box.right), end = place > (box.left + box.right) / 2;
  const line = draw(group, 'g', {'data-part': 'mean'});
  draw(line, 'line', {x1: place, x2: place, y1: box.top - 14, y2: box.floor, stroke: BLOCK, 'stroke-width': 2.5});
  draw(line, 'text', {x: place + (end ? -6 : 6), y: box.top - 6, 'text-anchor': end ? 'end' : 'start', fill: 'currentColor', 'font-weight': 600, class: 'c45lit-halo'}, words);
}

// Each candidate is a row of blocks, as wide as the errors that its leaves fear.
function drawScales(group, g, decision, held, data, go) {
  const totals = decision.blocks.map(list => sum(list.map(b => b.now))), most = Math.max(...totals, 1e-9);
  const winner = decision.blocks[2].length ? C45.decide(...totals) : C45.decide(totals[0], totals[1], Infinity);
  CANDIDATES.forEach(([name, words], r) => {
    if (!decision.blocks[r].length) return;
    const y = g.scales + r * 46, won = winner === name, row = draw(group, 'g', {'data-part': won ? 'lightest' : 'scales'});
    draw(row, 'text', {x: 4, y: y + 11, fill: 'currentColor', 'font-weight': won ? 600 : 400},
         `${won ? '\u2605 ' : ''}${words}: ${weight(totals[r])} errors expected${won ? ', the lightest' : ''}`);
    let x = 4;
    decision.blocks[r].forEach((block, i) => {
      const width = block.now / most * (g.width - 8), mine = held.row === r && held.at === i;
      const box = draw(row, 'rect', {class: 'c45lit-block', x: x.toFixed(2), y: y + 17, width: Math.max(width, .5).toFixed(2), height: 20, fill: data.colours[block.label % data.colours.length],
        stroke: 'currentColor', 'stroke-width': mine ? 3 : .8, tabindex: mine ? 0 : -1, role: 'button', 'data-row': r, 'data-at': i,
        'aria-label': `leaf of ${cases(block.n)}, ${weight(block.e)} wrong, ${bits(block.now)} expected`, 'aria-pressed': mine});
      draw(box, 'title', {}, `${data.classes[block.label]}: ${cases(block.n)}, ${weight(block.e)} wrong, ${bits(block.now)} expected`);
      if (width > 34) draw(row, 'text', {x: (x + width / 2).toFixed(1), y: y + 31, 'text-anchor': 'middle', fill: data.inks[block.label % data.inks.length], 'font-size': 11, 'pointer-events': 'none'},
                           cut(`${weight(block.n)}/${weight(block.e)}`, width - 4));
      box.addEventListener('click', () => go(r, i));
      box.style.cursor = 'pointer';
      x += width;
    });
  });
  return {totals, winner};
}

// -- the page

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-leaf', 'the errors that are expected of leaves'), t = C45.table(data.table);
  const tree = C45.grow(t, {options: data.options});
  const school = lesson(root, [
    {words: 'What was counted', parts: ['tail', 'bars', 'axis'], play() { rate = admitted(); update(); },
     say: () => `${weight(block().e)} of ${cases(block().n)} were wrong. At exactly that rate, ${bits(admitted())}, so few errors or fewer are no rarity: ${percent(tail())} of all such leaves.`},
    {words: 'Be pessimistic', parts: ['tail', 'bars', 'axis', 'mean'], play() { school.glide(admitted(), exactBound(block().n, block().e, cf()), 2600, p => { rate = p; update(); school.retell(); }); },
     say: () => `Push the true rate up, until luck would have to be as rare as CF, ${percent(cf())}: now ${percent(tail())}, at the rate ${bits(now())}.`},
    {words: 'Compare the estimates', parts: ['lightest', 'scales'], play() { rate = null; update(); },
     say: () => `Rate times cases is a block. The blocks of one leaf, of the branches and of the largest branch alone are laid in rows, and the lightest row stays; within 0.1, the simpler one.`}]);
  const svg = draw(root, 'svg', {class: 'c45lit-picture', role: 'group', 'aria-label': 'likelihood of errors in a leaf, and the blocks of three candidates'});
  const row = tag(root, 'div', 'c45lit-controls'), pick = tag(tag(row, 'label', '', 'node '), 'select');
  const dial = control(row, 'true rate '), trust = control(row, 'CF ');
  const readout = tag(root, 'p', 'c45lit-readout'), note = tag(root, 'p', 'c45lit-note', data.note);
  readout.setAttribute('role', 'status');
  Object.assign(dial.input, {min: 0, max: 1, step: .001});
  Object.assign(trust.input, {min: .01, max: .6, step: .01});
  keepKeys(pick);
  let decisions, g, moving, held = {row: 0, at: 0}, rate = null;

  function control(parent, label) {
    const field = tag(parent, 'label', 'c45lit-field', label), input = tag(field, 'input'), shown = tag(field, 'span', 'c45lit-shown');
    input.type = 'range';
    input.setAttribute('aria-label', label.trim());
    keepKeys(input);
    return {input, shown};
  }
  const percent = x => `${(100 * x).toFixed(1)} %`, cf = () => model.get('cf');
  const number = () => model.get('node') >= 0 ? Math.min(model.get('node'), decisions.length - 1) : closest();
  const decision = () => decisions[number()], block = () => decision().blocks[held.row][held.at];
  const admitted = () => block().e / block().n, formula = () => block().feared / block().n, now = () => rate ?? formula();
  const tail = () => tailOf(block().n, block().e, now());

  function weigh() {
    decisions = decisionsOf(t, tree, cf());
    pick.replaceChildren();
    decisions.forEach((d, i) => tag(pick, 'option', '', `${t.attributes[d.attribute].name} ? (${cases(d.weight)})`).value = i);
    choose(0, 0);
  }
  // The decision that hangs by a thread.
  function closest() {
    const margin = d => { const [first, second] = d.estimates.filter((v, r) => d.blocks[r].length).sort((a, b) => a - b); return second - first; };
    return decisions.reduce((best, d, i) => margin(d) < margin(decisions[best]) ? i : best, 0);
  }
  function choose(r, i) { [held, rate] = [{row: r, at: i}, null]; }

  function layout(width) {
    g = {width, box: {left: 10, right: width - 10, top: 34, floor: 170}, scales: 218, height: 218 + 3 * 46};
    svg.replaceChildren();
    set(svg, {viewBox: `0 0 ${width} ${g.height}`, width, height: g.height});
    moving = draw(svg, 'g');
    update();
  }
  function update() {
    const focused = svg.contains(document.activeElement), b = block();
    moving.replaceChildren();
    drawBars(moving, g.box, b, now(), `expected ${weight(now() * b.n)}`);
    for (const list of decision().blocks) for (const other of list) other.now = other === b ? now() * b.n : other.feared;
    const {totals, winner} = drawScales(moving, g, decision(), held, data, (r, i) => { school.letGo(); choose(r, i); update(); });
    if (focused) moving.querySelector('[tabindex="0"]').focus();
    pick.value = number();
    dial.input.value = now();
    dial.shown.textContent = bits(now());
    trust.input.value = cf();
    trust.shown.textContent = percent(cf());
    const words = {leaf: 'one leaf is left', kept: 'the branches stay', raised: 'the largest branch takes the place'}[winner];
    readout.textContent = `${weight(b.e)} of ${cases(b.n)} wrong; at a true rate of ${bits(now())} so few or fewer have a chance of ${percent(tail())} (CF ${percent(cf())}). `
      + `C4.5's formula: ${bits(formula())}, exactly: ${bits(exactBound(b.n, b.e, cf()))}. Feared: ${totals.map(weight).filter((_, r) => decision().blocks[r].length).join(', ')}: ${words}.`;
    school.light();
  }
  svg.addEventListener('keydown', e => {
    const step = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]}[e.key], {blocks} = decision();
    if (!step || !e.target.closest('.c45lit-block')) return;
    e.preventDefault();
    const r = (held.row + step[0] + 3) % 3, next = blocks[r].length ? r : (r + step[0] + 3) % 3;
    choose(next, Math.min(Math.max(held.at + step[1], 0), blocks[next].length - 1));
    school.letGo();
    update();
  });
  const traits = sharedTraits(model, 'node cf', () => follow());
  function put(changes) { traits.tell(changes); follow('cf' in changes); }
  function follow(anew = true) { if (anew) weigh(); choose(0, 0); update(); }
  pick.addEventListener('change', () => put({node: +pick.value}));
  dial.input.addEventListener('input', () => { rate = +dial.input.value; update(); });
  trust.input.addEventListener('input', () => put({cf: +trust.input.value}));
  weigh();
  const stop = fitted(root, layout);
  return () => { stop(); school.end(); traits.end(); };
}

export default {render};
