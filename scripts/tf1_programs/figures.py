"""What a program has printed, as lines of text and numbers, and whether two of these agree."""

import re

_NUMBER = re.compile(r"(?<![A-Za-z_\d.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|nan\b|inf\b)")


def parsed(text):
    """The lines of `text` that are not empty, each [its words with # for a number, its numbers]."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    return [[_NUMBER.sub("#", line), [float(n) for n in _NUMBER.findall(line)]] for line in lines]


def _close(got, wanted, tolerance):
    return got == wanted or got != got and wanted != wanted or abs(got - wanted) <= tolerance * max(1.0, abs(wanted))


def differences(got, wanted, tolerance):
    """A list of texts: how what was printed differs. Numbers agree that differ by `tolerance`, relative to those over one."""
    found = []
    if len(got) != len(wanted):
        found.append(f"{len(got)} lines, expected {len(wanted)}")
    for (words, numbers), (words_wanted, numbers_wanted) in zip(got, wanted):
        if words != words_wanted:
            found.append(f"{words!r} instead of {words_wanted!r}")
        elif not all(_close(*pair, tolerance) for pair in zip(numbers, numbers_wanted)):
            found.append(f"{words!r}: {numbers} instead of {numbers_wanted}")
    return found


def widest(got, wanted):
    """The largest difference of two numbers, relative to those over one, where the words are the same."""
    pairs = [(a, b) for (_, x), (_, y) in zip(got, wanted) for a, b in zip(x, y)]
    return max((abs(a - b) / max(1.0, abs(b)) for a, b in pairs if a == a and b == b), default=0.0)
