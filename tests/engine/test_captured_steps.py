"""Steps of training as captured calls of torch: the same bits as the program they were captured from, whatever changes between steps."""

import itertools
import threading

import numpy as np
import pytest

import tfshim
from tests import after_torch

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.captured import steps  # noqa: E402
from tfshim.engine.graphs.programs.arrays.array_steps import StepProgram  # noqa: E402
from tfshim.engine.graphs.programs.training_steps import CapturingStep, FunctionStep  # noqa: E402

layers = tf.keras.layers
rng = np.random.RandomState(0)
IMAGES = rng.rand(16, 12, 12, 3).astype("f")
ROWS = rng.rand(16, 7).astype("f")
SERIES = rng.rand(16, 6, 5).astype("f")
WORDS = rng.randint(0, 9, (16, 6))
CLASSES = rng.randint(0, 3, 16)
_CALLS = 9
_NEVER = 600.0  # seconds


@pytest.fixture(autouse=True)
def on_tensors(monkeypatch):
    """Steps this small would run on NumPy's arrays; on a busy machine any of them may take long."""
    monkeypatch.setattr(FunctionStep, "_prepare", lambda self: None)
    monkeypatch.setattr(steps, "_LONG", _NEVER)


@pytest.fixture
def replayed(monkeypatch):
    """For each run of captured calls, whether they served."""
    served = []
    before = steps.CapturedStep.__call__

    def run(self, storages):
        known = any(f is not None for f in self._functions.values())
        made = before(self, storages)
        if known:
            served.append(made is not None)
        return made

    monkeypatch.setattr(steps.CapturedStep, "__call__", run)
    return served


def both_ways(monkeypatch, run):
    """What `run()` gives with captured calls, and without."""
    captured = run()
    with monkeypatch.context() as patch:
        patch.setattr(CapturingStep, "_capture", lambda self: None)
        plain = run()
    return captured, plain


def assert_same_bits(one, other):
    one, other = ([np.asarray(x) for x in tf.nest.flatten(made)] for made in (one, other))
    for a, b in zip(one, other, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


def classifier(*inner, shape):
    return tf.keras.Sequential([layers.Input(shape), *inner, layers.Dense(3, activation="softmax")])


def logged(model, x=ROWS, y=CLASSES, epochs=3):
    """What `fit` says of each epoch, four batches each, always in the same order."""
    return [*model.fit(x, y, batch_size=4, epochs=epochs, shuffle=False, verbose=0).history.values()]


def unet():
    x = layers.Input((12, 12, 3))
    a = layers.ReLU()(layers.BatchNormalization()(layers.Conv2D(4, 3, padding="same")(x)))
    b = layers.Conv2D(6, 3, padding="same", activation="relu")(layers.MaxPool2D()(a))
    c = layers.Concatenate()([a, layers.Conv2DTranspose(4, 2, strides=2)(b)])
    return tf.keras.Model(x, layers.Dense(3, activation="softmax")(layers.GlobalAveragePooling2D()(layers.Conv2D(3, 1)(c))))


def mobile():
    x = layers.Input((12, 12, 3))
    h = layers.ReLU(6.0)(layers.BatchNormalization()(layers.DepthwiseConv2D(3, padding="same")(x)))
    h = layers.Add()([x, layers.Conv2D(3, 1, use_bias=False)(h)])
    h = layers.Multiply()([h, layers.Dense(3, activation="sigmoid")(layers.GlobalAveragePooling2D(keepdims=True)(h))])
    return tf.keras.Model(x, layers.Dense(3, activation="softmax")(layers.Flatten()(layers.Activation("swish")(h))))


def attention():
    x = layers.Input((6, 5))
    h = layers.LayerNormalization()(layers.Add()([x, layers.MultiHeadAttention(2, 4, dropout=0.1)(x, x)]))
    h = layers.Dropout(0.2, seed=4)(layers.Dense(5, activation="gelu")(h))
    return tf.keras.Model(x, layers.Dense(3, activation="softmax")(layers.GlobalMaxPooling1D()(h)))


MODELS = {
    "dense": (lambda: classifier(layers.Dense(8, activation="tanh"), layers.Dropout(0.3, seed=1), shape=(7,)), ROWS),
    "norm": (lambda: classifier(layers.Dense(8), layers.BatchNormalization(), layers.LeakyReLU(), shape=(7,)), ROWS),
    "penalties": (lambda: classifier(layers.Dense(8, kernel_regularizer="l2", activity_regularizer="l1"), shape=(7,)), ROWS),
    "conv": (lambda: classifier(layers.Conv2D(4, 3, activation="relu"), layers.MaxPool2D(), layers.Flatten(), shape=(12, 12, 3)), IMAGES),
    "unet": (unet, IMAGES),
    "mobile": (mobile, IMAGES),
    "separable": (
        lambda: classifier(
            layers.SeparableConv2D(4, 3, activation="elu"), layers.AvgPool2D(), layers.Flatten(), shape=(12, 12, 3)
        ),
        IMAGES,
    ),
    "causal": (
        lambda: classifier(
            layers.Conv1D(4, 2, dilation_rate=2, padding="causal"), layers.PReLU(), layers.Flatten(), shape=(6, 5)
        ),
        SERIES,
    ),
    "lstm": (lambda: classifier(layers.LSTM(4), shape=(6, 5)), SERIES),
    "attention": (attention, SERIES),
    "embedding": (lambda: classifier(layers.Embedding(9, 4), layers.Flatten(), shape=(6,)), WORDS),
    "augmented": (
        lambda: classifier(layers.RandomFlip(seed=1), layers.RandomContrast(0.2, seed=2), layers.Flatten(), shape=(12, 12, 3)),
        IMAGES,
    ),
    "noise": (
        lambda: classifier(
            layers.GaussianNoise(0.1, seed=2), layers.Dense(4, activation="selu"), layers.AlphaDropout(0.2, seed=3), shape=(7,)
        ),
        ROWS,
    ),
}  # fmt: skip


def legacy():
    return tf.keras.optimizers.legacy.Adam()


def scaled():
    return tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam())


@pytest.mark.parametrize("optimizer", [legacy, scaled])
def test_optimizers_that_open_the_tape_again(optimizer, monkeypatch, replayed):
    def run():
        tf.keras.utils.set_random_seed(1)
        model = classifier(layers.Dense(8, activation="tanh"), shape=(7,))
        model.compile(optimizer(), "sparse_categorical_crossentropy")
        return [logged(model), *model.get_weights()]

    assert_same_bits(*both_ways(monkeypatch, run))
    assert replayed and all(replayed)


# What is captured ends before the optimizer's update, so that models take turns.
@pytest.mark.parametrize("name, optimizer", [*zip(MODELS, itertools.cycle(["adam", "sgd"]))])
def test_models(name, optimizer, monkeypatch, replayed):
    build, x = MODELS[name]

    def run():
        tf.keras.utils.set_random_seed(1)
        tf.keras.backend.clear_session()
        model = build()
        model.compile(optimizer, "sparse_categorical_crossentropy", metrics=["accuracy"])
        return [logged(model, x), *model.get_weights()]

    if name == "attention":  # whose dropout takes any numbers: none of it
        monkeypatch.setattr(layers.MultiHeadAttention, "__init__", _without_dropout(layers.MultiHeadAttention.__init__))
    assert_same_bits(*both_ways(monkeypatch, run))
    assert replayed and all(replayed)


def _without_dropout(before):
    def init(self, *args, dropout=0.0, **others):
        before(self, *args, **others)

    return init


LOSSES = "mse mae huber log_cosh categorical_crossentropy binary_crossentropy kl_divergence poisson hinge squared_hinge cosine_similarity"


@pytest.mark.parametrize("loss", LOSSES.split())
def test_losses(loss, monkeypatch, replayed):
    def run():
        tf.keras.utils.set_random_seed(1)
        model = classifier(shape=(7,))
        model.compile("rmsprop", loss)
        return [logged(model, y=np.eye(3, dtype="f")[CLASSES]), *model.get_weights()]

    assert_same_bits(*both_ways(monkeypatch, run))
    assert replayed and all(replayed)


def squares(w, b):
    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.nn.relu(tf.matmul(x, w) + b)))
        gradients = tape.gradient(loss, [w, b])
        w.assign_sub(0.1 * gradients[0])
        b.assign_sub(0.1 * gradients[1])
        return loss, gradients

    return step


def two_tapes(w, b):
    @tf.function
    def step(x):
        with tf.GradientTape() as one, tf.GradientTape() as other:
            y = tf.nn.elu(tf.nn.dropout(tf.matmul(x, w), 0.3, seed=1) + b)
            first, second = tf.reduce_mean(y), tf.reduce_sum(tf.tanh(y))
        of_w, of_b = one.gradient(first, w), other.gradient(second, b)
        w.assign_sub(0.1 * of_w)
        b.assign_sub(0.1 * of_b)
        return first, second, of_w, of_b

    return step


def changed_before(w, b):
    @tf.function
    def step(x):
        b.assign_add(tf.ones(3))
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.matmul(x, w) ** 2 * b)
        of_w = tape.gradient(loss, w)
        w.assign_sub(0.01 * of_w)
        return loss, of_w

    return step


def watched(w, b):
    @tf.function
    def step(x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = tf.nn.softmax(tf.matmul(x, w) + b)
            z = tf.reduce_sum(y * y)
        found = tape.gradient(z, x), tape.gradient(z, y), tape.gradient(y, w)
        w.assign_sub(found[2])
        return found

    return step


def penalty(w, b):
    @tf.function
    def step(x):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.reduce_sum(tf.tanh(tf.matmul(x, w) + b) ** 2)
            slope = tf.reduce_sum(tf.square(inner.gradient(y, x)))
        of_w = outer.gradient(slope, w)
        w.assign_sub(0.1 * of_w)
        return slope, of_w

    return step


def rows_of(w, b):
    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.gather(w, tf.cast(x[:, 0] * 5, tf.int32)) * b)
        of_w = tape.gradient(loss, w)
        w.scatter_sub(of_w)
        return loss, of_w.values, of_w.indices

    return step


def in_loop(w, b):
    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            h = x
            for _ in tf.range(3):
                h = tf.tanh(h)
            loss = tf.reduce_sum(tf.matmul(h, w) + b)
        of_w = tape.gradient(loss, w)
        w.assign_sub(0.1 * of_w)
        return loss, of_w

    return step


def drawn(w, b):
    @tf.function
    def step(x):
        noise = tf.random.normal([4, 3], seed=5)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.matmul(x, w) * noise + tf.random.uniform([3], seed=6))
        of_w = tape.gradient(loss, w)
        w.assign_sub(0.1 * of_w)
        return loss, of_w, tf.random.uniform([2], seed=7)

    return step


def counted_first(w, b):
    count = tf.Variable(0, trainable=False)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            at = count.assign_add(1)
            scale = tf.random.stateless_uniform([4, 3], [at, 7]) + tf.cast(at, tf.float32)
            loss = tf.reduce_sum(tf.matmul(x, w) * scale)
        of_w = tape.gradient(loss, w)
        w.assign_sub(0.1 * of_w)
        return loss, of_w, at, count.read_value()

    return step


CHANGING = [counted_first, squares, two_tapes, changed_before, watched, penalty, rows_of, in_loop, drawn]


@pytest.mark.parametrize("build", CHANGING, ids=[f.__name__ for f in CHANGING])
def test_own_steps(build, monkeypatch):
    def run():
        tf.random.set_seed(3)
        w, b = tf.Variable(rng_of(1, 7, 3)), tf.Variable(np.ones(3, "f"))
        step = build(w, b)
        made = [step(tf.constant(ROWS[i : i + 4])) for i in range(_CALLS)]
        return tf.nest.map_structure(lambda t: t.numpy(), made), w.numpy(), b.numpy()

    assert_same_bits(*both_ways(monkeypatch, run))


def rng_of(seed, *shape):
    return np.random.RandomState(seed).randn(*shape).astype("f")


def test_variables_and_sizes_that_change_between_steps(monkeypatch, replayed):
    def run():
        w, b = tf.Variable(rng_of(1, 7, 3)), tf.Variable(np.ones(3, "f"))
        step = tf.function(squares(w, b).python_function, input_signature=[tf.TensorSpec([None, 7])])
        made = []
        for at, count in enumerate([4] * 7 + [3, 4, 3, 3, 3, 4, 1] + [4] * 8):
            if at == 14:
                w.assign(tf.transpose(tf.constant(rng_of(2, 3, 7))))
            kept = w.value()
            made.append((*step(tf.constant(ROWS[:count])), kept))
        return tf.nest.map_structure(lambda t: t.numpy(), made)

    assert_same_bits(*both_ways(monkeypatch, run))
    assert sum(replayed) >= 12 and not all(replayed)


def test_a_step_that_takes_long_is_captured_later(monkeypatch, replayed):
    monkeypatch.setattr(steps, "_LONG", 0.0)

    def run():
        w, b = tf.Variable(rng_of(1, 7, 3)), tf.Variable(np.ones(3, "f"))
        step = two_tapes(w, b)
        return tf.nest.map_structure(lambda t: t.numpy(), [step(tf.constant(ROWS[:4])) for _ in range(22)])

    tf.random.set_seed(3)
    captured = run()
    assert len(replayed) == 3 and all(replayed)
    monkeypatch.setattr(CapturingStep, "_capture", lambda self: None)
    tf.random.set_seed(3)
    assert_same_bits(captured, run())


def test_a_step_that_cannot_be_written_goes_on_with_its_numbers(monkeypatch, replayed):
    def fail(*_):
        raise steps.Unsuitable("for a test")

    def run():
        tf.random.set_seed(3)
        w, b = tf.Variable(rng_of(1, 7, 3)), tf.Variable(np.ones(3, "f"))
        step = two_tapes(w, b)
        return tf.nest.map_structure(lambda t: t.numpy(), [step(tf.constant(ROWS[:4])) for _ in range(_CALLS)])

    monkeypatch.setattr(steps, "check_same", fail)
    assert_same_bits(*both_ways(monkeypatch, run))
    assert not replayed


def test_results_are_the_callers_own(replayed):
    w, b = tf.Variable(rng_of(1, 7, 3)), tf.Variable(np.ones(3, "f"))
    step = squares(w, b)
    made = [step(tf.constant(ROWS[:4])) for _ in range(_CALLS)]
    assert replayed
    before = made[-1][1][0].numpy().copy()
    for _ in range(3):
        step(tf.constant(ROWS[4:8]))
    np.testing.assert_array_equal(made[-1][1][0].numpy(), before)
    with tf.GradientTape() as tape:  # they are tensors like others
        tape.watch(made[-1][0])
        y = made[-1][0] * 3.0
    assert tape.gradient(y, made[-1][0]).numpy() == 3.0


def test_within_a_tape_the_step_is_recorded(replayed):
    w = tf.Variable(rng_of(1, 7, 3))

    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.tanh(tf.matmul(x, w)))
        return tape.gradient(y, w)

    x = tf.constant(ROWS[:4])
    for _ in range(_CALLS):
        slope(x)
    assert replayed and all(replayed)
    with tf.GradientTape() as tape:
        z = tf.reduce_sum(slope(x) ** 2)
    found = tape.gradient(z, w)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(tf.tanh(tf.matmul(x, w)))
        z = tf.reduce_sum(inner.gradient(y, w) ** 2)
    np.testing.assert_allclose(found, outer.gradient(z, w), rtol=1e-5, atol=1e-6)


def test_numbers_that_are_wrong_later_are_refused_as_ever(monkeypatch):
    w = tf.Variable(np.ones((7, 3), "f"))

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.debugging.check_numerics(tf.matmul(x, w), "product"))
        w.assign_sub(0.1 * tape.gradient(loss, w))
        return loss

    def run():
        w.assign(np.ones((7, 3), "f"))
        for _ in range(_CALLS):
            step(tf.constant(ROWS[:4]))
        before = w.numpy()
        with pytest.raises(tf.errors.InvalidArgumentError, match="product : Tensor had NaN values"):
            step(tf.constant(ROWS[:4] * np.nan))
        np.testing.assert_array_equal(w.numpy(), before)
        return step(tf.constant(ROWS[4:8])).numpy()

    assert_same_bits(*both_ways(monkeypatch, run))


def test_labels_out_of_range_are_refused_as_ever():
    w = tf.Variable(rng_of(1, 7, 3))

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, tf.matmul(x, w)))
        w.assign_sub(tape.gradient(loss, w))
        return loss

    x = tf.constant(ROWS[:4])
    for _ in range(_CALLS):
        step(x, tf.constant([0, 1, 2, 0]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="outside the valid range"):
        step(x, tf.constant([0, 1, 3, 0]))
    assert np.isfinite(step(x, tf.constant([0, 1, 2, 0])).numpy())


def test_threads_share_a_step(replayed):
    w, b = tf.Variable(rng_of(1, 7, 3)), tf.Variable(np.ones(3, "f"))

    @tf.function
    def slopes(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.tanh(tf.matmul(x, w) + b))
        return tape.gradient(loss, [w, b])

    parts = [tf.constant(ROWS[i : i + 4]) for i in range(8)]
    wanted = [tf.nest.map_structure(lambda t: t.numpy(), slopes(x)) for x in parts]
    failures = []

    def work(i):
        for _ in range(40):
            made = tf.nest.map_structure(lambda t: t.numpy(), slopes(parts[i]))
            if not all(np.array_equal(a, c) for a, c in zip(made, wanted[i])):
                failures.append(i)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for t in workers:
        t.start()
    for t in workers:
        t.join()
    assert not failures and replayed


def test_frozen_layers_and_learning_rates(monkeypatch):
    def run():
        tf.keras.utils.set_random_seed(1)
        model = classifier(layers.Dense(8, activation="relu"), layers.BatchNormalization(), shape=(7,))
        model.compile(tf.keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy")
        logs = logged(model)
        model.optimizer.learning_rate = 0.1
        logs += logged(model, epochs=2)
        model.layers[0].trainable = model.layers[1].trainable = False
        model.compile(tf.keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy")
        return [*logs, *logged(model), *model.get_weights()]

    assert_same_bits(*both_ways(monkeypatch, run))


def test_sessions(monkeypatch, replayed):
    v1 = tf.compat.v1
    begin = v1.glorot_uniform_initializer(seed=1)
    monkeypatch.setattr(StepProgram, "_prepare", lambda self: None)

    def run():
        with tf.Graph().as_default():
            v1.set_random_seed(2)
            x, y = v1.placeholder(tf.float32, [None, 12, 12, 3]), v1.placeholder(tf.int64, [None])
            h = v1.layers.max_pooling2d(v1.layers.conv2d(x, 4, 3, activation=tf.nn.relu, kernel_initializer=begin), 2, 2)
            h = v1.layers.dropout(v1.layers.flatten(h), 0.2, seed=1, training=True)
            loss = v1.losses.sparse_softmax_cross_entropy(y, v1.layers.dense(h, 3, kernel_initializer=begin))
            step = v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss, v1.train.get_or_create_global_step())
            with v1.Session() as session:
                session.run(v1.global_variables_initializer())
                made = [session.run([loss, step], {x: IMAGES[i : i + 4], y: CLASSES[i : i + 4]})[0] for i in range(_CALLS)]
                with v1.Session() as other:  # whose variables are others
                    other.run(v1.global_variables_initializer())
                    made += [other.run([loss, step], {x: IMAGES[i : i + 4], y: CLASSES[i : i + 4]})[0] for i in range(_CALLS)]
                return [*made, *session.run(v1.trainable_variables()), session.run(v1.train.get_global_step())]

    assert_same_bits(*both_ways(monkeypatch, run))
    assert replayed and all(replayed)


def test_capturing_does_not_load_the_compiler_of_torch(tmp_path):
    program = """
import tfshim; tfshim.activate()
import sys
import numpy as np, tensorflow as tf
from tfshim.engine.graphs.captured import steps
made, steps._LONG = [], 600.0  # on a busy machine any step may take long
before = steps.CapturedStep._captured
steps.CapturedStep._captured = lambda *given: made.append(before(*given)) or made[-1]
model = tf.keras.Sequential([tf.keras.layers.Conv2D(16, 3, activation="relu"), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.ones((64, 16, 16, 8), "f"), np.ones((64, 1), "f"), batch_size=8, verbose=0)
assert made and made[0][0] is not None
print([name for name in ("torch._dynamo", "sympy") if name in sys.modules])
"""
    done = after_torch.python("-c", program, cwd=tmp_path)
    assert done.stdout.strip().splitlines()[-1] == "[]", done.stderr[-2000:]
