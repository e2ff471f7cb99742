"""`tf.Module`: the order in which variables are found, composites, paths, and what cannot be walked. As TensorFlow 2.15.1 has it."""

import pytest

import tfshim as tf
from tests.recorded.cases import programs


@programs("shared_containers")
def test_lists_and_dictionaries(case):
    case.check(tf)


class _PairSpec(tf.TypeSpec):
    value_type = property(lambda self: _Pair)
    _component_specs = property(lambda self: (tf.TensorSpec([]), tf.TensorSpec([])))

    def _serialize(self):
        return ()

    def _to_components(self, value):
        return value.a, value.b

    def _from_components(self, components):
        return _Pair(*components)


class _Pair(tf.Module, tf.__internal__.CompositeTensor):
    """A module that is a composite tensor as well: what TensorFlow Probability's distributions and GPflow's parameters are."""

    def __init__(self, a, b):
        super().__init__()
        self.a, self.b, self.inner = a, b, _Block("hidden")

    _type_spec = property(lambda self: _PairSpec())


class _Block(tf.Module):
    def __init__(self, name):
        super().__init__()
        self.v = tf.Variable(1.0, name=name)
        self.l = [tf.Variable(2.0, name=name + "l"), {"z": tf.Variable(3.0, name=name + "z", trainable=False)}]


class _Whole(tf.Module):
    def __init__(self):
        super().__init__()
        self.block = _Block("m")
        self.c = [_Pair(tf.Variable(1.0, name="ca"), tf.Variable(1.0, name="cb"))]
        self.z = tf.Variable(3.0, name="zz")
        self.y = (self.block, self.z)
        self.again = self
        self.r = tf.ragged.constant([[1.0], [2.0, 3.0]])


def _variables(module, **options):
    return [v.name for v in module._flatten(predicate=lambda x: isinstance(x, tf.Variable), **options)]


def test_composites_are_expanded_where_variables_are_asked_for():
    whole = _Whole()
    assert [v.name for v in whole.variables] == ["ca:0", "cb:0", "zz:0", "ml:0", "mz:0", "m:0"]
    assert [v.name for v in whole.trainable_variables] == ["ca:0", "cb:0", "zz:0", "ml:0", "m:0"]
    assert [v.name for v in whole.non_trainable_variables] == ["mz:0"]
    assert [type(m).__name__ for m in whole.submodules] == ["_Block", "_Pair", "_Block"]
    assert _variables(whole) == ["zz:0", "ml:0", "mz:0", "m:0", "ca:0", "cb:0", "hiddenl:0", "hiddenz:0", "hidden:0"]
    assert _variables(whole, expand_composites=True, recursive=False) == ["ca:0", "cb:0", "zz:0"]
    assert sum(isinstance(x, tf.RaggedTensor) for x in whole._flatten()) == 1
    assert sum(isinstance(x, tf.Tensor) for x in whole._flatten(expand_composites=True)) == 2


def test_a_composite_among_the_attributes_is_expanded_in_its_place():
    """What an attribute holds itself comes before what modules among the attributes hold."""

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.block = _Block("m")
            self.pair = _Pair(tf.Variable(1.0, name="ca"), tf.Variable(1.0, name="cb"))

    model = Model()
    assert [v.name for v in model.variables] == ["ca:0", "cb:0", "ml:0", "mz:0", "m:0"]
    assert [v.name for v in model.trainable_variables] == ["ca:0", "cb:0", "ml:0", "m:0"]
    assert [type(m).__name__ for m in model.submodules] == ["_Block", "_Pair", "_Block"]
    assert _variables(model) == ["ml:0", "mz:0", "m:0", "ca:0", "cb:0", "hiddenl:0", "hiddenz:0", "hidden:0"]


def test_all_paths_are_met():
    block = _Block("k")
    block.again = block.v
    found = block._flatten(with_path=True, predicate=lambda x: isinstance(x, tf.Variable))
    assert [(path, v.name) for path, v in found] == [
        (("again",), "k:0"),
        (("l", 0), "kl:0"),
        (("l", 1, "z"), "kz:0"),
        (("v",), "k:0"),
    ]


@pytest.mark.parametrize("ask", [lambda m: m.variables, lambda m: m.submodules, lambda m: list(m._flatten())])
def test_a_dictionary_that_has_no_order(ask):
    block = _Block("k")
    block.bad = {1: 2, "a": 3}
    with pytest.raises(ValueError, match="Error processing property 'bad' of ") as caught:
        ask(block)
    assert isinstance(caught.value.__cause__, TypeError)
