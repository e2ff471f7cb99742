"""What users of Kymatio do first: scattering of signals, pictures and volumes, also as a layer before a classifier."""

import numpy as np
import tensorflow as tf
from kymatio.keras import Scattering1D as Layer1D
from kymatio.keras import Scattering2D as Layer2D
from kymatio.tensorflow import HarmonicScattering3D, Scattering1D, Scattering2D

RNG = np.random.default_rng(0)
SIGNALS = RNG.standard_normal((3, 256)).astype("float32")
PICTURES = RNG.random((2, 16, 16)).astype("float32")


def step_signals():
    scattering = Scattering1D(J=3, shape=256, Q=4)
    return scattering(SIGNALS).numpy(), scattering.meta()["order"].tolist()


def step_pictures():
    return Scattering2D(J=2, shape=(16, 16), L=4)(PICTURES).numpy(), Scattering2D(J=2, shape=(16, 16), L=4, max_order=1)(PICTURES).numpy()


def step_volumes():
    volumes = RNG.random((1, 8, 8, 8)).astype("float32")
    return HarmonicScattering3D(J=1, shape=(8, 8, 8), L=1, sigma_0=1, integral_powers=[1.0, 2.0])(volumes).numpy()


def step_gradient():
    x = tf.Variable(SIGNALS[:1])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(Scattering1D(J=3, shape=256, Q=2)(x) ** 2)
    return y.numpy(), tape.gradient(y, x).numpy()


def step_classifiers():
    found = []
    for layer, x, shape in ((Layer1D(J=3, Q=2), SIGNALS, (256,)), (Layer2D(J=1, L=2), PICTURES, (16, 16))):
        tf.keras.utils.set_random_seed(0)
        inputs = tf.keras.Input(shape)
        y = tf.keras.layers.Dense(2, activation="softmax")(tf.keras.layers.Flatten()(layer(inputs)))
        model = tf.keras.Model(inputs, y)
        model.compile("adam", "sparse_categorical_crossentropy")
        losses = model.fit(x, np.arange(len(x)) % 2, epochs=3, batch_size=2, shuffle=False, verbose=0).history["loss"]
        found.append((losses, model.predict(x, verbose=0)))
    return found
