"""Found first by processes that a program run by `tfshim` starts: `import tensorflow` gives tfshim in them too.

Nothing of tfshim is imported until then. Other environments than that of the program are left as they are, and so is what the
environment does at the start of an interpreter.
"""

import importlib.util
import os
import sys
from importlib.machinery import PathFinder

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def _begin():
    prefix, _, how = os.environ.get("TFSHIM_CHILDREN", "").rpartition(os.pathsep)
    if prefix == sys.prefix:
        package = os.path.dirname(os.path.dirname(_FOLDER))  # tfshim
        spec = importlib.util.spec_from_file_location("_tfshim_startup", os.path.join(package, "startup.py"))
        startup = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(startup)
        if not any(getattr(finder, "is_tfshim_alias", False) for finder in sys.meta_path):
            startup.install(how == "force")


def _go_on():
    """Run the environment's own module of this name, whose place this one takes."""
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != _FOLDER]
    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


_begin()
_go_on()
