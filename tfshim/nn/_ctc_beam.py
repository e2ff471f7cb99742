"""Prefix beam search over the log-probabilities of one sequence."""

import math

_NEVER = -math.inf


def _add(a, b):
    """The logarithm of the sum of two probabilities given as logarithms."""
    if a < b:
        a, b = b, a
    return a if b == _NEVER else a + math.log1p(math.exp(b - a))


def beam_search(logs, beam_width, top_paths):
    """The `top_paths` best (labels, log-probability) for `logs` [frames, classes], whose last class is the blank.

    A prefix is followed with two numbers: the probabilities that its last frame was the blank and that it was its last
    label.
    """
    blank = logs.shape[1] - 1
    beams = {(): (0.0, _NEVER)}
    for frame in logs.tolist():
        grown = {}
        for prefix, (ends_blank, ends_label) in beams.items():
            total = _add(ends_blank, ends_label)
            last = prefix[-1] if prefix else None
            b, n = grown.get(prefix, (_NEVER, _NEVER))
            b = _add(b, total + frame[blank])
            if last is not None:
                n = _add(n, ends_label + frame[last])
            grown[prefix] = b, n
            for label in range(blank):
                longer = (*prefix, label)
                b, n = grown.get(longer, (_NEVER, _NEVER))
                grown[longer] = b, _add(n, (ends_blank if label == last else total) + frame[label])
        best = sorted(grown.items(), key=lambda item: -_add(*item[1]))[:beam_width]
        beams = {p: v for p, v in best if _add(*v) > _NEVER} or dict(best[:1])
    best = sorted(beams.items(), key=lambda item: -_add(*item[1]))[:top_paths]
    found = [(list(p), _add(*v)) for p, v in best]
    return found + [([], _NEVER)] * (top_paths - len(found))
