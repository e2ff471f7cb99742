"""Large systems of equations that are solved block by block: solutions and gradients as torch's own."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops import products
from tfshim.engine.runtime import determinism
from tfshim.linalg import _blocked

pytestmark = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="needs the oneDNN of torch")


@pytest.fixture(params=[256, 300])
def size(request, monkeypatch):
    monkeypatch.setattr(_blocked, "_blocks_win", lambda *_: True)
    return request.param


def _matrices(size, columns):
    rng = np.random.default_rng(size)
    m = rng.standard_normal((size, size)) / np.sqrt(size) + np.eye(size)
    return m.astype("float32"), rng.standard_normal((size, columns)).astype("float32")


def _gradients(function, *sources):
    sources = [tf.constant(s) for s in sources]
    with tf.GradientTape() as tape:
        tape.watch(sources)
        made = function(*sources)
        total = tf.reduce_sum(made**2)
    return [made, *tape.gradient(total, sources)]


def _same(ours, theirs):
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-3, atol=2e-3 * float(tf.reduce_max(tf.abs(b))))


FUNCTIONS = {
    "solve": tf.linalg.solve,
    "adjoint": lambda m, b: tf.linalg.solve(m, b, adjoint=True),
    "lower": tf.linalg.triangular_solve,
    "upper": lambda m, b: tf.linalg.triangular_solve(m, b, lower=False),
    "adjoint lower": lambda m, b: tf.linalg.triangular_solve(m, b, adjoint=True),
    "cholesky": lambda m, b: tf.linalg.cholesky_solve(
        tf.linalg.cholesky(tf.matmul(m, m, transpose_a=True) + tf.eye(m.shape[0], dtype=m.dtype)), b
    ),
    "inverse": lambda m, b: tf.linalg.inv(m) @ b,
}


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_solutions_and_gradients(size, name, compiled):
    m, b = _matrices(size, 70)
    if "lower" in name or name == "upper":
        m = m * 0.1 + np.eye(size, dtype="float32")
    function = FUNCTIONS[name]
    ours = _gradients(tf.function(function) if compiled else function, m, b)
    assert ours[0].dtype == tf.float32
    _same(ours, _gradients(function, m.astype("float64"), b.astype("float64")))


def test_gradients_of_gradients(size):
    m, b = _matrices(size, 64)
    found = []
    for dtype in ("float32", "float64"):
        x, y = tf.constant(m, dtype), tf.constant(b, dtype)
        with tf.GradientTape() as outer:
            outer.watch([x, y])
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                total = tf.reduce_sum(tf.linalg.solve(x, y) ** 2) + tf.reduce_sum(tf.linalg.inv(x) ** 2)
            slopes = tape.gradient(total, [x, y])
            second = tf.reduce_sum(slopes[0] ** 2) + tf.reduce_sum(slopes[1] ** 2)
        found.append([*slopes, *outer.gradient(second, [x, y])])
    _same(*found)


def test_what_has_no_solution_is_told_as_ever(size):
    m, b = _matrices(size, 70)
    m[:, 3] = 0
    for run in (lambda: tf.linalg.solve(m, b), lambda: tf.linalg.inv(m)):
        with pytest.raises(tf.errors.InvalidArgumentError, match="not invertible"):
            run()
    triangle = np.tril(m) + 2 * np.eye(size, dtype="float32")
    triangle[5, 5] = 0
    made = tf.linalg.triangular_solve(triangle, b).numpy()
    right = torch.linalg.solve_triangular(torch.from_numpy(triangle), torch.from_numpy(b), upper=False).numpy()
    np.testing.assert_array_equal(np.isfinite(made), np.isfinite(right))
    np.testing.assert_allclose(made[:5], right[:5], rtol=1e-4)


def test_small_systems_and_other_types_are_left_to_torch(monkeypatch):
    monkeypatch.setattr(_blocked, "_solved", None)
    monkeypatch.setattr(_blocked, "_blocks_win", lambda *_: True)
    m, b = _matrices(256, 70)
    for x, y in ((m[:200, :200], b[:200]), (m, b[:, :9]), (m.astype("float64"), b.astype("float64")), (m[None], b[None])):
        np.testing.assert_allclose(x @ tf.linalg.solve(x, y).numpy(), y, atol=1e-2)


@pytest.mark.parametrize("rows", [True, False])
def test_blocks_are_taken_where_products_are_onednns(rows, monkeypatch):
    monkeypatch.setattr(products, "_measure", lambda: (rows, False, False, False))
    monkeypatch.setattr(products, "_promising", lambda: True)
    monkeypatch.setattr(products.Choice, "rows", None)
    monkeypatch.setattr(products.Choice, "narrow", None)
    monkeypatch.setattr(products.Choice, "few", None)
    assert _blocked._onednn_wins() is rows


@pytest.mark.parametrize("blocks", [True, False])
def test_blocks_of_products_by_blas_are_taken_where_they_are_faster(blocks, monkeypatch):
    monkeypatch.setattr(_blocked, "_onednn_wins", lambda: False)
    monkeypatch.setattr(_blocked.Choice, "blocks", None)
    monkeypatch.setattr(_blocked, "least_times", lambda *ways: [1.0, 0.5 if blocks else 1.5])
    solved = []
    monkeypatch.setattr(_blocked, "_solved", lambda *_, run=_blocked._solved: solved.append(1) or run(*_))
    m, b = _matrices(400, 200)
    triangle = np.tril(m) + 2 * np.eye(400, dtype="float32")
    made = tf.linalg.triangular_solve(triangle, b)
    np.testing.assert_allclose(triangle @ made.numpy(), b, atol=1e-4)
    assert bool(solved) is blocks and _blocked.Choice.blocks is blocks
    del solved[:]
    tf.linalg.triangular_solve(triangle, b[:, :100])  # of few columns
    assert not solved
    tf.config.experimental.enable_op_determinism()
    try:
        tf.linalg.triangular_solve(triangle, b)
    finally:
        determinism.disable()
    assert not solved
