// Comma-separated text as a table: reading, what its columns may mean, and the record that `C45.table` takes.
// What cannot be read is refused with a sentence; no cell is ever anything but text.
const CSV = (() => {
  const UNKNOWN = new Set(['', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL']);  // as `c45lit fit` reads them
  const MOST_ROWS = 2000, MOST_COLUMNS = 200, MOST_CLASSES = 50, MOST_LETTERS = 5e6;
  const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
  const refuse = words => { throw new Error(words); };
  const count = (n, what) => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
  const isKnown = word => !UNKNOWN.has(word.trim());
  const quoted = name => `\u201c${name.length > 40 ? name.slice(0, 39) + '\u2026' : name}\u201d`;

  // The separator of which the head line has most, outside of quotes.
  function separatorOf(text) {
    const seen = {',': 0, ';': 0, '\t': 0};
    let inside = false;
    for (const c of text) {
      if (c === '"') inside = !inside;
      else if (!inside && (c === '\n' || c === '\r')) { if (seen[','] + seen[';'] + seen['\t']) break; }
      else if (!inside && c in seen) seen[c]++;
    }
    return Object.keys(seen).reduce((a, b) => seen[b] > seen[a] ? b : a);
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
        if (row.length > MOST_COLUMNS) refuse(`Line ${start} has more than ${MOST_COLUMNS} columns, and this page takes at most so many; leave some out, or use Python.`);
      } else if (c === '\n' || c === '\r') {
        if (c === '\r' && text[i + 1] === '\n') i++;
        const blank = !row.length && !wasQuoted && !cell.trim();
        end();
        if (!blank) yield {row, line: start};
        row = [];
        start = ++line;
      } else cell += c;
    }
    if (quote) refuse(`Line ${start}: a quote is opened and never closed; write "" for a quote inside quotes.`);
    if (row.length || wasQuoted || cell.trim()) { end(); yield {row, line: start}; }
  }

  // {separator, names, rows} of a text; `nameless` tells whether columns without a name were given one.
  function read(text) {
    if (text.length > MOST_LETTERS) refuse(`The text has ${count(text.length, 'letter')}; this page takes at most ${count(MOST_LETTERS, 'letter')}. Use Python for larger tables.`);
    if (text.includes('\0')) refuse('This is no text: it has a zero byte. Save the table as CSV in UTF-8.');
    const body = text.replace(/^\ufeff/, ''), separator = separatorOf(body), lines = rowsOf(body, separator), rows = [];
    const head = lines.next().value;
    if (!head) return null;
    if (head.row.length < 2) refuse('The first line names one column only; a table needs a class and something to ask, with a comma, a semicolon or a tab between.');
    const names = head.row.map((name, i) => name.trim() ? name : `column ${i + 1}`), twice = names.find((n, i) => names.indexOf(n) < i);
    if (twice !== undefined) refuse(`Line ${head.line}: two columns are called ${quoted(twice)}; rename one.`);
    for (const {row, line} of lines) {
      if (row.length !== names.length) refuse(`Line ${line} has ${count(row.length, 'value')}, and the first line names ${count(names.length, 'column')}; quote values that hold the separator, and write ? for what is unknown.`);
      if (rows.push(row) > MOST_ROWS) refuse(`The table has more than ${count(MOST_ROWS, 'case')}, and this page grows trees from at most so many; take a sample, or use Python.`);
    }
    if (!rows.length) refuse('The table has a head line and no cases below it.');
    return {separator, names, rows, nameless: head.row.some(name => !name.trim())};
  }

  // -- columns

  // By code points, as Python sorts words.
  function byCode(a, b) {
    const [x, y] = [[...a], [...b]], i = x.findIndex((c, k) => c !== y[k]);
    return i < 0 ? x.length - y.length : i >= y.length ? 1 : x[i].codePointAt() - y[i].codePointAt();
  }
  const valuesOf = words => [...new Set(words.filter(isKnown))].sort(byCode);

  // What a column holds, and what it is most likely for: 'continuous', 'discrete' or 'ignore', and why.
  function columnOf(name, words) {
    const known = words.filter(isKnown), values = valuesOf(words), numeric = known.length > 0 && known.every(isFinite0);
    const column = {name, words, values, numeric, unknown: words.length - known.length, kind: numeric ? 'continuous' : 'discrete', why: ''};
    const counts = numeric && known.length > 2 && !column.unknown && words.every((w, i) => Number(w) === Number(words[0]) + i);
    if (!known.length) return {...column, kind: 'ignore', why: 'nothing is known of it'};
    if (counts) return {...column, kind: 'ignore', why: 'it numbers the cases'};
    if (!numeric && values.length === words.length && words.length > 9) return {...column, kind: 'ignore', why: 'each case has its own'};
    return column;
  }
  const isFinite0 = word => NUMBER.test(word) && Number.isFinite(Number(word));
  const columnsOf = ({names, rows}) => names.map((name, i) => columnOf(name, rows.map(row => row[i])));

  // The column that is most likely the class: the last if it has words, else the first, else any with few words.
  function classOf(columns) {
    const fits = c => !c.numeric && c.values.length > 1 && c.values.length <= 20, last = columns.length - 1;
    if (fits(columns[last])) return last;
    const found = columns.findIndex(fits);
    return found >= 0 ? found : last;
  }

  // The table of columns, kinds and the class; cases whose class is unknown are left out.
  function record(columns, target) {
    const {name, words} = columns[target], classes = valuesOf(words), kept = words.map((w, i) => i).filter(i => isKnown(words[i]));
    if (classes.length < 2) refuse(`Every known value of the class ${quoted(name)} is ${classes.length ? `${quoted(classes[0])}` : 'missing'}: there is nothing to tell apart. Choose another column as the class.`);
    if (classes.length > MOST_CLASSES) refuse(`The class ${quoted(name)} has ${count(classes.length, 'value')}, and this page takes at most ${MOST_CLASSES} classes. Choose another column as the class.`);
    const asked = columns.filter((c, i) => i !== target && c.kind !== 'ignore');
    if (!asked.length) refuse('No column is left to ask: every one but the class is left out.');
    const code = (values, places = new Map(values.map((v, i) => [v, i]))) => w => places.get(w) ?? -1;
    const cells = c => kept.map(i => c.words[i]).map(c.kind === 'continuous' ? w => isKnown(w) ? Number(w) : null : code(c.here));
    const used = asked.map(c => ({...c, here: valuesOf(kept.map(i => c.words[i]))}));
    return {attributes: used.map(c => ({name: c.name, kind: c.kind, values: c.kind === 'discrete' ? c.here : []})), classes, target: name,
            columns: used.map(cells), labels: kept.map(i => words[i]).map(code(classes)), weights: null, left: words.length - kept.length};
  }

  return {read, columnsOf, classOf, record, quoted, count, MOST_ROWS, MOST_LETTERS};
})();
