"""When arguments that fit in shape and not in value are found: as a graph is built, or only where the operation is run."""

import numpy as np

IMAGE = np.ones([4, 5, 1], np.float32)
X = np.arange(6, dtype=np.float32).reshape(2, 3)
RAGGED = tf.RaggedTensor
REDUCTIONS = (tf.reduce_sum, tf.reduce_max, tf.reduce_mean, tf.math.reduce_euclidean_norm)

# {kind: {operation: (what is called with a wrong value, the values)}}
CASES = {
    "axes": {
        "reduce_join": (lambda v: tf.strings.reduce_join([["a", "b"]], v), 5, -5),
        "argmax": (lambda v: tf.argmax(X, v), 5, -5),
        "cumsum": (lambda v: tf.cumsum(X, v), 5, -5),
        "cumulative_logsumexp": (lambda v: tf.math.cumulative_logsumexp(X, v), 5),
        "reductions": (lambda v: [f(X, v) for f in REDUCTIONS], 5, [0, 0], [0, -2]),
        "expand_dims": (lambda v: tf.expand_dims(X, v), 5),
        "concat": (lambda v: tf.concat([X, X], v), 5),
        "gather": (lambda v: tf.gather(X, [0], axis=v), 5),
        "reverse": (lambda v: tf.reverse(X, v), [5], [0, 0]),
        "transpose": (lambda v: tf.transpose(X, v), [0], [0, 0], [0, 2], [0, 1, 2]),
        "fftshift": (lambda v: tf.signal.fftshift(X, v), 5, [0, 7], [0, -1]),
        "roll": (lambda v: tf.roll(X, 1, v), 5, -5),
    },
    "sizes": {
        "tile": (lambda v: tf.tile(X, v), [1], [-1, 2], [1, 2, 3]),
        "range by": (lambda v: tf.range(0, 5, v), 0, -1),
        "range to": (lambda v: tf.range(v), -1),
        "sequence_mask": (lambda v: tf.sequence_mask([1, 2], v), -1),
        "categorical": (lambda v: tf.random.categorical(X, v), -1),
        "normal": (lambda v: tf.random.normal(v), [-1], -3),
        "bincount": (lambda v: tf.math.bincount([1, 2], maxlength=v), -1),
        "fill": (lambda v: tf.fill(v, 1.0), [-1]),
        "reshape": (lambda v: tf.reshape(X, v), [4], [-1, 4]),
        "repeat": (lambda v: tf.repeat(X, v, axis=0), [-1, 2], [1, 2, 3]),
        "repeat all": (lambda v: tf.repeat(X, v, axis=1), [-1]),
        "resize": (lambda v: tf.image.resize(IMAGE, v), [0, 2], [-1, 2], [1]),
        "resize nearest": (lambda v: tf.image.resize(IMAGE, v, "nearest"), [0, 2], [1, 2, 3]),
        "scatter_nd": (lambda v: tf.scatter_nd([[0], [1]], [1.0, 2.0], v), [-1]),
        "rfft": (lambda v: tf.signal.rfft(X, v), [-1]),
        "top_k": (lambda v: tf.math.top_k(X, v), 9, -1),
    },
    "places": {
        "to_dense": (lambda v: tf.sparse.to_dense(tf.SparseTensor(tf.cast(v, tf.int64), [1.0, 2.0], [4])), [[0], [9]], [[0], [0]]),
        "dynamic_partition": (lambda v: tf.dynamic_partition(X, v, 2), [0], [0, 2]),
        "dynamic_stitch": (lambda v: tf.dynamic_stitch([v], [X]), [0], [0, -1]),
        "substr": (lambda v: tf.strings.substr(["abc"], v, 1), [1, 2], 9),
        "slice from": (lambda v: tf.slice(X, v, [1, 1]), [2, 0], [3, 0], [-1, 0], [0]),
        "slice of": (lambda v: tf.slice(X, [0, 0], v), [3, 1], [1]),
        "index": (lambda v: tf.constant(X)[v], 2, -3),
        "gather": (lambda v: tf.gather(X, v), 2, [-1]),
        "gather batches": (lambda v: tf.gather(X, v, axis=1, batch_dims=1), [[0], [5]], [0, 1, 2]),
        "pad": (lambda v: tf.pad(X, v), [[1, 1], [-1, 1]], [[1, 1]]),
        "pad mirrored": (lambda v: tf.pad(X, v, "REFLECT"), [[5, 5], [0, 0]], [[0, 0], [-1, 1]]),
        "pad symmetric": (lambda v: tf.pad(X, v, "SYMMETRIC"), [[5, 5], [0, 0]]),
        "band_part": (lambda v: tf.linalg.band_part(X, v, 0), 7),
        "segment_sum": (lambda v: tf.math.segment_sum(X, v), [1, 0], [0]),
        "crop": (lambda v: tf.image.crop_to_bounding_box(IMAGE, v, 0, 2, 2), 9, -1),
        "crop to": (lambda v: tf.image.crop_to_bounding_box(IMAGE, 0, 0, v, 2), 9, 0),
        "pad to": (lambda v: tf.image.pad_to_bounding_box(IMAGE, v, 0, 9, 9), 9, -1),
    },
    "numbers that are vectors": {
        "band_part": (lambda v: tf.linalg.band_part(X, v, 0), [1]),
        "one_hot": (lambda v: tf.one_hot([0, 1], v), [3]),
        "top_k": (lambda v: tf.math.top_k(X, v), [1]),
        "segments": (lambda v: tf.math.unsorted_segment_sum(X, [0, 1], v), [2]),
        "histogram": (lambda v: tf.histogram_fixed_width([1.0], [0.0, 2.0], v), [2]),
    },
    "rows": {
        "from_row_splits": (lambda v: RAGGED.from_row_splits([1, 2, 3], v), [0, 2], [1, 3], [0, 2, 1, 3]),
        "from_row_lengths": (lambda v: RAGGED.from_row_lengths([1, 2, 3], v), [1, 1], [-1, 4]),
        "from_row_starts": (lambda v: RAGGED.from_row_starts([1, 2, 3], v), [1], [0, 9], [0, 2, 1]),
        "from_row_limits": (lambda v: RAGGED.from_row_limits([1, 2, 3], v), [1], [-1, 3], [2, 1, 3]),
        "from_uniform_row_length": (lambda v: RAGGED.from_uniform_row_length([1, 2, 3], v), 2),
        "from_value_rowids": (lambda v: RAGGED.from_value_rowids([1, 2, 3], v), [1, 0, 1], [-1, 0, 1]),
    },
}  # fmt: skip


def _attempt(function):
    try:
        function()
    except Exception as error:
        return type(error).__name__
    return "none"


def _flat(made):
    return [t for t in tf.nest.flatten(made, expand_composites=True) if t is not None]


def _traced(function, *specs):
    """What happens while a function is traced, or else what happens as it is called."""

    def both(*values):
        try:
            traced = tf.function(function, autograph=False).get_concrete_function(*specs)
        except Exception as error:
            return f"building {type(error).__name__}"
        return f"running {_attempt(lambda: traced(*values))}"

    return both


def _in_session(function, value):
    with tf.Graph().as_default():
        given = tf.compat.v1.placeholder(tf.int32)
        try:
            made = _flat(function(given))
        except Exception as error:
            return f"building {type(error).__name__}"
        with tf.compat.v1.Session() as session:
            return f"running {_attempt(lambda: session.run(made, {given: value}))}"


def _when(function, value):
    """When `value` is found wrong: at once, as a constant, as an argument of unknown value, in a branch not taken, as a placeholder."""
    value = np.array(value, np.int32)
    branch = lambda: tf.cast(tf.size(_flat(function(tf.constant(value)))[0]), tf.float32)
    spec = tf.TensorSpec(None, tf.int32)
    return [
        _attempt(lambda: function(tf.constant(value))),
        _traced(lambda: _flat(function(tf.constant(value))))(),
        _traced(lambda v: _flat(function(v)), spec)(tf.constant(value)),
        _traced(lambda p: tf.cond(p, branch, lambda: -1.0), tf.TensorSpec([], tf.bool))(tf.constant(False)),
        _in_session(function, value),
    ]


def _all(kind):
    for name, (function, *values) in CASES[kind].items():
        for value in values:
            print(name, value, " | ".join(_when(function, value)))


def case_axes():
    _all("axes")


def case_sizes():
    _all("sizes")


def case_places():
    _all("places")


def case_numbers_that_are_vectors():
    _all("numbers that are vectors")


def case_lengths_of_unknown_values():
    """Where only the numbers of sizes, axes and paddings are known."""
    wrong = {
        "tile": (lambda v: tf.tile(X, v), [1]),
        "pad": (lambda v: tf.pad(X, v), [1, 2]),
        "transpose": (lambda v: tf.transpose(X, v), [3]),
        "transpose by a matrix": (lambda v: tf.transpose(X, v), [1, 2]),
        "roll": (lambda v: tf.roll(X, v, [0, 1]), [3]),
        "slice": (lambda v: tf.slice(X, v, v), [1]),
        "broadcast_to": (lambda v: tf.broadcast_to(X, v), [1]),
        "space_to_batch": (lambda v: tf.space_to_batch(np.ones([1, 4, 4, 1]), v, [[0, 0], [0, 0]]), [1]),
    }
    said = {}
    for name, (function, dims) in wrong.items():
        try:
            tf.function(function, autograph=False).get_concrete_function(tf.TensorSpec(dims, tf.int32))
        except Exception as error:
            said[name] = [type(error).__name__, str(error).split(" for '")[0]]
    return said


def case_rows():
    _all("rows")


def case_rows_of_an_unknown_number_of_values():
    make = tf.function(lambda x: RAGGED.from_uniform_row_length(x, 2).row_splits, input_signature=[tf.TensorSpec([None], tf.int32)])
    return [make(tf.range(4)).numpy().tolist(), _attempt(lambda: make(tf.range(5)))]


def case_texts_of_rows():
    said = {}
    for name, (function, *values) in CASES["rows"].items():
        for value in values:
            try:
                function(tf.constant(value))
            except tf.errors.InvalidArgumentError as error:
                said[f"{name} {value}"] = str(error).splitlines()
    return said


def case_lists_of_tensors():
    array = lambda: tf.TensorArray(tf.float32, 2, dynamic_size=False)
    wrong = {
        "write": (lambda v: array().write(v, 1.0).stack(), [1]),
        "scatter": (lambda v: array().scatter(v, [1.0, 2.0]).stack(), [0]),
        "split": (lambda v: array().split([1.0, 2.0, 3.0], v).concat(), [-1, 4]),
        "gather": (lambda v: array().unstack([1.0, 2.0]).gather(v), 1),
    }
    for name, (function, value) in wrong.items():
        try:
            made = tf.function(function, autograph=False, input_signature=[tf.TensorSpec(None, tf.int32)])(tf.constant(value))
            print(name, made.numpy().tolist())
        except Exception as error:
            print(name, type(error).__name__, str(error).splitlines()[-2].rpartition("}} ")[2])


def case_shapes_of_scalars():
    shapes = tf.debugging.assert_shapes
    one, three = tf.constant(2), tf.ones([3])
    for pairs in ([(one, (2,))], [(one, (1,))], [(one, "n"), (three, "n")], [(three, "n"), (one, "n")], [(one, (..., 2))], [(one, ())]):
        try:
            print(shapes(pairs))
        except ValueError as error:
            print(error)
    check = tf.function(lambda x: shapes([(x, (2, "n")), (x, (None, 3))]), input_signature=[tf.TensorSpec(None)])
    return [_attempt(lambda dims=dims: check(tf.ones(dims))) for dims in ([2, 3], [1, 3], [2, 2], [2])]


def case_all_shapes_in_sessions():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        given = tf.compat.v1.placeholder(tf.float32)
        check = tf.compat.v1.debugging.assert_shapes([(given, (2, "n")), (given, (None, 3))])
        return [_attempt(lambda dims=dims: session.run(check, {given: np.ones(dims)})) for dims in ([2, 3], [1, 3], [2, 2], [2])]


def case_numbers_of_rows_and_turns():
    dense = lambda places: tf.sparse.to_dense(tf.SparseTensor(places, [1.0, 2.0], [4]))
    made = [_attempt(lambda: tf.function(dense, input_signature=[tf.TensorSpec([None, 1], tf.int64)])(tf.constant([[0]], tf.int64)))]
    for wrong in (lambda: tf.image.rot90(IMAGE, tf.constant([1])), lambda: tf.sequence_mask([1, 2], tf.constant([3]))):
        for call in (wrong, lambda: tf.function(lambda: wrong(), autograph=False)()):
            try:
                call()
            except ValueError as error:
                made.append(str(error).splitlines()[-1].strip())
    return made
