// Tables of the book are spoken of in words: columns of the penguins as in the story, those of the textbooks on an English page in English, their own names
// beside them where one points. Links keep those of the table.
import {lang, W} from './words.js';

function said(x, word) {
  if (typeof x === 'string') return word(x) ?? x;
  if (Array.isArray(x)) return x.map(one => said(one, word));
  return x !== null && typeof x === 'object' ? Object.fromEntries(Object.entries(x).map(([key, one]) => [key, said(one, word)])) : x;
}
export function spoken(model, el) {
  const text = JSON.stringify(model.get('data')), words = /"flipper(_length_mm| length in mm)"/.test(text) ? W.penguins : lang === 'en' && /"(\u7eb9\u7406|\u4fe1\u8d37\u60c5\u51b5)"/.test(text) ? W.melons : null;
  if (!words) return model;
  const back = new Map(Object.entries(words).map(pair => pair.reverse())), there = x => said(x, word => Object.hasOwn(words, word) ? words[word] : null), here = x => said(x, word => back.get(word));
  el.addEventListener('pointerover', e => {
    const shown = e.target.childElementCount ? '' : e.target.textContent;
    el.title = [...back].filter(([word, own]) => word !== own && new RegExp(`(^|\\P{L})${word}(\\P{L}|$)`, 'u').test(shown)).map(pair => pair.join(' ')).join(', ');
  });
  return {...model, get: key => there(model.get(key)), set: (key, x) => model.set(key, here(x))};
}
