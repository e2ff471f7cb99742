"""`enable`, `disable` and `status` in an environment of their own."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.processes import ROOT, package
from tfshim.cli import environment as switches
from tfshim.cli import main


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """The Python of a fresh environment in which tfshim is installed (by a path file, without its dependencies)."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    site = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (site / "checkout.pth").write_text(f"{ROOT}\n")
    return folder / "bin" / "python", site


def run(environment, *arguments):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run([environment[0], *arguments], capture_output=True, text=True, env=clean, cwd=environment[1], timeout=600)


PROBE = "import sys; loaded = sorted(sys.modules); import tensorflow as tf; print(tf.__name__, 'tfshim' in loaded)"


@pytest.fixture
def enabled(environment):
    done = run(environment, "-m", "tfshim", "enable")
    assert done.returncode == 0, done.stderr
    yield environment
    run(environment, "-m", "tfshim", "disable")


def test_every_python_of_the_environment_has_it_until_disabled(enabled):
    done = run(enabled, "-c", PROBE)
    assert done.stdout == "tfshim False\n", done.stderr  # nothing of tfshim is imported at interpreter start
    status = run(enabled, "-m", "tfshim", "status").stdout
    assert f"enabled in {enabled[0].parent.parent}" in status and "import tensorflow: gives tfshim" in status
    assert run(enabled, "-m", "tfshim", "disable").returncode == 0
    assert "No module named 'tensorflow'" in run(enabled, "-c", PROBE).stderr
    assert not list(enabled[1].glob("*tfshim*"))
    assert "was not enabled" in run(enabled, "-m", "tfshim", "disable").stdout
    assert "not enabled in" in run(enabled, "-m", "tfshim", "status").stdout


@pytest.mark.parametrize(
    "statement",
    [
        "from tensorflow import errors",
        "import tensorflow.errors as errors",
        "from tensorflow.errors import NotFoundError",
    ],
)
def test_all_forms_of_import_work_first_thing(enabled, statement):
    done = run(enabled, "-c", f"{statement}; import tfshim; print(tfshim.activate())")
    assert "tfshim active" in done.stdout, done.stderr


def test_find_spec_works_first_thing(enabled):
    done = run(enabled, "-c", "import importlib.util as u; print(u.find_spec('tensorflow').name)")
    assert done.stdout == "tensorflow\n", done.stderr


@pytest.fixture
def real_tensorflow(environment):
    package(environment[1], "tensorflow")
    yield
    shutil.rmtree(environment[1] / "tensorflow")


def test_real_tensorflow_is_shadowed_only_by_force(environment, real_tensorflow):
    refused = run(environment, "-m", "tfshim", "enable")
    assert refused.returncode == 2 and "not shadowed unless asked with tfshim enable --force" in refused.stderr
    assert run(environment, "-c", PROBE).stdout == "tensorflow False\n"
    try:
        assert run(environment, "-m", "tfshim", "enable", "--force").returncode == 0
        assert run(environment, "-c", PROBE).stdout == "tfshim False\n"
        assert "enabled, forced" in run(environment, "-m", "tfshim", "status").stdout
    finally:
        run(environment, "-m", "tfshim", "disable")


def test_a_keras_2_stays_with_its_tensorflow(environment, real_tensorflow):
    package(environment[1], "keras")
    try:
        assert "import keras: is installed in " in run(environment, "-m", "tfshim", "status").stdout
    finally:
        shutil.rmtree(environment[1] / "keras")


def test_tensorflow_that_is_installed_later_wins(enabled, real_tensorflow):
    assert run(enabled, "-c", PROBE).stdout == "tensorflow False\n"


def test_startup_survives_that_tfshim_is_gone(enabled):
    path = enabled[1] / "checkout.pth"
    text = path.read_text()
    path.unlink()
    try:
        done = run(enabled, "-c", "try:\n    import tensorflow\nexcept ModuleNotFoundError as e:\n    print(e)")
    finally:
        path.write_text(text)
    assert (done.stdout, done.stderr) == ("No module named 'tensorflow'\n", "")


def test_enable_needs_tfshim_in_the_environment(tmp_path):
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    python = Path(tmp_path / "bare" / "bin" / "python")
    done = subprocess.run(
        [python, "-m", "tfshim", "enable"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=600,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTHON")},
    )
    assert done.returncode == 2 and "tfshim is not installed in" in done.stderr


@pytest.mark.parametrize("executable", ["missing/python", "plain", "failing", "", None])
def test_a_python_that_cannot_be_run_is_told_in_a_line(executable, tmp_path, monkeypatch, capsys):
    (tmp_path / "plain").write_text("no program")
    (tmp_path / "failing").write_text("#!/bin/sh\necho 'lib is broken' >&2\nexit 3\n")
    (tmp_path / "failing").chmod(0o755)
    path = str(tmp_path / executable) if executable else executable
    monkeypatch.setattr(sys, "executable", path)
    reasons = {"missing/python": "No such file or directory", "failing": "lib is broken"}
    reason = reasons.get(executable, "Permission denied")
    assert main(["enable"]) == 2
    assert capsys.readouterr().err == f"tfshim: {path or sys.prefix}: the environment's Python cannot be run: {reason}\n"


@pytest.mark.parametrize("command", ["enable", "disable"])
def test_a_folder_that_cannot_be_written_is_told_in_a_line(command, monkeypatch, capsys):
    # Nobody can write there, whoever runs the tests.
    site = Path("/proc/self")
    monkeypatch.setattr(switches, "site_packages", lambda: site)
    monkeypatch.setattr(switches, "_is_installed", lambda: True)
    monkeypatch.setattr(switches.stand_in_folders, "present", lambda site: {site / "a": "a 1"})
    assert main([command]) == 2
    said = capsys.readouterr().err
    assert said.startswith("tfshim: /proc/") and said.count("\n") == 1


def test_a_folder_that_cannot_be_looked_through_is_told_in_a_line(monkeypatch, capsys):
    def refused(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refused)
    assert main(["disable"]) == 2
    assert capsys.readouterr().err == f"tfshim: {switches.site_packages() / '_PTH'}: Permission denied\n".replace("_PTH", switches._PTH)
