"""The loop of GRUs and its gradients, against the same recurrence differentiated by torch."""

import pytest
import torch

import tfshim

tfshim.activate()

from tfshim.keras.layers.rnn import fused  # noqa: E402


def _arguments(steps, masked, biased):
    draw = torch.Generator().manual_seed(steps + 2 * masked + biased)
    batch, features, units = 4, 5, 6

    def some(*shape):
        return torch.randn(*shape, dtype=torch.float64, generator=draw).requires_grad_()

    x, kernel, recurrent = some(steps, batch, features), some(features, 3 * units), some(units, 3 * units)
    bias, inner = (some(3 * units), some(3 * units)) if biased else (None, None)
    mask = torch.rand(steps, batch, 1, generator=draw) > 0.4 if masked else None
    weights = some(steps, batch, units).detach(), some(batch, units).detach()
    return mask, x, kernel, recurrent, bias, inner, some(batch, units), weights


def _losses(steps, masked, biased):
    """The sum of weighted results by the loop and by torch's operations, and what both depend on."""
    mask, x, kernel, recurrent, bias, inner, h, weights = _arguments(steps, masked, biased)
    found = fused._Recurrence.apply(fused.GRU, mask, x, kernel, recurrent, bias, inner, h)
    outputs, (last,) = fused._plainly(fused.GRU, x, [h], kernel, recurrent, bias, inner, mask)
    torch.testing.assert_close(found, (outputs, last))
    sources = [t for t in (x, kernel, recurrent, bias, inner, h) if t is not None]
    return [sum((r.tanh() * w).sum() for r, w in zip(results, weights)) for results in (found, (outputs, last))], sources


@pytest.mark.parametrize("steps", [1, 2, 7])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("biased", [False, True])
def test_results_and_gradients(steps, masked, biased):
    (found, wanted), sources = _losses(steps, masked, biased)
    first = torch.autograd.grad(found, sources, retain_graph=True)
    torch.testing.assert_close(first, torch.autograd.grad(wanted, sources, retain_graph=True))
    # What a step kept is there for going backward again.
    torch.testing.assert_close(torch.autograd.grad(found, sources), first)


@pytest.mark.parametrize("masked", [False, True])
def test_gradients_of_gradients(masked):
    losses, sources = _losses(3, masked, True)
    squares = [sum((g**2).sum() for g in torch.autograd.grad(loss, sources, create_graph=True)) for loss in losses]
    torch.testing.assert_close(*(torch.autograd.grad(s, sources) for s in squares))


@pytest.mark.parametrize("biased", [False, True])
def test_without_gradients(biased):
    mask, x, kernel, recurrent, bias, inner, h, _ = _arguments(5, True, biased)
    with torch.no_grad():
        found = fused._Recurrence.apply(fused.GRU, mask, x, kernel, recurrent, bias, inner, h)
        outputs, (last,) = fused._plainly(fused.GRU, x, [h], kernel, recurrent, bias, inner, mask)
    torch.testing.assert_close(found, (outputs, last))


def test_only_some_gradients_are_wanted():
    mask, x, kernel, recurrent, bias, inner, h, _ = _arguments(4, False, True)
    found = fused._Recurrence.apply(fused.GRU, mask, x.detach(), kernel, recurrent, bias, inner, h.detach())
    wanted, _ = fused._plainly(fused.GRU, x.detach(), [h.detach()], kernel, recurrent, bias, inner, mask)
    sources = [kernel, recurrent, bias, inner]
    torch.testing.assert_close(torch.autograd.grad(found[0].sum(), sources), torch.autograd.grad(wanted.sum(), sources))
