# Everything a reader needs is two words: `make run`, `make test`.
PYTHON ?= python3
VENV   ?= .venv
TORCH_VENV ?= .venv-torch
BIN    := $(VENV)/bin
JOBS   ?= 2
# A process that dies is not replaced, since its tests would be waited for.
DEAD_WORKERS := --max-worker-restart=0
# Test processes share the cores, on which the idle threads of a BLAS would wait actively.
unit meaning conformance conformance-executor: export OPENBLAS_NUM_THREADS := 1
# Compiling the package and the tests anew costs each process seconds.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test lit unit mutations meaning meaning-fresh fuzz lint types conformance conformance-executor judge judge-report survey survey-native survey-zoo browser wheel site bless-docs bench clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: $(VENV)/.installed ## install into .venv, then take two TorchScript graphs to native code
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/tour.sh

test: lit unit ## everything that needs no PyTorch: lit, then pytest

lit: $(VENV)/.installed-test ## the FileCheck tests of tests/lit
	@$(BIN)/lit -j $(JOBS) --order=lexical tests/lit

# One process more than cores: tests of processes, forks and threads wait for them.
unit: $(VENV)/.installed-test ## the pytest suite of tests/unit
	@$(BIN)/python -m pytest -n $$(($(JOBS) + 1)) $(DEAD_WORKERS) --dist loadgroup

mutations: $(VENV)/.installed-test ## 20,000 damaged archives, in place of the 2,000 of `unit`
	@TS_ARCHIVE_MUTATIONS=20000 $(BIN)/python -m pytest tests/unit/test_archive_mutations.py tests/unit/test_load_mutations.py

meaning: $(VENV)/.installed-test ## random programs and the corpus through every pass: it means the same before and after
	@$(BIN)/python -m pytest -n $(JOBS) $(DEAD_WORKERS) --dist loadgroup tests/meaning

meaning-fresh: $(VENV)/.installed-test ## the same with programs that no run has seen
	@seed=$$($(BIN)/python -c 'import random; print(random.randrange(2**31))'); \
	echo "TS_MEANING_SEED=$$seed"; TS_MEANING_SEED=$$seed $(MAKE) meaning

fuzz: $(VENV)/.installed-test ## random programs without end, with progress; differences go to build/fuzz
	@PYTHONPATH=tests/unit $(BIN)/python tests/meaning/fuzz.py

lint: $(VENV)/.installed-dev ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

# The folders carry other names than the packages, so the checker is shown a tree with the
# packages' names; it is copied, as pyright does not walk links.
types: $(VENV)/.installed-dev ## pyright, strict
	@rm -rf build/typecheck && mkdir -p build/typecheck
	@cp -R api build/typecheck/xdsl_torchscript
	@cp -R dialects frontend lowering runtime tools build/typecheck/xdsl_torchscript/
	@$(BIN)/pyright --pythonpath $(BIN)/python

conformance: $(TORCH_VENV)/.installed ## compare with PyTorch 2.13, installed beside, never into .venv
	@$(TORCH_VENV)/bin/python -m pytest -n $(JOBS) $(DEAD_WORKERS) --dist loadgroup tests/conformance

# Kernels and the parts of composite operators may round differently.
REPEATED := tests/conformance tests/unit/test_zoo.py tests/unit/test_script_programs.py

conformance-executor: $(TORCH_VENV)/.installed ## the same, each call repeated by executors; takes an hour
	@TS_TEST_CALLS=3 $(TORCH_VENV)/bin/python -m pytest -n $(JOBS) $(DEAD_WORKERS) --dist loadgroup $(REPEATED)
	@TS_TEST_CALLS=3 TS_TEST_NATIVE=0 TS_TEST_CHECKS=0.3 $(TORCH_VENV)/bin/python -m pytest -n $(JOBS) $(DEAD_WORKERS) --dist loadgroup $(REPEATED)
	@TS_TEST_CALLS=3 TS_TEST_NATIVE=0 TS_TEST_CHECKS=1 $(TORCH_VENV)/bin/python -m pytest -n $(JOBS) $(DEAD_WORKERS) --dist loadgroup $(REPEATED)
	@TS_TEST_CALLS=2 TS_TEST_NATIVE=0 TS_TEST_ENGINE=specialize $(TORCH_VENV)/bin/python -m pytest -n $(JOBS) $(DEAD_WORKERS) --dist loadgroup $(REPEATED)

browser: $(VENV)/.installed-test ## the page of ts.explain in Chromium, which must be installed; pictures go to build/browser
	@$(BIN)/python -m pytest tests/browser

wheel: ## build the wheel, install it alone, use it from plain xdsl-opt
	@PYTHON=$(PYTHON) sh tests/wheel/check.sh

site: $(VENV)/.installed-docs ## the documentation as a site, in build/site; broken links fail
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bless-docs: $(VENV)/.installed-test ## run the commands in README and docs again, write what they print, the generated pages and the stub
	@$(BIN)/python tests/unit/console_blocks.py README.md docs/*.md
	@$(BIN)/python tests/unit/operators_page.py
	@$(BIN)/python tests/unit/passes_page.py
	@$(BIN)/python tests/unit/api_stub.py
	@$(BIN)/python tests/unit/api_page.py

judge: $(TORCH_VENV)/.installed ## PyTorch's passes as a judge of ours, on the whole corpus and 1,000 random programs
	@TS_JUDGE=all $(TORCH_VENV)/bin/python -m pytest tests/conformance/passes

judge-report: $(TORCH_VENV)/.installed ## the share of graphs in which each pass leaves nothing, as build/judge.md; half an hour on two cores
	@mkdir -p build && $(TORCH_VENV)/bin/python tests/conformance/passes/report.py --random 1000 --jobs $(JOBS) > build/judge.md

survey: $(TORCH_VENV)/.installed ## ask all samples of PyTorch's operator database, and record the verdicts
	@$(TORCH_VENV)/bin/python tests/conformance/operators/survey.py --record --out build/survey.jsonl

survey-native: $(TORCH_VENV)/.installed ## which first samples of that database run as machine code, and why the others do not
	@$(TORCH_VENV)/bin/python tests/conformance/operators/survey.py --engine native --most 1 --variants function --dtypes float32,int64 --out build/survey-native.jsonl

survey-zoo: $(VENV)/.installed-test ## the share of tensor operators in the zoo's models that run as machine code
	@$(BIN)/python tests/unit/zoo_operators.py

bench: $(TORCH_VENV)/.installed ## benchmarks against PyTorch and what other peers are installed, paired
	@mkdir -p build && $(TORCH_VENV)/bin/python -m benchmarks --json build/race.json --plot build/race.svg
	@$(TORCH_VENV)/bin/python benchmarks/pointwise.py
	@$(TORCH_VENV)/bin/python benchmarks/products.py
	@$(TORCH_VENV)/bin/python benchmarks/loops.py
	@$(TORCH_VENV)/bin/python benchmarks/forks.py
	@$(TORCH_VENV)/bin/python benchmarks/zoo.py
	@$(TORCH_VENV)/bin/python benchmarks/interpreter.py
	@$(TORCH_VENV)/bin/python benchmarks/startup.py
	@$(TORCH_VENV)/bin/python benchmarks/load.py
	@$(TORCH_VENV)/bin/python benchmarks/resnet18.py
	@$(TORCH_VENV)/bin/python benchmarks/warmup.py
	@$(TORCH_VENV)/bin/python benchmarks/compile_time.py

clean: ## remove the environments and what was built
	@rm -rf $(VENV) $(TORCH_VENV) build dist *.egg-info

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# The extra alone, without building the package a second time.
DOCS_EXTRA := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"])
$(VENV)/.installed-docs: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile $$($(BIN)/python -c '$(DOCS_EXTRA)')
	@touch $@

$(TORCH_VENV)/.installed: pyproject.toml
	@$(PYTHON) -m venv $(TORCH_VENV)
	@$(TORCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check torch==2.13.0 expecttest
	@$(TORCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@
