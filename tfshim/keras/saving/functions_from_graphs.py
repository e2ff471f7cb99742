"""Functions whose code a file holds, and which safe mode does not run: in a SavedModel what they compute is saved beside the code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime.state import ScopedValue

if TYPE_CHECKING:
    from collections.abc import Callable

# While a SavedModel is read, a function from the name of a `Lambda` to a layer that computes what it did, or None.
revived_by_name: ScopedValue = ScopedValue(None)
# While a SavedModel is read, a function from the name of a layer of an unknown class, None if its configuration has none, and that of the
# class to a layer that computes what it did, or None.
unknown_by_name: ScopedValue = ScopedValue(None)


def layer_without_class(config: dict[str, Any]) -> Any:
    """The layer that a configuration describes, whose class is unknown, of what was saved of it; None where there is none."""
    inner = config.get("config")
    name = config.get("name") or (inner.get("name") if isinstance(inner, dict) else None)  # a class may have no configuration
    return None if unknown_by_name.value is None else unknown_by_name.value(name, config.get("class_name"))


class SavedFunction:
    """What the function of a layer computed, from the graph that was saved. `described`: how the layer's configuration tells of it."""

    def __init__(self, layer: Callable[[Any], Any], described: tuple[Any, str, str | None]) -> None:
        self._layer, self.described = layer, described

    def __call__(self, inputs: Any, **arguments: Any) -> Any:
        """The results for `inputs`; the layer's other arguments are part of what was saved."""
        return self._layer(inputs)


def saved_function(name: str | None, described: tuple[Any, str, str | None]) -> SavedFunction | None:
    """The function of the layer `name` in the SavedModel that is being read; None where there is none."""
    layer = None if revived_by_name.value is None else revived_by_name.value(name)
    return None if layer is None else SavedFunction(layer, described)
