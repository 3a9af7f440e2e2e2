// Comma-separated text as a table: reading, what its columns may mean, and the record that `C45.table` takes.
// What cannot be read is refused with a sentence; no cell is ever anything but text.
import {W} from './words.js';

const UNKNOWN = new Set(['', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL']);  // as `c45lit fit` reads them
export const MOST_ROWS = 2000, MOST_LETTERS = 5e6;
const MOST_COLUMNS = 200, MOST_CLASSES = 50, MOST_WORDS = 50, MOST_SKIPPED = 0.05, MOST_ODD = 0.1;
const ABSENT = /^(n\.?\/?a\.?|nan|none|null|nil|unknown|missing|-+|\.+|–|—)$/i;  // words that nowhere mean a value
const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const TOTAL = /^((grand |sub)?totals?|sum|summe|gesamt|insgesamt|\u5408\u8ba1|\u603b\u8ba1|\u5c0f\u8ba1)[ :.]*$/i, MOST_ABOVE = 6;
const refuse = words => { throw new Error(words); };
const Say = W.csv;
const isKnown = word => !UNKNOWN.has(word.trim());
export const quoted = name => Say.quoted(name.length > 40 ? name.slice(0, 39) + '\u2026' : name);

// The separator of which the head line has most, outside of quotes.
function separatorOf(text) {
  const [head] = /.*[,;\t].*/.exec(text.slice(0, 1e5).replace(/"[^"]*"?/g, '').replace(/\r/g, '\n')) ?? [''], times = mark => head.split(mark).length;
  return [',', ';', '\t'].reduce((a, b) => times(b) > times(a) ? b : a);
}

// Rows of cells with the number of the line that each begins in; blank lines are left out.
function* rowsOf(text, separator) {
  let row = [], cell = '', line = 1, start = 1, i = 0, quote = false, wasQuoted = false;
  const end = () => { row.push(cell); cell = ''; wasQuoted = false; };
  for (; i < text.length; i++) {
    const c = text[i];
    if (quote) {
      if (c === '"' && text[i + 1] === '"') { cell += '"'; i++; }
      else if (c === '"') quote = false;
      else { cell += c; if (c === '\n') line++; }
    } else if (c === '"' && cell === '' && !wasQuoted) quote = wasQuoted = true;
    else if (c === separator) {
      end();
      if (row.length > MOST_COLUMNS) refuse(Say.tooManyColumns(start, MOST_COLUMNS));
    } else if (c === '\n' || c === '\r') {
      if (c === '\r' && text[i + 1] === '\n') i++;
      const blank = !row.length && !wasQuoted && !cell.trim();
      end();
      if (!blank) yield {row, line: start};
      row = [];
      start = ++line;
    } else cell += c;
  }
  if (quote) refuse(Say.openQuote(start));
  if (row.length || wasQuoted || cell.trim()) { end(); yield {row, line: start}; }
}

// -- bytes

// Frequent Chinese letters of GB18030 are pairs of high bytes; the accents of Western Europe stand before letters of ASCII's. As `is_chinese` in Python.
function mostlyChinese(bytes) {
  const isDigit = b => b >= 0x30 && b <= 0x39, isHigh = b => b >= 0x81 && b <= 0xFE;
  let chinese = 0, accents = 0;
  for (let i = 0; i < bytes.length; i++) {
    const a = bytes[i], b = bytes[i + 1];
    if (!isHigh(a)) continue;
    if (isDigit(b) && isHigh(bytes[i + 2]) && isDigit(bytes[i + 3])) { chinese++; i += 3; }
    else if (b >= 0x40 && b <= 0xFE && b !== 0x7F) {
      if (b >= 0xA1 && (a >= 0xA1 && a <= 0xA3 || a >= 0xB0 && a <= 0xD7)) chinese++;
      else if (b < 0x7F) accents++;
      i++;
    }
  }
  return chinese > accents;
}
// The order in which encodings are tried: by the mark at the start, by zero bytes, then what is strict first.
function encodingsOf(bytes) {
  const [a, b] = bytes;
  if (a === 0xFF && b === 0xFE) return ['utf-16le'];
  if (a === 0xFE && b === 0xFF) return ['utf-16be'];
  const zeros = [0, 0];
  for (let i = 0; i < Math.min(bytes.length, 4000); i++) if (!bytes[i]) zeros[i % 2]++;
  if (zeros[0] + zeros[1] > Math.min(bytes.length, 4000) / 8) return zeros[1] > zeros[0] ? ['utf-16le'] : ['utf-16be'];
  return ['utf-8', ...mostlyChinese(bytes) ? ['gb18030', 'windows-1252'] : ['windows-1252', 'gb18030']];
}
// {text, encoding, others}: what a file's bytes say, or what they say in the encoding that is asked for.
export function decode(bytes, asked) {
  if (bytes[0] === 0x50 && bytes[1] === 0x4B && bytes[2] < 9) refuse(Say.archive);
  const usual = encodingsOf(bytes);
  const words = encoding => { try { return new TextDecoder(encoding, {fatal: true}).decode(bytes); } catch { return null; } };
  const encoding = (asked ? [asked] : usual).find(e => words(e) !== null) ?? refuse(Say.noText(asked));
  return {text: words(encoding), encoding, others: encoding === 'utf-8' ? [] : usual.slice(1).filter(e => e !== encoding && words(e) !== null)};
}

// -- numbers as people write them

const DIGITS = {  // group mark and decimal mark of each form
  '.': NUMBER, ',.': /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$|^[+-]?\d+(\.\d+)?$/, '.,': /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$|^[+-]?\d+(,\d+)?$/,
  ' .': /^[+-]?[1-9]\d{0,2}([ \u00a0\u202f]\d{3})+(\.\d+)?$|^[+-]?\d+(\.\d+)?$/, ' ,': /^[+-]?[1-9]\d{0,2}([ \u00a0\u202f]\d{3})+(,\d+)?$|^[+-]?\d+(,\d+)?$/,
  "'.": /^[+-]?[1-9]\d{0,2}(['\u2019]\d{3})+(\.\d+)?$|^[+-]?\d+(\.\d+)?$/};
const MARKS = {',': /,/g, '.': /\./g, ' ': /[ \u00a0\u202f]/g, "'": /['\u2019]/g};
const bare = (word, percent) => percent ? word.trim().replace(/\s*%$/, '') : word.trim();
function numberOf(word, {form, percent}) {
  const digits = bare(word, percent);
  if (form === '.') return Number(digits);
  const whole = digits.replace(MARKS[form[0]], '');
  return Number(form[1] === ',' ? whole.replace(',', '.') : whole);
}
// The forms that fit every known word, the likeliest first; a semicolon between columns speaks for a decimal comma.
function formsOf(known, separator) {
  const percent = known.length > 0 && known.every(w => /%\s*$/.test(w)), digits = known.map(w => bare(w, percent));
  if (known.length && digits.every(isPlain)) {
    const grouped = separator === ';' && digits.some(w => /\.\d{3}$/.test(w)) && digits.every(w => /^[+-]?([1-9]\d{0,2}(\.\d{3})+|\d{1,3})$/.test(w));
    return {percent, found: grouped ? ['.', '.,'] : ['.']};  // 1.234 may be a thousand
  }
  const order = separator === ';' ? ['.,', ',.', ' ,', ' .', "'."] : [',.', '.,', ' .', ' ,', "'."], read = new Map();
  for (const form of known.length ? order : []) if (digits.every(w => DIGITS[form].test(w))) {
    const numbers = digits.map(w => numberOf(w, {form})), told = numbers.join();
    if (numbers.every(Number.isFinite) && !read.has(told)) read.set(told, form);
  }
  return {percent, found: [...read.values()]};
}
// The forms of dates that fit every known word, as Python writes them; where days and months may be exchanged both do.
const DATES = ['%Y-%m-%d', '%d.%m.%Y', '%d/%m/%Y', '%m/%d/%Y', '%Y/%m/%d'], TIMES = ['', ' %H:%M', ' %H:%M:%S', 'T%H:%M', 'T%H:%M:%S'];
const MARKS_OF_DATES = {Y: '(?<Y>\\d{4})', m: '(?<m>\\d{1,2})', d: '(?<d>\\d{1,2})', H: '(?<H>\\d{1,2})', M: '(?<M>\\d{2})', S: '(?<S>\\d{2})'}, patterns = new Map();
// [year, month, weekday, hour, whether it has a time of day] of a word in a form; null if it is no date.
function dateOf(word, form) {
  if (!patterns.has(form)) patterns.set(form, new RegExp(`^${form.replace(/\./g, '\\.').replace(/%(\w)/g, (_, part) => MARKS_OF_DATES[part])}$`));
  const {Y, m, d, H = 0, M = 0, S = 0} = patterns.get(form).exec(word)?.groups ?? {}, day = new Date(Date.UTC(Y, m - 1, d));
  if (!(Y >= 1700 && Y <= 2200) || day.getUTCMonth() !== m - 1 || day.getUTCDate() !== +d || H > 23 || M > 59 || S > 59) return null;
  return [+Y, +m, day.getUTCDay() || 7, +H, +H + +M + +S > 0];
}
const datesOf = known => known.length && /\d{4}/.test(known[0]) ? DATES.flatMap(day => TIMES.map(time => day + time)).filter(form => known.every(w => dateOf(w, form))) : [];
const isPlain = word => NUMBER.test(word) && Number.isFinite(Number(word));

// -- reading

// Does the first line name columns? Each column has a vote: numbers below a word say yes, a value that comes again says no; of no votes it does.
function votesForNames(first, below) {
  let votes = 0;
  const some = below.slice(0, 200), isNumber = w => formsOf([w], ';').found.length > 0;
  first.forEach((head, i) => {
    const words = some.map(row => row[i] ?? '').filter(isKnown);
    if (!words.length || !isKnown(head)) return;
    const numbers = words.filter(isNumber).length >= 0.8 * words.length, year = /^\s*(19|20)\d\d\s*$/.test(head);
    if (numbers) votes += isNumber(head) ? (year && !words.some(w => /^\s*(19|20)\d\d\s*$/.test(w)) ? 1 : -1) : 1;
    else if (words.includes(head)) votes--;
  });
  return votes;
}

// {separator, names, rows, header} of a text; `nameless` tells whether columns without a name were given one.
export function read(text, {header: wished, whole = false, last = false} = {}) {
  if (text.length > MOST_LETTERS) refuse(Say.tooLong(text.length, MOST_LETTERS));
  if (text.includes('\0')) refuse(Say.zeroByte);
  const body = text.replace(/^\ufeff/, ''), separator = separatorOf(body), lines = [...rowsOf(body, separator)];
  if (!lines.length) return null;
  const above = Math.max(lines.slice(0, MOST_ABOVE).findIndex(({row}) => row.length > 1), 0), odd = whole ? [] : lines.splice(0, above);  // a title
  const first = lines[0], width = first.row.length;
  if (width < 2) refuse(Say.oneColumn);
  const votes = votesForNames(first.row, lines.slice(1, 201).map(({row}) => row)), header = wished ?? votes >= 0;
  const names = first.row.map((name, i) => header && name.trim() ? name : Say.column(i + 1)), twice = names.find((n, i) => names.indexOf(n) < i);
  if (twice !== undefined) refuse(Say.twice(first.line, quoted(twice)));
  if (header) lines.shift();
  // A line of totals is no case.
  const total = last || lines.length < 3 ? -1 : totalIn(lines), totals = total < 0 ? null : {line: lines[lines.length - 1].line, word: lines.pop().row[total].trim()};
  // A few lines of another length are left out, and the page says so; many are no accident, but another separator.
  const cut = lines.filter(({row}) => row.length !== width);
  if (cut.length && (whole || cut.length > MOST_SKIPPED * lines.length)) refuse(Say.ragged(cut[0].line, cut[0].row.length, width));
  odd.push(...cut);
  const rows = lines.filter(({row}) => row.length === width).map(({row}) => row);
  if (!rows.length) refuse(Say.noCases);
  return {separator, header, inDoubt: wished !== undefined || votes <= 0, names, rows, width, totals, skipped: odd.map(({line, row}) => [line, row.length]), nameless: !header || first.row.some(name => !name.trim())};
}
// The place of a word for a total in the last line, where no other line has it there; -1 if there is none.
function totalIn(lines) {
  const {row} = lines[lines.length - 1], at = row.findIndex(w => TOTAL.test(w.trim()));
  return at >= 0 && lines.slice(0, -1).some(other => other.row[at]?.trim() === row[at].trim()) ? -1 : at;
}
// Evenly spaced positions, as Python's `linspace` finds them.
export function sample(n, most = MOST_ROWS) {
  const step = (n - 1) / (most - 1);
  return n <= most ? null : Array.from({length: most}, (_, i) => i === most - 1 ? n - 1 : Math.floor(i * step));
}

// -- columns

// By code points, as Python sorts words; only halves of pairs make a difference to the order of a script.
function byCode(a, b) {
  const [x, y] = [[...a], [...b]], i = x.findIndex((c, k) => c !== y[k]);
  return i < 0 ? x.length - y.length : i >= y.length ? 1 : x[i].codePointAt() - y[i].codePointAt();
}
function valuesOf(words) {
  const values = [...new Set(words.filter(isKnown))];
  return values.some(w => /[\ud800-\udfff]/.test(w)) ? values.sort(byCode) : values.sort();
}

// What a column holds, and what it is most likely for: 'continuous', 'discrete' or 'ignore', and why. `how` is the reader's:
// a form of numbers, 'words', 'numbers' for words among numbers that mean unknown, or 'join' for words that differ in capitals and blanks only.
function columnOf(name, raw, separator, how, mayBeDate = true) {
  const given = raw.map(w => w.trim()), odd = oddOf(given, separator), alike = alikeOf(given);
  const clean = !!odd && (how === 'numbers' || how !== 'words' && (odd.words.every(w => ABSENT.test(w.trim())) || odd.times <= MOST_ODD * given.filter(isKnown).length));
  const words = clean ? given.map(w => odd.words.includes(w) ? '' : w) : how === 'join' && alike ? given.map(w => alike[w] ?? w) : given;
  const known = words.filter(isKnown), {percent, found: numbersIn} = formsOf(known, separator), dated = numbersIn.length || !mayBeDate ? [] : datesOf(known), found = dated.length ? dated : numbersIn;
  if (clean && !found.length) return columnOf(name, raw, separator, 'words', mayBeDate);
  const form = how === 'words' ? null : found.includes(how) ? how : found[0] ?? null, date = form !== null && dated.length > 0;
  const numeric = form !== null && !date, values = valuesOf(words), read = {form, percent}, numbers = numeric ? known.map(w => numberOf(w, read)) : [];
  const column = {name, words, values, numeric, date, read, forms: found, clean, alike: numeric ? null : alike, joined: how === 'join' ? alike : null, trimmed: raw.filter((w, i) => w !== given[i] && isKnown(w)).length, odd: clean || !numeric ? odd : null, unknown: words.length - known.length,
                  low: numeric ? numbers.reduce((a, b) => Math.min(a, b)) : null, high: numeric ? numbers.reduce((a, b) => Math.max(a, b)) : null,
                  kind: date ? 'date' : numeric ? 'continuous' : 'discrete', why: ''};
  const counts = numeric && known.length > 2 && !column.unknown && numbers.every((x, i) => x === numbers[0] + i);
  const [why] = [[!known.length, Say.nothingKnown], [counts, Say.numbersCases], [!numeric && values.length > 9 && values.length > known.length / 2, Say.ownValues(values.length === words.length)],
                 [!numeric && values.length > MOST_WORDS, Say.manyWords(values.length)]].filter(([is]) => is && !date).map(([, words]) => words);
  return why ? {...column, kind: 'ignore', why} : column;
}
// A few words among many numbers: which, and how often.
function oddOf(words, separator) {
  const known = words.filter(isKnown), odd = known.filter(w => !formsOf([w], separator).found.length && !datesOf([w]).length), kinds = [...new Set(odd)];
  return odd.length && kinds.length <= 3 && odd.length <= 0.2 * known.length ? {words: kinds, times: odd.length} : null;
}
// Words that differ in capitals and blanks only, each with the one that is most frequent; null where there are none.
function alikeOf(words) {
  const times = new Map(), best = new Map(), keyOf = w => w.split(/\s+/).join(' ').toLowerCase();
  for (const w of words) if (isKnown(w)) times.set(w, (times.get(w) || 0) + 1);
  for (const [w, n] of times) if (!(n <= times.get(best.get(keyOf(w))))) best.set(keyOf(w), w);
  const found = [...times.keys()].map(w => [w, best.get(keyOf(w))]).filter(([w, to]) => w !== to);
  return found.length && times.size <= 2 * MOST_WORDS ? Object.fromEntries(found) : null;
}
export const columnsOf = ({names, rows, separator}, hows = {}) => names.map((name, i) => columnOf(name, rows.map(row => row[i]), separator, hows[i], !names.includes(`${name}_year`)));

// How a text was read, where it could have been read otherwise: {key, ..., button's change}, for the page to say.
export function readings(table, columns) {
  const found = table.inDoubt ? [{key: 'header', on: table.header, change: {header: !table.header}}] : [];
  if (table.skipped.length) found.push({key: 'skipped', lines: table.skipped, width: table.width, change: {whole: true}});
  if (table.totals) found.push({key: 'totals', ...table.totals, change: {last: true}});
  columns.forEach(({name, words, forms, read, date, clean, odd, alike, joined, trimmed, why, kind}, i) => {
    const word = words.find(w => isKnown(w) && (read.percent || /[.,' \u00a0\u202f\u2019]/.test(w.trim())));
    const change = to => ({hows: {[i]: to}});
    if (odd) found.push({key: 'odd', name, odd: odd.words, times: odd.times, on: clean, change: change(clean ? 'words' : 'numbers')});
    if (alike && kind !== 'ignore') found.push({key: 'alike', name, pair: Object.entries(alike)[0], on: !!joined, change: change(joined ? 'words' : 'join')});
    if (trimmed) found.push({key: 'trimmed', name, times: trimmed});
    if (why) found.push({key: 'why', name, why, on: kind === 'ignore', change: {kinds: {[i]: kind === 'ignore' ? forms.length && read.form !== null ? 'continuous' : 'discrete' : 'ignore'}}});
    const isDate = forms[0]?.startsWith('%'), next = [...forms, 'words'][(forms.includes(read.form) && isDate === date ? forms.indexOf(read.form) : forms.length) + 1] ?? forms[0];
    if (isDate) found.push({key: 'date', name, word: words.find(isKnown), form: read.form, next, change: change(next)});
    else if (forms.length && word !== undefined && (forms[0] !== '.' || forms.length > 1 || read.percent)) {
      found.push({key: 'number', name, word, form: read.form, value: read.form === null ? null : numberOf(word, read), next,
                  nextValue: next === 'words' ? null : numberOf(word, {...read, form: next}), change: change(next)});
    }
  });
  return found;
}

// The column that is most likely the class: the last if it has words, else the first, else any with few words.
export function classOf(columns) {
  const fit = [...columns.keys()].filter(i => !columns[i].numeric && columns[i].values.length > 1 && columns[i].values.length <= 20), last = columns.length - 1;
  return fit.includes(last) ? last : fit[0] ?? last;
}

// A date is asked by its parts, as `expand_dates` has them.
const PARTS = ['year', 'month', 'weekday', 'hour'];
function partsOf(column) {
  const dates = column.words.map(w => isKnown(w) ? dateOf(w, column.read.form) : null), timed = dates.some(date => date?.[4]);
  return PARTS.slice(0, timed ? 4 : 3).map((part, k) => ({...column, name: `${column.name}_${part}`, kind: 'continuous', words: dates.map(date => date ? String(date[k]) : ''), read: {form: '.'}}));
}

// The table of columns, kinds and the class; cases whose class is unknown are left out.
export function record(columns, target) {
  const {name, words} = columns[target], classes = valuesOf(words), kept = words.map((w, i) => i).filter(i => isKnown(words[i]));
  if (classes.length < 2) refuse(Say.oneClass(quoted(name), classes.length ? quoted(classes[0]) : ''));
  if (classes.length > MOST_CLASSES) refuse(Say.manyClasses(quoted(name), classes.length, MOST_CLASSES));
  const asked = columns.filter((c, i) => i !== target && c.kind !== 'ignore').flatMap(c => c.kind === 'date' ? partsOf(c) : [c]);
  if (!asked.length) refuse(Say.nothingToAsk);
  const code = (values, places = new Map(values.map((v, i) => [v, i]))) => w => places.get(w) ?? -1;
  const cells = c => kept.map(i => c.words[i]).map(c.kind === 'continuous' ? w => isKnown(w) ? numberOf(w, c.read) : null : code(c.here));
  const used = asked.map(c => ({...c, here: valuesOf(kept.map(i => c.words[i]))}));
  return {attributes: used.map(c => ({name: c.name, kind: c.kind, values: c.kind === 'discrete' ? c.here : []})), classes, target: name,
          columns: used.map(cells), labels: kept.map(i => words[i]).map(code(classes)), weights: null, left: words.length - kept.length};
}
