"""Whole files, serialized tensors, raw bytes and encodings as TensorFlow has them."""

import gzip
import zlib

import numpy as np
import pytest

import tfshim as tf
from tfshim import io


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def refuses(kind, text, function, *args, **kwargs):
    with pytest.raises(kind) as failure:
        function(*args, **kwargs)
    assert text in str(failure.value)


def test_writing_and_reading(tmp_path):
    assert io.write_file("x/y/a.txt", b"hello\xff\0") is None
    assert repr(io.read_file("x/y/a.txt")) == r"<tf.Tensor: shape=(), dtype=string, numpy=b'hello\xff\x00'>"
    io.write_file(tf.convert_to_tensor("x/y/a.txt"), "new")
    assert io.read_file(tf.convert_to_tensor("x/y/a.txt")).numpy() == b"new"
    assert [p.name for p in (tmp_path / "x" / "y").iterdir()] == ["a.txt"]


def test_files_that_cannot_be_read_or_written(tmp_path):
    io.write_file("a", "1")
    refuses(tf.errors.NotFoundError, "nope; No such file or directory [Op:ReadFile]", io.read_file, "nope")
    refuses(tf.errors.FailedPreconditionError, ".; Is a directory", io.read_file, ".")
    refuses(tf.errors.FailedPreconditionError, "a/b; Not a directory [Op:WriteFile]", io.write_file, "a/b", "q")
    (tmp_path / "d").mkdir()
    refuses(tf.errors.FailedPreconditionError, "d; Is a directory", io.write_file, "d", "q")
    scalar = "Input filename tensor must be scalar, but had shape: [1]"
    refuses(tf.errors.InvalidArgumentError, scalar, io.read_file, ["a"])
    refuses(tf.errors.InvalidArgumentError, scalar, io.write_file, ["a"], "q")
    contents = "Contents tensor must be scalar, but had shape: [1]"
    refuses(tf.errors.InvalidArgumentError, contents, io.write_file, "a", ["q"])
    refuses(TypeError, "Cannot convert 3 to EagerTensor of dtype string", io.write_file, "a", 3)
    assert io.read_file("a").numpy() == b"1"


def test_matching_files(tmp_path):
    for name in "cab":
        io.write_file(f"{name}.log", "")
    assert io.matching_files("*.log").numpy().tolist() == [b"./a.log", b"./b.log", b"./c.log"]
    both = io.matching_files(["a.log", "a.log", f"{tmp_path}/b*"]).numpy().tolist()
    assert both == sorted([b"a.log", b"a.log", f"{tmp_path}/b.log".encode()])
    for pattern in ("zz*", [], "no/such/*"):
        assert io.matching_files(pattern).shape == (0,)
    refuses(
        tf.errors.InvalidArgumentError,
        "Input patterns tensor must be scalar or vector, but had shape: [1,1]",
        io.matching_files,
        [["*"]],
    )


SERIALIZED = {
    # what TensorFlow gives
    "[[1, 2], [3, 4]]": b'\x08\x03\x12\x08\x12\x02\x08\x02\x12\x02\x08\x02"\x10\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0',
    "3.0": b'\x08\x01\x12\x00"\x04\x00\x00@@',
    "['a', 'b']": b"\x08\x07\x12\x04\x12\x02\x08\x02B\x01aB\x01b",
    "True": b'\x08\n\x12\x00"\x01\x01',
    "np.zeros((0, 3), 'f4')": b"\x08\x01\x12\x06\x12\x00\x12\x02\x08\x03",
}


@pytest.mark.parametrize("text", SERIALIZED)
def test_serialized_tensors_are_tensorflows_and_come_back(text):
    tensor = tf.convert_to_tensor(eval(text))
    serialized = io.serialize_tensor(tensor)
    assert serialized.numpy() == SERIALIZED[text]
    back = io.parse_tensor(serialized, tensor.dtype)
    assert back.dtype == tensor.dtype and back.shape == tensor.shape
    np.testing.assert_array_equal(back.numpy(), tensor.numpy())


def test_bfloat16_and_short_messages():
    tensor = tf.convert_to_tensor([1.0, 2.0], tf.bfloat16)
    assert io.serialize_tensor(tensor).numpy() == b'\x08\x0e\x12\x04\x12\x02\x08\x02"\x04\x80?\x00@'
    short = tf.make_tensor_proto([1.0, 2.0], shape=[2, 2]).SerializeToString()
    assert io.parse_tensor(short, tf.float32).numpy().tolist() == [[1.0, 2.0], [2.0, 2.0]]


def test_what_is_no_serialized_tensor():
    bad = tf.errors.InvalidArgumentError
    whole = io.serialize_tensor([[1, 2], [3, 4]])
    text = "Type mismatch between parsed tensor (int32) and dtype (float) [Op:ParseTensor]"
    refuses(bad, text, io.parse_tensor, whole, tf.float32)
    text = "Could not parse `serialized` as TensorProto, base64: //8="
    refuses(bad, text, io.parse_tensor, b"\xff\xff", tf.float32)
    text = "base64: CAMSCBICCAISAggCIhABAAAAAgAAAAMAAAAE"
    refuses(bad, text, io.parse_tensor, whole.numpy()[:-3], tf.int32)
    refuses(bad, "Cannot parse tensor from proto:", io.parse_tensor, b"", tf.float32)
    text = "Expected `serialized` to be a scalar, got shape: [1]"
    refuses(bad, text, io.parse_tensor, [whole], tf.int32)
    wrong_size = tf.make_tensor_proto([1, 2])
    wrong_size.tensor_shape.dim[0].size = 5
    refuses(bad, "Cannot parse tensor from proto", io.parse_tensor, wrong_size.SerializeToString(), tf.int32)
    refuses(NotImplementedError, "out_type=tf.qint8", io.parse_tensor, whole, tf.qint8)


@pytest.mark.parametrize(
    ("args", "kwargs", "expected"),
    [
        ((b"\1\0\2\0", "int16"), {}, [1, 2]),
        ((b"\1\0\2\0", "int16"), {"little_endian": False}, [256, 512]),
        (([b"\1\0\2\0", b"\3\0\4\0"], "int16"), {}, [[1, 2], [3, 4]]),
        (([[b"\1"], [b"\2"]], "uint8"), {}, [[[1]], [[2]]]),
        ((b"\1\0\2\0", "int16"), {"fixed_length": 6}, [1, 2, 0]),
        (([b"\1\0\2\0", b"\3"], "int16"), {"fixed_length": 2}, [[1], [3]]),
        ((b"", "int16"), {}, []),
        ((b"\0\1\2", "bool"), {}, [False, True, True]),
        ((b"\x80?\0@", "bfloat16"), {}, [1.0, 2.0]),
        ((np.complex64(1 + 2j).tobytes(), "complex64"), {}, [1 + 2j]),
        ((np.array(1 + 2j, ">c8").tobytes(), "complex64"), {"little_endian": False}, [1 + 2j]),
        ((np.array(1.5, ">f8").tobytes(), "float64"), {"little_endian": False}, [1.5]),
    ],
)
def test_raw_bytes(args, kwargs, expected):
    data, dtype = args
    found = io.decode_raw(data, tf.as_dtype(dtype), **kwargs)
    assert found.dtype.name == dtype and found.numpy().tolist() == expected


def test_raw_bytes_that_do_not_fit():
    bad = tf.errors.InvalidArgumentError
    text = "DecodeRaw requires input strings to all be the same size, but element 1 has size 4 != 2"
    refuses(bad, text, io.decode_raw, [b"1234", b"12"], tf.int16)
    text = "Input to DecodeRaw has length 3 that is not a multiple of 2, the size of int16"
    refuses(bad, text, io.decode_raw, b"123", tf.int16)
    for length in (3, -1):
        text = f"fixed_length ({length}) must be a multiple of the size of out_type (2)"
        refuses(bad, text, io.decode_raw, b"1234", tf.int16, fixed_length=length)
    for dtype in (tf.uint32, tf.string):
        refuses(bad, f"Value for attr 'out_type' of {dtype.name} is not in the list", io.decode_raw, b"1234", dtype)


def test_base64():
    assert io.encode_base64(b"\xff\xfe\xfd\xfc").numpy() == b"__79_A"
    assert io.encode_base64(b"\xff\xfe\xfd\xfc", pad=True).numpy() == b"__79_A=="
    assert io.encode_base64([["a"], ["bc"]]).numpy().tolist() == [[b"YQ"], [b"YmM"]]
    for text in ("__79_A", "__79_A=="):
        assert io.decode_base64(text).numpy() == b"\xff\xfe\xfd\xfc"
    assert io.decode_base64([[""], ["YmM"]]).numpy().tolist() == [[b""], [b"bc"]]
    bad = tf.errors.InvalidArgumentError
    refuses(bad, "Invalid character found in base64.", io.decode_base64, "a+b/")
    refuses(bad, "Base64 string length cannot be 1 modulo 4.", io.decode_base64, "abcde")


def test_compression():
    assert io.decode_compressed("x").numpy() == b"x"
    assert io.decode_compressed(zlib.compress(b"abc"), "ZLIB").numpy() == b"abc"
    packed = [gzip.compress(b"abc"), gzip.compress(b"")]
    assert io.decode_compressed(packed, compression_type="GZIP").numpy().tolist() == [b"abc", b""]
    text = "Only ZLIB, GZIP or NONE are supported compressions"
    refuses(tf.errors.InvalidArgumentError, text, io.decode_compressed, "x", "FOO")
    refuses(tf.errors.DataLossError, "inflate() failed with error -3: incorrect header check", io.decode_compressed, "hello world", "GZIP")
    damaged = zlib.compress(b"abc")[:-1] + b"?"
    refuses(tf.errors.DataLossError, "inflate() failed with error -3: incorrect data check", io.decode_compressed, damaged, "ZLIB")
    refuses(tf.errors.DataLossError, "incorrect header check", io.decode_compressed, gzip.compress(b"abc") + b"zz", "GZIP")
    packed = gzip.compress(b"hello" * 50, mtime=0)
    assert [io.decode_compressed(packed[:n], "GZIP").numpy() for n in (1, 11, 12, 17, 27)] == [b"", b"", b"h", b"helloh", b"hello" * 50]
    assert io.decode_compressed(gzip.compress(b"abc") + gzip.compress(b"def"), "GZIP").numpy() == b"abcdef"
    assert io.decode_compressed(zlib.compress(b"abc") + zlib.compress(b"def"), "ZLIB").numpy() == b"abc"


@pytest.mark.parametrize("folder", ["files", "ram://files"])
@pytest.mark.parametrize("size", [0, 1, 70_000])
def test_whole_contents_of_files_of_any_size(folder, size, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = bytes(i * 7 % 256 for i in range(size))
    tf.io.write_file(f"{folder}/{size}", data)
    assert tf.io.read_file(f"{folder}/{size}").numpy() == data
    with pytest.raises(tf.errors.NotFoundError, match="none; No such file or directory"):
        tf.io.read_file(f"{folder}/none")
