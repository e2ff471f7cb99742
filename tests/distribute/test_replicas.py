"""Two replicas: what programs print and give, as TensorFlow did, on a CPU divided in two."""

import pytest

import tfshim as tf
from tests.recorded.cases import programs
from tfshim.config.devices import State


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


@programs("replicas")
def test_recorded(case, two_devices, active):
    case.check(tf)


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
