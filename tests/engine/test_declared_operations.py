"""Which operations take what TensorFlow declares for their type: one function says it, and everything that goes by it fits."""

import pytest

import tfshim as tf
from tfshim.array_ops import creation, joining, slicing, sorting
from tfshim.engine.graphs.declarations import input_shapes, output_shapes
from tfshim.engine.graphs.node_form import input_names, names_of
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.gradient_overrides import overridden
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.op_defs import definition_of, find
from tfshim.engine.ops.op_names import renamed
from tfshim.engine.ops.static_shapes import shape_messages
from tfshim.linalg import decompositions
from tfshim.nn import convolutions, pooling, transposed

assert dir(tf.raw_ops)  # loads all operations

# Registered operations of which some inputs are other parameters: such nodes are written in a form of their own, or as several.
OTHER_INPUTS = {
    "DenseBincount": "`size` comes of `minlength` and `maxlength`",
    "ParseExampleV2": "keys are in the items to read",
    "ParseSequenceExampleV2": "keys are in the items to read",
    **dict.fromkeys([t for t in REGISTRY if t.startswith("Queue")], "an element is a list of components"),
    "RaggedCross": "values of all kinds are one list",
    "ScaleAndTranslate": "scale and translation come of the sizes",
    "TridiagonalMatMul": "the diagonals are one tensor",
}


def test_registered_operations_are_as_declared():
    assert [o for o in REGISTRY.values() if definition_of(o) is not find(o.type)] == []


def test_inputs_have_parameters():
    declared = {t: definition_of(o) for t, o in REGISTRY.items() if definition_of(o) is not None}
    others = {t for t, d in declared.items() if {i.name for i in d.inputs} - names_of(REGISTRY[t]).keys()}
    assert others == OTHER_INPUTS.keys()


def test_tables_name_what_operations_have():
    def unknown(op_type, names):
        return [n for n in names if renamed(op_type, REGISTRY[op_type], n) is None] if op_type in REGISTRY else []

    outputs = {t: unknown(t, [n for rule in rules for n, _ in rule.inputs]) for t, rules in output_shapes._rules().items()}
    inputs = {t: unknown(t, input_shapes.asked(t) or ()) for t in REGISTRY if t not in OTHER_INPUTS}
    assert {t: names for t, names in {**outputs, **inputs}.items() if names} == {}


def test_messages_read_what_operations_have():
    with tf.Graph().as_default():
        unknown = tf.compat.v1.placeholder(tf.float32)
        for op_type in shape_messages._RULES.keys() & REGISTRY.keys():
            o = REGISTRY[op_type]
            many = {p.at for p in o.params if p.many}
            arguments = [n for n in o.names if n != "name"]
            given = [
                [unknown] if i in many else tf.TensorShape(None) if op_type == "EnsureShape" and n == "shape" else unknown
                for i, n in enumerate(arguments)
            ]
            assert shape_messages.message(o, given) is None


@pytest.mark.parametrize(
    "operation", [joining._packed, creation._fill_scoped, slicing._item, convolutions.grouped_conv3d], ids=lambda f: f.__name__
)
def test_operations_that_are_so_beside_the_registered_one(operation):
    o = operation._tfshim_op
    assert o is not REGISTRY[o.type] and definition_of(o) is find(o.type) is not None
    assert input_names(o) == input_names(REGISTRY[o.type])
    assert definition_of(overridden(o, "of_a_name")) is definition_of(o)


@pytest.mark.parametrize(
    "operation",
    [convolutions.conv1d, pooling.max_pool1d, pooling.avg_pool1d, transposed.conv1d_transpose, decompositions.eigvalsh, sorting._sort],
    ids=lambda f: f.__name__,
)
def test_operations_that_are_only_shown_under_a_type(operation):
    o = operation._tfshim_op
    assert find(o.type) is not None is definition_of(o)
    assert input_names(o) == {} and output_shapes._call_of(o, []) is None and shape_messages.message(o, []) is None


def test_operations_of_the_engine_are_not_declared():
    assert definition_of(InnerOp("Identity")) is None


@pytest.mark.parametrize("shape, batch", [([2, 8, 3], 2), ([None, 8, 3], None), (None, None)])
def test_the_batch_of_a_transposed_convolution(shape, batch):
    f = tf.function(lambda x: tf.nn.conv1d_transpose(x, tf.ones([2, 4, 3]), [2, 16, 4], 2))
    assert f.get_concrete_function(tf.TensorSpec(shape)).output_shapes.as_list() == [batch, 16, 4]


def test_filters_of_another_rank():
    f = tf.function(lambda x, filters: tf.nn.conv1d(x, filters, 1, "SAME"))
    with pytest.raises(ValueError, match="Shape must be rank 4 but is rank 3 for"):
        f.get_concrete_function(tf.TensorSpec([2, 8, 3]), tf.TensorSpec([3, 4]))
