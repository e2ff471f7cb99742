"""Raw operations that no public function is made of, against recorded results, eagerly and in functions; and those that are refused."""

import pytest

import tfshim as tf
from tests.grouping import in_groups
from tests.recorded import expressions as files
from tests.recorded.cases import expressions, scope
from tests.recorded.differences import kind_of_difference
from tfshim import raw_ops
from tfshim.engine.ops import op_defs
from tfshim.refusals.raw_operations import REFUSALS, family_of


@expressions("raw_forms")
def test_recorded(case):
    got = files.answer(case.text, scope(case.topic, tf=tf))
    assert kind_of_difference(got, case.answer) in (None, "name", "operation"), (got, case.answer)


@expressions("raw_datasets", "raw_quantized", "raw_uniform", "raw_resources", "raw_waiting", "raw_others", "raw_references", "raw_when_run")
def test_recorded_families(case):
    got = files.answer(case.text, scope(case.topic, tf=tf))
    if kind_of_difference(got, case.answer) not in ("name", "operation"):
        case.compare(got)


COMPUTED = [
    (text, answer[1])
    for text, answer in files.recorded("raw_forms")
    if answer is not None and answer[0] != "raises" and text.startswith(("r(", "slope("))
]


@in_groups("computed", COMPUTED, label=lambda computed: computed[0])
def test_in_functions(computed):
    text, answer = computed
    names = files.scope_for("raw_forms", {"tf": tf})
    shown, names["r"] = names["r"], lambda x: x
    made = tf.function(lambda: eval(text, names))()
    names["r"] = shown
    got = shown(made)
    want = eval(answer, {"nan": float("nan"), "inf": float("inf")})
    assert _lists(got) == _lists(want)


def _lists(x):
    return [_lists(i) for i in x] if isinstance(x, (list, tuple)) else x


def test_others_are_refused_by_one_rule():
    served = set(dir(tf.raw_ops))
    others = [n for n in op_defs.names() if n not in served and not n.startswith("_")]
    assert len(served) + len(others) == 1415
    for name in others:
        given = dict.fromkeys((a for a in raw_ops.argument_names(name) if a != "name"), 0)
        with pytest.raises((NotImplementedError, tf.errors.UnimplementedError, RuntimeError), match=f"{name}|is a ref"):
            getattr(tf.raw_ops, name)(**given)
    assert {family_of(n) for n in others} >= {entry.about for entry in REFUSALS}
    with pytest.raises(NotImplementedError, match="CollectiveReduceV2 is not supported.*tf.distribute.ReplicaContext.all_reduce"):
        tf.raw_ops.CollectiveReduceV2(input=0, group_size=1, group_key=1, instance_key=1, ordering_token=[], merge_op="Add", final_op="Id")
    with pytest.raises(NotImplementedError, match="SendTPUEmbeddingGradients"):
        raw_ops.positional("SendTPUEmbeddingGradients")(0, 0, "")
    with pytest.raises(TypeError, match="only takes keyword args"):
        tf.raw_ops.SendTPUEmbeddingGradients(1)
    with pytest.raises(AttributeError, match="NoSuchOperation"):
        _ = tf.raw_ops.NoSuchOperation
