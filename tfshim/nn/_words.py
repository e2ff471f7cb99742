"""Numbers made one at a time from a stream of random words, as TensorFlow's sequential kernels make them."""


def uniform_below(stream, n):
    """An integer in [0, n) from 32-bit words; words that would favour small ones are passed over."""
    if n & (n - 1) == 0:
        return next(stream) & (n - 1)
    skip = 0xFFFFFFFF % n + 1
    while True:
        word = next(stream)
        if word >= skip:
            return word % n


def uniform_below_64(stream, n):
    """An integer in [0, n) from 64-bit words, the lower half drawn first."""
    if n & (n - 1) == 0:
        return (next(stream) | next(stream) << 32) & (n - 1)
    skip = 0xFFFFFFFFFFFFFFFF % n + 1
    while True:
        word = next(stream) | next(stream) << 32
        if word >= skip:
            return word % n


def single(stream):
    """A float32 in [0, 1) as a Python float, from one word."""
    return (next(stream) & 0x7FFFFF) * 2.0**-23


def double(stream):
    """A float64 in [0, 1) from two words."""
    upper, lower = next(stream), next(stream)
    return ((upper & 0xFFFFF) << 32 | lower) * 2.0**-52
