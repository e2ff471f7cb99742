"""Two replicas: what programs print and give, as TensorFlow did, on a CPU divided in two."""

import threading

import pytest

import tfshim as tf
from tests.recorded.cases import programs
from tfshim.distribute.reducing import packed_sums
from tfshim.estimator.distribute_config import DistributeConfig


def test_older_optimizers_add_gradients_up_too(two_devices):
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        v = tf.Variable(1.0)
        optimizer = tf.keras.optimizers.legacy.SGD(0.5)

    def step(x):
        with tf.GradientTape() as tape:
            y = v * x
        optimizer.apply_gradients([(tape.gradient(y, v), v)])

    strategy.run(
        step, args=(strategy.experimental_distribute_values_from_function(lambda c: tf.constant(c.replica_id_in_sync_group + 1.0)),)
    )
    assert v.numpy() == 1.0 - 0.5 * (1.0 + 2.0) and optimizer.iterations.numpy() == 1


def test_what_would_write_twice_is_refused(two_devices):
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        v = tf.Variable([1.0, 2.0])
    rows = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
    with pytest.raises(NotImplementedError, match="MirroredVariable.scatter_add is not supported in one of several replicas"):
        strategy.run(lambda: v.scatter_add(rows))
    assert v.numpy().tolist() == [1.0, 2.0]


def test_mixed_precision_under_a_strategy(two_devices):
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    with strategy.scope():
        layer = tf.keras.layers.Dense(2, dtype="mixed_bfloat16")
        layer.build((None, 2))
    assert layer(tf.ones((1, 2))).dtype == tf.bfloat16 and layer.kernel.dtype == tf.float32


@programs(
    "replicas",
    "joint_gradients",
    "scopes_of_strategies",
    "cross_devices",
    "tf1_replicas",
    "estimator_replicas",
    "ragged_replicas",
    "enumerated_replicas",
)
def test_recorded(case, two_devices, active):
    case.check(tf)


def test_an_evaluation_counts_batches_that_are_not_enough_for_all_replicas(two_devices, tmp_path):
    v1, estimators = tf.compat.v1, tf.estimator

    def model_fn(features, mode):
        mean = v1.metrics.mean(features)
        return estimators.EstimatorSpec(mode, loss=tf.reduce_mean(features), eval_metric_ops={"mean": mean})

    config = estimators.RunConfig(eval_distribute=tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"]))
    found = estimators.Estimator(model_fn, tmp_path, config).evaluate(
        lambda: tf.data.Dataset.from_tensor_slices(list(map(float, range(10)))).batch(2)
    )
    assert found["mean"] == found["loss"] == 4.5


def test_clusters_that_an_estimator_does_not_train_on_are_refused(two_devices, monkeypatch):
    config, strategy = tf.estimator.RunConfig, tf.distribute.MirroredStrategy(["/cpu:0"])
    both = DistributeConfig(strategy, remote_cluster={"worker": ["localhost:1"]})
    with pytest.raises(NotImplementedError, match="`remote_cluster` of `experimental_distribute` is not supported"):
        config(experimental_distribute=both)
    monkeypatch.setenv("TF_CONFIG", '{"cluster": {"worker": ["a:1", "b:1"]}, "task": {"type": "worker", "index": 0}}')
    with pytest.raises(NotImplementedError, match="MirroredStrategy is not supported for a cluster in TF_CONFIG"):
        config(train_distribute=strategy)


def test_batches_of_replicas_within_a_function(two_devices):
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    batches = strategy.distribute_datasets_from_function(lambda _: tf.data.Dataset.range(10).batch(2))

    @tf.function
    def total():
        found = tf.constant(0, tf.int64)
        for x in batches:
            found += strategy.reduce("SUM", strategy.run(tf.reduce_sum, (x,)), None)
        return found

    assert total().numpy() == 45 and [len(x.values[1]) for x in batches] == [2, 2, 0]


def test_fit_takes_distributed_datasets(two_devices):
    strategy = tf.distribute.MirroredStrategy()
    x = tf.reshape(tf.range(16.0), (8, 2)) / 16
    dataset = tf.data.Dataset.from_tensor_slices((x, tf.ones((8, 1)))).batch(4)
    losses = []
    creator = tf.keras.utils.experimental.DatasetCreator(lambda _: dataset)
    for given in (dataset, strategy.experimental_distribute_dataset(dataset), creator):
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
            model.compile("sgd", "mse")
        losses.append(model.fit(given, steps_per_epoch=2, verbose=0).history["loss"])
    assert losses[0] == losses[1] == losses[2]
    with pytest.raises(ValueError, match="you must specify the number of steps to run"):
        model.fit(strategy.experimental_distribute_dataset(dataset))
    own = strategy.distribute_datasets_from_function(lambda _: dataset)
    with pytest.raises(NotImplementedError, match="distribute_datasets_from_function is not supported with several replicas"):
        model.fit(own, steps_per_epoch=1)


def test_replicas_of_a_traced_function_run_side_by_side(two_devices):
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    with strategy.scope():
        w, seen = (
            tf.Variable([[2.0]]),
            tf.Variable(0.0, synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.SUM),
        )
    met = threading.Barrier(2)

    def meet(x):
        met.wait(60)  # raises unless both come
        return x

    @tf.function
    def step(x, fail):
        def f(x):
            with tf.GradientTape() as tape:
                y = tf.matmul(tf.numpy_function(meet, [x], tf.float32, stateful=False), w)
                y.set_shape((None, 1))
                total = tf.reduce_sum(tf.nn.dropout(y, 0.5, seed=3))
            seen.assign_add(total)
            tf.debugging.assert_less(tf.reduce_max(x), fail)
            return tape.gradient(total, w)

        return strategy.reduce("SUM", strategy.run(f, (x,)), None)

    x = strategy.experimental_distribute_values_from_function(lambda c: tf.ones((4, 1)) * (c.replica_id_in_sync_group + 1.0))
    gradient = step(x, 5.0)
    assert seen.numpy() == 2 * gradient.numpy().item() and gradient.numpy().item() in range(0, 25, 2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="x < y"):
        step(x, 2.0)
    with tf.GradientTape() as tape:  # which records in this thread: one replica after the other
        met.reset()
        met = threading.Barrier(1)
        tape.gradient(step(x, 5.0), w)


def test_replicas_that_see_each_others_writes_run_in_turn(two_devices):
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    plain, w = tf.Variable(1.0), tf.constant([[1.0]])

    @tf.function
    def step():
        def f():
            plain.assign(plain * 2.0 + tf.reduce_sum(tf.matmul(w, w)))
            return plain.read_value()

        return strategy.run(f)

    assert [[float(v) for v in step().values] for _ in range(2)] == [[3.0, 7.0], [15.0, 31.0]]


def test_sums_in_packs():
    values = [[tf.constant([1.0, 2.0]) * i, tf.constant([[3.0], [4.0]]) + i] for i in range(3)]
    for count in (1, 2, 5):
        made = packed_sums(list(zip(*values)), count)
        assert [m.numpy().tolist() for m in made] == [[3.0, 6.0], [[12.0], [15.0]]]
