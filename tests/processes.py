"""Running Python beside the tests, as a user would."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python(*arguments, cwd, path=(), env=None, executable=sys.executable, input=None):
    """Run Python with tfshim importable (and the folders `path`); returns the finished process, with its text; `input` is what it reads."""
    paths = os.pathsep.join([*map(str, path), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": paths, "MPLBACKEND": "Agg", **(env or {})}
    command = [executable, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=600, input=input)


def tfshim(*arguments, cwd, **kwargs):
    """Run the command line of tfshim."""
    return python("-m", "tfshim", *arguments, cwd=cwd, **kwargs)


def package(folder, name, source="REAL = True\n__version__ = '2.15.0'\n"):
    """Make a package `name` in `folder`, such as a fake of a real TensorFlow; returns `folder`."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(source)
    return folder
