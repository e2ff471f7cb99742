"""Descriptors of the inputs of a case: which tensor an argument is, without any tensor library being imported."""

import zlib

import numpy as np

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_COMPLEX = ("complex64", "complex128")
FLOATS = ("float16", "bfloat16", "float32", "float64")
DIFFERENTIABLE = FLOATS + _COMPLEX


class Input:
    """One tensor argument: a dtype and either explicit values or a shape filled with reproducible numbers.

    The numbers depend on the argument's name, so that `x` and `y` of one shape differ.
    """

    def __init__(self, dtype, shape=None, values=None, lo=None, hi=None, seed=0):
        self.dtype, self.shape, self.lo, self.hi, self.seed = dtype, shape, lo, hi, seed
        self.values = None if values is None else np.array(values, dtype=_storage(dtype))

    def bind(self, name):
        """Return the same input with its numbers drawn for the argument `name`."""
        values = self.values if self.values is not None else self._draw(name)
        bound = Input(self.dtype, seed=self.seed, lo=self.lo, hi=self.hi)
        bound.values, bound.shape = values, values.shape
        bound.text = self._text()
        return bound

    def make(self, tf, dtype=None):
        """The tensor in library `tf`; `dtype` overrides the descriptor's (used to check gradients in float64)."""
        if self.dtype == "string":
            return tf.constant(self.values, dtype=tf.string)
        tensor = tf.constant(self.values)
        wanted = dtype or self.dtype
        return tensor if tensor.dtype.name == wanted else tf.cast(tensor, getattr(tf, wanted))

    def spec(self, tf, known):
        """The `TensorSpec` with every dimension known or every dimension unknown."""
        shape = list(self.values.shape) if known else [None] * self.values.ndim
        return tf.TensorSpec(shape, getattr(tf, self.dtype))

    def _draw(self, name):
        rng = np.random.RandomState(zlib.crc32(f"{name}{self.dtype}{self.shape}{self.seed}".encode()))
        if self.dtype == "bool":
            return rng.randint(0, 2, self.shape).astype(bool)
        if self.dtype in _INTEGERS:
            lo = self.lo if self.lo is not None else (0 if self.dtype.startswith("u") else -5)
            return np.array(rng.randint(lo, self.hi if self.hi is not None else 6, self.shape), dtype=self.dtype)
        lo, hi = (-2.0 if self.lo is None else self.lo), (2.0 if self.hi is None else self.hi)
        drawn = rng.uniform(lo, hi, self.shape)
        if self.dtype in _COMPLEX:
            drawn = drawn + 1j * rng.uniform(lo, hi, self.shape)
        return np.array(drawn, dtype=_storage(self.dtype))

    def _text(self):
        if self.values is None:
            limits = "".join(f",{k}={v}" for k, v in (("lo", self.lo), ("hi", self.hi)) if v is not None)
            seed = f",seed={self.seed}" if self.seed else ""
            return f"{self.dtype}{list(self.shape)}{limits}{seed}".replace(" ", "")
        listed = repr(self.values.tolist()).replace(" ", "")
        if len(listed) > 48:
            listed = f"{listed[:36]}..{zlib.crc32(listed.encode()):08x}"
        return f"{self.dtype}:{listed}"


def _storage(dtype):
    return {"bfloat16": np.float32, "string": object}.get(dtype, dtype)


def T(values, dtype):
    """A tensor with the given values; `dtype` is a TensorFlow dtype name."""
    return Input(dtype, values=values)


def _filled(dtype):
    def make(*shape, lo=None, hi=None, seed=0):
        return Input(dtype, shape=shape, lo=lo, hi=hi, seed=seed)

    make.__name__ = dtype
    make.__doc__ = f"A {dtype} tensor of the given shape with reproducible numbers in [lo, hi)."
    return make


f16, bf16, f32, f64 = (_filled(name) for name in FLOATS)
c64, c128 = (_filled(name) for name in _COMPLEX)
i8, i16, i32, i64, u8, u16, u32, u64 = (_filled(name) for name in _INTEGERS)
b1 = _filled("bool")


def S(values):
    """A string tensor."""
    return Input("string", values=values)
