"""Programs that ask for a GPU, a TPU or a library and go on without it: they get the exceptions and answers of TensorFlow."""

import sys

import pytest

import tfshim
from tests.recorded_programs import cases, outcome, recorded

EXPECTED = recorded("fallbacks")


@pytest.fixture(scope="module")
def programs():
    before = {name: module for name, module in sys.modules.items() if name.split(".")[0] in ("tensorflow", "keras")}
    tfshim.activate(force=True)
    yield cases("fallbacks", tfshim)
    tfshim.deactivate()
    sys.modules.update(before)


@pytest.fixture
def no_policy():
    yield
    tfshim.keras.mixed_precision.set_global_policy(None)


@pytest.mark.usefixtures("no_policy")
@pytest.mark.parametrize("name", sorted(EXPECTED))
@pytest.mark.filterwarnings("ignore")
def test_recorded(programs, name):
    # What TensorFlow logs beside it, of its speed and its own state, is not imitated: the last line is the result.
    assert outcome(programs[name], "fallbacks")[-1] == EXPECTED[name][-1]
