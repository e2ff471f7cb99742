"""`K.function`: functions from arrays to the values of tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.keras.models.model import Model
from tfshim.keras.v1.functions import GraphFunction
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_export("keras.backend.function")
def function(
    inputs: TensorLike, outputs: Any, updates: TensorLike | None = None, name: str | None = None, **kwargs: Any
) -> Callable[[Any], Any]:
    """A function from a list of arrays for `inputs` to the values of `outputs`, both of a functional model.

    In a TF 1 graph the inputs are any tensors, and `updates` (operations, pairs of a variable and its new value) run as well;
    otherwise those and arguments of sessions raise ValueError.
    """
    if building() is not None:
        return GraphFunction(inputs, outputs, updates, name, **kwargs)
    if kwargs:
        raise ValueError(f"Session keyword arguments are not supported during eager execution. You passed: {kwargs}")
    if updates:
        raise ValueError(f"`updates` argument is not supported during eager execution. You passed: {updates}")
    model = Model(inputs=inputs, outputs=outputs, name=name)
    # A model of one output gives it by itself: who gave a list of one gets one back.
    wrap = isinstance(outputs, list) and len(outputs) == 1

    def run(model_inputs):
        found = model(model_inputs)
        found = [found] if wrap else found
        return nest.map_structure(lambda x: x.numpy() if hasattr(x, "numpy") else x, found)

    return run
