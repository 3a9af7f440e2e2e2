// C4.5 in the browser: the recursions of `c45lit.specification.one_page` on plain arrays, in the order in which the page adds.
// A table is {attributes: [{name, kind, values}], classes, columns, labels, weights, unit}, as `table_record` sends it.
// Every weight is a whole multiple of `unit`, so sums of weights are exact in any order; logarithms may differ from Python's in
// the last bit, and scores count as equal within TIE.
import {entropy, plain, rank, sum} from './numbers.js';
import {W} from './words.js';

const Say = W.grower;
const LN2 = 0.6931471805599453, NO_GAIN = Math.fround(-0.001), TIE = 1e-10, EPSILON = 1e-3, MARGIN = 0.1;
const information = n => n > 0 ? n * (Math.log(n) / LN2) : 0;
const CRITERIA = [  // the places of `c45lit.splits.gain.CRITERIA`
  {part: information, order: (parts, n, own) => parts - own, inBits: true, byAverage: true},
  {part: information, order: (parts, n, own) => parts - own, inBits: true, byAverage: false},
  {part: n => n * n, order: (parts, n) => n > 0 ? parts / n : 0, inBits: false, byAverage: false}];
export const OPTIONS = {criterion: 0, min_cases: 2, penalty: true, least_side: true, average: 1, epsilon: 0, min_value_gap: 0};
const STOP = {max_depth: -1, collapse: true};

// -- tables

// The record with typed columns, the distinct numbers of each, and the place of every value among them.
export function table(record) {
  const numbers = record.attributes.map(a => a.kind === 'continuous');
  const columns = record.columns.map((column, a) => numbers[a] ? Float64Array.from(column, v => v ?? NaN) : Int32Array.from(column, v => v ?? -1));
  const distinct = columns.map((x, a) => numbers[a] ? Float64Array.from(new Set(x.filter(v => v === v))).sort() : null);
  const places = columns.map((x, a) => {
    const place = new Map(Array.from(distinct[a] ?? [], (v, i) => [v, i]));
    return distinct[a] && Int32Array.from(x, v => place.get(v) ?? -1);
  });
  return {...record, columns, distinct, places, unit: record.unit ?? 2 ** -24, labels: Int32Array.from(record.labels),
          weights: Float64Array.from(record.weights ?? record.labels, w => record.weights ? w : 1)};
}
export const everyCase = t => ({rows: Int32Array.from(t.labels.keys()), weights: t.weights});
const isNumber = (t, a) => t.attributes[a].kind === 'continuous';
const isWords = (t, a) => t.attributes[a].kind === 'discrete';

function leafOf(t, {rows, weights}) {
  const dist = new Array(t.classes.length).fill(0);
  for (let i = 0; i < rows.length; i++) dist[t.labels[rows[i]]] += weights[i];
  const weight = sum(dist), most = Math.max(...dist);
  return {attribute: -1, threshold: NaN, weight, dist, label: dist.indexOf(most), errors: weight - most, children: []};
}

// -- what a test is worth

function order(counts, kind) {
  let parts = 0, n = 0;
  for (let c = 0; c < counts.length; c++) { parts += kind.part(counts[c]); n += counts[c]; }
  return kind.order(parts, n, kind.part(n));
}

// Weight by outcome and class, and by class where the outcome is unknown.
export function contingency(t, {rows, weights}, outcome, n) {
  const freq = Array.from({length: n}, () => new Array(t.classes.length).fill(0));
  const unknown = new Array(t.classes.length).fill(0);
  for (let i = 0; i < rows.length; i++) {
    const o = outcome(rows[i]);
    (o < 0 ? unknown : freq[o])[t.labels[rows[i]]] += weights[i];
  }
  return {freq, unknown};
}

function byValues(t, cases, a, options) {
  const column = t.columns[a], kind = CRITERIA[options.criterion];
  const {freq, unknown} = contingency(t, cases, i => column[i], t.attributes[a].values.length);
  const sizes = freq.map(sum), known = sum(sizes), missing = sum(unknown), none = {attribute: a, gain: NO_GAIN, info: 0, penalty: 0};
  if (known <= 0 || sizes.filter(n => n >= options.min_cases).length < 2) return none;
  const whole = t.classes.map((_, c) => sum(freq.map(row => row[c]))), added = sum(freq.map(row => order(row, kind))) - order(whole, kind);
  return {...none, gain: known / (known + missing) * (added / known), info: entropy([missing, ...sizes])};
}

function leastSide(known, nClasses, options) {
  const share = 0.10 * known / nClasses;
  return !options.least_side || share <= options.min_cases ? options.min_cases : Math.min(share, 25);
}

// `Int32Array.from(values, f)` without its iterator, which takes longer than the sums.
function places(values, f) {
  const found = new Int32Array(values.length);
  for (let i = 0; i < found.length; i++) found[i] = f(values[i]);
  return found;
}

// The cases of known value in the order of their values: places in `rows`.
function sorted(t, rows, a) {
  const place = t.places[a], keys = new Float64Array(rows.length);
  let n = 0;
  for (let i = 0; i < rows.length; i++) if (place[rows[i]] >= 0) keys[n++] = place[rows[i]] * 2 ** 21 + i;
  return places(keys.subarray(0, n).sort(), key => key % 2 ** 21);
}

// Every threshold that is allowed, with its gain before the penalty; the penalty; and the weight of the known cases.
export function cuts(t, {rows, weights}, a, options) {
  const x = t.columns[a], ranked = sorted(t, rows, a), kind = CRITERIA[options.criterion];
  const above = new Float64Array(t.classes.length), below = new Float64Array(t.classes.length), found = [];
  for (const i of ranked) above[t.labels[rows[i]]] += weights[i];
  const known = sum(above), all = sum(weights), whole = order(above, kind), least = leastSide(known, t.classes.length, options);
  for (let k = 0, low = 0; k < ranked.length - 1; k++) {
    const i = ranked[k], c = t.labels[rows[i]], left = x[rows[i]], right = x[rows[ranked[k + 1]]];
    below[c] += weights[i];
    above[c] -= weights[i];
    low += weights[i];
    if (!(left < right - options.min_value_gap && least <= low && low <= known - least && known > 0)) continue;
    const added = order(below, kind) + order(above, kind) - whole;
    found.push({left, right, low, gain: known / (known + (all - known)) * (added / known)});
  }
  const pays = options.penalty && kind.inBits && found.length > 1;
  return {found, known, all, penalty: pays ? Math.log(found.length) / LN2 / all : 0};
}

function byThreshold(t, cases, a, options) {
  const {found, known, all, penalty} = cuts(t, cases, a, options);
  let best = {attribute: a, gain: NO_GAIN, info: 0, penalty: known < 2 * options.min_cases ? 0 : penalty};
  for (const {left, right, low, gain} of found) if (gain - penalty > Math.max(best.gain + TIE * known / all, TIE))
    best = {attribute: a, gain: gain - penalty, left, right, low, penalty};
  if (best.gain > 0) best.info = entropy([all - known, best.low, known - best.low]);
  return best;
}

export function bestTest(t, cases, a, options, used) {
  const none = !isNumber(t, a) && (!isWords(t, a) || used.includes(a));
  return none ? {attribute: a, gain: NO_GAIN, info: 0, penalty: 0} : (isNumber(t, a) ? byThreshold : byValues)(t, cases, a, options);
}

// -- which test is taken

export function manyValued(t) {
  const total = sum(t.weights), takesPart = t.attributes.map(a => a.kind !== 'ignore');
  const many = t.attributes.map((a, i) => takesPart[i] && (a.kind === 'discrete' ? a.values.length : 0) >= 0.3 * total);
  return many.every((m, i) => m || !takesPart[i]) ? many.map(() => false) : many;
}

export function averageOf(tests, many, options) {
  if (options.average === 0) return -1;
  const gains = tests.filter((s, a) => s.gain > -EPSILON && (options.average === 2 || !many[a])).map(s => s.gain);
  return gains.length ? sum(gains) / gains.length : 1e6;
}

function scoreOf({gain, info}, average, options) {
  const {byAverage} = CRITERIA[options.criterion], passes = gain > -EPSILON && info > (byAverage ? EPSILON : 0);
  if (!passes || byAverage && !(gain >= average - (options.average === 1 ? EPSILON : TIE))) return NO_GAIN;
  return byAverage ? gain / info : gain;
}

export function choose(tests, many, options) {
  const average = averageOf(tests, many, options);
  let best = NO_GAIN, winner = -1;
  tests.forEach((test, a) => {
    const score = scoreOf(test, average, options);
    if (score > (winner < 0 ? best : best + TIE)) [best, winner] = [score, a];
  });
  return options.epsilon === 0 || best >= options.epsilon - TIE ? winner : -1;
}

// -- dividing

export function thresholdOf(t, {left, right, attribute}, how) {
  if (!(left < right)) return NaN;
  const half = (left + right) / 2, middle = half < right ? half : left, values = t.distinct[attribute];
  return how === 'midpoint' ? middle : values[rank(values, middle) - 1];
}

const outcomeOf = (t, {attribute, threshold}) => {
  const x = t.columns[attribute];
  return isNumber(t, attribute) ? i => x[i] !== x[i] ? -1 : +(x[i] > threshold) : i => x[i];
};
const nBranches = (t, {attribute}) => isNumber(t, attribute) ? 2 : t.attributes[attribute].values.length;

const upTo = (weight, before, known, unit) => Math.floor(weight * (before / known) / unit);

// The cases of every branch, null where none of known outcome comes.
export function branches(t, {rows, weights}, node) {
  const outcome = outcomeOf(t, node), n = nBranches(t, node), size = new Array(n).fill(0), lengths = new Array(n).fill(0);
  const where = places(rows, outcome);
  let unknown = 0;
  where.forEach((o, i) => { if (o < 0) unknown++; else { size[o] += weights[i]; lengths[o]++; } });
  const known = sum(size), before = size.map((_, v) => sum(size.slice(0, v)));
  return size.map((_, v) => {
    if (!lengths[v]) return null;
    const part = {rows: new Int32Array(lengths[v] + unknown), weights: new Float64Array(lengths[v] + unknown)};
    let k = 0;
    where.forEach((o, i) => {
      if (o !== v && o >= 0) return;
      part.rows[k] = rows[i];
      part.weights[k++] = o === v ? weights[i] : (upTo(weights[i], before[v] + size[v], known, t.unit) - upTo(weights[i], before[v], known, t.unit)) * t.unit;
    });
    return part;
  });
}

// -- growing

// `asked` maps a place (branches from the root, joined by commas) to a test of the reader's: {attribute, threshold}.
// Each node keeps its `cases`, its `place`, what was `used` above and, where it was tested, its `tests`, for whoever looks at it.
export function grow(t, how = {}) {
  const all = {options: {...OPTIONS, ...how.options}, stop: {...STOP, ...how.stop}, threshold: how.threshold || 'data',
               asked: how.asked || new Map(), many: manyValued(t)};
  return growAt(t, all, everyCase(t), [], [], all.stop.max_depth);
}

function growAt(t, how, cases, used, place, depth) {
  const leaf = {...leafOf(t, cases), cases, used, place};
  if (leaf.errors === 0 || leaf.weight < 2 * how.options.min_cases || depth === 0) return leaf;
  const tests = t.attributes.map((_, a) => bestTest(t, cases, a, how.options, used));
  const test = wished(t, how, leaf, tests, choose(tests, how.many, how.options));
  if (!test) return leaf;
  const node = {...leaf, ...test, tests}, below = isNumber(t, node.attribute) ? used : [...used, node.attribute];
  node.children = branches(t, cases, node).map((part, b) => part ? growAt(t, how, part, below, [...place, b], depth - 1)
    : {...leaf, weight: 0, errors: 0, cases: null, used: below, place: [...place, b]});
  node.errors = sum(node.children.map(c => c.errors));
  return node.errors < leaf.errors - EPSILON || !how.stop.collapse ? node : {...leaf, errors: node.errors};
}

// The test of a node: the reader's where there is one that divides its cases, else the one that the rules take.
function wished(t, how, leaf, tests, best) {
  const mine = how.asked.get(leaf.place.join());
  if (mine && mine.threshold !== undefined && mine.threshold !== null) {
    const parts = branches(t, leaf.cases, mine);
    if (parts[0] && parts[1]) return {attribute: mine.attribute, threshold: mine.threshold, mine: true};
  } else if (mine && best >= 0 && tests[mine.attribute].gain > -EPSILON) {
    return {attribute: mine.attribute, threshold: thresholdOf(t, tests[mine.attribute], how.threshold), mine: true};
  }
  return best < 0 ? null : {attribute: best, threshold: thresholdOf(t, tests[best], how.threshold)};
}

// -- pruning

const PROBABILITIES = [0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1], DEVIATES = [4, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0];
function squaredDeviate(cf) {
  const j = PROBABILITIES.findIndex((p, i) => i > 0 && p >= cf), [low, high] = [DEVIATES[j - 1], DEVIATES[j]];
  const z = low + (high - low) * (cf - PROBABILITIES[j - 1]) / (PROBABILITIES[j] - PROBABILITIES[j - 1]);
  return z * z;
}

export function upperError(n, e, cf) {
  if (n <= 0) return e;
  const none = n * (1 - Math.exp(Math.log(cf) / n)), q = squaredDeviate(cf);
  if (e < 1e-6) return e + none;
  const some = e < 0.9999 ? Math.max(e, 1) : e;
  let extra = 0.67 * (n - some);
  if (some + 0.5 < n) {
    const inside = q * ((some + 0.5) * (1 - (some + 0.5) / n) + q / 4);
    extra = n * ((some + 0.5 + q / 2 + Math.sqrt(inside)) / (n + q)) - some;
  }
  return e + (e >= 0.9999 ? extra : none + e * (extra - none));
}

function estimatedLeaf(t, cases, label, cf) {
  const leaf = leafOf(t, cases), most = Math.max(...leaf.dist);
  return {...leaf, label: leaf.dist[label] === most ? label : leaf.label, wrong: leaf.errors, errors: upperError(leaf.weight, leaf.errors, cf)};
}

function largestBranch(t, cases, node) {
  const outcome = outcomeOf(t, node), sizes = node.children.map(() => 0);
  cases.rows.forEach((row, i) => { const o = outcome(row); if (o >= 0) sizes[o] += cases.weights[i]; });
  return sizes.lastIndexOf(Math.max(...sizes));
}

const decide = (leaf, subtree, raised) => leaf <= Math.min(raised, subtree) + MARGIN ? 'leaf' : raised <= subtree + MARGIN ? 'raised' : 'kept';

// The pruned tree; `told(node, fate)` hears what was compared at every node, the first time that it is looked at.
export function prune(t, node, {cf = 0.25, raising = true, told = () => {}} = {}, cases = everyCase(t)) {
  const how = {cf, raising, told}, leaf = estimatedLeaf(t, cases, node.label, cf);
  if (!node.children.length) return leaf;
  const parts = branches(t, cases, node);
  const children = node.children.map((child, b) => parts[b] ? prune(t, child, how, parts[b]) : child);
  const subtree = sum(children.filter((_, b) => parts[b]).map(c => c.errors)), branch = largestBranch(t, cases, node);
  const moved = [], raised = raising ? estimate(t, children[branch], cases, cf, moved) : Infinity;
  const winner = decide(leaf.errors, subtree, raised);
  told(node, {winner, leaf: leaf.errors, subtree, raised, branch, label: leaf, children, parts, moved});
  if (winner === 'leaf') return leaf;
  if (winner === 'raised') return prune(t, children[branch], {...how, told: () => {}}, cases);
  return {...leaf, attribute: node.attribute, threshold: node.threshold, errors: subtree, children};
}

// `leaves` takes the leaves as these cases make them.
export function estimate(t, node, cases, cf, leaves = []) {
  if (node.children.length) return sum(branches(t, cases, node).map((part, b) => part ? estimate(t, node.children[b], part, cf, leaves) : 0));
  return leaves[leaves.push(estimatedLeaf(t, cases, node.label, cf)) - 1].errors;
}

// -- asking

// The share of a case that arrives at every node below, by node; where a value is unknown (null), every branch gets its part.
export function shareOf(attributes, root, cells) {
  const found = new Map(), go = (node, share) => {
    found.set(node, share);
    if (!node.children.length) return;
    const value = cells[node.attribute] ?? null, number = attributes[node.attribute].kind === 'continuous';
    const branch = value === null || value < 0 && !number ? -1 : number ? +(value > node.threshold) : value;
    if (branch >= 0) go(node.children[branch], share);
    else for (const child of node.children) go(child, share * child.weight / node.weight);
  };
  go(root, 1);
  return found;
}
// The share of every class that the leaves say together; a leaf without cases names its class.
export function says(found, nClasses) {
  const out = new Array(nClasses).fill(0);
  for (const [{children, weight, dist, label}, share] of found) if (!children.length && share > 0) {
    if (weight > 0) dist.forEach((n, c) => { out[c] += share * n / weight; }); else out[label] += share;
  }
  return out;
}

// -- telling

// Nodes level by level, as trees are kept.
export function levels(root) {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.children);
  return nodes;
}

// A tree as the arrays of a model file.
export function arrays(root) {
  const nodes = levels(root), each = f => nodes.map(f);
  const first = each(n => n.children.length ? nodes.indexOf(n.children[0]) : 0);
  return {single: false, attribute: each(n => n.attribute), first_child: first, n_children: each(n => n.children.length),
          classes: each(n => n.label), threshold: each(n => n.threshold === n.threshold ? n.threshold : null),
          weights: each(n => n.weight), errors: each(n => n.errors), dist: each(n => n.dist)};
}

// A number in six digits, as Python's '.6g' writes it.
export function sixDigits(x) {
  if (!x) return '0';
  const [digits, power] = x.toExponential(5).split('e');
  if (power >= -4 && power < 6) return String(Number(x.toPrecision(6)));
  return `${Number(digits)}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}

const signs = (t, {attribute, threshold}) => isNumber(t, attribute) ? [`<= ${sixDigits(threshold)}`, `> ${sixDigits(threshold)}`]
  : t.attributes[attribute].values.map(v => `= ${v}`);

// The same for a picture, without the name of what is asked: one branch of it.
export const answerOf = (t, {attribute, threshold}, b) => isNumber(t, attribute) ? `${b ? '>' : '\u2264'} ${plain(threshold)}` : t.attributes[attribute].values[b];

// Why an attribute offers no test.
function impossible(t, cases, test, used, options) {
  const a = test.attribute;
  if (t.attributes[a].kind === 'ignore') return Say.ignored;
  if (isWords(t, a)) return used.includes(a) ? Say.testedAbove : Say.fewBranches(sixDigits(options.min_cases));
  if (new Set(cases.rows.map(i => t.places[a][i]).filter(place => place >= 0)).size < 2) return Say.oneValue;
  return test.penalty > 0 ? Say.penaltyTooHigh : Say.noThreshold;
}

// What every attribute offers at a node, by one criterion.
function offers(t, cases, used, options) {
  const many = manyValued(t);
  return t.attributes.map((_, a) => {
    const test = bestTest(t, cases, a, options, used);
    if (!(test.gain > -EPSILON)) return {gain: null, penalty: test.penalty, why: impossible(t, cases, test, used, options)};
    const threshold = thresholdOf(t, test, 'data');
    return {gain: test.gain, penalty: test.penalty, info: test.info, many: many[a], cut: threshold === threshold ? threshold : null};
  });
}

function stops(t, leaf, options) {
  if (!leaf.cases) return Say.noCase;
  if (leaf.dist.filter(n => n > 0).length < 2) return Say.oneClass;
  return leaf.weight < 2 * options.min_cases ? Say.fewCases(sixDigits(2 * options.min_cases)) : '';
}

// The nodes of a tree as a list that can be drawn; what attributes offer is found where it is asked for.
export function told(t, root, options) {
  const full = {...OPTIONS, ...options}, nodes = levels(root), number = new Map(nodes.map((n, i) => [n, i])), labels = [''];
  for (const node of nodes) if (node.children.length) signs(t, node).forEach((sign, b) => {
    labels[number.get(node.children[b])] = `${t.attributes[node.attribute].name} ${sign}`;
  });
  return nodes.map((node, i) => {
    let found = null;
    const by = criterion => offers(t, node.cases || everyCase(t), node.used, {...full, criterion});
    return {label: labels[i], asks: node.children.length ? t.attributes[node.attribute].name : '', dist: node.dist,
            branches: node.children.map(c => number.get(c)), note: '', node, stops: stops(t, node, full),
            get scores() { return found || (found = [by(0), null, by(2)]); }};
  });
}
