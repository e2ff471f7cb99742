"""Running Python beside the tests, as a user would."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python(*arguments, cwd, path=(), env=None, executable=sys.executable, input=None):
    """Run Python with tfshim importable (and the folders `path`); returns the finished process, with its text; `input` is what it reads."""
    command = [executable, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=environment(path, env), capture_output=True, text=True, timeout=600, input=input)


def environment(path=(), more=None):
    """The variables of a process that finds tfshim and the folders `path`, and has those of `more`."""
    paths = os.pathsep.join([*map(str, path), str(ROOT)])
    return {**os.environ, "PYTHONPATH": paths, "MPLBACKEND": "Agg", **(more or {})}


def begun(*arguments, cwd, path=(), env=None):
    """Python as `python` runs it, not waited for: a Popen with pipes."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.Popen(command, cwd=cwd, env=environment(path, env), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def tfshim(*arguments, cwd, **kwargs):
    """Run the command line of tfshim."""
    return python("-m", "tfshim", *arguments, cwd=cwd, **kwargs)


def package(folder, name, source="REAL = True\n__version__ = '2.15.0'\n"):
    """Make a package `name` in `folder`, such as a fake of a real TensorFlow; returns `folder`."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(source)
    return folder
