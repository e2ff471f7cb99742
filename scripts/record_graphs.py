"""Record graphs that TensorFlow wrote, and what it computes with them, in tests/data/graphs.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_graphs.py
NAME.json holds a GraphDef or MetaGraphDef (base64), and a list of runs: what is fed, which targets are run first, and the
values of what is fetched.
"""

import base64

import numpy as np
from recording import DATA, write_json


def values(x):
    """An array as plain data."""
    x = np.asarray(x)
    if x.dtype.kind == "O" or x.dtype.kind == "S":
        return {"strings": [base64.b64encode(s).decode() for s in x.reshape(-1)], "shape": list(x.shape)}
    return {"dtype": x.dtype.name, "shape": list(x.shape), "values": x.reshape(-1).tolist()}


def record(name, message, kind, session, steps):
    """Write a graph and what `steps`, (feeds, fetches) one after the other, give in `session`."""
    runs = []
    for feeds, fetches in steps:
        found = session.run(fetches, feeds)
        runs.append(
            {
                "feeds": {k: values(v) for k, v in feeds.items()},
                "fetches": {f: None if v is None else values(v) for f, v in zip(fetches, found)},
            }
        )
    made = {"kind": kind, "graph": base64.b64encode(message.SerializeToString()).decode(), "runs": runs}
    write_json(DATA / "graphs" / f"{name}.json", made, indent=0)
    print(name, len(message.SerializeToString()), "bytes")


def numbers(*shape, seed=0):
    """Fixed numbers of a shape."""
    return np.random.RandomState(seed).randn(*shape).astype("float32")


def frozen_mlp(tf, v1):
    """Two layers whose variables are constants."""
    x = v1.placeholder(tf.float32, [None, 4], name="x")
    hidden = v1.layers.dense(x, 5, activation=tf.nn.relu, name="hidden")
    logits = v1.layers.dense(hidden, 3, name="logits")
    tf.nn.softmax(logits, name="probabilities")
    tf.argmax(logits, 1, name="classes")
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    frozen = v1.graph_util.convert_variables_to_constants(session, v1.get_default_graph().as_graph_def(), ["probabilities", "classes"])
    feeds = {"x:0": numbers(3, 4)}
    record("frozen_mlp", frozen, "GraphDef", session, [(feeds, ["probabilities:0", "classes:0", "hidden/Relu:0"])])


def frozen_cnn(tf, v1):
    """Convolutions, pools, batch normalization and dropout, frozen."""
    x = v1.placeholder(tf.float32, [None, 8, 8, 2], name="images")
    keep = v1.placeholder_with_default(0.0, [], name="rate")
    y = v1.layers.conv2d(x, 4, 3, padding="same", activation=tf.nn.relu, name="c1")
    y = v1.layers.max_pooling2d(y, 2, 2)
    y = v1.layers.batch_normalization(y, training=False, name="bn")
    y = tf.nn.depthwise_conv2d(y, v1.get_variable("d", [2, 2, 4, 1]), [1, 1, 1, 1], "VALID")
    y = tf.nn.local_response_normalization(tf.pad(y, [[0, 0], [1, 0], [0, 1], [0, 0]]))
    y = tf.nn.avg_pool2d(tf.nn.relu6(y) + tf.nn.elu(y) * 0.5, 2, 2, "SAME")
    y = tf.reshape(y, [tf.shape(y)[0], 16])
    y = v1.layers.dense(v1.nn.dropout(y, rate=keep), 3)
    tf.nn.log_softmax(y, name="scores")
    tf.nn.top_k(y, 2, name="best")
    a, b = tf.split(y, [1, 2], axis=1)
    tf.concat([b, tf.transpose(tf.stack([a[:, 0], tf.reduce_max(y, axis=1)]))], axis=-1, name="joined")
    tf.cast(tf.expand_dims(tf.squeeze(y[:1]), 0) > 0.0, tf.int32, name="signs")
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    names = ["scores", "best", "joined", "signs"]
    frozen = v1.graph_util.convert_variables_to_constants(session, v1.get_default_graph().as_graph_def(), names)
    record(
        "frozen_cnn",
        frozen,
        "GraphDef",
        session,
        [({"images:0": numbers(2, 8, 8, 2)}, ["scores:0", "best:0", "best:1", "joined:0", "signs:0"])],
    )


def training(tf, v1, name):
    """A model with variables, its loss, gradients and optimizer, as a MetaGraphDef."""
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    target = v1.placeholder(tf.int32, [None], name="target")
    w = v1.get_variable("layer/w", initializer=numbers(3, 4), regularizer=lambda v: 0.1 * tf.nn.l2_loss(v))
    b = v1.get_variable("layer/b", initializer=[0.1, 0.2, 0.3, 0.4])
    hidden = tf.nn.bias_add(tf.matmul(x, w), b)
    hidden = tf.nn.relu(hidden) + tf.tanh(hidden) * tf.sigmoid(hidden)
    v = v1.get_variable("out/w", initializer=numbers(4, 2, seed=1))
    logits = tf.matmul(hidden, v, name="logits")
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=logits), name="loss")
    total = tf.add(loss, v1.losses.get_regularization_loss(), name="total")
    step = v1.train.get_or_create_global_step()
    rate = v1.train.exponential_decay(0.1, step, 10, 0.5)
    v1.train.AdamOptimizer(rate).minimize(total, step, name="train")
    v1.train.GradientDescentOptimizer(0.05).minimize(total, step, name="descend")
    v1.train.MomentumOptimizer(0.05, 0.9).minimize(total, step, name="roll")
    v1.summary.scalar("loss_summary", loss)
    v1.summary.merge_all(name="summaries")
    v1.add_to_collection("logits", logits)
    v1.add_to_collection("endpoints", "logits:0")
    v1.global_variables_initializer()
    v1.train.Saver(max_to_keep=3)
    session = v1.Session()
    meta = v1.train.export_meta_graph()
    feeds = {"x:0": numbers(5, 3, seed=2), "target:0": [0, 1, 1, 0, 1]}
    suffix = ":0" if name == "training_references" else "/Read/ReadVariableOp:0"
    after = ["layer/w" + suffix, "layer/b" + suffix, "out/w" + suffix]
    steps = [({}, ["init"]), (feeds, ["logits:0", "loss:0", "total:0", "summaries/summaries:0"])]
    for train in ("train", "descend", "roll", "train"):
        steps += [(feeds, [train]), ({}, [*after, "global_step" + suffix])]
    record(name, meta, "MetaGraphDef", session, steps)


def function_graph(tf, v1):
    """The graph of a tf.function with branches, a loop and a call, and no variables."""
    inner = tf.function(lambda a: tf.exp(-a) + 1.0)

    @tf.function
    def f(x, n):
        total = tf.zeros_like(x)
        i = 0
        while i < n:
            if tf.reduce_sum(x) > 2.0:
                total += x * tf.cast(i, tf.float32)
            else:
                total -= inner(x)
            i += 1
        tf.debugging.assert_greater(n, 0)
        return tf.switch_case(n % 3, [lambda: total, lambda: total + 1.0, lambda: total * 2.0])

    concrete = f.get_concrete_function(tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32))
    message = concrete.graph.as_graph_def()
    with tf.Graph().as_default():
        v1.import_graph_def(message, name="")
        session = v1.Session()
        feeds = [{"x:0": [1.0, 2.0, 3.0], "n:0": 4}, {"x:0": [0.5, -1.0], "n:0": 5}]
        record("function", message, "GraphDef", session, [(f, ["Identity:0"]) for f in feeds])


def keras_frozen(tf, v1):
    """A Keras model whose variables became constants, as TensorFlow 2 freezes them."""
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

    tf.keras.utils.set_random_seed(3)
    inputs = tf.keras.Input([6, 6, 1])
    y = tf.keras.layers.Conv2D(3, 3, strides=2, padding="same", activation="swish")(inputs)
    y = tf.keras.layers.BatchNormalization()(y)
    y = tf.keras.layers.Conv2DTranspose(2, 2, strides=2)(y)
    y = tf.keras.layers.GlobalAveragePooling2D()(tf.keras.layers.UpSampling2D()(y))
    y = tf.keras.layers.Dropout(0.5)(tf.keras.layers.LayerNormalization()(y))
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(2, activation="gelu")(y))
    concrete = tf.function(lambda images: model(images)).get_concrete_function(tf.TensorSpec([None, 6, 6, 1], tf.float32))
    frozen = convert_variables_to_constants_v2(concrete)
    message = frozen.graph.as_graph_def()
    with tf.Graph().as_default():
        v1.import_graph_def(message, name="")
        record("keras", message, "GraphDef", v1.Session(), [({"images:0": numbers(2, 6, 6, 1)}, [frozen.outputs[0].name])])


def text(tf, v1):
    """Strings, tables of indices and sparse things that TensorFlow 1 programs have."""
    s = v1.placeholder(tf.string, [None], name="words")
    ids = tf.strings.to_hash_bucket_fast(s, 7, name="ids")
    embedded = tf.nn.embedding_lookup(tf.constant(numbers(7, 2)), ids, name="embedded")
    tf.strings.length(tf.strings.join([s, tf.strings.as_string(ids)], separator="-"), name="lengths")
    tf.one_hot(ids, 7, on_value=2.0, name="hot")
    tf.where(tf.greater(embedded, 0.0), embedded, tf.zeros_like(embedded), name="positive")
    tf.einsum("ij,kj->ik", embedded, embedded, name="products")
    tf.math.unsorted_segment_sum(embedded, tf.cast(ids, tf.int32), 7, name="sums")
    tf.cumsum(embedded, axis=0, exclusive=True, name="running")
    tf.tile(embedded[:, tf.newaxis, ::-1], [1, 2, 1], name="tiled")
    tf.linalg.band_part(tf.matmul(embedded, embedded, transpose_b=True), 0, -1, name="upper")
    names = [o.name for o in v1.get_default_graph().get_operations()]
    wanted = ["ids", "lengths", "hot", "positive", "sums", "running", "tiled"]
    wanted += [next(n for n in reversed(names) if n.startswith(p)) for p in ("embedded", "products", "upper")]
    record(
        "text",
        v1.get_default_graph().as_graph_def(),
        "GraphDef",
        v1.Session(),
        [({"words:0": [b"one", b"two", b"three"]}, [w + ":0" for w in wanted])],
    )


def main():
    """Record all."""
    import tensorflow as tf

    v1 = tf.compat.v1
    for build in (frozen_mlp, frozen_cnn, text):
        with tf.Graph().as_default():
            v1.set_random_seed(7)
            build(tf, v1)
    for name in ("training", "training_references"):
        v1.enable_resource_variables() if name == "training" else v1.disable_resource_variables()
        with tf.Graph().as_default():
            training(tf, v1, name)
    v1.enable_resource_variables()
    function_graph(tf, v1)
    keras_frozen(tf, v1)


if __name__ == "__main__":
    main()
