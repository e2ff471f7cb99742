"""Layers that are built take inputs of unknown sizes: what is known of their results, and the results themselves."""

import json
import pathlib

import numpy as np

import tfshim as tf
from tests.grouping import in_groups
from tests.keras.layer_cases import CASES, KEPT, make, of_unknown_sizes, static_shapes

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "layer_shapes.json").read_text())
SCOPE = {"tf": tf, "L": tf.keras.layers, "np": np}
# TensorFlow forgets sizes that are given: the columns of an image whose channels come first, the batch of tables of strings.
KNOWN_HERE = {(name, kept) for name in ("up2d_first", "crossing", "text", "text_ngrams") for kept in ("most", "keras_most")}
# Where no rank is known, channels that come first stay where they are in Keras.
NOT_MOVED = {("flatten_first", "rank")}
# What differs from call to call.
CHANGING = ("random", "dropout", "stateful")


def _less_exact(found, recorded):
    if found is None or recorded is None:
        return found is None
    return len(found) == len(recorded) and all(f is None or f == r for f, r in zip(found, recorded))


def _check_shapes(case, kept, found, recorded):
    assert len(found) == len(recorded)
    for own, theirs in zip(found, recorded):
        assert _less_exact(own, theirs) or (case, kept) in KNOWN_HERE, (kept, own, theirs)


def _check_values(case, kept, result, expected):
    if any(word in case for word in CHANGING) or (case, kept) in NOT_MOVED:
        return
    for own, eager in zip(tf.nest.flatten(result, True), tf.nest.flatten(expected, True)):
        assert own.dtype == eager.dtype and own.shape == eager.shape
        if own.dtype.is_floating:
            np.testing.assert_allclose(own, eager, rtol=1e-5, atol=1e-5, err_msg=kept)


@in_groups("case", CASES, label=lambda case: case[0])
def test_inputs_of_unknown_sizes(case):
    name, expression, spec = case
    layer, inputs = eval(expression, SCOPE), make(spec, SCOPE)
    expected = layer(inputs)
    for kept in KEPT:
        recorded, found = RECORDED[name][kept], []

        def call(x, found=found):
            y = layer(x)
            found[:] = static_shapes(y, tf)
            return y

        if "error" in recorded:
            continue  # that nothing is known may be an error there, and none here
        result = tf.function(lambda x, call=call: call(x), input_signature=[of_unknown_sizes(inputs, kept, tf)])(inputs)
        _check_shapes(name, kept, found, recorded["shapes"])
        _check_values(name, kept, result, expected)


@in_groups("case", CASES, label=lambda case: case[0])
def test_keras_inputs_of_unknown_sizes(case):
    name, expression, spec = case
    inputs = make(spec, SCOPE)
    for kept in KEPT:
        recorded = RECORDED[name][f"keras_{kept}"]
        if "error" in recorded:
            continue
        layer = eval(expression, SCOPE)
        given = tf.nest.map_structure(lambda spec: tf.keras.Input(type_spec=spec), of_unknown_sizes(inputs, kept, tf))
        outputs = layer(given)
        _check_shapes(name, f"keras_{kept}", static_shapes(outputs, tf), recorded["shapes"])
        model = tf.keras.Model(given, outputs)
        _check_values(name, kept, model(inputs), layer(inputs))


def test_merged_inputs_get_axes_behind_the_batch_where_ranks_show_late():
    layer, x, y = tf.keras.layers.Add(), tf.reshape(tf.range(24.0), [2, 3, 4]), tf.constant([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]])
    expected = layer([x, y])
    for specs in ([None, None], [None, [None, 4]], [[2, 3, 4], None]):
        result = tf.function(lambda *inputs: layer(list(inputs)), input_signature=[tf.TensorSpec(s, tf.float32) for s in specs])(x, y)
        np.testing.assert_array_equal(result, expected)


def test_the_deprecated_synchronized_normalization_is_warned_of(caplog):
    with caplog.at_level("WARNING", logger="tensorflow"):
        assert tf.keras.layers.experimental.SyncBatchNormalization().get_config()["axis"] == -1
    assert [message.partition(" endpoint is deprecated")[0] for message in caplog.messages] == [
        "`tf.keras.layers.experimental.SyncBatchNormalization`"
    ]
