"""The laws themselves: a wrong result has to be found."""

import numpy as np
import pytest

from tests.ops import records
from tests.ops.case import Case, Family, families
from tests.ops.differences import KNOWN
from tests.ops.inputs import T, f32
from tests.ops.laws import applicable, main_part, message_differs
from tests.ops.snapshot import compare


def tensor(values, dtype="float32", shape=None):
    values = list(values)
    return {"kind": "Tensor", "dtype": dtype, "shape": shape or [len(values)], "values": values}


@pytest.mark.parametrize(
    "got, want, word",
    [
        (tensor([1.0, 2.0]), tensor([1.0, 2.1]), "element 1"),
        (tensor([1.0]), tensor([1.0], "float64"), "dtype"),
        (tensor([1.0, 2.0]), tensor([1.0, 2.0], shape=[2, 1]), "shape"),
        (tensor([float("nan")]), tensor([0.0]), "element 0"),
        (tensor([float("inf")]), tensor([float("-inf")]), "element 0"),
        (tensor([1], "int32"), tensor([2], "int32"), "values"),
        (tensor(["a"], "string"), tensor(["b"], "string"), "values"),
        ({"kind": "list", "parts": [tensor([1.0])]}, {"kind": "tuple", "parts": [tensor([1.0])]}, "kind"),
        ({"kind": "list", "parts": []}, {"kind": "list", "parts": [tensor([1.0])]}, "parts"),
        ({"kind": "NoneType", "value": None}, tensor([1.0]), "kind"),
    ],
)
def test_a_difference_is_found(got, want, word):
    assert word in compare(got, want)
    assert compare(want, want) is None


def test_rounding_of_the_dtype_is_no_difference():
    assert compare(tensor([1.000001]), tensor([1.0])) is None
    assert compare(tensor([1.000001], "float64"), tensor([1.0], "float64")) is not None
    assert compare(tensor([1.001], "float16"), tensor([1.0], "float16")) is None


def test_poles_count_as_alike_only_where_asked():
    inf, nan = tensor([float("inf")]), tensor([float("nan")])
    assert compare(inf, nan) is not None
    assert compare(inf, nan, poles=True) is None
    assert compare(tensor([1.0]), nan, poles=True) is not None


def test_messages_need_the_main_part_or_most_of_its_words():
    want = "{{function_node __wrapped__AddV2}} Incompatible shapes: [2,3] vs. [2] [Op:AddV2] name: "
    assert main_part(want) == "Incompatible shapes: [2,3] vs. [2]"
    assert message_differs("Incompatible shapes: [2,3] vs. [2] [Op:AddV2]", want, 0.6) is None
    assert message_differs("shapes [2,3] and [2] are incompatible", want, 0.6) is None
    assert message_differs("cannot add these", want, 0.6) is not None


def test_inputs_are_reproducible_and_differ_by_name():
    first, again = (Case("tf.add(x, y)", x=f32(2, 3), y=f32(2, 3)) for _ in range(2))
    assert np.array_equal(first.inputs["x"].values, again.inputs["x"].values)
    assert not np.array_equal(first.inputs["x"].values, first.inputs["y"].values)
    assert first.id == "tf.add(x, y) x=float32[2,3] y=float32[2,3]"
    assert Case("tf.abs(x)", x=T([1, -2], "int8")).id == "tf.abs(x) x=int8:[1,-2]"


def test_a_case_runs_its_statements_and_gives_its_last_line():
    cases = Family()
    cases("y = x + 1\ny * 2", op="tf.add", x=3)
    assert cases[0].evaluate(None, {}) == 8


def test_laws_follow_from_what_was_recorded():
    assert applicable({"error": ["ValueError", "no"]}) == ["error"]
    assert applicable({"out": {}, "fn": []}) == ["value", "function"]
    assert applicable({"no kernel": 1}) == []


def test_known_differences_are_about_recorded_cases():
    laws = {case_id: applicable(record) for family in families() for case_id, record in records.read(family).items()}
    stale = [
        (part, which)
        for part, which in KNOWN
        if not any(part in case_id and (which == "*" or which in names) for case_id, names in laws.items())
    ]
    assert not stale, f"no recorded case takes part in these: {stale}"
