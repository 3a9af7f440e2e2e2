// Your own table: read, grown, pruned and changed here. Nothing is sent anywhere, to no server and to no Python.
const SETTINGS = {min_cases: 2, cf: 0.25, raising: true, penalty: true, pruned: true};
const KINDS = {continuous: 'number', discrete: 'words', ignore: 'left out'};
const MOST_SHOWN = 2e5;  // letters of a file that are put into the box
const about = x => `\u2248 ${minus(x.toFixed(1))}`;

// -- Python's words for what stands here

const python = value => typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
const listed = words => `[${words.map(python).join(', ')}]`;

function pythonCell({name, read, columns, target, settings, changed}) {
  if (changed) return `from c45lit import load\n\nclf = load('model.json')  # the file from above: changes by hand are in no fit\nprint(clf.tree_)\n`;
  const out = columns.filter((c, i) => i === target || c.kind === 'ignore').map(c => c.name);
  const numbers = columns.filter((c, i) => i !== target && c.kind === 'continuous').map(c => c.name);
  const y = python(columns[target].name), head = read.nameless ? `,\n                    header=0, names=${listed(read.names)}` : '';
  const how = {min_cases: settings.min_cases, cf: settings.cf, raising: settings.raising, mdl_penalty: settings.penalty};
  const given = Object.entries(how).filter(([k, v]) => v !== {min_cases: 2, cf: 0.25, raising: true, mdl_penalty: true}[k]);
  const words = [...given.map(([k, v]) => `${k}=${python(v)}`), ...settings.pruned ? [] : ['pruning=None']];
  return `import pandas as pd
from c45lit import C45Classifier

table = pd.read_csv(${python(name)}, sep=${python(read.separator)}, dtype=str,
                    keep_default_na=False${head})
words = ['', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL']  # for what is unknown
unknown = table.apply(lambda c: c.str.strip()).isin(words)
table = table.mask(unknown).dropna(subset=[${y}])
X, y = table.drop(columns=${listed(out)}), table[${y}]
${numbers.length ? `numbers = ${listed(numbers)}\nX[numbers] = X[numbers].astype(float)\n` : ''}clf = C45Classifier(${words.join(', ')}).fit(X, y)
print(clf.tree_)
`;
}

// The file that `c45lit.load` reads: a C45Classifier with both trees, without the cases.
function modelFile(record, grown, pruned, settings) {
  const parameters = {min_cases: settings.min_cases, cf: settings.cf, raising: settings.raising, mdl_penalty: settings.penalty};
  if (!settings.pruned) parameters.pruning = null;
  return JSON.stringify({format: 'c45lit model 1', kind: 'C45Classifier', parameters, named: true,
    schemas: [{target: record.target, attributes: record.attributes, class_names: record.classes}],
    trees: [pruned, grown].map(tree => ({schema: 0, ...C45.arrays(tree)})), learned: {tree_: 0, unpruned_tree_: 1}});
}

function saveAs(name, text, type) {
  const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// -- parts of the page

function button(parent, words, act) {
  const made = Object.assign(tag(parent, 'button', '', words), {type: 'button'});
  made.addEventListener('click', act);
  keepKeys(made);
  return made;
}
function numberBox(parent, words, attributes, act) {
  const label = tag(parent, 'label', '', `${words} `), box = Object.assign(document.createElement('input'), attributes);
  label.append(box);
  const shown = attributes.type === 'range' ? tag(label, 'output') : null;
  box.addEventListener('input', () => act(box.valueAsNumber));
  keepKeys(box);
  return {box, shown};
}
const title = (parent, words) => tag(parent, 'p', 'c45lit-title', words);

// The box for the text, a file, examples; `take(text, name)` hears what is given.
function source(root, examples, take) {
  const row = tag(root, 'div', 'c45lit-controls'), label = tag(row, 'label', '', 'a file: ');
  const file = Object.assign(document.createElement('input'), {type: 'file', accept: '.csv,.tsv,.txt,text/csv,text/plain'});
  label.append(file);
  const some = tag(row, 'span', 'c45lit-examples', 'or try: ');
  const box = Object.assign(document.createElement('textarea'), {rows: 6, spellcheck: false, wrap: 'off',
    placeholder: 'Paste a table here, its first line the names of the columns, or drop a CSV file.'});
  box.setAttribute('aria-label', 'your table as CSV');
  root.append(box);
  keepKeys(box, file);
  const put = (text, name) => { box.value = text.length > MOST_SHOWN ? '' : text; take(text, name); };
  for (const [name, text] of examples) button(some, name, () => put(text, `${name}.csv`));
  async function open(given) {
    if (!given) return;
    if (given.size > 4 * CSV.MOST_LETTERS) return take(new Error(`${given.name} has ${(given.size / 1e6).toFixed(0)} MB, and this page takes small tables; use Python.`));
    try { put(new TextDecoder('utf-8', {fatal: true}).decode(await given.arrayBuffer()), given.name); }
    catch { take(new Error(`${given.name} is no text in UTF-8; save it again as \u201cCSV UTF-8\u201d.`)); }
  }
  let soon;
  box.addEventListener('input', () => { clearTimeout(soon); soon = setTimeout(() => take(box.value, 'table.csv'), 150); });
  file.addEventListener('click', () => { file.value = ''; });  // the same file may be opened again
  file.addEventListener('change', () => open(file.files[0]));
  root.addEventListener('dragover', e => { e.preventDefault(); root.classList.add('c45lit-over'); });
  root.addEventListener('dragleave', () => root.classList.remove('c45lit-over'));
  root.addEventListener('drop', e => {
    e.preventDefault();
    root.classList.remove('c45lit-over');
    if (e.dataTransfer.files.length) open(e.dataTransfer.files[0]);
    else put(e.dataTransfer.getData('text/plain'), 'table.csv');
  });
  return put;
}

const holds = c => [c.numeric ? `numbers from ${minus(plain(Math.min(...c.values.map(Number))))} to ${minus(plain(Math.max(...c.values.map(Number))))}`
  : `${CSV.count(c.values.length, 'word')}${c.values.length ? `: ${cut(c.values.slice(0, 6).join(', '), 220)}` : ''}`,
  c.unknown ? `${c.unknown} unknown` : '', c.why].filter(Boolean).join('; ');

// One line a column; which is the class, and what the others are taken for.
function columnTable(body, columns, target, changed) {
  body.replaceChildren();
  columns.forEach((column, i) => {
    const row = tag(body, 'tr'), head = tag(row, 'th', '', column.name), cell = tag(row, 'td');
    head.scope = 'row';
    if (i === target) tag(cell, 'b', '', 'the class');
    else {
      const select = tag(cell, 'select');
      select.setAttribute('aria-label', `what ${column.name} is`);
      for (const kind in KINDS) if (column.numeric || kind !== 'continuous') Object.assign(tag(select, 'option', '', KINDS[kind]), {value: kind});
      select.value = column.kind;
      select.addEventListener('change', () => changed(i, select.value));
      keepKeys(select);
    }
    tag(row, 'td', '', holds(column));
  });
}

// -- what became of the nodes

// Notes of the grown tree: what pruning compared at every test, and what falls away.
function tellFates(nodes, fates) {
  const away = number => { nodes[number].off = true; nodes[number].branches.forEach(away); };
  nodes.forEach((n, i) => {
    const fate = fates.get(n.node), mine = n.node.mine ? 'your test; ' : '';
    if (!fate) { n.note = mine.replace('; ', ''); return; }
    const [leaf, below] = [about(fate.leaf), about(fate.subtree)];
    if (fate.winner === 'kept') n.note = `${mine}kept: ${below} errors expected, as a leaf ${leaf}`;
    else if (fate.winner === 'leaf') { n.note = `${mine}becomes a leaf: ${leaf} errors expected, below it ${below}`; n.branches.forEach(away); }
    else {
      n.note = `${mine}${nodes[n.branches[fate.branch]].label} takes its place: ${about(fate.raised)} errors expected, below it ${below}`;
      n.branches.filter((_, b) => b !== fate.branch).forEach(away);
    }
  });
}

function verdict(n, at, fate) {
  const all = sum(n.dist), wrong = all - Math.max(...n.dist);
  const says = n.asks ? `tests ${n.asks}` : `a leaf, ${n.stops || 'no test is possible or worth it'}`;
  return `${at ? n.label : 'The root'}: ${cases(n.node.cases ? all : 0)}, ${weight(n.node.cases ? wrong : 0)} wrong if it were a leaf, `
    + `${fate ? `${about(fate.leaf)} expected of new cases; ` : ''}${says}.`;
}

// -- the page

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-own', 'your own table'), settings = {...SETTINGS};
  let text = '', name = 'table.csv', read, columns, target, record, table, grown, pruned, nodes, asked = new Map(), place = [], options;
  const put = source(root, data.examples, take);
  const status = tag(root, 'p', 'c45lit-readout');
  status.setAttribute('role', 'status');
  const all = tag(root, 'div'), setup = Object.assign(tag(all, 'details', 'c45lit-columns'), {open: true});
  tag(setup, 'summary', '', 'The class and the columns');
  const chooser = tag(tag(setup, 'div', 'c45lit-controls'), 'label', '', 'the class is '), select = tag(chooser, 'select');
  const scroll = tag(setup, 'div', 'c45lit-candidates'), columnRows = tag(tag(scroll, 'table'), 'tbody');
  const knobs = tag(all, 'div', 'c45lit-controls');
  const least = numberBox(knobs, 'least cases', {type: 'number', min: 1, max: 1000, step: 1, value: 2}, v => v >= 1 && turn({min_cases: v}));
  const cf = numberBox(knobs, 'CF', {type: 'range', min: 0.01, max: 1, step: 0.01, value: 0.25}, v => turn({cf: v}));
  const ticks = ['pruned', 'raising', 'penalty'].map(key => {
    const box = tickBox(knobs, {pruned: 'prune', raising: 'with raising', penalty: 'thresholds pay a penalty'}[key], true);
    box.addEventListener('change', () => turn({[key]: box.checked}));
    return [key, box];
  });
  const undo = button(knobs, 'Undo my changes', () => { asked = new Map(); regrow(); });
  const work = tag(all, 'div');
  title(work, 'The tree as grown: press a node to change its test');
  const key = tag(work, 'p', 'c45lit-note', 'A leaf says its cases and how many of them are wrong; \u2248 is what C4.5 expects of new ones. Faded: pruned away.');
  const lines = outline(work, data, 'the tree as grown; press a node to go there', number => { place = nodes[number].node.place; show(); });
  const more = tag(work, 'p', 'c45lit-note'), legend = tag(work, 'div');
  const here = tag(work, 'p', 'c45lit-here');
  here.setAttribute('role', 'status');
  const mover = tag(work, 'div', 'c45lit-controls');
  const {heads, body} = tableFrame(work);
  heads.ratio.classList.add('c45lit-decides');
  const after = title(work, ''), left = outline(work, data, 'the tree after pruning');
  const files = tag(work, 'div', 'c45lit-controls');
  button(files, 'Download model.json', () => saveAs('model.json', modelFile(record, grown, pruned, settings), 'application/json'));
  button(files, 'Download the table', () => saveAs(name, text, 'text/csv'));
  const fold = tag(work, 'details', 'c45lit-python');
  tag(fold, 'summary', '', 'The same in Python');
  const code = tag(fold, 'pre');
  code.tabIndex = 0;
  button(fold, 'Copy', () => navigator.clipboard?.writeText(code.textContent));
  all.hidden = true;

  function say(words, wrong = false) {
    status.textContent = words;
    status.classList.toggle('c45lit-wrong', wrong);
  }
  // What follows a change; what cannot be is told in a sentence.
  function attempt(act, shown) {
    try { act(); } catch (error) {
      shown.hidden = true;
      say(error.message, true);
    }
  }

  function take(given, from) {
    [text, name, asked, place] = [given, from, new Map(), []];
    attempt(() => {
      if (given instanceof Error) throw given;
      read = CSV.read(text);
      all.hidden = !read;
      if (!read) return say('');
      columns = CSV.columnsOf(read);
      target = CSV.classOf(columns);
      select.replaceChildren();
      columns.forEach((c, i) => Object.assign(tag(select, 'option', '', c.name), {value: i}));
      choose();
    }, all);
  }

  // The class or a kind has changed.
  function choose() {
    [asked, place, work.hidden] = [new Map(), [], false];
    select.value = target;
    columnTable(columnRows, columns, target, (i, kind) => { columns[i].kind = kind; choose(); });
    attempt(() => {
      record = CSV.record(columns, target);
      table = C45.table(record);
      [data.classes, data.attributes] = [record.classes, record.attributes.map(a => a.name)];
      say(`${CSV.count(record.labels.length, 'case')}, ${CSV.count(record.attributes.length, 'attribute')}, ${CSV.count(record.classes.length, 'class')}`.replace('classs', 'classes')
        + `${record.left ? `; ${CSV.count(record.left, 'case')} without a class left out` : ''}.`);
      legend.replaceChildren();
      classLegend(legend, data);
      regrow();
    }, work);
  }
  select.addEventListener('change', () => { target = +select.value; choose(); });

  function turn(changes) {
    Object.assign(settings, changes);
    if (table) regrow();
  }

  function regrow() {
    options = {min_cases: settings.min_cases, penalty: settings.penalty};
    grown = C45.grow(table, {options, asked, stop: {collapse: !asked.size}});
    const fates = new Map(), how = {cf: settings.cf, raising: settings.raising, told: (node, fate) => fates.set(node, fate)};
    pruned = settings.pruned ? C45.prune(table, grown, how) : grown;
    nodes = C45.told(table, grown, options);
    nodes.fates = fates;
    tellFates(nodes, fates);
    show();
  }

  function show() {
    const at = nodeAt(nodes, place), n = nodes[at], hidden = lines.show(nodes, at);
    place = n.node.place;
    more.textContent = hidden > 0 ? `${CSV.count(hidden, 'more node')} not shown.` : '';
    key.hidden = !settings.pruned;
    here.textContent = verdict(n, at, nodes.fates.get(n.node));
    const j = judge(n, 'gain_ratio', 0), mine = asked.get(place.join());
    heads.gain.textContent = gainName(n);
    drawTable(body, n, j, 0, mine && mine.attribute, data, a => ask(n, a));
    drawMover(n);
    undo.hidden = !asked.size;
    cf.shown.textContent = settings.cf.toFixed(2);
    cf.box.disabled = ticks[1][1].disabled = !settings.pruned;
    const after_ = C45.told(table, pruned, options), size = after_.length, wrong = sum(C45.levels(pruned).filter(m => !m.children.length && m.weight > 0)
      .map(m => m.weight - m.dist[m.label]));
    for (const m of after_) m.note = settings.pruned && m.node.weight > 0 ? `${about(m.node.errors)} errors expected` : '';
    after.textContent = `${settings.pruned ? 'The tree after pruning' : 'The tree'}: ${CSV.count(size, 'node')}, ${weight(wrong)} of ${cases(sum(table.weights))} wrong`;
    left.show(after_);
    code.textContent = pythonCell({name, read, columns, target, settings, changed: asked.size > 0});
  }

  // Another test at a node; what was changed below it falls away.
  function ask(n, attribute, threshold) {
    const key = n.node.place.join(), usual = judge(n, 'gain_ratio', 0).winner;
    for (const other of [...asked.keys()]) if (other === key || other.startsWith(key ? `${key},` : '')) asked.delete(other);
    const natural = attribute === usual && (threshold === undefined || threshold === n.scores[0][attribute].cut);
    if (!natural) asked.set(key, {attribute, threshold});
    regrow();
  }

  // The slider over the thresholds of a node that tests a number.
  let moved = null;
  function drawMover(n) {
    const a = n.node.attribute, isCut = n.asks && table.attributes[a].kind === 'continuous';
    mover.hidden = !isCut;
    if (!isCut) { moved = null; return mover.replaceChildren(); }
    const id = `${n.node.place.join()} ${a}`;
    if (!moved || moved.id !== id || moved.table !== table) {
      mover.replaceChildren();
      const found = C45.cuts(table, n.node.cases, a, {...C45.OPTIONS, ...options, min_cases: 0, least_side: false, penalty: false}).found
        .map(c => ({...c, threshold: C45.thresholdOf(table, {...c, attribute: a}, 'data')}));
      const slider = numberBox(mover, 'threshold', {type: 'range', min: 0, max: found.length - 1, step: 1}, v => ask(moved.node, a, found[v].threshold));
      slider.box.setAttribute('aria-label', `threshold of ${n.asks}`);
      moved = {id, table, found, slider};
    }
    moved.node = n;
    const {penalty} = C45.cuts(table, n.node.cases, a, {...C45.OPTIONS, ...options});
    const i = Math.max(moved.found.findIndex(c => c.threshold === n.node.threshold), 0), gain = moved.found[i].gain;
    const words = `${n.asks} \u2264 ${minus(plain(n.node.threshold))}: gain ${bits(gain)}`
      + (penalty > 0 ? ` \u2212 penalty ${bits(penalty)} = ${bits(gain - penalty)}` : '');
    moved.slider.box.value = i;
    moved.slider.box.setAttribute('aria-valuetext', words);
    moved.slider.shown.textContent = words;
  }

  if (data.text) put(data.text, data.name);
  return () => {};
}

export default {render};
