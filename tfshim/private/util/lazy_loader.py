"""Replaces `tensorflow.python.util.lazy_loader`: modules that are imported when they are used."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from tfshim.engine.runtime.logger import get_logger

_REPLACES = "tensorflow.python.util.lazy_loader"


class LazyLoader(ModuleType):
    """The module `name`, imported when an attribute of it is used; from then on `local_name` is it in `parent_module_globals`.

    `warning`: a text that is logged at that time.
    """

    def __init__(self, local_name: str, parent_module_globals: dict[str, Any], name: str, warning: str | None = None) -> None:
        super().__init__(name)
        self._tfll_local_name, self._tfll_parent_module_globals, self._tfll_warning = local_name, parent_module_globals, warning

    def _load(self) -> ModuleType:
        module = importlib.import_module(self.__name__)
        self._tfll_parent_module_globals[self._tfll_local_name] = module
        if self._tfll_warning:
            get_logger().warning(self._tfll_warning)
            self._tfll_warning = None
        # Whoever holds this object finds everything in it without being asked again.
        self.__dict__.update({name: value for name, value in vars(module).items() if name not in self.__dict__})
        return module

    def __getattr__(self, name: str) -> Any:
        return getattr(self._load(), name)

    def __dir__(self) -> list[str]:
        return dir(self._load())
