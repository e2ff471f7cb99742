"""Tools of TensorFlow 1's programs that are modules of its sources: checkpoints as text, graphs with constants for variables."""

import contextlib
import io
import os
import tempfile

import numpy as np

v1 = tf.compat.v1


@contextlib.contextmanager
def _references():
    """Variables are references within it, as in programs of TensorFlow 1."""
    v1.disable_resource_variables()
    try:
        yield
    finally:
        v1.enable_resource_variables()


def _graph(loops):
    a = v1.get_variable("a", initializer=[[1.0, 2.0]])
    v1.get_variable("s/b", initializer=3)
    x = v1.placeholder(tf.float32, [2, 1], name="x")
    y = tf.matmul(a, x)
    if not loops:
        tf.identity(y, name="y")
        return
    tf.identity(tf.while_loop(lambda i, h: i < 2, lambda i, h: (i + 1, h + tf.reduce_sum(a)), (0, y))[1], name="y")


@contextlib.contextmanager
def _saved(loops=False):
    with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default() as graph:
        _graph(loops)
        saver = v1.train.Saver()
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            path = saver.save(session, os.path.join(folder, "model"))
            v1.train.write_graph(graph.as_graph_def(), folder, "graph.pb", as_text=False)
            v1.train.write_graph(graph.as_graph_def(), folder, "graph.pbtxt")
            yield folder, path, session, graph


def _result(graph_def):
    with tf.Graph().as_default(), v1.Session() as session:
        (y,) = tf.import_graph_def(graph_def, return_elements=["y:0"])
        return [n.name for n in graph_def.node if n.op == "Const" and n.name == "a"], session.run(y, {"import/x:0": np.ones([2, 1])})


def case_checkpoints_as_text():
    from tensorflow.python.tools.inspect_checkpoint import print_tensors_in_checkpoint_file

    told = []
    with _saved() as (_, path, *_):
        for given in (("", True), ("a", False), ("", False), ("", True, True), ("", False, True), ("", True, False, "s"), ("none", False)):
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                print_tensors_in_checkpoint_file(path, *given)
            told.append(printed.getvalue())
    return told


def case_constants_for_references():
    with _references(), _saved(loops=True) as (_, _, session, graph):
        given = graph.as_graph_def()
        frozen = v1.graph_util.convert_variables_to_constants(session, given, ["y"])
        kept = v1.graph_util.convert_variables_to_constants(session, given, ["y"], variable_names_blacklist=["a"])
    return _result(frozen), [n.op for n in kept.node if n.name == "a"]


def case_frozen_files():
    from tensorflow.python.tools import freeze_graph

    told = []
    with _references(), _saved() as (folder, path, *_):
        for name in ("graph.pb", "graph.pbtxt"):
            written = os.path.join(folder, "frozen.pb")
            given = os.path.join(folder, name), "", name.endswith("pb"), path, "y", "save/restore_all", "save/Const:0", written, True, ""
            freeze_graph.freeze_graph(*given)
            read = v1.GraphDef()
            with open(written, "rb") as file:
                read.ParseFromString(file.read())
            told.append(_result(read))
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            frozen = freeze_graph.freeze_graph("", "", True, path, "y", "", "", "", True, "", input_meta_graph=path + ".meta")
        told += [_result(frozen), printed.getvalue().replace(folder, "FOLDER")]
        for checkpoint, names in ((os.path.join(folder, "nothing"), "y"), (path, "")):
            try:
                freeze_graph.freeze_graph(os.path.join(folder, "graph.pb"), "", True, checkpoint, names, "", "", "", True, "")
            except ValueError as e:
                told.append(str(e).replace(folder, "FOLDER"))
    return told


def case_pieces_of_cells():
    from tensorflow.python.ops import init_ops, init_ops_v2, rnn, rnn_cell_impl

    told = [rnn_cell_impl._BIAS_VARIABLE_NAME, rnn_cell_impl._WEIGHTS_VARIABLE_NAME]
    told += [m._compute_fans(s) for m in (init_ops, init_ops_v2) for s in ((), (3,), (3, 4), (2, 3, 4), tf.TensorShape([2, 3]))]
    told += [str(rnn._transpose_batch_time(tf.zeros(s)).shape) for s in ([2, 3, 4], [2, 3], [2], [])]
    told.append(rnn._best_effort_input_batch_size([tf.zeros([5, 3, 2])]))
    for tried in (
        lambda: rnn_cell_impl.assert_like_rnncell("cell", 3),
        lambda: rnn_cell_impl.assert_like_rnncell("cell", tf.keras.layers.LSTMCell(2)),
        lambda: rnn._best_effort_input_batch_size([tf.zeros([2])]),
    ):
        try:
            told.append(tried())
        except (TypeError, ValueError) as e:
            told.append(str(e))
    return told


def case_groups_of_weights():
    import h5py
    from keras.src.saving.legacy import hdf5_format
    from tensorflow.python.keras.optimizer_v2.learning_rate_schedule import LearningRateSchedule

    def model(value):
        made = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.Constant(value), name="first")])
        made.build((None, 1))
        return made

    source, ordered, named = model(2.0), model(0.0), model(0.0)
    with tempfile.TemporaryDirectory() as folder, h5py.File(os.path.join(folder, "weights"), "w") as file:
        hdf5_format.save_weights_to_hdf5_group(file, source)
        hdf5_format.load_weights_from_hdf5_group(file, ordered)
        hdf5_format.load_weights_from_hdf5_group_by_name(file, named)
    return [m.get_weights()[0].tolist() for m in (ordered, named)], LearningRateSchedule.__name__
