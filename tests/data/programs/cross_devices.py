"""What reduces values over devices, and strategies other than MirroredStrategy, on two devices that the CPU is divided into."""

import numpy as np

try:
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
except RuntimeError:  # devices are in use already: whoever runs this has divided them
    pass
D = tf.distribute
KINDS = [D.ReductionToOneDevice(), D.NcclAllReduce(), D.NcclAllReduce(num_packs=0), D.HierarchicalCopyAllReduce(num_packs=2)]
DEVICES = ["CPU:0", "CPU:1"]


def float_(x):
    return tf.cast(x, tf.float32)


def number():
    return float_(D.get_replica_context().replica_id_in_sync_group)


def rounded(x):
    return np.round(np.asarray(x, np.float64), 4).ravel().tolist()


def case_reducing():
    for kind in KINDS:
        strategy = D.MirroredStrategy(DEVICES, cross_device_ops=kind)
        x = strategy.run(lambda: number() + tf.constant([1.0, 2.0]))
        with strategy.scope():
            v = tf.Variable([0.0, 0.0])
        print(type(kind).__name__, strategy.reduce("SUM", x, axis=None), strategy.reduce("MEAN", x, axis=None))
        with strategy.scope():
            print(kind.reduce(D.ReduceOp.SUM, x, x), kind.reduce(D.ReduceOp.MEAN, x, v), kind.reduce(D.ReduceOp.SUM, x, "CPU:1"), sep="\n")
            print(kind.batch_reduce(D.ReduceOp.SUM, [(x, v), (x, "CPU:0")]))
            print(kind.broadcast(tf.constant(3.0), v), kind.broadcast(tf.constant(3.0), "CPU:0"))


def case_of_what_is_not_distributed():
    strategy = D.MirroredStrategy(DEVICES)
    with strategy.scope():
        for kind in KINDS[:2]:
            print(kind.reduce(D.ReduceOp.MEAN, tf.constant(2.0), "CPU:0"))


def case_another_operation():
    return KINDS[0].reduce("MAX", D.MirroredStrategy(DEVICES).run(number), "CPU:0")


def case_accumulation():
    kind = D.ReductionToOneDevice("CPU:1", accumulation_fn=lambda values: tf.reduce_max(tf.stack(values), 0))
    strategy = D.MirroredStrategy(DEVICES, cross_device_ops=kind)
    x = strategy.run(lambda: number() + tf.constant([1.0, 2.0]))
    print(strategy.reduce("SUM", x, axis=None), strategy.run(lambda: D.get_replica_context().all_reduce("SUM", number() + 1.0)), sep="\n")


class Doubled(D.ReductionToOneDevice):
    def reduce_implementation(self, reduce_op, per_replica_value, destinations, options):
        made = super().reduce_implementation(reduce_op, per_replica_value, destinations, options)
        print("reduce", reduce_op)
        return tf.nest.map_structure(lambda x: x, made)

    def batch_reduce_implementation(self, reduce_op, value_destination_pairs, options):
        print("batch", reduce_op, len(value_destination_pairs))
        return super().batch_reduce_implementation(reduce_op, value_destination_pairs, options)


def case_of_ones_own():
    strategy = D.MirroredStrategy(DEVICES, cross_device_ops=Doubled())
    with strategy.scope():
        v, w = tf.Variable(1.0), tf.Variable([1.0, 2.0])
        optimizer = tf.keras.optimizers.SGD(0.5)

    def step():
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(v * w) * (number() + 1.0)
        optimizer.apply_gradients(zip(tape.gradient(y, [v, w]), [v, w]))
        return y

    x = strategy.run(step)
    print(strategy.reduce("SUM", x, axis=None), v.numpy(), w.numpy())


def case_what_is_given_is_checked():
    for make in (lambda: D.NcclAllReduce(-1), lambda: D.MirroredStrategy(DEVICES, cross_device_ops=3), lambda: D.MirroredStrategy([])):
        try:
            print(type(make()).__name__)
        except Exception as e:
            print(type(e).__name__)


def central():
    return D.experimental.CentralStorageStrategy(DEVICES, "CPU:0")


def case_devices_that_are_not_there():
    strategy = D.MirroredStrategy(["GPU:0", "GPU:7"])
    with strategy.scope():
        v = tf.Variable(1.0)
    print(strategy.num_replicas_in_sync, strategy.run(lambda: v + number()), sep="\n")


def case_central_storage():
    strategy = central()
    print(strategy.num_replicas_in_sync, strategy.extended.worker_devices, strategy.extended.parameter_devices)
    print(D.experimental.CentralStorageStrategy().num_replicas_in_sync)
    with strategy.scope():
        kept = [tf.Variable(1.0, aggregation=kind) for kind in
                (tf.VariableAggregation.SUM, tf.VariableAggregation.MEAN, tf.VariableAggregation.ONLY_FIRST_REPLICA)]
        read = tf.Variable(0.0, synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.SUM)
    print(type(kept[0]).__name__, type(read).__name__, [v.name for v in kept], strategy.experimental_local_results(kept[0])[0] is kept[0])

    def f():
        for v in kept:
            v.assign_add(number() + 1.0)
        return D.get_replica_context().all_reduce("SUM", number() + kept[0])

    print(strategy.run(f), [v.numpy() for v in kept])
    return strategy.reduce("SUM", strategy.run(lambda: number() + 1.0), axis=None)


def case_central_storage_without_aggregation():
    with central().scope():
        v = tf.Variable(1.0)
    try:
        v.distribute_strategy.run(lambda: v.assign(number()))
    except ValueError as e:
        print(str(e)[:120])


def trained(strategy, policy=None):
    with strategy.scope():
        layers = tf.keras.layers
        model = tf.keras.Sequential([
            layers.Dense(3, kernel_initializer=tf.keras.initializers.Constant(np.array([[0.5, -0.25, 1.0], [0.125, 0.75, -0.5]], np.float32)), activation="tanh", input_shape=(2,), dtype=policy),
            layers.BatchNormalization(dtype=policy), layers.Dense(1, kernel_initializer="ones", dtype="float32"),
        ])
        optimizer = tf.keras.optimizers.SGD(0.05, momentum=0.5)
        model.compile(optimizer, "mse", metrics=["mae"])
    x = np.sin(np.arange(22.0)).reshape(11, 2).astype("float32")
    y = np.cos(np.arange(11.0)).reshape(11, 1).astype("float32")
    history = model.fit(x, y, batch_size=4, epochs=3, shuffle=False, verbose=0).history
    print({k: rounded(v) for k, v in history.items()})
    print([rounded(w) for w in model.get_weights()], rounded(model.predict(x, batch_size=4, verbose=0)), rounded(model.evaluate(x, y, verbose=0)))


def case_training_with_central_storage():
    trained(central())


def case_training_on_one_device():
    trained(D.OneDeviceStrategy("CPU:1"))


def case_training_mirrored():
    trained(D.MirroredStrategy(DEVICES, cross_device_ops=D.HierarchicalCopyAllReduce(2)))


def case_mixed_precision():
    strategy = D.MirroredStrategy(DEVICES)
    with strategy.scope():
        layer = tf.keras.layers.Dense(2, dtype="mixed_bfloat16", kernel_initializer="ones")
        layer.build((None, 2))
        optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.5), dynamic=True, initial_scale=8, dynamic_growth_steps=2)
    x = strategy.experimental_distribute_values_from_function(lambda c: tf.ones([1, 2]) * (c.replica_id_in_sync_group + 1.0))

    @tf.function
    def step(x):
        def f(x):
            with tf.GradientTape() as tape:
                y = tf.reduce_sum(float_(layer(x)))
                scaled = optimizer.get_scaled_loss(y)
            gradients = optimizer.get_unscaled_gradients(tape.gradient(scaled, layer.trainable_variables))
            optimizer.apply_gradients(zip(gradients, layer.trainable_variables))
            return y
        return strategy.run(f, (x,))

    print(layer(tf.ones((1, 2))).dtype.name, layer.kernel.dtype.name)
    for _ in range(4):
        print(step(x), rounded(layer.kernel), rounded(layer.bias), optimizer.loss_scale.numpy())
    bad = strategy.experimental_distribute_values_from_function(lambda c: tf.ones([1, 2]) * (np.inf if c.replica_id_in_sync_group else 1.0))
    step(bad)
    print(rounded(layer.kernel), optimizer.loss_scale.numpy(), optimizer.iterations.numpy())
