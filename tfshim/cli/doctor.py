"""`tfshim doctor`: what is installed, active and found, on one screen to paste into an issue."""

import ast
import importlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import sys

from tfshim.cli import environment, imported_modules, verdicts
from tfshim.user_programs import documents, names, neighbours

try:
    from tfshim.cli import requirements
except ImportError:  # of packaging, where what was installed is not whole
    requirements = None

# What decides how torch's threads, its devices and tfshim behave.
_VARIABLES = re.compile(r"^(TFSHIM_|TF_(?!CLI)|KERAS_|OMP_|MKL_|GOMP_|KMP_|CUDA_VISIBLE_DEVICES|TORCH|PYTORCH_|MALLOC_|GLIBC_TUNABLES)")
_KNOWN_VALUES = 60  # characters of a variable's value that are shown


def doctor(path=None, out=print):
    """Print versions, devices, threads and what is active; and what the script or notebook at `path` needs, where one is given.

    Args:
        path: a script or notebook, or None.
        out: called with each line.

    Returns:
        the exit status: 0 if nothing stands in the way, 1 if something does.

    Raises:
        DocumentError: the file cannot be read.
    """
    problems = []
    environment.status(out)
    real = environment.not_replaced()
    if real:
        problems.append(
            f"a TensorFlow is {real}: tfshim.activate() and tfshim enable leave it in its place (force=True and --force do not); "
            "python -m tfshim FILE takes tfshim all the same"
        )
    out(f"Python {platform.python_version()} in {sys.prefix}, {platform.system()} {platform.release()}, {platform.machine()}")
    _write_versions(out, problems)
    _write_devices(out, problems)
    variables = {name: value for name, value in sorted(os.environ.items()) if _VARIABLES.match(name)}
    if variables:
        out("environment: " + ", ".join(f"{name}={value[:_KNOWN_VALUES]}" for name, value in variables.items()))
    if path is not None:
        out("")
        _write_document(path, out, problems)
    out("")
    for problem in problems:
        out(f"! {problem}")
    if not problems:
        out("Nothing is in the way.")
    return 1 if problems else 0


def _write_versions(out, problems):
    """The versions of what tfshim requires, and of its extras."""
    if requirements is None:
        problems.append("packaging: required, not installed (pip install packaging)")
        return
    required, extras = requirements.of_tfshim()
    found = {name: environment.installed(name) for name in [*required, *extras]}
    out("  ".join(f"{name} {version}" for name in required if (version := found[name])))
    missing = [name for name in required if not found[name]]
    if missing:
        problems.append(f"{', '.join(missing)}: required, not installed (pip install {' '.join(missing)})")
    for name, wanted in required.items():
        version = found[name]
        if version and not wanted.contains(version, prereleases=True):
            problems.append(f"{name} {version} is too old: pip install '{name}{wanted}'")
    for name in required:
        for other, wanted in requirements.unmet(name, environment.installed):
            there = f"{other} {environment.installed(other)} is installed"
            problems.append(f"{name} {found[name]} requires {other}{wanted}, and {there}: pip install '{other}{wanted}'")
    out("extras: " + "  ".join(f"{name} {found[name] or '-'}" for name in extras if name not in required))


def _write_devices(out, problems):
    if importlib.util.find_spec("torch") is None:
        problems.append("torch is not installed: tfshim computes on its tensors (pip install torch)")
    else:
        for line in importlib.import_module("tfshim.cli.machine").lines():
            out(line)


def _write_document(path, out, problems):
    """What a document needs: for which TensorFlow it is written, what it imports that is not there, what is refused."""
    pieces = documents.read(path)
    found, _, broken = names.read(pieces)
    reason = neighbours.reason_for_v1(path, pieces, found)
    version = 1 if reason else 2
    out(f"{path}: a program for TensorFlow {version}" + (f" ({reason})" if reason else ""))
    if broken:
        problems.append(f"{path}: a part of it is no Python (tfshim check {path})")
    missing = imported_modules.missing(pieces, path)
    if missing:
        problems.append(f"{path} imports {', '.join(missing)}: not installed ({imported_modules.installing(missing)})")
    for what, module, remedy in _used_of_extras(pieces, found):
        if importlib.util.find_spec(module) is None:
            problems.append(f"{path} uses {what}: pip install {remedy}")
    states = {name: verdicts.of_name(name, version) for name in dict.fromkeys(use.name for use in found)}
    bad = [verdict.shown for verdict in states.values() if verdict.status != verdicts.SUPPORTED]
    out(f"{len(states)} names of TensorFlow, {len(states) - len(bad)} supported")
    if bad:
        problems.append(f"{path} uses {', '.join(sorted(bad))}: what to use instead says tfshim check {path}")
    if documents.is_notebook(path) and any(importlib.util.find_spec(name) is None for name in ("nbclient", "ipykernel", "nbformat")):
        problems.append("notebooks run as plain Python without Jupyter's packages: pip install 'tfshim[notebooks]'")


def _used_of_extras(pieces, found):
    """(what a document uses, the module which that needs, what to install) of what no import of the document shows."""
    used = {use.name.rpartition(".")[2] for use in found}
    if used & {"plot_model", "model_to_dot"}:
        yield "plot_model or model_to_dot", "pydot", "pydot (and Graphviz itself)"
    texts = {node.value for tree in imported_modules.trees(pieces) for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    if any(isinstance(text, str) and text.endswith((".h5", ".hdf5")) for text in texts):
        yield "HDF5 files", "h5py", "h5py"
