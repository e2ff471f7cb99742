"""Embeddings with sparse results, lambdas that use variables, kernels of batch normalization, functions on Keras tensors."""

import numpy as np

WEIGHTS = [np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])]


def _listed(x):
    return x.indices.numpy().tolist(), x.values.numpy().tolist(), x.dense_shape.numpy().tolist(), x.dtype.name


def _error(function):
    try:
        return function()
    except Exception as e:
        return f"{type(e).__name__}: {str(e).splitlines()[0]}"


def case_embeddings_with_sparse_results():
    L, ids = tf.keras.layers, tf.SparseTensor([[0, 1], [1, 2]], [1, 2], [3, 3])
    found = []
    for about in ({}, {"dtype": "float64"}, {"dtype": tf.keras.mixed_precision.Policy("mixed_bfloat16")}):
        layer = L.Embedding(3, 2, weights=WEIGHTS, sparse=True, **about)
        found += [_listed(layer(ids)), _listed(layer(tf.constant([0, 0, 0, 2, 1]))), _listed(layer(tf.constant([[0.0, 1.2]])))]
        found.append(_listed(layer(tf.SparseTensor(ids.indices, tf.cast(ids.values, tf.int64), [3, 3]))))
        found.append(_listed(layer(tf.SparseTensor(np.zeros([0, 2], np.int64), np.zeros([0], np.int32), [3, 3]))))
    found.append(_error(lambda: L.Embedding(3, 2, sparse=True, mask_zero=True)))
    found.append(sorted(layer.get_config()))
    by_products = L.Embedding(3, 2, weights=WEIGHTS, use_one_hot_matmul=True)
    found.append((by_products(tf.constant([[1], [2]])).numpy().tolist(), "use_one_hot_matmul" in by_products.get_config()))
    return "\n".join(map(str, found))


class _Told(tf.keras.layers.Lambda):
    """A lambda layer that keeps what it would log."""

    def _warn(self, text):
        self.told = (*getattr(self, "told", ()), text.splitlines()[1])


def case_lambdas_that_use_variables():
    v, fixed, inputs = tf.Variable(1.0, name="mine"), tf.Variable(1.0, trainable=False), tf.keras.Input([2])
    layers = [_Told(lambda x: x * v, name=f"of_mine{i}") for i in range(4)]
    layers[0](tf.ones([1]))
    layers[1](inputs)
    layers[1](inputs)
    layers[1](tf.ones([1, 2]))
    tf.function(layers[2], autograph=False)(tf.ones([1]))
    layers[3].v = v
    layers[3](inputs)
    other = _Told(lambda x: x * fixed)
    other(inputs)
    other(tf.ones([1]))
    of_own = tf.keras.layers.Lambda(lambda x: x * tf.Variable(2.0, trainable=False), name="of_own")
    return [getattr(layer, "told", ()) for layer in (*layers, other)], _error(lambda: of_own(tf.ones([1])).shape)


def case_kernels_of_batch_normalization():
    found = []
    for about in (
        {}, {"fused": False}, {"fused": True}, {"virtual_batch_size": 2}, {"fused": True, "virtual_batch_size": 2}, {"fused": True, "renorm": True},
        {"fused": True, "axis": 2}, {"fused": True, "axis": [1, 3]}, {"fused": True, "axis": 4}, {"fused": True, "axis": [3]}, {"axis": 1},
        {"axis": 2}, {"axis": -2}, {"axis": -3}, {"axis": -4}, {"axis": [1, 2]}, {"dtype": "float64"}, {"fused": True, "dtype": "float64"},
    ):  # fmt: skip
        for sizes in ([4, 4], [4, 4, 4], [4, 4, 4, 4]):

            def used():
                layer = tf.keras.layers.BatchNormalization(**about)
                before = layer.fused
                layer(tf.keras.Input(sizes))
                return before, layer.fused

            found.append(f"{about} {sizes} {_error(used)}")
    return "\n".join(found)


def case_steps_of_models_that_are_fixed():
    found = []
    for optimizer in (tf.compat.v1.train.GradientDescentOptimizer(0.01), "sgd"):
        model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(4,), kernel_initializer="ones")])
        model.trainable = False
        model.compile(optimizer, "mse")
        found.append((float(model.train_on_batch(np.ones([2, 4]), np.zeros([2, 2]))), model.get_weights()[0].sum().item()))
    return found


def case_functions_of_the_program_on_keras_tensors():
    @tf.__internal__.dispatch.add_dispatch_support
    def doubled(x, by=2.0):
        return x * by

    x = tf.keras.Input([2])
    layer = doubled(x, by=3.0).node.layer
    model = tf.keras.Model(x, doubled(x))
    return layer.name, layer.symbol, str(_error(layer.get_config)).split(" <")[0], model(tf.ones([1, 2])).numpy().tolist()


def case_checkpoints_without_a_place():
    import os
    import tempfile
    import time

    made = tf.keras.callbacks.ModelCheckpoint(None)
    folder = tempfile.mkdtemp()
    for i, name in enumerate(("f.batch02epoch02.h5", "f.batch03epoch01.h5", "f.baatch03epoch01.h5")):
        path = os.path.join(folder, name)
        open(path, "w").close()
        os.utime(path, (time.time() + i, time.time() + i))
    find = made._get_most_recently_modified_file_matching_pattern
    latest = find(os.path.join(folder, "f.batch{batch:02d}epoch{epoch:02d}.h5"))
    return made.filepath, os.path.basename(latest), find(os.path.join(folder, "g.{epoch}.h5"))
