"""`tf.keras.metrics.experimental`: metrics written in plain Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim._listing import listing
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.metrics.base import Metric
from tfshim.script_ops import py_function

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import PolicyLike


__all__ = ["PyMetric"]
__dir__ = listing(globals())


class PyMetric(Metric):
    """A metric whose state is Python's own: lists, sets, objects of scikit-learn. Mirrors `tf.keras.metrics.experimental.PyMetric`.

    `update_state` and `result` of a subclass get tensors with values, also where `fit` runs them in a graph, so that `y_true.numpy()` and
    all of NumPy are there. It is slower than a metric of operations, and cannot run on devices of a strategy or be exported. Subclasses
    write `update_state(y_true, y_pred, sample_weight=None)`, `result()`, and `reset_state()`, which the constructor calls at first.

    Arguments:
        name: of the metric.
        dtype: of the result; None (default): float32.
        **kwargs: those of `tf.keras.metrics.Metric`.

    Raises:
        NotImplementedError: a subclass lacks one of the three.

    Example:
        >>> class Distinct(tf.keras.metrics.experimental.PyMetric):
        ...     def reset_state(self):
        ...         self.seen = set()
        ...     def update_state(self, y_true, y_pred, sample_weight=None):
        ...         self.seen |= set(y_true.numpy().ravel().tolist())
        ...     def result(self):
        ...         return float(len(self.seen))
        >>> metric = Distinct()
        >>> _ = metric.update_state([1.0, 2.0, 2.0], [0.0, 0.0, 0.0])
        >>> float(metric.result())
        2.0
    """

    __module__ = "keras.src.metrics.py_metric"

    def __init__(self, name: str | None = None, dtype: PolicyLike = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.reset_state()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        # What a subclass writes runs as it is, however it is called.
        super(Metric, cls).__init_subclass__(**kwargs)
        update, result = cls.__dict__.get("update_state"), cls.__dict__.get("result")
        if update is not None:
            cls.update_state = _outside_of_graphs(update)  # type: ignore[method-assign]
        if result is not None:
            cls.result = _result_outside_of_graphs(result)  # type: ignore[method-assign]

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:
        """Take a batch into account, in plain Python; subclasses write it. Mirrors `tf.keras.metrics.experimental.PyMetric.update_state`.

        It runs outside of graphs, so that every value can be looked at, and returns nothing. What it keeps are attributes, which no
        checkpoint saves.

        Arguments:
            y_true: the labels of the batch, a tensor with values.
            y_pred: the predictions, likewise.
            sample_weight: weights, likewise; None (default) where there are none.

        Raises:
            NotImplementedError: a subclass without it.

        Example:
            >>> class Longest(tf.keras.metrics.experimental.PyMetric):
            ...     def reset_state(self):
            ...         self.longest = 0
            ...     def update_state(self, y_true, y_pred, sample_weight=None):
            ...         self.longest = max(self.longest, len(y_true))
            ...     def result(self):
            ...         return float(self.longest)
            >>> metric = Longest()
            >>> _ = metric.update_state([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
            >>> float(metric.result())
            3.0
        """
        raise NotImplementedError("Subclasses should implement `update_state`")

    def merge_state(self, metrics: Iterable[Metric]) -> Any:
        """Add the states of other metrics of this class; subclasses write it. Mirrors `tf.keras.metrics.experimental.PyMetric.merge_state`.

        Programs that evaluate parts of the data each by itself, as several processes, put the results together by it. Only the class knows
        how two of its states are joined: sets by their union, lists one after the other. Nothing of Keras calls it.

        Arguments:
            metrics: other metrics of the class, a list.

        Raises:
            NotImplementedError: a subclass without it.

        Example:
            >>> class Distinct(tf.keras.metrics.experimental.PyMetric):
            ...     def reset_state(self):
            ...         self.seen = set()
            ...     def merge_state(self, metrics):
            ...         self.seen = self.seen.union(*(metric.seen for metric in metrics))
            >>> one, other = Distinct(), Distinct()
            >>> other.seen = {1, 2}
            >>> one.merge_state([other])
            >>> one.seen
            {1, 2}
        """
        raise NotImplementedError("Subclasses should implement `merge_state`")

    def reset_state(self) -> None:
        """Begin anew; subclasses write it. Mirrors `tf.keras.metrics.experimental.PyMetric.reset_state`.

        The constructor calls it, so that it is the place where the attributes of the state are made; `fit` calls it before each epoch and
        each validation, `evaluate` before its first step. It runs in plain Python.

        Returns:
            None.

        Raises:
            NotImplementedError: a subclass without it, from the constructor.

        Example:
            >>> class Batches(tf.keras.metrics.experimental.PyMetric):
            ...     def reset_state(self):
            ...         self.count = 0
            ...     def update_state(self, y_true, y_pred, sample_weight=None):
            ...         self.count += 1
            >>> metric = Batches()
            >>> _ = metric.update_state([1.0], [1.0])
            >>> before = metric.count
            >>> metric.reset_state()
            >>> before, metric.count
            (1, 0)
        """
        raise NotImplementedError("Subclasses should implement `reset_state`")

    def result(self) -> AnyTensor:
        """The value of all batches since the last reset; subclasses write it. Mirrors `tf.keras.metrics.experimental.PyMetric.result`.

        It runs in plain Python, outside of graphs, from the attributes that `update_state` keeps, and changes nothing. `fit` asks for it
        after each batch to show it, so a result that takes long, as one of all predictions so far, makes the training slow.

        Returns:
            A number, or a tensor of the dtype of the metric; callers get a tensor.

        Raises:
            NotImplementedError: a subclass without it.

        Example:
            >>> class Batches(tf.keras.metrics.experimental.PyMetric):
            ...     def reset_state(self):
            ...         self.count = 0
            ...     def update_state(self, y_true, y_pred, sample_weight=None):
            ...         self.count += 1
            ...     def result(self):
            ...         return float(self.count)
            >>> metric = Batches()
            >>> _ = metric.update_state([1.0], [1.0])
            >>> float(metric.result())
            1.0
        """
        raise NotImplementedError("Subclasses should implement `result`")


def _outside_of_graphs(method):
    def update_state(self, y_true, y_pred, sample_weight=None):
        given = [convert_to_tensor(x) for x in ((y_true, y_pred) if sample_weight is None else (y_true, y_pred, sample_weight))]
        return py_function(lambda *batch: method(self, *batch), inp=given, Tout=[])

    update_state.__doc__ = method.__doc__
    return update_state


def _result_outside_of_graphs(method):
    def result(self):
        return py_function(lambda: method(self), inp=[], Tout=self.dtype)

    result.__doc__ = method.__doc__
    return result
