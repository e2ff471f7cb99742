"""Many strings at once, which go another way than few: the same results."""

import random

import numpy as np
import pytest

import tfshim as tf

_DRAWN = random.Random(5)
# All lengths of the classes that hashes tell apart, and one string that is a class by itself.
_TEXTS = [_DRAWN.randbytes(i % 150) for i in range(150 * 30)] + [_DRAWN.randbytes(5000)]


_WORDS = ["a", "é", "語", "b c", "\x01", "", "😀"]
_SPELLED = ["".join(_DRAWN.choices(_WORDS, k=i % 9)).encode() for i in range(200)]
_NUMBERS = [s.encode() for s in ["-0", ".5", "5.", "007", "-12.25", "3", "123456789012.345", "-7"]] * 20


@pytest.mark.parametrize(
    ("texts", "function"),
    [
        (_SPELLED, lambda x: tf.strings.length(x, "UTF8_CHAR")),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.length(x, "UTF8_CHAR")),
        (_SPELLED, lambda x: tf.strings.substr(x, 0, 3, "UTF8_CHAR")),
        (_SPELLED + [b"a\0\xc3\xa9"], lambda x: tf.strings.substr(x, 0, 3, "UTF8_CHAR")),
        (["日本語", "äöü", "abcd"] * 20, lambda x: tf.strings.substr(x, -2, 2, "UTF8_CHAR")),
        (["日本語", "äöü", "abcd"] * 20, lambda x: tf.strings.substr(x, -3, 2, "UTF8_CHAR")),
        (["日本語", "äöü", "abcd"] * 20, lambda x: tf.strings.substr(x, 3, 2, "UTF8_CHAR")),
        (["日本語", "äöü", "abcd"] * 20, lambda x: tf.strings.substr(x, 1, 0, "UTF8_CHAR")),
        (_SPELLED, lambda x: tf.strings.substr(x, 0, -1)),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.substr(x, 0, 2)),
        (_SPELLED, lambda x: tf.strings.unicode_decode(x, "UTF-8", replace_control_characters=True).flat_values),
        (_SPELLED, lambda x: tf.strings.unicode_decode_with_offsets(x, "UTF-8", "ignore")[1].flat_values),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.unicode_decode(x, "UTF-8").flat_values),
        (_SPELLED, lambda x: tf.strings.bytes_split(x).flat_values),
        (_NUMBERS, tf.strings.to_number),
        ([b"-12", b"0", b"-0", b"00123"] * 40, lambda x: tf.strings.to_number(x, tf.int64)),
        (_NUMBERS, lambda x: tf.io.decode_csv(x, [[1.0]])[0]),
        ([b"a,1", b",2", b"b c,"] * 40, lambda x: tf.io.decode_csv(x, [["none"], [7]])[1]),
        ([b"a,1", b'"b,c",2'] * 40, lambda x: tf.io.decode_csv(x, [["none"], [7]])[0]),
        (_SPELLED + _TEXTS[:300], lambda x: tf.strings.unicode_transcode(x, "UTF-8", "UTF-16-BE")),
        (_SPELLED, lambda x: tf.strings.unicode_split(x, "UTF-8").flat_values),
        (_SPELLED, lambda x: tf.strings.unicode_encode(tf.strings.unicode_decode(x, "UTF-8"), "UTF-8")),
        (_SPELLED, lambda x: tf.strings.unicode_encode(tf.strings.unicode_decode(x, "UTF-8"), "UTF-16-BE")),
        (_SPELLED, lambda x: tf.strings.unicode_encode(tf.strings.unicode_decode(x, "UTF-8"), "UTF-32-BE")),
        (_TEXTS[:300], lambda x: tf.strings.unicode_decode_with_offsets(x, "ISO-8859-1")[0].flat_values),
        (_TEXTS[:300], lambda x: tf.strings.unicode_decode_with_offsets(x, "windows-1252", "ignore")[1].flat_values),
        (_TEXTS[:300], lambda x: tf.strings.unicode_decode(x, "KOI8-R").flat_values),
        (_SPELLED, lambda x: tf.strings.unicode_script(tf.strings.unicode_decode(x, "UTF-8").flat_values)),
        (_WORDS * 30, lambda x: tf.strings.substr(x, 0, 1, "UTF8_CHAR")),
        ([b"abc", b"de"] * 40, lambda x: tf.strings.substr(x, -2, 1)),
        ([b"abc", b"de"] * 40, lambda x: tf.strings.substr(x, -2, 2)),
        ([b"abc", b"de"] * 40, lambda x: tf.strings.substr(x, -1, -1)),
        ([b"abc", b"de"] * 40, lambda x: tf.strings.substr(x, 1, 1, "UTF8_CHAR")),
        (_SPELLED + _TEXTS[:300], tf.io.encode_base64),
        (_SPELLED + _TEXTS[:300], lambda x: tf.io.encode_base64(x, pad=True)),
        (_SPELLED + _TEXTS[:300], lambda x: tf.io.decode_base64(tf.io.encode_base64(x))),
        (_SPELLED + _TEXTS[:300], lambda x: tf.io.decode_base64(tf.io.encode_base64(x, pad=True))),
        (_SPELLED, lambda x: tf.strings.join([x, "-", x], "/")),
        (_SPELLED, lambda x: tf.strings.as_string(tf.strings.length(x))),
        (_SPELLED, lambda x: tf.strings.as_string(tf.cast(tf.strings.length(x), tf.float64) / 3 - 1, width=9, fill="0")),
        (_SPELLED, lambda x: tf.strings.as_string(0 / (tf.cast(tf.strings.length(x), tf.float32) - 3), width=9, fill="0")),
        (_SPELLED, lambda x: tf.strings.as_string(tf.strings.length(x) > 3)),
    ],
)
def test_texts(texts, function):
    few = np.concatenate([function(np.array(texts[i : i + 3], object)) for i in range(0, len(texts), 3)])
    many = function(np.array(texts, object)).numpy()
    assert many.dtype == few.dtype and many.tolist() == few.tolist()
    assert few.dtype == object or np.array_equal(np.signbit(many), np.signbit(few))


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int32, tf.int64])
def test_numbers_of_every_length(dtype):
    spelled = [f"{_DRAWN.randrange(10 ** _DRAWN.randrange(1, 10))}" for _ in range(300)]
    texts = [sign + digits for digits in spelled for sign in ("", "-")]
    if not dtype.is_integer:
        for at in range(16):
            texts += [f"{sign}{digits[:at]}.{digits[at:]}" for digits in (*spelled[:9], "123456789012345") for sign in ("", "-")]
    made = tf.strings.to_number(texts, dtype).numpy()
    assert made.tobytes() == np.array([int(t) if dtype.is_integer else float(t) for t in texts], dtype.as_numpy_dtype).tobytes()


@pytest.mark.parametrize("wrong", ["", "-", ".", "-.", "1.2.3", "1.2345678.9", "12-3", "1/2", "1:2", "\x001", "1\x00", "12345678x", "1_0"])
@pytest.mark.parametrize("dtype", [tf.float32, tf.int32])
def test_no_number_among_many(wrong, dtype):
    with pytest.raises(tf.errors.InvalidArgumentError, match="could not correctly convert string: "):
        tf.strings.to_number(["12"] * 120 + [wrong] + ["3"], dtype)


@pytest.mark.parametrize(
    "kinds", [[b"", b"a", b"\0", b"a\0", b"a\0\0", *_SPELLED], _TEXTS[:900], [b"same"]], ids=["short", "all lengths", "one"]
)
def test_distinct_ones_of_many(kinds):
    texts = _DRAWN.choices(kinds, k=3000)
    places = {text: i for i, text in enumerate(dict.fromkeys(texts))}
    for idx in (tf.int32, tf.int64):
        y, index, counts = tf.unique_with_counts(texts, idx)
        assert index.dtype == counts.dtype == idx and y.numpy().tolist() == list(places)
        assert index.numpy().tolist() == [places[text] for text in texts]
        assert counts.numpy().tolist() == [texts.count(text) for text in places]
        assert tf.unique(texts, idx).idx.numpy().tolist() == index.numpy().tolist()


def test_lists_of_texts():
    texts = ["a", "ü", "", "\0"]
    for value in (texts, tuple(texts), [t.encode() for t in texts], ["a", "ü".encode(), np.str_(""), np.bytes_(b"\0x")[:1]]):
        assert tf.constant(value).numpy().tolist() == tf.constant(value, tf.string).numpy().tolist()
        assert tf.constant(value).numpy().tolist()[:2] == [b"a", "ü".encode()]
    for value, error in ((["a", 1], ValueError), (["a", ["b"]], ValueError), (["a", None], ValueError)):
        with pytest.raises(error):
            tf.constant(value)
    with pytest.raises(TypeError):
        tf.constant(["a"], tf.int32)


@pytest.mark.parametrize("at", [4, -4])
def test_characters_beyond_a_text_among_many(at):
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"pos {at} out of range for string at index 40"):
        tf.strings.substr(["日本語日"] * 40 + ["äöü"], at, 1, "UTF8_CHAR")


def test_the_first_that_is_wrong_is_named():
    texts = np.array([b"abc"] * 40 + [b"a", b""], object)
    with pytest.raises(tf.errors.InvalidArgumentError, match="pos 2 out of range for string b'a' at index 40"):
        tf.strings.substr(texts, 2, 1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="could not correctly convert string: abc"):
        tf.strings.to_number(texts)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expect 2 fields but have 1 in record 39"):
        tf.io.decode_csv([b"a,b"] * 39 + [b"c", b"d,e,f"], [[""], [""]])


@pytest.mark.parametrize(
    "function",
    [
        lambda x: tf.strings.to_hash_bucket(x, 10**12),
        lambda x: tf.strings.to_hash_bucket_fast(x, 10**12),
        lambda x: tf.strings.to_hash_bucket_strong(x, 10**12, key=[3, -1]),
        lambda x: tf.fingerprint(x),
        lambda x: tf.keras.layers.HashedCrossing(10**12)((x, x)),
        lambda x: tf.ragged.cross_hashed([tf.reshape(x, [-1, 1])] * 2, 10**12, hash_key=-3).flat_values,
    ],
    ids=["to_hash_bucket", "to_hash_bucket_fast", "to_hash_bucket_strong", "fingerprint", "HashedCrossing", "cross_hashed"],
)
def test_many_are_as_few(function):
    few = np.concatenate([function(np.array(_TEXTS[i : i + 7], object)) for i in range(0, len(_TEXTS), 7)])
    assert function(np.array(_TEXTS, object)).numpy().tolist() == few.tolist()


_RECORDS = [b'1,"a ""q"", b",', b'2,c,"2.5"', b',"",1', b'"4","\nx\r,",.5', b'"",,""']


def test_many_records_with_quotes():
    few = [tf.io.decode_csv(record, [[0], [""], [0.5]]) for record in _RECORDS]
    for column, made in enumerate(tf.io.decode_csv(_RECORDS * 90, [[0], [""], [0.5]])):
        assert made.numpy().tolist() == [row[column].numpy() for row in few] * 90


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (b'1,"a,2', "Quoted field has to end with quote followed by delim or end"),
        (b'1,"a"b,2', "Quote inside a string has to be escaped by another quote"),
        (b'1,a"b",2', "Unquoted fields cannot have quotes/CRLFs inside"),
        (b'1,"a"\n,2', "Quote inside a string has to be escaped by another quote"),
        (b'1,a\r,"2"', "Unquoted fields cannot have quotes/CRLFs inside"),
        (b'1,"a",2,3', "Expect 3 fields but have 4 in record 50"),
        (b'x,"a",2', "Field 0 in record 50 is not a valid int32: x"),
    ],
)
def test_a_record_that_is_wrong_among_many(record, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.io.decode_csv(_RECORDS * 10 + [record] + _RECORDS, [[0], [""], [0.5]])


def test_required_fields_among_many():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Field 1 is required but missing in record 40!"):
        tf.io.decode_csv([b"1,2"] * 40 + [b"1,", b"1,"] + [b"1,2"] * 900, [[0], tf.constant([], tf.float32)])


@pytest.mark.parametrize("pads", [None, ("<", ">>"), ("", "")])
@pytest.mark.parametrize("width", [1, 2, [3, 1], [2, 4]])
def test_runs_of_many_rows(pads, width):
    rows = [_SPELLED[i % 190 : i % 190 + i % 5] for i in range(300)]
    for more in [{}] if pads is None else [{}, {"padding_width": 1}, {"preserve_short_sequences": True}]:
        made = tf.strings.ngrams(tf.ragged.constant(rows, tf.string), width, "--", pads, **more).to_list()
        for row, found in zip(rows, made, strict=True):
            assert found == _runs(row, np.atleast_1d(width).tolist(), pads or (), **more)


def _runs(row, widths, pads, padding_width=None, preserve_short_sequences=False):
    left, right = (p.encode() for p in pads) if pads else (b"", b"")
    found = []
    for width in widths:
        pad = 0 if not pads else min(width - 1, padding_width or width)
        padded = [left] * pad + row + [right] * pad
        found += [b"--".join(padded[i : i + width]) for i in range(len(padded) - width + 1)]
    return found


def test_short_rows_are_kept():
    rows = tf.ragged.constant([["a"], [], ["b", "c"], ["d", "e", "f"]])
    assert tf.strings.ngrams(rows, [3, 4], preserve_short_sequences=True).to_list() == [[b"a"], [], [b"b c"], [b"d e f"]]


def test_segments_of_many_strings():
    ids = [_DRAWN.randrange(7) for _ in range(200)]
    wanted = []
    for segment in range(8):
        items = [item for item, i in zip(_SPELLED, ids) if i == segment]
        while items and not items[0]:
            items.pop(0)
        wanted.append(b", ".join(items))
    assert tf.strings.unsorted_segment_join(_SPELLED, ids, 8, ", ").numpy().tolist() == wanted
    both = tf.strings.unsorted_segment_join(np.array(_SPELLED, object).reshape(100, 2), ids[:100], 8, ", ").numpy()
    alone = [tf.strings.unsorted_segment_join(_SPELLED[i::2], ids[:100], 8, ", ").numpy().tolist() for i in range(2)]
    assert both.T.tolist() == alone


def test_wrong_base64_among_many():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid character found in base64"):
        tf.io.decode_base64([b"aGVsbG8"] * 40 + [b"a+b="])
    with pytest.raises(tf.errors.InvalidArgumentError, match="length cannot be 1 modulo 4"):
        tf.io.decode_base64([b"aGVsbG8"] * 40 + [b"abcde"])


_LINES = [b"a b", b"", b" ", b"a, b,,c", b"\t\x0ba\x1c\xff", b",", b"ab", b" a  b\n", b"\x00 \x00"]


@pytest.mark.parametrize(
    "function",
    [
        tf.strings.split,
        lambda x: tf.strings.split(x, ","),
        lambda x: tf.strings.split(x, " "),
        lambda x: tf.strings.split(x, " ", maxsplit=1),
        lambda x: tf.strings.split(x, maxsplit=1),
        lambda x: tf.strings.split(x, ", "),
        lambda x: tf.RaggedTensor.from_sparse(tf.compat.v1.string_split(x)),
        lambda x: tf.RaggedTensor.from_sparse(tf.compat.v1.string_split(x, ", ", skip_empty=False)),
        lambda x: tf.RaggedTensor.from_sparse(tf.compat.v1.string_split(x, ",", skip_empty=True)),
        lambda x: tf.RaggedTensor.from_sparse(tf.compat.v1.string_split(x, ",", skip_empty=False)),
    ],
)
def test_pieces_of_many_strings(function):
    assert function(tf.constant(_LINES * 40)).to_list() == function(tf.constant(_LINES)).to_list() * 40
    assert function(tf.constant([b""] * 300)).to_list() == [function(tf.constant([b""])).to_list()[0]] * 300


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int32, tf.int64])
def test_columns_of_numbers(dtype):
    texts = ["-0", "7", "123456789012345", "-12", "0012", "1" * 16, "", "3", "-2147483648"]
    texts += [] if dtype.is_integer else ["-0.0", ".5", "5.", "-1234567890.12345", "0.1", "1e3", "-.25", "123456.789"]
    texts = texts if dtype != tf.int32 else [text for text in texts if len(text) < 12]
    for kept in (texts, [text for text in texts if "e" not in text and len(text) < 16]):
        records = [f"{text},{other},{text}" for text, other in zip(kept * 50, "abc" * 999)]
        default = [tf.constant([3], dtype), "", tf.constant([4], dtype)]
        one_by_one = [tf.io.decode_csv(record, default) for record in records]
        for column, made in enumerate(tf.io.decode_csv(records, default)):
            wanted = np.array([row[column].numpy() for row in one_by_one])
            assert made.numpy().tolist() == wanted.tolist()
            assert column == 1 or made.numpy().tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    ("text", "message"), [("1.5", "is not a valid int32: 1.5"), ("3000000000", "is not a valid int32"), ("1-", "is not a valid int32: 1-")]
)
def test_a_number_that_is_wrong_among_many(text, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"Field 1 in record 44 {message}"):
        tf.io.decode_csv(["1.5,2"] * 44 + [f"1.5,{text}"] + ["1,2"] * 999, [[0.5], [0]])


def test_a_number_may_stand_for_nothing():
    made = tf.io.decode_csv(["-1,2", "3,-1"] * 400, [[0.5], [7]], na_value="-1")
    assert [column.numpy().tolist() for column in made] == [[0.5, 3.0] * 400, [2, 7] * 400]
