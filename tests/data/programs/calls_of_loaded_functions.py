"""Calls of functions of a SavedModel that fit its traces and that do not: results, and the texts of errors."""

import os
import tempfile

import numpy as np


class Functions(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(2.0)

    @tf.function
    def defaults(self, x, k=2, *, flag=True):
        return x * float(k) if flag else x

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.int32)])
    def specified(self, x, n):
        return x * tf.cast(n, tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def __call__(self, x):
        return x * self.v

    @tf.function
    def pair(self, a, b):
        return a + b

    @tf.function
    def never(self, x):
        return x


def _loaded():
    made = Functions()
    made.defaults(tf.ones([2]))
    made.pair(tf.ones([2]), tf.ones([2]))
    path = tempfile.mkdtemp()
    tf.saved_model.save(made, path)
    return tf.saved_model.load(path)


def _told(call):
    try:
        return call()
    except (TypeError, ValueError) as e:
        return type(e).__name__, str(e)


def case_defaults():
    f = _loaded().defaults
    return [
        _told(call)
        for call in (
            lambda: f(tf.ones([2])),
            lambda: f([1.0, 1.0]),
            lambda: f(np.ones([2], np.float32), 2),
            lambda: f(),
            lambda: f(tf.ones([2]), 2, 3),
            lambda: f(tf.ones([2]), bad=1),
            lambda: f(tf.ones([3])),
            lambda: f(tf.ones([2]), flag=False),
        )
    ]


def case_specified():
    f = _loaded().specified
    return [
        _told(call)
        for call in (
            lambda: f(tf.ones([3, 2]), 3),
            lambda: f([[1.0, 2.0]], n=tf.constant(2)),
            lambda: f(tf.ones([3]), 3),
            lambda: f(tf.ones([3, 2])),
            lambda: f(tf.ones([3, 2]), 2.5),
            lambda: f(tf.ones([3, 2]), tf.constant(2.5)),
            lambda: f(tf.ones([3, 2]), 2, 1),
            lambda: f(x=tf.ones([3, 2]), n=2, q=1),
            lambda: f("a", 1),
        )
    ]


def case_objects_that_are_called():
    loaded = _loaded()
    return [
        _told(call)
        for call in (
            lambda: loaded(tf.ones([2])),
            lambda: loaded(tf.ones([2, 2])),
            lambda: loaded(tf.ones([2]), 1),
            lambda: loaded(),
            lambda: loaded.pair(tf.ones([2]), tf.ones([3])),
            lambda: loaded.never(tf.ones([2])),
        )
    ]


def case_what_signatures_tell():
    serve = _loaded().signatures["serving_default"]
    text = str(serve).replace(str(id(serve.captured_inputs[0])), "ID")
    return len(serve.captured_inputs), text.split("Captures:")[0]


def case_assets_without_a_file():
    folder = tempfile.mkdtemp()
    names = ["gone", "kept"]
    module = tf.Module()
    for name in names:
        tf.io.write_file(os.path.join(folder, name), name)
        setattr(module, name, tf.saved_model.Asset(os.path.join(folder, name)))
    os.remove(os.path.join(folder, "gone"))
    tf.saved_model.save(module, os.path.join(folder, "model"))
    loaded = tf.saved_model.load(os.path.join(folder, "model"))
    paths = [getattr(loaded, name).asset_path.numpy().decode() for name in names]
    return [os.path.relpath(path, folder) for path in paths], [os.path.exists(path) for path in paths]


def case_shapes_of_what_is_saved_again():
    class Inner(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None])])
        def __call__(self, x):
            return x * 2.0

    class Outer(tf.Module):
        def __init__(self):
            self.inner = Inner()

        @tf.function
        def twice(self, x):
            return self.inner(x)

        @tf.function
        def total(self, x):
            return {"sum": tf.reduce_sum(x)}

    model = Outer()
    model.twice(tf.ones([2]))
    model.total.get_concrete_function(tf.TensorSpec([None, 2]))
    model.total.get_concrete_function(tf.TensorSpec(None))
    for _ in range(3):
        folder = tempfile.mkdtemp()
        tf.saved_model.save(model, folder)
        model = tf.saved_model.load(folder)
        for function in (model.twice, model.total):
            print(sorted(str(tf.nest.flatten(trace.structured_outputs)[0].shape) for trace in function.concrete_functions))


def _again(model, options=None, loading=None):
    folder = tempfile.mkdtemp()
    tf.saved_model.save(model, folder, options=options)
    return tf.saved_model.load(folder, options=loading)


def _kind(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def case_concrete_functions_of_nested_arguments():
    def pick(x, training=True):
        number, (a, b) = x
        return 2 * a["a"] + b if training else a["a"]

    def scaled(x, factor=3, *, shift=2):
        return x * factor + shift

    ten, eleven = tf.constant(10), tf.constant(11)
    given, other, unfit = [6, ({"a": ten}, eleven)], [6, ({"a": eleven}, ten)], [7, ({"a": ten}, eleven)]
    model = tf.Module()
    model.pick = tf.function(pick).get_concrete_function(given)
    model.scaled = tf.function(scaled).get_concrete_function(tf.TensorSpec([], tf.int32))
    model.total = tf.function(lambda r: tf.reduce_sum(r)).get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32))
    for _ in range(2):
        model = _again(model)
        print(model.pick.structured_input_signature)
        print(model.pick(given, True).numpy(), model.pick(x=other, training=True).numpy(), model.pick(ten, eleven).numpy())
        for call in (
            lambda: model.pick(unfit, True),
            lambda: model.pick(given, False),
            lambda: model.pick(given),
            lambda: model.pick(x=given),
            lambda: model.pick(),
            lambda: model.pick(unfit),
            lambda: model.scaled(5),
            lambda: model.scaled(ten, 4, shift=2),
            lambda: model.scaled(ten, shift=3),
        ):
            print(_kind(call))
        print(model.scaled(ten).numpy(), model.scaled(ten, 3, shift=2).numpy(), model.scaled(x=ten).numpy())
        print(model.total(tf.ragged.constant([[1, 2], [3]])).numpy())


def case_variables_of_sizes_that_were_unknown():
    class Keeper(tf.Module):
        def __init__(self, how):
            super().__init__()
            self.v, self.how = None, how

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
        def keep(self, x):
            if self.v is None:
                self.v = self.how(x)
            return self.v.read_value()

    for how in (
        lambda x: tf.Variable(x),
        lambda x: tf.Variable(x, shape=[3]),
        lambda x: tf.Variable(x, shape=tf.TensorShape(None)),
        lambda x: tf.Variable(tf.zeros(tf.shape(x), tf.int64)),
        lambda x: tf.Variable(tf.zeros([3], tf.int64)),
    ):
        model = Keeper(how)
        print(model.keep([1, 2, 3]).numpy(), model.v.shape)
        loaded = _again(model)
        print(loaded.v.shape, _kind(lambda: loaded.v.assign([1, 2, 3, 4]).shape), _kind(lambda: loaded.keep([5]).numpy()))


def case_what_is_told_of_the_file():
    model = tf.Module()
    model.f = tf.function(lambda x: 2.0 * x, input_signature=[tf.TensorSpec(None)])
    model.function_aliases = tf.Variable(1.0)
    options = tf.saved_model.SaveOptions(function_aliases={"twice": model.f})
    loaded = _again(model, options)
    print(loaded.tensorflow_version, loaded.tensorflow_git_version == tf.version.GIT_VERSION, loaded.function_aliases.numpy())
    try:
        _again(model, options, tf.saved_model.LoadOptions(experimental_load_function_aliases=True))
    except ValueError as e:
        print(e)


def case_attributes_of_functions():
    for value in ("x", True, 2, 1.5, ["x", True], [], (1, 2), [None], [[1]], {"a": 1}, None):

        def twice(x):
            return x * 2.0

        made = tf.function(twice, experimental_attributes={"disable_summaries_at_runtime": value})
        try:
            concrete = made.get_concrete_function(tf.TensorSpec([]))
            print(str(concrete.function_def.attr["disable_summaries_at_runtime"]).split(), made(tf.constant(1.0)).numpy())
        except ValueError as e:
            print(e)
