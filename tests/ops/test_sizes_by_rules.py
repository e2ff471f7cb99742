"""Operations whose kernels take long on stand-ins: the sizes that their rules give while a graph is built are those that running gives."""

import itertools

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.ops.static_shapes import infer

_RANDOM = np.random.RandomState(0)
PICTURES = _RANDOM.rand(2, 5, 6, 3).astype(np.float32)
MATRICES = _RANDOM.rand(2, 3, 4).astype(np.float32)
PLACES = np.array([[1, 0], [0, 1]])
ROWS = np.array([[1], [0]])
BORDER = [[0, 1], [1, 2], [0, 0], [2, 1]]

CALLS = {
    **{
        f"resize {method}": (lambda x, method=method: tf.image.resize(x, [4, 7], method=method), PICTURES)
        for method in ("bilinear", "nearest", "bicubic", "area", "lanczos3")
    },
    "resize whole": (lambda x: tf.image.resize(x, [4, 7], preserve_aspect_ratio=True, antialias=True), PICTURES),
    "hue": (lambda x: tf.image.adjust_hue(x, 0.1), PICTURES),
    "saturation": (lambda x: tf.image.adjust_saturation(x, 0.1), PICTURES),
    "contrast": (lambda x: tf.image.adjust_contrast(x, 0.1), PICTURES),
    "lrn": (tf.nn.lrn, PICTURES),
    "cumsum": (lambda x: tf.cumsum(x, -2), PICTURES),
    "cumprod": (lambda x: tf.math.cumprod(x, 1), PICTURES),
    "cumulative_logsumexp": (lambda x: tf.math.cumulative_logsumexp(x, 0), PICTURES),
    "reverse": (lambda x: tf.reverse(x, [0, -1]), PICTURES),
    "roll": (lambda x: tf.roll(x, [1, 2], [0, -1]), PICTURES),
    "pad": (lambda x: tf.pad(x, BORDER), PICTURES),
    "pad with a number": (lambda x: tf.pad(x, BORDER, constant_values=3.0), PICTURES),
    "pad reflected": (lambda x: tf.pad(x, BORDER, "REFLECT"), PICTURES),
    "pad mirrored": (lambda x: tf.pad(x, BORDER, "SYMMETRIC"), PICTURES),
    **{
        f"gather {axis} {batch}": (lambda x, i, axis=axis, batch=batch: tf.gather(x, i, axis=axis, batch_dims=batch), PICTURES, PLACES)
        for axis, batch in ((0, 0), (-1, 0), (1, 1), (-2, 1), (None, 1))
    },
    **{f"one_hot {axis}": (lambda i, axis=axis: tf.one_hot(i, 4, axis=axis), PLACES) for axis in (-1, 0, 1, 2)},
    "one_hot of numbers": (lambda i: tf.one_hot(i, 4, 5, 2, dtype=tf.int64), PLACES),
    "one_hot of strings": (lambda i: tf.one_hot(i, 4, "a", "b"), PLACES),
    "scatter_nd rows": (lambda i, u: tf.scatter_nd(i, u, [3, 2]), ROWS, MATRICES[0, :2, :2]),
    "scatter_nd numbers": (lambda i, u: tf.scatter_nd(i, u, [3, 2]), PLACES, np.array([1, 2])),
    "reduce_logsumexp": (lambda x: tf.reduce_logsumexp(x, [1, -1]), PICTURES),
    "reduce_std": (lambda x: tf.math.reduce_std(x, 0, keepdims=True), PICTURES),
    "reduce_variance": (tf.math.reduce_variance, PICTURES),
    "reduce_variance complex": (lambda x: tf.math.reduce_variance(tf.cast(x, tf.complex64), 0), PICTURES),
    **{
        f"{call.__name__} {full} {kind.name}": (
            lambda x, call=call, full=full, kind=kind: call(tf.cast(x, kind), full_matrices=full),
            MATRICES,
        )
        for call in (tf.linalg.qr, tf.linalg.svd)
        for full in (False, True)
        for kind in (tf.float32, tf.complex64)
    },
}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_told_is_what_is_made(name):
    """Whatever sizes are unknown; where none is, all are told."""
    function, *values = CALLS[name]
    made = tf.nest.flatten(function(*map(tf.constant, values)))
    for unknown in itertools.product((False, True), repeat=sum(v.ndim for v in values)):
        turns = iter(unknown)
        specs = [tf.TensorSpec([None if next(turns) else n for n in v.shape], v.dtype) for v in values]
        told = tf.nest.flatten(tf.function(function, autograph=False).get_concrete_function(*specs).structured_outputs)
        for t, m in zip(told, made, strict=True):
            assert t.dtype == m.dtype and t.shape.is_compatible_with(m.shape), specs
            assert any(unknown) or t.shape == m.shape


WRONG = {
    "resize": lambda x: tf.image.resize(x[..., :0, :, :], [4, 7]),
    "hue": lambda x: tf.image.adjust_hue(x[..., :2], 0.1),
    "reverse": lambda x: tf.reverse(x, [0, 0]),
    "reverse beyond": lambda x: tf.reverse(x, [4]),
    "pad": lambda x: tf.pad(x, BORDER[:3]),
    "gather": lambda x: tf.gather(x, [0], axis=4),
    "scatter_nd": lambda x: tf.scatter_nd([[1]], x, [3, 2]),
    "reduce_logsumexp": lambda x: tf.reduce_logsumexp(x, 4),
    "lrn": lambda x: tf.nn.lrn(x[0]),
    "qr": lambda x: tf.linalg.qr(x[0, 0, 0]),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_still_refused_while_a_graph_is_built(name):
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        tf.function(WRONG[name], autograph=False).get_concrete_function(tf.TensorSpec(PICTURES.shape))


TOLD = ["resize bilinear", "hue", "saturation", "contrast", "lrn", "cumsum", "pad mirrored", "gather -1 0", "one_hot 1"]


@pytest.mark.parametrize("name", TOLD)
def test_kernels_do_not_run_where_all_is_known(name, monkeypatch):
    function, *values = CALLS[name]
    ran, both = [], infer._both
    monkeypatch.setattr(infer, "_both", lambda o, arguments: ran.append(o.type) or both(o, arguments))
    tf.function(function, autograph=False).get_concrete_function(*(tf.TensorSpec(v.shape, v.dtype) for v in values))
    assert not set(ran) - {"Identity"}  # which costs nothing
