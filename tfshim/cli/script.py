"""Running scripts, modules and code as `python` does, with tfshim active."""

import importlib.machinery
import io
import os
import runpy
import sys
import traceback
import types
import zipfile

from tfshim.engine.runtime.tracebacks import shorten

# The exit status of what Ctrl-C ended, as shells have it: 128 and the number of SIGINT.
INTERRUPTED = 130


def run_file(path, arguments):
    """Run the script (or folder or zip file with a `__main__.py`) at `path`; returns the exit status."""
    sys.argv[:] = [path, *arguments]
    set_path(os.path.dirname(os.path.realpath(path)))
    if os.path.isdir(path) or path.endswith(".pyc") or zipfile.is_zipfile(path):
        return _guarded(lambda: runpy.run_path(path, run_name="__main__"))
    return _guarded(lambda: _run_source(path))


def _run_source(path):
    # As `python FILE` does, and `runpy` does not: the whole path of the file is in tracebacks and in `__file__`, but not in `sys.argv`.
    full = os.path.abspath(path)
    with io.open_code(full) as file:
        code = compile(file.read(), full, "exec")
    main = types.ModuleType("__main__")
    vars(main).update(
        __file__=full, __cached__=None, __loader__=importlib.machinery.SourceFileLoader("__main__", full), __builtins__=__builtins__
    )
    sys.modules["__main__"] = main
    exec(code, vars(main))


def run_module(name, arguments):
    """Run the module `name` as `python -m` does; returns the exit status."""
    sys.argv[:] = [name, *arguments]
    set_path(os.getcwd())
    return _guarded(lambda: runpy.run_module(name, run_name="__main__", alter_sys=True))


def run_code(source, arguments, kind="-c"):
    """Run `source` as `python -c` does, or as `python -` where `kind` is that; returns the exit status."""
    sys.argv[:] = [kind, *arguments]
    set_path("")
    namespace = vars(sys.modules["__main__"])
    # As `python -c` starts: with nothing of ours in `__main__`.
    for name in [n for n in namespace if not n.startswith("__") or n in ("__file__", "__cached__")]:
        del namespace[name]
    namespace.update(__spec__=None, __package__=None, __doc__=None)
    return _guarded(lambda: exec(compile(source, "<string>" if kind == "-c" else "<stdin>", "exec"), namespace))


def set_path(folder):
    """Make `folder` the first place where modules are looked for, as Python does for what it runs."""
    # The first entry is where Python found us: the current folder, or the folder of the `tfshim` command.
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = folder


def _guarded(run):
    try:
        run()
    except SystemExit:
        raise
    except BaseException as e:
        # What was printed comes before the traceback, also where both go into one file.
        sys.stdout.flush()
        own = (os.path.dirname(__file__), "<frozen runpy>", runpy.__file__)
        tb = e.__traceback__
        while tb is not None and tb.tb_frame.f_code.co_filename.startswith(own):
            tb = tb.tb_next  # the user's traceback begins with the user's code
        shorten(e.with_traceback(tb))
        tb = e.__traceback__
        if sys.excepthook is sys.__excepthook__:
            traceback.print_exception(type(e), e, tb)
        else:
            sys.excepthook(type(e), e, tb)
        return INTERRUPTED if isinstance(e, KeyboardInterrupt) else 1
    return 0
