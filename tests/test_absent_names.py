"""Namespaces that are left out for good raise an error that names what to use instead, however they are reached."""

import pytest

import tfshim as tf
from tfshim._names import ABSENT


@pytest.mark.parametrize("name", sorted(ABSENT))
def test_the_remedy_is_named(name):
    assert not hasattr(tf, name)
    for namespace in (tf, tf.compat.v1):
        with pytest.raises(AttributeError, match=f"tf.{name} is not part of tfshim: ") as told:
            getattr(namespace, name)
        assert ABSENT[name] in str(told.value)
