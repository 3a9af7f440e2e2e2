// A table of the textbook on an English page: its names and values are English words there, and their own beside them where one points.
// Links keep those of the table.
import {hasKernel} from './common.js';
import {lang, W} from './words.js';

const isMelons = data => { const text = JSON.stringify(data); return ['\u7eb9\u7406', '\u6839\u8482'].every(name => text.includes(`"${name}"`)); };
function said(x, word) {
  if (typeof x === 'string') return word(x) ?? x;
  if (Array.isArray(x)) return x.map(one => said(one, word));
  return x !== null && typeof x === 'object' ? Object.fromEntries(Object.entries(x).map(([key, one]) => [key, said(one, word)])) : x;
}
export function spoken({model, el}) {
  if (lang !== 'en' || hasKernel(model) || !isMelons(model.get('data'))) return model;  // beside Python names are Python's
  const back = new Map(Object.entries(W.melons).map(([own, english]) => [english, own])), there = x => said(x, word => Object.hasOwn(W.melons, word) ? W.melons[word] : null), here = x => said(x, word => back.get(word));
  el.addEventListener('pointerover', e => {
    const words = e.target.childElementCount ? '' : e.target.textContent;
    el.title = [...back].filter(([english]) => new RegExp(`\\b${english}\\b`).test(words)).map(pair => pair.join(' ')).join(', ');
  });
  return {get: key => there(model.get(key)), set: (key, x) => model.set(key, here(x)), on: (...how) => model.on(...how), off: (...how) => model.off(...how),
          save_changes: () => model.save_changes()};
}
