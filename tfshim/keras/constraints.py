"""`tf.keras.constraints`: what optimizers apply to weights after an update."""

from tfshim import math
from tfshim.array_ops import cast
from tfshim.keras._serialization import Kind
from tfshim.keras.backend import epsilon


class Constraint:
    """The base: `constraint(w)` gives the weight that fulfils it."""

    def __call__(self, w):
        return w

    def get_config(self):
        """The arguments of the constructor, as a dictionary."""
        return {}

    @classmethod
    def from_config(cls, config):
        """A constraint with the arguments `config`."""
        return cls(**config)


def _norms(w, axis):
    return math.sqrt(math.reduce_sum(math.square(w), axis=axis, keepdims=True))


class MaxNorm(Constraint):
    """Norms along `axis` of at most `max_value`."""

    def __init__(self, max_value=2, axis=0):
        self.max_value, self.axis = max_value, axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        return w * (math.clip_by_value(norms, 0, self.max_value) / (epsilon() + norms))

    def get_config(self):
        return {"max_value": self.max_value, "axis": self.axis}


class NonNeg(Constraint):
    """No negative weights."""

    def __call__(self, w):
        return w * cast(math.greater_equal(w, 0.0), w.dtype)


class UnitNorm(Constraint):
    """Norms along `axis` of 1."""

    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        return w / (epsilon() + _norms(w, self.axis))

    def get_config(self):
        return {"axis": self.axis}


class MinMaxNorm(Constraint):
    """Norms along `axis` between two values; `rate` is the share of the way that is gone at each update."""

    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.min_value, self.max_value, self.rate, self.axis = min_value, max_value, rate, axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        wanted = self.rate * math.clip_by_value(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (wanted / (epsilon() + norms))

    def get_config(self):
        return {"min_value": self.min_value, "max_value": self.max_value, "rate": self.rate, "axis": self.axis}


max_norm, non_neg, unit_norm, min_max_norm = MaxNorm, NonNeg, UnitNorm, MinMaxNorm
_KIND = Kind("constraint", "keras.constraints", {n: v for n, v in dict(globals()).items() if isinstance(v, type) and
                                                  issubclass(v, Constraint)})
get, serialize, deserialize = _KIND.get, _KIND.serialize, _KIND.deserialize
