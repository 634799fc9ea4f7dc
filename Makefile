# make run    set everything up and serve the site
# make test   set everything up and run every check and test
PYTHON ?= python3
PY = .venv/bin/python

.PHONY: run test setup setup-test check docs bench simulate lock

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

# The pages of the log formats, from the parsers themselves.
docs: setup-test
	@$(PY) -m ingest.formatdocs

# Each parser against the plainest loop, in one run; the table goes into docs/performance.md.
bench: setup-test
	@$(PY) -m ingest.bench --write

# How often the verdicts are wrong, on runs whose truth is known; the table goes into docs/comparing.md. Takes minutes.
simulate: setup
	@$(PY) -m benchdb.simulation --write

# Needs uv on the PATH. The lock files name no host: they are the same wherever packages come from.
COMPILE = uv pip compile --quiet --generate-hashes --custom-compile-command "make lock"
lock:
	$(COMPILE) --universal --python-version 3.11 --extra server pyproject.toml -o requirements.txt
	$(COMPILE) --universal --python-version 3.11 --extra test pyproject.toml -o requirements-test.txt
