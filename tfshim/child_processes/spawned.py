"""What `multiprocessing` tells the interpreters that it starts (spawn, forkserver): why `import tensorflow` finds nothing in them.

`tfshim.activate()` holds for one process. The parent knows that it called it, its children do not: the data by which `multiprocessing`
prepares them brings along what gives the reason.
"""

import functools
import runpy
from importlib.machinery import PathFinder
from pathlib import Path

NAME = "multiprocessing.spawn"
_ABSENT = Path(__file__).resolve().with_name("absent.py")


class _Reason:
    """Pickled, the call that lets a child give the reason: of the standard library, so a child that finds no tfshim can read it too."""

    def __reduce__(self):
        return runpy.run_path, (str(_ABSENT),)


def spec(path, active):
    """The spec of `multiprocessing.spawn`, which tells children from the start; `path` and `active` as elsewhere."""
    found = PathFinder.find_spec(NAME, path)
    if found is not None and found.loader is not None:
        execute = found.loader.exec_module

        def exec_module(module):
            execute(module)
            tell(module, active)

        found.loader.exec_module = exec_module
    return found


def tell(module, active):
    """Let the children that the module `multiprocessing.spawn` starts know, while `active()`."""
    prepared = module.get_preparation_data
    if hasattr(prepared, "tells_of_tfshim"):
        return

    @functools.wraps(prepared)
    def get_preparation_data(name):
        data = prepared(name)
        if active():
            data["tfshim"] = _Reason()
        return data

    get_preparation_data.tells_of_tfshim = True
    module.get_preparation_data = get_preparation_data
