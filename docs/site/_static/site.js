// What scrolls sideways can be reached by the keyboard, and the two side columns have names.
addEventListener('load', () => {
  const wide = 'pre, .cell_output, .table-wrapper, .math';
  const reach = () => document.querySelectorAll(wide).forEach(box => {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  reach();
  addEventListener('resize', reach);
  window.MathJax?.startup?.promise.then(reach);
  for (const [side, label] of [['.sidebar-drawer', 'All pages'], ['.toc-drawer', 'This page']])
    document.querySelector(side)?.setAttribute('aria-label', label);
});

// Results of a search quote their pages; a page opened as a file may not read others.
if (location.protocol === 'file:' && typeof DOCUMENTATION_OPTIONS !== 'undefined')
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
