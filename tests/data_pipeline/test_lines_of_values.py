"""Lines of values between commas, converted many at a time: the values and errors of TensorFlow, line by line."""

import random

import numpy as np
import pytest

import tfshim as tf
from tfshim.data.vectorized import simple
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.text import number_in, numbers_in

GOOD = [b"%d.25,%d,n%d" % (i, i * 3, i) for i in range(10)]
DEFAULTS = [tf.constant([1.5]), tf.constant([7]), tf.constant(["d"])]


def written(path, lines):
    path.write_bytes(b"\n".join(lines))
    return str(path)


def found(dataset):
    """What an iterator gives: lists of values, and "error" for an error."""
    iterator, out = iter(dataset), []
    while len(out) < 60:
        try:
            out.append([np.asarray(x).tolist() for x in next(iterator)])
        except StopIteration:
            break
        except tf.errors.InvalidArgumentError:
            out.append("error")
    return out


def expected(rows, size):
    """Batches of `rows`; an error takes along what is before it in its batch."""
    out, held = [], []
    for row in rows:
        if row == "error":
            held = []
            out.append("error")
            continue
        held.append(row)
        if len(held) == size:
            out.append([list(column) for column in zip(*held)])
            held = []
    return out + ([[list(column) for column in zip(*held)]] if held else [])


ROWS = [[i + 0.25, i * 3, b"n%d" % i] for i in range(10)]
CASES = {  # lines after the fifth good one -> what they give, as TensorFlow does
    "missing": ([b",,", b"2,,x"], [[1.5, 7, b"d"], [2.0, 7, b"x"]]),
    "no float": ([b"x,1,a", b"1_0,1,a", b"0x1p3,1,a", b"infinity,1,a"], ["error"] * 4),
    "no integer": ([b"1,1.5,a", b"1,+5,a", b"1,1_0,a", b"1,3000000000,a"], ["error"] * 4),
    "too few and too many": ([b"1,2", b"1,2,3,4", b"1"], ["error"] * 3),
    "spaces": ([b" 1 , 2 , a"], [[1.0, 2, b" a"]]),
    "rare numbers": ([b"1e39,1,a", b"-inf,-007,b", b".5,00000000000000000000000000001,"], [
        [np.inf, 1, b"a"], [-np.inf, -7, b"b"], [0.5, 1, b"d"]]),
    "hexadecimal": ([b"0x1,1,a", b"0x1f,2,b"], [[1.0, 1, b"a"], [31.0, 2, b"b"]]),
    "limits": ([b"1e-50,2147483647,c", b"0.1,-2147483648,b"], [
        [0.0, 2147483647, b"c"], [float(np.float32(0.1)), -2147483648, b"b"]]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_records_of_files(case, tmp_path):
    lines, made = case
    path = written(tmp_path / "file", GOOD[:5] + lines + GOOD[5:])
    rows = ROWS[:5] + made + ROWS[5:]
    dataset = tf.data.experimental.CsvDataset(path, DEFAULTS)
    assert found(dataset) == rows
    for size in (1, 3, 4):
        assert found(dataset.batch(size)) == expected(rows, size)


@pytest.mark.parametrize("case", ["missing", "rare numbers", "hexadecimal", "limits"])
def test_lines_that_are_decoded(case, tmp_path):
    lines, made = CASES[case]
    path = written(tmp_path / "file", GOOD[:5] + lines + GOOD[5:])
    rows = ROWS[:5] + made + ROWS[5:]

    def decoded(line):
        return tuple(tf.io.decode_csv(line, DEFAULTS))

    singly = tf.data.TextLineDataset(path).map(decoded)
    assert simple(singly._args[1])
    assert found(singly) == rows
    assert found(singly.batch(4)) == expected(rows, 4)
    assert found(tf.data.TextLineDataset(path).batch(4).map(decoded)) == expected(rows, 4)


def test_an_error_comes_with_its_line(tmp_path):
    path = written(tmp_path / "file", GOOD[:5] + [b"1,x,a"] + GOOD[5:])
    assert found(tf.data.TextLineDataset(path).map(lambda line: tuple(tf.io.decode_csv(line, DEFAULTS)))) == [*ROWS[:5], "error", *ROWS[5:]]
    iterator = iter(tf.data.experimental.CsvDataset(path, DEFAULTS).skip(5))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Field 1 in record is not a valid int32: x"):
        next(iterator)
    assert float(next(iterator)[0]) == 5.25


def test_other_arguments(tmp_path):
    path = written(tmp_path / "file", [b"a,b,c", *GOOD[:4], b"1", b"NA,2,NA", *GOOD[4:]])
    chosen = tf.data.experimental.CsvDataset(path, [DEFAULTS[0], DEFAULTS[2]], header=True, select_cols=[0, 2], na_value="NA")
    rows = [[x, z] for x, _, z in ROWS]
    assert found(chosen) == rows[:4] + ["error", [1.5, b"d"]] + rows[4:]
    rest = tf.data.experimental.CsvDataset(path, DEFAULTS[1:], header=True, exclude_cols=[0], na_value="NA")
    assert found(rest) == [[y, z] for _, y, z in ROWS[:4]] + ["error", [2, b"d"]] + [[y, z] for _, y, z in ROWS[4:]]
    required = tf.data.experimental.CsvDataset(path, [tf.float32, tf.int32, tf.string], header=True, na_value="NA")
    assert found(required) == [*ROWS[:4], "error", "error", *ROWS[4:]]


def test_several_files_and_saved_iterators(tmp_path):
    paths = [written(tmp_path / "a", GOOD[:7]), written(tmp_path / "b", GOOD[7:])]
    dataset = tf.data.experimental.CsvDataset(paths, DEFAULTS)
    assert found(dataset) == ROWS
    for taken in (0, 1, 5, 8, 10):
        iterator = iter(dataset)
        before = [[np.asarray(x).tolist() for x in next(iterator)] for _ in range(taken)]
        saved = tf.train.Checkpoint(iterator=iterator).write(str(tmp_path / f"at{taken}"))
        other = iter(dataset)
        tf.train.Checkpoint(iterator=other).read(saved)
        assert before + [[np.asarray(x).tolist() for x in row] for row in other] == ROWS


def test_numbers_of_many_texts_are_those_of_each():
    texts = [b"1", b"-1", b"+1", b"007", b"1.5", b".5", b"5.", b"1e3", b"1e", b"", b"-", b"1-2", b"9223372036854775807", b"1_0",
             b"9223372036854775808", b"-9223372036854775808", b"2147483648", b"1" * 32,
             b"inf", b"NaN", b" 1", b"0x1", b"1e400"]  # fmt: skip
    for dtype in (dt.float32, dt.float64, dt.int32, dt.int64):
        for text in texts:
            alone, many = number_in(text, dtype), numbers_in([text, b"3"], dtype)
            if many is not None:
                assert many.tolist() == np.array([alone, 3], dtype.as_numpy_dtype).tolist(), (dtype, text)
        assert numbers_in([b"1", b"25"], dtype).dtype == dtype.as_numpy_dtype
        assert numbers_in([], dtype).shape == (0,)


@pytest.mark.parametrize("seed", range(3))
def test_many_plain_numbers(seed):
    draw = random.Random(seed)
    whole = [draw.choice(("", "-")) + str(draw.randrange(10 ** draw.randint(1, 15))).zfill(draw.randint(1, 15))[:15] for _ in range(300)]
    assert numbers_in([text.encode() for text in whole], tf.int64).tolist() == list(map(int, whole))
    at = [draw.randint(1, len(text)) for text in whole]
    pointed = [text if text[0] == "-" else f"{text[:i]}.{text[i:]}"[:15] for text, i in zip(whole, at, strict=True)]
    assert numbers_in([text.encode() for text in pointed], tf.float64).tolist() == list(map(float, pointed))
    for other in ("", "-", "a", " 1", "1\n", "1\n2", "--1", "1-"):
        assert numbers_in([text.encode() for text in (*whole, other)], tf.int64) is None
