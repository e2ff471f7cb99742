"""Shapes and places of elements."""

import math

from tests.ops.generated.draws import (
    ANY,
    NUMERIC,
    Table,
    axes,
    axis,
    choose,
    dtypes,
    flag,
    index,
    integer,
    integers,
    like,
    same,
    shaped,
    x,
)  # fmt: skip

table = Table()


def _shape(draw):
    """A shape for as many elements as the main array has, seldom another."""
    n = math.prod(draw.x.shape)
    if draw.chance(0.1):
        return draw.choice(("[-1, -1]", "[5, 7]", "2.5", "[1.0]", "'a'", "None", "[-2]", "[0]", "[0, -1]"))
    parts = draw.choice(([-1], [n], [1, n], [n, 1], [-1, 1], [2, -1], list(draw.x.shape), list(draw.x.shape[::-1]), [1, -1, 1]))
    return draw.choice(("{}", "{}", "t({}, 'int32')", "t({}, 'int64')", "a({}, 'int64')", "tf.TensorShape({})")).format(parts).replace("tf.TensorShape([-1", "([-1")


def _along(draw):
    """The size of the axis a gather takes from, when no axis is named."""
    return draw.x.shape[0] if draw.x.rank else 1


table("tf.reshape", x(ANY), _shape, calls=34)
table("tf.transpose", x(ANY), perm=lambda d: repr(sorted(range(d.x.rank), key=lambda i: d.fraction())) if not d.chance(0.15) else d.choice(("[0, 0]", "[-1, 0]", "[1]", "'a'", "[2, 1, 0]")), conjugate=flag, calls=26)
table("tf.expand_dims", x(ANY), axis_=axis, calls=22)
table("tf.squeeze", x(ANY), axis=axes, calls=22)
table("tf.concat", lambda d: f"[{x(ANY, 1)(d)}, {same()(d)}]", axis_=axis, calls=28)
table("tf.stack", lambda d: f"[{x(ANY)(d)}, {same()(d)}]", axis=axis, calls=26)
table("tf.unstack", x(ANY, 1), axis=axis, num=integer(1, 4), calls=20)
table("tf.split", x(ANY, 1), choose("1", "2", "[1, 1]", "[1, -1]", "3", "0", "[2]", "t([1, 2], 'int32')"), axis=axis, num=integer(1, 3), calls=28)
table("tf.tile", x(ANY), integers(0, 3), calls=22)
table("tf.repeat", x(ANY), choose("2", "0", "[1, 2]", "[2]", "[0, 1, 2]", "t(2, 'int64')", "-1"), axis=axis, calls=24)
table("tf.reverse", x(ANY), lambda d: f"[{axis(d)}]" if d.chance(0.8) else axes(d), calls=20)
table("tf.roll", x(ANY, 1), choose("1", "-2", "[1, 0]", "5", "[1]"), axis, calls=20)
table("tf.pad", x(ANY), lambda d: repr([[d.between(0, 2), d.between(0, 1)] for _ in range(d.x.rank)]) if not d.chance(0.1) else d.choice(("[[1, 1]]", "[1, 1]", "[[-1, 0]]", "1")), mode=choose("'CONSTANT'", "'REFLECT'", "'SYMMETRIC'", "'reflect'"), constant_values=choose("0", "1", "2.5", "b'a'"), calls=34)
table("tf.slice", x(ANY, 1), integers(0, 1), integers(-1, 2), calls=24)
table("tf.strided_slice", x(ANY, 1), integers(-1, 1), integers(-1, 4), strides=integers(-2, 2), begin_mask=choose("0", "1", "3"), end_mask=choose("0", "1"), shrink_axis_mask=choose("0", "1"), new_axis_mask=choose("0", "1"), ellipsis_mask=choose("0", "1"), calls=26)
table("tf.gather", x(ANY, 1), index(axis_size=_along), axis=axis, batch_dims=choose("0", "1", "-1"), calls=36)
table("tf.gather_nd", x(ANY, 1), lambda d: f"t({[[d.between(0, max(n - 1, 0)) if not d.chance(0.05) else n for n in d.x.shape[: 1 + d.below(max(d.x.rank, 1))]] for _ in range(2)]}, '{d.choice(('int32', 'int64', 'int32', 'float32', 'int16'))}')", batch_dims=choose("0", "1"), calls=24)
table("tf.scatter_nd", lambda d: repr([[d.between(0, 3 if not d.chance(0.1) else 5)] for _ in range(2)]), x(ANY, 1, 2, shape=lambda d: d.choice(((2,), (2, 2), (2, 3)))), lambda d: d.choice(("[4]", "[4, 2]", "[4, 3]", "t([4], 'int64')")) if not d.chance(0.6) else repr([4, *d.x.shape[1:]]), calls=22)
table("tf.tensor_scatter_nd_update tf.tensor_scatter_nd_add tf.tensor_scatter_nd_max tf.tensor_scatter_nd_min tf.tensor_scatter_nd_sub", x(ANY, 1, 2, shape=lambda d: d.choice(((4,), (4, 2), (3, 3)))), lambda d: repr([[d.between(0, 2)], [d.between(0, 3 if not d.chance(0.15) else 6)]]), shaped(lambda d, s: (2, *s[1:])), calls=14)
table("tf.broadcast_to", x(ANY, 0, 3), lambda d: repr([*((2,) if d.chance(0.5) else ()), *(3 if n == 1 else n for n in d.x.shape)]) if not d.chance(0.15) else d.choice(("[2]", "[-1]", "[0]", "3", "[1.0]", "[2, 2, 2]")), calls=22)
table("tf.broadcast_dynamic_shape tf.broadcast_static_shape", choose("tf.TensorShape([2, 1])", "[2, 1]", "t([2, 1], 'int32')", "tf.TensorShape(None)"), choose("tf.TensorShape([3])", "[3]", "t([3], 'int32')", "t([3], 'int64')", "tf.TensorShape([2, 2])"), calls=12)
table("tf.shape tf.size", x(ANY), out_type=choose("tf.int32", "tf.int64", "tf.float32", "tf.int16"), calls=16)
table("tf.shape_n", lambda d: f"[{x(ANY)(d)}, {like()(d)}]", out_type=choose("tf.int32", "tf.int64"), calls=8)
table("tf.rank tf.identity tf.stop_gradient tf.zeros_like tf.ones_like tf.convert_to_tensor", x(ANY), calls=12)
table("tf.constant", x(ANY, forms="aapp"), dtype=dtypes, shape=_shape, calls=50)
table("tf.meshgrid", x(ANY, 0, 1), x(ANY, 0, 1), indexing=choose("'xy'", "'ij'"), sparse=choose("False"), calls=16)
table("tf.one_hot", x(("int32", "int64", "uint8", "int8", "float32", "float64"), 0, 3, kind="fraction"), integer(0, 5), on_value=choose("1", "2.5", "True", "b'on'", "t(5, 'int32')"), off_value=choose("0", "-1.0", "False", "b'off'"), axis=axis, dtype=choose("tf.float32", "tf.int32", "tf.bool", "tf.string", "tf.float16"), calls=44)
table("tf.sequence_mask", x(("int32", "int64", "uint8", "float32"), 0, 2, kind="fraction"), maxlen=integer(0, 6), dtype=choose("tf.bool", "tf.int32", "tf.float32", "tf.string"), calls=22)
table("tf.reverse_sequence", x(ANY, 2, 3), lambda d: repr([d.between(0, 2) for _ in range(d.x.shape[0] if d.x.rank else 1)]), seq_axis_=choose("1", "0", "-1", "2"), batch_axis=choose("0", "1"), calls=18)
table("tf.edit_distance", choose("tf.SparseTensor([[0, 0], [0, 1]], [1, 2], [1, 2])", "tf.SparseTensor([[0, 0]], [b'a'], [1, 2])"), choose("tf.SparseTensor([[0, 0]], [1], [1, 1])", "tf.SparseTensor([[0, 0], [0, 1]], [b'a', b'b'], [1, 2])"), normalize=flag, calls=8)
table("tf.space_to_batch_nd tf.space_to_batch", x(NUMERIC, 4, 4, shape=lambda d: d.choice(((1, 2, 2, 1), (2, 4, 2, 1), (1, 3, 2, 2), (0, 2, 2, 1)))), choose("[2, 2]", "[1, 2]", "[2, 1]", "[0, 1]", "[2]", "2"), choose("[[0, 0], [0, 0]]", "[[1, 1], [0, 0]]", "[[1, 0], [0, 0]]", "[[-1, 1], [0, 0]]"), calls=12)
table("tf.batch_to_space", x(NUMERIC, 4, 4, shape=lambda d: d.choice(((4, 1, 1, 1), (4, 2, 2, 1), (8, 1, 2, 1), (3, 1, 1, 1)))), choose("[2, 2]", "[1, 2]", "[2]", "2", "[0, 1]"), choose("[[0, 0], [0, 0]]", "[[1, 0], [0, 0]]", "[[2, 1], [0, 0]]"), calls=14)
table("tf.nn.space_to_depth tf.nn.depth_to_space", x(NUMERIC, 4, 4, shape=lambda d: d.choice(((1, 2, 2, 4), (2, 4, 2, 4), (1, 3, 2, 2), (0, 2, 2, 4)))), choose("2", "1", "0", "3", "2.0"), data_format=choose("'NHWC'", "'NCHW'"), calls=12)
table("tf.linalg.matrix_transpose", x(NUMERIC, 2, 4), conjugate=flag, calls=14)
table("tf.dynamic_partition", x(ANY, 1, 2), shaped(lambda d, s: s[:1], dtype="int32", kind="fraction"), integer(1, 7), calls=14)
table("tf.dynamic_stitch", choose("[[0, 2], [1]]", "[[0], [1, 2]]", "[[0, 1], [1]]", "[[0, 5], [1]]", "[[-1], [0]]"), lambda d: f"[{x(ANY, shape=lambda d: (2,))(d)}, {shaped(lambda d, s: (1,))(d)}]", calls=14)
table("tf.parallel_stack", lambda d: f"[{x(ANY)(d)}, {same()(d)}]", calls=10)
table("tf.ensure_shape", x(ANY), lambda d: repr(list(d.x.shape)) if d.chance(0.5) else d.choice(("[None]", "None", "[2]", "[]", "'a'")), calls=12)
table("tf.guarantee_const", x(ANY), calls=5)
table("tf.fingerprint", x(ANY, 1, 3), method=choose("'farmhash64'"), calls=12)
table("tf.image.extract_patches", x(NUMERIC, 4, 4, shape=lambda d: d.choice(((1, 4, 4, 1), (1, 3, 5, 2), (2, 3, 3, 1)))), sizes_=choose("[1, 2, 2, 1]", "[1, 3, 1, 1]", "[2, 2]", "[2, 2, 2, 1]"), strides_=choose("[1, 1, 1, 1]", "[1, 2, 2, 1]", "[1, 0, 1, 1]"), rates_=choose("[1, 1, 1, 1]", "[1, 2, 1, 1]"), padding_=choose("'VALID'", "'SAME'", "'valid'"), calls=14)
