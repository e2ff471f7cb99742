# Every target makes its own environment in .venv. `make clean` removes it and everything else that was made.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
OLDEST := .venv-oldest
OLDEST_INSTALLED := $(OLDEST)/.installed
# The oldest Python that is supported, if there is one; the first of these that runs.
OLDEST_PYTHON ?= $(shell for p in python3.10 "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.10.*/bin/python $(PYTHON); do \
	"$$p" -c '' 2>/dev/null && echo "$$p" && break; done)
OLDEST_TESTS ?= tests
# Not those that call single stages of a pipeline, which only an iterator runs on the processor.
DEVICE_TESTS ?= tests/data_pipeline --ignore tests/data_pipeline/test_row_forms.py
DEMO := build/digits.ipynb
RELEASE := build/release
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests are many small tensors: more threads only wait for each other.
test test-device test-oldest: export OMP_NUM_THREADS := 1

.PHONY: demo test test-device test-oldest docs release lint format tables bench clients fuzz stubs install clean

demo: $(INSTALLED)
	$(PY) -m tfshim tutorials/digits.ipynb -o $(DEMO)
	@echo "The executed notebook, with its plot, is $(CURDIR)/$(DEMO)"

test: $(INSTALLED)
	$(PY) -m pytest -n 2 --dist worksteal tests

# The same with the oldest of everything that setup.cfg allows. OLDEST_TESTS chooses a part.
test-oldest: $(OLDEST_INSTALLED)
	$(OLDEST)/bin/python -m pytest -n 2 $(OLDEST_TESTS)

# A part of the tests with their tensors on a second device, which a C++ compiler builds once.
test-device: $(INSTALLED)
	$(PY) -c "import tests.simulated_device"
	$(PY) -m pytest -n 2 --dist worksteal -p tests.simulated_device $(DEVICE_TESTS)

# The site, below build/site; a broken link or anchor is an error. What the variable silences is an advertisement.
docs: $(INSTALLED)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet --strict
	@echo "The documentation begins at $(CURDIR)/build/site/index.html"

# The wheel and the archive of the sources, checked, and the wheel installed and tried in an environment of its own.
release: $(INSTALLED)
	rm -rf $(RELEASE)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[release]'
	$(PY) -m build --quiet --outdir $(RELEASE) .
	$(PY) -m twine check --strict $(RELEASE)/*
	$(PYTHON) -m venv $(RELEASE)/environment
	$(RELEASE)/environment/bin/python -m pip install --quiet --constraint constraints.txt $(RELEASE)/*.whl
	cd $(RELEASE) && environment/bin/tfshim doctor
	cd $(RELEASE) && echo "import tensorflow as tf; print(tf.keras.layers.Dense(1)(tf.ones([2, 3])).shape)" | environment/bin/tfshim -

lint: $(INSTALLED)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: $(INSTALLED)
	$(PY) -m ruff check --select I --fix .
	$(PY) -m ruff format .

# The tables of public names, from the declarations `tf_export` in the sources.
tables: $(INSTALLED)
	$(PY) scripts/make_tables.py

bench: $(INSTALLED)
	$(PY) scripts/benchmark.py $(BENCH_ARGS)

# Libraries built on TensorFlow, installed without it below build/clients: their imports, programs and own tests.
clients: $(INSTALLED)
	$(PY) scripts/run_clients.py $(CLIENTS_ARGS)

fuzz: $(INSTALLED)
	$(PY) scripts/fuzz_files.py $(FUZZ_ARGS)

# After a public name of a package whose names load late has come or gone.
stubs: $(INSTALLED)
	$(PY) scripts/make_stubs.py

install: $(INSTALLED)

$(INSTALLED): setup.cfg pyproject.toml constraints.txt
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[test,lint]'
	touch $@

$(OLDEST_INSTALLED): setup.cfg pyproject.toml constraints-oldest.txt
	test -x $(OLDEST)/bin/python || $(OLDEST_PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --constraint constraints-oldest.txt --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV) $(OLDEST) build *.egg-info .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
