"""A training script of TensorFlow 2: strategies that fall back, checkpoints, a profile for TensorBoard."""

import functools

import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.callbacks import TensorBoard as Board
from tensorflow.keras.layers import Embedding

layers = keras.layers

try:
    resolver = tf.distribute.cluster_resolver.TPUClusterResolver()
    strategy = tf.distribute.TPUStrategy(resolver)
except ValueError:
    strategy = tf.distribute.get_strategy()
if False:
    strategy = tf.distribute.ParameterServerStrategy(tf.distribute.cluster_resolver.TFConfigClusterResolver())


class Tagger(keras.Model):
    def __init__(self, words):
        super().__init__()
        self.words = Embedding(words, 16, "uniform", None, None, None, False, None, True)
        self.norm = layers.DenseFeatures([], **{"partitioner": 3})
        self.scale = self.add_weight("scale", shape=(), caching_device="/cpu:0")

    def call(self, x):
        return self.norm(self.words(x)) * self.scale


Table = functools.partial(layers.Embedding, 10, sparse=True)

with strategy.scope():
    model = Tagger(1000)
    model.compile("adam", "mse", pss_evaluation_shards=2)

data = tf.data.Dataset.from_tensor_slices([1, 2]).shuffle(2).batch(2)
data = data.apply(tf.data.experimental.service.distribute("parallel_epochs", "grpc://localhost:5000"))
data.save("cache", checkpoint_args={"step_counter": tf.Variable(0)})
options = tf.train.CheckpointOptions(enable_async=True, experimental_io_device=None)
model.fit(data, epochs=2, callbacks=[
    Board("logs", profile_batch=(10, 20)),
    Board("logs", profile_batch=0),
    keras.callbacks.BackupAndRestore("backup", save_before_preemption=True),
])
tf.xla.experimental.jit_scope()
model.save("model", save_format="tf", signatures={})
converter = tf.lite.TFLiteConverter.from_saved_model("model")
probability = tf.nn.sofmax(model(data)), tf.raw_ops.BoostedTreesPredict
