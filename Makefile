# make run    set everything up and serve the site
# make test   set everything up and run every check and test
PYTHON ?= python3
PY = .venv/bin/python

.PHONY: run test setup setup-test check lock bench

run: setup
	@exec $(PY) -m benchdb.host.launch

test: setup-test check
	@$(PY) -m pytest $(ARGS)

setup:
	@$(PYTHON) benchdb/host/bootstrap.py

setup-test:
	@$(PYTHON) benchdb/host/bootstrap.py --test

check: setup-test
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(PY) -m benchdb.host.contracts
