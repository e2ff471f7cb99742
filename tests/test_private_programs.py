"""Private names that behave: programs of `tests/data/programs` whose outcomes TensorFlow gave."""

import pytest

import tfshim
from tests.recorded import programs

# `private_modules` is run where its modules are tested.
TOPICS = sorted(path.stem for path in programs.FOLDER.glob("private_*.py") if path.stem != "private_modules")
CASES = [pytest.param(topic, name, id=f"{topic}-{name}") for topic in TOPICS for name in programs.recorded(topic)]


pytestmark = pytest.mark.usefixtures("active")


@pytest.mark.parametrize("topic, name", CASES)
def test_program(topic, name):
    function = programs.cases(topic, tfshim)[name]
    got, recorded = programs.outcome(function, topic), programs.recorded(topic)[name]
    assert programs.lasting(got, topic) == programs.lasting(recorded, topic)
