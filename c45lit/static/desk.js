// The desk of one's own table: it reads, grows, prunes and looks, and hands over what can be drawn. It draws nothing, and works in a
// worker where there is one. What is wanted comes whole; what has not changed since the last time is not done again.
import {generator, shuffled} from './numbers.js';
import {lang} from './words.js';
import * as CSV from './csv.js';
import * as grower from './grower.js';
import {notesOf, notesOfTable, uncollapsed} from './notes.js';

export function makeDesk(C45 = grower) {
  const FOLDS = 10, SEED = 1;
  const known = {};  // step -> [what it was made from, result]
  function step(name, from, make) {
    const key = JSON.stringify(from);
    if (!known[name] || known[name].key !== key) {
      delete known[name];
      known[name] = {key, made: make(), version: (step.version = (step.version || 0) + 1)};
    }
    return known[name].made;
  }
  const version = name => known[name].version;

  // -- reading

  let given = {text: '', encoding: null, others: []};
  function bring({bytes, text, encoding}) {
    given = {text: '', encoding: null, others: []};
    delete known.read;
    given = bytes ? {...CSV.decode(bytes, encoding), bytes} : {text, encoding: null, others: []};
    return given.text;
  }
  const readText = want => step('read', [want.header ?? null, !!want.whole, !!want.last], () => CSV.read(given.text, {header: want.header ?? undefined, whole: want.whole, last: want.last}));

  function columnsOf(want) {
    const whole = readText(want);
    return step('columns', [version('read'), want.hows], () => {
      const places = whole && CSV.sample(whole.rows.length);
      const table = places ? {...whole, rows: places.map(i => whole.rows[i])} : whole;
      const columns = CSV.columnsOf(table, want.hows);
      return {table, columns, target: CSV.classOf(columns)};
    });
  }
  // With the class and the kinds that the reader has chosen.
  function asWished(want) {
    const {table, columns, target} = columnsOf(want);
    return {table, columns: columns.map((c, i) => ({...c, kind: want.kinds[i] ?? c.kind})), target: want.target ?? target};
  }
  const shownColumn = ({name, numeric, date, kind, why, unknown, values, low, high, read, odd, clean, joined}) => (
    {joined, name, numeric, date, kind, why, unknown, n: values.length, some: values.slice(0, 6), low, high, read, odd: clean ? odd.words : []});

  // -- the trees

  function learned(want, columns, target) {
    const record = step('record', [version('columns'), target, columns.map(c => c.kind)], () => CSV.record(columns, target));
    const table = step('table', [version('record')], () => C45.table(record));
    const {settings} = want, options = {min_cases: settings.min_cases, penalty: settings.penalty}, asked = new Map(want.asked);
    const grown = step('grown', [version('table'), options, want.asked], () => C45.grow(table, {options, asked, stop: {collapse: !asked.size}}));
    const cut = step('pruned', [version('grown'), settings.cf, settings.raising, settings.pruned], () => {
      const fates = new Map(), how = {cf: settings.cf, raising: settings.raising, told: (node, fate) => fates.set(node, fate)};
      return {tree: settings.pruned ? C45.prune(table, grown, how) : grown, fates};
    });
    return {record, table, options, grown, pruned: cut.tree, fates: cut.fates};
  }

  const learnedOf = want => { const {columns, target} = asWished(want); return learned(want, columns, target); };

  // A tree as a list, level by level: for drawing, asking and the lines of the page.
  function listed(table, root, options, fates) {
    const told = C45.told(table, root, options), places = new Map(told.map((n, i) => [n.node, i]));
    return told.map(({label, asks, dist, branches, stops, node}) => {
      const fate = fates && fates.get(node);
      return {label, asks, dist, branches, stops, attribute: node.attribute, threshold: node.threshold, weight: node.weight, errors: node.errors,
              majority: node.label, place: node.place, mine: !!node.mine, reached: !!node.cases || node.weight > 0, n: places.get(node),
              fate: fate ? {winner: fate.winner, leaf: fate.leaf, subtree: fate.subtree, raised: fate.raised, branch: fate.branch} : null};
    });
  }

  // What the attributes of a node offer, and its thresholds, for a slider.
  const EVERY = {min_cases: 0, least_side: false, penalty: false};
  function looked({table, options, grown}, place) {
    const told = C45.told(table, grown, options), at = place.reduce((n, b) => told[n].branches[b] ?? n, 0), {node, scores, stops, asks} = told[at];
    const a = node.attribute, full = {...C45.OPTIONS, ...options}, isCut = asks && table.attributes[a].kind === 'continuous';
    const cuts = isCut ? C45.cuts(table, node.cases, a, {...full, ...EVERY}).found.map(c => [C45.thresholdOf(table, {...c, attribute: a}, 'data'), c.gain]) : [];
    return {at, place: node.place, scores: [scores[0], null, scores[2]], stops, asks, cuts, penalty: isCut ? C45.cuts(table, node.cases, a, full).penalty : 0};
  }

  function notesOn({table, grown, pruned, options}) {
    const ofTable = step('notes', [version('table'), options.min_cases], () => notesOfTable(table, options.min_cases));
    return step('tree-notes', [version('pruned'), version('notes')], () => notesOf(table, {grown, pruned, options, ofTable, free: () => step('free', [version('grown')], () => uncollapsed(table, options))}));
  }
  // The cases in the plane of two numbers: [x, y, class].
  function points(want, pair) {
    const {record} = learnedOf(want);
    return step('points', [version('record'), pair], () => record.labels.map((c, i) => [...pair.map(a => record.columns[a][i]), c]).filter(([x, y]) => x !== null && y !== null));
  }

  // All that the page shows of what it wants, or how far that came and why no further.
  function view(want) {
    const whole = readText(want);
    if (!whole) return {empty: true};
    const {encoding, others} = given, rows = whole.rows.length, most = CSV.MOST_ROWS;
    const base = {rows, most, encoding, others, header: whole.header, names: whole.names, nameless: whole.nameless, skipped: whole.skipped, totals: whole.totals, separator: whole.separator};
    const {table, columns, target} = asWished(want);
    const shown = {...base, columns: columns.map(shownColumn), target, sampled: rows > most,
      readings: [...rows > most ? [{key: 'sampled', rows, most}] : [], ...CSV.readings(table, columns), ...encoding ? [{key: 'encoding', is: encoding, other: others[0], change: {encoding: others[0]}}] : []]};
    try {
      const all = learnedOf(want), {record} = all;
      return {...shown, classes: record.classes, attributes: record.attributes, cases: record.labels.length, left: record.left,
              grown: step('told', [version('pruned')], () => listed(all.table, all.grown, all.options, all.fates)),
              tree: step('told-after', [version('pruned')], () => listed(all.table, all.pruned, all.options, null)),
              notes: notesOn(all),
              look: step('look', [version('grown'), want.place], () => looked(all, want.place))};
    } catch (error) { return {...shown, error: error.message}; }
  }

  // -- cross-validation: every case is asked once, of a tree that has not seen it

  // The fold of every case: classes are shuffled each by itself and dealt in turn.
  function foldsOf(labels, nClasses, k) {
    const random = generator(SEED), folds = new Int32Array(labels.length);
    let turn = 0;
    for (let c = 0; c < nClasses; c++) for (const i of shuffled([...labels.keys()].filter(i => labels[i] === c), random)) folds[i] = turn++ % k;
    return folds;
  }
  const part = (record, keep) => ({...record, columns: record.columns.map(c => c.filter((_, i) => keep[i])), labels: record.labels.filter((_, i) => keep[i])});

  // The wrong answers of one fold; its tree is grown once and pruned as often as CF is turned.
  function fold(want, f) {
    const {record, options} = learnedOf(want);
    const k = Math.min(FOLDS, record.labels.length), folds = step('folds', [version('table')], () => foldsOf(record.labels, record.classes.length, k));
    const mine = step(`fold ${f}`, [version('table'), options], () => {
      const table = C45.table(part(record, Array.from(folds, g => g !== f)));
      return {table, tree: table.labels.length ? C45.grow(table, {options}) : null};
    });
    const {settings} = want, tree = mine.tree && settings.pruned ? C45.prune(mine.table, mine.tree, settings) : mine.tree;
    let wrong = 0, n = 0;
    record.labels.forEach((label, i) => {
      if (folds[i] !== f) return;
      n++;
      const said = tree ? C45.says(C45.shareOf(record.attributes, tree, record.columns.map(c => c[i])), record.classes.length) : [];
      wrong += said.indexOf(Math.max(...said)) !== label;
    });
    return {wrong, n, k};
  }

  // -- what is taken home

  function home(want) {
    const {record, grown, pruned} = learnedOf(want);
    const {settings} = want, held = (record, own) => ({pairs: [['record', record], ...Object.entries(own)]});
    const parameters = {min_cases: settings.min_cases, thresholds: held('Thresholds', {mdl_penalty: settings.penalty}),
      pruning: settings.pruned ? held('ErrorBased', {cf: settings.cf, raising: settings.raising}) : null};
    // the file that `c45lit.load` reads: a C45Classifier with both trees, without the cases
    return {text: given.text, model: JSON.stringify({format: 'c45lit model 1', kind: 'C45Classifier', parameters, named: true,
      schemas: [{target: record.target, attributes: record.attributes, class_names: record.classes}],
      trees: [pruned, grown].map(tree => ({schema: 0, ...C45.arrays(tree)})), learned: {tree_: 0, unpruned_tree_: 1}})};
  }
  // A case of the table, as codes and numbers, with its class.
  function caseAt(want, i) {
    const {record} = learnedOf(want);
    return {cells: record.columns.map(c => c[i]), label: record.labels[i]};
  }

  return {bring, view, fold, home, caseAt, points, foldsOf};
}

// Questions to a desk, one at a time and in order; of two that look, the later is enough. A worker, which runs this whole bundle, answers
// where the browser gives one, else the page itself does. Answers come as promises; what was overtaken is answered by null.
const WORKER = () => `const c45lit = ${c45lit}, desk = c45lit('${lang}').$desk.makeDesk();
  onmessage = ({data: {id, name, what}}) => {
    try { postMessage({id, made: desk[name](...what)}); } catch (error) { postMessage({id, error: error.message}); }
  };`;

export function deskOf() {
  const waiting = new Map();
  let worker = null, id = 0, own = null;
  const answer = ({id, made, error}) => {
    const {done, failed} = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) done(made); else failed(new Error(error));
  };
  const here = question => setTimeout(() => {
    own ||= makeDesk();
    try { answer({id: question.id, made: own[question.name](...question.what)}); } catch (error) { answer({id: question.id, error: error.message}); }
  });
  try {
    const address = URL.createObjectURL(new Blob([WORKER()], {type: 'text/javascript'}));
    worker = new Worker(address);
    worker.onmessage = ({data}) => { URL.revokeObjectURL(address); answer(data); };
    worker.onerror = () => { worker = null; for (const {question} of [...waiting.values()]) here(question); };  // it may not start here
  } catch { worker = null; }
  return {
    get apart() { return worker !== null; },  // whether the page stays free
    ask(name, ...what) {
      const question = {id: id++, name, what};
      return new Promise((done, failed) => {
        waiting.set(question.id, {done, failed, question});
        if (worker) worker.postMessage(question); else here(question);
      });
    },
    end() { if (worker) worker.terminate(); }};
}
