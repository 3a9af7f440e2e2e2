"""Put explorers of part 10 under the formulas that they show, in chapters that come before it.

A cell of a chapter that begins with `#| explorer: NAME` makes the explorer; a text cell of any page with
`<!-- explorer: NAME -->` gets what that cell shows below it. Chapters stay runnable in order: in a notebook
the comment is not seen, and the sentence beside it links to the chapter.
"""
import re
from pathlib import Path

import nbformat

MADE = re.compile(r'^#\s*\|\s*explorer:\s*(\w+)\s*$', re.M)
WANTED = re.compile(r'<!--\s*explorer:\s*(\w+)\s*-->')


def place_explorers(pages: list) -> list:
    "Put them into the notebooks of the site, which have been run; what is wrong, as sentences."
    notebooks = {path: nbformat.read(path, 4) for path in pages}
    made, wrong = explorers(notebooks)
    for path, notebook in notebooks.items():
        wanted = [name for cell in notebook.cells for name in names(cell)]
        wrong += [f'{path.stem}: no cell makes the explorer {name!r}; there are {", ".join(sorted(made))}'
                  for name in wanted if name not in made]
        if wanted:
            notebook.cells = [shown for cell in notebook.cells for shown in (cell, *below(cell, made))]
            nbformat.write(notebook, path)
    return wrong


def explorers(notebooks: dict) -> tuple:
    "(name -> HTML, what is wrong) of the cells that make explorers."
    made, wrong = {}, []
    for path, notebook in notebooks.items():
        for cell in notebook.cells:
            found = MADE.search(cell.source) if cell.cell_type == 'code' else None
            if not found:
                continue
            pieces = [html for output in cell.outputs if (html := output.get('data', {}).get('text/html'))]
            if found[1] in made or len(pieces) != 1 or 'c45lit-explorer' not in pieces[0]:
                wrong.append(f'{path.stem}: the cell of the explorer {found[1]!r} must be the only one of that name, '
                             f'and show one explorer; it shows {len(pieces)} pieces of HTML')
            made.setdefault(found[1], pieces[0] if pieces else '')
    return made, wrong


def names(cell) -> list:
    "The explorers that a text cell asks for."
    return WANTED.findall(cell.source) if cell.cell_type == 'markdown' else []


def below(cell, made: dict) -> list:
    "Cells without a source that show the explorers a text cell asks for."
    return [nbformat.v4.new_code_cell('pass', metadata={'tags': ['remove-input']}, outputs=[
        nbformat.v4.new_output('display_data', {'text/html': made[name]})]) for name in names(cell) if name in made]


def wanted_in(path: Path) -> list:
    "The explorers that a notebook asks for."
    return [name for cell in nbformat.read(path, 4).cells for name in names(cell)]
