"""Ragged tensors and what is dispatched to them."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, b1, f32, i32

cases = Family()

# A ragged tensor with rows of 2, 0, 3 and 1 values.
_R = "tf.RaggedTensor.from_row_lengths(x, [2, 0, 3, 1])"
_X = f32(6)


def _on(call, bad=False, op="tf.RaggedTensor", **options):
    name = op if op else call.split("(")[0]
    (cases.bad if bad else cases)(f"r = {_R}\n{call}", op=name, **{"x": _X, **options})


for _value in (
    "[[1, 2], [], [3]]",
    "[[], []]",
    "[['a'], ['b', 'c']]",
    "[[[1], [2, 3]], [[]]]",
    "[[1.5], [2]]",
    "[[1, 2]]",
    "[[[1, 2]], [[3, 4], [5, 6]]]",
):
    cases(f"r = tf.ragged.constant({_value})\nr, repr(r), str(r), r.shape, r.to_list()", op="tf.ragged.constant")
cases("tf.ragged.constant([[1, 2], [3]], dtype=tf.float64)")
cases("tf.ragged.constant([[[1, 2]], [[3, 4]]], ragged_rank=1)")
cases("tf.ragged.constant([[[1, 2]], []], inner_shape=(2,))")
cases("tf.ragged.constant([[1], [2, 3]], row_splits_dtype=tf.int32)")
cases("tf.ragged.constant(5)")
cases.bad("tf.ragged.constant([1, [2]])")
cases.bad("tf.ragged.constant([[1, 'a']])", words=0.3)
for _made in ("from_row_splits(x, [0, 2, 2, 6])", "from_row_lengths(x, [1, 5])", "from_value_rowids(x, [0, 0, 2, 2, 2, 3])", "from_row_starts(x, [0, 2, 4])",
              "from_row_limits(x, [2, 4, 6])", "from_uniform_row_length(x, 2)", "from_value_rowids(x, [0, 0, 1, 1, 1, 1], nrows=4)",
              "from_nested_row_splits(x, [[0, 2, 3], [0, 2, 3, 6]])", "from_nested_row_lengths(x, [[1, 1], [4, 2]])"):  # fmt: skip
    cases(f"tf.RaggedTensor.{_made}", op=f"tf.RaggedTensor.{_made.split('(')[0]}", x=_X)
for _made in ("from_row_splits(x, [0, 2, 5])", "from_row_splits(x, [1, 6])", "from_row_splits(x, [0, 4, 3, 6])", "from_row_lengths(x, [1, 1])",
              "from_value_rowids(x, [1, 0, 0, 0, 0, 0])", "from_row_splits(x, [])", "from_uniform_row_length(x, 4)", "from_row_lengths(x, [-1, 7])"):  # fmt: skip
    cases.bad(f"tf.RaggedTensor.{_made}", op=f"tf.RaggedTensor.{_made.split('(')[0]}", x=_X, words=0.4)
cases("tf.RaggedTensor.from_tensor(x)", x=f32(2, 3))
cases("tf.RaggedTensor.from_tensor(x, lengths=[1, 3])", x=f32(2, 3))
cases("tf.RaggedTensor.from_tensor(x, padding=0)", x=T([[1, 0, 0], [2, 0, 3]], "int32"))
cases("tf.RaggedTensor.from_tensor(x, ragged_rank=2)", x=f32(2, 2, 2))
cases("tf.RaggedTensor.from_sparse(tf.sparse.from_dense([[1, 2], [3, 0]]))", op="tf.RaggedTensor.from_sparse")
for _call in ("r.to_tensor()", "r.to_tensor(default_value=-1.0)", "r.to_tensor(shape=[None, 2])", "r.to_sparse()", "r.row_lengths()", "r.row_splits", "r.row_starts()",
              "r.row_limits()", "r.value_rowids()", "r.nrows()", "r.values", "r.flat_values", "r.nested_row_splits", "r.bounding_shape()", "r.bounding_shape(axis=1)",
              "r.with_values(r.values * 2)", "r.with_flat_values(tf.range(6))", "r.nested_row_lengths()", "r.merge_dims(0, 1)"):  # fmt: skip
    _on(_call)
for _call in ("r.shape", "r.dtype", "r.ragged_rank", "r.uniform_row_length", "r.to_list()", "r.numpy().shape", "repr(r)", "str(r)", "r.row_splits.dtype", "r.get_shape()", "len(r.to_list())",
              "tf.type_spec_from_value(r)._ragged_rank", "repr(tf.RaggedTensorSpec([2, None], tf.float32))"):  # fmt: skip
    _on(_call, graph=False, grad=False)
for _index in (
    "0",
    "1",
    "-1",
    "1:",
    "::-1",
    "2, 1",
    "2, 1:",
    ":, :1",
    ":, 1:",
    ":, -1:",
    "..., tf.newaxis",
    "0, ...",
    "tf.newaxis",
    ":2, ::2",
    "::2",
):
    _on(f"r[{_index}]", op="tf.RaggedTensor.__getitem__")
for _index in ("9", ":, 0", "0, 5", "1.5", "'a'"):
    _on(f"r[{_index}]", op="tf.RaggedTensor.__getitem__", bad=True, words=0.4)
for _call in (
    "r + 1.0",
    "2.0 * r",
    "r - r",
    "r / 2.0",
    "-r",
    "abs(r)",
    "r ** 2",
    "r > 0",
    "r == r",
    "r != r",
    "r + [[1.0], [2.0], [3.0], [4.0]]",
    "1.0 - r",
    "r // 1.0",
    "r % 1.0",
):
    _on(_call, op="tf.RaggedTensor.operators")
_on("r + tf.ragged.constant([[1.0], [2.0], [3.0], [4.0]])", op="tf.RaggedTensor.operators", bad=True, words=0.3)
_on("r & r", op="tf.RaggedTensor.operators", bad=True, words=0.3)

# Dispatched operations.
for _name in ("abs", "math.ceil", "cos", "exp", "floor", "negative", "sigmoid", "square", "tanh", "sign", "round", "math.softplus", "nn.relu", "nn.elu", "math.is_nan", "identity",
              "zeros_like", "ones_like", "stop_gradient"):  # fmt: skip
    _on(f"tf.{_name}(r)", op=f"tf.{_name}")
for _call in ("tf.add(r, r)", "tf.maximum(r, 0.0)", "tf.math.divide_no_nan(r, r)", "tf.where(r > 0, r, -r)", "tf.where(r > 0)", "tf.cast(r, tf.int32)", "tf.clip_by_value(r, -1.0, 1.0)",
              "tf.concat([r, r], 0)", "tf.concat([r, r], axis=1)", "tf.stack([r, r])", "tf.stack([r, r], axis=1)", "tf.expand_dims(r, 0)", "tf.expand_dims(r, 2)", "tf.squeeze(tf.expand_dims(r, 0), [0])",
              "tf.gather(r, [2, 0])", "tf.gather_nd(r, [[2, 1], [0, 0]])", "tf.tile(r, [1, 2])", "tf.reverse(r, [0])", "tf.reverse(r, [1])", "tf.size(r)", "tf.rank(r)",
              "tf.ragged.boolean_mask(r, [True, False, True, False])", "tf.dtypes.saturate_cast(r, tf.int32)", "tf.nn.softmax(r)", "tf.one_hot(tf.cast(r * 0, tf.int32), 2)",
              "tf.dynamic_partition(r, [0, 1, 0, 1], 2)", "tf.split(r, 2)", "tf.add_n([r, r])", "tf.math.reduce_variance(r, axis=1)", "tf.shape(r)",
              "tf.nn.dropout(r, 0.0)", "tf.linalg.matmul(tf.expand_dims(r, -1), tf.ones([4, 1, 2]))", "tf.bitcast(r, tf.int32)", "tf.reverse(r, [-1])"):  # fmt: skip
    _name = _call.split("(")[0]
    _on(_call, op=_name)
for _name in ("reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod"):
    for _axis in ("None", "0", "1", "-1"):
        _on(f"tf.{_name}(r, axis={_axis})", op=f"tf.{_name}")
    _on(f"tf.{_name}(r, axis=1, keepdims=True)", op=f"tf.{_name}")
_on("tf.reduce_any(r > 0, axis=1), tf.reduce_all(r > 0, axis=1)", op="tf.reduce_any")
for _name in (
    "strings.length",
    "strings.upper",
    "strings.to_hash_bucket_fast",
    "strings.substr",
    "strings.regex_replace",
    "strings.reduce_join",
    "strings.join",
    "strings.split",
):
    _args = {"strings.to_hash_bucket_fast": "r, 100", "strings.substr": "r, 0, 1", "strings.regex_replace": "r, 'a', 'b'", "strings.reduce_join": "r, axis=1",
             "strings.join": "[r, r], '-'"}.get(_name, "r")  # fmt: skip
    cases(
        f"r = tf.RaggedTensor.from_row_lengths(x, [2, 0, 1])\ntf.{_name}({_args})",
        op=f"tf.{_name}",
        x=S([b"ab a", b"c", b"de"]),
    )

cases("tf.ragged.range(3)")
cases("tf.ragged.range([3, 0, 2])")
cases("tf.ragged.range([0, 5], [3, 9], 2)")
cases("tf.ragged.stack([x, y])", x=f32(2), y=f32(3))
cases("tf.ragged.stack([x, y], axis=1)", x=i32(2), y=i32(2))
cases("tf.ragged.boolean_mask(x, m)", x=f32(2, 3), m=b1(2, 3))
_on("tf.ragged.map_flat_values(tf.multiply, r, r)", op="tf.ragged.map_flat_values")
cases("tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5])")
cases("tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2], num_segments=4)")
cases("tf.ragged.stack_dynamic_partitions(x, [0, 1, 0], 3)", x=f32(3))
cases(
    "tf.ragged.cross([tf.ragged.constant([['a'], ['b', 'c']]), tf.ragged.constant([['d'], ['e']])])",
    op="tf.ragged.cross",
)
cases("tf.ragged.cross_hashed([tf.ragged.constant([['a'], ['b', 'c']])], num_buckets=50)", op="tf.ragged.cross_hashed")
_on("tf.map_fn(tf.reduce_sum, r, fn_output_signature=tf.float32)", op="tf.map_fn")
