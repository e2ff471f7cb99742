"""Segments, ragged and sparse tensors, sets."""

from tests.ops.generated.draws import ANY, FLOATS, NUMERIC, REAL, Table, axes, axis, choose, flag, integer, shaped, x

table = Table()


def _ids(draw):
    """Segment numbers for the rows of the main array, nearly always sorted."""
    rows = draw.x.shape[0] if draw.x.rank else 1
    numbers = [draw.between(0, 3) for _ in range(rows + (draw.between(-1, 1) if draw.chance(0.08) else 0))]
    if not draw.chance(0.12):
        numbers.sort()
    if draw.chance(0.06) and numbers:
        numbers[0] = -1
    if draw.chance(0.3):
        return repr(numbers)
    dtype = draw.choice(("float32", "bool", "float64", "uint8", "int16")) if draw.chance(0.12) else draw.choice(("int32", "int64"))
    return f"{draw.choice('tta')}({numbers}, '{dtype}')"


table("tf.math.segment_sum tf.math.segment_mean tf.math.segment_max tf.math.segment_min tf.math.segment_prod", x(REAL, 1, 3), _ids, calls=18)
table("tf.math.unsorted_segment_sum tf.math.unsorted_segment_mean tf.math.unsorted_segment_max tf.math.unsorted_segment_min tf.math.unsorted_segment_prod tf.math.unsorted_segment_sqrt_n", x(REAL, 1, 3), _ids, integer(1, 5), calls=18)


def _picked(draw):
    rows = draw.x.shape[0] if draw.x.rank else 1
    limit = rows if draw.chance(0.08) else max(rows - 1, 0)
    return f"{draw.choice('tta')}({[draw.between(0, limit) for _ in range(3)]}, '{draw.choice(('int32', 'int64'))}')"


table("tf.sparse.segment_sum tf.sparse.segment_mean tf.sparse.segment_sqrt_n", x(FLOATS, 1, 3), _picked, choose("[0, 0, 1]", "[0, 1, 1]", "[1, 2, 4]", "t([0, 0, 2], 'int64')", "[0, 0]", "[1, 0, 0]"), num_segments=integer(2, 6), calls=16)


def ragged(dtypes=ANY, rows=None):
    """A ragged tensor of two dimensions."""

    def make(draw):
        flat = x(dtypes, 1, 1, forms="t")(draw)
        n = draw.x.shape[0] if draw.x.rank else 1
        ends = sorted(draw.between(0, n) for _ in range(draw.between(1, 3) if rows is None else rows - 1)) + [n]
        return f"tf.RaggedTensor.from_row_splits({flat}, {[0, *ends]})"

    return make


table("tf.RaggedTensor.from_row_splits tf.RaggedTensor.from_row_lengths tf.RaggedTensor.from_value_rowids", x(ANY, 1, 2), choose("[0, 1, 3]", "[0, 2, 2]", "[1, 1]", "[0, 0, 1]", "t([0, 2], 'int64')", "[]", "[0]"), validate=flag, calls=16)
table("tf.RaggedTensor.from_tensor", x(ANY, 2, 3), padding=choose("0", "b''", "1.0"), lengths=choose("[1, 2]", "[0, 1, 2]", "[2]"), ragged_rank=choose("1", "2"), calls=18)
table("tf.ragged.constant", choose("[[1, 2], [3]]", "[[], [1.5]]", "[[b'a'], []]", "[]", "[[[1], []], [[2, 3]]]", "[1, [2]]", "3", "[[True], [False, True]]"), dtype=choose("tf.float32", "tf.int64", "tf.string", "tf.float16"), ragged_rank=choose("1", "0", "2"), row_splits_dtype=choose("tf.int32", "tf.int64"), calls=20)
table("tf.ragged.range", choose("3", "[1, 2]", "[0, 3, 1]", "2.5", "[]"), limits=choose("5", "[3, 4]", "[2, 5, 1]"), deltas=choose("2", "-1", "0", "[1, 2]"), calls=16)
table("tf.ragged.stack", lambda d: f"[{ragged()(d)}, {ragged()(d)}]", axis=choose("0", "1", "-1", "2"), calls=12)
table("tf.ragged.map_flat_values", choose("tf.abs", "tf.strings.length", "tf.math.sqrt"), ragged(), calls=10)
table("tf.math.reduce_max tf.math.reduce_mean tf.math.reduce_min tf.math.reduce_prod", ragged(NUMERIC), axis=choose("0", "1", "-1", "None", "2"), keepdims=flag, calls=12)
table("tf.math.add tf.math.multiply tf.math.maximum", ragged(NUMERIC), lambda d: d.choice((ragged(NUMERIC)(d), "2", "t([[1.0], [2.0]], 'float32')", "1.5")), calls=12)
table("tf.ragged.boolean_mask", ragged(), choose("[True, False]", "tf.ragged.constant([[True], [False, True]])", "[True]"), calls=8)
table("tf.ragged.cross tf.ragged.cross_hashed", lambda d: f"[{ragged(('int64', 'string', 'int32'), rows=3)(d)}, {ragged(('int64', 'string'), rows=3)(d)}]", calls=8)
table("tf.ragged.segment_ids_to_row_splits", choose("[0, 0, 2]", "[]", "t([0, 1], 'int32')", "[1, 0]", "[0.5]"), num_segments=integer(1, 4), calls=10)
table("tf.ragged.row_splits_to_segment_ids", choose("[0, 2, 2, 5]", "[]", "t([0, 1], 'int32')", "[0]", "[0.5]", "[1, 0]"), out_type=choose("tf.int32", "tf.int64"), calls=10)


def sparse(dtypes=ANY, shape="[2, 3]"):
    """A sparse tensor of two dimensions with two or three entries."""

    def make(draw):
        places = "[[0, 1], [1, 0]]" if draw.chance(0.8) else draw.choice(("[[0, 0], [0, 2]]", "[[1, 2], [0, 1]]", "[[0, 1], [0, 1]]", "[[0, 3], [1, 0]]"))
        values = x(dtypes, shape=lambda d: (2,), forms="t")(draw)
        return f"tf.SparseTensor({places}, {values}, {shape})"

    return make


table("tf.sparse.to_dense", sparse(), default_value=choose("0", "1.5", "b'x'", "[1]"), validate_indices=flag, calls=18)
table("tf.sparse.from_dense tf.sparse.expand_dims", x(ANY), calls=10)
table("tf.sparse.reduce_sum tf.sparse.reduce_max", sparse(NUMERIC), axis=axes, keepdims=flag, output_is_sparse=flag, calls=16)
table("tf.sparse.add", sparse(NUMERIC), lambda d: d.choice((sparse(NUMERIC)(d), f"t([[1, 2, 3], [4, 5, 6]], '{d.x.dtype}')" if d.x.dtype in REAL else "1")), threshold=choose("0", "1.0", "2"), calls=16)
table("tf.sparse.reshape", sparse(), choose("[3, 2]", "[6]", "[-1]", "[2, -1, 1]", "[5]", "[-1, -1]", "[0]"), calls=14)
table("tf.sparse.slice", sparse(), choose("[0, 0]", "[0, 1]", "[1, 0]", "[2, 3]", "[0]", "[-1, 0]"), choose("[1, 2]", "[2, 2]", "[0, 0]", "[5, 5]"), calls=14)
table("tf.sparse.transpose", sparse(), perm=choose("[1, 0]", "[0, 1]", "[0, 0]", "[0]", "[-1, 0]"), calls=12)
table("tf.sparse.reorder", sparse(), calls=8)
table("tf.sparse.retain", sparse(), choose("[True, False]", "[True]", "[1, 0]", "t([True, True], 'bool')"), calls=10)
table("tf.sparse.sparse_dense_matmul", sparse(NUMERIC), shaped(lambda d, s: (3, 2), forms="t"), adjoint_a=flag, adjoint_b=flag, calls=16)
table("tf.sparse.fill_empty_rows", sparse(), choose("0", "1.5", "b''", "[1]"), calls=12)
table("tf.sparse.mask", lambda d: f"tf.IndexedSlices({x(NUMERIC, 2, 2, forms='t')(d)}, [0, 1])", choose("[0]", "[1, 0]", "[5]", "[]"), calls=8)
table("tf.sparse.maximum tf.sparse.minimum", sparse(REAL), sparse(REAL), calls=8)
table("tf.sparse.softmax", sparse(FLOATS), calls=8)
table("tf.sparse.split", sp_input_=sparse(), num_split_=integer(1, 3), axis_=axis, calls=10)
table("tf.sparse.eye", integer(0, 3), num_columns=integer(0, 3), dtype=choose("tf.float32", "tf.int32", "tf.bool"), calls=10)
table("tf.sparse.reset_shape", sparse(), new_shape=choose("[2, 3]", "[5, 5]", "[1, 1]", "[2]"), calls=8)
table("tf.sparse.map_values", choose("tf.abs", "tf.math.sqrt", "tf.strings.length"), sparse(), calls=8)
table("tf.sparse.bincount", sparse(("int32", "int64")), minlength=integer(0, 6), maxlength=integer(0, 4), axis=choose("0", "-1"), binary_output=flag, calls=12)
table("tf.sparse.cross tf.sparse.cross_hashed", lambda d: f"[{sparse(('int64', 'string'))(d)}, {sparse(('int64', 'string', 'int32'))(d)}]", calls=6)

_SET = ("int32", "int64", "int8", "uint8", "string", "int16")
table("tf.sets.intersection tf.sets.union tf.sets.difference", x(_SET, 1, 3), shaped(lambda d, s: (*s[:-1], d.between(0, 3))), validate_indices=flag, calls=14)
table("tf.sets.size", sparse(_SET), validate_indices=flag, calls=10)
