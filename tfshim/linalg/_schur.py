"""The order of eigenvalues and the phases of eigenvectors of any square matrices: those that TensorFlow gives.

An eigenvector is a Schur vector and those before it, the Schur vector's part being positive; for a pair of conjugate
eigenvalues of a real matrix it is imaginary. So what counts is which Schur vectors the QR steps arrive at, in which order.
"""

import numpy as np
import torch

from tfshim.linalg._phases import each, givens, is_small, reflection, rotate_columns, rotate_rows


def of_eigenvalues(x, e):
    """The eigenvalues `e` of the matrices `x` in TensorFlow's order."""
    if not is_small(x, x.shape[-1]):
        return e
    return torch.gather(e, -1, _matched(e, each(x, _found)[0]))


def of_pairs(x, e, v):
    """The eigenvalues `e` and eigenvectors `v` of the matrices `x` in TensorFlow's order and phases."""
    if not is_small(x, x.shape[-1]):
        return e, v
    wanted, anchors = each(x, _found)
    order = _matched(e, wanted)
    e, v = torch.gather(e, -1, order), torch.gather(v, -1, order.unsqueeze(-2).expand(v.shape))
    part = (v.detach().conj() * anchors).sum(-2, keepdim=True)
    size = part.abs()
    return e, v * torch.where(size > 0, part / torch.where(size > 0, size, 1), torch.ones_like(part))


def _matched(e, wanted):
    """For each of the values `wanted` the place of the nearest one of `e` that no other has."""
    far = (e.detach().unsqueeze(-2) - wanted.unsqueeze(-1)).abs()
    places = []
    for i in range(far.shape[-1]):
        at = far[..., i, :].argmin(-1, keepdim=True)
        places.append(at)
        far = far.scatter(-1, at.unsqueeze(-2).expand(*far.shape[:-1], 1), float("inf"))
    return torch.cat(places, -1)


def _found(a):
    """(the eigenvalues in order, for each the vector of which its eigenvector has a positive part)."""
    scale = 1 if np.iscomplexobj(a) else np.abs(a).max() or 1
    t, q = _hessenberg(a / scale)
    if np.iscomplexobj(a):
        _complex_steps(t, q)
        e = np.diagonal(t).copy()
        for i in range(len(e) - 1):
            k = i + int(np.argmin(np.abs(e[i:])))
            if k != i:
                e[[i, k]], q[:, [i, k]] = e[[k, i]], q[:, [k, i]]
        return e, q
    _real_steps(t, q)
    e, q = np.diagonal(t).astype(np.result_type(a, np.complex64)), q.astype(np.result_type(a, np.complex64))
    for i in range(len(e) - 1):
        if t[i + 1, i] != 0:
            half = (t[i, i] - t[i + 1, i + 1]) / 2
            size = np.sqrt(abs(half * half + t[i + 1, i] * t[i, i + 1]))
            e[i], e[i + 1] = complex(t[i + 1, i + 1] + half, size), complex(t[i + 1, i + 1] + half, -size)
            q[:, i], q[:, i + 1] = 1j * q[:, i + 1], -1j * q[:, i + 1]
    return e * scale, q


def _reflect(t, q, x, first, rows, last_row):
    """Reflect rows and columns of `t` from `first` on, and columns of `q`, so that `x` becomes one element, which is returned."""
    v, scale, beta = reflection(x)
    columns = slice(first, first + len(x))
    if beta != 0 or scale != 0:
        for block in rows:
            block -= scale * np.outer(v, v.conj() @ block)
        t[:last_row, columns] -= np.conj(scale) * np.outer(t[:last_row, columns] @ v, v.conj())
        q[:, columns] -= np.conj(scale) * np.outer(q[:, columns] @ v, v.conj())
    return beta


def _hessenberg(t):
    n = len(t)
    q = np.eye(n, dtype=t.dtype)
    for i in range(n - 1):
        beta = _reflect(t, q, t[i + 1 :, i].copy(), i + 1, [t[i + 1 :, i + 1 :]], n)
        t[i + 1, i], t[i + 2 :, i] = beta, 0
    return t, q


# ---------------------------------------------------------------------- real matrices
def _real_steps(t, q):
    """Double steps until `t` has blocks of one and two rows."""
    n, info = len(t), np.finfo(t.dtype)
    norm = sum(np.abs(t[: min(n, j + 2), j]).sum() for j in range(n))
    zero = max(norm * info.eps**2, info.tiny)
    end, steps, total, moved = n - 1, 0, 0, t.dtype.type(0)
    while end >= 0 and norm != 0 and total <= 40 * n:
        start = end
        while start > 0 and abs(t[start, start - 1]) > max((abs(t[start - 1, start - 1]) + abs(t[start, start])) * info.eps, zero):
            start -= 1
        if start == end:
            t[end, end] += moved
            if end:
                t[end, end - 1] = 0
            end, steps = end - 1, 0
        elif start == end - 1:
            _split(t, q, end, moved)
            end, steps = end - 2, 0
        else:
            moved = _double_step(t, q, start, end, steps, moved, info.eps)
            steps, total = steps + 1, total + 1


def _split(t, q, i, moved):
    """Make the block of the rows `i - 1` and `i` triangular where its eigenvalues are real."""
    half = (t[i - 1, i - 1] - t[i, i]) / 2
    square = half * half + t[i, i - 1] * t[i - 1, i]
    t[i, i] += moved
    t[i - 1, i - 1] += moved
    if square >= 0:
        root = np.sqrt(square)
        c, s = givens(half + root if half >= 0 else half - root, t[i, i - 1])
        rotate_rows(t[:, i - 1 :], i - 1, i, c, -s)
        rotate_columns(t[: i + 1], i - 1, i, c, s)
        rotate_columns(q, i - 1, i, c, s)
        t[i, i - 1] = 0
    if i > 1:
        t[i - 1, i - 2] = 0


def _double_step(t, q, start, end, steps, moved, eps):
    one, two, product = t[end, end], t[end - 1, end - 1], t[end, end - 1] * t[end - 1, end]
    if steps == 10:  # it does not converge: another shift
        moved = moved + one
        t[np.arange(end + 1), np.arange(end + 1)] -= one
        size = abs(t[end, end - 1]) + abs(t[end - 1, end - 2])
        one = two = size * t.dtype.type(0.75)
        product = size * size * t.dtype.type(-0.4375)
    for at in range(end - 2, start - 1, -1):
        here = t[at, at]
        r, s = one - here, two - here
        x = np.array([(r * s - product) / t[at + 1, at] + t[at, at + 1], t[at + 1, at + 1] - here - r - s, t[at + 2, at + 1]])
        if at == start:
            break
        near = x[0] * (abs(t[at - 1, at - 1]) + abs(here) + abs(t[at + 1, at + 1]))
        if abs(t[at, at - 1] * (abs(x[1]) + abs(x[2]))) < eps * near:
            break
    for k in range(at, end):
        width = min(3, end - k + 1)
        if k > at:
            x = t[k : k + width, k - 1].copy()
        beta = _reflect(t, q, x, k, [t[k : k + width, k:]], min(end, k + 3) + 1)
        if beta != 0 and k > at:
            t[k, k - 1] = beta
        elif beta != 0 and k > start:
            t[k, k - 1] = -t[k, k - 1]
    for i in range(at + 2, end + 1):
        t[i, i - 2] = 0
        if i > at + 2:
            t[i, i - 3] = 0
    return moved


# ---------------------------------------------------------------------- complex matrices
def _length(z):
    return abs(z.real) + abs(z.imag)


def _complex_givens(p, q):
    if q == 0:
        return (-1.0 if p.real < 0 else 1.0), 0.0
    if p == 0:
        return 0.0, -q / abs(q)
    sign = -1 if p.real < 0 else 1
    size = sign * np.sqrt(abs(p) ** 2 + abs(q) ** 2)
    return abs(p) / size, -q * (np.conj(p) / abs(p)) / size


def _complex_steps(t, q):
    """Steps until `t` is triangular."""
    n, eps = len(t), np.finfo(t.dtype).eps

    def negligible(i):
        small = _length(t[i + 1, i]) <= (_length(t[i, i]) + _length(t[i + 1, i + 1])) * eps
        if small:
            t[i + 1, i] = 0
        return small

    end, steps = n - 1, 0
    while steps <= 30 * n:
        while end > 0 and negligible(end - 1):
            end, steps = end - 1, 0
        if end == 0:
            return
        steps += 1
        start = end - 1
        while start > 0 and not negligible(start - 1):
            start -= 1
        shift = _shift(t, end, steps)
        for i in range(start, end):
            c, s = _complex_givens(t[i, i] - shift, t[i + 1, i]) if i == start else _complex_givens(t[i, i - 1], t[i + 1, i - 1])
            rotate_rows(t[:, max(i - 1, start) :] if i > start else t[:, i:], i, i + 1, np.conj(c), -s)
            if i > start:
                t[i + 1, i - 1] = 0
            rotate_columns(t[: min(i + 2, end) + 1], i, i + 1, c, s)
            rotate_columns(q, i, i + 1, c, s)


def _shift(t, end, steps):
    """The eigenvalue of the last block that is nearer to its last element."""
    if steps in (10, 20):
        return abs(t[end, end - 1].real) + abs(t[end - 1, end - 2].real)
    block = t[end - 1 : end + 1, end - 1 : end + 1]
    norm = np.abs(block).sum()
    block = block / norm
    product, difference = block[0, 1] * block[1, 0], block[0, 0] - block[1, 1]
    root = np.sqrt(difference * difference + 4 * product)
    determinant, total = block[0, 0] * block[1, 1] - product, block[0, 0] + block[1, 1]
    one, two = (total + root) / 2, (total - root) / 2
    if _length(one) > _length(two):
        two = determinant / one
    elif _length(two) != 0:
        one = determinant / two
    return norm * (one if _length(one - block[1, 1]) < _length(two - block[1, 1]) else two)
