"""Runs programs, each in a folder and a process of its own, and keeps what TensorFlow gave."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tf1_programs import figures

SCRIPTS = Path(__file__).resolve().parents[1]
ROOT = SCRIPTS.parent
FILE = ROOT / "tests" / "data" / "tf1_programs.json"
_TIMEOUT = 900


def _copied(program, source, folder, library):
    """Copy the sources of `program` into `folder`, changed as it says."""
    shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git", "*.ipynb", "resources"))
    script = folder / program.path
    script.write_text(program.changed(script.read_text(), folder))
    if library == "tensorflow":
        for path in folder.rglob("*.py"):
            text = path.read_text()
            path.write_text(re.sub(r"^import tensorflow as tf$", "import tensorflow.compat.v1 as tf", text, flags=re.MULTILINE))


def run(program, source, library, python, path=()):
    """What `program` prints in `library`, parsed; RuntimeError with the end of what it said where it fails.

    `source`: the folder with its sources. `path`: folders with modules that it needs beside the library.
    """
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        _copied(program, source, folder, library)
        for material in program.materials:
            material(folder)
        prepared = "-"
        if program.prepared:
            prepared = "prepared.py"
            (folder / prepared).write_text(program.prepared)
        command = [python, "-m", "tf1_programs.child", library, str(program.seeded), prepared, program.path, *program.arguments]
        environment = {
            **os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(SCRIPTS), *path]), "OMP_NUM_THREADS": "1",
            "CUDA_VISIBLE_DEVICES": "", "TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0"}  # fmt: skip
        done = subprocess.run(command, cwd=folder, env=environment, input=program.typed, capture_output=True, text=True,
                              errors="replace", timeout=_TIMEOUT, check=False)  # fmt: skip
        said = done.stderr.strip().splitlines() or [""]
        if program.ends:
            failed = not said[-1].startswith(program.ends)
        else:
            failed = done.returncode != 0
        if failed:
            raise RuntimeError("\n".join(said[-12:]))
        printed = done.stdout + "".join(f"{line}\n" for line in said if program.said and re.match(program.said, line))
        printed += "".join("\n" + (folder / name).read_text() for name in program.printed_files)
        return figures.parsed(program.cleaned(printed, folder))


def recorded():
    """What TensorFlow gave: {name of a program: what it printed, parsed}."""
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def write(found):
    """Keep `found`, as `recorded` gives it."""
    lines = (json.dumps(name) + ": [\n  " + ",\n  ".join(map(json.dumps, found[name])) + "\n ]" for name in sorted(found))
    FILE.write_text("{\n " + ",\n ".join(lines) + "\n}\n")
