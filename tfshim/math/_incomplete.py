"""Series and continued fractions for the incomplete gamma and beta functions, on torch tensors in float64."""

import torch

from tfshim.engine.values.readable import at_least, readable
from tfshim.math._gradients import needs_grad

_STEPS = 2000  # enough for parameters up to about 1e4; convergence usually comes within 50
_CHECK_EVERY = 10
_CHECK_BETA = 4
# Of values in single and in double precision, by which share of theirs the last terms may change a sum or its derivative.
_SLOPES = 1e-11, 1e-14
_PIECE = 1 << 14  # numbers of which a loop finds everything in the processor's cache


def _converged(change, total, least=1e-17):
    """Whether further terms would not be seen; False where values cannot be looked at."""
    if change.is_meta:
        return True
    try:
        return bool((change.abs() <= least * total.abs()).logical_or(total.isnan()).all())
    except RuntimeError:
        return False


def gamma_by_a(a, x):
    """The derivative of the regularized lower incomplete gamma function P(a, x) with respect to `a`."""
    dtype = x.dtype
    a, x = torch.broadcast_tensors(a.to(torch.float64), x.to(torch.float64))
    least = _SLOPES[dtype is torch.float64]
    if not readable(x) or needs_grad(a) or needs_grad(x):
        return _gamma_by_a(a, x, least).to(dtype)
    made = torch.empty(x.shape, dtype=dtype, device=x.device)
    # Each piece has as many steps as its own numbers need.
    for out, *piece in zip(made.view(-1).split(_PIECE), a.reshape(-1).split(_PIECE), x.reshape(-1).split(_PIECE), strict=True):
        out.copy_(_gamma_by_a_apart(*piece, least))
    return made


def _are_valid(a, x):
    return (a > 0) & (x > 0) & torch.isfinite(x) & torch.isfinite(a)


def _gamma_by_a_apart(a, x, least):
    """The derivative for two vectors, by the method that suits each number alone."""
    made = torch.full_like(x, float("nan"))
    valid, upper = _are_valid(a, x), x > a + 1
    for chosen, method in ((valid & ~upper, _lower_series), (valid & upper, _upper_slope)):
        at = chosen.nonzero().view(-1)
        if len(at):
            made[at] = method(a[at], x[at], least)
    return made


def _gamma_by_a(a, x, least):
    valid = _are_valid(a, x)
    # What is outside is replaced by 1: it must not keep the loops from converging.
    a, x = torch.where(valid, a, 1.0), torch.where(valid, x, 1.0)
    upper = x > a + 1
    # Each method gets only arguments for which it converges; of the others something harmless.
    low = _lower_series(a, torch.where(upper, a, x), least)
    high = _upper_slope(a, torch.where(upper, x, a + 2), least)
    return torch.where(valid, torch.where(upper, high, low), float("nan"))


def _lower_series(a, x, least):
    """P = x**a exp(-x) / gamma(a + 1) * sum of x**n / ((a + 1)...(a + n)), differentiated term by term."""
    log_factor = a * torch.log(x) - x - torch.lgamma(a + 1)
    term, by_a = torch.ones_like(a), torch.zeros_like(a)
    total, total_by_a = term, by_a
    for n in range(1, _STEPS):
        ratio = x / (a + n)
        by_a = ratio * (by_a - term / (a + n))
        term = ratio * term
        total, total_by_a = total + term, total_by_a + by_a
        if n % _CHECK_EVERY == 0 and _converged(term, total, least) and _converged(by_a, total_by_a, least):
            break
    return torch.exp(log_factor) * (total_by_a + total * (torch.log(x) - torch.digamma(a + 1)))


def _upper_slope(a, x, least):
    """That of P, less by what Q = x**a exp(-x) / gamma(a) / (x + 1 - a - 1 (1 - a) / (x + 3 - a - ...)) has, differentiated along."""
    p0, dp0, q0, dq0 = torch.ones_like(a), torch.zeros_like(a), torch.zeros_like(a), torch.zeros_like(a)
    p1, dp1, q1, dq1 = x + 1 - a, -torch.ones_like(a), torch.ones_like(a), torch.zeros_like(a)
    # q/p are the convergents of Q's fraction; both are rescaled to stay in range.
    for n in range(1, _STEPS):
        step, dstep = -n * (n - a), float(n)
        b = x + 2 * n + 1 - a
        p2, q2 = b * p1 + step * p0, b * q1 + step * q0
        dp2 = b * dp1 - p1 + step * dp0 + dstep * p0
        dq2 = b * dq1 - q1 + step * dq0 + dstep * q0
        scale = 1 / p2.abs().clamp(min=1e-290)
        p0, dp0, q0, dq0 = p1 * scale, dp1 * scale, q1 * scale, dq1 * scale
        p1, dp1, q1, dq1 = p2 * scale, dp2 * scale, q2 * scale, dq2 * scale
        if n % _CHECK_EVERY == 0:
            value, before = q1 / p1, q0 / p0
            slope, slope_before = (dq1 - value * dp1) / p1, (dq0 - before * dp0) / p0
            # Where the slope passes through 0 its rounding errors are those of the terms that cancel.
            if _converged(value - before, value, least) and _converged(slope - slope_before, slope.abs() + value.abs(), least):
                break
    value = q1 / p1
    slope = (dq1 - value * dp1) / p1
    factor = torch.exp(a * torch.log(x) - x - torch.lgamma(a))
    return -factor * (slope + value * (torch.log(x) - torch.digamma(a)))


def beta(a, b, x):
    """The regularized incomplete beta function I_x(a, b)."""
    dtype = x.dtype
    if not at_least(x.numel(), 2 * _PIECE) or not readable(x):
        return _beta(*torch.broadcast_tensors(*(t.to(torch.float64) for t in (a, b, x))), dtype)
    made = torch.empty_like(x, memory_format=torch.contiguous_format)
    pieces = (t.reshape(-1).split(_PIECE) for t in torch.broadcast_tensors(a, b, x))
    # Each piece has as many steps as its own numbers need.
    for out, *piece in zip(made.view(-1).split(_PIECE), *pieces, strict=True):
        out.copy_(_beta(*(t.to(torch.float64) for t in piece), dtype))
    return made


def _beta(a, b, x, dtype):
    """I_x(a, b) in `dtype`, of numbers in float64."""
    valid = (a > 0) & (b > 0) & (x >= 0) & (x <= 1)
    one = torch.ones_like(a)
    a, b = torch.where(valid, a, one), torch.where(valid, b, one)
    inside = valid & (x > 0) & (x < 1)
    y = torch.where(inside, x, 0.5)
    # The fraction converges fast below the mean; above it the function is one minus its mirror image.
    swap = y > (a + 1) / (a + b + 2)
    first, second, at = torch.where(swap, b, a), torch.where(swap, a, b), torch.where(swap, 1 - y, y)
    rest = torch.where(swap, y, 1 - y)
    factor = torch.exp(first * torch.log(at) + second * torch.log(rest) - _log_beta(a, b)) / first
    made = factor * _beta_fraction(first, second, at, 1e-11 if dtype is torch.float32 else 1e-15)
    made = torch.where(swap, 1 - made, made)
    made = torch.where(inside, made, torch.where(x >= 1, one, torch.zeros_like(one)))
    return torch.where(valid, made, float("nan")).to(dtype)


def _log_beta(a, b):
    return torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)


def _beta_fraction(a, b, x, least):
    """The continued fraction of the incomplete beta function, until a step changes it by less than the share `least`."""
    if not readable(x):
        return _guarded_fraction(a, b, x)
    both = a + b
    # Numerator and denominator of one convergent after the other. Nothing that is added in a step is larger than what was there.
    p0, q0 = torch.ones_like(x), torch.ones_like(x)
    p1, q1 = p0, (both * x).div_(a + 1).neg_().add_(1)
    for m in range(1, _STEPS):
        twice = a + 2 * m
        step = (b - m).mul_(x).mul_(m).div_((twice - 1).mul_(twice))
        p0, q0 = torch.addcmul(p1, step, p0), torch.addcmul(q1, step, q0)
        step = (a + m).mul_(both + m).mul_(x).div_((twice + 1).mul_(twice))
        p1, q1 = torch.addcmul(p0, step, p1, value=-1), torch.addcmul(q0, step, q1, value=-1)
        if m % _CHECK_BETA == 0:
            scale = q1.reciprocal()
            value = p1 * scale
            if _converged((p0 / q0).sub_(value), value, least):
                break
            p0, q0, p1, q1 = p0.mul_(scale), q0.mul_(scale), value, q1.mul_(scale)
    else:
        value = p1 / q1
    lost = value.isfinite().logical_not_()
    if lost.any():
        value[lost] = _guarded_fraction(a[lost], b[lost], x[lost])
    return value


def _guarded_fraction(a, b, x):
    """The same by Lentz's method, for which it does not matter whether a denominator is 0."""
    tiny = 1e-300
    c = torch.ones_like(x)
    d = 1 / _away(1 - (a + b) * x / (a + 1), tiny)
    total = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / _away(1 + even * d, tiny)
        c = _away(1 + even / c, tiny)
        total = total * d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / _away(1 + odd * d, tiny)
        c = _away(1 + odd / c, tiny)
        total = total * d * c
        # Products near 1 are rounded to 1e-16: here 1e-15 is enough, where `_converged` wants 1e-17.
        if m % _CHECK_EVERY == 0 and _converged((d * c - 1) * 0.01, torch.ones_like(x)):
            break
    return total


def _away(t, tiny):
    # Lentz's method divides by these, which may come out as 0.
    return torch.where(t.abs() < tiny, tiny, t)


def beta_by_x(a, b, x):
    """The derivative of the incomplete beta function with respect to `x`."""
    return torch.exp(torch.special.xlog1py(b - 1, -x) + torch.special.xlogy(a - 1, x) - _log_beta(a, b))
