"""Layers that are built take inputs of unknown sizes: what is known of their results, and the results themselves."""

import json
import pathlib

import numpy as np

import tfshim as tf
from tests.grouping import in_groups
from tests.keras.layer_cases import CASES, make, of_unknown_sizes, static_shapes

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "layer_shapes.json").read_text())
SCOPE = {"tf": tf, "L": tf.keras.layers, "np": np}
# TensorFlow forgets sizes that are given: the columns of an image whose channels come first, the batch of tables of strings.
KNOWN_HERE = {("up2d_first", "most"), ("crossing", "most"), ("text", "most"), ("text_ngrams", "most")}
# What differs from call to call.
CHANGING = ("random", "dropout", "stateful")


def _less_exact(found, recorded):
    if found is None or recorded is None:
        return found is None
    return len(found) == len(recorded) and all(f is None or f == r for f, r in zip(found, recorded))


@in_groups("case", CASES, label=lambda case: case[0])
def test_inputs_of_unknown_sizes(case):
    name, expression, spec = case
    layer, inputs = eval(expression, SCOPE), make(spec, SCOPE)
    expected = layer(inputs)
    for kept in ("most", "all"):
        recorded, found = RECORDED[name][kept], []

        def call(x, found=found):
            y = layer(x)
            found[:] = static_shapes(y, tf)
            return y

        if "error" in recorded:
            continue  # that nothing is known may be an error there, and none here
        result = tf.function(lambda x, call=call: call(x), input_signature=[of_unknown_sizes(inputs, kept, tf)])(inputs)
        assert len(found) == len(recorded["shapes"])
        for own, theirs in zip(found, recorded["shapes"]):
            assert _less_exact(own, theirs) or (name, kept) in KNOWN_HERE, (kept, own, theirs)
        if not any(word in name for word in CHANGING):
            for own, eager in zip(tf.nest.flatten(result, True), tf.nest.flatten(expected, True)):
                assert own.dtype == eager.dtype and own.shape == eager.shape
                if own.dtype.is_floating:
                    np.testing.assert_allclose(own, eager, rtol=1e-5, atol=1e-5, err_msg=kept)
