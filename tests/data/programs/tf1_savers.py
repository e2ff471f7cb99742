"""Savers and their options, the state files of folders, and files that graphs write."""

import contextlib
import os
import re
import tempfile

import numpy as np

v1 = tf.compat.v1


@contextlib.contextmanager
def _folder():
    """In a folder of its own, with TensorFlow's files."""
    here, before = os.getcwd(), os.environ.get("TFSHIM_CHECKPOINT_FORMAT")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["TFSHIM_CHECKPOINT_FORMAT"] = "tensorflow"
        try:
            yield
        finally:
            os.chdir(here)
            del os.environ["TFSHIM_CHECKPOINT_FORMAT"]
            if before is not None:
                os.environ["TFSHIM_CHECKPOINT_FORMAT"] = before


@contextlib.contextmanager
def _session():
    with _folder(), tf.Graph().as_default(), v1.Session() as s:
        a, b = (v1.get_variable(name, initializer=[value, value + 1]) for name, value in (("a", 1.0), ("b", 3.0)))
        s.run(v1.global_variables_initializer())
        yield s, a, b


def _why(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        text = re.sub(r"Graph execution error:.*?Node: '[^']*'\n(.*?)\n\t \[\[.*", r"\1", str(e), flags=re.DOTALL)
        return f"{type(e).__name__}: {text}"


def _files():
    return sorted(os.path.relpath(os.path.join(below, name), ".") for below, _, names in os.walk(".") for name in names)


def _state(folder=".", name=None):
    with open(os.path.join(folder, name or "checkpoint")) as file:
        return re.sub(r"\d{9,}\.\d+", "TIME", file.read())


def case_var_lists():
    with _session() as (s, a, b):
        for given in ({"x": a, "y": b}, (a, b), {"x"}, "a", [tf.constant(1.0, name="c")], {"x": a, "y": a}, {1: a}, {"x": [a]}, [a, a]):
            made = _why(v1.train.Saver, given)
            print(made if isinstance(made, str) else sorted(tf.train.list_variables(made.save(s, "./m", write_state=False))))


def case_which_are_kept():
    for options in ({}, {"max_to_keep": 2}, {"max_to_keep": 0}, {"max_to_keep": None}):
        with _session() as (s, _, _):
            saver = v1.train.Saver(**options)
            for step in (1, 2, 3):
                saver.save(s, "m", step)
            saver.save(s, "m", 4, write_state=False)
            print(options, saver.last_checkpoints, [name for name in _files() if name.endswith(".index")])
            print(_state())
            saver.recover_last_checkpoints(["./m-3", "./m-4", "./no"])
            saver.save(s, "m", 5)
            print(saver.last_checkpoints, _state())
            print(_why(saver.set_last_checkpoints, "x"), _why(saver.set_last_checkpoints_with_time, ("x", 1)))


def case_names_and_order():
    with _session() as (s, a, _):
        saver = v1.train.Saver()
        print(
            _why(saver.save, s, "checkpoint"),
            _why(saver.save, s, "lf", latest_filename="lf"),
            _why(saver.save, s, "m", latest_filename="d/lf"),
        )
        print(_why(saver.save, None, "m"), _why(saver.save, "s", "m"), _files())
        print(_why(saver.save, s, "lf", 3, latest_filename="lf"), _state(name="lf"))
        deferred = v1.train.Saver(defer_build=True)
        print(_why(deferred.save, s, "later"), _why(deferred.restore, s, "./no"))
        deferred.build()
        print(_why(deferred.save, s, "é later"), _state())
        os.mkdir("folder")
        print([_why(v1.train.checkpoint_exists, p) for p in ("lf-3", "lf-3.index", "lf-*", "folder", "no", ".")])
        print([len(v1.train.get_checkpoint_mtimes([p])) for p in ("lf-3", "lf-3.meta", "lf-*", "no")])
        print(_why(saver.restore, s, "folder"))
    with _folder(), tf.Graph().as_default(), v1.Session() as s:
        print(_why(v1.train.Saver))
        saver = v1.train.Saver(allow_empty=True)
        print(saver.save(s, "./m"), _files(), saver.restore(s, "./m"), saver.last_checkpoints, saver.as_saver_def(), saver.saver_def)


def case_restoring():
    with _session() as (s, a, b):
        saver = v1.train.Saver()
        v1.train.Saver({"a": a}).save(s, "./less", write_state=False)
        saver.save(s, "./gone", write_state=False)
        os.remove("gone.data-00000-of-00001")
        with tf.Graph().as_default(), v1.Session() as other:
            v1.get_variable("a", initializer=tf.constant([1.0, 2.0], tf.float64))
            v1.get_variable("b", initializer=[1.0, 2.0])
            other.run(v1.global_variables_initializer())
            v1.train.Saver().save(other, "./wide", write_state=False)
        for prefix in ("less", "gone", "wide", "no"):
            print(_why(saver.restore, s, prefix), s.run([a, b]))


def case_definitions():
    with _session() as (s, a, _):
        saver = v1.train.Saver(max_to_keep=3, name="q", sharded=True)
        print(saver.as_saver_def().sharded)
        saver = v1.train.Saver(max_to_keep=3, name="plain")
        definition, path = saver.as_saver_def(), saver.save(s, "./m")
        print(definition)
        for given in ("x", v1.train.SaverDef()):
            print(_why(v1.train.Saver, saver_def=given))
        saver.export_meta_graph("m.meta")
        v1.add_to_collection("words", b"w")
        print(v1.train.export_meta_graph(export_scope="plain").collection_def["words"])
        with tf.Graph().as_default(), v1.Session() as other:
            again = v1.train.import_meta_graph("m.meta", import_scope="i")
            again.restore(other, path)
            print(again.saver_def, other.run("i/a:0" if "i/a:0" in str(other.graph.get_operations()) else v1.global_variables()[0]))
        os.mkdir("folder")
        with tf.Graph().as_default():
            print(_why(v1.train.import_meta_graph, "folder"))


_TEXTS = (
    'model_checkpoint_path: "m"',
    'model_checkpoint_path:"m"',
    "model_checkpoint_path: 'm' all_model_checkpoint_paths: 'm', all_model_checkpoint_paths: 'n';",
    '# of a person\n  model_checkpoint_path : "m" # x\nall_model_checkpoint_paths: ["m", "n"]',
    r'model_checkpoint_path: "\303\251"',
    'model_checkpoint_path: "é"',
    r'model_checkpoint_path: "a\"b" "c\x64"',
    'model_checkpoint_path: "m"\nmodel_checkpoint_path: "n"',
    'model_checkpoint_path: "m"\nall_model_checkpoint_timestamps: 3\nall_model_checkpoint_timestamps: inf\nlast_preserved_timestamp: 1.5e3f',
    'all_model_checkpoint_paths: "m"',
    "",
    'model_checkpoint_path: ""',
    "model_checkpoint_path: m",
    'model_checkpoint_path: "m',
    'model_checkpoint_path: "m"\nunknown: 3',
    "model_checkpoint_path: 3",
    "something else",
)


def case_state_texts():
    with _session() as (s, _, _):
        tf.get_logger().setLevel("ERROR")  # it says in its own words what it does not understand
        saver = v1.train.Saver()
        for name in ("m", "n", "é", 'a"bcd'):
            saver.save(s, "./" + name, write_state=False, write_meta_graph=False)
        for text in _TEXTS:
            with open("checkpoint", "w", encoding="utf-8") as file:
                file.write(text)
            found = _why(tf.train.get_checkpoint_state, ".")
            if not isinstance(found, str) and found is not None:
                found = [
                    found.model_checkpoint_path,
                    list(found.all_model_checkpoint_paths),
                    list(found.all_model_checkpoint_timestamps),
                    repr(found),
                ]
            print(repr(text), found, _why(tf.train.latest_checkpoint, "."))
        tf.get_logger().setLevel("WARNING")


def case_states_written():
    with _folder():
        os.mkdir("d")
        here = os.path.realpath(".")
        for folder, path, options in (
            ("d", "d/m-1", {}),
            ("d", os.path.join(here, "d/m-2"), {}),
            (os.path.join(here, "d"), "d/m-3", {}),
            ("d", "d/m-4", {"all_model_checkpoint_paths": ["d/m-1"], "latest_filename": "other"}),
            ("d", "d/m-5", {"all_model_checkpoint_timestamps": [1.5], "last_preserved_timestamp": 2.0}),
            ("d", "d/m-6", {"all_model_checkpoint_timestamps": [1.5, 2.5]}),
            ("d", "d/é\"q\\ \n%'", {}),
        ):
            print(_why(v1.train.update_checkpoint_state, folder, path, **options))
            for name in sorted(os.listdir("d")):
                print(name, _state("d", name).replace(here, "HERE"))
        print(_why(v1.train.update_checkpoint_state, "no", "no/m").partition(":")[0], os.listdir("."))


def case_managers():
    with _folder():
        with tf.Graph().as_default(), v1.Session() as s:
            v1.get_variable("a", initializer=1.0)
            s.run(v1.global_variables_initializer())
            saver = v1.train.Saver()
            for step in (1, 2, 3):
                saver.save(s, "d/m", step)
        v = tf.Variable(1.0)
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), "d", 1)
        print(manager.checkpoints, manager.latest_checkpoint)
        for _ in range(2):
            manager.save()
        print(manager.checkpoints, [name for name in _files() if name.endswith(".index")])
        print(tf.train.CheckpointManager(tf.train.Checkpoint(v=v), "d", 1).checkpoints)
        step = tf.Variable(0, dtype=tf.int64)
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(s=step), "i", None, step_counter=step, checkpoint_interval=5)
        print(manager.save(), manager.save(check_interval=False))
        step.assign(3)
        print(manager.save(), manager.save(check_interval=False), manager.save(check_interval=False))
        step.assign(5)
        print(manager.save())
        step.assign(8)
        print(manager.save())


def case_files_of_graphs():
    with _folder():
        with tf.Graph().as_default(), v1.Session() as s:
            path = v1.placeholder(tf.string, [])
            written = tf.io.write_file(path, "abc", name="w")
            print(type(written).__name__, written.name, written.type)
            print(s.run(written, {path: "new/folder/f"}), s.run(tf.io.read_file(path), {path: "new/folder/f"}), _files())
            os.symlink("loop", "loop")
            for given in ("new", "new/folder/f/x", "", "foo://x", "loop"):
                print(_why(s.run, written, {path: given}))
        print(_files())

        @tf.function
        def write(x):
            done = tf.io.write_file("traced", x)
            print(type(done).__name__)
            return x

        write(tf.constant("q"))
        print(tf.io.write_file("now", "z"), _files())


def case_builders():
    with _session() as (s, a, _):
        for name, options in (
            ("m", {"main_op": 3}),
            ("n", {"signature_def_map": {"__saved_model_init_op": v1.saved_model.build_signature_def()}}),
        ):
            print(_why(v1.saved_model.Builder(name).add_meta_graph_and_variables, s, ["serve"], **options))
        print(_why(v1.saved_model.simple_save, s, "refused", [a], {}), os.path.exists("refused"))
        definition = s.graph.as_graph_def()
        print(_why(v1.graph_util.extract_sub_graph, definition, "a"), _why(v1.graph_util.extract_sub_graph, 3, ["a"]))


def case_graphs_with_loops_and_parts():
    """What a graph says of its nodes is true of them, and parts are found as parts of the whole."""
    with _folder():
        with tf.Graph().as_default() as graph, v1.Session() as s:
            w = v1.get_variable("w", [3, 2], initializer=v1.ones_initializer(), partitioner=v1.fixed_size_partitioner(2))
            x = v1.placeholder(tf.float32, [None, 3], name="x")
            tf.identity(tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2.0), [0, x])[1], name="out")
            s.run(v1.global_variables_initializer())
            saver = v1.train.Saver()
            saver.save(s, "./m")
            meta = v1.train.export_meta_graph("alone.meta")
            for node in graph.as_graph_def(add_shapes=True).node:
                if "_output_shapes" in node.attr and not node.attr["_output_shapes"].list.shape:
                    print(node.name, "says of no output")
            part = w._get_variable_list()[1]
            print(part.to_proto().save_slice_info_def, part._save_slice_info.to_proto("other"))
            print(tf.Variable.SaveSliceInfo(save_slice_info_def=part.to_proto().save_slice_info_def, import_scope="i").full_name)
        for name in ("alone.meta", meta):
            with tf.Graph().as_default(), v1.Session() as s:
                saver = v1.train.import_meta_graph(name)
                saver.restore(s, "./m")
                print([v.name for v in v1.global_variables()], s.run(v1.global_variables()[1]), s.run("out:0", {"x:0": [[1, 2, 3]]}))
                saver.save(s, "./again")
                print(tf.train.list_variables("./again"))


def case_first_format():
    with _session() as (s, a, _):
        saver = v1.train.Saver(write_version=v1.train.SaverDef.V1)
        print([op.name for op in s.graph.get_operations() if op.name.startswith("save/save")])
        path = saver.save(s, "./m")
        print(_files())
        with tf.Graph().as_default(), v1.Session() as other:
            again = v1.train.import_meta_graph("m.meta")
            again.restore(other, path)
            print(again.saver_def.version, other.run(v1.global_variables()))
            print(other.run(again.saver_def.save_tensor_name, {again.saver_def.filename_tensor_name: "./n"}), _files())


def case_weights_of_keras_models():
    x = np.arange(12, dtype="f").reshape(6, 2) / 10

    def made():
        layers = [tf.keras.layers.Dense(3, input_shape=(2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]
        model = tf.keras.Sequential(layers)
        model.compile("adam", "mse")
        return model

    class Own(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1)

        def call(self, x):
            return self.dense(x)

    def check(folder):
        model, other = made(), made()
        model.fit(x, x.sum(1), verbose=0)
        found, same = model.predict(x), lambda model: bool(np.allclose(model.predict(x), found, atol=1e-6))
        model.save_weights(f"{folder}/weights")
        other.load_weights(f"{folder}/weights").expect_partial()
        print(same(other))
        model.fit(x, x.sum(1), verbose=0)
        model.load_weights(f"{folder}/weights").expect_partial()
        print(same(model))
        path, other = tf.train.Checkpoint(model=model).save(f"{folder}/checkpoint"), made()
        status = tf.train.Checkpoint(model=other).restore(path).expect_partial()
        print(same(other))
        status.run_restore_ops()
        print(same(other))
        model.save(f"{folder}/saved")
        print(same(tf.keras.models.load_model(f"{folder}/saved")))
        model, other = Own(), Own()
        found = model.predict(x)
        model.save_weights(f"{folder}/own")
        other.load_weights(f"{folder}/own").expect_partial()
        print(same(other))

    with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default():
        check(folder)
    with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default(), v1.Session():
        check(folder)
