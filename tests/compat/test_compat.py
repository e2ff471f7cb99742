"""`tf.compat`, and the messages of TensorFlow 1 that need no graphs."""

import pathlib

import numpy as np
import pytest

import tfshim as tf

compat = tf.compat


def test_bytes_and_text():
    assert [compat.as_bytes(x) for x in ("é", b"x", bytearray(b"x"), np.str_("x"))] == [b"\xc3\xa9", b"x", b"x", b"x"]
    assert compat.as_bytes("é", "latin1") == b"\xe9"
    assert [compat.as_text(x) for x in ("é", b"\xc3\xa9")] == ["é", "é"]
    assert compat.as_str(b"x") == "x"
    assert [compat.as_str_any(x) for x in (3, b"x", "y")] == ["3", "x", "y"]
    for function, bad in ((compat.as_bytes, 3), (compat.as_text, 3), (compat.as_text, bytearray(b"x"))):
        with pytest.raises(TypeError, match="Expected binary or unicode string, got"):
            function(bad)
    with pytest.raises(UnicodeDecodeError):
        compat.as_text(b"\xff")


def test_paths():
    values = (pathlib.Path("a/b"), "x", 3, b"a")
    assert [compat.path_to_str(x) for x in values] == ["a/b", "x", 3, b"a"]


def test_dimensions():
    shape = tf.TensorShape([2, None])
    assert repr([compat.dimension_at_index(shape, i) for i in (0, 1)]) == "[Dimension(2), Dimension(None)]"
    assert repr(compat.dimension_at_index(tf.TensorShape(None), 5)) == "Dimension(None)"
    assert [compat.dimension_value(d) for d in (None, 3, compat.dimension_at_index(shape, 0))] == [None, 3, 2]
    with pytest.raises(IndexError):
        compat.dimension_at_index(shape, 3)


def test_forward_compatibility():
    dates = [(2020, 1, 1), (2023, 10, 9), (2023, 10, 10), (2030, 1, 1)]
    assert [compat.forward_compatible(*d) for d in dates] == [True, True, False, False]
    with compat.forward_compatibility_horizon(2031, 1, 1):
        assert compat.forward_compatible(2030, 1, 1)
    assert not compat.forward_compatible(2030, 1, 1)


def test_types_and_namespaces():
    assert isinstance(np.int8(1), compat.integral_types) and not isinstance(1.0, compat.integral_types)
    assert isinstance(np.float32(1), compat.real_types) and not isinstance(1j, compat.real_types)
    assert isinstance(1j, compat.complex_types) and isinstance("x", compat.bytes_or_text_types)
    assert compat.v2 is tf
    with pytest.raises(AttributeError, match="no attribute 'v3'"):
        getattr(compat, "v3")  # noqa: B009 - the access is what is tested


def test_messages_and_event_files(tmp_path):
    metadata = compat.v1.SummaryMetadata()
    metadata.plugin_data.plugin_name = "mine"
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=2):
        tf.summary.write("x", 1.0, metadata=metadata)
    (file,) = tmp_path.iterdir()
    first, second = compat.v1.train.summary_iterator(str(file))
    assert isinstance(first, compat.v1.Event) and first.file_version == "brain.Event:2"
    assert second.step == 2 and second.summary.value[0].metadata == metadata
    with pytest.raises(AttributeError, match="module 'tensorflow.compat.v1' has no attribute 'no_such_name'"):
        getattr(compat.v1, "no_such_name")  # noqa: B009


def test_scopes_refuse_what_eager_variables_have_not():
    scope = compat.v1.VariableScope(None, "a")
    with pytest.raises(NotImplementedError, match="Caching devices are not yet supported when eager execution is enabled."):
        scope.set_caching_device("/cpu:0")
    with pytest.raises(NotImplementedError, match="Caching devices is not yet supported when eager execution is enabled."):
        compat.v1.VariableScope(None, caching_device="/cpu:0")
    with pytest.raises(ValueError, match="When eager execution is enabled, use_resource cannot be set to false."):
        scope.set_use_resource(False)
