"""Which trace serves a call, and how a trace is described; as recorded from TensorFlow."""

import pytest

import tfshim as tf


def test_a_trace_made_before_serves_what_it_takes():
    traced = []

    @tf.function
    def double(a):
        traced.append(a.shape)
        return a + a

    double(tf.constant("a"))
    assert double.get_concrete_function(tf.constant("b"))(tf.constant("c")).numpy() == b"cc"
    assert double.get_concrete_function(tf.TensorSpec([], tf.string)) is double.get_concrete_function(tf.constant("q"))
    assert len(traced) == 1
    general = double.get_concrete_function(tf.TensorSpec([None, 2]))
    assert double.get_concrete_function(tf.TensorSpec([3, 2])) is general
    assert double(tf.ones([5, 2])).shape == [5, 2] and len(traced) == 2
    exact = double.get_concrete_function(tf.TensorSpec([None, None]))
    assert exact is not general and double.get_concrete_function(tf.TensorSpec([4, 2])) is general  # the most specific one
    double(tf.ones([1, 7]))
    assert len(traced) == 3


def test_ragged_and_nested_arguments_are_served_alike():
    traced = []

    @tf.function
    def total(x):
        traced.append(x)
        return tf.reduce_sum(x["r"])

    total.get_concrete_function({"r": tf.RaggedTensorSpec([None, None], tf.int32)})
    assert total({"r": tf.ragged.constant([[1, 2], [3]])}).numpy() == 6 and len(traced) == 1


class FruitType(tf.types.experimental.TraceType):
    def __init__(self, fruit):
        self.fruit = fruit

    def is_subtype_of(self, other):
        return type(other) is FruitType and issubclass(type(self.fruit), type(other.fruit))

    def most_specific_common_supertype(self, others):
        return self if all(self == other for other in others) else None

    def placeholder_value(self, placeholder_context=None):
        return self.fruit

    def __eq__(self, other):
        return type(other) is FruitType and type(self.fruit) is type(other.fruit)

    def __hash__(self):
        return hash(type(self.fruit))


class Fruit:
    flavor = 1

    def __tf_tracing_type__(self, context):
        return FruitType(self)


class Apple(Fruit):
    flavor = 2


def test_objects_that_tell_their_type():
    count = []

    @tf.function
    def flavor(fruit):
        count.append(1)
        return tf.constant(fruit.flavor)

    assert flavor(Apple()).numpy() == 2 and flavor(Apple()).numpy() == 2 and len(count) == 1
    assert flavor(Fruit()).numpy() == 1 and len(count) == 2


def test_outputs_and_arguments_in_words():
    @tf.function
    def f(x, y=2, *, z=None):
        return {"a": x * 2, "b": [tf.constant(1), None, 3, "s"]}

    concrete = f.get_concrete_function(tf.constant([1.0]))
    assert str(concrete.structured_outputs) == (
        "{'a': <tf.Tensor 'Identity:0' shape=(1,) dtype=float32>, 'b': [<tf.Tensor 'Identity_1:0' shape=() dtype=int32>, None, "
        "<tf.Tensor 'Identity_2:0' shape=() dtype=int32>, <tf.Tensor 'Identity_3:0' shape=() dtype=string>]}"
    )
    assert repr(concrete).startswith(
        "<ConcreteFunction (x: TensorSpec(shape=(1,), dtype=tf.float32, name=None), y: Literal[2], *, z: Literal[None]) -> "
    )
    concrete = f.get_concrete_function(tf.ragged.constant([[1.0], [2.0, 3.0]]))
    assert (
        str(concrete.structured_input_signature) == "((RaggedTensorSpec(TensorShape([2, None]), tf.float32, 1, tf.int64), 2), {'z': None})"
    )

    @tf.function
    def args(a, b=2, *c, d=4, **k):
        return a

    args(1)
    assert args.pretty_printed_concrete_signatures() == (
        "Input Parameters:\n  a (POSITIONAL_ONLY): Literal[1]\n  b (POSITIONAL_ONLY): Literal[2]\n  d (KEYWORD_ONLY): Literal[4]\n"
        "Output Type:\n  TensorSpec(shape=(), dtype=tf.int32, name=None)\nCaptures:\n  None"
    )
    with pytest.raises(TypeError) as e:
        args()
    assert str(e.value) == (
        "Binding inputs to tf.function failed due to `missing a required argument: 'a'`. Received args: () and kwargs: {} for "
        "signature: (a, b=<captured_default_value>, *c, d=<captured_default_value>, **k)."
    )


def test_values_that_a_trace_was_made_with_cannot_be_replaced():
    @tf.function
    def power(a, b):
        return a**b

    square = power.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
    assert square(tf.constant(10.0)).numpy() == 100 and square(tf.constant(10.0), b=2).numpy() == 100
    assert square(a=tf.constant(3.0)).numpy() == 9
    with pytest.raises(TypeError) as e:
        square(tf.constant(10.0), b=3)
    assert str(e.value) == (
        "Binding inputs to tf.function failed due to `Can not cast 3 to Literal[2]`. Received args: (<tf.Tensor: shape=(), dtype=float32, "
        "numpy=10.0>,) and kwargs: {'b': 3} for signature: (a: TensorSpec(shape=<unknown>, dtype=tf.float32, name=None), b: Literal[2]) -> "
        "TensorSpec(shape=<unknown>, dtype=tf.float32, name=None).\nFallback to flat signature also failed due to: "
        "power(a) got unexpected keyword arguments: b."
    )
