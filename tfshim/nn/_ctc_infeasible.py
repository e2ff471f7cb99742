"""Losses of label sequences that no alignment fits: large and finite, so that training goes on."""

import torch

# The log-probability given to states in which no complete alignment can end.
_LOG_ZERO = -706.893623549172


def with_infeasible(loss, wrong, logs, labels, logit_length):
    """`loss` with the entries `wrong` replaced: all beginnings of alignments count, for the price of not being
    complete.

    `logs`: [frames, batch, classes] log-probabilities, class 0 the blank; `labels`: [batch, max_label_length].
    """
    rows = wrong.nonzero()[:, 0].tolist()
    made = [-_LOG_ZERO - _beginnings(logs[:, b], labels[b], int(logit_length[b])) for b in rows]
    safe = torch.where(wrong, torch.zeros_like(loss), loss)
    return safe.index_put((torch.tensor(rows, device=loss.device),), torch.stack(made))


def _beginnings(logs, labels, frames):
    """The logarithm of the probability of all state sequences of that many frames that start where alignments do.

    States: one before the first label, one for each label, then the blanks after each of these.
    """
    n = labels.shape[0] + 1
    allowed = torch.eye(2 * n, dtype=torch.bool, device=logs.device)
    label, blank = torch.arange(n), torch.arange(n) + n
    allowed[1:2, 0] = True
    allowed[label[1:], blank[:-1]] = True
    allowed[blank, label] = True
    allowed[label[2:], label[1:-1]] = labels[1:] != labels[:-1]
    lowest = torch.finfo(logs.dtype).min / 4  # as good as minus infinity, without its gradient of NaN
    steps = torch.where(allowed, 0.0, lowest)
    emitted = torch.cat(
        [
            logs.new_full((logs.shape[0], 1), lowest),
            logs[:, labels],
            logs[:, :1].expand(-1, n),
        ],
        1,
    )
    reached = torch.where(torch.arange(2 * n, device=logs.device) == 0, 0.0, lowest) + 0 * logs.sum()
    for t in range(frames):
        reached = (steps + reached).logsumexp(1).clamp_min(lowest) + emitted[t]
    return reached.logsumexp(0)
