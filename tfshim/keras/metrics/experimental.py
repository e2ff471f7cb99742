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
    """A metric whose state is Python's: `update_state` and `result` see NumPy-like eager tensors, in graphs too.

    Subclasses override `update_state(y_true, y_pred, sample_weight=None)`, `result()` and `reset_state()`, which is called at first.
    Mirrors `tf.keras.metrics.experimental.PyMetric`.
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
        """Update the state with a batch."""
        raise NotImplementedError("Subclasses should implement `update_state`")

    def merge_state(self, metrics: Iterable[Metric]) -> Any:
        """Add the states of other metrics of this class."""
        raise NotImplementedError("Subclasses should implement `merge_state`")

    def reset_state(self) -> None:
        """Reset the state."""
        raise NotImplementedError("Subclasses should implement `reset_state`")

    def result(self) -> AnyTensor:
        """The value so far."""
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
