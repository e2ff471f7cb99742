"""Objects whose functions take gradients and make steps of optimizers, as those of `objects`; `QUICK` are tested, the others checked by
scripts/check_saved_models.py alone."""

import math

from tests.saved_model.objects import Case

TRAINING = {}
QUICK = []
OPTIMIZERS = {
    "sgd": lambda k: k.SGD(0.125, momentum=0.9, nesterov=True),
    "adam": lambda k: k.Adam(0.01, clipnorm=0.5, amsgrad=True),
    "adamw": lambda k: k.AdamW(0.01, weight_decay=0.1),
    "averages": lambda k: k.Adam(0.01, use_ema=True, ema_overwrite_frequency=2),
    "rmsprop": lambda k: k.RMSprop(0.01, momentum=0.5, centered=True),
    "adagrad": lambda k: k.Adagrad(0.125, global_clipnorm=0.25),
    "adadelta": lambda k: k.Adadelta(1.0),
    "adamax": lambda k: k.Adamax(0.01, clipvalue=0.125),
    "nadam": lambda k: k.Nadam(0.01),
    "ftrl": lambda k: k.Ftrl(0.125, l1_regularization_strength=0.01),
    "lion": lambda k: k.Lion(0.01),
    "adafactor": lambda k: k.Adafactor(0.01),
    "schedule": lambda k: k.SGD(k.schedules.ExponentialDecay(0.125, 1, 0.5)),
    "legacy_sgd": lambda k: k.legacy.SGD(0.125, momentum=0.9),
    "legacy_adam": lambda k: k.legacy.Adam(0.01, clipvalue=0.125),
    "legacy_rmsprop": lambda k: k.legacy.RMSprop(0.01),
    "legacy_adagrad": lambda k: k.legacy.Adagrad(0.125),
    "legacy_ftrl": lambda k: k.legacy.Ftrl(0.125),
    "legacy_nadam": lambda k: k.legacy.Nadam(0.01),
    "legacy_adamax": lambda k: k.legacy.Adamax(0.01),
    "legacy_adadelta": lambda k: k.legacy.Adadelta(1.0),
}


def numbers(tf, *shape):
    """Numbers between -1 and 1, the same for every library."""
    count = math.prod(shape)
    return tf.reshape(tf.constant([math.sin(1.0 + 2.5 * i) for i in range(count)]), shape)


def _steps(root, x):
    def two(m):
        return [m.train(x), m.train(x)]

    return Case(root, {"steps": two})


def _with_loss(name, quick=True):
    """A decorator for a function (tf) -> loss(module, x) of a module with the variables `w` and `b`."""

    def decorate(make):
        def case(tf, folder):
            loss = make(tf)

            class Trainer(tf.Module):
                def __init__(self):
                    self.w, self.b = tf.Variable(numbers(tf, 2, 3), name="w"), tf.Variable([0.125, 0.25, 0.5], name="b")

                @tf.function(input_signature=[tf.TensorSpec([None, 2])])
                def train(self, x):
                    with tf.GradientTape() as tape:
                        value = loss(self, x)
                    found = tape.gradient(value, [self.w, self.b], unconnected_gradients="zero")
                    self.w.assign_sub(0.125 * found[0])
                    self.b.assign_sub(0.125 * found[1])
                    return [value, *found]

            return _steps(Trainer(), numbers(tf, 4, 2))

        TRAINING[f"gradients_of_{name}"] = case
        if quick:
            QUICK.append(f"gradients_of_{name}")
        return make

    return decorate


@_with_loss("branches")
def branches(tf):
    def loss(m, x):
        h = x @ m.w + m.b
        return tf.cond(tf.reduce_sum(x) > 100.0, lambda: tf.reduce_sum(h), lambda: tf.reduce_sum(h * h * m.b))

    return loss


@_with_loss("cases")
def cases(tf):
    return lambda m, x: tf.switch_case(tf.shape(x)[0] - 3, [lambda: tf.reduce_sum(x @ m.w), lambda: tf.reduce_sum(tf.tanh(x @ m.w) * m.b)])


@_with_loss("loops")
def loops(tf):
    def loss(m, x):
        def body(i, h):
            return i + 1, tf.tanh(tf.matmul(tf.matmul(h, m.w) + m.b, m.w, transpose_b=True))

        return tf.reduce_sum(tf.while_loop(lambda i, h: i < tf.shape(x)[0], body, [0, x])[1] ** 2)

    return loss


@_with_loss("arrays")
def arrays(tf):
    def loss(m, x):
        def body(i, h, made):
            h = tf.tanh(h + tf.linalg.matvec(m.w, m.b) * x[i])
            return i + 1, h, made.write(i, h)

        made = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        return tf.reduce_sum(tf.while_loop(lambda i, *_: i < tf.shape(x)[0], body, [0, tf.zeros([2]), made])[2].stack() ** 2)

    return loss


@_with_loss("maps")
def maps(tf):
    def row(m):
        return lambda a: tf.linalg.matvec(m.w, a, transpose_a=True) * m.b

    return lambda m, x: tf.reduce_sum(tf.map_fn(row(m), x) ** 2) + tf.reduce_sum(tf.vectorized_map(row(m), x) ** 3)


@_with_loss("calls")
def calls(tf):
    @tf.function
    def layer(m, x):
        return tf.nn.sigmoid(x @ m.w + m.b)

    return lambda m, x: tf.reduce_mean(layer(m, x) * layer(m, 2 * x))


@_with_loss("custom")
def custom(tf):
    @tf.custom_gradient
    def f(x):
        return tf.sin(x), lambda dy: dy * tf.cos(x) * 3.0

    def loss(m, x):
        again = tf.recompute_grad(lambda y: tf.tanh(y @ m.w + m.b))
        return tf.reduce_sum(f(x @ m.w) * m.b) + tf.reduce_sum(again(x) ** 2)

    return loss


@_with_loss("gradients")
def gradients_of_gradients(tf):
    def loss(m, x):
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.nn.relu(x @ m.w + m.b)
            z = tf.reduce_sum(tf.nn.softplus(y) * tf.tanh(y))
        return tf.reduce_mean(tf.square(tf.norm(inner.gradient(z, x), axis=1) - 1.0)) + z

    return loss


@_with_loss("graph_gradients")
def graph_gradients(tf):
    def loss(m, x):
        y = tf.reduce_sum(tf.exp(x @ m.w) * m.b)
        return tf.reduce_sum(tf.gradients(y, [x])[0] ** 2)

    return loss


def _case(quick=False):
    def decorate(function):
        TRAINING[function.__name__] = function
        if quick:
            QUICK.append(function.__name__)
        return function

    return decorate


@_case(True)
def steps_in_a_loop(tf, folder):
    class Trainer(tf.Module):
        def __init__(self):
            self.w = tf.Variable(numbers(tf, 2, 3), name="w")

        @tf.function(input_signature=[tf.TensorSpec([None, 2])])
        def train(self, x):
            def body(i, total):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((x @ self.w) ** 2)
                self.w.assign_sub(0.125 * tape.gradient(loss, self.w))
                return i + 1, total + loss

            return tf.while_loop(lambda i, _: i < 3, body, [0, 0.0])[1]

    return _steps(Trainer(), numbers(tf, 4, 2))


@_case(True)
def training_on_devices(tf, folder):
    class Device(tf.Module):
        def __init__(self):
            self.w, self.b = tf.Variable(numbers(tf, 4, 3), name="w"), tf.Variable(tf.zeros([3]), name="b")
            self.optimizer = tf.keras.optimizers.Adam(0.01)
            self.optimizer.build([self.w, self.b])

        @tf.function(input_signature=[tf.TensorSpec([None, 4], name="x"), tf.TensorSpec([None], tf.int32, name="y")])
        def train(self, x, y):
            with tf.GradientTape() as tape:
                each = tf.nn.sparse_softmax_cross_entropy_with_logits(y, x @ self.w + self.b)
                loss = tf.reduce_mean(each)
            self.optimizer.apply_gradients(zip(tape.gradient(loss, [self.w, self.b]), [self.w, self.b]))
            return {"loss": loss}

        @tf.function(input_signature=[tf.TensorSpec([None, 4], name="x")])
        def infer(self, x):
            return {"output": tf.nn.softmax(x @ self.w + self.b)}

        @tf.function(input_signature=[tf.TensorSpec([], tf.string, name="checkpoint_path")])
        def save(self, checkpoint_path):
            tf.raw_ops.SaveV2(
                prefix=checkpoint_path,
                tensor_names=["w", "b"],
                shape_and_slices=["", ""],
                tensors=[self.w.read_value(), self.b.read_value()],
            )
            return {"checkpoint_path": checkpoint_path}

        @tf.function(input_signature=[tf.TensorSpec([], tf.string, name="checkpoint_path")])
        def restore(self, checkpoint_path):
            w, b = tf.raw_ops.RestoreV2(
                prefix=checkpoint_path, tensor_names=["w", "b"], shape_and_slices=["", ""], dtypes=[tf.float32, tf.float32]
            )
            self.w.assign(tf.ensure_shape(w, [4, 3]))
            self.b.assign(tf.ensure_shape(b, [3]))
            return {"w": w}

    x, y = numbers(tf, 6, 4), tf.constant([0, 2, 1, 1, 0, 2])
    kept = tf.constant(f"{folder}/kept")

    def there_and_back(m):
        before = m.infer(x)
        m.save(kept)
        m.train(x, y)
        m.restore(kept)
        return [before, m.infer(x)]

    made = Device()
    signatures = {name: getattr(made, name) for name in ("train", "infer", "save", "restore")}
    calls = {"steps": lambda m: [m.train(x, y), m.train(x, y), m.infer(x)], "there and back": there_and_back}
    return Case(made, calls, signatures, None, {"infer": {"x": x}})


@_case(True)
def rows_of_tables(tf, folder):
    class Trainer(tf.Module):
        def __init__(self):
            self.table = tf.Variable(numbers(tf, 5, 3), name="table")
            self.optimizer = tf.keras.optimizers.Adam(0.01)
            self.optimizer.build([self.table])

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
        def train(self, ids):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.nn.embedding_lookup(self.table, ids) ** 3)
            found = tape.gradient(loss, self.table)
            self.optimizer.apply_gradients([(found, self.table)])
            return loss, found.values, found.indices

    return _steps(Trainer(), tf.constant([1, 3, 1, 0]))


def _optimizing(make):
    def case(tf, folder):
        class Trainer(tf.Module):
            def __init__(self):
                self.w, self.b = tf.Variable(numbers(tf, 2, 3), name="w"), tf.Variable(tf.zeros([3]), name="b")
                self.optimizer = make(tf.keras.optimizers)
                if hasattr(self.optimizer, "build"):
                    self.optimizer.build([self.w, self.b])
                else:  # which makes its slots in the first step
                    self.train(tf.zeros([1, 2]))

            @tf.function(input_signature=[tf.TensorSpec([None, 2])])
            def train(self, x):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((x @ self.w + self.b - 1.0) ** 2)
                self.optimizer.apply_gradients(zip(tape.gradient(loss, [self.w, self.b]), [self.w, self.b]))
                return loss, self.w.read_value(), self.b.read_value()

        return _steps(Trainer(), numbers(tf, 4, 2))

    return case


for _name, _make in OPTIMIZERS.items():
    TRAINING[f"optimizer_{_name}"] = _optimizing(_make)
QUICK += ["optimizer_sgd", "optimizer_adam", "optimizer_nadam", "optimizer_schedule", "optimizer_legacy_adam"]


# ---------------------------------------------------------------------- models of Keras
def _model(name, shape, layers, make=lambda k: k.SGD(0.0625), words=None):
    def case(tf, folder):
        class Trainer(tf.Module):
            def __init__(self):
                start = tf.keras.layers.InputLayer(shape, dtype="int32" if words else None)
                self.model = tf.keras.Sequential([start, *layers(tf.keras.layers)])
                for w in self.model.weights:
                    w.assign(0.25 * numbers(tf, *w.shape) + (1.0 if "gamma" in w.name or "variance" in w.name else 0.0))
                self.optimizer = make(tf.keras.optimizers)
                self.optimizer.build(self.model.trainable_variables)

            @tf.function(input_signature=[tf.TensorSpec([None, *shape], tf.int32 if words else tf.float32)])
            def train(self, x):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.model(x, training=True))) + sum(self.model.losses)
                variables = self.model.trainable_variables
                found = tape.gradient(loss, variables)
                self.optimizer.apply_gradients(zip(found, variables))
                return [loss, *[tf.reduce_sum(tf.abs(tf.convert_to_tensor(g))) for g in found]]

        x = numbers(tf, 3, *shape)
        return _steps(Trainer(), tf.cast((x + 1.0) * words / 2.0, tf.int32) if words else x)

    TRAINING[f"model_{name}"] = case


_model("dense", (4,), lambda k: [k.Dense(5, "tanh"), k.BatchNormalization(), k.Dense(3, "softmax")])
_model(
    "images",
    (8, 8, 2),
    lambda k: [
        k.Conv2D(4, 3, padding="same", activation="relu", kernel_regularizer="l2"),
        k.BatchNormalization(),
        k.MaxPool2D(),
        k.DepthwiseConv2D(2),
        k.Conv2DTranspose(3, 2, 2),
        k.AveragePooling2D(),
        k.GlobalAveragePooling2D(),
        k.Dense(2),
    ],
)
_model(
    "series",
    (12, 2),
    lambda k: [
        k.Conv1D(4, 3, dilation_rate=2, activation="elu"),
        k.LayerNormalization(),
        k.MaxPool1D(),
        k.SeparableConv1D(3, 2),
        k.Flatten(),
        k.Dense(2, "selu"),
    ],
)
_model("volumes", (4, 4, 4, 2), lambda k: [k.Conv3D(4, 2, activation="swish"), k.MaxPool3D(), k.Flatten(), k.Dense(2, "gelu")])
_model("resized", (4, 4, 2), lambda k: [k.UpSampling2D(interpolation="bilinear"), k.PReLU(), k.LeakyReLU(), k.GlobalMaxPooling2D()])
_model("groups", (6, 8, 4), lambda k: [k.Conv2D(4, 2, groups=2), k.GroupNormalization(2), k.SeparableConv2D(3, 2), k.Permute((3, 1, 2))])
_model("lstm", (5, 2), lambda k: [k.LSTM(3), k.Dense(2)], lambda k: k.Adam(0.01, global_clipnorm=0.5))
_model("gru", (5, 2), lambda k: [k.GRU(3, return_sequences=True), k.Dense(2)])
_model("rnn", (5, 2), lambda k: [k.SimpleRNN(3)])
_model("both_ways", (5, 2), lambda k: [k.Bidirectional(k.LSTM(3))])
_model("words", (4,), lambda k: [k.Embedding(7, 3, mask_zero=True), k.LSTM(3), k.Dense(1)], words=7)
_model("images_in_time", (3, 4, 4, 1), lambda k: [k.ConvLSTM2D(2, 2), k.Flatten()])
QUICK.append("model_dense")
