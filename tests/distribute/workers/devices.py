"""A small model under one of several strategies, by its name in test_gpus: `devices.py NAME`; it prints losses, weights and devices."""

import sys

import numpy as np
import tensorflow as tf

D = tf.distribute
HOW = sys.argv[1]
GPUS, CPUS = tf.config.list_physical_devices("GPU"), tf.config.list_physical_devices("CPU")
if "divided" in HOW:
    tf.config.set_logical_device_configuration(GPUS[0], [tf.config.LogicalDeviceConfiguration(limit) for limit in (2048, 1024)])
if HOW == "cpus":
    tf.config.set_logical_device_configuration(CPUS[0], [tf.config.LogicalDeviceConfiguration()] * 2)
MIXED = ["GPU:0", "CPU:0"]
strategy = {
    "divided": D.MirroredStrategy,
    "divided packs": lambda: D.MirroredStrategy(cross_device_ops=D.NcclAllReduce(2)),
    "mixed": lambda: D.MirroredStrategy(MIXED),
    "mixed packs": lambda: D.MirroredStrategy(MIXED, D.HierarchicalCopyAllReduce(2)),
    "cpu first": lambda: D.MirroredStrategy(MIXED[::-1]),
    "central": lambda: D.experimental.CentralStorageStrategy(MIXED, "CPU:0"),
    "cpus": lambda: D.MirroredStrategy(["CPU:0", "CPU:1"]),
    "workers": D.MultiWorkerMirroredStrategy,
    "one": lambda: D.OneDeviceStrategy("GPU:0"),
}[HOW]()
print(strategy.num_replicas_in_sync, [d.name for d in tf.config.list_logical_devices("GPU")])
random = np.random.RandomState(0)


def begun(*shape):
    return tf.keras.initializers.Constant(random.rand(*shape).astype("float32") - 0.5)


with strategy.scope():
    L = tf.keras.layers
    model = tf.keras.Sequential(
        [
            L.Input((8, 8, 1)),
            L.Conv2D(4, 3, activation="relu", kernel_initializer=begun(3, 3, 1, 4)),
            L.BatchNormalization(momentum=0.8),
            L.Flatten(),
            L.Dense(3, kernel_initializer=begun(144, 3)),
        ]
    )
    model.compile(tf.keras.optimizers.Adam(0.01), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    v = tf.Variable([1.0, 2.0])
x, y = random.rand(44, 8, 8, 1).astype("float32"), random.randint(0, 3, 44)
history = model.fit(x, y, batch_size=8, epochs=3, shuffle=False, verbose=0).history
model.predict(x, batch_size=8, verbose=0)


def step(x):
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(v * v * tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group + 1, tf.float32))
    g = tape.gradient(total, v)
    return total, tf.distribute.get_replica_context().all_reduce("SUM", g), tf.zeros([2]) + x


for run in (step, tf.function(step)):
    total, g, made = strategy.run(run, (tf.constant(1.0),))
    devices = [t.device.split("/")[-1] for t in strategy.experimental_local_results(made)]
    print(devices, [t.numpy().tolist() for t in strategy.experimental_local_results(g)], strategy.reduce("SUM", total, None).numpy())
print("losses", history["loss"], history["accuracy"])
print("weights", [float(np.abs(w).sum()) for w in model.get_weights()])
