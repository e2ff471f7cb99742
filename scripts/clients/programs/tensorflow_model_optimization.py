"""What users of the TensorFlow Model Optimization toolkit do first: pruning, clustering and training for quantization."""

import tempfile

import numpy as np
import tensorflow as tf
import tensorflow_model_optimization as tfmot

RNG = np.random.default_rng(0)
X = RNG.standard_normal((64, 8)).astype("float32")
Y = (X[:, :1] - 2 * X[:, 1:2]).astype("float32")


def model():
    tf.keras.utils.set_random_seed(7)
    return tf.keras.Sequential([tf.keras.layers.Dense(16, "relu", input_shape=(8,)), tf.keras.layers.Dense(1)])


def step_pruning():
    schedule = tfmot.sparsity.keras.PolynomialDecay(0.2, 0.8, begin_step=0, end_step=8, frequency=2)
    pruned = tfmot.sparsity.keras.prune_low_magnitude(model(), pruning_schedule=schedule)
    pruned.compile("adam", "mse")
    callbacks = [tfmot.sparsity.keras.UpdatePruningStep()]
    losses = pruned.fit(X, Y, batch_size=16, epochs=3, shuffle=False, verbose=0, callbacks=callbacks).history["loss"]
    stripped = tfmot.sparsity.keras.strip_pruning(pruned)
    zeros = [float(np.mean(w.numpy() == 0)) for w in stripped.trainable_variables if w.shape.rank == 2]
    return losses, zeros, stripped.predict(X[:3], verbose=0)


def step_clustering():
    start = tfmot.clustering.keras.CentroidInitialization.LINEAR
    clustered = tfmot.clustering.keras.cluster_weights(model(), number_of_clusters=4, cluster_centroids_init=start)
    clustered.compile("sgd", "mse")
    losses = clustered.fit(X, Y, batch_size=16, epochs=2, shuffle=False, verbose=0).history["loss"]
    stripped = tfmot.clustering.keras.strip_clustering(clustered)
    return losses, [len(np.unique(w.numpy().round(5))) for w in stripped.trainable_variables if w.shape.rank == 2]


def step_quantization():
    quantized = tfmot.quantization.keras.quantize_model(model())
    quantized.compile("sgd", "mse")
    losses = quantized.fit(X, Y, batch_size=16, epochs=2, shuffle=False, verbose=0).history["loss"]
    return losses, [layer.name for layer in quantized.layers], quantized.predict(X[:3], verbose=0)


def step_annotated_layers():
    with tfmot.quantization.keras.quantize_scope():
        annotate = tfmot.quantization.keras.quantize_annotate_layer
        tf.keras.utils.set_random_seed(3)
        layers = [annotate(tf.keras.layers.Dense(4, "relu")), tf.keras.layers.Dense(1)]
        made = tf.keras.Sequential([tf.keras.Input((8,)), *layers])
        applied = tfmot.quantization.keras.quantize_apply(made)
    return [type(layer).__name__ for layer in applied.layers], [w.shape.as_list() for w in applied.weights]


def step_checkpoints_of_pruned_models():
    wrap = tfmot.sparsity.keras.prune_low_magnitude
    pruned = wrap(model(), pruning_schedule=tfmot.sparsity.keras.ConstantSparsity(0.5, 0, frequency=1))
    pruned.compile("sgd", "mse")
    pruned.fit(X, Y, epochs=1, shuffle=False, verbose=0, callbacks=[tfmot.sparsity.keras.UpdatePruningStep()])
    with tempfile.TemporaryDirectory() as folder:
        pruned.save_weights(f"{folder}/w.h5")
        other = wrap(model(), pruning_schedule=tfmot.sparsity.keras.ConstantSparsity(0.5, 0, frequency=1))
        other.load_weights(f"{folder}/w.h5")
    return bool(np.all(pruned.predict(X[:4], verbose=0) == other.predict(X[:4], verbose=0)))
