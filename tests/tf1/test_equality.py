"""`==` of tensors of TensorFlow 1 graphs is identity, also where no graph is open; within functions it compares elements."""

import pytest

import tfshim as tf


@pytest.fixture(scope="module")
def tensors():
    with tf.Graph().as_default():
        return tf.ones([2]), tf.ones([2])


@pytest.mark.parametrize("where", ["outside", "another graph", "a function"])
def test_tensors_of_a_graph_are_equal_to_themselves_alone_wherever_they_are_compared(tensors, where):
    a, b = tensors
    eager = tf.ones([2])

    def compared():
        assert (a == a) is True
        assert [a == x for x in (b, eager, None, 1, "x", [1.0, 1.0])] == [False] * 6
        assert [x == a for x in (1, "x", [1.0, 1.0])] == [False] * 3
        assert a in [b, a] and a not in [b]

    if where == "outside":
        compared()
    elif where == "another graph":
        with tf.Graph().as_default():
            compared()
    else:
        tf.function(compared, autograph=False)()


def test_what_holds_tensors_of_a_graph_can_be_compared(tensors):
    case = tf.test.TestCase()
    case.assertEqual({"loss": tensors[0]}, {"loss": tensors[0]})
    with pytest.raises(AssertionError):
        case.assertEqual(*tensors)


@pytest.mark.parametrize(
    "compare", [lambda x: x == tf.ones([2]), lambda x: tf.ones([2]) == x, lambda x: x != x], ids=["eager", "of eager", "!="]
)
def test_other_comparisons_of_a_leaked_tensor_are_out_of_scope(compare):
    leaked = []
    tf.function(leaked.append)(tf.ones([2]))
    with pytest.raises(TypeError, match="is out of scope and cannot be used here"):
        compare(leaked[0])


@pytest.mark.parametrize("other", [[1.0, 2.0, 3.0], (1.0, 2.0, 3.0), [], [[1.0] * 3] * 2], ids=str)
@pytest.mark.parametrize("on_variable", [False, True])
def test_lists_that_do_not_fit_are_simply_different_within_functions(other, on_variable):
    held = tf.Variable([1.0, 2.0]) if on_variable else None

    @tf.function
    def f(x):
        x = x if held is None else held
        made = x == other, other == x, x != other
        assert all(t.shape == [] and t.dtype == tf.bool for t in made)
        return made

    assert [t.numpy() for t in f(tf.constant([1.0, 2.0]))] == [False, False, True]


@pytest.mark.parametrize("function", [tf.equal, tf.not_equal])
@pytest.mark.parametrize("other", [[1.0, 2.0, 3.0], tf.ones([3])], ids=["list", "tensor"])
def test_tf_equal_refuses_them(function, other):
    with pytest.raises(ValueError, match="Dimensions must be equal, but are 2 and 3 for "):
        tf.function(lambda x: function(x, other))(tf.ones([2]))
