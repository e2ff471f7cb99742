"""scripts/run_clients.py: what its declarations say, and how it compares results (nothing is installed or downloaded)."""

import ast
import importlib.util
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
LIBRARIES = sorted(path.stem for path in (SCRIPTS / "clients" / "libraries").glob("*.py"))
# What brings TensorFlow or Keras along, or is them.
TENSORFLOW = r"tensorflow([_-](cpu|intel|gpu|macos|estimator|io-gcs-filesystem))?|keras|tf[_-](keras|nightly)|tensorboard"


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, str(SCRIPTS))
    try:
        spec = importlib.util.spec_from_file_location("run_clients_script", SCRIPTS / "run_clients.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(SCRIPTS))


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_declaration_is_whole(script, name):
    found = script.client.load(name)
    tests = found.tests
    installed = [*found.packages, *found.dependencies, *(tests.packages if tests else [])]
    requirements = [*installed, *found.reference]
    assert found.name == name and found.imports and found.version
    for requirement in requirements:
        assert re.fullmatch(r"[\w.-]+==[\w.+]+", requirement), f"{requirement} is not pinned"
        package = requirement.partition("==")[0].lower()
        assert package == "keras" == name[:5] or not re.fullmatch(TENSORFLOW, package), f"{requirement} is TensorFlow, or brings it along"
    # What a recording needs is in a folder of its own, and may be another version of something.
    for folder in (installed, found.reference):
        assert len({r.partition("==")[0].lower() for r in folder}) == len(folder), "twice"
    assert not set(installed) & set(found.reference), "the same version in both folders"
    assert tests or found.untested, "tests, or why there are none"
    if tests:
        assert tests.source in ("wheel", "sdist") or re.fullmatch(r"https://\S+@[\w.-]+", tests.source)
        assert tests.paths and tests.every >= 1 and all(tests.skip.values()), "a reason for each that is skipped"


@pytest.mark.parametrize("name", LIBRARIES)
def test_programs_have_recorded_results(script, name):
    found = script.client.load(name)
    steps = [n.name for n in ast.parse(found.program.read_text()).body if isinstance(n, ast.FunctionDef) and n.name.startswith("step_")]
    recorded = json.loads(found.recorded_program.read_text())
    assert steps and steps == list(recorded)
    assert all(result is not None for result in recorded.values())


@pytest.mark.parametrize("name", LIBRARIES)
def test_recorded_tests_are_of_the_version_that_is_installed(script, name):
    found = script.client.load(name)
    if found.recorded_tests.exists():
        assert json.loads(found.recorded_tests.read_text())["version"] == found.version
        assert script.running.recorded_tests(found)


@pytest.mark.parametrize("got, expected, differs", [
    (1.0, 1.00001, False),
    (1.0, 1.1, True),
    (1, 1.0, True),
    (float("nan"), float("nan"), False),
    ("a", "b", True),
    ([1, 2], [1, 2, 3], True),
    ({"a": 1}, {"b": 1}, True),
    ({"a": [1, None]}, {"a": [1, None]}, False),
    (np.float32([1, 1e-6]), np.float32([1, 2e-6]), False),
    (np.float32([1, 2]), np.float32([1, 2.1]), True),
    (np.float32([1]), np.float64([1]), True),
    (np.float32([[1]]), np.float32([1]), True),
    (np.int64([3]), np.int64([4]), True),
    (np.array([b"a"], object), np.array([b"a"], object), False),
    (np.complex64([1j]), np.complex64([1.5j]), True),
])  # fmt: skip
def test_results_are_compared(script, got, expected, differs):
    values = sys.modules["clients.values"]
    encoded = json.loads(json.dumps([values.encoded(v) for v in (got, expected)]))
    assert bool(values.difference(*encoded, 1e-4)) == differs


def test_what_is_not_data_cannot_be_a_result(script):
    with pytest.raises(TypeError, match="a step returns object"):
        sys.modules["clients.values"].encoded([object()])


def test_the_table(script):
    report = script.running.Report("some", "1.0", imports=2, imported=2, steps=3, steps_passed=3, tests=20, tests_passed=19)
    assert report.good and script.table([report]).splitlines()[1].split() == "some 1.0 2 of 2 3 of 3 19 of 20 95.0".split()
    report.tests_passed = 18
    assert not report.good
    assert "| some | 1.0 |" in script.table([report], markdown=True)


def test_a_program_runs_in_a_process_of_its_own(script, tmp_path):
    """The whole way, with a library of ours: imports, a step that agrees, one that differs, one that raises; tests, one of which hangs."""
    tests = tmp_path / "test_own.py"
    tests.write_text(
        "import time, pytest, tensorflow as tf\n"
        "tf.add(1, 2)\n"  # what loading takes is in no test's time
        "def test_good():\n    assert tf.add(1, 2) == 3\n"
        "@pytest.mark.parametrize('a', [1, 2])\ndef test_bad(a):\n    assert a == 1\n"
        "def test_hangs():\n    time.sleep(60)\n"
        "def test_dies():\n    import os; os._exit(3)\n"
        "def test_last():\n    pass\n"
    )
    (tmp_path / "program.py").write_text(
        "import tensorflow as tf\ndef step_a():\n    return tf.constant([1.5]).numpy()\n"
        "def step_b():\n    return 2\ndef step_c():\n    raise ValueError('no')\n"
    )
    (tmp_path / "recorded.json").write_text(
        '{"step_a": {"array": [1.5], "dtype": "float32", "shape": [1]}, "step_b": 3, "step_c": 1, "step_d": 1}'
    )
    names = ["test_good", "test_bad[1]", "test_bad[2]", "test_hangs", "test_dies", "test_last"]
    (tmp_path / "passed.json").write_text(json.dumps({"version": "1", "passed": {"test_own.py": names}}))
    client, running, installing = script.client, script.running, script.installing

    class Own(client.Client):
        program = tmp_path / "program.py"
        recorded_program = tmp_path / "recorded.json"
        recorded_tests = tmp_path / "passed.json"

    part = client.Tests("wheel", ["test_own.py"], each=5)
    own = Own("own", ["own==1"], imports=["tensorflow.nn", "no_such_module"], tests=part)

    class Here(installing.Interpreter):
        def install(self, client):
            return [tmp_path]

    report = running.check(own, Here(sys.executable), ["program", "tests"])
    assert (report.imported, report.imports) == (1, 2)
    assert (report.steps_passed, report.steps) == (1, 4)
    assert (report.tests_passed, report.tests) == (3, 6), report.failures
    failed = dict(report.failures)
    assert failed["step_b"] == "result: 2, recorded 3" and "ValueError: no" in failed["step_c"] and failed["step_d"] == "did not run"
    assert "more than 5 seconds" in failed["test_own.py::test_hangs"] and "exit status 3" in failed["test_own.py::test_dies"]
