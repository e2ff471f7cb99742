"""Products of matrices by oneDNN, where that is the faster library: the same numbers wherever a product may stand."""

import shutil

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.ops import products  # noqa: E402
from tfshim.engine.runtime import determinism  # noqa: E402

pytestmark = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="this torch has no oneDNN")


@pytest.fixture
def counted(monkeypatch):
    """As if oneDNN were the faster one from 16 x 16 x 1 on; the number of products that it made."""
    monkeypatch.setattr(products, "_MANY", 16 * 16)
    monkeypatch.setattr(products.Choice, "rows", True)
    monkeypatch.setattr(products.Choice, "transposed", True)
    monkeypatch.setattr(products.Choice, "narrow", False)
    monkeypatch.setattr(products.Choice, "few", False)
    count = [0]
    for name in ("_of_rows", "_of_transposed", "_narrow"):
        monkeypatch.setattr(products, name, _counting(count, getattr(products, name)))
    return count


def _counting(count, function):
    def run(*arguments):
        count[0] += 1
        return function(*arguments)

    return run


def _matrices(*shapes):
    draw = np.random.default_rng(3)
    return [torch.from_numpy(draw.standard_normal(s).astype(np.float32)) for s in shapes]


@pytest.mark.parametrize("m, k, n", [(4, 300, 64), (16, 1, 16), (17, 300, 33), (64, 784, 256), (300, 20, 16), (256, 256, 256)])
@pytest.mark.parametrize("layout", ["rows", "b transposed", "a transposed", "both transposed", "parts of rows"])
def test_products_are_nearly_as_exact_as_those_of_torch(counted, layout, m, k, n):
    a, b, bias = _matrices((m, k), (k, n), (n,))
    a = a.t().contiguous().t() if layout in ("a transposed", "both transposed") else a
    b = b.t().contiguous().t() if layout in ("b transposed", "both transposed") else b
    if layout == "parts of rows":
        a, b = (torch.cat([x, x], 1)[:, : x.shape[1]] for x in (a, b))
    exact = a.double() @ b.double()
    made = products.mm(a, b)
    assert made.is_contiguous() and made.dtype == torch.float32
    # Sums of float32 in another order; factors rounded to tf32 or bfloat16 would be hundreds of times further off.
    allowed = 5 * (torch.mm(a, b) - exact).abs().max() + 1e-6
    assert (made - exact).abs().max() <= allowed
    assert (products.addmm(bias, a, b) - (exact + bias)).abs().max() <= 2 * allowed
    assert counted[0]


class _Weights(TorchDispatchMode):
    """Notes how the matrices lie that oneDNN is given."""

    def __init__(self):
        super().__init__()
        self.dense = []

    def __torch_dispatch__(self, function, types, arguments=(), keywords=None):
        if function is torch.ops.mkldnn._linear_pointwise.default:
            self.dense.append(arguments[1].is_contiguous() or arguments[1].t().is_contiguous())
        return function(*arguments, **(keywords or {}))


@pytest.mark.parametrize("part", ["first columns", "every other row", "every other column", "of a stack", "columns of the transpose"])
@pytest.mark.parametrize("a_transposed", [False, True])
@pytest.mark.parametrize("n", [10, 32])
def test_parts_of_matrices_are_copied_before_onednn_multiplies_them(counted, monkeypatch, part, a_transposed, n):
    """It has no kernel for matrices with gaps, and would take a thousand times as long."""
    monkeypatch.setattr(products, "_MANY_NARROW", 16 * 16)
    monkeypatch.setattr(products.Choice, "few", True)
    a, wide, tall, stack, turned = _matrices((48, 64), (64, n + 5), (128, n), (64, n, 3), (n, 128))
    a = a.t().contiguous().t() if a_transposed else a
    b = {
        "first columns": wide[:, :n],
        "every other row": tall[::2],
        "every other column": torch.cat([wide, wide], 1)[:, : 2 * n : 2],
        "of a stack": stack[..., 1],
        "columns of the transpose": turned.t()[:64],
    }[part]
    assert not b.is_contiguous()
    with _Weights() as weights:
        made = products.fast(a, b, None)
    assert all(weights.dense)
    assert weights.dense or a_transposed and n < products.LEAST_SIDE
    torch.testing.assert_close(made, torch.mm(a, b), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("m, k, n", [(16, 16, 2), (17, 300, 10), (300, 20, 15), (300, 3, 3)])
@pytest.mark.parametrize("layout", ["rows", "a transposed", "b transposed"])
@pytest.mark.parametrize("way", ["few", "narrow"])
def test_products_of_few_columns(counted, monkeypatch, way, layout, m, k, n):
    monkeypatch.setattr(products, "_MANY_NARROW", 16 * 16)
    a, b, bias = _matrices((m, k), (k, n), (n,))
    a = a.t().contiguous().t() if layout == "a transposed" else a
    b = b.t().contiguous().t() if layout == "b transposed" else b
    products.mm(a, b)
    assert not counted[0]
    monkeypatch.setattr(products.Choice, way, True)
    made = products.mm(a, b)
    taken = k >= 16 if way == "narrow" else layout != "a transposed"
    assert counted[0] == taken and made.is_contiguous()
    torch.testing.assert_close(made, torch.mm(a, b), rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(products.addmm(bias, a, b), torch.addmm(bias, a, b), rtol=1e-4, atol=1e-4)
    given = [x.detach().clone().requires_grad_() for x in (a, b, bias)]
    found = torch.autograd.grad(products.addmm(given[2], *given[:2]).sin().sum(), given)
    expected = torch.autograd.grad(torch.addmm(given[2], *given[:2]).sin().sum(), given)
    for f, e in zip(found, expected, strict=True):
        assert f.is_contiguous() or not taken
        torch.testing.assert_close(f, e, rtol=1e-4, atol=1e-3)


def test_few_columns_are_a_question_of_their_own(counted, monkeypatch):
    monkeypatch.setattr(products.Choice, "rows", False)
    monkeypatch.setattr(products.Choice, "narrow", True)
    a, wide, few, one = _matrices((200, 200), (200, 16), (200, 15), (200, 1))
    products.mm(a, wide), products.mm(a, one), products.mm(a[:0], few)
    assert not counted[0]
    torch.testing.assert_close(products.mm(a, few), torch.mm(a, few), rtol=1e-4, atol=1e-4)
    assert counted[0] == 1
    given = [x.clone().requires_grad_() for x in (a, few)]
    y = products.mm(*given)
    first = torch.autograd.grad(y.tanh().sum(), given, create_graph=True)
    again = torch.autograd.grad(sum((g**2).sum() for g in first), given)
    y = torch.mm(*given)
    first = torch.autograd.grad(y.tanh().sum(), given, create_graph=True)
    for f, e in zip(again, torch.autograd.grad(sum((g**2).sum() for g in first), given), strict=True):
        torch.testing.assert_close(f, e, rtol=1e-3, atol=1e-3)
    assert counted[0] == 5  # one more for the product, three for its gradients; where rows lead to many columns, none


def test_what_does_not_suit_goes_to_torch(counted):
    a, b, narrow = _matrices((32, 32), (32, 32), (32, 8))
    with torch.backends.mkldnn.flags(enabled=False):
        products.mm(a, b)
    products.mm(a, narrow)
    products.mm(a[:3], b)
    products.mm(a.double(), b.double())
    products.mm(a.to("meta"), b.to("meta"))
    products.mm(a[:, :0], b[:0])
    torch.func.vmap(products.mm)(torch.stack([a, b]), torch.stack([b, a]))
    assert not counted[0]
    products.mm(a, b)
    assert counted[0] == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="Matrix size-incompatible"):
        tf.matmul(tf.ones([32, 32]), tf.ones([33, 32]))


def test_determinism_is_not_left_to_a_measurement(counted, monkeypatch):
    monkeypatch.setattr(determinism._Determinism, "enabled", True)
    products.mm(*_matrices((32, 32), (32, 32)))
    assert not counted[0]


@pytest.mark.parametrize("faster", [True, False])
def test_the_first_product_that_is_large_decides(monkeypatch, faster):
    monkeypatch.setattr(products.Choice, "rows", None)
    monkeypatch.setattr(products.Choice, "transposed", None)
    monkeypatch.setattr(products.Choice, "narrow", None)
    monkeypatch.setattr(products.Choice, "few", None)
    monkeypatch.setattr(products, "_promising", lambda: True)
    monkeypatch.setattr(products, "_WORTH_IT", float("inf") if faster else 0.0)
    small, large = _matrices((20, 20), (256, 256))
    products.mm(small, small)
    assert products.Choice.rows is None
    products.mm(large, large)
    assert products.Choice.rows is products.Choice.transposed is products.Choice.narrow is products.Choice.few is faster


def test_other_processors_are_not_measured(monkeypatch):
    monkeypatch.setattr(products.Choice, "rows", None)
    monkeypatch.setattr(products.Choice, "transposed", None)
    monkeypatch.setattr(products.Choice, "narrow", None)
    monkeypatch.setattr(products.Choice, "few", None)
    monkeypatch.setattr(products, "_promising", lambda: False)
    monkeypatch.setattr(products, "_measure", lambda: pytest.fail("measured"))
    assert not products._measured()


def _derivatives(a, b, bias):
    """Values, gradients, gradients of gradients, a Jacobian and forward derivatives of an affine layer."""
    with tf.GradientTape(persistent=True) as outer:
        outer.watch([a, b, bias])
        with tf.GradientTape() as inner:
            inner.watch([a, b, bias])
            y = tf.matmul(a, b) + bias
            z = tf.reduce_sum(tf.tanh(y / 10) * y)
        first = inner.gradient(z, [a, b, bias])
        total = tf.add_n([tf.reduce_sum(g**2) for g in first])
    second = outer.gradient(total, [a, b, bias])
    with tf.GradientTape() as tape:
        tape.watch(b)
        sums = tf.reduce_sum(tf.matmul(a, b), 0)
    jacobian = tape.jacobian(sums, b)
    with tf.autodiff.ForwardAccumulator(a, tf.ones_like(a)) as forward:
        y = tf.matmul(a, b)
    return [z, *first, *second, jacobian, forward.jvp(y)]


def _agree(found, wanted):
    for f, w in zip(found, wanted, strict=True):
        scale = max(1, np.abs(w.numpy()).max())
        np.testing.assert_allclose(f.numpy() / scale, w.numpy() / scale, atol=2e-6)


def test_derivatives_are_those_of_torch(counted, monkeypatch):
    arguments = [tf.constant(t.numpy()) for t in _matrices((24, 40), (40, 32), (32,))]
    found = _derivatives(*arguments)
    assert counted[0] >= 6
    traced = tf.function(_derivatives)(*arguments)
    before = counted[0]
    monkeypatch.setattr(products.Choice, "rows", False)
    wanted = _derivatives(*arguments)
    assert counted[0] == before
    _agree(found, wanted)
    _agree(traced, wanted)


@pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="Inductor needs a C++ compiler")
def test_compiled_functions_see_torch_s_own_product(counted):
    a, b = (tf.constant(t.numpy()) for t in _matrices((24, 40), (40, 32)))
    found = tf.function(lambda a, b: tf.nn.relu(tf.matmul(a, b)), jit_compile=True)(a, b)
    assert not counted[0]
    _agree([found], [tf.nn.relu(tf.matmul(a, b))])


def _trained(make):
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential(make())
    model.compile("sgd", "mse")
    x = np.random.default_rng(0).standard_normal((32, 20, 24)).astype(np.float32)
    losses = model.fit(x, x[:, 0, :1], batch_size=32, epochs=3, verbose=0).history["loss"]
    return np.array([*losses, *model.predict(x, verbose=0).ravel()])


@pytest.mark.parametrize("kind", ["Dense", "GRU", "SimpleRNN", "EinsumDense"])
def test_layers_train_alike(counted, monkeypatch, kind):
    layers = tf.keras.layers

    def make():
        first = {
            "Dense": lambda: layers.Dense(32, "relu"),
            "GRU": lambda: layers.GRU(32),
            "SimpleRNN": lambda: layers.SimpleRNN(32),
            "EinsumDense": lambda: layers.EinsumDense("abc,cde->abde", [None, 4, 8], bias_axes="de"),
        }[kind]()
        return [first, layers.Flatten(), layers.Dense(1)]

    found = _trained(make)
    assert counted[0]
    monkeypatch.setattr(products.Choice, "rows", False)
    np.testing.assert_allclose(found, _trained(make), rtol=1e-4, atol=1e-5)


def test_batches_and_sums_over_several_axes(counted):
    x, w = (tf.constant(t.numpy()) for t in _matrices((4, 8, 6, 5), (6, 5, 4, 7)))
    wanted = np.tensordot(x.numpy(), w.numpy(), 2)
    np.testing.assert_allclose(tf.einsum("abcd,cdef->abef", x, w).numpy(), wanted, atol=1e-4)
    flat = tf.reshape(x, [4, 8, 30])
    np.testing.assert_allclose(tf.matmul(flat, tf.reshape(w, [30, 28])).numpy(), wanted.reshape(4, 8, 28), atol=1e-4)
    assert counted[0] == 2


@pytest.mark.parametrize(
    "equation", ["ab,cb->ac", "abc,cbd->ad", "ab,bc->ca", "ab,bc->c", "abc,bcd->ad", "ab,ab->", "ab,b->a", "ab,abc->c"]
)
def test_other_sums_are_torch_s(equation):
    sizes = dict(a=3, b=4, c=5, d=6)
    labels = equation.split("->")[0].split(",")
    x, w = _matrices(*[[sizes[c] for c in part] for part in labels])
    np.testing.assert_allclose(
        tf.einsum(equation, tf.constant(x.numpy()), tf.constant(w.numpy())).numpy(), np.einsum(equation, x, w), rtol=1e-5, atol=1e-5
    )
