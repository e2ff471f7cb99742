"""What users of PennyLane do first: circuits, their gradients in two ways, and circuits as layers of models."""

import numpy as np
import pennylane as qml
import tensorflow as tf

DEVICE = qml.device("default.qubit", wires=2)


@qml.qnode(DEVICE, interface="tf", diff_method="backprop")
def _followed(a, b):
    qml.RX(a[0], wires=0)
    qml.RY(a[1], wires=1)
    qml.CNOT(wires=[0, 1])
    qml.Rot(b[0], b[1], b[2], wires=1)
    return qml.expval(qml.PauliZ(0)), qml.expval(qml.PauliX(1))


@qml.qnode(DEVICE, interface="tf", diff_method="parameter-shift")
def _shifted(a):
    qml.RX(a[0], wires=0)
    qml.CRY(a[1], wires=[0, 1])
    return qml.expval(qml.PauliZ(0) @ qml.PauliZ(1))


def step_gradients():
    a, b = tf.Variable([0.3, 0.7], dtype=tf.float64), tf.Variable([0.1, 0.2, 0.4], dtype=tf.float64)
    with tf.GradientTape(persistent=True) as tape:
        values, shifted = tf.stack(_followed(a, b)), _shifted(a)
    return [t.numpy() for t in (values, *tape.jacobian(values, [a, b]), shifted, tape.gradient(shifted, a))]


def step_optimization():
    a, optimizer = tf.Variable([0.3, 0.7], dtype=tf.float64), tf.keras.optimizers.legacy.SGD(0.1)
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = _shifted(a)
        optimizer.apply_gradients([(tape.gradient(loss, a), a)])
    return a.numpy()


def step_layers():
    tf.keras.backend.set_floatx("float64")
    tf.keras.utils.set_random_seed(1)

    @qml.qnode(DEVICE, interface="tf")
    def circuit(inputs, w):
        qml.AngleEmbedding(inputs, wires=range(2))
        qml.BasicEntanglerLayers(w, wires=range(2))
        return [qml.expval(qml.PauliZ(i)) for i in range(2)]

    try:
        layer = qml.qnn.KerasLayer(circuit, {"w": (2, 2)}, output_dim=2)
        model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), layer, tf.keras.layers.Dense(1)])
        model.compile(tf.keras.optimizers.SGD(0.1), "mse")
        x = np.random.default_rng(1).random((6, 3))
        history = model.fit(x, x[:, :1], epochs=2, batch_size=3, shuffle=False, verbose=0)
        return history.history["loss"], model.predict(x, verbose=0)
    finally:
        tf.keras.backend.set_floatx("float32")
