"""What scopes of strategies tell and refuse. Recorded in a process of its own."""

import re

try:
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
except RuntimeError:  # devices are in use already: whoever runs this has divided them
    pass
D = tf.distribute
strategy = D.MirroredStrategy(["CPU:0", "CPU:1"])


def told(function):
    """The error that `function` raises, without addresses and values."""
    try:
        return function()
    except Exception as e:
        return type(e).__name__, re.sub(r"numpy=.*?\)>", "numpy=)>", re.sub(r"0x\w+", "0x", str(e)), flags=re.S)


def network():
    return tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), name="last")], name="network")


def case_variables_of_a_model_made_outside():
    model = network()
    with strategy.scope():
        return told(lambda: model.compile("sgd", "mse"))


def case_metrics_made_outside():
    metric = tf.keras.metrics.Mean()
    with strategy.scope():
        model = network()
        print(told(lambda: model.compile("sgd", "mse", metrics=[metric])))
        inside = tf.keras.metrics.Mean()
        print(model.compile("sgd", "mse", metrics=[inside]), model.compile("sgd", "mse", metrics=["mae"]))
    return told(lambda: network().compile("sgd", "mse", metrics=[inside]))


def case_first_optimizers_made_outside():
    optimizer = tf.keras.optimizers.legacy.SGD()
    print(optimizer.iterations.dtype)
    with strategy.scope():
        model = network()
        print(told(lambda: model.compile(optimizer, "mse")))
        return model.compile(tf.keras.optimizers.legacy.SGD(), "mse")


def case_compiled_outside():
    with strategy.scope():
        model = network()
    return model.compile("sgd", "mse")


def case_within_a_replica():
    def scope():
        with strategy.scope():
            return 1

    print(told(lambda: strategy.run(lambda: strategy.run(lambda: 1))))
    print(told(lambda: strategy.run(scope)))
    return told(lambda: strategy.run(lambda: strategy.reduce("SUM", 1.0, axis=None)))


def case_no_values_of_replicas():
    return told(lambda: strategy.reduce("SUM", tf.constant(3.0), axis=None))


def case_values_of_replicas_as_tensors():
    values = strategy.experimental_distribute_values_from_function(
        lambda context: tf.constant([1.0, 2.0]) + context.replica_id_in_sync_group
    )
    print(told(lambda: tf.reduce_sum(values)), told(lambda: tf.convert_to_tensor(values)))
    with strategy.scope():
        print(told(lambda: tf.add(values, 1.0)))
    return strategy.run(lambda: tf.reduce_sum(values))


def case_synchronization():
    kinds = tf.VariableSynchronization
    with strategy.scope():
        made = [tf.Variable(1.0, synchronization=kind) for kind in (kinds.AUTO, kinds.ON_WRITE, kinds.ON_READ)]
    return [v.synchronization.name for v in made], [w.synchronization.name for w in network().weights]


def case_contexts():
    print(repr(D.get_replica_context().replica_id_in_sync_group), D.in_cross_replica_context())
    with strategy.scope():
        v = tf.Variable(1.0)
    print(strategy.extended.reduce_to("SUM", strategy.run(lambda: v * 2.0), v))
    return strategy.experimental_distribute_values_from_function(str)


def case_chosen_for_all():
    D.experimental_set_strategy(strategy)
    try:
        print(
            D.get_strategy() is strategy, D.in_cross_replica_context(), type(tf.Variable(2.0)).__name__, type(network().weights[0]).__name__
        )
    finally:
        D.experimental_set_strategy(None)
    return D.has_strategy(), type(tf.Variable(2.0)).__name__


def case_one_value_is_its_own_group():
    one = D.OneDeviceStrategy("/cpu:0")
    print(one.group(tf.constant(1)), one.group(3), one.group(tf.constant(1), name="named"), strategy.group(tf.constant(2)))
    with tf.Graph().as_default():
        return one.group(tf.constant(1, name="made")).name, one.group(tf.constant(1), name="named").name
