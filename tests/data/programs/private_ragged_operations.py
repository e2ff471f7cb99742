"""The modules of ragged operations, which have the public functions under their own names."""

import tensorflow as tf
from tensorflow.python.ops.ragged import (
    ragged_array_ops,
    ragged_batch_gather_ops,
    ragged_concat_ops,
    ragged_conversion_ops,
    ragged_gather_ops,
    ragged_math_ops,
    ragged_squeeze_op,
    ragged_string_ops,
    ragged_tensor,
    ragged_where_op,
)

_ROWS = tf.ragged.constant([[1, 2], [3]])
_IDS = tf.ragged.constant([[1], [0, 0]])


def _shown(x):
    return [_shown(v) for v in x] if isinstance(x, list) else x.to_list() if isinstance(x, tf.RaggedTensor) else x.numpy().tolist()


def case_arrays():
    made = ragged_array_ops
    return [
        _shown(v)
        for v in (
            made.expand_dims(_ROWS, 0),
            made.rank(_ROWS),
            made.size(_ROWS),
            made.tile(_ROWS, [1, 2]),
            made.reverse(_ROWS, [1]),
            made.split(_ROWS, 2),
            made.bitcast(_ROWS, tf.uint32),
            made.dynamic_partition(_ROWS, [1, 0], 2),
            ragged_squeeze_op.squeeze(_ROWS[:1], [0]),
            ragged_concat_ops.concat([_ROWS, _ROWS], 1),
            ragged_where_op.where(_ROWS > 1),
            ragged_where_op.where_v2(_ROWS > 1, _ROWS, 0),
        )
    ]


def case_gathers():
    return [
        _shown(ragged_gather_ops.gather(_ROWS, [1, 0])),
        _shown(ragged_gather_ops.gather_nd(_ROWS, [[1, 0]])),
        _shown(ragged_batch_gather_ops.batch_gather(_ROWS, tf.ragged.constant([[1], [0, 0]]))),
    ]


def case_sums():
    made = ragged_math_ops
    return [
        _shown(f(_ROWS, axis=1)) for f in (made.reduce_sum, made.reduce_prod, made.reduce_max, made.reduce_min, made.reduce_mean)
    ] + [
        _shown(made.segment_sum(_ROWS, [1, 1], 2)),
        _shown(made.segment_mean(_ROWS, _IDS[::-1], 3)),
        _shown(made.matmul(tf.ragged.constant([[1.0], [2.0]]), [[3.0]])),
        _shown(made.ragged_cumsum(_ROWS, axis=1)),
        _shown(made.softmax(tf.ragged.constant([[0.0, 0.0], [1.0]]))),
        _shown(made.reduce_variance(tf.ragged.constant([[1.0, 3.0], [2.0]]), axis=1)),
    ]


def case_conversions():
    return [
        _shown(ragged_conversion_ops.from_tensor([[1, 2]])),
        _shown(ragged_conversion_ops.to_tensor(_ROWS)),
        _shown(ragged_conversion_ops.from_sparse(_ROWS.to_sparse())),
        _shown(ragged_tensor.convert_to_tensor_or_ragged_tensor([1, 2])),
        _shown(ragged_tensor.convert_to_tensor_or_ragged_tensor(_ROWS)),
        _shown(ragged_string_ops.reduce_join(tf.ragged.constant([["a", "b"], ["c"]]), axis=1)),
    ]
