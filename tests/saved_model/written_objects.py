"""Objects that are not saved by `tf.saved_model.save` alone: by Keras, by archives of exports, by sessions; and what programs keep in
modules beside layers and variables. As those of objects.py."""

import collections
import functools
import math

from tests.saved_model.objects import Case, file_of

WRITTEN = {}
Pair = collections.namedtuple("Pair", ["left", "right"])


def case(function):
    WRITTEN[function.__name__] = function
    return function


def numbers(tf, *shape):
    """Numbers between -1 and 1, the same for every library."""
    return tf.reshape(tf.constant([math.cos(1.0 + 1.5 * i) for i in range(math.prod(shape))]), shape)


def filled(tf, model):
    for place, w in enumerate(model.weights):
        if getattr(w, "dtype", tf.string).is_floating and w.shape.is_fully_defined():  # a vocabulary has no kind
            w.assign(0.5 * tf.abs(numbers(tf, *w.shape)) + 0.0625 * place)
    return model


# ---------------------------------------------------------------------- what Keras writes
def of_keras(tf, model, given, targets=None, classes=None, steps=3):
    """A model that Keras writes as a directory, after `steps` of training if it is compiled, and reads with and without its classes."""
    filled(tf, model)
    for _ in range(steps if targets is not None else 0):
        model.train_on_batch(given, targets)
    calls = {"call": lambda m: m(given), "training": lambda m: m(given, training=True)}
    return Case(model, calls, write=lambda path: model.save(path, save_format="tf"), keras=(given, targets, classes or {}))


@case
def classes_of_ones_own(tf, folder):
    K = tf.keras

    class Scaled(K.layers.Layer):
        def __init__(self, factor=1.0, **kwargs):
            super().__init__(**kwargs)
            self.factor = factor

        def build(self, shape):
            self.offset = self.add_weight("offset", shape[-1:], initializer="zeros")
            self.seen = self.add_weight("seen", (), initializer="zeros", trainable=False)

        def call(self, x, training=False):
            if training:
                self.seen.assign_add(1.0)
            self.add_loss(0.125 * tf.reduce_sum(self.offset**2))
            return x * self.factor + self.offset

        def get_config(self):
            return {**super().get_config(), "factor": self.factor}

    class Largest(K.metrics.Metric):
        def __init__(self, name="largest", **kwargs):
            super().__init__(name=name, **kwargs)
            self.value = self.add_weight("value", initializer="zeros")

        def update_state(self, y_true, y_pred, sample_weight=None):
            self.value.assign(tf.maximum(self.value, tf.reduce_max(y_pred)))

        def result(self):
            return self.value * 1.0

    def cubes(y_true, y_pred):
        return tf.reduce_mean(tf.abs(y_true - y_pred) ** 3, -1)

    model = K.Sequential([K.Input((3,)), K.layers.Dense(4, "tanh"), Scaled(2.0), K.layers.Dense(2)])
    model.compile(K.optimizers.Adam(0.05), cubes, metrics=["mae", Largest()])
    return of_keras(tf, model, numbers(tf, 4, 3), numbers(tf, 4, 2), {"Scaled": Scaled, "Largest": Largest, "cubes": cubes})


@case
def classes_without_config(tf, folder):
    K = tf.keras

    class Block(K.layers.Layer):
        def __init__(self, units):
            super().__init__()
            self.units, self.inner = units, [K.layers.Dense(units, "relu"), K.layers.LayerNormalization()]

        def call(self, x, training=None):
            for layer in self.inner:
                x = layer(x)
            return tf.nn.dropout(x, 0.0) if training else x

    class Net(K.Model):
        def __init__(self):
            super().__init__()
            self.blocks = {"a": Block(3), "b": Block(2)}
            self.scale = tf.Variable(1.5, name="scale")

        def call(self, x, training=None):
            return self.blocks["b"](self.blocks["a"](x, training=training), training=training) * self.scale

    model, x = Net(), numbers(tf, 2, 3)
    model.compile(K.optimizers.SGD(0.1, momentum=0.5), "mse")
    model(x)
    return of_keras(tf, model, x, numbers(tf, 2, 2))


@case
def words_and_codes(tf, folder):
    K, L = tf.keras, tf.keras.layers
    text, code, size = K.Input((1,), dtype="string", name="text"), K.Input((1,), dtype="int64", name="code"), K.Input((2,), name="size")
    split = L.TextVectorization(output_sequence_length=4)
    split.adapt(["the cat sat", "on the mat"])
    known = L.IntegerLookup(num_oov_indices=2)
    known.adapt([[3], [5], [5]])
    scaled = L.Normalization()
    scaled.adapt([[1.0, 2.0], [3.0, 6.0]])
    joined = [L.Flatten()(L.Embedding(9, 2)(split(text))), L.Flatten()(L.Embedding(6, 2)(known(code))), scaled(size)]
    model = K.Model({"text": text, "code": code, "size": size}, L.Dense(2)(L.Concatenate()(joined)))
    model.compile(K.optimizers.RMSprop(0.05), "mse")
    given = {"text": tf.constant([["The mat!"], ["a cat"]]), "code": tf.constant([[5], [8]], tf.int64), "size": numbers(tf, 2, 2)}
    return of_keras(tf, model, given, numbers(tf, 2, 2))


@case
def recurrence_that_keeps_its_state(tf, folder):
    K, L = tf.keras, tf.keras.layers
    model = K.Sequential(
        [K.Input(batch_shape=(2, 3, 2)), L.LSTM(3, stateful=True, return_sequences=True), L.Bidirectional(L.GRU(2)), L.Dense(1)]
    )
    model.compile(K.optimizers.Adagrad(0.1), "mse")
    return of_keras(tf, model, numbers(tf, 2, 3, 2), numbers(tf, 2, 1))


@case
def optimizers_of_old(tf, folder):
    K, L = tf.keras, tf.keras.layers
    # Without a bias, whose gradient is nothing but roundings before the normalization: Adam's first step is as long for these.
    first = L.Dense(3, "elu", use_bias=False, kernel_regularizer="l2")
    model = K.Sequential([K.Input((3,)), first, L.BatchNormalization(), L.Dense(2, "softmax")])
    schedule = K.optimizers.schedules.PiecewiseConstantDecay([1, 2], [0.1, 0.05, 0.025])
    model.compile(K.optimizers.legacy.Adam(schedule), "categorical_crossentropy", metrics=["accuracy", K.metrics.AUC(num_thresholds=5)])
    return of_keras(tf, model, numbers(tf, 4, 3), tf.nn.softmax(numbers(tf, 4, 2)))


@case
def several_outputs(tf, folder):
    K, L = tf.keras, tf.keras.layers
    i = K.Input((4, 3), name="i")
    seen = L.MultiHeadAttention(2, 2)(i, i)
    made = {"a": L.Dense(1, name="a")(L.GlobalAveragePooling1D()(seen)), "b": L.Dense(2, name="b")(L.GRU(2)(seen))}
    model = K.Model(i, made)
    model.compile(K.optimizers.Adamax(0.05), {"a": "mse", "b": K.losses.Huber()}, loss_weights={"a": 1.0, "b": 0.5})
    return of_keras(tf, model, numbers(tf, 2, 4, 3), {"a": numbers(tf, 2, 1), "b": numbers(tf, 2, 2)})


@case
def images_after_ftrl(tf, folder):
    K, L = tf.keras, tf.keras.layers
    layers = [L.Conv2D(3, 3, activation="relu"), L.BatchNormalization(), L.SeparableConv2D(2, 2), L.GlobalMaxPooling2D(), L.Dense(2)]
    model = K.Sequential([K.Input((6, 6, 2)), L.Rescaling(0.5, 0.25), *layers])
    model.compile(K.optimizers.Ftrl(0.05), "mse")
    return of_keras(tf, model, numbers(tf, 2, 6, 6, 2), numbers(tf, 2, 2))


# ---------------------------------------------------------------------- exports
@case
def export(tf, folder):
    K, L = tf.keras, tf.keras.layers
    model = filled(tf, K.Sequential([K.Input((3,)), L.Dense(4, "gelu"), L.BatchNormalization(), L.Dense(2)]))
    x = numbers(tf, 2, 3)
    return Case(None, {"serve": lambda m: m.serve(x)}, None, lambda m: tf.reduce_sum(m.serve(x) ** 2), write=model.export)


@case
def archive(tf, folder):
    K, L = tf.keras, tf.keras.layers
    model = filled(tf, K.Sequential([K.Input((3,)), L.Dense(4, "swish"), L.Dropout(0.5), L.Dense(2)]))

    def write(path):
        made = K.export.ExportArchive()
        made.track(model)
        made.add_endpoint("predict", lambda x: model(x, training=False), [tf.TensorSpec([None, 3], name="x")])
        spec = [tf.TensorSpec([None, 3], name="x"), tf.TensorSpec([], name="scale")]
        made.add_endpoint("scaled", lambda x, scale: {"y": model(x) * scale, "sum": tf.reduce_sum(x)}, spec)
        made.add_variable_collection("kernels", [w for w in model.weights if "kernel" in w.name])
        made.write_out(path)

    x = numbers(tf, 2, 3)
    calls = {
        "predict": lambda m: m.predict(x),
        "scaled": lambda m: m.scaled(x, tf.constant(2.0)),
        "kernels": lambda m: [v.read_value() for v in m.kernels],
    }
    fed = {"serving_default": {"x": x}, "scaled": {"x": x, "scale": tf.constant(0.5)}}
    return Case(None, calls, None, lambda m: tf.reduce_sum(m.predict(x) ** 2), fed, write=write)


# ---------------------------------------------------------------------- sessions
def of_session(build, tags, **about):
    """A case of what a session writes: `build(tf, builder, session)` makes the graph and adds it."""

    def make(tf, folder):
        def write(path):
            v1 = tf.compat.v1
            builder = v1.saved_model.Builder(path)
            build(tf, folder, builder)
            builder.save()

        calls, fed, loss = about["calls"](tf), about["fed"](tf), about.get("loss")
        return Case(None, calls, None, loss and loss(tf), fed, write=write, tags=list(tags))

    return make


def _two_graphs(tf, folder, builder):
    v1 = tf.compat.v1
    for tags in (["train"], ["serve"]):
        with tf.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(tf.float32, [None, 2], name="x")
            w = v1.get_variable("w", initializer=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], use_resource="serve" in tags)
            y = tf.matmul(x, w)
            if "train" in tags:
                y = y * 10.0
            session.run(v1.global_variables_initializer())
            build = v1.saved_model.build_signature_def
            info = v1.saved_model.build_tensor_info
            signature = build({"x": info(x)}, {"y": info(y)}, "tensorflow/serving/predict")
            if "train" in tags:
                builder.add_meta_graph_and_variables(session, tags, {"serving_default": signature})
            else:
                builder.add_meta_graph(tags, {"serving_default": signature, "again": signature})


def _product_calls(name):
    return lambda tf: {"signature": lambda m: m.signatures[name](x=tf.constant([[1.0, -1.0]]))}


WRITTEN["two_graphs_train"] = of_session(
    _two_graphs, ("train",), calls=_product_calls("serving_default"), fed=lambda tf: {"serving_default": {"x": tf.constant([[2.0, 1.0]])}},
)  # fmt: skip
WRITTEN["two_graphs_serve"] = of_session(
    _two_graphs, ("serve",), calls=_product_calls("again"), fed=lambda tf: {"again": {"x": tf.constant([[2.0, 1.0]])}},
    loss=lambda tf: lambda m: tf.reduce_sum(m.signatures["again"](x=tf.constant([[2.0, 1.0]]))["y"] ** 2),
)  # fmt: skip


def _flow(tf, folder, builder):
    """The control flow of TensorFlow 1, tables, and a file that comes along."""
    v1 = tf.compat.v1
    inside = v1.control_flow_v2_enabled()
    v1.disable_control_flow_v2()
    try:
        with tf.Graph().as_default(), v1.Session() as session:
            n, x = v1.placeholder(tf.int32, [], name="n"), v1.placeholder(tf.float32, [None], name="x")
            words = v1.placeholder(tf.string, [None], name="words")
            w = v1.get_variable("w", initializer=0.5, use_resource=True)
            old = v1.get_variable("old", initializer=[2.0], use_resource=False)
            path = v1.constant(file_of(folder, "words.txt", ["u", "v"]))
            v1.add_to_collection(v1.GraphKeys.ASSET_FILEPATHS, path)
            lookup = tf.lookup.TextFileIndex
            start = tf.lookup.TextFileInitializer(path, tf.string, lookup.WHOLE_LINE, tf.int64, lookup.LINE_NUMBER)
            table = tf.lookup.StaticHashTable(start, -1)
            powers = v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * w + old), [0, x])[1]
            chosen = v1.cond(n > 2, lambda: powers * 2.0, lambda: v1.cond(n > 1, lambda: powers - w, lambda: powers))
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            signature = v1.saved_model.predict_signature_def(
                {"n": n, "x": x, "words": words}, {"y": chosen, "place": table.lookup(words), "powers": powers}
            )
            builder.add_meta_graph_and_variables(
                session, ["serve", "cpu"], {"flow": signature},
                assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS), main_op=v1.tables_initializer(),
            )  # fmt: skip
    finally:
        if inside:
            v1.enable_control_flow_v2()


def _tables(tf, folder, builder):
    """Tables that are filled from constants, from a file, and by operations, in the graph itself and in what it calls."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        words = v1.placeholder(tf.string, [None], name="words")
        start = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([1, 2], tf.int64))
        known = v1.lookup.StaticHashTable(start, -1)
        back = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1, 2], ["x", "y"], tf.int64, tf.string), "?", name="back")
        path = file_of(folder, "letters.txt", ["a", "b", "c"])
        line = tf.lookup.TextFileIndex
        vocabulary = v1.lookup.StaticVocabularyTable(
            tf.lookup.TextFileInitializer(path, tf.string, line.WHOLE_LINE, tf.int64, line.LINE_NUMBER), 3
        )
        changing = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -5)
        rows = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, [0.0, 0.5])
        dense = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, 0.25, -1, -2)
        filled = [
            changing.insert(tf.constant(["a", "q"]), tf.constant([7, 8], tf.int64)),
            rows.insert(tf.constant(["b"]), tf.constant([[1.0, 2.0]])),
            dense.insert(tf.constant([1, 2], tf.int64), tf.constant([0.5, 1.5])),
        ]
        ids, called = known.lookup(words), tf.function(lambda w: known.lookup(w) * 100)
        several = tf.size(words) > 1
        found = {
            "ids": ids, "back": back.lookup(ids), "vocabulary": vocabulary.lookup(words), "called": called(words), "size": known.size(),
            "chosen": tf.cond(several, lambda: known.lookup(words) + 10, lambda: vocabulary.lookup(words)),
        }  # fmt: skip
        with tf.control_dependencies(filled):
            found |= {"changing": changing.lookup(words), "rows": rows.lookup(words), "dense": dense.lookup(tf.maximum(ids, 1))}
        session.run(v1.tables_initializer())
        builder.add_meta_graph_and_variables(
            session, ["serve"], {"tables": v1.saved_model.predict_signature_def({"words": words}, found)},
            assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS), main_op=v1.tables_initializer(),
        )  # fmt: skip


WRITTEN["tables_of_sessions"] = of_session(
    _tables, ("serve",),
    calls=lambda tf: {w: lambda m, w=w: m.signatures["tables"](words=tf.constant(w.split())) for w in ("b z c q", "b")},
    fed=lambda tf: {"tables": {"words": tf.constant(["a", "c"])}},
)  # fmt: skip


def _flow_fed(tf, n):
    return {"n": tf.constant(n), "x": tf.constant([1.0, 2.0]), "words": tf.constant(["v", "q", "u"])}


WRITTEN["flow_of_sessions"] = of_session(
    _flow, ("serve", "cpu"),
    calls=lambda tf: {str(n): lambda m, n=n: m.signatures["flow"](**_flow_fed(tf, n)) for n in (0, 2, 3)},
    fed=lambda tf: {"flow": _flow_fed(tf, 3)},
)  # fmt: skip


def _module(tf, folder, builder):
    """As modules of TensorFlow Hub were: a graph for each use, that for inference without tags, attachments in collections."""
    v1 = tf.compat.v1
    for tags in ([], ["train"]):
        with tf.Graph().as_default(), v1.Session() as session:
            words = v1.placeholder(tf.string, [None], name="sentences")
            table = v1.get_variable("embeddings", initializer=[[0.5, 1.0], [1.5, -1.0], [2.0, 0.25]], use_resource=False)
            tokens = v1.string_split(words, " ")
            ids = tf.SparseTensor(tokens.indices, tf.strings.to_hash_bucket_fast(tokens.values, 3), tokens.dense_shape)
            made = v1.nn.embedding_lookup_sparse(table, ids, None, combiner="sqrtn")
            if tags:
                made = tf.nn.dropout(made, 0.0)
            session.run(v1.global_variables_initializer())
            signature = v1.saved_model.build_signature_def(
                {"text": v1.saved_model.build_tensor_info(words)}, {"default": v1.saved_model.build_tensor_info(made)}, "default"
            )
            if tags:
                builder.add_meta_graph(tags, {"default": signature})
            else:
                builder.add_meta_graph_and_variables(session, tags, {"default": signature})


WRITTEN["module_of_a_hub"] = of_session(
    _module, (), calls=lambda tf: {"default": lambda m: m.signatures["default"](text=tf.constant(["a cat", "the mat is here"]))},
    fed=lambda tf: {"default": {"text": tf.constant(["a cat"])}},
)  # fmt: skip


@case
def simply(tf, folder):
    """What `simple_save` writes."""

    def write(path):
        v1 = tf.compat.v1
        with tf.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(tf.float32, [None, 2], name="x")
            hidden = tf.nn.relu(tf.matmul(x, v1.get_variable("w", initializer=[[1.0, -1.0], [0.5, 2.0]])))
            made = tf.matmul(hidden, v1.get_variable("u", initializer=[[1.0], [2.0]]))
            session.run(v1.global_variables_initializer())
            v1.saved_model.simple_save(session, path, {"x": x}, {"y": made, "hidden": hidden})

    x = tf.constant([[1.0, 2.0], [0.5, -0.25]])

    def pruned(m):
        names = [m.signatures["serving_default"].inputs[0].name, m.signatures["serving_default"].outputs[0].name]
        return [tf.constant(len(names)), m.prune("x:0", "Relu:0")(x)]

    calls = {"signature": lambda m: m.signatures["serving_default"](x=x), "pruned": pruned}
    loss = lambda m: tf.reduce_sum(m.signatures["serving_default"](x=x)["y"])  # noqa: E731
    return Case(None, calls, None, loss, {"serving_default": {"x": x}}, write=write)


# ---------------------------------------------------------------------- what else modules hold
@case
def a_checkpoint(tf, folder):
    """As reusable modules are: lists of variables and of functions, an optimizer and its slots after three steps."""
    made = tf.train.Checkpoint(step=tf.Variable(0, dtype=tf.int64, name="step"))
    made.kernel, made.offset = tf.Variable(numbers(tf, 3, 2), name="kernel"), tf.Variable([0.5, -0.5], name="offset")
    made.variables, made.trainable_variables = [made.kernel, made.offset, made.step], [made.kernel, made.offset]
    x = numbers(tf, 4, 3)

    @tf.function
    def apply(x, training=False, scale=None):
        y = tf.tanh(x @ made.kernel + made.offset)
        y = y if scale is None else y * scale
        return y * 2.0 if training else y

    @tf.function(input_signature=[])
    def penalty():
        return 0.125 * tf.reduce_sum(made.kernel**2)

    for options in ({}, {"training": True}, {"scale": tf.constant(3.0)}):
        apply(x, **options)
    made.apply, made.regularization_losses = apply, [penalty]
    made.optimizer = tf.keras.optimizers.legacy.Adam(0.125)
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(apply(x) ** 2) + penalty()
        made.optimizer.apply_gradients(zip(tape.gradient(loss, made.trainable_variables), made.trainable_variables))
        made.step.assign_add(1)
    calls = {
        "plain": lambda m: m.apply(x),
        "training": lambda m: m.apply(x, training=True),
        "by place": lambda m: m.apply(x, True),
        "scaled": lambda m: m.apply(x, scale=tf.constant(3.0)),
        "losses": lambda m: [f() for f in m.regularization_losses],
        "values": lambda m: [v.read_value() for v in [*m.variables, *m.trainable_variables]],
    }
    return Case(made, calls, None, lambda m: tf.reduce_sum(m.apply(x)) + m.regularization_losses[0]())


@case
def structures_of_arguments(tf, folder):
    class Many(tf.Module):
        def __init__(self):
            self.v = tf.Variable(2.0, name="v")

        @tf.function
        def f(self, pair, *, options=(), mode="sum", rate=0.5, **named):
            made = {"left": pair.left * rate, "right": [pair.right["a"], (pair.right["b"] * self.v,)]}
            if mode == "swap":
                made = Pair(made["right"], made["left"])
            return made, [o + 1.0 for o in options], {k: named[k] * 2.0 for k in sorted(named)}

        @tf.function(input_signature=[{"x": tf.TensorSpec([None]), "y": [tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.string)]}])
        def g(self, given):
            return given["x"] * self.v, tf.strings.as_string(given["y"][0]) + given["y"][1]

        @tf.function(input_signature=[tf.TensorSpec([None], name="a"), tf.TensorSpec([], name="b")])
        def h(self, a, b=3.0):
            return {"y": a * b}

    made, x = Many(), tf.constant([1.0, 2.0])
    pair = Pair(x, {"a": x + 1.0, "b": tf.constant(3.0)})
    made.f(pair)
    made.f(pair, options=(x, tf.constant(1.0)), mode="swap")
    made.f(pair, rate=0.25, extra=x)
    given = {"x": x, "y": [tf.constant(3), tf.constant(["a", "b"])]}
    calls = {
        "plain": lambda m: m.f(pair),
        "swap": lambda m: m.f(pair, options=(x, tf.constant(1.0)), mode="swap"),
        "rate": lambda m: m.f(pair, extra=x, rate=0.25),
        "names": lambda m: [tf.constant(n) for n in m.f(pair, options=(x, tf.constant(1.0)), mode="swap")[0]._fields],
        "g": lambda m: m.g(given),
        "h": lambda m: m.h(x, tf.constant(2.0)),
        "default": lambda m: m.h(x),
    }
    fed = {"h": {"a": x, "b": tf.constant(2.0)}}
    return Case(made, calls, {"h": made.h}, lambda m: tf.reduce_sum(m.f(pair)[0]["right"][1][0]), fed)


@case
def composites(tf, folder):
    class Many(tf.Module):
        def __init__(self):
            self.v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], name="v")

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None, None], tf.int32, 2), tf.SparseTensorSpec([None, 3])])
        def f(self, x, s):
            rows = tf.gather(self.v, x)
            return {"sum": tf.reduce_sum(rows, axis=[1, 2]), "rows": rows, "product": tf.sparse.sparse_dense_matmul(s, self.v)}

        @tf.function
        def g(self, given):
            return {"both": tf.sparse.add(given["s"], given["s"]), "list": [tf.concat([given["r"], given["r"]], axis=1)]}

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.string)])
        def joined(self, words):
            return tf.strings.reduce_join(words, axis=1, separator=" ")

    made = Many()
    x = tf.ragged.constant([[[0, 1], []], [[2]]], dtype=tf.int32)
    s = tf.sparse.from_dense([[0.0, 1.0, 2.0], [3.0, 0.0, 0.0]])
    given = {"s": s, "r": tf.ragged.constant([[1.0], [2.0, 3.0]])}
    made.g(given)
    calls = {
        "f": lambda m: m.f(x, s),
        "g": lambda m: m.g(given),
        "joined": lambda m: m.joined(tf.ragged.constant([["a", "b"], [], ["c"]])),
    }
    return Case(made, calls, None, lambda m: tf.reduce_sum(m.f(x, s)["sum"]) + tf.reduce_sum(m.f(x, s)["product"]))


@case
def containers(tf, folder):
    made = tf.Module()
    made.mixed = [tf.Variable(1.0, name="a"), 2, "three", (tf.Variable(4.0, name="b"), 5)]
    made.pair = (tf.Variable(6.0, name="c"), [tf.Variable(7.0, name="d")])
    made.named = Pair(tf.Variable(8.0, name="e"), {"deep": [tf.Variable(9.0, name="f")]})
    made.empty, made.nothing = [], {}
    made.plain = (1, 2)
    made.deep = {"x": {"y": [{"z": tf.Variable(10.0, name="g")}]}}
    made.same = made.deep["x"]

    @tf.function(input_signature=[])
    def total():
        return made.mixed[0] + made.pair[0] + made.pair[1][0] + made.named.left + made.deep["x"]["y"][0]["z"]

    made.total = total
    calls = {
        "total": lambda m: m.total(),
        "values": lambda m: [m.mixed[0].read_value(), m.pair[0].read_value(), m.pair[1][0].read_value(), m.deep["x"]["y"][0]["z"] + 1.0],
        "kinds": lambda m: tf.constant([isinstance(m.deep, dict), isinstance(m.empty, list), m.same is m.deep["x"]]),
        "places": lambda m: [m.mixed[3][0].read_value(), tf.constant([len(m.mixed), len(m.named)])],
    }
    return Case(made, calls, None, lambda m: m.total())


@case
def random_numbers(tf, folder):
    class Drawing(tf.Module):
        def __init__(self):
            self.generator = tf.random.Generator.from_seed(7, "philox")
            self.generator.normal([3])

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def noisy(self, x):
            return x + self.generator.normal([2]), self.generator.uniform([2], maxval=9, dtype=tf.int32)

    x = tf.constant([1.0, 2.0])
    return Case(Drawing(), {"twice": lambda m: [m.noisy(x), m.noisy(x)]})


@case
def examples(tf, folder):
    class Parsing(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="examples")])
        def __call__(self, serialized):
            about = {
                "size": tf.io.FixedLenFeature([2], tf.float32, default_value=[1.0, 1.0]),
                "tags": tf.io.VarLenFeature(tf.string),
                "code": tf.io.FixedLenFeature([], tf.int64),
            }
            found = tf.io.parse_example(serialized, about)
            return {"size": found["size"] * 2.0, "tags": tf.sparse.to_dense(found["tags"], "-"), "code": found["code"] + 1}

    def example(code, size, tags):
        feature, train = tf.train.Feature, tf.train
        made = {"code": feature(int64_list=train.Int64List(value=[code]))}
        if size:
            made["size"] = feature(float_list=train.FloatList(value=size))
        made["tags"] = feature(bytes_list=train.BytesList(value=tags))
        return train.Example(features=train.Features(feature=made)).SerializeToString()

    made = Parsing()
    texts = tf.constant([example(3, [0.5, 1.5], [b"a"]), example(4, None, [b"b", b"c"])])
    return Case(made, {"call": lambda m: m(texts)}, made.__call__, None, {"serving_default": {"examples": texts}})


@case
def examples_of_any_length(tf, folder):
    class Parsing(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="examples"), tf.TensorSpec([], tf.string, name="one")])
        def __call__(self, serialized, one):
            about = {
                "rows": tf.io.FixedLenSequenceFeature([2], tf.float32, allow_missing=True),
                "words": tf.io.FixedLenSequenceFeature([], tf.string, allow_missing=True, default_value="none"),
                "codes": tf.io.RaggedFeature(tf.int64),
                "named": tf.io.RaggedFeature(tf.string, "tags", row_splits_dtype=tf.int64),
            }
            found = tf.io.parse_example(serialized, about)
            single = tf.io.parse_single_example(one, {**{k: about[k] for k in ("rows", "words")}, "codes": tf.io.VarLenFeature(tf.int64)})
            return [*(found[k] for k in sorted(found)), single["rows"], single["words"], tf.sparse.to_dense(single["codes"])]

    def example(**columns):
        kinds = {
            int: ("int64_list", tf.train.Int64List),
            float: ("float_list", tf.train.FloatList),
            bytes: ("bytes_list", tf.train.BytesList),
        }
        made = {}
        for key, values in columns.items():
            field, kind = kinds[type(values[0])]
            made[key] = tf.train.Feature(**{field: kind(value=values)})
        return tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString()

    made = Parsing()
    first, second = (
        example(rows=[1.0, 2.0, 3.0, 4.0], codes=[5]),
        example(words=[b"a", b"bc"], codes=[1, 2, 3], rows=[0.5, 0.25], tags=[b"x"]),
    )
    return Case(made, {"call": lambda m: m(tf.constant([first, second]), tf.constant(second))}, made.__call__)


@case
def boxes(tf, folder):
    """As detectors are: pictures out of texts, one by one; boxes that are suppressed."""

    class Detector(tf.Module):
        def __init__(self):
            self.scale = tf.Variable([0.5, 1.0, 1.5], name="scale")

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="pictures")])
        def read(self, pictures):
            def one(text):
                picture = tf.image.decode_png(text, channels=3)
                return tf.image.resize(tf.cast(picture, tf.float32) / 255.0, [2, 3])

            return tf.map_fn(one, pictures, fn_output_signature=tf.TensorSpec([2, 3, 3])) * self.scale

        @tf.function(input_signature=[tf.TensorSpec([None, 4]), tf.TensorSpec([None])])
        def chosen(self, boxes, scores):
            kept = tf.image.non_max_suppression(boxes, scores, 3, iou_threshold=0.5)
            return {"boxes": tf.gather(boxes, kept), "scores": tf.gather(scores, kept), "count": tf.size(kept)}

    pictures = [tf.io.encode_png(tf.cast(tf.reshape(tf.range(n * 4 * 3) * 5, [n, 4, 3]), tf.uint8)) for n in (3, 5)]
    given = tf.constant([[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9], [0.5, 0.5, 2.0, 2.0]]), tf.constant([0.9, 0.8, 0.7])
    calls = {"read": lambda m: m.read(tf.stack(pictures)), "chosen": lambda m: m.chosen(*given)}
    return Case(Detector(), calls, None, lambda m: tf.reduce_sum(m.read(tf.stack(pictures))))


@case
def averages(tf, folder):
    class Kept(tf.Module):
        def __init__(self):
            self.v = tf.Variable([1.0, 2.0], name="v")
            self.average = tf.Variable([1.0, 2.0], trainable=False, name="average")
            self.steps = [tf.Variable(0, trainable=False, dtype=tf.int64, name="steps")]

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def move(self, x):
            with tf.control_dependencies([self.v.assign_add(x), self.steps[0].assign_add(1)]):
                self.average.assign(0.75 * self.average + 0.25 * self.v)
            return tf.stack([self.v, self.average]), tf.identity(self.steps[0])

    x = tf.constant([1.0, -1.0])
    return Case(Kept(), {"moves": lambda m: [m.move(x), m.move(x), m.average.read_value()]})


@case
def compiled(tf, folder):
    """Functions with hints for compilers, of an implementation by another name, and of partial calls."""
    made = tf.Module()
    made.v = tf.Variable([1.0, 2.0], name="v")

    @tf.function(reduce_retracing=True)
    def first(x):
        return x * made.v

    @tf.function(experimental_implements="own.second", input_signature=[tf.TensorSpec([2])])
    def second(x):
        return x * x + 1.0

    def scaled(x, by, *, add=0.0):
        return first(second(x)) * by + add

    made.partial = tf.function(functools.partial(scaled, add=0.5))
    made.first, made.second = first, second
    x = tf.constant([3.0, 4.0])
    made.partial(x, tf.constant(2.0))
    calls = {"first": lambda m: m.first(x), "second": lambda m: m.second(x), "partial": lambda m: m.partial(x, tf.constant(2.0))}
    return Case(made, calls, None, lambda m: tf.reduce_sum(m.partial(x, tf.constant(2.0))))


@case
def rows_within_loops(tf, folder):
    """A decoder: a loop with a branch and a list in it, that ends early, within a mapped function."""

    class Decoder(tf.Module):
        def __init__(self):
            self.table, self.kernel = tf.Variable(numbers(tf, 4, 3), name="table"), tf.Variable(numbers(tf, 3, 4), name="kernel")

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32, name="start"), tf.TensorSpec([], tf.int32, name="steps")])
        def decode(self, start, steps):
            def row(first):
                made = tf.TensorArray(tf.int32, 0, dynamic_size=True, element_shape=[])
                state, token, i = tf.zeros([3]), first, 0
                while i < steps and tf.reduce_sum(state) < 100.0:
                    state = tf.tanh(state + tf.gather(self.table, token)) * 1.5
                    scores = tf.linalg.matvec(self.kernel, state, transpose_a=True)
                    state += 0.0625 * tf.reduce_sum(scores)
                    token = tf.argmax(scores, output_type=tf.int32) if scores[0] < 0.5 else (token + 1) % 4
                    made = made.write(i, token)
                    i += 1
                return made.stack(), state

            return tf.map_fn(row, start, fn_output_signature=(tf.TensorSpec([None], tf.int32), tf.TensorSpec([3])))

    start, made = tf.constant([0, 2, 3]), Decoder()
    calls = {"decode": lambda m: m.decode(start, tf.constant(5))}
    fed = {"serving_default": {"start": start, "steps": tf.constant(3)}}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32, name="start"), tf.TensorSpec([], tf.int32, name="steps")])
    def served(start, steps):
        tokens, states = made.decode(start, steps)
        return {"tokens": tokens, "states": states}

    return Case(made, calls, served, None, fed)  # the gradients of what TensorFlow loads are zeros here, those of what it saved are not
