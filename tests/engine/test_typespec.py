"""TypeSpec, TensorSpec and the specs of values, against answers recorded from TensorFlow."""

import pickle

import numpy as np
import pytest

from tests.engine.scope import names
from tests.recorded.cases import expressions
from tfshim.engine.values import typespec
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import float32, int32, string
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.typespec import BoundedTensorSpec, TensorSpec


@expressions("typespec")
def test_recorded(case):
    case.check(**names())


@pytest.mark.parametrize(
    "spec",
    [
        TensorSpec([1, None], int32, "n"),
        TensorSpec(None, string),
        BoundedTensorSpec([2], int32, [0, 1], 7),
        BoundedTensorSpec([], float32, -1.5, 2.5, "b"),
    ],
    ids=repr,
)
def test_specs_survive_protocol_buffers_and_pickles(spec):
    assert type(spec).experimental_from_proto(spec.experimental_as_proto()) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_bounds_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        BoundedTensorSpec([2], int32, [0, 1], 7).minimum[0] = 5


class _Celsius:
    def __init__(self, degrees):
        self.degrees = degrees


class _Kelvin(_Celsius):
    pass


def test_registered_converters_are_asked(monkeypatch):
    monkeypatch.setattr(typespec, "_CONVERTERS", [])
    typespec.register_type_spec_from_value_converter(_Celsius, lambda v: TensorSpec([v.degrees]))
    assert typespec.type_spec_from_value(_Celsius(3)) == TensorSpec([3])
    with pytest.raises(TypeError, match="Could not build a TypeSpec"):
        typespec.type_spec_from_value(_Kelvin(3))
    typespec.register_type_spec_from_value_converter(_Celsius, lambda v: TensorSpec([2]), allow_subclass=True)
    assert typespec.type_spec_from_value(_Kelvin(3)) == TensorSpec([2])


class _Registered(TensorSpec):
    __module__ = "elsewhere.hidden"


def test_names_of_classes():
    with pytest.raises(ValueError, match="has not been registered"):
        typespec.get_name(_Registered)
    with pytest.raises(ValueError, match="Name tf.TensorSpec has already been registered for class tensorflow.python"):
        typespec.register("tf.TensorSpec")(_Registered)
    for bad in ("plain", "a b.C", "x."):
        with pytest.raises(ValueError, match="must have the form"):
            typespec.register(bad)
    with pytest.raises(TypeError, match="to be a string; got 3"):
        typespec.register(3)
    with pytest.raises(TypeError, match="to be a TypeSpec; got <class 'int'>"):
        typespec.register("tests.X")(int)
    typespec.register("tests.Registered")(_Registered)
    assert typespec.lookup("tests.Registered") is _Registered
    assert typespec.get_name(_Registered) == "tests.Registered"
    with pytest.raises(ValueError, match="has already been registered with name tests.Registered"):
        typespec.register("tests.Again")(_Registered)
    # Found by that name, though its module cannot be imported.
    assert pickle.loads(pickle.dumps(_Registered([1]))) == _Registered([1])
    with pytest.raises(ValueError, match="No TypeSpec has been registered with name 'tests.Unknown'"):
        typespec.lookup("tests.Unknown")


class _Graph:
    def placeholder(self, dtype, shape, name):
        return dtype, shape, name


class _Context:
    context_graph = _Graph()
    naming_scope = "x"


def test_placeholders_come_from_the_graph_that_is_traced():
    assert TensorSpec([1], int32).placeholder_value(_Context()) == (int32, TensorShape([1]), "x")
    assert TensorSpec([1], int32, "own").placeholder_value(_Context())[2] == "own"


class _AllowSpecs:
    allow_specs = True


def test_casting():
    spec = TensorSpec([None], float32)
    given = convert_to_tensor([1.0, 2.0])
    assert spec.cast(given, None) is given
    assert spec.cast([1, 2], None).dtype is float32
    assert spec.cast(TensorSpec([3], float32), _AllowSpecs()) == TensorSpec([3], float32)
    with pytest.raises(AssertionError, match="Can not cast TensorSpec"):
        spec.cast(TensorSpec([3], int32), _AllowSpecs())
    with pytest.raises(TypeError, match="Can not cast TensorSpec"):
        spec.cast(convert_to_tensor([1]), None)


class _Interval:
    def __init__(self, low, high):
        self.low, self.high = low, high


class _IntervalSpec(typespec.BatchableTypeSpec):
    def __init__(self, shape):
        self._shape = TensorShape(shape)

    value_type = property(lambda self: _Interval)

    def _serialize(self):
        return (self._shape,)

    @property
    def _component_specs(self):
        return {"low": TensorSpec(self._shape), "high": [TensorSpec(self._shape)]}

    def _to_components(self, value):
        return {"low": value.low, "high": [value.high]}

    def _from_components(self, components):
        return _Interval(components["low"], components["high"][0])

    def _batch(self, batch_size):
        return _IntervalSpec(TensorShape([batch_size]).concatenate(self._shape))

    def _unbatch(self):
        return _IntervalSpec(self._shape[1:])


def test_batchable_specs_encode_their_components():
    spec = _IntervalSpec([2])
    value = _Interval(convert_to_tensor([1.0, 2.0]), convert_to_tensor([3.0, 4.0]))
    encoder = spec.__batch_encoder__
    assert encoder.encoding_specs(spec) == [TensorSpec([2]), TensorSpec([2])]
    high, low = encoder.encode(spec, value, minimum_rank=1)
    assert (high is value.high, low is value.low) == (True, True)
    back = encoder.decode(spec, [high, low])
    assert (back.low is value.low, back.high is value.high) == (True, True)
    assert encoder.batch(spec, 5) == _IntervalSpec([5, 2])
    assert encoder.unbatch(encoder.batch(spec, None)) == spec
    with pytest.raises(ValueError, match="minimum_rank=2"):
        encoder.encode(spec, value, minimum_rank=2)
    with pytest.raises(ValueError, match="scalar item"):
        scalar = convert_to_tensor(1.0)
        encoder.encode(_IntervalSpec([]), _Interval(scalar, scalar), minimum_rank=1)


def test_arrays_have_specs_with_their_dtype():
    assert typespec.type_spec_from_value(np.zeros([2, 0], np.int32)) == TensorSpec([2, 0], int32)


def test_what_is_checked_against_a_tensor_spec_has_its_name():
    assert TensorSpec([None, 2]).is_compatible_with(spec_or_tensor=convert_to_tensor([[1.0, 2.0]]))
    assert not BoundedTensorSpec([2], float32, 0.0, 1.0).is_compatible_with(spec_or_tensor=TensorSpec([2], int32))
