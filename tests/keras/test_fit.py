"""Training beyond recorded figures: data of all kinds, traces, and laws that training obeys."""

import copy
import gc
import re
import threading
import weakref
from collections import defaultdict

import numpy as np
import pytest

import tfshim as tf
from tfshim.keras.models import steps

keras, L = tf.keras, tf.keras.layers
X, Y = np.random.RandomState(0).rand(20, 4).astype("float32"), np.random.RandomState(1).rand(20, 1).astype("float32")


def compiled(layers=None, seed=3, **kwargs):
    keras.utils.set_random_seed(seed)
    model = keras.Sequential(layers or [L.Dense(3, input_shape=(4,)), L.Dense(1)])
    model.compile(**{"optimizer": "sgd", "loss": "mse", **kwargs})
    return model


def losses(model, *args, **kwargs):
    return model.fit(*args, verbose=0, **kwargs).history["loss"]


# ---------------------------------------------------------------------- data
class Column:
    """Stands for a Series of pandas, or for a frame where it has rows."""

    __module__ = "pandas.core.series"

    def __init__(self, values):
        self.values = values
        self.shape, self.dtype = values.shape, values.dtype

    def __len__(self):
        return len(self.values)

    def to_numpy(self):
        return self.values


@pytest.mark.parametrize(
    "values, dtype, shape",
    [
        (np.array(["a", "b"], object), "string", [2, 1]),
        (np.array([1.0, 2.0]), "float32", [2, 1]),
        (np.array([1, 2]), "int64", [2, 1]),
        (np.array([True, False]), "bool", [2, 1]),
        (np.array([["a", "x"], ["b", "y"]], object), "string", [2, 2]),
        (np.array([[1, 2], [3, 4]]), "int64", [2, 2]),
    ],
)
def test_columns_of_pandas(values, dtype, shape):
    given = []

    class Seen(keras.Model):
        def call(self, x):
            given.append((x["k"].dtype.name, x["k"].shape.as_list()))
            return tf.zeros([2, 1])

    assert Seen().predict({"k": Column(values)}, batch_size=2, verbose=0).shape == (2, 1)
    assert given[-1] == (dtype, [None, *shape[1:]]) or given[-1] == (dtype, shape)


def test_numbers_among_objects_are_no_column():
    with pytest.raises(ValueError, match=r"Failed to convert a NumPy array to a Tensor \(Unsupported object type int\)"):
        compiled().predict(Column(np.array([[1, 2.5, True, 4]], object)))


class Batches(keras.utils.Sequence):
    def __init__(self, wait=None):
        self.wait, self.ends, self.threads = wait, 0, set()

    def __len__(self):
        return 5

    def __getitem__(self, i):
        self.threads.add(threading.get_ident())
        if self.wait is not None:
            self.wait.wait(600)
        return X[4 * i : 4 * i + 4], Y[4 * i : 4 * i + 4]

    def on_epoch_end(self):
        self.ends += 1


def generator():
    for i in range(5):
        yield X[4 * i : 4 * i + 4], Y[4 * i : 4 * i + 4]


@pytest.mark.parametrize(
    "data",
    [
        lambda: {"x": tf.constant(X), "y": tf.constant(Y), "batch_size": 4},
        lambda: {"x": tf.data.Dataset.from_tensor_slices((X, Y)).batch(4)},
        lambda: {"x": generator()},
        lambda: {"x": Batches()},
        lambda: {"x": Batches(), "workers": 3},
        lambda: {"x": Batches(), "workers": 1, "use_multiprocessing": True},
        lambda: {"x": generator(), "workers": 2},
        lambda: {"x": iter(tf.data.Dataset.from_tensor_slices((X, Y)).batch(4))},
        lambda: {"x": X.astype("float64"), "y": Y.tolist() and Y.astype("float64"), "batch_size": 4},
    ],
    ids=["tensors", "dataset", "generator", "sequence", "threads", "processes", "generator in a thread", "iterator", "float64"],
)
def test_every_kind_of_data_gives_the_same_training(data):
    expected = losses(compiled(), X, Y, batch_size=4, shuffle=False)
    np.testing.assert_allclose(losses(compiled(), shuffle=False, **data()), expected, rtol=1e-6)


def test_workers_make_batches_at_the_same_time():
    both = threading.Barrier(2)  # passed only by two at once
    data = Batches(both)
    data.__class__ = type("Even", (Batches,), {"__len__": lambda self: 4})
    barrier_free = X[:4], Y[:4]
    first = data.wait
    data.wait = None
    model = compiled()
    model.train_on_batch(*barrier_free)
    enqueuer = keras.utils.OrderedEnqueuer(data)
    data.wait = first
    enqueuer.start(workers=2, max_queue_size=4)
    batches = enqueuer.get()
    for i in range(4):
        np.testing.assert_array_equal(next(batches)[0], X[4 * i : 4 * i + 4])
    first.abort()
    enqueuer.stop()
    assert not enqueuer.is_running() and len(data.threads) >= 2


def test_what_a_worker_raises_reaches_the_training():
    class Broken(Batches):
        def __getitem__(self, i):
            if i == 2:
                raise KeyError("no such batch")
            return super().__getitem__(i)

    with pytest.raises(tf.errors.UnknownError, match="(?s)Graph execution error.*KeyError: 'no such batch'"):
        compiled().fit(Broken(), workers=2, shuffle=False, verbose=0)


def test_processes_cannot_share_a_generator():
    with pytest.raises(NotImplementedError, match="keras.utils.Sequence"):
        compiled().fit(generator(), workers=1, use_multiprocessing=True, verbose=0)


def test_batches_of_a_generator_may_vary_in_more_than_rows():
    model = keras.Sequential([L.Dense(2), L.GlobalAveragePooling1D(), L.Dense(1)])
    model.compile("sgd", "mse")

    def varying():
        for n in (3, 5, 4, 3):
            yield np.ones([2, n, 4], "float32"), np.ones([2, 1], "float32")

    model.fit(varying(), verbose=0)
    assert model.optimizer.iterations.numpy() == 5  # the step that finds no batch counts, as in Keras
    assert model.train_function.experimental_get_tracing_count() <= 4


def test_optimizers_are_found_among_attributes_of_any_kind():
    model = compiled([L.Dense(1, input_shape=(3,))])
    model.held = {1: "a key that cannot be sorted", "two": [keras.optimizers.SGD()]}
    model.fit(((np.ones([2, 3]), np.ones([2, 1])) for _ in range(3)), verbose=0)
    assert model.optimizer.iterations.numpy() == 4  # with the step that finds no batch
    assert model.held["two"][0].iterations.numpy() == 0


def test_dictionaries_of_inputs():
    class Sum(keras.Model):
        def __init__(self):
            super().__init__()
            self.d = L.Dense(1, kernel_initializer="ones")

        def call(self, inputs):
            return self.d(inputs["a"]) + self.d(inputs["b"])

    model = Sum()
    model.compile("sgd", "mse")
    found = losses(model, {"a": X, "b": X}, Y, batch_size=20)
    np.testing.assert_allclose(found, [np.mean((2 * X.sum(1, keepdims=True) - Y) ** 2)], rtol=1e-5)
    assert model.predict({"a": X, "b": X}, verbose=0).shape == (20, 1)


def test_scalars_in_lists():
    model = compiled([L.Dense(1, input_shape=(1,), kernel_initializer="ones")])
    np.testing.assert_allclose(losses(model, [1.0, 2.0, 3.0], [2.0, 3.0, 4.0]), [1.0], rtol=1e-6)
    assert model.predict([1.0, 2.0], verbose=0).shape == (2, 1)


def test_strings_are_data_too():
    class Lengths(keras.Model):
        def call(self, x):
            return tf.cast(tf.strings.length(x), tf.float32)

    np.testing.assert_array_equal(Lengths().predict(np.array([["a"], ["bcd"]]), verbose=0), [[1], [3]])


# ---------------------------------------------------------------------- traces
def test_one_trace_serves_batches_of_all_sizes():
    model = compiled()
    model.fit(X, Y, batch_size=8, epochs=2, verbose=0)
    before = model.train_function.experimental_get_tracing_count()
    model.fit(X, Y, batch_size=3, verbose=0)
    for n in (1, 7, 20):
        model.train_on_batch(X[:n], Y[:n])
    assert model.train_function.experimental_get_tracing_count() == before


def test_compiling_anew_traces_anew_and_keeps_the_weights():
    model = compiled()
    model.fit(X, Y, verbose=0)
    before, old = model.get_weights(), model.train_function
    model.layers[0].trainable = False
    model.compile("sgd", "mse")
    assert model.train_function is None
    model.fit(X, Y, verbose=0)
    assert model.train_function is not old
    np.testing.assert_array_equal(model.get_weights()[0], before[0])
    assert (model.get_weights()[2] != before[2]).any()


def test_eager_steps_and_traced_steps_agree():
    def layers():
        return [L.Dense(8, activation="relu", input_shape=(4,)), L.BatchNormalization(), L.Dense(1)]

    traced, eager = compiled(layers()), compiled(layers(), run_eagerly=True)
    np.testing.assert_allclose(losses(traced, X, Y, epochs=3, batch_size=7), losses(eager, X, Y, epochs=3, batch_size=7), rtol=1e-5)
    for a, b in zip(traced.get_weights(), eager.get_weights()):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)


def test_steps_per_execution_changes_nothing_but_the_hooks():
    np.testing.assert_allclose(
        losses(compiled(steps_per_execution=3), X, Y, batch_size=3, epochs=2), losses(compiled(), X, Y, batch_size=3, epochs=2), rtol=1e-6
    )


def test_control_flow_of_a_call_becomes_part_of_the_trace():
    class Branching(keras.Model):
        def __init__(self):
            super().__init__()
            self.d = L.Dense(1, kernel_initializer="ones")

        def call(self, x):
            if tf.reduce_sum(x) > 6.0:
                x = x * 0.0
            return self.d(x)

    model = Branching()
    assert model.predict(np.float32([[3], [3], [4], [4]]), batch_size=2, verbose=0).ravel().tolist() == [3, 3, 0, 0]


def test_a_step_of_ones_own_with_two_optimizers():
    class Two(keras.Model):
        def __init__(self):
            super().__init__()
            self.a, self.b = L.Dense(1), L.Dense(1)

        def compile(self, first, second, loss_fn):
            super().compile()
            self.first, self.second, self.loss_fn = first, second, loss_fn

        def call(self, x):
            return self.a(x) + self.b(x)

        def train_step(self, data):
            x, y = data
            with tf.GradientTape(persistent=True) as tape:
                loss = self.loss_fn(y, self(x, training=True))
            for layer, optimizer in ((self.a, self.first), (self.b, self.second)):
                weights = layer.trainable_variables
                optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
            return {"loss": loss}

    model = Two()
    model.compile(keras.optimizers.SGD(0.1), keras.optimizers.Adam(0.01), keras.losses.MeanSquaredError())
    found = losses(model, X, Y, epochs=4)
    assert found[-1] < found[0] and model.first.iterations.numpy() == model.second.iterations.numpy() == 4


def test_functions_of_training_may_be_replaced():
    class Counting(keras.Model):
        steps = 0

        def call(self, x):
            return x

        def make_train_function(self, force=False):
            def train(iterator):
                self.steps += len(next(iterator)[0])
                return {"loss": tf.constant(float(self.steps))}

            self.train_function = train
            return train

    model = Counting()
    model.compile()
    assert losses(model, X, Y, batch_size=8) == [20.0]


# ---------------------------------------------------------------------- metrics and losses
def test_metrics_added_by_layers():
    class Watched(L.Layer):
        def __init__(self):
            super().__init__()
            self.mean = keras.metrics.Mean(name="own")

        def call(self, x):
            self.add_metric(tf.reduce_sum(x), name="sum")
            self.add_metric(self.mean(x))
            return x

    model = compiled([L.InputLayer(input_shape=(4,)), Watched(), L.Dense(1)])
    history = model.fit(X, Y, batch_size=10, shuffle=False, verbose=0).history
    np.testing.assert_allclose(history["sum"], [X.sum() / 2], rtol=1e-5)
    np.testing.assert_allclose(history["own"], [X.mean()], rtol=1e-5)
    assert model.layers[0].weights == []
    with pytest.raises(ValueError, match="Please provide a name"):
        model.layers[0].add_metric(1.0)


def test_a_model_of_several_named_outputs():
    x = keras.Input((4,))
    model = keras.Model(x, [L.Dense(1, name="one")(x), L.Dense(3, activation="softmax", name="two")(x)])
    model.compile("sgd", {"one": "mse", "two": "sparse_categorical_crossentropy"}, metrics={"two": "accuracy"}, loss_weights={"two": 0.1})
    classes = np.arange(20) % 3
    history = model.fit(X, {"one": Y, "two": classes}, verbose=0).history
    assert list(history) == ["loss", "one_loss", "two_loss", "two_accuracy"] == model.metrics_names
    np.testing.assert_allclose(history["loss"][0], history["one_loss"][0] + 0.1 * history["two_loss"][0], rtol=1e-5)


def test_masks_leave_time_steps_out_of_the_loss():
    model = compiled([L.Masking(input_shape=(3, 2)), L.Dense(1, kernel_initializer="ones")], weighted_metrics=["mae"])
    x = np.ones([2, 3, 2], "float32")
    x[:, 1:] = 0
    loss, mae = model.evaluate(x, np.zeros([2, 3, 1]), verbose=0)
    assert mae == 2.0 and loss == pytest.approx(4.0)


def test_class_weights_scale_the_loss():
    classes = np.arange(20) % 2

    def loss(**kwargs):
        return losses(
            compiled([L.Dense(2, activation="softmax", input_shape=(4,))], loss="sparse_categorical_crossentropy"),
            X,
            classes,
            batch_size=20,
            **kwargs,
        )[0]

    np.testing.assert_allclose(loss(class_weight={0: 3.0, 1: 3.0}), 3 * loss(), rtol=1e-6)
    np.testing.assert_allclose(loss(class_weight={0: 2.0, 1: 0.5}), loss(sample_weight=np.where(classes, 0.5, 2.0)), rtol=1e-6)


@pytest.mark.parametrize("method", ["fit", "evaluate", "predict"])
def test_tracings_of_the_steps_of_many_models_are_warned_of(method, caplog, monkeypatch):
    monkeypatch.setattr(steps, "_HISTORIES", defaultdict(steps.History))
    warned = []
    for i in range(8):
        model, data = compiled(), (X,) if method == "predict" else (X, Y)
        for _ in range(2 if i == 5 else 1):
            with caplog.at_level("WARNING", logger="tensorflow"):
                getattr(model, method)(*data, batch_size=20, verbose=0)
        warned.append(re.findall(r"\d+ out of the last \d+ calls to <function (?:\w|\.|<locals>)+", caplog.text))
        caplog.clear()
    name = {"fit": "train", "evaluate": "test", "predict": "predict"}[method]
    text = "{} calls to <function Model.make_{}_function.<locals>.{}_function"
    first, second = (text.format(numbers, name, name) for numbers in ("5 out of the last 5", "6 out of the last 6"))
    # As in TensorFlow two warnings are all.
    assert warned == [[], [], [], [], [first], [second], [], []]


def test_averages_of_weights_replace_them_when_training_ends():
    model = compiled(optimizer=keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.5))
    model.fit(X, Y, verbose=0, epochs=2)
    average = model.optimizer._model_variables_moving_average
    np.testing.assert_array_equal(model.weights[0].numpy(), average[0].numpy())


# ---------------------------------------------------------------------- errors
def test_training_within_a_function_is_refused():
    model = compiled()

    @tf.function
    def f():
        model.fit(X, Y)

    with pytest.raises(RuntimeError, match="Detected a call to `Model.fit` inside a `tf.function`"):
        f()


def test_models_that_need_more_inputs_are_refused():
    class Both(keras.Model):
        def call(self, a, b):
            return a + b

    model = Both()
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match="can only have `training` and the first argument"):
        model.fit(X, Y)


def test_data_that_run_out_end_the_training(caplog):
    with caplog.at_level("WARNING", logger="tensorflow"):
        history = compiled().fit(generator(), steps_per_epoch=3, epochs=3, verbose=0)
    assert history.epoch == [0, 1] and "Your input ran out of data" in caplog.text


def test_progress_goes_to_the_log_where_it_is_not_interactive(caplog, capsys):
    keras.utils.disable_interactive_logging()
    try:
        with caplog.at_level("INFO", logger="absl"):
            compiled().fit(X, Y)
    finally:
        keras.utils.enable_interactive_logging()
    assert capsys.readouterr().out == "" and "1/1 - " in caplog.text and "ms/epoch" in caplog.text


def test_an_interrupted_training_leaves_nothing_to_the_next(tmp_path):
    class Interrupt(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            raise KeyboardInterrupt

    model = compiled()
    with pytest.raises(KeyboardInterrupt):
        model.fit(
            X, Y, validation_data=(X, Y), epochs=3, verbose=0, callbacks=[keras.callbacks.BackupAndRestore(str(tmp_path)), Interrupt()]
        )
    history = model.fit(X, Y, validation_data=(X, Y + 10), epochs=2, verbose=0)
    assert history.epoch == [0, 1] and history.history["val_loss"][0] > 50


# ---------------------------------------------------------------------- models as objects
def test_a_model_keeps_the_strategy_that_it_was_made_under():
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    with strategy.scope():
        model = compiled()
    assert model.distribute_strategy is strategy
    assert compiled().distribute_strategy is tf.distribute.get_strategy()
    assert len(losses(model, X, Y)) == 1


def test_trained_models_can_be_copied_and_let_go():
    model = compiled()
    model.fit(X, Y, verbose=0, validation_data=(X, Y))
    again = copy.deepcopy(model)
    assert again.evaluate(X, Y, verbose=0) == pytest.approx(model.evaluate(X, Y, verbose=0))
    reference = weakref.ref(model)
    del model
    gc.collect()
    assert reference() is None


def test_training_leaves_no_trace_on_a_tape_around_it():
    model = compiled()
    with tf.GradientTape() as tape:
        model.fit(X, Y, verbose=0)
        after = tf.reduce_sum(model(tf.constant(X)))
    expected = X.sum(0, keepdims=True).T * np.ones([1, 3]) * model.weights[2].numpy().T
    np.testing.assert_allclose(tape.gradient(after, model.weights[0]).numpy(), expected, rtol=1e-4)


def test_ragged_arrays_are_trained_on_in_batches():
    rows = tf.ragged.constant([[1, 2, 3], [4], [5, 6]])
    model = compiled([L.InputLayer(input_shape=(None,), ragged=True, dtype="int64"), L.Embedding(10, 4), L.LSTM(3), L.Dense(1)])
    assert len(losses(model, rows, np.zeros([3, 1]), batch_size=2, epochs=2)) == 2
    assert model.predict(rows, verbose=0).shape == (3, 1)


def test_the_arguments_of_compile_as_a_configuration():
    model = compiled(optimizer=keras.optimizers.Adam(0.25), metrics=["mae"], loss=keras.losses.Huber(2.0))
    config = model.get_compile_config()
    again = keras.Sequential([L.Dense(3, input_shape=(4,)), L.Dense(1)])
    again.compile_from_config(config)
    assert again.optimizer.learning_rate.numpy() == 0.25 and again.loss.get_config() == model.loss.get_config()
    again.set_weights(model.get_weights())
    assert again.evaluate(X, Y, verbose=0) == pytest.approx(model.evaluate(X, Y, verbose=0))


@pytest.mark.parametrize(("rows", "batch", "wanted"), [(8, None, None), (32, None, 32), (40, None, None), (8, 8, 8), (16, 4, 4)])
def test_a_model_is_made_for_the_rows_of_all_batches(rows, batch, wanted):
    """As recorded from TensorFlow 2.15.1: a single batch that is not full leaves the number of rows open."""
    model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    x = np.ones((rows, 6), "float32")
    model.fit(x, x[:, :1], batch_size=batch, verbose=0)
    assert model.output_shape == (wanted, 1) and model.input_shape == (wanted, 6)
