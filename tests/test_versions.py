"""The versions of dependencies that are said to work: those that `make test-oldest` installs are the lowest allowed."""

import configparser
import pathlib

from packaging.requirements import Requirement

ROOT = pathlib.Path(__file__).resolve().parent.parent


def requirements(text):
    return [Requirement(line.strip()) for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def test_the_oldest_constraints_are_the_lower_bounds():
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    stated = requirements(setup["options"]["install_requires"])
    for extra, lines in setup["options.extras_require"].items():
        if extra != "lint":
            stated += [r for r in requirements(lines) if r.name != "tfshim"]
    bounds = {}
    for requirement in stated:
        (only,) = requirement.specifier
        assert only.operator == ">=", requirement
        bounds[requirement.name] = only.version
    oldest = requirements((ROOT / "constraints-oldest.txt").read_text())
    assert {r.name for r in oldest} == set(bounds)
    for requirement in oldest:
        (only,) = requirement.specifier
        # 2.11.0 is what 2.11 asks for at least
        assert only.operator == "==" and requirement.specifier.contains(bounds[requirement.name]), (requirement, bounds[requirement.name])
