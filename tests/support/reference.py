"""Reference outputs: the stored ones, which lie outside the repository, and those that come with
the tests."""
import importlib.util
import json
import tarfile
from argparse import Namespace

import numpy as np
from support.folders import TESTS

CF = float(np.float32(np.float32(25) / np.float32(100)))  # Release 8's 25 %


def read_facts(reference, name):
    "What was asked of the original apart from its runs."
    return json.loads((reference / 'oracle' / 'facts' / f'{name}.json').read_text())


def tree_words(options):
    "The options of a stored tree run, as they are typed."
    words = [('min_objects', '-m'), ('cf_percent', '-c'), ('trials', '-t'), ('window', '-w'),
             ('increment', '-i')]
    flags = [('subsets', '-s'), ('soft_thresholds', '-p'), ('test', '-u')]
    return [*(x for field, word in words if field in options
              for x in (word, f'{options[field]:g}')),
            *['-g'] * (options['criterion'] == 'gain'),
            *(word for field, word in flags if options[field])]


def differences(reference, runs):
    """(set, run) -> first difference from Release 8, or None, by the program that comes with the
    reference outputs."""
    spec = importlib.util.spec_from_file_location('reference_compare', reference / 'compare.py')
    compare = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compare)
    args = Namespace(command='c45lit', call='c45lit.cli:main', arithmetic='r8', level='exact',
                     timeout=120)
    paths = sorted((reference / 'oracle').glob(f'*/{runs}.json'))
    jobs = [(args, p.parent.name, p.stem, reference / 'data', reference / 'oracle') for p in paths]
    return {(name, run): difference for name, run, difference in map(compare.one, jobs)}


def unpack_shipped(folder, name='synthetic'):
    "Put the sets and outputs that come with the tests into a folder."
    with tarfile.open(TESTS / 'reference' / f'{name}.tar.xz') as archive:
        archive.extractall(folder, **({'filter': 'data'}
                                      if hasattr(tarfile, 'data_filter') else {}))
