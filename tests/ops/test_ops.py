"""Every case of every family against every law that its recording takes part in."""

import pytest

import tfshim as tf
from tests.ops import case as case_module
from tests.ops import records
from tests.ops.differences import reason
from tests.ops.laws import applicable, attempt

_FAMILIES = case_module.families()


def _parameters():
    for family in _FAMILIES:
        recorded = records.read(family)
        for case in case_module.load(family):
            record = recorded.get(case.id)
            for law in applicable(record) if record else ():
                marks = []
                if law.startswith("function") and not hasattr(tf, "function"):
                    marks.append(pytest.mark.skip(reason="tf.function is not there yet"))
                elif why := reason(case.id, law):
                    marks.append(pytest.mark.xfail(reason=why, strict=True))
                yield pytest.param(law, case, record, id=f"{family}-{law}-{case.id}", marks=marks)


@pytest.mark.parametrize("law, case, record", list(_parameters()))
def test_law(law, case, record):
    problem = attempt(tf, law, case, record)
    if problem:
        pytest.fail(f"{case.id}\n{problem}", pytrace=False)


@pytest.mark.parametrize("family", _FAMILIES)
def test_every_case_is_recorded(family):
    assert {c.id for c in case_module.load(family)} == set(records.read(family)), (
        f"run scripts/record_ops.py {family} with a Python that has TensorFlow 2.15"
    )
