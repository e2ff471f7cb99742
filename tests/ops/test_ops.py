"""Every case of every family against every law that its recording takes part in."""

import tempfile

import pytest

import tfshim as tf
from tests.grouping import in_groups
from tests.ops import case as case_module
from tests.ops import records
from tests.ops.differences import NOT_YET, always, not_yet, reason
from tests.ops.laws import applicable, attempt, missing_names

_FAMILIES = case_module.families()


@pytest.fixture(scope="module", autouse=True)
def _temporary_files(tmp_path_factory):
    """Files that cases make go where pytest clears them away."""
    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path_factory.mktemp("cases"))
    yield
    tempfile.tempdir = before


def _cases():
    for family in _FAMILIES:
        recorded = records.read(family)
        for case in case_module.load(family):
            yield family, case, recorded.get(case.id)


@in_groups("given", _cases(), label=lambda given: f"{given[0]}-{given[1].id}")
def test_laws(given):
    _, case, record = given
    if absent := [name for name in missing_names(tf, case) if not_yet(name)]:
        pytest.skip(f"{absent[0]} is not there yet")
    assert record is not None, "not recorded: run scripts/record_ops.py with a Python that has TensorFlow 2.15"
    problems = {law: problem for law in applicable(record) if (problem := attempt(tf, law, case, record))}
    broken = [f"{law}: {problem}" for law, problem in problems.items() if not reason(case.id, law)]
    if not problems and always(case.id) and any(reason(case.id, law) for law in applicable(record)):
        broken = ["nothing differs any more: take it out of KNOWN in tests/ops/differences.py"]
    if broken:
        pytest.fail("\n".join([case.id, *broken]), pytrace=False)


@pytest.mark.parametrize("family", _FAMILIES)
def test_every_record_has_its_case(family):
    left_over = set(records.read(family)) - {c.id for c in case_module.load(family)}
    assert not left_over, f"run scripts/record_ops.py {family}"


def test_what_is_not_there_yet_is_missing():
    absent = {name for family in _FAMILIES for case in case_module.load(family) for name in missing_names(tf, case)}
    done = [entry for entry in NOT_YET if not any(n == entry or n.startswith(entry + ".") for n in absent)]
    assert not done, f"these are there; take them out of NOT_YET in tests/ops/differences.py: {done}"
