"""tfshim in Jupyter: the IPython extension, `%tensorflow_version`, and the kernel."""

import importlib
import json
import linecache
import os
import re
import sys
import tempfile
from pathlib import Path

from tfshim import activation

# How the kernel is started; jupyter puts the path of its connection file in.
KERNEL_COMMAND = [sys.executable, "-m", "tfshim", "kernel", "-f", "{connection_file}"]
_VERSION = re.compile(r"([12])(\.(x|\d+(\.\d+)?))?")


def load_ipython_extension(ipython):
    """Activate tfshim in this IPython and define `%tensorflow_version`; `%load_ext tfshim` calls it."""
    if not activation.status():
        activation.activate()
    ipython.register_magic_function(tensorflow_version, magic_kind="line", magic_name="tensorflow_version")


def unload_ipython_extension(ipython):
    """Undo `load_ipython_extension`; `%unload_ext tfshim` calls it."""
    activation.deactivate()
    ipython.magics_manager.magics["line"].pop("tensorflow_version", None)


def tensorflow_version(line):
    """`%tensorflow_version 1.x` or `2.x`: whose namespace the next `import tensorflow` gives. Empty: say which.

    Raises:
        UsageError: anything else is asked for.
    """
    from IPython.core.error import UsageError

    asked = line.partition("#")[0].strip()
    now = activation.status()
    if not asked:
        print(repr(now))
        return
    match = _VERSION.fullmatch(asked)
    if match is None:
        raise UsageError(f"%tensorflow_version takes 1.x or 2.x, not {asked!r}")
    if now.version == int(match[1]):
        return
    imported = "tensorflow" in sys.modules
    activation.activate(version=match[1])
    print(f"TensorFlow {match[1]}.x selected." + (" Run `import tensorflow as tf` again." if imported else ""))


# ---------------------------------------------------------------------- notebooks for TensorFlow 1
def watch_cells():
    """Have this IPython, if it is one, notice cells written for TensorFlow 1. Whether the running cell is one already.

    Such a cell makes the notebook one for TensorFlow 1, as `%tensorflow_version 1.x` before it would.
    """
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        return False
    if _before_cell not in shell.events.callbacks["pre_run_cell"]:
        shell.events.register("pre_run_cell", _before_cell)
    source = _running_cell(shell)
    return source is not None and _turn_to_v1(shell, source)


def _running_cell(shell):
    """The source of the cell that runs now, or None."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_globals is shell.user_ns and frame.f_code.co_name in ("<module>", "<cell line: 1>"):
            return "".join(linecache.getlines(frame.f_code.co_filename))
        frame = frame.f_back
    return None


def _before_cell(info):
    from IPython import get_ipython

    shell = get_ipython()
    if shell is not None and activation.status().version == 2:
        _turn_to_v1(shell, info.raw_cell)


def _turn_to_v1(shell, source):
    """Make the notebook one for TensorFlow 1 if the cell `source` is; whether it was."""
    from tfshim.cli import documents, names

    bound = {name: value for name, value in shell.user_ns.items() if value is sys.modules.get("tfshim")}
    imports = "".join(f"import tensorflow as {name}\n" for name in bound if name.isidentifier() and not name.startswith("_"))
    piece = documents.python_of_cell(source)
    if any(m.startswith("%tensorflow_version") for m in piece.magics):
        return False  # the document says itself what it is for
    pieces = [documents.Piece(imports), piece]
    if names.written_for_v1(pieces, names.uses(pieces)[0]) is None:
        return False
    activation.activate(version="1.x")
    if bound:
        importlib.import_module("tensorflow")
        shell.user_ns.update(dict.fromkeys(bound, sys.modules["tensorflow"]))
    return True


def run_kernel(arguments, version=None):
    """Be an IPython kernel in which tfshim is active before the first cell; `arguments` are ipykernel's."""
    try:
        from ipykernel.kernelapp import IPKernelApp
    except ImportError:
        raise SystemExit("tfshim kernel: needs ipykernel: pip install 'tfshim[notebooks]'") from None
    activation.activate(force=activation.real_loaded("tensorflow") is None, version=version)
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
    spec = {"argv": KERNEL_COMMAND, "display_name": "Python 3 (tfshim)", "language": "python",
            "metadata": {"debugger": True}}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "kernel.json").write_text(json.dumps(spec, indent=1))
        os.chmod(folder, 0o755)
        return KernelSpecManager().install_kernel_spec(folder, name, user=user, prefix=None if user else prefix)
