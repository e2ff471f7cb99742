"""The arithmetic of the steps of optimizers, in place, on lists of torch tensors: weights, their gradients and what is kept for each.

Every optimizer of `tf.keras.optimizers`, of its `legacy` and of `tf.compat.v1.train` whose rule is one of these takes it from here.
Numbers are of Python; for `ftrl`, which takes single tensors, they may be tensors too.
"""

import operator
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import torch

from tfshim.engine.values.readable import readable

Tensors: TypeAlias = list[torch.Tensor] | tuple[torch.Tensor, ...]


_dtype_of, _device_number = operator.attrgetter("dtype"), torch.Tensor.get_device
_is_contiguous, _contiguous = torch.Tensor.is_contiguous, torch.Tensor.contiguous


def of_one_kind(lists: Sequence[Tensors]) -> Iterator[Sequence[Tensors]]:
    """Parts of `lists` - the weights, and what belongs to each - whose weights have one dtype and device, as a kernel takes them at once.

    A list may be empty.
    """
    weights = lists[0]
    if len({*map(_dtype_of, weights)}) == 1 and len({*map(_device_number, weights)}) == 1:
        yield lists
        return
    found: dict[Any, list[int]] = {}
    for i, w in enumerate(weights):
        found.setdefault((w.dtype, w.device), []).append(i)
    for group in found.values():
        yield [[x[i] for i in group] if x else x for x in lists]


IN_ONE_PASS = {torch.float32, torch.float64}  # dtypes that torch's kernels of whole steps take
_LARGE = 1 << 15  # elements whose copy into another order takes longer than a pass over memory that is saved


def in_order(weights: Tensors, gradients: Tensors, kept: Tensors) -> bool:
    """Whether a kernel that goes through memory as it lies, to its end, suits these tensors, all dense; small gradients can be copied."""
    kinds = {*map(_dtype_of, weights), *map(_dtype_of, gradients), *map(_dtype_of, kept)}
    return (
        len(kinds) == 1
        and kinds <= IN_ONE_PASS
        and all([t.is_cpu for t in (*weights, *gradients, *kept)])  # noqa: C419 - a list is quicker
        and all([w.shape == g.shape == k.shape for w, g, k in zip(weights, gradients, kept)])  # noqa: C419
        and all(map(_is_contiguous, weights))
        and all(map(_is_contiguous, kept))
        and all([g.is_contiguous() or g.numel() < _LARGE for g in gradients])  # noqa: C419
    )


def heavy_ball(
    weights: Tensors, gradients: Tensors, kept: Tensors, rate: float, decay: float, share: float = 1.0, nesterov: bool = False
) -> None:
    """Steps of `-rate` times `kept`, which are decayed and then grow by `share` of the gradients, in one pass over memory.

    With `nesterov` steps of `-rate` times the gradients and `decay` times `kept`. `decay` is not 0; the tensors are `in_order`.
    """
    torch._fused_sgd_(
        weights,
        [*map(_contiguous, gradients)],
        kept,
        weight_decay=0.0,
        momentum=decay,
        lr=rate,
        dampening=1 - share,
        nesterov=nesterov,
        maximize=False,
        is_first_step=False,
    )


_LEAST_RATE = 1e-8  # the kernel is told one plus the rate, in which a smaller one has too few digits


def momentum(weights: Tensors, gradients: Tensors, kept: Tensors, rate: float, decay: float, nesterov: bool) -> None:
    """Steps along `kept`, decaying sums of steps against the gradients (Polyak); with `nesterov` as seen from one step ahead."""
    suits = decay != 0 and not nesterov and rate >= _LEAST_RATE and weights[0].dtype is torch.float32
    if suits and in_order(weights, gradients, kept):
        heavy_ball(weights, gradients, kept, -1.0, decay, share=-rate)
        return
    if decay == 0:
        torch._foreach_copy_(kept, gradients)
        torch._foreach_mul_(kept, -rate)
    else:
        torch._foreach_mul_(kept, decay)
        torch._foreach_add_(kept, gradients, alpha=-rate)
    if nesterov:
        torch._foreach_add_(weights, kept, alpha=decay)
        torch._foreach_add_(weights, gradients, alpha=-rate)
    else:
        torch._foreach_add_(weights, kept)


def average_squares(squares: Tensors, gradients: Tensors, decay: float) -> None:
    """Move the averages `squares` by 1 - `decay` towards the squares of the gradients."""
    torch._foreach_mul_(squares, decay)
    torch._foreach_addcmul_(squares, gradients, gradients, 1 - decay)


def divided(
    weights: Tensors,
    gradients: Tensors,
    below: Tensors,
    rate: float,
    kept: Tensors | None = None,
    decay: float = 0.0,
) -> None:
    """Steps against the gradients divided by `below`; with `kept` along decaying sums of such steps."""
    if kept is None:
        torch._foreach_addcdiv_(weights, gradients, below, -rate)
        return
    torch._foreach_mul_(kept, decay)
    torch._foreach_addcdiv_(kept, gradients, below, rate)
    torch._foreach_sub_(weights, kept)


def adagrad(weights: Tensors, gradients: Tensors, sums: Tensors, rate: float, epsilon: float, within_root: bool) -> None:
    """Steps over the root of the sums of squares (Duchi et al., 2011); `epsilon` is added within the root or after it."""
    torch._foreach_addcmul_(sums, gradients, gradients, 1.0)
    if within_root:
        below = torch._foreach_add(sums, epsilon)
        torch._foreach_sqrt_(below)
    else:
        below = torch._foreach_sqrt(sums)
        torch._foreach_add_(below, epsilon)
    divided(weights, gradients, below, rate)


def adadelta(
    weights: Tensors,
    gradients: Tensors,
    squares: Tensors,
    steps: Tensors,
    rate: float,
    decay: float,
    epsilon: float,
) -> None:
    """Steps scaled by the averages of squares of earlier steps and of gradients (Zeiler, 2012)."""
    average_squares(squares, gradients, decay)
    step, below = torch._foreach_add(steps, epsilon), torch._foreach_add(squares, epsilon)
    torch._foreach_div_(step, below)
    torch._foreach_sqrt_(step)
    torch._foreach_mul_(step, gradients)
    average_squares(steps, step, decay)  # only now: the step is scaled by the average of those before it
    torch._foreach_add_(weights, step, alpha=-rate)


# Numbers of steps after which torch's own correction, which adds `epsilon` at another place, is none; by device.
_UNCORRECTED = {torch.device("cpu"): torch.tensor(float("inf"))}


def adam(
    weights: Tensors,
    gradients: Tensors,
    means: Tensors,
    squares: Tensors,
    greatest: Tensors,
    rate: float,
    beta_1: float,
    beta_2: float,
    epsilon: float,
) -> None:
    """Steps along averages of gradients, over the roots of averages of their squares (Kingma and Ba, 2015), in one call of a kernel.

    `rate`: corrected for averages that begin at 0. `greatest`: the greatest averages of squares so far, () for none. The tensors have one
    dtype and device, and are contiguous.
    """
    device = weights[0].device
    steps = _UNCORRECTED.get(device)
    if steps is None:
        steps = _UNCORRECTED[device] = _UNCORRECTED[torch.device("cpu")].to(device)
    torch._fused_adam_(
        weights,
        gradients,
        means,
        squares,
        greatest,
        [steps] * len(weights),
        lr=rate,
        beta1=beta_1,
        beta2=beta_2,
        weight_decay=0.0,
        eps=epsilon,
        amsgrad=bool(greatest),
        maximize=False,
    )


def adamax(
    weights: Tensors, gradients: Tensors, means: Tensors, greatest: Tensors, rate: float, beta_1: float, beta_2: float, epsilon: float
) -> None:
    """Adam's steps with the greatest decayed gradient below (Kingma and Ba, 2015, section 7). `rate`: corrected."""
    torch._foreach_lerp_(means, gradients, 1 - beta_1)
    torch._foreach_mul_(greatest, beta_2)
    torch._foreach_maximum_(greatest, torch._foreach_abs(gradients))
    torch._foreach_addcdiv_(weights, means, torch._foreach_add(greatest, epsilon), -rate)


def nadam(
    weights: Tensors,
    gradients: Tensors,
    means: Tensors,
    squares: Tensors,
    rate: float,
    beta_1: float,
    beta_2: float,
    epsilon: float,
    correction: float,
    shares: Sequence[tuple[float, float]],
) -> None:
    """Adam's steps with Nesterov's momentum (Dozat, 2016).

    `correction`: what averages of squares, which begin at 0, are divided by; `shares`: those of the average and of the gradient in a step,
    for each weight.
    """
    torch._foreach_lerp_(means, gradients, 1 - beta_1)
    average_squares(squares, gradients, beta_2)
    ahead = torch._foreach_mul(means, [of_mean for of_mean, _ in shares])
    torch._foreach_add_(ahead, torch._foreach_mul(gradients, [of_gradient for _, of_gradient in shares]))
    below = torch._foreach_div(squares, correction)
    torch._foreach_sqrt_(below)
    torch._foreach_add_(below, epsilon)
    divided(weights, ahead, below, rate)


def ftrl(
    weight: torch.Tensor,
    gradient: torch.Tensor,
    shrunk: torch.Tensor,
    squares: torch.Tensor,
    linear: torch.Tensor,
    rate: float | torch.Tensor,
    power: float | torch.Tensor,
    l1: float,
    l2: float,
) -> None:
    """One weight's step of "follow the regularized leader" (McMahan et al., 2013).

    `shrunk`: the gradient with what online shrinkage adds; `power`: that of the learning rate, negative.
    """
    if isinstance(power, torch.Tensor) and readable(power):
        power = power.item()  # by a number that is -0.5 torch takes roots, as TensorFlow does
    now = squares + gradient * gradient
    root, before = torch.pow(now, -power), torch.pow(squares, -power)
    # In this order: `linear` takes the weight, and both take the sums of squares, from before the step.
    linear.add_(shrunk - (root - before) / rate * weight)
    weight.copy_((linear.clamp(-l1, l1) - linear) / (root / rate + 2 * l2))
    squares.copy_(now)
