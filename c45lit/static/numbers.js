// Numbers, and how they are written.

export const sum = counts => counts.reduce((s, n) => s + n, 0);
export const entropy = counts => {
  const n = sum(counts);
  return counts.reduce((h, c) => c > 0 ? h - c / n * Math.log2(c / n) : h, 0);
};
export const gini = counts => {
  const n = sum(counts);
  return n > 0 ? 1 - counts.reduce((s, c) => s + (c / n) ** 2, 0) : 0;
};

// How many of the ascending values are at or below the threshold.
export function rank(values, threshold) {
  let low = 0, high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= threshold) low = middle + 1; else high = middle;
  }
  return low;
}

export function nearest(values, v) {
  const k = rank(values, v);
  return k && !(values[k] - v < v - values[k - 1]) ? k - 1 : k;
}

// Round numbers that part the range from low to high in about `count` steps.
export function ticks(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find(m => m * power >= raw);
  const first = Math.ceil(low / step), last = Math.floor(high / step + 1e-9);
  return Array.from({length: Math.max(last - first + 1, 0)}, (_, i) => (first + i) * step);
}

// In place, from the last to the first (Fisher and Yates).
export function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

// Scores of a test whose branches have these class weights.
export function scoresOf(freq) {
  const sizes = freq.map(sum), n = sum(sizes), classes = freq[0].map((_, c) => sum(freq.map(row => row[c])));
  const after = by => freq.reduce((s, row, v) => sizes[v] ? s + sizes[v] / n * by(row) : s, 0), gain = entropy(classes) - after(entropy), info = entropy(sizes);
  return {gain, ratio: info > 0 ? gain / info : 0, gini: gini(classes) - after(gini)};
}

export const within = (x, low, high) => Math.min(Math.max(x, low), high);
export const tenth = x => Math.round(x * 10) / 10;

// Numbers from 0 to 1 that look random, the same ones for the same seed (Weyl steps, mixed).
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9E3779B9) >>> 0;
    let x = Math.imul(state ^ (state >>> 16), 0x85EBCA6B);
    x = Math.imul(x ^ (x >>> 13), 0xC2B2AE35);
    return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
  };
}

// -- words

export const minus = text => String(text).replace(/-/g, '\u2212');
export const bits = x => Number.isFinite(x) ? minus((Math.abs(x) < 5e-4 ? 0 : x).toFixed(3)) : '\u2013';
export const weight = n => minus(Number(n.toFixed(2)));
// Weights that belong together, as one reads them: whole, or about so many.
export const near = (about, ...all) => {
  const exact = all.every(n => Math.abs(n - Math.round(n)) < .005);
  return all.map((n, i) => `${i || exact ? '' : about}${minus(exact || Math.max(...all) >= 100 ? n.toFixed(0) : Number(n.toFixed(1)))}`);
};
// A number to be read; the threshold of a learner in 32 bits below which everything is 0 is 0.
export const plain = (x, digits = 7) => x === 2 ** -150 ? 0 : Number(x.toPrecision(digits));

// How many pixels words take in the letters of a figure, semibold; a program without a page takes the usual width of a letter.
export const type = {label: 13, tick: 13};  // pixels; `fitted` chooses those of labels
const widths = new Map();
let pen = null;
export function wide(text, size = type.label, font = null, boldness = 600) {
  if (!globalThis.document) return [...text].reduce((w, c) => w + (c > '\u2e80' ? size : 7 * size / 13), 0);
  if (!pen) {
    pen = document.createElement('canvas').getContext('2d');
    document.fonts?.addEventListener('loadingdone', () => widths.clear());
  }
  const key = `${boldness} ${size} ${font} ${text}`;
  if (widths.size > 5000) widths.clear();
  if (!widths.has(key)) {
    pen.font = `${boldness} ${size}px ${font ?? (getComputedStyle(document.documentElement).getPropertyValue('--c45-tool') || 'sans-serif')}`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}
export function cut(text, room, size = type.label) {
  let short = text;
  while (short.length > 1 && wide(short, size) > room) short = short.slice(0, -2) + '\u2026';
  return short;
}
// What is too long loses its middle: both ends of a name tell it from others.
export function cutMiddle(text, room, size = type.label, font = null) {
  const all = [...text], ends = n => n === all.length ? text : [...all.slice(0, Math.ceil(n / 2)), '\u2026', ...all.slice(all.length - Math.floor(n / 2))].join('');
  let n = all.length;
  while (n > 2 && wide(ends(n), size, font) > room) n--;
  return ends(n);
}

// Shares of a hundred: whole, or with so many places; words.js says what stands before the sign.
export const sign = {before: '\u00a0'};
export const percent = (share, digits = 0) => `${minus((100 * share).toFixed(digits))}${sign.before}%`;
export const hundredths = share => percent(share, 1);
export const fixed = (x, digits = 2) => minus(x.toFixed(digits));
