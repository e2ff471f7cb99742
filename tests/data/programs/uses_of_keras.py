"""What users do with models, layers, metrics and callbacks beyond the usual, and what comes of it."""

import os
import re
import tempfile
import warnings

import numpy as np

K, L = tf.keras, tf.keras.layers
X, Y = np.ones((12, 3), "float32"), np.zeros((12, 1), "float32")


def _told(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__, str(error)


class _Seen(K.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.batches = []

    def on_train_batch_end(self, batch, logs=None):
        self.batches.append(batch)


def _model(**arguments):
    model = K.Sequential([L.Dense(1, kernel_initializer="ones", input_shape=(3,))])
    model.compile("sgd", "mse", **arguments)
    return model


def case_steps_per_execution_is_set():
    model = _model(steps_per_execution=2)
    model.steps_per_execution = 3
    seen = [int(model.steps_per_execution)]
    for number in (None, 1, 2):
        if number is not None:
            model.steps_per_execution = number
        watcher = _Seen()
        model.fit(X, Y, batch_size=2, verbose=0, callbacks=[watcher])
        seen.append(watcher.batches)
    unbuilt = K.Sequential([L.Dense(1)])
    before = unbuilt.steps_per_execution
    unbuilt.steps_per_execution = 4
    return seen, before, int(unbuilt.steps_per_execution)


def case_rectified_integers():
    x = tf.constant([-3, 1, 8, 2])
    arguments = [{"max_value": 6.5}, {"threshold": 1.0}, {"max_value": 3, "threshold": 1.7}, {"threshold": 0.5, "negative_slope": 0.5}]
    arguments += [{"max_value": 0.5}, {"max_value": 6.5, "negative_slope": 2}]
    return [L.ReLU(**given)(x).numpy().tolist() for given in arguments]


def case_metrics_added():
    class Watched(L.Layer):
        def call(self, x):
            self.add_metric(tf.reduce_sum(x), name="total", aggregation="sum")
            return x

    layer = Watched()
    layer(tf.ones([2])), layer(3 * tf.ones([2]))
    inputs = K.Input((3,))
    outputs = L.Dense(1)(inputs)
    model = K.Model(inputs, outputs)
    told = _told(lambda: model.add_metric({"a": outputs}, name="s"))
    return [(m.name, float(m.result())) for m in layer.metrics], told[0], told[1][:60]


class _TwoResults(K.metrics.Metric):
    def __init__(self):
        super().__init__(name="two")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, x, sample_weight=None):
        self.total.assign_add(tf.reduce_sum(x))

    def result(self):
        return {"p": self.total, "q": self.total * 2}


def case_metrics_with_several_results_added():
    class Net(K.Model):
        def __init__(self):
            super().__init__()
            self.dense, self.two = L.Dense(1, kernel_initializer="ones"), _TwoResults()

        def call(self, x):
            y = self.dense(x)
            self.add_metric(self.two(y))
            return y

    model = Net()
    model.compile("sgd", "mse")
    return model.evaluate(X, 3 + Y, verbose=0), model.metrics_names, model.evaluate(X, 3 + Y, verbose=0, return_dict=True)


def case_metrics_of_one_name_added():
    class Twice(L.Layer):
        def __init__(self):
            super().__init__()
            self.one, self.other = K.metrics.Mean(name="m"), K.metrics.Mean(name="m")

        def call(self, x):
            self.add_metric(self.one(x), name="m")
            return x

    return _told(lambda: Twice()(X))


def case_signatures_of_preprocessing():
    words, numbers = tf.TensorSpec((None, 1), "string"), tf.TensorSpec((None, 1), "int64")
    sparse = tf.SparseTensorSpec((None, 1), "string")
    text = [L.TextVectorization(output_mode=mode, vocabulary=["a", "b"]) for mode in ("int", "multi_hot", "count")]
    made = [layer.compute_output_signature(words) for layer in text]
    made += [L.CategoryEncoding(3, sparse=sparse).compute_output_signature(numbers) for sparse in (False, True)]
    made += [L.StringLookup(vocabulary=["a"], invert=True).compute_output_signature(numbers)]
    made += [L.Hashing(3).compute_output_signature(spec) for spec in (words, sparse)]
    made += [L.Discretization([1.0]).compute_output_signature(tf.SparseTensorSpec((None, 1), "float32"))]
    return [*made, L.Normalization(mean=1.0, variance=1.0).compute_output_signature(numbers)]


def case_shapes_of_layers_over_time():
    class AsTuple(L.Layer):
        def call(self, x):
            return x

        def compute_output_shape(self, shape):
            return tuple(shape)

    class AsList(AsTuple):
        def compute_output_shape(self, shape):
            return list(shape)

    layers = [L.TimeDistributed(AsTuple()), L.TimeDistributed(AsList())]
    return [(layer.compute_output_shape((None, 2, 4)), layer(K.Input((2, 4))).shape) for layer in layers]


def case_dtypes_that_are_asked_for():
    class Half(L.Layer):
        def __init__(self, dtype):
            super().__init__(dtype=dtype)
            self.input_spec = L.InputSpec(dtype="float16")

        def call(self, x):
            return x

    given = [tf.ones(2, "float16"), tf.ones(2, "float64"), np.ones(2), K.Input((1,), dtype="float16")]
    return [
        _told(lambda x=x, d=d: Half(d)(x).dtype)[:1] if i % 4 in (1, 2) else Half(d)(x).dtype
        for d in ("float16", "float64")
        for i, x in enumerate(given)
    ]


def _own_model():
    class Own(K.Model):
        def train_step(self, data):
            return {**super().train_step(data), "own": 1.0}

    return Own


def case_models_of_an_own_class_come_back():
    inputs = K.Input((3,))
    model = _own_model()(inputs, L.Dense(1, kernel_initializer="ones")(inputs))
    model.compile("sgd", "mse")
    # A class of the name as another process has it: no model was made of it so far.
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the older format
        for name, arguments in (("m.h5", {}), ("m.keras", {}), ("m", {"save_format": "tf"})):
            path = os.path.join(folder, name)
            model.save(path, **arguments)
            again = K.models.load_model(path, custom_objects={"Own": _own_model()})
            print(
                type(again).__name__,
                [layer.name.split("_")[0] for layer in again.layers],
                sorted(again.train_on_batch(X, Y, return_dict=True)),
            )
    kinds = [_own_model().from_config(model.get_config()), K.models.clone_model(model)]
    kinds += [K.models.model_from_json(model.to_json(), custom_objects={"Own": _own_model()})]
    return [(type(x).__name__, hasattr(x, "train_step"), x.output_shape) for x in kinds]


def case_copies_of_a_class_with_its_own_arguments():
    class Scaled(K.Model):
        def __init__(self, *args, scale=2.0, **kwargs):
            super().__init__(*args, **kwargs)
            self.scale = scale

    inputs = K.Input((3,))
    model = Scaled(inputs, L.Dense(1, kernel_initializer="ones")(inputs), scale=3.0)
    copy = K.models.clone_model(model)
    return type(copy).__name__, copy(X)[:1].numpy().tolist()


def case_weights_of_other_models():
    class Net(K.Model):
        def __init__(self, name):
            super().__init__()
            setattr(self, name, L.Dense(1))
            self.called = name

        def call(self, x):
            return getattr(self, self.called)(x)

    with tempfile.TemporaryDirectory() as folder:
        saved, other, same = Net("one"), Net("other"), Net("one")
        saved(X), other(X)
        saved.save_weights(os.path.join(folder, "w"))
        whole = tf.train.Checkpoint(model=saved).save(os.path.join(folder, "c"))
        told = []
        for model, path in ((other, "w"), (Net("other"), "w"), (same, "w"), (saved, whole)):
            try:
                model.load_weights(os.path.join(folder, path))
                told.append("loaded")
            except AssertionError as error:
                told.append(re.split(r"The following|<", str(error))[0])
        same(X)
        return told, np.array_equal(saved.get_weights()[0], same.get_weights()[0])


def case_phases_in_layers_without_an_argument():
    class Phase(L.Layer):
        def call(self, x):
            return K.backend.in_train_phase(lambda: tf.ones_like(x), lambda: tf.zeros_like(x))

    class Other(L.Layer):
        def call(self, x):
            return K.backend.in_test_phase(tf.zeros_like(x), tf.ones_like(x))

    for make in (Phase, Other, lambda: L.Lambda(lambda x: K.backend.in_train_phase(x, 0 * x))):
        for eagerly in (False, True):
            model = K.Sequential([K.Input((3,)), make()])
            model.compile("sgd", "mae", run_eagerly=eagerly)
            history = model.fit(X, X, validation_data=(X, X), verbose=0).history
            called = [make()(X[:1]), model(X[:1], training=True), model(X[:1])]
            print(history, [float(y[0, 0]) for y in called], float(model.predict(X, verbose=0)[0, 0]))
    return K.backend.in_train_phase(1, 2)


class Eagerly(L.Layer):
    """Doubles what is positive, by a look at the values."""

    def __init__(self, **kwargs):
        super().__init__(dynamic=True, **kwargs)

    def call(self, x):
        return x * 2 if x.numpy().sum() > 0 else x

    def compute_output_shape(self, shape):
        return shape


def case_models_with_layers_that_run_eagerly():
    def within(outputs_of, inputs=None):
        i = K.Input((2,))
        inner, j = K.Model(i, outputs_of(i)), K.Input((2,))
        model = K.Model(j, inner(j))
        model.compile("sgd", "mse")
        made = inner.compute_output_shape((7, 2))
        return inner.dynamic, model.run_eagerly, [x.shape for x in model.outputs], made, model.predict(np.ones((1, 2)), verbose=0)

    dense = L.Dense(1, kernel_initializer="ones")
    print(within(lambda i: Eagerly()(i)), within(lambda i: [Eagerly()(i), dense(Eagerly()(i))]))
    print(within(K.Sequential([Eagerly(), dense])))
    for wrong in (lambda: within(lambda i: Eagerly()(i) * 2), lambda: K.Model(i := K.Input((2,)), Eagerly()(i)).compute_output_shape([(1, 2), (3, 4)])):
        try:
            wrong()
        except (NotImplementedError, ValueError) as error:
            print(type(error).__name__, error)
    i = K.Input((2,))
    model = K.Model(i, K.Sequential([Eagerly(), dense])(i))
    model.compile("sgd", "mse")
    return [round(x, 4) for x in model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0).history["loss"]]


def case_convolutions_of_no_groups():
    made = []
    for groups in (0, None, 1, 2, 3):
        try:
            layer = L.Conv2D(4, 3, groups=groups)
            made.append((layer.groups, layer(np.ones((1, 5, 5, 2), "f")).shape, layer.get_config()["groups"]))
        except ValueError as error:
            made.append(str(error))
    return made


def case_optimizers_that_are_properties():
    class Several(K.Model):
        @property
        def optimizer(self):
            if not hasattr(self, "_all"):
                raise AttributeError("there is none yet")
            return self._all and self._all[-1]

        @optimizer.setter
        def optimizer(self, given):
            print(type(given).__name__, self.__dict__.get("_all"))
            self._all = given and [given]

        @property
        def history(self):
            return self._told

        @history.setter
        def history(self, value):
            print(type(value).__name__)
            self._told = value

        def call(self, x, training=None):
            return 2.0 * x

    class Counted(K.Model):
        stop_training = 5
        optimizer = "mine"

    print(Counted().stop_training, Counted().optimizer)
    x = K.Input((3,))
    for make in (Several, lambda: Several(x, 3.0 * x)):
        model = make()
        print(model.optimizer)
        model.compile("sgd", "mae")
        print(model.fit(X, X, verbose=0).history, model.history.history)


def case_sequences_with_a_call_of_their_own():
    class Doubled(tf.keras.Sequential):
        def call(self, x, training=None):
            return x * 2.0

    class InTurn(tf.keras.Sequential):
        def call(self, x, training=None):
            for layer in self.layers:
                x = layer(x)
            return x + 1.0

    made = []
    for kind in (Doubled, InTurn):
        for layers in ([], [tf.keras.layers.Dense(2, kernel_initializer="ones")]):
            model = kind(layers)
            made += [model.built, len(model.weights), model(tf.ones([1, 2])).numpy().tolist(), model.built, len(model.weights)]
            model.compile("sgd", "mse")
            made += [model.count_params(), len(model.fit(tf.ones([2, 2]), tf.ones([2, 2]), verbose=0).history), len(model.get_weights())]
    return repr(made)


def case_losses_of_keras_tensors():
    K = tf.keras

    def layer():
        return K.layers.Dense(2, kernel_regularizer="l2", activity_regularizer="l1")

    x = K.Input((2,))
    early, late, twice = layer(), layer(), K.layers.Bidirectional(K.layers.SimpleRNN(3, activity_regularizer="l1"))
    early.add_loss(x * x)
    early(x)
    late(x)
    late.add_loss(x * x)
    rows = K.Input((3, 2))
    twice(rows)
    twice.forward_layer.add_loss(rows * rows)
    twice.backward_layer.add_loss(rows * rows)
    made = [[len(one.losses) for one in (early, late, twice)]]
    early(tf.ones([2, 2]))
    made.append(len(early.losses))
    plain = K.layers.Dense(1)
    model = K.Model(x, plain(x))
    plain.add_loss(tf.reduce_mean(x))
    model.compile("sgd", "mse")
    made.append(len(model.losses))
    # The layer has no value for it in a step, hence it may not be left out in silence.
    try:
        model.fit(tf.ones([2, 2]), tf.ones([2, 1]), verbose=0)
    except TypeError as e:
        made.append("symbolic" in str(e))
    return repr(made)
