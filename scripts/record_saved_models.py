"""Write the SavedModels in tests/data/tf_saved_models with a real TensorFlow 2.15, and what they compute.

PYTHON scripts/record_saved_models.py [models | objects] [--only NAME ...]

`models`: three that tests look into. `objects`: those of tests/saved_model, in one archive; what their functions, their signatures and a
step of training give; and for those of objects.py what they are made of. With --only these alone are written anew, among the others.
"""

import argparse
import io
import json
import lzma
import os
import shutil
import tarfile
import tempfile
from pathlib import Path

import numpy as np
import recording
import tensorflow as tf
from tensorflow.core.protobuf import saved_model_pb2
from tensorflow.python.saved_model import nested_structure_coder

from tests.saved_model.cases import CASES, MODULES, RECORDED
from tests.saved_model.measuring import measured
from tests.saved_model.outline import outline

FOLDER = recording.DATA / "tf_saved_models"
X = np.linspace(-1, 1, 6, dtype="float32").reshape(3, 2)
expected = {}


def plain(x):
    if isinstance(x, dict):
        return {k: plain(x[k]) for k in sorted(x)}
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    array = np.asarray(x)
    return [v.decode() for v in array.reshape(-1)] if array.dtype == object else array.tolist()


class Module(tf.Module):
    """Variables, constants, tables, an asset; branches, loops, lists, calls of functions."""

    def __init__(self, words):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        self.calls = tf.Variable(0)
        self.offset = tf.constant([5.0, 6.0])
        self.parts = [tf.Variable(0.5), tf.Variable(2.0)]
        self.named = {"k": tf.Variable([1, 2])}
        self.codes = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
        index = tf.lookup.TextFileIndex
        self.words = tf.lookup.StaticHashTable(
            tf.lookup.TextFileInitializer(words, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER), -1
        )
        self.file = tf.saved_model.Asset(words)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x):
        self.calls.assign_add(1)
        return tf.matmul(x, self.w) + self.offset

    @tf.function
    def loop(self, x, n):
        for i in tf.range(n):
            x = x * self.w[0, 1] + tf.cast(i, tf.float32)
        return {"a": x, "b": [n, x * 2]}

    @tf.function
    def branch(self, x, flag=True):
        if tf.reduce_sum(x) > 0:
            y = x * self.w
        else:
            y = x - self.w
        return y if flag else -y

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, s):
        return self.codes.lookup(s), self.words.lookup(s), tf.strings.length(tf.io.read_file(self.file.asset_path))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def lists(self, x):
        made = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[])
        for i in tf.range(tf.shape(x)[0]):
            if i % 2 == 0:
                made = made.write(i, x[i] * self.parts[0])
            else:
                made = made.write(i, x[i] - self.parts[1])
        return made.stack()

    @tf.function
    def case(self, i, x):
        return tf.switch_case(i, [lambda: x + self.parts[0], lambda: x * self.parts[1], lambda: self.mapped(x)])

    @tf.function
    def mapped(self, x):
        return tf.map_fn(lambda t: t * self.parts[1], x)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def text(self, s):
        words = tf.strings.split(tf.strings.regex_replace(s, "[.!]", ""))
        return words.to_tensor("-"), tf.strings.upper(words.flat_values)


def module(folder):
    Path("words.txt").write_text("x\ny\nz\n")
    m = Module("words.txt")
    m.loop(tf.constant(1.0), tf.constant(3))
    m.branch(tf.ones([2, 2]))
    m.branch(tf.ones([2, 2]), False)
    m.case(tf.constant(2), tf.ones([3]))
    tf.saved_model.save(m, str(folder / "module"), signatures={"serving_default": m.__call__})
    m = tf.saved_model.load(str(folder / "module"))
    with tf.GradientTape() as tape:
        x = tf.constant(2.0)
        tape.watch(x)
        y = m.loop(x, tf.constant(3))["a"] + tf.reduce_sum(m.branch(tf.ones([2, 2])))
    expected["module"] = plain({
        "call": m(X), "signature": m.signatures["serving_default"](x=tf.constant(X)), "loop": m.loop(tf.constant(1.0), tf.constant(3)),
        "branch": [m.branch(tf.ones([2, 2])), m.branch(-tf.ones([2, 2])), m.branch(tf.ones([2, 2]), flag=False)],
        "look": m.look(tf.constant(["a", "z", "q"])), "lists": m.lists(tf.constant([1.0, 2.0, 3.0])),
        "case": [m.case(tf.constant(i), tf.ones([3])) for i in range(3)], "text": m.text(tf.constant(["Hi there!", "you."])),
        "gradients": [tf.convert_to_tensor(g) for g in tape.gradient(y, [x, m.w])],
    })  # fmt: skip


def keras(folder):
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(3, activation="relu", input_shape=(2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]
    )
    model.compile("adam", "mse", metrics=["mae"])
    model.fit(X, X[:, :1], verbose=0)
    model.save(str(folder / "keras"))
    expected["keras"] = {"predict": plain(model.predict(X, verbose=0)), "evaluate": plain(model.evaluate(X, X[:, :1], verbose=0))}


def words(folder):
    layer = tf.keras.layers.TextVectorization(max_tokens=20, output_sequence_length=4)
    layer.adapt(["the cat sat", "on the mat"])
    model = tf.keras.Sequential(
        [tf.keras.Input((1,), dtype=tf.string), layer, tf.keras.layers.Embedding(20, 3), tf.keras.layers.GlobalAveragePooling1D()]
    )
    model.save(str(folder / "words"))
    expected["words"] = {
        "predict": plain(model.predict(tf.constant([["The mat!"], ["a cat"]]), verbose=0)),
        "vocabulary": layer.get_vocabulary(),
    }


def recorded(x):
    """Arrays as [dtype, shape, flat values]."""
    if isinstance(x, dict):
        return {k: recorded(v) for k, v in x.items()}
    if isinstance(x, list):
        return [recorded(v) for v in x]
    if isinstance(x, str):
        raise ValueError(x)
    if x.dtype == object or x.dtype.kind == "S":
        return ["string", list(x.shape), [bytes(v).decode("latin-1") for v in x.reshape(-1)]]
    flat = x.astype("float32" if x.dtype.name == "bfloat16" else x.dtype).reshape(-1)
    flat = flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat
    return [x.dtype.name, list(x.shape), [float(f"{v:.7g}") if isinstance(v, float) else v for v in flat.tolist()]]


def objects(folder, only=None):
    """The archive of the objects: names and definitions come again from one to the next, so that together they are small."""
    found, outlines, kept = {}, {}, tempfile.mkdtemp()
    if only:
        found, outlines = (
            json.loads((folder / "objects.json").read_text()),
            json.loads((recording.DATA / "saved_outlines.json").read_text()),
        )
        with tarfile.open(folder / "objects.tar.xz") as archive:
            archive.extractall(kept, filter="data")
    for name in only or {**dict.fromkeys(MODULES), **dict.fromkeys(RECORDED)}:
        tf.keras.backend.clear_session()
        made, path = CASES[name](tf, tempfile.mkdtemp()), os.path.join(kept, name)
        shutil.rmtree(path, ignore_errors=True)
        made.write(tf, path)
        if name in RECORDED:
            found[name] = recorded(measured(tf, made, path))
        if name in MODULES:
            with open(f"{path}/saved_model.pb", "rb") as file:
                meta = saved_model_pb2.SavedModel.FromString(file.read()).meta_graphs[0]
            outlines[name] = outline(meta, nested_structure_coder.decode_proto)
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in RECORDED:
            archive.add(f"{kept}/{name}", name, filter=lambda entry: entry.replace(mtime=0, uid=0, gid=0, uname="", gname="", deep=False))
    (folder / "objects.tar.xz").write_bytes(lzma.compress(buffer.getvalue(), preset=9))
    recording.write_rows(folder / "objects.json", {k: found[k] for k in RECORDED})
    recording.write_rows(recording.DATA / "saved_outlines.json", outlines)


def models(folder):
    for name in ("module", "keras", "words"):
        recording.emptied(folder / name)
    os.chdir(tempfile.mkdtemp())  # names of files get into what is saved
    tf.random.set_seed(1)
    for write in (module, keras, words):
        write(folder)
    recording.write_json(folder / "expected.json", expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", nargs="?", choices=("models", "objects"))
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=RECORDED)
    options = parser.parse_args()
    if options.which in (None, "models") and not options.only:
        models(FOLDER)
    if options.which in (None, "objects"):
        objects(FOLDER, options.only)


if __name__ == "__main__":
    main()
