"""Recurrences over whole sequences and their gradients, against the same recurrences differentiated by torch."""

import pytest
import torch

import tfshim

tfshim.activate()

from tfshim.engine.ops import products  # noqa: E402
from tfshim.engine.ops.recurrences import onednn, sequences  # noqa: E402
from tfshim.engine.ops.recurrences.kinds import GRU, LSTM, RESET_FIRST, SIMPLE  # noqa: E402

_GATES = {GRU: 3, RESET_FIRST: 3, LSTM: 4, SIMPLE: 1}
_KINDS = pytest.mark.parametrize("kind", [GRU, RESET_FIRST, LSTM, SIMPLE], ids=["gru", "gru that resets first", "lstm", "simple"])
# oneDNN's LSTM computes in float32.
_TYPES = pytest.mark.parametrize(
    "kind, dtype",
    [(GRU, torch.float64), (RESET_FIRST, torch.float64), (LSTM, torch.float64), (LSTM, torch.float32), (SIMPLE, torch.float64)],
    ids=["gru", "gru that resets first", "lstm", "lstm by onednn", "simple"],
)


def _arguments(kind, steps, masked, biased, dtype=torch.float64):
    draw = torch.Generator().manual_seed(steps + 2 * masked + biased)
    batch, features, units = 4, 5, 6
    width = _GATES[kind] * units

    def some(*shape):
        return torch.randn(*shape, dtype=dtype, generator=draw).requires_grad_()

    x, kernel, recurrent = some(steps, batch, features), some(features, width), some(units, width)
    bias = some(width) if biased else None
    inner = some(width) if biased and kind is GRU else None
    mask = torch.rand(steps, batch, 1, generator=draw) > 0.4 if masked else None
    states = [some(batch, units) for _ in range(2 if kind is LSTM else 1)]
    weights = [some(steps, batch, units).detach(), *(some(batch, units).detach() for _ in states)]
    return mask, x, kernel, recurrent, bias, inner, states, weights


def _losses(kind, steps, masked, biased, dtype=torch.float64, only=slice(None)):
    """The sum of weighted results by the loop and by torch's operations, and what both depend on."""
    mask, x, kernel, recurrent, bias, inner, states, weights = _arguments(kind, steps, masked, biased, dtype)
    found = tuple(sequences.recurrence(kind, mask, x, kernel, recurrent, bias, inner, *states))
    outputs, last = sequences.plainly(kind, x, states, kernel, recurrent, bias, inner, mask)
    torch.testing.assert_close(found, (outputs, *last))
    sources = [t for t in (x, kernel, recurrent, bias, inner, *states) if t is not None]
    return [sum((r.tanh() * w).sum() for r, w in list(zip(results, weights))[only]) for results in (found, (outputs, *last))], sources


@pytest.mark.parametrize("steps", [1, 2, 7])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("biased", [False, True])
@_TYPES
def test_results_and_gradients(kind, dtype, steps, masked, biased):
    (found, wanted), sources = _losses(kind, steps, masked, biased, dtype)
    first = torch.autograd.grad(found, sources, retain_graph=True)
    torch.testing.assert_close(first, torch.autograd.grad(wanted, sources, retain_graph=True), rtol=1e-4, atol=1e-5)
    # What a step kept is there for going backward again.
    torch.testing.assert_close(torch.autograd.grad(found, sources), first)


@pytest.fixture
def multiplied_by_onednn(monkeypatch):
    """As if oneDNN were the faster one for the products of these sizes; the number of those that it made."""
    count, of_rows = [0], products._of_rows
    for name, value in {"rows": True, "transposed": True, "few": False, "narrow": False}.items():
        monkeypatch.setattr(products.Choice, name, value)
    monkeypatch.setattr(products, "_MANY", 1)
    monkeypatch.setattr(products, "LEAST_SIDE", 1)

    def counting(*arguments):
        count[0] += 1
        return of_rows(*arguments)

    monkeypatch.setattr(products, "_of_rows", counting)
    return count


@pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="this torch has no oneDNN")
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("biased", [False, True])
@_KINDS
def test_products_of_steps_by_onednn(multiplied_by_onednn, kind, masked, biased):
    steps = 9
    (found, wanted), sources = _losses(kind, steps, masked, biased, torch.float32)
    by_then = multiplied_by_onednn[0]
    first = torch.autograd.grad(found, sources)
    torch.testing.assert_close(first, torch.autograd.grad(wanted, sources), rtol=1e-3, atol=1e-4)
    if kind is not LSTM or masked:  # torch has an LSTM of oneDNN's
        assert by_then >= steps and multiplied_by_onednn[0] - by_then >= steps


@pytest.mark.parametrize("only", [0, 1, 2])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_only_some_results_are_used(only, dtype):
    (found, wanted), sources = _losses(LSTM, 3, False, True, dtype, slice(only, only + 1))
    gradients = (torch.autograd.grad(loss, sources) for loss in (found, wanted))
    torch.testing.assert_close(*gradients, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("masked", [False, True])
@_TYPES
def test_gradients_of_gradients(kind, dtype, masked):
    losses, sources = _losses(kind, 3, masked, True, dtype)
    squares = [sum((g**2).sum() for g in torch.autograd.grad(loss, sources, create_graph=True)) for loss in losses]
    torch.testing.assert_close(*(torch.autograd.grad(s, sources) for s in squares), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("masked", [False, True])
@_TYPES
def test_without_gradients(kind, dtype, masked, biased):
    mask, x, kernel, recurrent, bias, inner, states, _ = _arguments(kind, 5, masked, biased, dtype)
    with torch.no_grad():
        found = tuple(sequences.recurrence(kind, mask, x, kernel, recurrent, bias, inner, *states))
        outputs, last = sequences.plainly(kind, x, states, kernel, recurrent, bias, inner, mask)
    torch.testing.assert_close(found, (outputs, *last))


@_TYPES
def test_only_some_gradients_are_wanted(kind, dtype):
    mask, x, kernel, recurrent, bias, inner, states, _ = _arguments(kind, 4, False, True, dtype)
    states = [s.detach() for s in states]
    found = sequences.recurrence(kind, mask, x.detach(), kernel, recurrent, bias, inner, *states)
    wanted, _ = sequences.plainly(kind, x.detach(), states, kernel, recurrent, bias, inner, mask)
    sources = [t for t in (kernel, recurrent, bias, inner) if t is not None]
    gradients = (torch.autograd.grad(y.sum(), sources) for y in (found[0], wanted))
    torch.testing.assert_close(*gradients, rtol=1e-4, atol=1e-5)


@_KINDS
def test_batched_gradients(kind):
    mask, x, kernel, recurrent, bias, inner, states, _ = _arguments(kind, 3, False, True)
    found = sequences.recurrence(kind, mask, x, kernel, recurrent, bias, inner, *states)
    results = [found[1], sequences.plainly(kind, x, states, kernel, recurrent, bias, inner, mask)[1][0]]
    seeds = torch.eye(results[0].numel(), dtype=x.dtype).view(-1, *results[0].shape)
    torch.testing.assert_close(*(torch.vmap(lambda s, r=r: torch.autograd.grad(r, [x, kernel], s))(seeds) for r in results))


def test_tensors_with_gaps_between_their_elements():
    _, x, kernel, recurrent, bias, _, states, _ = _arguments(LSTM, 5, False, True, torch.float32)
    with torch.no_grad():
        wanted = sequences.recurrence(LSTM, None, x, kernel, recurrent, bias, None, *states)
        wide = [torch.stack([t, t], -1)[..., 0] for t in (x, kernel, recurrent, bias, *states)]
        found = sequences.recurrence(LSTM, None, *wide[:4], None, *wide[4:])
    assert onednn.serves(x.detach()) and not wide[0].is_contiguous()
    torch.testing.assert_close(tuple(found), tuple(wanted))
