// What scrolls sideways can be reached by the keyboard.
addEventListener('load', () => {
  const wide = 'pre, .cell_output, .table-wrapper, .math';
  const reach = () => document.querySelectorAll(wide).forEach(box => {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  reach();
  addEventListener('resize', reach);
  window.MathJax?.startup?.promise.then(reach);
});
