"""Quantized types, whose numbers lie in the storage of another type: what is moved keeps its type."""

import numpy as np

_KINDS = tf.qint8, tf.quint8, tf.qint32


def _numbers(kind):
    if kind is tf.qint32:
        return tf.bitcast(tf.constant([1, 2]), kind)
    return tf.quantization.quantize([0.5, 1.0], -1.0 if kind is tf.qint8 else 0.0, 1.0, kind).output


_MOVES = {
    "identity": tf.identity,
    "reshape": lambda x: tf.reshape(x, [1, 2]),
    "expand_dims": lambda x: tf.expand_dims(x, 0),
    "squeeze": lambda x: tf.squeeze(tf.reshape(x, [1, 2])),
    "concat": lambda x: tf.concat([x, x], 0),
    "stack": lambda x: tf.stack([x, x]),
    "split": lambda x: tf.split(x, 2)[1],
    "gather": lambda x: tf.gather(x, [1, 1]),
    "gather_nd": lambda x: tf.gather_nd(x, [[1]]),
    "boolean_mask": lambda x: tf.boolean_mask(x, [False, True]),
    "pad": lambda x: tf.pad(x, [[1, 0]]),
    "fill": lambda x: tf.fill([2], x[0]),
    "slice": lambda x: x[1:],
    "dynamic_stitch": lambda x: tf.dynamic_stitch([[1], [0]], [x[:1], x[1:]]),
    "cast": lambda x: tf.cast(tf.reshape(x, [2]), tf.int32),
    "shape": lambda x: tf.shape(x),
}


def _told(x):
    return x.dtype.name, np.asarray(x).astype("int64").tolist()


def _each(kind, run, but=()):
    made = {}
    for name, move in _MOVES.items():
        if name in but:
            continue
        try:
            made[name] = _told(run(move)(_numbers(kind)))
        except Exception as e:  # not every kernel takes them
            made[name] = type(e).__name__
    return made


def case_eager():
    return {kind.name: _each(kind, lambda move: move) for kind in _KINDS}


def case_in_functions():
    return {kind.name: _each(kind, tf.function, but=["stack"]) for kind in _KINDS}
