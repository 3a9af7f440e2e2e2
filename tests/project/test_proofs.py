"""What proves that exports are exact is there where it has to be; `make test` ends with a list of
what was skipped, and why."""
import importlib.util
import os
import shutil

import pytest

PROGRAMS, MODULES = ('node', 'gcc'), ('sqlite3', 'duckdb', 'onnx', 'onnxruntime')


@pytest.mark.skipif(not os.environ.get('CI'),
                    reason='at home what is not installed is skipped; CI=true asks for all')
def test_in_ci_no_proof_of_an_export_is_skipped():
    missing = [p for p in PROGRAMS if not shutil.which(p)] + [m for m in MODULES
                                                              if not importlib.util.find_spec(m)]
    assert not missing, (
        f'install {", ".join(missing)}: without them nothing shows that exports are exact')
