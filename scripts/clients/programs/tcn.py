"""What users of keras-tcn do first: dilated causal convolutions over sequences."""

import numpy as np
import tensorflow as tf
from tcn import TCN, compiled_tcn, tcn_full_summary

RNG = np.random.default_rng(0)
X = RNG.standard_normal((24, 12, 2)).astype("float32")
Y = X.sum((1, 2))[:, None]


def step_layer():
    tf.keras.utils.set_random_seed(0)
    layer = TCN(4, kernel_size=2, dilations=(1, 2, 4), use_skip_connections=True, return_sequences=True)
    return layer(X[:2]).numpy(), layer.receptive_field, layer.compute_output_shape((None, 12, 2))


def step_normalizations():
    found = []
    for settings in ({"use_batch_norm": True}, {"use_layer_norm": True}, {"padding": "same", "activation": "tanh"}):
        tf.keras.utils.set_random_seed(1)
        found.append(TCN(3, dilations=(1, 2), **settings)(X[:3]).numpy())
    return found


def step_training():
    tf.keras.utils.set_random_seed(2)
    model = tf.keras.Sequential([TCN(4, dilations=(1, 2), input_shape=(12, 2), dropout_rate=0.0), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    losses = model.fit(X, Y, batch_size=8, epochs=3, shuffle=False, verbose=0).history["loss"]
    again = tf.keras.models.model_from_json(model.to_json(), custom_objects={"TCN": TCN})
    again.set_weights(model.get_weights())
    return losses, bool(np.allclose(again.predict(X[:4], verbose=0), model.predict(X[:4], verbose=0), atol=1e-6))


def step_compiled_models():
    tf.keras.utils.set_random_seed(3)
    model = compiled_tcn(
        num_feat=2,
        num_classes=3,
        nb_filters=4,
        kernel_size=2,
        dilations=[1, 2],
        nb_stacks=1,
        max_len=12,
        output_len=1,
        return_sequences=False,
    )
    tcn_full_summary(model, expand_residual_blocks=False)
    return model.predict(X[:3], verbose=0), [w.shape.as_list() for w in model.weights]
