// The same table and settings as a cell of Python.

const python = value => typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
const listed = words => `[${words.map(python).join(', ')}]`;

// Lines that turn words of a column into numbers as the page has read them.
function pythonNumbers({name, read: {form, percent}, odd}) {
  const column = `X[${python(name)}]`, steps = [...odd.length ? [`.mask(${column}.isin(${listed(odd)}))`] : [],
    ...percent ? [".str.replace('%', '')"] : []];
  const group = {',': "','", '.': "'.'", ' ': "r'[ \\u00a0\\u202f]'", "'": 'r"[\'\\u2019]"'}[form.length > 1 ? form[0] : ''];
  if (group) steps.push(`.str.replace(${group}, '', regex=${' \''.includes(form[0]) ? 'True' : 'False'})`);
  if (form[1] === ',') steps.push(".str.replace(',', '.', regex=False)");
  return steps.length ? `${column} = ${column}${steps.join('')}\n` : '';
}

export function pythonCell({name, v, settings, changed}) {
  if (changed) return `from c45lit import load\n\nclf = load('model.json')  # the file from above: changes by hand are in no fit\nprint(clf.tree_)\n`;
  const out = v.columns.filter((c, i) => i === v.target || c.kind === 'ignore').map(c => c.name);
  const numeric = v.columns.filter((c, i) => i !== v.target && c.kind === 'continuous'), numbers = numeric.map(c => c.name);
  const y = python(v.columns[v.target].name), head = v.nameless ? `,\n                    header=${v.header ? 0 : 'None'}, names=${listed(v.names)}` : '';
  const letters = v.encoding && v.encoding !== 'utf-8' ? `,\n                    encoding=${python(v.encoding.startsWith('utf-16') ? 'utf-16' : v.encoding)}` : '';
  const words = settings.min_cases === 2 ? [] : [`min_cases=${python(settings.min_cases)}`], cf = python(settings.cf);
  if (!settings.pruned) words.push('pruning=None');
  else if (!settings.raising) words.push(`pruning=ErrorBased(${cf}, raising=False)`);
  else if (settings.cf !== 0.25) words.push(`cf=${cf}`);
  if (!settings.penalty) words.push('thresholds=Thresholds(mdl_penalty=False)');
  const dates = v.columns.filter((c, i) => i !== v.target && c.kind === 'date'), odd = dates.filter(c => c.odd.length).map(c => `X[${python(c.name)}] = X[${python(c.name)}].mask(X[${python(c.name)}].isin(${listed(c.odd)}))\n`).join('');
  const names = ['C45Classifier', 'ErrorBased', 'Thresholds'].filter((name, i) => !i || words.some(word => word.includes(name)));
  const sampled = v.sampled ? `table = table.iloc[np.linspace(0, len(table) - 1, ${v.most}).astype(int)]  # leave this line out for all ${v.rows} cases\n` : '';
  const skipped = v.skipped.length ? `,\n                    skiprows=${JSON.stringify(v.skipped.map(([line]) => line - 1)).replace(/,/g, ', ')}` : '';  // lines of another length
  const joins = v.columns.filter(c => c.joined).map(c => `table[${python(c.name)}] = table[${python(c.name)}].replace(${JSON.stringify(c.joined).replace(/":"/g, '": "').replace(/","/g, '", "')})\n`).join('');
  return `${v.sampled ? 'import numpy as np\n' : ''}import pandas as pd
${dates.length ? 'from c45lit.data import expand_dates\n' : ''}from c45lit import ${names.join(', ')}

table = pd.read_csv(${python(name)}, sep=${python(v.separator)}, dtype=str,
                    keep_default_na=False${head}${letters}${skipped})
${v.totals ? `table = table.iloc[:-1]  # ${v.totals.word.replace(/[\r\n]/g, ' ')}\n` : ''}${sampled}words = ['', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL']  # for what is unknown
table = table.apply(lambda c: c.str.strip())
${joins}table = table.mask(table.isin(words)).dropna(subset=[${y}])
X, y = table.drop(columns=${listed(out)}), table[${y}]
${numeric.map(pythonNumbers).join('')}${numbers.length ? `numbers = ${listed(numbers)}\nX[numbers] = X[numbers].astype(float)\n` : ''}${odd}${dates.length ? `X = expand_dates(X, {${dates.map(c => `${python(c.name)}: ${python(c.read.form)}`).join(', ')}})\n` : ''}clf = C45Classifier(${words.join(', ')}).fit(X, y)
print(clf.tree_)
`;
}
