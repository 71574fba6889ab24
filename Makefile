# Every task of the project. `make` alone lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
STAMPS := .stamps
STATIC := src/hanse/admin/console/static
DATA ?= ./data
export PATH := $(CURDIR)/$(BIN):$(PATH)
# What Python compiles is kept: of a run of the tests a third of each process's start is compiling the tests.
export PYTHONDONTWRITEBYTECODE :=

NPM := npm --prefix console
CONSOLE_SOURCES = $(shell find console -mindepth 1 -name node_modules -prune -o -name test-results -prune \
  -o -name playwright-report -prune -o -name .cache -prune -o -path console/e2e -prune -o -print 2>/dev/null)

.PHONY: help
help: ## List the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# Setting up: each step is skipped while what it is made from has not changed.

PYTHON_READY := $(STAMPS)/python
CONSOLE_READY := console/node_modules/.ready
CONSOLE_BUILT := $(STAMPS)/console

$(PYTHON_READY): requirements/bootstrap.txt requirements/dev.txt pyproject.toml scripts/setup-python scripts/uv $(if $(wildcard $(BIN)/hanse),,FORCE)
	@scripts/setup-python $(VENV)
	@mkdir -p $(@D) && touch $@

# Node comes with the Python environment, and a change there need not fetch the console's packages anew.
$(CONSOLE_READY): $(wildcard console/package*.json console/tools/package*.json) | $(PYTHON_READY)
	@echo "setup: packages of the console"
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(CONSOLE_BUILT): $(CONSOLE_READY) $(CONSOLE_SOURCES) $(if $(wildcard $(STATIC)/*),,FORCE)
	$(NPM) run build
	@mkdir -p $(@D) && touch $@

.PHONY: FORCE
FORCE:

.PHONY: setup
setup: $(PYTHON_READY) $(CONSOLE_READY) ## Make the environment (run and test do it themselves)

# For the same reason as in scripts/setup-python; a fifth of a second when nothing has changed.
.PHONY: bytecode
bytecode: $(PYTHON_READY)
	@python -m compileall -q src

# Working

.PHONY: run
run: $(CONSOLE_BUILT) bytecode ## Set up, build the console and start the server (DATA=./data, ARGS=options of hanse serve)
	@exec hanse serve --data $(DATA) $(ARGS)

.PHONY: dev
dev: setup bytecode ## Start the server, and the console with live reload
	@trap 'kill $$(jobs -p) 2>/dev/null || true' EXIT; \
	hanse serve --data $(DATA) $(ARGS) & \
	$(NPM) run dev

.PHONY: gen
gen: setup ## Write console/openapi.json, the console's types and the frame's messages anew
	hanse openapi > $(STAMPS)/openapi.json
	mv $(STAMPS)/openapi.json console/openapi.json
	$(NPM) run gen

# Checking and testing

.PHONY: check
check: setup ## Format, lint, types, layers, house rules, generated files
	ruff format --check src tests lint bench tools
	ruff check src tests lint bench tools
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target check-types check-rest

# The types take as long as everything else together, on one core.
.PHONY: check-types check-rest
check-types: setup
	mypy

check-rest: setup
	lint-imports
	python -m lint.run
	$(NPM) run check
	scripts/check-generated

.PHONY: test-python
test-python: $(CONSOLE_BUILT) bytecode
	@scripts/find-slapd || true
	pytest -n 3 --dist loadfile --assert=plain -m "not slow and not second_database" || { $(MAKE) --no-print-directory explain; exit 1; }

# The tests that failed are run again with the values of their assertions. In a fresh clone, each worker would rewrite all
# assertions itself, which takes 30 s of processor time; a plain run does not.
.PHONY: explain
explain:
	pytest --last-failed --last-failed-no-failures=none --maxfail=20

.PHONY: test-console
test-console: $(CONSOLE_BUILT)
	$(NPM) test
	$(NPM) run budget

.PHONY: e2e
e2e: $(CONSOLE_BUILT) bytecode ## The browser tests alone (ARGS=options of playwright)
	chromium=$$(scripts/find-chromium); CHROMIUM_PATH="$$chromium" $(NPM) run e2e -- $(ARGS)

# The cheapest checks, which fail most often, run first, alone. Then the Python tests run beside the console tests and a
# short run of each benchmark: alone each of them waits for a third to half of its time, for pages, processes and disks.
# For the same reason the Python tests have three workers on two cores. Each line begins with its group.
.PHONY: test
test: ## Set up and run everything but the slow tests; what CI runs
	@$(MAKE) --no-print-directory check
	@$(MAKE) --no-print-directory --keep-going --jobs=2 beside-python beside-console

beside-python: TASKS := test-python
beside-console: TASKS := test-console e2e bench-short
.PHONY: beside-python beside-console
beside-python beside-console: beside-%: $(CONSOLE_BUILT) bytecode
	@{ for task in $(TASKS); do $(MAKE) --no-print-directory $$task; done; } 2>&1 \
	  | while IFS= read -r line; do printf '%s: %s\n' $* "$$line"; done

.PHONY: test-all
test-all: test ## test, the slow tests (long crash and fuzzing runs), every test on both databases, a search for new counterexamples
	@scripts/find-apache || true
	@scripts/find-fediz || true
	@scripts/find-kdc || true
	pytest -m slow
	SLOW=1 $(MAKE) --no-print-directory e2e
	pytest -n 2 -m "not slow" --hypothesis-profile=search tests

.PHONY: bench
bench: $(CONSOLE_BUILT) bytecode ## Measure: cold start of the server, requests a second of the admin API and the engine
	python -m bench.cold_start $(ARGS)
	python -m bench.admin_api
	python -m bench.engine
	python -m bench.token_manager
	python -m bench.saml
	python -m bench.clients
	python -m bench.token_endpoint
	python -m bench.profiles
	python -m bench.sign_in_trace

.PHONY: bench-short
bench-short: $(CONSOLE_BUILT) bytecode ## Run every measurement once in its shortest form, so that none is broken
	@chromium=$$(scripts/find-chromium); CHROMIUM_PATH="$$chromium" python -m bench.short

.PHONY: build
build: $(CONSOLE_BUILT) ## Make a wheel with the built console in dist/
	rm -rf dist
	hatchling build -t wheel -d dist

# Requirements files and not uv.lock: they hold hashes and no download addresses. Nor do npm's locks.
LOCK := scripts/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-emit-find-links --custom-compile-command "make lock"

.PHONY: lock
lock: $(PYTHON_READY) ## Lock the dependencies of both languages anew
	$(LOCK) requirements/bootstrap.in -o requirements/bootstrap.txt
	$(LOCK) pyproject.toml -o requirements/runtime.txt
	$(LOCK) pyproject.toml --all-extras requirements/dev.in -o requirements/dev.txt
	for folder in console console/tools; do \
	  npm --prefix $$folder install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved; done
