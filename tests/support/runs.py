"""Which tests `make test` runs, and which only `make test-all` does: one table.

A test belongs to the part in whose folder it lies, `metamorphic` and `project` included; one of
another folder belongs to the annex that its name or its parameters name. Every test gets the name
of its part as a mark and, if `make test` runs it, the mark `first`.
"""
import re
from typing import NamedTuple

from support.folders import ROOT


class Annex(NamedTuple):
    "A part beside the core."
    named: str  # a test of another folder with this in its name or parameters is the annex's
    smoke: str  # its tests that make test runs


ANNEXES = {  # patterns of 'test_file.py::test_name[parameters]'
    'originals': Annex(
        'release_?8|(?<![a-z0-9])r8|c5\\.?0|windowing|boost|winnow',
        'test_digests|test_options|test_c50_judge.*_learns_what_the_program_learned'
        '|test_release8.*_grows_and_prunes.*(default|gs)|test_reference.*golf|test_c50_found'
        '|test_xval.*refused|test_relations.*C50Classifier'),
    'ensembles': Annex(
        'forest|calibrat',
        'test_digests|test_each_tree_is_the_pages_tree|test_a_tree_is_every_one_of_a_forest'
        '|test_an_export_says_what.*(formula|python)|test_the_nearest_is_what.*C45'
        '|test_relations.*C45Forest'),
    'partitions': Annex(
        'partition|in_parts|cluster',
        'test_trees_from_parts_are|_of_one_frame.*frames|test_relations.*fit_partitioned'),
    'exports': Annex(
        r'test_relations.*(to_\w+|skops)|pmml|onnx|shap(ley)?\b|to_sql',
        'test_(answers|programs|sql|pmml).*(golf|hostile)|test_refusals'
        '|test_sklearn')}
LONG = (  # of the core: minutes for little that others do not see
    'test_browser_|test_fonts|test_grower|test_pictures|test_numbers_shown|test_story|test_looks'
    '|test_compiler|test_patience|test_many_values|test_containers|test_extremes|test_hostile'
    '|test_fuzz|test_doubling|test_accuracy|test_search|test_site'
    '|test_machine_code_is_that_of_the_formulas|test_the_compiled_engine_grows_the_same_tree'
    '|test_a_formula_compiles_as_it_stands')
PARTS = sorted(p.name for p in (ROOT / 'tests').iterdir() if any(p.glob('test_*.py')))


def part_of(folder: str, name: str) -> str:
    "The part that a test belongs to."
    return folder if folder in ANNEXES else next(
        (part for part, annex in ANNEXES.items() if re.search(annex.named, name, re.I)), folder)


def is_first(part: str, name: str, is_slow: bool) -> bool:
    "Whether make test runs a test."
    if part in ANNEXES: return bool(re.search(ANNEXES[part].smoke, name))
    return not is_slow and not re.search(LONG, name)


def mark(item):
    "Mark a test with its part and, perhaps, `first`."
    name = f'{item.path.name}::{item.nodeid.partition("::")[2]}'
    part = part_of(item.path.parent.name, name)
    item.add_marker(part)
    if is_first(part, name, item.get_closest_marker('slow') is not None): item.add_marker('first')
