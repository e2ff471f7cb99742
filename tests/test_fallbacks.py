"""Programs that ask for a GPU, a TPU or a library and go on without it: they get TensorFlow's exceptions and results."""

import sys

import pytest

import tfshim
from tests.recorded.cases import programs


@pytest.fixture(scope="module")
def active():
    before = {name: module for name, module in sys.modules.items() if name.split(".")[0] in ("tensorflow", "keras")}
    tfshim.activate(force=True)
    yield
    tfshim.deactivate()
    sys.modules.update(before)


@pytest.fixture
def no_policy():
    yield
    tfshim.keras.mixed_precision.set_global_policy(None)


@pytest.mark.usefixtures("active", "no_policy")
@programs("fallbacks")
@pytest.mark.filterwarnings("ignore")
def test_recorded(case, monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython.core.magics.namespace", raising=False)  # by which Keras knows a notebook
    case.check(tfshim)
