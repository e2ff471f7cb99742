"""Tasks of a cluster that end while others use them."""

import gc

import pytest

import tfshim as tf
from tests.distribute.clusters import free_address

D = tf.distribute


@tf.function
def number():
    return D.coordinator.experimental_get_current_worker_index()


def test_what_a_lost_worker_ran_another_one_runs(cluster):
    cluster = cluster(workers=2)
    v = cluster.variable(0.0)

    @tf.function
    def count():
        v.assign_add(1.0)
        return D.coordinator.experimental_get_current_worker_index()

    cluster.run(count)
    made = [cluster.coordinator.schedule(count) for _ in range(5)]
    cluster.stop("worker", 0)
    made += [cluster.coordinator.schedule(count) for _ in range(15)]
    cluster.coordinator.join()
    assert {int(r.fetch()) for r in made[10:]} == {1}
    # At least once, as in TensorFlow: what a worker had done when it was lost is done again.
    assert 21 <= v.numpy() <= 22


def test_a_worker_that_is_there_again_is_used_with_its_own_datasets(cluster):
    cluster = cluster()
    iterator = iter(cluster.coordinator.create_per_worker_dataset(lambda: tf.data.Dataset.range(3)))

    @tf.function
    def following(iterator):
        return next(iterator)

    assert [cluster.run(following, iterator) for _ in range(2)] == [0, 1]
    cluster.stop("worker", 0)
    waiting = cluster.coordinator.schedule(following, args=(iterator,))
    assert not cluster.coordinator.done()
    cluster.start("worker", 0)
    assert waiting.fetch() == 0  # the dataset was made anew


def test_a_lost_parameter_server_ends_training(cluster):
    cluster = cluster()
    v = cluster.variable(0.0)

    @tf.function
    def count():
        v.assign_add(1.0)

    cluster.run(count)
    cluster.stop("ps", 0)
    with pytest.raises(tf.errors.UnavailableError, match="/job:ps/replica:0/task:0"):
        cluster.run(count)
    with pytest.raises(tf.errors.UnavailableError, match="/job:ps/replica:0/task:0"):
        v.numpy()
    assert cluster.run(number) == 0  # what does not use it still runs
    cluster.start("ps", 0)  # without what the other one kept
    with pytest.raises(tf.errors.UnavailableError, match="/job:ps/replica:0/task:0"):
        cluster.run(count)


def test_an_error_cancels_what_waits(cluster):
    cluster = cluster()

    @tf.function
    def fails(x):
        return tf.debugging.check_numerics(x, "number")

    made = [cluster.coordinator.schedule(fails, args=(tf.constant(float("nan")),))]
    with pytest.raises(tf.errors.InvalidArgumentError):
        for _ in range(1000):
            made.append(cluster.coordinator.schedule(number))
        cluster.coordinator.join()
    with pytest.raises(tf.errors.InvalidArgumentError):
        made[0].fetch()
    for r in made[1:]:
        try:
            assert r.fetch() == 0
        except tf.errors.CancelledError:
            break
    assert cluster.run(number) == 0


def test_a_cluster_in_one_process():
    workers, servers = tf.test.create_local_cluster(2, 1, worker_config=tf.compat.v1.ConfigProto(inter_op_parallelism_threads=3))
    try:
        about = workers[1].server_def
        assert (about.job_name, about.task_index, about.protocol) == ("worker", 1, "grpc")
        assert about.default_session_config.inter_op_parallelism_threads == 3
        assert workers[1].target == "grpc://" + tf.train.ClusterSpec(about.cluster).task_address("worker", 1)
        strategy = D.ParameterServerStrategy(D.cluster_resolver.SimpleClusterResolver(tf.train.ClusterSpec(about.cluster)))
        with strategy.scope():
            assert tf.Variable(2.0).numpy() == 2.0
    finally:
        for server in (*workers, *servers):
            server._stop()


@pytest.mark.parametrize(
    "arguments, error",
    [
        ((None,), TypeError),
        (({"a": ["localhost:0"], "b": ["localhost:0"]},), ValueError),
        (({"a": ["localhost:0", "localhost:0"]},), ValueError),
        (({"a": ["localhost:0"]}, "b", 0), tf.errors.InternalError),
        (({"a": ["localhost:0"]}, "a", 3), tf.errors.InternalError),
        (({"a": ["nonsense"]},), tf.errors.InvalidArgumentError),
        (({"a": ["localhost:0"]}, None, None, "other"), tf.errors.NotFoundError),
    ],
)
def test_servers_that_cannot_be(arguments, error):
    with pytest.raises(error):
        D.Server(*arguments)


def test_a_port_in_use():
    first = D.Server({"a": [free_address()]})
    try:
        with pytest.raises(tf.errors.UnknownError, match="Could not start gRPC server"):
            D.Server({"a": [first.server_def.cluster.job[0].tasks[0]]})
    finally:
        first._stop()


def test_what_nobody_refers_to_is_forgotten(cluster):
    cluster = cluster()
    worker, server = (cluster.tasks[job, 0]._task.task for job in ("worker", "ps"))
    v = cluster.variable(1.0)
    iterator = iter(cluster.coordinator.create_per_worker_dataset(lambda: tf.data.Dataset.range(3)))
    assert len(server._resources) == 1 and len(worker._resources) == 2
    del v, iterator
    gc.collect()
    # Later calls of a connection may overtake earlier ones.
    for _ in range(1000):
        if not server._resources and not worker._resources:
            break
        cluster.run(number)
    assert not server._resources and not worker._resources
