"""Graphs, saved models and checkpoints: loading runs nothing but what makes tables ready, and no file reaches a Python function."""

import json
import os
import pickle
import shutil
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from tensorboard.compat.proto.meta_graph_pb2 import MetaGraphDef

import tfshim
from tests.hostile_files import Opening

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.compat import messages_v1  # noqa: E402
from tfshim.compat.v1.saved_model.files import write_graphs  # noqa: E402
from tfshim.engine.graphs.own_nodes import ATTRIBUTE  # noqa: E402
from tfshim.keras.datasets import mnist  # noqa: E402
from tfshim.protos import examples  # noqa: E402
from tfshim.saved_model import constants  # noqa: E402

v1 = tf.compat.v1
SAVED = Path(__file__).resolve().parent.parent / "data" / "tf_saved_models"


@pytest.fixture
def graph():
    with v1.Graph().as_default() as made:
        yield made


def node(graph_def, kind, name, inputs=(), **attributes):
    """Add a node."""
    made = graph_def.node.add(name=name, op=kind, input=list(inputs))
    for key, value in attributes.items():
        if isinstance(value, bytes):
            made.attr[key].s = value
        elif isinstance(value, list):
            made.attr[key].list.type.extend(t.as_datatype_enum for t in value)
        elif isinstance(value, tf.DType):
            made.attr[key].type = value.as_datatype_enum
        else:
            made.attr[key].tensor.CopyFrom(tf.make_tensor_proto(value))
    return made


def constant(graph_def, name, value):
    """Add a constant."""
    array = np.asarray(value, object if isinstance(value, str) else None)
    return node(graph_def, "Const", name, dtype=tf.constant(value).dtype, value=array)


def run(graph_def, fetch):
    """Import a graph and run one thing of it."""
    with v1.Graph().as_default() as made:
        tf.import_graph_def(graph_def, name="")
    with v1.Session(graph=made) as session:
        return session.run(fetch)


# ---------------------------------------------------------------------- graphs
@pytest.mark.parametrize("kind", ["PyFunc", "EagerPyFunc", "PyFuncStateless"])
def test_tokens_reach_no_function_of_this_process(kind, graph):
    """Also where the file names a token that this process has given to a function of its own."""
    called = []
    own = v1.py_func(lambda x: called.append(x) or x, [tf.constant(1.0)], tf.float32)
    with v1.Session() as session:
        session.run(own)
    assert called
    tokens = {"pyfunc_99", *(f"pyfunc_{i}" for i in range(10))}
    called.clear()
    for token in tokens:
        made = v1.GraphDef()
        constant(made, "x", 1.0)
        node(made, kind, "f", ["x"], token=token.encode(), Tin=[tf.float32], Tout=[tf.float32])
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"Could not find callback with key={token} in the registry"):
            run(made, "f:0")
        assert run(made, "x:0") == 1.0  # the rest of such a graph runs
    assert not called


TEXTS = {
    "a function of the command line": {"function": ["tfshim.cli.script", "run_code"]},
    "the command line": {"function": ["tfshim.__main__", "main"]},
    "another module": {"function": ["os", "system"]},
    "a module that is not imported yet": {"function": ["tfshim.jupyter", "load"]},
    "an object of a module": {"inner": ["tfshim.activation", "activate"]},
    "a kernel of a module": {"kind": ["X", "os", "system"], "names": ["x"], "stateful": True},
    "a kernel of the command line": {"kind": ["X", "tfshim.cli.script", "run_code"], "names": ["x"], "stateful": True},
    "a kernel of torch": {"kind": ["X", "torch", "load"], "names": ["x"], "stateful": True},
    "Python by its type": {"type": "PyFunc"},
    "eager Python by its type": {"type": "EagerPyFunc"},
    "Python by its function": {"function": ["tfshim.script_ops", "_eager_py_func"]},
}


@pytest.mark.parametrize("what", TEXTS)
def test_own_nodes_name_only_operations(what):
    made = v1.GraphDef()
    constant(made, "x", "true")
    about = {**TEXTS[what], "arguments": [{"in": 0}], "results": ["string", []]}
    node(made, "Own", "f", ["x"], **{ATTRIBUTE: json.dumps(about).encode()})
    loaded = set(sys.modules)
    with pytest.raises(tf.errors.NotFoundError, match="Op type not registered 'Own'"):
        run(made, "f:0")
    assert not [m for m in set(sys.modules) - loaded if m.startswith(("tfshim.cli", "tfshim.jupyter", "tfshim.__main__"))]


@pytest.mark.parametrize(
    "value",
    [
        {"object": ["os", "system", "x"]},
        {"object": ["tfshim.cli.script", "run_code", "x"]},
        {"object": ["tfshim.engine.graphs.graph", "Graph", "x"]},
    ],
)
def test_own_nodes_make_no_objects(value):
    made = v1.GraphDef()
    node(made, "Own", "f", **{ATTRIBUTE: json.dumps({"type": "Identity", "arguments": [value], "results": ["string", []]}).encode()})
    with pytest.raises(ValueError, match="unknown kind of value"):
        run(made, "f:0")


def test_nodes_are_of_the_type_that_they_show(tmp_path):
    """Who looks at the types of a graph sees what reaches files."""
    trap = tmp_path / "trap"
    made = v1.GraphDef()
    constant(made, "name", str(trap))
    about = {"type": "WriteFile", "arguments": [{"in": 0}, {"in": 0}], "results": {"tuple": []}}
    node(made, "Identity", "f", ["name"], T=tf.string, **{ATTRIBUTE: json.dumps(about).encode()})
    with pytest.raises(ValueError, match="The node of type Identity would run WriteFile, which reaches files"):
        run(made, "f")
    assert not trap.exists()


def writing(path):
    """A graph with a node that writes a file."""
    made = v1.GraphDef()
    constant(made, "name", str(path))
    constant(made, "x", 1.0)
    node(made, "WriteFile", "w", ["name", "name"])
    node(made, "NoOp", "start", ["^w"])
    return made


def test_importing_a_graph_runs_nothing(tmp_path):
    """A graph is a program: who runs a node that writes a file writes it. Importing it does not, nor does running another node."""
    trap = tmp_path / "trap"
    assert run(writing(trap), "x:0") == 1.0
    meta = v1.MetaGraphDef()
    meta.graph_def.CopyFrom(writing(trap))
    (tmp_path / "m.meta").write_bytes(meta.SerializeToString())
    with v1.Graph().as_default():
        v1.train.import_meta_graph(str(tmp_path / "m.meta"))
    wrapped = v1.wrap_function(lambda: tf.import_graph_def(writing(trap), name="g"), [])
    assert wrapped.graph is not None and not trap.exists()
    run(writing(trap), "w")
    assert trap.exists()


# ---------------------------------------------------------------------- saved models
def saved_for_sessions(folder, graph_def, start, key="saved_model_main_op"):
    """A saved model of TensorFlow 1 whose operation `start` is run when it is loaded."""
    meta = messages_v1.message("MetaGraphDef")()
    meta.meta_info_def.tags.append("serve")
    meta.graph_def.CopyFrom(graph_def)
    meta.collection_def[key].node_list.value.append(start)
    write_graphs(str(folder), [meta])
    return meta


@pytest.mark.parametrize("key", ["saved_model_main_op", "legacy_init_op"])
@pytest.mark.parametrize("start", ["start", "w"])
def test_loading_into_a_session_writes_no_file(start, key, tmp_path):
    trap = tmp_path / "trap"
    saved_for_sessions(tmp_path / "m", writing(trap), start, key)
    with v1.Session(graph=v1.Graph()) as session:
        with pytest.raises(
            tf.errors.PermissionDeniedError, match=f"would run its operation '{start}', and with it 'w' .WriteFile., which reaches files"
        ):
            v1.saved_model.load(session, ["serve"], str(tmp_path / "m"))
    assert not trap.exists()


@pytest.mark.parametrize("kind", ["PyFunc", "EagerPyFunc"])
def test_loading_into_a_session_calls_no_python(kind, tmp_path):
    made = v1.GraphDef()
    constant(made, "x", 1.0)
    node(made, kind, "f", ["x"], token=b"pyfunc_0", Tin=[tf.float32], Tout=[tf.float32])
    saved_for_sessions(tmp_path / "m", made, "f")
    with v1.Session(graph=v1.Graph()) as session, pytest.raises(tf.errors.PermissionDeniedError, match="reaches Python code"):
        v1.saved_model.load(session, ["serve"], str(tmp_path / "m"))


def test_loading_into_a_session_looks_into_functions(tmp_path):
    """The operation that writes may be in a function that a branch calls."""
    trap = tmp_path / "trap"
    with v1.Graph().as_default() as graph:
        written = tf.function(lambda: [tf.io.write_file(str(trap), "x"), None][1])
        start = tf.cond(tf.constant(True), lambda: [written(), tf.constant(1)][1], lambda: tf.constant(2))
        tf.identity(start, name="s")
        graph_def = graph.as_graph_def()
    saved_for_sessions(tmp_path / "m", graph_def, "s")
    with v1.Session(graph=v1.Graph()) as session, pytest.raises(tf.errors.PermissionDeniedError, match="reaches files"):
        v1.saved_model.load(session, ["serve"], str(tmp_path / "m"))
    assert not trap.exists()


def test_what_makes_variables_ready_is_run(tmp_path):
    made = v1.GraphDef()
    constant(made, "x", 1.0)
    node(made, "NoOp", "start", ["^x"])
    saved_for_sessions(tmp_path / "m", made, "start")
    with v1.Session(graph=v1.Graph()) as session:
        v1.saved_model.load(session, ["serve"], str(tmp_path / "m"))
        assert session.run("x:0") == 1.0


@pytest.mark.parametrize("name", ["../../secret", "/etc/passwd", "sub/../../../secret"])
def test_assets_are_in_the_folder_of_the_model(name, tmp_path):
    (tmp_path / "secret").write_text("a\nb\n")
    shutil.copytree(SAVED / "module", tmp_path / "m")
    path = tmp_path / "m" / "saved_model.pb"
    saved = examples.message("SavedModel").FromString(path.read_bytes())
    meta = MetaGraphDef.FromString(saved.meta_graphs[0])
    assert meta.asset_file_def
    meta.asset_file_def[0].filename = name
    saved.meta_graphs[0] = meta.SerializeToString()
    path.write_bytes(saved.SerializeToString())
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"names the file '{name}' as one of its assets"):
        tf.saved_model.load(str(tmp_path / "m"))
    meta = saved_for_sessions(tmp_path / "s", writing(tmp_path / "trap"), "x")
    meta.asset_file_def.add(filename=name).tensor_info.name = "x:0"
    write_graphs(str(tmp_path / "s"), [meta])
    with v1.Session(graph=v1.Graph()) as session, pytest.raises(tf.errors.InvalidArgumentError, match="as one of its assets"):
        v1.saved_model.load(session, ["serve"], str(tmp_path / "s"))


class _Module(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
    def f(self, x):
        return tf.strings.lower(x)


@pytest.mark.parametrize(
    "about",
    [
        {"function": ["tfshim.cli.script", "run_code"]},
        {"function": ["os", "system"]},
        {"function": ["tfshim.__main__", "main"]},
        {"type": "EagerPyFunc"},
        {"type": "PyFunc"},
        {"type": "EagerPyFunc", "function": ["tfshim.script_ops", "_eager_py_func"]},
    ],
)
def test_saved_functions_call_only_operations(about, tmp_path):
    tf.saved_model.save(_Module(), str(tmp_path / "m"))
    path = tmp_path / "m" / constants.FILENAME
    if not path.exists():
        pytest.skip("saved models are written in TensorFlow's form")
    text = json.loads(path.read_text())
    changed = [n.update(about) for f in text["functions"] for n in f["graph"]["nodes"] if n["type"] == "StringLower"]
    assert changed
    text["format"] = constants.UNSEALED  # a form without a checksum, which whoever changes a file could mend as well
    del text["crc32"]
    path.write_text(json.dumps(text))
    words = "no operation that is known here|calls a Python function"
    with pytest.raises((NotImplementedError, tf.errors.InvalidArgumentError), match=words):
        tf.saved_model.load(str(tmp_path / "m")).f(tf.constant("A"))


def test_a_state_file_has_nothing_deleted_elsewhere(tmp_path):
    """What a manager removes are checkpoints in its folder, whatever the state file in it names."""
    elsewhere = tf.train.Checkpoint(v=tf.Variable(1.0)).write(str(tmp_path / "precious"))
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / "checkpoint").write_text(
        "".join(
            f'{key}: "{path}"\n'
            for key, path in (
                ("model_checkpoint_path", elsewhere),
                ("all_model_checkpoint_paths", elsewhere),
                ("all_model_checkpoint_paths", "../precious"),
            )
        )
    )
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(2.0)), str(folder), max_to_keep=1)
    first, second = manager.save(), manager.save()
    assert tf.train.load_checkpoint(elsewhere).get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE") == 1.0
    assert manager.checkpoints == [second] and not tf.io.gfile.glob(first + "*")


# ---------------------------------------------------------------------- pickles in the place of other files
def _checkpoint(path):
    return tf.train.Checkpoint(v=tf.Variable(1.0)).read(path)


READERS = {
    "m.keras": lambda p: tf.keras.models.load_model(p),
    "m.h5": lambda p: tf.keras.models.load_model(p),
    "m.weights.h5": lambda p: tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))]).load_weights(p),
    "c.safetensors": lambda p: _checkpoint(p.removesuffix(".safetensors")),
    "c.index": lambda p: _checkpoint(p.removesuffix(".index")),
    "d/saved_model.pb": lambda p: tf.saved_model.load(os.path.dirname(p)),
    "d/saved_model.json": lambda p: tf.saved_model.load(os.path.dirname(p)),
    "d/keras_metadata.pb": lambda p: tf.keras.models.load_model(os.path.dirname(p)),
    "d/config.json": lambda p: tf.keras.models.load_model(os.path.dirname(p)),
    "g.meta": lambda p: v1.train.import_meta_graph(p),
    "e.npz": lambda p: tf.keras.datasets.mnist.load_data(p),
    "r.tfrecord": lambda p: list(tf.data.TFRecordDataset(p)),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("form", ["pickle", "torch"])
def test_no_reader_takes_a_pickle(name, form, tmp_path, monkeypatch):
    trap = tmp_path / "trap"
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    content = pickle.dumps(Opening(str(trap)))
    if form == "pickle":
        path.write_bytes(content)
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("archive/data.pkl", content)
            archive.writestr("archive/version", "3")
    if name == "d/config.json":
        (tmp_path / "d" / "model.weights.safetensors").write_bytes(content)
    if name == "d/keras_metadata.pb":
        (tmp_path / "d" / "saved_model.pb").write_bytes(b"")
    if name == "c.index":
        (tmp_path / "c.data-00000-of-00001").write_bytes(content)
    if name == "e.npz":
        monkeypatch.setattr(mnist, "get_file", lambda *args, **kwargs: str(path))
    with v1.Graph().as_default() if name == "g.meta" else tf.init_scope(), pytest.raises(Exception) as raised:  # noqa: B017, PT011
        READERS[name](str(path))
    assert isinstance(raised.value, (OSError, ValueError, KeyError, NotImplementedError, tf.errors.OpError)), raised.value
    assert not trap.exists()
