"""Steps of training whose graphs are compared node by node with those of TensorFlow; made with `tf`, TensorFlow or tfshim."""

import re
from pathlib import Path

import numpy as np
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from tensorboard.compat.proto import config_pb2

from tests.summary.dataset_cases import datasets
from tests.summary.example_cases import examples
from tests.summary.flow_cases import flows
from tests.summary.function_cases import functions
from tests.summary.image_cases import images
from tests.summary.lookup_cases import lookups
from tests.summary.metric_cases import weighted_metrics
from tests.summary.optimizer_cases import optimizer_steps
from tests.summary.string_cases import strings
from tests.summary.variable_cases import changes

OPTIMIZERS = "SGD Adam Adadelta Adagrad Adamax RMSprop AdamW Adafactor Ftrl Lion Nadam".split()
LEGACY = {
    "Adam": {},
    "Adam of the largest": {"amsgrad": True},
    "SGD": {},
    "SGD with momentum": {"momentum": 0.9, "nesterov": True},
    "RMSprop around the mean": {"momentum": 0.9, "centered": True},
    "Adamax": {},
    "Adagrad": {},
    "Ftrl": {},
}
METRICS = {
    "binary": lambda keras: keras.metrics.BinaryAccuracy(),
    "squared": lambda keras: keras.metrics.MeanSquaredError(),
    "categorical": lambda keras: keras.metrics.CategoricalAccuracy(),
    "among the greatest": lambda keras: keras.metrics.TopKCategoricalAccuracy(2),
    "root": lambda keras: keras.metrics.RootMeanSquaredError(),
    "F1": lambda keras: keras.metrics.F1Score(),
    "hinge": lambda keras: keras.metrics.Hinge(),
    "precision": lambda keras: keras.metrics.Precision(),
    "recall": lambda keras: keras.metrics.Recall([0.3, 0.5]),
    "area": lambda keras: keras.metrics.AUC(),
    "sensitivity": lambda keras: keras.metrics.SensitivityAtSpecificity(0.5),
    "true positives": lambda keras: keras.metrics.TruePositives(),
    "true negatives": lambda keras: keras.metrics.TrueNegatives(),
    "false positives": lambda keras: keras.metrics.FalsePositives(),
    "false negatives": lambda keras: keras.metrics.FalseNegatives(),
    "logarithm of cosh": lambda keras: keras.metrics.LogCoshError(),
    "R2": lambda keras: keras.metrics.R2Score(),
    "overlap": lambda keras: keras.metrics.MeanIoU(3),
    "overlap of two": lambda keras: keras.metrics.BinaryIoU(),
    "precision among the greatest": lambda keras: keras.metrics.Precision(top_k=2),
    "recall of a class": lambda keras: keras.metrics.Recall(class_id=1),
}
LOSSES = "Huber Hinge LogCosh CategoricalHinge CategoricalCrossentropy CategoricalFocalCrossentropy BinaryCrossentropy".split()
SCHEDULES = {
    "exponential": lambda schedules: schedules.ExponentialDecay(0.1, 10, 0.9),
    "in stairs": lambda schedules: schedules.ExponentialDecay(0.1, 10, 0.9, staircase=True),
    "inverse": lambda schedules: schedules.InverseTimeDecay(0.1, 10, 0.9),
    "polynomial": lambda schedules: schedules.PolynomialDecay(0.1, 10),
    "cosine": lambda schedules: schedules.CosineDecay(0.1, 10),
    "cosine after a rise": lambda schedules: schedules.CosineDecay(0.0, 10, warmup_target=0.1, warmup_steps=5),
    "cosine with restarts": lambda schedules: schedules.CosineDecayRestarts(0.1, 10),
    "pieces": lambda schedules: schedules.PiecewiseConstantDecay([5, 9], [0.1, 0.01, 0.001]),
    "polynomial in cycles": lambda schedules: schedules.PolynomialDecay(0.1, 10, cycle=True),
}
OF_ROWS = "SGD Adam AdamW Adagrad RMSprop Adamax".split()
RECURRENT = {
    "LSTM": lambda layers: [layers.LSTM(3)],
    "GRU": lambda layers: [layers.GRU(3)],
    "two": lambda layers: [layers.LSTM(3, return_sequences=True), layers.GRU(2, go_backwards=True)],
    "both ways": lambda layers: [layers.Bidirectional(layers.LSTM(3))],
    "masked": lambda layers: [layers.Embedding(10, 4, mask_zero=True), layers.LSTM(3)],
}
LAYERS = {  # how a layer is made, and the shape of its inputs
    "convolution": (lambda layers: layers.Conv2D(4, 3, padding="same", activation="relu"), (8, 8, 3)),
    "convolution of sequences": (lambda layers: layers.Conv1D(4, 3, padding="causal"), (8, 3)),
    "convolution of volumes": (lambda layers: layers.Conv3D(2, 2), (4, 4, 4, 2)),
    "transposed": (lambda layers: layers.Conv2DTranspose(4, 3, 2, padding="same"), (4, 4, 3)),
    "larger images": (lambda layers: layers.UpSampling2D(interpolation="bilinear"), (4, 4, 3)),
    "larger images of the nearest": (lambda layers: layers.UpSampling2D((2, 3)), (4, 4, 3)),
    "separable": (lambda layers: layers.SeparableConv2D(4, 3), (8, 8, 3)),
    "depthwise": (lambda layers: layers.DepthwiseConv2D(3), (8, 8, 3)),
    "depthwise over steps": (lambda layers: layers.DepthwiseConv1D(3), (8, 3)),
    "separable over steps": (lambda layers: layers.SeparableConv1D(4, 3), (8, 3)),
    "batch normalization": (lambda layers: layers.BatchNormalization(), (8, 8, 3)),
    "layer normalization": (lambda layers: layers.LayerNormalization(), (6,)),
    "unit normalization": (lambda layers: layers.UnitNormalization(), (6,)),
    "largest": (lambda layers: layers.MaxPooling2D(), (8, 8, 3)),
    "average": (lambda layers: layers.AveragePooling2D(), (8, 8, 3)),
    "global average": (lambda layers: layers.GlobalAveragePooling2D(), (8, 8, 3)),
    "dropout": (lambda layers: layers.Dropout(0.5), (6,)),
    "gelu": (lambda layers: layers.Dense(4, activation="gelu"), (6,)),
    "prelu": (lambda layers: layers.PReLU(), (6,)),
    "relu to 6": (lambda layers: layers.ReLU(6.0), (6,)),
    "largest of volumes": (lambda layers: layers.MaxPooling3D(), (4, 4, 4, 2)),
    "batch normalization of rows": (lambda layers: layers.BatchNormalization(), (6,)),
    "batch normalization without weights": (lambda layers: layers.BatchNormalization(scale=False, center=False), (6,)),
    "largest of steps": (lambda layers: layers.MaxPooling1D(), (6, 3)),
    "average of steps": (lambda layers: layers.AveragePooling1D(), (6, 3)),
    "reshape": (lambda layers: layers.Reshape((2, -1)), (6,)),
    "repeated": (lambda layers: layers.RepeatVector(3), (6,)),
    "repeated steps": (lambda layers: layers.UpSampling1D(), (6, 4)),
    "group normalization": (lambda layers: layers.GroupNormalization(2), (5, 5, 4)),
    "maps dropped": (lambda layers: layers.SpatialDropout2D(0.5), (5, 5, 4)),
    "bent and limited": (lambda layers: layers.ReLU(2.0, 0.1, 0.2), (6,)),
    "operators": (lambda layers: lambda x: x + x[:, ::-1] * 2.0, (6,)),
    "rows by moments": (lambda layers: layers.LayerNormalization(epsilon=1e-6), (5, 4)),
    "normalization of other axes": (lambda layers: layers.LayerNormalization(axis=[1, 3]), (5, 5, 4)),
    "causal attention": (lambda layers: lambda x: layers.Attention()([x, x], use_causal_mask=True), (5, 4)),
    "gaps": (lambda layers: layers.Conv2D(4, 3, padding="same", dilation_rate=2), (8, 8, 3)),
    "gaps in sequences": (lambda layers: layers.Conv1D(4, 2, padding="causal", dilation_rate=2), (8, 3)),
    "gaps in volumes": (lambda layers: layers.Conv3D(2, 2, dilation_rate=(1, 2, 1)), (4, 4, 4, 2)),
    "depthwise with gaps": (lambda layers: layers.DepthwiseConv2D(2, dilation_rate=2), (6, 6, 3)),
    "separable with gaps": (lambda layers: layers.SeparableConv2D(4, 2, padding="same", dilation_rate=2), (6, 6, 3)),
    "transposed sequences": (lambda layers: layers.Conv1DTranspose(4, 3, 2), (5, 3)),
    "transposed volumes": (lambda layers: layers.Conv3DTranspose(2, 3, 2, output_padding=1), (3, 3, 3, 2)),
    "own weights": (lambda layers: layers.LocallyConnected1D(2, 2), (5, 3)),
    "own weights by a mask": (lambda layers: layers.LocallyConnected2D(2, 2, implementation=2), (4, 3, 2)),
    "own weights by a sparse matrix": (lambda layers: layers.LocallyConnected1D(2, 2, implementation=3), (5, 3)),
    "in groups": (lambda layers: layers.Conv2D(4, 3, padding="same", groups=2, activation="relu"), (8, 8, 4)),
    "in groups with gaps": (lambda layers: layers.Conv2D(4, 3, padding="same", groups=2, dilation_rate=2), (8, 8, 4)),
    "sequences in groups": (lambda layers: layers.Conv1D(4, 3, padding="causal", groups=2), (8, 4)),
    "volumes in groups": (lambda layers: layers.Conv3D(4, 2, 2, groups=4), (4, 4, 4, 4)),
    "transposed with gaps": (lambda layers: layers.Conv2DTranspose(4, 3, dilation_rate=2), (6, 6, 3)),
    "channels first": (lambda layers: layers.BatchNormalization(axis=1), (5, 5, 3)),
    "channels of sequences first": (lambda layers: layers.BatchNormalization(axis=1), (5, 3)),
    "volumes normalized": (lambda layers: layers.BatchNormalization(), (3, 4, 4, 2)),
    "volumes with channels first": (lambda layers: layers.BatchNormalization(axis=1), (3, 4, 4, 2)),
    "normalized without scale": (lambda layers: layers.BatchNormalization(scale=False), (5, 5, 3)),
    "normalized without offset": (lambda layers: layers.BatchNormalization(center=False), (5, 5, 3)),
    "normalized alone": (lambda layers: layers.BatchNormalization(scale=False, center=False), (5, 5, 3)),
    "product of rows": (lambda layers: lambda x: layers.Dot(1, normalize=True)([x, x]), (5,)),
    "product of matrices": (lambda layers: lambda x: layers.Dot(2)([x, x]), (3, 5, 4)),
}


ANY_BATCH = {
    "dense": (lambda layers: layers.Dense(3, "relu"), (5, 4)),
    "each step": (lambda layers: layers.TimeDistributed(layers.Conv2D(2, 2)), (3, 5, 5, 2)),
    "normalized": (lambda layers: layers.BatchNormalization(), (5, 5, 3)),
    "rows alone": (lambda layers: layers.LayerNormalization(), (5, 4)),
    "attention": (lambda layers: lambda x: layers.Attention()([x, x]), (5, 4)),
    "average of steps": (lambda layers: layers.GlobalAveragePooling1D(), (5, 4)),
    "masked": (lambda layers: layers.Masking(), (5, 4)),
    "swish": (lambda layers: layers.Dense(3, "swish"), (5,)),
    "channels dropped": (lambda layers: layers.SpatialDropout1D(0.5), (5, 4)),
    "added": (lambda layers: lambda x: layers.ReLU()(x) + x, (5,)),
    "in groups": (lambda layers: layers.Conv2D(4, 3, groups=2), (8, 8, 4)),
    "transposed with gaps": (lambda layers: layers.Conv2DTranspose(4, 3, dilation_rate=2, padding="same"), (6, 6, 3)),
    "channels first": (lambda layers: layers.BatchNormalization(axis=1), (5, 5, 3)),
}


def cases(tf):
    """{name: a function that gives the graph of a traced step}."""
    keras = tf.keras
    made = {}
    for name in OPTIMIZERS:
        made[f"optimizer {name}"] = lambda name=name: _step(tf, _dense(keras), getattr(keras.optimizers, name)())
    for name, options in LEGACY.items():
        kind = getattr(keras.optimizers.legacy, name.split()[0])
        made[f"legacy {name}"] = lambda kind=kind, options=options: _step(tf, _dense(keras), kind(**options))
    for name, schedule in SCHEDULES.items():
        rate = schedule(keras.optimizers.schedules)
        made[f"rate {name}"] = lambda rate=rate: _step(tf, _dense(keras), keras.optimizers.SGD(rate))
    for name, metric in METRICS.items():
        made[f"metric {name}"] = lambda metric=metric: _step(tf, _dense(keras, 3), keras.optimizers.SGD(), metric=metric(keras))
    for name, (layer, shape) in LAYERS.items():
        made[f"layer {name}"] = lambda layer=layer, shape=shape: _step(
            tf, _around(keras, layer(keras.layers), shape), keras.optimizers.SGD()
        )
    for name, (layer, shape) in ANY_BATCH.items():
        made[f"layer {name} for any batch"] = lambda layer=layer, shape=shape: _step(
            tf, _around(keras, layer(keras.layers), shape, None), keras.optimizers.SGD(), batch=None
        )
    for name, limit in {"norm": {"clipnorm": 1.0}, "global norm": {"global_clipnorm": 1.0}}.items():
        made[f"clipped by {name}"] = lambda limit=limit: _step(tf, _dense(keras), keras.optimizers.Adam(**limit))
    for name in OF_ROWS:
        made[f"embedding {name}"] = lambda name=name: _step(tf, _embedding(keras), getattr(keras.optimizers, name)())
    made["embedding clipped"] = lambda: _step(tf, _embedding(keras), keras.optimizers.Adam(clipnorm=1.0))
    made["embedding with momentum"] = lambda: _step(tf, _embedding(keras), keras.optimizers.SGD(momentum=0.9, nesterov=True))
    made["averages of weights"] = lambda: _step(tf, _dense(keras), keras.optimizers.SGD(use_ema=True))
    for name, layers in RECURRENT.items():
        shape = (5,) if name == "masked" else (5, 4)
        made[f"recurrent {name}"] = lambda layers=layers, shape=shape: _step(
            tf,
            keras.Sequential([keras.layers.Input(shape), *layers(keras.layers), keras.layers.Dense(1)]),
            keras.optimizers.SGD(),
        )
    made.update(functions(tf))
    made.update(flows(tf))
    made.update(images(tf))
    made.update(lookups(tf))
    made.update(datasets(tf, nodes_alone=True))
    made.update(examples(tf))
    made.update(strings(tf))
    made.update(changes(tf))
    made.update(weighted_metrics(tf))
    made.update(optimizer_steps(tf, _step, _dense, _embedding))
    for policy in ("mixed_float16", "mixed_bfloat16"):
        made[f"policy {policy}"] = lambda policy=policy: _under_policy(tf, policy)
    made["recurrent LSTM for any batch"] = lambda: _step(
        tf, _around(keras, keras.layers.LSTM(3), (5, 4), None), keras.optimizers.SGD(), batch=None
    )
    made["called function"] = lambda: _called(tf)
    made["rows of a variable"] = lambda: _rows(tf)
    made["layer attention"] = lambda: _step(tf, _attention(keras), keras.optimizers.SGD())
    for name in LOSSES:
        loss = getattr(keras.losses, name)()
        made[f"loss {name}"] = lambda loss=loss: _step(tf, _dense(keras, 3), keras.optimizers.SGD(), loss)
    smoothed = keras.losses.CategoricalCrossentropy(label_smoothing=0.1)
    made["loss smoothed"] = lambda: _step(tf, _dense(keras, 3), keras.optimizers.SGD(), smoothed)
    for reduction in ("sum", "sum_over_batch_size"):
        for weighted in (False, True):
            loss = keras.losses.MeanAbsoluteError(reduction=reduction)
            made[f"loss {reduction}{' weighted' if weighted else ''}"] = lambda loss=loss, weighted=weighted: _step(
                tf, _dense(keras), keras.optimizers.SGD(), loss, weighted=weighted
            )
    return made


def _dense(keras, outputs=1):
    last = "softmax" if outputs > 1 else None
    return keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(4, "relu"), keras.layers.Dense(outputs, last)])


def _under_policy(tf, policy):
    layers, mixed = tf.keras.layers, tf.keras.mixed_precision
    mixed.set_global_policy(policy)
    try:
        return _step(tf, _around(tf.keras, layers.Conv2D(2, 2, activation="relu"), (5, 5, 3)), tf.keras.optimizers.Adam())
    finally:
        mixed.set_global_policy(None)


def _embedding(keras):
    return keras.Sequential(
        [keras.layers.Input((5,)), keras.layers.Embedding(10, 4), keras.layers.GlobalAveragePooling1D(), keras.layers.Dense(1)]
    )


def _called(tf):
    v, w = tf.Variable(3.0), tf.Variable(tf.ones([3, 2]))

    @tf.function
    def inner(x):
        return tf.tanh(tf.matmul(x, w)) * v, tf.exp(v), tf.range(3)

    @tf.function
    def outer(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(inner(x)[0])
        return tape.gradient(loss, [w, v])

    return outer.get_concrete_function(tf.TensorSpec([4, 3])).graph


def _rows(tf):
    table = tf.Variable(tf.ones([5, 2]))

    @tf.function
    def looked_up(indices):
        with tf.GradientTape(persistent=True) as tape:
            total = tf.reduce_sum(tf.nn.embedding_lookup(table, indices)) + tf.reduce_sum(tf.gather(table, indices + 1))
            scores = tf.matmul(tf.nn.embedding_lookup(table, indices), table, transpose_b=True)
        columns = tf.gather(table, indices, axis=1)
        return tape.gradient(total, table), tape.gradient(scores, table), columns

    return looked_up.get_concrete_function(tf.TensorSpec([3], tf.int32)).graph


def _around(keras, layer, shape, batch=4):
    x = keras.Input(shape, batch)
    flat = keras.layers.Flatten()(layer(keras.layers.Dense(shape[-1])(x)))
    return keras.Model(x, keras.layers.Dense(1)(flat))


def _attention(keras):
    x = keras.Input((5, 4), 4)
    y = keras.layers.MultiHeadAttention(2, 3)(x, x)
    return keras.Model(x, keras.layers.Dense(1)(keras.layers.Flatten()(y)))


def _step(tf, model, optimizer, loss=None, metric=None, weighted=False, batch=4):
    loss = loss or tf.keras.losses.MeanSquaredError()

    @tf.function
    def train(x, y):
        with tf.GradientTape() as tape:
            found = model(x, training=True)
            value = loss(y, found, sample_weight=tf.reduce_sum(x, 1) if weighted else None)
        gradients = tape.gradient(value, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        if metric is not None:
            metric.update_state(y, found)
        return value

    shapes = [(batch, *model.input_shape[1:]), (batch, *model.output_shape[1:])]
    return train.get_concrete_function(*[tf.TensorSpec(s) for s in shapes]).graph


def described(message):
    """[[name, operation, inputs]] of a GraphDef message, in the order of the names, without what only says what waits for what.

    The numbers by which TensorFlow calls what lookups and functions take are those of a process: they are left out.
    """

    def plain(name):
        return re.sub(r"^\d+$", "number", re.sub(r"(lookup(?:_\d+)?[/_])\d+$", r"\1", name))

    return sorted([plain(n.name), n.op, [plain(i) for i in n.input if not i.startswith("^")]] for n in message.node)


# ---------------------------------------------------------------------- fit
def fits(tf):
    """{name: a function of a folder that gives the graph of a step of `fit` as `tf.summary.trace_export` writes it there}."""
    made = {}
    for name, (outputs, last, optimizer, loss, metrics, targets) in FITS.items():

        def run(folder, outputs=outputs, last=last, optimizer=optimizer, loss=loss, metrics=metrics, targets=targets):
            layers = tf.keras.layers
            model = tf.keras.Sequential([layers.Input((4,)), layers.Dense(3, "relu"), layers.Dropout(0.5), layers.Dense(outputs, last)])
            model.compile(optimizer, loss, metrics)
            return _exported(tf, lambda: model.fit(np.zeros([4, 4], "f"), targets(), batch_size=2, verbose=0), folder)

        made[f"fit {name}"] = run
    made["fit of rows"] = lambda folder: _exported(tf, lambda: _fitted_to_rows(tf), folder)
    made["fit of images"] = lambda folder: _exported(tf, lambda: _fitted_to_images(tf), folder)
    made["fit with two metrics of the same"] = lambda folder: _exported(tf, lambda: _fitted_with_penalties(tf), folder)
    made["fit of two outputs"] = lambda folder: _exported(tf, lambda: _fitted_to_two(tf), folder)
    for name, options in {"weights of losses": {"one": 0.5, "two": 2.0}, "one weight of losses": {"one": 0.5}}.items():
        made[f"fit with {name}"] = lambda folder, options=options: _exported(tf, lambda: _fitted_to_two(tf, options), folder)
    for name in ("adam", "sgd"):
        made[f"fit in half precision, {name}"] = lambda folder, name=name: _exported(tf, lambda: _fitted_in_half(tf, name), folder)
    for name in ("sample_weight", "class_weight"):
        made[f"fit with {name}"] = lambda folder, name=name: _exported(tf, lambda: _fitted_with_weights(tf, name), folder)
    return made


def _fitted_to_rows(tf):
    model = _embedding(tf.keras)
    model.compile("adam", "mse")
    model.fit(np.zeros([4, 5], "i"), np.zeros([4, 1], "f"), batch_size=2, verbose=0)


def _fitted_with_penalties(tf):
    layers = tf.keras.layers

    class Own(layers.Layer):
        def build(self, input_shape):
            self.w = self.add_weight("w", (input_shape[-1], 4))

        def call(self, x):
            y = tf.matmul(x, self.w)
            self.add_loss(0.01 * tf.reduce_sum(tf.square(y)))
            return y

    model = tf.keras.Sequential([Own(), layers.LayerNormalization(), layers.Dense(3, "softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", ["accuracy", tf.keras.metrics.SparseTopKCategoricalAccuracy(2)])
    model.fit(np.zeros([4, 5], "f"), np.zeros([4], "i"), batch_size=2, verbose=0)


def _fitted_to_images(tf):
    layers, schedules = tf.keras.layers, tf.keras.optimizers.schedules
    hidden = [layers.Conv2D(2, 3, activation="relu", kernel_regularizer="l2"), layers.BatchNormalization(), layers.Flatten()]
    model = tf.keras.Sequential([layers.Input((6, 6, 2)), *hidden, layers.Dropout(0.3), layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(schedules.PiecewiseConstantDecay([5, 9], [0.1, 0.01, 0.001])), "mse")
    model.fit(np.zeros([4, 6, 6, 2], "f"), np.zeros([4, 1], "f"), batch_size=2, verbose=0)


def _fitted_in_half(tf, optimizer):
    layers, mixed = tf.keras.layers, tf.keras.mixed_precision
    mixed.set_global_policy("mixed_float16")
    try:
        model = tf.keras.Sequential([layers.Input((4,)), layers.Dense(3, "relu"), layers.Dense(1, dtype="float32")])
        model.compile(optimizer, "mse")
        model.fit(np.zeros([4, 4], "f"), np.zeros([4, 1], "f"), batch_size=2, verbose=0)
    finally:
        mixed.set_global_policy(None)


def _fitted_with_weights(tf, name):
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Input((4,)), layers.Dense(3, "softmax")])
    model.compile("sgd", "categorical_crossentropy", ["mse"], weighted_metrics=["accuracy"])
    weights = np.ones([4], "f") if name == "sample_weight" else {0: 1.0, 1: 2.0, 2: 3.0}
    model.fit(np.zeros([4, 4], "f"), np.zeros([4, 3], "f"), batch_size=2, verbose=0, **{name: weights})


def _fitted_to_two(tf, loss_weights=None):
    layers, x = tf.keras.layers, tf.keras.Input((4,))
    y = layers.Dense(3, "relu", kernel_regularizer="l2" if loss_weights else None)(x)
    model = tf.keras.Model(x, [layers.Dense(1, name="one")(y), layers.Dense(2, "softmax", name="two")(y)])
    model.compile("sgd", {"one": "mse", "two": "categorical_crossentropy"}, loss_weights=loss_weights)
    targets = [np.zeros([4, 1], "f"), np.zeros([4, 2], "f")]
    model.fit(np.zeros([4, 4], "f"), targets, batch_size=2, verbose=0)


FITS = {  # outputs, the last activation, optimizer, loss, metrics, targets
    "numbers": (1, None, "sgd", "mse", ["mae"], lambda: np.zeros([4, 1], "f")),
    "without metrics": (1, None, "adam", "huber_loss", None, lambda: np.zeros([4, 1], "f")),
    "classes": (3, "softmax", "adam", "sparse_categorical_crossentropy", ["accuracy"], lambda: np.zeros([4], "i")),
    "classes in columns": (3, "softmax", "sgd", "sparse_categorical_crossentropy", ["accuracy"], lambda: np.zeros([4, 1], "i")),
    "one-hot": (3, "softmax", "rmsprop", "categorical_crossentropy", ["accuracy"], lambda: np.zeros([4, 3], "f")),
    "binary": (1, "sigmoid", "adam", "binary_crossentropy", ["accuracy"], lambda: np.zeros([4, 1], "f")),
    "area": (1, "sigmoid", "sgd", "binary_crossentropy", ["AUC"], lambda: np.zeros([4, 1], "f")),
    "precision": (1, "sigmoid", "adam", "binary_crossentropy", ["Precision", "Recall"], lambda: np.zeros([4, 1], "i")),
}


def _exported(tf, fit, folder):
    tf.summary.trace_on(graph=True)
    fit()
    writer = tf.summary.create_file_writer(str(folder))
    with writer.as_default():
        tf.summary.trace_export("step", step=0)
    writer.close()
    (file,) = Path(folder).iterdir()
    (value,) = (v for e in EventFileLoader(str(file)).Load() for v in e.summary.value)
    graphs = [g.pre_optimization_graph for g in config_pb2.RunMetadata.FromString(value.tensor.string_val[0]).function_graphs]
    (step,) = (g for g in graphs if any(node.name.startswith("gradient_tape/") for node in g.node))
    return step
