"""Keras 3 on TensorFlow: what its users do first."""

import os
import tempfile

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

TOLERANCE = 2e-4


def _data(seed=0, rows=32, columns=4):
    random = np.random.RandomState(seed)
    x = random.rand(rows, columns).astype("float32")
    return x, x.sum(1, keepdims=True)


def _set(model, seed=1):
    random = np.random.RandomState(seed)
    model.set_weights([0.3 * random.randn(*w.shape).astype("float32") for w in model.get_weights()])
    return model


def _small(x):
    return np.asarray(x, "float64")


def _sequential():
    return _set(keras.Sequential([keras.Input((4,)), layers.Dense(8, activation="relu"), layers.Dense(1)]))


def step_versions():
    return {"version": keras.__version__.split(".")[0], "backend": keras.backend.backend(), "own": keras.Model is not tf.Module}


def step_sequential_fit():
    x, y = _data()
    model = _sequential()
    model.compile(keras.optimizers.Adam(0.01), "mse", metrics=["mae"])
    history = model.fit(x, y, epochs=3, batch_size=8, validation_split=0.25, shuffle=False, verbose=0).history
    return {"history": history, "evaluate": model.evaluate(x, y, verbose=0), "predict": _small(model.predict(x[:3], verbose=0))}


def step_functional():
    a, b = keras.Input((4,), name="a"), keras.Input((4,), name="b")
    shared = layers.Dense(3, activation="tanh")
    joined = layers.Concatenate()([shared(a), shared(b), layers.Multiply()([a, b])])
    model = _set(
        keras.Model(
            {"a": a, "b": b}, {"sum": layers.Dense(1, name="sum")(joined), "class": layers.Dense(2, "softmax", name="class")(joined)}
        )
    )
    model.compile("sgd", {"sum": "mse", "class": "sparse_categorical_crossentropy"}, loss_weights={"sum": 1.0, "class": 0.5})
    x, y = _data()
    targets = {"sum": y, "class": (y[:, 0] > 2).astype("int32")}
    history = model.fit({"a": x, "b": x[::-1]}, targets, epochs=2, shuffle=False, verbose=0).history
    return {"loss": history["loss"], "count": model.count_params(), "out": [_small(v) for v in model({"a": x[:2], "b": x[:2]}).values()]}


class Trained(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = [layers.Dense(4, activation="gelu"), layers.Dense(1)]
        self.tracker = keras.metrics.Mean(name="own")

    def call(self, x, training=None):
        for layer in self.inner:
            x = layer(x)
        return x

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = ops.mean(ops.square(self(x, training=True) - y))
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
        self.tracker.update_state(loss)
        return {"own": self.tracker.result()}


def step_subclass_with_train_step():
    x, y = _data()
    model = Trained()
    model(x)
    _set(model)
    model.compile(optimizer=keras.optimizers.RMSprop(0.01))
    return {k: v for k, v in model.fit(x, y, epochs=3, batch_size=16, shuffle=False, verbose=0).history.items()}


def step_own_loop():
    x, y = _data()
    model, optimizer = _sequential(), keras.optimizers.AdamW(0.01)
    losses = []

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = keras.losses.MeanSquaredError()(y, model(x))
        optimizer.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
        return loss

    for batch in tf.data.Dataset.from_tensor_slices((x, y)).batch(8):
        losses.append(float(step(*batch)))
    return losses


_LAYERS = {
    "conv1d": (lambda: layers.Conv1D(3, 2, padding="same"), (6, 4)),
    "conv2d": (lambda: layers.Conv2D(3, 2, strides=2), (6, 6, 2)),
    "conv3d": (lambda: layers.Conv3D(2, 2), (4, 4, 4, 2)),
    "conv2d_transpose": (lambda: layers.Conv2DTranspose(3, 2, strides=2), (4, 4, 2)),
    "separable": (lambda: layers.SeparableConv2D(3, 2), (5, 5, 2)),
    "depthwise": (lambda: layers.DepthwiseConv2D(2), (5, 5, 2)),
    "max_pool": (lambda: layers.MaxPooling2D(), (4, 4, 2)),
    "average_pool": (lambda: layers.GlobalAveragePooling1D(), (4, 3)),
    "batch_norm": (lambda: layers.BatchNormalization(), (4,)),
    "layer_norm": (lambda: layers.LayerNormalization(), (4,)),
    "group_norm": (lambda: layers.GroupNormalization(2), (3, 4)),
    "lstm": (lambda: layers.LSTM(3, return_sequences=True), (5, 2)),
    "gru": (lambda: layers.GRU(3), (5, 2)),
    "rnn": (lambda: layers.SimpleRNN(3), (5, 2)),
    "bidirectional": (lambda: layers.Bidirectional(layers.LSTM(2)), (4, 2)),
    "conv_lstm": (lambda: layers.ConvLSTM1D(2, 2), (3, 5, 2)),
    "time_distributed": (lambda: layers.TimeDistributed(layers.Dense(2)), (3, 4)),
    "einsum": (lambda: layers.EinsumDense("abc,cd->abd", (None, 3)), (3, 4)),
    "upsampling": (lambda: layers.UpSampling2D(2, interpolation="bilinear"), (2, 2, 1)),
    "permute": (lambda: layers.Permute((2, 1)), (2, 3)),
    "prelu": (lambda: layers.PReLU(), (3,)),
    "resizing": (lambda: layers.Resizing(3, 3), (5, 5, 1)),
}


def step_layers():
    found = {}
    for name, (make, shape) in _LAYERS.items():
        inputs = keras.Input(shape)
        model = _set(keras.Model(inputs, make()(inputs)))
        x = tf.constant(np.random.RandomState(3).randn(2, *shape).astype("float32"))
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = model(x)
        gradient = tape.gradient(y, x)
        found[name] = [list(y.shape), float(ops.sum(y)), float(ops.sum(ops.abs(gradient)))]
    return found


def step_attention():
    random = np.random.RandomState(0)
    q, v = tf.constant(random.randn(2, 3, 4), tf.float32), tf.constant(random.randn(2, 5, 4), tf.float32)
    layer = layers.MultiHeadAttention(2, 3)
    layer(q, v)
    layer.set_weights([0.3 * random.randn(*w.shape).astype("float32") for w in layer.get_weights()])
    y, scores = layer(q, v, return_attention_scores=True, attention_mask=tf.constant(random.rand(2, 3, 5) > 0.3))
    return {"y": _small(y), "scores": _small(scores)}


def step_embedding_and_masks():
    inputs = keras.Input((None,), dtype="int32")
    x = layers.Embedding(10, 4, mask_zero=True)(inputs)
    model = _set(keras.Model(inputs, layers.Dense(1)(layers.LSTM(3)(x))))
    model.compile("adagrad", "mse")
    x = np.array([[1, 2, 0, 0], [3, 4, 5, 0], [6, 7, 8, 9]], "int32")
    before = _small(model.predict(x, verbose=0))
    loss = model.fit(x, np.ones((3, 1)), epochs=2, shuffle=False, verbose=0).history["loss"]
    return {"before": before, "loss": loss, "weights": _small(model.get_weights()[0])}


def step_losses():
    random = np.random.RandomState(0)
    y, p = random.rand(4, 3).astype("float32"), random.rand(4, 3).astype("float32")
    y, p = y / y.sum(1, keepdims=True), p / p.sum(1, keepdims=True)
    names = (
        "MeanSquaredError MeanAbsoluteError Huber LogCosh KLDivergence CategoricalCrossentropy BinaryCrossentropy Hinge CosineSimilarity "
    )
    names += "Poisson"
    return {name: float(getattr(keras.losses, name)()(y, p)) for name in names.split()}


def step_metrics():
    random = np.random.RandomState(0)
    y, p = random.randint(0, 2, (20, 1)), random.rand(20, 1).astype("float32")
    found = {}
    for name in "AUC Precision Recall BinaryAccuracy F1Score MeanSquaredError RootMeanSquaredError TruePositives".split():
        metric = getattr(keras.metrics, name)()
        metric.update_state(y.astype("float32"), p)
        found[name] = _small(metric.result())
    return found


def step_optimizers():
    x, y = _data()
    found = {}
    for name in "SGD Adam AdamW RMSprop Adagrad Adadelta Adamax Nadam Ftrl Lion Adafactor".split():
        model = _sequential()
        rate = keras.optimizers.schedules.ExponentialDecay(0.01, 2, 0.9)
        model.compile(getattr(keras.optimizers, name)(rate, clipnorm=1.0), "mse")
        found[name] = model.fit(x, y, epochs=2, batch_size=8, shuffle=False, verbose=0).history["loss"]
    return found


def step_callbacks():
    x, y = _data()
    model = _sequential()
    model.compile("sgd", "mse")
    seen = []
    with tempfile.TemporaryDirectory() as folder:
        best, log = os.path.join(folder, "best.keras"), os.path.join(folder, "log.csv")
        callbacks = [
            keras.callbacks.ModelCheckpoint(best, monitor="loss", save_best_only=True),
            keras.callbacks.CSVLogger(log),
            keras.callbacks.EarlyStopping(monitor="loss", min_delta=10.0, patience=1),
            keras.callbacks.ReduceLROnPlateau(monitor="loss", min_delta=10.0, patience=1),
            keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append(epoch)),
            keras.callbacks.TensorBoard(os.path.join(folder, "logs")),
        ]
        model.fit(x, y, epochs=5, shuffle=False, verbose=0, callbacks=callbacks)
        with open(log) as file:
            lines = len(file.readlines())
        return {
            "epochs": seen,
            "lines": lines,
            "best": _small(keras.saving.load_model(best)(x[:2])),
            "rate": float(model.optimizer.learning_rate.numpy()),
        }


def step_saving():
    x, y = _data()
    model = _sequential()
    model.compile("adam", "mse")
    model.fit(x, y, epochs=1, shuffle=False, verbose=0)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model")
        model.save(path + ".keras")
        loaded = keras.saving.load_model(path + ".keras")
        model.save_weights(path + ".weights.h5")
        other = _sequential()
        other.load_weights(path + ".weights.h5")
        model.export(path)
        served = tf.saved_model.load(path)
        again = loaded.fit(x, y, epochs=1, shuffle=False, verbose=0).history["loss"]
        return {
            "same": [bool(np.allclose(a, b)) for a, b in zip(other.get_weights(), model.get_weights())],
            "again": again,
            "served": _small(served.serve(x[:2])),
            "config": sorted(model.get_config()),
        }


def step_ops():
    x = tf.constant(np.random.RandomState(0).rand(3, 4), tf.float32)
    found = {}
    for (
        name
    ) in "exp log sqrt sin tanh softmax relu gelu sigmoid silu logsumexp mean var std max argmax cumsum sort floor sign norm".split():
        found[name] = _small(getattr(ops, name)(x)).sum()
    found["einsum"] = _small(ops.einsum("ij,kj->ik", x, x))
    found["where"] = _small(ops.where(x > 0.5, x, 0.0))
    found["top_k"] = [_small(t) for t in ops.top_k(x, 2)]
    found["take"] = _small(ops.take(x, [0, 2], axis=0))
    found["scatter"] = _small(ops.scatter([[0], [2]], [1.0, 2.0], (4,)))
    found["slice"] = _small(ops.slice_update(x, [1, 1], ops.zeros((2, 2))))
    found["part"] = _small(ops.slice(x, [1, 1], [2, 2]))
    found["while"] = int(ops.while_loop(lambda i: i < 5, lambda i: (i + 2,), (0,))[0])
    found["cond"] = int(ops.cond(ops.sum(x) > 0, lambda: 1, lambda: 2))
    found["vectorized"] = _small(ops.vectorized_map(lambda row: ops.sum(row) * row, x))
    found["one_hot"] = _small(ops.one_hot([0, 2], 3))
    found["conv"] = _small(ops.conv(ops.ones((1, 4, 2)), ops.ones((2, 2, 1)), padding="same"))
    found["segment"] = _small(ops.segment_sum(x[:, 0], [0, 1, 1], 2))
    found["matmul"] = _small(ops.matmul(x, ops.transpose(x)))
    return found


def step_random():
    seed = keras.random.SeedGenerator(3)
    draws = [keras.random.normal((3,), seed=seed), keras.random.uniform((3,), seed=seed), keras.random.randint((3,), 0, 100, seed=seed)]
    keras.utils.set_random_seed(5)
    model = keras.Sequential([keras.Input((4,)), layers.Dense(2), layers.Dropout(0.5)])
    return {
        "draws": [_small(d) for d in draws],
        "kernel": _small(model.get_weights()[0]),
        "dropout": _small(model(np.ones((2, 4)), training=True)),
    }


def step_preprocessing():
    x = np.arange(12, dtype="float32").reshape(4, 3)
    normalization = layers.Normalization()
    normalization.adapt(x)
    lookup = layers.StringLookup(vocabulary=["a", "b"])
    text = layers.TextVectorization(output_sequence_length=4)
    text.adapt(["the cat sat", "the dog"])
    words = tf.data.Dataset.from_tensor_slices(["the cat", "a dog sat"]).batch(2).map(text)
    numbers = tf.data.Dataset.from_tensor_slices(x).batch(2).map(normalization)
    return {
        "normalized": [_small(b) for b in numbers],
        "lookup": _small(lookup(tf.constant(["b", "c", "a"]))),
        "vocabulary": text.get_vocabulary(),
        "words": [_small(b) for b in words],
        "bins": _small(layers.Discretization([1.0, 5.0])(x)),
        "hot": _small(layers.CategoryEncoding(4, "multi_hot")(np.array([[0, 2], [1, 1]]))),
        "crossed": _small(layers.HashedCrossing(5)((tf.constant(["a", "b"]), tf.constant([1, 2])))),
        "flipped": _small(layers.Rescaling(0.5, 1.0)(x)),
    }


def step_mixed_precision():
    x, y = _data()
    keras.config.set_dtype_policy("mixed_bfloat16")
    try:
        model = _sequential()
        model.compile("sgd", "mse")
        model.fit(x, y, epochs=1, shuffle=False, verbose=0)
        return {"output": str(model(x[:1]).dtype.name), "weights": [w.dtype for w in model.weights]}
    finally:
        keras.config.set_dtype_policy("float32")


def step_run_eagerly_and_jit():
    x, y = _data()
    found = []
    for kwargs in ({"run_eagerly": True}, {"jit_compile": False}, {"steps_per_execution": 2}):
        model = _sequential()
        model.compile("sgd", "mse", **kwargs)
        found.append(model.fit(x, y, epochs=1, batch_size=8, shuffle=False, verbose=0).history["loss"])
    return found


def step_one_device_strategy():
    x, y = _data()
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        model = _sequential()
        model.compile("adam", "mse")
    return model.fit(x, y, epochs=2, batch_size=8, shuffle=False, verbose=0).history["loss"]


def step_errors():
    found = []
    for attempt in (
        lambda: layers.Dense(2)(np.ones(3)),
        lambda: _sequential()(np.ones((2, 5))),
        lambda: keras.layers.get("nothing"),
        lambda: ops.reshape(tf.ones(3), (2, 2)),
    ):
        try:
            attempt()
            found.append("nothing")
        except Exception as e:
            found.append(type(e).__name__)
    return found


def step_tf_gives_keras_3_tensors():
    model = _sequential()
    v = model.layers[0].kernel
    return {
        "is_tensor": [bool(tf.is_tensor(v)), isinstance(v, tf.Tensor), isinstance(v, tf.Variable)],
        "sum": float(tf.reduce_sum(v)),
        "mul": _small(tf.matmul(tf.ones((1, 4)), v)),
        "gather": _small(tf.gather(v, [1])),
        "numpy": _small(v.numpy())[0],
    }
