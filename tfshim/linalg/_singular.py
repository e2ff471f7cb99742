"""The signs and phases of singular vectors: those that TensorFlow gives (see `_phases`)."""

from math import sqrt

import torch

from tfshim.linalg._phases import (
    BEYOND,
    complex_reflection,
    is_small,
    limits,
    matrices,
    phases,
    real_reflection,
    reflect_columns,
    reflected_unit,
    turned,
)

_JACOBI_COLUMNS = 16  # from here on TensorFlow divides and conquers
_SETTLED = 0.003  # rotations by so small angles change no sign
_ZERO = 100  # times eps: below, the share of a singular value in the largest that may come from rounding alone


def of_singular_vectors(x, u, v, full):
    """The columns of `u` and `v` with TensorFlow's phases; where both are square (`full`), the basis of what is left as well."""
    rows, columns = x.shape[-2:]
    if columns >= _JACOBI_COLUMNS or not is_small(x, max(rows, columns)):
        return u, v
    eps, tiny = limits(x)
    left, right, rest = [], [], []
    more = full and rows != columns
    unit = [1.0] * (max(rows, columns) - min(rows, columns)) if more else []
    for a, found_u, found_v in zip(matrices(x), matrices(u), matrices(v)):
        try:
            one = _OneMatrix(a, eps, tiny)
            turn_u, turn_v = one.turns(found_u, found_v)
        except BEYOND:
            return u, v
        left += turn_u + (unit if rows > columns else [])
        right += turn_v + (unit if rows < columns else [])
        if more:
            rest.append(one.rest())
    u, v = turned(u, left), turned(v, right)
    if more:
        n = min(rows, columns)
        u, v = (_with_rest(u, n, rest), v) if rows > columns else (u, _with_rest(v, n, rest))
    return u, v


def _with_rest(x, n, rest):
    if x.requires_grad:
        return x
    rest = torch.tensor(rest, dtype=x.dtype, device=x.device).reshape(*x.shape[:-1], x.shape[-1] - n)
    return torch.cat([x[..., :n], rest], -1)


class _OneMatrix:
    """The rotations that make one matrix diagonal."""

    def __init__(self, a, eps, tiny):
        self.rows, self.columns = rows, columns = len(a), len(a[0])
        self.n = n = min(rows, columns)
        self.eps = eps
        compl = type(a[0][0]) is complex
        largest = max([max(map(abs, row)) for row in a]) or 1.0
        a = [[y / largest for y in row] for row in a]
        self.reflections = ()
        self.order = range(n)
        if rows != columns:
            r, self.reflections, self.order = _pivoted_qr(a if rows > columns else _adjoint(a), compl, eps, tiny)
            a = r if rows > columns else _adjoint(r)
        if compl:
            self.left, self.right, diagonal = _complex_sweeps(a, eps, tiny)
        else:
            self.left, self.right, diagonal = _real_sweeps(a, eps, tiny)
        self.sizes = sizes = list(map(abs, diagonal))
        self.signs = [y / abs(y) if abs(y.imag) > tiny else -1.0 if y.real < 0 else 1.0 for y in diagonal]
        self.places = places = list(range(n))
        for i in range(n):
            k = sizes.index(max(sizes[i:]), i)
            if k != i:
                sizes[i], sizes[k] = sizes[k], sizes[i]
                places[i], places[k] = places[k], places[i]

    def turns(self, found_u, found_v):
        """The factors for the columns of `found_u` and `found_v`."""
        right = phases(found_v, self.right_row, self.places)
        sizes = self.sizes
        if sizes[-1] > _ZERO * self.eps * sizes[0]:
            return right, right
        # The vectors for a singular value of zero are not bound to each other.
        left = phases(found_u, self.left_row, self.places)
        zero = self.n * self.eps * sizes[0]
        return left, [r if size <= zero else f for r, f, size in zip(right, left, sizes)]

    def rest(self):
        """The columns that complete the larger basis, as rows."""
        n, size = self.n, max(self.rows, self.columns)
        return [self._reflected(i, size)[n:] for i in range(size)]

    def right_row(self, i):
        return _rotated(self._reflected(i, self.columns)[: self.n] if self.rows < self.columns else self._ordered(i), self.right)

    def left_row(self, i):
        row = self._ordered(i) if self.rows <= self.columns else self._reflected(i, self.rows)[: self.n]
        return [y * sign for y, sign in zip(_rotated(row, self.left), self.signs)]

    def _ordered(self, i):
        row = [0.0] * self.n
        row[self.order.index(i)] = 1.0
        return row

    def _reflected(self, i, size):
        return reflected_unit(size, i, self.reflections, first=0)


def _adjoint(a):
    return [[y.conjugate() for y in column] for column in zip(*a)]


def _rotated(row, moves):
    """The row after the rotations `moves`; one with `q` below 0 multiplies an element by `c`."""
    for p, q, c, s in moves:
        if q < 0:
            row[p] *= c
        else:
            x, y = row[p], row[q]
            row[p], row[q] = c * x - s * y, s.conjugate() * x + c.conjugate() * y
    return row


def _pivoted_qr(a, compl, eps, tiny):
    """(the square `r`, reflections, order): the reflections of the columns of the tall `a` taken in `order`, the longest first."""
    rows, n = len(a), len(a[0])
    reflection = complex_reflection if compl else real_reflection
    order, reflections, least = list(range(n)), [], sqrt(eps)
    exact = [sqrt(sum([y.real * y.real + y.imag * y.imag for y in column])) for column in zip(*a)]
    norms = exact[:]
    for k in range(n):
        at = norms.index(max(norms[k:]), k)
        if at != k:
            for x in (*a, norms, exact, order):
                x[k], x[at] = x[at], x[k]
        v, scale, beta = reflection([row[k] for row in a[k:]], tiny)
        reflections.append((v, scale))
        if v is not None:
            a[k:] = reflect_columns(a[k:], k + 1, v, scale)
        a[k][k] = beta
        for row in a[k + 1 :]:
            row[k] = 0.0
        top = a[k]
        for j in range(k + 1, n):
            norm = norms[j]
            if norm == 0:
                continue
            share = abs(top[j]) / norm
            # The norm of what is left of the column follows from the last one (LAPACK Working Note 176); it is computed anew
            # only where that has lost too many digits.
            share = max((1 + share) * (1 - share), 0.0)
            if share * (norm / exact[j]) ** 2 <= least:
                norms[j] = exact[j] = sqrt(sum([row[j].real ** 2 + row[j].imag ** 2 for row in a[k + 1 : rows]]))
            else:
                norms[j] *= sqrt(share)
    return a[:n], reflections, order


def _converged(w, eps):
    """Whether all that is beside the diagonal is small compared to the differences of the singular values, and to these."""
    sizes = sorted([abs(row[i]) for i, row in enumerate(w)])
    if sizes[0] <= _ZERO * eps * sizes[-1]:
        return False
    least = _SETTLED * min(sizes[0], *[y - x for x, y in zip(sizes, sizes[1:])])
    for i, row in enumerate(w):
        for y in row[:i]:
            if abs(y) > least:
                return False
        for y in row[i + 1 :]:
            if abs(y) > least:
                return False
    return True


def _real_sweeps(w, eps, tiny):
    """(rotations from the left, those from the right, the diagonal): they make `w` so far diagonal that the signs are sure."""
    n = len(w)
    left, right = [], []
    most = max([abs(row[i]) for i, row in enumerate(w)])
    least = max(tiny, 2 * eps * most)
    pairs = [(p, q) for p in range(1, n) for q in range(p)]
    for _ in range(60):
        done = True
        for p, q in pairs:
            wp, wq = w[p], w[q]
            a, b, c, d = wp[p], wp[q], wq[p], wq[q]
            if -least <= b <= least and -least <= c <= least:
                continue
            done = False
            (lc, ls), (rc, rs) = _rotations(a, b, c, d, tiny)
            w[p] = [lc * x + ls * y for x, y in zip(wp, wq)]
            w[q] = [lc * y - ls * x for x, y in zip(wp, wq)]
            for row in w:
                x, y = row[p], row[q]
                row[p] = rc * x - rs * y
                row[q] = rs * x + rc * y
            left.append((p, q, lc, -ls))
            right.append((p, q, rc, rs))
            size = max(abs(w[p][p]), abs(w[q][q]))
            if size > most:
                most = size
                least = max(tiny, 2 * eps * most)
        if done or _converged(w, eps):
            break
    return left, right, [row[i] for i, row in enumerate(w)]


def _complex_sweeps(w, eps, tiny):
    """The same for a complex matrix, whose phases are not sure until the end."""
    n = len(w)
    left, right = [], []
    most = max([abs(row[i]) for i, row in enumerate(w)])
    for _ in range(60):
        done = True
        for p in range(1, n):
            for q in range(p):
                least = max(tiny, 2 * eps * most)
                if abs(w[p][q]) <= least and abs(w[q][p]) <= least:
                    continue
                done = False
                _make_real(w, left, right, p, q, tiny)
                wp, wq = w[p], w[q]
                most = max(most, abs(wp[p]), abs(wq[q]))
                least = max(tiny, eps * most)
                if abs(wp[q]) <= least and abs(wq[p]) <= least:
                    continue
                (lc, ls), (rc, rs) = _rotations(wp[p].real, wp[q].real, wq[p].real, wq[q].real, tiny)
                w[p] = [lc * x + ls * y for x, y in zip(wp, wq)]
                w[q] = [lc * y - ls * x for x, y in zip(wp, wq)]
                for row in w:
                    x, y = row[p], row[q]
                    row[p] = rc * x - rs * y
                    row[q] = rs * x + rc * y
                left.append((p, q, lc, -ls))
                right.append((p, q, rc, rs))
                most = max(most, abs(w[p][p]), abs(w[q][q]))
        if done:
            break
    return left, right, [row[i] for i, row in enumerate(w)]


def _make_real(w, left, right, p, q, tiny):
    """Make the block of rows and columns `p` and `q` real."""
    wp, wq = w[p], w[q]
    x, y = wp[p], wq[p]
    length = sqrt(x.real * x.real + x.imag * x.imag + y.real * y.real + y.imag * y.imag)
    if length == 0:
        z = wp[q]
        if abs(z.imag) > tiny:
            z = abs(z) / z
            w[p] = [z * t for t in wp]
            left.append((p, -1, z.conjugate(), 0.0))
    else:
        c, s = x.conjugate() / length, y / length
        other, back = s.conjugate(), c.conjugate()
        w[p] = [c * a + other * b for a, b in zip(wp, wq)]
        w[q] = wq = [back * b - s * a for a, b in zip(wp, wq)]
        left.append((p, q, back, -s))
        z = w[p][q]
        if abs(z.imag) > tiny:
            z = abs(z) / z
            for row in w:
                row[q] *= z
            right.append((q, -1, z, 0.0))
    z = wq[q]
    if abs(z.imag) > tiny:
        z = abs(z) / z
        w[q] = [z * t for t in wq]
        left.append((q, -1, z.conjugate(), 0.0))


def _rotations(a, b, c, d, tiny):
    """((c, s), (c, s)): the rotations from the left and from the right that make the real matrix [[a, b], [c, d]] diagonal."""
    difference = c - b
    if difference >= tiny or difference <= -tiny:
        ratio = (a + d) / difference
        root = sqrt(1 + ratio * ratio)
        fc, fs = ratio / root, 1 / root
        x, y, z = fc * a + fs * c, fc * b + fs * d, fc * d - fs * b
    else:
        fc, fs, x, y, z = 1.0, 0.0, a, b, d
    double = 2 * abs(y)
    if double < tiny:
        return (fc, fs), (1.0, 0.0)
    tau = (x - z) / double
    root = sqrt(tau * tau + 1)
    t = 1 / (tau + root) if tau > 0 else 1 / (tau - root)
    rc = 1 / sqrt(t * t + 1)
    rs = -t * rc if y > 0 else t * rc
    # From the left: the product of the first and of the transpose of the second.
    return (fc * rc + fs * rs, fs * rc - fc * rs), (rc, rs)
