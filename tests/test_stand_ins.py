"""What finds TensorFlow by its distribution: `importlib.metadata` while tfshim is active, and pip where it is enabled."""

import importlib
import importlib.metadata as metadata
import importlib.util
import sys

import pytest

import tfshim
from tests import processes
from tests.after_torch import python
from tests.processes import ROOT, package

VERSIONS = {"tensorflow": "2.15.1", "tensorflow-cpu": "2.15.1", "keras": "2.15.0"}


@pytest.fixture
def active():
    was = tfshim.activation.status()
    yield tfshim.activate()
    tfshim.deactivate()
    if was:
        tfshim.activate()


def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def outcome(source, cwd, run=python, **kwargs):
    done = run("-c", f"import importlib.metadata as m, tfshim\n{source}", cwd=cwd, **kwargs)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def installed(folder, name, version):
    """Install a distribution of that name in `folder`, as pip leaves it."""
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "INSTALLER").write_text("pip\n")
    return folder


def test_versions_are_those_of_the_modules(active):
    import keras
    import tensorflow as tf

    assert {name: version(name) for name in VERSIONS} == VERSIONS
    assert version("tensorflow") == tf.__version__ and version("keras") == keras.__version__


@pytest.mark.parametrize("name", ["TensorFlow", "tensorflow_cpu", "TENSORFLOW.CPU", "tensorflow--cpu", "Keras"])
def test_names_are_normalized(active, name):
    assert version(name) is not None


@pytest.mark.parametrize("name", ["tensorflow-gpu", "tf-nightly", "tensorflow-intel", "tensorflow-estimator", "tensorflow-hub", "tensor"])
def test_nothing_else_is_claimed(active, name):
    assert version(name) is None


def test_deactivate_takes_them_away(active):
    tfshim.deactivate()
    assert {version(name) for name in VERSIONS} == {None}


def test_a_distribution_says_what_it_is(active):
    found = metadata.distribution("tensorflow_cpu")
    assert (found.metadata["Name"], found.version, found.name) == ("tensorflow-cpu", "2.15.1", "tensorflow-cpu")
    assert "tfshim" in found.metadata["Summary"] and "tfshim.deactivate()" in str(found.metadata.get_payload())
    # so that pip brings what libraries expect of TensorFlow's own requirements, and misses nothing where none is installed
    assert found.requires == ["tfshim[libraries]"] and not list(found.entry_points)
    assert metadata.files("tensorflow") is None and metadata.requires("keras") is None
    assert found.read_text("no such file") is None
    assert found.locate_file("tfshim/__init__.py") == ROOT / "tfshim" / "__init__.py"
    assert metadata.metadata("keras")["Version"] == "2.15.0"


def test_they_are_among_all_distributions_once(active):
    names = [d.metadata["Name"] for d in metadata.distributions()]
    assert [names.count(name) for name in VERSIONS] == [1, 1, 1]
    assert [d.version for d in metadata.distributions(name="keras")] == ["2.15.0"]
    packages = metadata.packages_distributions()
    assert sorted(packages["tensorflow"]) == ["tensorflow", "tensorflow-cpu"] and packages["keras"] == ["keras"]
    assert "tfshim" in metadata.entry_points(group="console_scripts").names or version("tfshim") is None


def test_a_question_about_certain_folders_is_not_ours(active, tmp_path):
    assert list(metadata.distributions(path=[str(tmp_path)])) == []


def test_libraries_that_look_for_a_backend_find_it(active):
    # what transformers and others do: a spec, and a version under one of the names TensorFlow is distributed as
    names = (
        "tensorflow",
        "tensorflow-cpu",
        "tensorflow-gpu",
        "tf-nightly",
        "tf-nightly-cpu",
        "tf-nightly-gpu",
        "intel-tensorflow",
        "tensorflow-rocm",
        "tensorflow-macos",
        "tensorflow-aarch64",
    )
    assert importlib.util.find_spec("tensorflow") is not None
    assert next(v for v in map(version, names) if v) == "2.15.1"


def test_an_installed_distribution_wins(tmp_path):
    site = installed(tmp_path / "site", "tensorflow", "2.99.0")
    source = "tfshim.activate()\nprint(m.version('tensorflow'), m.version('tensorflow-cpu'), len(list(m.distributions(name='tensorflow'))))"
    assert outcome(source, tmp_path, path=[site]) == ["2.99.0 2.15.1 1"]
    assert outcome(source.replace("()", "(force=True)", 1), tmp_path, path=[site])[0].startswith("2.15.1 2.15.1 ")


def test_an_installed_keras_is_what_it_is(tmp_path):
    site = installed(package(tmp_path / "site", "keras"), "keras", "3.1.0")
    source = "tfshim.activate()\nprint(m.version('keras'), m.version('tensorflow'))\nimport keras\nprint(keras.REAL)"
    assert outcome(source, tmp_path, path=[site]) == ["3.1.0 2.15.1", "True"]
    # one before Keras 3 is a part of TensorFlow, and nothing without it
    older = installed(package(tmp_path / "older", "keras"), "keras", "2.12.0")
    source = "print(tfshim.activate().aliases['keras'])\nimport keras\nprint(keras is tfshim.keras)"
    assert outcome(source, tmp_path, path=[older]) == ["tfshim.keras", "True"]
    # a package without a description is not described as something else
    bare = package(tmp_path / "bare", "keras")
    source = "tfshim.activate()\nprint([d.version for d in m.distributions(name='keras')])"
    assert outcome(source, tmp_path, path=[bare]) == ["[]"]


def test_looking_imports_no_torch_and_activation_looks_for_nothing(tmp_path):
    source = """
import sys
tfshim.activate()
before = set(sys.modules)
m.version("keras")
for modules in before, sys.modules:
    print("tfshim.stand_ins" in modules, "torch" in modules)
"""
    assert outcome(source, tmp_path, run=processes.python) == ["False False", "True False"]


def test_a_script_that_tfshim_runs_finds_them(tmp_path):
    (tmp_path / "a.py").write_text("import importlib.metadata as m\nprint(m.version('tensorflow'))\n")
    assert python("-m", "tfshim", "a.py", cwd=tmp_path).stdout == "2.15.1\n"


def test_a_module_that_is_not_there_has_no_spec(active):
    import tensorflow  # noqa: F401

    assert importlib.util.find_spec("tensorflow.no_such_thing") is None
    assert importlib.util.find_spec("tensorflow.keras.no_such_thing") is None
    assert importlib.util.find_spec("tensorflow.python.no_such_thing") is None
    assert importlib.util.find_spec("tensorflow.keras.layers") is not None
    # and importing one raises an error with the reason
    reasons = {"tensorflow.no_such_thing": "TensorFlow 2.15 has no such name", "tensorflow.array_ops": "it is a part of tfshim"}
    for name, reason in reasons.items():
        with pytest.raises(ModuleNotFoundError, match=reason):
            importlib.import_module(name)
    assert "tensorflow.no_such_thing" not in sys.modules
