"""A `tf.Module` as a layer, which `Sequential` makes of one."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim.keras.engine.base_layer import Layer
from tfshim.module import Module


class ModuleWrapper(Layer):
    """A layer that calls a module and has its variables.

    Arguments:
        module: the `tf.Module`.
        method_name: the method that the call runs; by default `__call__`, or `call` where there is none.

    Raises:
        ValueError: the module has no such method.
    """

    __module__ = "keras.src.engine.functional"

    def __init__(self, module: Module, method_name: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if method_name is None:
            method_name = next((name for name in ("__call__", "call") if hasattr(module, name)), None)
        if method_name is None or not hasattr(module, method_name):
            raise ValueError(f"{method_name} is not defined on object {module}")
        self._module, self._method_name = module, method_name
        taken = inspect.signature(getattr(module, method_name)).parameters
        self.__dict__["_taken"] = {name for name in ("training", "mask") if name in taken}

    def call(self, *args: Any, training: Any = None, mask: Any = None, **kwargs: Any) -> Any:
        """What the module gives; `training` and `mask` go on to a method that takes them."""
        given = {"training": training, "mask": mask}
        return getattr(self._module, self._method_name)(*args, **kwargs, **{name: given[name] for name in self._taken})
