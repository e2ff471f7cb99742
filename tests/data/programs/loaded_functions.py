"""Functions of loaded models: which trace is found by arguments and specs, and what becomes a signature by itself."""

import tempfile

v1 = tf.compat.v1


def told(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def loaded(root, **options):
    path = tempfile.mkdtemp() + "/model"
    tf.saved_model.save(root, path, **options)
    return tf.saved_model.load(path)


def _model():
    model = tf.Module()

    @tf.function
    def scaled(x, training=False):
        return 2 * x if training else 3 * x

    scaled.get_concrete_function(tf.TensorSpec([None], tf.int32), True)
    scaled.get_concrete_function(tf.TensorSpec([None], tf.float32))

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.int32), tf.TensorSpec([None, 2], tf.int32)])
    def joined(x, y):
        return tf.concat([x, y], 1)

    @tf.function
    def nested(given, times=2):
        return given["a"] * times

    nested.get_concrete_function({"a": tf.TensorSpec([], tf.float32)}, 3)
    model.weight = tf.Variable(2.0)

    @tf.function
    def weighted(x):
        return model.weight * x

    weighted.get_concrete_function(tf.TensorSpec([], tf.float32))
    model.scaled, model.joined, model.nested, model.weighted = scaled, joined, nested, weighted
    return loaded(model)


def case_traces_by_specs():
    model, whole, real = _model(), tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.float32)
    nested = {"a": tf.TensorSpec([], tf.float32)}
    return "\n".join(
        str(told(f))
        for f in (
            lambda: model.scaled.get_concrete_function(training=True, x=whole)(tf.constant([1, 2])).numpy(),
            lambda: model.scaled.get_concrete_function(whole),
            lambda: model.scaled.get_concrete_function(whole, True).structured_input_signature,
            lambda: model.scaled.get_concrete_function(tf.TensorSpec([4], tf.int32), True).structured_input_signature,
            lambda: model.scaled.get_concrete_function(tf.constant([1, 2]), True).structured_input_signature,
            lambda: model.scaled.get_concrete_function(real).structured_input_signature,
            lambda: model.scaled.get_concrete_function(),
            lambda: model.joined.get_concrete_function().structured_input_signature,
            lambda: model.joined.get_concrete_function().outputs[0].shape,
            lambda: model.nested.get_concrete_function(nested, 3).structured_input_signature,
            lambda: model.nested.get_concrete_function(nested, times=3).structured_input_signature,
            lambda: model.nested.get_concrete_function(nested),
        )
    )


def case_what_traces_tell():
    model = _model()
    trace = model.weighted.get_concrete_function(tf.TensorSpec([], tf.float32))
    return repr([len(trace.captured_inputs), len(trace.variables), trace.output_dtypes, trace.output_shapes])


def case_signatures_without_arguments():
    class Constant(tf.Module):
        @tf.function
        def value(self):
            return tf.constant(1.0)

    class Default(tf.Module):
        @tf.function
        def value(self, x=2):
            return tf.constant(1.0)

    class Two(Constant):
        @tf.function
        def other(self):
            return tf.constant(2.0)

    made = []
    for kind in (Constant, Default, Two):
        model = loaded(kind())
        made.append([list(model.signatures), list(loaded(model).signatures) if kind is Constant else None])
    return repr(made)


def case_reserved_attributes():
    model = tf.Module()
    model.value = tf.function(lambda: tf.constant(1.0), autograph=False)
    again = loaded(model)
    again.signatures = {"mine": 1}
    model.signatures = 3
    return repr([told(lambda: loaded(again)).split(" object ")[0], list(loaded(model).signatures)])


def case_called_through_objects():
    inner, outer = tf.Module(), tf.Module()
    inner.__call__ = tf.function(lambda x: x * 3.0, input_signature=[tf.TensorSpec(None, tf.float32)], autograph=False)
    outer.__call__ = inner
    model = loaded(outer)
    return repr([callable(model), float(model(tf.constant(1.0)))])


def case_sets_of_tags():
    model, path = tf.Module(), tempfile.mkdtemp() + "/model"
    tf.saved_model.save(model, path)
    made = [type(tf.saved_model.load(path, tags=tags)).__name__ for tags in ("serve", {"serve"}, ["serve"], ("serve",))]
    made += [told(lambda tags=tags: tf.saved_model.load(path, tags=tags)).replace(path, "PATH") for tags in ("x", {"gpu"}, [])]
    return repr(made)


def case_ragged_signatures():
    path = tempfile.mkdtemp() + "/model"
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.ragged.placeholder(tf.float32, 1, [])
        info = v1.saved_model.build_tensor_info(x)
        names = [part.name for part in info.composite_tensor.components]
        again = v1.saved_model.get_tensor_from_tensor_info(info)
        v1.saved_model.simple_save(session, path, {"x": x}, {"y": x * 2.0})
    signature = tf.saved_model.load(path).signatures["serving_default"]
    given = dict(zip(sorted(signature.structured_input_signature[1]), (tf.constant([1.0, 2.0]), tf.constant([0, 1, 2], tf.int64))))
    return repr([len(names), again.shape, sorted(given), signature(**given)["y"].to_list()])
