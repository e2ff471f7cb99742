"""What users of QKeras do first: layers with quantized weights and activations."""

import numpy as np
import tensorflow as tf
from qkeras import QActivation, QBatchNormalization, QConv2D, QDense, QDepthwiseConv2D, quantized_bits, quantized_relu
from qkeras.quantizers import bernoulli, binary, get_quantizer, quantized_po2, quantized_tanh, ternary
from qkeras.utils import model_save_quantized_weights

RNG = np.random.default_rng(0)
X = RNG.standard_normal((32, 6, 6, 2)).astype("float32")
Y = RNG.integers(0, 3, 32)


def step_quantizers():
    x = tf.constant([-2.3, -0.51, 0.0, 0.26, 0.7, 1.9])
    made = [quantized_bits(4, 1, 1), quantized_relu(3, 1), quantized_tanh(4), quantized_po2(4), ternary(alpha=1.0), binary(alpha=1.0)]
    found = {}
    for quantizer in [*made, get_quantizer("quantized_bits(6,2,1,alpha=1.0)")]:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = quantizer(x)
        found[str(quantizer)] = y.numpy(), tape.gradient(y, x).numpy()
    return found, bernoulli(alpha=1.0).get_config()["alpha"]


def model():
    tf.keras.utils.set_random_seed(3)
    x = inputs = tf.keras.Input((6, 6, 2))
    x = QConv2D(4, 3, kernel_quantizer=quantized_bits(4, 0, 1, alpha=1.0), bias_quantizer=quantized_bits(4, 0, 1))(x)
    x = QActivation("quantized_relu(4,2)")(x)
    x = QDepthwiseConv2D(2, depthwise_quantizer=quantized_bits(4, 0, 1, alpha=1.0))(x)
    x = QBatchNormalization()(x)
    x = QDense(3, kernel_quantizer=quantized_bits(6, 0, 1, alpha=1.0))(tf.keras.layers.Flatten()(x))
    return tf.keras.Model(inputs, tf.keras.layers.Activation("softmax")(x))


def step_model():
    made = model()
    before = made.predict(X[:3], verbose=0)
    made.compile(tf.keras.optimizers.SGD(0.01), "sparse_categorical_crossentropy")
    losses = made.fit(X, Y, batch_size=32, epochs=1, shuffle=False, verbose=0).history["loss"]
    return before, losses, [layer.name for layer in made.layers]


def step_saved_weights():
    saved = model_save_quantized_weights(model())
    return {name: [np.asarray(w) for w in entry["weights"][:1]] for name, entry in saved.items() if "weights" in entry}
