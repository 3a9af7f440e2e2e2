// The tree explorer: Python sends the tree once; folding, zooming, searching and following happen here.
import {cut, minus, sum, type, wide, within} from './numbers.js';
import {W} from './words.js';
import {button, choice, classLegend, draw, fitted, frame, keepKeys, set, sharedTraits, statusOf, tag} from './common.js';
import {drawTable, gainName, judge, tableFrame} from './candidates.js';
import {caseField, sentence, writeTable} from './asking.js';
import {drawIcicle, icicleView, sliceAt, slices, THIN} from './icicle.js';
import {answer, arrange, asked, counts, describe, drawShare, isTest, leafName, meanColour, meanLegend, pairs, pathWords,
  pointing, readTree, shares, sizeWords, SPACE, verdicts} from './tree.js';

const Say = W.nodes;
const LEAF = 52, TEST = 86, FONT = 15;  // points at zoom 1
let BOX, GAP;  // narrower on a phone, where four levels have room
const SMALLEST = 12 / FONT;    // zoom: no smaller letters on a phone at first
const FAR = 0.4, MOST = 2, ROOMY = 1.35;     // zoom: below the first the tree is an icicle; the last where a small tree would leave the window empty
const SMALL = 40;              // a tree of so many nodes starts unfolded

const tall = (t, i) => isTest(t, i) ? TEST : LEAF;

// Nodes below each node, itself included, for which `counts` holds.
function below(t, counts) {
  const size = Float64Array.from(t.n, (_, i) => counts(i) ? 1 : 0);
  for (let i = size.length - 1; i > 0; i--) size[t.parent[i]] += size[i];
  return size;
}

// -- which nodes are shown, and where

// Unfold the heaviest nodes until about `rows` are shown.
function startOpen(t, rows) {
  const open = new Uint8Array(t.n.length), ends = [0];
  const all = t.n.length <= SMALL;
  while (all || ends.length < rows) {
    const tests = ends.filter(i => isTest(t, i));
    if (!tests.length) break;
    const next = tests.reduce((a, b) => t.weights[b] > t.weights[a] ? b : a);
    open[next] = 1;
    ends.splice(ends.indexOf(next), 1);
    for (let b = 0; b < t.n[next]; b++) ends.push(t.first[next] + b);
  }
  return open;
}

const left = (t, i) => t.level[i] * (BOX + GAP);

// -- what a node says

// Bars of a test: bins of the cases' values, or else a bar for each branch; and before which the threshold lies.
function barsOf(t, data, i) {
  const packed = data.bins[i];
  if (packed) {
    const [under, n, , ...cells] = packed, C = data.in_classes ? t.classes.length : 1;
    const bars = Array.from({length: n}, () => Array(C).fill(0));
    let at = -1;
    for (const [gap, count] of pairs(cells)) { at += gap; bars[Math.floor(at / C)][at % C] = count / data.scale; }
    return {bars, cutAt: under, grey: C === 1};
  }
  const bars = [], tints = [];
  for (let k = t.first[i]; k < t.first[i] + t.n[i]; k++) {
    bars.push(t.numeric ? [t.weights[k]] : counts(t, k));
    tints.push(t.numeric ? meanColour(t, t.mean[k]) : null);
  }
  return {bars, tints, cutAt: asked(t, i).values ? null : 1};
}

// Stacked bars in a box, a path for each colour, the threshold as a dashed line.
function drawBars(parent, t, found, [x, y, width, height]) {
  const {bars, tints, cutAt, grey} = found, step = width / bars.length, gap = Math.min(step * 0.12, 3), most = Math.max(...bars.map(sum), 1e-9), paths = new Map();
  bars.forEach((bar, b) => bar.reduce((top, n, c) => {
    const h = n / most * height, fill = tints && tints[b] || (grey ? 'currentColor' : t.colours[c]);
    if (h > 0) paths.set(fill, `${paths.get(fill) || ''}M${(x + b * step + gap / 2).toFixed(1)},${top.toFixed(1)}`
      + `v${(-h).toFixed(2)}h${(step - gap).toFixed(1)}v${h.toFixed(2)}z`);
    return top - h;
  }, y + height));
  for (const [fill, d] of paths) draw(parent, 'path', {d, fill, class: 'c45lit-bars', opacity: grey ? .6 : 1});
  draw(parent, 'path', {d: `M${x},${y + height + .5}h${width}`, stroke: 'currentColor', opacity: .4});
  if (cutAt !== null) draw(parent, 'path', {class: 'c45lit-cutline', d: `M${x + cutAt * step},${y - 3}v${height + 7}`,
                                            stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': '4 2'});
}

// -- the picture

function drawNode(parent, t, data, state, i, y, [from, to]) {
  const h = tall(t, i), test = isTest(t, i), share = state.found ? state.found[i] : null;
  const g = draw(parent, 'g', {
    id: state.id + i, 'data-node': i, role: 'treeitem', 'aria-level': t.level[i] + 1,
    'aria-label': `${i ? answer(t, i) : W.tree.all}: ${describe(t, i)}`,
    'aria-selected': i === state.node, transform: `translate(${left(t, i)},${y - h / 2})`,
    class: `c45lit-box${state.hits.has(i) ? ' c45lit-hit' : ''}${share === 0 ? ' c45lit-off' : ''}`});
  if (test) g.setAttribute('aria-expanded', !!state.open[i]);
  draw(g, 'rect', {class: 'c45lit-rim', width: BOX, height: h, rx: 5, 'stroke-width': i === state.node ? 3 : share > 0 ? 2 : 1});
  const part = share > 0 && (share < 1 || BOX > 99) ? `${minus(Number((share * 100).toPrecision(3)))} %` : '';
  const said = [];  // what is read out holds what is seen
  const text = (x, at, words, more) => {
    const long = wide(words, FONT), start = left(t, i) + x - (more['text-anchor'] ? long : 0);
    if (!words || start > to || start + long < from) return;  // outside the window
    said.push(draw(g, 'text', {x, y: at, fill: 'currentColor', ...more}, words).textContent);
    g.append(' ');
  };
  text(7, 17, cut(i ? answer(t, i) : W.tree.all, BOX - 18 - wide(part, FONT), FONT), {class: 'c45lit-answer'});
  text(BOX - 7, 17, part, {'text-anchor': 'end', class: 'c45lit-part'});
  const size = test || BOX < 99 ? '' : sizeWords(t, i);
  text(7, 36, cut(test ? asked(t, i).name : leafName(t, i), BOX - 18 - wide(size, FONT), FONT), {'font-weight': 600});
  text(BOX - 7, 36, size, {'text-anchor': 'end'});
  if (test) drawBars(g, t, barsOf(t, data, i), [8, 45, BOX - 16, 26]);
  drawShare(g, t, i, [7, h - 9, BOX - 14, 5]);
  if (test && !state.open[i]) text(BOX + 11, h / 2 + 4, String(state.size[i] - 1), {class: 'c45lit-answer'});
  g.setAttribute('aria-label', [...said.length ? [said.join(' ')] : [], describe(t, i)].join(': '));
  if (!test) return;
  const knob = draw(g, 'g', {class: 'c45lit-knob', 'aria-hidden': 'true', transform: `translate(${BOX},${h / 2})`});
  draw(knob, 'circle', {r: 14, fill: 'transparent'});
  draw(knob, 'circle', {r: 7.5, class: 'c45lit-disc'});
  draw(knob, 'path', {d: state.open[i] ? 'M-4,0h8' : 'M-4,0h8M0,-4v8', stroke: 'currentColor', 'stroke-width': 1.6});
  if (!state.open[i] && state.hitsBelow[i] > (state.hits.has(i) ? 1 : 0))
    draw(knob, 'circle', {r: 10.5, fill: 'none', class: 'c45lit-hitring'});
}

// Edges and boxes that lie in the window.
function drawTree(layer, t, data, state, place, size) {
  const {x, y, k} = state.view, right = x + size.width / k, floor = y + size.height / k;
  const edges = draw(layer, 'g', {fill: 'none', stroke: 'currentColor', 'aria-hidden': 'true'});
  for (const i of place.order) {
    const at = place.y[i], above = t.parent[i];
    if (i && left(t, i) > x && left(t, above) + BOX < right) {
      const from = place.y[above], share = state.found ? state.found[i] : 0;
      if (Math.max(at, from) >= y && Math.min(at, from) <= floor) draw(edges, 'path', {
        'vector-effect': 'non-scaling-stroke', d: `M${left(t, above) + BOX},${from}C${left(t, i) - GAP / 2},${from} ${left(t, i) - GAP / 2},${at} ${left(t, i)},${at}`,
        'stroke-width': share > 0 ? 1.5 + 5 * share : 1, opacity: share > 0 ? .85 : .3,
        class: share > 0 ? 'c45lit-lit' : 'c45lit-edge'});
    }
    const h = tall(t, i) / 2;
    if (left(t, i) > right || left(t, i) + BOX + 40 < x || at - h > floor || at + h < y) continue;
    drawNode(layer, t, data, state, i, at, [x, right]);
  }
}

// What every attribute offered at a node, as far as Python sent it; after pruning another test may stand there.
function offersOf(root, data, t) {
  const {offers} = data, box = tag(root, 'details', 'c45lit-more c45lit-offers');
  tag(box, 'summary', '', Say.offers);
  const note = tag(box, 'p', 'c45lit-note'), {heads, body} = tableFrame(box, Say.offered);
  return i => {
    const node = offers?.nodes[i];
    box.hidden = !node;
    if (!node) return;
    const j = judge(node, offers.way, offers.epsilon), names = {attributes: offers.names};
    heads.gain.textContent = gainName(node);
    for (const name in heads) heads[name].classList.toggle('c45lit-decides', name === j.way[2]);
    drawTable(body, node, j, offers.epsilon, null, names);
    const best = j.winner < 0 ? '' : offers.names[j.winner];
    note.textContent = Say.pruned(isTest(t, i) ? asked(t, i).name : '', best);
  };
}

// -- controls

function controls(root, data, act) {
  const row = tag(root, 'div', 'c45lit-controls');
  const named = ([words, label = words], act) => { const made = button(row, words, act); made.setAttribute('aria-label', label); return made; };
  named(['\u2212', Say.zoomOut], () => act.zoom(.8));
  named(['+', Say.zoomIn], () => act.zoom(1.25));
  const map = named(Say.whole, act.map);
  named(Say.fit, act.fit);
  named([Say.fold], act.less);
  named([Say.unfold], act.more);
  const search = tag(row, 'input');
  set(search, {type: 'search', placeholder: Say.find, 'aria-label': Say.search});
  search.addEventListener('input', act.find);
  search.addEventListener('keydown', e => e.key === 'Enter' && act.next());
  const next = named(Say.next, act.next), hits = tag(row, 'span', 'c45lit-hits'), {labels, rows, classes} = data.cases ?? {};
  const follow = rows && choice(row, Say.follow, [[-1, Say.none], ...rows.map((at, j) => [at, labels[j] + (classes ? ` \u00b7 ${classes[j]}` : '')])], value => act.follow(+value));
  keepKeys(search);
  return {map, search, next, hits, follow};
}

function render({model, el}) {
  const data = model.get('data'), t = readTree(data), m = t.n.length;
  const root = frame(el, 'c45lit-nodes', Say.label(data.target, m));
  const c = controls(root, data, {zoom, find, fit: () => fit(), next: nextHit, follow: row => followCase(row), map: () => isIcicle() ? boxes(state.node) : whole(),
    less: () => { foldTo(new Uint8Array(m)); fit(SMALLEST); }, more: () => { if (isIcicle()) view.k = .7; foldTo(Uint8Array.from(t.n, n => n > 0 ? 1 : 0)); }});
  const svg = draw(root, 'svg', {role: 'tree', tabindex: 0, class: 'c45lit-picture', 'aria-label': Say.keys(data.target)});
  keepKeys(svg);
  const layer = draw(svg, 'g', {role: 'none'});
  if (t.numeric) meanLegend(root, t); else classLegend(root, t);
  const readout = statusOf(root), path = tag(root, 'p', 'c45lit-note c45lit-path');
  const told = tag(root, 'p', 'c45lit-case');
  const showOffers = offersOf(root, data, t), asking = tag(root, 'details', 'c45lit-more');
  tag(asking, 'summary', '', Say.ask);
  const form = tag(asking, 'div', 'c45lit-controls c45lit-cells'), usual = t.attributes.map((a, j) => a.values ? 0 : t.threshold[t.attribute.indexOf(j)]);
  const given = () => {  // values by hand, if they are a case: a link may hold anything
    const cells = model.get('cells');
    return cells.length === t.attributes.length && cells.every(v => v === null || Number.isFinite(v)) ? cells : [];
  };
  const unknown = t.attributes.map(() => null), now = () => given().length ? given() : unknown;
  const fields = t.attributes.map((a, j) => caseField(form, a, usual[j], cell => ask(now().map((old, k) => k === j ? cell : old))));
  button(tag(asking, 'div', 'c45lit-controls'), Say.clear, () => ask([]));
  const sums = tag(tag(asking, 'div', 'c45lit-scroll'), 'table', 'c45lit-sum');
  asking.open = given().length > 0;
  asking.hidden = !t.attributes.length;
  tag(root, 'p', 'c45lit-note', Say.note(m, below(t, i => !isTest(t, i))[0], m > SMALL, data.note));
  const state = {id: `c45lit-${Math.random().toString(36).slice(2)}-`, node: 0, open: startOpen(t, 10), found: null,
                 hits: new Set(), hitsBelow: new Float64Array(m), size: below(t, () => true), view: {x: 0, y: 0, k: 1}};
  const view = state.view, size = {width: 640, height: 400}, parts = slices(t), ends = below(t, i => !isTest(t, i))[0];
  const isIcicle = () => view.k < FAR;
  // In points at zoom 1: the height of all leaves; and the zoom at which it just fills the window.
  const total = () => Math.max(ends * (LEAF + SPACE), size.height / view.k), least = () => Math.min(.95 * FAR, size.height / (ends * (LEAF + SPACE)));
  const look = () => icicleView(t, parts, view, size, total(), state.node);
  let place = arrange(t, state.open, tall), waiting = false;

  function paint() {
    waiting = false;
    layer.replaceChildren();
    set(layer, {transform: isIcicle() ? '' : `scale(${view.k}) translate(${-view.x},${-view.y})`, 'font-size': isIcicle() ? type.label : FONT});
    if (isIcicle()) {
      view.y = within(view.y, 0, total() - size.height / view.k);
      drawIcicle(layer, t, look(), state, size);
    } else drawTree(layer, t, data, state, place, size);
    c.map.setAttribute('aria-pressed', isIcicle());
    svg.setAttribute('aria-activedescendant', state.id + state.node);
  }
  const later = () => { if (!waiting) { waiting = true; requestAnimationFrame(paint); } };
  function say() {
    const i = state.node, folded = isTest(t, i) && !state.open[i] && !isIcicle() ? state.size[i] - 1 : 0;
    readout.textContent = i === state.said?.leaf ? state.said.words : Say.node(i, describe(t, i), folded);
    path.textContent = i ? pathWords(t, i) : '';
    showOffers(i);
  }
  function show(i) {  // unfold what hides it, and move it into the window
    if (isIcicle()) return showSlice(i);
    let hidden = false;
    for (let k = t.parent[i]; k >= 0; k = t.parent[k]) if (!state.open[k]) { state.open[k] = 1; hidden = true; }
    if (hidden) place = arrange(t, state.open, tall);
    const wide = size.width / view.k, high = size.height / view.k, h = tall(t, i) / 2 + 12, x = left(t, i);
    if (x - 12 < view.x || x + BOX + GAP > view.x + wide) view.x = Math.max(-8 / view.k, x + BOX + GAP - wide);
    if (place.y[i] - h < view.y || place.y[i] + h > view.y + high) view.y = place.y[i] - high / 2;
  }
  function showSlice(i) {
    if (parts.high[i] * total() * view.k < 3 * THIN) view.k = within(3 * THIN / (parts.high[i] * total()), view.k, .99 * FAR);
    const top = parts.top[i] * total(), high = parts.high[i] * total(), room = size.height / view.k;
    if (high >= room ? top > view.y || top + high < view.y + room : top < view.y || top + high > view.y + room) view.y = top + high / 2 - room / 2;
  }
  // The whole tree; or a node as high as the window, and boxes where it would be higher than a box.
  function whole() { view.k = least(); view.y = 0; paint(); say(); }
  function enter(i) {
    const k = size.height / (parts.high[i] * ends * (LEAF + SPACE));
    if (!(k < FAR) || k <= view.k * 1.05) return boxes(i);
    [view.k, view.y] = [k, parts.top[i] * ends * (LEAF + SPACE)];
    select(i);
  }
  function boxes(i, k = most()) { view.k = k; show(i); view.y = place.y[i] - size.height / view.k / 2; select(i); }
  function select(i) {
    state.node = i;
    show(i);
    paint();
    say();
    if (model.get('node') !== i) traits.tell({node: i});
  }
  function toggle(i) {
    if (isIcicle()) return enter(i);
    if (!isTest(t, i)) return;
    const before = place.y[i] - view.y;
    state.open[i] ^= 1;
    place = arrange(t, state.open, tall);
    view.y = place.y[i] - before;
    selectSeen();
  }
  function foldTo(open) {
    state.open = open;
    place = arrange(t, open, tall);
    if (place.height * view.k < size.height) view.y = (place.height - size.height / view.k) / 2;
    selectSeen();
  }
  function selectSeen() {  // the node that is looked at, or the one that it is folded into
    let k = state.node;
    for (let above = t.parent[k]; above >= 0; above = t.parent[above]) if (!state.open[above]) k = above;
    select(k);
  }
  function zoom(factor, x = null, y = null) {
    const was = view.k, k = within(was * factor, least(), MOST), high = total();
    if (isIcicle()) {
      const i = state.node, [top, tall] = look().place(i), py = y ?? within(top + tall / 2, 0, size.height);
      if (k >= FAR) return boxes(y === null ? i : sliceAt(t, look(), x, y), k);
      const at = (py / was + view.y) / high;
      view.k = k;
      view.y = at * total() - py / k;
    } else if (k < FAR) {
      view.k = k;
      view.y = (parts.top[state.node] + parts.high[state.node] / 2) * total() - size.height / k / 2;
    } else {
      const [px, py] = [x ?? size.width / 2, y ?? size.height / 2];
      view.x += px / was - px / k;
      view.y += py / was - py / k;
      view.k = k;
    }
    later();
  }
  const across = () => (size.width - 16) / ((place.deepest + 1) * (BOX + GAP)), most = () => size.width < 600 ? 13 / FONT : within(across(), 1, ROOMY);
  function fit(smallest = 0) {
    const k = Math.min(across(), size.height / (place.height + 26), most());
    if (Math.max(k, smallest) < FAR) return whole();
    view.k = Math.max(k, smallest);
    view.x = -8 / view.k;
    view.y = (place.height - size.height / view.k) / 2;
    if (place.height * view.k > size.height) view.y = place.y[state.node] - size.height / view.k / 2;
    later();
  }
  const spoken = [];  // the words of every node, in which is searched
  const wordsOf = i => spoken[i] ??= `${i ? answer(t, i) : ''} ${isTest(t, i) ? asked(t, i).name : leafName(t, i)}`.toLowerCase();
  function find() {
    const word = c.search.value.trim().toLowerCase(), below = new Float64Array(m);
    state.hits = new Set();
    if (word) for (let i = 0; i < m; i++) if (wordsOf(i).includes(word)) { state.hits.add(i); below[i] = 1; }
    for (let i = m - 1; i > 0; i--) below[t.parent[i]] += below[i];
    state.hitsBelow = below;
    c.hits.textContent = word ? Say.found(state.hits.size) : '';
    c.next.disabled = !state.hits.size;
    paint();
  }
  function nextHit() {
    const found = [...state.hits], after = found.find(i => i > state.node) ?? found[0];
    if (after === undefined) return;
    select(after);
    c.hits.textContent = Say.hit(found.indexOf(after) + 1, found.length);
  }
  // The case that is asked about: a row of the table, or values by hand; none where `cells` is empty.
  function ask(cells, row = -1) {
    traits.tell({cells, case: row});
    light();
  }
  const rowCells = row => { const j = data.cases ? data.cases.rows.indexOf(row) : -1; return j < 0 ? [] : data.cases.columns.map(column => column[j]); };
  const followCase = row => ask(rowCells(row), row);
  function light() {
    const row = model.get('case'), cells = given().length ? given() : rowCells(row), asks = cells.length > 0;
    if (c.follow) c.follow.value = row;
    fields.forEach((field, j) => field.write(asks ? cells[j] : null));
    [state.found, state.said] = [asks ? shares(t, cells) : null, null];
    told.textContent = '';
    sums.replaceChildren();
    if (!asks) return foldTo(startOpen(t, 10));
    const {leaves, total} = verdicts(t, state.found), open = new Uint8Array(m), j = data.cases ? data.cases.rows.indexOf(row) : -1;
    const most = leaves.reduce((a, b) => b.share > a.share ? b : a);
    for (const {leaf, share} of leaves) if (share >= .05 || leaf === most.leaf) {
      for (let k = t.parent[leaf]; k >= 0; k = t.parent[k]) open[k] = 1;
    }
    state.node = most.leaf;
    const name = j < 0 ? '' : data.cases.labels[j] + (data.cases.classes ? ` (${data.cases.classes[j]})` : '');
    told.textContent = Say.case(name, sentence(t, total, leaves.length));
    const way = leaves.length > 1 ? told.textContent : Say.way(pathWords(t, most.leaf, cells), leafName(t, most.leaf));
    state.said = {leaf: most.leaf, words: way[0].toUpperCase() + way.slice(1)};
    writeTable(sums, t, leaves, total);
    foldTo(open);
    const narrow = size.width < 600 && !isIcicle();
    if (narrow) frameOf(place.height); else if (!isIcicle()) fit(SMALLEST);
    select(most.leaf);  // where it is out of the window
    if (narrow) fit(SMALLEST);  // on a phone a path begins at its root
  }

  svg.addEventListener('keydown', e => {
    const i = state.node, at = place.order.indexOf(i), {order} = place, onLevel = k => select(t.level[k] === t.level[i] ? k : i);
    const inIcicle = {  // nodes stand level by level
      ArrowDown: () => onLevel(i + 1), ArrowUp: () => onLevel(i - 1), ArrowRight: () => select(isTest(t, i) ? t.first[i] : i),
      ArrowLeft: () => select(Math.max(t.parent[i], 0)), End: () => select(m - 1), Escape: whole};
    const act = isIcicle() && inIcicle[e.key] || {
      ArrowDown: () => select(order[Math.min(at + 1, order.length - 1)]), ArrowUp: () => select(order[Math.max(at - 1, 0)]),
      ArrowRight: () => state.open[i] ? select(t.first[i]) : toggle(i),
      ArrowLeft: () => state.open[i] ? toggle(i) : select(Math.max(t.parent[i], 0)),
      Home: () => select(0), End: () => select(order[order.length - 1]), Enter: () => toggle(i), ' ': () => toggle(i),
      '+': () => zoom(1.25), '-': () => zoom(.8), '0': () => fit()}[e.key];
    if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  });
  let last = {at: -1, when: 0};
  pointing(svg, view, later, (target, x, y) => {
    svg.focus({preventScroll: true});
    if (isIcicle()) {
      const at = sliceAt(t, look(), x, y), twice = at === last.at && performance.now() - last.when < 400;
      last = {at, when: performance.now()};
      return twice ? enter(at) : select(at);
    }
    const box = target.closest('[data-node]');
    if (!box) return;
    if (target.closest('.c45lit-knob')) toggle(+box.dataset.node);
    else select(+box.dataset.node);
  }, zoom);
  c.map.hidden = m <= SMALL;
  c.next.disabled = true;
  const traits = sharedTraits(model, 'node case cells', () => {
    if (model.get('node') !== state.node) select(within(model.get('node'), 0, m - 1));
    else if (c.follow && +c.follow.value !== model.get('case')) followCase(model.get('case')); else light();
  });

  function frameOf(height) {
    size.height = within((height + 26) * most(), 200, size.width < 480 ? 440 : 600);
    set(svg, {width: size.width + 2, height: size.height + 2, viewBox: `0 0 ${size.width} ${size.height}`});
  }
  let first = true;
  const tallest = place.height, stop = fitted(root, width => {
    size.width = width - 2;  // without its border
    [BOX, GAP] = width < 480 ? [90, 16] : [200, 36];
    frameOf(tallest);
    if (first) {  // as many levels as there is room for in letters that can be read; the button fits them all
      const k = width < 600 ? SMALLEST : most(), levels = Math.max(Math.floor((width / k + GAP) / (BOX + GAP)), 2);
      if (!given().length) foldTo(state.open.map((is, i) => is && t.level[i] < levels - 1));
      fit(k);
    }
    first = false;
    paint();
    say();
  }, 1200);
  if (given().length) light();
  else if (model.get('case') >= 0) followCase(model.get('case'));
  else if (model.get('node') > 0) select(within(model.get('node'), 0, m - 1));
  return () => { stop(); traits.end(); };
}

export default {render};
