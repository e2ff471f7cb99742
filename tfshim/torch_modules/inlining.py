"""torch's compiler looks into the code of this package, though it skips what is called TensorFlow."""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

# Where torch's compiler keeps which folders it does not look into: that of `tensorflow`, which is this one while tfshim is active.
_RULES = "torch._dynamo.trace_rules"


def _look_into(rules: Any) -> None:
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    kept = [folder for folder in rules.SKIP_DIRS if os.path.abspath(folder) != own]
    if len(kept) != len(rules.SKIP_DIRS):
        rules.SKIP_DIRS[:] = kept
        rules._recompile_re()


class _WhenImported(MetaPathFinder):
    """Changes the compiler's rules once they are imported: it loads in seconds, and most programs compile nothing."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != _RULES:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            execute = loader.exec_module

            def exec_module(module: Any) -> None:
                execute(module)
                _look_into(module)

            loader.exec_module = exec_module
        return spec


def look_into_own_code() -> None:
    """From now on torch's compiler follows functions of this package, whether it is loaded already or not."""
    rules = sys.modules.get(_RULES)
    if rules is not None:
        _look_into(rules)
    elif not any(type(finder) is _WhenImported for finder in sys.meta_path):
        sys.meta_path.insert(0, _WhenImported())
