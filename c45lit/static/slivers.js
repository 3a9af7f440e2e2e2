// Melons in slivers: every case is a square whose area is its weight; where a value is unknown the square is cut, and its slivers fall
// down every branch while the tree grows.
import {bits, cut, generator, plain, sum, tenth, weight, wide, within} from './numbers.js';
import {W} from './words.js';
import {blank, button, choice, classLegend, dial, draw, fitted, frame, keepKeys, sharedTraits, statusOf, tag} from './common.js';
import * as C45 from './grower.js';
import {lesson} from './lesson.js';

const Say = W.slivers;
const CUTTING = '#0072B2', LEAST_SIDE = 7, FAN = 46;  // points; FAN between two levels

// -- the tree that grows without some of the values

// The table with more values unknown: pairs [row, attribute].
function blanked(t, blanks) {
  const made = {...t, columns: [...t.columns], distinct: [...t.distinct], places: [...t.places]};
  for (const a of new Set(blanks.map(([, a]) => a))) {
    const number = t.attributes[a].kind === 'continuous', column = Array.from(t.columns[a]);
    for (const [row, b] of blanks) if (a === b) column[row] = number ? NaN : -1;
    const one = C45.table({...t, attributes: [t.attributes[a]], columns: [column]});
    [made.columns[a], made.distinct[a], made.places[a]] = [one.columns[0], one.distinct[0], one.places[0]];
  }
  return made;
}

const grownTo = (t, data) => C45.grow(t, {options: data.options, stop: {max_depth: data.depth, collapse: false}});

// What every attribute offers at a node: on the known cases, times their share, less the penalty; and which one is taken.
function offersAt(t, node, options) {
  const full = {...C45.OPTIONS, ...options}, tests = node.tests || t.attributes.map((_, a) => C45.bestTest(t, node.cases, a, full, node.used));
  const winner = node.errors === 0 && !node.children.length || node.weight < 2 * full.min_cases ? -1 : C45.choose(tests, C45.manyValued(t), full);
  return tests.map((test, a) => {
    const x = t.columns[a], known = sum(C45.contingency(t, node.cases, i => x[i] !== x[i] || x[i] === -1 && t.attributes[a].kind !== 'continuous' ? -1 : 0, 1).freq[0]);
    const possible = test.gain > -1e-3, share = node.weight > 0 ? known / node.weight : 0;
    return {a, share, possible, gain: possible ? test.gain : 0, raw: possible && share > 0 ? (test.gain + test.penalty) / share : 0, penalty: possible ? test.penalty : 0,
            ratio: possible && test.info > 0 ? test.gain / test.info : 0, chosen: a === winner, test};
  });
}

// Weight by branch and class of one attribute at a node, and of those whose value is unknown.
function tableAt(t, node, offer) {
  const {a, test} = offer, x = t.columns[a], number = t.attributes[a].kind === 'continuous';
  if (number && !offer.possible) return null;
  const cut = number ? C45.thresholdOf(t, test, 'data') : 0, middle = number ? test.left : 0;
  const names = number ? [`\u2264 ${plain(cut)}`, `> ${plain(cut)}`] : t.attributes[a].values;
  return {...C45.contingency(t, node.cases, number ? i => x[i] !== x[i] ? -1 : +(x[i] > middle) : i => x[i], names.length), names};
}

// -- where squares lie

// The bins of the nodes, as wide as the cases in them weigh; in each the places of its pieces, column by column.
function layPieces(t, tree, width) {
  const n = tree.weight, rows = Math.max(1, Math.ceil(LEAST_SIDE * n / width)), side = Math.min(width * rows / n, width > 760 ? 66 : 44), high = rows * side;
  const scale = side / rows, bins = [], step = high + 2 * 17 + FAN, starts = new Map([[tree, (width - n * scale) / 2]]);
  for (const node of C45.levels(tree)) {
    let x = starts.get(node);
    const level = node.place.length, bin = {node, level, x, width: node.weight * scale, y: 20 + level * step, high};
    if (node.weight > 0) bins.push(Object.assign(bin, layBin(t, bin, side, rows)));
    for (const child of node.children) { starts.set(child, x); x += child.weight * scale; }
  }
  const deepest = Math.max(...bins.map(b => b.level)), pieces = sum(bins.map(b => b.order.length));
  return {tree, side, rows, bins, n: pieces, high, height: 20 + deepest * step + high + 34};
}

// By class; where there are several rows, pieces of one weight stand together.
function layBin(t, bin, side, rows) {
  const {rows: who, weights} = bin.node.cases, C = t.classes.length, sizes = rows > 1 ? [...new Set(weights)].filter(w => w > 0).sort((v, w) => w - v) : [1];
  const starts = new Int32Array(sizes.length * C + 1), group = new Int32Array(who.length);
  for (let i = 0; i < who.length; i++) if (weights[i] > 0) {
    group[i] = (rows > 1 ? sizes.indexOf(weights[i]) : 0) * C + t.labels[who[i]];
    starts[group[i] + 1]++;
  }
  for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
  const order = new Int32Array(starts[starts.length - 1]), xs = new Float64Array(order.length), ys = new Float64Array(order.length);
  for (let i = 0; i < who.length; i++) if (weights[i] > 0) order[starts[group[i]]++] = i;
  let x = 0, k = 0, last = 0;
  for (let at = 0; at < order.length; at++) {
    const w = weights[order[at]];
    if (k === rows || k && w !== last) { x += last * side; k = 0; }
    last = w;
    xs[at] = x;
    ys[at] = bin.y + k++ * side;
  }
  const squeeze = Math.min(1, bin.width / (x + last * side || 1));
  for (let at = 0; at < xs.length; at++) xs[at] = bin.x + xs[at] * squeeze;
  return {order, xs, ys, squeeze};
}

// Pieces as objects: those of one case, or all.
function piecesOf(g, row = null) {
  const found = [];
  for (const bin of g.bins) {
    const {rows, weights} = bin.node.cases;
    for (let at = 0; at < bin.order.length; at++) {
      const i = bin.order[at];
      if (row === null || rows[i] === row) found.push({row: rows[i], weight: weights[i], bin, x: bin.xs[at], y: bin.ys[at], width: weights[i] * g.side * bin.squeeze});
    }
  }
  return found;
}

// Every piece below the first level with the part of the piece above from which it is cut.
function cutLines(pieces) {
  const above = new Map(), used = new Map();
  const key = (row, place) => `${row} ${place.join()}`;
  for (const piece of pieces) above.set(key(piece.row, piece.bin.node.place), piece);
  return pieces.filter(p => p.bin.level > 0).map(piece => {
    const from = above.get(key(piece.row, piece.bin.node.place.slice(0, -1))), start = used.get(from) || 0, part = piece.weight / from.weight * from.width;
    used.set(from, start + part);
    return {piece, from, x: from.x + start, width: part};
  });
}

// -- the picture

const squarePath = (x, y, width, side) => `M${tenth(x)},${tenth(y)}h${tenth(Math.max(width - 1, .4))}v${tenth(side - 1)}h${tenth(-Math.max(width - 1, .4))}z`;

function drawSquares(group, t, g, data) {
  const paths = new Map(), squares = draw(group, 'g', {'data-part': 'squares'}), pieces = piecesOf(g);
  for (const {row, x, y, width} of pieces) paths.set(t.labels[row], (paths.get(t.labels[row]) || '') + squarePath(x, y, width, g.side));
  for (const [c, d] of paths) draw(squares, 'path', {class: 'c45lit-squares', d, fill: data.colours[c % data.colours.length]});
  for (const piece of pieces) drawName(squares, t, g, data, piece);
}
function drawName(parent, t, g, data, {row, x, y, width}) {
  const size = g.side > 44 ? 18 : 12;
  if (g.side >= 18 && width >= Math.max(12, wide(data.cases[row], size) + 2)) draw(parent, 'text', {x: tenth(x + width / 2), y: tenth(y + g.side / 2 + size / 3), 'text-anchor': 'middle',
    fill: data.inks[t.labels[row] % data.inks.length], 'font-size': size}, data.cases[row]);
}

// Bands from a piece to the pieces that it is cut into; `fallen` says how many levels the case that is looked at has fallen.
function drawBands(group, t, g, data, row, fallen) {
  const all = g.n <= 400, faint = draw(group, 'g', {'data-part': 'squares', 'aria-hidden': 'true'}), mine = draw(group, 'g', {'data-part': 'fall'});
  for (const {piece, from, x, width} of cutLines(piecesOf(g, all ? null : row))) {
    const share = piece.row === row ? within(fallen - piece.bin.level + 1, 0, 1) : 1, bottom = from.y + g.side - 1;
    if (share <= 0) continue;
    const y = bottom + (piece.y - bottom) * share, at = x + (piece.x - x) * share, middle = (bottom + y) / 2, end = at + piece.width - 1;
    const d = `M${tenth(x)},${tenth(bottom)}C${tenth(x)},${tenth(middle)} ${tenth(at)},${tenth(middle)} ${tenth(at)},${tenth(y)}H${tenth(end)}`
      + `C${tenth(end)},${tenth(middle)} ${tenth(x + width - 1)},${tenth(middle)} ${tenth(x + width - 1)},${tenth(bottom)}z`;
    const fill = data.colours[t.labels[piece.row] % data.colours.length];
    draw(piece.row === row ? mine : faint, 'path', {class: piece.row === row ? 'c45lit-band' : '', d, fill, 'fill-opacity': piece.row === row ? .6 : .13});
    if (piece.row === row && share < 1) draw(mine, 'path', {d: squarePath(at, y, piece.width, g.side), fill, stroke: 'currentColor', 'stroke-width': 2});
  }
  for (const piece of piecesOf(g, row)) if (fallen >= piece.bin.level) {
    draw(mine, 'path', {class: 'c45lit-mine', d: squarePath(piece.x, piece.y, piece.width, g.side), fill: data.colours[t.labels[row] % data.colours.length],
                        stroke: 'currentColor', 'stroke-width': g.side < 12 ? 1.5 : 2.5});
    drawName(mine, t, g, data, piece);
  }
}

function drawBins(group, t, g, data, at) {
  const words = t.attributes.map(a => a.name), boxes = draw(group, 'g');
  for (const {node, x, y, width, high, level} of g.bins) {
    const key = node.place.join(), mine = key === at, test = node.children.length > 0, name = nodeName(t, g.tree, node.place);
    const says = test ? W.asks(words[node.attribute]) : data.classes[node.label];
    const box = draw(boxes, 'g', {class: 'c45lit-bin', role: 'button', tabindex: mine ? 0 : -1, 'aria-pressed': mine, 'data-place': key});
    keepKeys(box);
    draw(box, 'rect', {x: tenth(x - .5), y: y - 3, width: tenth(Math.max(width - 2, 1)), height: tenth(high + 5), rx: 2, fill: 'transparent', stroke: 'currentColor',
                       'stroke-width': mine ? 2 : 1, opacity: mine ? .9 : .3});
    const seen = [];  // what is read out holds what is seen
    const text = (dy, said, more) => (wide(said) < width + 6 || width > 40) && seen.push(draw(box, 'text', {x: tenth(x + width / 2), y: y + dy, 'text-anchor': 'middle',
      fill: 'currentColor', class: 'c45lit-halo', ...more}, cut(said, width + 4)).textContent) && box.append(' ');
    if (level) text(-8, branchName(t, g.tree, node.place), {});
    text(high + 15, says, {'font-weight': 600});
    draw(box, 'title', {}, Say.bin(name, node.weight, says));
    box.setAttribute('aria-label', `${seen.join(' ')} (${Say.bin(name, node.weight, says)})`);
  }
}
function nodeAt(tree, place) { return place.reduce((node, b) => node && node.children[b], tree); }
const branchName = (t, tree, place) => C45.answerOf(t, nodeAt(tree, place.slice(0, -1)), place[place.length - 1]);
const nodeName = (t, tree, place) => place.length ? place.map((_, i) => `${t.attributes[nodeAt(tree, place.slice(0, i)).attribute].name} ${branchName(t, tree, place.slice(0, i + 1))}`).join(', ')
  : W.tree.all;

// -- the table and the bars beside it

const MOST_BARS = 10;

function showTable(parent, t, node, offer, data) {
  const found = tableAt(t, node, offer), known = found ? sum(found.freq.map(sum)) : 0;
  const rows = !found ? [[Say.noThreshold]] : [['', ...data.classes, Say.share], ...found.freq.map((counts, v) => [found.names[v], ...counts, known > 0 ? bits(sum(counts) / known) : '\u2013']),
    ...sum(found.unknown) > 0 ? [['?', ...found.unknown, Say.byShare]] : []];
  parent.replaceChildren();
  tag(parent, 'caption', '', Say.byClass(t.attributes[offer.a].name));
  rows.forEach((row, i) => {
    const line = tag(tag(parent, found && !i ? 'thead' : 'tbody'), 'tr');
    row.forEach((x, k) => {
      const cell = tag(line, found && x !== '' && (!i || !k) ? 'th' : 'td', typeof x === 'number' && Math.abs(x - Math.round(x)) > 5e-3 ? 'c45lit-fraction' : '', typeof x === 'number' ? weight(x) : x);
      if (cell.localName === 'th') cell.scope = i ? 'row' : 'col';
    });
  });
}

function drawOffers(svg, t, offers, width) {
  const shown = [...offers].sort((a, b) => b.chosen - a.chosen || b.gain - a.gain).slice(0, MOST_BARS).sort((a, b) => a.a - b.a);
  const most = Math.max(...shown.map(o => o.raw), 1e-6), left = within(width * .24, 60, 120), room = width - left - 150, high = 22;
  blank(svg, width, shown.length * high + 24);
  const text = (x, y, words, more) => draw(svg, 'text', {x, y, fill: 'currentColor', ...more}, words);
  text(left + room + 96, 12, offers.some(o => o.penalty > 0) ? W.candidates.netGain : W.candidates.columns.gain, {'text-anchor': 'end', opacity: .8});
  text(width - 4, 12, W.candidates.columns.ratio, {'text-anchor': 'end', opacity: .8});
  shown.forEach((offer, i) => {
    const y = 20 + i * high, bold = {'font-weight': offer.chosen ? 600 : 400}, name = t.attributes[offer.a].name, raw = offer.raw / most * room;
    text(left - 6, y + 13, `${offer.chosen ? '\u2605 ' : ''}${cut(name, left - 24)}`, {'text-anchor': 'end', ...bold});
    draw(svg, 'rect', {class: 'c45lit-raw', x: left, y: y + 3, width: tenth(raw), height: 13, fill: 'none', stroke: 'currentColor', 'stroke-dasharray': '3 2', opacity: .55});
    draw(svg, 'rect', {class: 'c45lit-gain', x: left, y: y + 3, width: tenth(Math.max(offer.gain, 0) / most * room), height: 13, fill: CUTTING, 'fill-opacity': offer.chosen ? 1 : .55});
    if (offer.share < 1 - 1e-9) text(left + raw + 4, y + 14, `\u03c1 ${offer.share.toFixed(2)}`, {class: 'tick'});
    text(left + room + 96, y + 13, offer.possible ? bits(offer.gain) : '\u2013', {'text-anchor': 'end', ...bold});
    text(width - 4, y + 13, offer.possible ? bits(offer.ratio) : '\u2013', {'text-anchor': 'end', ...bold});
  });
}

// -- the page

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-slivers', Say.label), whole = C45.table(data.table);
  const school = lesson(root, [
    {words: Say.scenes[0], parts: ['fall'], play() { put(asked()); put({blanks: []}); look(''); put({blanks: [[row(), attribute()]]}); drop(); },
     say: () => Say.cut(name(), one(), slivers().map(p => p.weight))},
    {words: Say.scenes[1], parts: ['table', 'fall'], play() { put(asked()); put({blanks: [[row(), attribute()]]}); look(fractionNode()); },
     say: () => Say.count(here(), node().weight)},
    {words: Say.scenes[2], parts: ['bars'], play() { put(asked()); look(''); const end = turning(); school.glide(0, end, 2600, k => { blankSome(Math.round(k)); school.retell(); }); },
     say: () => Say.shrinks(name(), offers[attribute()].share, winner() === attribute(), winner() < 0 ? '' : t.attributes[winner()].name)}]);
  const svg = draw(root, 'svg', {class: 'c45lit-picture', role: 'group', 'aria-label': Say.picture});
  classLegend(root, data);
  const row1 = tag(root, 'div', 'c45lit-controls c45lit-cells');
  const pickCase = choice(row1, Say.case, data.cases.map((words, i) => [i, `${words} \u00b7 ${data.classes[data.table.labels[i]]}`]), value => { school.letGo(); put({case: +value}); });
  const cells = tag(row1, 'span', 'c45lit-values');
  const row2 = tag(root, 'div', 'c45lit-controls'), asks = data.table.attributes.map((a, i) => [i, a.name]).filter(([i]) => data.table.attributes[i].kind !== 'ignore');
  const pick = choice(row2, Say.attribute, asks, value => { school.letGo(); put({attribute: data.table.attributes[+value].name}); });
  const {input: slider, shown} = dial(row2, Say.blanked, n => blankSome(n), Say.howMany);
  button(row2, Say.asGiven, () => { school.letGo(); put({blanks: []}); });
  const readout = statusOf(root), details = tag(root, 'p', 'c45lit-note');
  const beside = tag(root, 'div', 'c45lit-beside'), place = tag(beside, 'p', 'c45lit-note'), table = tag(beside, 'table', 'c45lit-counts');
  table.dataset.part = 'table';
  const bars = draw(beside, 'svg', {'data-part': 'bars', role: 'img', 'aria-label': Say.bars});
  tag(root, 'p', 'c45lit-note', data.note);
  let t = whole, tree, offers, g, at = '', width = 640, fallen = Infinity;

  const row = () => model.get('case'), attribute = () => Math.max(data.table.attributes.findIndex(a => a.name === model.get('attribute')), 0);
  const name = () => t.attributes[attribute()].name, one = () => Say.one(data.cases[row()]), blanks = () => model.get('blanks');
  const node = () => nodeAt(tree, at ? at.split(',').map(Number) : []), here = () => nodeName(t, tree, node().place), winner = () => offers.findIndex(o => o.chosen);
  const slivers = () => piecesOf(g, row()).filter(p => p.bin.level === 1);
  const isBlank = (r, a) => blanks().some(([s, b]) => s === r && b === a);
  const isKnown = (r, a) => { const x = whole.columns[a][r]; return x === x && x !== -1; };
  const valueOf = (r, a) => whole.attributes[a].kind === 'continuous' ? plain(whole.columns[a][r]) : whole.attributes[a].values[whole.columns[a][r]];

  // The cases whose value can be blanked: the one that is looked at first, the others in an order that chance made once.
  const random = generator(1), others = data.cases.map((_, r) => [random(), r]).sort((x, y) => x[0] - y[0]).map(([, r]) => r);
  const orderOf = a => [row(), ...others.filter(r => r !== row())].filter(r => isKnown(r, a));
  function blankSome(k, a = attribute()) { put({blanks: [...blanks().filter(([, b]) => b !== a), ...orderOf(a).slice(0, k).map(r => [r, a])]}); }
  // The test of the root as given.
  const rootTest = grownTo(whole, data).attribute;
  function asked() { const a = rootTest < 0 ? attribute() : rootTest; return {attribute: data.table.attributes[a].name, ...isKnown(row(), a) ? {} : {case: data.cases.findIndex((_, r) => isKnown(r, a))}}; }
  // How many values must be unknown until another attribute wins; all but two if none does.
  function turning() {
    const a = attribute(), order = orderOf(a), step = Math.max(1, Math.floor(order.length / 40)), root = list => grownTo(blanked(whole, list), {...data, depth: 1}).attribute;
    for (let k = step; k < order.length - 1; k += step) if (root(order.slice(0, k).map(r => [r, a])) !== a) return k;
    return Math.max(order.length - 2, 0);
  }
  // A branch below the root with slivers in it, one that is divided again if there is one.
  function fractionNode() {
    const found = tree.children.filter(c => c.weight > 0 && Math.abs(c.weight - Math.round(c.weight)) > 1e-6);
    return (found.find(c => c.children.length) || found[0] || tree).place.join();
  }
  function drop() { school.glide(0, data.depth, 2200, level => { fallen = level; drawAll(); }); }

  function update() {
    t = blanks().length ? blanked(whole, blanks()) : whole;
    tree = grownTo(t, data);
    if (!node() || !(node().weight > 0)) at = '';
    fallen = Infinity;
    drawAll();
    say();
  }
  function drawAll() {
    const focused = svg.contains(document.activeElement);
    g = layPieces(t, tree, width - 2);
    blank(svg, width, Math.ceil(g.height));
    const moving = draw(svg, 'g', {transform: 'translate(1,0)'});
    drawBands(moving, t, g, data, row(), fallen);
    drawSquares(moving, t, g, data);
    drawBins(moving, t, g, data, at);
    const mine = moving.firstElementChild.nextElementSibling;  // what is looked at lies above the squares, and words above all
    moving.insertBefore(mine, moving.lastElementChild);
    mine.style.pointerEvents = 'none';
    if (focused) svg.querySelector('[tabindex="0"]').focus();
    school.light();
  }
  // A node, and with it the attribute that it tests.
  function look(key) {
    at = key;
    put(node().children.length ? {attribute: data.table.attributes[node().attribute].name} : {});
  }
  function say() {
    offers = offersAt(t, node(), data.options);
    const offer = offers[attribute()], count = blanks().filter(([, a]) => a === attribute()).length;
    place.textContent = Say.atNode(here(), node().weight);
    showTable(table, t, node(), offer, data);
    drawOffers(bars, t, offers, Math.min(width, Math.max(280, width >= 700 ? width * .56 : width)));
    [pickCase.value, pick.value] = [row(), attribute()];
    Object.assign(slider, {max: orderOf(attribute()).length, value: count});
    shown.textContent = Say.of(count, +slider.max);
    slider.setAttribute('aria-valuetext', Say.values(count, name()));
    showCells();
    const told = {name: name(), known: offer.share * node().weight, n: node().weight, share: offer.share, possible: offer.possible, raw: offer.raw, penalty: offer.penalty, gain: offer.gain,
      ratio: offer.ratio, winner: winner() >= 0 ? t.attributes[winner()].name : '', case: data.cases[row()], leaves: piecesOf(g, row()).filter(p => !p.bin.node.children.length).length};
    [readout.textContent, details.textContent] = [Say.says(told), Say.details(told)];
    school.light();
  }
  function showCells() {
    const focused = cells.contains(document.activeElement) ? [...cells.children].indexOf(document.activeElement) : -1;
    cells.replaceChildren();
    data.table.attributes.forEach((a, i) => {
      if (a.kind === 'ignore') return;
      const known = isKnown(row(), i), blank = isBlank(row(), i), made = button(cells, `${a.name} ${known && !blank ? valueOf(row(), i) : '?'}`, () => {
        school.letGo();
        put({attribute: a.name, blanks: blank ? blanks().filter(([r, b]) => r !== row() || b !== i) : [...blanks(), [row(), i]]});
        if (!blank) drop();
      });
      Object.assign(made, {disabled: !known, title: !known ? Say.unknown : blank ? Say.giveBack : Say.blankOut});
      made.setAttribute('aria-pressed', blank);
    });
    if (focused >= 0 && cells.children[focused]) cells.children[focused].focus();
  }

  svg.addEventListener('click', e => {
    const b = svg.getBoundingClientRect(), k = width / b.width, x = (e.clientX - b.left) * k - 1, y = (e.clientY - b.top) * k;
    const piece = piecesOf(g).find(p => x >= p.x && x < p.x + p.width && y >= p.y && y < p.y + g.side), bin = e.target.closest('.c45lit-bin');
    if (bin) at = bin.dataset.place;
    if (piece) { put({case: piece.row}); look(piece.bin.node.place.join()); } else look(at);
  });
  svg.addEventListener('keydown', e => {
    const bin = e.target.closest('.c45lit-bin'), step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
    if (!bin || !step) return;
    e.preventDefault();
    school.letGo();
    const k = g.bins.findIndex(b => b.node.place.join() === at);
    look(g.bins[within(k + step, 0, g.bins.length - 1)].node.place.join());
  });
  const traits = sharedTraits(model, 'case attribute blanks', () => update());
  function put(changes) { traits.tell(changes); update(); }
  const stop = fitted(root, room => { width = room; update(); });
  return () => { stop(); school.end(); traits.end(); };
}

export default {render};
