"""`tf.stop_gradient` of what is made of tensors, static shapes of gradients by rows, and extremes of segments with NaN and infinity."""

v1 = tf.compat.v1


class Pair(tf.experimental.ExtensionType):
    a: tf.Tensor
    b: tf.RaggedTensor


def _slices(values):
    return tf.IndexedSlices(values, tf.constant([0, 1]), tf.constant([5, 3]))


def case_stop_gradient():
    x = tf.ones([2, 3])
    pair = Pair(x, tf.ragged.constant([[1.0], [2.0, 3.0]]))
    told = []
    for made in (lambda v: tf.stop_gradient(_slices(v)).values, lambda v: tf.stop_gradient(Pair(v, pair.b)).a):
        for call in (made, tf.function(made)):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = call(x * 2.0) + x
            told.append((y.numpy().tolist(), tape.gradient(y, x).numpy().tolist()))
    stopped = tf.stop_gradient(_slices(x))
    told.append((type(stopped).__name__, stopped.indices.numpy().tolist(), stopped.dense_shape.numpy().tolist()))
    told.append((type(tf.stop_gradient(pair)).__name__, tf.stop_gradient(pair).b.to_list()))
    told.append(tf.stop_gradient(tf.ragged.constant([[1.0], [2.0, 3.0]])).to_list())
    told.append(tf.stop_gradient(tf.sparse.from_dense([1.0, 0.0])).values.numpy().tolist())
    told.append(tf.stop_gradient(tf.Variable(1.0)).numpy().item())
    for wrong in ({"a": 1.0}, None):
        try:
            tf.stop_gradient(wrong)
        except (TypeError, ValueError) as error:
            told.append(type(error).__name__)
    return told


def case_shapes_of_rows():
    told = []
    with tf.Graph().as_default():
        tables = [tf.Variable(tf.ones([4, 3])), v1.get_variable("w", [4, 3], use_resource=False), v1.placeholder(tf.float32, [None, 3])]
        for table in tables:
            told.append(str(tf.gradients(tf.gather(table, [0, 1]), [table])[0].shape))
            told.append(str(tf.gradients(tf.nn.embedding_lookup(table, [0, 1]), [table])[0].shape))
    return told


def case_extremes():
    nan, inf = float("nan"), float("inf")
    data = tf.constant([[1.0, nan, 3.0], [nan, 2.0, inf], [-inf, nan, 0.0], [4.0, 5.0, nan], [-inf, inf, -inf]])
    told = []
    for ids in ([0, 0, 1, 1, 1], [0, 0, 0, 2, 2], [0, 1, 1, 1, 3]):
        for name in ("max", "min"):
            for dtype in (tf.float16, tf.float32, tf.float64):
                for values in (data, data[:, 0], data[:, :1]):
                    values = tf.cast(values, dtype)
                    told.append(getattr(tf.math, f"segment_{name}")(values, ids).numpy().tolist())
                    told.append(getattr(tf.math, f"unsorted_segment_{name}")(values, ids, 5).numpy().tolist())
            told.append(tf.function(getattr(tf.math, f"unsorted_segment_{name}"))(data, ids, 5).numpy().tolist())
    return told
