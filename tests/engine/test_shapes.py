"""TensorShape and Dimension, against answers recorded from TensorFlow and against NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.scope import names
from tests.recorded.cases import expressions
from tfshim.engine.values import shapes
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes


@expressions("shapes")
def test_recorded(case):
    case.check(**names())


@pytest.fixture
def version_1():
    shapes.set_v2_tensorshape(False)
    yield
    shapes.set_v2_tensorshape(True)


@pytest.mark.usefixtures("version_1")
@expressions("shapes_v1")
def test_recorded_with_version_1_items(case):
    case.check(**names())


sizes = st.integers(0, 4)
dims = st.one_of(st.none(), sizes)
some_shapes = st.one_of(st.none(), st.lists(dims, max_size=4)).map(TensorShape)


def merged(a, b):
    try:
        return a.merge_with(b)
    except ValueError:
        return None


@given(some_shapes, some_shapes)
def test_merging_is_commutative_and_narrows(a, b):
    both = merged(a, b)
    assert both == merged(b, a)
    assert (both is not None) == a.is_compatible_with(b)
    if both is not None:
        assert both.is_subtype_of(a)
        assert both.is_subtype_of(b)


@given(some_shapes, some_shapes)
def test_the_common_supertype_is_above_both(a, b):
    common = a.most_specific_common_supertype([b])
    assert a.is_subtype_of(common)
    assert b.is_subtype_of(common)
    assert common == b.most_specific_common_supertype([a]) == a.most_specific_compatible_shape(b)


@given(some_shapes, some_shapes)
def test_equality_is_being_subtypes_of_each_other(a, b):
    assert (a == b) == (a.is_subtype_of(b) and b.is_subtype_of(a))
    if a == b:
        assert hash(a) == hash(b)


@given(st.lists(sizes, max_size=4), st.lists(sizes, max_size=4))
def test_broadcasting_known_shapes_is_numpys(a, b):
    try:
        expected = np.broadcast_shapes(tuple(a), tuple(b))
    except ValueError:
        with pytest.raises(ValueError, match="Incompatible shapes for broadcasting"):
            broadcast_static_shapes(a, b)
    else:
        assert broadcast_static_shapes(a, b) == expected


@given(st.lists(sizes, max_size=3), st.lists(sizes, max_size=3), st.data())
def test_broadcasting_unknown_sizes_never_contradicts_the_known_ones(a, b, data):
    try:
        full = np.broadcast_shapes(tuple(a), tuple(b))
    except ValueError:
        return
    hide = st.sampled_from([True, False])
    a = [None if data.draw(hide) else d for d in a]
    b = [None if data.draw(hide) else d for d in b]
    assert TensorShape(full).is_subtype_of(broadcast_static_shapes(a, b))


@given(some_shapes)
def test_protocol_buffer_round_trip(a):
    assert TensorShape(a.as_proto()) == TensorShape.experimental_from_proto(a.experimental_as_proto()) == a


@given(st.lists(dims, max_size=4), st.slices(4))
def test_slicing_is_that_of_the_list(a, key):
    assert TensorShape(a)[key].as_list() == a[key]
