"""What users of TensorFlow Recommenders do first: two towers and retrieval, ranking, crosses of features, indices."""

import numpy as np
import tensorflow as tf
import tensorflow_recommenders as tfrs

RNG = np.random.default_rng(0)
USERS = [f"u{i}" for i in range(8)]
ITEMS = [f"i{i}" for i in range(10)]
DATA = {"user": [USERS[i] for i in RNG.integers(0, 8, 64)], "item": [ITEMS[i] for i in RNG.integers(0, 10, 64)]}
RATINGS = RNG.random((64, 1)).astype("float32")


def tower(names):
    return tf.keras.Sequential([tf.keras.layers.StringLookup(vocabulary=names), tf.keras.layers.Embedding(len(names) + 1, 4)])


class Retrieval(tfrs.Model):
    def __init__(self):
        super().__init__()
        self.users, self.items = tower(USERS), tower(ITEMS)
        candidates = tf.data.Dataset.from_tensor_slices(ITEMS).batch(5).map(self.items)
        self.task = tfrs.tasks.Retrieval(metrics=tfrs.metrics.FactorizedTopK(candidates, ks=(3,)))

    def compute_loss(self, features, training=False):
        return self.task(self.users(features["user"]), self.items(features["item"]), compute_metrics=not training)


def step_retrieval():
    tf.keras.utils.set_random_seed(0)
    model = Retrieval()
    model.compile(tf.keras.optimizers.Adagrad(0.5))
    data = tf.data.Dataset.from_tensor_slices(DATA).batch(16)
    history = model.fit(data, epochs=3, verbose=0).history
    return history["loss"], model.evaluate(data, return_dict=True, verbose=0)["loss"]


def step_indices():
    tf.keras.utils.set_random_seed(1)
    users, items = tower(USERS), tower(ITEMS)
    found = []
    for kind in (tfrs.layers.factorized_top_k.BruteForce, tfrs.layers.factorized_top_k.Streaming):
        index = kind(users, k=3)
        index.index_from_dataset(tf.data.Dataset.from_tensor_slices(ITEMS).batch(4).map(lambda x: (x, items(x))))
        scores, names = index(tf.constant(["u1", "u5"]))
        found.append((scores.numpy(), names.numpy()))
    return found


class Ranking(tfrs.Model):
    def __init__(self):
        super().__init__()
        self.users, self.items = tower(USERS), tower(ITEMS)
        self.cross, self.score = tfrs.layers.dcn.Cross(projection_dim=3), tf.keras.layers.Dense(1)
        self.task = tfrs.tasks.Ranking(loss=tf.keras.losses.MeanSquaredError(), metrics=[tf.keras.metrics.RootMeanSquaredError()])

    def call(self, features):
        return self.score(self.cross(tf.concat([self.users(features["user"]), self.items(features["item"])], 1)))

    def compute_loss(self, inputs, training=False):
        features, ratings = inputs
        return self.task(labels=ratings, predictions=self(features))


def step_ranking():
    tf.keras.utils.set_random_seed(2)
    model = Ranking()
    model.compile(tf.keras.optimizers.Adam(0.05))
    history = model.fit(tf.data.Dataset.from_tensor_slices((DATA, RATINGS)).batch(16), epochs=3, verbose=0).history
    return history["loss"], history["root_mean_squared_error"]


def step_layers():
    tf.keras.utils.set_random_seed(3)
    x = RNG.standard_normal((2, 3, 4)).astype("float32")
    dots = tfrs.layers.feature_interaction.DotInteraction()(list(tf.unstack(x, axis=1)))
    hard = tfrs.layers.loss.HardNegativeMining(2)(tf.constant(x[:, 0]), tf.constant([[1.0, 0, 0, 0], [0, 0, 1.0, 0]]))
    blocks = tfrs.layers.blocks.MLP([5, 2], activation="relu")(x[:, 0])
    return dots.numpy(), [np.sort(t.numpy()) for t in hard], blocks.numpy()
