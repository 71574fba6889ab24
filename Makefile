# Every task of the project. `make` alone lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help
help: ## List the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/.python: requirements/bootstrap.txt requirements/dev.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes -r requirements/bootstrap.txt
	$(BIN)/uv pip sync --quiet --require-hashes requirements/dev.txt
	$(BIN)/uv pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

.PHONY: setup
setup: $(VENV)/.python ## Make the environment (run and test call it)

.PHONY: lock
lock: $(VENV)/.python ## Lock the Python dependencies anew
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" requirements/bootstrap.in -o requirements/bootstrap.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" pyproject.toml -o requirements/runtime.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" pyproject.toml requirements/dev.in -o requirements/dev.txt
