"""What programs of TensorFlow 1 import and TensorFlow 2.15 lacks, made of what it has: parts of `contrib`, and MNIST's reader."""

import gzip
import sys
import types

import numpy as np


def _module(name, **names):
    made = types.ModuleType(name)
    vars(made).update(names)
    sys.modules[name] = made
    parent, _, last = name.rpartition(".")
    if parent in sys.modules:
        setattr(sys.modules[parent], last, made)
    return made


class HParams:
    """Named values that can be set again."""

    def __init__(self, **values):
        vars(self).update(values)

    def override_from_dict(self, values):
        vars(self).update(values)


def _layer_norm(tf):
    v1 = tf.compat.v1

    def layer_norm(inputs, begin_norm_axis=1, begin_params_axis=-1, scope=None):
        """`inputs` less their mean, over their deviation, from `begin_norm_axis` on, with a scale and an offset by variables."""
        with v1.variable_scope(scope, "LayerNorm", [inputs]):
            rank = inputs.shape.rank
            shape = inputs.shape[begin_params_axis % rank :]
            beta = v1.get_variable("beta", shape, initializer=v1.zeros_initializer())
            gamma = v1.get_variable("gamma", shape, initializer=v1.ones_initializer())
            mean, variance = v1.nn.moments(inputs, list(range(begin_norm_axis % rank, rank)), keep_dims=True)
            return tf.nn.batch_normalization(inputs, mean, variance, offset=beta, scale=gamma, variance_epsilon=1e-12)

    return layer_norm


def _eager(tf):
    from tensorflow.python.eager import backprop

    class Network(tf.Module):
        """Layers that are called as one."""

        def track_layer(self, layer):
            return layer

        def __call__(self, *inputs):
            return self.call(*inputs)

    class Iterator:
        def __init__(self, dataset):
            self._iterator = iter(dataset)

        def next(self):
            return next(self._iterator)

    return {
        "Network": Network, "Iterator": Iterator, "Variable": tf.Variable, "implicit_gradients": backprop.implicit_grad,
        "enable_eager_execution": tf.compat.v1.enable_eager_execution}  # fmt: skip


class _Part:
    """Images and labels that are given out in batches, in an order that the graph's seed gives, which each part asks for."""

    def __init__(self, tf, images, labels):
        np.random.seed(tf.compat.v1.get_seed(None)[0])
        self.images, self.labels, self.num_examples = np.multiply(images.astype(np.float32), 1 / 255.0), labels, len(labels)
        self._at, self._epochs = 0, 0

    def _reorder(self):
        order = np.arange(self.num_examples)
        np.random.shuffle(order)
        self.images, self.labels = self.images[order], self.labels[order]

    def next_batch(self, size):
        if self._at == 0 and self._epochs == 0:
            self._reorder()
        if self._at + size <= self.num_examples:
            self._at += size
            return self.images[self._at - size : self._at], self.labels[self._at - size : self._at]
        self._epochs += 1
        rest = self.images[self._at :], self.labels[self._at :]
        self._reorder()
        self._at = size - len(rest[1])
        return np.concatenate([rest[0], self.images[: self._at]]), np.concatenate([rest[1], self.labels[: self._at]])


def _read_data_sets(tf):
    def numbers(folder, part, kind, header):
        with gzip.open(f"{folder}/{part}-{kind}-ubyte.gz") as f:
            return np.frombuffer(f.read(), np.uint8, offset=header)

    def read_data_sets(folder, one_hot=False, validation_size=5000):
        made = {}
        for part in ("train", "t10k"):
            labels = numbers(folder, part, "labels-idx1", 8)
            images = numbers(folder, part, "images-idx3", 16).reshape(len(labels), -1)
            made[part] = images, np.eye(10)[labels] if one_hot else labels
        (images, labels), tested = made["train"], made["t10k"]
        return types.SimpleNamespace(
            train=_Part(tf, images[validation_size:], labels[validation_size:]),
            validation=_Part(tf, images[:validation_size], labels[:validation_size]),
            test=_Part(tf, *tested),
        )

    return read_data_sets


def install():
    """Make the names of TensorFlow 1 importable beside TensorFlow 2.15, and return its namespace of version 1."""
    import tensorflow as tf
    from tensorflow.python.ops import clustering_ops

    v1 = tf.compat.v1
    v1.disable_v2_behavior()
    # `tf` in the programs is this module.
    sys.modules["tensorflow.contrib"] = v1.contrib = types.ModuleType("tensorflow.contrib")
    cells, tpu = v1.nn.rnn_cell, v1.estimator.tpu
    _module("tensorflow.contrib.layers", flatten=v1.layers.flatten, layer_norm=_layer_norm(tf))
    _module(
        "tensorflow.contrib.rnn", BasicLSTMCell=cells.BasicLSTMCell, static_rnn=v1.nn.static_rnn,
        static_bidirectional_rnn=v1.nn.static_bidirectional_rnn)  # fmt: skip
    _module("tensorflow.contrib.eager", **_eager(tf))
    _module("tensorflow.contrib.training", HParams=HParams)
    _module("tensorflow.contrib.factorization", KMeans=clustering_ops.KMeans)
    _module("tensorflow.contrib.data", map_and_batch=v1.data.experimental.map_and_batch,
            parallel_interleave=v1.data.experimental.parallel_interleave)  # fmt: skip
    _module("tensorflow.contrib.tpu", **{
        name: getattr(tpu, name) for name in ("InputPipelineConfig", "RunConfig", "TPUConfig", "TPUEstimator", "TPUEstimatorSpec")
    }, CrossShardOptimizer=v1.tpu.CrossShardOptimizer)  # fmt: skip
    for name in ("examples", "examples.tutorials", "examples.tutorials.mnist"):
        _module(f"tensorflow.{name}")
    _module("tensorflow.examples.tutorials.mnist.input_data", read_data_sets=_read_data_sets(tf))
    return v1
