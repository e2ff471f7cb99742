"""`tf.contrib.eager.metrics`: metrics that keep their state, called with each batch."""

from tfshim.array_ops import cast, ones_like, reshape
from tfshim.array_ops import shape as shape_of
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.variables.variables import Variable
from tfshim.contrib import summary
from tfshim.contrib._names import defined
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.math import argmax, equal, reduce_sum
from tfshim.math import round as rounded
from tfshim.refusals import refused


class Metric(AutoTrackable):
    """Base: `build(*args)` makes the state with `add_variable`, `call(*args)` updates it, `result()` is the value.

    Calling the metric builds it at first, then updates it.
    """

    def __init__(self, name=None):
        self._built = False
        self._name = name or type(self).__name__
        self._vars, self._initial = [], []

    name = property(lambda self: self._name, doc="The name.")
    variables = property(lambda self: list(self._vars), doc="The state.")

    def __call__(self, *args, **kwargs):
        if not self._built:
            self.build(*args, **kwargs)
            self._built = True
        return self.call(*args, **kwargs)

    def build(self, *args, **kwargs):
        """Make the state."""

    def call(self, *args, **kwargs):
        """Update the state."""
        raise NotImplementedError("Metrics must define a call() member function")

    def result(self):
        """The value."""
        raise NotImplementedError("Metrics must define a result() member function")

    def init_variables(self):
        """Set the state back to its start."""
        for v, start in zip(self._vars, self._initial):
            v.assign(start)

    def add_variable(self, name, shape=None, dtype=None, initializer=None):
        """A variable of the state; `initializer(shape, dtype)` gives its start."""
        if self._built:
            raise RuntimeError("Can't call add_variable() except in build().")
        start = initializer(shape, dtype=dtype)
        made = Variable(start, trainable=False, dtype=dtype, name=name)
        self._vars.append(made)
        self._initial.append(start)
        return made


class Mean(Metric):
    """The weighted mean of all values so far, summed as `dtype`; calling it gives the values back."""

    def __init__(self, name=None, dtype=dtypes.float64, use_global_variables=False):
        super().__init__(name)
        self.dtype = dtypes.as_dtype(dtype)
        if use_global_variables:
            raise refused("tf.contrib.eager.metrics.Mean", "use_global_variables", value=use_global_variables)

    def build(self, *args, **kwargs):
        """Make the sums."""
        del args, kwargs
        self.numer = self.add_variable("numer", (), self.dtype, zeros())
        self.denom = self.add_variable("denom", (), self.dtype, zeros())

    def call(self, values, weights=None):
        """Take `values` in, with `weights` that broadcast to them."""
        values = convert_to_tensor(values)
        if weights is None:
            count = cast(reduce_sum(ones_like(cast(values, self.dtype))), self.dtype)
            self.denom.assign_add(count)
            self.numer.assign_add(reduce_sum(cast(values, self.dtype)))
            return values
        weights = cast(weights, self.dtype)
        self.denom.assign_add(reduce_sum(weights * ones_like(cast(values, self.dtype))))
        self.numer.assign_add(reduce_sum(cast(values, self.dtype) * weights))
        return values, weights

    def result(self, write_summary=True):
        """The mean; with `write_summary` it is written as a summary where a writer of tf.contrib.summary records."""
        value = self.numer / self.denom
        if write_summary:
            summary.scalar(self.name, value)
        return value


class Accuracy(Mean):
    """The share of predictions that equal labels; calling it raises ValueError for shapes that do not agree."""

    def __init__(self, name=None, dtype=dtypes.float64):
        super().__init__(name, dtype)

    def call(self, labels, predictions, weights=None):
        """Take a batch in."""
        labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
        if not labels.shape.is_compatible_with(predictions.shape):
            raise ValueError(f"Shapes {labels.shape} and {predictions.shape} are incompatible")
        super().call(cast(equal(labels, cast(predictions, labels.dtype)), self.dtype), weights)
        return (labels, predictions) if weights is None else (labels, predictions, weights)


class CategoricalAccuracy(Mean):
    """The share of rows [..., classes] whose greatest prediction is at the class of the one-hot label."""

    def call(self, labels, predictions, weights=None):
        """Take a batch in."""
        labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
        super().call(cast(equal(argmax(labels, -1), argmax(predictions, -1)), self.dtype), weights)
        return (labels, predictions) if weights is None else (labels, predictions, weights)


class BinaryAccuracy(Mean):
    """The share of predictions that are above `threshold` where the label is 1, and not above it where it is 0."""

    def __init__(self, threshold, name=None, dtype=dtypes.float64):
        super().__init__(name, dtype)
        self.threshold = threshold

    def call(self, labels, predictions, weights=None):
        """Take a batch in."""
        labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
        sides = cast(predictions > self.threshold, labels.dtype)
        super().call(cast(equal(cast(rounded(labels), labels.dtype), sides), self.dtype), weights)
        return (labels, predictions) if weights is None else (labels, predictions, weights)


class SparseAccuracy(Mean):
    """The share of rows [..., classes] whose greatest prediction is at the class of the integer label."""

    def call(self, labels, predictions, weights=None):
        """Take a batch in."""
        labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
        found = cast(argmax(predictions, -1), labels.dtype)
        super().call(cast(equal(reshape(labels, shape_of(found)), found), self.dtype), weights)
        return (labels, predictions) if weights is None else (labels, predictions, weights)


__all__ = defined(globals())
