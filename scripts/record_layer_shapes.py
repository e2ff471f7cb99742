"""Record the static shapes that Keras 2.15 gives the layers in tests/keras/layer_cases.py where sizes of their inputs are unknown.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_layer_shapes.py
They go to tests/data/layer_shapes.json, by layer: without sizes but the last ("most"), without any ("all"), and without ranks ("rank"); and
those of new layers on Keras' inputs of which as little is known ("keras_most" ...).
"""

import numpy as np
from recording import DATA, write_rows

from tests.keras.layer_cases import CASES, KEPT, make, of_unknown_sizes, static_shapes


def shapes_of(layer, inputs, kept, tf):
    """The static shapes of what the layer gives, or the type of the error."""
    found = {}

    def call(x):
        y = layer(x)
        found["shapes"] = static_shapes(y, tf)
        return y

    try:
        tf.function(call, input_signature=[of_unknown_sizes(inputs, kept, tf)])(inputs)
    except Exception as e:
        return {"error": type(e).__name__}
    return found


def shapes_on_keras_inputs(layer, inputs, kept, tf):
    """The static shapes of what a new layer gives for Keras' inputs, or the type of the error."""
    try:
        given = tf.nest.map_structure(lambda spec: tf.keras.Input(type_spec=spec), of_unknown_sizes(inputs, kept, tf))
        return {"shapes": static_shapes(layer(given), tf)}
    except Exception as e:
        return {"error": type(e).__name__}


def main():
    import tensorflow as tf

    scope, found = {"tf": tf, "L": tf.keras.layers, "np": np}, {}
    for name, expression, spec in CASES:
        layer, inputs = eval(expression, scope), make(spec, scope)
        layer(inputs)
        found[name] = {kept: shapes_of(layer, inputs, kept, tf) for kept in KEPT}
        for kept in KEPT:
            found[name][f"keras_{kept}"] = shapes_on_keras_inputs(eval(expression, scope), inputs, kept, tf)
    write_rows(DATA / "layer_shapes.json", found)


if __name__ == "__main__":
    main()
