"""Graphs, sessions and the rest of TensorFlow 1, against answers recorded from `tf.compat.v1` of TensorFlow."""

import pytest

import tfshim
from tests.recorded.cases import expressions


@pytest.mark.filterwarnings("ignore:Unknown class exception")
@expressions(
    "tf1_sessions",
    "tf1_distributions",
    "tf1_older_names",
    "tf1_images",
    "tf1_metrics",
    "tf1_unknown_ranks",
    "tf1_open_shapes",
    "tf1_behaviour",
)
@pytest.mark.filterwarnings("ignore:The `keras.initializers.serialize")
def test_recorded(case):
    case.check(tf=tfshim)
