"""Run in processes that `multiprocessing` starts for a program that called `tfshim.activate()`; see `spawned`.

Imports nothing of tfshim: most children need none of it.
"""

import sys


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


if not any(getattr(finder, "is_tfshim_alias", False) for finder in sys.meta_path):
    sys.meta_path.append(AbsentFinder)
