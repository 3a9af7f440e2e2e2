"""Golf and the melons have the same names and the same order of classes on every page that readers
work through with a pencil: that of the library, by name; 1 is play, and 1 is good."""
import json
import re

import pytest
from support.folders import ROOT

from c45lit import load_dataset

NBS = ROOT / 'nbs'
PAGES = sorted(page for part in ('01_splits', '02_tree', '03_specification', 'tutorials')
               for page in (NBS / part).glob('*.ipynb'))
PAGES.append(NBS / '04_engine' / '07_value_scan.ipynb')  # it works golf by hand, too
X, Y = load_dataset('golf')
GOLF = (Y == 'play').astype(int).tolist()
BY_HUMIDITY = X[X.outlook == 'sunny'].sort_values('humidity').index
SUNNY = (Y[BY_HUMIDITY] == 'play').astype(int).tolist()


def code(page) -> str:
    "All the code of a notebook."
    cells = json.loads(page.read_text(encoding='utf-8'))['cells']
    return '\n'.join(''.join(cell['source']) for cell in cells if cell['cell_type'] == 'code')


def typed_in(text: str) -> list:
    "The classes of golf that a page types in, each as a list."
    found = re.findall(r'^play = np\.array\(\[([01, ]+)\]\)', text, re.M)
    return [[int(number) for number in numbers.split(',')] for numbers in found]


@pytest.mark.parametrize('page', PAGES, ids=lambda page: page.name)
def test_a_page_names_the_classes_in_the_order_of_the_library(page):
    text = code(page)
    assert all(classes in (GOLF, SUNNY, [*SUNNY, 1]) for classes in typed_in(text))  # a sixth day
    columns = re.findall(r"'rain'\],\s*(\[[^]]*\])", text)
    assert all(eval(names) == sorted(Y.unique()) for names in columns)
    assert not re.search(r"\b(good|ripe) = .*== '否'", text)


def test_the_pages_that_type_golf_in_are_found():
    assert sum(len(typed_in(code(page))) for page in PAGES) >= 3
    assert sum("'rain']" in code(page) for page in PAGES) >= 4
