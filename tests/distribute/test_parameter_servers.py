"""Parameter servers and a coordinator: what programs print and give, as TensorFlow did."""

import pytest

import tfshim as tf
from tests.recorded.cases import programs
from tfshim.distribute import server


@pytest.fixture(scope="module", autouse=True)
def no_server_is_left():
    yield
    for serving in list(server._serving):
        serving.stop()
        server._serving.remove(serving)


@programs("parameter_servers")
def test_as_in_tensorflow(case):
    case.check(tf)
