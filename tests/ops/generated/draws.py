"""Drawing the arguments of a call: every maker turns the state of one call into the source text of one argument.

What is drawn depends on the name of the function, the number of the call and the seed alone: no other function, library
or version has a part in it. What is recorded has no seed; another draw has one.
"""

import math
import random
import zlib

HALVES = ("float16", "bfloat16")
SINGLES = ("float32", "float64")
FLOATS = HALVES + SINGLES
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTEGERS = SIGNED + UNSIGNED
REAL = FLOATS + INTEGERS
COMPLEX = ("complex64", "complex128")
NUMERIC = REAL + COMPLEX
ANY = NUMERIC + ("bool", "string")
INEXACT = FLOATS + COMPLEX
WIDE = SINGLES + COMPLEX

_EXTREMES = {
    "float16": ("65504.0", "6.103515625e-05"),
    "bfloat16": ("3.3895313892515355e+38", "1.1754943508222875e-38"),
    "float32": ("3.4028234663852886e+38", "1.1754943508222875e-38"),
    "float64": ("1.7976931348623157e+308", "2.2250738585072014e-308"),
}
_TEXTS = ("b''", "b'a'", "b'abc'", "b'Hello World'", "b'\\xc3\\xa9t\\xc3\\xa9'", "b'\\xff'", "b'1'", "b'-2.5'", "b' x '", "b'nan'")
_WRONG = ("'bad'", "None", "-1", "2.5", "[1]", "True", "100")


class Array:
    """What is remembered of an array argument: its dtype and shape."""

    def __init__(self, dtype, shape):
        self.dtype, self.shape = dtype, shape

    @property
    def rank(self):
        return len(self.shape)


class Draw:
    """The random numbers of one call, and the first array that was drawn for it."""

    def __init__(self, function, number, seed=""):
        # Only `random()` is promised to give the same numbers in every version of Python.
        self.fraction = random.Random(zlib.crc32(f"{function} {number}{seed and ' ' + seed}".encode())).random
        self.x = None

    def chance(self, probability):
        return self.fraction() < probability

    def below(self, n):
        return int(self.fraction() * n)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def choice(self, items):
        return items[self.below(len(items))]

    def dimension(self):
        return self.choice((1, 2, 2, 3, 3, 4))

    def shape(self, low=0, high=4):
        if self.chance(0.05):
            low, high = 0, 4
        rank = self.between(low, high)
        if high > 2 and rank == high and self.chance(0.5):
            rank = max(low, rank - self.between(1, 2))
        shape = [self.dimension() for _ in range(rank)]
        while len(shape) > 2 and math.prod(shape) > 24:
            shape[self.below(rank)] = self.between(1, 2)
        if rank and self.chance(0.08):
            shape[self.below(rank)] = 0
        return tuple(shape)

    def dtype(self, valid):
        if self.chance(0.07):
            return self.choice(ANY)
        if "float32" in valid and self.chance(0.3):
            return "float32"
        return self.choice(valid)


def values(draw, dtype, count, kind="small"):
    """The source texts of `count` numbers of a dtype. `kind`: small, positive, unit (-1 to 1), or fraction (0 to 1)."""
    special = kind != "plain" and draw.chance(0.13)
    return [_special(draw, dtype) if special and draw.chance(0.4) else _value(draw, dtype, kind) for _ in range(count)]


def _value(draw, dtype, kind):
    if dtype == "string":
        return draw.choice(_TEXTS)
    if dtype == "bool":
        return draw.choice(("True", "False"))
    if dtype in INTEGERS:
        return str(draw.between(1 if kind == "positive" else 0 if kind == "fraction" or dtype in UNSIGNED else -5, 6))
    if dtype in COMPLEX:
        return repr(complex(draw.between(-12, 12) / 4, draw.between(-12, 12) / 4))
    low, high, by = {"positive": (1, 12, 4), "unit": (-8, 8, 8), "fraction": (0, 8, 8)}.get(kind, (-12, 12, 4))
    return repr(draw.between(low, high) / by)


def _special(draw, dtype):
    if dtype in INTEGERS:
        bits = int(dtype.lstrip("uint"))
        return str(draw.choice((0, 2**bits - 1) if dtype in UNSIGNED else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)))
    if dtype in COMPLEX:
        return draw.choice(("complex(nan, 1.0)", "complex(inf, 0.0)", "complex(-0.0, -1.0)", "0j"))
    if dtype in FLOATS:
        large, tiny = _EXTREMES[dtype]
        return draw.choice(("nan", "nan", "inf", "-inf", "-0.0", "-" + large, large, tiny))
    return _value(draw, dtype, "small")


def nested(texts, shape):
    """The texts of elements as a nested list of a shape; where a dimension is zero, only what a list can say."""
    if not shape:
        return next(texts)
    return "[" + ", ".join(nested(texts, shape[1:]) for _ in range(shape[0])) + "]"


def written(draw, array, kind="small", forms="tttttaaaappp"):
    """The text of an array as a tensor (t), a NumPy array (a) or plain Python values (p)."""
    count = math.prod(array.shape)
    if draw.chance(0.012):
        return "None"
    text = nested(iter(values(draw, array.dtype, count, kind)), array.shape)
    form = draw.choice(forms)
    if form == "p":
        return text
    shape = f", {list(array.shape)}" if not count and array.shape != (0,) else ""
    return f"{form}({text}, '{array.dtype}'{shape})"


def x(dtypes=NUMERIC, low=0, high=4, kind="small", shape=None, forms="tttttaaaappp"):
    """The main array of a call: one of `dtypes`, with `low` to `high` dimensions."""

    def make(draw):
        array = Array(draw.dtype(dtypes), tuple(shape(draw)) if shape else draw.shape(low, high))
        if draw.x is None:
            draw.x = array
        return written(draw, array, kind, forms)

    return make


def like(kind="small", broadcast=True, dtype=None, forms="tttttaaaappp"):
    """An array of the main one's dtype (now and then of another) and of a shape that goes with it."""

    def make(draw):
        wanted = dtype or draw.x.dtype
        if draw.chance(0.1):
            wanted = draw.choice(ANY)
        shape = list(draw.x.shape)
        if draw.chance(0.08):
            shape = list(draw.shape())
        elif broadcast and draw.chance(0.5):
            shape = [1 if draw.chance(0.25) else n for n in shape][draw.below(len(shape) + 1) :]
        return written(draw, Array(wanted, tuple(shape)), kind, forms)

    return make


def same(kind="small", dtype=None):
    """An array of the main one's dtype and shape, nearly always."""
    return like(kind, broadcast=False, dtype=dtype)


def shaped(change, dtype=None, kind="small", forms="tttttaaaappp"):
    """An array whose shape is `change(draw, shape of the main one)`; of the main one's dtype if none is given."""

    def make(draw):
        wanted = dtype or draw.x.dtype
        if draw.chance(0.07):
            wanted = draw.choice(ANY)
        shape = change(draw, draw.x.shape)
        if draw.chance(0.07):
            shape = draw.shape()
        return written(draw, Array(wanted, tuple(shape)), kind, forms)

    return make


def axis(draw):
    """One axis of the main array: seldom out of range or of a wrong type."""
    rank = draw.x.rank if draw.x else 2
    if draw.chance(0.1):
        return draw.choice((str(rank), str(-rank - 1), "1.0", "'0'", "True", "[0]", "None", "100"))
    number = str(draw.between(-rank, max(rank - 1, 0)))
    return number if draw.chance(0.8) else draw.choice((f"t({number}, 'int32')", f"a({number}, 'int64')", f"t({number}, 'int64')"))


def axes(draw):
    """One axis, or a list of them, or None."""
    rank = draw.x.rank if draw.x else 2
    if draw.chance(0.55):
        return axis(draw)
    if draw.chance(0.2):
        return "None"
    listed = [draw.between(-rank, max(rank - 1, 0)) for _ in range(draw.between(0, min(rank, 3)))]
    return f"({''.join(f'{i}, ' for i in listed)})" if draw.chance(0.2) else repr(listed)


def choose(*texts, wrong=0.05):
    """One of the given source texts; seldom something else."""

    def make(draw):
        return draw.choice(_WRONG) if draw.chance(wrong) else draw.choice(texts)

    return make


flag = choose("True", "False", wrong=0.04)
number = choose("0.5", "1.0", "2", "-1.0", "0.0", "t(0.5, 'float32')", "a(1.5, 'float64')", "t(2, 'int32')", wrong=0.04)
reals = choose(*(f"tf.{name}" for name in REAL), wrong=0.04)
dtypes = choose(*(f"tf.{name}" for name in ANY), "'float32'", "np.int32", "float", "int", wrong=0.04)


def integer(low, high, wrong=0.06):
    """A Python integer, now and then as a tensor or an array."""

    def make(draw):
        if draw.chance(wrong):
            return draw.choice(("-1", "0", "100", "1.5", "'1'", "None", "[1, 2]", "True"))
        text = str(draw.between(low, high))
        return text if draw.chance(0.75) else draw.choice((f"t({text}, 'int32')", f"t({text}, 'int64')", f"a({text}, 'int64')"))

    return make


def integers(low, high, count=None, wrong=0.06):
    """A list of integers, `count(draw)` of them or as many as the main array has dimensions."""

    def make(draw):
        n = draw.x.rank if count is None else count(draw) if callable(count) else count
        if draw.chance(wrong):
            n = draw.between(0, 5)
        text = repr([draw.between(low, high) for _ in range(n)])
        if draw.chance(wrong):
            return draw.choice(("2", "-1", "None", "[1.5]", "'a'", "[[1, 2]]", f"t({text}, 'float32')"))
        if draw.chance(0.75):
            return text
        return draw.choice(("t({}, 'int32')", "t({}, 'int64')", "a({}, 'int64')", "tuple({})")).format(text)

    return make


def index(low=0, high=2, axis_size=None, dims=(0, 2)):
    """Integer indices below a size of the main array, seldom negative or too large."""

    def make(draw):
        limit = axis_size(draw) if axis_size else (draw.x.shape[0] if draw.x.rank else 1)
        shape = tuple(draw.between(0, 3) for _ in range(draw.between(*dims)))
        count = math.prod(shape)
        spread = (-1, limit) if draw.chance(0.12) else (0, max(limit - 1, 0))
        text = nested(iter([str(draw.between(*spread)) for _ in range(count)]), shape)
        if draw.chance(0.25) and count:
            return text
        dtype = draw.choice(("int32", "int32", "int64", "int64", "uint8", "float32", "int16")) if draw.chance(0.4) else "int32"
        shape = f", {list(shape)}" if not count and shape != (0,) else ""
        return f"{draw.choice('tta')}({text}, '{dtype}'{shape})"

    return make


class Table:
    """The functions of one group, each with the makers of its arguments."""

    def __init__(self):
        self.functions = {}

    def __call__(self, names, *positional, calls=16, **optional):
        """Add functions that take the same arguments; keywords are given in some of the calls."""
        for name in names.split():
            if name in self.functions:
                raise ValueError(f"{name} stands twice in the table")
            self.functions[name] = (positional, optional, calls)

    def generate(self, seed=""):
        """Pairs of a function and the texts of its calls, without repetitions."""
        for name, (positional, optional, calls) in self.functions.items():
            yield name, list(dict.fromkeys(_call(name, positional, optional, Draw(name, i, seed)) for i in range(calls)))


def _call(name, positional, optional, draw):
    arguments = [make(draw) for make in positional]
    for keyword, make in optional.items():
        # A keyword that ends in an underscore is always given.
        if keyword.endswith("_") or draw.chance(0.4):
            arguments.append(f"{keyword.rstrip('_')}={make(draw)}")
    # What follows a colon only distinguishes functions that are called through the same one.
    return f"{name.split(':')[0]}({', '.join(arguments)})"
