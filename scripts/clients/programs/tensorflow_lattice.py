"""What users of TensorFlow Lattice do first: calibrated, monotonic models of Keras layers, and premade ones."""

import numpy as np
import tensorflow as tf
import tensorflow_lattice as tfl

RNG = np.random.default_rng(0)
X = RNG.random((64, 3)).astype("float32")
C = RNG.integers(0, 3, (64, 1)).astype("float32")
Y = (X[:, 0] * X[:, 1] + 0.3 * C[:, 0] + 0.1 * X[:, 2]).astype("float32")


def step_layers():
    tf.keras.utils.set_random_seed(0)
    calibration = tfl.layers.PWLCalibration(np.linspace(0, 1, 5), output_min=0.0, output_max=2.0, monotonicity="increasing")
    lattice = tfl.layers.Lattice([2, 3], monotonicities=["increasing", "none"], output_min=0.0, output_max=1.0)
    category = tfl.layers.CategoricalCalibration(3, monotonicities=[(0, 1)])
    linear = tfl.layers.Linear(3, monotonicities=["increasing", "none", "decreasing"], normalization_order=1)
    made = [calibration(X[:5, :1]), lattice(X[:5, :2]), category(C[:5]), linear(X[:5])]
    return [t.numpy() for t in made], [calibration.keypoints_outputs().numpy(), lattice.get_config()["lattice_sizes"]]


def step_training():
    tf.keras.utils.set_random_seed(1)
    inputs = [tf.keras.Input([1], name=n) for n in ("a", "b", "c")]
    calibrated = [
        tfl.layers.PWLCalibration(np.linspace(0, 1, 4), output_min=0.0, output_max=1.0, monotonicity="increasing")(inputs[0]),
        tfl.layers.PWLCalibration(np.linspace(0, 1, 4), output_min=0.0, output_max=1.0, convexity="concave")(inputs[1]),
        tfl.layers.CategoricalCalibration(3, output_min=0.0, output_max=1.0)(inputs[2]),
    ]
    model = tf.keras.Model(inputs, tfl.layers.Lattice([2, 2, 2], monotonicities=["increasing", "none", "none"])(calibrated))
    model.compile(tf.keras.optimizers.Adagrad(0.5), "mse")
    history = model.fit([X[:, :1], X[:, 1:2], C], Y, batch_size=16, epochs=5, shuffle=False, verbose=0)
    return history.history["loss"], model.predict([X[:4, :1], X[:4, 1:2], C[:4]], verbose=0)


def step_premade():
    tf.keras.utils.set_random_seed(2)
    features = [
        tfl.configs.FeatureConfig(name="a", lattice_size=2, monotonicity="increasing", pwl_calibration_input_keypoints=[0.0, 0.5, 1.0]),
        tfl.configs.FeatureConfig(name="b", lattice_size=3, pwl_calibration_input_keypoints=[0.0, 0.3, 1.0]),
        tfl.configs.FeatureConfig(name="c", lattice_size=2, num_buckets=3),
    ]
    config = tfl.configs.CalibratedLatticeConfig(feature_configs=features, output_initialization=[0.0, 1.0])
    model = tfl.premade.CalibratedLattice(config)
    model.compile(tf.keras.optimizers.Adam(0.1), "mse")
    history = model.fit([X[:, :1], X[:, 1:2], C], Y, batch_size=32, epochs=3, shuffle=False, verbose=0)
    return history.history["loss"], [layer.name for layer in model.layers]
