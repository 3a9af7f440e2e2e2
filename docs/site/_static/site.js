// What scrolls sideways can be reached by the keyboard, and the two side columns have names.
addEventListener('load', () => {
  const wide = 'pre, .cell_output, .table-wrapper, .math, .math-wrapper, .c45lit-drawn';
  const reach = () => document.querySelectorAll(wide).forEach(box => {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  reach();
  setTimeout(reach, 1500);  // when explorers are drawn
  addEventListener('resize', reach);
  const drawer = document.querySelector('.sidebar-drawer'), opener = document.querySelector('#__navigation');
  const close = () => { if (drawer) drawer.inert = !opener?.checked && drawer.getBoundingClientRect().right <= 0; };  // no stop of the Tab key while it is outside
  opener?.addEventListener('change', () => { close(); setTimeout(close, 400); });  // after it has moved
  addEventListener('resize', close);
  close();
  const here = drawer?.querySelector('.current-page > .reference'), list = here?.closest('.sidebar-scroll');
  if (list) list.scrollTop = here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  for (const [side, label] of [['.sidebar-drawer', 'All pages'], ['.toc-drawer', 'This page']])
    document.querySelector(side)?.setAttribute('aria-label', label);
});

// Words, or words and code: what the reader chose last; the place stays. Who chose nothing sees code and prints words.
const read = mode => {
  document.documentElement.dataset.read = mode;
  for (const button of document.querySelectorAll('.reading button')) button.setAttribute('aria-pressed', button.value === (mode === 'usual' ? 'code' : mode));
};
addEventListener('DOMContentLoaded', () => read(document.documentElement.dataset.read || 'usual'));
addEventListener('click', event => {
  const button = event.target.closest?.('.reading button');
  if (!button) return;
  read(button.value);
  try { localStorage.setItem('read', button.value); } catch { /* not kept */ }
});

// All names: a box above them leaves those that hold what is typed.
addEventListener('DOMContentLoaded', () => {
  const page = document.querySelector('.site-bar[data-page=reference]') && document.querySelector('article h1');
  if (!page) return;
  const box = document.createElement('input'), groups = [...document.querySelectorAll('article section section')];
  Object.assign(box, {type: 'search', placeholder: 'gain_ratio', ariaLabel: 'Filter the names'});
  box.oninput = () => {
    const asked = box.value.trim().toLowerCase();
    for (const row of document.querySelectorAll('article tbody tr')) row.hidden = !row.textContent.toLowerCase().includes(asked);
    for (const group of groups) group.hidden = asked && !group.querySelector('tbody tr:not([hidden])');
  };
  const row = document.createElement('p');
  row.className = 'ask';
  row.append(box);
  page.after(row);
});

// Results of a search quote their pages; a page opened as a file may not read others.
if (location.protocol === 'file:' && typeof DOCUMENTATION_OPTIONS !== 'undefined')
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// The switch between the languages keeps the place: the last heading that has passed the bar.
addEventListener('click', event => {
  const link = event.target.closest?.('a.site-language');
  if (!link) return;
  const passed = [...document.querySelectorAll('section[id]')].filter(s => s.getBoundingClientRect().top < 120 && s.id);
  link.hash = scrollY < 200 || !passed.length ? location.hash : passed.at(-1).id;
});

// On a stage a code in the corner holds the address of what is shown, so that a class opens the same; a press makes it large.
let coded;
const writeCode = async () => {
  const {renderSVG} = await import(new URL('vendor/uqr.mjs', siteFiles));
  if (!coded || coded.title === location.href) return;
  coded.title = location.href;
  coded.innerHTML = renderSVG(location.href, {border: 2});
};
const siteFiles = document.currentScript?.src;
addEventListener('c45lit-present', event => {
  coded = coded?.remove();
  if (!event.detail || !/^https?:/.test(location.protocol)) return;
  coded = event.target.appendChild(document.createElement('button'));
  Object.assign(coded, {className: 'site-code', ariaLabel: document.documentElement.lang.startsWith('zh') ? '这一页的二维码' : 'Code of this page', onclick: () => coded.classList.toggle('large')});
  writeCode();
});
for (const name of ['input', 'keyup', 'click', 'scrollend']) addEventListener(name, () => coded && setTimeout(writeCode, 500), true);  // the address follows what is moved
