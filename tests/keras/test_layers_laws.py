"""Every layer under every law: what TensorFlow gives, configurations, graphs, gradients, half precision."""

import json
import pathlib
import re

import numpy as np
import pytest

import tfshim as tf
from tests.keras.layer_cases import (
    ATTENTION,
    CASES,
    CONVOLUTIONS,
    MERGES,
    NORMALIZATIONS,
    POOLS,
    RECURRENT,
    describe,
    make,
    observe,
    values_of,
)
from tfshim import nest

L = tf.keras.layers
SCOPE = {"tf": tf, "L": L, "np": np}
RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "keras_layers.json").read_text())
BY_NAME = {name: (expression, spec) for name, expression, spec in CASES}
# Rotations of the columns of an orthogonal matrix and products in another order differ in the last digits only.
CLOSE = {"rtol": 2e-5, "atol": 2e-6}


def same(found, recorded, where):
    """Whether two plain values agree, numbers to rounding."""
    if isinstance(recorded, dict) and "values" in recorded:
        assert found["shape"] == recorded["shape"], where
        if recorded["values"] and isinstance(recorded["values"][0], str):
            assert found["values"] == recorded["values"], where
        else:
            np.testing.assert_allclose(found["values"], recorded["values"], **CLOSE, err_msg=where)
    elif isinstance(recorded, list):
        assert len(found) == len(recorded), where
        for i, (f, r) in enumerate(zip(found, recorded)):
            same(f, r, f"{where}[{i}]")
    elif isinstance(recorded, dict):
        assert sorted(found) == sorted(recorded), where
        for k in recorded:
            same(found[k], recorded[k], f"{where}[{k!r}]")
    elif isinstance(recorded, float):
        assert found == pytest.approx(recorded, rel=2e-5, abs=2e-6), where
    else:
        assert found == recorded, where


@pytest.mark.parametrize("name", BY_NAME)
def test_what_tensorflow_gives(name):
    expression, spec = BY_NAME[name]
    recorded = RECORDED[name]
    assert recorded["expression"] == [expression, str(spec)], "record again: scripts/record_layers.py"
    found = json.loads(json.dumps(observe(expression, spec, SCOPE)))
    for fact, value in recorded.items():
        if fact != "expression" and not (fact == "shape" and value.endswith("Error")):
            same(found[fact], value, fact)


# Layers that give something else each time are left out of comparisons of one call with another.
STATELESS = [n for n in BY_NAME if "stateful" not in n and not n.startswith("random_")]


def built(name, inputs_dtype="float32"):
    """The layer of a case, called once, and its inputs."""
    expression, spec = BY_NAME[name]
    tf.keras.utils.set_random_seed(7)
    layer = eval(expression, SCOPE)
    inputs = make(spec, SCOPE, inputs_dtype)
    return layer, inputs, layer(inputs)


@pytest.mark.parametrize("name", STATELESS)
def test_a_configuration_makes_the_same_layer(name):
    layer, inputs, outputs = built(name)
    again = type(layer).from_config(layer.get_config())
    again(inputs)
    again.set_weights(layer.get_weights())
    assert describe(again) == describe(layer)
    for a, b in zip(values_of(again(inputs)), values_of(outputs)):
        np.testing.assert_array_equal(a, b)
    copy = L.deserialize(json.loads(json.dumps(L.serialize(layer), default=str))) if "Lambda" not in BY_NAME[name][0] else layer
    assert type(copy) is type(layer) and copy.name == layer.name


@pytest.mark.parametrize("name", STATELESS)
def test_a_function_of_any_batch_does_the_same(name):
    layer, inputs, outputs = built(name)
    specs = nest.map_structure(lambda x: tf.TensorSpec([None, *x.shape[1:]], x.dtype), inputs)
    compiled = tf.function(lambda x: layer(x), input_signature=[specs])
    for a, b in zip(values_of(compiled(inputs)), values_of(outputs)):
        if a.dtype == object:
            assert a.tolist() == b.tolist()
        else:
            np.testing.assert_allclose(a, b, **CLOSE)
    found = compiled.get_concrete_function().structured_outputs
    for x, y in zip(nest.flatten(found), nest.flatten(outputs)):
        assert x.shape.is_compatible_with(y.shape) and x.shape.rank == y.shape.rank


# Name -> why TensorFlow computes it in single precision only.
SINGLE = {"avg3d": "AvgPool3D has no CPU kernel for float64"}


@pytest.mark.parametrize("name", SINGLE)
def test_what_has_no_kernel_in_double_precision(name):
    layer, inputs, _ = built(name, "float32")
    with pytest.raises(tf.errors.NotFoundError, match="float64"):
        type(layer)(dtype="float64")(tf.cast(inputs, "float64"))


@pytest.mark.parametrize(
    "name",
    [
        n
        for n, e, s in CASES
        if n in STATELESS and not isinstance(s, str) and s[0] != "ints" and not re.search("interpolation|Discretization", e)
    ],
)
def test_gradients_against_differences(name):
    floatx, sizes, close = ("float32", (1e-1, 3e-2), 3e-3) if name in SINGLE else ("float64", (1e-5, 1e-6), 1e-4)
    tf.keras.backend.set_floatx(floatx)
    try:
        layer, inputs, _ = built(name, floatx)
    finally:
        tf.keras.backend.set_floatx("float32")
    flat = nest.flatten(inputs)
    watched = flat + layer.trainable_weights
    directions = [tf.constant(np.cos(np.arange(int(np.prod(v.shape))) * 1.3).reshape(v.shape), floatx) for v in watched]
    weights = [tf.constant(w.numpy()) for w in layer.trainable_weights]

    def total(step):
        for w, start, d in zip(layer.trainable_weights, weights, directions[len(flat) :]):
            w.assign(start + step * d)
        moved = [x + step * d for x, d in zip(flat, directions)]
        y = layer(nest.pack_sequence_as(inputs, moved))
        return sum(tf.reduce_sum(tf.sin(o * 1.7 + 0.2)) for o in nest.flatten(y))

    with tf.GradientTape() as tape:
        tape.watch(flat)
        y = layer(inputs)
        value = sum(tf.reduce_sum(tf.sin(o * 1.7 + 0.2)) for o in nest.flatten(y))
    slopes = tape.gradient(value, watched, unconnected_gradients="zero")
    exact = sum(float(tf.reduce_sum(s * d)) for s, d in zip(slopes, directions))
    # A step that no kink of a maximum or threshold lies within.
    steps = [(float(total(h)) - float(total(-h))) / (2 * h) for h in sizes]
    assert min(abs(exact - s) for s in steps) <= close * max(1.0, abs(exact))


# Layers inside of others keep the policy they were made with.
HALF = [n for n, e, _ in CONVOLUTIONS + POOLS + MERGES + ATTENTION + NORMALIZATIONS + RECURRENT if "(L." not in e and "[L." not in e]


@pytest.mark.parametrize("name", HALF)
def test_mixed_precision_computes_in_half_and_keeps_weights_whole(name):
    expression, spec = BY_NAME[name]

    tf.keras.utils.set_random_seed(7)
    scope = SCOPE
    layer = eval(expression[:-1] + ("" if expression.endswith("()") else ", ") + "dtype='mixed_bfloat16')", scope)
    outputs = layer(make(spec, scope))
    assert {x.dtype.name for x in nest.flatten(outputs)} == {"bfloat16"}
    assert {w.dtype.name for w in layer.weights} <= {"float32"}
    for a, b in zip(nest.flatten(outputs), RECORDED[name]["inference"]):
        np.testing.assert_allclose(tf.cast(a, tf.float32).numpy().ravel(), b["values"], rtol=0.1, atol=0.1)


@pytest.mark.parametrize(
    "make_one, bad, error, text",
    [
        (lambda: L.Conv2D(2, 3), (2, 3, 4), ValueError, "expected min_ndim=4, found ndim=3"),
        (lambda: L.Conv2D(0, 3), None, ValueError, "Expected a strictly positive value"),
        (lambda: L.Conv2D(2, (3, 0)), None, ValueError, "does not satisfy the requirement `> 0`"),
        (lambda: L.Conv2D(2, 3, padding="causal"), None, ValueError, "Causal padding is only supported"),
        (lambda: L.Conv2D(2, 3, data_format="last"), None, ValueError, "must be one of"),
        (lambda: L.Conv2DTranspose(2, 3, strides=2, output_padding=2), None, ValueError, "Strides must be greater than output padding"),
        (lambda: L.MaxPooling2D(), (2, 3, 4), ValueError, "expected ndim=4, found ndim=3"),
        (lambda: L.Cropping2D(3), (1, 5, 9, 1), ValueError, "must be greater than the input shape"),
        (lambda: L.Add(), [(2, 3), (2, 4)], ValueError, "Inputs have incompatible shapes"),
        (lambda: L.Concatenate(), [(2, 3), (3, 3)], ValueError, "requires inputs with matching shapes"),
        (lambda: L.Subtract(), [(2, 3), (2, 3), (2, 3)], ValueError, "exactly 2 inputs"),
        (lambda: L.Permute((0, 1)), None, ValueError, "Invalid permutation argument"),
        (lambda: L.RepeatVector(1.5), None, TypeError, "Expected an integer value for `n`"),
        (lambda: L.EinsumDense("ab,bc,cd->ad", 3), (2, 3), ValueError, "did not have a match|Invalid einsum equation"),
        (lambda: L.LeakyReLU(None), None, ValueError, "cannot be None"),
        (lambda: L.Attention(), (2, 3, 4), ValueError, "must be called on a list of inputs"),
        (lambda: L.BatchNormalization(axis=5), (2, 3), ValueError, "Invalid value for `axis` argument"),
        (lambda: L.GroupNormalization(3), (2, 4), ValueError, "must be a multiple of the number of channels"),
        (lambda: L.LocallyConnected1D(2, 2, padding="same"), None, ValueError, "Invalid border mode"),
        (lambda: L.Wrapper(3), None, ValueError, "not a supported layer type"),
        (lambda: L.DenseFeatures([]), None, ValueError, "feature_columns"),
        (lambda: L.Dense(3, units_=2), None, TypeError, "Keyword argument not understood"),
    ],
)
def test_bad_input(make_one, bad, error, text):
    with pytest.raises(error, match=text):
        layer = make_one()
        layer(make(bad, SCOPE))
