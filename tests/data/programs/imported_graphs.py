"""GraphDefs and MetaGraphDefs written, imported, frozen and pruned."""

import os
import tempfile

import numpy as np

v1 = tf.compat.v1


def _graph_def():
    with tf.Graph().as_default() as g:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = tf.constant([[1.0], [2.0]], name="w")
        y = tf.matmul(x, w, name="y")
        tf.reduce_sum(y, axis=1, name="z")
        tf.reduce_mean(y)
    return g.as_graph_def()


def _names(graph):
    return [o.name for o in graph.get_operations()]


def _imported(graph_def=None, **arguments):
    with tf.Graph().as_default() as g:
        made = tf.import_graph_def(graph_def or _graph_def(), **arguments)
        return made, _names(g)


def case_default_name():
    return _imported()


def case_no_name():
    return _imported(name="")


def case_nested_name_and_elements():
    return _imported(name="a/b", return_elements=["y:0", "z"])


def case_missing_tensor():
    return _imported(return_elements=["nope:0"])


def case_missing_operation():
    return _imported(return_elements=["nope"])


def case_missing_output():
    return _imported(return_elements=["y:3"])


def case_unknown_input():
    return _imported(input_map={"q:0": 1.0})


def case_input_of_other_type():
    return _imported(input_map=[1])


def case_no_graph_def():
    return _imported(graph_def="x")


def case_elements_no_strings():
    return _imported(return_elements=[3])


def case_old_arguments():
    return _imported(producer_op_list=None)


def case_into_default_graph():
    return tf.import_graph_def(_graph_def())


def case_graph_util():
    with tf.Graph().as_default() as g:
        tf.graph_util.import_graph_def(_graph_def(), name="there")
        return _names(g)


def case_twice_with_inputs():
    with tf.Graph().as_default() as g:
        a = tf.ones([3, 2])
        (first,) = tf.import_graph_def(_graph_def(), input_map={"x": a}, return_elements=["z:0"])
        (second,) = tf.import_graph_def(_graph_def(), input_map={"x:0": a * 2.0}, return_elements=["z:0"])
        with tf.name_scope("s"):
            (third,) = tf.import_graph_def(_graph_def(), return_elements=["z:0"], name="foo")
        with v1.Session() as s:
            return first, second, third, s.run([first, second]), [n for n in _names(g) if n.endswith("/z")]


def case_twice_without_name():
    with tf.Graph().as_default() as g:
        tf.import_graph_def(_graph_def(), name="")
        tf.import_graph_def(_graph_def(), name="")
        return _names(g)


def case_map_into_the_middle():
    with tf.Graph().as_default(), v1.Session() as s:
        (z,) = tf.import_graph_def(_graph_def(), input_map={"y:0": tf.constant([[5.0], [6.0]])}, return_elements=["z:0"])
        return s.run(z)


def case_unregistered_operation():
    message = v1.GraphDef()
    message.node.add(name="f", op="Foo")
    try:
        return _imported(graph_def=message)
    except tf.errors.NotFoundError as e:
        return e.message.split(" in binary")[0]


def case_unknown_input_node():
    message = v1.GraphDef()
    message.node.add(name="f", op="Neg").input.append("zz")
    return _imported(graph_def=message)


def case_controls_and_devices():
    with tf.Graph().as_default() as g:
        a = tf.constant(1.0, name="a")
        with tf.control_dependencies([a]), tf.device("/cpu:0"):
            tf.constant(2.0, name="b")
    with tf.Graph().as_default() as g:
        tf.import_graph_def(g.as_graph_def(), name="")
    with tf.Graph().as_default() as h:
        g = tf.Graph()
        with g.as_default():
            a = tf.constant(1.0, name="a")
            with tf.control_dependencies([a]), tf.device("/cpu:0"):
                tf.identity(a, name="b")
        tf.import_graph_def(g.as_graph_def(), name="i")
        b = h.get_operation_by_name("i/b")
        return b.control_inputs, b.device, b.inputs[0].name


def case_written_file():
    folder = tempfile.mkdtemp()
    path = os.path.basename(tf.io.write_graph(_graph_def(), folder, "g.pb", as_text=False))
    text = os.path.basename(tf.io.write_graph(_graph_def(), folder, "g.pbtxt"))
    with tf.io.gfile.GFile(os.path.join(folder, "g.pb"), "rb") as f:
        message = v1.GraphDef()
        message.ParseFromString(f.read())
    return path, text, _imported(graph_def=message, name="")


def case_frozen_with_variables():
    with tf.Graph().as_default() as g:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.get_variable("w", initializer=[[1.0], [2.0]])
        y = tf.nn.relu(tf.matmul(x, w) - 4.0, name="y")
        out = tf.identity(y, name="out")
        branch = tf.identity(tf.cond(tf.reduce_sum(y) > 3.0, lambda: y * w[1, 0], lambda: y), name="branch")
        with v1.Session() as s:
            s.run(v1.global_variables_initializer())
            frozen = v1.graph_util.convert_variables_to_constants(s, g.as_graph_def(), ["out"])
            both = v1.graph_util.convert_variables_to_constants(s, g.as_graph_def(), ["out", "branch"])
            want = s.run([out, branch], {x: [[1.0, 1.0], [3.0, 4.0]]})
    kinds = [(n.op, len(n.input)) for n in frozen.node if n.op != "Const" or n.name == "w"]
    with tf.Graph().as_default(), v1.Session() as s:
        (out,) = tf.import_graph_def(frozen, return_elements=["out:0"], name="frozen")
        branch, again = tf.import_graph_def(both, return_elements=["branch:0", "out:0"], name="both")
        return kinds, want, s.run(out, {"frozen/x:0": [[1.0, 1.0], [3.0, 4.0]]}), out.name, s.run(
            [again, branch], {"both/x:0": [[1.0, 1.0], [3.0, 4.0]]})


def case_variables_of_imported_graph():
    with tf.Graph().as_default() as g:
        w = v1.get_variable("w", initializer=[1.0, 2.0])
        tf.add(w, 1.0, name="y")
        w.assign_add([1.0, 1.0], name="more")
    with tf.Graph().as_default(), v1.Session() as s:
        tf.import_graph_def(g.as_graph_def(), name="")
        s.run("w/Assign")
        s.run("more")
        return s.run("y:0"), v1.global_variables()


def case_loops_and_branches():
    with tf.Graph().as_default() as g:
        x = v1.placeholder(tf.float32, [3], name="x")
        y = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * 2.0, lambda: -x)
        _, z = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2.0 + y), [0, x])
        tf.identity(z, name="z")
        tf.identity(tf.map_fn(lambda a: a * a, x), name="squares")
        tf.identity(tf.gradients(z, x)[0], name="slope")
    with tf.Graph().as_default(), v1.Session() as s:
        tf.import_graph_def(g.as_graph_def(), name="")
        return [s.run(["z:0", "squares:0", "slope:0"], {"x:0": v}) for v in ([1.0, 2.0, 3.0], [-1.0, 0.5, -3.0])]


# ---------------------------------------------------------------------- functions of graphs
def _frozen_function(inputs, outputs):
    wrapped = v1.wrap_function(lambda: v1.import_graph_def(_graph_def(), name=""), [])
    graph = wrapped.graph
    return wrapped.prune(tf.nest.map_structure(graph.as_graph_element, inputs), tf.nest.map_structure(graph.as_graph_element, outputs))


def case_wrapped_import():
    f = _frozen_function("x:0", "z:0")
    return f(tf.constant([[1.0, 2.0], [3.0, 4.0]])), f.inputs, f.outputs, f.structured_outputs, type(f).__name__, sorted(_names(f.graph))


def case_wrapped_structures():
    f = _frozen_function(["x:0"], {"a": "y:0", "b": ["z:0"]})
    return f(tf.constant([[1.0, 2.0]])), f.structured_outputs


def case_wrapped_by_keyword():
    return _frozen_function("x:0", "y:0")(x=tf.constant([[1.0, 2.0]]))


def case_wrapped_from_the_middle():
    return _frozen_function("y:0", "z:0")(tf.constant([[1.0], [2.0]]))


def case_wrapped_unfed():
    try:
        return _frozen_function([], "y:0")
    except Exception as e:
        return type(e).__name__, str(e)


def case_wrapped_missing():
    return _frozen_function("nope:0", "y:0")


def case_wrapped_gradient():
    f = _frozen_function("x:0", "z:0")
    x = tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x), tf.function(lambda a: f(a) * 2.0)(x)


def case_wrapped_variable():
    def code(x):
        v = v1.get_variable("v", initializer=2.0)
        return {"product": x * v}

    f = v1.wrap_function(code, [tf.TensorSpec([], tf.float32)])
    before = f(tf.constant(3.0))
    f.variables[0].assign(5.0)
    with tf.GradientTape() as tape:
        after = f(tf.constant(3.0))["product"]
    return before, after, f.variables, tape.gradient(after, f.variables), f.structured_outputs


# ---------------------------------------------------------------------- MetaGraphDefs
def _model():
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    w = v1.get_variable("w", initializer=[[1.0], [2.0]])
    y = tf.matmul(x, w, name="y")
    with tf.name_scope("sub"):
        tf.add(y, 1.0, name="z")
    v1.add_to_collection("numbers", 3)
    v1.add_to_collection("fractions", 2.5)
    v1.add_to_collection("texts", "abc")
    v1.add_to_collection("y", y)
    v1.add_to_collection("operation", y.op)
    return w


def _collections(meta):
    return {k: (v.WhichOneof("kind"), [str(x) for x in getattr(v, v.WhichOneof("kind")).value]) for k, v in sorted(meta.collection_def.items())}


def _saved():
    prefix = os.path.join(tempfile.mkdtemp(), "model")
    with tf.Graph().as_default(), v1.Session() as s:
        w = _model()
        saver = v1.train.Saver(max_to_keep=2)
        s.run(v1.global_variables_initializer())
        s.run(w.assign_add([[1.0], [1.0]]))
        return saver.save(s, prefix, global_step=7)


def case_meta_collections():
    with tf.Graph().as_default():
        _model()
        meta = v1.train.export_meta_graph()
    return _collections(meta), meta.meta_info_def.tensorflow_version, meta.HasField("saver_def")


def case_meta_some_collections():
    with tf.Graph().as_default():
        _model()
        return _collections(v1.train.export_meta_graph(collection_list=["y", "texts"]))


def case_meta_operations():
    with tf.Graph().as_default():
        _model()
        return [o.name for o in v1.train.export_meta_graph().meta_info_def.stripped_op_list.op]


def case_meta_scope():
    with tf.Graph().as_default():
        _model()
        meta = v1.train.export_meta_graph(export_scope="sub")
    return [(n.name, list(n.input)) for n in meta.graph_def.node], _collections(meta)


def case_meta_unbound():
    with tf.Graph().as_default():
        _model()
        meta = v1.train.export_meta_graph(export_scope="sub")
    with tf.Graph().as_default():
        v1.train.import_meta_graph(meta)


def case_meta_bound():
    with tf.Graph().as_default():
        _model()
        meta = v1.train.export_meta_graph(export_scope="sub")
    with tf.Graph().as_default() as g, v1.Session() as s:
        v1.train.import_meta_graph(meta, import_scope="there", input_map={"$unbound_inputs_y": tf.constant([[2.0]])})
        return s.run("there/z:0"), v1.get_collection("numbers"), sorted(g.get_all_collection_keys())


def case_meta_clear_devices():
    with tf.Graph().as_default():
        with tf.device("/gpu:0"):
            tf.constant(1.0, name="a")
        return [v1.train.export_meta_graph(clear_devices=c).graph_def.node[0].device for c in (False, True)]


def case_restored():
    prefix = _saved()
    with tf.Graph().as_default() as g, v1.Session() as s:
        saver = v1.train.import_meta_graph(prefix + ".meta")
        saver.restore(s, prefix)
        y = s.run(g.get_tensor_by_name("y:0"), {g.get_tensor_by_name("x:0"): [[1.0, 1.0]]})
        found = {k: v1.get_collection(k) for k in sorted(g.get_all_collection_keys())}
        return y, found, [v.initializer.name for v in v1.global_variables()], saver.as_saver_def().max_to_keep


def case_restored_in_scope():
    prefix = _saved()
    with tf.Graph().as_default() as g, v1.Session() as s:
        v1.train.import_meta_graph(prefix + ".meta", import_scope="a", clear_devices=True).restore(s, prefix)
        y = s.run("a/y:0", {"a/x:0": [[1.0, 1.0]]})
        return y, {k: v1.get_collection(k) for k in ("variables", "texts", "y")}, _names(g)[:6]


def case_restored_and_continued():
    prefix = _saved()
    with tf.Graph().as_default() as g, v1.Session() as s:
        v1.train.import_meta_graph(prefix + ".meta")
        loss = tf.reduce_sum(tf.square(g.get_tensor_by_name("y:0") - 1.0))
        train = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        s.run(v1.global_variables_initializer())
        s.run(train, {"x:0": [[1.0, 1.0]]})
        return np.round(s.run(v1.trainable_variables()[0]), 4)


def case_restored_by_nodes():
    prefix = _saved()
    with tf.Graph().as_default(), v1.Session() as s:
        definition = v1.train.import_meta_graph(prefix + ".meta").as_saver_def()
        s.run(definition.restore_op_name, {definition.filename_tensor_name: prefix})
        s.run(definition.save_tensor_name, {definition.filename_tensor_name: prefix + "-again"})
        return s.run(v1.global_variables()[0]), definition.restore_op_name, definition.save_tensor_name


def case_saver_definition():
    with tf.Graph().as_default() as g:
        _model()
        saver = v1.train.Saver()
        second = v1.train.Saver(name="other")
        return str(saver.to_proto()), second.as_saver_def().restore_op_name, [(o.name, o.type) for o in g.get_operations()][-26:]


def case_meta_as_text():
    path = os.path.join(tempfile.mkdtemp(), "m.txt")
    with tf.Graph().as_default():
        _model()
        v1.train.export_meta_graph(path, as_text=True)
    with tf.Graph().as_default() as g:
        return type(v1.train.import_meta_graph(path)).__name__, len(g.get_operations())


def case_meta_without_variables():
    with tf.Graph().as_default():
        tf.constant(1.0)
        meta = v1.train.export_meta_graph()
    with tf.Graph().as_default():
        return v1.train.import_meta_graph(meta)


def case_meta_eagerly():
    return v1.train.export_meta_graph()


def case_meta_missing_file():
    with tf.Graph().as_default():
        try:
            v1.train.import_meta_graph("/no/such/file.meta")
        except OSError as e:
            return str(e)


def case_variable_to_proto():
    with tf.Graph().as_default():
        return sorted(str(_model().to_proto()).splitlines())


def case_unknown_argument():
    with tf.Graph().as_default():
        try:
            v1.train.import_meta_graph(v1.MetaGraphDef(), foo=3)
        except TypeError as e:
            return str(e).split("() ")[1]
