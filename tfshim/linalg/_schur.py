"""The order of eigenvalues and the phases of eigenvectors of any square matrices: those that TensorFlow gives (see `_phases`).

An eigenvector is a Schur vector and those before it, the Schur vector's part being positive; for a pair of conjugate
eigenvalues of a real matrix it is imaginary. So what counts is which Schur vectors the QR steps arrive at, in which order.
Only the active block, on which the steps still work, is kept up to date.
"""

import cmath
import functools
import struct
from math import sqrt

import torch

from tfshim.linalg._phases import (
    BEYOND,
    complex_reflection,
    constant,
    givens,
    is_small,
    limits,
    matrices,
    real_reflection,
    reflect_columns,
    reflect_row,
    reflected_unit,
    turned,
)


def of_eigenvalues(x, e):
    """The eigenvalues `e` of the matrices `x` in TensorFlow's order."""
    if not is_small(x, x.shape[-1]):
        return e
    eps, tiny = limits(x)
    found = [e.tolist()] if e.dim() == 1 else e.detach().flatten(0, -2).tolist()
    try:
        orders = [_matched(f, _schur(a, eps, tiny)[0]) for a, f in zip(matrices(x), found)]
    except BEYOND:
        return e
    return _ordered(e, orders, 1)


def of_pairs(x, e, v):
    """The eigenvalues `e` and eigenvectors `v` of the matrices `x` in TensorFlow's order and phases."""
    if not is_small(x, x.shape[-1]):
        return e, v
    eps, tiny = limits(x)
    orders, factors = [], []
    values = [e.tolist()] if e.dim() == 1 else e.detach().flatten(0, -2).tolist()
    try:
        for a, value, vectors in zip(matrices(x), values, matrices(v)):
            wanted, row_of = _schur(a, eps, tiny)
            order = _matched(value, wanted)
            orders.append(order)
            factors += _factors(vectors, order, [row_of(i) for i in range(len(a))])
    except BEYOND:
        return e, v
    return _ordered(e, orders, 1), turned(_ordered(v, orders, 2), factors)


def _factors(vectors, order, anchors):
    """For each of the columns `vectors`, taken in `order`, the factor that makes its part of that column of `anchors` positive."""
    factors = []
    columns, anchors = list(zip(*vectors)), list(zip(*anchors))
    for at, anchor in zip(order, anchors):
        part = sum([x.conjugate() * y for x, y in zip(columns[at], anchor)])
        size = abs(part)
        factors.append(part / size if size > 0 else 1.0)
    return factors


def _matched(found, wanted):
    """For each of the values `wanted` the place of the nearest one of `found` that no other has."""
    left, order = list(range(len(found))), []
    for y in wanted:
        far = [abs(found[i] - y) for i in left]
        order.append(left.pop(far.index(min(far))))
    return order


def _ordered(x, orders, rank):
    """The last dimension of `x` in the `orders`, one for each of the vectors or matrices (`rank` 1 or 2) of `x`."""
    plain = list(range(x.shape[-1]))
    if all(order == plain for order in orders):
        return x
    if x.dim() == rank:
        return torch.index_select(x, -1, constant(tuple(orders[0]), torch.int64, x.device))
    index = torch.tensor(orders, device=x.device).reshape(*x.shape[:-rank], *[1] * (rank - 1), x.shape[-1])
    return torch.gather(x, -1, index.expand(x.shape))


def _schur(a, eps, tiny):
    """(the eigenvalues in order, a function that gives row `i` of the vectors of which their eigenvectors have a positive part)."""
    n = len(a)
    if type(a[0][0]) is complex:
        t, reflections = _hessenberg(a, complex_reflection, tiny)
        moves = _complex_steps(t, eps)
        e = [row[i] for i, row in enumerate(t)]
        places = list(range(n))
        sizes = list(map(abs, e))
        for i in range(n - 1):
            # Exchanges rather than a stable sort: they decide the order of values of equal size.
            k = sizes.index(min(sizes[i:]), i)
            if k != i:
                for x in (e, places, sizes):
                    x[i], x[k] = x[k], x[i]

        def row_of(i):
            row = reflected_unit(n, i, reflections)
            for k, c, s in moves:
                x, y = row[k], row[k + 1]
                row[k], row[k + 1] = c * x - s * y, s.conjugate() * x + c.conjugate() * y
            return [row[place] for place in places]

        return e, row_of
    scale = max([max(map(abs, row)) for row in a]) or 1.0
    t, reflections = _hessenberg([[y / scale for y in row] for row in a], real_reflection, tiny)
    moves = _real_steps(t, eps, tiny)
    e, pairs = [complex(row[i] * scale) for i, row in enumerate(t)], []
    for i in range(n - 1):
        if t[i + 1][i] != 0:
            half = (t[i][i] - t[i + 1][i + 1]) / 2
            size = sqrt(abs(half * half + t[i + 1][i] * t[i][i + 1]))
            middle = t[i + 1][i + 1] + half
            e[i], e[i + 1] = complex(middle, size) * scale, complex(middle, -size) * scale
            pairs.append(i)

    def row_of(i):
        row = reflected_unit(n, i, reflections)
        for move in moves:
            if len(move) == 3:
                k, c, s = move
                x, y = row[k], row[k + 1]
                row[k], row[k + 1] = c * x - s * y, s * x + c * y
                continue
            k, scale, one, two = move
            if two is None:
                t = scale * (row[k] + one * row[k + 1])
            else:
                t = scale * (row[k] + one * row[k + 1] + two * row[k + 2])
                row[k + 2] -= t * two
            row[k] -= t
            row[k + 1] -= t * one
        for i in pairs:
            row[i], row[i + 1] = 1j * row[i + 1], -1j * row[i + 1]
        return row

    return e, row_of


def _hessenberg(t, reflection, tiny):
    """(`t` with zeros below the subdiagonal, the reflections that make them)."""
    n, reflections = len(t), []
    for i in range(n - 1):
        v, scale, beta = reflection([row[i] for row in t[i + 1 :]], tiny)
        reflections.append((v, scale))
        if v is not None:
            t[i + 1 :] = reflect_columns(t[i + 1 :], i + 1, v, scale)
            for row in t:
                reflect_row(row, i + 1, v, scale)
        t[i + 1][i] = beta
        for row in t[i + 2 :]:
            row[i] = 0.0
    return t, reflections


# ---------------------------------------------------------------------- real matrices
@functools.cache
def _layout(n):
    layout = struct.Struct(f"{n}f")
    return layout.pack, layout.unpack


def _single(values):
    """The numbers `values` as single precision has them."""
    pack, unpack = _layout(len(values))
    return unpack(pack(*values))


def _real_steps(t, eps, tiny):
    """The rotations and reflections of double steps until `t` has blocks of one and two rows."""
    n = len(t)
    norm = sum([sum(map(abs, row[max(i - 1, 0) :])) for i, row in enumerate(t)])
    zero = max(norm * eps * eps, tiny)
    end, steps, total, moved, moves = n - 1, 0, 0, 0.0, []
    # Eigen's limit of steps for real matrices; for complex ones it is 30 for each row.
    while end >= 0 and norm != 0 and total <= 40 * n:
        start = end
        while start > 0:
            x = abs(t[start][start - 1])
            if not (x > zero and x > (abs(t[start - 1][start - 1]) + abs(t[start][start])) * eps):
                break
            start -= 1
        if start == end:
            t[end][end] += moved
            if end:
                t[end][end - 1] = 0.0
            end, steps = end - 1, 0
        elif start == end - 1:
            _split(t, end, moved, moves)
            end, steps = end - 2, 0
        else:
            moved = _double_step(t, start, end, steps, moved, eps, tiny, moves)
            steps += 1
            total += 1
    return moves


def _split(t, i, moved, moves):
    """Make the block of the rows `i - 1` and `i` triangular where its eigenvalues are real."""
    upper, lower = t[i - 1], t[i]
    a, b, c, d = upper[i - 1], upper[i], lower[i - 1], lower[i]
    half = (a - d) / 2
    square = half * half + c * b
    a += moved
    d += moved
    if square >= 0:
        root = sqrt(square)
        # Of the two roots the one whose sum does not cancel.
        cos, sin = givens(half + root if half >= 0 else half - root, c)
        moves.append((i - 1, cos, sin))
        a, b, c, d = cos * a - sin * c, cos * b - sin * d, cos * c + sin * a, cos * d + sin * b
        a, b, d = cos * a - sin * b, cos * b + sin * a, cos * d + sin * c
        c = 0.0
    upper[i - 1], upper[i], lower[i - 1], lower[i] = a, b, c, d
    if i > 1:
        upper[i - 2] = 0.0


def _double_step(t, start, end, steps, moved, eps, tiny, moves):
    """One double step of the QR algorithm on the rows from `start` to `end`; the shift that was taken off all in all."""
    rounded = eps > 1e-10  # rounding to single precision decides how many steps there are
    moved, one, two, product = _double_shift(t, end, moved, steps == 10)
    at, x, y, z = _first_column(t, start, end, one, two, product, eps)
    if rounded:
        x, y, z = _single((x, y, z))
    for k in range(at, end - 1):
        row = t[k]
        if k > at:
            x, y, z = row[k - 1], t[k + 1][k - 1], t[k + 2][k - 1]
        rest = y * y + z * z
        if rest <= tiny:
            if x != 0 and start < k == at:
                row[k - 1] = -row[k - 1]
            continue
        beta = _turned_to(x, rest)
        over = x - beta
        scale, v, w = (beta - x) / beta, y / over, z / over
        if rounded:
            scale, v, w, beta = _single((scale, v, w, beta))
        _reflect_three(t, k, start, end, scale, v, w)
        moves.append((k, scale, v, w))
        if rounded:
            _round_rows(t, start, end)
        if k > at:
            row[k - 1] = beta
        elif k > start:
            row[k - 1] = -row[k - 1]
    k = end - 1
    x, y = t[k][k - 1], t[end][k - 1]
    if y * y > tiny:
        beta = _turned_to(x, y * y)
        scale, v = (beta - x) / beta, y / (x - beta)
        if rounded:
            scale, v, beta = _single((scale, v, beta))
        _reflect_two(t, k, start, end, scale, v)
        moves.append((k, scale, v, None))
        if rounded:
            _round_rows(t, start, end)
        t[k][k - 1] = beta
    for i in range(at + 2, end + 1):
        t[i][i - 2] = 0.0
        if i > at + 2:
            t[i][i - 3] = 0.0
    return moved


def _double_shift(t, end, moved, stuck):
    """The shift that was taken off so far, and the three numbers that stand for the two shifts of the next step."""
    last, before = t[end], t[end - 1]
    one, two, product = last[end], before[end - 1], last[end - 1] * before[end]
    if stuck:  # it does not converge: another shift
        # The exceptional shift of EISPACK's hqr.
        moved += one
        for i in range(end + 1):
            t[i][i] -= one
        size = abs(last[end - 1]) + abs(before[end - 2])
        one = two = size * 0.75
        product = size * size * -0.4375
    return moved, one, two, product


def _first_column(t, start, end, one, two, product, eps):
    """The row at which a step may begin, and the three entries of the column that its first reflection takes to one."""
    for at in range(end - 2, start - 1, -1):
        row, below = t[at], t[at + 1]
        here = row[at]
        r, s = one - here, two - here
        x = (r * s - product) / below[at] + row[at + 1]
        y = below[at + 1] - here - r - s
        z = t[at + 2][at + 1]
        if at == start:
            break
        near = x * (abs(t[at - 1][at - 1]) + abs(here) + abs(below[at + 1]))
        if abs(row[at - 1] * (abs(y) + abs(z))) < eps * near:
            break
    return at, x, y, z


def _turned_to(x, rest):
    """What a reflection makes of `x` that takes the entries below it, whose squares sum to `rest`, to zero."""
    beta = sqrt(x * x + rest)
    # The sign opposite to that of `x`: then `x - beta` does not cancel.
    return -beta if x >= 0 else beta


def _reflect_three(t, k, start, end, scale, v, w):
    """Reflect the rows and columns `k` to `k + 2` of the block from `start` to `end`."""
    first, second, third = t[k], t[k + 1], t[k + 2]
    sv, sw = scale * v, scale * w
    for j in range(k, end + 1):
        a, b, c = first[j], second[j], third[j]
        s = v * b + w * c + a
        first[j] = a - scale * s
        second[j] = b - sv * s
        third[j] = c - sw * s
    for row in t[start : min(end, k + 3) + 1]:
        a, b, c = row[k : k + 3]
        s = scale * (v * b + w * c + a)
        row[k] = a - s
        row[k + 1] = b - s * v
        row[k + 2] = c - s * w


def _reflect_two(t, k, start, end, scale, v):
    """Reflect the rows and columns `k` and `k + 1` of the block from `start` to `end`."""
    first, second = t[k], t[k + 1]
    sv = scale * v
    for j in range(k, end + 1):
        a, b = first[j], second[j]
        s = v * b + a
        first[j] = a - scale * s
        second[j] = b - sv * s
    for row in t[start : end + 1]:
        a, b = row[k], row[k + 1]
        s = scale * (v * b + a)
        row[k] = a - s
        row[k + 1] = b - s * v


def _round_rows(t, start, end):
    for row in t[start : end + 1]:
        row[:] = _single(row)


# ---------------------------------------------------------------------- complex matrices
def _length(z):
    return abs(z.real) + abs(z.imag)


def _complex_givens(p, q):
    """(c, s) of the rotation that takes `q` to zero."""
    if q == 0:
        return (-1.0 if p.real < 0 else 1.0), 0.0
    if p == 0:
        return 0.0, -q / abs(q)
    a = abs(p)
    size = sqrt(a * a + q.real * q.real + q.imag * q.imag)
    if p.real < 0:
        size = -size
    return a / size, -q * (p.conjugate() / a) / size


def _complex_steps(t, eps):
    """The rotations of steps until `t` is triangular."""
    n, moves = len(t), []

    def negligible(i):
        upper, lower = t[i], t[i + 1]
        small = _length(lower[i]) <= (_length(upper[i]) + _length(lower[i + 1])) * eps
        if small:
            lower[i] = 0.0
        return small

    end, steps = n - 1, 0
    while steps <= 30 * n:
        while end > 0 and negligible(end - 1):
            end, steps = end - 1, 0
        if end == 0:
            break
        steps += 1
        start = end - 1
        while start > 0 and not negligible(start - 1):
            start -= 1
        shift = _shift(t, end, steps)
        for i in range(start, end):
            upper, lower = t[i], t[i + 1]
            c, s = _complex_givens(upper[i] - shift, lower[i]) if i == start else _complex_givens(upper[i - 1], lower[i - 1])
            other = s.conjugate()
            for j in range(max(i - 1, start), end + 1):
                x, y = upper[j], lower[j]
                upper[j] = c * x - other * y
                lower[j] = c * y + s * x
            if i > start:
                lower[i - 1] = 0.0
            for row in t[start : min(i + 2, end) + 1]:
                x, y = row[i], row[i + 1]
                row[i] = c * x - s * y
                row[i + 1] = c * y + other * x
            moves.append((i, c, s))
    return moves


def _shift(t, end, steps):
    """The eigenvalue of the last block that is nearer to its last element."""
    # It does not converge: Eigen's exceptional shift.
    if steps in (10, 20):
        return abs(t[end][end - 1].real) + abs(t[end - 1][end - 2].real)
    upper, lower = t[end - 1], t[end]
    a, b, c, d = upper[end - 1], upper[end], lower[end - 1], lower[end]
    norm = abs(a) + abs(b) + abs(c) + abs(d)
    a, b, c, d = a / norm, b / norm, c / norm, d / norm
    product, difference = b * c, a - d
    root = cmath.sqrt(difference * difference + 4 * product)
    determinant, total = a * d - product, a + d
    one, two = (total + root) / 2, (total - root) / 2
    if _length(one) > _length(two):
        two = determinant / one
    elif _length(two) != 0:
        one = determinant / two
    return norm * (one if _length(one - d) < _length(two - d) else two)
