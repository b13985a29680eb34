# Two commands matter: `make book` and `make test`. Both create the environment themselves from requirements.lock.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
UV_VERSION := 0.13.8
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := .venv-peers
BOOK := _build/html
LIVEBOOK := _build/live
ROOT := $(CURDIR)
NOTEBOOKS := $(wildcard notebooks/*.py)

# Figures and numbers must not depend on the machine: fixed dates and hashes; one thread per numerical process,
# because the tests already use every core.
export SOURCE_DATE_EPOCH := 0
export PYTHONHASHSEED := 0
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
# One kernel and one width of vectors on every x86-64 processor with AVX2: an optimiser can turn another order of
# additions into another edge.
ifeq ($(shell uname -m),x86_64)
export OPENBLAS_CORETYPE := Haswell
export NPY_DISABLE_CPU_FEATURES := X86_V4
endif
# Arrays of a million draws come and go: glibc would hand each back to the system, and a tenth of the time is fresh pages.
export MALLOC_MMAP_THRESHOLD_ := 1073741824
export MALLOC_TRIM_THRESHOLD_ := 1073741824
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYDEVD_DISABLE_FILE_VALIDATION := 1
unexport MPLBACKEND

# Compiled modules are kept: `make test` starts about a hundred processes, and each would spend six seconds of its
# eight on compiling the same libraries again.
unexport PYTHONDONTWRITEBYTECODE

say = @printf '\033[1m==> %s\033[0m\n' "$(1)"

# Sphinx's log without banners and tracebacks: what is left says which page or row is wrong. (Jupyter Book repeats
# our own error after its traceback.)
reasons = awk '/^book\._ext\.check\.LedgerError/ { exit } /^Traceback/ { trace = 1; next } trace && /^ / { next } { trace = 0 } \
	NF && !/^(Running|Source Folder|Config Path|Output Path|The above exception|RuntimeError: $$)|Finished gen|===|Look above/'

.PHONY: help
help: ## list every target
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---------------------------------------------------------------- environment

$(READY): requirements.lock pyproject.toml
	$(call say,environment: the exact versions of requirements.lock)
	@found=; for python in "$(PYTHON)" python3.13 python3.12 python3.11; do \
		if "$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; \
		then found="$$python"; break; fi; done; \
	if [ -z "$$found" ]; then \
		echo "This project needs Python 3.11, 3.12 or 3.13; $(PYTHON) is $$("$(PYTHON)" -V 2>/dev/null || echo missing). Try: make PYTHON=/path/to/python3.12 ..."; exit 1; fi; \
	test -x $(BIN)/python || "$$found" -m venv $(VENV) || { \
		rm -rf $(VENV); echo "$$found cannot make a virtual environment; on Debian install python3-venv."; exit 1; }
	@$(BIN)/python -m uv --version 2>/dev/null | grep -qF ' $(UV_VERSION)' || $(BIN)/python -m pip install --quiet uv==$(UV_VERSION)
	@VIRTUAL_ENV=$(VENV) $(BIN)/python -m uv pip sync --quiet --require-hashes requirements.lock
	@VIRTUAL_ENV=$(VENV) $(BIN)/python -m uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.PHONY: lock
lock: $(READY) ## recompile requirements.lock from pyproject.toml (UPGRADE=1 takes the newest versions)
	$(call say,lock: resolving pyproject.toml; versions that still fit are kept)
	@VIRTUAL_ENV=$(VENV) $(BIN)/python -m uv pip compile --quiet $(if $(UPGRADE),--upgrade) pyproject.toml --extra verify \
		--group book --group test --group browser --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -o requirements.lock
	@git --no-pager diff --stat -- requirements.lock 2>/dev/null || true

# ---------------------------------------------------------------- the book

.PHONY: book
book: $(READY) $(if $(LIVE),notebooks) ## build the offline book (LIVE=1 first executes every chapter again)
	$(call say,book: a clean build in which every warning is an error)
	@rm -rf _build && mkdir _build
	@$(BIN)/jupyter-book build . --all -W --keep-going --quiet > _build/book.log 2>&1 \
		|| { $(reasons) _build/book.log; echo "The book was not built; the reasons are above, the full log in _build/book.log."; exit 1; }
	@echo "The book is ready. Open: file://$(ROOT)/$(BOOK)/index.html"

PAGES := $(NOTEBOOKS:.py=.ipynb)

.PHONY: notebooks
notebooks: $(READY) ## execute every notebooks/*.py into its .ipynb, two at a time
	@$(BIN)/jupytext --quiet --to ipynb --update $(NOTEBOOKS)
	@# Four to a process, each in a kernel of its own: nbconvert takes longer to start than many a chapter to run.
	@printf '%s\n' $(PAGES) | xargs -P 2 -n 4 sh -c 'printf "\033[1m==> notebook: %s\033[0m\n" "$$@"; \
		$(BIN)/jupyter nbconvert --log-level=ERROR --to notebook --execute --inplace \
			--ExecutePreprocessor.record_timing=False --ExecutePreprocessor.timeout=900 "$$@"' notebooks \
		2> >(grep -v "Kernel is running over TCP" >&2)
	@# Printed text arrives in pieces of any length: joined, a second run gives the same bytes.
	@$(BIN)/jupyter nbconvert --log-level=ERROR --to notebook --inplace --coalesce-streams $(PAGES)
	@$(BIN)/nbstripout --keep-output --keep-count --keep-id $(PAGES)

.PHONY: pdf
pdf: $(READY) ## print the course and the companion as PDF (needs Chromium)
	$(call say,pdf: the book as one page, then printed in two volumes)
	@mkdir -p _build
	@$(BIN)/jupyter-book build . --builder singlehtml --quiet > _build/pdf.log 2>&1 \
		|| { $(reasons) _build/pdf.log; echo "The page was not built; the full log is in _build/pdf.log."; exit 1; }
	@$(BIN)/python -m book.print _build/singlehtml _build
	@$(BIN)/python -m pytest -q tests/browser/test_printed.py -k pdf
	@echo "Two PDFs are ready. Open: file://$(ROOT)/_build/privcausal-course.pdf and privcausal-companion.pdf"

RUNTIME := $(VENV)/live

# Python as one WebAssembly program: fetched by its hash, never committed, and of no use to anything but this target.
$(RUNTIME)/.ready: book/_live/requirements.txt | $(READY)
	@rm -rf $(RUNTIME)
	@VIRTUAL_ENV=$(VENV) $(BIN)/python -m uv pip install --quiet --require-hashes --no-deps --target $(RUNTIME) -r $<
	@touch $@

.PHONY: live
live: book $(RUNTIME)/.ready ## build the book with cells that run in the page (another 125 MB, offline too)
	$(call say,live: the same book with Python beside it)
	@$(BIN)/python -m book.live $(BOOK) $(LIVEBOOK) $(RUNTIME)
	@echo "The live book is ready. Open: file://$(ROOT)/$(LIVEBOOK)/index.html"

.PHONY: epub
epub: $(READY) ## bind the book for reading devices (needs Chromium)
	$(call say,epub: every page as XML with its formulas drawn)
	@rm -rf _build/epub && mkdir -p _build
	@$(BIN)/jupyter-book build . --builder custom --custom-builder epub --quiet > _build/epub.log 2>&1 \
		|| { $(reasons) _build/epub.log; echo "The pages were not built; the full log is in _build/epub.log."; exit 1; }
	@$(BIN)/python -m book.epub _build/epub _build/privcausal.epub
	@if command -v epubcheck > /dev/null; then java -jar "$$(command -v epubcheck)" --quiet _build/privcausal.epub; \
		else echo "Not checked: epubcheck is not installed."; fi
	@$(BIN)/python -m pytest -q tests/browser/test_printed.py -k epub
	@echo "The book is ready. Open: file://$(ROOT)/_build/privcausal.epub"

.PHONY: problems
problems: $(READY) ## mark your answers to the course's problems: make problems FILE=mine.py
	@$(BIN)/python -m privcausal grade $(or $(FILE),mine.py)

# ---------------------------------------------------------------- checks

.PHONY: test
test: style ## run every check: lint, types, unit, claims, doctests, notebooks, book; coverage at least 95%
	$(call say,tests)
	@# Files in their order: the longest ones (claims) are few tests, and must not come last.
	@# Which lines were run, by probes that vanish after their first time: tracing took a third of all the time.
	@# Kernels are forked from one that has loaded the large libraries: each would spend a second and a half on them.
	@$(BIN)/python -m slipcover --json --out .coverage.json -m \
		pytest -q -n 2 --dist loadfile --no-loadscope-reorder --ignore=tests/browser --durations=20 \
		--doctest-modules -p tests.kernels --nbval --nbval-current-env \
		tests privcausal book/_ext $(wildcard book/*.py notebooks/*.ipynb)
	@$(BIN)/python -m slipcover --merge .coverage.json --out .coverage.json --fail-under 95

.PHONY: coq
coq: ## install Debian's Coq (as root)
	$(call say,coq: half a GB)
	@apt-get update -qq && apt-get install -qq --yes --no-install-recommends coq libcoq-stdlib

.PHONY: proofs
proofs: $(READY) ## have Coq check the proofs beside the claims, and their mutants (needs Debian's coq and libcoq-stdlib)
	$(call say,proofs)
	@$(BIN)/python -m privcausal proofs --fresh --recheck --jobs 2

.PHONY: fuzz
fuzz: $(READY) ## property tests with SEEDS=20 fresh seeds, EXAMPLES=100 each; what fails is kept in .hypothesis and tried first
	$(call say,fuzz)
	@$(BIN)/python -m tests.fuzz $(or $(SEEDS),20) $(or $(EXAMPLES),100)

.PHONY: sweep
sweep: $(READY) ## every command on hostile files that differ in one line, PAIRS=500 for each; goes on where it was stopped
	$(call say,sweep)
	@$(BIN)/python -m tests.sweep $(or $(PAIRS),500)

.PHONY: promises
promises: $(READY) ## what answers promise in numbers, against simulated tables in which every two features meet, TIMES=40 each; PARTS="effects power"
	$(call say,promises)
	@$(BIN)/python -m tests.promises $(or $(TIMES),40) $(PARTS)

.PHONY: mutants
mutants: $(READY) ## run mutations of the library that violate a guarantee, and check that a test fails for each
	$(call say,mutants)
	@$(BIN)/python -m tests.mutants

.PHONY: teeth
teeth: $(READY) ## which numbers of the book no check would notice if they were 5% bolder, and why
	$(call say,teeth)
	@$(BIN)/python -m tests.teeth

# Their requirements would hold back ours. uv is told the interpreter: VIRTUAL_ENV loses against the one that runs uv.
.PHONY: peers
peers: $(READY) ## compare with mbi, causal-learn and dp-accounting, in an environment of their own (1 GB)
	$(call say,peers)
	@test -x $(PEERS)/bin/python || $(BIN)/python -m venv $(PEERS)
	@$(BIN)/python -m uv pip install --quiet --python $(PEERS)/bin/python -r pyproject.toml --group peers pytest
	@$(PEERS)/bin/python -m pytest -q tests/peers

DIST := _build/dist

.PHONY: wheel
wheel: $(READY) ## build the wheel and the source distribution, and see that a second wheel has the same bytes
	$(call say,wheel: built twice)
	@rm -rf $(DIST) _build/again build
	@for folder in $(DIST) _build/again; do $(BIN)/python -m uv build --quiet --no-build-isolation --out-dir $$folder .; done
	@cmp $(DIST)/*.whl _build/again/*.whl
	@echo "Built twice, the same bytes: $$(ls $(DIST)/*.whl $(DIST)/*.gz | tr '\n' ' ')"

.PHONY: tagged
tagged: $(READY) ## refuse a TAG that is not the version which the package and the changelog name
	@test "$(TAG)" = "v$$($(BIN)/python -c 'import privcausal; print(privcausal.__version__)')" \
		|| { echo "TAG must be v and the version in privcausal/__init__.py, got $(TAG)"; exit 1; }
	@grep -q "^## $(TAG:v%=%), [0-9]" CHANGELOG.md \
		|| { echo "CHANGELOG.md must have a dated section for $(TAG:v%=%)"; exit 1; }

.PHONY: wheeltest
wheeltest: wheel ## install the wheel into empty environments, on each Python and with old and new dependencies, and try it
	$(call say,wheeltest: needs a package index)
	@$(BIN)/python -m tests.install $(DIST)

.PHONY: style
style: $(READY)
	$(call say,lint: ruff)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted; run: make format"; exit 1; }

.PHONY: lint
lint: style ## check style (ruff) and types (mypy, strict)
	$(call say,lint: mypy)
	@$(BIN)/mypy --no-error-summary -p privcausal -p book._ext

.PHONY: format
format: $(READY) ## format the code and fix what ruff can fix
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

.PHONY: verify
verify: $(READY) ## attack every claim again and rewrite the ledger
	@$(BIN)/python -m privcausal verify --jobs 2

.PHONY: experiments
experiments: $(READY) ## run the long experiments whose stored results are stale (hours; resumable)
	@$(BIN)/python -m privcausal experiments --jobs 2

.PHONY: bench
bench: $(READY) ## measure the speed of the statistics and the checks (ONLY="doors once" for some of them)
	@$(BIN)/python -m tests.bench $(ONLY)

.PHONY: browser
browser: book ## look at the built book in a real browser, network off (needs Chromium)
	$(call say,browser)
	@$(BIN)/python -m pytest -q -n 2 --dist load tests/browser

.PHONY: livetest
livetest: live ## run every cell of the course in a real browser, network off (needs Chromium; Firefox if it is there)
	$(call say,livetest)
	@$(BIN)/python -m pytest -q tests/browser/test_live.py tests/browser/test_firefox.py

.PHONY: clean
clean: ## remove everything that can be made again, the environment too
	@rm -rf _build .coverage* htmlcov .mypy_cache .ruff_cache .pytest_cache .hypothesis screenshots $(VENV) $(PEERS) *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
