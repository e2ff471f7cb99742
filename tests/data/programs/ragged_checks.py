"""What is checked of ragged tensors: in graphs of TensorFlow 1, where a check only runs if the result needs it, and beforehand."""

v1 = tf.compat.v1


def told(call):
    """What `call()` gives, or the type of its error and the first line of what it says."""
    try:
        return call()
    except Exception as e:
        return type(e).__name__, str(e).splitlines()[0]


def fed(*values):
    return [v1.placeholder_with_default(tf.constant(v, tf.int64), None) for v in values]


def case_checks_that_run_with_the_graph():
    with tf.Graph().as_default(), v1.Session() as session:
        ends, others, single, ones, columns = fed([0, 3, 3, 5], [0, 1, 3, 5], [0, 2], [0, 1, 3], [[0, 1], [0, 2], [2, 0]])
        a, b = (tf.RaggedTensor.from_row_splits([3, 1, 4, 1, 5], e) for e in (ends, others))
        short, uneven = tf.RaggedTensor.from_row_splits([1, 2], single), tf.RaggedTensor.from_row_splits([1, 2, 3], ones)
        three = tf.RaggedTensor.from_row_splits([1, 2, 3], fed([0, 1, 2, 3])[0])
        made = {
            "map": lambda: tf.ragged.map_flat_values(tf.add, a, b),
            "add": lambda: a + b,
            "concat": lambda: tf.concat([a, short], 1),
            "mask": lambda: tf.ragged.boolean_mask(a, b.with_values([True] * 5)),
            "gather": lambda: tf.gather(a, [7]),
            "gather rows": lambda: tf.gather(a, b, batch_dims=1),
            "gather_nd": lambda: tf.gather_nd(a, [[0, 9]]),
            "squeeze": lambda: tf.squeeze(uneven, 1),
            "split": lambda: tf.split(three, 2),
            "segments": lambda: tf.ragged.stack_dynamic_partitions(a, b, 9),
            "from_sparse": lambda: tf.RaggedTensor.from_sparse(tf.SparseTensor(columns, [1, 2, 3], [3, 3])),
            "uniform": lambda: tf.RaggedTensor.from_uniform_row_length(fed([1, 2, 3])[0], 2),
            "gamma": lambda: tf.image.adjust_gamma(tf.ones([2, 2, 3]), v1.placeholder_with_default(-1.0, None)),
        }
        # Texts of checks differ in how they show what failed: their types are compared.
        return {name: told(lambda f=f: session.run(f()))[0] for name, f in made.items()}


def case_axes_to_merge():
    r = tf.ragged.constant([[[1, 2], [3]], [], [[4]]])
    found = {str(a): told(lambda a=a: r.merge_dims(*a).to_list()) for a in [({}, 1), (0, "a"), (0.0, 1), (0, 5), (-4, 1), (2, 1), (0, 1)]}
    with tf.Graph().as_default(), v1.Session() as session:
        unknown = tf.RaggedTensor.from_row_splits(tf.RaggedTensor.from_row_splits(*fed([1, 2, 3], [0, 2, 3])), fed([0, 2])[0])
        for a in ((0, 1), (1, 2), (0, 2)):
            found[f"unknown {a}"] = (
                session.run(unknown.merge_dims(*a)).tolist() if a == (0, 2) else session.run(unknown.merge_dims(*a)).to_list()
            )
        found["from the end"] = told(lambda: unknown.merge_dims(0, -1))
    return found


def case_rows_that_go_together():
    uniform = tf.RaggedTensor.from_uniform_row_length(tf.ragged.constant([[1, 2], [3]]), 2)
    rows = tf.ragged.constant([[[1, 2], [3]]])
    stack = tf.ragged.stack_dynamic_partitions
    return {
        "uniform": [int(tf.ragged.map_flat_values(tf.add, *p).uniform_row_length) for p in ((uniform, rows), (rows, uniform))],
        "ranks": told(lambda: tf.ragged.map_flat_values(tf.add, rows, tf.ragged.constant([[1, 2], [3]]))),
        "partitions": told(lambda: stack(["a", "b", "c"], [1, 2], 10)),
        "sizes": told(lambda: stack([["a", "b"], ["c", "d"]], [[1, 2, 3], [4, 5, 6]], 10)),
        "number": told(lambda: stack(["a", "b", "c"], [1, 2, 3], [1, 2, 3])),
    }


def case_slices_of_whole_axes():
    shapes = []

    def cut(x, y):
        for z in (x[y, ::-2], x[::2, ..., y], x[y, :, 1::3], x[y, tf.newaxis, ::2]):
            shapes.append(z.shape.as_list())
        return 0

    tf.function(cut, autograph=False).get_concrete_function(tf.TensorSpec([5, 3, 7]), tf.TensorSpec([], tf.int32))
    unknown = v1.Dimension(None)
    return shapes, tf.constant([1, 2, 3])[unknown:unknown:unknown]


def case_weights_of_counts():
    r, dense = tf.ragged.constant([[1, 2], [0]]), tf.constant([[1, 2, 3], [4, 5, 6]])
    weights, others = tf.ragged.constant([[1.0, 2.0], [0.5]]), tf.ragged.constant([[1.0], [0.5, 3.0]])
    pairs = ((r, dense), (r, others), (dense, weights), (tf.sparse.from_dense(dense), weights), (r, weights))
    found = [told(lambda p=p: tf.sparse.to_dense(tf.sparse.bincount(*p, axis=-1)).numpy().tolist()) for p in pairs]
    return found, told(lambda: tf.math.bincount(r, others, axis=-1))


def case_values_of_sessions():
    value = v1.ragged.constant_value([[1, 2], [0]])
    test = tf.test.TestCase()
    with tf.Graph().as_default(), v1.Session().as_default():
        made = tf.ragged.constant([[1, 2], [0]])
        test.assertAllEqual(made, value)
        test.assertAllClose(value, made)
        unlike = told(lambda: test.assertAllEqual(value, [[1, 2], [1]]))[0]
    rows = tf.constant([[1, 2, 3], [4, 5, 6]])
    return unlike, v1.batch_gather(rows, value), v1.batch_gather(rows, tf.ragged.constant([[1, 2], [0]]))


def case_operations_of_gradients():
    raw, pool = tf.raw_ops, {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    largest, grad = tf.nn.max_pool2d(x, 2, 2, "VALID"), [[[[1.0], [2.0]], [[3.0], [4.0]]]]
    starts = [
        ([2, 3, 5], [2, 7, 5], 4),
        ([2, 3, 5], [2, 7, 5, 10], 1),
        ([2, 3, 5], [2, 7, 10], 1),
        ([2, 3], [2, 7], [1]),
        ([2, 3], [2, 7], -1),
    ]
    return [
        [raw.AvgPoolGrad(orig_input_shape=[1, 4, 4, 1], grad=g, **pool) for g in (grad, tf.constant(grad))],
        [raw.MaxPoolGrad(orig_input=x, orig_output=largest, grad=g, **pool) for g in (grad, tf.constant(grad))],
        [told(lambda a=a, b=b, at=at: raw.ConcatOffset(concat_dim=at, shape=[a, b])) for a, b, at in starts],
    ]
