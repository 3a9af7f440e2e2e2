// Your own table: read, grown, pruned, asked and changed here, by a desk beside the page. Nothing is sent to a server or to Python.
import {hundredths, minus, plain, sum} from './numbers.js';
import {W as ALL} from './words.js';
import {button, choice, classLegend, copyButton, dial, draw, frame, keepKeys, outline, set, sliderIn, tag, tickBox} from './common.js';
import {drawTable, gainName, judge, tableFrame} from './candidates.js';
import * as CSV from './csv.js';
import {deskOf} from './desk.js';
import {drawTreeInto, onPage, pictureOf, pngOf} from './drawn.js';
import {divided, drawField, fieldOf} from './field.js';
import * as C45 from './grower.js';
import {pythonCell} from './python.js';

const SETTINGS = {min_cases: 2, cf: 0.25, raising: true, penalty: true, pruned: true};
const MOST_SHOWN = 2e5;    // letters of a file that are put into the box
const LINES_SHOWN = 100;   // of the tree as grown
const MOST_LINKED = 8192, MOST_HELD = 2 ** 18;  // letters in a link, and of the table that it holds
const FEW_CELLS = 20000;   // without a worker, larger tables are not cross-validated
const W = ALL.own;
const about = x => `\u2248 ${minus(x.toFixed(1))}`;

function saveAs(name, text, type) {
  const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(text instanceof Blob ? text : new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// -- parts of the page

const title = (parent, words) => tag(parent, 'p', 'c45lit-title', words);

// The box for the text, a file, examples; `take(what, name)` hears what is given: {text}, {bytes} or an error.
function source(root, examples, take) {
  const row = tag(root, 'div', 'c45lit-controls'), label = tag(row, 'label', '', W.file);
  const file = Object.assign(document.createElement('input'), {type: 'file', accept: '.csv,.tsv,.txt,text/csv,text/plain'});
  label.append(file);
  const tries = tag(row, 'span', 'c45lit-examples', W.examples);
  const box = Object.assign(document.createElement('textarea'), {rows: 6, spellcheck: false, wrap: 'off', placeholder: W.placeholder});
  box.setAttribute('aria-label', W.box);
  root.append(box);
  keepKeys(box, file);
  for (const [name, text] of examples) button(tries, name, () => take({text}, `${name}.csv`));
  const open = async given => given && take(given.size > 4 * CSV.MOST_LETTERS ? new Error(W.tooLarge((given.size / 1e6).toFixed(0))) : {bytes: new Uint8Array(await given.arrayBuffer())}, given.name);
  let soon;
  box.addEventListener('input', () => { clearTimeout(soon); soon = setTimeout(() => take({text: box.value, typed: true}, 'table.csv'), 150); });
  file.addEventListener('click', () => { file.value = ''; });  // the same file may be opened again
  file.addEventListener('change', () => open(file.files[0]));
  for (const kind of ['dragover', 'dragleave', 'drop']) root.addEventListener(kind, e => {
    e.preventDefault();
    root.classList.toggle('c45lit-over', kind === 'dragover');
    if (kind !== 'drop') return;
    if (e.dataTransfer.files.length) open(e.dataTransfer.files[0]);
    else take({text: e.dataTransfer.getData('text/plain')}, 'table.csv');
  });
  // The text that is read; of a long one its name and first lines.
  return (text, name) => {
    const long = text.length > MOST_SHOWN;
    if (box.value !== text) box.value = long ? '' : text;
    box.placeholder = long ? `${name}\n${text.slice(0, 2000).split('\n', 5).join('\n')}\n\u2026` : W.placeholder;
  };
}

const mayBe = (column, kind) => kind === 'continuous' ? column.numeric : kind !== 'date' || column.date;
// One line a column; which is the class, and what the others are taken for.
function columnTable(body, columns, target, changed) {
  body.replaceChildren();
  columns.forEach((column, i) => {
    const row = tag(body, 'tr'), head = tag(row, 'th', '', column.name), cell = tag(row, 'td');
    head.scope = 'row';
    if (i === target) tag(cell, 'b', '', W.theClass);
    else {
      const select = choice(cell, '', Object.entries(W.kinds).filter(([kind]) => mayBe(column, kind)), kind => changed(i, kind));
      Object.assign(select, {value: column.kind}).setAttribute('aria-label', W.what(column.name));
    }
    tag(row, 'td', '', W.holds(column));
  });
}

// A line of a list for [[words, a button's words], what it does] each.
function linesIn(list, lines) {
  list.replaceChildren();
  for (const [[words, other], act] of lines) {
    const item = tag(list, 'li');
    tag(item, 'span', '', words);
    if (other) button(item, other, act);
  }
}
// Whether this is another value than the one that a part of the page shows.
function isNew(part, value) {
  const told = JSON.stringify(value), before = part.told;
  part.told = told;
  return told !== before;
}

// -- what became of the nodes

// Notes of the grown tree: what pruning compared at every test, and what falls away.
function tellFates(nodes) {
  const away = number => { nodes[number].off = true; nodes[number].branches.forEach(away); };
  for (const n of nodes) {
    const fate = n.asks && n.fate, [leaf, below, raised] = fate ? [fate.leaf, fate.subtree, fate.raised].map(about) : [];
    const told = fate && {kept: W.kept(below, leaf), leaf: W.becomes(leaf, below), raised: W.raised(nodes[n.branches[fate.branch]].label, raised, below)}[fate.winner];
    n.note = [n.mine && W.mine, told].filter(Boolean).join('; ');
    if (told && fate.winner !== 'kept') n.branches.filter((_, b) => fate.winner === 'leaf' || b !== fate.branch).forEach(away);
  }
}

// The list of a tree with its children as nodes, for asking it.
function linked(nodes) {
  const made = nodes.map(n => ({attribute: n.attribute, threshold: n.threshold, weight: n.weight, dist: n.dist, label: n.majority, children: []}));
  nodes.forEach((n, i) => { made[i].children = n.branches.map(b => made[b]); });
  return made;
}

// -- asking about a case

// A field for every attribute that the tree asks; `changed()` hears, `cells()` says, `put(cells)` fills.
function questionForm(parent, changed) {
  const fields = tag(parent, 'div', 'c45lit-fields'), kept = new Map();  // what was written is still there after the tree has changed
  let boxes = new Map();
  const fill = () => boxes.forEach((box, name) => {
    box.value = kept.get(name) ?? '';
    if (box.selectedIndex === -1) box.value = '';
  });
  return {
    draw(attributes, used) {
      fields.replaceChildren();
      boxes = new Map(used.map(a => {
        const {name, kind, values} = attributes[a], box = tag(tag(fields, 'label', '', name), kind === 'continuous' ? 'input' : 'select');
        if (kind === 'continuous') Object.assign(box, {inputMode: 'decimal', placeholder: W.unknown, autocomplete: 'off'});
        else [W.unknown, ...values].forEach((word, i) => Object.assign(tag(box, 'option', '', word), {value: i ? i - 1 : ''}));
        box.addEventListener('input', () => { kept.set(name, box.value); changed(); });
        keepKeys(box);
        return [name, box];
      }));
      fill();
    },
    cells: attributes => attributes.map(({name, kind}) => {
      const word = (boxes.get(name)?.value ?? '').trim(), number = Number(kind === 'continuous' ? word.replace(',', '.') : word);
      return word === '' ? null : Number.isFinite(number) ? number : NaN;
    }),
    put(attributes, cells) {
      attributes.forEach(({name, kind}, a) => kept.set(name, cells[a] === null || cells[a] < 0 && kind !== 'continuous' ? '' : String(cells[a])));
      fill();
    },
    clear() { kept.clear(); fill(); },
    isEmpty: () => [...boxes.values()].every(box => box.value.trim() === '')};
}

// -- what a link holds

const through = async (stream, data) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer());
// A table as a link holds it: packed (deflate in letters of base64url), as it is where the browser cannot pack; null if it is too long.
async function packed(text) {
  if (text.length > MOST_HELD) return null;
  if (!globalThis.CompressionStream) return encodeURIComponent(text).length > MOST_LINKED ? null : {csv: text};
  const bytes = await through(new CompressionStream('deflate-raw'), text);
  if (bytes.length > MOST_LINKED * 3 / 4) return null;
  return {packed: btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')};
}
// The table that a link holds, '' if it holds none.
async function unpacked({csv, packed}) {
  const held = csv ?? packed ?? '';
  if (typeof held !== 'string') throw new Error(W.linkCut);
  if (held.length > MOST_LINKED) throw new Error(W.linkLong(held.length, MOST_LINKED));
  if (!packed) return held;
  let text;
  try {
    const bytes = Uint8Array.from(atob(held.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt());
    text = new TextDecoder('utf-8', {fatal: true}).decode(await through(new DecompressionStream('deflate-raw'), bytes));  // at most 1,032 times as long
  } catch { throw new Error(W.linkCut); }
  if (text.length > MOST_HELD) throw new Error(W.linkBursts(MOST_HELD));
  return text;
}

// What was asked, as far as it can be meant: a link may hold anything.
const isNumber = x => Number.isInteger(x) && x >= 0, isBoolean = x => typeof x === 'boolean', isPlace = way => typeof way === 'string' && /^(\d+(,\d+)*)?$/.test(way);
const each = is => what => !!what && typeof what === 'object' && Object.entries(what).every(is), every = is => what => Array.isArray(what) && what.every(is);
const RANGES = {cf: [.01, 1], min_cases: [1, 1000]};
const MEANT = {
  header: isBoolean, whole: isBoolean, last: isBoolean, hows: each(([i, how]) => isNumber(+i) && typeof how === 'string'),
  kinds: each(([i, kind]) => isNumber(+i) && Object.hasOwn(W.kinds, kind)), target: isNumber,
  settings: each(([key, x]) => Object.hasOwn(SETTINGS, key) && typeof x === typeof SETTINGS[key] && (!RANGES[key] || x >= RANGES[key][0] && x <= RANGES[key][1])),
  asked: every(one => Array.isArray(one) && isPlace(one[0]) && isNumber(one[1]?.attribute) && (one[1].threshold === undefined || Number.isFinite(one[1].threshold))),
  place: every(isNumber)};
const chosen = (from, may) => Object.fromEntries(Object.entries(from).filter(([key, x]) => may(key, x)));
const ofLink = wanted => chosen(wanted, (key, x) => Object.hasOwn(MEANT, key) && MEANT[key](x));
// What differs from how the table begins.
function movedFrom(want, begun) {
  const base = {header: null, hows: {}, kinds: {}, target: null, asked: [], place: [], ...begun, settings: {...SETTINGS, ...begun?.settings}};
  const moved = chosen(want, (key, x) => Object.hasOwn(MEANT, key) && JSON.stringify(x) !== JSON.stringify(base[key]));
  return {...moved, ...moved.settings && {settings: chosen(want.settings, (key, x) => x !== base.settings[key])}};
}

// -- the page

function render({model, el}) {
  const data = {...model.get('data')}, root = frame(el, 'c45lit-own', W.label), desk = deskOf(), judge_ = deskOf();
  let want, name = 'table.csv', v = null, counted = null, ended = false;
  const fresh = (from = {}) => ({header: null, hows: {}, kinds: {}, target: null, asked: [], place: [], ...from, settings: {...SETTINGS, ...want?.settings, ...from.settings}});
  const status_ = tag(root, 'p', 'c45lit-status'), grid = tag(root, 'div', 'c45lit-grid');
  status_.setAttribute('role', 'status');
  const left = tag(grid, 'div', 'c45lit-data'), right = tag(grid, 'div', 'c45lit-out'), below = tag(root, 'div', 'c45lit-below');
  const showText = source(left, data.examples, take);
  const status = tag(left, 'p', 'c45lit-readout'), all = tag(left, 'div');
  title(all, W.how);
  const chips = tag(all, 'ul', 'c45lit-readings');
  const select = choice(tag(all, 'div', 'c45lit-controls'), W.classIs, [], target => move({target: +target, asked: [], place: []}));
  const setup = Object.assign(tag(all, 'details', 'c45lit-columns'), {open: root.clientWidth >= 940});
  tag(setup, 'summary', '', W.columns);
  const columnRows = tag(tag(tag(setup, 'div', 'c45lit-candidates'), 'table'), 'tbody');

  // the tree, its errors, a case
  const head = tag(right, 'div', 'c45lit-head'), message = tag(head, 'p', 'c45lit-say'), sharing = tag(head, 'div', 'c45lit-controls');
  const tells = tag(right, 'p', 'c45lit-tells'), bars = tag(right, 'div', 'c45lit-errors');
  const held = [W.training, ''].map((words, i) => {
    const row = tag(bars, 'div', i ? 'c45lit-held' : ''), label = tag(row, 'span', '', words), track = tag(row, 'i');
    return {label, bar: tag(track, 'b'), number: tag(row, 'span')};
  });
  const usual = tag(bars, 'p', 'c45lit-usual');
  const notes = tag(right, 'ul', 'c45lit-noted'), rulesOnly = tag(right, 'p', 'c45lit-note', W.rulesOnly), tabs = tag(right, 'div', 'c45lit-controls'), figure = tag(right, 'div', 'c45lit-drawn');
  set(figure, {tabindex: 0, role: 'region'});
  const plane = draw(right, 'svg', {role: 'img', class: 'c45lit-fig c45lit-field'});
  const views = W.views.map((words, i) => button(tabs, words, () => { inPlane = i === 1; drawView(); }));
  plane.addEventListener('pointerdown', pressed);
  const svg = draw(figure, 'svg', {role: 'img'}), foldedNote = tag(right, 'p', 'c45lit-note'), legend = tag(right, 'div');
  const knobs = tag(right, 'div', 'c45lit-controls');
  const cf = dial(knobs, `${W.cf} `, x => turn({cf: x}), W.cfName, {min: 0.01, max: 1, step: 0.01, value: 0.25});
  const rare = tag(knobs, 'details');
  tag(rare, 'summary', '', W.moreKnobs);
  const least = sliderIn(tag(rare, 'label', '', `${W.least} `), '', x => x >= 1 && turn({min_cases: x}), {type: 'number', min: 1, max: 1000, value: 2});
  const ticks = Object.entries(W.ticks).map(([key, words]) => {
    const box = tickBox(rare, words, true);
    box.addEventListener('change', () => turn({[key]: box.checked}));
    return [key, box];
  });
  const asking = tag(right, 'div', 'c45lit-asking');
  tag(asking, 'p', 'c45lit-title', W.askTitle);
  const form = questionForm(asking, () => answer()), askRow = tag(asking, 'div', 'c45lit-controls');
  const fillButton = button(askRow, W.fill, fillIn), clear = button(askRow, W.clear, () => { form.clear(); filled = null; answer(); });
  const answered = tag(asking, 'p', 'c45lit-answered');
  title(right, W.home);
  const files = tag(right, 'div', 'c45lit-controls');
  const picture = () => pictureOf(v.tree, view_(), message.textContent);
  const file = (words, make, parent = files) => button(parent, words, async () => { await settled(); saveAs(...await make(await desk.ask('home', want))); });
  file(W.model, home => ['model.json', home.model, 'application/json']);
  file(W.table, home => [name, home.text, 'text/csv']);
  file(W.svg, () => ['tree.svg', picture().text, 'image/svg+xml']);
  file(W.png, async () => ['tree.png', await pngOf(picture())]);
  const whole = async ({text}) => [`${name.replace(/\.\w+$/, '')}.html`, await model.page({data: {...model.get('data'), text, name, want}, wanted: {}}, W.title), 'text/html'];
  if (typeof model.page === 'function') file(W.page, whole);
  const fold = tag(right, 'details', 'c45lit-python');
  tag(fold, 'summary', '', W.python);
  const code = tag(fold, 'pre');
  code.tabIndex = 0;
  copyButton(fold, W.copy, () => code.textContent);

  // changes by hand
  const work = tag(below, 'details', 'c45lit-change');
  tag(work, 'summary', '', W.change);
  const undo = button(tag(work, 'div', 'c45lit-controls'), W.undo, () => move({asked: []}));
  title(work, W.lines);
  const key = tag(work, 'p', 'c45lit-note', W.legend);
  const lines = outline(work, data, W.linesLabel, number => move({place: v.grown[number].place}), LINES_SHOWN);
  const more = tag(work, 'p', 'c45lit-note'), here = tag(work, 'p', 'c45lit-here'), mover = tag(work, 'div', 'c45lit-controls');
  const {heads, body} = tableFrame(work);
  heads.ratio.classList.add('c45lit-decides');
  work.addEventListener('toggle', () => { if (work.open && v?.tree) showChanges(); });
  all.hidden = right.hidden = below.hidden = true;

  // -- asking the desk: the page says what it wants, the answer is drawn, and what was wanted meanwhile is asked next

  let waiting = null, again = false;
  function refresh() {
    root.setAttribute('aria-busy', true);
    again = true;
    waiting ||= (async () => {
      while (again && !ended) {
        again = false;
        try {
          const told = await desk.ask('view', want);
          await nextFrame();  // the picture is drawn once a frame at most
          await show(told);
        } catch (error) { if (byLink) anew(); else fail(error); }
      }
      waiting = null;
      root.setAttribute('aria-busy', false);
      count();
    })();
    return waiting;
  }
  const settled = async () => { while (waiting) await waiting; };
  const move = changes => { want = {...want, ...changes}; refresh(); };

  function say(words, wrong = false) {
    status.textContent = status_.textContent = words;
    status.classList.toggle('c45lit-wrong', wrong);
  }
  function fail(error) {
    v = null;
    all.hidden = right.hidden = below.hidden = true;
    grid.classList.remove('c45lit-grown');
    say(error.message, true);
  }

  // A link says which table of those that the page has, or holds one of the reader's own if it shall, and what is asked of it.
  let byLink = false, linkable = null, carries = false;  // until what the link asked for has been shown; the table in a link; whether an own one shall be
  const linkOfTable = (text, example = data.examples.find(([, other]) => other === text)) => text === data.text ? {} : example ? {table: example[0]} : packed(text);
  function tellLink() {
    const own = linkable && (linkable.packed ?? linkable.csv), wanted = !linkable || own && !carries ? {} : {...linkable, ...movedFrom(want, Object.keys(linkable).length ? {} : data.want)};
    if (JSON.stringify(wanted) !== JSON.stringify(model.get('wanted') || {})) {
      model.set('wanted', wanted);
      model.save_changes();
    }
    if (!model.link || !isNew(sharing, [v.rows, linkable])) return;
    sharing.replaceChildren();
    const copies = (words, holds) => copyButton(sharing, words, () => {
      carries = holds;
      tellLink();
      if (!holds) model.set('wanted', {});
      return model.link();
    });
    if (linkable) copies(W.linkWith(v.rows), true); else file(W.page, whole, sharing);
    copies(W.linkPage, false);
    tag(sharing, 'p', 'c45lit-note', !linkable ? W.linkFull(MOST_LINKED) : own ? W.linkHolds(own.length) : '');
  }

  // A link that asks for what the table does not have is forgotten.
  const isSane = ({columns, target}) => !columns || columns[target] && Object.entries(want.kinds).every(([i, kind]) => columns[i] && mayBe(columns[i], kind));
  function anew() { [byLink, want] = [false, undefined]; move(fresh()); }

  let given = null;
  async function take(what, from, wished, carried = false) {
    [name, given, want, counted, select.told] = [from, what, fresh(wished), null, ''];
    [byLink, carries] = [false, carried];
    work.open ||= want.asked.length > 0;
    counting++;  // what is still counted is of the table before
    root.setAttribute('aria-busy', true);
    try {
      if (what instanceof Error) throw what;
      judge_.ask('bring', what).catch(() => {});
      const text = await desk.ask('bring', what), found = await linkOfTable(text);
      if (given !== what) return;
      linkable = found;
      if (!what.typed) showText(text, from);
      refresh();
    } catch (error) {
      if (given !== what) return;
      if (!what.typed) showText('');
      root.setAttribute('aria-busy', false);
      fail(new Error(W.notRead(from, error.message)));
    }
  }
  // Another way to read: what was chosen about columns falls away with them.
  function reread(change) {
    if (change.encoding) return take({...given, encoding: change.encoding}, name, {});
    move({...'header' in change && {hows: {}, kinds: {}, target: null}, ...change, ...change.hows && {hows: {...want.hows, ...change.hows}, kinds: {}},
          ...change.kinds && {kinds: {...want.kinds, ...change.kinds}}, asked: [], place: []});
  }
  const turn = changes => { if (want) move({settings: {...want.settings, ...changes}}); };

  // -- drawing

  const view_ = () => ({colours: data.colours, classes: v.classes, kinds: v.attributes});

  // In a few steps, so that the page stays free between them.
  const pause = () => new Promise(done => setTimeout(done));
  const nextFrame = () => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 50); });  // a hidden page has no frames
  async function show(told) {
    if (byLink && (told.error || !isSane(told))) return anew();
    byLink = false;
    v = told;
    tellLink();
    all.hidden = !!v.empty;
    right.hidden = below.hidden = !v.tree;
    grid.classList.toggle('c45lit-grown', !!v.tree);
    if (v.empty) return say('');
    if (isNew(chips, [v.rows, v.readings])) linesIn(chips, v.readings.map(r => [W[r.key](r), () => reread(r.change)]));
    if (isNew(select, [v.names, v.target, v.columns])) {
      select.replaceChildren();
      v.columns.forEach((c, i) => Object.assign(tag(select, 'option', '', c.name), {value: i}));
      select.value = v.target;
      columnTable(columnRows, v.columns, v.target, (i, kind) => move({kinds: {...want.kinds, [i]: kind}, asked: [], place: []}));
      filled = null;
    }
    if (v.error) return say(v.error, true);
    [data.classes, data.attributes] = [v.classes, v.attributes.map(a => a.name)];
    const words = W.size(v);
    if (status.textContent !== words) say(words);
    await pause();
    if (v !== told) return;
    if (isNew(legend, v.classes)) {
      legend.replaceChildren();
      classLegend(legend, data);
    }
    const {settings} = want;
    for (const [tick, box] of ticks) box.checked = settings[tick];
    if (cf.input.valueAsNumber !== settings.cf && document.activeElement !== cf.input) cf.input.value = settings.cf;
    if (document.activeElement !== least) least.value = settings.min_cases;
    cf.shown.textContent = `CF ${settings.cf.toFixed(2)}`;
    cf.input.disabled = ticks[1][1].disabled = !settings.pruned;
    const used = [...new Set(v.tree.filter(n => n.asks).map(n => n.attribute))].sort((a, b) => a - b);
    if (isNew(asking, [used, v.attributes])) form.draw(v.attributes, used);
    asking.hidden = false;
    fillButton.hidden = clear.hidden = !used.length;
    showErrors();
    showNotes();
    answer();
    drawView();
    grid.classList.add('c45lit-ready');  // what is drawn above has its place
    await pause();
    if (v !== told) return;
    undo.hidden = !want.asked.length;
    rulesOnly.hidden = !want.asked.length;
    code.textContent = pythonCell({name, v, settings, changed: want.asked.length > 0});
    await showChanges();
  }

  // Which questions decide, and what the heaviest leaf says.
  function firstWords() {
    const asks = [...new Set(v.tree.filter(m => m.asks).map(m => m.asks))], above = new Map(v.tree.flatMap((m, i) => m.branches.map(b => [b, i])));
    if (!asks.length) return W.nothingAsked;
    const leaf = v.tree.reduce((best, m, i) => !m.asks && (best < 0 || m.weight > v.tree[best].weight) ? i : best, -1), m = v.tree[leaf], way = i => above.has(i) ? [...way(above.get(i)), v.tree[i].label.replace(/ <= (?=\S*$)/, ' \u2264 ')] : [];
    return W.tells(asks.slice(0, 3), way(leaf), v.classes[m.majority], m.dist[m.majority], m.weight);
  }
  function showErrors() {
    const n = v.tree[0].weight, wrong = sum(v.tree.filter(m => !m.asks && m.weight > 0).map(m => m.weight - m.dist[m.majority]));
    const done = counted && counted.i === counted.k, {dist} = v.tree[0], most = Math.max(...dist), always = {name: v.classes[dist.indexOf(most)], share: (n - most) / n, wrong: n - most, n};
    message.textContent = counted ? W.say({held: done ? counted.wrong : null, n: counted.n, always, mine: want.asked.length > 0}) : W.sayFew;
    tells.textContent = firstWords();
    bars.style.setProperty('--c45-always', `${100 * always.share}%`);
    usual.textContent = W.always(always);
    const rows = [[W.training, wrong / n, W.errors(wrong, n)], counted ? [done ? W.heldOut(counted.k) : W.counting(counted.i, counted.k),
      done ? counted.wrong / counted.n : 0, done ? W.errors(counted.wrong, counted.n) : '\u2026'] : ['', 0, '']];
    rows.forEach(([words, share, number], i) => {
      held[i].label.textContent = words;
      held[i].bar.style.width = `${100 * share}%`;
      held[i].number.textContent = number;
      held[i].label.parentElement.hidden = !words;
    });
  }

  function showNotes() {
    if (!isNew(notes, v.notes)) return;
    linesIn(notes, v.notes.filter(note => note.code !== 'spelling').map(note => {  // that is among the repairs
      // A threshold that decides is what one hopes for: only words that decide are to be left out.
      const i = v.columns.findIndex(c => c.name === note.column && (['identifier', 'same'].includes(note.code) || note.code === 'leak' && c.kind === 'discrete'));
      return [[W.notes[note.code](note), i >= 0 && W.leaveOut], () => reread({kinds: {[i]: 'ignore'}})];
    }));
  }

  // Where the tree asks two numbers before anything else, it divides their plane.
  let inPlane = false, cells = [], field = null;
  function leading() {
    const [top] = v.tree, isNumber = n => n.asks && v.attributes[n.attribute].kind === 'continuous', open = isNumber(top) ? [top] : [], next = [];
    for (const n of open) {
      if (n.attribute !== top.attribute) next.push(n);
      else open.push(...n.branches.map(b => v.tree[b]).filter(isNumber));
    }
    return next.length ? [top.attribute, next.reduce((a, b) => b.weight > a.weight ? b : a).attribute] : null;
  }
  async function drawView() {
    const pair = leading(), told = v, shown = inPlane && !!pair;
    tabs.hidden = !pair;
    views.forEach((made, i) => made.setAttribute('aria-pressed', shown === (i === 1)));
    figure.hidden = shown;
    plane.classList.toggle('c45lit-gone', !shown);
    foldedNote.textContent = shown ? W.planeNote(...pair.map(a => v.attributes[a].name)) : foldedNote.folded;
    if (!shown) return;
    const dots = await desk.ask('points', want, pair), side = Math.min(root.clientWidth - 8, right.clientWidth, 520), nodes = linked(v.tree);
    if (v !== told || !dots.length) return;
    const range = [0, 1].flatMap(k => { const all = dots.map(dot => dot[k]), low = Math.min(...all), high = Math.max(...all), room = (high - low || 1) / 25; return [low - room, high + room]; });
    field = {...fieldOf(side, 44, range), pair};
    root.style.setProperty('--c45-side', `${side}px`);
    const [x, y] = pair.map(a => cells[a] ?? null);
    drawField(plane, field, {...divided(nodes[0], pair, range), dots, names: pair.map(a => v.attributes[a].name), colours: data.colours, r: 4.5, ring: x === null || y === null ? null : [x, y, 'currentColor'], colourOf: node => data.colours[node.label % data.colours.length]});
    plane.setAttribute('aria-label', foldedNote.textContent);
  }
  function pressed(e) {
    const at = field.at(plane, e), asked = v.attributes.map((_, a) => field.pair.includes(a) ? Number(at[field.pair.indexOf(a)].toPrecision(4)) : null);
    form.put(v.attributes, asked);
    filled = null;
    answer();
    drawView();
  }

  // The case that is asked about lights its path, and gets its answer in a sentence.
  let filled = null, figureWidth = 640, turnOf = 0;
  const font = getComputedStyle(root).fontFamily;
  function answer() {
    if (!v?.tree) return;
    const nodes = linked(v.tree), raw = form.cells(v.attributes), asks = !form.isEmpty();
    cells = raw.map(c => Number.isNaN(c) ? null : c);
    const found = asks ? C45.shareOf(v.attributes, nodes[0], cells) : null, lit = found && new Map(nodes.map((n, i) => [i, found.get(n) || 0]));
    const {hidden} = drawTreeInto(svg, v.tree, view_(), {room: figureWidth, lit, ink: onPage(font)});
    foldedNote.folded = hidden ? W.foldedNote(hidden) : '';
    if (!inPlane) foldedNote.textContent = foldedNote.folded;
    const leaves = v.tree.filter(n => !n.asks).length;
    set(svg, {'aria-label': W.drawn(v.tree.length, leaves)});
    figure.setAttribute('aria-label', W.drawn(v.tree.length, leaves));
    answered.textContent = '';
    if (!v.tree[0].asks) answered.textContent = W.nothingAsked;
    if (!found) return;
    const share = C45.says(found, v.classes.length), at = share.indexOf(Math.max(...share)), ends = v.tree.map((n, i) => [n, lit.get(i)]).filter(([n, s]) => !n.asks && s > 0);
    const passed = v.tree.filter((n, i) => n.asks && lit.get(i) > 0), reasons = [...new Set(passed.map(n => {
      const a = v.attributes[n.attribute], value = cells[n.attribute];
      return value === null ? W.isUnknown(a.name) : W.because(a.name, a.kind === 'continuous' ? `${value <= n.threshold ? '\u2264' : '>'} ${minus(plain(n.threshold))}` : `= ${a.values[value]}`);
    }))];
    const [end] = ends[0], parts = share.map((s, c) => [s, c]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0]).map(([s, c]) => `${v.classes[c]} ${hundredths(s)}`);
    const words = W.answer({name: v.classes[at], reasons, leaves: ends.length, parts, n: end.weight, wrong: end.weight - end.dist[end.majority]});
    const odd = v.attributes.filter((_, a) => Number.isNaN(raw[a])).map(a => ` ${W.notNumber(a.name, '?')}`);
    answered.textContent = status_.textContent = `${words}${filled === null ? '' : W.truth(v.classes[filled])}${odd.join('')}`;
  }
  async function fillIn() {
    await settled();
    const {cells, label} = await desk.ask('caseAt', want, turnOf++ * 37 % v.cases);
    form.put(v.attributes, cells);
    filled = label;
    answer();
  }
  asking.addEventListener('input', () => { filled = null; answer(); }, true);

  async function showChanges() {
    if (!work.open) return;
    const told = v, {at} = v.look, n = v.grown[at];
    tellFates(v.grown);
    const hidden = lines.show(v.grown, at);
    want.place = v.look.place;
    more.textContent = hidden > 0 ? W.more(hidden) : '';
    key.hidden = !want.settings.pruned;
    const weight = sum(n.dist), wrong = weight - Math.max(...n.dist);
    here.textContent = W.verdict(at ? n.label : '', n.reached ? weight : 0, n.reached ? wrong : 0, n.fate ? about(n.fate.leaf) : '', n.asks ? W.tests(n.asks) : W.isLeaf(n.stops));
    const seen = {...n, scores: v.look.scores, stops: v.look.stops}, j = judge(seen, 'gain_ratio', 0), mine = want.asked.find(([place]) => place === want.place.join());
    await pause();
    if (v !== told) return;
    heads.gain.textContent = gainName(seen);
    drawTable(body, seen, j, 0, mine && mine[1].attribute, data, a => ask(seen, a));
    drawMover(seen);
  }

  // Another test at a node; what was changed below it falls away.
  function ask(n, attribute, threshold) {
    const at = n.place.join(), usual = judge(n, 'gain_ratio', 0).winner, others = want.asked.filter(([other]) => !(other === at || other.startsWith(at ? `${at},` : '')));
    const natural = attribute === usual && (threshold === undefined || threshold === n.scores[0][attribute].cut);
    move({asked: natural ? others : [...others, [at, {attribute, threshold}]]});
  }

  // The slider over the thresholds of a node that tests a number. Its words follow at once, the tree when it has grown.
  let slider = null, moved = null;
  function drawMover(n) {
    const {cuts, penalty} = v.look;
    moved = n;
    mover.hidden = !cuts.length;
    const tell = i => {
      slider.shown.textContent = W.cutSays(n.asks, ...cuts[i], penalty);
      slider.input.setAttribute('aria-valuetext', slider.shown.textContent);
    };
    if (isNew(mover, [n.place, n.attribute, cuts])) {
      mover.replaceChildren();
      slider = cuts.length && dial(mover, `${W.threshold} `, i => { tell(i); ask(moved, n.attribute, cuts[i][0]); }, W.thresholdOf(n.asks), {max: cuts.length - 1});
    }
    if (!slider || again) return;
    slider.input.value = Math.max(cuts.findIndex(([cut]) => cut === n.threshold), 0);
    tell(slider.input.valueAsNumber);
  }

  // -- the errors of trees that have not seen the case, fold by fold, by a second worker

  let counting = 0;
  async function count() {
    if (!v?.tree || !judge_.apart && v.cases * v.attributes.length > FEW_CELLS) { counted = null; return v?.tree && showErrors(); }
    const asked = JSON.stringify({...want, asked: null, place: null}), mine = ++counting;
    if (count.asked === asked && counted) return;
    count.asked = asked;
    counted = {i: 0, k: Math.min(10, v.cases), wrong: 0, n: 0};
    showErrors();
    root.setAttribute('data-counting', true);
    for (let f = 0; mine === counting && !ended && f < counted.k; f++) {
      const told = await judge_.ask('fold', want, f).catch(() => null);
      if (!told || mine !== counting) return;
      counted = {i: f + 1, k: told.k, wrong: counted.wrong + told.wrong, n: counted.n + told.n};
      if (v?.tree) showErrors();
    }
    if (mine === counting) root.setAttribute('data-counting', false);
  }

  const width = new ResizeObserver(([{contentRect}]) => {
    if (!contentRect.width || figureWidth === contentRect.width) return;
    figureWidth = contentRect.width;
    if (v?.tree) answer();
  });
  width.observe(figure);
  async function begin(wanted) {
    if (!Object.keys(wanted).length && globalThis.location?.hash.startsWith('#own?wanted=')) throw new Error(W.linkCut);
    const carried = await unpacked(wanted), wished = ofLink(wanted), example = data.examples.find(([called]) => called === wanted.table);
    const [text, from, begun] = example ? [example[1], `${example[0]}.csv`, {}] : carried ? [carried, 'table.csv', {}] : [data.text, data.name, data.want || {}];
    if (!text || given) return;
    take({text}, from, {...begun, ...wished, kinds: {...begun.kinds, ...wished.kinds}, settings: {...begun.settings, ...wished.settings}}, !!carried);
    byLink = true;
  }
  begin(model.get('wanted') || {}).catch(error => given || fail(error));
  return () => { ended = true; desk.end(); judge_.end(); width.disconnect(); };
}

export default {links: 4 * MOST_LINKED, copies: true, render};
