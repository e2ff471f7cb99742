"""Everything of DTensor says that it is not there, and what to use instead."""

import pytest

import tfshim as tf
from tfshim.experimental import dtensor


def test_refused():
    assert tf.experimental.dtensor is dtensor and not dtensor.is_dtensor(tf.constant(1))
    with pytest.raises(NotImplementedError, match="tf.experimental.dtensor.create_mesh is not supported.*MirroredStrategy"):
        dtensor.create_mesh([("batch", 1)], devices=["CPU:0"])
    for name in ("Layout", "DVariable", "copy_to_mesh", "pack", "fetch_layout"):
        with pytest.raises(NotImplementedError, match=name):
            getattr(dtensor, name)()
