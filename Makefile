# make lab | lab-zh | demo | test | fuzz | docs | zh | zh-check | site-test | fresh | bench | clean   Needs Python 3.10 or newer, with venv.
#
# Everything is set up in .venv, with uv where it is installed, else with venv and pip.
# Another Python: make lab PYTHON=python3.12.   Without uv: make lab UV=
#
# make test is lint, the core's notebooks and tests, and a smoke of every annex; make test-all the rest, too. Which is which: tests/support/runs.py
#   make test PART=partitions                           notebooks and tests of a part or an annex, all of them
#   python tests/project/lint.py                        order of the chapters, files, names, prose, links, Chinese: ten seconds
#   python tests/project/house.py                       no test: lines, prose and long functions, part by part; what the core imports of annexes
# make fuzz lets random tables loose, of which make test takes the same few each time:
#   make fuzz TABLES=100000 SEED=7                      at most so many for each test, the first with this number (1000000, and the clock's)
#   make fuzz SECONDS=600                               each test stops after so many seconds (60: an hour in all, and half of one to compile, once)
#   make fuzz-bounds                                    the second half alone: loops compiled so that they ask of every index whether it lies inside
# Each half ends with a table of what was tried. A failure leaves a file in tests/found, and make test tries it again ever after.

VENV := .venv
BIN  := $(VENV)/bin
UV   := $(shell uv --version >/dev/null 2>&1 && echo uv)
JOBS := 2
WORKERS := 3  # of the tests: they wait for browsers and programs a third of the time
export PATH := $(CURDIR)/$(BIN):$(PATH)
TABLES := 1000000
SEED := $(shell date +%s)
SECONDS := 60
OLDEST := $(shell sed -n 's/^min_python *= *//p' settings.ini)

.DEFAULT_GOAL := help
.PHONY: help lab lab-zh demo test test-all fuzz fuzz-answers fuzz-bounds docs zh zh-check site-test fresh bench clean

help:
	@echo 'make lab    learn a tree from a table, then open the book in JupyterLab'
	@echo 'make lab-zh the same in Chinese (中文版)'
	@echo 'make demo   the same without JupyterLab'
	@echo 'make test   the core and a smoke of every annex: eight minutes; one part: make test PART=splits'
	@echo 'make test-all   everything that must hold: notebooks, modules, tests'
	@echo 'make fuzz   random tables: the engine against C4.5 on one page and another judge; TABLES=1000000 SECONDS=60 SEED=number'
	@echo 'make docs   the site, in docs/_build/index.html; make site-test looks at all of it in a browser'
	@echo 'make zh     the Chinese notebooks, in nbs_zh (make lab-zh opens them); make zh-check: nothing in them is stale or missing'
	@echo 'make fresh  what a newcomer does, each in a clone of its own; some of it: make fresh TRIES="lab docs"'
	@echo 'make bench  speed, side by side with other programs; some of it: make bench ROWS="fit predict"'
	@echo 'make clean  remove what these made, .venv too'

# LANG is the locale's variable: it chooses nothing, but tells who may like to know of the Chinese book.
lab: $(VENV)/has-lab
	@$(if $(filter zh%,$(LANG)),echo '本书有中文版 (the book in Chinese): make lab-zh')
	$(BIN)/c45lit lab

lab-zh: $(VENV)/has-lab
	$(BIN)/python docs/site/zh.py --notebooks
	$(BIN)/c45lit lab --zh

demo: $(VENV)/has-core
	$(BIN)/c45lit demo

# Cheap first: files and names, then notebooks, then tests. What they all compile is compiled once, before.
PYTEST = $(BIN)/python -m pytest -q --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder --durations 25 --disable-warnings --tb short -rs
ANNEXES = $(shell PYTHONPATH=tests $(BIN)/python -c 'from support.runs import ANNEXES; print(*ANNEXES)')

ifdef PART
test: $(VENV)/has-dev
	@test -d tests/$(PART) || { echo 'PART=$(PART): name a folder of tests' >&2; exit 2; }
	for path in $(wildcard nbs/*_$(PART)); do $(BIN)/nbdev_test --n_workers $(JOBS) --path $$path || exit; done
	$(PYTEST) $(if $(filter $(PART),$(ANNEXES)),tests,tests/$(PART)) -m $(PART)
else
test: $(VENV)/has-dev
	$(BIN)/ruff check --quiet
	$(BIN)/python tests/project/lint.py
	$(BIN)/c45lit warm --all
	$(BIN)/nbdev_test --n_workers $(JOBS) --skip_folder_re '^[_.]|_($(subst $() ,|,$(ANNEXES)))$$'
	$(PYTEST) tests -m first
	@echo 'make test: the core holds, and a smoke of every annex; make test-all looks at the rest'
endif

test-all: test
	for annex in $(ANNEXES); do $(BIN)/nbdev_test --n_workers $(JOBS) --path nbs/*_$$annex || exit; done
	$(PYTEST) tests -m 'not first'
	@echo 'make test-all: modules, notebooks and tests all hold'

FUZZED := $(shell grep -lwE 'seeds|C45LIT_FUZZ_TABLES' tests/*/test_*.py)
BOUNDED := tests/engine/test_hostile.py tests/engine/test_judge.py tests/engine/test_predict.py tests/engine/test_many_values.py tests/engine/test_free_weight.py tests/pruning tests/tree/test_invariants.py tests/originals/test_release8.py tests/estimators/test_model_files.py
TRY := C45LIT_FUZZ_TABLES=$(TABLES) C45LIT_FUZZ_SEED=$(SEED) C45LIT_FUZZ_SECONDS=$(SECONDS)

fuzz: fuzz-answers fuzz-bounds

fuzz-answers: $(VENV)/has-dev
	@echo 'TABLES=$(TABLES) SEED=$(SEED) SECONDS=$(SECONDS)'
	$(TRY) $(BIN)/python -m pytest -q $(FUZZED) --numprocesses $(JOBS) --dist loadfile --durations 5
	$(BIN)/python tests/support/sklearn_own.py

# What is compiled with bounds lies apart: it serves the next run, and no other program. The first run compiles for half an hour.
fuzz-bounds: $(VENV)/has-dev
	@echo 'TABLES=$(TABLES) SEED=$(SEED) SECONDS=$(SECONDS), with bounds'
	$(TRY) NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/.pytest_cache/bounds \
	    $(BIN)/python -m pytest -q $(BOUNDED) -k 'not py_func' --durations 5

docs: $(VENV)/has-docs
	$(BIN)/c45lit warm --all
	$(BIN)/python docs/site/build.py

zh: $(VENV)/has-lab
	$(BIN)/python docs/site/zh.py --notebooks
	$(BIN)/python docs/site/zh.py

zh-check: $(VENV)/has-lab
	$(BIN)/python docs/site/zh.py --check

site-test: $(VENV)/has-dev
	C45LIT_SITE=1 $(BIN)/python -m pytest -q tests/project/test_site.py tests/project/test_search.py

fresh: | $(BIN)/python
	$(BIN)/python tests/project/fresh.py $(TRIES)

bench: $(VENV)/has-bench
	$(BIN)/python tests/benchmarks $(ROWS)

clean:
	rm -rf $(VENV) build dist *.egg-info nbs_zh docs/_build docs/_work .pytest_cache .hypothesis
	find c45lit nbs tests docs -name __pycache__ -prune -exec rm -rf {} +

# .venv/has-NAME says that the extra NAME is installed as settings.ini has it now.
$(VENV)/has-%: settings.ini setup.py pyproject.toml | $(BIN)/python
	@echo 'Setting up $(VENV) ($*): seconds with uv, a minute or two with pip'
ifneq ($(UV),)
	@$(UV) pip install --quiet --python $(BIN)/python --editable '.$(patsubst [core],,[$*])'
else
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip --upgrade >/dev/null
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(patsubst [core],,[$*])'
endif
	@touch $@

# The first Python that is new enough and can make a virtual environment.
$(BIN)/python:
	@rm -rf $(VENV); \
	for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python3.10 python; do \
	    $$python -c "import sys; sys.exit(sys.version_info < tuple(map(int, '$(OLDEST)'.split('.'))))" 2>/dev/null || continue; \
	    if test -n '$(UV)'; then $(UV) venv --quiet --python "$$(command -v $$python)" $(VENV) && exit 0; \
	    else $$python -m venv $(VENV) && exit 0; fi; \
	    rm -rf $(VENV); \
	done; \
	test -n '$(UV)' && $(UV) venv --quiet --python '>=$(OLDEST)' $(VENV) && exit 0; \
	echo 'c45lit needs Python $(OLDEST) or newer with its venv module, and none was found:' >&2; \
	for python in python3 python; do \
	    command -v $$python >/dev/null && echo "  $$python is $$($$python --version 2>&1)" >&2; \
	done; \
	echo 'Install one (Debian: apt install python3 python3-venv), or name it: make lab PYTHON=/path/to/python3' >&2; \
	exit 1
