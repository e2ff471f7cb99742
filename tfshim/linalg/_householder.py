"""QR decompositions of small float32 matrices, rounded as TensorFlow rounds them on the CPU.

The values drawn by the orthogonal initializers are the factors of a seeded normal matrix, so the same seed gives the same
bits only if the sums below are taken in the same order: along a column one term after the other, except where `q` is
built, which adds eight partial sums. That takes far longer than `torch.linalg.qr`, so it is for initial values alone.
"""

import numpy as np
import torch

_LONGEST, _WIDEST = 1024, 32  # beyond 32 columns the reflections are applied in blocks, by matrix products
_TINY = np.finfo(np.float32).tiny
_LANES = 8


def initial_qr(x):
    """The factors (q, r) of the torch tensor `x`, `[..., m, n]`, with `q` of `min(m, n)` columns.

    Equal to TensorFlow's bit for bit for float32 matrices on the CPU with 1 to 32 columns, and no fewer and at most 1024
    rows; others, and those a gradient is wanted for, are left to `torch.linalg.qr`, which rounds otherwise.
    """
    if not _is_small(x):
        return torch.linalg.qr(x)
    # NaN and infinity are results here, and no reason to warn.
    with np.errstate(all="ignore"):
        q, r = _decompose(x.detach().numpy().reshape(-1, *x.shape[-2:]))
    return torch.from_numpy(q).reshape(x.shape), torch.from_numpy(r).reshape(*x.shape[:-2], *r.shape[1:])


def _is_small(x):
    if x.dtype != torch.float32 or x.device.type != "cpu" or type(x) is not torch.Tensor or x.requires_grad or not x.numel():
        return False
    rows, columns = x.shape[-2:]
    return columns <= min(rows, _WIDEST) and rows <= _LONGEST


def _decompose(x):
    """The factors (q, r) of the matrices `x`, one reflection for each column."""
    work = x.copy()
    count, rows, columns = work.shape
    scales = []
    for k in range(columns):
        scales.append(_reflection(work[:, k:, k]))
        if k + 1 < columns:
            _reflect(work[:, k:, k + 1 :], work[:, k + 1 :, k], scales[k], _sum_along)
    q = np.zeros_like(work)
    q[:, np.arange(columns), np.arange(columns)] = 1
    for k in reversed(range(columns)):
        _reflect(q[:, k:], work[:, k + 1 :, k], scales[k], _sum_lanes)
    return q, np.triu(work[:, :columns])


def _reflection(column):
    """Puts into `column` its reflection onto the first axis, above the vector of the reflector (whose head is 1). Gives its scale."""
    head, tail = column[:, 0].copy(), column[:, 1:]
    rest = _in_order(tail * tail) if tail.shape[1] else np.zeros_like(head)
    norm = np.sqrt(head * head + rest)
    norm = np.where(head >= 0, -norm, norm)
    # As Eigen does it, a column that is zero below its head is left alone.
    done = rest <= _TINY
    column[:, 1:] = np.where(done[:, None], 0, tail / (head - norm)[:, None])
    column[:, 0] = np.where(done, head, norm)
    return np.where(done, np.float32(0), (norm - head) / norm)


def _reflect(block, vector, scale, total):
    if block.shape[1] == 1:
        return  # one number is left as it is: its scale is 0
    onto = total(vector[:, :, None] * block[:, 1:]) + block[:, 0]
    head = block[:, 0] - scale[:, None] * onto
    rest = block[:, 1:] - (scale[:, None] * vector)[:, :, None] * onto[:, None, :]
    idle = scale == 0
    if idle.any():
        head, rest = np.where(idle[:, None], block[:, 0], head), np.where(idle[:, None, None], block[:, 1:], rest)
    block[:, 0], block[:, 1:] = head, rest


def _in_order(terms):
    """The sums over axis 1, added one term after the other (`np.sum` would pair them)."""
    # Adding 0 turns -0.0 into 0.0, as in a sum that begins with 0.
    return np.add.accumulate(terms, axis=1)[:, -1] + np.float32(0)


def _sum_along(terms):
    """Sums over axis 1 in order; those of 128 terms and more in runs of 16."""
    length = terms.shape[1]
    if terms.shape[2] == 1 or length < 128:
        return _in_order(terms)
    return _in_order(np.stack([_in_order(terms[:, i : i + 16]) for i in range(0, length, 16)], axis=1))


def _sum_lanes(terms):
    """Sums over axis 1 of eight interleaved partial sums, then the terms that are left; the last of an odd number adds four at once."""
    count, length, width = terms.shape
    whole = length - length % _LANES
    if whole:
        lanes = _in_order(terms[:, :whole].reshape(count, -1, _LANES * width)).reshape(count, _LANES, width)
    else:
        lanes = np.zeros((count, _LANES, width), np.float32)
    start = _fold(lanes[:, :4] + lanes[:, 4:])
    result = _in_order(np.concatenate([start[:, None], terms[:, whole:]], axis=1))
    if width % 2 and width > 1 and length - whole >= 4:
        last = terms[:, whole:, -1:]
        start = start[:, -1:] + _fold(last[:, :4])
        result[:, -1:] = _in_order(np.concatenate([start[:, None], last[:, 4:]], axis=1))
    return result


def _fold(four):
    return (four[:, 0] + four[:, 2]) + (four[:, 1] + four[:, 3])
