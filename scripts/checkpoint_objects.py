"""Objects whose checkpoints TensorFlow and tfshim read of each other; run by `check_checkpoints.py` in each of the two.

PYTHON scripts/checkpoint_objects.py write|read tensorflow|tfshim FOLDER

`write` saves each object after 3 steps and what it computes, then and after one more step; `read` makes it anew, restores it, and prints
a line of JSON for each: its name, and what differs.
"""

import json
import os
import sys

import numpy as np
from progress import progress

MODE, WHICH, FOLDER = sys.argv[1:4]
WRITER = os.path.basename(FOLDER)  # which of the two wrote what is read
if WHICH == "tfshim":
    import tfshim

    tfshim.activate()
    tfshim.set_checkpoint_format("tensorflow")
import tensorflow as tf  # noqa: E402

L, LEGACY, NEW, V1 = tf.keras.layers, tf.keras.optimizers.legacy, tf.keras.optimizers, tf.compat.v1
X = np.linspace(-1, 1, 24, dtype="float32").reshape(4, 6)
Y = np.linspace(0, 1, 4, dtype="float32").reshape(4, 1)


def module():
    m = tf.Module(name="m")
    m.a, m.b = tf.Variable([1.0, 2.0]), tf.Variable(3, dtype=tf.int64)
    m.items = [tf.Variable([0.5]), {"k": tf.Variable(1.5), "a/b.c": tf.Variable(2.5)}, (tf.Variable(True), tf.Variable(["x", ""]))]

    def step():
        m.a.assign_add([0.5, 1.0])
        m.items[1]["k"].assign_add(1.0)
        return [m.a, m.b, m.items[1]["k"], m.items[0][0]]

    return {"m": m}, step


def trained(make, optimizer):
    def build():
        model = make()
        o = optimizer()
        rng = np.random.default_rng(0)
        model.set_weights([rng.uniform(0.1, 0.5, w.shape).astype(w.dtype) for w in model.get_weights()])

        def step():
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(X) - Y) ** 2)
            o.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
            return [loss, *model.trainable_variables]

        return {"model": model, "optimizer": o}, step

    return build


def dense():
    return tf.keras.Sequential([L.Dense(5, activation="tanh", input_shape=(6,)), L.Dense(1)])


def deep():
    i = L.Input((6,))
    x = L.Reshape((3, 2))(i)
    x = L.Conv1D(4, 2)(x)
    x = L.LSTM(3, return_sequences=True)(x)
    x = L.Bidirectional(L.GRU(2))(x)
    x = L.LayerNormalization()(L.BatchNormalization()(x))
    return tf.keras.Model(i, L.Dense(1)(x))


class Own(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.blocks = [L.Dense(4), L.Dense(4)]
        self.last = {"out": L.Dense(1)}

    def call(self, x):
        for block in self.blocks:
            x = tf.nn.relu(block(x))
        return self.last["out"](x)


def own():
    model = Own()
    model(X)
    return model


def tables():
    t = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    d = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, -1.0, empty_key=-1, deleted_key=-2)
    n = tf.Variable(0, dtype=tf.int64)

    def step():
        n.assign_add(1)
        t.insert(tf.strings.as_string([n]), [n * 2])
        d.insert([n], [tf.cast(n, tf.float32)])
        return [t.lookup(tf.constant(["1", "2", "3", "4", "5"])), d.lookup(tf.range(5, dtype=tf.int64))]

    return {"t": t, "d": d, "n": n}, step


def generators():
    g = tf.random.Generator.from_seed(5)
    return {"g": g}, lambda: [g.normal([3])]


def iterators():
    i, v = iter(tf.data.Dataset.range(20).map(lambda x: x * 2).batch(2)), tf.Variable(0.0)

    def step():
        v.assign_add(1.0)
        now = next(i)
        # Its place crosses neither way; what is beside it does.
        return [v, now] if MODE == "write" or WRITER == WHICH else [v]

    return {"i": i, "v": v}, step


def averages():
    v = tf.Variable([1.0, 2.0])
    e = tf.train.ExponentialMovingAverage(0.9)
    e.apply([v])

    def step():
        v.assign_add([1.0, 1.0])
        e.apply([v])
        return [v, e.average(v)]

    return {"v": v, "average": e.average(v)}, step


def compiled():
    model = dense()
    model.compile(NEW.Adam(0.05), "mse")
    rng = np.random.default_rng(0)
    model.set_weights([rng.uniform(0.1, 0.5, w.shape).astype(w.dtype) for w in model.get_weights()])

    def step():
        model.train_on_batch(X, Y)
        return list(model.trainable_variables)

    return {"model": model}, step


def metrics():
    made = {"mean": tf.keras.metrics.Mean(), "auc": tf.keras.metrics.AUC(num_thresholds=7), "iou": tf.keras.metrics.MeanIoU(3)}

    def step():
        made["mean"].update_state(X[0])
        made["auc"].update_state([0, 1, 1, 0], Y[:, 0])
        made["iou"].update_state([0, 1, 2], [0, 2, 2])
        return [m.result() for m in made.values()]

    return made, step


def python_states():
    class Count(tf.train.experimental.PythonState):
        value = 0

        def serialize(self):
            return json.dumps(self.value)

        def deserialize(self, string_value):
            self.value = json.loads(string_value)

    c = Count()

    def step():
        c.value += 2
        return [tf.constant(c.value)]

    return {"c": c}, step


def rooted():
    m = tf.Module()
    m.layers = {"first": [L.Dense(2), L.Dense(3)], "second": (L.Dense(1),)}
    m.v = tf.Variable(tf.ones([2, 3], tf.bfloat16))

    def step():
        m.v.assign_add(tf.ones([2, 3], tf.bfloat16))
        x = m.layers["first"][1](m.layers["first"][0](X))
        for v in m.trainable_variables:
            v.assign_add(tf.ones_like(v) * tf.cast(0.25, v.dtype))
        return [tf.cast(m.v, tf.float32), *[tf.ones([1]) * w for w in m.layers["first"][1].get_weights() if x is not None]]

    return {"root": m}, step


def set_weights():
    model = tf.keras.Sequential([L.Dense(4, input_shape=(6,)), L.BatchNormalization(), L.Dense(1)])
    v = tf.Variable(0.0)

    def step():
        v.assign_add(1.0)
        for w in model.weights:
            w.assign(tf.fill(w.shape, 0.5) + v)
        return [model(X)]

    return {"model": model, "v": v}, step


def attention():
    i = L.Input((4,), dtype="int32")
    x = L.Embedding(9, 6)(i)
    x = L.LayerNormalization()(x + L.MultiHeadAttention(2, 3)(x, x))
    model = tf.keras.Model(i, L.Dense(1)(L.GlobalAveragePooling1D()(x)))
    return tf.keras.Sequential([L.Lambda(lambda t: tf.cast(t[:, :4] * 4 + 4, tf.int32), input_shape=(6,)), model])


def images():
    stack = [L.Reshape((2, 3, 1)), L.Conv2DTranspose(3, 2), L.SeparableConv2D(4, 2), L.GroupNormalization(2), L.DepthwiseConv2D(2)]
    return tf.keras.Sequential([L.Input((6,)), *stack, L.Flatten(), L.Dense(1)])


def recurrent():
    cells = L.StackedRNNCells([L.LSTMCell(3), L.GRUCell(2), L.SimpleRNNCell(2)])
    stack = [L.Reshape((3, 2)), L.RNN(cells, return_sequences=True), L.TimeDistributed(L.Dense(2)), L.Flatten(), L.Dense(1)]
    return tf.keras.Sequential([L.Input((6,)), *stack])


def mixed():
    layer = L.Dense(4, dtype=tf.keras.mixed_precision.Policy("mixed_float16"))
    layer.build([None, 6])
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(NEW.SGD(0.5, momentum=0.5), initial_scale=8, dynamic_growth_steps=2)
    layer.set_weights([np.full(w.shape, 0.5, w.dtype) for w in layer.get_weights()])

    def step():
        optimizer.apply_gradients([(tf.ones(v.shape), v) for v in layer.trainable_variables])
        return [optimizer.loss_scale, *layer.get_weights()]

    return {"layer": layer, "optimizer": optimizer}, step


def schedule():
    return tf.keras.optimizers.schedules.PiecewiseConstantDecay([1, 2], [0.1, 0.05, 0.02])


OBJECTS = {
    "module": module,
    "metrics": metrics,
    "python state": python_states,
    "root": rooted,
    "set weights": set_weights,
    "attention, Adam": trained(attention, lambda: NEW.Adam(0.02)),
    "images, RMSprop": trained(images, lambda: NEW.RMSprop(0.01, momentum=0.5, centered=True)),
    "recurrent, legacy SGD": trained(recurrent, lambda: LEGACY.SGD(0.1, momentum=0.9, nesterov=True)),
    "mixed precision": mixed,
    "schedule": trained(dense, lambda: NEW.Adam(schedule())),
    "legacy schedule": trained(dense, lambda: LEGACY.SGD(schedule(), momentum=0.5)),
    "averaged weights": trained(dense, lambda: NEW.Adam(0.05, use_ema=True, ema_momentum=0.8)),
    "AMSGrad": trained(dense, lambda: NEW.Adam(0.05, amsgrad=True, weight_decay=0.01)),
    "legacy AMSGrad": trained(dense, lambda: LEGACY.Adam(0.05, amsgrad=True)),
    "tables": tables,
    "generator": generators,
    "iterator": iterators,
    "averages": averages,
    "compiled": compiled,
    "deep, Adam": trained(deep, lambda: NEW.Adam(0.05)),
    "own class, SGD": trained(own, lambda: NEW.SGD(0.1, momentum=0.9)),
    "own class, legacy Adam": trained(own, lambda: LEGACY.Adam(0.05)),
    **{
        f"dense, {n}": trained(dense, getattr(NEW, n))
        for n in "SGD Adam AdamW RMSprop Adagrad Adadelta Adamax Nadam Ftrl Adafactor Lion".split()
    },
    **{f"dense, legacy {n}": trained(dense, getattr(LEGACY, n)) for n in "SGD Adam RMSprop Adagrad Adadelta Adamax Nadam Ftrl".split()},
    "dense, momentum of TensorFlow 1": trained(dense, lambda: V1.train.MomentumOptimizer(0.1, 0.9)),
    "dense, Adam of TensorFlow 1": trained(dense, lambda: V1.train.AdamOptimizer(0.1)),
}


def session(version, path=None, folder=None):
    """A partitioned and two plain variables, saved or restored by a Saver of TensorFlow 1."""
    with tf.Graph().as_default(), V1.Session() as s:
        parts = V1.get_variable("rows", [7, 3], initializer=V1.ones_initializer(), partitioner=V1.fixed_size_partitioner(3))
        plain, text = V1.get_variable("plain", initializer=[1.5, 2.5]), V1.get_variable("text", initializer=["a", "bc"])
        average = V1.train.ExponentialMovingAverage(0.9)
        update = average.apply([plain])
        s.run(V1.global_variables_initializer())
        saver = V1.train.Saver(write_version=version)
        if path:
            saver.restore(s, path)
        else:
            s.run([p.assign(p * (i + 2.0)) for i, p in enumerate(parts)] + [plain.assign([3.0, 4.0])])
            s.run(update)
            saver.save(s, folder)
        now = [s.run(tf.identity(parts.as_tensor())), s.run(text), s.run(plain), s.run(average.average(plain))]
        s.run(update)
        return [plain_of(x) for x in [*now, s.run(average.average(plain))]]


def plain_of(x):
    x = np.asarray(x.numpy() if hasattr(x, "numpy") else x)
    return [str(v) for v in x.reshape(-1)] if x.dtype == object else x.astype("float64").reshape(-1).tolist()


def close(a, b):
    return len(a) == len(b) and all(x == y or not isinstance(x[0], str) and np.allclose(x, y, rtol=1e-4, atol=1e-5) for x, y in zip(a, b))


def write():
    expected = {}
    for name, build in progress(f"{WHICH} writes", OBJECTS.items()):
        try:
            objects, step = build()
            for _ in range(3):
                step()
            tf.train.Checkpoint(**objects).write(f"{FOLDER}/{name}")
            expected[name] = [plain_of(x) for x in step()]
        except Exception as e:
            print(json.dumps([name, f"not written: {type(e).__name__}: {str(e)[:300]}"]))
    for version in (1, 2):
        expected[f"Saver {version}"] = session(version, folder=f"{FOLDER}/Saver {version}")
    with open(f"{FOLDER}/expected.json", "w") as f:
        json.dump(expected, f)


def read():
    with open(f"{FOLDER}/expected.json") as f:
        expected = json.load(f)
    for name, values in progress(f"{WHICH} reads", expected.items()):
        try:
            if name.startswith("Saver"):
                now = session(int(name[-1]), path=f"{FOLDER}/{name}")
            else:
                objects, step = OBJECTS[name]()
                status = tf.train.Checkpoint(**objects).read(f"{FOLDER}/{name}")
                now = [plain_of(x) for x in step()]
                status.assert_consumed()
            values = values[: len(now)]
            print(json.dumps([name, "" if close(now, values) else f"values differ: {now} instead of {values}"[:400]]))
        except Exception as e:
            print(json.dumps([name, f"{type(e).__name__}: {str(e)[:300]}"]))


if __name__ == "__main__":
    os.makedirs(FOLDER, exist_ok=True)
    {"write": write, "read": read}[MODE]()
