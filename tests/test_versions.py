"""The versions of dependencies that are said to work: those that `make test-oldest` installs are the lowest allowed."""

import configparser
import pathlib

from packaging.requirements import Requirement

from tfshim._version import VERSION

TOOLS = ("docs", "lint", "release")  # what no user installs, of one version each
ROOT = pathlib.Path(__file__).resolve().parent.parent


def requirements(text):
    return [Requirement(line.strip()) for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def test_the_oldest_constraints_are_the_lower_bounds():
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    stated = requirements(setup["options"]["install_requires"])
    for extra, lines in setup["options.extras_require"].items():
        if extra not in TOOLS:
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


def test_the_tools_have_one_version_each():
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    pinned = {r.name: r for r in requirements((ROOT / "constraints.txt").read_text())}
    for extra in TOOLS:
        for requirement in requirements(setup["options.extras_require"][extra]):
            (only,) = pinned[requirement.name].specifier
            assert not requirement.specifier and only.operator == "=="


def test_all_files_tell_the_same_version():
    assert f"version: {VERSION}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"({VERSION})" in (ROOT / "CHANGELOG.md").read_text()
