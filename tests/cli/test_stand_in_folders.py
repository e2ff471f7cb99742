"""Distributions in an environment where tfshim is enabled: what pip and libraries see there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from tests.cli.test_environment import environment, run  # noqa: F401 - a fixture
from tests.processes import tfshim
from tests.test_stand_ins import VERSIONS, installed
from tfshim.cli import stand_in_folders

VERSION = "import importlib.metadata as m\nfor n in {names!r}:\n    print(n, [d.version for d in m.distributions(name=n)])"


def seen(environment, *names):  # noqa: F811
    """{name: versions} of the distributions that a new interpreter of the environment finds."""
    done = run(environment, "-I", "-c", VERSION.format(names=names or tuple(VERSIONS)))
    assert done.returncode == 0, done.stderr
    return {line.split(" ", 1)[0]: line.split(" ", 1)[1] for line in done.stdout.splitlines()}


@pytest.fixture
def enabled(environment):  # noqa: F811
    done = run(environment, "-m", "tfshim", "enable")
    assert done.returncode == 0, done.stderr
    yield environment, done.stdout
    run(environment, "-m", "tfshim", "disable")


def folders(site):
    return sorted(path.name for path in site.glob("*.dist-info"))


def test_every_interpreter_finds_them_until_disabled(enabled):
    environment, said = enabled  # noqa: F811
    assert "find tensorflow 2.15.1, tensorflow-cpu 2.15.1, keras 2.15.0" in said and "tfshim disable removes them" in said
    assert seen(environment) == {name: f"['{version}']" for name, version in VERSIONS.items()}
    status = run(environment, "-m", "tfshim", "status").stdout
    assert "stand for TensorFlow's: keras 2.15.0, tensorflow 2.15.1, tensorflow-cpu 2.15.1" in status
    once = folders(environment[1])
    assert run(environment, "-m", "tfshim", "enable").returncode == 0 and folders(environment[1]) == once
    run(environment, "-m", "tfshim", "disable")
    assert set(seen(environment).values()) == {"[]"} and folders(environment[1]) == []
    assert not list(environment[1].glob("~*"))


def test_after_the_import_too(enabled):
    done = run(enabled[0], "-I", "-c", "import tensorflow.errors\n" + VERSION.format(names=["tensorflow"]))
    assert done.stdout == "tensorflow ['2.15.1']\n", done.stderr


def test_pip_takes_them_for_installed(enabled):
    # the environment has no pip of its own; this one's reads the folders there
    site = enabled[0][1]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "list", "--path", site, "--format=freeze"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    if "No module named pip" in done.stderr:
        pytest.skip("this environment has no pip")
    assert dict(line.split("==") for line in done.stdout.split()) == VERSIONS


def test_what_is_installed_stays_and_is_not_doubled(environment):  # noqa: F811
    site = environment[1]
    info = installed(site, "keras", "3.1.0") / "keras-3.1.0.dist-info"
    (site / "keras").mkdir()
    (site / "keras" / "__init__.py").touch()
    try:
        assert "keras" not in run(environment, "-m", "tfshim", "enable").stdout
        assert seen(environment) == {"tensorflow": "['2.15.1']", "tensorflow-cpu": "['2.15.1']", "keras": "['3.1.0']"}
        run(environment, "-m", "tfshim", "enable", "--force")
        assert seen(environment)["keras"].startswith("['2.15.0'")  # in front, as the package is
        run(environment, "-m", "tfshim", "disable")
        assert folders(site) == ["keras-3.1.0.dist-info"]
    finally:
        for path in [*info.iterdir(), site / "keras" / "__init__.py"]:
            path.unlink()
        info.rmdir()
        (site / "keras").rmdir()


def test_nothing_is_claimed_once_tfshim_is_gone(tmp_path):
    assert stand_in_folders.put(tmp_path, []) == {} and stand_in_folders.present(tmp_path) == {}
    record = installed(tmp_path, "tfshim", "0.1.0") / "tfshim-0.1.0.dist-info" / "RECORD"
    before = "tfshim/__init__.py,sha256=abc,10\ntfshim-0.1.0.dist-info/RECORD,,\n"
    record.write_text(before)
    made = stand_in_folders.put(tmp_path, ["tensorflow"])
    assert made == {"tensorflow": "2.15.1", "tensorflow-cpu": "2.15.1"}
    for _ in range(2):  # noting twice notes once
        stand_in_folders.note(tmp_path, ["start.pth"])
    noted = [line.split(",")[0] for line in record.read_text().splitlines()]
    files = [f"{folder.name}/{path.name}" for folder in stand_in_folders.present(tmp_path) for path in folder.iterdir()]
    assert len(files) == 8 and sorted(noted) == sorted(["tfshim/__init__.py", "tfshim-0.1.0.dist-info/RECORD", "start.pth", *files])
    stand_in_folders.remove(tmp_path)
    stand_in_folders.note(tmp_path, [])
    assert record.read_text() == before and folders(tmp_path) == ["tfshim-0.1.0.dist-info"]


def test_its_own_list_of_files_is_complete(tmp_path):
    stand_in_folders.put(tmp_path, ["keras"])
    (folder,) = stand_in_folders.present(tmp_path)
    listed = {line.split(",")[0] for line in (folder / "RECORD").read_text().splitlines()}
    assert listed == {f"{folder.name}/{path.name}" for path in folder.iterdir()}


def test_constraints_of_libraries(tmp_path):
    """`tfshim libraries` names a file that pip reads, with the releases that `make clients` tries, for which the stand-ins do."""
    path = Path(tfshim("libraries", cwd=tmp_path).stdout.strip())
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    constraints = {name: SpecifierSet(text) for name, text in (re.fullmatch(r"([\w-]+)(.+)", line).groups() for line in lines)}
    for name, version in VERSIONS.items():
        assert version in constraints[name] and str(constraints[name]) == f"=={version}"
    clients = Path(__file__).resolve().parents[2] / "scripts" / "clients" / "libraries"
    tried = dict(
        pin for file in clients.glob("*.py") for pin in re.findall(r'^    packages=\["([\w-]+)==([\w.]+)"', file.read_text(), re.MULTILINE)
    )
    named = [name for name in constraints if name in tried]
    assert len(named) >= 20
    # Keras 3 is tried beside the Keras for which tfshim stands. Hub's newest requires tf-keras, and is tried without what it requires.
    assert {name for name in named if tried[name] not in constraints[name]} == {"keras", "tensorflow-hub"}
