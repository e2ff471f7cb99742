"""What has moved: pickles and graphs of earlier versions name modules and operations by where they were."""

import importlib
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

_ENGINE = Path(__file__).parent
_PREFIX = f"{__package__}."
_RENAMED = {"host": "static_arguments", "movers": "dtype_agnostic"}
# What left a module that is there still: (module, name) -> where it is now.
_MOVED = {
    ("tfshim.keras.initializers", "_orthogonalized"): "tfshim.keras.initializers.drawn",
    ("tfshim.keras.layers.preprocessing.lookup", "_Table"): "tfshim.keras.layers.preprocessing.index_lookup",
    ("tfshim.keras.layers.preprocessing.lookup", "_find"): "tfshim.keras.layers.preprocessing.index_lookup",
    ("tfshim.math.reductions", "_reduce_std"): "tfshim.math.variances",
    ("tfshim.math.reductions", "_reduce_variance"): "tfshim.math.variances",
}


def present_name(module, name=None):
    """The name under which the module with the former name `module` is found now, or the one that has its `name` now; else as it is."""
    if (module, name) in _MOVED:
        return _MOVED[module, name]
    former = module.removeprefix(_PREFIX)
    if former != module and former.isidentifier() and not (_ENGINE / former).is_dir() and not (_ENGINE / f"{former}.py").is_file():
        for path in sorted(_ENGINE.glob(f"*/{_RENAMED.get(former, former)}.py")):
            return f"{_PREFIX}{path.parent.name}.{path.stem}"
    return module


class _Finder:
    """Lets Python import a module by its former name."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.startswith(_PREFIX) and present_name(name) != name:
            return ModuleSpec(name, _Finder)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        sys.modules[module.__name__] = importlib.import_module(present_name(module.__name__))


def install():
    """Let modules of `engine` be found by their former names too."""
    if _Finder not in sys.meta_path:
        sys.meta_path.append(_Finder)
