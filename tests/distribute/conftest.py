"""What tests of strategies share."""

import pytest

import tfshim as tf
from tests.distribute.clusters import Cluster
from tfshim.config.devices import State
from tfshim.distribute import server


@pytest.fixture(scope="module")
def two_devices():
    """The CPU divided in two, as `tf.config.set_logical_device_configuration` does before devices are in use."""
    cpu = tf.config.list_physical_devices("CPU")[0]
    before = dict(State.logical)
    State.logical[cpu] = [tf.config.LogicalDeviceConfiguration()] * 2
    try:
        yield
    finally:
        State.logical.clear()
        State.logical.update(before)


@pytest.fixture
def cluster():
    made = []

    def make(workers=1, servers=1):
        made.append(Cluster(workers, servers))
        return made[-1]

    yield make
    for one in made:
        one.coordinator._cluster.stop()
        for job, i in list(one.tasks):
            one.stop(job, i)


@pytest.fixture(scope="module")
def no_server_is_left():
    """Ends the servers of this process that a module's tests have started."""
    yield
    for serving in list(server._serving):
        serving.stop()
        server._serving.remove(serving)
