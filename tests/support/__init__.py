"""What tests of several parts share: folders, tables, kernels, reference outputs, the browser, two
judges."""
