"""Further mistakes that beginners make, and what they are told: the type of the exception and its text, names of operations included."""

import enum
import os
import re
import tempfile
import warnings

import numpy as np

L = tf.keras.layers
K = tf.keras
v1 = tf.compat.v1
X, Y = np.ones((8, 4), "float32"), np.ones((8, 1), "float32")


def _told(error):
    """The exception without the lines that name files, and without what differs from run to run."""
    kept, skipped = [], False
    for line in str(error).splitlines():
        if re.match(r'\s+File "', line):
            skipped = True
        elif skipped and (line.startswith(" " * 8) or not line.strip()):
            continue
        elif line.strip():
            skipped = False
            line = re.sub(r"\b(sequential|dense|embedding|string_lookup|max_pooling2d|reshape)_\d+", r"\1", line)
            line = re.sub(r"__inference_(\w+?)_\d+", r"__inference_\1_N", line)
            kept.append(re.sub(r"__wrapped____Mkl", "__wrapped__", line).rstrip())
    return type(error).__name__, kept


def _wrong(*functions):
    """What each of the functions raises."""
    told = []
    for f in functions:
        try:
            f()
        except Exception as error:
            told.append(_told(error))
        else:
            told.append("nothing is wrong")
    return told


def _model(units=1, loss="mse"):
    model = K.Sequential([L.Dense(5, input_shape=(4,)), L.Dense(units)])
    model.compile("sgd", loss)
    return model


def _generated(values, signature):
    return list(tf.data.Dataset.from_generator(lambda: iter(values), output_signature=signature))


def _failing(error):
    yield np.ones((2, 4), "float32"), np.ones((2, 1), "float32")
    raise error


def case_lists_of_inputs_are_counted():
    return _wrong(
        lambda: tf.concat([tf.ones([2, 3]), tf.ones([2, 4])], 0),
        lambda: tf.stack([tf.ones([2]), tf.ones([3])]),
        lambda: tf.add_n([tf.ones([2]), tf.ones([3])]),
        lambda: tf.split(tf.ones([5]), 2),
        lambda: tf.split(tf.ones([5]), [2, 2]),
        lambda: tf.unstack(tf.ones([2]), num=3),
        lambda: tf.einsum("ij,jk->ik", tf.ones([2, 3]), tf.ones([2, 3])),
        lambda: tf.dynamic_partition([1.0, 2.0], [0, 5], 2),
        lambda: tf.strings.join([["a", "b"], ["c", "d", "e"]]),
    )


def case_values_that_are_converted_before():
    numbers, axis = tf.constant([1, 2]), tf.constant([4, 2])
    return _wrong(
        lambda: tf.gather(numbers, [5]),
        lambda: tf.gather(numbers, tf.constant([5])),
        lambda: tf.gather([1, 2], 5),
        lambda: tf.reshape(tf.ones([6]), [4, 2]),
        lambda: tf.reshape(tf.ones([6]), axis),
        lambda: tf.squeeze(tf.ones([2]), 0),
        lambda: tf.squeeze([1.0, 2.0], 0),
        lambda: tf.reduce_sum(tf.ones([2]), axis=3),
        lambda: tf.reduce_sum(tf.ones([2]), axis=[3]),
        lambda: tf.argmax([1, 2], axis=3),
        lambda: tf.argmax(numbers, axis=3),
        lambda: tf.constant(1) // tf.constant(0),
        lambda: tf.strings.to_number("abc"),
        lambda: tf.strings.to_number(tf.constant("abc")),
        lambda: tf.io.decode_png(tf.constant(b"abc")),
        lambda: tf.io.read_file("no such file"),
        lambda: tf.math.top_k(tf.ones([2]), 5),
        lambda: tf.transpose(tf.ones([3]), [0, 1]),
        lambda: tf.transpose(tf.ones([3]), numbers),
        lambda: tf.tile(tf.ones([2]), np.array([1, 2])),
    )


def case_rows_of_variables():
    v = tf.Variable([1.0, 2.0])
    return _wrong(lambda: tf.gather(v, [5]), lambda: tf.gather(v, tf.constant(5)), lambda: tf.nn.embedding_lookup(v, tf.constant([5])))


def case_dtypes_that_an_operation_does_not_take():
    return _wrong(
        lambda: tf.nn.softmax([1, 2]),
        lambda: tf.nn.relu("a"),
        lambda: tf.reduce_mean(["a"]),
        lambda: tf.one_hot([1.5], 3),
        lambda: tf.exp(1),
    )


def case_window_larger_than_picture():
    @tf.function(autograph=False)
    def convolved(x):
        return tf.nn.conv2d(x, tf.ones([4, 4, 1, 1]), 1, "VALID")

    return _wrong(
        lambda: L.MaxPool2D(4)(K.Input((3, 3, 1))),
        lambda: L.AveragePooling2D((2, 5))(K.Input((3, 3, 1))),
        lambda: L.MaxPool3D(4)(K.Input((3, 3, 3, 1))),
        lambda: L.MaxPool2D(4, padding="same")(K.Input((3, 3, 1))),
        lambda: convolved.get_concrete_function(tf.TensorSpec([None, 3, 3, 1])),
        lambda: convolved.get_concrete_function(tf.TensorSpec([None, None, 3, 1])),
        lambda: convolved.get_concrete_function(tf.TensorSpec([None, None, None, 1])),
    )


def case_reshaped_to_another_number():
    return _wrong(
        lambda: L.Reshape((5,))(K.Input((4,))), lambda: L.Reshape((2, 2))(K.Input((4,))), lambda: L.Reshape((5,))(K.Input((None,)))
    )


def case_no_vocabulary():
    words = tf.constant(["a"])
    return _wrong(
        lambda: L.StringLookup()(words),
        lambda: L.IntegerLookup()(tf.constant([1])),
        lambda: L.StringLookup(invert=True)(tf.constant([1])),
        lambda: L.TextVectorization(output_sequence_length=3)(words),
        lambda: L.StringLookup(output_mode="multi_hot")(words),
        lambda: L.StringLookup(vocabulary=["a"])(words),
    )


def case_embedding_of_a_larger_index():
    def fitted():
        model = K.Sequential([L.Embedding(4, 2, input_length=2), L.Flatten(), L.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(np.array([[1, 7]]), np.ones((1, 1)), verbose=0)

    return _wrong(lambda: L.Embedding(4, 2)(tf.constant([[1, 7]])), fitted)


def case_layers_without_tensors():
    return _wrong(lambda: L.Dense(1)(None), lambda: L.Dense(1)("a"), lambda: _model().fit(X, Y, epoch=3), lambda: _model().summery())


def case_arguments_of_functions_as_layers():
    return _wrong(lambda: tf.unstack(K.Input((None, 3)), axis=1))


def case_generators():
    spec = tf.TensorSpec
    told = _wrong(
        lambda: _generated(["a"], spec([], tf.int32)),
        lambda: _generated([[1.0, 2.0]], spec([3], tf.float32)),
        lambda: _generated([1.0], (spec([], tf.float32), spec([], tf.float32))),
        lambda: _generated([(1.0, 2.0)], spec([], tf.float32)),
        lambda: _generated([1.5, True, np.int64(3)], spec([], tf.int32)),
        lambda: _generated([None], spec([], tf.float32)),
    )
    # The words of Python's traceback within are not compared.
    return [(kind, lines[0]) for kind, lines in (t for t in told if isinstance(t, tuple))], told.count("nothing is wrong")


def case_generators_that_fail():
    spec = (tf.TensorSpec([None, 4]), tf.TensorSpec([None, 1]))
    failures = [KeyError("k"), ValueError("v"), NotImplementedError("n"), OSError(2, "no file"), tf.errors.NotFoundError(None, None, "nf")]
    read = _wrong(*(lambda e=e: list(tf.data.Dataset.from_generator(lambda: _failing(e), output_signature=spec)) for e in failures))
    fitted = _wrong(
        lambda: _model().fit(_failing(KeyError("k")), verbose=0),
        lambda: _model().fit(tf.data.Dataset.from_generator(lambda: _failing(ValueError("v")), output_signature=spec), verbose=0),
    )
    return [(kind, lines[0], lines[-1]) for kind, lines in read], [(kind, lines[:4], lines[-2:]) for kind, lines in fitted]


def case_batches_of_other_widths():
    def batches():
        yield np.ones((2, 3), "float32"), np.ones((2, 1), "float32")
        yield np.ones((2, 5), "float32"), np.ones((2, 1), "float32")

    model = K.Sequential([L.Dense(1)])
    model.compile("sgd", "mse")
    return _wrong(lambda: model.fit(batches(), verbose=0))


def case_datasets():
    numbers = tf.data.Dataset.range(3)
    return _wrong(lambda: tf.data.Dataset.from_tensor_slices(None), lambda: tf.data.Dataset.zip(numbers, [1, 2]), lambda: numbers.batch(0))


def case_signatures():
    def second(n, m):
        return n

    spec = tf.TensorSpec([2], tf.float32)
    return _wrong(
        lambda: tf.function(second, input_signature=[spec])(tf.ones([2]), tf.ones([2])),
        lambda: tf.function(lambda n: n, input_signature=[spec], autograph=False)("abc"),
    )


def case_sessions():
    with tf.Graph().as_default():
        p, v, w = v1.placeholder(tf.float32, [None, 2], name="p"), v1.get_variable("v", [2]), v1.get_variable("w", [2])
        session = v1.Session()
        before = _wrong(lambda: session.run(p * 2), lambda: session.run(v))
        session.run(v.initializer)
        told = before + _wrong(lambda: session.run(w * 2), lambda: session.run(p, {p: [1, 2, 3]}))
    return [(kind, [line for line in lines if not line.startswith("Original stack trace")]) for kind, lines in told]


def case_files():
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that HDF5 is the older format
        inside = lambda name: os.path.join(folder, name)  # noqa: E731 - a name for the path
        one_metric, one_loss = _model(), _model(loss=lambda y, p: tf.reduce_mean(y - p))

        def custom_loss(y, p):
            return tf.reduce_mean(y - p)

        one_loss.compile("sgd", custom_loss)
        one_metric.compile("sgd", "mse")
        told = _wrong(
            lambda: one_metric.load_weights(inside("none.h5")),
            lambda: one_metric.load_weights(inside("none.weights.h5")),
            lambda: K.Sequential([L.Dense(1)]).save(inside("unbuilt.h5")),
            lambda: [one_loss.save(inside("loss.h5")), K.models.load_model(inside("loss.h5"))],
        )
    return [(kind, [line.replace(folder, "FOLDER") for line in lines]) for kind, lines in told]


def case_values_of_classes():
    class Kind(enum.Enum):
        ONE = "a"
        TWO = 2

    class Pair:
        def __len__(self):
            return 2

        def __getitem__(self, i):
            return [1, 2][i]

        def __iter__(self):
            return iter([3, 4])

    wrong = _wrong(lambda: tf.constant(Kind.ONE), lambda: tf.constant([Kind.TWO]), lambda: tf.constant(Kind))
    return wrong, tf.constant(enum.IntEnum("Number", "A B").B), tf.constant(Pair())


def case_losses_of_keras_tensors():
    """A loss that uses a value within the model, as first attempts at variational autoencoders do."""
    inputs = tf.keras.Input((4,))
    inner = tf.keras.layers.Dense(2)(inputs)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(4)(inner))
    backend = tf.keras.backend
    losses = {
        "added": lambda true, pred: tf.reduce_mean(tf.square(true - pred)) + tf.reduce_sum(inner),
        "rows": lambda true, pred: backend.mean(tf.keras.losses.binary_crossentropy(true, pred) + backend.sum(inner, axis=-1)),
        "alone": lambda true, pred: tf.reduce_mean(inner),
    }
    for name, loss in losses.items():
        for eagerly in False, True:
            model.compile("sgd", loss, run_eagerly=eagerly)
            try:
                model.fit(np.ones((4, 4)), np.ones((4, 4)), verbose=0)
            except Exception as e:
                print(name, eagerly, type(e).__name__, "an intermediate Keras symbolic input/output, to a TF API" in str(e))


def case_variables_of_keras_tensors():
    variable, inputs = tf.Variable(0.0), tf.keras.Input((4,))
    for update in variable.assign, variable.assign_add, variable.assign_sub:

        def set_variable():
            update(tf.reduce_sum(inputs))

        for function in set_variable, tf.function(set_variable):
            try:
                function()
            except Exception as e:
                print(type(e).__name__, "an intermediate Keras symbolic input/output, to a TF API" in str(e))


def case_inputs_that_are_results_of_layers():
    """Inputs and outputs the wrong way round, and inputs that outputs do not come from."""
    a, b = K.Input((4,), name="a"), K.Input((4,), name="b")
    h, g = L.Dense(3, name="h")(a), L.Dense(3, name="g")(b)
    s = L.Add(name="s")([h, g])
    o = L.Dense(1, name="o")(s)
    pairs = [(o, a), (h, h), (h, o), ([h, a], o), ([h, b, o], s), ([h, g, a], o), ([h, g], [o, h]), ([s], [o, s]), ([h], [a])]
    told = _wrong(*(lambda i=i, o=o: K.Model(i, o) for i, o in pairs))
    kept = K.Model([h, b], o)
    with tf.Graph().as_default():
        a = K.Input((4,), name="a")
        h = L.Dense(3, name="h")(a)
        o = L.Dense(2, name="o")(h)
        in_graph = _wrong(lambda: K.Model(o, a), lambda: K.Model(h, o))
    return told, [layer.name.startswith("input_") or layer.name for layer in kept.layers], in_graph


class _Returning(K.Model):
    def __init__(self, returned):
        super().__init__()
        self.returned = returned

    def call(self, x):
        return x

    def train_step(self, data):
        return self.returned()

    test_step = train_step


def case_steps_that_return_no_dictionary():
    number = lambda: tf.constant(1.0)  # noqa: E731
    told = []
    for returned, eagerly in (number, False), (number, True), (lambda: [number(), 2], False), (lambda: None, False), (lambda: None, True):
        model = _Returning(returned)
        model.compile("sgd", run_eagerly=eagerly)
        fit = lambda verbose: model.fit(X, Y, verbose=verbose)  # noqa: E731
        calls = lambda: fit(0), lambda: model.evaluate(X, Y, verbose=0), lambda: model.train_on_batch(X, Y), lambda: fit(2)  # noqa: E731
        # What is not traced is traced again, of which too much is a warning.
        found = _wrong(*calls if returned() is not None or eagerly else calls[:1])
        told.append([t if isinstance(t, str) else (t[0], t[1][-1]) for t in found])
    return told


def case_classes_beyond_a_matrix():
    matrix = tf.math.confusion_matrix
    return _wrong(
        lambda: matrix([0, 3], [1, 1], 2),
        lambda: matrix([0, -3], [1, 1], 2),
        lambda: matrix([0, 1], [1, -5]),
        lambda: matrix([0, 1], [1, 5], tf.constant(2)),
        lambda: matrix([0, 1], [1, 5, 1], 2),
        lambda: K.metrics.MeanIoU(2)([0, 255], [1, 1]),
    )
