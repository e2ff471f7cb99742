"""`Metric` and those that are sums and means."""

from tfshim import array_ops, math
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.state import TS
from tfshim.keras.layers.base_layer import Layer
from tfshim.keras.losses.base import match_ranks


class Metric(Layer):
    """The base of metrics: subclasses override `update_state`, `result` and, if need be, `reset_state`.

    `m(...)` updates the state and gives the result. Mirrors `tf.keras.metrics.Metric`.
    """

    __module__ = "keras.src.metrics.base_metric"

    def __init__(self, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.stateful = True
        self.built = True

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    def __str__(self):
        args = ",".join(f"{k}={v}" for k, v in self.get_config().items())
        return f"{type(self).__name__}({args})"

    __repr__ = __str__

    def add_weight(self, name, shape=(), aggregation=None, synchronization=None, initializer=None, dtype=None, **kwargs):
        """Make a variable of the state."""
        for given, value in (("aggregation", aggregation), ("synchronization", synchronization)):
            if value is not None:
                kwargs[given] = value
        scope, TS.name_scope = TS.name_scope, ""
        try:
            return super().add_weight(name=name, shape=shape, dtype=self._dtype if dtype is None else dtype, trainable=False,
                                      initializer="zeros" if initializer is None else initializer, **kwargs)
        finally:
            TS.name_scope = scope

    def reset_state(self):
        """Set all variables to zero."""
        for v in self.variables:
            v.assign(array_ops.zeros(v.shape, v.dtype))

    def reset_states(self):
        """The same as `reset_state`."""
        return self.reset_state()

    def update_state(self, *args, **kwargs):
        """Take in a batch."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def merge_state(self, metrics):
        """Add the states of other metrics of this kind. Raises ValueError where their variables differ."""
        for other in metrics:
            if len(self.weights) != len(other.weights):
                raise ValueError(f"Metric {other} is not compatible with {self}")
            for mine, its in zip(self.weights, other.weights):
                mine.assign_add(its)

    def result(self):
        """The figure so far, a tensor."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def get_config(self):
        """The arguments of the constructor, as a dictionary."""
        return {"name": self.name, "dtype": self.dtype}


class _Reduce(Metric):
    _counts = True

    def __init__(self, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.total = self.add_weight("total")
        if self._counts:
            self.count = self.add_weight("count")

    def update_state(self, values, sample_weight=None):
        """Add `values`, each times its weight."""
        values = array_ops.cast(convert_to_tensor(values), self._dtype)
        weights = None
        if sample_weight is not None:
            weights = array_ops.cast(convert_to_tensor(sample_weight), self._dtype)
            values, _, weights = match_ranks(values, None, weights)
            rank = weights.shape.rank
            if rank is not None and values.shape.rank is not None and 0 < rank < values.shape.rank:
                values = math.reduce_mean(values, axis=list(range(rank, values.shape.rank)))
            values = values * weights
        self.total.assign_add(math.reduce_sum(values))
        if self._counts:
            if weights is None:
                self.count.assign_add(array_ops.cast(array_ops.size(values), self._dtype))
            else:
                self.count.assign_add(math.reduce_sum(array_ops.broadcast_to(weights, array_ops.shape(values))))

    def result(self):
        """The figure so far, a scalar tensor."""
        if self._counts:
            return math.divide_no_nan(self.total.value(), self.count.value())
        return array_ops.identity(self.total)


class Sum(_Reduce):
    """The sum of values; mirrors `tf.keras.metrics.Sum`."""

    __module__ = "keras.src.metrics.base_metric"
    _counts = False

    def __init__(self, name="sum", dtype=None):
        super().__init__(name=name, dtype=dtype)


class Mean(_Reduce):
    """The mean of values; mirrors `tf.keras.metrics.Mean`."""

    __module__ = "keras.src.metrics.base_metric"

    def __init__(self, name="mean", dtype=None):
        super().__init__(name=name, dtype=dtype)


class MeanMetricWrapper(Mean):
    """The mean of `fn(y_true, y_pred, **kwargs)`; mirrors `tf.keras.metrics.MeanMetricWrapper`."""

    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype)
        self._fn = fn
        self._fn_kwargs = kwargs

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in targets and predictions."""
        y_true = array_ops.cast(convert_to_tensor(y_true), self._dtype)
        y_pred = array_ops.cast(convert_to_tensor(y_pred), self._dtype)
        y_pred, y_true, _ = match_ranks(y_pred, y_true)
        super().update_state(self._fn(y_true, y_pred, **self._fn_kwargs), sample_weight=sample_weight)

    def get_config(self):
        own = {"fn": self._fn} if type(self) is MeanMetricWrapper else {}
        return {**super().get_config(), **own, **dict(self._fn_kwargs)}
