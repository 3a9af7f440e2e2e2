// What scrolls sideways can be reached by the keyboard, and the two side columns have names.
addEventListener('load', () => {
  const wide = 'pre, .cell_output, .table-wrapper, .math, .math-wrapper';
  const reach = () => document.querySelectorAll(wide).forEach(box => {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  reach();
  addEventListener('resize', reach);
  window.MathJax?.startup?.promise.then(reach);
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
