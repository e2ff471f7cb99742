"""What users of SHAP do first with networks: explain outputs by changed gradients, by gradients and by inputs left out."""

import numpy as np
import shap
import tensorflow as tf

RNG = np.random.default_rng(0)
ROWS = RNG.standard_normal((40, 6)).astype("float32")
PICTURES = RNG.standard_normal((12, 8, 8, 1)).astype("float32")
L = tf.keras.layers


def _rows():
    tf.keras.utils.set_random_seed(1)
    return tf.keras.Sequential([L.Input((6,)), L.Dense(8, activation="relu"), L.Dropout(0.1), L.Dense(3, activation="softmax")])


def _pictures():
    tf.keras.utils.set_random_seed(2)
    layers = [
        L.Conv2D(4, 3, activation="relu"),
        L.MaxPooling2D(2),
        L.Flatten(),
        L.Dense(6, activation="tanh"),
        L.Dense(2, activation="softmax"),
    ]
    return tf.keras.Sequential([L.Input((8, 8, 1)), *layers, L.Dense(2, activation="softmax")])


def step_deep():
    explainer = shap.DeepExplainer(_rows(), ROWS[:20])
    return np.asarray(explainer.shap_values(ROWS[20:24])), np.asarray(explainer.expected_value)


def step_deep_convolutions():
    return np.asarray(shap.DeepExplainer(_pictures(), PICTURES[:8]).shap_values(PICTURES[8:10]))


def step_ranked_outputs():
    values, ranks = shap.DeepExplainer(_rows(), ROWS[:20]).shap_values(ROWS[20:22], ranked_outputs=2, check_additivity=False)
    return np.asarray(values), np.asarray(ranks)


def step_gradients():
    return np.asarray(shap.GradientExplainer(_pictures(), PICTURES[:8]).shap_values(PICTURES[8:10], nsamples=20, rseed=1))


def step_kernel():
    model = _rows()
    explainer = shap.KernelExplainer(lambda x: model.predict(x, verbose=0), ROWS[:10])
    np.random.seed(0)
    return np.asarray(explainer.shap_values(ROWS[20:22], nsamples=50, silent=True))
