"""What cells of public notebooks do with Keras, in small: layers used again, vocabularies that are missing, messages."""

import logging
import re
import tempfile
import warnings
from pathlib import Path

import numpy as np

K, L = tf.keras, tf.keras.layers


class More(L.Layer):
    def call(self, x):
        return x + 1


def _told(f):
    """The type and the first lines of the exception that `f` raises, without names that count."""
    try:
        return f()
    except Exception as e:
        return type(e).__name__, re.sub(r" \[Op:.*| name: ?$|_\d+", "", [line for line in str(e).splitlines() if line.strip()][0])


def _values(model, x):
    return model(x).numpy().tolist(), [re.sub(r"_\d+", "", layer.name) for layer in model.layers]


def _sequential_of_one_layer(first):
    K.backend.clear_session()
    layer, x = More(), tf.zeros([1, 2])
    model = K.Sequential([*first, layer, layer, More(), layer])
    yield _values(model, x)
    yield model.predict(x, verbose=0).tolist(), [c["class_name"] for c in model.get_config()["layers"]]
    yield _values(K.Sequential.from_config(model.get_config(), {"More": More}), x)
    model.add(layer)
    yield _values(model, x)


def case_layer_twice_in_a_sequential_without_a_shape():
    return list(_sequential_of_one_layer([]))


def case_layer_twice_in_a_sequential_with_a_shape():
    return list(_sequential_of_one_layer([K.Input((2,))]))


def case_layer_twice_shares_its_weights():
    K.backend.clear_session()
    model = K.Sequential([L.Dense(2, input_shape=(2,), kernel_initializer="ones")])
    model.add(model.layers[0])
    model.compile("sgd", "mse")
    x = np.ones((4, 2), "float32")
    found = [model(x).numpy().tolist(), model.fit(x, x, verbose=0).history, len(model.weights), model.count_params()]
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/m.keras")
        return *found, np.round(model(x), 4).tolist(), np.round(K.models.load_model(f"{folder}/m.keras")(x), 4).tolist()


def case_another_layer_of_the_same_name():
    return _told(lambda: K.Sequential([More(name="a"), L.Dense(1), More(name="a")]))


def _without_vocabulary(kind, x, **options):
    model = K.Sequential([K.Input((), dtype=x.dtype), kind(**options)])
    yield _told(lambda: kind(**options)(x))[0]
    yield _told(lambda: tf.function(kind(**options))(x))[0]
    yield _told(lambda: model.predict(x, verbose=0))[0]
    yield _told(lambda: list(tf.data.Dataset.from_tensors(x).map(kind(**options))))[0]
    layer = kind(**options)
    yield layer.vocabulary_size(), layer.get_vocabulary()


def case_lookups_without_a_vocabulary():
    words = tf.constant(["a b"])
    return [
        list(_without_vocabulary(L.StringLookup, words)),
        list(_without_vocabulary(L.StringLookup, words, num_oov_indices=2)),
        list(_without_vocabulary(L.StringLookup, words, num_oov_indices=0, output_mode="multi_hot", max_tokens=4, pad_to_max_tokens=True)),
        list(_without_vocabulary(L.StringLookup, tf.constant([0]), invert=True)),
        list(_without_vocabulary(L.IntegerLookup, tf.constant([3]))),
        list(_without_vocabulary(L.TextVectorization, words)),
        list(_without_vocabulary(L.TextVectorization, words, standardize=None)),
        list(_without_vocabulary(L.TextVectorization, words, output_mode="count", max_tokens=5, pad_to_max_tokens=True)),
    ]


def case_lookup_says_that_its_table_is_not_initialized():
    def text(f):
        try:
            f()
        except Exception as e:
            return "Table not initialized." in str(e)

    return text(lambda: L.StringLookup()(["a"])), text(lambda: tf.function(L.TextVectorization())(tf.constant(["a"])))


def case_lookup_gets_its_vocabulary():
    layer, text = L.StringLookup(), L.TextVectorization()
    layer.adapt(["a", "b", "a"])
    text.set_vocabulary(["x"])
    return layer(["b", "c"]).numpy().tolist(), text(["x y"]).numpy().tolist()


def case_causal_attention():
    x = tf.reshape(tf.range(24.0), [1, 4, 6]) / 10
    for kind, options in ((L.Attention, {}), (L.AdditiveAttention, {"use_scale": False})):
        layer = kind(causal=True, name="a", **options)
        print(np.round(layer([x, x]).numpy(), 4).tolist(), layer.causal, layer.get_config())
        print(np.allclose(layer([x, x]), kind(**options)([x, x], use_causal_mask=True)))
        print(kind.from_config(layer.get_config()).causal)


def case_lists_of_several_dtypes_in_a_graph():
    a, b, c = tf.constant([1], tf.int64), tf.constant([1.0]), tf.constant([2.0])

    def told(f):
        return _told(tf.function(f, autograph=False))

    return [
        told(lambda: tf.concat([a, b, c], 0)),
        told(lambda: tf.stack([b, a, c])),
        told(lambda: tf.add_n([b, c, a, c])),
        told(lambda: tf.concat([b, [1.0], a], 0)),
        told(lambda: tf.dynamic_stitch([[0], [1]], [a, b])),
    ]


def _logged(f):
    """The lines that TensorFlow's logger gets while `f` runs, without folders."""
    lines, logger = [], tf.get_logger()
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(f"{record.levelname}: {record.getMessage()}")
    before, handlers, logger.handlers[:] = logger.level, list(logger.handlers), [handler]
    logger.setLevel(logging.INFO)
    try:
        with tempfile.TemporaryDirectory() as folder:
            f(folder)
            return [line.replace(folder, "FOLDER") for line in lines]
    finally:
        logger.setLevel(before)
        logger.handlers[:] = handlers


def case_messages_of_saving():
    def model(*compiled):
        made = K.Sequential([L.Dense(1, input_shape=(2,))])
        return made.compile(*compiled) or made if compiled else made

    def saves(folder):
        tf.saved_model.save(tf.Module(), f"{folder}/a/")
        tf.saved_model.save(tf.Module(), Path(folder, "b"))
        model().save(f"{folder}/c")
        model("sgd", "mse").save(f"{folder}/d")
        model().save(f"{folder}/e.h5")
        model("sgd", "mse").save(f"{folder}/f.h5")
        model().save(f"{folder}/g.keras")
        K.models.load_model(f"{folder}/d")
        K.models.load_model(f"{folder}/c")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of HDF5
        return _logged(saves)


def case_messages_of_a_mirrored_strategy():
    return _logged(lambda folder: tf.distribute.MirroredStrategy(["/cpu:0"]))


def case_orders_after_an_iterator_that_gave_nothing():
    """Which shuffles draw a seed as an iterator begins, and which as its first element is made; `fit` begins one more than it uses."""

    def shuffled(n=6, seed=42):
        return tf.data.Dataset.range(n).shuffle(10, seed=seed)

    for made in (
        shuffled().map(lambda x: x).shuffle(3, seed=3),
        shuffled().repeat(2),
        shuffled().repeat().take(9),
        shuffled().repeat(2).shuffle(3, seed=1).repeat(2),
        shuffled().concatenate(shuffled(4, 7)).concatenate(shuffled(3, 8)),
        tf.data.Dataset.zip((shuffled(), shuffled(6, 7))).map(lambda x, y: x * 10 + y),
        shuffled().flat_map(lambda x: tf.data.Dataset.from_tensors(x)).batch(4).unbatch(),
    ):
        iter(made)
        print([[int(x) for x in made] for _ in range(2)])
    orders = []

    class Seen(K.Model):
        def train_step(self, data):
            tf.py_function(lambda x: orders.append(x.numpy().tolist()), [data], [])
            return {"n": tf.constant(0)}

    model = Seen()
    model.compile()
    model.fit(shuffled().map(lambda x: x).shuffle(3, seed=3).batch(3), epochs=2, verbose=0)
    model.fit(shuffled().repeat().batch(3), epochs=2, steps_per_epoch=3, verbose=0)
    return orders


def case_activations_by_name():
    x = tf.constant([[-1.0, 9.0]])
    for name in ("leaky_relu", "relu6", "log_softmax", "ELU", "LeakyReLU", "PReLU", "ReLU", "Softmax", "ThresholdedReLU"):
        K.backend.clear_session()
        layer = L.Dense(2, activation=name, kernel_initializer="ones")
        print(name, np.round(layer(x), 5).tolist(), np.round(L.Activation(name)(x), 5).tolist(), layer.get_config()["activation"])
        again = L.Dense.from_config(layer.get_config()).activation
        print(type(again).__name__, np.round(again(x), 5).tolist())
    return [_told(lambda: K.activations.get("foo")), type(K.activations.get("LeakyReLU")).__name__]


def case_activations_of_other_namespaces():
    functions = tf.nn.leaky_relu, tf.nn.relu6, tf.nn.silu, tf.nn.softmax, tf.nn.gelu, tf.nn.elu, tf.math.tanh, tf.sigmoid, tf.square

    def relu(x):
        return x

    layers = [L.Dense(1, activation=f).get_config()["activation"] for f in functions]
    return [K.activations.serialize(f) for f in (*functions, relu)], layers


def case_constraints_by_older_names():
    return [type(K.constraints.get(name)).__name__ for name in ("maxnorm", "nonneg", "unitnorm", "max_norm", "non_neg", "unit_norm")]


def case_strings_of_sparse_tensors_as_messages():
    strings = tf.sparse.from_dense(tf.constant([["a", "", "bcd"], ["", "\xe9\x00x", ""], ["c" * 300, "", "d" * 20000]]))
    one, many = tf.io.serialize_sparse(strings), tf.io.serialize_many_sparse(strings)
    for made in (one, many, tf.function(tf.io.serialize_sparse)(strings)):
        print([(len(m), m[:12], m[-3:]) for m in made.numpy().reshape(-1)])
    raw = tf.raw_ops.SerializeSparse(sparse_indices=strings.indices, sparse_values=strings.values, sparse_shape=strings.dense_shape)
    print(bool(tf.reduce_all(raw == one)), tf.io.parse_tensor(one[1], tf.string).numpy()[:3])
    back = tf.sparse.to_dense(tf.io.deserialize_many_sparse(many, tf.string))
    print(bool(tf.reduce_all(back == tf.sparse.to_dense(strings))))
    empty = tf.sparse.SparseTensor(np.zeros((0, 2), np.int64), tf.constant([], tf.string), [2, 2])
    print(tf.io.serialize_sparse(empty).numpy(), tf.io.serialize_sparse(tf.sparse.from_dense([[0, 1.5]])).numpy())
    damaged = one.numpy()[1].replace(b'"', b'"', 1)[:-1]
    return _told(lambda: tf.io.parse_tensor(damaged, tf.string))[0]


def case_one_size_in_a_graph():
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec(None, tf.int32), tf.TensorSpec([], tf.int64)])
    def made(x, sizes, size):
        found = tf.zeros(tf.shape(x)[0], tf.int32), tf.ones(sizes), tf.zeros(size, tf.string), tf.zeros(tf.constant(3))
        print([v.shape for v in found])
        return found

    for sizes in (tf.constant(2), tf.constant([2, 3])):
        print([v.shape for v in made(tf.ones([3]), sizes, tf.constant(4, tf.int64))])
    v = tf.Variable(3)
    print(tf.function(lambda: tf.zeros(v) + tf.ones(v))())
    names = [node.name for node in made.get_concrete_function().graph.get_operations() if node.type in ("Reshape", "Fill")]
    return names, tf.function(lambda: tf.experimental.numpy.zeros(tf.constant(2), "float32"))().numpy()


class _Told(L.Layer):
    def build(self, shape):
        print("build", shape)

    def call(self, x):
        return tf.convert_to_tensor(tf.nest.flatten(x)[0])


def case_python_strings_go_into_layers():
    for x in (["a", "b"], (["a"], ["b"]), "a", {"a": "x", "b": ["y"]}, [tf.constant("a"), "b"], ["b", 1]):
        print(_Told()(x).numpy())

    def embedding():
        return K.Sequential([L.StringLookup(vocabulary=["a"]), L.Embedding(3, 2, embeddings_initializer="ones")])

    class Pair(K.Model):
        def __init__(self):
            super().__init__()
            self.parts, self.end = [embedding(), embedding()], L.Dense(1, kernel_initializer="ones")

        def call(self, x):
            return self.end(tf.concat([part(words) for part, words in zip(self.parts, x)], 1))

    pair = Pair()
    print(pair((["a"], ["b"])).numpy(), pair((tf.constant(["a"]), ["b"])).numpy(), embedding()(["a", "b"]).numpy())


def case_words_one_by_one_are_learned():
    words = tf.data.Dataset.from_tensor_slices(["a", "b", "a c", "a"])
    for layer in (
        L.StringLookup(),
        L.TextVectorization(),
        L.StringLookup(output_mode="tf_idf"),
        L.TextVectorization(output_mode="tf_idf"),
    ):
        layer.adapt(words)
        print(layer.get_vocabulary(), np.round(layer(["a", "c"]), 5).tolist())
    numbers = L.IntegerLookup()
    numbers.adapt(tf.data.Dataset.from_tensor_slices([7, 9, 9]))
    return numbers.get_vocabulary()


class _Block(L.Layer):
    def build(self, shape):
        self.first, self.second = L.Dense(3), L.Dense(3)
        self.built = True

    def call(self, x):
        return self.second(self.first(x))


class _Blocks(L.Layer):
    def build(self, shape):
        self.parts, self.end = [_Block(), _Block()], L.Dense(3)
        self.built = True

    def call(self, x):
        return self.parts[1](self.parts[0](self.end(x)))


class _Ends(K.Model):
    def __init__(self):
        super().__init__()
        self.block, self.end = _Block(), L.Dense(1)

    def call(self, x):
        return self.end(self.block(x))


def _names(layer):
    return [part.name for part in layer._flatten_layers()], L.Dense(1).name


def case_numbers_of_layers_that_layers_make():
    """Layers made while a layer is called on Keras tensors, or in a function, have numbers of their own."""

    def functional(*layers, shape=(4,)):
        K.backend.clear_session()
        x = first = K.Input(shape)
        for layer in layers:
            x = layer()(x)
        model = K.Model(first, x)
        return _names(model), [w.name for w in model.weights if "kernel" in w.name]

    def dense():
        return L.Dense(2)

    print(functional(_Block, _Block, dense))
    print(functional(dense, _Block, dense))
    print(functional(_Blocks, dense))
    print(functional(lambda: L.TimeDistributed(_Block()), lambda: L.Bidirectional(L.LSTM(2)), dense, shape=(3, 4)))
    print(functional(lambda: lambda x: L.MultiHeadAttention(1, 2)(x, x), lambda: L.Dropout(0.1), L.Softmax, shape=(3, 4)))
    for run in (
        lambda layer: layer(tf.ones([1, 4])),
        lambda layer: tf.function(layer)(tf.ones([1, 4])),
        lambda layer: layer.build((1, 4)),
    ):
        K.backend.clear_session()
        layer = _Blocks()
        run(layer)
        print(_names(layer))
    for run in (
        lambda model: model(tf.ones([1, 4])),
        lambda model: model.build((None, 4)),
        lambda model: model.compile("sgd", "mse") or model.fit(tf.ones([1, 4]), tf.ones([1, 1]), verbose=0),
    ):
        for kind in (_Ends, lambda: K.Sequential([_Block(), L.Dense(1)])):
            K.backend.clear_session()
            model = kind()
            run(model)
            print(_names(model))
    K.backend.clear_session()

    @tf.function
    def made(x):
        names = L.Dense(1).name, L.Dense(1).name
        with tf.init_scope():
            print(names, L.Dense(1).name)
        return x

    made(1.0)
    made(2.0)
    return L.Dense(1).name


def case_layers_adapted_to_single_values_begin_models():
    def told(layer, data, x, *others):
        layer.adapt(tf.data.Dataset.from_tensor_slices(data))
        model = K.Sequential([layer, *others])
        return model.built, model(tf.constant(x)).shape

    print(told(L.StringLookup(), ["a", "b", "a c"], ["a", "b"], L.Embedding(9, 2)))
    print(told(L.TextVectorization(), ["a", "b", "a c"], ["a", "b"], L.Embedding(9, 2)))
    print(told(L.IntegerLookup(), [1, 2], [1, 2], L.Embedding(9, 2)))
    print(told(L.Normalization(axis=None), [1.0, 2.0], [1.0, 2.0], L.Reshape((1,)), L.Dense(1)))
    print(told(L.Discretization(num_bins=2), [1.0, 2.0], [1.0, 2.0], L.Embedding(3, 2)))


def _warned(f):
    """The warnings that `f` gives, but for those of Python's own generator, and its result."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        result = f()
    return [(w.category.__name__, str(w.message)) for w in given if "randrange" not in str(w.message)], result


def case_unseeded_initializers_that_are_called_again():
    x, images, i = tf.ones([2, 4]), tf.ones([2, 5, 5, 3]), K.initializers

    def layers(initializer, build):
        return _warned(lambda: [build(initializer) for _ in range(2)] and None)

    def dense(initializer):
        return L.Dense(2, kernel_initializer=initializer)(x)

    def separable(initializer):
        return L.SeparableConv2D(3, 2, depthwise_initializer=initializer, pointwise_initializer=initializer)(images)

    def recurrent(initializer):
        return L.LSTM(3, kernel_initializer=initializer, recurrent_initializer=initializer)(tf.ones([2, 6, 4]))

    def heads(initializer):
        return L.MultiHeadAttention(2, 3, kernel_initializer=initializer)(tf.ones([2, 6, 4]), tf.ones([2, 6, 4]))

    for kind in (i.RandomNormal, i.RandomUniform, i.TruncatedNormal, i.VarianceScaling, i.Orthogonal, i.HeNormal, i.GlorotUniform):
        print(layers(kind(), dense))
        print(layers(kind(seed=1), dense))
    print(layers(i.Zeros(), dense), layers("he_normal", dense))
    print(layers(i.HeNormal(), separable), layers(i.HeNormal(), recurrent), layers(i.HeNormal(), heads))
    model = K.Sequential([L.Dense(3, kernel_initializer=i.RandomNormal(), input_shape=(4,))])
    print(_warned(lambda: K.models.clone_model(model) and K.Sequential.from_config(model.get_config()) and None))


def case_calls_that_count_as_uses_of_initializers():
    i = K.initializers

    class Own(i.Initializer):
        def __call__(self, shape, dtype=None, **kwargs):
            self._warn_reuse()
            return tf.zeros(shape, dtype)

    def calls(initializer, *shapes, **kwargs):
        return [_warned(lambda shape=shape: _told(lambda: initializer(shape, **kwargs).shape.as_list())) for shape in shapes]

    uniform, orthogonal, copied = i.RandomUniform(), i.Orthogonal(), i.RandomNormal()
    print(calls(uniform, [2, 2], [2, 2], partition_shape=(1, 2), partition_offset=(0, 0)) + calls(uniform, [2], dtype="string"))
    print(calls(uniform, [2], [2]) + calls(orthogonal, [2], [2, 2], [2, 2]))
    print(calls(copied, [2]) + calls(i.RandomNormal.from_config(copied.get_config()), [2]) + calls(copied, [2]))
    print(calls(Own(), [1], [1]))
