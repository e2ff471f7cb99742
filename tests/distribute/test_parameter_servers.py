"""Parameter servers and a coordinator: what programs print and give, as TensorFlow did."""

import pytest

import tfshim as tf
from tests.recorded.cases import programs

pytestmark = pytest.mark.usefixtures("no_server_is_left")


@programs("parameter_servers")
def test_as_in_tensorflow(case):
    case.check(tf)
