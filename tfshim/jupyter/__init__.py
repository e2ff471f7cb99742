"""tfshim in Jupyter: the IPython extension, `%tensorflow_version`, and the kernel."""

import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from tfshim import activation, child_processes
from tfshim.jupyter import cells, installs, shown_errors

# How the kernel is started; jupyter puts the path of its connection file in.
KERNEL_COMMAND = [sys.executable, "-m", "tfshim", "kernel", "-f", "{connection_file}"]
_VERSION = re.compile(r"([12])(\.(x|\d+(\.\d+)?))?")
# Of the environment, what it was before the extension was loaded.
_before: dict[str, str | None] = {}


def load_ipython_extension(ipython):
    """Activate tfshim in this IPython and define `%tensorflow_version`; `%load_ext tfshim` calls it.

    While it is active, `pip install` in cells installs no TensorFlow (see `installs`), and what cells start - worker processes, `!python`,
    the program behind `%tensorboard` - has tfshim too.
    """
    if not activation.status():
        activation.activate()
    now = activation.status()
    if now:
        if not _before:
            _before.update((name, os.environ.get(name)) for name in child_processes.VARIABLES)
        child_processes.prepare(os.environ, activation.real_package("tensorflow") is not None, now.version)
    if activation.is_open():
        cells.watch(ipython)
    installs.watch(ipython)
    shown_errors.watch(ipython)
    ipython.register_magic_function(tensorflow_version, magic_kind="line", magic_name="tensorflow_version")


def unload_ipython_extension(ipython):
    """Undo `load_ipython_extension`; `%unload_ext tfshim` calls it."""
    activation.deactivate()
    for name, value in _before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    _before.clear()
    ipython.magics_manager.magics["line"].pop("tensorflow_version", None)
    shown_errors.unwatch(ipython)


def tensorflow_version(line):
    """`%tensorflow_version 1.x` or `2.x`: whose namespace the next `import tensorflow` gives. Empty: say which.

    Raises:
        UsageError: anything else is asked for; ValueError where there is no IPython, as in notebooks that run as plain Python.
    """
    asked = line.partition("#")[0].strip()
    now = activation.status()
    if not asked:
        print(repr(now))
        return
    match = _VERSION.fullmatch(asked)
    if match is None:
        raise _usage_error(f"%tensorflow_version takes 1.x or 2.x, not {asked!r}")
    imported = "tensorflow" in sys.modules
    activation.activate(version=match[1])
    if now.version == int(match[1]):
        return
    print(f"TensorFlow {match[1]}.x selected." + (" Run `import tensorflow as tf` again." if imported else ""))


def _usage_error(text):
    try:
        from IPython.core.error import UsageError
    except ImportError:
        return ValueError(text)
    return UsageError(text)


def watch_cells():
    """Have this IPython, if it is one, notice cells written for TensorFlow 1. Whether the running cell is one already."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        return False
    installs.watch(shell)
    shown_errors.watch(shell)
    return cells.watch(shell)


def run_kernel(arguments, version=None):
    """Be an IPython kernel in which tfshim is active before the first cell; `arguments` are ipykernel's."""
    try:
        from ipykernel.kernelapp import IPKernelApp
    except ImportError:
        raise SystemExit("tfshim kernel: needs ipykernel: pip install 'tfshim[notebooks]'") from None
    activation.activate(force=activation.asked_for_by_running(), version=version)
    IPKernelApp.launch_instance(argv=[*arguments, "--ext=tfshim"])


def install_kernel(name="tfshim", prefix=sys.prefix, user=False):
    """Install a Jupyter kernel that runs in this environment with tfshim active.

    Args:
        name: the kernel's name in Jupyter.
        prefix: the environment it is put into (`PREFIX/share/jupyter`), str.
        user: put it into the user's own Jupyter folder instead.

    Returns:
        the folder it was written to, as str.
    """
    try:
        from jupyter_client.kernelspec import KernelSpecManager
    except ImportError:
        raise SystemExit("tfshim kernel: needs jupyter_client: pip install 'tfshim[notebooks]'") from None
    spec = {"argv": KERNEL_COMMAND, "display_name": "Python 3 (tfshim)", "language": "python", "metadata": {"debugger": True}}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "kernel.json").write_text(json.dumps(spec, indent=1))
        for logo in Path(__file__).parent.glob("logo-*"):
            shutil.copyfile(logo, Path(folder, logo.name))
        os.chmod(folder, 0o755)
        return KernelSpecManager().install_kernel_spec(folder, name, user=user, prefix=None if user else prefix)
