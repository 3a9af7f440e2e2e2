"""The rules that files of the project keep: chapters, modules, pages, the Chinese edition.

    python tests/project/lint.py     file:line: level rule: message; status 1 for an error

A new rule is a function in lint_layout.py, lint_prose.py or lint_zh.py that gets all files and
yields (file, line, message), a line in RULES, and an example in test_lint.py.
"""
import gc
import sys
from pathlib import Path
from typing import NamedTuple

import lint_layout as layout
import lint_prose as prose
import lint_zh as zh
from lint_files import Files

ROOT = Path(__file__).resolve().parents[2]


class Finding(NamedTuple):
    "Something that a rule does not allow."
    file: str
    line: int
    level: str  # 'error' or 'warning'
    rule: str
    message: str

    def __str__(self): return f'{self.file}:{self.line}: {self.level} {self.rule}: {self.message}'


RULES = {  # name -> (level, rule); what guards taste alone warns
    'syntax': ('error', layout.syntax),
    'chapters': ('error', layout.chapters),
    'order': ('error', layout.order),
    'one name': ('error', layout.one_name),
    'stubs': ('error', layout.stubs),
    'outputs': ('error', layout.outputs),
    'heading': ('error', layout.heading),
    'docstrings': ('error', layout.docstrings),
    'long functions': ('error', layout.long_functions),
    'long chapters': ('warning', layout.long_chapters),
    'width': ('error', layout.width),
    'found': ('error', layout.found),
    'posix': ('error', layout.posix),
    'version': ('error', layout.version),
    'asserted': ('error', layout.asserted),
    'links': ('error', prose.links),
    'anchors': ('error', prose.anchors),
    'part pages': ('error', prose.part_pages),
    'map': ('error', prose.book_map),
    'counted': ('error', prose.counted),
    'workflows': ('error', prose.workflows),
    'voice': ('warning', prose.voice),
    'sections': ('error', prose.sections),
    'sentences': ('warning', prose.short_sentences),
    'zh marks': ('error', zh.marks),
    'zh tops': ('warning', zh.tops),
    'zh lost': ('error', zh.lost),
    'zh behind': ('warning', zh.behind),
    'zh words': ('error', zh.words),
    'zh senses': ('warning', zh.senses),
    'zh numbers': ('error', zh.numbers),
}
KEPT = [  # (rule, end of the file's name, words of the message): found by a rule, and right
    *[('voice', f'{page}.ipynb', "'disease'") for page in (  # illnesses of patients
        '09_absence', '05_five_prunings', '06_unknown_values')],
    ('voice', '02_rule_files.ipynb', "'for it is'"),  # what programs write for it is not JSON
    ('voice', '27_shared_pruning.ipynb', "'parts a'"),  # however many parts a raise makes
    ('voice', 'lab/gain.md', "'tip'"),  # of an arrow
    *[('voice', page, words) for page, words in (  # headings and questions, without a full stop
        ('docs/index.md', 'what chance gains an attribute'), ('docs/index.md', "'parts an'"),
        ('docs/questions.md', 'what is there to play with'),
        ('docs/questions.md', 'what is in the textbook data sets'))],
]


def lint(root: Path, rules=RULES, kept=KEPT) -> list:
    "What the files below a root do against rules, and which of KEPT are mended."
    gc.disable()  # a million nodes of syntax, all of them kept: looking for garbage takes seconds
    files, found, needed = Files(root), [], set()
    for name in rules:
        level, rule = rules[name]
        for file, line, message in rule(files):
            file = getattr(file, 'name', file)
            excuse = [k for k in kept if k[0] == name and file.endswith(k[1]) and k[2] in message]
            needed.update(excuse)
            if not excuse: found.append(Finding(file, line, level, name, message))
    gc.enable()
    mended = [k for k in kept if k[0] in rules and k not in needed]
    return found + [Finding('tests/project/lint.py', 1, 'error', 'kept',
                            f'{k} is mended: take it off') for k in mended]


def main() -> int:
    "Print what is found, errors last; whether one is an error."
    found = sorted(lint(ROOT), key=lambda f: (f.level == 'error', f))
    print(*found, sep='\n', end='\n' * bool(found))
    errors = sum(f.level == 'error' for f in found)
    print(f'lint: {len(RULES)} rules, {errors} errors, {len(found) - errors} warnings')
    return int(errors > 0)


if __name__ == '__main__':
    sys.exit(main())
