"""What tests of strategies share."""

import pytest

from tests.distribute.clusters import Cluster
from tfshim.distribute import server


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
