"""Write each `__init__.pyi` of c45lit from its table of names: what the lazy doors give, for type checkers and editors.

    python tests/project/stubs.py
"""
from pathlib import Path


def told(home: dict, given) -> dict:
    "File -> text, from name -> module and the names that the package itself gives."
    lines = {'__init__.pyi': ['__version__: str']}
    for name, module in home.items():
        part, _, chapter = module.partition('.')
        lines.setdefault(f'{part}/__init__.pyi', []).append(f'from .{chapter} import {name} as {name}')
        if name in given: lines['__init__.pyi'].append(f'from .{module} import {name} as {name}')
    return {file: '\n'.join(sorted(said)) + '\n' for file, said in lines.items()}


if __name__ == '__main__':
    from lint_files import PACKAGE, Files
    root = Path(__file__).resolve().parents[2]
    files = Files(root)
    for file, text in told(files.home, files.given).items(): (root / PACKAGE / file).write_text(text, encoding='utf-8')
