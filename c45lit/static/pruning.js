// The pruning explorer: every setting was pruned beforehand; a move looks up what became of each node.
import {hundredths, minus, percent, plain, sum, ticks, weight} from './numbers.js';
import {W} from './words.js';
import {blank, choice, classBar, classLegend, dragged, draw, fitted, frame, keepKeys, marksBelow, marksBeside, outline, set, sharedTraits, sliderIn, statusOf, tag, tickBox} from './common.js';
import {drawTreeInto, onPage} from './drawn.js';
import {drawTail, exactBound, tailOf} from './tail.js';

const Say = W.pruning;
const CURVES = [  // of the errors, over the dial: the last is drawn on top, and the reader moves it
  {name: 'estimate', of: (run, s) => run.guess ? rateOf(s.estimate, run.weights[0]) : null, look: {stroke: 'var(--c45-axis)', 'stroke-width': 1, 'stroke-dasharray': '1 4'}},
  {name: 'training', of: (run, s) => rateOf(s.wrong[0], run.weights[0]), look: {stroke: 'var(--c45-faint)', 'stroke-width': 2}},
  {name: 'validation', of: (run, s) => rateOf(s.wrong[2], run.weights[2]), look: {stroke: 'var(--c45-c2)', 'stroke-width': 2, 'stroke-dasharray': '6 4'}},
  {name: 'test', of: (run, s) => rateOf(s.wrong[1], run.weights[1]), look: {stroke: 'var(--c45-ink)', 'stroke-width': 4}}];
const THUMB = 14, LINE = 17;  // pixels: half of the slider's thumb, a line of words
const FROM = 860, HIGH = 620;  // pixels: the picture beside the curve, and how high

const rateOf = (wrong, all) => wrong === null || wrong === undefined || !all ? null : wrong / all;
const shareWords = share => share === null ? '\u2013' : hundredths(share);
const twoPlaces = x => x === null || x === undefined ? '\u2013' : minus(x.toFixed(2));
const cost = x => x === null || x === undefined ? '\u2013' : minus(Number(x.toPrecision(4)));

// -- what the controls point at

function treeShape(tree) {
  const kids = tree.parent.map(() => []);
  tree.parent.forEach((p, i) => { if (p >= 0) kids[p].push(i); });
  const tests = new Map();  // node -> its number among the tests
  tree.asks.forEach((a, i) => { if (a !== null) tests.set(i, tests.size); });
  return {kids, tests};
}

// All that is meant by method, dial and least cases together.
function pickSetting(data, model) {
  const method = data.methods.find(m => m.name === model.get('method')) || data.methods[0];
  const least = Math.min(Math.max(model.get('least'), 0), data.least.length - 1);
  const run = method.runs[method.run_of[least]], tree = data.trees[run.tree];
  const n = method.dial === null ? data.least.length : run.dial.length;
  const at = method.dial === null ? data.least.length - 1 - least : Math.min(Math.max(model.get('dial'), 0), n - 1);
  const step = run.steps[method.dial === null ? 0 : at];
  tree.shape = tree.shape || treeShape(tree);
  // over the dial, the smallest tree first; where there is none, over least cases
  const row = method.dial !== null ? run.steps.map(s => [run, s])
    : [...method.run_of].reverse().map(r => [method.runs[r], method.runs[r].steps[0]]);
  const values = method.dial !== null ? run.dial : [...data.least].reverse();
  run.guess = method.dial === 'cf';
  return {data, method, least, run, tree, n, at, step, row, values, shape: tree.shape};
}

const countsAt = (p, i) => p.step.moved[i] ? p.step.moved[i][1] : p.tree.dist[i];
const classAt = (p, i) => p.step.moved[i] ? p.step.moved[i][0] : p.tree.class[i];
const isLeafNow = (p, i) => p.step.fate[i] === 'l' || p.tree.asks[i] === null;

function leafWords(p, i) {
  const counts = countsAt(p, i), n = sum(counts), wrong = n - counts[classAt(p, i)];
  return [p.data.classes[classAt(p, i)], Say.figures(n, wrong)];
}

// The threshold of a test; NaN where words are asked. And what it asks, with the threshold, for the same attribute may be asked again below.
const cutAt = (p, i) => { const answer = p.tree.answer[p.shape.kids[i][0]] || ''; return answer[0] === '\u2264' ? +answer.slice(2) : NaN; };
const testWords = (p, i) => Number.isFinite(cutAt(p, i)) ? `${p.tree.asks[i]} ${p.tree.answer[p.shape.kids[i][0]]}` : p.tree.asks[i];

// What became of a node, in a word.
function fateWord(p, i) {
  const fate = p.step.fate[i];
  if (fate === 'l') return `\u2192 ${p.data.classes[classAt(p, i)]}`;
  if (fate === 'r') return p.step.taken[i] >= 0 ? `\u2191 ${testWords(p, p.step.taken[i])}` : `\u2191 ${Say.aBranch}`;
  if (fate === 'g') return Say.goes;
  return p.tree.asks[i] === null ? '' : Say.stays;
}

const dialWords = p => Say.dial[p.method.dial](p.values[p.at]);
const methodName = ({name}) => Say.methods[name] ?? name;

function settingWords(p) {
  const {wrong} = p.step, all = p.run.weights, counted = {training: 0, test: 1, validation: 2};
  const rates = CURVES.map(c => [c.name, c.of(p.run, p.step), wrong[counted[c.name]], all[counted[c.name]]]).filter(([, rate]) => rate !== null);
  return Say.setting(methodName(p.method), p.method.dial === null ? '' : dialWords(p), p.data.least[p.least], p.step.leaves, p.tree.leaves,
                     rates.reverse().map(([name, rate, errors, n]) => Say.rate(name, shareWords(rate), errors, n)));
}
// What the page says first: the errors of the tree that is left, and of the whole one.
function headline(p) {
  const unseen = p.run.weights[1] ?? 0, curve = CURVES.find(c => c.name === (unseen ? 'test' : 'training')), whole = p.row.find(([run, s]) => run === p.run && s.leaves === p.tree.leaves);
  return Say.headline(p.step.leaves, p.tree.leaves, shareWords(curve.of(p.run, p.step)), whole && shareWords(curve.of(...whole)), unseen > 0);
}

// -- the tree

// Those to draw: all of them, or those that are left, each with its branches.
function drawnNodes(p, showCut) {
  const {step, shape} = p, found = [], open = [{place: 0, parent: -1}];
  while (open.length) {
    const {place, parent} = open.pop();
    let node = place;
    if (!showCut && step.fate[place] === 'r') node = step.taken[place];
    const at = found.length;
    found.push({place, node: node < 0 ? place : node, kids: []});
    if (parent >= 0) found[parent].kids.push(at);
    const ends = node < 0 || !showCut && isLeafNow(p, node);
    const kids = ends ? [] : shape.kids[node].filter(k => showCut || step.fate[k] !== 'g');
    open.push(...kids.reverse().map(k => ({place: k, parent: at})));
  }
  return found;
}

// The nodes as a picture has them: what they say and how they look.
function pictured(p, showCut, chosen) {
  return drawnNodes(p, showCut).map(({place, node: i, kids}) => {
    const leaf = isLeafNow(p, i), fate = p.step.fate[place], raised = fate === 'r' && i === place, dist = countsAt(p, i), [name, figures] = leafWords(p, i);
    return {asks: !leaf ? `${p.tree.asks[i]}${raised ? ' \u2191' : ''}` : kids.length ? name : '', threshold: leaf ? NaN : cutAt(p, i), dist, weight: sum(dist), majority: classAt(p, i), branches: kids,
            answer: minus((p.tree.answer[place] || '').replace(/\d+\.\d{3,}/, x => String(Number(Number(x).toPrecision(3))))),
            title: [leaf ? name : p.tree.asks[i], leaf && figures, fateWord(p, place)].filter(Boolean).join(', '),
            mark: {class: `c45lit-node${fate === 'g' || raised ? ' c45lit-gone' : ''}`, 'data-node': place}, gone: fate === 'g',
            frames: [...fate === 'l' ? ['c45lit-cut-here'] : [], ...place === chosen ? ['c45lit-chosen'] : []]};
  });
}

// -- the errors over the dial

function chartGeometry(p, width) {
  const left = 44, right = 22, top = 24, height = width < 380 ? 130 : 260, floor = top + height;
  const counted = p.row.flatMap(([run, s]) => CURVES.filter(c => c.name !== 'estimate').map(c => c.of(run, s))), most = Math.max(0.01, ...counted) * 1.25;
  const x = k => left + (p.n > 1 ? k / (p.n - 1) : .5) * (width - left - right);
  return {left, right, top, floor, most, x, y: r => floor - r / most * height, width, height: floor + 20};
}

function drawErrorCurves(svg, p, g) {
  blank(svg, g.width, g.height);
  const drawn = CURVES.map(c => ({...c, points: p.row.map(([run, s], k) => [g.x(k), g.y(c.of(run, s) ?? Infinity)]).filter(([, y]) => y >= 0 && y <= g.floor)})).filter(c => c.points.length);
  const path = points => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '), [seen, unseen] = ['training', 'test'].map(name => drawn.find(c => c.name === name));
  if (unseen) draw(svg, 'polygon', {points: path([...seen.points, ...unseen.points.slice().reverse()]), fill: 'var(--c45-sunk)'});
  draw(svg, 'path', {d: `M${g.left},${g.top}V${g.floor}H${g.width - g.right}`, class: 'axis'});
  marksBeside(svg, g.left, ticks(0, g.most, 4).map(v => [g.y(v), percent(v, g.most < .04 ? 1 : 0)]));
  marksBelow(svg, g.floor, p.values.map((v, k) => [g.x(k), p.method.dial === 'alpha' ? cost(v) : minus(plain(v))]), 8);
  for (const {name, look, points} of drawn) draw(svg, 'polyline', {class: `mark c45lit-curve-${name}`, points: path(points), style: Object.entries(look).map(pair => pair.join(': ')).join('; ')});
  let free = g.floor;  // names stand on their lines, one above the other
  for (const {name, points: [[x, y]]} of drawn.sort((a, b) => b.points[0][1] - a.points[0][1])) {
    free = Math.min(y - 7, free);
    draw(svg, 'text', {class: `halo${name === 'test' ? ' bold' : ' dim'}`, x: x + 8, y: Math.max(free, 14)}, Say.curves[name]);
    free -= LINE;
  }
}

// What moves in the chart: a line, and a dot on each curve.
function drawErrorMarks(svg, p, g) {
  svg.querySelector('.c45lit-now')?.remove();
  const now = draw(svg, 'g', {class: 'c45lit-now'}), x = g.x(p.at), late = x > g.width - 90;
  draw(now, 'line', {x1: x, x2: x, y1: g.top - 6, y2: g.floor, class: 'touch-line'});
  for (const c of CURVES) {
    const rate = c.of(p.run, p.step), moved = c.name === 'test';
    if (rate === null || g.y(rate) < 0) continue;
    draw(draw(now, 'circle', {cx: x, cy: g.y(rate), ...moved ? {r: 8, class: 'touch'} : {r: 4, fill: c.look.stroke}}), 'title', {}, `${Say.curves[c.name]} ${shareWords(rate)}`);
    if (moved) draw(now, 'text', {x: x + (late ? -12 : 12), y: g.y(rate) + 26, class: `bold halo${late ? ' end' : ''}`}, shareWords(rate));
  }
}

// -- why

// What was compared at a test, by name; null at a leaf and where pruning never came.
function comparedAt(p, i) {
  const why = p.step.why || p.run.why, row = p.shape.tests.has(i) ? why.tests[p.shape.tests.get(i)] : null;
  if (!row) return null;
  const own = {weight: sum(p.tree.dist[i]), errors: sum(p.tree.dist[i]) - p.tree.dist[i][p.tree.class[i]]};
  return {...own, ...Object.fromEntries(row.map((value, k) => [why.columns[k], value]))};
}
const decidedAt = (p, i) => p.shape.tests.has(i) ? p.step.decision[p.shape.tests.get(i)] : '-';

function pathWords(p, i) {
  const parts = [];
  for (let k = i; p.tree.parent[k] >= 0; k = p.tree.parent[k])
    parts.unshift(`${p.tree.asks[p.tree.parent[k]]} ${/^[\u2264>]|^in /.test(p.tree.answer[k]) ? '' : '= '}${p.tree.answer[k]}`);
  return parts.join(', ') || Say.root;
}

// Three lines and a verdict: [what, figures, result, what the list says of it if not that].
const EXPLAIN = {
  cf(p, i, w) {
    const [leaf, below, raised] = [w.leaf, w.subtree, w.raised].map(twoPlaces);
    return [[[Say.asLeaf, Say.why.cf.leaf(w.errors, w.weight, dialWords(p)), leaf], [Say.together, Say.why.cf.together, below],
             [Say.why.cf.largest, w.raised === null ? Say.why.cf.off : Say.why.cf.raised, raised]], Say.why.cf.verdict(w.raised !== null)];
  },
  alpha(p, i, w) {
    return [[[Say.asLeaf, Say.why.alpha.leaf, cost(w.leaf)], [Say.together, Say.why.alpha.together(w.leaves), cost(w.subtree)],
             [Say.why.alpha.saved, `(${cost(w.leaf)} \u2212 ${cost(w.subtree)})/(${weight(w.leaves)} \u2212 1)`, cost(w.alpha)]],
            Say.why.alpha.verdict(cost(p.values[p.at]))];
  },
  pessimistic(p, i, w) {
    return [[[Say.asLeaf, Say.why.pessimistic.leaf(w.errors, w.weight), twoPlaces(w.leaf)], [Say.together, Say.why.pessimistic.together, twoPlaces(w.subtree)],
             [Say.why.pessimistic.one, Say.why.pessimistic.of, twoPlaces(w.standard_error)]], Say.why.pessimistic.verdict(twoPlaces(w.leaf - w.subtree))];
  },
  validation(p, i, w) {
    const shown = v => v === null ? '\u2013' : weight(v), pre = p.method.name === 'pre-pruning', equal = Math.abs(w.leaf - w.subtree) < 1e-9;
    return [[[Say.asLeaf, Say.why.validation.leaf(w.weight), shown(w.leaf)], [Say.together, Say.why.validation.together, shown(w.subtree)],
             [Say.why.validation.right, Say.why.validation.order(pre), `${shareWords(w.before)} \u2192 ${shareWords(w.after)}`, shown(w.weight)]], Say.why.validation.verdict(pre, equal)];
  }};

// What came of it in the end, since more may have happened above.
function endWords(p, i) {
  if (p.step.fate[i] !== 'g') return '';
  for (let k = p.tree.parent[i]; k >= 0; k = p.tree.parent[k]) {
    if (p.step.fate[k] === 'l') return Say.goesForLeaf(testWords(p, k));
    if (p.step.fate[k] === 'r') return Say.goesForRaised(fateWord(p, k).slice(2), testWords(p, k));
  }
  return Say.itGoes;
}

function writeWhy(box, p, i) {
  const w = comparedAt(p, i), end = endWords(p, i), leaf = p.tree.asks[i] === null, [name, figures] = leafWords(p, i);
  const [lines, verdicts] = w ? EXPLAIN[p.method.kind](p, i, w) : [[], {}];
  box.replaceChildren();
  const head = tag(box, 'p', 'c45lit-why-head');
  tag(head, 'b', '', leaf ? name : p.tree.asks[i]);
  tag(head, 'span', 'c45lit-note', pathWords(p, i));
  for (const parts of lines) {
    const row = tag(box, 'div', 'c45lit-why-row');
    ['b', 'span', 'span'].forEach((kind, k) => tag(row, kind, k === 2 ? 'c45lit-shown' : '', parts[k]));
  }
  tag(box, 'p', '', leaf ? Say.leafBefore(name, figures, end) : w ? `${verdicts[decidedAt(p, i)] || ''} ${end}` : p.method.name === 'pre-pruning' ? Say.stoppedAbove : end || Say.notAsked);
  if (p.method.kind === 'cf' && w && w.weight > 0) writeTail(box, p, w);
}

// Of a leaf that is estimated by CF: what so few errors say of the next ones.
function writeTail(box, p, w) {
  const width = Math.min(Math.max(box.clientWidth - 28, 240), 520), rate = Math.min(w.leaf / w.weight, 1), svg = draw(box, 'svg', {role: 'img', 'aria-label': Say.tail.label});
  blank(svg, width, 160);
  drawTail(svg, {left: 8, right: width - 8, top: 34, floor: 122}, {n: w.weight, e: w.errors}, rate, Say.tail.expected(w.leaf));
  const cf = p.values[p.at], bound = exactBound(w.weight, w.errors, cf);
  tag(box, 'p', 'c45lit-note', Say.tail.says(w.errors, w.weight, shareWords(rate), shareWords(tailOf(w.weight, w.errors, rate)), shareWords(cf), shareWords(bound)));
}

// -- the list of all nodes

const nodesOf = p => p.tree.number.map((_, i) => ({i, branches: p.shape.kids[i], look: `c45lit-fate-${p.step.fate[i]}`}));
function writeLine(p, put, line, {i}) {
  const w = comparedAt(p, i), leaf = p.tree.asks[i] === null, name = put(line, 'span'), [said, figures] = leafWords(p, i);
  if (p.tree.answer[i]) put(name, 'span', {}, `${p.tree.answer[i]}: `);
  classBar(put, name, countsAt(p, i), p.data, 20);
  put(name, 'b', {}, leaf ? `${said} (${figures})` : `${W.asks(p.tree.asks[i])}${p.tree.open[i] ? '' : ' \u2026'}`);
  for (const [, , result, listed = result] of w ? EXPLAIN[p.method.kind](p, i, w)[0] : [[], [], []]) put(line, 'span', {class: 'c45lit-number'}, listed ?? '');
  put(line, 'span', {class: 'c45lit-fate'}, fateWord(p, i));
}

// -- the page

function treeLegend(root, data) {
  const square = {x: 2, y: 2, width: 10, height: 10, stroke: 'currentColor', fill: 'none'};
  classLegend(root, data, [Say.becomesLeaf, svg => draw(svg, 'rect', {...square, 'stroke-width': 2.5})],
              [Say.raisedHere, svg => draw(svg, 'text', {x: 7, y: 12, 'text-anchor': 'middle', fill: 'currentColor'}, '\u2191')],
              [Say.goes, svg => draw(svg, 'rect', {...square, class: 'c45lit-gone'})]);
}

function pruneNotes(p) {
  const {number, size} = p.tree, test = p.run.weights[1] ?? null;
  return [number.length < size && Say.shownNodes(number.length, size), p.method.kind === 'validation' && Say.asksValidation, test === null && Say.noTest]
    .filter(Boolean).join(' ');
}

function render({model, el}) {
  const data = model.get('data');
  const root = frame(el, 'c45lit-pruning', Say.label), readout = statusOf(root), side = tag(root, 'div', 'c45lit-side');
  const chart = draw(side, 'svg', {role: 'img', class: 'c45lit-fig c45lit-chart'}), slider = sliderIn(side, '', k => turn(k));
  const ends = tag(side, 'div', 'c45lit-ends'), [, name] = [tag(ends, 'span', '', Say.smaller), tag(ends, 'b'), tag(ends, 'span', '', Say.larger)];
  const row = tag(side, 'div', 'c45lit-controls'), numbered = words => words.map((text, k) => [k, text]);
  const method = choice(row, `${Say.method} `, numbered(data.methods.map(methodName)), k => take(+k)), least = choice(row, `${Say.least} `, numbered(data.least.map(weight)), k => move({least: +k}));
  const showCut = tickBox(row, Say.showCut, true), setting = tag(side, 'p', 'c45lit-note c45lit-setting'), why = tag(side, 'div', 'c45lit-why');
  set(why, {role: 'group', 'aria-label': Say.whyLabel});
  const view = tag(root, 'div', 'c45lit-scroll'), picture = draw(view, 'svg', {role: 'img', class: 'c45lit-pruned-tree'});
  set(view, {tabindex: 0, role: 'region', 'aria-label': Say.treeView});
  keepKeys(view);
  treeLegend(view, data);
  const list = tag(root, 'details', 'c45lit-more'), heads = tag(tag(list, 'summary', '', Say.allNodes).parentElement, 'div', 'c45lit-line c45lit-heads');
  heads.setAttribute('aria-hidden', 'true');
  const titles = ['', 'c45lit-number', 'c45lit-number', 'c45lit-number', 'c45lit-fate'].map(c => tag(heads, 'span', c));
  const lines = outline(list, data, Say.allNodes, i => choose(i), {follows: true, write: (...what) => writeLine(now, ...what)});
  const note = tag(root, 'p', 'c45lit-note');
  const font = getComputedStyle(root).fontFamily;
  let width = 640, room = 640, curvesOf = null, now, g;

  function layout(w) {
    const narrow = w < 540, broad = w >= FROM;
    root.classList.toggle('c45lit-narrow', narrow);
    root.classList.toggle('c45lit-broad', broad);
    if (narrow) list.open = true;
    [width, room] = broad ? [Math.round(w * .32), Math.round(w * .68) - 28] : [w, w];
    curvesOf = null;
    update();
  }

  const chosenNode = p => Math.min(Math.max(p.tree.number.indexOf(model.get('node')), 0), p.tree.number.length - 1);

  function update() {
    const p = now = pickSetting(data, model), chosen = chosenNode(p);
    if (curvesOf !== p.row[0][1]) newMethod(p);
    drawErrorMarks(chart, p, g);
    drawTreeInto(picture, pictured(p, showCut.checked, chosen), data, {room, ink: onPage(font), narrow: 60, most: Infinity, high: HIGH});
    picture.setAttribute('aria-label', Say.treeLabel(p.tree.leaves, p.step.leaves));
    lines.show(nodesOf(p), chosen);
    writeWhy(why, p, chosen);
    [readout.textContent, setting.textContent] = [headline(p), settingWords(p)];
    method.value = data.methods.indexOf(p.method);
    least.value = p.least;
    slider.value = p.at;
    slider.setAttribute('aria-valuetext', dialWords(p));
    name.textContent = dialWords(p);
  }

  // What depends on method and tree alone.
  function newMethod(p) {
    g = chartGeometry(p, width);
    drawErrorCurves(chart, p, g);
    chart.setAttribute('aria-label', Say.chart(Say.dialNames[p.method.dial]));
    Object.assign(slider.style, {marginInlineStart: `${g.left - THUMB}px`, width: `${width - g.left - g.right + 2 * THUMB}px`});
    slider.max = p.n - 1;
    slider.setAttribute('aria-label', Say.dialNames[p.method.dial]);
    [Say.node, ...Say.heads[p.method.kind], Say.fate].forEach((text, k) => { titles[k].textContent = text; });
    note.textContent = pruneNotes(p);
    curvesOf = p.row[0][1];
  }

  function move(changes) {
    traits.tell(changes);
    update();
  }
  function turn(k) {
    const p = pickSetting(data, model), to = Math.min(Math.max(k, 0), p.n - 1);
    move(p.method.dial === null ? {least: data.least.length - 1 - to} : {dial: to});
  }
  function take(k) {
    const before = pickSetting(data, model), next = data.methods[k];
    const run = next.runs[next.run_of[before.least]];
    const start = next.dial === 'cf' ? data.start.dial : Math.floor((run.dial.length - 1) / 2);
    move({method: next.name, dial: next.dial === before.method.dial ? model.get('dial') : start});
  }
  function choose(i) {
    const p = pickSetting(data, model);
    move({node: p.tree.number[i]});
    const line = lines.list.querySelector(`[data-node="${i}"]`), seen = lines.list.getBoundingClientRect(), at = line.getBoundingClientRect();
    if (at.top < seen.top || at.bottom > seen.bottom) lines.list.scrollTop += at.top - seen.top - seen.height / 3;
    const mark = picture.querySelector('.c45lit-chosen'), box = mark?.getBoundingClientRect(), window = view.getBoundingClientRect();
    if (!box) return;
    if (box.top < window.top || box.bottom > window.bottom) view.scrollTop += box.top - window.top - window.height / 3;
    if (box.left < window.left || box.right > window.right) view.scrollLeft += box.left - window.left - window.width / 3;
  }

  showCut.addEventListener('change', update);
  const point = e => {
    const p = pickSetting(data, model), box = chart.getBoundingClientRect();
    const x = (e.clientX - box.left) * g.width / box.width;
    turn(Math.round((x - g.left) / (g.width - g.left - g.right) * (p.n - 1)));
  };
  dragged(chart, () => true, point);
  picture.addEventListener('click', e => {
    const node = e.target.closest('[data-node]');
    if (node) choose(+node.dataset.node);
  });
  const traits = sharedTraits(model, 'method dial least node', () => update());

  const stop = fitted(root, layout, 1216);
  return () => { stop(); traits.end(); };
}

export default {render};
