"""What only the loss of sparse labels has: how labels are read, and alignments in which no label lasts for two frames."""

import torch

from tfshim.engine.runtime.errors import invalid


def label_matrix(rows, values, frames, classes, collapse_repeated, ignore_longer):
    """The labels of each sequence, counted from 1, since class 0 is the blank.

    `rows`, `values`: the sequence of each label, in their order, and its class; those from `classes` - 1 on end a sequence. `frames`: how
    many each sequence has. `collapse_repeated`: equal neighbours count once.

    Returns (labels [batch, longest], how many count [batch], how many were given [batch]). Raises InvalidArgumentError.
    """
    batch = frames.shape[0]
    given = torch.bincount(rows, minlength=batch)
    places = torch.arange(rows.numel(), device=rows.device) - (given.cumsum(0) - given)[rows]
    table = torch.full((batch, int(given.max()) if batch else 0), classes, dtype=torch.int64, device=values.device)
    table[rows, places] = values
    there = torch.arange(table.shape[1], device=rows.device) < given[:, None]
    if collapse_repeated:
        there[:, 1:] &= table[:, 1:] != table[:, :-1]
    ends = there & (table >= classes - 1)
    kept = there & ~ends
    after_end = kept & (ends.cumsum(1) > 0)
    negative = kept & (table < 0)
    too_long = given > frames
    wrong = (given == 0) | after_end.any(1) | negative.any(1)
    if not ignore_longer:
        wrong = wrong | too_long
    if bool(wrong.any()):
        b = int(wrong.nonzero()[0])
        _refuse(b, table[b, : int(given[b])].tolist(), kept[b].tolist(), after_end[b].tolist(), int(frames[b]), classes)
    lengths = kept.sum(1)
    # Stable, so that what counts stands first and in its order.
    order = torch.argsort((~kept).to(torch.uint8), dim=1, stable=True)
    width = int(lengths.max()) if batch else 0
    return table.gather(1, order)[:, :width] + 1, lengths, given


def _refuse(b, labels, kept, after_end, frames, classes):
    """Raise what TensorFlow says of the labels of sequence `b`."""
    if not labels:
        raise invalid(f"Labels length is zero in batch {b}")
    if any(after_end):
        seen = [x for x, counts in zip(labels[: after_end.index(True)], kept) if counts]
        raise invalid(
            f"Saw a non-null label (index >= num_classes - 1) following a null label, batch: {b} num_classes: {classes} "
            f"labels: {_listed(labels)} labels seen so far: {_listed(seen)}"
        )
    counted = [x for x, counts in zip(labels, kept) if counts]
    if any(x < 0 for x in counted):
        raise invalid(f"All labels must be nonnegative integers, batch: {b} labels: {_listed(counted)}")
    raise invalid(
        f"Not enough time for target transition sequence (required: {len(labels)}, available: {frames}){b}You can turn this error into a "
        "warning by using the flag ignore_longer_outputs_than_inputs"
    )


def _listed(labels):
    return ",".join(map(str, labels))


def unmerged_losses(logs, labels, frames, lengths):
    """The losses [batch] where each label takes one frame, so that equal neighbours need no blank between them.

    `logs`: [time, batch, classes] log-probabilities, class 0 being the blank. `labels`: [batch, longest], of which `lengths` count.
    Every sequence has at least as many frames as labels.
    """
    batch, longest = labels.shape
    # States: a blank before each label and one at the end.
    states = torch.zeros((batch, 2 * longest + 1), dtype=torch.int64, device=logs.device)
    states[:, 1::2] = labels
    states = torch.where(torch.arange(states.shape[1], device=logs.device) < 2 * lengths[:, None] + 1, states, 0)
    is_blank = torch.arange(states.shape[1], device=logs.device) % 2 == 0
    lowest = torch.finfo(logs.dtype).min / 4  # as good as minus infinity, without its gradient of NaN
    emitted = logs.gather(2, states.expand(logs.shape[0], *states.shape))
    nowhere = torch.full_like(emitted[0], lowest)
    # Before the first frame only the state before the first blank is reached, so that both it and the first label may follow.
    reached = torch.where(torch.arange(states.shape[1], device=logs.device) < 2, emitted[0], nowhere)
    last = [reached]
    for t in range(1, logs.shape[0]):
        stays = torch.where(is_blank, reached, nowhere)
        one = torch.cat((nowhere[:, :1], reached[:, :-1]), 1)
        two = torch.where(is_blank, nowhere, torch.cat((nowhere[:, :2], reached[:, :-2]), 1))
        reached = torch.stack((stays, one, two)).logsumexp(0).clamp_min(lowest) + emitted[t]
        last.append(reached)
    at_end = torch.stack(last)[frames.clamp_min(1) - 1, torch.arange(batch, device=logs.device)]
    ends = torch.stack((2 * lengths, (2 * lengths - 1).clamp_min(0)), 1)
    found = at_end.gather(1, ends)
    # Without labels there is one end, not two.
    found = torch.where((lengths == 0)[:, None] & torch.tensor([False, True], device=logs.device), lowest, found)
    return -found.logsumexp(1)
