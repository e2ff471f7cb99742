"""Where the libraries and their tests are put: below build/clients, one folder for each, for each Python."""

import os
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from clients.client import ROOT, Client

FOLDER = ROOT / "build" / "clients"
# The test runner, where a Python has none.
_PYTEST = ["pytest==8.3.4", "pluggy==1.5.0", "iniconfig==2.0.0", "packaging==24.2"]


def _run(command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def _put(python, requirements, folder):
    """Install `requirements` into `folder`, without what they require, unless they are what was installed there last."""
    note, wanted = folder / ".installed", "\n".join(requirements)
    if note.exists() and note.read_text() == wanted:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if requirements:
        command = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target", folder]
        _run([*command, *requirements], env=_pip_environment())
    note.write_text(wanted)


def _pip_environment():
    """The settings of this process, but for paths: pip is to judge by what the environment has."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}


@dataclass(frozen=True)
class Interpreter:
    """A Python, and whether it has TensorFlow to record (or is to run tfshim)."""

    python: str
    reference: bool = False
    # Folders that it finds modules in last.
    path: tuple[str, ...] = ()

    def _tag(self):
        return _run([self.python, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])"]).strip()

    def install(self, client: Client) -> list[Path]:
        """Install what `client` says; the folders in which it is found."""
        place = FOLDER / self._tag()
        folders = [place / client.name]
        tests = client.tests.packages if client.tests else []
        _put(self.python, [*client.packages, *client.dependencies, *tests], folders[0])
        if self.reference and client.reference:
            folders.append(place / f"{client.name}-reference")
            _put(self.python, client.reference, folders[-1])
        if client.tests and not _run([self.python, "-c", "import importlib.util as u; print(u.find_spec('pytest') or '')"]).strip():
            folders.append(place / "pytest")
            _put(self.python, _PYTEST, folders[-1])
        return folders

    def environment(self, client: Client, folders: list[Path]) -> dict[str, str]:
        """The environment variables under which `client` is run."""
        # Later folders first: what a recording needs goes before what tfshim takes.
        path = [*reversed(folders), *(() if self.reference else (ROOT,)), ROOT / "scripts", *self.path]
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, path)),
            "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "TF_ENABLE_ONEDNN_OPTS": "0",
            "CUDA_VISIBLE_DEVICES": "",
            "MPLBACKEND": "Agg",
            **client.environment,
        }


def tests_of(client: Client, folder: Path, given: Path | None = None) -> Path:
    """The folder below which the tests of `client` are; `given` is one that the user has."""
    assert client.tests
    if given:
        return given
    if client.tests.source == "wheel":
        return folder
    target = FOLDER / "sources" / f"{client.name}-{client.version}"
    if target.exists():
        return target
    beside = target.with_name(target.name + ".new")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    if client.tests.source == "sdist":
        _unpack_sdist(client, beside)
    else:
        url, _, tag = client.tests.source.rpartition("@")
        _run(["git", "clone", "--quiet", "--depth", "1", "--branch", tag, url, beside])
    beside.rename(target)
    return target


def _unpack_sdist(client, folder):
    python = shutil.which("python3") or "python3"
    options = ["--quiet", "--no-deps", "--no-binary", ":all:", "--dest", folder]
    _run([python, "-m", "pip", "download", *options, client.requirement], env=_pip_environment())
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    archive.unlink()
    (inner,) = folder.iterdir()
    for entry in inner.iterdir():
        entry.rename(folder / entry.name)
    inner.rmdir()
