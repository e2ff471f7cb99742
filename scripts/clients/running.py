"""Running a library's imports, its program and its tests, with TensorFlow to record them, or with tfshim to compare."""

import ast
import fnmatch
import json
import subprocess
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from clients import client as declarations
from clients import installing, values
from clients.client import Client
from clients.outcomes import chosen

_TOLERANCE = 1e-4
_PROGRAM_LIMIT = 1800
# A process that dies is followed by one for the tests that are left, so often.
_RESTARTS = 8


@dataclass
class Report:
    """What came of one library. Lists of (name, why) say what failed."""

    name: str
    version: str
    imports: int = 0
    imported: int = 0
    steps: int = 0
    steps_passed: int = 0
    tests: int = 0
    tests_passed: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    problem: str = ""

    @property
    def good(self) -> bool:
        """Everything imports, all steps agree, and at least 95 % of the tests pass."""
        whole = self.imported == self.imports and self.steps_passed == self.steps
        return not self.problem and whole and self.tests_passed >= 0.95 * self.tests


def _child(interpreter, what, request, environment, cwd, limit):
    """Run `clients.child`; its outcomes, and how it ended if not well."""
    with tempfile.TemporaryDirectory() as folder:
        out, path = Path(folder, "out"), Path(folder, "request.json")
        out.touch()
        path.write_text(json.dumps({"reference": interpreter.reference, "out": str(out), **request}))
        command = [interpreter.python, "-m", "clients.child", what, str(path)]
        with open(Path(folder, "log"), "w+") as log:
            try:
                status = subprocess.run(command, env=environment, cwd=cwd or folder, stdout=log, stderr=log, timeout=limit).returncode
                whole = '"finished": true' in out.read_text() if what == "tests" else status == 0
                ended = "" if whole else f"exit status {status}"
            except subprocess.TimeoutExpired:
                ended = f"took more than {limit:.0f} seconds"
            if ended:
                log.seek(0)
                ended += "\n" + log.read()[-1500:]
        return [json.loads(line) for line in out.read_text().splitlines()], ended


class Runner:
    """One library in one Python."""

    def __init__(self, client: Client, interpreter: installing.Interpreter, source: Path | None = None):
        self.client, self.interpreter, self.source = client, interpreter, source
        self.folders = interpreter.install(client)
        self.environment = interpreter.environment(client, self.folders)

    def imports(self):
        return _child(self.interpreter, "import", {"imports": self.client.imports}, self.environment, None, 600)

    def program(self):
        return _child(self.interpreter, "program", {"program": str(self.client.program)}, self.environment, None, _PROGRAM_LIMIT)

    def tests(self, only=None, show=lambda text: None):
        """Outcomes of tests: node id -> (outcome, text), of all chosen ones or of those in `only`; and what could not be collected."""
        tests = self.client.tests
        assert tests
        tree = installing.tests_of(self.client, self.folders[0], self.source)
        found: dict[str, tuple[str, str]] = {}
        problems: list[tuple[str, str]] = []
        for pattern in tests.paths:
            files = [str(path.relative_to(tree)) for path in sorted(tree.glob(pattern))]
            if not files:
                problems.append((pattern, "there is no such file"))
                continue
            wanted = None if only is None else [name for name in only if _below(name, files)]
            if wanted != []:
                outcomes, trouble = self._entry(tree, files, wanted)
                found.update(outcomes)
                problems.extend(trouble)
                show(f"  {pattern}: {sum(o == 'passed' for o, _ in outcomes.values())} of {len(outcomes)}")
        return found, problems

    def _entry(self, tree, files, wanted):
        tests, found, problems = self.client.tests, {}, []
        settings = installing.FOLDER / "pytest.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("[pytest]\n")
        options = [
            "-q",
            "-c",
            settings,
            "--rootdir",
            tree,
            "--import-mode",
            tests.import_mode,
            "-p",
            "no:cacheprovider",
            "--continue-on-collection-errors",
        ]
        end = time.monotonic() + tests.limit
        if wanted is not None:  # only the files that have some
            files = sorted({name.partition("::")[0] for name in wanted})
        for _ in range(_RESTARTS):
            arguments = [*map(str, options), *tests.arguments, *files]
            request = {"arguments": arguments, "every": tests.every, "skip": list(tests.skip), "each": tests.each, "only": wanted}
            outcomes, ended = _child(
                self.interpreter, "tests", {**request, "done": list(found)}, self.environment, tree, max(end - time.monotonic(), 1)
            )
            running = None
            for outcome in outcomes:
                if "collect" in outcome:
                    problems.append((outcome["collect"], outcome["error"]))
                elif "begins" in outcome:
                    running = outcome["begins"]
                elif "test" in outcome:
                    found[outcome["test"]] = outcome["outcome"], outcome.get("error", "")
                    running = None
            if running:
                found[running] = "failed", ended
            if not ended:
                break
            if not running or time.monotonic() > end:
                problems.append((" ".join(files)[:200], ended))
                break
        return found, problems


def _below(name, files):
    """Whether the test `name` is in one of `files`, or below one of them."""
    file = name.partition("::")[0]
    return any(file == f or file.startswith(f + "/") for f in files)


def recorded_tests(client: Client) -> list[str]:
    """The node ids of the tests that pass on TensorFlow, without those that are skipped."""
    if not client.tests or not client.recorded_tests.exists():
        return []
    passed = json.loads(client.recorded_tests.read_text())["passed"]
    names = [f"{file}::{test}" for file, tests in passed.items() for test in tests]
    return [name for name in names if not any(fnmatch.fnmatchcase(name, p) for p in client.tests.skip)]


def record(client: Client, interpreter: installing.Interpreter, parts, source=None, show=print) -> list[str]:
    """Record the program's results and the tests that pass, with a Python that has TensorFlow; texts that say what came of it."""
    declarations.RECORDED.mkdir(parents=True, exist_ok=True)
    runner, said = Runner(client, interpreter, source), []
    if "program" in parts and client.program.exists():
        outcomes, ended = runner.program()
        failed = [f"{o['name']}: {o['trace']}" for o in outcomes if "error" in o]
        if failed or ended:
            raise RuntimeError("the program has to run with TensorFlow:\n" + "\n".join([*failed, ended]))
        rows = [f"{json.dumps(o['name'])}: {json.dumps(o['result'])}" for o in outcomes]
        client.recorded_program.write_text("{\n" + ",\n".join(rows) + "\n}\n")
        said.append(f"{len(rows)} steps")
    if "tests" in parts and client.tests:
        found, problems = runner.tests(show=show)
        passed = defaultdict(list)
        for name, (outcome, _) in sorted(found.items()):
            if outcome == "passed":
                file, _, test = name.partition("::")
                passed[file].append(test)
        rows = [f"{json.dumps(file)}: {json.dumps(tests)}" for file, tests in passed.items()]
        text = f'"version": {json.dumps(client.version)},\n"ran": {len(found)},\n"passed": {{\n' + ",\n".join(rows) + "\n}"
        client.recorded_tests.write_text("{\n" + text + "\n}\n")
        said.append(f"{sum(map(len, passed.values()))} of {len(found)} tests pass")
        said.extend(f"{name}: {text}" for name, text in problems)
        said.extend(f"{name}: {text}" for name, (outcome, text) in found.items() if outcome == "failed")
    return said


def check(client: Client, interpreter: installing.Interpreter, parts, source=None, show=lambda text: None, every=1) -> Report:
    """Run with tfshim, and compare with what was recorded; of its tests one of `every`."""
    report = Report(client.name, client.version, imports=len(client.imports))
    try:
        runner = Runner(client, interpreter, source)
    except RuntimeError as error:
        report.problem = f"could not be installed: {error}"
        return report
    outcomes, ended = runner.imports()
    report.imported = sum("error" not in o for o in outcomes)
    report.failures += [(o["name"], o["trace"]) for o in outcomes if "error" in o]
    report.problem = ended
    if "program" in parts and client.recorded_program.exists():
        _check_program(client, runner, report)
    recorded = recorded_tests(client)
    if every > 1 and client.tests:
        recorded = [name for name in recorded if chosen(name, every * client.tests.every)]
    if "tests" in parts and recorded:
        try:
            found, problems = runner.tests(recorded, show)
        except RuntimeError as error:
            report.problem = f"no tests: {error}"
            return report
        report.tests = len(recorded)
        report.tests_passed = sum(found.get(name, ("", ""))[0] == "passed" for name in recorded)
        report.failures += problems
        report.failures += [(n, "did not run" if n not in found else found[n][1]) for n in recorded if found.get(n, ("",))[0] != "passed"]
    return report


def _check_program(client, runner, report):
    recorded = json.loads(client.recorded_program.read_text())
    outcomes, ended = runner.program()
    report.problem = report.problem or ended
    found = {o["name"]: o for o in outcomes}
    tolerance = _tolerances(client)
    report.steps = len(recorded)
    for name, expected in recorded.items():
        outcome = found.get(name, {"error": "did not run", "trace": "did not run"})
        why = outcome["trace"] if "error" in outcome else values.difference(outcome["result"], expected, tolerance.get(name, tolerance[""]))
        if why:
            report.failures.append((name, why))
        else:
            report.steps_passed += 1


def _tolerances(client):
    """TOLERANCE of the program, a number or a dictionary of steps, without running it: step -> tolerance, "" for all others."""
    for node in ast.parse(client.program.read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "TOLERANCE":
            value = ast.literal_eval(node.value)
            return {"": _TOLERANCE, **value} if isinstance(value, dict) else {"": value}
    return {"": _TOLERANCE}
