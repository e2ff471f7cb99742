"""Batches of large matrices that oneDNN multiplies one by one: the same numbers as by torch's batched product."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives
from tfshim.engine.ops import batched_products, products
from tfshim.linalg import contractions

pytestmark = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="this torch has no oneDNN")


@pytest.fixture
def counted(monkeypatch):
    """As if oneDNN were the faster one for matrices of any size; how many it multiplied."""
    monkeypatch.setattr(products, "_MANY", 1)
    monkeypatch.setattr(products, "BLAS_IS_FASTEST", False)
    monkeypatch.setattr(batched_products, "_MANY_EACH", 1)
    for name, value in (("rows", True), ("transposed", True), ("narrow", False)):
        monkeypatch.setattr(products.Choice, name, value)
    count, multiply = [0], products._of_rows
    monkeypatch.setattr(products, "_of_rows", lambda *given: count.__setitem__(0, count[0] + 1) or multiply(*given))
    return count


def _random(*shape):
    return np.random.default_rng(len(shape)).normal(size=shape).astype("float32")


def _compared(function, *arrays):
    """Values and derivatives agree with those in float64, for which torch's product is taken."""
    found = values_and_derivatives(function, *map(tf.constant, arrays))
    expected = values_and_derivatives(function, *(tf.constant(a, tf.float64) for a in arrays))
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-3, atol=1e-5 * max(1, np.abs(e).max()))


@pytest.mark.parametrize("adjoint", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("batch", [(3,), (2, 3), (1,)])
def test_products_of_batches(batch, adjoint, counted):
    a = _random(*batch, *((20, 17) if adjoint[0] else (17, 20)))
    b = _random(*batch, *((16, 20) if adjoint[1] else (20, 16)))
    _compared(lambda a, b: tf.matmul(a, b, transpose_a=adjoint[0], transpose_b=adjoint[1]) / 8, a, b)
    assert counted[0] >= 3 * np.prod(batch)


def test_products_in_functions_of_any_batch(counted):
    a, b = _random(3, 17, 20), _random(3, 20, 16)

    @tf.function(input_signature=[tf.TensorSpec([None, 17, 20]), tf.TensorSpec([None, 20, 16])])
    def multiplied(a, b):
        return a @ b

    np.testing.assert_allclose(multiplied(a, b), a @ b, rtol=1e-4, atol=1e-5)
    assert counted[0] == 3
    assert multiplied(a[:0], b[:0]).shape == (0, 17, 16)


@pytest.mark.parametrize(
    "shapes", [((1, 17, 20), (3, 20, 16)), ((3, 4, 20), (3, 20, 16)), ((17, 20), (3, 20, 16)), ((3, 17, 20), (3, 20, 2))]
)
def test_batches_that_are_repeated_and_small_sides_are_torchs(shapes, counted):
    a, b = (_random(*shape) for shape in shapes)
    np.testing.assert_allclose(tf.matmul(a, b), a @ b, rtol=1e-4, atol=1e-5)
    assert not counted[0]


def test_errors_are_those_of_the_product(counted):
    with pytest.raises(tf.errors.InvalidArgumentError, match="Matrix size-incompatible"):
        tf.matmul(_random(2, 17, 20), _random(2, 19, 16))
    with pytest.raises(tf.errors.InvalidArgumentError, match="compatible batch dimensions"):
        tf.matmul(_random(2, 17, 20), _random(3, 20, 16))


EQUATIONS = [
    ("aecd,abcd->acbe", (2, 18, 3, 16), (2, 17, 3, 16)),
    ("acbe,aecd->abcd", (2, 3, 17, 18), (2, 18, 3, 16)),
    ("bij,bjk->bik", (3, 17, 18), (3, 18, 16)),
    ("bij,bkj->kbi", (3, 17, 18), (3, 16, 18)),
    ("ij,kj->ik", (17, 18), (16, 18)),
    ("ji,jk->ki", (18, 17), (18, 16)),
    ("abij,acij->abc", (2, 17, 3, 4), (2, 16, 3, 4)),
    ("aij,bij->ba", (17, 3, 4), (16, 3, 4)),
    ("xabi,ixcd->xdcba", (2, 4, 5, 18), (18, 2, 4, 6)),
]


@pytest.mark.parametrize("equation, a, b", EQUATIONS)
def test_sums_of_products_by_equations(equation, a, b, counted):
    a, b = _random(*a), _random(*b)
    _compared(lambda a, b: tf.einsum(equation, a, b) / 8, a, b)
    assert counted[0]


@pytest.mark.parametrize(
    "equation", ["ij,jk->i", "ii,ij->ij", "ij,ij->ij", "ij,kl->ijkl", "i,i->", "...ij,...jk->...ik", "ij->ji", "ij,ij->j"]
)
def test_equations_that_are_no_products_of_matrices(equation):
    assert contractions._as_matrices(equation) is None
