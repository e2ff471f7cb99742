"""What users of Spektral do first: convolutions over graphs, pooling, and training over a set of graphs."""

import numpy as np
import tensorflow as tf
from spektral.data import BatchLoader, Dataset, DisjointLoader, Graph
from spektral.layers import APPNPConv, ChebConv, DiffPool, GATConv, GCNConv, GINConv, GlobalAttentionPool, GlobalSumPool, MinCutPool
from spektral.utils import gcn_filter, normalized_adjacency

RNG = np.random.default_rng(0)
EDGES = (RNG.random((6, 6)) < 0.5).astype("float32")
ADJACENCY = np.maximum(EDGES, EDGES.T)
FEATURES = RNG.standard_normal((6, 4)).astype("float32")


class Shapes(Dataset):
    def read(self):
        made = []
        for i in range(12):
            n = 3 + i % 4
            edges = (RNG.random((n, n)) < 0.6).astype("float32")
            made.append(Graph(x=RNG.standard_normal((n, 4)).astype("float32"), a=np.maximum(edges, edges.T), y=np.eye(2)[i % 2]))
        return made


def step_convolutions():
    found = {}
    for kind in (GCNConv, ChebConv, GATConv, APPNPConv):
        tf.keras.utils.set_random_seed(1)
        layer = kind(3)
        edges = kind.preprocess(ADJACENCY) if hasattr(kind, "preprocess") else ADJACENCY
        found[kind.__name__] = layer([FEATURES, np.asarray(edges, "float32")]).numpy()
    return found


def step_sparse_edges():
    tf.keras.utils.set_random_seed(2)
    rows = np.argwhere(ADJACENCY)
    edges = tf.SparseTensor(rows, np.ones(len(rows), "float32"), ADJACENCY.shape)
    return [GINConv(3)([FEATURES, edges]).numpy(), gcn_filter(ADJACENCY), normalized_adjacency(ADJACENCY)]


def step_pooling():
    tf.keras.utils.set_random_seed(3)
    cut, pool = MinCutPool(2), DiffPool(2)
    made = [t.numpy() for t in cut([FEATURES, ADJACENCY])] + [t.numpy() for t in pool([FEATURES, ADJACENCY])]
    return made, [loss.numpy() for loss in cut.losses]


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.conv, self.pool, self.dense = GCNConv(8, "relu"), GlobalAttentionPool(8), tf.keras.layers.Dense(2, "softmax")

    def call(self, inputs):
        x, a, i = inputs
        return self.dense(self.pool([self.conv([x, a]), i]))


def step_training_on_disjoint_graphs():
    tf.keras.utils.set_random_seed(4)
    data = Shapes()
    loader = DisjointLoader(data, batch_size=4, epochs=2, shuffle=False)
    model, optimizer, losses = Net(), tf.keras.optimizers.Adam(0.05), []

    @tf.function(input_signature=loader.tf_signature(), reduce_retracing=True)
    def train(inputs, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.keras.losses.categorical_crossentropy(target, model(inputs, training=True)))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    for batch in loader:
        losses.append(train(*batch).numpy())
    return losses


def step_fit_on_batches():
    tf.keras.utils.set_random_seed(5)
    x, a = tf.keras.Input((None, 4)), tf.keras.Input((None, None))
    model = tf.keras.Model([x, a], tf.keras.layers.Dense(2, "softmax")(GlobalSumPool()(GCNConv(8, "relu")([x, a]))))
    model.compile("sgd", "categorical_crossentropy")
    loader = BatchLoader(Shapes(), batch_size=6, shuffle=False)
    return model.fit(loader.load(), steps_per_epoch=loader.steps_per_epoch, epochs=3, verbose=0).history["loss"]
