"""What operations ask of their inputs and attributes when they are added to a graph: TensorFlow's exceptions, before anything runs."""

import pytest

import tfshim as tf
from tfshim.engine.graphs.declarations import input_shapes
from tfshim.engine.ops import op_defs


def _traced(function, *specs):
    return tf.function(function, input_signature=specs, autograph=False).get_concrete_function()


def test_ranks_and_sizes_are_told_while_a_graph_is_built():
    image, boxes, which = tf.TensorSpec([None, None, None, 3]), tf.TensorSpec([5, 4]), tf.TensorSpec([6], tf.int32)
    with pytest.raises(ValueError, match="Dimensions must be equal, but are 5 and 6"):
        _traced(lambda x, b, w: tf.image.crop_and_resize(x, b, w, [2, 2]), image, boxes, which)
    with pytest.raises(ValueError, match="Shape must be rank 4 but is rank 3"):
        _traced(lambda x: tf.image.crop_and_resize(x, [[0.0, 0.0, 1.0, 1.0]], [0], [2, 2]), tf.TensorSpec([None, None, 3]))
    with pytest.raises(ValueError, match="Shape must be at least rank 3 but is rank 2"):
        _traced(lambda x: tf.image.adjust_hue(x, 0.1), tf.TensorSpec([None, 3]))
    with pytest.raises(ValueError, match="Dimension must be 2 but is 3"):
        _traced(lambda s: tf.random.stateless_uniform([2], s), tf.TensorSpec([3], tf.int32))


def test_what_is_not_known_is_not_asked_for():
    spec = tf.TensorSpec(None)
    made = _traced(lambda x, b, w: tf.image.crop_and_resize(x, b, w, [2, 2]), spec, spec, tf.TensorSpec(None, tf.int32))
    assert made.structured_outputs.shape.rank == 4


def test_attributes_are_looked_at_while_a_graph_is_built():
    with pytest.raises(ValueError, match="Attr 'unit' of 'StringLength' Op passed string 'byte' not in: \"BYTE\", \"UTF8_CHAR\""):
        _traced(lambda x: tf.strings.length(x, "byte"), tf.TensorSpec([None], tf.string))
    with pytest.raises(ValueError, match="Attr 'block_size' of 'SpaceToDepth' Op passed 0 less than minimum 2"):
        _traced(lambda x: tf.nn.space_to_depth(x, 0), tf.TensorSpec([None, 2, 2, 1]))


def test_the_first_input_decides_the_dtype_in_graphs():
    with pytest.raises(TypeError, match="Input 'y' of 'Greater' Op has type int8 that does not match type int32 of argument 'x'"):
        _traced(lambda x: tf.greater([1, 2], x), tf.TensorSpec([None], tf.int8))
    assert tf.greater([1, 2], tf.constant([2, 1], tf.int8)).numpy().tolist() == [False, True]
    # Of a list it is the first tensor, and a later number takes the dtype of an earlier tensor.
    assert _traced(lambda x: tf.stack([1, x]), tf.TensorSpec([], tf.int8)).structured_outputs.dtype is tf.int8
    assert _traced(lambda x: tf.greater(x, [1, 2]), tf.TensorSpec([None], tf.int8)).structured_outputs.dtype is tf.bool


def test_sizes_have_the_dtypes_that_are_declared():
    with pytest.raises(TypeError, match="parameter 'dims' has DataType float32 not in list of allowed values: int32, int64"):
        _traced(lambda n: tf.fill(n, 1), tf.TensorSpec([2]))
    with pytest.raises(TypeError, match="Input 'size' of 'Slice' Op has type int64 that does not match type int32 of argument 'begin'"):
        _traced(lambda x, n: tf.slice(x, [0], n), tf.TensorSpec([None]), tf.TensorSpec([1], tf.int64))


def test_operations_are_no_results_of_functions():
    with pytest.raises(TypeError, match="found return value of type Operation, which is not a Tensor or ExtensionType"):
        _traced(lambda x: tf.debugging.assert_positive(x), tf.TensorSpec([None]))


def test_what_is_padded_has_as_many_axes_as_before():
    made = _traced(lambda x: tf.signal.rfft(x, fft_length=[8]), tf.TensorSpec(None))
    assert made.structured_outputs.shape.rank is None
    assert made(tf.zeros([3, 5])).shape == [3, 5]


@pytest.mark.parametrize("kind", ["CropAndResize", "AdjustHue", "StatelessRandomGetKeyCounter", "DenseBincount"])
def test_the_table_is_read(kind):
    asked = input_shapes.asked(kind)
    assert asked and set(asked) <= {i.name for i in op_defs.find(kind).inputs}
    assert all(a.wrong_rank(a.least) is None and (a.least == 0 or a.wrong_rank(a.least - 1)) for a in asked.values())
