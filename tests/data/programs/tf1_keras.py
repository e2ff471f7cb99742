"""Keras in graphs of TensorFlow 1: layers on placeholders, models that train in a session, the backend's session."""

import contextlib
import functools
import io
import logging
import os
import re
import tempfile
import warnings

import numpy as np
from tensorflow.python import tf2

v1 = tf.compat.v1
keras, K, L = v1.keras, v1.keras.backend, v1.keras.layers


def in_graph(function):
    """`function` with a graph and a session of its own; what it prints has no times."""

    @functools.wraps(function)
    def run():
        printed, logger = io.StringIO(), logging.getLogger("tensorflow")
        logger.disabled = True  # advice is not what is compared here
        try:
            with tf.Graph().as_default(), v1.Session().as_default(), contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return function()
        finally:
            logger.disabled = False
            text = re.sub(r"[\b\r]+", "\n", printed.getvalue())
            print(re.sub(r"\d+(s|ms|us)\b(/\w+)?", r"#\2", text), end="")

    return run


def rounded(values):
    """The numbers to three digits."""
    return (np.round(np.asarray(values, dtype=np.float64), 3) + 0.0).tolist()


def history(found):
    """A history by names, rounded."""
    return {k: rounded(v) for k, v in sorted(found.history.items())}


def fixed(model, seed=0):
    """Give the model weights that do not depend on chance."""
    rng = np.random.RandomState(seed)
    model.set_weights([rng.uniform(-0.5, 0.5, w.shape) if w.ndim > 1 else w for w in model.get_weights()])
    return model


rng = np.random.RandomState(0)
X, Y = rng.rand(40, 4), np.arange(40) % 2
IMAGES = rng.rand(24, 6, 6, 1)


@in_graph
def case_layers_and_session():
    x, y = v1.placeholder(tf.float32, [None, 4], name="x"), v1.placeholder(tf.float32, [None, 1], name="y")
    h = L.Dense(3, activation="relu", kernel_initializer="ones")(x)
    p = L.Dense(1, kernel_initializer="ones")(L.Dropout(0.5)(h))
    loss = tf.reduce_mean(tf.square(p - y))
    train = v1.train.GradientDescentOptimizer(0.01).minimize(loss)
    print(h.name, p.name, p.shape, K.learning_phase().name)
    print([v.name for v in v1.global_variables()], [v.name for v in v1.trainable_variables()])
    session = v1.get_default_session()
    session.run(v1.global_variables_initializer())
    feed = {x: X[:5], y: np.ones((5, 1)), K.learning_phase(): 0}
    return rounded([session.run([train, loss], feed)[1] for _ in range(3)])


@in_graph
def case_model_on_a_placeholder():
    m = keras.Sequential([L.Dense(3, input_shape=(4,), kernel_regularizer=keras.regularizers.l2(0.1), kernel_initializer="ones"),
                          L.BatchNormalization(), L.Dense(1, activation="sigmoid", kernel_initializer="ones")])
    x = v1.placeholder(tf.float32, [None, 4])
    y = m(x)
    t = v1.placeholder(tf.float32, [None, 1])
    loss = v1.losses.mean_squared_error(t, y) + tf.add_n(m.losses)
    print(y.name, len(m.losses), len(m.updates), len(m.get_updates_for(x)), len(m.get_losses_for(None)))
    step = v1.train.AdamOptimizer(0.1).minimize(loss)
    session = K.get_session()
    session.run(v1.global_variables_initializer())
    feed = {x: X, t: Y[:, None], K.learning_phase(): 0}
    print(rounded([session.run([step, loss], feed)[1] for _ in range(3)]))
    session.run(m.get_updates_for(x), {**feed, K.learning_phase(): 1})
    return rounded(K.get_value(m.layers[1].moving_mean)), session is v1.get_default_session()


@in_graph
def case_fit_prints():
    i = L.Input(shape=(4,))
    m = keras.models.Model(i, L.Dense(2, activation="softmax")(L.Dense(3, activation="relu")(i)))
    m.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    fixed(m)
    h = m.fit(X, Y, epochs=2, batch_size=10, validation_split=0.25, shuffle=False, verbose=2)
    print(history(h), h.epoch, h.params)
    print(rounded(m.evaluate(X, Y)), rounded(m.predict(X[:2])), m.metrics_names)
    return rounded(m.train_on_batch(X[:8], Y[:8])), rounded(m.test_on_batch(X[:8], Y[:8])), rounded(m.predict_on_batch(X[:1]))


@in_graph
def case_several_outputs():
    a, b = L.Input((3,), name="a"), L.Input((2,), name="b")
    h = L.concatenate([a, b])
    m = keras.Model([a, b], [L.Dense(1, name="o1", kernel_initializer="ones")(h),
                             L.Dense(2, name="o2", activation="softmax", kernel_initializer="ones")(h)])
    m.compile(v1.train.AdamOptimizer(0.01), {"o1": "mse", "o2": "sparse_categorical_crossentropy"}, loss_weights={"o1": 1.0, "o2": 0.5},
              metrics={"o1": ["mae"], "o2": ["accuracy", keras.metrics.SparseCategoricalCrossentropy(name="sce")]})
    print(m.metrics_names, type(m.optimizer).__name__)
    data = [X[:, :3], X[:, 2:]], [X[:, 1:2], Y]
    h = m.fit(*data, epochs=2, batch_size=20, shuffle=False, verbose=0, sample_weight=[np.ones(40), np.arange(40) / 40.0])
    print({k: v for k, v in history(h).items() if k != "o2_loss"}, h.params)
    print([p.shape for p in m.predict(data[0])])
    return rounded(m.evaluate(*data, verbose=0)[:2])


@in_graph
def case_wrong_data():
    m = keras.Sequential([L.Dense(2, input_shape=(4,), name="d")])
    m.compile("sgd", "mse")
    for x, y in (([X[:, :3]], Y), (X, X[:, :3]), (X, np.ones((30, 2)))):
        try:
            m.fit(x, y, verbose=0)
        except ValueError as e:
            print(str(e).split("following list")[0])
    n = keras.Sequential([L.Dense(3, input_shape=(4,), name="d", activation="softmax")])
    n.compile("sgd", "categorical_crossentropy")
    try:
        n.fit(X, Y, verbose=0)
    except ValueError as e:
        print(str(e)[:120])


@in_graph
def case_class_weight_and_callbacks():
    m = keras.Sequential([L.Dense(3, activation="relu", input_shape=(4,)), L.Dense(2, activation="softmax")])
    m.compile(keras.optimizers.SGD(lr=0.1, momentum=0.9), "categorical_crossentropy", metrics=["acc"])
    fixed(m)
    seen = []
    h = m.fit(X, np.eye(2)[Y], batch_size=16, epochs=3, verbose=0, shuffle=False, class_weight={0: 1.0, 1: 3.0},
              validation_data=(X, np.eye(2)[Y]),
              callbacks=[keras.callbacks.LearningRateScheduler(lambda e: 0.1 / (e + 1)),
                         keras.callbacks.ReduceLROnPlateau(monitor="loss", patience=5),
                         keras.callbacks.LambdaCallback(on_batch_end=lambda b, logs: seen.append((b, sorted(logs))))])
    return history(h), seen[:3], rounded(K.get_value(m.optimizer.lr)), int(K.get_value(m.optimizer.iterations))


@in_graph
def case_image_model():
    m = keras.Sequential()
    m.add(L.Conv2D(2, (3, 3), activation="relu", input_shape=(6, 6, 1)))
    m.add(L.MaxPooling2D((2, 2)))
    m.add(L.Flatten())
    m.add(L.BatchNormalization(momentum=0.5))
    m.add(L.Dense(3, activation="softmax"))
    m.compile("sgd", "sparse_categorical_crossentropy")
    fixed(m)
    h = m.fit(IMAGES, np.arange(24) % 3, batch_size=8, epochs=2, verbose=0, shuffle=False)
    m.summary()
    return history(h), rounded(m.evaluate(IMAGES, np.arange(24) % 3, verbose=0)), rounded(K.get_value(m.layers[3].moving_mean)[:4])


@in_graph
def case_recurrent_models():
    words = np.random.RandomState(1).randint(1, 20, (16, 5))
    words[:, 3:] = 0
    m = fixed(keras.Sequential([L.Embedding(20, 3, mask_zero=True, input_length=5), L.LSTM(4, unroll=True), L.Dense(1, activation="sigmoid")]))
    m.compile("adam", "binary_crossentropy", metrics=["acc"])
    print(history(m.fit(words, Y[:16], epochs=2, batch_size=8, verbose=0, shuffle=False)))
    g = fixed(keras.Sequential([L.Bidirectional(L.GRU(3, return_sequences=True, unroll=True), input_shape=(5, 2)), L.GlobalMaxPooling1D(), L.Dense(1)]))
    g.compile("sgd", "mse")
    print(history(g.fit(rng_values((8, 5, 2)), np.ones((8, 1)), epochs=2, verbose=0, shuffle=False)))
    s = fixed(keras.Sequential([L.LSTM(3, stateful=True, unroll=True, batch_input_shape=(2, 5, 2)), L.Dense(1)]))
    a = rng_values((2, 5, 2))
    first, second = s.predict(a), s.predict(a)
    s.reset_states()
    return len(s.updates), rounded(first), np.allclose(first, second), np.allclose(first, s.predict(a))


def rng_values(shape):
    """Numbers that are always the same."""
    return np.random.RandomState(3).rand(*shape)


@in_graph
def case_variational_autoencoder():
    i = L.Input(shape=(4,))
    h = L.Dense(3, activation="relu", kernel_initializer="ones")(i)
    mean, log_var = L.Dense(2, kernel_initializer="ones")(h), L.Dense(2, kernel_initializer="zeros")(h)

    def sampling(args):
        m, v = args
        return m + K.exp(0.5 * v) * 0.0 * K.random_normal(shape=(K.shape(m)[0], 2))

    z = L.Lambda(sampling, output_shape=(2,))([mean, log_var])
    encoder = keras.Model(i, [mean, log_var, z], name="encoder")
    code = L.Input(shape=(2,))
    decoder = keras.Model(code, L.Dense(4, activation="sigmoid", kernel_initializer="ones")(code), name="decoder")
    out = decoder(encoder(i)[2])
    vae = keras.Model(i, out, name="vae")
    kl = -0.5 * K.sum(1 + log_var - K.square(mean) - K.exp(log_var), axis=-1)
    vae.add_loss(K.mean(keras.losses.mean_squared_error(i, out) * 4 + kl))
    vae.compile(optimizer="adam")
    h = vae.fit(X, epochs=2, batch_size=20, verbose=2, shuffle=False)
    return history(h), vae.metrics_names, len(vae.losses), rounded(vae.evaluate(X, verbose=0)), rounded(encoder.predict(X[:1])[0])


class Scaled(L.Layer):
    """A layer with weights, updates, losses and a metric."""

    def build(self, input_shape):
        self.scale = self.add_weight(name="scale", shape=(int(input_shape[1]), 2), initializer="ones", trainable=True)
        self.calls = self.add_weight(name="calls", shape=(), initializer="zeros", trainable=False)
        super().build(input_shape)

    def call(self, x, training=None):
        self.add_update(K.update_add(self.calls, 1.0))
        self.add_loss(0.01 * tf.reduce_sum(tf.square(self.scale)))
        self.add_metric(K.mean(x), name="mean_input", aggregation="mean")
        return K.in_train_phase(K.dot(x, self.scale), K.dot(x, self.scale) * 2.0, training=training)


@in_graph
def case_custom_layer():
    m = keras.Sequential([Scaled(input_shape=(3,), name="scaled")])
    m.compile(v1.train.GradientDescentOptimizer(0.1), "mse", metrics=["mae"])
    print(m.metrics_names, len(m.losses), len(m.updates), [v.name for v in v1.global_variables()])
    h = m.fit(np.ones((6, 3)), np.zeros((6, 2)), batch_size=3, verbose=0, epochs=2)
    evaluated = rounded(m.evaluate(np.ones((6, 3)), np.zeros((6, 2)), verbose=0))
    return history(h), rounded(K.get_value(m.layers[0].calls)), rounded(m.predict(np.ones((1, 3)))), evaluated


class Own(keras.Model):
    """A model that is made in `call`."""

    def __init__(self):
        super().__init__()
        self.first, self.last = L.Dense(3, activation="relu", kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones")

    def call(self, x, training=None):
        return self.last(self.first(x))


@in_graph
def case_subclassed_model():
    m = Own()
    m.compile("sgd", "mse", metrics=["mae"])
    h = m.fit(X, Y, epochs=1, batch_size=20, verbose=2, shuffle=False)
    return history(h), m.output_names, [x.name for x in m.inputs], rounded(m.predict(X[:2])), len(m.weights)


@in_graph
def case_generators_and_datasets():
    m = keras.Sequential([L.Dense(1, input_shape=(4,), kernel_initializer="ones")])
    m.compile("sgd", "mse", metrics=["mae"])

    def batches():
        while True:
            yield X[:8], Y[:8]

    print(history(m.fit_generator(batches(), steps_per_epoch=3, epochs=2, verbose=2, validation_data=batches(), validation_steps=2)))
    print(rounded(m.evaluate_generator(batches(), steps=2)), m.predict_generator(batches(), steps=2).shape)

    class Rows(keras.utils.Sequence):
        def __len__(self):
            return 4

        def __getitem__(self, i):
            return X[i * 10:i * 10 + 10], Y[i * 10:i * 10 + 10]

    print(history(m.fit(Rows(), epochs=1, verbose=0, shuffle=False)))
    data = v1.data.Dataset.from_tensor_slices((X.astype("float32"), Y.astype("float32")[:, None])).batch(10).repeat()
    return history(m.fit(data, steps_per_epoch=4, epochs=2, verbose=2)), rounded(m.evaluate(data, steps=4))


@in_graph
def case_operations_between_layers():
    q = L.Input((4,))
    h = tf.nn.relu(L.Dense(3, kernel_initializer="ones")(q)) * 2.0 + 1.0
    m = keras.Model(q, L.Dense(1, kernel_initializer="ones")(h))
    x = v1.placeholder(tf.float32, [None, 4])
    y = m(x)
    return [type(layer).__name__ for layer in m.layers], rounded(m.predict(X[:2])), rounded(K.get_session().run(y, {x: X[:2]}))


@in_graph
def case_transfer():
    m = keras.Sequential([L.Dense(3, input_shape=(4,)), L.Dense(2)])
    fixed(m)
    base = keras.Model(m.input, m.layers[0].output)
    base.trainable = False
    t = keras.Model(base.input, L.Dense(2, activation="softmax", kernel_initializer="ones")(base.output))
    t.compile("sgd", "categorical_crossentropy")
    before = base.get_weights()[0]
    t.fit(X, np.eye(2)[Y], verbose=0)
    return np.array_equal(before, base.get_weights()[0]), len(t.trainable_weights), len(t.non_trainable_weights)


@in_graph
def case_saved_and_loaded():
    m = keras.Sequential([L.Dense(3, input_shape=(4,), activation="relu"), L.Dense(1)])
    m.compile("adam", "mse", metrics=["mae"])
    fixed(m)
    m.fit(X, Y, verbose=0, shuffle=False)
    wanted = m.predict(X[:3])
    found = []
    with tempfile.TemporaryDirectory() as folder:
        m.save(os.path.join(folder, "m.h5"))
        m.save_weights(os.path.join(folder, "w.h5"))
        again = keras.models.load_model(os.path.join(folder, "m.h5"))
        found += [np.allclose(again.predict(X[:3]), wanted, atol=1e-5), type(again.optimizer).__name__,
                  int(K.get_value(again.optimizer.iterations))]
        m.set_weights([np.zeros_like(w) for w in m.get_weights()])
        found.append(float(np.abs(m.predict(X[:3])).sum()))
        m.load_weights(os.path.join(folder, "w.h5"))
        found.append(np.allclose(m.predict(X[:3]), wanted, atol=1e-5))
    twin = keras.models.model_from_json(m.to_json())
    twin.set_weights(m.get_weights())
    clone = keras.models.clone_model(m)
    clone.set_weights(m.get_weights())
    return found, np.allclose(twin.predict(X[:3]), wanted, atol=1e-5), np.allclose(clone.predict(X[:3]), wanted, atol=1e-5)


@in_graph
def case_backend():
    m = keras.Sequential([L.Dense(2, input_shape=(3,), kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones")])
    f = K.function([m.input, K.learning_phase()], [m.layers[0].output, m.output])
    print([rounded(a) for a in f([np.ones((1, 3)), 0])])
    v = K.variable([[1.0, 2.0]], name="v")
    K.set_value(v, [[3.0, 4.0]])
    g = K.function([m.input], K.gradients(m.output, [m.input]), updates=[K.update_add(v, K.ones_like(v))])
    print(rounded(g([np.ones((1, 3))])), rounded(K.get_value(v)), rounded(K.batch_get_value([v, m.weights[0]])[1]), v.name)
    print(rounded(K.eval(K.constant([1.0, 2.0]))), K.is_keras_tensor(m.output), K.placeholder((None, 3)).shape, K.int_shape(m.output))
    return K.get_session() is v1.get_default_session(), rounded(K.get_value(K.zeros((2,))))


@in_graph
def case_metric_in_a_session():
    m = keras.metrics.Mean()
    x = v1.placeholder(tf.float32, [None])
    update, result = m.update_state(x), m.result()
    session = v1.get_default_session()
    session.run([v.initializer for v in m.weights])
    session.run(update, {x: [1.0, 2.0]})
    first = session.run(result)
    session.run(update, {x: [6.0]})
    second = session.run(result)
    third = session.run(m(x), {x: [9.0]})
    m.reset_states()
    return rounded([first, second, third, session.run(result)]), [v.name for v in m.weights], v1.global_variables()


class Largest(keras.metrics.Metric):
    """The largest error, and the number of batches."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.most, self.batches = self.add_weight(name="most", initializer="zeros"), self.add_weight(name="batches", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.most.assign(tf.maximum(self.most, tf.reduce_max(tf.abs(y_true - y_pred))))
        self.batches.assign_add(1.0)

    def result(self):
        return self.most + 100.0 * self.batches


@in_graph
def case_custom_metric():
    m = keras.Sequential([L.Dense(1, input_shape=(4,), kernel_initializer="ones")])
    m.compile("sgd", "mse", metrics=[Largest(name="largest")])
    h = m.fit(X, Y, batch_size=10, epochs=2, verbose=0, shuffle=False)
    return history(h), rounded(m.evaluate(X, Y, batch_size=20, verbose=0))


@in_graph
def case_constraint_and_custom_loss():
    m = keras.Sequential([L.Dense(1, input_shape=(4,), kernel_initializer="ones", kernel_constraint=keras.constraints.MaxNorm(1.0))])
    m.compile("adam", lambda t, p: K.mean(K.abs(t - p), axis=-1) + 1.0, metrics=[keras.metrics.mean_squared_error])
    h = m.fit(X, Y, epochs=1, batch_size=20, verbose=0, shuffle=False)
    return history(h)["loss"], m.metrics_names, rounded(np.linalg.norm(m.get_weights()[0]))


class Once(L.Layer):
    """Doubles its weights the first time it is called, by a function."""

    def build(self, shape):
        self.w = self.add_weight("w", [1], initializer="ones")
        self.done = self.add_weight("done", [], tf.bool, initializer="zeros", trainable=False)

    @tf.function
    def call(self, x):
        if not self.done:
            self.w.assign(self.w * 2.0)
            self.done.assign(True)
        return x * self.w


@in_graph
def case_call_is_a_function():
    m = keras.Sequential([Once(input_shape=(4,))])
    y = m(X[:1])
    session = K.get_session()
    session.run(v1.global_variables_initializer())
    return session.run(y).tolist(), session.run(y).tolist(), m.predict(X[:1]).tolist()


def case_activations_and_biases_taken_away():
    made = []
    for layer in (L.Dense(2, "relu"), L.Conv1D(2, 1, activation="relu"), L.Conv1DTranspose(2, 1, activation="relu"),
                  L.SeparableConv1D(2, 1, activation="relu"), L.DepthwiseConv1D(1, activation="relu")):  # fmt: skip
        x = tf.constant(np.linspace(-1.0, 1.0, 12).reshape(2, 3, 2), tf.float32)
        layer(x)
        for i, w in enumerate(layer.weights):
            w.assign(tf.ones_like(w) * (i + 1.0))
        layer.activation = None
        without = layer(x)
        bias, layer.bias = layer.bias, -layer.bias
        made.append([rounded(without), rounded(layer(x))])
        layer.bias = bias
        made.append(rounded(tf.function(layer)(x)))
    return made


NAMES = """glorot_uniform GlorotNormal he_normal HeUniform lecun_normal lecun_uniform uniform normal random_uniform RandomNormal TruncatedNormal
truncated_normal VarianceScaling orthogonal Identity zeros one Constant GlorotUniformV2 he_normalV2 OrthogonalV2 glorotUniform""".split()


def described(name):
    try:
        made = keras.initializers.get(name)
        return type(made).__module__, type(made).__name__, made.get_config(), tf.keras.initializers.serialize(made)
    except ValueError as error:
        return str(error)


def case_initializers_of_either_version():
    second = {name: described(name) for name in NAMES if name.endswith("V2") or name == "glorotUniform"}
    tf2.disable()
    try:
        for name in NAMES:
            print(name, described(name), second.get(name))
        dense = keras.layers.Dense(3)
        print(dense.get_config()["kernel_initializer"], dense.get_config()["bias_initializer"], dense.get_config()["activation"])
        print(type(keras.layers.Dense.from_config(dense.get_config()).kernel_initializer).__module__)
        print(keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.RandomNormal(seed=3)).get_config()["kernel_initializer"])
    finally:
        tf2.enable()
    print(keras.layers.Dense(3).get_config()["kernel_initializer"])


def case_weights_follow_the_seed():
    models = {
        "dense": lambda: [L.Dense(4, input_shape=(3,)), L.Dense(2)],
        "embedding": lambda: [L.Embedding(5, 3, input_length=2), L.Flatten(), L.Dense(2)],
        "convolution": lambda: [L.Conv2D(2, 3, input_shape=(8, 8, 1))],
        "lstm": lambda: [L.LSTM(2, input_shape=(3, 2))],
        "gru": lambda: [L.GRU(2, input_shape=(3, 2))],
        **{name: lambda name=name: [L.Dense(3, kernel_initializer=name, input_shape=(3,))] for name in NAMES[:-4]},
    }
    tf2.disable()
    try:
        for name, layers in models.items():
            with tf.Graph().as_default(), v1.Session().as_default():
                v1.set_random_seed(1)
                model = keras.Sequential(layers())
                print(name, [rounded(w) for w in model.get_weights()])
    finally:
        tf2.enable()


@in_graph
def case_shapes_of_what_is_fed_are_not_checked():
    x = K.placeholder(shape=(None, 3))
    double = K.function([x], [x * 2.0])
    print([np.shape(double([np.ones(shape)])[0]) for shape in ((2, 4), (3,), (1, 1, 3), ())])
    phase = K.function([x, K.learning_phase()], [K.in_train_phase(x, x * 3.0)])
    print(rounded(phase([np.ones((1, 3))])), rounded(phase([np.ones((1, 3)), True])), rounded(double([np.ones(3), np.zeros(3)])))
    try:
        phase([])
    except tf.errors.InvalidArgumentError:
        print("nothing was fed")
    i, wanted = L.Input((3,)), L.Input((2,))
    distance = L.Lambda(lambda both: K.sum(K.abs(both[0] - both[1]), axis=-1))([L.Dense(2, kernel_initializer="ones")(i), wanted])
    model = keras.Model([i, wanted], distance)
    # The loss is an output: the targets are not used, whatever their shape.
    model.compile(keras.optimizers.SGD(0.1), lambda target, value: value)
    data = [np.ones((2, 3)), np.zeros((2, 2))]
    print(model.output_shape, [rounded(model.train_on_batch(data, target)) for target in (np.zeros(2), np.zeros((2, 1)), np.zeros((2, 5)))])
    print(rounded(model.evaluate(data, np.zeros(2), verbose=0)))
    model.compile(keras.optimizers.SGD(0.1), lambda target, value: K.abs(target - value))
    try:
        model.train_on_batch(data, np.zeros((2, 5)))
    except tf.errors.InvalidArgumentError:
        print("the loss used a target of another shape")


class Counting(tf.keras.optimizers.Optimizer):
    """An optimizer of the new kind that gives graphs the steps of another, and one of its own."""

    def __init__(self, inner, count):
        super().__init__("counting")
        self.inner, self.count, self.kept = inner, count, K.variable([0.0, 2.0])

    def get_updates(self, params, loss):
        assigned = [K.update_add(self.count, 1.0), (self.kept, 0.5 * self.kept + 1.0)]
        return self.inner.get_updates(params=params, loss=loss) + assigned

    def get_config(self):
        return self.inner.get_config()


@in_graph
def case_optimizers_with_updates_of_their_own():
    count, i = K.variable(0.0), L.Input((3,))
    model = keras.Model(i, L.Dense(2, kernel_initializer="ones")(i))
    model.compile(Counting(keras.optimizers.SGD(0.1), count), "mse", metrics=["mae"])
    found = history(model.fit(np.ones((4, 3)), np.ones((4, 2)), batch_size=2, epochs=2, verbose=0))
    print(found, K.get_value(count), rounded(K.get_value(model.optimizer.kept)), type(model.optimizer).__name__, rounded(model.train_on_batch(np.ones((4, 3)), np.ones((4, 2)))))


@in_graph
def case_losses_of_compiled_models():
    i = L.Input((3,))
    model = keras.Model(i, [L.Dense(1, name="a")(i), L.Dense(2, name="b")(i), L.Dense(2, name="c")(i)])
    model.compile("sgd", {"a": "mae", "c": keras.losses.CategoricalCrossentropy()})
    print([type(f).__name__ for f in model.loss_functions])
    return [rounded(K.eval(f(K.constant([[0.0, 1.0]]), K.constant([[0.3, 0.7]])))) for f in model.loss_functions if f is not None]


@in_graph
def case_mixed_precision_of_own_layers():
    class Scale(keras.layers.Layer):
        def build(self, shape):
            self.w = self.add_weight("w", (2,), initializer="ones")
            self.n = self.add_weight("n", (), dtype="float32", experimental_autocast=False)

        def call(self, x):
            print([(f(x, self.w)).dtype.name for f in (tf.add, lambda a, b: b * a, lambda a, b: tf.concat([a[0], b], 0), lambda a, b: -b, lambda a, b: b.read_value())], (self.n + 1).dtype.name)
            return x * self.w

    tf.keras.mixed_precision.set_global_policy("mixed_float16")
    try:
        model = keras.Sequential([Scale(input_shape=(2,)), L.Dense(2, kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones", dtype="float32")])
        print([(type(w).__name__, w.dtype.name) for w in model.weights], repr(model.weights[0]), K.get_value(model.weights[0]).dtype)
        model.compile("sgd", "mse")
        print(history(model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0)), model.outputs[0].dtype.name)
        return [w.dtype.name for w in model.get_weights()], rounded(model.get_weights()[0])
    finally:
        tf.keras.mixed_precision.set_global_policy(None)


@in_graph
def case_arguments_that_are_refused():
    x = v1.placeholder(tf.float32, [None, 4, 4, 1])
    told = []
    for f in (
        lambda: K.function([x], [x * 2], own=1),
        lambda: v1.nn.max_pool(x, 0, 1, "SAME"),
        lambda: v1.nn.max_pool(x, [2, 0], 1, "SAME"),
        lambda: v1.nn.max_pool(x, [1, 2, 0, 1], [1, 1, 1, 1], "SAME"),
        lambda: v1.nn.max_pool(x, (0, 2), 1, "SAME", data_format="NCHW"),
    ):
        try:
            told.append(f().name)
        except (TypeError, ValueError) as error:
            told.append(f"{type(error).__name__}: {error}")
    return told, K.function([x], [x * 2], fetches=[x + 1], feed_dict={})([np.ones((1, 4, 4, 1))])[0].sum()


def told(parts):
    """What `_standardize_user_data` gives, as lists."""
    return [None if arrays is None else [np.asarray(a).tolist() for a in arrays] for arrays in parts]


@in_graph
def case_programs_that_feed_the_nodes_of_a_model_themselves():
    model = keras.Sequential([L.Dense(2, kernel_initializer="ones", input_shape=(3,), name="a"), L.Dense(2, kernel_initializer="ones", name="b")])
    x, y = np.ones((2, 3)), np.ones((2, 2))
    print(told(model._standardize_user_data(x)))
    model.compile("sgd", "mse")
    print([t.name for t in model._feed_targets], model._feed_sample_weights, model._feed_output_names, model._feed_output_shapes)
    gradients = model.optimizer.get_gradients(model.total_loss, model.trainable_weights)
    evaluated = K.function(model._feed_inputs + model._feed_targets + model._feed_sample_weights, gradients)
    print([rounded(g) for g in evaluated(model._standardize_user_data(x, y))])
    for given in ({}, {"sample_weight": np.array([1.0, 2.0])}, {"class_weight": {0: 3.0, 1: 4.0}}):
        print(told(model._standardize_user_data(x, y, **given)))
    try:
        model._standardize_user_data(np.ones((2, 4)), y)
    except ValueError as e:
        print(e)
    model.train_on_batch(x, y, sample_weight=np.ones(2))
    print([t.name for t in model._feed_sample_weights])
    i, j = L.Input((3,), name="i"), L.Input((2,), name="j")
    model = keras.Model([i, j], [L.Dense(2, name="c")(i), L.Dense(3, activation="softmax", name="d")(j)])
    model.compile("adam", ["mse", "sparse_categorical_crossentropy"])
    print([t.name for t in model._feed_targets], model._feed_output_names, model._feed_output_shapes)
    print(told(model._standardize_user_data({"j": np.ones((1, 2)), "i": np.zeros((1, 3))}, {"d": np.array([2]), "c": np.ones((1, 2))})))


@in_graph
def case_outputs_of_layers_in_a_nested_sequence():
    inner = keras.Sequential([L.Dense(3, kernel_initializer="ones", name="a"), L.Dense(2, kernel_initializer="ones", name="b")], name="inner")
    i = L.Input((4,), name="i")
    model = keras.Model(i, L.Dense(1, kernel_initializer="ones", name="c")(inner(i)))
    print(inner.built, [(layer.input.name, layer.output.name) for layer in inner.layers])
    print([rounded(v) for v in K.function([i], [inner.layers[0].output, model.output])(np.ones((2, 4)))])
    part = keras.Model(model.input, inner.get_layer("a").output)
    print(rounded(part.predict(np.ones((2, 4)))), [layer.name for layer in part.layers], rounded(inner.predict(np.ones((1, 4)))))
