"""QR decompositions of initial values: the orthogonal initializers give TensorFlow's numbers bit for bit."""

import pytest
import torch

import tfshim as tf
from tests.recorded.cases import expressions
from tfshim.linalg._householder import initial_qr


@expressions("orthogonal")
def test_same_bits(case):
    case.check(tf=tf)


@pytest.mark.parametrize("shape", [(3, 2, 5, 3), (4, 19, 8), (2, 140, 5)])
def test_batches_as_single_matrices(shape):
    x = torch.randn(shape, generator=torch.Generator().manual_seed(1))
    q, r = initial_qr(x)
    torch.testing.assert_close(q @ r, x)
    torch.testing.assert_close(q.mT @ q, torch.eye(shape[-1]).expand_as(r))
    assert torch.equal(r, r.triu())
    singles = [initial_qr(m) for m in x.reshape(-1, *shape[-2:])]
    assert torch.equal(q, torch.stack([s[0] for s in singles]).reshape(q.shape))
    assert torch.equal(r, torch.stack([s[1] for s in singles]).reshape(r.shape))


def test_columns_that_need_no_reflection():
    x = torch.tensor([[[2.0, 1.0], [0.0, 3.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 1.0], [2.0, 1.0], [0.0, 4.0]]])
    q, r = initial_qr(x)
    assert torch.equal(q[:2], torch.eye(3, 2).expand(2, 3, 2))
    assert torch.equal(r[:2], x[:2, :2])
    torch.testing.assert_close(q[2] @ r[2], x[2])


@pytest.mark.parametrize("x", [torch.eye(3, 5), torch.ones(2, 2, dtype=torch.float64), torch.eye(40, 33), torch.zeros(0, 3)])
def test_others_are_left_to_torch(x):
    for got, want in zip(initial_qr(x), torch.linalg.qr(x), strict=True):
        assert torch.equal(got, want)


def test_gradients_are_kept():
    x = torch.eye(3, 2).requires_grad_()
    initial_qr(x)[1].sum().backward()
    assert x.grad.abs().sum() > 0
