"""What users of Larq do first: networks with binary weights and activations."""

import larq as lq
import numpy as np
import tensorflow as tf

RNG = np.random.default_rng(0)
X = RNG.standard_normal((32, 8, 8, 2)).astype("float32")
Y = RNG.integers(0, 3, 32)


def step_quantizers():
    x = tf.constant([-2.0, -0.5, 0.0, 0.3, 1.5])
    found = {}
    for name in ("ste_sign", "approx_sign", "swish_sign", "ste_tern", "ste_heaviside", "magnitude_aware_sign"):
        quantizer = lq.quantizers.get(name)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = quantizer(tf.reshape(x, [1, 5]) if name.startswith("mag") else x)
        found[name] = [y.numpy(), tape.gradient(y, x).numpy()]
    return found


def network():
    tf.keras.utils.set_random_seed(1)
    kernel = {"kernel_quantizer": "ste_sign", "kernel_constraint": "weight_clip"}
    return tf.keras.Sequential(
        [
            lq.layers.QuantConv2D(
                4, 3, kernel_quantizer="ste_sign", kernel_constraint="weight_clip", use_bias=False, input_shape=(8, 8, 2)
            ),
            tf.keras.layers.BatchNormalization(scale=False),
            lq.layers.QuantDepthwiseConv2D(3, depthwise_quantizer="ste_tern", input_quantizer="ste_sign"),
            tf.keras.layers.Flatten(),
            lq.layers.QuantDense(3, input_quantizer="ste_sign", **kernel),
            tf.keras.layers.Activation("softmax"),
        ]
    )


def step_training():
    model = network()
    before = model.predict(X[:3], verbose=0)
    model.compile(tf.keras.optimizers.SGD(0.01), "sparse_categorical_crossentropy")
    losses = model.fit(X, Y, batch_size=8, epochs=2, shuffle=False, verbose=0).history["loss"]
    with lq.context.quantized_scope(True):
        kernel = model.layers[0].kernel.numpy() if hasattr(model.layers[0].kernel, "numpy") else None
        signs = sorted(set(np.sign(np.asarray(model.get_weights()[0]).ravel()).tolist()))
    return before, losses, kernel is not None, signs


def step_binary_optimizer():
    model = network()
    lq_optimizer = lq.optimizers.CaseOptimizer(
        (lq.optimizers.Bop.is_binary_variable, lq.optimizers.Bop(threshold=1e-6, gamma=1e-3)),
        default_optimizer=tf.keras.optimizers.legacy.SGD(0.01),
    )
    model.compile(lq_optimizer, "sparse_categorical_crossentropy")
    return model.fit(X, Y, batch_size=8, epochs=2, shuffle=False, verbose=0).history["loss"]


def step_summary():
    lines = []
    lq.models.summary(network(), print_fn=lines.append)
    return "\n".join(lines)
