// The scripts of the explorers: recommended rules, names that exist, nothing unused, and every sentence in the tables of words.
import js from '@eslint/js';
import globals from 'globals';

const CLASSES = '(?:tick|mid|end|bold|dim|halo| )+$';  // of marks in figures
const SENTENCE = `/^(?!${CLASSES}|change:|c45lit model ).*[A-Za-z]{2,} +[A-Za-z]{2,}/`;
const message = 'A sentence belongs in en.js, so that other languages can say it.';

export default [
  js.configs.recommended,
  {files: ['**/*.js'],
   languageOptions: {ecmaVersion: 2024, sourceType: 'module', globals: {...globals.browser, c45lit: 'readonly', language: 'readonly'}},
   rules: {'no-unused-vars': ['error', {varsIgnorePattern: '^_', argsIgnorePattern: '^_'}], 'no-script-url': 'error', 'no-eval': 'error',
           'no-restricted-properties': ['error', ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map(property => ({property}))]}},
  {files: ['**/*.js'],
   // languages; lines of Python; the head of a page
   ignores: ['**/en.js', '**/zh.js', '**/python.js', '**/page.js'],
   rules: {'no-restricted-syntax': ['error', {selector: `:not(CallExpression[callee.name=sharedTraits]) > Literal[value=${SENTENCE}]`, message},
                                    {selector: `TemplateElement[value.raw=${SENTENCE}]`, message}]}},
];
