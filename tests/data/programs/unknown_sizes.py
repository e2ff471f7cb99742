"""Graphs whose sizes are unknown: what is known of shapes and values, and what runs for small sizes."""

f32, i32 = tf.float32, tf.int32


def traced(function, *specs):
    made = tf.function(function, autograph=False, input_signature=[tf.TensorSpec(s, d) for s, d in specs])
    outputs = made.get_concrete_function().structured_outputs
    return made, [(t.dtype.name, str(t.shape)) for t in tf.nest.flatten(outputs)]


def of_size(make):
    """What is known of zeros whose shape is computed from that of a matrix with four columns."""

    def zeros(x):
        s = tf.shape(x)
        made = make(s, s[0])
        return tf.zeros(made), tf.random.uniform(made), tf.broadcast_to(1.0, made)

    function, shapes = traced(zeros, ([None, 4], f32))
    return shapes, [t.shape for t in function(tf.zeros([2, 4]))]


def case_moved_sizes():
    return [
        of_size(make)
        for make in (
            lambda s, n: tf.stack(tf.unstack(s)),
            lambda s, n: s[:2],
            lambda s, n: tf.cast(s, tf.int64),
            lambda s, n: tf.concat([s, [3]], 0),
            lambda s, n: tf.concat([[n], [4, 3]], 0),
            lambda s, n: [n, 7, s[1]],
            lambda s, n: [tf.size(s), n],
            lambda s, n: [tf.rank(s), n],
            lambda s, n: [s[1] * 2, n],
            lambda s, n: [s[1] // 2, n],
            lambda s, n: tf.shape(tf.zeros(s), out_type=tf.int64),
        )
    ]


def case_computed_sizes():
    return [
        of_size(make)
        for make in (
            lambda s, n: [n - 1],
            lambda s, n: [n % 4],
            lambda s, n: [n * 0],
            lambda s, n: [n // n],
            lambda s, n: [tf.minimum(n, 3)],
            lambda s, n: [tf.maximum(n, 3)],
            lambda s, n: [tf.cast(n > 3, tf.int32)],
            lambda s, n: [tf.sign(n)],
            lambda s, n: [tf.clip_by_value(n, 0, 5)],
            lambda s, n: [tf.where(n > 3, n, 3)],
            lambda s, n: [n, tf.reduce_prod(tf.stack([n, n]))],
            lambda s, n: tf.fill([2], n),
            lambda s, n: tf.range(tf.minimum(n, 3)),
        )
    ]


def case_values_of_sizes():
    def values(x):
        n = tf.shape(x)[0]
        several = n > 3, n % 4, tf.minimum(n, 10), n // n, tf.sign(n), tf.equal(n, 7), n - n, tf.range(n), tf.range(tf.minimum(n, 3))
        known = [tf.get_static_value(t) for t in several]
        chosen = tf.cond(n > 3, lambda: 1, lambda: 2)
        return [chosen, *several], [tf.constant(v is None) for v in known]

    function, shapes = traced(values, ([None], f32))
    return shapes, function(tf.zeros([1])), function(tf.zeros([6]))


def case_cuts():
    def cut(x):
        n = tf.shape(x)[1]
        k = tf.minimum(n, 2)
        return x[:, :5], x[:, -5:], x[1:4], x[:, ::3], x[:, 3:n], tf.reshape(x, [-1, 1])[:, :k], tf.strided_slice(x, [0, 0], [1, 2])

    function, shapes = traced(cut, ([None, None], f32))
    return shapes, function(tf.ones([2, 3])), function(tf.ones([1, 1]))


def case_more_indices_than_axes():
    def told(cut):
        try:
            tf.function(cut, autograph=False).get_concrete_function(tf.TensorSpec([2, None]), tf.TensorSpec([], tf.int32))
        except ValueError as error:
            return str(error)

    return told(lambda x, i: x[:, :, :i]), told(lambda x, i: x[i, 1:i, 0]), told(lambda x, i: x[..., i, i, i])


def case_squeezed():
    function, shapes = traced(lambda x: (tf.squeeze(x), tf.squeeze(x, [0])), ([1, None], f32))
    return shapes, function(tf.ones([1, 1])), function(tf.ones([1, 2]))


def case_real_and_made_up():
    def losses(real, made, labels):
        both = tf.concat([real, made], 0)
        wanted = tf.concat([tf.ones_like(real), tf.zeros_like(made)], 0)
        return tf.keras.losses.binary_crossentropy(labels, both), both - wanted, both + labels

    function, shapes = traced(losses, ([None, 1], f32), ([None, 1], f32), ([None, 1], f32))
    return shapes, function(tf.constant([[0.5]]), tf.constant([[0.25]]), tf.constant([[1.0], [0.0]]))


def case_causal_mask():
    def attended(x):
        order = tf.range(tf.shape(x)[1])
        mask = order[:, None] >= order
        scores = tf.where(mask, tf.matmul(x, x, transpose_b=True), -1e9)
        return tf.nn.softmax(scores), mask, tf.linalg.band_part(tf.ones([tf.shape(x)[1]] * 2), -1, 0), tf.cast(mask, f32)[None]

    function, shapes = traced(attended, ([None, None, 2], f32))
    return shapes, function(tf.constant([[[1.0, 2.0], [0.5, 1.0]]]))


def case_types_without_ranks():
    def of_any(labels, x):
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, x), tf.math.in_top_k(labels, x, 1), tf.signal.rfft(x)

    function, shapes = traced(of_any, (None, i32), (None, f32))
    return shapes, function(tf.constant([0]), tf.constant([[0.5, 1.5]]))


def case_transposed_convolutions():
    def upsampled(x, w):
        n, h, v = (tf.shape(x)[i] for i in range(3))
        return (
            tf.nn.conv2d_transpose(x, w, [n, 4, 6, 1], 2),
            tf.nn.conv2d_transpose(x, w, tf.stack([n, h * 2, v * 2, 1]), 2),
        )

    function, shapes = traced(upsampled, ([None, None, None, 2], f32), ([3, 3, 1, 2], f32))
    return shapes, [t.shape for t in function(tf.ones([1, 2, 3, 2]), tf.ones([3, 3, 1, 2]))]


def case_products_of_any_rank():
    x, y = tf.reshape(tf.range(6.0), [2, 3]), tf.reshape(tf.range(6.0), [3, 2])

    def products(a, b):
        return tf.tensordot(a, b, 1), tf.tensordot(a, b, [[0], [-1]]), tf.tensordot(a, b, [[0, 1], [1, 0]]), tf.round(1e4 * tf.norm(a, 2, [-2, -1]))

    function, shapes = traced(products, (None, f32), (None, f32))
    return shapes, function(x, y)


def case_pictures_of_any_rank():
    pictures = tf.reshape(tf.range(12.0), [2, 3, 2])

    def turned(x):
        return tf.image.rot90(x), tf.image.transpose(x), tf.image.flip_left_right(x), tf.image.pad_to_bounding_box(x, 1, 0, 4, 3)

    function, shapes = traced(turned, (None, f32))
    return shapes, function(pictures)


def case_signals_of_any_rank():
    def framed(x):
        return tf.signal.frame(x, 3, 2), tf.signal.rfft(x), tf.signal.rfft(x, [2]), tf.nn.isotonic_regression(x)[0]

    function, shapes = traced(framed, (None, f32))
    # Four numbers: their transform is exact on every processor.
    return shapes, function(tf.constant([[1.0, 3.0, 2.0, 5.0]]))


def case_texts_of_any_rank():
    function, shapes = traced(lambda x: tf.strings.split(x).flat_values, (None, tf.string))
    return shapes, function(tf.constant(["a b", "c"]))


def case_tables_of_any_rank():
    ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 2, 0], tf.int64), [2, 2])

    def summed(x):
        return tf.nn.embedding_lookup_sparse(x, ids, None, combiner="mean"), tf.nn.safe_embedding_lookup_sparse(x, ids)

    function, shapes = traced(summed, (None, f32))
    return shapes, function(tf.reshape(tf.range(6.0), [3, 2]))
