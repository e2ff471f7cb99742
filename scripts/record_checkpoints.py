"""Write the checkpoints in tests/data/tf_checkpoints with a real TensorFlow 2.15.

PYTHON scripts/record_checkpoints.py
"""

import os

import numpy as np
import recording
import tensorflow as tf
from tensorflow.core.framework import dataset_pb2, tensor_pb2

FOLDER = recording.DATA / "tf_checkpoints"
INPUTS = np.array([[1.0, 2.0], [-1.0, 0.5]], "float32")


class Values(tf.Module):
    """Variables of many types."""

    def __init__(self):
        self.matrix = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="matrix")
        self.half = tf.Variable(tf.cast([1.5, 2.5], tf.bfloat16))
        self.complex = tf.Variable([1 + 2j])
        self.flag = tf.Variable(True)
        self.texts = tf.Variable(["ab", "", "x" * 200])
        self.empty = tf.Variable(tf.zeros([0, 3]))
        self.list = [tf.Variable(1, dtype=tf.uint8), tf.Variable(2, dtype=tf.int64)]


def network():
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(3, activation="relu", input_shape=(2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]
    )
    rng = np.random.default_rng(0)
    model.set_weights([rng.uniform(0.1, 1.0, w.shape).astype("float32") for w in model.get_weights()])
    return model


def counted(axis):
    """An initializer that counts within a part, from a hundred times where the part begins."""

    def initial(shape, dtype=None, partition_info=None):
        counts = tf.reshape(tf.range(shape[0] * shape[1]), shape) + 100 * partition_info.var_offset[axis]
        return tf.cast(counts, tf.float32 if axis == 0 else tf.int64)

    return initial


def every_dtype():
    """{name of a dtype: a tensor of it}"""
    numbers, made = tf.constant([0.0, 1.0, 2.5, 120.0, -1.0]), {}
    for name in PLAIN:
        dtype = getattr(tf, name, None) or getattr(tf.dtypes.experimental, name)
        positive = numbers[:4] if name.startswith("u") or name == "bool" else numbers
        made[name] = tf.cast(positive, dtype)
    for name in QUANTIZED:
        made[name] = tf.bitcast(tf.constant([1, 2, 120], name[1:]), getattr(tf, name))
    made["int4"] = tf.cast(tf.constant([0, 7, -8], tf.int8), tf.dtypes.experimental.int4)
    made["string"] = tf.constant(["", "a", "b\0" * 100])
    return made


PLAIN = [
    *["half", "bfloat16", "float32", "float64", "float8_e5m2", "float8_e4m3fn", "complex64", "complex128", "bool"],
    *["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"],
]
QUANTIZED = ["qint8", "quint8", "qint16", "quint16", "qint32"]


def comparable(x):
    """A tensor as JSON holds it."""
    if x.dtype == tf.string:
        return [item.decode() for item in x.numpy()]
    if x.dtype.is_complex:
        return [[c.real, c.imag] for c in x.numpy().tolist()]
    return x.numpy().astype(object if x.dtype.is_integer else "float64").tolist()


def snappy(data):
    """The bytes `data` as TensorFlow compresses them."""
    element = tf.raw_ops.CompressElement(components=[tf.constant(np.frombuffer(data, np.uint8))])
    held = tensor_pb2.TensorProto.FromString(tf.io.serialize_tensor(element).numpy()).tensor_content
    size, at = number(held, 0)
    return dataset_pb2.CompressedElement.FromString(tensor_pb2.VariantTensorDataProto.FromString(held[at : at + size]).metadata).data


def number(data, at):
    """A number of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def as_number(value):
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + as_number(value >> 7)


def compress(source, target):
    """Write the table of the file `source`, whose index has one block of entries each with a full key, with compressed blocks."""
    with open(source, "rb") as file:
        data = file.read()
    made, footer = b"", data[-48:]

    def put(block):
        nonlocal made
        handle = as_number(len(made)) + as_number(len(block))
        made += block + b"\1" + masked(block + b"\1")
        return handle

    at = 0
    handles = []
    for _ in range(4):
        value, at = number(footer, at)
        handles.append(value)
    index, at, entries = data[handles[2] : handles[2] + handles[3]], 0, b""
    starts = []
    count = int.from_bytes(index[-4:], "little")
    while at < len(index) - 4 * (count + 1):
        shared, at = number(index, at)
        own, at = number(index, at)
        length, at = number(index, at)
        assert shared == 0
        key, handle = index[at : at + own], index[at + own : at + own + length]
        at += own + length
        offset, behind = number(handle, 0)
        size, _ = number(handle, behind)
        handle = put(snappy(data[offset : offset + size]))
        starts.append(len(entries))
        entries += b"\0" + as_number(len(key)) + as_number(len(handle)) + key + handle
    nothing = put(snappy(data[handles[0] : handles[0] + handles[1]]))
    entries += b"".join(n.to_bytes(4, "little") for n in [*starts, len(starts)])
    footer = (nothing + put(snappy(entries))).ljust(40, b"\0") + footer[40:]
    with open(target, "wb") as file:
        file.write(made + footer)


def masked(data):
    """The checksum of bytes, as a file of records has it behind them."""
    with tf.io.TFRecordWriter("record") as writer:
        writer.write(data)
    with open("record", "rb") as file:
        checksum = file.read()[-4:]
    os.remove("record")
    return checksum


def main():
    os.chdir(recording.emptied(FOLDER))
    tf.train.Checkpoint(values=Values(), step=tf.Variable(7)).save("values")

    model = network()
    model.compile("adam", "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0)
    model.save_weights("weights")
    expected = {"weights": model.predict(INPUTS, verbose=0).tolist()}

    model = network()
    optimizer = tf.keras.optimizers.legacy.Adam(0.01)
    gradients = [tf.fill(v.shape, 0.5) for v in model.trainable_variables]
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    tf.train.Checkpoint(model=model, optimizer=optimizer).write("legacy")
    expected["legacy"] = model.predict(INPUTS, verbose=0).tolist()
    # Enough of them for more than one block of the index.
    tf.train.Checkpoint(**{f"v{i}": tf.Variable(float(i)) for i in range(150)}).write("many")

    with tf.Graph().as_default():
        v = tf.compat.v1.get_variable("scope/v", [2, 2], initializer=tf.compat.v1.constant_initializer(3.0))
        with tf.compat.v1.Session() as session:
            session.run(v.initializer)
            tf.compat.v1.train.Saver().save(session, "named", global_step=5, latest_filename="named_checkpoint")

    # Variables that are saved in parts, along either dimension, and strings.
    with tf.Graph().as_default():
        for name, shape, axis, parts in (("rows", [70, 3], 0, 3), ("cols", [2, 5], 1, 2)):
            tf.compat.v1.get_variable(
                name,
                shape,
                dtype=tf.float32 if axis == 0 else tf.int64,
                initializer=counted(axis),
                partitioner=tf.compat.v1.fixed_size_partitioner(parts, axis=axis),
            )
        tf.compat.v1.get_variable("words", initializer=tf.constant(["one", "", "three" * 50]))
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            tf.compat.v1.train.Saver().save(session, "parts", write_meta_graph=False, write_state=False)

    # Every type, which variables do not all have.
    tensors = every_dtype()
    tf.raw_ops.SaveV2(prefix="dtypes", tensor_names=list(tensors), shape_and_slices=[""] * len(tensors), tensors=list(tensors.values()))
    expected["dtypes"] = {name: [x.dtype.name, comparable(x)] for name, x in tensors.items()}

    # Two files of data, as machines that save together leave them.
    parts = [("a", [1.0, 2.0]), ("b", [3.0, 4.0])]
    for name, value in parts:
        tf.raw_ops.SaveV2(prefix=f"part-{name}", tensor_names=[name], shape_and_slices=[""], tensors=[value])
    tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=[f"part-{name}" for name, _ in parts], destination_prefix="shards")

    dataset = tf.data.Dataset.range(20).shuffle(5, seed=1).map(lambda x: x * 2).batch(2)
    iterator = iter(dataset)
    next(iterator)
    tf.train.Checkpoint(iterator=iterator, v=tf.Variable(3.0)).write("iterator")

    # The first format, whole and in shards.
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        tf.compat.v1.get_variable("rows", [7, 3], initializer=counted(0), partitioner=tf.compat.v1.fixed_size_partitioner(3))
        for name, value in FIRST.items():
            tf.compat.v1.get_variable(name, initializer=tf.constant(value, None if name == "string" else name))
        session.run(tf.compat.v1.global_variables_initializer())
        for name, sharded in (("first", False), ("first-sharded", True)):
            saver = tf.compat.v1.train.Saver(write_version=1, sharded=sharded)
            saver.save(session, name, write_meta_graph=False, write_state=False)
    expected["first"] = FIRST

    # No writer of TensorFlow compresses its blocks today, but its readers take them.
    compress("many.index", "compressed.index")
    os.link("many.data-00000-of-00001", "compressed.data-00000-of-00001")
    assert len(tf.train.list_variables("compressed")) == 151
    assert tf.train.load_variable("compressed", "v149/.ATTRIBUTES/VARIABLE_VALUE") == 149
    recording.write_json(FOLDER / "expected.json", expected)


# Values of variables in the first format, which not every type can be in, by the name of their type.
FIRST = {
    "float32": [0.5, -2.0],
    "float64": [0.25],
    "int32": [-1, 2**31 - 1],
    "int64": [2**40],
    "uint8": [255],
    "int16": [-300],
    "int8": [-128],
    "bool": [True, False],
    "half": [0.5],
    "string": ["one", "", "three" * 50],
}

if __name__ == "__main__":
    main()
