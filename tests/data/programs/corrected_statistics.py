"""Batch normalization whose statistics are corrected towards averages, of parts of a batch, or adjusted."""

import numpy as np

v1 = tf.compat.v1
rows = np.random.RandomState(0).randn(8, 3).astype(np.float32) * 2 + 1
pictures = np.random.RandomState(1).randn(8, 4, 4, 3).astype(np.float32) * 2 + 1


def _rounded(x, places=2):
    return (np.round(np.asarray(x, np.float64), places) + 0.0).tolist()


def _tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e).split("\n")[0]


def _weights(layer):
    return [(w.name.split("/")[-1], w.shape.as_list(), _rounded(w)) for w in layer.weights]


def _used(**arguments):
    layer = tf.keras.layers.BatchNormalization(**arguments)
    made = [_rounded(layer(rows, training=training)) for training in (True, True, False)]
    with tf.GradientTape() as tape:
        x = tf.constant(rows)
        tape.watch(x)
        y = tf.reduce_sum(layer(x, training=True) ** 2 * tf.range(3.0))
    config = layer.get_config()
    kept = [config.get(n) for n in ("renorm", "renorm_clipping", "renorm_momentum", "virtual_batch_size", "adjustment")]
    return *made, _rounded(tape.gradient(y, x), 1), len(layer.trainable_weights), _weights(layer), kept


def _adjusted(shape):
    return tf.ones([1, shape[1]]) * 2.0, tf.ones([1, shape[1]]) * 0.5


def case_corrected():
    return repr([_used(renorm=True), _used(renorm=True, renorm_clipping={"rmax": 1.2, "rmin": 0.9, "dmax": 0.3}, renorm_momentum=0.5)])


def case_corrected_without_weights():
    return repr([_used(renorm=True, center=False), _used(renorm=True, scale=False)])


def case_in_parts():
    return repr([_used(virtual_batch_size=4), _used(virtual_batch_size=4, renorm=True), _used(adjustment=_adjusted)])


def case_what_cannot_be():
    wrong = [
        {"virtual_batch_size": 0},
        {"virtual_batch_size": 4, "axis": 0},
        {"virtual_batch_size": 4, "adjustment": _adjusted},
        {"renorm": True, "renorm_clipping": {"a": 1}},
        {"renorm": True, "fused": True},
        {"virtual_batch_size": 2, "fused": True},
        {"adjustment": _adjusted, "fused": True},
        {"renorms": True},
    ]
    made = [_tried(lambda k=k: _used(**k)) for k in wrong]
    return repr([*made, type(_tried(lambda: _used(virtual_batch_size=3))[0]).__name__])


def case_models():
    made = []
    for arguments in ({"renorm": True}, {"virtual_batch_size": 2}, {"renorm": True, "axis": 1}, {"renorm": True, "axis": [2, 3]}):
        tf.keras.utils.set_random_seed(1)
        layer = tf.keras.layers.BatchNormalization(input_shape=(4, 4, 3), **arguments)
        model = tf.keras.Sequential([layer, tf.keras.layers.GlobalAveragePooling2D(), tf.keras.layers.Dense(1, kernel_initializer="ones")])
        model.compile("sgd", "mse")
        told = model.fit(pictures, np.ones((8, 1)), epochs=2, batch_size=4, shuffle=False, verbose=0)
        traced = tf.function(lambda x, layer=layer: layer(pictures, training=x))
        made += [_rounded(told.history["loss"]), _rounded(model.predict(pictures, verbose=0)), _weights(layer)]
        made += [_rounded(np.sum(traced(tf.constant(way)), (0, 1)), 1) for way in (True, False)]
        layer.trainable = False
        made.append(_rounded(model(pictures, training=True)))
    return repr(made)


def case_in_graphs_of_sessions():
    made = []
    for arguments in ({"renorm": True}, {"virtual_batch_size": 4}):
        with tf.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(tf.float32, [None, 3])
            layer = tf.keras.layers.BatchNormalization(**arguments)
            trained, known = layer(x, training=True), layer(x, training=False)
            session.run(v1.global_variables_initializer())
            made += [_rounded(session.run([trained, *layer.updates], {x: rows})[0]), _rounded(session.run(known, {x: rows}))]
    return repr(made)
