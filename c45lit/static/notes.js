// What is wrong with a table or a tree: those notes of `c45lit.estimators.notes` that cost little, {code, column, figures} each, in its order.
import {sum} from './numbers.js';
import * as grower from './grower.js';

const FEW = 10, MANY = 10, AS_WORDS = 20, MOST_CLASSES = 20;  // as in Python
const isNumber = a => a.kind === 'continuous';
function grouped(items, keyOf) {
  const found = new Map();
  for (const item of items) { const key = keyOf(item); if (found.has(key)) found.get(key).push(item); else found.set(key, [item]); }
  return found;
}
const counted = (codes, n) => { const found = new Array(n).fill(0); for (const c of codes) if (c >= 0) found[c]++; return found; };

// Whether numbers are those from 0 or 1 to N, each once, as of an index.
function countsCases(column) {
  const n = column.length, inOrder = Float64Array.from(column).sort();
  return n >= 2 * FEW && [0, 1].includes(inOrder[0]) && inOrder.every((v, i) => v === inOrder[0] + i) ? {values: n, cases: n} : null;
}
// Whether the other cases of a value foretell the class, as those of a name do not.
function foretold(codes, labels, nClasses) {
  const known = [...codes.keys()].filter(i => codes[i] >= 0), shares = counted(known.map(i => labels[i]), nClasses).map(n => n / known.length);
  const left = [...grouped(known, i => codes[i]).values()].map(rows => {
    const own = counted(rows.map(i => labels[i]), nClasses), m = rows.length;
    return sum(own.map((n, c) => n * sum(own.map((k, d) => ((d === c) - (m > 1 ? (k - (d === c)) / (m - 1) : shares[d])) ** 2))));
  });
  return sum(left) <= .6 * known.length * sum(shares.map(p => p * (1 - p)));
}
// Every column as whole numbers: words by their place, numbers by their rank, -1 for unknown.
function casesOf(t, least) {
  const columns = t.attributes.map((a, i) => ({a, codes: Array.from(isNumber(a) ? t.places[i] : t.columns[i])}));
  for (const [i, column] of columns.entries()) {
    const counts = counted(column.codes, Math.max(...column.codes, -1) + 1), values = counts.filter(n => n > 0).length, known = sum(counts);
    column.named = isNumber(column.a) ? countsCases(t.columns[i]) : values >= MANY && values > 2 * Math.sqrt(known) && !foretold(column.codes, t.labels, t.classes.length) ? {values, cases: known} : null;
  }
  return {t, columns, least, n: t.labels.length, counts: counted(t.labels, t.classes.length)};
}

const spellings = ({t, columns}) => [[t.target, t.classes], ...columns.filter(c => !isNumber(c.a) && !c.named).map(({a}) => [a.name, a.values])].flatMap(([column, values]) => {
  const forms = grouped(values, v => v.trim().split(/\s+/).join(' ').toLowerCase()), found = [...forms.values()].filter(words => words.length > 1);
  return found.length ? [{code: 'spelling', column, figures: {words: sum(found.map(words => words.length))}, some: found[0]}] : [];
});
const identifiers = ({columns}) => columns.filter(c => c.named).map(({a, named}) => ({code: 'identifier', column: a.name, figures: named}));

// Least errors of one question: by every value, or of numbers by a threshold.
export function errorsOfOne(codes, labels, nClasses, byThreshold) {
  const values = Math.max(...codes, 0) + 1, freq = Array.from({length: values}, () => new Array(nClasses).fill(0));
  codes.forEach((v, i) => freq[v][labels[i]]++);
  if (!byThreshold || values <= AS_WORDS) return sum(freq.map(row => sum(row) - Math.max(...row)));
  const above = counted(labels, nClasses), below = above.map(() => 0), right = freq.slice(0, -1).map(row => {
    row.forEach((n, c) => { below[c] += n; above[c] -= n; });
    return Math.max(...below) + Math.max(...above);
  });
  return codes.length - Math.max(...right);
}
function leaks({t, columns, n, counts}) {
  const guess = n - Math.max(...counts);
  return guess < FEW || n < 2 * FEW ? [] : columns.flatMap(({a, codes, named}) => {
    const known = [...codes.keys()].filter(i => codes[i] >= 0);
    if (2 * known.length < n || named) return [];
    const errors = n - known.length + errorsOfOne(known.map(i => codes[i]), known.map(i => t.labels[i]), counts.length, isNumber(a));
    return errors > guess / 100 ? [] : [{code: 'leak', column: a.name, figures: {errors, cases: n, guess}}];
  });
}
const tellingUnknown = ({t, columns, n, counts}) => columns.flatMap(({a, codes}) => {
  const gone = [...codes.keys()].filter(i => codes[i] < 0), u = gone.length;
  if (u < FEW || u >= n) return [];
  const k = counted(gone.map(i => t.labels[i]), counts.length), above = counts.map((m, c) => k[c] - u * (m / n));
  const spread = counts.map(m => Math.sqrt(u * (m / n) * (1 - m / n) * (n - u) / (n - 1))), by = above.map((x, c) => spread[c] > 0 ? x / spread[c] : 0), c = by.indexOf(Math.max(...by));
  return above[c] < Math.max(4 * spread[c], .2 * u) ? [] : [{code: 'unknown', column: a.name, figures: {unknown: u, of_class: k[c], cases: n, share: counts[c] / n}, name: t.classes[c]}];
});
// A key that is equal for two columns that allow the same tests.
function orderTold({a, codes}) {
  const seen = [...new Set(codes.filter(v => v >= 0))], most = Math.max(...codes);
  if (!isNumber(a)) return `d${codes.map(v => seen.indexOf(v))}`;
  return `c${codes.find(v => v >= 0) > most / 2 ? codes.map(v => v < 0 ? -1 : most - v) : codes}`;
}
function sameColumns({columns, n}) {
  const seen = new Map();
  return n < 2 * FEW ? [] : columns.flatMap(column => {
    const key = orderTold(column), first = seen.get(key);
    if (Math.max(...column.codes) < 1) return [];
    if (first === undefined) seen.set(key, column.a.name);
    return first === undefined ? [] : [{code: 'same', column: column.a.name, figures: {}, first}];
  });
}
function rowsThatDisagree({t, columns, n}) {
  const groups = grouped(t.labels.keys(), i => columns.map(({codes}) => codes[i]).join());
  const parts = [...groups.values()].map(rows => [rows.length, Math.max(...counted(rows.map(i => t.labels[i]), t.classes.length))]);
  const errors = sum(parts.map(([all, most]) => all - most)), many = sum(parts.map(([all, most]) => all > most ? all : 0));
  return errors < Math.max(2, n / 100) || !columns.length ? [] : [{code: 'duplicates', column: '', figures: {cases: many, errors, of: n}}];
}
function rareClasses({t, n, counts, least}) {
  const rare = t.classes.map((name, c) => [name, counts[c]]).filter(([, k]) => k > 0 && k < 2 * least);
  return n < 2 * FEW || !rare.length || counts.length > MOST_CLASSES ? [] : [{code: 'rare', column: t.target, figures: Object.fromEntries(rare)}];
}
const CHECKS = [spellings, identifiers, leaks, tellingUnknown, sameColumns, rowsThatDisagree, rareClasses];
export const notesOfTable = (t, least, cases = casesOf(t, least)) => CHECKS.flatMap(check => check(cases));

// -- of the tree

const leavesOf = root => grower.levels(root).filter(node => !node.children.length);
// Why a tree is one leaf: pruning took all back, or the best test saves no error, or there was none.
function oneLeaf(t, grown, free, why) {
  const leaves = leavesOf(grown).length;
  if (leaves > 1) {
    const below = counted(grower.levels(grown).flatMap(node => node.children.map(child => child.children.length ? -1 : node.attribute)), t.attributes.length), most = Math.max(...below);
    return {code: 'one_leaf', column: t.attributes[below.indexOf(most)].name, figures: {grown: leaves, below: most}};
  }
  const test = free(), found = {code: 'one_leaf', column: '', figures: {grown: 1}};
  return test.children.length ? {...found, best: t.attributes[test.attribute].name, figures: {grown: 1, without_collapse: leavesOf(test).length}} : {...found, why: why()};
}
function neverSaid(t, root, least) {
  if (!root.children.length) return [];
  const said = new Set(leavesOf(root).map(leaf => leaf.label)), counts = counted(t.labels, t.classes.length);
  const silent = t.classes.map((name, c) => [name, counts[c]]).filter(([, k], c) => k >= 2 * least && !said.has(c));
  return silent.length ? [{code: 'never_said', column: t.target, figures: Object.fromEntries(silent)}] : [];
}
export const uncollapsed = (t, options) => grower.grow(t, {options, stop: {collapse: false}});
export function notesOf(t, {grown, pruned, options, ofTable, free = () => uncollapsed(t, options)}) {
  const least = options.min_cases, why = () => grower.told(t, grown, options)[0].scores[0].map(s => s.why).find(Boolean) ?? '';
  const idle = !pruned.children.length && new Set(t.labels).size > 1 ? [oneLeaf(t, grown, free, why)] : [];
  const named = ofTable.filter(n => n.code === 'identifier').map(n => n.column), isTold = ofTable.some(n => n.code === 'spelling' && n.column === t.target) ||
    grower.levels(grown).some(node => node.children.some(child => !child.children.length) && named.includes(t.attributes[node.attribute].name));
  return [...idle, ...ofTable, ...isTold ? [] : neverSaid(t, pruned, least)];
}
