"""The formats that are read: how a small file of each is made, how it is read, and what reading a damaged one may raise."""

import contextlib
import gzip
import io
import json
import os
import shutil
import sys
import zlib
from pathlib import Path

import numpy as np
from google.protobuf import text_format
from google.protobuf.message import DecodeError
from google.protobuf.text_format import ParseError
from PIL import Image

try:
    import tfshim
except ImportError:  # with a real TensorFlow, to see what that does
    pass
else:
    tfshim.activate()

import tensorflow as tf  # noqa: E402

DATA = Path(__file__).resolve().parent.parent / "data"
CHECKPOINTS, MODELS, KERAS = DATA / "tf_checkpoints", DATA / "tf_saved_models", DATA / "keras_models"
FORMATS = []
# Never an answer to damage, though some are of an allowed kind.
REFUSED = (UnicodeError, BlockingIOError, MemoryError)


class Format:
    """One format. `damages` says which of the files are damaged; `checked`, that damage is noticed wherever it matters; `cost` divides
    the number of mutations; `allowed`: exceptions beside those of TensorFlow; `memory`: bytes that reading may take."""

    def __init__(self, name, make, read, damages=None, checked=False, cost=1, allowed=(), same=None, memory=96 << 20):
        self.name, self.make, self.read, self.checked, self.cost, self.memory = name, make, read, checked, cost, memory
        self.damages = damages or (lambda name: True)
        self.allowed = (tf.errors.OpError, OSError, NotImplementedError, *allowed)
        self.refused = tuple(e for e in REFUSED if not any(issubclass(a, e) for a in allowed))
        self.same = same or (lambda a, b: a == b)


def _format(name, make, read, **options):
    FORMATS.append(Format(name, make, read, **options))


def plain(value):
    """Something that can be compared."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, (tf.Tensor, tf.Variable)):
        value = value.numpy()
    if hasattr(value, "to_list") or isinstance(value, tf.SparseTensor):
        value = value.to_list() if hasattr(value, "to_list") else [value.indices.numpy().tolist(), value.values.numpy().tolist()]
    if isinstance(value, np.ndarray) or hasattr(value, "dtype"):
        array = np.asarray(value)
        return [str(array.dtype), list(array.shape), repr(array.tolist()) if array.size < 2000 else zlib.crc32(array.tobytes())]
    return repr(value)


def part_of(original, found):
    """Whether what was found is among what there was: whole records can be cut off, left out or repeated without a checksum noticing."""
    return all(x in original for x in found)


# ---------------------------------------------------------------------- checkpoints
def _copied(source, *names):
    def make(folder):
        for name in names:
            shutil.copy(source / name, folder / name)

    return make


def _all_tensors(prefix):
    def read(folder):
        reader = tf.train.load_checkpoint(str(folder / prefix))
        return {key: plain(reader.get_tensor(key)) for key in sorted(reader.get_variable_to_shape_map())}

    return read


class _Words(tf.Module):
    def __init__(self):
        self.matrix, self.texts = tf.Variable(tf.zeros([2, 2])), tf.Variable(["", "", ""])
        self.empty, self.flag = tf.Variable(tf.ones([0, 3])), tf.Variable(False)
        self.list = [tf.Variable(0, dtype=tf.uint8), tf.Variable(0, dtype=tf.int64)]


def _restored(prefix):
    def read(folder):
        values, step = _Words(), tf.Variable(0)
        before = plain([values.variables, step])
        try:
            tf.train.Checkpoint(values=values, step=step).restore(str(folder / prefix))
        except Exception:
            assert plain([values.variables, step]) == before, "a restore that failed has changed variables"
            raise
        return plain([values.variables, step])

    return read


def _own_checkpoint(folder):
    values, step = _Words(), tf.Variable(7)
    values.matrix.assign([[1.0, 2.0], [3.0, 4.0]])
    values.texts.assign(["ab", "", "x" * 200])
    tf.train.Checkpoint(values=values, step=step).write(str(folder / "c"))


for _part in ("index", "data"):
    _format(
        f"TensorFlow checkpoint, {_part}",
        _copied(CHECKPOINTS, "values-1.index", "values-1.data-00000-of-00001"),
        _restored("values-1"),
        damages=lambda name, part=_part: part in name,
        checked=True,
        cost=2,
    )
_format(
    "TensorFlow checkpoint, large index",
    _copied(CHECKPOINTS, "many.index", "many.data-00000-of-00001"),
    _all_tensors("many"),
    checked=True,
    cost=8,
)
_format(
    "TensorFlow checkpoint in parts", _copied(CHECKPOINTS, "parts.index", "parts.data-00000-of-00001"), _all_tensors("parts"), checked=True
)
_format(
    "TensorFlow checkpoint, compressed index",
    _copied(CHECKPOINTS, "compressed.index", "compressed.data-00000-of-00001"),
    _all_tensors("compressed"),
    damages=lambda name: "index" in name,
    checked=True,
    cost=8,
)
_format(
    "TensorFlow checkpoint of two shards",
    _copied(CHECKPOINTS, "shards.index", "shards.data-00000-of-00002", "shards.data-00001-of-00002"),
    _all_tensors("shards"),
    checked=True,
)
_format(
    "TensorFlow checkpoint of every dtype",
    _copied(CHECKPOINTS, "dtypes.index", "dtypes.data-00000-of-00001"),
    _all_tensors("dtypes"),
    checked=True,
)
_format("TensorFlow checkpoint in the first format", _copied(CHECKPOINTS, "first"), _all_tensors("first"), checked=True)


def _with_iterator(prefix):
    def read(folder):
        v, iterator = tf.Variable(0.0), iter(tf.data.Dataset.range(20).batch(2))
        try:
            tf.train.Checkpoint(v=v, iterator=iterator).read(str(folder / prefix))
        except Exception:
            assert float(v) == 0 and plain(next(iterator)) == plain(tf.range(2, dtype=tf.int64)), (
                "a restore that failed has changed something"
            )
            raise
        return plain([v, next(iterator)])

    return read


def _own_iterator(folder):
    iterator = iter(tf.data.Dataset.range(20).batch(2))
    next(iterator)
    checkpoint = tf.train.Checkpoint(v=tf.Variable(3.0), iterator=iterator)
    checkpoint.write(str(folder / "c"), tf.train.CheckpointOptions(file_format="tensorflow"))


_format(
    "TensorFlow checkpoint with an iterator",
    _copied(CHECKPOINTS, "iterator.index", "iterator.data-00000-of-00001"),
    _with_iterator("iterator"),
    checked=True,
)
_format("tfshim checkpoint for TensorFlow, with an iterator", _own_iterator, _with_iterator("c"), checked=True)
_format("tfshim checkpoint, restored", _own_checkpoint, _restored("c"), checked=True)
_format("tfshim checkpoint, read", _own_checkpoint, _all_tensors("c"), checked=True)


def _folder_of_checkpoints(folder):
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.0)), str(folder), 2)
    for _ in range(3):
        manager.save()


def _state(folder):
    state = tf.train.get_checkpoint_state(str(folder))
    made = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.0)), str(folder), 2)
    return [state and list(state.all_model_checkpoint_paths), tf.train.latest_checkpoint(str(folder)), made.checkpoints]


# What is no UTF-8 is refused as TensorFlow does: a program that took it for no file would begin anew.
_format(
    "checkpoint state",
    _folder_of_checkpoints,
    _state,
    damages=lambda name: name == "checkpoint",
    allowed=(ValueError, UnicodeDecodeError),
)


# ---------------------------------------------------------------------- saved models
class _Model(tf.Module):
    def __init__(self, words=None):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        self.parts = [tf.Variable(0.5), {"k": tf.Variable(2)}]
        self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
        self.asset = tf.saved_model.Asset(words) if words else None

    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def __call__(self, x):
        return {"y": x @ self.w + self.parts[0], "z": tf.reduce_sum(x)}


def _saved_model(folder):
    (folder / "words.txt").write_text("one\ntwo\n")
    tf.saved_model.save(_Model(str(folder / "words.txt")), str(folder / "m"))


def _loaded(folder):
    made = tf.saved_model.load(str(folder / "m"))
    return plain([made.w, list(made.parts[:1]), made(tf.ones([1, 2]))])


def _copied_model(name):
    return lambda folder: shutil.copytree(MODELS / name, folder / "m")


def _module(folder):
    made = tf.saved_model.load(str(folder / "m"))
    return plain([made.w, made.calls, made.parts, made.codes.lookup(tf.constant(["a", "z"]))])


def _keras_directory(folder):
    return plain(tf.keras.models.load_model(str(folder / "m")).get_weights())


_format(
    "tfshim SavedModel, description", _saved_model, _loaded, cost=2, damages=lambda name: name.startswith("m/") and "variables" not in name
)
_format("tfshim SavedModel, variables", _saved_model, _loaded, damages=lambda name: "variables" in name, checked=True, cost=2)
_format(
    "TensorFlow SavedModel, graph",
    _copied_model("module"),
    _module,
    damages=lambda name: "saved_model" in name,
    cost=10,
    allowed=(ValueError,),
)
_format(
    "TensorFlow SavedModel, variables", _copied_model("module"), _module, damages=lambda name: "variables" in name, checked=True, cost=10
)
_format(
    "TensorFlow SavedModel, assets", _copied_model("module"), _module, damages=lambda name: "assets" in name, cost=20, allowed=(ValueError,)
)
_format(
    "Keras SavedModel, graph and metadata",
    _copied_model("words"),
    _keras_directory,
    damages=lambda name: name.endswith(".pb"),
    cost=10,
    allowed=(ValueError, TypeError),
)
_format(
    "Keras SavedModel, variables", _copied_model("keras"), _keras_directory, damages=lambda name: "variables" in name, checked=True, cost=10
)


# ---------------------------------------------------------------------- Keras' own files
def _network():
    model = tf.keras.Sequential(
        [
            tf.keras.Input((2,)),
            tf.keras.layers.Dense(3, name="a"),
            tf.keras.layers.BatchNormalization(name="b"),
            tf.keras.layers.Dense(1, name="c"),
        ]
    )
    model.compile("sgd", "mse")
    return model


def _saved_as(name):
    return lambda folder: _network().save(str(folder / name))


def _without_h5py(make):
    def made(folder):
        kept = sys.modules.get("h5py")
        sys.modules["h5py"] = None
        try:
            make(folder)
        finally:
            sys.modules.pop("h5py")
            if kept is not None:
                sys.modules["h5py"] = kept

    return made


def _weights_of(name):
    return lambda folder: plain(tf.keras.models.load_model(str(folder / name)).get_weights())


def _into_network(name):
    def read(folder):
        model = _network()
        before = plain(model.get_weights())
        try:
            model.load_weights(str(folder / name))
        except Exception:
            assert plain(model.get_weights()) == before, "weights that could not be loaded have changed the model"
            raise
        return plain(model.get_weights())

    return read


_KERAS = {"allowed": (ValueError, TypeError), "cost": 20}
_format(".keras", _saved_as("m.keras"), _weights_of("m.keras"), checked=True, **_KERAS)
_format(".keras without h5py", _without_h5py(_saved_as("m.keras")), _weights_of("m.keras"), checked=True, **_KERAS)
_format("Keras directory, values", _saved_as("m"), _weights_of("m"), damages=lambda name: "variables." in name, checked=True, **_KERAS)
_format(
    "Keras directory, configuration", _saved_as("m"), _weights_of("m"), damages=lambda name: name.endswith("json"), checked=True, **_KERAS
)
_format(".h5 model", _saved_as("m.h5"), _weights_of("m.h5"), **_KERAS)
_format(".weights.h5", lambda folder: _network().save_weights(str(folder / "w.weights.h5")), _into_network("w.weights.h5"), **_KERAS)
_format(".h5 weights", lambda folder: _network().save_weights(str(folder / "w.h5")), _into_network("w.h5"), **_KERAS)
_format(
    "weights as a checkpoint",
    lambda folder: _network().save_weights(str(folder / "w")),
    _into_network("w"),
    checked=True,
    cost=5,
    damages=lambda name: name != "checkpoint",
    allowed=(ValueError,),
)
_format(
    "JSON model",
    lambda folder: (folder / "m.json").write_text(_network().to_json()),
    lambda folder: plain(tf.keras.models.model_from_json((folder / "m.json").read_bytes().decode("latin-1")).get_config()),
    **_KERAS,
)


# ---------------------------------------------------------------------- graphs
def _graph():
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [None, 2], "x")
        tf.add(tf.matmul(x, tf.constant([[1.0, 2.0], [3.0, 4.0]])), 1.0, "y")
    return graph


def _imported(graph_def):
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
        names = [n.name for n in graph.as_graph_def().node]
        with tf.compat.v1.Session() as session:
            return plain(session.run("y:0", {"x:0": np.ones((1, 2))})) if names else None, names


def _parse_errors():
    return DecodeError, ParseError


def _binary_graph(folder):
    definition = tf.compat.v1.GraphDef()
    definition.ParseFromString((folder / "g.pb").read_bytes())  # of protobuf's own, and so is what it raises
    return _imported(definition)


def _text_graph(folder):
    return _imported(text_format.Parse((folder / "g.pbtxt").read_bytes().decode("latin-1"), tf.compat.v1.GraphDef()))


def _meta_graph(folder):
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        v = tf.compat.v1.get_variable("v", [2])
        session.run(v.initializer)
        tf.identity(v, "y")
        tf.compat.v1.train.Saver().save(session, str(folder / "c"), write_state=False)


def _from_meta_graph(folder):
    with tf.Graph().as_default() as graph:
        saver = tf.compat.v1.train.import_meta_graph(str(folder / "c.meta"))
        if saver is None:  # the graph holds no variables
            return None
        with tf.compat.v1.Session() as session:
            saver.restore(session, str(folder / "c"))
            return plain(session.run("y:0")), [n.name for n in graph.as_graph_def().node]


_GRAPHS = {"cost": 4, "allowed": (ValueError, *_parse_errors())}
_format("GraphDef", lambda folder: tf.io.write_graph(_graph(), str(folder), "g.pb", as_text=False) and None, _binary_graph, **_GRAPHS)
_format("GraphDef as text", lambda folder: tf.io.write_graph(_graph(), str(folder), "g.pbtxt") and None, _text_graph, **_GRAPHS)
# A collection that names what the graph lacks is told as everywhere in TensorFlow where a graph is asked for it.
_format("MetaGraphDef", _meta_graph, _from_meta_graph, damages=lambda name: name.endswith(".meta"), cost=4, allowed=(ValueError, KeyError))


# ---------------------------------------------------------------------- records
RECORDS = [b"", b"one", b"x" * 300, *(bytes([i]) * i for i in range(20))]


def _records(kind):
    def make(folder):
        with tf.io.TFRecordWriter(str(folder / "r"), kind) as writer:
            for record in RECORDS:
                writer.write(record)

    return make


def _read_records(kind):
    def read(folder):
        found, path = [[], []], str(folder / "r")
        for at, source in enumerate((tf.data.TFRecordDataset(path, kind), tf.compat.v1.io.tf_record_iterator(path, kind))):
            with contextlib.suppress(tf.errors.DataLossError):
                for x in source:
                    found[at].append(x if isinstance(x, bytes) else x.numpy())
        if found[0] != found[1]:
            raise AssertionError(f"two ways to read records differ: {found}")
        return found[0]

    return read


for _kind in ("", "GZIP", "ZLIB"):
    _format(f"TFRecord {_kind or 'plain'}", _records(_kind), _read_records(_kind), checked=True, same=part_of)


def _events(folder):
    with tf.summary.create_file_writer(str(folder)).as_default():
        for i in range(5):
            tf.summary.scalar("loss", 1.0 / (i + 1), i)
            tf.summary.text("note", f"text {i}", i)
    tf.summary.flush()


def _read_events(folder):
    (path,) = folder.glob("events*")
    return [event.SerializeToString() for event in tf.compat.v1.train.summary_iterator(str(path))]


_format("event file", _events, _read_events, checked=True, same=part_of)


# ---------------------------------------------------------------------- messages and strings
def _example(sequence=False):
    feature = {
        "i": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 300, -5])),
        "f": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 2.0])),
        "b": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"ab", b""])),
    }
    if not sequence:
        return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()
    lists = {k: tf.train.FeatureList(feature=[v, v]) for k, v in feature.items()}
    return tf.train.SequenceExample(
        context=tf.train.Features(feature=feature), feature_lists=tf.train.FeatureLists(feature_list=lists)
    ).SerializeToString()


_SPECS = {"i": tf.io.FixedLenFeature([3], tf.int64), "f": tf.io.VarLenFeature(tf.float32), "b": tf.io.RaggedFeature(tf.string)}
_LISTS = {"i": tf.io.FixedLenSequenceFeature([3], tf.int64), "f": tf.io.VarLenFeature(tf.float32), "b": tf.io.RaggedFeature(tf.string)}


def _of_string(content, read):
    """A format of a string tensor."""

    def make(folder):
        (folder / "s").write_bytes(content() if callable(content) else content)

    return {"make": make, "read": lambda folder: plain(read(tf.constant((folder / "s").read_bytes())))}


_format("Example, one", **_of_string(_example, lambda s: tf.io.parse_single_example(s, _SPECS)))
_format("Example, several", **_of_string(_example, lambda s: tf.io.parse_example(tf.stack([s, s]), _SPECS)))
_format("SequenceExample, one", **_of_string(lambda: _example(True), lambda s: tf.io.parse_single_sequence_example(s, _SPECS, _LISTS)[:2]))
_format(
    "SequenceExample, several",
    **_of_string(
        lambda: _example(True), lambda s: tf.io.parse_sequence_example(tf.stack([s, s]), {"i": _SPECS["i"]}, {"f": _LISTS["f"]})[:2]
    ),
)
_format("tensor", **_of_string(lambda: tf.io.serialize_tensor(tf.range(20.0)).numpy(), lambda s: tf.io.parse_tensor(s, tf.float32)))
_format(
    "tensor of strings",
    **_of_string(lambda: tf.io.serialize_tensor(tf.constant(["a", "bcd", ""])).numpy(), lambda s: tf.io.parse_tensor(s, tf.string)),
)
_format("raw", **_of_string(bytes(range(64)), lambda s: tf.io.decode_raw(s, tf.float32)))
_format("CSV line", **_of_string(b'1,2.5,"a,b",x', lambda s: tf.io.decode_csv(s, [0, 1.0, "", "d"])))
_format(
    "JSON example",
    **_of_string(
        b'{"features":{"feature":{"i":{"int64List":{"value":["1","2"]}},"f":{"floatList":{"value":[0.5]}},"b":{"bytesList":{"value":["YWI="]}}}}}',
        lambda s: tf.io.decode_json_example(s),
    ),
)
_format("gzip string", **_of_string(gzip.compress(b"compressed " * 50, mtime=0), lambda s: tf.io.decode_compressed(s, "GZIP")))
_format("zlib string", **_of_string(zlib.compress(b"compressed " * 50), lambda s: tf.io.decode_compressed(s, "ZLIB")))
_format("Base64", **_of_string(b"YWJjZGVmZ2g", lambda s: tf.io.decode_base64(s)))
_format(
    "sparse tensor",
    **_of_string(
        lambda: b"|".join(x for x in tf.io.serialize_sparse(tf.sparse.from_dense([[0, 1], [2, 0]])).numpy()),
        lambda s: tf.io.deserialize_many_sparse(
            tf.reshape(tf.concat([tf.strings.split([s], "|").values, [b"", b"", b""]], 0)[:3], [1, 3]), tf.int32
        ),
    ),
)
_format("numbers as text", **_of_string(b"123.5", lambda s: tf.strings.to_number(s)))
_format("UTF-8 text", **_of_string("ä€😀 text".encode(), lambda s: tf.strings.unicode_decode(s, "UTF-8")))


# ---------------------------------------------------------------------- images and sound
def _image(ending, **options):
    pixels = (np.arange(12 * 10 * 3) * 7 % 256).astype("uint8").reshape(12, 10, 3)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, ending, **options)
    return out.getvalue()


def _animation():
    frames = [Image.fromarray(np.full((8, 8, 3), i * 60, "uint8")) for i in range(3)]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    return out.getvalue()


_format("PNG", **_of_string(lambda: _image("PNG"), tf.io.decode_png))
_format(
    "PNG, 16 bits",
    **_of_string(
        lambda: tf.io.encode_png(tf.cast(tf.reshape(tf.range(48) * 1000, [4, 4, 3]), tf.uint16)).numpy(),
        lambda s: tf.io.decode_png(s, dtype=tf.uint16),
    ),
)
_format("JPEG", **_of_string(lambda: _image("JPEG"), tf.io.decode_jpeg))
_format(
    "JPEG, cut", **_of_string(lambda: _image("JPEG"), lambda s: [tf.io.extract_jpeg_shape(s), tf.io.decode_and_crop_jpeg(s, [1, 1, 4, 4])])
)
_format("GIF", **_of_string(_animation, tf.io.decode_gif), memory=512 << 20)  # the header says how large the frames are
_format("BMP", **_of_string(lambda: _image("BMP"), tf.io.decode_bmp))
_format("any image", **_of_string(lambda: _image("PNG"), lambda s: tf.io.decode_image(s, expand_animations=False)))
_format(
    "WAV",
    **_of_string(
        lambda: tf.audio.encode_wav(tf.reshape(tf.linspace(-1.0, 1.0, 40), [20, 2]), 8000).numpy(), lambda s: list(tf.audio.decode_wav(s))
    ),
)


# ---------------------------------------------------------------------- tables, datasets
def _vocabulary(folder):
    (folder / "v.txt").write_text("".join(f"word{i}\t{i * 3}\n" for i in range(20)))


def _table(folder):
    initializer = tf.lookup.TextFileInitializer(str(folder / "v.txt"), tf.string, 0, tf.int64, 1, delimiter="\t")
    return plain(tf.lookup.StaticHashTable(initializer, -1).lookup(tf.constant(["word1", "word7"])))


def _string_lookup(folder):
    layer = tf.keras.layers.StringLookup(vocabulary=str(folder / "v.txt"))
    return plain([layer(tf.constant(["word1\t3"])), layer.get_vocabulary()])


_format("table from a text file", _vocabulary, _table)
# Words that are no text are refused when the layer is asked for them, as Keras does.
_format("vocabulary of a layer", _vocabulary, _string_lookup, allowed=(ValueError, UnicodeDecodeError))


def _elements(dataset):
    return [plain(x) for x in dataset]


def _source():
    return tf.data.Dataset.from_tensor_slices({"x": tf.reshape(tf.range(12.0), [6, 2]), "s": ["a", "bc", "", "d", "e", "f" * 30]})


def _saved_dataset(folder):
    _source().save(str(folder / "d"))


def _snapshot(folder):
    return _elements(_source().snapshot(str(folder / "s")))


def _cached(folder):
    return _elements(_source().cache(str(folder / "c")))


def _made(read):
    return lambda folder: read(folder) and None


_format(
    "saved dataset, records",
    _saved_dataset,
    lambda folder: _elements(tf.data.Dataset.load(str(folder / "d"))),
    checked=True,
    damages=lambda name: name.endswith(".snapshot"),
)
_format(
    "saved dataset, description",
    _saved_dataset,
    lambda folder: _elements(tf.data.Dataset.load(str(folder / "d"))),
    damages=lambda name: not name.endswith(".snapshot"),
)
_format("snapshot, records", _made(_snapshot), _snapshot, checked=True, damages=lambda name: name.endswith(".snapshot"))
_format("snapshot, description", _made(_snapshot), _snapshot, damages=lambda name: name.endswith("metadata"))
_format("cache file", _made(_cached), _cached, checked=True)


def _csv_file(folder):
    (folder / "t.csv").write_text("a,b,c\n" + "".join(f'{i},{i / 2},"t,{i}"\n' for i in range(10)))
    (folder / "t.csv.gz").write_bytes(gzip.compress((folder / "t.csv").read_bytes()))


def _csv(folder):
    kinds = [tf.int32, tf.float32, tf.string]
    return [
        _elements(tf.data.experimental.CsvDataset(str(folder / "t.csv"), kinds, header=True)),
        _elements(tf.data.experimental.CsvDataset(str(folder / "t.csv.gz"), kinds, header=True, compression_type="GZIP")),
        _elements(tf.data.experimental.make_csv_dataset(str(folder / "t.csv"), 2, num_epochs=1, shuffle=False)),
    ]


_format("CSV files", _csv_file, _csv, cost=5, allowed=(ValueError, UnicodeDecodeError))


def _blocks(folder):
    (folder / "b").write_bytes(bytes(range(64)))
    (folder / "b.gz").write_bytes(gzip.compress(bytes(range(64))))
    (folder / "b.z").write_bytes(zlib.compress(b"one\ntwo\nthree\n"))


def _read_blocks(folder):
    return [
        _elements(tf.data.FixedLengthRecordDataset(str(folder / "b"), 16)),
        _elements(tf.data.FixedLengthRecordDataset(str(folder / "b.gz"), 16, compression_type="GZIP")),
        _elements(tf.data.TextLineDataset(str(folder / "b"))),
        _elements(tf.data.TextLineDataset(str(folder / "b.z"), compression_type="ZLIB")),
    ]


_format("blocks and lines", _blocks, _read_blocks)


def _iterator():
    return iter(tf.data.Dataset.range(20).map(lambda x: x * 2).shuffle(5, seed=1).batch(2))


def _saved_iterator(folder):
    iterator = _iterator()
    next(iterator)
    tf.train.Checkpoint(iterator=iterator).write(str(folder / "c"))


def _restored_iterator(folder):
    iterator = _iterator()
    tf.train.Checkpoint(iterator=iterator).read(str(folder / "c"))
    return [plain(x) for x in iterator]


_format("iterator", _saved_iterator, _restored_iterator, checked=True, cost=2)


# ---------------------------------------------------------------------- configurations
def _text_format(make, read, **options):
    return {"make": lambda folder: (folder / "t").write_text(make()), "read": lambda folder: plain(read(_text(folder / "t"))), **options}


def _text(path):
    return path.read_bytes().decode("latin-1")


_format(
    "tokenizer",
    **_text_format(
        lambda: json.dumps({"class_name": "Tokenizer", "config": json.loads(_tokenizer().to_json())["config"]}),
        lambda text: tf.keras.preprocessing.text.tokenizer_from_json(text).get_config(),
        allowed=(ValueError,),
    ),
)


def _tokenizer():
    tokenizer = tf.keras.preprocessing.text.Tokenizer()
    tokenizer.fit_on_texts(["one two", "two three"])
    return tokenizer


def _cluster(text):
    os.environ["TF_CONFIG"] = text.replace("\0", "")
    try:
        resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
        return [resolver.cluster_spec().as_dict(), resolver.task_type, resolver.task_id]
    finally:
        del os.environ["TF_CONFIG"]


_format(
    "TF_CONFIG",
    **_text_format(
        lambda: json.dumps({"cluster": {"worker": ["a:1", "b:2"]}, "task": {"type": "worker", "index": 1}}),
        _cluster,
        allowed=(ValueError, TypeError),
    ),
)
