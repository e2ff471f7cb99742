"""Raw gradients of pools and normalizations whose arguments have sizes that do not go together, and texts that are divided wrongly."""

raw = tf.raw_ops


def _why(f):
    try:
        made = f()
        return [t.shape.as_list() for t in tf.nest.flatten(made)]
    except tf.errors.InvalidArgumentError as e:
        return e.message.split(" [Op:")[0]


def _ones(*shapes):
    return [tf.ones(shape) for shape in shapes]


WINDOW = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
RIGHT = [1, 4, 4, 2], [1, 2, 2, 2], [1, 2, 2, 2]
SIZES = [
    RIGHT,
    ([1, 4, 4, 2], [1, 2, 2, 2], [1, 2, 2, 1]),
    ([1, 4, 4, 2], [1, 2, 2, 1], [1, 2, 2, 1]),
    ([1, 4, 4, 2], [1, 2, 2, 2], [1, 3, 3, 2]),
    ([1, 4, 4, 2], [2, 2, 2, 2], [2, 2, 2, 2]),
    ([4, 4, 2], [1, 2, 2, 2], [1, 2, 2, 2]),
    ([1, 4, 4, 2], [2, 2, 2], [1, 2, 2, 2]),
    ([1, 4, 4, 2], [1, 2, 2, 2], [2, 2, 2]),
    ([1, 4, 4, 2], [1, 2, 2, 2], [1, 4, 4, 2]),
]


def _of(function):
    found = []
    for sizes in SIZES:
        x, y, g = _ones(*sizes)
        found.append(_why(lambda: function(orig_input=x, orig_output=y, grad=g, **WINDOW)))
    return found


def case_largest():
    return _of(raw.MaxPoolGrad)


def case_largest_by_tensors():
    return _of(raw.MaxPoolGradV2)


def case_second_gradients():
    return _of(raw.MaxPoolGradGrad)


def case_largest_by_places():
    found = []
    for sizes in SIZES[:5] + SIZES[6:]:
        x, y, g = _ones(*sizes)
        found.append(_why(lambda: raw.MaxPoolGradWithArgmax(input=x, grad=g, argmax=tf.zeros(y.shape, tf.int64), **WINDOW)))
    return found


def case_largest_of_volumes():
    found, window = [], {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID"}
    for sizes in (([2, 2, 2], [2, 2, 2]), ([2, 2, 2], [2, 2, 1]), ([1, 1, 1], [2, 2, 2])):
        x, y, g = _ones([1, 4, 4, 4, 1], *([1, *s, 1] for s in sizes))
        found.append(_why(lambda: raw.MaxPool3DGrad(orig_input=x, orig_output=y, grad=g, **window)))
    return found


def case_responses():
    found = []
    for sizes in SIZES:
        x, y, g = _ones(*sizes)
        found.append(_why(lambda: raw.LRNGrad(input_grads=g, input_image=x, output_image=y)))
    return [*found, _why(lambda: raw.LRNGrad(input_grads=y, input_image=y, output_image=y))]


def case_cells():
    x, y, g = _ones(*RIGHT)
    found = []
    for rows in ([0, 2, 4], [0, 1, 5], [0, 2], [], [[0, 2, 4]]):
        sequences = {"row_pooling_sequence": tf.constant(rows, tf.int64), "col_pooling_sequence": tf.constant([0, 2, 4], tf.int64)}
        found.append(_why(lambda: raw.FractionalMaxPoolGrad(orig_input=x, orig_output=y, out_backprop=g, **sequences)))
        sizes = tf.constant([1, 4, 4, 2], tf.int64)
        found.append(_why(lambda: raw.FractionalAvgPoolGrad(orig_input_tensor_shape=sizes, out_backprop=g, **sequences)))
    for sizes in ([], [1], [1, 4, 4], [-1, 4, 4, 2]):
        sequences = {"row_pooling_sequence": [0, 2, 4], "col_pooling_sequence": [0, 2, 4]}
        found.append(
            _why(lambda: raw.FractionalAvgPoolGrad(orig_input_tensor_shape=tf.constant(sizes, tf.int64), out_backprop=g, **sequences))
        )
    return found


def case_rows_of_texts():
    about = {"separator": "", "ngram_widths": [1], "left_pad": "", "right_pad": "", "pad_width": 0, "preserve_short_sequences": False}
    splits = [0, 3], [0, -1], [0, 2, 1], [1, 2], [0, 1, 4], [0, 0], [-1, 2], [0, 2], [2, 2], [5]
    return [_why(lambda: raw.StringNGrams(data=["a", "b"], data_splits=tf.constant(s, tf.int64), **about)) for s in splits]


def case_pieces_of_texts():
    found = [_why(lambda: raw.StringSplit(input=x, delimiter=d)) for x, d in ((["a b"], ["x", "y"]), ("a b", "a"), ([["a"]], "a"))]
    return found, [_why(lambda: raw.StringSplitV2(input=x, sep=s)) for x, s in ((["a"], ["a", "b"]), ("a", "a"), (["a b"], " "))]


def case_normalized_batches():
    found, given = [], {"x": tf.ones([2, 2, 2, 3]), **dict.fromkeys(("scale", "offset", "mean", "variance"), tf.ones([3]))}
    for training in (True, False):
        for name in ("scale", "offset", "mean", "variance"):
            for sizes in ([3], [2], [], [3, 1], [4]):
                found.append(_why(lambda: raw.FusedBatchNormV3(**{**given, name: tf.ones(sizes)}, is_training=training)[0]))
    return found


def case_filled_rows():
    pairs = ([[0, 1]], [1.0, 2.0]), ([0, 5], [1.0, 2.0]), ([0, -5], [1.0, 2.0]), ([0], [[1.0, 2.0]]), ([1], [1.0, 2.0])
    return [_why(lambda: raw.SparseFillEmptyRowsGrad(reverse_index_map=tf.constant(at, tf.int64), grad_values=g)) for at, g in pairs]


def case_overlapping_frames():
    v1, found = tf.compat.v1, []
    for sizes in (None, [None, None], [None, None, None], [2, 3, 5], [3, 4], [2, 3, None]):
        with tf.Graph().as_default():
            step = v1.placeholder_with_default(2, [])
            found.append(str(tf.signal.overlap_and_add(v1.placeholder(tf.float32, sizes), step).shape))
    return found
