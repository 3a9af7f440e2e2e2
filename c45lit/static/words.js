// The words of the page's language: `W`. A language is a table like `en`; a sentence that it does not have is said in English.
import {en} from './en.js';
import {zh} from './zh.js';
import {sign} from './numbers.js';

const TABLES = {en, zh};
// By the page's address (`?lang=zh`), else as Python or the page says; `language` is what the bundle is made for.
const wishes = [new URLSearchParams(globalThis.location?.search).get('lang'), typeof language === 'undefined' ? '' : language,
                globalThis.document?.documentElement.lang];
export const lang = wishes.map(wish => (wish || '').slice(0, 2)).find(wish => Object.hasOwn(TABLES, wish)) ?? 'en';

const isTable = x => x !== null && typeof x === 'object' && !Array.isArray(x);
const merged = (english, own = {}) => Object.fromEntries(Object.entries(english).map(([key, words]) => [
  key, isTable(words) ? merged(words, own[key]) : own[key] ?? words]));
export const W = merged(en, TABLES[lang]);
export const cases = W.cases;
sign.before = W.beforePercent;
