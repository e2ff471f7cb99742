"""The environment of processes that a program starts, in which `import tensorflow` gives what it gives in the program."""

import os
import shutil
import sys
import sysconfig
from collections.abc import MutableMapping
from pathlib import Path

import tfshim

_FOLDER = Path(__file__).resolve().parent / "start"
# What `prepare` may change.
VARIABLES = ("PYTHONPATH", "TFSHIM_CHILDREN", "TFSHIM_VERSION", "TENSORBOARD_BINARY", "PATH", "TFSHIM_PYTHON")
_COMMANDS = Path(__file__).resolve().parent / "commands"  # that TensorFlow installs and notebooks call, as `!saved_model_cli`


def prepare(environment: MutableMapping[str, str], force: bool, version: int = 2) -> None:
    """Let Pythons of this environment that are started with `environment` find tfshim.

    `force`: where TensorFlow is installed too. `version`: whose namespace the program has; what one for TensorFlow 1 starts is for it
    too, while one for TensorFlow 2 may start a script that shows to be for TensorFlow 1.
    """
    before = [entry for entry in environment.get("PYTHONPATH", "").split(os.pathsep) if entry]
    root = Path(tfshim.__file__).resolve().parent.parent
    # A checkout that is not installed is found through the current folder only, and who is started may have another.
    own = [str(_FOLDER), *([] if root.name in ("site-packages", "dist-packages") else [str(root)])]
    environment["PYTHONPATH"] = os.pathsep.join([*own, *(entry for entry in before if entry not in own)])
    environment["TFSHIM_CHILDREN"] = f"{sys.prefix}{os.pathsep}{'force' if force else ''}"
    if version == 1:
        environment["TFSHIM_VERSION"] = "1"
    # What `%tensorboard` starts: by itself it would give TensorBoard no PYTHONPATH.
    command = os.path.join(sysconfig.get_path("scripts"), "tfshim-tensorboard" + (".exe" if os.name == "nt" else ""))
    if os.path.exists(command):
        environment.setdefault("TENSORBOARD_BINARY", command)
    path = environment.get("PATH", os.defpath)
    # Those of a real TensorFlow are left alone.
    if os.name == "posix" and not shutil.which("saved_model_cli", path=path):
        environment["PATH"], environment["TFSHIM_PYTHON"] = f"{path}{os.pathsep}{_COMMANDS}", sys.executable
