// Every sentence of one's own table, in one table: a second language needs a second table only.
// A sentence with numbers is a function of them, so that each language has its own plurals and order.
const some = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
const hundredths = share => `${minus((100 * share).toFixed(1))}\u00a0%`;

const OWN_EN = {
  lang: 'en', label: 'your own table',
  file: 'a file: ', examples: 'or try: ', box: 'your table as CSV',
  placeholder: 'Paste a table here, its first line the names of the columns, or drop a CSV file.',
  tooLarge: (name, mb) => `${name} has ${mb} MB, and this page takes small tables; use Python.`,
  notRead: (name, why) => `${name}: ${why}`,
  size: v => `${some(v.cases, 'case')}, ${some(v.attributes.length, 'attribute')}, ${some(v.classes.length, 'class', 'classes')}`
    + `${v.sampled ? `; a sample of ${v.most.toLocaleString('en')} of ${some(v.rows, 'case')}` : ''}${v.left ? `; ${some(v.left, 'case')} without a class left out` : ''}.`,
  tooMany: v => `The table has ${some(v.rows, 'case')}, more than ${v.most.toLocaleString('en')} cases, and this page grows trees from at most so many: take a sample, or use Python.`,
  takeSample: v => `Take ${v.most.toLocaleString('en')} of them, evenly spaced`,
  takeAll: 'Take no sample',
  // how it was read
  how: 'How it was read',
  header: r => r.on ? ['The first line: names of the columns', 'It is a case'] : ['The first line: a case; the columns have numbers for names', 'It holds the names'],
  number: r => [r.form === null ? `${r.name}: ${r.word} is read as a word` : `${r.name}: ${r.word} is read as ${minus(plain(r.value))}`,
                r.next === 'words' ? 'It is a word' : `It is ${minus(plain(r.nextValue))}`],
  odd: r => r.on ? [`${r.name}: ${r.odd.join(', ')} among numbers is read as unknown`, 'It is a word']
    : [`${r.name}: ${r.odd.join(', ')} among numbers (${some(r.times, 'time')}), so all of it is read as words`, 'It is unknown'],
  encodings: {'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', gb18030: 'GB18030 (Chinese)', 'windows-1252': 'Windows-1252 (Western)'},
  encoding: (is, other) => [`The letters are in ${OWN_EN.encodings[is]}`, other && `They are in ${OWN_EN.encodings[other]}`],
  sampled: v => [`A sample: ${v.most.toLocaleString('en')} of ${some(v.rows, 'case')}, evenly spaced`, 'Take no sample'],
  columns: 'The class and the columns', classIs: 'the class is ', theClass: 'the class', what: name => `what ${name} is`,
  kinds: {continuous: 'number', discrete: 'words', ignore: 'left out'},
  holds: c => [c.low !== null && c.numeric ? `numbers from ${minus(plain(c.low))} to ${minus(plain(c.high))}`
    : `${some(c.n, 'word')}${c.n ? `: ${cut(c.some.join(', '), 220)}` : ''}`, c.unknown ? `${c.unknown} unknown` : '', c.why].filter(Boolean).join('; '),
  // the tree and its errors
  say: ({held, n}) => held === null ? 'Your tree. Its errors on cases that it has not seen are being counted.'
    : `On cases that it has not seen, about ${hundredths(held / n)} are wrong.`,
  sayFew: 'Your tree.',
  training: 'training', heldOut: k => `held out, ${k} folds`, counting: (i, k) => `fold ${i} of ${k}`,
  errors: (wrong, n) => `${hundredths(wrong / n)} (${weight(wrong)} of ${weight(n)})`,
  rulesOnly: 'Each fold grows a tree by the rules, without your changes.',
  drawn: (nodes, leaves) => `The tree${nodes > 1 ? `: ${some(nodes, 'node')}, ${some(leaves, 'leaf', 'leaves')}` : ' is one leaf'}`,
  folded: n => `+ ${some(n, 'node')}`, wrong: n => `${weight(n)} wrong`,
  foldedNote: n => `The heaviest branches are drawn; ${some(n, 'node')} more in the lines below and in every file.`,
  // asking
  askTitle: 'Ask about a case', unknown: 'unknown', fill: 'A case of the table', clear: 'Clear',
  nothingAsked: 'The tree asks nothing: every case gets the same answer.',
  because: (name, value) => `${name} ${value}`, isUnknown: name => `${name} is unknown`,
  answer: a => `${a.name}${a.reasons.length ? `, because ${a.reasons.join(' and ')}` : ''}. `
    + (a.leaves > 1 ? `${some(a.leaves, 'leaf', 'leaves')} share the case: ${a.parts.join(', ')}.`
      : `Of ${cases(a.n)} that ended there, ${a.wrong > 0 ? `${weight(a.wrong)} ${a.wrong === 1 ? 'was' : 'were'} of another class` : 'none was of another class'}.`),
  truth: name => ` In the table it is ${name}.`, notNumber: (name, word) => `${name}: \u201c${word}\u201d is no number, so it counts as unknown.`,
  // changing
  change: 'Change the tree', lines: 'The tree as grown: press a node to change its test',
  linesLabel: 'the tree as grown; press a node to go there', more: n => `${some(n, 'more node')} not shown.`,
  legend: 'A leaf says its cases and how many of them are wrong; \u2248 is what C4.5 expects of new ones. Faded: pruned away.',
  least: 'least cases', cf: 'CF', ticks: {pruned: 'prune', raising: 'with raising', penalty: 'thresholds pay a penalty'},
  undo: 'Undo my changes', threshold: 'threshold', thresholdOf: name => `threshold of ${name}`,
  cutSays: (name, cut, gain, penalty) => `${name} \u2264 ${minus(plain(cut))}: gain ${bits(gain)}${penalty > 0 ? ` \u2212 penalty ${bits(penalty)} = ${bits(gain - penalty)}` : ''}`,
  mine: 'your test', kept: (below, leaf) => `kept: ${below} errors expected, as a leaf ${leaf}`,
  becomes: (leaf, below) => `becomes a leaf: ${leaf} errors expected, below it ${below}`,
  raised: (label, raised, below) => `${label} takes its place: ${raised} errors expected, below it ${below}`,
  verdict: (where, n, wrong, expected, says) => `${where || 'The root'}: ${cases(n)}, ${weight(wrong)} wrong if it were a leaf, ${expected ? `${expected} expected of new cases; ` : ''}${says}.`,
  tests: name => `tests ${name}`, isLeaf: why => `a leaf, ${why || 'no test is possible or worth it'}`,
  // files
  home: 'Take it home', model: 'Download model.json', table: 'Download the table', svg: 'Picture (SVG)', png: 'Picture (PNG)', page: 'This page as one file',
  python: 'The same in Python', copy: 'Copy', title: 'Your own table',
};
