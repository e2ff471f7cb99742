"""Operations on ragged tensors inside functions that know no size: the answers are those outside; gradients are right."""

import numpy as np
import pytest

import tfshim as tf

INPUTS = {
    "r": tf.ragged.constant([[1.0, 2.0], [], [3.0, 4.0, 5.0]]),
    "z": tf.ragged.constant([[[1.0], [2.0, 3.0]], [[4.0]], []]),
    "s": tf.ragged.constant([["a b", "c"], [], ["d"]]),
}
EXPRESSIONS = {
    "r": """
        x+1.
        x+x
        x+tf.reduce_sum(x,1,keepdims=True)
        x*[[1.],[2.],[3.]]
        tf.reduce_sum(x,1)
        tf.reduce_max(x,0)
        tf.reduce_mean(x,axis=1,keepdims=True)
        tf.concat([x,x],1)
        tf.concat([x,x],0)
        tf.stack([x,x])
        tf.stack([x,x],1)
        tf.gather(x,[2,0])
        x[1:]
        x[:, :1]
        x[::-1]
        x[:, ::-1]
        x[0]
        x[-1]
        x[tf.constant(2)]
        x[2,1:]
        tf.expand_dims(x,0)
        tf.expand_dims(x,1)
        tf.expand_dims(x,2)
        tf.squeeze(tf.expand_dims(x,1),1)
        tf.tile(x,[2,1])
        tf.tile(x,[1,2])
        tf.reverse(x,[0,1])
        tf.where(x>1,x,0.)
        tf.where(x>1)
        x.to_tensor()
        x.to_tensor(shape=[None,2])
        x.to_tensor(default_value=-1.)
        x.to_sparse()
        tf.RaggedTensor.from_sparse(x.to_sparse())
        tf.RaggedTensor.from_tensor(x.to_tensor(), lengths=x.row_lengths())
        x.bounding_shape()
        x.nrows(), x.row_lengths(), x.value_rowids()
        tf.ragged.boolean_mask(x, [True,False,True])
        tf.ragged.boolean_mask(x, x>1)
        tf.nn.softmax(x)
        tf.cumsum(x,1)
        tf.one_hot(tf.cast(x,tf.int32),3)
        tf.split(x,3)
        tf.split(x,[1,2])
        tf.dynamic_partition(x,[0,1,0],2)
        tf.ragged.stack_dynamic_partitions(x,[0,1,0],2)
        tf.add_n([x,x])
        tf.math.reduce_std(x,1)
        tf.size(x), tf.rank(x)
        tf.shape(x)
        tf.ones(tf.shape(x))
        tf.ones_like(x)
        tf.broadcast_to(1.,tf.shape(x))
        tf.linalg.matmul(tf.expand_dims(x,-1), tf.ones([3,1,2]))
        tf.nn.dropout(x,0.)
        tf.map_fn(tf.reduce_sum,x,fn_output_signature=tf.float32)
        tf.map_fn(lambda v: v*2,x,fn_output_signature=tf.RaggedTensorSpec([None],tf.float32))
        tf.map_fn(lambda v: v*2,x)
        x.merge_dims(0,1)
        tf.math.unsorted_segment_sum(x,[0,1,0],2)
        tf.cast(x,tf.int32)
        tf.gather_nd(x,[[2,1],[0,0]])
        tf.ragged.stack([x,x])
        tf.ragged.map_flat_values(tf.square,x)
        x.with_values(x.values*2)
        x.with_row_splits_dtype(tf.int32)
        tf.ragged.range(x.row_lengths())
        tf.RaggedTensor.from_row_splits(x.values,x.row_splits)
        tf.RaggedTensor.from_value_rowids(x.values,x.value_rowids(),x.nrows())
        tf.RaggedTensor.from_uniform_row_length(x.values, 5)
        tf.argmax(x.to_tensor(),1)
        tf.cond(tf.size(x)>2, lambda: x, lambda: x+1.)
        tf.while_loop(lambda i,v: i<2, lambda i,v: (i+1, v*2.), [0,x])
        [tf.debugging.assert_equal(x,x), x][1]
        tf.clip_by_value(x,0.,2.)
        x==x
    """,
    "z": """
        x+1.
        tf.reduce_sum(x,1)
        tf.reduce_sum(x,2)
        tf.reduce_sum(x,0)
        tf.reduce_sum(x,[1,2])
        x[0]
        x[0,1]
        x[:, :1]
        x[:, :, :1]
        x[..., :1]
        tf.concat([x,x],1)
        tf.concat([x,x],2)
        x.merge_dims(0,1)
        x.merge_dims(1,2)
        x.to_tensor()
        tf.gather(x,[1,0])
        tf.tile(x,[1,2,1])
        tf.expand_dims(x,1)
        x.row_lengths(2)
        x+tf.reduce_max(x,2,keepdims=True)
        tf.reverse(x,[1,2])
        tf.map_fn(lambda v: v+1.,x)
        tf.gather(x, tf.ragged.constant([[0],[1,1]]))
        tf.nn.softmax(x)
        x.to_sparse()
        tf.shape(x)
        tf.where(x>1)
    """,
    "s": """
        tf.strings.split(x)
        tf.strings.length(x)
        tf.strings.reduce_join(x,1)
        tf.strings.join([x,x],"-")
        tf.strings.ngrams(x,2)
        tf.strings.unicode_decode(x,"UTF-8")
        tf.strings.unicode_split(x,"UTF-8")
        tf.strings.format("{}",x)
        tf.ragged.cross([x,x])
        tf.ragged.cross_hashed([x,x],5)
        tf.strings.bytes_split(x)
        tf.concat([x,x],1)
        x.to_tensor("")
        tf.strings.regex_replace(x,"a","b")
        x=="c"
    """,
}


def _cases(listed):
    return [line.strip() for line in listed.strip().splitlines()]


def _plain(value):
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else repr(value)


@pytest.mark.parametrize("name, expression", [(n, e) for n, listed in EXPRESSIONS.items() for e in _cases(listed)])
def test_as_outside(name, expression):
    x = INPUTS[name]
    spec = tf.RaggedTensorSpec([None] * x.shape.rank, x.dtype, ragged_rank=x.ragged_rank)
    inside = tf.function(lambda x: eval(expression, {"tf": tf, "x": x}), input_signature=[spec], autograph=False)
    assert _plain(inside(x)) == _plain(eval(expression, {"tf": tf, "x": x}))


WITH_GRADIENTS = """
    tf.reduce_sum(x,1)
    tf.reduce_mean(x,1)
    tf.reduce_max(x,1)
    tf.concat([x,2*x],1)
    x[:, 1:]
    x[::-1]
    x.to_tensor()
    tf.nn.softmax(x)
    tf.cumsum(x,1)
    tf.tile(x,[1,2])
    tf.reverse(x,[1])
    x+tf.reduce_max(x,1,keepdims=True)
    x*[[1.],[2.],[3.]]
    tf.gather(x,[2,0,2])
    tf.gather_nd(x,[[2,1]])
    tf.where(x>2,x*x,x)
    tf.math.reduce_std(x[2:],1)
    tf.linalg.matmul(tf.expand_dims(x,-1), tf.ones([3,1,2],tf.float64))
    tf.stack([x,x],1)
    tf.map_fn(tf.reduce_prod,x,fn_output_signature=tf.float64)
    tf.map_fn(lambda v: v*v,x,fn_output_signature=tf.RaggedTensorSpec([None],tf.float64))
    tf.ragged.boolean_mask(x,x>1)
    x.to_sparse().values
    tf.math.unsorted_segment_sum(x,[0,1,0],2)
    tf.add_n([x,x])
    tf.expand_dims(x,1)
    tf.RaggedTensor.from_tensor(x.to_tensor(),lengths=x.row_lengths())
    tf.split(x,3)[2]
    tf.ragged.stack_dynamic_partitions(x,[1,0,1],2)
    tf.ragged_fill_empty_rows(x.value_rowids(),x.values,x.nrows(),tf.constant(1.,tf.float64)).output_values
"""
VALUES, SPLITS = np.array([1.5, 2.5, 3.1, 4.2, 0.7, 1.9]), [0, 2, 3, 6]


def _weighed(values, splits, expression):
    y = eval(expression, {"tf": tf, "x": tf.RaggedTensor.from_row_splits(values, splits)})
    y = y.flat_values if isinstance(y, tf.RaggedTensor) else y
    return tf.reduce_sum(tf.reshape(y, [-1]) * (tf.cast(tf.range(tf.size(y)), y.dtype) * 0.3 + 1))


def _gradient(values, splits, expression):
    with tf.GradientTape() as tape:
        tape.watch(values)
        y = _weighed(values, splits, expression)
    return tf.convert_to_tensor(tape.gradient(y, values))


@pytest.mark.parametrize("expression", _cases(WITH_GRADIENTS))
def test_gradients_are_those_of_differences(expression):
    splits = tf.constant(SPLITS, tf.int64)
    taped = _gradient(tf.constant(VALUES), splits, expression).numpy()
    for i, step in enumerate(np.eye(6) * 1e-6):
        up, down = (float(_weighed(tf.constant(VALUES + s), splits, expression)) for s in (step, -step))
        assert abs(taped[i] - (up - down) / 2e-6) < 1e-4
    specs = [tf.TensorSpec([None], tf.float64), tf.TensorSpec([None], tf.int64)]
    inside = tf.function(lambda v, s: _gradient(v, s, expression), input_signature=specs, autograph=False)
    np.testing.assert_allclose(inside(tf.constant(VALUES), splits).numpy(), taped)
