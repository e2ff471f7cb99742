"""Utilities of private modules that libraries use: names, weights of losses, states of metrics, operators as functions."""

import collections
import functools
import logging
import tempfile

import numpy as np
from keras.src import backend
from keras.src.engine import keras_tensor
from keras.src.saving import serialization_lib
from keras.src.utils import generic_utils, losses_utils
from tensorflow.python.framework import ops
from tensorflow.python.layers import convolutional
from tensorflow.python.ops import confusion_matrix, control_flow_ops, metrics_impl, summary_op_util
from tensorflow.python.platform import flags
from tensorflow.python.util import compat, deprecation, function_utils, tf_decorator, tf_inspect
from tensorflow.tools.docs import doc_controls

v1 = tf.compat.v1


def _outcomes(functions):
    lines = []
    for f in functions:
        try:
            lines.append(repr(f()))
        except Exception as e:
            lines.append(f"{type(e).__name__}: {e}")
    return "\n".join(lines)


def case_object_names():
    name = backend.unique_object_name
    made = [name("thing"), name("thing"), name("thing", zero_based=True), name("other", zero_based=True), name("other", zero_based=True)]
    counts = collections.defaultdict(int)
    made += [name("third", avoid_names=["third_1"]), name("third", namespace="n"), name("x", counts), name("x", counts, zero_based=True)]
    return made, dict(counts)


def case_object_names_and_layers():
    tf.keras.backend.clear_session()
    layers = [tf.keras.layers.Dense(1).name, backend.unique_object_name("dense", zero_based=True), backend.unique_object_name("dense")]
    layers.append(tf.keras.layers.Dense(1).name)
    tf.keras.layers.Dense(1, name="dense_4")
    return layers, backend.unique_object_name("dense", zero_based=True, avoid_observed_names=True)


def case_arguments():
    g = generic_utils

    @g.default
    def plain():
        pass

    return _outcomes(
        (
            lambda: g.check_for_unexpected_keys("x", {"a": 1, "c": 2}, ["a"]),
            lambda: g.check_for_unexpected_keys("x", {"a": 1}, ["a"]),
            lambda: g.validate_kwargs({"a": 1, "b": 2}, {"a"}),
            lambda: g.validate_kwargs({"a": 1}, {"a"}),
            lambda: (g.has_arg(lambda a, **k: 0, "b"), g.has_arg(lambda a, **k: 0, "b", accept_all=True), g.has_arg(lambda a: 0, "a")),
            lambda: (g.is_default(plain), g.is_default(_outcomes)),
            lambda: (g.to_list(1), g.to_list([1]), g.to_list((1, 2))),
            lambda: (g.is_all_none([None, [None]]), g.is_all_none(None), g.is_all_none([1, None])),
            lambda: [g.to_snake_case(x) for x in ("GlobalAveragePooling2D", "_Ab", "ABCd")],
            lambda: g.make_batches(10, 4),
        )
    )


def case_slices_of_arrays():
    g, rows = generic_utils, np.arange(4)
    return _outcomes(
        (
            lambda: g.slice_arrays([rows, rows + 1], 1, 3),
            lambda: g.slice_arrays(rows, 1, 3),
            lambda: g.slice_arrays(None),
            lambda: g.slice_arrays([rows, None], [0, 2]),
            lambda: g.slice_arrays(rows, np.array([0, 2])),
            lambda: g.slice_arrays([3, rows], 1),
            lambda: g.slice_arrays([rows, None], [0, 2], 3),
            lambda: g.slice_arrays(rows),
        )
    )


def case_squeezed():
    two, column, wide = tf.ones([2]), tf.ones([2, 1]), tf.ones([2, 3])
    shapes = lambda found: [None if x is None else x.shape for x in found]  # noqa: E731
    fit, squeeze = losses_utils.squeeze_or_expand_dimensions, losses_utils.remove_squeezable_dimensions
    return (
        [shapes(squeeze(a, b)) for a, b in ((column, two), (two, column), (wide, two), (two, two))],
        shapes(squeeze(two, column, expected_rank_diff=1)),
        shapes(confusion_matrix.remove_squeezable_dimensions(column, two)),
        [shapes(fit(*given)) for given in ((column, two, two), (wide,), (wide, None, two), (wide, two, tf.ones([2, 3, 1])), (two, column))],
    )


def case_weighted_losses():
    losses = tf.constant([1.0, 2.0])
    return (
        [losses_utils.reduce_weighted_loss(losses, r) for r in ("none", "sum", "sum_over_batch_size")],
        [tf.keras.__internal__.losses.compute_weighted_loss(losses, w) for w in (None, [1.0, 3.0], [[1.0], [2.0]])],
        losses_utils.compute_weighted_loss(losses, 2.0, "none"),
        losses_utils.compute_weighted_loss(losses, 2.0, "auto"),
    )


def case_weighted_losses_reduction():
    return losses_utils.compute_weighted_loss([1.0], None, "mean")


def case_dtypes_of_losses():
    cast = losses_utils.cast_losses_to_common_dtype
    return cast([tf.constant(1.0, tf.float16), tf.constant(2.0)]), cast([tf.constant(1), tf.constant(2.0)]), cast([tf.constant(1)])


def case_masks():
    y, mask = tf.constant([[1.0, 2.0]]), tf.constant([[True, False]])
    apply = losses_utils.apply_mask
    return losses_utils.get_mask(y), apply(y, tf.ones([1, 2]), mask), apply(y, None, mask), apply(y, tf.ones([1]), None)


def case_scaled_loss():
    return losses_utils.scale_loss_for_distribution(tf.constant(2.0))


def case_kinds_of_keras_tensors():
    ragged, sparse, dense = tf.keras.Input([None], ragged=True), tf.keras.Input([3], sparse=True), tf.keras.Input([3])
    kinds = (keras_tensor.KerasTensor, keras_tensor.RaggedKerasTensor, keras_tensor.SparseKerasTensor)
    public = tf.keras.__internal__
    assert kinds == (public.KerasTensor, public.RaggedKerasTensor, public.SparseKerasTensor)
    values = (ragged, sparse, dense, ragged + 1.0, ragged.to_tensor(), tf.ones(1), None)
    return [[isinstance(x, kind) for kind in kinds] for x in values], [issubclass(kind, kinds[0]) for kind in kinds]


def case_safe_mode():
    layer = tf.keras.layers.Lambda(lambda x: x)
    config = serialization_lib.serialize_keras_object(layer)
    for mode in (True, False):
        with serialization_lib.SafeModeScope(mode):
            try:
                made = type(serialization_lib.deserialize_keras_object(config, safe_mode=mode)).__name__
            except ValueError:
                made = "ValueError"
    return made


def case_with_dependencies():
    with tf.Graph().as_default() as graph:
        v = v1.get_variable("v", [], initializer=v1.zeros_initializer())
        step = v.assign(3.0).op
        made = control_flow_ops.with_dependencies([step], tf.constant(2))
        named = control_flow_ops.with_dependencies([step], tf.constant(2), name="after")
        with v1.Session(graph=graph) as session:
            session.run(v.initializer)
            return made.name, named.name, session.run([made, named]), session.run(v)


def case_with_dependencies_eagerly():
    return control_flow_ops.with_dependencies([tf.constant(1)], tf.constant(2))


def case_states_of_metrics():
    with tf.Graph().as_default():
        v = metrics_impl.metric_variable([2], tf.float32, name="state")
        collections = [v1.get_collection(key) for key in (v1.GraphKeys.LOCAL_VARIABLES, v1.GraphKeys.METRIC_VARIABLES)]
        value = metrics_impl._aggregate_variable(v, ["found"])
        ratio = metrics_impl._safe_scalar_div(tf.constant(3.0), tf.constant([2.0, 0.0]), name="ratio")
        with v1.Session() as session:
            session.run(v1.local_variables_initializer())
            return v.trainable, collections, value is v1.get_collection("found")[0], session.run([value, ratio])


def case_shapes_of_metrics():
    two, column = tf.ones([2]), tf.ones([2, 1])
    found = []
    for given in ((column, two, two), (two, column, column), (two, None, None), (column, column, two), (two, two, tf.constant(1.0))):
        found.append([None if x is None else x.shape for x in metrics_impl._remove_squeezable_dimensions(*given)])
    return found


def case_names_of_summaries():
    found = []
    with tf.Graph().as_default():
        for name in ("x y", "/a", "v:0", "a/b", "q"):
            found.append(v1.summary.scalar(name, 1.0).name)
        found.append(v1.summary.histogram("v:0", [1.0], family="f g").name)
        found += [summary_op_util.clean_tag(name) for name in ("x y", None, "//a")]
    return found


def case_tags_of_summaries():
    with tf.Graph().as_default(), v1.Session() as session:
        made = [v1.summary.scalar("a b:0", 1.0), v1.summary.scalar("c", 2.0, family="f:1")]
        return [v1.Summary.FromString(text).value[0].tag for text in session.run(made)]


def case_scopes_of_summaries():
    found = []

    def scope(*given, **named):
        with summary_op_util.summary_scope(*given, **named) as made:
            found.append(made)

    with tf.Graph().as_default():
        scope("a")
        scope("a", family="f")
        scope(None, default_name="d")
        scope("x y", values=[tf.constant(1)])
        with tf.name_scope("n"):
            scope("a")
            scope("a", family="f")
        thing = tf.constant(1)
        for collections in (None, ["z"], []):
            summary_op_util.collect(thing, collections, ["k"])
        return found, v1.get_collection("k"), v1.get_collection("z")


def case_operators():
    o = tf.__operators__
    ragged = tf.ragged.constant([[1], [2]])
    return _outcomes(
        (
            lambda: o.add(tf.constant(1), 2),
            lambda: o.add(tf.constant("a"), "b"),
            lambda: o.getitem(tf.constant([1, 2]), slice(1, None)),
            lambda: (o.eq(tf.constant([1, 2]), 1), o.eq(tf.constant(1), None), o.eq(1, 1)),
            lambda: (o.ne(tf.constant([1, 2]), 1), o.ne(tf.constant(1), None)),
            lambda: o.ragged_getitem(ragged, 1),
        )
    )


def case_operators_on_parts_of_variables():
    v = tf.Variable([1, 2, 3])
    tf.__operators__.getitem(tf.constant(v), slice(1, None), var=v).assign([5, 6])
    return v


def case_operators_on_keras_tensors():
    x = tf.keras.Input([3])
    return [y.shape for y in (tf.__operators__.add(x, 1.0), tf.__operators__.getitem(x, slice(1, None)))]


def case_internal_names():
    internal = tf.__internal__
    return _outcomes(
        (
            lambda: internal.tf2.enabled(),
            lambda: internal.ops.broadcast_weights(tf.constant([[1.0], [2.0]]), tf.ones([2, 3])),
            lambda: internal.ops.is_resource_variable(tf.Variable(1)),
            lambda: internal.nest.list_to_tuple([1, [2]]),
        )
    )


def case_layers_under_old_names():
    pairs = ("Convolution1D Conv1D", "Convolution2D Conv2D", "Convolution3D Conv3D", "SeparableConvolution2D SeparableConv2D")
    return [getattr(convolutional, a) is getattr(convolutional, b) for a, b in map(str.split, pairs)]


def case_other_names():
    return (
        sorted(n for n in ("DEFINE_string", "DEFINE_integer", "DEFINE_boolean", "FLAGS") if hasattr(flags, n)),
        [isinstance(1, kinds) for kinds in (compat.integral_types, compat.real_types, compat.complex_types, compat.bytes_or_text_types)],
        [isinstance(np.float32(1), kinds) for kinds in (compat.integral_types, compat.real_types, compat.complex_types)],
        ops.get_default_graph() is not None,
    )


def _layer(x):
    """The spec of a Keras tensor and the layer that made it."""
    return x.type_spec if isinstance(x.type_spec, tf.RaggedTensorSpec) else (x.shape, x.dtype), type(x._keras_history.layer).__name__


def case_attributes_of_ragged_keras_tensors():
    tf.keras.backend.clear_session()
    x = tf.keras.Input([None, None], ragged=True, name="x")
    found = [_layer(getattr(x, name)) for name in ("values", "flat_values", "row_splits")]
    found += [[_layer(part) for part in x.nested_row_splits], x.ragged_rank]
    for name in "bounding_shape nrows row_lengths row_limits row_starts to_tensor value_rowids".split():
        found.append((name, _layer(getattr(x, name)())))
    found += [_layer(part) for part in (*x.nested_row_lengths(), *x.nested_value_rowids())]
    found += [_layer(x.merge_dims(1, 2)), _layer(x.with_row_splits_dtype("int32")), _layer(x.with_flat_values(x.flat_values * 2))]
    found += [_layer(x.with_values(x.values)), type(x.to_sparse().type_spec).__name__]
    return "\n".join(map(str, found))


def case_attributes_of_sparse_keras_tensors():
    s = tf.keras.Input([3], sparse=True)
    return [_layer(x) for x in (s.indices, s.values, s.dense_shape)], type(s.with_values(s.values * 2).type_spec).__name__


def case_attributes_of_other_keras_tensors():
    return _outcomes((lambda: tf.keras.Input([3]).to_tensor(), lambda: tf.keras.Input([3]).values))


def _model_of_ragged():
    tf.keras.backend.clear_session()
    x = tf.keras.Input([None], ragged=True, name="x")
    return tf.keras.Model(x, [x.to_tensor(default_value=-1.0, shape=[None, 4]), x.row_lengths(), x.values * 2.0])


def case_models_of_ragged_attributes():
    model = _model_of_ragged()
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    again = tf.keras.Model.from_config(model.get_config())
    other = tf.keras.models.clone_model(model)
    print([layer.get_config() for layer in model.layers[1:]])
    again.summary()
    return model(ragged), again(ragged), other(ragged), model.predict(ragged, verbose=0)


def case_saved_models_of_ragged_attributes():
    path = f"{tempfile.mkdtemp()}/model.keras"
    _model_of_ragged().save(path)
    return tf.keras.models.load_model(path)(tf.ragged.constant([[1.0], [2.0, 3.0]]))


def case_marks_of_documentation():
    found = []
    for name in """do_not_generate_docs do_not_doc_inheritable for_subclass_implementers doc_in_current_and_subclasses
    do_not_doc_in_subclasses doc_private set_deprecated""".split():

        def marked():
            pass

        found.append((name, getattr(doc_controls, name)(marked) is marked, vars(marked)))

    @doc_controls.header("above")
    @doc_controls.inheritable_header("for all")
    class Marked:
        pass

    class Derived(Marked):
        pass

    found += [doc_controls.get_header(Marked), doc_controls.get_header(found), doc_controls.get_inheritable_header(Derived)]
    return found


def case_iterators_as_tests_of_datasets_step_them():
    from tensorflow.python.data.ops import dataset_ops
    from tensorflow.python.framework import sparse_tensor

    sparse = tf.sparse.from_dense([1, 0])
    print([sparse_tensor.is_sparse(x) for x in (sparse, tf.compat.v1.SparseTensorValue([[0]], [1], [2]), (1, 2, 3), [1])])
    iterator = iter(tf.data.Dataset.range(1))
    print(iterator._next_internal(), dataset_ops.INFINITE, dataset_ops.UNKNOWN)
    try:
        iterator._next_internal()
    except tf.errors.OutOfRangeError as error:
        print(error.message)


def _logged(calls):
    """The last line of what each of `calls` logs, and what it returns."""
    seen, made = [], []

    class Kept(logging.Handler):
        def emit(self, record):
            seen.append(record.getMessage().split(" (from")[0].split(": ")[-1] + " ... " + record.getMessage().split("\n")[-1])

    logger, handler = tf.get_logger(), Kept()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel("WARNING")
    try:
        for call in calls:
            made.append((call(), list(seen)))
            seen.clear()
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    return made


def case_what_is_deprecated():
    @deprecation.deprecated("2030-01-01", "use z")
    def going(a):
        """Doc.

        Args:
          a: x
        """
        return a

    @deprecation.deprecated(None, "use z", warn_once=False)
    def always(a):
        return a

    @deprecation.deprecated_args("2030-01-01", "no b", "b")
    def argument(a, b=None):
        "One."
        return a

    @deprecation.deprecated_args(None, "no b", ("b", 3), warn_once=False)
    def other_values(a, b=None):
        return a

    @deprecation.deprecated_arg_values("2030-01-01", "no True", b=True)
    def value(a, b=False):
        "One."
        return a

    @deprecation.deprecated("2030-01-01", "use another")
    class Old:
        """A class."""

        def __init__(self, x):
            self.x = x

    class Older(Old):
        pass

    alias = deprecation.deprecated_alias("old.n", "new.n", going)
    calls = [
        *(lambda f=f: f(1) for f in (going, going, always, always, argument, value, alias)),
        *(lambda f=f, b=b: f(1, b) for f in (argument, other_values, value) for b in (3, 4, True)),
        *(lambda f=f, b=b: f(1, b=b) for f in (argument, other_values, value) for b in (3, 4, True)),
        lambda: Old(3).x,
        lambda: Older(4).x,
    ]

    def in_graph():
        with tf.Graph().as_default():
            return [c() for c in calls[7:16]]

    texts = [f.__doc__ for f in (going, always, argument, other_values, value, alias, Old)]
    wrong = [
        lambda: deprecation.deprecated("2030-1", "x")(going),
        lambda: deprecation.deprecated("2030-01-01", "")(going),
        lambda: deprecation.deprecated_args("2030-01-01", "x")(going),
        lambda: deprecation.deprecated_args("2030-01-01", "x", "zz")(argument),
        lambda: deprecation.deprecated_args("2030-01-01", "x", "a", once=True)(argument),
        lambda: deprecation.deprecated_arg_values("2030-01-01", "x")(going),
        lambda: deprecation.deprecated_argument_lookup("new", 3, "old", 3),
        lambda: deprecation.rewrite_argument_docstring("`old`, old: x", "old", "new"),
        lambda: deprecation.HIDDEN_ATTRIBUTE.__get__(3, int),
    ]
    return repr((_logged(calls), _logged([in_graph]), texts)) + "\n" + _outcomes(wrong)


def case_what_decorates():
    def dec(f):
        @functools.wraps(f)
        def call(*args, **kwargs):
            return f(*args, **kwargs)

        return tf_decorator.make_decorator(f, call, "dec", "doc")

    @dec
    def inner(a, b=1, *c, d=2, **e):
        return a

    def plain(x):
        return x

    class Called:
        def method(self, q):
            return q

    found = tf_decorator.unwrap(inner)
    return _outcomes([
        lambda: [d.decorator_name for d in found[0]],
        lambda: tf_inspect.getargspec(inner),
        lambda: tf_inspect.getargspec(functools.partial(plain, x=2)),
        lambda: tf_inspect.getfullargspec(inner),
        lambda: tf_decorator.rewrap(inner, found[1], plain)(3),
        lambda: tf_decorator.rewrap(plain, plain, len)([1]),
        lambda: function_utils.get_func_name(Called().method),
    ])  # fmt: skip


def case_decorators_that_are_seen_through():
    def plain(a, b=2, *c, d=3):
        """What it does."""

    class Thing:
        pass

    def steps():
        yield 1

    spec = tf_inspect.FullArgSpec(["x"], None, None, None, [], None, {})
    inner = tf_decorator.TFDecorator("inner", plain)
    told = tf_decorator.TFDecorator("told", plain, "", spec)
    made = tf_decorator.make_decorator(plain, lambda *args, **kwargs: None, "made", "", spec)
    both = tf_decorator.TFDecorator("both", told)
    kinds = (tf_inspect.isfunction, tf_inspect.isclass, tf_inspect.ismethod, tf_inspect.isroutine, tf_inspect.isgeneratorfunction)
    return _outcomes(
        [
            *(lambda x=x: tuple(tf_inspect.getfullargspec(x)) for x in (inner, told, made, both)),
            *(lambda x=x: [kind(x) for kind in kinds] for x in (inner, both, made, plain, 3)),
            *(lambda x=x: [kind(tf_decorator.TFDecorator("n", x)) for kind in kinds] for x in (Thing, steps, [].append)),
            lambda: tf_inspect.getsource(tf_decorator.TFDecorator("n", Thing)) == tf_inspect.getsource(Thing),
            lambda: tf_inspect.getsourcelines(both) == tf_inspect.getsourcelines(plain),
            lambda: tf_inspect.getfile(both) == tf_inspect.getsourcefile(inner) == tf_inspect.getfile(plain),
        ]
    )
