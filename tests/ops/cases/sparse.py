"""Sparse tensors, sets, and the rows of sparse tensors."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, f32, f64, i32

cases = Family()

_P = "tf.sparse"
# A sparse 3 x 4 matrix with the values of x at fixed places.
_M = "tf.SparseTensor([[0, 1], [1, 0], [1, 3], [2, 2]], x, [3, 4])"
_X = f32(4)


def _on(call, bad=False, op=None, **options):
    source = call.replace("M", _M)
    (cases.bad if bad else cases)(source, op=op or call.split("(")[0].replace("_P", _P), **{"x": _X, **options})


_on("tf.sparse.to_dense(M)")
_on("tf.sparse.to_dense(M, default_value=9.0)")
_on("tf.sparse.to_dense(M)", x=S([b"a", b"b", b"c", b"d"]))
_on("repr(M)", op="tf.SparseTensor", graph=False)
_on("M.indices, M.values, M.dense_shape, M.shape, M.dtype", op="tf.SparseTensor", graph=False)
_on("M * y, M / y", op="tf.SparseTensor", y=f32(4, lo=1, hi=2), grad=False)
_on("M.with_values(x * 2)", op="tf.SparseTensor")
cases.bad("tf.SparseTensor([[0, 1]], [1.0, 2.0], [2, 2])")
cases.bad("tf.SparseTensor([0, 1], [1.0, 2.0], [2, 2])")
cases.bad("tf.SparseTensor([[0, 1]], [1.0], [2, 2, 2])")
cases.bad("tf.sparse.to_dense(tf.SparseTensor([[5, 1]], [1.0], [2, 2]))", op="tf.sparse.to_dense")
cases.bad("tf.sparse.to_dense(tf.SparseTensor([[1, 1], [0, 0]], [1.0, 2.0], [2, 2]))", op="tf.sparse.to_dense")
cases("tf.sparse.from_dense(x)", x=T([[0.0, 1.5], [2.0, 0.0]], "float32"))
cases("tf.sparse.from_dense(x)", x=T([0, 3, 0], "int32"))
cases("tf.sparse.from_dense(x)", x=S([b"", b"a"]))
cases("tf.sparse.eye(2)")
cases("tf.sparse.eye(2, 3, dtype=tf.int32)")
_on("tf.sparse.add(M, M)")
_on("tf.sparse.add(M, y)", y=f32(3, 4))
_on("tf.sparse.add(M, tf.SparseTensor([[0, 1]], -x[:1], [3, 4]), threshold=0.1)", op="tf.sparse.add", grad=False)
_on("tf.sparse.maximum(M, M)")
_on("tf.sparse.minimum(M, tf.SparseTensor([[0, 0]], [1.0], [3, 4]))", op="tf.sparse.minimum")
for _axis in ("None", "0", "1", "[0, 1]"):
    _on(f"tf.sparse.reduce_sum(M, axis={_axis})")
    _on(f"tf.sparse.reduce_max(M, axis={_axis})", grad=False)
_on("tf.sparse.reduce_sum(M, axis=1, keepdims=True)")
_on("tf.sparse.reduce_sum(M, axis=0, output_is_sparse=True)", grad=False)
_on("tf.sparse.reshape(M, [4, 3])")
_on("tf.sparse.reshape(M, [2, -1])")
_on("tf.sparse.reshape(M, [5, 5])", bad=True)
_on("tf.sparse.transpose(M)")
_on("tf.sparse.transpose(M, perm=[1, 0])")
_on("tf.sparse.slice(M, [0, 0], [2, 2])")
_on("tf.sparse.split(M, 2, axis=1)")
_on("tf.sparse.concat(0, [M, M])")
_on("tf.sparse.concat(axis=1, sp_inputs=[M, M])")
_on("tf.sparse.concat(1, [M, tf.sparse.eye(2)])", op="tf.sparse.concat", bad=True)
_on("tf.sparse.concat(0, [M, tf.sparse.eye(2)], expand_nonconcat_dims=True)", op="tf.sparse.concat")
_on("tf.sparse.expand_dims(M, axis=0)")
_on("tf.sparse.expand_dims(M, -1)")
_on("tf.sparse.retain(M, [True, False, True, False])")
_on("tf.sparse.reset_shape(M, [4, 4])")
_on("tf.sparse.reset_shape(M)")
_on("tf.sparse.reset_shape(M, [2, 2])", bad=True)
_on("tf.sparse.fill_empty_rows(M, 5.0)")
cases(
    "tf.sparse.fill_empty_rows(tf.SparseTensor([[0, 1], [2, 0]], x, [4, 2]), d)",
    op="tf.sparse.fill_empty_rows",
    x=f32(2),
    d=f32(),
)
cases("tf.sparse.reorder(tf.SparseTensor([[1, 0], [0, 1]], x, [2, 2]))", op="tf.sparse.reorder", x=f32(2))
_on("tf.sparse.map_values(tf.square, M)")
_on("tf.sparse.map_values(tf.add, M, 1.0)")
_on("tf.sparse.softmax(M)")
_on("tf.sparse.sparse_dense_matmul(M, y)", y=f32(4, 2))
_on("tf.sparse.sparse_dense_matmul(M, y, adjoint_a=True)", y=f32(3, 2))
_on("tf.sparse.sparse_dense_matmul(M, y, adjoint_b=True)", y=f32(2, 4))
_on("tf.sparse.sparse_dense_matmul(y, M)", y=f32(2, 3))
_on("tf.sparse.sparse_dense_matmul(M, y)", y=f32(3, 2), bad=True)
_on("tf.sparse.mask(tf.IndexedSlices(x, [0, 2, 3, 5]), [2, 5])", op="tf.sparse.mask", grad=False)
cases(
    "tf.sparse.to_indicator(tf.SparseTensor([[0, 0], [1, 0]], tf.constant([2, 0], tf.int64), [2, 1]), 4)",
    op="tf.sparse.to_indicator",
)
cases("tf.sparse.bincount(tf.sparse.from_dense([[1, 1, 0], [2, 1, 3]]), axis=-1)", op="tf.sparse.bincount")
cases("tf.sparse.bincount([[1, 1, 0], [2, 1, 3]], axis=-1, binary_output=True)")
cases("tf.sparse.bincount([1, 1, 3], weights=[1.0, 2.0, 3.0])")
cases("tf.sparse.cross([x, y])", x=S([[b"a", b"b"], [b"c", b"d"]]), y=S([[b"e"], [b"f"]]))
cases.bad("tf.sparse.cross([['a', 'b'], ['c', 'd']])")
cases(
    "tf.sparse.cross([tf.sparse.from_dense([['a'], ['b']]), x])",
    op="tf.sparse.cross",
    x=S([[b"e", b"g"], [b"f", b"h"]]),
)
cases("tf.sparse.cross_hashed([tf.sparse.from_dense([['a', 'b']])], num_buckets=100)", op="tf.sparse.cross_hashed")
for _call in ("tf.abs(M)", "tf.square(M)", "tf.negative(M)", "tf.cast(M, tf.int32)", "tf.sqrt(M)", "tf.size(M)", "tf.rank(M)",
              "tf.shape(M)", "tf.tanh(M)", "tf.sign(M)"):  # fmt: skip
    _on(_call, x=f32(4, lo=0.5, hi=2), grad=False)
_on("tf.reshape(M, [12])", bad=True, words=0.3)
_on("tf.io.serialize_sparse(M)[2]", graph=False)
cases(
    "s = tf.IndexedSlices(x, i, [4, 2])\nrepr(s)[:40], s.values, s.indices, s.dense_shape, tf.convert_to_tensor(s)",
    op="tf.IndexedSlices",
    x=f32(2, 2),
    i=T([3, 1], "int32"),
    graph=False,
)

# Sets.
for _name in ("intersection", "difference", "union"):
    cases(f"tf.sets.{_name}(a, b)", a=T([[1, 2, 5], [3, 3, 4]], "int32"), b=T([[2, 5, 7], [3, 9, 9]], "int32"))
    cases(f"tf.sets.{_name}(tf.sparse.from_dense([[1, 2]]), tf.sparse.from_dense([[2, 7]]))", op=f"tf.sets.{_name}")
    cases(f"tf.sets.{_name}(a, b)", a=S([[b"x", b"y"]]), b=S([[b"y", b"z"]]))
    cases.bad(f"tf.sets.{_name}(a, b)", a=f32(1, 2), b=f32(1, 2))
cases("tf.sets.difference(a, b, aminusb=False)", a=T([[1, 2]], "int64"), b=T([[2, 7]], "int64"))
cases("tf.sets.size(tf.sparse.from_dense([[1, 2, 2], [3, 0, 0]]))", op="tf.sets.size")
cases.bad("tf.sets.intersection(a, b)", a=T([[1]], "int32"), b=T([[1]], "int64"))
cases("tf.sparse.to_dense(tf.sets.union(a, b))", op="tf.sets.union", a=i32(2, 3, lo=1), b=i32(2, 3, lo=1))
cases(
    "tf.sparse.sparse_dense_matmul(tf.sparse.from_dense(x), y)",
    op="tf.sparse.sparse_dense_matmul",
    x=f64(2, 3),
    y=f64(3, 2),
)
