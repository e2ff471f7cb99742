"""The signs and phases of singular vectors and eigenvectors, which the mathematics leaves open: those that TensorFlow gives.

They follow from the rotations and reflections that its algorithms happen to make: one-sided reflections and two-sided Jacobi
rotations for singular vectors of fewer than 16 columns, implicit QR steps on a tridiagonal matrix for eigenvectors of
self-adjoint matrices. These are done here, in the precision of the matrix, only to turn the vectors that torch found. They
take far longer than torch's, so large matrices and large batches keep torch's signs.
"""

import math

import numpy as np
import torch

from tfshim.linalg._checks import readable

_MOST_WORK = 1_500  # the sum of 30 + n**3 over all matrices; that takes some milliseconds
_JACOBI_COLUMNS = 16  # from here on TensorFlow divides and conquers
_SAME = 0.9  # the least overlap of two vectors that are one and the same


def is_small(x, n):
    """Whether the matrices `x`, of up to `n` rows and columns, are few and small enough, and can be looked at."""
    return x.numel() and n > 1 and (30 + n**3) * x[..., 0, 0].numel() <= _MOST_WORK and type(x) is torch.Tensor and readable(x)


def _turned(v, wanted):
    """The factors of absolute value 1 that turn the columns of `v` to those of `wanted`; 1 for columns that are others."""
    overlap = (v.conj() * wanted).sum(-2, keepdim=True)
    size = overlap.abs()
    return torch.where(size > _SAME, overlap / torch.where(size > 0, size, 1), torch.ones_like(overlap))


def each(x, function):
    """The results of `function` for each matrix of `x`, stacked to torch tensors."""
    batch = x.shape[:-2]
    with np.errstate(all="ignore"):
        made = [function(m.copy()) for m in x.detach().reshape(-1, *x.shape[-2:]).cpu().numpy()]
    return [torch.from_numpy(np.stack(parts)).to(x.device).reshape(*batch, *parts[0].shape) for parts in zip(*made)]


def of_eigenvectors(x, v):
    """The columns of `v`, eigenvectors of the self-adjoint matrices `x`, with TensorFlow's phases."""
    if not is_small(x, x.shape[-1]):
        return v
    (wanted,) = each(x, _self_adjoint)
    return v * _turned(v.detach(), wanted)


def of_singular_vectors(x, u, v, full):
    """The columns of `u` and `v` with TensorFlow's phases; where both are square (`full`), the basis of what is left as well."""
    rows, columns = x.shape[-2:]
    if columns >= _JACOBI_COLUMNS or not is_small(x, max(rows, columns)):
        return u, v
    n = min(rows, columns)
    left, right = each(x, lambda m: _jacobi(m, full))
    turn = _turned(u[..., :n].detach(), left[..., :n])
    sides = []
    for found, wanted in ((u, left), (v, right)):
        rest = found[..., n:]
        sides.append(torch.cat([found[..., :n] * turn, rest if found.requires_grad else wanted[..., n:]], -1))
    return sides


# ---------------------------------------------------------------------- reflections and rotations
def reflection(x):
    """(v, scale, beta) with `(1 - scale v v^H) x = beta e_1` and a head of `v` that is 1."""
    tail = x[1:]
    rest, head, least = np.sum(np.abs(tail) ** 2), x[0], np.finfo(x.dtype).tiny
    v = np.ones_like(x)
    if rest <= least and np.imag(head) ** 2 <= least:
        v[1:] = 0
        return v, x.dtype.type(0), np.real(head)
    beta = np.sqrt(np.abs(head) ** 2 + rest)
    beta = -beta if np.real(head) >= 0 else beta
    v[1:] = tail / (head - beta)
    return v, np.conj((beta - head) / beta), beta


def givens(p, q):
    """(c, s) of the rotation that takes `q` to zero."""
    if q == 0:
        return (-1.0 if p < 0 else 1.0), 0.0
    if p == 0:
        return 0.0, (1.0 if q < 0 else -1.0)
    if abs(p) > abs(q):
        t = q / p
        c = (-1 if p < 0 else 1) / np.sqrt(1 + t * t)
        return c, -t * c
    t = p / q
    s = (1 if q < 0 else -1) / np.sqrt(1 + t * t)
    return -t * s, s


def _rotate(x, y, c, s):
    x[:], y[:] = c * x + np.conj(s) * y, np.conj(c) * y - s * x


def rotate_rows(m, p, q, c, s):
    """Apply the rotation (c, s) to the rows `p` and `q` of `m`, in place."""
    _rotate(m[p], m[q], c, s)


def rotate_columns(m, p, q, c, s):
    """Apply the rotation (c, s) to the columns `p` and `q` of `m`, in place."""
    _rotate(m[:, p], m[:, q], c, -np.conj(s))


# ---------------------------------------------------------------------- self-adjoint matrices
def _self_adjoint(a):
    """The eigenvectors of the self-adjoint matrix of which `a` has the lower triangle."""
    n = len(a)
    a = np.tril(a)
    a /= np.abs(a).max() or 1
    a += np.tril(a, -1).conj().T
    a[np.arange(n), np.arange(n)] = np.real(np.diagonal(a))
    q = np.eye(n, dtype=a.dtype)
    for i in range(n - 1):
        v, scale, beta = reflection(a[i + 1 :, i])
        rest = a[i + 1 :, i + 1 :]
        rest -= scale * np.outer(v, v.conj() @ rest)
        rest -= np.conj(scale) * np.outer(rest @ v, v.conj())
        q[:, i + 1 :] -= np.conj(scale) * np.outer(q[:, i + 1 :] @ v, v.conj())
        a[i + 1, i] = beta
    diagonal, below = np.real(np.diagonal(a)).copy(), np.real(np.diagonal(a, -1)).copy()
    _tridiagonal(diagonal, below, q)
    for i in range(n - 1):
        k = i + int(np.argmin(diagonal[i:]))
        if k != i:
            diagonal[[i, k]], q[:, [i, k]] = diagonal[[k, i]], q[:, [k, i]]
    return (q,)


def _tridiagonal(d, e, q):
    """QR steps until the subdiagonal `e` is zero, on the diagonal `d` and the vectors `q`, in place."""
    info = np.finfo(d.dtype)
    end, start, steps = len(d) - 1, 0, 0
    while end > 0:
        for i in range(start, end):
            if abs(e[i]) < info.tiny or (e[i] / info.eps) ** 2 <= abs(d[i]) + abs(d[i + 1]):
                e[i] = 0
        while end > 0 and e[end - 1] == 0:
            end -= 1
        steps += 1
        if end <= 0 or steps > 30 * len(d):
            return
        start = end - 1
        while start > 0 and e[start - 1] != 0:
            start -= 1
        _step(d, e, q, start, end)


def _step(d, e, q, start, end):
    half, last, shift = (d[end - 1] - d[end]) / 2, e[end - 1], d[end]
    if half == 0:
        shift = shift - abs(last)
    elif last != 0:
        h = np.hypot(half, last)
        shift = shift - last * (last / (half + (h if half > 0 else -h)))
    x, z = d[start] - shift, e[start]
    for k in range(start, end):
        if z == 0:
            return
        c, s = givens(x, z)
        upper, lower = s * d[k] + c * e[k], s * e[k] + c * d[k + 1]
        d[k] = c * (c * d[k] - s * e[k]) - s * (c * e[k] - s * d[k + 1])
        d[k + 1] = s * upper + c * lower
        e[k] = c * upper - s * lower
        if k > start:
            e[k - 1] = c * e[k - 1] - s * z
        x = e[k]
        if k < end - 1:
            z, e[k + 1] = -s * e[k + 1], c * e[k + 1]
        rotate_columns(q, k, k + 1, c, s)


# ---------------------------------------------------------------------- singular vectors
def _pivoted_qr(a):
    """(q, r, order): square `q`, and the reflections of the columns of `a` taken in `order`, the longest first."""
    rows, columns = a.shape
    q, order = np.eye(rows, dtype=a.dtype), np.arange(columns)
    exact = np.linalg.norm(a, axis=0)
    norms = exact.copy()
    least = math.sqrt(np.finfo(a.dtype).eps)
    for k in range(min(rows, columns)):
        at = k + int(np.argmax(norms[k:]))
        for x in (a.T, norms, exact, order):
            x[[k, at]] = x[[at, k]]
        v, scale, beta = reflection(a[k:, k])
        rest = a[k:, k + 1 :]
        rest -= scale * np.outer(v, v.conj() @ rest)
        q[:, k:] -= np.conj(scale) * np.outer(q[:, k:] @ v, v.conj())
        a[k, k], a[k + 1 :, k] = beta, 0
        for j in range(k + 1, columns):
            if norms[j] == 0:
                continue
            share = abs(a[k, j]) / norms[j]
            share = max((1 + share) * (1 - share), 0)
            if share * (norms[j] / exact[j]) ** 2 <= least:
                norms[j] = exact[j] = np.linalg.norm(a[k + 1 :, j])
            else:
                norms[j] *= math.sqrt(share)
    return q, np.triu(a), order


def _jacobi(a, full):
    """The left and right singular vectors of one matrix."""
    rows, columns = a.shape
    n = min(rows, columns)
    a = a / (np.abs(a).max() or 1)
    if rows == columns:
        w, u, v = a, np.eye(n, dtype=a.dtype), np.eye(n, dtype=a.dtype)
    else:
        q, r, order = _pivoted_qr(a if rows > columns else a.conj().T.copy())
        across = np.eye(n, dtype=a.dtype)[:, order].copy()
        q = q if full else q[:, :n].copy()
        w = r[:n, :n].copy()
        u, v = (q, across) if rows > columns else (across, q)
        if rows < columns:
            w = w.conj().T.copy()
    sizes = _sweeps(w, u, v)
    for i in range(n):
        k = i + int(np.argmax(sizes[i:]))
        if k != i:
            sizes[[i, k]], u[:, [i, k]], v[:, [i, k]] = sizes[[k, i]], u[:, [k, i]], v[:, [k, i]]
    return u, v


def _sweeps(w, u, v):
    """Rotations until `w` is diagonal, applied to `u` and `v` in place; gives the singular values."""
    n, info = len(w), np.finfo(w.dtype)
    compl = np.iscomplexobj(w)
    most = np.abs(np.diagonal(w)).max()
    for _ in range(60):
        done = True
        for p in range(1, n):
            for q in range(p):
                least = max(info.tiny, 2 * info.eps * most)
                if not (abs(w[p, q]) > least or abs(w[q, p]) > least):
                    continue
                done = False
                if compl:
                    _make_real(w, u, v, p, q, info.tiny)
                    most = max(most, abs(w[p, p]), abs(w[q, q]))
                    least = max(info.tiny, info.eps * most)
                    if not (abs(w[p, q]) > least or abs(w[q, p]) > least):
                        continue
                (lc, ls), (rc, rs) = _rotations(np.real(w[np.ix_([p, q], [p, q])]).copy(), info.tiny)
                rotate_rows(w, p, q, lc, ls)
                rotate_columns(u, p, q, lc, -ls)
                rotate_columns(w, p, q, rc, rs)
                rotate_columns(v, p, q, rc, rs)
                most = max(most, abs(w[p, p]), abs(w[q, q]))
        if done:
            break
    diagonal = np.diagonal(w).copy()
    for i in range(n):
        if compl and abs(diagonal[i].imag) > info.tiny:
            u[:, i] *= diagonal[i] / abs(diagonal[i])
        elif diagonal[i].real < 0:
            u[:, i] = -u[:, i]
    return np.abs(diagonal)


def _make_real(w, u, v, p, q, tiny):
    """Make the block of rows and columns `p` and `q` real."""

    def turn_row(i, j):
        if abs(w[i, j].imag) > tiny:
            z = abs(w[i, j]) / w[i, j]
            w[i] *= z
            u[:, i] *= np.conj(z)

    length = np.sqrt(abs(w[p, p]) ** 2 + abs(w[q, p]) ** 2)
    if length == 0:
        w[p, p] = w[q, p] = 0
        turn_row(p, q)
    else:
        c, s = np.conj(w[p, p]) / length, w[q, p] / length
        rotate_rows(w, p, q, c, s)
        rotate_columns(u, p, q, np.conj(c), -s)
        if abs(w[p, q].imag) > tiny:
            z = abs(w[p, q]) / w[p, q]
            w[:, q] *= z
            v[:, q] *= z
    turn_row(q, q)


def _rotations(m, tiny):
    """(c, s) of the rotations from the left and from the right that make the real 2 x 2 matrix `m` diagonal."""
    total, difference = m[0, 0] + m[1, 1], m[1, 0] - m[0, 1]
    c, s = 1.0, 0.0
    if abs(difference) >= tiny:
        ratio = total / difference
        root = np.sqrt(1 + ratio * ratio)
        c, s = ratio / root, 1 / root
    rotate_rows(m, 0, 1, c, s)
    x, y, z = m[0, 0], m[0, 1], m[1, 1]
    rc, rs = 1.0, 0.0
    if 2 * abs(y) >= tiny:
        tau = (x - z) / (2 * abs(y))
        root = np.sqrt(tau * tau + 1)
        t = 1 / (tau + root) if tau > 0 else 1 / (tau - root)
        rc = 1 / np.sqrt(t * t + 1)
        rs = -np.sign(t) * np.sign(y) * abs(t) * rc
    # The product of the first and of the transpose of the second.
    return (c * rc + s * rs, s * rc - c * rs), (rc, rs)
