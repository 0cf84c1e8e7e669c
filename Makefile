# Every task of the project. `make` alone lists them.

PYTHON ?= python3
export PYTHON
BIN := .venv/bin
DJADE := $(BIN)/djade --target-version 5.2
TEMPLATES := $(shell find templates game -name '*.html')
# Tests run in more processes than cores, because most wait for a browser, a server or a clock; 0 runs
# them in one, for a debugger.
WORKERS ?= 6
# More options for pytest, such as ARGS="-k undo".
ARGS ?=
# What `make mutants` changes, such as MODULES=game/rules; everything it knows if empty.
MODULES ?=
PYTEST := $(BIN)/python -m pytest
# Pytest ends with 5 when the options left it no test to run.
OR_NONE := || [ $$? -eq 5 ]

.DEFAULT_GOAL := help
.PHONY: help setup run test test-quick test-slow test-setup test-compiles test-others lint fmt bench crowd lighthouse coverage mutants lock check-setup

help: ## List these tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## Create .venv/ with everything that running the site needs
	@.ci/environment run

run: setup ## Set up what is missing and serve on http://127.0.0.1:8000/ (PORT=8001 make run)
	@exec $(BIN)/python -m checkers_site.serve

test: test-setup ## Install what the tests need and run them all but the slow ones
	@$(MAKE) --no-print-directory test-compiles
	@$(MAKE) --no-print-directory test-others

test-quick: check-setup ## Run the tests of rules, notation, play and web that are over in a minute
	@$(BIN)/python manage.py compile_engine
	@$(PYTEST) tests/rules tests/notation tests/play tests/web \
		-m "not browser and not compiles and not heavy and not slow" -n 2 $(ARGS)

test-setup: check-setup
	@.ci/packages
	@.ci/outside
	@$(BIN)/python manage.py compile_engine

test-compiles:
	@echo "Tests that compile, one at a time:"
	@$(PYTEST) -m "compiles and not slow" $(ARGS) $(OR_NONE)

test-others:
	@echo "All other tests, $(WORKERS) at a time:"
	@$(PYTEST) -m "not compiles and not slow" -n $(WORKERS) $(ARGS) $(OR_NONE)
	@echo "Tests of what is stored, once more on PostgreSQL:"
	@.ci/postgresql $(PYTEST) -m "stored and not compiles and not slow" -n $(WORKERS) $(ARGS) $(OR_NONE)

test-slow: test-setup ## Run the slow tests only
	@$(PYTEST) -m slow $(ARGS) $(OR_NONE)

lint: check-setup ## Check style, types, layers, templates and migrations
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(DJADE) --check $(TEMPLATES)
	$(BIN)/python manage.py makemigrations --check --dry-run

fmt: check-setup ## Put code and templates in the form that lint asks for
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format
	$(DJADE) $(TEMPLATES) || $(DJADE) --check $(TEMPLATES)

bench: setup ## Measure how fast pages and the computer answer
	@$(BIN)/python manage.py bench

crowd: setup ## Have 200 people play at 100 tables and measure how long they wait
	@$(BIN)/python manage.py crowd $(ARGS)

lighthouse: check-setup ## Print what Lighthouse thinks of the main pages, speed included
	@.ci/packages
	@.ci/outside
	@$(BIN)/python -m tests.outside.lighthouse

coverage: check-setup ## Run the tests and show which lines they never reach
	@$(BIN)/coverage run -m pytest $(ARGS)
	@$(BIN)/coverage report

mutants: ## Change the code in one place at a time and list what no test notices (hours)
	@.ci/environment run check mutants
	@$(BIN)/python manage.py compile_engine
	@nice -n 10 $(BIN)/python -m tools.mutants $(MODULES) $(ARGS)

lock: setup ## Pin the newest versions that pyproject.toml allows, and fetch the newest htmx 2
	@.ci/lock

check-setup:
	@.ci/environment run check
