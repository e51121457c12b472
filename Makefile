# Verbs of this repository. Each builds .venv by itself; `make PYTHON=python3.13 test` picks another interpreter.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PIP    := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
CODE   := scripts tests bench evals examples docs

.DEFAULT_GOAL := help
.PHONY: help demo test test-browser test-crash test-load check fix bench bench-recall bench-scale bench-stores skill test-openclaw-skill snapshots clean

help:
	@echo 'make demo       run the main job on a realistic session and show what happened'
	@echo 'make test       run the tests'
	@echo 'make test-crash kill the engine and the memory at 200 points each and look at what is left'
	@echo 'make test-load  8 writers and 8 readers use one memory for 60 seconds'
	@echo 'make check      lint, format, types, import contracts'
	@echo 'make fix        let the linter and the formatter repair what they can'
	@echo 'make bench      print every published number beside its reference'
	@echo 'make bench-recall  ask own dialogues and, with RECALL=..., public sets what is found again'
	@echo 'make bench-stores  files and PostgreSQL side by side, beside raw FTS5, raw tsvector and raw pgvector'
	@echo 'make bench-scale   speed at 1,000 to 1,000,000 docs beside raw FTS5 and raw numpy'
	@echo 'make skill      build the folder as it would be published, validate it, run it with a bare Python'
	@echo 'make test-openclaw-skill   the built skill in a real OpenClaw (downloads 900 MB once; exit code 77: not run)'
	@echo 'make test-browser   the report page in a headless Chromium, with screenshots (exit code 77: not run)'
	@echo 'make snapshots  rewrite the test snapshots and the generated parts of the documents'
	@echo 'make clean      remove .venv, build and caches'

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "Python 3.11 or newer is needed, this is %d.%d: try make PYTHON=python3.12 ..." % v[:2])'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade 'pip>=25.1'
	@$(PIP) install --editable . --group dev
	@touch $@

demo: $(READY)
	@$(BIN)/python examples/demo.py

test: $(READY)
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile

test-crash: $(READY)
	@$(BIN)/python tests/blocks_crash.py --points 200
	@$(BIN)/python tests/memory_crash.py --points 200

test-load: $(READY)
	@$(BIN)/python tests/memory_load.py --seconds 60

check: $(READY)
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/ruff format --check $(CODE)
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python docs/fragments.py --check

fix: $(READY)
	@$(BIN)/ruff check --fix $(CODE)
	@$(BIN)/ruff format $(CODE)

bench: $(READY)
	@$(BIN)/python -m bench

# make bench-recall RECALL='--locomo PATH --cmrc FILE --memorybank FOLDER --memories FOLDER --precision FOLDER'
bench-recall: $(READY)
	@$(BIN)/python -m bench.recall $(RECALL)

# make bench-scale SCALE='--docs 100000 --vectors 512'; a million docs take ten minutes and 3 GB of disk
SCALE ?= --docs 1000,10000,100000,1000000
bench-scale: $(READY)
	@$(BIN)/python -m bench.scale $(SCALE)

# make bench-stores STORES='--docs 10000 --vectors'
bench-stores: $(READY)
	@$(BIN)/python -m bench.stores $(STORES)

skill: $(READY)
	@$(BIN)/python -m bench.skill_folder

test-openclaw-skill: $(READY)
	@$(BIN)/python -m tests.hosts.openclaw_skill

test-browser: $(READY)
	@$(BIN)/python -m tests.browser.report_page

snapshots: $(READY)
	@$(BIN)/python docs/fragments.py
	@$(BIN)/python -m pytest --quiet --snapshot-update

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
