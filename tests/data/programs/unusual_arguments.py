"""Arguments that are unusual or wrong: numbers as tensors, names that are no strings, configurations of nothing, rows of other shapes."""

import os
import re
import sys
import tempfile
import warnings

import numpy as np

K = tf.keras
L = K.layers


def _told(function):
    """What a function gives, or the type and the last line of what it raises."""
    try:
        return function()
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return type(error).__name__, re.sub(r"0x[0-9a-f]+", "", lines[0] if lines and "user code" not in lines[0] else lines[-1])[:150]


def _steps(optimizer):
    v = tf.Variable([1.0, 2.0])
    for _ in range(3):
        optimizer.apply_gradients([(tf.constant([0.5, 0.1]), v)])
    return np.round(v.numpy().astype(float), 5).tolist()


_NUMBERS = (
    ("Adam", "beta_1", 0.8), ("Adam", "beta_2", 0.9), ("Adam", "epsilon", 0.1), ("Adam", "clipnorm", 0.1), ("Adam", "weight_decay", 0.1),
    ("SGD", "momentum", 0.9), ("RMSprop", "rho", 0.9), ("RMSprop", "momentum", 0.5), ("Adagrad", "epsilon", 0.1), ("Nadam", "beta_1", 0.7),
    ("Adamax", "beta_1", 0.7), ("Ftrl", "beta", 0.1), ("Lion", "beta_1", 0.5), ("Adadelta", "rho", 0.5), ("Adafactor", "epsilon_1", 0.1),
    ("Adafactor", "clip_threshold", 0.1), ("Ftrl", "learning_rate_power", -0.4), ("legacy.Adam", "beta_1", 0.8),
    ("legacy.Adam", "epsilon", 0.1), ("legacy.SGD", "momentum", 0.8),
)  # fmt: skip


def _optimizer(name):
    namespace, _, name = name.rpartition(".")
    return getattr(K.optimizers.legacy if namespace else K.optimizers, name)


def case_numbers_of_optimizers_as_tensors():
    return [[_steps(_optimizer(n)(**{a: made(x)})) for made in (tf.constant, tf.Variable, np.float32, np.array)] for n, a, x in _NUMBERS]


def case_a_variable_as_a_number_may_change():
    momentum = tf.Variable(0.9)
    optimizer = K.optimizers.SGD(0.1, momentum=momentum)
    first = _steps(optimizer)
    momentum.assign(0.0)
    return first, _steps(K.optimizers.SGD(0.1, momentum=momentum))


def case_numbers_that_are_none():
    return [
        _told(lambda n=n, a=a, x=x: _steps(_optimizer(n)(**{a: x})))
        for n, a, x in (
            ("Adam", "epsilon", None), ("Adam", "beta_1", "a"), ("Adam", "beta_1", object), ("Adam", "weight_decay", "a"),
            ("SGD", "momentum", None), ("RMSprop", "rho", None), ("Adam", "beta_2", 1.0), ("Adam", "beta_2", 2.0), ("Adam", "beta_1", 1.0),
            ("Adam", "clipnorm", -1.0), ("Adam", "name", None), ("SGD", "learning_rate", None),
        )
    ]  # fmt: skip


def case_the_first_steps_of_adam():
    return [_steps(K.optimizers.Adam(0.5, **k)) for k in ({}, {"amsgrad": True}, {"beta_2": 0.9999}, {"beta_1": 0.0})]


def case_gradients_of_integers():
    made = []
    for rate in (1.0, 0.5):
        v = tf.Variable([5, 6])
        K.optimizers.SGD(rate).apply_gradients([(tf.constant([1, 2]), v)])
        made.append(v.numpy().tolist())
    return made


def case_rows_of_map_fn():
    shown = []

    @tf.function
    def trace(x):
        shown.extend(
            [
                y.shape.as_list()
                for y in [
                    tf.map_fn(lambda i: tf.ones([i, 2]), x, fn_output_signature=tf.TensorSpec([3, 2])),
                    tf.map_fn(lambda i: tf.ones([3, i]), x, fn_output_signature=tf.TensorSpec([3, None])),
                    tf.map_fn(lambda i: tf.ones([3, 2]), x, fn_output_signature=tf.TensorSpec([None, None])),
                ]
            ]
        )
        return x

    trace.get_concrete_function(tf.TensorSpec([None], tf.int32))
    x = tf.constant([1, 2])
    wrong = dict(fn_output_signature=tf.TensorSpec([4, 2]))
    return (
        shown,
        _told(lambda: tf.map_fn(lambda i: tf.ones([3, 2]), x, **wrong)),
        _told(lambda: tf.function(lambda x: tf.map_fn(lambda i: tf.ones([3, 2]), x, **wrong))(x)),
    )


def case_masks_of_a_simple_recurrence():
    x, y = np.random.RandomState(0).rand(8, 5, 3).astype("float32"), np.arange(8.0) / 8
    made = []
    for layers in (
        lambda: [L.SimpleRNN(4, dropout=0.5)],
        lambda: [L.SimpleRNN(4, dropout=0.5, unroll=True)],
        lambda: [L.Masking(), L.SimpleRNN(4, dropout=0.4)],
        lambda: [L.Dropout(0.2), L.SimpleRNN(4, dropout=0.5, return_sequences=True), L.LSTM(3, dropout=0.3)],
    ):
        for eagerly in (False, True):
            K.utils.set_random_seed(3)
            model = K.Sequential([*layers(), L.Dense(1)])
            model.compile("sgd", "mse", run_eagerly=eagerly)
            made.append(np.round(model.fit(x, y, batch_size=4, verbose=0).history["loss"], 4).tolist())
    return made


def case_names():
    made = []
    for name in (5, ["x"], b"x", ""):
        made.append([
            _told(lambda: K.metrics.Mean(name=name).name), _told(lambda: L.Dense(2, name=name).name), _told(lambda: tf.Variable(1.0, name=name).name),
            _told(lambda: K.Input((2,), name=name).name.rpartition("_")[0]), _told(lambda: float(K.losses.MeanSquaredError(name=name)([1.0], [2.0]))),
        ])  # fmt: skip
    return made


def case_scopes_of_any_name():
    made = []
    for name in ("a b", "é", "a:b", "-a", " "):
        with tf.name_scope(name) as scope:
            made.append((scope, tf.Variable(1.0, name="v").name, float(K.losses.MeanSquaredError(name=name)([1.0], [2.0]))))
    return made


def case_keywords_of_layers():
    return [
        _told(lambda: type(L.Dense(1, implementation=2)).__name__), _told(lambda: type(L.SimpleRNN(1, implementation=2)).__name__),
        _told(lambda: L.SimpleRNN(1, seed=1)), _told(lambda: L.GRU(1, seed=1, implementation=1).implementation), _told(lambda: L.Dense(1, dynamic=1)),
    ]  # fmt: skip


class _Kept(K.metrics.Metric):
    def __init__(self):
        super().__init__(name="kept")
        self.row = self.add_weight("row", shape=(3,), initializer="ones")

    def update_state(self, *_):
        self.row.assign_add([1.0, 1.0, 1.0])

    def result(self):
        return self.row


def case_arrays_of_metrics():
    return _told(lambda: _Kept().reset_state()), _told(lambda: K.metrics.Recall([0.1, 0.2]).reset_state())


def case_penalties_outside_calls():
    model = K.Sequential([K.Input((2,)), L.Dense(1)])
    return [_told(lambda x=x: model.add_loss(x)) for x in (1.0, tf.constant(1.0), "a", None, lambda: tf.constant(1.0))]


def case_configurations():
    given = (
        "a",
        5,
        [1, "zeros"],
        {},
        {"config": {}},
        {"class_name": "Foo", "config": {}},
        {"class_name": "Foo", "module": None, "config": {}},
    )
    made = []
    for kind in (K.initializers, K.regularizers, K.constraints, K.losses, K.metrics, K.activations):
        made.append([_told(lambda x=x: str(kind.deserialize(x))[:40].split(" object")[0]) for x in given])
        made.append([_told(lambda x=x: str(kind.get(x))[:40].split(" object")[0]) for x in given])
    return made


def case_what_compile_does_not_know():
    x, y = np.ones((4, 3), "float32"), np.ones(4, "float32")

    def fitted(**given):
        model = K.Sequential([L.Dense(1)])
        model.compile(**{"optimizer": "sgd", "loss": "mse", **given})
        model.fit(x, y, verbose=0)

    wrong = ({"metrics": ["acuracy"]}, {"loss": "mes"}, {"optimizer": "adm"}, {"optimizer": K.optimizers.Adam})
    return [_told(lambda given=given: fitted(**given)) for given in wrong]


def case_one_batch_for_several_steps():
    model = K.Sequential([L.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=2)
    x = np.ones((4, 3), "float32")
    return [
        _told(f)[0]
        for f in (lambda: model.train_on_batch(x, x[:, :1]), lambda: model.test_on_batch(x, x[:, :1]), lambda: model.predict_on_batch(x))
    ]


def case_rows_that_do_not_fit():
    made = []
    for values, indices in (
        ([[1.0, 1.0]], [0, 1]),
        (1.0, [0, 1]),
        ([1.0, 1.0], [0]),
        ([[1.0, 2.0]], 0),
        ([1.0, 2.0], 0),
        ([[1.0, 2.0]], [5]),
    ):
        for method in ("scatter_sub", "scatter_update", "scatter_max"):
            v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
            made.append(_told(lambda: getattr(v, method)(tf.IndexedSlices(tf.constant(values), tf.constant(indices))).numpy().tolist()))
    return made


def case_remainders():
    D, made = tf.data.Dataset, []
    for drop in (True, 0, 1, "a", None, 1.5, tf.constant(True), np.array(False), tf.constant(1)):
        made.append(_told(lambda: [[x.tolist() for x in D.range(7).batch(3, drop_remainder=drop).as_numpy_iterator()], len(list(D.range(7).window(3, drop_remainder=drop)))]))  # fmt: skip
    ragged = tf.ragged.constant([[1], [2, 3]])
    return (
        made,
        [int(x) for x in D.from_tensor_slices(ragged).unbatch()],
        [x.numpy().tolist() for x in D.from_tensor_slices(ragged).unbatch().batch(2)],
    )


def case_places_that_do_not_fit():
    made = []
    for places, values in (([[0], [0]], [1.0, 2.0]), ([[0], [1]], [1.0]), ([[0]], [[1.0]]), ([[5]], [1.0])):
        for method in ("scatter_nd_add", "scatter_nd_update", "scatter_nd_max"):
            made.append(_told(lambda: getattr(tf.Variable([1.0, 2.0, 3.0]), method)(places, values).numpy().tolist()))
    return made, _told(lambda: tf.Variable([1.0, 2.0]).scatter_nd_add([[0], [1]], 1.0))[0]


def case_logs_that_cannot_be_written():
    return _told(lambda: K.callbacks.CSVLogger("no/such/folder/log.csv").on_train_begin())


class _Printing(tf.Module):
    def __init__(self, path):
        super().__init__()
        self.to, self.count = "file://" + path, tf.Variable(0)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def run(self, x):
        tf.print("a", x, {"b": x}, output_stream=self.to, summarize=2, sep="-", end="!")
        self.count.assign_add(1)
        tf.print("count", self.count, output_stream=self.to)
        if tf.reduce_sum(x) > 3.0:
            tf.print(tf.constant("large"), output_stream=self.to)
        return x


def case_what_saved_functions_print():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "printed")
    tf.saved_model.save(_Printing(path), os.path.join(folder, "model"))
    loaded = tf.saved_model.load(os.path.join(folder, "model"))
    for x in ([1.0], [1.0, 2.0, 3.0, 4.0, 5.0]):
        loaded.run(tf.constant(x))
    with open(path) as f:
        return f.read()


def case_names_of_scopes_of_layers():
    model = K.Sequential([L.Dense(1)], name="m")
    with tf.name_scope("out"):
        return model.name_scope(), model.layers[0].name_scope()


class _Told(L.Layer):
    """What `call` is given, as a number: of `training`, and whether there was a mask."""

    def call(self, inputs, training=True, mask=None):
        return inputs * 0.0 + (10.0 if training is None else float(training)) + (0.5 if mask is not None else 0.0)


def case_training_and_masks_of_none():
    masked, x = L.Masking(), np.ones((1, 2, 2), "float32")
    calls = [
        lambda layer, t: layer(t),
        lambda layer, t: layer(t, None),
        lambda layer, t: layer(t, training=None),
        lambda layer, t: layer(t, False),
        lambda layer, t: layer(t, mask=None),
        lambda layer, t: layer(t, None, None),
    ]
    made = []
    for call in calls:
        inputs = K.Input((2, 2))
        model = K.Model(inputs, call(_Told(), masked(inputs)))
        made.append([float(call(_Told(), masked(x))[0, 0, 0])] + [float(model(x, training=t)[0, 0, 0]) for t in (True, False, None)])
    return made


def case_layers_without_the_masks_of_their_inputs():
    x = np.array([[[1.0], [2.0], [0.0]]], "float32")
    rnn = dict(units=1, kernel_initializer="ones", recurrent_initializer="ones", activation=None)
    layers = [
        L.GlobalAveragePooling1D(),
        L.SimpleRNN(**rnn),
        L.Bidirectional(L.SimpleRNN(**rnn)),
        L.TimeDistributed(L.Dense(1, "relu", kernel_initializer="ones")),
    ]
    inputs = K.Input((3, 1))
    layers += [K.Model(inputs, L.GlobalAveragePooling1D()(inputs)), K.Sequential([L.GlobalAveragePooling1D()])]
    made = []
    for layer in layers:
        for given in ({}, {"mask": None}):
            y = layer(L.Masking()(x), **given)
            made.append((y.numpy().tolist(), getattr(y, "_keras_mask", None) is not None))
    return made, L.Dropout(0.5)(L.Masking()(x))._keras_mask.numpy().tolist()


def case_weights_and_targets_of_outputs_that_are_not_there():
    x, y, w = np.ones((4, 3)), np.ones((4, 1)), np.ones(4)

    def made(named):
        inputs = K.Input((3,))
        a, b = L.Dense(1, name="a")(inputs), L.Dense(1, name="b")(inputs)
        model = K.Model(inputs, {"a": a, "b": b} if named else [a, b])
        model.compile("sgd", "mse", run_eagerly=True)
        return model

    def fitted(model, y, w):
        try:
            return model.fit(x, y, sample_weight=w, verbose=0) and "went on"
        except Exception as e:
            return type(e).__name__, re.findall(r"Found unexpected.*?names: \[.*?\]", str(e))

    def one():
        model = K.Sequential([L.Dense(1)])
        model.compile("sgd", "mse", run_eagerly=True)
        return model

    results = [fitted(one(), y, {"zz": w}), fitted(one(), y, [w])]
    for weights in ({"a": w}, {"zz": w}, {"a": w, "c": w}, [w, w]):
        results.append([fitted(made(named), {"a": y, "b": y}, weights) for named in (False, True)])
    return results, fitted(made(False), {"a": y, "b": y, "c": y}, None)


def case_models_whose_weights_begin_with_an_array():
    found = []
    for make in (K.initializers.Constant, tf.compat.v1.constant_initializer):
        model = K.Sequential([L.Dense(2, input_shape=(3,), kernel_initializer=make(np.arange(6.0).reshape(3, 2)))])
        file = os.path.join(tempfile.mkdtemp(), "m.keras")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the second one is no initializer of Keras
            model.save(file)
            for other in (K.models.clone_model(model), K.models.model_from_json(model.to_json()), K.models.load_model(file)):
                found.append((type(other.layers[0].kernel_initializer.value).__name__, other.get_weights()[0].tolist()))
    return found


def _losses(layer):
    """Each loss: its shape and dtype, and its value, or its name where it stands for one to come."""
    found = []
    for x in layer.losses:
        symbolic = not hasattr(x, "numpy")
        found.append((x.name if symbolic else round(float(x), 4), x.shape.as_list(), x.dtype.name))
    return found


def _ones(units, **kwargs):
    return L.Dense(units, kernel_initializer="ones", **kwargs)


def case_losses_of_keras_tensors():
    K.backend.clear_session()
    inputs = K.Input((3,))
    dense = _ones(2, activity_regularizer="l1", kernel_regularizer="l2", name="losing")
    model = K.Model(inputs, dense(inputs), name="lossy")
    seen = [_losses(model)]
    model.add_loss(tf.reduce_mean(model.output))
    model.add_loss([tf.reduce_sum(inputs), lambda: tf.constant(2.0)])
    seen.append(_losses(model))
    outer = K.Model(inputs, model(inputs))
    seen += [len(outer.losses), [len(layer.losses) for layer in model.layers]]
    seen.append(_losses(K.models.clone_model(model)))
    model(np.ones((4, 3), "float32"))
    seen.append(_losses(model))
    copied = K.Sequential([K.Input((3,)), _ones(2, activity_regularizer="l2", name="regular")])
    copied.add_loss(tf.reduce_sum(copied.output))
    return [*seen, _losses(copied), _losses(K.Sequential.from_config(copied.get_config()))]


def case_losses_of_layers_within():
    class Sums(L.Layer):
        def call(self, x):
            self.add_loss(tf.reduce_sum(x))
            return x

    sums = Sums(name="sums")
    sums(K.Input((3,)))
    found = [_losses(sums)]
    for layer in (
        L.Bidirectional(L.LSTM(2, activity_regularizer="l2", name="recurrent"), name="both"),
        L.TimeDistributed(L.Dense(2, activity_regularizer="l2", name="each"), name="times"),
        L.ActivityRegularization(l1=0.1, name="activity"),
    ):
        layer(K.Input((3, 4)))
        found.append(_losses(layer))
    return found


def case_losses_of_an_empty_batch():
    dense = _ones(2, activity_regularizer="l1")
    dense(np.ones((0, 3), "float32"))
    return _losses(dense)


def case_trained_by_losses_of_keras_tensors():
    inputs = K.Input((3,))
    model = K.Model(inputs, _ones(1, activity_regularizer="l2")(_ones(2)(inputs)))
    model.add_loss(tf.reduce_mean(model.output))
    again = K.Model.from_config(model.get_config())
    found = []
    for m in (model, again):
        m.compile("sgd", run_eagerly=True)
        found.append([round(x, 4) for x in m.fit(np.ones((4, 3)), batch_size=2, epochs=2, verbose=0).history["loss"]])
    return found, len(again.layers)


def case_shapes_that_are_set_on_keras_tensors():
    def of(spec, shape):
        made = K.__internal__.KerasTensor(spec)
        made.set_shape(shape)
        return made

    inputs = K.Input((None,), ragged=True)
    inputs.set_shape([3, None])
    model = K.Model(inputs, inputs * 2.0)
    return [
        of(tf.RaggedTensorSpec([2, None, None]), [2, None, 5]),
        of(tf.SparseTensorSpec([None, 8]), [2, 8]),
        of(tf.TensorSpec([None, 3], tf.int32, name="named"), [2, 3]),
        _told(lambda: of(tf.SparseTensorSpec([None, 8]), [2])),
        model.output.type_spec,
        model(tf.ragged.constant([[1.0], [2.0, 3.0], []])),
    ]


def case_sparse_functions_of_keras_tensors():
    found = []
    for function in (
        lambda x: tf.sparse.reshape(x, [4, 2]),
        lambda x: tf.sparse.reshape(x, shape=[-1, 8]),
        lambda x: tf.sparse.map_values(tf.square, x),
        lambda x: tf.sparse.map_values(tf.add, x, 1.0),
    ):
        inputs = K.Input((4,), batch_size=2, sparse=True)
        model = K.Model(inputs, function(inputs))
        given = tf.sparse.from_dense([[1.0, 0, 2, 0], [0, 3, 0, 0]])
        found.append((type(model.layers[1]).__name__, model.output_shape, tf.sparse.to_dense(model(given))))
    return found


def case_static_shapes_of_sparse_reshape():
    found = []

    @tf.function
    def reshaped(x, n):
        for shape in ([4, 2], [-1, 2], [n, -1], [3, 2], [-1, -1], [0, -1]):
            found.append(_told(lambda: tf.sparse.reshape(x, shape).shape.as_list()))  # noqa: B023
        return n

    for sizes in ([2, 4], [None, 4]):
        reshaped.get_concrete_function(tf.SparseTensorSpec(sizes), tf.TensorSpec([], tf.int64))
    return found


def case_weights_in_files_of_any_name():
    model = K.Sequential([_ones(2, input_shape=(3,))])
    model.compile("sgd", "mse")
    found = []
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.save_weights(f"{folder}/weights", save_format="h5")
        model.save(f"{folder}/model", save_format="h5")
        for name in ("weights", "model"):
            for by_name in (False, True):
                other = K.Sequential([L.Dense(2, input_shape=(3,), name=model.layers[0].name)])
                other.load_weights(f"{folder}/{name}", by_name=by_name)
                found.append(other.get_weights()[0].tolist())
    return found


def case_weights_that_are_not_to_be_replaced():
    model = K.Sequential([_ones(1, input_shape=(2,))])
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("checkpoint_of_it", "weights.h5", "it.weights.h5"):
            model.set_weights([np.ones((2, 1)), np.zeros(1)])
            model.save_weights(f"{folder}/{name}", overwrite=False)
            model.set_weights([np.zeros((2, 1)), np.zeros(1)])
            given, sys.stdin = sys.stdin, None  # nobody who could answer
            try:
                model.save_weights(f"{folder}/{name}", overwrite=False)
                found.append("replaced")
            except (EOFError, FileExistsError, RuntimeError):
                pass
            finally:
                sys.stdin = given
            model.load_weights(f"{folder}/{name}")
            found.append(model.get_weights()[0].tolist())
    return found


def case_state_of_older_optimizers_beside_weights():
    train = tf.compat.v1.train
    x, y, found = np.ones((3, 2), "float32"), np.zeros((3, 1), "float32"), []

    def made(optimizer):
        model = K.Sequential([_ones(1, input_shape=(2,))])
        model.compile(optimizer(), "mse", run_eagerly=True)
        return model

    for optimizer in (lambda: train.AdamOptimizer(0.1), lambda: train.MomentumOptimizer(0.1, 0.9)):
        model, again = made(optimizer), made(optimizer)
        with tempfile.TemporaryDirectory() as folder:
            model.train_on_batch(x, y)
            model.save_weights(f"{folder}/weights")
            found.append([name for name, _ in tf.train.list_variables(f"{folder}/weights")])
            status = again.load_weights(f"{folder}/weights")
            for m in (model, again):
                m.train_on_batch(x, y)
                found.append(np.round(m.get_weights()[0].astype(float), 4).tolist())
            status.assert_consumed()
    return found


def case_names_of_metrics_of_saved_models():
    inputs = K.Input((2,))
    model = K.Model(inputs, [_ones(2, name="a")(inputs), _ones(3, name="b")(inputs)])
    model.compile(
        "sgd", "mse", metrics={"a": [K.metrics.BinaryAccuracy(), "accuracy"]}, weighted_metrics={"a": [K.metrics.MeanSquaredError()]}
    )
    found = []
    for name in ("directory", "file.h5", "file.keras"):
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded = model
            for _ in range(2):
                loaded.save(f"{folder}/{name}")
                loaded = K.models.load_model(f"{folder}/{name}")
                loaded.run_eagerly = True
                loaded.evaluate(np.ones((2, 2)), [np.zeros((2, 2)), np.zeros((2, 3))], verbose=0)
                found.append(loaded.metrics_names)
    return found
