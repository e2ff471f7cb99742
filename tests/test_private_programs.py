"""Private names that behave: programs of `tests/data/programs` whose outcomes TensorFlow gave."""

import pytest

import tfshim
from tests.recorded.cases import programs
from tests.recorded.programs import FOLDER

pytestmark = pytest.mark.usefixtures("active")


# `private_modules` is run where its modules are tested.
@programs(*sorted(path.stem for path in FOLDER.glob("private_*.py") if path.stem != "private_modules"))
def test_recorded(case):
    case.check(tfshim)
