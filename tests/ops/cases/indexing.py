"""Slicing, gathering and scattering."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, b1, c64, f16, f32, f64, i32, i64, u8

cases = Family()

# x[...] in all forms.
_ITEM = "tf.Tensor.__getitem__"
for _index in (
    "0", "-1", "1:", ":2", "::2", "::-1", "1:3:2", "3:0:-1", "-2:", "5:", "...", ":", "None", "2:2", "tf.newaxis", "1, None",
    "np.int32(2)", "tf.constant(1)", "tf.constant(1):", "tf.constant(1):tf.constant(3)", "-10:10", "np.array(1)",
):  # fmt: skip
    cases(f"x[{_index}]", op=_ITEM, x=f32(4))
for _index in (
    "0, 1", "0, :, 1", "..., 0", "0, ..., 1", ":, 1:, ::2", "None, 0", "..., None", ":, None, 1", "::-1, ::-1", "1:, 0, ...",
    "0, 1, 2", ":, ::2, -1", "0:1, ..., 1:2", "...", "None, ..., None", ":, tf.newaxis", "1, 1:1",
):  # fmt: skip
    cases(f"x[{_index}]", op=_ITEM, x=f32(2, 3, 4))
cases("x[i]", op=_ITEM, x=f32(4, 2), i=T(2, "int32"))
cases("x[i]", op=_ITEM, x=f32(4, 2), i=T(2, "int64"))
cases("x[i, j]", op=_ITEM, x=f32(4, 2), i=T(-1, "int32"), j=T(1, "int32"))
cases("x[i:]", op=_ITEM, x=i32(4), i=T(2, "int32"))
cases("x[i:, 1]", op=_ITEM, x=i32(4, 2), i=T(2, "int32"))
cases("x[1]", op=_ITEM, x=S([b"a", b"bc"]))
cases("x[:, 0]", op=_ITEM, x=S([[b"a"], [b"bc"]]))
cases("x[x > 0]", op=_ITEM, x=T([1.0, -1.0, 2.0], "float32"))
cases("x[m]", op=_ITEM, x=f32(3, 2), m=T([True, False, True], "bool"))
cases("x[::-1, 0]", op=_ITEM, x=u8(3, 2))
cases("x[0]", op=_ITEM, x=b1(2, 2))
cases("x[1:]", op=_ITEM, x=c64(3))
cases("x[0:0]", op=_ITEM, x=f32(0, 2))
cases.bad("x[4]", op=_ITEM, x=f32(4))
cases.bad("x[-5]", op=_ITEM, x=f32(4))
cases.bad("x[0, 0]", op=_ITEM, x=f32(4))
cases.bad("x[0]", op=_ITEM, x=f32())
cases.bad("x['a']", op=_ITEM, x=f32(4))
cases.bad("x[1.5]", op=_ITEM, x=f32(4))
cases.bad("x[[0, 1]]", op=_ITEM, x=f32(4))
cases.bad("x[..., ...]", op=_ITEM, x=f32(2, 2))
cases.bad("x[::0]", op=_ITEM, x=f32(4))
cases.bad("x[i]", op=_ITEM, x=f32(4), i=T([0, 1], "int32"))
cases.bad("x[i]", op=_ITEM, x=f32(4), i=T(1.0, "float32"))

cases("tf.slice(x, [1, 0], [1, 2])", x=f32(2, 3))
cases("tf.slice(x, [0, 1], [-1, 2])", x=f32(2, 3))
cases("tf.slice(x, b, s)", x=i32(4), b=T([1], "int64"), s=T([2], "int64"))
cases("tf.slice(x, [1], [0])", x=f32(4))
cases("tf.slice(x, [0, 0], [1, 1])", x=S([[b"a", b"b"]]))
cases("tf.slice(x, begin=[0], size=[-1])", x=f64(3))
cases.bad("tf.slice(x, [3], [3])", x=f32(4))
cases.bad("tf.slice(x, [-1], [1])", x=f32(4))
cases.bad("tf.slice(x, [0], [1])", x=f32(2, 2))
cases.bad("tf.slice(x, [0.0], [1.0])", x=f32(2))
cases("tf.strided_slice(x, [0], [2])", x=f32(3, 2))
cases("tf.strided_slice(x, [1, 0], [3, 2], [1, 1])", x=f32(3, 2))
cases("tf.strided_slice(x, [-1], [-4], [-1])", x=f32(4))
cases("tf.strided_slice(x, [0, 0], [2, 2], begin_mask=2, end_mask=1)", x=f32(3, 3))
cases("tf.strided_slice(x, [0, 1], [0, 2], ellipsis_mask=1)", x=f32(2, 2, 3))
cases("tf.strided_slice(x, [0, 0], [0, 2], new_axis_mask=1)", x=f32(3))
cases("tf.strided_slice(x, [1, 0], [2, 2], shrink_axis_mask=1)", x=f32(3, 3))
cases("tf.strided_slice(x, b, e)", x=i32(4), b=T([1], "int32"), e=T([3], "int32"))
cases.bad("tf.strided_slice(x, [0], [2], [0])", x=f32(3))
cases.bad("tf.strided_slice(x, [0, 0], [2])", x=f32(3, 2))
cases.bad("tf.strided_slice(x, [5], [6], shrink_axis_mask=1)", x=f32(3))

cases("tf.boolean_mask(x, [True, False, True])", x=f32(3))
cases("tf.boolean_mask(x, m)", x=f32(3, 2), m=T([True, False, True], "bool"))
cases("tf.boolean_mask(x, m, axis=1)", x=f32(2, 3), m=T([True, False, True], "bool"))
cases("tf.boolean_mask(x, m)", x=i32(2, 3), m=T([[True, False, True], [False, False, True]], "bool"))
cases("tf.boolean_mask(x, m, axis=0)", x=S([b"a", b"b"]), m=T([False, True], "bool"))
cases("tf.boolean_mask(x, m)", x=f32(2, 2, 2), m=T([[True, False], [False, False]], "bool"))
cases.bad("tf.boolean_mask(x, m)", x=f32(3), m=T([True, False], "bool"))
cases.bad("tf.boolean_mask(x, m)", x=f32(3), m=T(True, "bool"))

# Gather.
cases("tf.gather(x, [0, 2])", x=f32(3))
cases("tf.gather(x, i)", x=f32(3, 2), i=T([2, 0, 2], "int32"))
cases("tf.gather(x, i)", x=f32(3, 2), i=T([[2, 0], [1, 1]], "int64"))
cases("tf.gather(x, i)", x=f32(3, 2), i=T(1, "int32"))
cases("tf.gather(x, i, axis=1)", x=f32(2, 3), i=T([2, 0], "int32"))
cases("tf.gather(x, i, axis=-1)", x=i32(2, 3), i=T([[2], [0]], "int32"))
cases("tf.gather(x, i, axis=1, batch_dims=1)", x=f32(2, 3), i=T([[2, 0], [1, 1]], "int32"))
cases("tf.gather(x, i, batch_dims=1)", x=f32(2, 3), i=T([[2], [1]], "int32"))
cases("tf.gather(x, i, batch_dims=-1)", x=f32(2, 3), i=T([[2], [1]], "int32"))
cases("tf.gather(x, i, axis=2, batch_dims=1)", x=f64(2, 2, 3), i=T([[0, 2], [1, 1]], "int32"))
cases("tf.gather(x, i, axis=a)", x=f32(2, 3), i=T([1], "int32"), a=T(1, "int32"))
cases("tf.gather(x, i)", x=f32(3, 2), i=T([], "int32"))
cases("tf.gather(x, i)", x=S([b"a", b"b"]), i=T([1, 0], "int32"))
cases("tf.gather(x, i)", x=f32(0, 2), i=T([], "int32"))
cases("tf.gather(tf.Variable([1.0, 2.0, 3.0]), i)", i=T([1, 1], "int32"), graph=False)
cases("tf.gather([[1, 2], [3, 4]], [1])")
cases.bad("tf.gather(x, i)", x=f32(3), i=T([3], "int32"))
cases.bad("tf.gather(x, i)", x=f32(3), i=T([-1], "int32"))
cases.bad("tf.gather(x, i)", x=f32(3), i=f32(2))
cases.bad("tf.gather(x, i, axis=1)", x=f32(3), i=T([0], "int32"))
cases.bad("tf.gather(x, i)", x=f32(), i=T([0], "int32"))
cases.bad("tf.gather(x, i, batch_dims=2)", x=f32(2, 3), i=T([0], "int32"))
cases("tf.gather(x, i, batch_dims=1, axis=0)", x=f32(2, 3), i=T([[0], [1]], "int32"))
cases("tf.gather_nd(x, i)", x=f32(2, 3), i=T([[0, 1], [1, 2]], "int32"))
cases("tf.gather_nd(x, i)", x=f32(2, 3), i=T([[1], [0]], "int64"))
cases("tf.gather_nd(x, i)", x=f32(2, 3), i=T([1, 2], "int32"))
cases("tf.gather_nd(x, i, batch_dims=1)", x=f32(2, 3, 2), i=T([[1], [2]], "int32"))
cases("tf.gather_nd(x, i)", x=f64(2, 3), i=T([[], []], "int32"))
cases("tf.gather_nd(x, [[0], [1]])", x=S([b"a", b"b"]))
cases("tf.gather_nd(x, i)", x=i32(2, 2), i=T([[[0, 0]], [[0, 1]]], "int32"))
cases.bad("tf.gather_nd(x, i)", x=f32(2, 3), i=T([[0, 3]], "int32"))
cases.bad("tf.gather_nd(x, i)", x=f32(2, 3), i=T([[0, 1, 0]], "int32"))
cases.bad("tf.gather_nd(x, i)", x=f32(2, 3), i=T(0, "int32"))
cases.bad("tf.gather_nd(x, i)", x=f32(2, 3), i=T([[-1, 0]], "int32"))

# Scatter.
cases("tf.scatter_nd([[1], [3]], [9, 10], [5])")
cases("tf.scatter_nd(i, u, s)", i=T([[1], [1], [0]], "int32"), u=f32(3), s=T([4], "int32"))
cases("tf.scatter_nd(i, u, [2, 3])", i=T([[0, 1], [1, 2]], "int64"), u=f32(2), graph=False)
cases("tf.scatter_nd(i, u, [3, 2])", i=T([[2], [0]], "int32"), u=f32(2, 2))
cases("tf.scatter_nd(i, u, [3])", i=T([[2], [2]], "int32"), u=i32(2))
cases("tf.scatter_nd(i, u, [2])", i=T([[0], [0]], "int32"), u=S([b"a", b"b"]))
cases("tf.scatter_nd(i, u, [3, 2])", i=T([[[2]], [[0]]], "int32"), u=f16(2, 1, 2))
cases("tf.scatter_nd(i, u, [2])", i=T([[1]], "int32"), u=b1(1))
cases.bad("tf.scatter_nd(i, u, [3])", i=T([[3]], "int32"), u=f32(1))
cases.bad("tf.scatter_nd(i, u, [3])", i=T([[0]], "int32"), u=f32(2))
cases.bad("tf.scatter_nd(i, u, [3])", i=T([[0, 0]], "int32"), u=f32(1))
cases.bad("tf.scatter_nd(i, u, [-3])", i=T([[0]], "int32"), u=f32(1))
for _name in ("add", "sub", "update", "max", "min"):
    _f = f"tf.tensor_scatter_nd_{_name}"
    cases(f"{_f}(x, i, u)", x=f32(4), i=T([[1], [3]], "int32"), u=f32(2))
    cases(f"{_f}(x, i, u)", x=f32(3, 2), i=T([[2], [0]], "int64"), u=f32(2, 2))
    cases(f"{_f}(x, i, u)", x=f64(3, 2), i=T([[2, 1], [0, 0]], "int32"), u=f64(2))
    cases(f"{_f}(x, i, u)", x=i32(3), i=T([[2], [2]], "int32"), u=T([7, 7], "int32"))
    cases(f"{_f}(x, i, u)", x=f32(2, 2, 2), i=T([[1, 0]], "int32"), u=f32(1, 2))
    cases(f"{_f}(tensor=x, indices=[[0]], updates=[2.0])", x=f32(2))
    cases.bad(f"{_f}(x, i, u)", x=f32(4), i=T([[4]], "int32"), u=f32(1))
    cases.bad(f"{_f}(x, i, u)", x=f32(4), i=T([[1]], "int32"), u=f32(2))
    cases.bad(f"{_f}(x, i, u)", x=f32(4), i=T([[1]], "int32"), u=i32(1))
    cases.bad(f"{_f}(x, i, u)", x=f32(), i=T([[1]], "int32"), u=f32(1))
cases("tf.tensor_scatter_nd_update(x, [[1]], ['z'])", x=S([b"a", b"b"]))
cases("tf.tensor_scatter_nd_update(x, i, u)", x=b1(3), i=T([[1]], "int32"), u=b1(1))
cases("tf.tensor_scatter_nd_add(x, i, u)", x=f32(3), i=T([[1], [1]], "int32"), u=f32(2))
cases("tf.tensor_scatter_nd_sub(x, i, u)", x=f32(3), i=T([[1], [1]], "int32"), u=f32(2))
cases(
    "tf.tensor_scatter_nd_max(x, i, u)",
    x=T([1.0, 2.0], "float32"),
    i=T([[0], [0]], "int32"),
    u=T([5.0, 7.0], "float32"),
)
cases(
    "tf.tensor_scatter_nd_max(x, i, u)",
    x=T([1.0, 2.0], "float32"),
    i=T([[0], [1]], "int32"),
    u=T([1.0, 3.0], "float32"),
)

# Parts.
cases("tf.dynamic_partition(x, p, 2)", x=f32(4), p=T([0, 1, 0, 1], "int32"))
cases("tf.dynamic_partition(x, p, 3)", x=f32(3, 2), p=T([2, 2, 0], "int32"))
cases("tf.dynamic_partition(x, p, num_partitions=2)", x=i32(2, 2), p=T([[0, 1], [1, 1]], "int32"))
cases("tf.dynamic_partition(x, p, 1)", x=S([b"a", b"b"]), p=T([0, 0], "int32"))
cases.bad("tf.dynamic_partition(x, p, 2)", x=f32(2), p=T([0, 2], "int32"))
cases.bad("tf.dynamic_partition(x, p, 2)", x=f32(3), p=T([0, 1], "int32"))
cases("tf.dynamic_stitch([i, j], [x, y])", i=T([0, 2], "int32"), j=T([1], "int32"), x=f32(2, 2), y=f32(1, 2))
cases("tf.dynamic_stitch([i, j], [x, y])", i=T(1, "int32"), j=T([[3, 2], [0, 4]], "int32"), x=f32(2), y=f32(2, 2, 2))
cases("tf.dynamic_stitch([i, j], [x, y])", i=T([0, 1], "int32"), j=T([1], "int32"), x=i32(2), y=i32(1))
cases.bad("tf.dynamic_stitch([i], [x])", i=T([0, 1], "int32"), x=f32(3))
cases.bad("tf.dynamic_stitch([i], [x])", i=T([-1, 0], "int32"), x=f32(2))

# Look-ups.
cases("tf.nn.embedding_lookup(x, i)", x=f32(3, 2), i=T([[2, 0]], "int32"))
cases("tf.nn.embedding_lookup(x, i, max_norm=1.0)", x=f32(3, 2), i=T([2, 0], "int64"))
cases("tf.nn.embedding_lookup([x, y], i)", x=f32(2, 2), y=f32(2, 2), i=T([0, 1, 3], "int32"))
cases("tf.nn.embedding_lookup([x, y], i)", x=f32(2, 2), y=f32(1, 2), i=T([0, 1, 2], "int32"))
cases.bad("tf.nn.embedding_lookup(x, i)", x=f32(3, 2), i=T([5], "int32"))
cases.bad("tf.nn.embedding_lookup([], i)", i=T([0], "int32"))
_IDS = "tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 2, 0], tf.int64), [2, 2])"
for _combiner in ("sum", "mean", "sqrtn"):
    cases(f"tf.nn.embedding_lookup_sparse(x, {_IDS}, None, combiner='{_combiner}')", x=f32(3, 2))
    cases(f"tf.nn.embedding_lookup_sparse(x, {_IDS}, tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1.0, 2.0, 0.5], [2, 2]), "
          f"combiner='{_combiner}')", x=f32(3, 2))  # fmt: skip
    cases(f"tf.nn.safe_embedding_lookup_sparse(x, tf.SparseTensor([[0, 0], [2, 1]], tf.constant([1, -1], tf.int64), [3, 2]), "
          f"combiner='{_combiner}')", x=f32(3, 2))  # fmt: skip
cases(f"tf.nn.embedding_lookup_sparse(x, {_IDS}, None, max_norm=0.5)", x=f32(3, 2))
cases(
    "tf.nn.safe_embedding_lookup_sparse(x, tf.SparseTensor([[0, 0]], tf.constant([1], tf.int64), [2, 2]), default_id=2)",
    x=f32(3, 2),
)
cases.bad(f"tf.nn.embedding_lookup_sparse(x, {_IDS}, None, combiner='max')", x=f32(3, 2))
cases.bad("tf.nn.embedding_lookup_sparse(x, i, None)", x=f32(3, 2), i=T([0], "int64"))
cases("tf.random.experimental.index_shuffle(3, [1, 2], 10)", graph=False)
cases("tf.gather(x, i, validate_indices=False)", x=i64(3), i=T([1], "int32"))
