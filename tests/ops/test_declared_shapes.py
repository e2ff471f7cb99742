"""Every operation of `tf.raw_ops`: dtypes and static shapes where sizes or ranks are unknown are TensorFlow's, or less exact; nothing
raises that TensorFlow builds, and nothing large is made."""

import json
from pathlib import Path

import tfshim as tf
from tests.grouping import in_groups
from tests.ops import declared
from tests.ops.test_partial_shapes import Largest
from tfshim import raw_ops
from tfshim.engine.ops.op import REGISTRY

_MOST = 3  # choices for a call: `python -m tests.ops.declared` looks at all that are recorded
_RECORDED = declared.read()
# {"unreached": {reason: types that no call is recorded of}, "more"/"error"/...: {reason: types where that is so}}
_KNOWN = json.loads((Path(__file__).parent.parent / "data" / "declared_differences.json").read_text())
_UNREACHED = {kind: why for why, kinds in _KNOWN["unreached"].items() for kind in kinds.split()}
_ALLOWED = {how: {kind for kinds in groups.values() for kind in kinds.split()} for how, groups in _KNOWN.items() if how != "unreached"}


def _served():
    return {kind for kind in {*dir(tf.raw_ops), *REGISTRY} if not kind.startswith("_")}


def test_every_type_is_reached_or_listed_with_a_reason():
    served = _served()
    assert served - set(_RECORDED) == set(_UNREACHED)
    assert not set(_UNREACHED) & set(_RECORDED)
    assert len(set(REGISTRY) & set(_RECORDED)) >= 490


@in_groups("kind", sorted(_RECORDED.keys() & set(raw_ops.__dir__())))
def test_shapes_are_tensorflows_or_less_exact(kind):
    allowed = {"less"} | {how for how, kinds in _ALLOWED.items() if kind in kinds}
    found = list(declared.differences(tf, _RECORDED[kind], _MOST, allowed - {"less"}))
    wrong = [
        f"{how}: {call.attributes} | {choice} -> {got}, TensorFlow {wanted}"
        for how, call, choice, got, wanted in found
        if how not in allowed
    ]
    assert not wrong, "\n".join(wrong)
    stale = allowed - {"less"} - {how for how, *_ in found}
    assert not stale, f"these differences are gone: take {kind} out of tests/data/declared_differences.json"


def test_building_takes_no_memory():
    for kind in sorted(_RECORDED.keys() & set(raw_ops.__dir__())):
        call, _ = _RECORDED[kind][0]
        with Largest() as largest:
            call.outcome(tf, ";".join(t.choices[-2] for t in call.tensors))
        assert largest.bytes <= 2**20, f"{kind}: {largest.by} took {largest.bytes} bytes"
