"""tf.io: examples, sparse serialization, compression, files."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, f32, i32

cases = Family()

# Serialized protobufs are written out, so that a case needs no more of the library than what it is about.
_MADE = (
    "def example(**features):\n"
    "  made = {k: tf.train.Feature(**{{'i': 'int64_list', 'f': 'float_list', 'b': 'bytes_list'}[kind]:\n"
    "    {'i': tf.train.Int64List, 'f': tf.train.FloatList, 'b': tf.train.BytesList}[kind](value=values)})\n"
    "    for k, (kind, values) in features.items()}\n"
    "  return tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString()\n"
    "a = example(n=('i', [1, 2]), x=('f', [0.5, 1.5]), s=('b', [b'p']))\n"
    "b = example(n=('i', [3]), x=('f', [2.5, 3.5]), s=('b', [b'q', b'r']))\n"
)


def _case(source, bad=False, **options):
    (cases.bad if bad else cases)(
        _MADE + source, op="tf.io.parse_example" if "op" not in options else options.pop("op"), **options
    )


_case("tf.io.parse_example([a, b], {'x': tf.io.FixedLenFeature([2], tf.float32)})")
_case("tf.io.parse_example([a, b], {'n': tf.io.VarLenFeature(tf.int64)})")
_case("tf.io.parse_example([a, b], {'s': tf.io.RaggedFeature(tf.string)})")
_case("tf.io.parse_example([a, b], {'s': tf.io.FixedLenSequenceFeature([], tf.string, allow_missing=True)})")
_case("tf.io.parse_example([a, b], {'z': tf.io.FixedLenFeature([], tf.int64, default_value=7)})")
_case("tf.io.parse_example([a, b], {'w': tf.io.SparseFeature('n', 'x', tf.float32, 5)})", bad=True)
_case("tf.io.parse_example([a], {'w': tf.io.SparseFeature('n', 'x', tf.float32, 5)})")
_case("tf.io.parse_example([a, b], {'n': tf.io.FixedLenFeature([2], tf.int64)})", bad=True)
_case("tf.io.parse_example([a, b], {'z': tf.io.FixedLenFeature([], tf.int64)})", bad=True)
_case("tf.io.parse_example([a], {'x': tf.io.FixedLenFeature([2], tf.int64)})", bad=True)
_case("tf.io.parse_example(['rubbish'], {'x': tf.io.FixedLenFeature([2], tf.int64)})", bad=True)
_case("tf.io.parse_example([a], {})", bad=True)
_case(
    "tf.io.parse_single_example(a, {'x': tf.io.FixedLenFeature([2], tf.float32), 's': tf.io.FixedLenFeature([], tf.string)})",
    op="tf.io.parse_single_example",
)
_case(
    "tf.io.parse_single_example(b, {'n': tf.io.VarLenFeature(tf.int64), 'r': tf.io.RaggedFeature(tf.float32, value_key='x')})",
    op="tf.io.parse_single_example",
)
_case("tf.train.Example.FromString(a).features.feature['n'].int64_list.value[:]", op="tf.train.Example")

cases("tf.io.decode_compressed(x)", x=S([b"plain"]))
cases(
    "import zlib\ntf.io.decode_compressed([zlib.compress(b'hello' * 9)], compression_type='ZLIB')",
    op="tf.io.decode_compressed",
)
cases(
    "import gzip\ntf.io.decode_compressed([gzip.compress(b'hello' * 9)], compression_type='GZIP')",
    op="tf.io.decode_compressed",
)
cases.bad("tf.io.decode_compressed(x, compression_type='ZLIB')", x=S([b"plain"]))
cases.bad("tf.io.decode_compressed(x, compression_type='RAR')", x=S([b"plain"]))
_M = "tf.SparseTensor([[0, 1], [2, 0]], x, [3, 2])"
cases(
    f"tf.io.deserialize_many_sparse(tf.io.serialize_sparse({_M})[None], tf.float32)",
    op="tf.io.deserialize_many_sparse",
    x=f32(2),
)
cases(f"tf.io.serialize_many_sparse({_M})", op="tf.io.serialize_many_sparse", x=i32(2))
cases(
    f"tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse({_M}), tf.int32)",
    op="tf.io.serialize_many_sparse",
    x=i32(2),
)

_PATH = "import os, tempfile\np = os.path.join(tempfile.mkdtemp(), 'f.txt')\n"
cases(f"{_PATH}tf.io.write_file(p, x)\ntf.io.read_file(p)", op="tf.io.write_file", x=S(b"abc\n\xff"), graph=False)
cases(
    f"{_PATH}tf.io.write_file(p, x)\ntf.strings.regex_replace(tf.io.matching_files(os.path.dirname(p) + '/*'), '.*/', '')",
    op="tf.io.matching_files",
    x=S(b"abc"),
    graph=False,
)
cases.bad("tf.io.read_file('/no/such/file')")
cases.bad("tf.io.write_file(p, 5)", p="/tmp/x", words=0.4)
cases(
    f"{_PATH}with tf.io.TFRecordWriter(p) as w:\n  w.write(b'one')\n  w.write(b'two')\nopen(p, 'rb').read()",
    op="tf.io.TFRecordWriter",
)
cases(
    f"{_PATH}with tf.io.TFRecordWriter(p) as w:\n  w.write(b'one')\n  w.write(b'')\n[r.numpy() for r in tf.data.TFRecordDataset(p)]",
    op="tf.data.TFRecordDataset",
)
cases("tf.io.decode_raw(x, tf.float64)", x=S(b"\x00\x00\x00\x00\x00\x00\xf0?"))
cases("repr(tf.io.FixedLenFeature([2], tf.float32)), repr(tf.io.VarLenFeature(tf.int64))", op="tf.io.FixedLenFeature")
cases("tf.io.TFRecordOptions('GZIP').compression_type", op="tf.io.TFRecordOptions")
cases.bad("tf.io.TFRecordOptions('RAR')", op="tf.io.TFRecordOptions")
cases(
    "tf.io.parse_tensor(x, tf.int32)", x=S(b"\x08\x03\x12\x04\x12\x02\x08\x02\x22\x08\x01\x00\x00\x00\x02\x00\x00\x00")
)
cases("tf.io.encode_base64(x)", x=T([b"", b"a"], "string"))
