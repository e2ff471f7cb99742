"""`tfshim enable`, `disable` and `status`: the alias for a whole Python environment."""

import importlib.metadata
import subprocess
import sys
import sysconfig
from pathlib import Path

from tfshim import _version, activation
from tfshim.cli import stand_in_folders, stub_folders
from tfshim.cli.problems import EnvironmentProblem

# Constraints for pip: releases of libraries that go with what tfshim stands for.
LIBRARIES = Path(activation.__file__).with_name("libraries.txt")
_PTH = "tfshim-alias.pth"
_MODULE = "_tfshim_startup"


def site_packages():
    """The folder of the running environment that is written to."""
    return Path(sysconfig.get_paths()["purelib"])


def enabled():
    """None where the environment is not switched, else "enabled" or "enabled, forced"."""
    try:
        text = (site_packages() / _PTH).read_text()
    except OSError:
        return None
    return "enabled, forced" if "force=True" in text else "enabled"


def enable(force=False, out=print):
    """Make every Python of this environment import tfshim as tensorflow, until `disable`.

    Libraries and pip then find distributions that stand for TensorFlow's (see `tfshim.stand_ins`), unless these are installed, and
    editors and type checkers find stubs (see `stub_folders`).

    Args:
        force: also where the real TensorFlow (or Keras) is installed.
        out: called with each line of the report.

    Raises:
        EnvironmentProblem: the environment's Python cannot be run, tfshim is not installed in the environment, its
            folder cannot be written, or a real TensorFlow is installed and `force` is not given.
    """
    if not _is_installed():
        raise EnvironmentProblem(f"tfshim is not installed in {sys.prefix}: install it there first (pip install).")
    real = activation.real_package("tensorflow")
    if real and not force:
        raise EnvironmentProblem(f"tensorflow is {real}: it is not shadowed unless asked with tfshim enable --force.")
    source = Path(activation.__file__).with_name("startup.py").read_text()
    site = site_packages()
    try:
        stand_in_folders.replace(site / f"{_MODULE}.py", source)
        stand_in_folders.replace(site / _PTH, f"import {_MODULE}; {_MODULE}.install(force={force})\n")
        packages = {name: module for name, module in activation.ROOTS[2].items() if force or not activation.kept(name)}
        made = stand_in_folders.put(site, packages)
        stand_in_folders.note(site, [f"{_MODULE}.py", _PTH, *stub_folders.put(site, packages)])
    except OSError as e:
        raise _unwritable(site, e) from None
    out(f"enabled: in {sys.prefix}, import tensorflow gives tfshim{', whatever else is installed' if force else ''}.")
    if made:
        out(
            f"pip and libraries find {_listed(f'{name} {version}' for name, version in made.items())}: these stand for TensorFlow's, "
            "so that what requires them can be installed; tfshim disable removes them."
        )
        out('pip install -c "$(tfshim libraries)" LIBRARY takes a release that goes with them; the newest may bring another TensorFlow.')


def _is_installed():
    """Whether Pythons of this environment find tfshim by themselves. Raises EnvironmentProblem where there is none that runs."""
    # Of a Python that is embedded, the executable is "" or None.
    python = sys.executable or sys.prefix
    # -I leaves the current directory out: what is importable from there only is not installed.
    probe = "import importlib.util; print(importlib.util.find_spec('tfshim') is not None)"
    try:
        done = subprocess.run([python, "-I", "-c", probe], capture_output=True, text=True, errors="replace")
    except OSError as e:
        raise EnvironmentProblem(f"{python}: the environment's Python cannot be run: {e.strerror or e}") from None
    # What the environment does at the start of an interpreter may print as well.
    answer = (done.stdout.split() or [""])[-1]
    if answer not in ("True", "False"):
        why = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        raise EnvironmentProblem(f"{python}: the environment's Python cannot be run: {why}")
    return answer == "True"


def _unwritable(site, error):
    return EnvironmentProblem(f"{error.filename or site}: {error.strerror or error}")


def disable(out=print):
    """Undo `enable`. Raises EnvironmentProblem if the files cannot be removed."""
    site = site_packages()
    files = [site / name for name in (_PTH, f"{_MODULE}.py")]
    try:
        found = any(path.exists() for path in files) or stand_in_folders.present(site) or stub_folders.present(site, activation.ROOTS[2])
        for path in files:
            path.unlink(missing_ok=True)
        stand_in_folders.remove(site)
        stub_folders.remove(site, activation.ROOTS[2])
        if found:
            stand_in_folders.note(site, [])
    except OSError as e:
        raise _unwritable(site, e) from None
    out(f"disabled in {sys.prefix}." if found else f"was not enabled in {sys.prefix}.")


def status(out=print):
    """Print what `import tensorflow` gives in this environment, and the versions involved."""
    out(f"tfshim {_version.VERSION} in {Path(activation.__file__).parent}, torch {installed('torch') or 'is not installed'}")
    switch = enabled()
    out(f"{switch} in {sys.prefix} ({site_packages() / _PTH})" if switch else f"not enabled in {sys.prefix}")
    for name in activation.ROOTS[2]:
        # Keras 2 gives way where its TensorFlow does.
        real = activation.kept(name) or (activation.kept("tensorflow") and activation.real_package(name))
        if switch and (not real or "forced" in switch):
            what = f"gives tfshim{'' if not real else f'; another {name} is {real}'}"
        else:
            what = f"is {real}" if real else "is there only under python -m tfshim FILE, until tfshim enable"
        out(f"import {name}: {what}")
    found = stand_in_folders.present(site_packages())
    if found:
        out(f"distributions that stand for TensorFlow's: {_listed(found.values())}")


def not_replaced():
    """Where a TensorFlow is that stays in its place unless told otherwise ("installed in ..."), or None."""
    return None if "forced" in (enabled() or "") else activation.kept("tensorflow")


def installed(name):
    """The version of an installed distribution, or None."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _listed(items):
    return ", ".join(items)
