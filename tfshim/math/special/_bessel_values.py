"""Values of the Bessel functions J and Y of orders 0 and 1 in float64 precision, which torch's own do not reach.

Up to 25 they are sums over points of the circle: the trapezoidal rule for Bessel's integral, which is exact to rounding
for so many points, and Neumann's expansion of Y in even orders of J, summed under the same rule. Beyond 25 Hankel's
asymptotic series has converged; near 0 the power series keeps J1 relatively exact.
"""

import math

import torch

from tfshim.math.special._tables import Table, tabulated

_EULER = 0.57721566490153286061
_POINTS = 120  # of the full circle; by symmetry a quarter of them is enough
_ORDERS = 28  # of Neumann's expansion: J of order 56 and more is nothing up to 25
_LIMIT = 25.0


def _circle():
    """(sin, weight of J, weight of Neumann's sum) for each point of the quarter circle."""
    made = []
    for i in range(_POINTS // 4):
        angle = (i + 0.5) * 2 * math.pi / _POINTS
        neumann = sum((-1) ** k * math.cos(2 * k * angle) / k for k in range(1, _ORDERS + 1))
        made.append((math.sin(angle), 4 / _POINTS, 4 / _POINTS * neumann))
    return made


_CIRCLE = _circle()


def _near(x):
    """J0, J1 and the sums that Y0 and Y1 need, for 0 <= x <= 25."""
    j0, j1, n0, n1 = (torch.zeros_like(x) for _ in range(4))
    for s, weight, neumann in _CIRCLE:
        c, d = torch.cos(x * s), torch.sin(x * s)
        j0, n0 = j0 + weight * c, n0 + neumann * c
        j1, n1 = j1 + weight * s * d, n1 + neumann * s * d
    # The sum over the circle has an absolute error of 1e-16, too much near 0: there J1 comes from its power series.
    square = x * x / 4
    term = total = torch.ones_like(x)
    for k in range(1, 12):
        term = -term * square / (k * (k + 1))
        total = total + term
    return j0, torch.where(x < 1, x / 2 * total, j1), n0, n1


_J0, _N0 = (Table(lambda x, at=at: _near(x)[at], int(_LIMIT)) for at in (0, 2))
_J1_BY_X, _N1_BY_X = (Table(lambda x, at=at: _near(x)[at] / x, int(_LIMIT)) for at in (1, 3))  # these are odd


def _y0_from_tables(size, x):
    return 2 / math.pi * (torch.log(size / 2) + _EULER) * _J0(size) - 4 / math.pi * _N0(size)


def _y1_from_tables(size, x):
    made = 2 / math.pi * (torch.log(size / 2) + _EULER) * size * _J1_BY_X(size)
    return made - 2 / (math.pi * size) * _J0(size) - 4 / math.pi * size * _N1_BY_X(size)


def _large_argument(x, order):
    """J and Y of `order` for x > 25."""
    mu = 4.0 * order * order
    term, p, q = torch.ones_like(x), torch.ones_like(x), torch.zeros_like(x)
    for k in range(1, 22):
        term = term * (mu - (2 * k - 1) ** 2) / (8 * k * x)
        part = term if k % 4 in (0, 1) else -term
        p, q = (p + part, q) if k % 2 == 0 else (p, q + part)
    scale = 1 / torch.sqrt(math.pi * x)
    c, s = torch.cos(x), torch.sin(x)
    # The cosine and sine of x - pi / 4, and a quarter turn further for order 1, times the square root of 2.
    cosine, sine = (c + s, s - c) if order == 0 else (s - c, -(c + s))
    return scale * (p * cosine - q * sine), scale * (p * sine + q * cosine)


def _values(x):
    """(|x|, whether it is near, the near and far arguments), for x of any float dtype."""
    size = x.to(torch.float64).abs()
    near = size <= _LIMIT
    return size, near, torch.where(near, size, 1.0), torch.where(near | torch.isinf(size), 2 * _LIMIT, size)


def _endless(size, made):
    return torch.where(torch.isinf(size), 0.0, torch.where(torch.isnan(size), size, made))


def _j0(x):
    """J0 of a float tensor."""
    size, near, close, distant = _values(x)
    return _endless(size, torch.where(near, _near(close)[0], _large_argument(distant, 0)[0])).to(x.dtype)


def _j1(x):
    """J1 of a float tensor; it is odd."""
    size, near, close, distant = _values(x)
    made = _endless(size, torch.where(near, _near(close)[1], _large_argument(distant, 1)[0])).to(x.dtype)
    return torch.where(x < 0, -made, made)


def _y0(x):
    """Y0 of a float tensor: minus infinity at 0, NaN below."""
    size, near, close, distant = _values(x)
    j, _, neumann, _ = _near(close)
    low = 2 / math.pi * (torch.log(close / 2) + _EULER) * j - 4 / math.pi * neumann
    made = _endless(size, torch.where(near, low, _large_argument(distant, 0)[1])).to(x.dtype)
    return torch.where(x < 0, float("nan"), torch.where(x == 0, float("-inf"), made))


def _y1(x):
    """Y1 of a float tensor: NaN at 0, as TensorFlow has it, and below."""
    size, near, close, distant = _values(x)
    j, i, _, neumann = _near(close)
    low = 2 / math.pi * (torch.log(close / 2) + _EULER) * i - 2 / (math.pi * close) * j - 4 / math.pi * neumann
    made = _endless(size, torch.where(near, low, _large_argument(distant, 1)[1])).to(x.dtype)
    return torch.where(x <= 0, float("nan"), made)


j0 = tabulated(_j0, lambda size, x: _J0(size), _LIMIT)
j1 = tabulated(_j1, lambda size, x: _J1_BY_X(size) * x, _LIMIT)
y0 = tabulated(_y0, _y0_from_tables, _LIMIT, positive=True)
y1 = tabulated(_y1, _y1_from_tables, _LIMIT, positive=True)
