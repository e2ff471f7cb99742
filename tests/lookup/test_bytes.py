"""Vocabularies and names of files that are no UTF-8, and lines that are odd: as TensorFlow reads them."""

import os

import numpy as np
import pytest

import tfshim as tf

WORDS = b"caf\xe9\nb\n"


@pytest.fixture
def file(tmp_path):
    def write(content):
        (tmp_path / "words").write_bytes(content)
        return str(tmp_path / "words")

    return write


def lines(path):
    whole, number = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
    table = tf.lookup.StaticHashTable(tf.lookup.TextFileInitializer(path, tf.string, whole, tf.int64, number), -1)
    return dict(zip(*[x.numpy().tolist() for x in table.export()], strict=True))


@pytest.mark.parametrize(
    "content, wanted",
    [
        (WORDS, {b"caf\xe9": 0, b"b": 1}),
        (b"caf\xe9\nb", {b"caf\xe9": 0, b"b": 1}),
        (b"a\r\nb\r\n", {b"a": 0, b"b": 1}),
        (b"\xef\xbb\xbfa\nb", {b"\xef\xbb\xbfa": 0, b"b": 1}),
        (b"a\x00b\nc", {b"a\x00b": 0, b"c": 1}),
        (b"a\rb\nc", {b"a\rb": 0, b"c": 1}),
        (b"a\x0bb\x0cc\x85d\xe2\x80\xa8e\nf", {b"a\x0bb\x0cc\x85d\xe2\x80\xa8e": 0, b"f": 1}),
    ],
)
def test_lines_of_tables(file, content, wanted):
    assert lines(file(content)) == wanted


@pytest.mark.parametrize(
    "content, kind, text",
    [
        (b"a\n\nb\n", tf.errors.InvalidArgumentError, "empty line found at position 3."),
        (b"", tf.errors.OutOfRangeError, "Read less bytes"),
        (b"\n", tf.errors.InvalidArgumentError, "empty line found at position 1."),
    ],
)
def test_lines_that_are_refused(file, content, kind, text):
    with pytest.raises(kind) as failure:
        lines(file(content))
    assert text in str(failure.value)
    with pytest.raises(kind):
        tf.keras.layers.StringLookup(vocabulary=file(content))


def test_fields_that_are_no_numbers(file):
    initializer = tf.lookup.TextFileInitializer(file(b"\xe9\t1\nb\tx\n"), tf.string, 0, tf.int64, 1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Field x in line 1 is not a valid int64."):
        tf.lookup.StaticHashTable(initializer, -1)


def test_lookup_layers(file, tmp_path):
    x = tf.constant([b"caf\xe9", b"b", b"?"])
    for made in (tf.keras.layers.StringLookup(vocabulary=file(WORDS)), tf.keras.layers.StringLookup(vocabulary=[b"caf\xe9", b"b"])):
        assert made(x).numpy().tolist() == [1, 2, 0]
        assert made.vocabulary_size() == 3
        with pytest.raises(UnicodeDecodeError, match="position 3: unexpected end of data"):
            made.get_vocabulary()
    back = tf.keras.layers.StringLookup(vocabulary=file(WORDS), invert=True)
    assert back([1, 2]).numpy().tolist() == [b"caf\xe9", b"b"]
    text = tf.keras.layers.TextVectorization(vocabulary=file(WORDS))
    assert text([b"caf\xe9 b x"]).numpy().tolist() == [[2, 3, 1]]
    assert tf.keras.layers.StringLookup(vocabulary=file(b"a\r\nb\r\n")).get_vocabulary() == ["[UNK]", "a", "b"]
    learned = tf.keras.layers.StringLookup()
    learned.adapt(tf.constant([b"caf\xe9", b"b", b"b"]))
    assert learned(x).numpy().tolist() == [2, 1, 0]


def test_learned_bytes_are_saved(tmp_path):
    model = tf.keras.Sequential([tf.keras.Input([1], dtype=tf.string), tf.keras.layers.StringLookup()])
    model.layers[-1].adapt(tf.constant([b"caf\xe9", b"\xc3\xa9"]))
    model.save(tmp_path / "model.keras")
    loaded = tf.keras.models.load_model(tmp_path / "model.keras")
    x = tf.constant([[b"caf\xe9"], [b"\xc3\xa9"], [b"?"]])
    np.testing.assert_array_equal(loaded(x), model(x))


def test_feature_columns(file):
    column = tf.feature_column.categorical_column_with_vocabulary_file("x", file(WORDS))
    dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(column)])
    assert dense({"x": tf.constant([[b"caf\xe9"], [b"b"]])}).numpy().tolist() == [[1, 0], [0, 1]]


def test_lines_of_datasets(file):
    path = file(b"caf\xe9\r\nb\n\n\x00c\r\r\nd\re")
    assert list(tf.data.TextLineDataset(path).as_numpy_iterator()) == [b"caf\xe9", b"b", b"", b"\x00c", b"de"]
    # A line that is longer than what is read at once.
    path = file(b"x" * 700_000 + b"\ny\n" + b"z" * 300_000)
    assert [len(x) for x in tf.data.TextLineDataset(path, buffer_size=1000).as_numpy_iterator()] == [700_000, 1, 300_000]


def test_names_of_files(tmp_path):
    name = os.fsencode(tmp_path) + b"/n\xff\xe9"
    tf.io.write_file(name, b"caf\xe9\n")
    assert tf.io.read_file(name).numpy() == b"caf\xe9\n"
    assert tf.io.gfile.exists(name)
    assert tf.io.gfile.stat(name).length == 5
    assert tf.io.matching_files(os.fsencode(tmp_path) + b"/n*").numpy().tolist() == [name]
    assert list(tf.data.Dataset.list_files(str(tmp_path / "n*")).as_numpy_iterator()) == [name]
    assert list(tf.data.TextLineDataset(tf.constant(name)).as_numpy_iterator()) == [b"caf\xe9"]
    assert lines(name) == {b"caf\xe9": 0}
    tf.io.gfile.copy(name, str(tmp_path / "copy"))
    assert (tmp_path / "copy").read_bytes() == b"caf\xe9\n"
    with pytest.raises(tf.errors.NotFoundError):
        tf.io.read_file("a\x00b")
