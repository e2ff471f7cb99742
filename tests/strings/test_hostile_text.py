"""Text that is no number, no character and no end: told so, in time that grows with its length only."""

import pytest

import tfshim as tf
from tfshim.engine.values.text import number_in


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int32, tf.int64])
@pytest.mark.parametrize("text", ["1" * 200_000 + "x", "1" * 200_000, "1." + "1" * 200_000 + "e", " " * 200_000 + "x", "+" * 200_000])
def test_long_numbers(text, dtype):
    with pytest.raises(tf.errors.InvalidArgumentError, match="could not correctly convert string"):
        tf.strings.to_number([text], dtype)
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not a valid"):
        tf.io.decode_csv([text], [tf.zeros([1], dtype)])


def test_numbers_with_zeros_in_front(tmp_path):
    zeros = "0" * 20_000 + "7"
    assert int(tf.strings.to_number(zeros, tf.int64)) == int(tf.io.decode_csv(zeros, [[1]])[0]) == 7
    (tmp_path / "f").write_text(zeros + "\n" + "1" * 200_000 + "x\n")
    rows = iter(tf.data.experimental.CsvDataset(str(tmp_path / "f"), [tf.int64]))
    assert int(next(rows)[0]) == 7
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(rows)


def test_longest_float():
    # As long as TensorFlow reads them, spaces counted.
    assert number_in(b"1" * 31, tf.float64) == float("1" * 31)
    assert number_in(b"1" * 32, tf.float64) is None
    assert number_in(b" 1" + b" " * 30, tf.float64) is None


def test_bytes_that_are_no_characters():
    made = tf.strings.unicode_decode([b"\xff" * 100_000 + b"a"], "UTF-8").to_list()[0]
    assert made[-1] == ord("a")
    assert set(made[:-1]) == {0xFFFD}
    points, starts = tf.strings.unicode_decode_with_offsets(b"a\xe2\x82\xc3\xa9\xff", "UTF-8")
    assert points.numpy().tolist() == [97, 0xFFFD, 0xE9, 0xFFFD]
    assert starts.numpy().tolist() == [0, 1, 3, 5]
    assert tf.strings.unicode_transcode([b"\x81a"], "windows-1252", "UTF-8").numpy().tolist() == ["\x81a".encode()]


def test_patterns_of_file_names(tmp_path):
    (tmp_path / ("a" * 200)).write_bytes(b"")
    assert tf.io.gfile.glob(str(tmp_path / ("*a" * 60 + "*b"))) == []
    assert len(tf.io.gfile.glob(str(tmp_path / ("*a" * 60 + "*")))) == 1
    assert len(tf.io.gfile.glob(str(tmp_path / "?*[a-b]**a"))) == 1
