# Verbs of this repository. Each builds .venv by itself; `make PYTHON=python3.13 test` picks another interpreter.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PIP    := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
CODE   := scripts tests bench evals examples docs

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow test-attacks test-browser test-crash test-pythons test-load test-provider sdk-agent check check-types check-code fix pictures bench bench-recall bench-scale bench-stores bench-provider skill plugin test-openclaw-skill test-hosts replay-hosts snapshots clean

help:
	@echo 'make demo       run the main job on a realistic session and show what happened'
	@echo 'make test       run the tests'
	@echo 'make test-slow  run the tests that take over two seconds each: deaths, a thousand turns, measurements'
	@echo 'make test-attacks   try every attack, the long ones too: one line a class, none may succeed'
	@echo 'make test-pythons   run the tests on each Python from 3.11 to 3.14 that is found here'
	@echo 'make test-crash kill the engine and the memory at 200 points each and look at what is left'
	@echo 'make test-provider  kill the provider under load, fill its disk, let 2,000 connections idle; the MCP SDK; its OpenAPI (77: not run)'
	@echo 'make test-load  8 writers and 8 readers use one memory for 60 seconds'
	@echo 'make sdk-agent  hold a conversation of five million tokens on the Anthropic SDK in three ways, with their costs'
	@echo 'make check      lint, format, types, import contracts'
	@echo 'make check-types  mypy alone'
	@echo 'make check-code   the others'
	@echo 'make fix        let the linter and the formatter repair what they can'
	@echo 'make bench      print every published number beside its reference'
	@echo 'make bench-recall  ask own dialogues and, with RECALL=..., public sets what is found again'
	@echo 'make bench-stores  files and PostgreSQL side by side, beside raw FTS5, raw tsvector and raw pgvector'
	@echo 'make bench-scale   speed at 1,000 to 1,000,000 docs beside raw FTS5 and raw numpy'
	@echo 'make bench-provider  append, context and swap of the provider beside a bare Starlette echo, and one that keeps what it is sent'
	@echo 'make skill      build the folder as it would be published, validate it, run it with a bare Python'
	@echo 'make plugin     build the plugin for OpenClaw as one folder, to install without a clone'
	@echo 'make test-openclaw-skill   the built skill in a real OpenClaw (downloads 900 MB once; exit code 77: not run)'
	@echo 'make test-hosts  the plugins in a real Claude Code, OpenClaw, Codex and Gemini CLI, the MCP server under its inspector (downloads 1.8 GB once; exit code 77: not run)'
	@echo 'make replay-hosts  a long session through each host, with the plugin and without: context, directives, cost (exit code 77: not run)'
	@echo 'make test-browser   the report page and the dashboard in a headless Chromium, with screenshots (exit code 77: not run)'
	@echo 'make pictures   take the pictures of the documents again, in a headless Chromium (exit code 77: not run)'
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

# make test SLOW=1 runs those of test-slow with them, which costs less than both one after the other
test: $(READY)
	@$(BIN)/python -m pytest -m 'not attack_slow$(if $(SLOW),, and not slow)' --numprocesses auto --dist worksteal

test-slow: $(READY)
	@$(BIN)/python -m pytest -m slow --numprocesses auto --dist worksteal

test-attacks: $(READY)
	@$(BIN)/python -m tests.attacks

# make test-pythons PYTHONS='--only 3.13 3.14'; PYTHONS=--portability: what can come out differently on the newest
test-pythons: $(READY)
	@$(BIN)/python -m tests.pythons $(PYTHONS)

test-crash: $(READY)
	@$(BIN)/python tests/blocks_crash.py --points 200
	@$(BIN)/python tests/memory_crash.py --points 200

test-load: $(READY)
	@$(BIN)/python tests/memory_load.py --seconds 60

test-provider: $(READY)
	@$(BIN)/python -m tests.provider.faults
	@$(BIN)/python -m tests.provider.mcp_sdk
	@$(BIN)/python -m tests.provider.openapi

# make sdk-agent SDK='--tokens 1000000 --way context_memory'
sdk-agent: $(READY)
	@$(BIN)/python -m examples.sdk_agent $(SDK)

# make --jobs=2 check runs both at once
check: check-types check-code

check-types: $(READY)
	@$(BIN)/mypy

check-code: $(READY)
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/ruff format --check $(CODE)
	@$(BIN)/lint-imports
	@$(BIN)/python docs/fragments.py --check

fix: $(READY)
	@$(BIN)/ruff check --fix $(CODE)
	@$(BIN)/ruff format $(CODE)

# make bench SESSIONS='TRANSCRIPT ...' also counts what is taken from real sessions
bench: $(READY)
	@$(BIN)/python -m bench $(if $(SESSIONS),--sessions $(SESSIONS))

# make bench-recall RECALL='--locomo PATH --cmrc FILE --memories FOLDER --precision FOLDER' CASES=FOLDER VECTORS=FILE
bench-recall: $(READY)
	@$(BIN)/python -m bench.recall $(RECALL)
	@$(BIN)/python -m bench.updates
	@$(BIN)/python -m bench.recall_kinds $(if $(CASES),--cases $(CASES)) $(if $(VECTORS),--vectors $(VECTORS))

# make bench-scale SCALE='--docs 100000 --vectors 512'; a million docs take ten minutes and 3 GB of disk
SCALE ?= --docs 1000,10000,100000,1000000
bench-scale: $(READY)
	@$(BIN)/python -m bench.scale $(SCALE)

# make bench-stores STORES='--docs 10000 --vectors'
bench-stores: $(READY)
	@$(BIN)/python -m bench.stores $(STORES)

bench-provider: $(READY)
	@$(BIN)/python -m bench.provider

skill: $(READY)
	@$(BIN)/python -m bench.skill_folder

plugin: $(READY)
	@$(BIN)/python -m bench.plugin_folder

test-openclaw-skill: $(READY)
	@$(BIN)/python -m tests.hosts.openclaw_skill

# make test-hosts HOSTS='--only openclaw'
test-hosts: $(READY)
	@$(BIN)/python -m tests.hosts $(HOSTS)

# make replay-hosts REPLAY='--only claude-code --turns 400'
replay-hosts: $(READY)
	@$(BIN)/python -m tests.hosts.replay $(REPLAY)

test-browser: $(READY)
	@$(BIN)/python -m tests.browser.report_page
	@$(BIN)/python -m tests.browser.dashboard_page

pictures: $(READY)
	@$(BIN)/python -m docs.pictures

snapshots: $(READY)
	@$(BIN)/python docs/fragments.py
	@$(BIN)/python -m pytest -m 'not attack_slow' --quiet --snapshot-update $$(grep -rlw --include='test_*.py' markdown_snapshot tests)

clean:
	rm -rf $(VENV) .venvs build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
