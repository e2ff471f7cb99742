"""The signs and phases of singular vectors and eigenvectors, which the mathematics leaves open: those that TensorFlow gives.

They follow from the rotations and reflections that its algorithms happen to make: one-sided reflections and two-sided Jacobi
rotations for singular vectors of fewer than 16 columns, implicit QR steps on a tridiagonal matrix for eigenvectors of
self-adjoint matrices, QR steps on a Hessenberg matrix for others. These are done again only to turn the vectors that torch
found, by plain numbers in lists: for a few elements that is many times faster than by arrays. The numbers are of double
precision, what counts as zero is taken from the dtype of the matrix. The vectors themselves are not computed: the signs
are determined from one row of them, unless it is near zero. All that takes longer than torch's work, so large matrices and
large batches keep torch's signs.
"""

import functools
from math import hypot, sqrt

import torch

from tfshim.engine.values.readable import readable

_MOST_WORK = 1_500  # the sum of 30 + n**3 over all matrices; that takes about a millisecond
_MOST_ROWS = 11  # which one such matrix has
_SAME = 0.9  # the least overlap of two vectors that are one and the same
_OTHER = 0.02  # the least difference in an element at which two unit vectors count as different
_CLEAR = 0.05  # the least absolute value of an element of a unit vector from which its sign is determined

# What numbers beyond the range lead to, like squares of those that are almost too small: torch's signs stay.
BEYOND = (ArithmeticError, ValueError)


def is_small(x, n):
    """Whether the matrices `x`, of up to `n` rows and columns, are few and small enough, and can be looked at."""
    if n < 2 or n > _MOST_ROWS or type(x) is not torch.Tensor or not readable(x):
        return False
    size = x.numel()
    if x.dim() == 2:
        return size > 0
    return size > 0 and (30 + n**3) * (size // (x.shape[-2] * x.shape[-1])) <= _MOST_WORK


def matrices(x):
    """The matrices of `x` as lists of their rows."""
    return [x.tolist()] if x.dim() == 2 else x.detach().flatten(0, -3).tolist()


def limits(x):
    """(eps, tiny) of the dtype of `x`."""
    return _LIMITS[x.dtype]


_LIMITS = {t: (torch.finfo(t).eps, torch.finfo(t).tiny) for t in (torch.float32, torch.float64, torch.complex64, torch.complex128)}


def turned(x, factors):
    """The columns of the matrices `x`, each times its one of the `factors`."""
    if factors.count(1.0) == len(factors):
        return x
    if x.dim() == 2:
        return x * constant(tuple(factors), x.dtype, x.device)
    return x * torch.tensor(factors, dtype=x.dtype, device=x.device).reshape(*x.shape[:-2], 1, x.shape[-1])


@functools.lru_cache(maxsize=512)
def constant(values, dtype, device):
    """A tensor of `values`, which is made once: signs and orders of a few columns come again and again."""
    # A tensor made in inference mode could not be saved for a gradient by a later call, which shares it.
    with torch.inference_mode(False):
        return torch.tensor(values, dtype=dtype, device=device)


def phases(found, wanted_row, places):
    """For each of the columns `found` (rows in a list) the factor of absolute value 1 that makes it the wanted one.

    `wanted_row(i)` gives row `i` of the wanted columns, of which number `places[j]` belongs to column `j`. The factor is 1
    for columns that are others.
    """
    factors, unclear = [1.0] * len(places), []
    wanted = wanted_row(0)
    for j, (place, x) in enumerate(zip(places, found[0])):
        y = wanted[place]
        size = abs(y)
        if abs(size - abs(x)) > _OTHER:  # these are others, as vectors for a repeated value may be
            unclear = range(len(places))
            break
        if size < _CLEAR:
            unclear.append(j)
        elif type(x) is float:
            if (x < 0) != (y < 0):
                factors[j] = -1.0
        else:
            overlap = x.conjugate() * y
            factors[j] = overlap / abs(overlap)
    if unclear:
        rows = [wanted, *(wanted_row(i) for i in range(1, len(found)))]
        for j in unclear:
            place = places[j]
            overlap = sum([x[j].conjugate() * y[place] for x, y in zip(found, rows)])
            size = abs(overlap)
            factors[j] = overlap / size if size > _SAME else 1.0
    return factors


def of_eigenvectors(x, v):
    """The columns of `v`, eigenvectors of the self-adjoint matrices `x`, with TensorFlow's phases."""
    if not is_small(x, x.shape[-1]):
        return v
    eps, tiny = limits(x)
    factors = []
    for a, found in zip(matrices(x), matrices(v)):
        try:
            factors += _of_self_adjoint(a, found, eps, tiny)
        except BEYOND:
            factors += [1.0] * len(a)
    return turned(v, factors)


# ---------------------------------------------------------------------- reflections and rotations
def real_reflection(x, tiny):
    """(v, scale, beta) with `(1 - scale v v^H) x = beta e_1` and a head of `v` that is 1; None for `v` where `x` is so already."""
    head, tail = x[0], x[1:]
    rest = sum([y * y for y in tail])
    if rest <= tiny:
        return None, 0.0, head
    beta = sqrt(head * head + rest)
    # The sign opposite to that of `head`: then `head - beta` does not cancel.
    if head >= 0:
        beta = -beta
    over = head - beta
    return [1.0, *[y / over for y in tail]], (beta - head) / beta, beta


def complex_reflection(x, tiny):
    """The same for complex numbers."""
    head, tail = x[0], x[1:]
    rest = sum([y.real * y.real + y.imag * y.imag for y in tail])
    if rest <= tiny and head.imag * head.imag <= tiny:
        return None, 0.0, head.real
    beta = sqrt(head.real * head.real + head.imag * head.imag + rest)
    if head.real >= 0:
        beta = -beta
    over = head - beta
    return [1.0, *[y / over for y in tail]], ((beta - head) / beta).conjugate(), beta


def reflect_columns(rows, first, v, scale):
    """Reflect the elements from `first` on of each of the lists `rows`, from the left; `rows` are those of `v`, and stay as they are."""
    heads = [row[:first] for row in rows]
    tails = [row[first:] for row in rows]
    sums = [0.0] * len(tails[0])
    for w, tail in zip(v[1:], tails[1:]):
        w = w.conjugate()
        sums = [s + w * y for s, y in zip(sums, tail)]
    sums = [s + y for s, y in zip(sums, tails[0])]
    made = []
    for head, w, tail in zip(heads, v, tails):
        w = scale * w
        made.append(head + [y - w * s for y, s in zip(tail, sums)])
    return made


def reflect_row(row, first, v, scale):
    """Reflect the elements of `row` from `first` on, from the right, in place."""
    total = 0.0
    k = first
    for w in v[1:]:
        k += 1
        total += row[k] * w
    total += row[first]
    if total:
        total *= scale.conjugate()
        k = first
        for w in v:
            row[k] -= total * w.conjugate()
            k += 1


def reflected_unit(n, i, reflections, first=1):
    """The row `i` of the identity matrix of `n` rows after `reflections`, which begin at the places `first`, `first + 1` ..."""
    row = [0.0] * n
    row[i] = 1.0
    if i >= first:
        for k, (v, scale) in enumerate(reflections, first):
            if v is not None:
                reflect_row(row, k, v, scale)
    return row


def givens(p, q):
    """(c, s) of the rotation that takes `q` to zero."""
    # The signs are those of Eigen's `makeGivens`: the phases of the vectors depend on them.
    if q == 0:
        return (-1.0 if p < 0 else 1.0), 0.0
    if p == 0:
        return 0.0, (1.0 if q < 0 else -1.0)
    # The smaller is divided by the larger, so that no square overflows.
    if abs(p) > abs(q):
        t = q / p
        c = (-1.0 if p < 0 else 1.0) / sqrt(1 + t * t)
        return c, -t * c
    t = p / q
    s = (1.0 if q < 0 else -1.0) / sqrt(1 + t * t)
    return -t * s, s


# ---------------------------------------------------------------------- self-adjoint matrices
def _of_self_adjoint(a, found, eps, tiny):
    """The phases of the eigenvectors `found` of the self-adjoint matrix of which `a` has the lower triangle."""
    n = len(a)
    # Scaled like Eigen does; a matrix of zeros stays what it is.
    largest = max([max(map(abs, row[: i + 1])) for i, row in enumerate(a)]) or 1.0
    if type(a[0][0]) is complex:
        d, e, reflections = _complex_tridiagonal(a, largest, tiny)
    elif n == 2:
        (x, _), (y, z) = a
        d, e, reflections = [x / largest, z / largest], [y / largest], ()
    else:
        d, e, reflections = _real_tridiagonal(a, largest, tiny)
    rotations = _steps(d, e, eps, tiny)
    places = list(range(n))
    for i in range(n - 1):
        k = d.index(min(d[i:]), i)
        if k != i:
            d[i], d[k] = d[k], d[i]
            places[i], places[k] = places[k], places[i]

    def wanted_row(i):
        row = reflected_unit(n, i, reflections)
        for k, c, s in rotations:
            x, y = row[k], row[k + 1]
            row[k], row[k + 1] = c * x - s * y, s * x + c * y
        return row

    return phases(found, wanted_row, places)


def _real_tridiagonal(a, largest, tiny):
    """(diagonal, subdiagonal, reflections that lead there) of the symmetric matrix of which `a` has the lower triangle."""
    n = len(a)
    a = [[y / largest for y in row[: i + 1]] for i, row in enumerate(a)]
    d, e, reflections = [], [], []
    while n > 1:
        d.append(a[0][0])
        v, scale, beta = real_reflection([row[0] for row in a[1:]], tiny)
        a = [row[1:] for row in a[1:]]
        n -= 1
        e.append(beta)
        reflections.append((v, scale))
        if v is not None:
            scaled = [scale * w for w in v]
            p = [0.0] * n
            for i, row in enumerate(a):
                total, w = 0.0, scaled[i]
                for j in range(i):
                    y = row[j]
                    total += y * scaled[j]
                    p[j] += y * w
                p[i] += total + row[i] * w
            share = scale * -0.5 * sum([y * w for y, w in zip(p, v)])
            p = [y + share * w for y, w in zip(p, v)]
            a = [[y - (pi * wj + w * pj) for y, pj, wj in zip(row, p, v)] for row, w, pi in zip(a, v, p)]
    d.append(a[0][0])
    return d, e, reflections


def _complex_tridiagonal(a, largest, tiny):
    """The same of a complex matrix."""
    n = len(a)
    a = [
        [y / largest for y in row[:i]] + [row[i].real / largest] + [a[j][i].conjugate() / largest for j in range(i + 1, n)]
        for i, row in enumerate(a)
    ]
    d, e, reflections = [], [], []
    while n > 1:
        d.append(a[0][0].real)
        v, scale, beta = complex_reflection([row[0] for row in a[1:]], tiny)
        a = [row[1:] for row in a[1:]]
        n -= 1
        e.append(beta)
        reflections.append((v, scale))
        if v is not None:
            other = scale.conjugate()
            scaled = [other * w for w in v]
            p = [sum([y * w for y, w in zip(row, scaled)]) for row in a]
            share = other * -0.5 * sum([y.conjugate() * w for y, w in zip(p, v)])
            p = [y + share * w for y, w in zip(p, v)]
            pairs = [(y.conjugate(), w.conjugate()) for y, w in zip(p, v)]
            a = [[y - (pi * wj + w * pj) for y, (pj, wj) in zip(row, pairs)] for row, w, pi in zip(a, v, p)]
    d.append(a[0][0].real)
    return d, e, reflections


def _steps(d, e, eps, tiny):
    """The rotations of QR steps until the subdiagonal `e` is zero, on the diagonal `d`, in place."""
    n = len(d)
    end, start, steps, made = n - 1, 0, 0, []
    while end > 0:
        for i in range(start, end):
            x = e[i]
            # Eigen's test: the left side is squared, the right side is not.
            if x and (abs(x) < tiny or (x / eps) ** 2 <= abs(d[i]) + abs(d[i + 1])):
                e[i] = 0.0
        while end > 0 and e[end - 1] == 0:
            end -= 1
        steps += 1
        # Eigen's limit, where it gives up as well.
        if end <= 0 or steps > 30 * n:
            break
        start = end - 1
        while start > 0 and e[start - 1] != 0:
            start -= 1
        # Wilkinson's shift: the eigenvalue of the trailing 2 x 2 block nearest to its last element, without cancellation.
        half, last, shift = (d[end - 1] - d[end]) / 2, e[end - 1], d[end]
        if half == 0:
            shift -= abs(last)
        else:
            h = hypot(half, last)
            shift -= last * (last / (half + (h if half > 0 else -h)))
        x, z = d[start] - shift, e[start]
        for k in range(start, end):
            if z == 0:
                break
            c, s = givens(x, z)
            dk, ek, dn = d[k], e[k], d[k + 1]
            upper, lower = s * dk + c * ek, s * ek + c * dn
            d[k] = c * (c * dk - s * ek) - s * (c * ek - s * dn)
            d[k + 1] = s * upper + c * lower
            e[k] = x = c * upper - s * lower
            if k > start:
                e[k - 1] = c * e[k - 1] - s * z
            if k < end - 1:
                z = -s * e[k + 1]
                e[k + 1] *= c
            made.append((k, c, s))
    return made
