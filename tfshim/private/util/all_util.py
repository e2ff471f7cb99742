"""Replaces `tensorflow.python.util.all_util`: which names a module shows."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

_REPLACES = "tensorflow.python.util.all_util"

_REFERENCE = re.compile(r"@@([A-Za-z0-9_]+)")
_hidden: dict[tuple[str, str], Any] = {}


def make_all(module_name: str, doc_string_modules: Iterable[ModuleType] | None = None) -> list[str]:
    """The public names that the docstrings of `doc_string_modules` (by default of the module itself) refer to as `@@name`."""
    own = sys.modules[module_name]
    shown = {name for name in vars(own) if not name.startswith("_")}
    texts = [module.__doc__ or "" for module in (doc_string_modules or [own])]
    return sorted(shown & {name for text in texts for name in _REFERENCE.findall(text)})


def remove_undocumented(
    module_name: str, allowed_exception_list: Iterable[str] | None = None, doc_string_modules: Iterable[ModuleType] | None = None
) -> None:
    """Takes all names from the module but those of `make_all`, of `allowed_exception_list` and those that begin with "_"."""
    module = sys.modules[module_name]
    kept = {*make_all(module_name, doc_string_modules), *(allowed_exception_list or ())}
    for name in [n for n in vars(module) if not n.startswith("_") and n not in kept]:
        _hidden[module_name, name] = vars(module)[name]
        delattr(module, name)


def reveal_undocumented(symbol_name: str, target_module: ModuleType | None = None) -> None:
    """Gives back what `remove_undocumented` took: `symbol_name` is its dotted name. Raises LookupError if nothing was taken."""
    module_name, _, name = symbol_name.rpartition(".")
    if (module_name, name) not in _hidden:
        raise LookupError(f"Symbol {symbol_name} is not a hidden symbol")
    setattr(sys.modules[module_name] if target_module is None else target_module, name, _hidden[module_name, name])
