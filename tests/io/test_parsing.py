"""Examples to tensors: answers recorded from TensorFlow, both ways of reading messages, damaged messages."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim as tf
from tests.recorded.cases import expressions
from tfshim.io import _example_columns as columns_module
from tfshim.io._example_columns import BadMessage, Column, columns, entry_columns, message_columns
from tfshim.io._example_layouts import Messages, Unusual, by_layout


@expressions("examples")
def test_recorded(case):
    case.check(tf=tf)


FEATURE = st.one_of(
    st.lists(st.binary(max_size=200), max_size=3).map(lambda v: tf.train.Feature(bytes_list=tf.train.BytesList(value=v))),
    st.lists(st.floats(width=32), max_size=4).map(lambda v: tf.train.Feature(float_list=tf.train.FloatList(value=v))),
    st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4).map(lambda v: tf.train.Feature(int64_list=tf.train.Int64List(value=v))),
    st.just(tf.train.Feature()),
)
KEYS = ["a", "long key", "ü"]


def serialized(features):
    return tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()


def same(a, b):
    for key in a:
        for x, y in zip(a[key][:3], b[key][:3], strict=True):
            if x.dtype == object:
                assert x.tolist() == y.tolist()
            else:
                np.testing.assert_array_equal(x, y)


def one_by_one(records, keys):
    return message_columns([columns_module._parsed(i, r) for i, r in enumerate(records)], keys)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from(KEYS), FEATURE), min_size=9, max_size=12))
def test_both_ways_of_reading_agree(rows):
    """Messages read side by side give what the protobuf runtime gives, where a key has one type."""
    records, keys = [serialized(row) for row in rows], [k.encode() for k in KEYS]
    expected, messages = one_by_one(records, keys), Messages(records)
    kinds = {key: set(c.kind[c.kind > 0]) for key, c in expected.items()}
    alike = by_layout(messages, keys)
    if all(len(k) <= 1 for k in kinds.values()):
        same(entry_columns(messages, keys), expected)
        if alike is not None:
            same({key: Column(*c) for key, c in alike.items()}, expected)
    else:
        assert alike is None
        with pytest.raises(Unusual):
            entry_columns(messages, keys)
        same(columns(records, keys), expected)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), FEATURE, min_size=1), st.integers(1, 4), st.data())
def test_messages_of_few_layouts(row, few, data):
    """Records that differ in their values alone are read by their layout."""

    def other(feature):
        made = tf.train.Feature()
        made.CopyFrom(feature)
        for i, v in enumerate(made.bytes_list.value):
            made.bytes_list.value[i] = data.draw(st.binary(min_size=len(v), max_size=len(v)))
        for i in range(len(made.float_list.value)):
            made.float_list.value[i] = data.draw(st.floats(width=32))
        for i, v in enumerate(made.int64_list.value):  # of as many bytes
            made.int64_list.value[i] = v ^ 1 if v not in (126, 127, 128) else v
        return made

    rows = [row, *({k: other(f) for k, f in row.items()} for _ in range(3))]
    keys = [k.encode() for k in KEYS]
    odd = {"long key": tf.train.Feature(int64_list=tf.train.Int64List(value=range(1, few)))}
    for records in ([serialized(r) for r in rows] * 3, [serialized(r) for r in [*rows, odd, *rows, odd, rows[0]]]):
        expected, alike = one_by_one(records, keys), by_layout(Messages(records), keys)
        if any(len(set(c.kind[c.kind > 0])) > 1 for c in expected.values()):
            assert alike is None
        else:
            same({key: Column(*c) for key, c in alike.items()}, expected)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab", min_size=0, max_size=40), min_size=1, max_size=30, unique=True), st.data())
def test_names_are_told_apart(names, data):
    """Whatever their lengths and however much they have in common, in any order."""
    records = []
    for i in range(10):
        chosen = data.draw(st.lists(st.sampled_from(names), unique=True))
        row = {name: tf.train.Feature(int64_list=tf.train.Int64List(value=[1000 * i + names.index(name)])) for name in chosen}
        records.append(serialized(row))
    asked = data.draw(st.lists(st.sampled_from([*names, "b" * 17 + "a" * 17]), unique=True))
    keys = sorted(name.encode() for name in asked)
    expected = one_by_one(records, keys)
    same(entry_columns(Messages(records), keys), expected)


def numbers(count, value=1):
    return {f"k{j}": tf.train.Feature(int64_list=tf.train.Int64List(value=[value * j])) for j in range(count)}


@pytest.mark.parametrize("counts", [[30] * 10, [1] * 9 + [300], [300] + [0, 1] * 9, [7, 8, 9, 15, 16, 17, 24, 25] * 2])
@pytest.mark.parametrize("long", [0, 200, 20000])
def test_messages_of_many_entries(counts, long):
    """Some of which may be long, or of more entries than the others."""
    records = []
    for i, count in enumerate(counts):
        row = numbers(count, i + 1)
        if i % 2 and long:
            row["k2"] = tf.train.Feature(int64_list=tf.train.Int64List(value=range(long)))
        records.append(serialized(row))
    keys = sorted(name.encode() for name in [*numbers(300), "other"])
    expected = one_by_one(records, keys)
    same(entry_columns(Messages(records), keys), expected)
    same(columns(records, keys), expected)
    some = [b"k1", b"k20", b"k299"]
    same(entry_columns(Messages(records), some), {key: expected[key] for key in some})


def test_many_entries_of_which_one_comes_twice():
    once, other = serialized(numbers(20)), serialized(numbers(20, 7))
    twice = once + serialized({"k3": tf.train.Feature(int64_list=tf.train.Int64List(value=[5]))})
    size = len(once) - 2 if once[1] < 128 else len(once) - 3
    body = once[-size:] + twice[len(once) + 2 :]
    joined = b"\n" + bytes([len(body) & 127 | 128, len(body) >> 7]) + body
    records, keys = [once, other] * 10 + [joined], [b"k3", b"k4"]
    with pytest.raises(Unusual):
        entry_columns(Messages(records), keys)
    found = columns(records, keys)
    same(found, one_by_one(records, keys))
    assert found[b"k3"].values[-1] == 5


def test_damage_in_many_entries_is_left_to_protobuf():
    good = [serialized(numbers(20, i + 1)) for i in range(12)]
    keys = sorted(name.encode() for name in numbers(20))
    for at in range(len(good[5])):
        records = [*good]
        records[5] = good[5][:at] + bytes([good[5][at] ^ 0x55]) + good[5][at + 1 :]
        try:
            expected = one_by_one(records, keys)
        except BadMessage:
            with pytest.raises((Unusual, BadMessage)):
                entry_columns(Messages(records), keys)
            with pytest.raises(BadMessage):
                columns(records, keys)
        else:
            same(columns(records, keys), expected)


@pytest.mark.parametrize("most", [1, 8, 9, 63, 64])
def test_one_number_for_each_message(most):
    numbers = [(1 << bits) - 1 - i for i in range(3) for bits in range(2, most + 1, 5)] or [0, 1, 1]
    numbers = [n - (1 << 64) if n >= 1 << 63 else n for n in numbers] * 12
    feature = [tf.train.Feature(int64_list=tf.train.Int64List(value=[n])) for n in numbers]
    records = [serialized({"a": f, "b": g}) for f, g in zip(feature, reversed(feature))]
    same(entry_columns(Messages(records), [b"a", b"b"]), one_by_one(records, [b"a", b"b"]))


def test_long_names_that_differ_in_the_middle():
    long = ["x" * 12 + letter + "x" * 12 for letter in "abc"]
    rows = [{name: tf.train.Feature(float_list=tf.train.FloatList(value=[i])) for name in long[i % 2 :]} for i in range(20)]
    records, keys = [serialized(row) for row in rows], [name.encode() for name in long]
    same(columns(records, keys), one_by_one(records, keys))
    same(columns(records, keys[:1]), one_by_one(records, keys[:1]))


def test_a_key_twice_and_a_record_cut_short_are_left_to_protobuf():
    once = serialized({"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[300]))})
    again = serialized({"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[7, 8]))})
    twice = tf.train.Example.FromString(once + again).SerializeToString()
    joined = b"\n" + bytes([once[1] + again[1]]) + once[2:] + again[2:]
    for records in ([once, joined] * 8, [once, once + again, twice] * 5):
        same(columns(records, [b"a"]), one_by_one(records, [b"a"]))
    with pytest.raises(BadMessage) as caught:
        columns([once] * 9 + [again[:-1]], [b"a"])
    assert caught.value.args == (9,)


def test_many_lengths_are_read_entry_by_entry():
    rng = np.random.RandomState(0)
    rows = []
    for i in range(200):
        row = {
            "text": tf.train.Feature(bytes_list=tf.train.BytesList(value=[bytes(rng.randint(0, 256, rng.randint(0, 40)).tolist())])),
            "short": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"a" * rng.randint(1, 3)])),
            "number": tf.train.Feature(int64_list=tf.train.Int64List(value=[int(rng.randint(0, 1 << rng.randint(1, 60)))])),
            "numbers": tf.train.Feature(int64_list=tf.train.Int64List(value=rng.randint(-5, 300, rng.randint(0, 5)).tolist())),
            "floats": tf.train.Feature(float_list=tf.train.FloatList(value=rng.rand(3).tolist())),
        }
        if i % 7 == 0:
            del row["number"]
        rows.append(row)
    records, keys = [serialized(row) for row in rows], [k.encode() for k in ("text", "short", "number", "numbers", "floats", "none")]
    assert by_layout(Messages(records), keys) is None
    same(columns(records, keys), one_by_one(records, keys))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_messages_never_crash(data):
    """Bytes changed or cut off are read as the protobuf runtime reads them, or refused as it refuses them."""
    row = {
        "a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 300, -5])),
        "b": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"xy", b""])),
    }
    records = [serialized(row)] * 9
    broken = bytearray(records[0])
    for _ in range(data.draw(st.integers(1, 4))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    records[4] = bytes(broken[: data.draw(st.integers(0, len(broken)))])
    keys = [b"a", b"b"]
    try:
        expected = one_by_one(records, keys)
    except BadMessage:
        expected = None
    spec = {"a": tf.io.VarLenFeature(tf.int64), "b": tf.io.RaggedFeature(tf.string)}
    if expected is None:
        # Inside values that were not asked for, damage may go unseen.
        with pytest.raises(tf.errors.InvalidArgumentError):
            tf.io.parse_single_example(records[4], spec)
    else:
        same(columns(records, keys), expected)
    try:
        tf.io.parse_example(records, spec)
    except tf.errors.InvalidArgumentError:
        pass


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=60))
def test_noise_is_refused_or_read(noise):
    spec = {"a": tf.io.VarLenFeature(tf.int64)}
    for parse in (tf.io.parse_single_example, tf.io.parse_single_sequence_example):
        try:
            parse(noise, spec)
        except tf.errors.InvalidArgumentError:
            pass
    try:
        tf.io.decode_json_example(noise)
    except tf.errors.InvalidArgumentError:
        pass
    try:
        tf.io.decode_csv(noise, [[0], [""]])
    except tf.errors.InvalidArgumentError:
        pass
    try:
        tf.io.deserialize_many_sparse([[noise, noise, noise]], tf.int32)
    except tf.errors.InvalidArgumentError:
        pass


def test_in_functions_and_datasets():
    records = [
        serialized(
            {
                "x": tf.train.Feature(float_list=tf.train.FloatList(value=[i, 2 * i])),
                "n": tf.train.Feature(int64_list=tf.train.Int64List(value=range(i))),
                "k": tf.train.Feature(int64_list=tf.train.Int64List(value=range(i))),
            }
        )
        for i in range(10)
    ]
    spec = {"x": tf.io.FixedLenFeature([2], tf.float32), "n": tf.io.VarLenFeature(tf.int64), "r": tf.io.RaggedFeature(tf.int64, "k")}
    parse = tf.function(lambda s: tf.io.parse_example(s, spec))
    got, want = parse(tf.constant(records)), tf.io.parse_example(records, spec)
    np.testing.assert_array_equal(got["x"], want["x"])
    np.testing.assert_array_equal(tf.sparse.to_dense(got["n"]), tf.sparse.to_dense(want["n"]))
    assert got["r"].to_list() == want["r"].to_list() == [list(range(i)) for i in range(10)]
    shapes = parse.get_concrete_function(tf.TensorSpec([None], tf.string)).structured_outputs
    assert shapes["x"].shape.as_list() == [None, 2]
    one = next(iter(tf.data.Dataset.from_tensor_slices(records).map(lambda s: tf.io.parse_single_example(s, spec)["x"]).skip(3)))
    assert one.numpy().tolist() == [3.0, 6.0]


def test_sparse_messages_round_trip():
    x = tf.sparse.from_dense([[1, 0, 3], [0, 0, 0], [0, 5, 0]])
    back = tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(x), tf.int32)
    np.testing.assert_array_equal(tf.sparse.to_dense(back), tf.sparse.to_dense(x))
    strings = tf.sparse.from_dense([["a", ""], ["", "b"]])
    back = tf.io.deserialize_many_sparse(tf.io.serialize_sparse(strings)[None], tf.string)
    assert tf.sparse.to_dense(back).numpy().tolist() == [[[b"a", b""], [b"", b"b"]]]


def test_json():
    text = '{"features": {"feature": {"a": {"int64List": {"value": ["1", "2"]}}}}}'
    message = tf.train.Example.FromString(tf.io.decode_json_example(text).numpy())
    assert message.features.feature["a"].int64_list.value == [1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Error while parsing JSON"):
        tf.io.decode_json_example(["nope"])


def test_what_is_not_supported_says_so():
    with pytest.raises(NotImplementedError, match=r"tf\.io\.decode_proto"):
        tf.io.decode_proto([b""], "M", ["f"], [tf.int32])
    with pytest.raises(ValueError, match="requires allow_missing"):
        tf.io.parse_example([b""], {"a": tf.io.FixedLenSequenceFeature([], tf.int64)})


def test_messages():
    example = tf.train.Example()
    example.features.feature["x"].float_list.value.extend([1.0, 2.0])
    assert tf.train.Example.FromString(example.SerializeToString()) == example
    assert 'key: "x"' in str(example)
    job = tf.train.ClusterDef(job=[tf.train.JobDef(name="worker", tasks={0: "a:1"})])
    assert job.job[0].tasks[0] == "a:1"
    assert tf.train.ServerDef(job_name="worker", task_index=1).task_index == 1


@pytest.fixture(scope="module")
def of_any_rank():
    class Parser(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec(None, tf.string)])
        def parse(self, serialized):
            made = tf.io.parse_example(serialized, {"f": tf.io.FixedLenFeature([2], tf.float32), "g": tf.io.VarLenFeature(tf.int64)})
            self.shapes = made["f"].shape, made["g"].indices.shape
            return made

    return Parser()


def test_one_message_or_several(of_any_rank, tmp_path):
    floats = tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))
    one = serialized({"f": floats, "g": tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))})
    made = [of_any_rank.parse(one), of_any_rank.parse([one] * 2)]
    assert (of_any_rank.shapes[0].rank, of_any_rank.shapes[1].as_list()) == (None, [None, None])  # as TensorFlow's
    tf.saved_model.save(of_any_rank, str(tmp_path / "model"))
    again = tf.saved_model.load(str(tmp_path / "model"))
    made += [again.parse(tf.constant(one)), again.parse(tf.constant([one] * 2))]
    assert [m["f"].numpy().tolist() for m in made] == [[1, 2], [[1, 2]] * 2] * 2
    assert [m["g"].shape.as_list() for m in made] == [[1], [2, 1]] * 2


@pytest.mark.parametrize("parse", [tf.io.parse_example, tf.io.parse_sequence_example])
def test_ragged_features_of_messages_of_unknown_rank_are_refused(parse):
    traced = tf.function(lambda s: parse(s, {"a": tf.io.RaggedFeature(tf.int64)}), input_signature=[tf.TensorSpec(None, tf.string)])
    with pytest.raises(ValueError, match="serialized must have statically-known rank to parse ragged features."):
        traced.get_concrete_function()
