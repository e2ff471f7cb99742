"""What preprocessing layers learn, from which data, and as which weights they give it out."""

import os
import pickle
import tempfile

import numpy as np

L = tf.keras.layers


def _quietly(case):
    """`case` without the warnings that Keras gives for each new function which it traces to adapt a layer."""

    def run():
        logger = tf.get_logger()
        level = logger.level
        logger.setLevel("ERROR")
        try:
            return case()
        finally:
            logger.setLevel(level)

    return run


def _tried(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error).splitlines()[0].split(" with weights ")[0]


def _texts(**options):
    layer = L.TextVectorization(name="texts", **options)
    layer.adapt(np.array(["the cat sat", "the dog sat down"]))
    return layer


@_quietly
def case_a_vocabulary_is_a_weight():
    """`get_weights` and `set_weights`, which programs pickle, have what was learnt."""
    layer = _texts(output_sequence_length=4)
    kept = pickle.loads(pickle.dumps({"config": layer.get_config(), "weights": layer.get_weights()}))
    again = L.TextVectorization.from_config(kept["config"])
    again.adapt(["xyz"])
    again.set_weights(kept["weights"])
    model = tf.keras.Sequential([tf.keras.Input([1], dtype=tf.string), layer, L.Embedding(9, 2), L.Flatten(), L.Dense(1)])
    copy = tf.keras.models.clone_model(model)
    copy.set_weights(model.get_weights())
    return (
        [w.tolist() for w in kept["weights"]],
        again.get_vocabulary(),
        again(["the dog flew"]).numpy().tolist(),
        [w.shape for w in model.get_weights()],
        copy.layers[0].get_vocabulary(),
        model.count_params(),
        _tried(lambda: layer.set_weights([])),
        L.TextVectorization(vocabulary=["x"]).get_weights(),
        [w.shape for w in L.StringLookup().get_weights()],
    )


@_quietly
def case_other_vocabularies_are_weights():
    told = []
    for mode in ("tf_idf", "count"):
        layer, other = L.StringLookup(output_mode=mode), L.StringLookup(output_mode=mode)
        layer.adapt([["a", "b"], ["b", "c"]])
        other.set_weights(layer.get_weights())
        told.append(([np.round(w, 4).tolist() if w.dtype.kind == "f" else w.tolist() for w in map(np.asarray, layer.get_weights())],))
        told.append((other.get_vocabulary(), other([["b", "z"]]).numpy().round(4).tolist()))
    numbers = L.IntegerLookup()
    numbers.adapt([3, 4, 4])
    return told, [w.tolist() for w in numbers.get_weights()]


@_quietly
def case_documents_are_counted():
    """The number of documents is a weight of what learns their frequencies."""
    layer = _texts(output_mode="tf_idf")
    model = tf.keras.Sequential([tf.keras.Input([], dtype=tf.string), layer])
    told = [model.count_params(), layer.count_params()]
    with tempfile.TemporaryDirectory() as folder:
        model.save(os.path.join(folder, "m.keras"))
        told.append(tf.keras.models.load_model(os.path.join(folder, "m.keras")).count_params())
    given = L.StringLookup(output_mode="tf_idf", vocabulary=["a"], idf_weights=[0.5])
    return told, [w.shape.rank for w in given.weights]


@_quietly
def case_hdf5_has_no_place_for_it():
    model = tf.keras.Sequential([tf.keras.Input([], dtype=tf.string), _texts(output_mode="count"), L.Dense(1)])
    with tempfile.TemporaryDirectory() as folder:
        return _tried(lambda: model.save_weights(os.path.join(folder, "w.h5")))


@_quietly
def case_boundaries_are_tracked():
    given, learnt = L.Discretization(bin_boundaries=[0.0, 1.5]), L.Discretization(num_bins=3)
    learnt.adapt(np.arange(10.0))
    return repr(given.bin_boundaries), repr(learnt.bin_boundaries), given.get_config()["bin_boundaries"], list(given.input_bin_boundaries)


def _learnt(layer, *args, **kwargs):
    layer.adapt(*args, **kwargs)
    return layer.get_vocabulary() if hasattr(layer, "get_vocabulary") else np.round(layer.mean, 4).tolist()


@_quietly
def case_data_to_learn_from():
    """`adapt` takes what `fit` takes, in batches of any number of rows."""
    slices = tf.data.Dataset.from_tensor_slices
    rows = np.array([[1.0, 2.0], [3.0, 5.0]])
    calls = [
        (L.TextVectorization(), []),
        (L.TextVectorization(), np.array([])),
        (L.TextVectorization(), ("a", "b c")),
        (L.TextVectorization(), "a b"),
        (L.TextVectorization(), slices(["a b", "c"])),
        (L.TextVectorization(), slices(["a b", "c"]).take(0)),
        (L.TextVectorization(), None),
        (L.Normalization(axis=None), np.array([1.0, 2.0])),
        (L.Normalization(), rows.tolist()),
        (L.Normalization(), slices(rows).batch(1)),
        (L.Normalization(axis=None), 5.0),
        (L.StringLookup(), ["a", 1]),
        (L.StringLookup(), ["a", None]),
        (L.IntegerLookup(), tf.ragged.constant([[1, 2], [2]])),
        (L.IntegerLookup(), (x for x in [np.array([[4]]), np.array([[5]])])),
    ]
    unknown = [_tried(lambda x=x: _learnt(L.Normalization(), x))[0] for x in (np.array([1.0, 2.0]), {"a": rows}, slices([1.0]))]
    model = tf.keras.Sequential([L.Dense(1)])
    model.compile("sgd", "mse")
    nothing = [_tried(lambda x=x: model.fit(x, x)) for x in ([], {}, ())]
    return [_tried(lambda layer=layer, x=x: _learnt(layer, x)) for layer, x in calls], unknown, nothing


@_quietly
def case_numbers_of_optimizers_are_float32_first():
    train, told = tf.compat.v1.train, []
    for optimizer in (
        train.AdamOptimizer(0.1),
        train.RMSPropOptimizer(0.1),
        train.AdagradOptimizer(0.1),
        train.AdadeltaOptimizer(0.1),
        train.MomentumOptimizer(0.1, 0.9),
        train.GradientDescentOptimizer(0.1),
    ):
        v = tf.Variable([1.0, 2.0], dtype=tf.float64)
        for _ in range(3):
            optimizer.apply_gradients([(tf.constant([0.3, -0.2], tf.float64), v)])
        told.append([f"{x:.12g}" for x in v.numpy()])
    return told


def case_adapted_layers_get_their_weights():
    layers = tf.keras.layers
    numbers = tf.constant([[0.0], [2.0], [0.0], [2.0]])
    outcomes = {}
    for name, layer, x in (
        ("normalization", layers.Normalization(), numbers),
        ("of one number", layers.Normalization(axis=None), numbers),
        ("inverted", layers.Normalization(invert=True), numbers),
        ("discretization", layers.Discretization(num_bins=3), tf.constant([[0.5], [1.5], [2.5]])),
    ):
        layer.adapt(x)
        inputs = tf.keras.Input((1,))
        model = tf.keras.Model(inputs, layers.Rescaling(1.0)(layer(inputs)))
        copy, restored = tf.keras.models.clone_model(model), tf.keras.Model.from_config(model.get_config())
        copy.set_weights(model.get_weights())
        with tempfile.TemporaryDirectory() as folder:
            model.save_weights(os.path.join(folder, "weights"))
            restored.load_weights(os.path.join(folder, "weights"))
        outcomes[name] = [m(x).numpy().ravel().tolist() for m in (model, copy, restored)]
    return outcomes


def case_vocabularies_of_files():
    told = []
    with tempfile.TemporaryDirectory() as folder:
        for number, lines in enumerate(("a\nb\na\n", "a\nb\n", "1\n2\n1\n")):
            path = os.path.join(folder, f"vocabulary{number}")
            with open(path, "w") as file:
                file.write(lines)
            for layer in ((L.StringLookup, L.TextVectorization), (L.StringLookup,), (L.IntegerLookup,))[number]:
                try:
                    told.append([str(v) for v in layer(vocabulary=path).get_vocabulary()])
                except Exception as error:
                    told.append((type(error).__name__, str(error).partition("}} ")[2].partition(" [Op")[0]))
    layer = L.StringLookup(vocabulary=["a"], name="lookup")
    for vocabulary in (tf.constant(["a", "b"]), ["a", "b"]):
        try:
            tf.function(layer.set_vocabulary)(vocabulary)
        except Exception as error:
            told.append((type(error).__name__, str(error).rpartition("RuntimeError: ")[2].strip()))
    return told


def case_former_bins():
    told = []
    for options in ({"bins": [1.0, 2.0]}, {"bins": 3}, {"bins": [1, 2], "num_bins": 5}):
        try:
            layer = L.Discretization(**options)
            told.append((list(layer.input_bin_boundaries or []), layer.num_bins))
        except Exception as error:
            told.append((type(error).__name__, str(error)))
    return told
