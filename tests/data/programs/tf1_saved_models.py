"""Saved models of TensorFlow 1: written by a session, read into another."""

import os
import tempfile

v1 = tf.compat.v1
saved = v1.saved_model


def _why(f, folder):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e).replace(folder, "FOLDER")


def _graph():
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    w = v1.get_variable("w", initializer=[[1.0], [2.0]])
    b = v1.get_variable("b", initializer=0.5, trainable=False)
    return x, w, b, tf.add(tf.matmul(x, w), b, name="y")


def case_simple():
    folder = os.path.join(tempfile.mkdtemp(), "model")
    with tf.Graph().as_default(), v1.Session() as s:
        x, w, b, y = _graph()
        s.run(v1.global_variables_initializer())
        s.run(w.assign([[10.0], [20.0]]))
        saved.simple_save(s, folder, {"x": x}, {"y": y})
        print(_why(lambda: saved.simple_save(s, folder, {"x": x}, {"y": y}), folder))
    print(sorted(os.listdir(folder)), saved.maybe_saved_model_directory(folder), saved.loader.maybe_saved_model_directory("/no/such"))
    with tf.Graph().as_default(), v1.Session() as s:
        meta = saved.loader.load(s, [saved.tag_constants.SERVING], folder)
        signature = meta.signature_def[saved.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY]
        print(type(meta).__name__, list(meta.meta_info_def.tags), list(meta.signature_def), signature.method_name)
        x, y = signature.inputs["x"], signature.outputs["y"]
        print(x.name, y.name, x.dtype, [d.size for d in x.tensor_shape.dim], saved.utils.get_tensor_from_tensor_info(x).shape)
        print(s.run(y.name, {x.name: [[1, 1]]}).tolist(), [v.name for v in v1.global_variables()], [v.name for v in v1.trainable_variables()])
    with tf.Graph().as_default(), v1.Session() as s:
        saved.load(s, ["serve"], folder, import_scope="within")
        print([v.name for v in v1.global_variables()], s.run("within/y:0", {"within/x:0": [[1, 0]]}).tolist())
        print(_why(lambda: saved.loader.load(s, ["train"], folder), folder))
        print(_why(lambda: saved.loader.load(s, ["serve"], "/no/such"), folder))


def case_several_graphs_and_files():
    folder = tempfile.mkdtemp()
    words = os.path.join(folder, "words.txt")
    with open(words, "w") as file:
        file.write("a b")
    path = os.path.join(folder, "model")
    builder = saved.builder.SavedModelBuilder(path)
    with tf.Graph().as_default(), v1.Session() as s:
        x, w, b, y = _graph()
        name = tf.constant(words)
        v1.add_to_collection(v1.GraphKeys.ASSET_FILEPATHS, name)
        tf.io.read_file(name, name="content")
        s.run(v1.global_variables_initializer())
        info = saved.utils.build_tensor_info
        signature = saved.signature_def_utils.build_signature_def({"x": info(x)}, {"y": info(y)}, saved.signature_constants.PREDICT_METHOD_NAME)
        print(_why(lambda: builder.add_meta_graph(["more"]), folder))
        builder.add_meta_graph_and_variables(
            s, ["train", "gpu"], signature_def_map={"serving_default": signature},
            assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS), main_op=tf.group(v1.assign(b, 7.0)))
        print(_why(lambda: builder.add_meta_graph_and_variables(s, ["x"]), folder))
    with tf.Graph().as_default():
        _graph()
        builder.add_meta_graph(["serve"], clear_devices=True)
    print(builder.save().replace(folder.encode(), b""), sorted(os.listdir(path)), os.listdir(os.path.join(path, "assets")))
    os.remove(words)
    with tf.Graph().as_default(), v1.Session() as s:
        meta = saved.loader.load(s, ["gpu", "train"], path)
        print(list(meta.signature_def), s.run("y:0", {"x:0": [[1, 1]]}).tolist(), [a.filename for a in meta.asset_file_def])
    with tf.Graph().as_default(), v1.Session() as s:
        meta = saved.loader.load(s, ["serve"], path)
        return dict(meta.signature_def), s.run("y:0", {"x:0": [[1, 1]]}).tolist()


def case_as_text():
    path = os.path.join(tempfile.mkdtemp(), "model")
    builder = saved.Builder(path)
    with tf.Graph().as_default(), v1.Session() as s:
        _graph()
        s.run(v1.global_variables_initializer())
        builder.add_meta_graph_and_variables(s, ["serve"])
        builder.save(as_text=True)
    print(sorted(os.listdir(path)))
    with tf.Graph().as_default(), v1.Session() as s:
        saved.load(s, ["serve"], path)
        return s.run("y:0", {"x:0": [[1, 1]]}).tolist()


def case_signatures():
    with tf.Graph().as_default():
        text, real = tf.constant(["a"]), tf.constant([0.5])
        for f in (lambda: saved.predict_signature_def({}, {}), lambda: saved.predict_signature_def({"a": text}, {}),
                  lambda: saved.classification_signature_def(None, None, None),
                  lambda: saved.classification_signature_def(text, None, None),
                  lambda: saved.classification_signature_def(real, text, None),
                  lambda: saved.regression_signature_def(None, None), lambda: saved.regression_signature_def(text, None)):
            print(_why(f, ""))
        for made in (saved.classification_signature_def(text, text, real), saved.regression_signature_def(text, real),
                     saved.predict_signature_def({"a": real}, {"b": text}), saved.build_signature_def({}, {}, "other")):
            print(made.method_name, sorted(made.inputs), sorted(made.outputs), saved.is_valid_signature(made))
        sparse = saved.build_tensor_info(tf.sparse.from_dense([1, 0]))
        print(sparse.WhichOneof("encoding"), type(saved.get_tensor_from_tensor_info(sparse)).__name__)
        print(saved.build_tensor_info(v1.placeholder(tf.float32)).tensor_shape.unknown_rank)
    print(_why(lambda: saved.build_tensor_info(tf.constant(1)), ""))
    return saved.MAIN_OP_KEY, saved.LEGACY_INIT_OP_KEY, saved.constants.SAVED_MODEL_FILENAME_PB, saved.tag_constants.TPU


def case_defaults_of_signatures():
    class Model(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([]), tf.TensorSpec([])])
        def scaled(self, x, by=tf.constant(3.0), plus=tf.constant(1.0)):
            return {"out": x * by + plus}

    folder, model = tempfile.mkdtemp(), Model()
    tf.saved_model.save(model, folder, signatures={"scaled": model.scaled, "concrete": model.scaled.get_concrete_function()})
    with tf.Graph().as_default() as graph, v1.Session() as session:
        made = saved.load(session, ["serve"], folder)
        for name in ("scaled", "concrete"):
            signature = made.signature_def[name]
            kept = {key: float(tf.make_ndarray(value)) for key, value in signature.defaults.items()}
            types = {key: graph.get_tensor_by_name(info.name).op.type for key, info in signature.inputs.items()}
            print(name, sorted(kept.items()), sorted(types.items()))
        signature = made.signature_def["scaled"]
        at = {key: info.name for key, info in signature.inputs.items()}
        given = [{at["x"]: [1.0]}, {at["x"]: [1.0], at["by"]: 5.0}]
        print([session.run(signature.outputs["out"].name, feeds).tolist() for feeds in given])
    return tf.saved_model.load(folder).signatures["scaled"](x=tf.constant([1.0]), by=tf.constant(2.0), plus=tf.constant(0.0))


def case_defaults_of_built_signatures():
    build = lambda default: saved.build_signature_def(defaults={"x": default}).defaults
    made = [tf.make_ndarray(build(tf.constant([1, 2]))["x"])]
    with tf.Graph().as_default():
        made.append(tf.make_ndarray(build(tf.constant(2.0))["x"]))
        try:
            build(v1.placeholder(tf.float32, name="given"))
        except ValueError as error:
            print(str(error).split(" of type ")[0])
    return made


def case_loss_scale_of_none():
    optimizer = v1.train.GradientDescentOptimizer(0.1)
    v1.mixed_precision.MixedPrecisionLossScaleOptimizer(optimizer, None)


def case_methods_of_a_model_in_text():
    folder = os.path.join(tempfile.mkdtemp(), "model")
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [], name="x")
        builder = saved.Builder(folder)
        signature = saved.predict_signature_def({"x": x}, {"y": x + 1.0})
        builder.add_meta_graph_and_variables(session, ["serve"], {"plus": signature})
        builder.save(as_text=True)
    other = tempfile.mkdtemp()
    for target in (None, other):
        updater = saved.signature_def_utils.MethodNameUpdater(folder)
        updater.replace_method_name(signature_key="plus", method_name="add/one", tags=["serve"])
        updater.save(target)
        with tf.Graph().as_default(), v1.Session() as session:
            made = saved.load(session, ["serve"], target or folder)
            print(sorted(f for f in os.listdir(target or folder) if f.startswith("saved_model")), made.signature_def["plus"].method_name)
