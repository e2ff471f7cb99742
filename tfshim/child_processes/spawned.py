"""What the interpreters that `multiprocessing` and loky (joblib) start are told: why `import tensorflow` finds nothing in them.

`tfshim.activate()` holds for one process. The parent knows that it called it, its children do not: the data by which they are prepared
brings along what gives the reason, and what tells their own children.

Children run this file by its path, as they may find no tfshim: it imports nothing but the standard library.
"""

import functools
import runpy
import sys
from importlib.machinery import PathFinder
from pathlib import Path

# The modules whose `get_preparation_data` makes what a new interpreter is told; loky comes by itself and within joblib.
NAMES = ("multiprocessing.spawn", "loky.backend.spawn", "joblib.externals.loky.backend.spawn")
_FILE = str(Path(__file__).resolve())
_IN_CHILD = "tfshim_in_child"


class _Reason:
    """Pickled, the call that lets a child give the reason: of the standard library, so a child that finds no tfshim can read it too."""

    def __reduce__(self):
        return runpy.run_path, (_FILE, None, _IN_CHILD)


class AbsentFinder:
    """The last to be asked: gives the reason why there is no tensorflow, in the exception that Python would raise anyway."""

    is_tfshim_alias = True

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        # Whoever asks whether there is such a module (importlib.util.find_spec) wants an answer, no exception.
        if fullname in ("tensorflow", "keras") and sys._getframe(2).f_code.co_name == "_find_and_load_unlocked":
            raise ModuleNotFoundError(
                f"No module named {fullname!r}: tfshim.activate() holds for the process that called it, and multiprocessing started this "
                'one anew; call it where each process comes by (not under if __name__ == "__main__"), or run the program with '
                "python -m tfshim.",
                name=fullname,
            )
        return None


class _TellingFinder:
    """In a child, the first to be asked: lets its own children know."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return spec(fullname, path, _always) if fullname in NAMES else None


def spec(name, path, active):
    """The spec of one of `NAMES`, which tells children from the start; `path` and `active` as elsewhere."""
    return spec_then(name, path, lambda module: tell(module, active))


def spec_then(name, path, afterwards):
    """The spec of the module `name`, which calls `afterwards(module)` once it is loaded."""
    found = PathFinder.find_spec(name, path)
    if found is not None and found.loader is not None:
        execute = found.loader.exec_module

        def exec_module(module):
            execute(module)
            afterwards(module)

        found.loader.exec_module = exec_module
    return found


def tell_of_loaded(active):
    """Let the children know that those of `NAMES` start which are imported already."""
    for name in NAMES:
        if name in sys.modules:
            tell(sys.modules[name], active)


def tell(module, active):
    """Let the children that `module`, one of `NAMES`, starts know, while `active()`."""
    prepared = module.get_preparation_data
    if hasattr(prepared, "tells_of_tfshim"):
        return

    @functools.wraps(prepared)
    def get_preparation_data(*args, **kwargs):
        data = prepared(*args, **kwargs)
        if active():
            data["tfshim"] = _Reason()
        return data

    get_preparation_data.tells_of_tfshim = True
    module.get_preparation_data = get_preparation_data


def _always():
    return True


if __name__ == _IN_CHILD and not any(getattr(finder, "is_tfshim_alias", False) for finder in sys.meta_path):
    sys.meta_path.append(AbsentFinder)
    sys.meta_path.insert(0, _TellingFinder)
    tell_of_loaded(_always)
