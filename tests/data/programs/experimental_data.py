"""Data sets of `tf.data.experimental` and what is next to them: repetitions of a shuffle, tables whose columns are inferred."""

import gzip
import os
import tempfile
import zlib

E = tf.data.experimental
FOLDER = tempfile.mkdtemp()


def told(make):
    try:
        print(str(make()))
    except Exception as error:
        print(type(error).__name__, str(error).replace(FOLDER, "").split("[[")[0].split("}} ")[-1].splitlines()[0])


def rounds(*counts):
    """A data set that has other elements each time it is gone through, after the last count none."""
    started = iter(counts)

    def elements():
        for i in range(next(started, 0)):
            yield i

    return tf.data.Dataset.from_generator(elements, output_signature=tf.TensorSpec([], tf.int32))


def case_repetitions_without_elements():
    plain = lambda data: sorted(int(x) for x in data.take(7))
    print(plain(rounds(2, 0, 3, 0, 4).shuffle(5, seed=1).repeat()))
    print(plain(rounds(2, 0, 3, 0, 4).repeat()))
    print(plain(rounds(0, 3, 4).shuffle(5, seed=1).repeat()))
    print(plain(rounds(2, 0, 3, 0, 4).shuffle(5, seed=1).repeat(3)))
    print(plain(rounds(2, 0, 0, 5).apply(E.shuffle_and_repeat(3))))
    print(plain(rounds(2, 0, 3, 9).shuffle(5).map(lambda x: x + 1).repeat()))
    for name in ("shuffle_and_repeat_fusion", "apply_default_optimizations"):
        options = tf.data.Options()
        setattr(options.experimental_optimization, name, False)
        print(plain(rounds(2, 0, 3, 9).shuffle(5).repeat().with_options(options)))


def written(text, encoding="utf-8", kind=None):
    path = os.path.join(FOLDER, "table.csv")
    data = text.encode(encoding)
    with open(path, "wb") as file:
        file.write({None: bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}[kind](data))
    return path


def table(path, **arguments):
    batches = E.make_csv_dataset(path, 2, num_epochs=1, shuffle=False, **arguments)
    return [{name: values.numpy().tolist() for name, values in batch.items()} for batch in batches]


def case_compressed_tables():
    given = {"column_names": ["a", "b"], "column_defaults": [0, ""]}
    for kind in (None, "GZIP", "ZLIB"):
        path = written("a,b\n1,x\n2,y\n", kind=kind)
        for said in (kind, "", "BZ"):
            if kind is not None and said == "":
                continue
            told(lambda: table(path, compression_type=said))
            told(lambda: table(path, compression_type=said, column_names=["a", "b"]))
            told(lambda: table(path, compression_type=said, column_defaults=[0, ""]))
            told(lambda: table(path, compression_type=said, **given) if said != "BZ" else None)


def case_encoded_tables():
    texts = {"shift-jis": "キー,値\nソ表,2\n3,4\n", "latin-1": "é,b\nà,2\n3,4\n", "cp1252": "a,€\n“x”,2\n", "utf-16": "a,b\n1,2\n", "ascii": "a,b\n1,2\n"}
    for encoding, text in texts.items():
        path = written(text, encoding)
        told(lambda: table(path, encoding=encoding))
        told(lambda: table(path))
        told(lambda: table(path, encoding="ascii"))
        told(lambda: table(path, encoding="none-such"))
        told(lambda: table(path, encoding="none-such", column_names=["a", "b"], column_defaults=[[""], [""]]))
        told(lambda: table(path, encoding=encoding, column_names=["a", "b"]))
        told(lambda: table(path, column_names=["a", "b"]))
    path = written("é,b\nà,2\n", "latin-1", "GZIP")
    told(lambda: table(path, encoding="latin-1", compression_type="GZIP"))
    told(lambda: table(written("表|b\n表|2\n", "shift-jis"), encoding="shift-jis", field_delim="|"))


def case_readers_of_records():
    path = written("a\n")
    for reader in (tf.compat.v1.TextLineReader, tf.compat.v1.TFRecordReader):
        told(lambda: E.make_batched_features_dataset(path, 2, {"a": tf.io.FixedLenFeature([], tf.int64)}, reader))
