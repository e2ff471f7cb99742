# Every target makes its own environment in .venv. `make clean` removes it and everything else that was made.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
DEMO := build/digits.ipynb
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests are many small tensors: more threads only wait for each other.
test: export OMP_NUM_THREADS := 1

.PHONY: demo test lint bench install clean

demo: $(INSTALLED)
	$(PY) -m tfshim tutorials/digits.ipynb -o $(DEMO)
	@echo "The executed notebook, with its plot, is $(CURDIR)/$(DEMO)"

test: $(INSTALLED)
	$(PY) -m pytest -n 2 tests

lint: $(INSTALLED)
	$(PY) -m ruff check .

bench: $(INSTALLED)
	$(PY) scripts/benchmark.py $(BENCH_ARGS)

install: $(INSTALLED)

$(INSTALLED): setup.cfg pyproject.toml constraints.txt
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[test,lint]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
