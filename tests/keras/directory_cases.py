"""Models with everything that Keras' files have to carry, made alike by TensorFlow and here, with one batch for each."""

import numpy as np

from tests.keras import layer_cases

# Layers whose results draw, or that only TensorFlow or only this package makes into a model.
LEFT_OUT = ("random_height", "random_width", "lambda")


def layers(tf):
    """{name: function that gives (model, inputs)} for a functional model of each layer under test."""
    scope = {"L": tf.keras.layers, "tf": tf, "np": np}

    def maker(name, expression, spec):
        def make():
            layer = eval(expression, scope)
            made = layer_cases.make(spec, scope)
            several = made if isinstance(made, list) else [made]
            batch = "stateful" in name or "time" in name.split("_")[-1:]
            inputs = [
                tf.keras.Input(batch_shape=tuple(x.shape) if batch else (None, *x.shape[1:]), dtype=x.dtype, name=f"x{i}")
                for i, x in enumerate(several)
            ]
            outputs = layer(inputs if isinstance(made, list) else inputs[0])
            return tf.keras.Model(inputs, outputs, name="m"), [x.numpy() for x in several]

        return make

    return {name: maker(name, expression, spec) for name, expression, spec in layer_cases.CASES if name not in LEFT_OUT}


def scaled_layer(tf):
    """A layer of one's own, which has weights, a layer, a regularizer and a loss, and acts otherwise in training."""
    L = tf.keras.layers

    class Scaled(L.Layer):
        def __init__(self, units=3, **kwargs):
            super().__init__(**kwargs)
            self.units = units

        def build(self, shape):
            self.w = self.add_weight("w", [shape[-1], self.units], regularizer="l2")
            self.inner = L.Dense(self.units)

        def call(self, x, training=None):
            y = self.inner(x @ self.w)
            self.add_loss(tf.reduce_mean(y**2) * 0.1)
            return y * 2.0 if training else y

        def get_config(self):
            return {**super().get_config(), "units": self.units}

    return Scaled


def networks(tf):
    """The same for models of several layers."""
    K, L = tf.keras, tf.keras.layers
    rand = lambda *shape: np.random.RandomState(0).rand(*shape).astype("float32")  # noqa: E731

    Scaled = scaled_layer(tf)

    class Stack(K.Model):
        def __init__(self, units=4, **kwargs):
            super().__init__(**kwargs)
            self.units = units
            self.first, self.rest = L.Dense(units, "relu"), [L.BatchNormalization(), Scaled(2)]
            self.scale = tf.Variable(2.0)

        def call(self, x, training=None):
            x = self.first(x)
            for layer in self.rest:
                x = layer(x, training=training)
            return {"y": x * self.scale, "z": tf.reduce_sum(x, -1)}

        def get_config(self):
            return {"units": self.units}

    def sequential():
        return K.Sequential([L.Dense(3, "relu", input_shape=(4,)), L.BatchNormalization(), L.Dense(2)]), [rand(6, 4)]

    def deferred():
        model = K.Sequential([L.Dense(3, "relu"), L.Dense(2)])
        x = rand(6, 4)
        model(x)
        return model, [x]

    def shared():
        a, b = K.Input((4,), name="a"), K.Input((4,), name="b")
        layer = L.Dense(3, "tanh")
        x, y = layer(a), layer(b)
        return K.Model([a, b], [x * y + 1.0, tf.concat([x, y], -1)[:, ::2]]), [rand(5, 4), rand(5, 4)]

    def nested():
        i = K.Input((4,))
        inner = K.Sequential([L.Dense(5, "relu"), L.Dense(4)])
        q = K.Input((4,))
        sub = K.Model(q, L.LayerNormalization()(q + L.Dense(4)(q)))
        return K.Model(i, L.Dense(2)(sub(inner(sub(i))))), [rand(5, 4)]

    def names():
        a, b = K.Input((4,), name="a"), K.Input((3,), name="b")
        return K.Model({"a": a, "b": b}, {"o": L.Dense(2)(L.Concatenate()([a, b])), "p": L.Dense(1)(b)}), {"a": rand(5, 4), "b": rand(5, 3)}

    def heads():
        q = K.Input((5, 4))
        return K.Model(q, L.MultiHeadAttention(2, 3)(q, value=q, key=q)), [rand(2, 5, 4)]

    def masked():
        i = K.Input((5,), dtype="int32")
        x = L.Embedding(9, 3, mask_zero=True)(i)
        x = L.Bidirectional(L.LSTM(2, return_sequences=True))(x)
        return K.Model(i, L.Dense(1)(L.GRU(3)(x))), [(np.arange(30).reshape(6, 5) * 7 % 9).astype("int32")]

    def words():
        table = L.TextVectorization(output_sequence_length=4)
        table.adapt(["the cat sat", "on the mat"])
        i = K.Input((1,), dtype="string")
        return K.Model(i, L.GlobalAveragePooling1D()(L.Embedding(9, 3)(table(i)))), [np.array([["The mat!"], ["a cat"]], object)]

    def adapted():
        norm = L.Normalization()
        norm.adapt(np.arange(12.0, dtype="float32").reshape(4, 3))
        return K.Sequential([K.Input((3,)), norm, L.Dense(2)]), [rand(4, 3)]

    def mixed():
        i = K.Input((4,))
        half = L.Dense(8, "relu", dtype=K.mixed_precision.Policy("mixed_bfloat16"))
        return K.Model(i, L.Dense(1, dtype="float32")(half(i))), [rand(4, 4)]

    def own_layer():
        return K.Sequential([K.Input((4,)), Scaled(3), L.Dense(2, activity_regularizer="l2")]), [rand(5, 4)]

    def subclassed():
        model, x = Stack(), rand(5, 3)
        model(x)
        return model, [x]

    found = sequential, deferred, shared, nested, names, heads, masked, words, adapted, mixed, own_layer, subclassed
    return {f.__name__: f for f in found}


OWN = ("own_layer", "subclassed")  # those with classes of the program, which are loaded without them


def fill(model):
    """Give every variable of the model a value of its place."""
    for place, w in enumerate(model.weights):
        if hasattr(w, "dtype") and w.dtype.is_floating:
            held = w.numpy()  # the variable of weights of a vocabulary has no static shape
            w.assign(np.abs(np.sin(np.arange(held.size) * 0.7 + place)).reshape(held.shape) * 0.5 + 0.1)
    for layer in model._flatten_layers():
        layer.finalize_state()


def plain(value):
    """Flat lists of what a model gives."""
    if isinstance(value, dict):
        return {k: plain(value[k]) for k in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    array = np.asarray(value)
    if array.dtype.kind in "SO":
        return [v.decode() if isinstance(v, bytes) else str(v) for v in array.ravel()]
    return array.astype("float64").ravel().tolist()


def predicted(tf, model, inputs):
    """What the model gives for the batch."""
    given = {k: tf.constant(v) for k, v in inputs.items()} if isinstance(inputs, dict) else [tf.constant(x) for x in inputs]
    return plain(tf.nest.map_structure(_dense(tf), model(given if isinstance(given, dict) or len(given) > 1 else given[0], training=False)))


def _dense(tf):
    return lambda x: (tf.sparse.to_dense(x) if isinstance(x, tf.SparseTensor) else x).numpy()


def step(tf, model, inputs):
    """The weights after one step of descent on the sum of squares and the model's own losses, as one list."""
    given = {k: tf.constant(v) for k, v in inputs.items()} if isinstance(inputs, dict) else [tf.constant(x) for x in inputs]
    given = given if isinstance(given, dict) or len(given) > 1 else given[0]
    if not model.trainable_variables:
        return []
    with tf.GradientTape() as tape:
        outputs = tf.nest.flatten(model(given, training=True))
        loss = tf.add_n([tf.reduce_mean(tf.cast(y, tf.float32) ** 2) for y in outputs] + [tf.cast(x, tf.float32) for x in model.losses])
    variables = list(model.trainable_variables)
    for v, g in zip(variables, tape.gradient(loss, variables)):
        if g is not None:
            v.assign_sub(0.1 * tf.cast(tf.convert_to_tensor(g), v.dtype))
    return sorted(float(np.sum(np.asarray(v, "float64") ** 2)) for v in model.weights if hasattr(v, "dtype") and v.dtype.is_floating)
