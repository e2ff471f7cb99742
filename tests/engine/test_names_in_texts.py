"""The name at the end of an eager error's text: TensorFlow shows none where it had to convert an input first."""

import numpy as np
import pytest

import tfshim as tf


@pytest.mark.parametrize(
    ("call", "end"),
    [
        (lambda: tf.gather(tf.constant([1, 2]), tf.constant([4]), name="rows"), "[Op:GatherV2] name: rows"),
        (lambda: tf.gather(tf.constant([1, 2]), [4], name="rows"), "[Op:GatherV2]"),
        (lambda: tf.gather(np.array([1, 2]), np.array([4])), "[Op:GatherV2] name: "),
        (lambda: tf.reshape([1, 2], [3], name="other"), "[Op:Reshape]"),
        (lambda: tf.concat([tf.constant([1]), tf.constant([[2]])], 0), "[Op:ConcatV2] name: concat"),
        (lambda: tf.concat([[1], [[2]]], 0), "[Op:ConcatV2]"),
        (lambda: tf.stack([[1], [2, 3]], name="rows"), "[Op:Pack]"),
        (lambda: tf.split([1, 2, 3], 2), "[Op:Split]"),
        (lambda: tf.split(np.array([1, 2, 3]), 2), "[Op:Split] name: split"),
        (lambda: tf.strings.substr(["abc"], 5, 1, name="part"), "[Op:Substr]"),
        (lambda: tf.strings.substr(tf.constant("abc"), 5, 1), "[Op:Substr] name: "),
        (lambda: tf.strings.to_number(["1", "x"]), "[Op:StringToNumber]"),
        (lambda: tf.strings.to_number(tf.constant("x")), "[Op:StringToNumber] name: "),
        (lambda: tf.strings.unsorted_segment_join(["a"], [3], 2), "[Op:UnsortedSegmentJoin]"),
    ],
)
def test_the_end_of_the_text(call, end):
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        call()
    assert str(caught.value).endswith(end)
