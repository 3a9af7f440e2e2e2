"""Formulas are set when the site is built: KaTeX writes each as HTML, and as MathML for voices.

So a page needs no script for them, and nothing moves while it is read. One Node a process of the build, started with the
first formula, which ends with it; sphinxcontrib-katex shares one among processes, and leaves them running.
"""
import json
import os
import subprocess
from functools import cache
from html import escape

import vendor
from docutils import nodes

SERVER = """const katex = require(process.argv[1]);
require('readline').createInterface({input: process.stdin}).on('line', line => {
  const [tex, displayMode] = JSON.parse(line);
  console.log(JSON.stringify(katex.renderToString(tex, {displayMode, strict: 'ignore'})));
});"""


@cache
def node(process: int):
    return subprocess.Popen(['node', '-e', SERVER, vendor.katex() / 'katex.js'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@cache
def written(tex: str, display: bool = False) -> str:
    "A formula as HTML; what KaTeX cannot read stops the build."
    katex = node(os.getpid())
    katex.stdin.write(json.dumps([tex, display]) + '\n')
    katex.stdin.flush()
    line = katex.stdout.readline()
    if not line: raise ValueError(f'KaTeX cannot set {tex!r}; what it says stands above')
    return json.loads(line)


def visit_math(self, node):
    self.body.append(f'<span class="math">{written(node.astext())}</span>')
    raise nodes.SkipNode


def visit_math_block(self, node):
    parts = [part for part in node.astext().split('\n\n') if part.strip()]
    tex = parts[0] if len(parts) == 1 else r'\begin{gathered}' + r' \\ '.join(parts) + r'\end{gathered}'
    if r'\\' in tex and not node.get('no-wrap', node.get('nowrap')) and len(parts) == 1: tex = rf'\begin{{split}}{tex}\end{{split}}'
    ids = ''.join(f' id="{escape(name)}"' for name in node['ids'][:1])
    self.body.append(f'<div class="math"{ids}>{written(tex, True)}</div>\n')
    raise nodes.SkipNode


def on_page(app, page, template, context, doctree):
    "A page with a formula asks for KaTeX's style, no other."
    if 'class="katex' in context.get('body', ''):
        app.add_css_file('vendor/katex/katex.min.css')


def setup(app):
    app.add_html_math_renderer('katex', (visit_math, None), (visit_math_block, None))
    app.connect('html-page-context', on_page)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}
