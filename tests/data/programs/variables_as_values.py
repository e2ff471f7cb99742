"""Variables where tensors are expected: rows of loops, elements and states of datasets."""

import re

import numpy as np


def variable():
    return tf.Variable([[1.0, 2.0], [3.0, 4.0]])


def plain(x):
    if isinstance(x, tf.data.Dataset):
        return repr(x.element_spec), [plain(e) for e in x]
    return repr(tf.nest.map_structure(lambda t: (type(t).__name__, np.asarray(t).tolist()), x))


def both(f):
    """What `f` gives eagerly and in a function."""

    traced = tf.function(f, reduce_retracing=True)
    return plain(f()), plain(traced())


def case_map_fn():
    v = variable()
    return both(lambda: tf.map_fn(lambda r: r * 2.0, v))


def case_map_fn_of_several():
    v = variable()
    return both(lambda: tf.map_fn(lambda r: r[0] + r[1], [v, v], fn_output_signature=tf.float32))


def case_map_fn_nested():
    v = variable()
    return both(lambda: tf.map_fn(lambda d: {"a": d["a"] + 1.0}, {"a": v}))


def case_scan():
    v = variable()
    first = tf.Variable([0.0, 1.0])
    return both(lambda: tf.scan(lambda a, r: a + r[0] * r[1], (v, v), initializer=first))


def case_folds():
    v = variable()
    return both(lambda: (tf.foldl(lambda a, r: a * r, v), tf.foldr(lambda a, r: a - r, v)))


def case_gradient_of_map_fn():
    v = variable()
    with tf.GradientTape() as tape:
        y = tf.map_fn(lambda r: r * r, v)
    return plain(tape.gradient(y, v))


def case_from_tensor_slices():
    return plain(tf.data.Dataset.from_tensor_slices(variable()))


def case_from_tensor_slices_nested():
    return plain(tf.data.Dataset.from_tensor_slices({"a": variable(), "b": [1, 2]}))


def case_from_tensors():
    return plain(tf.data.Dataset.from_tensors((variable(), variable())))


def case_mapped():
    v = variable()
    return plain(tf.data.Dataset.range(2).map(lambda i: (v, i)))


def case_generated():
    v = variable()
    return plain(tf.data.Dataset.from_generator(lambda: iter([v]), output_signature=tf.TensorSpec([2, 2])))


def case_states():
    v, numbers = variable(), tf.data.Dataset.range(2)
    scanned = numbers.scan(v, lambda s, i: (s + 1.0, s))
    return plain(scanned), plain(numbers.reduce(v, lambda state, i: state + 1.0))


def case_a_variable_changes_between_epochs():
    v = variable()
    mapped, sliced = tf.data.Dataset.range(1).map(lambda i: v), tf.data.Dataset.from_tensors(v)
    first = plain(mapped), plain(sliced)
    v.assign_add(tf.ones([2, 2]))
    return first, plain(mapped), plain(sliced)


def case_of_shapes_that_are_open():
    def told(call):
        try:
            return str(call())
        except Exception as error:
            return type(error).__name__, str(error)

    for shape in ([None, None], None):
        v = tf.Variable([[1.0, 2.0], [3.0, 4.0]], shape=tf.TensorShape(shape))
        check = tf.debugging
        print([x.numpy().tolist() for x in tf.unstack(v)], [x.numpy().tolist() for x in tf.unstack(v, axis=1)])
        for rows in (2, 3):
            print(told(lambda r=rows: check.assert_shapes([(v, ("a", "b")), (tf.ones([r]), ("a",))])))
        print(told(lambda: check.assert_shapes([(v, ("a", 3))])), told(lambda: check.assert_shapes([(v, (2, 2, 2))])))
        print(told(lambda: check.assert_rank(v, 3)), told(lambda: check.assert_rank_at_least(v, 3)))
        print(told(lambda: check.assert_rank_in(v, [1, 3])), told(lambda: check.assert_scalar(v)))


def case_handles_shown():
    made = [
        tf.Variable(1.0, name="scalar"),
        tf.Variable([[1, 2]], dtype=tf.int64),
        tf.Variable(["a"]),
        tf.Variable([1.0, 2.0], shape=tf.TensorShape([None])),
        tf.Variable(1.0, shape=tf.TensorShape(None)),
    ]
    texts = [repr(v.handle) for v in made] + [str(made[0].handle)]
    return [re.sub("/[0-9]+\"", "/N\"", text) for text in texts]
