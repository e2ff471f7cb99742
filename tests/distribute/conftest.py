"""What tests of strategies share."""

import pytest

from tests.distribute.clusters import Cluster


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
