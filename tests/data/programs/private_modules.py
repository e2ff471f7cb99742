"""What libraries use of private modules that have no public counterpart."""

import collections
import functools
import inspect
import json
import sys
import unittest

import keras
import numpy as np
from absl.testing import parameterized
from keras.src.utils import control_flow_util, conv_utils, tf_utils
from tensorflow.python.data.util import nest as data_nest
from tensorflow.python.eager import context, monitoring
from tensorflow.python.feature_column import feature_column_lib
from tensorflow.python.framework import op_def_registry, ops, tensor_spec, test_util
from tensorflow.python.ops import op_selector, resource_variable_ops
from tensorflow.python.saved_model import nested_structure_coder
from tensorflow.python.util import (
    all_util,
    function_utils,
    keyword_args,
    lazy_loader,
    serialization,
    tf_contextlib,
    tf_decorator,
)


def _outcomes(functions):
    """What each function gives, or the error it raises."""
    lines = []
    for f in functions:
        try:
            lines.append(repr(f()))
        except Exception as e:
            lines.append(f"{type(e).__name__}: {e}")
    return "\n".join(lines)


def _function(a, b=1, *c, d=2, **e):
    """Text."""


class _Callable:
    def __call__(self, x, y):
        pass

    def method(self, q):
        pass


def case_gauges():
    gauge = monitoring.BoolGauge("/test/gauge", "whether", "which")
    gauge.get_cell("one").set(True)
    number, text = monitoring.IntGauge("/test/number", "how many"), monitoring.StringGauge("/test/text", "what")
    number.get_cell().set(4)
    text.get_cell().set("abc")
    found = [cell.value() for cell in (gauge.get_cell("one"), gauge.get_cell("two"), number.get_cell(), text.get_cell())]
    return found


def case_counters():
    counter = monitoring.Counter("/test/counter", "how often")
    counter.get_cell().increase_by(3)
    counter.get_cell().increase_by(-1)
    before = counter.get_cell().value()

    @monitoring.monitored_timer(counter.get_cell())
    def timed():
        return 7

    return before, timed(), timed.__name__, counter.get_cell().value() >= before


def case_samplers():
    sampler = monitoring.Sampler("/test/sampler", monitoring.ExponentialBuckets(1, 2, 3), "how long")
    before = str(sampler.get_cell().value().num)
    for value in (0.5, 1.0, 3.0, 100.0):
        sampler.get_cell().add(value)
    return f"{before}\n{sampler.get_cell().value()}"


def case_too_many_labels():
    return monitoring.IntGauge("/test/labels", "text", "a", "b", "c", "d")


def case_names_of_arguments():
    functions = (_function, _Callable(), _Callable().method, functools.partial(_function, 1), functools.partial(_function, b=1))
    return [function_utils.fn_args(f) for f in functions]


def case_variable_arguments():
    return _outcomes(functools.partial(function_utils.has_kwargs, f) for f in (_function, functools.partial(_function), _Callable(), 3))


def case_names_of_functions():
    found = [functools.partial(function_utils.get_func_name, f) for f in (_function, functools.partial(_function), lambda: 1, 3)]
    return _outcomes(found) + function_utils.get_func_code(_function).co_name


def case_keyword_arguments():
    total = keyword_args.keyword_args_only(lambda a, b: a + b)
    total.__name__ = "total"
    return _outcomes([lambda: total(a=1, b=2), lambda: keyword_args.keyword_args_only(_function)(1, 2)])


def case_decorators():
    def wrapper(*args, **kwargs):
        return 1

    made = tf_decorator.make_decorator(_function, wrapper, "name", "More text.")
    decorators, target = tf_decorator.unwrap(made)
    print(made.__name__, made.__doc__, made.__wrapped__ is _function, inspect.signature(made), target is _function)
    (decorator,) = decorators
    print(decorator.decorator_name, decorator.decorator_doc, decorator.decorated_target is _function, decorator.decorator_argspec)
    outer = tf_decorator.make_decorator(made, lambda *args: made(*args), "outer")
    other = lambda: 2  # noqa: E731
    tf_decorator.rewrap(outer, _function, other)
    print([d.decorator_name for d in tf_decorator.unwrap(outer)[0]], tf_decorator.unwrap(outer)[1] is other)
    spec = inspect.getfullargspec(lambda x, *, y=3: 0)
    print(inspect.signature(tf_decorator.make_decorator(_function, lambda *args: 1, "name", decorator_argspec=spec)))
    return tf_decorator.unwrap(_function)[0]


def case_scopes():
    @tf_contextlib.contextmanager
    def scope(value):
        """Text of the scope."""
        yield value

    with scope(3) as value:
        return value, scope.__name__, scope.__doc__, len(tf_decorator.unwrap(scope)[0])


def case_lazy_modules():
    names = {}
    module = lazy_loader.LazyLoader("deque_module", names, "collections")
    return module.deque([1]), names["deque_module"] is collections, "OrderedDict" in dir(module)


def case_hidden_names():
    module = sys.modules[__name__]
    module.shown_for_a_test = module.hidden_for_a_test = 1
    before = module.__doc__
    kept = [name for name in vars(module) if name != "hidden_for_a_test"]
    module.__doc__ = "@@shown_for_a_test"
    print(all_util.make_all(__name__))
    all_util.remove_undocumented(__name__, kept)
    print(hasattr(module, "hidden_for_a_test"), hasattr(module, "shown_for_a_test"))
    all_util.reveal_undocumented(f"{__name__}.hidden_for_a_test")
    module.__doc__ = before
    print(module.hidden_for_a_test)
    return all_util.reveal_undocumented("never.hidden")


def case_json():
    values = [tf.TensorShape([1, None]), tf.float32, _function, np.float32(2), np.arange(2), tf.keras.regularizers.L2(0.5), {1}]
    return _outcomes(functools.partial(json.dumps, value, default=serialization.get_json_type) for value in values)


def case_sizes_of_convolutions():
    u = conv_utils
    sizes = [
        (size, kernel, padding, stride)
        for size in (None, 7, 8)
        for kernel in (1, 3, 4)
        for padding in ("valid", "same")
        for stride in (1, 2)
    ]
    print([u.conv_output_length(*row) for row in sizes])
    print([u.conv_output_length(*row, dilation=2) for row in sizes])
    print([u.conv_input_length(*row) for row in sizes])
    print([u.deconv_output_length(a, b, c, stride=d) for a, b, c, d in sizes])
    print([u.deconv_output_length(a, b, c, output_padding=1, stride=d, dilation=2) for a, b, c, d in sizes])
    print(u.conv_output_length(7, 3, "full", 2), u.conv_output_length(7, 3, "causal", 2), u.deconv_output_length(7, 3, "full", stride=2))
    return u.conv_output_shape((5, 6), (2, 3), (1, 2), "valid")


def case_arguments_of_convolutions():
    u = conv_utils
    return _outcomes(
        [
            lambda: u.normalize_tuple(2, 2, "strides"),
            lambda: u.normalize_tuple([1, 0], 2, "pads", allow_zero=True),
            lambda: u.normalize_tuple((1, 2, 3), 2, "kernel_size"),
            lambda: u.normalize_tuple(None, 2, "kernel_size"),
            lambda: u.normalize_tuple(("a", 1), 2, "kernel_size"),
            lambda: u.normalize_tuple((0, 1), 2, "strides"),
            lambda: u.normalize_padding("SAME"),
            lambda: u.normalize_padding("other"),
            lambda: u.normalize_data_format("Channels_First"),
            lambda: u.normalize_data_format(None),
            lambda: u.normalize_data_format("other"),
            lambda: [u.convert_data_format(f, n) for f in ("channels_first", "channels_last") for n in (3, 4, 5)],
            lambda: u.convert_data_format("other", 4),
            lambda: u.convert_data_format("channels_last", 6),
        ]
    )


def case_connections_of_convolutions():
    u = conv_utils
    print([list(r) for r in u.conv_connected_inputs((5, 4), (3, 2), (1, 2), (2, 1), "same")])
    print(u.conv_kernel_mask((5,), (3,), (2,), "valid").astype(int).tolist())
    print(u.conv_kernel_mask((3, 2), (2, 2), (1, 1), "same").astype(int).tolist())
    print(list(u.conv_kernel_idxs((3,), (2,), (1,), "valid", 1, 2, "channels_last")))
    print(list(u.conv_kernel_idxs((2, 2), (1, 2), (1, 1), "same", 2, 1, "channels_first"))[:6])


def _kinds():
    return tf.constant(1), 3, tf.Variable(1.0), tf.keras.Input((3,)), tf.ragged.constant([[1]]), tf.sparse.from_dense([[1]]), np.ones(1)


def case_kinds_of_tensors():
    questions = """is_symbolic_tensor is_tensor_or_variable is_tensor_or_tensor_list is_extension_type is_tensor_or_extension_type is_ragged
        is_sparse"""
    for question in questions.split():
        print(question, [getattr(tf_utils, question)(x) for x in _kinds()])

    @tf.function
    def f(x):
        parts = tf.sparse.from_dense(x)
        print([tf_utils.is_symbolic_tensor(x), tf_utils.is_symbolic_tensor(parts)], tf_utils.are_all_symbolic_tensors([x, 3]))
        return x

    f(tf.constant([[1.0]]))
    return tf_utils.is_tensor_or_tensor_list([]), tf_utils.is_tensor_or_tensor_list([tf.constant(1), 2])


def case_shapes():
    u = tf_utils
    return _outcomes(
        [
            lambda: u.convert_shapes(tf.TensorShape([None, 3])),
            lambda: u.convert_shapes((None, 3), to_tuples=False),
            lambda: u.convert_shapes([(None, 3), (2,)]),
            lambda: u.convert_shapes({"a": tf.TensorShape([2])}),
            lambda: u.get_shapes([tf.zeros([2]), {"a": tf.zeros([3, 1])}, 3]),
            lambda: u.validate_axis(-1, (2, 3)),
            lambda: u.validate_axis([0, -1], (2, 3)),
            lambda: u.validate_axis([0, -2], (2, 3)),
            lambda: u.validate_axis(5, (2, 3)),
            lambda: u.map_structure_with_atomic(lambda x: isinstance(x, int), lambda x: x + 1, [1, {"a": 2}, (3,)]),
            lambda: u.map_structure_with_atomic(lambda x: isinstance(x, int), lambda x: x + 1, ["a"]),
        ]
    )


def case_layers_with_shapes_as_tuples():
    class Wide(tf.keras.layers.Layer):
        @tf_utils.shape_type_conversion
        def compute_output_shape(self, input_shape):
            print(input_shape)
            return input_shape[0], 7

    return Wide().compute_output_shape(tf.TensorShape([None, 2]))


def case_specs():
    u = tf_utils
    ragged = tf.ragged.constant([[1]])
    return _outcomes(
        [
            lambda: u.get_tensor_spec(tf.zeros([2, 3])),
            lambda: u.get_tensor_spec(tf.zeros([2, 3]), dynamic_batch=True, name="n"),
            lambda: u.get_tensor_spec(tf.zeros([]), dynamic_batch=True),
            lambda: u.get_tensor_spec(3),
            lambda: u.get_tensor_spec(ragged, dynamic_batch=True),
            lambda: u.get_tensor_spec(tf.TensorSpec([2, 3], tf.int32), dynamic_batch=True),
            lambda: u.type_spec_from_value(ragged),
            lambda: u.type_spec_from_value(tf.zeros([2])),
            lambda: u.sync_to_numpy_or_python_type({"a": tf.constant(1.5), "b": tf.constant([1, 2]), "c": "x", "d": tf.constant("y")}),
            lambda: bool(u.dataset_is_infinite(tf.data.Dataset.range(3).repeat())),
            lambda: bool(u.dataset_is_infinite(tf.data.Dataset.range(3))),
        ]
    )


def case_conditions():
    u = control_flow_util
    return _outcomes(
        [
            lambda: u.smart_cond(True, lambda: 1, lambda: 2),
            lambda: u.smart_cond(0, lambda: 1, lambda: 2),
            lambda: int(u.smart_cond(tf.Variable(False), lambda: 1, lambda: 2)),
            lambda: u.constant_value(tf.constant(True)),
            lambda: u.constant_value(1),
            lambda: u.constant_value(5),
            lambda: u.GraphOrParentsInXlaContext(tf.Graph()),
            lambda: keras.backend.floatx(),
        ]
    )


def case_statistics_of_operations():
    name = f"OperationForATest{len(tf.__file__)}"  # registered once in a process

    @ops.RegisterStatistics(name, "flops")
    def count(graph, node):
        return ops.OpStats("flops", 3)

    def known():
        return ops.get_stats_for_node_def(None, tf.compat.v1.NodeDef(op=name), "flops").value

    def unknown():
        return ops.get_stats_for_node_def(None, tf.compat.v1.NodeDef(op=name), "weight").value

    def add(value, other):
        total = ops.OpStats("flops", value)
        total += ops.OpStats("flops", other)
        return total.value

    def mix():
        total = ops.OpStats("flops", 1)
        total += ops.OpStats("weight", 1)

    functions = [known, unknown, lambda: add(3, 4), lambda: add(None, 4), lambda: add(3, None), mix]
    return _outcomes([*functions, lambda: ops.RegisterStatistics(3, "flops"), lambda: ops.RegisterStatistics("A,", "flops")])


def case_texts_of_values():
    values = tf.constant([1.5, 2]), tf.constant("a"), tf.constant([[1], [2]])
    return [ops.numpy_text(v) for v in values], [ops.numpy_text(v, is_repr=True) for v in values]


def case_what_operations_depend_on():
    with tf.Graph().as_default() as graph:
        a = tf.compat.v1.placeholder(tf.float32, name="a")
        b = tf.exp(a, name="b")
        with tf.control_dependencies([tf.constant(1, name="waited_for")]):
            c = tf.identity(tf.cast(b, tf.int32, name="whole"), name="c")
        other = tf.sin(a, name="other")
    walks = [
        {},
        {"inclusive": False},
        {"stop_at_ts": [b]},
        {"within_ops": [c.op, c.op.inputs[0].op]},
        {"within_ops_fn": lambda op: op.type != "Exp"},
        {"control_inputs": True},
    ]
    for options in walks:
        print(sorted(op.name for op in op_selector.get_backward_walk_ops([c.op], **options)))
    print([op.name for op in op_selector.get_backward_walk_ops(c)])
    print([op.name for op in op_selector.get_consuming_ops(a)], [op.name for op in op_selector.get_generating_ops([b, other])])
    print([t.name for t in op_selector.get_tensors(graph)], op_selector.get_unique_graph([a, b.op]) is graph)
    with tf.Graph().as_default():
        stranger = tf.constant(1)
    return _outcomes(
        [
            lambda: type(op_selector.get_unique_graph([a, stranger])),
            lambda: op_selector.make_list_of_op([c.op], allow_graph=False) == [c.op],
        ]
    )


def case_structures_of_datasets():
    n = data_nest
    return _outcomes(
        [
            lambda: n.flatten({"b": (3, 4), "a": [1, 2]}),
            lambda: n.flatten([1, [2]]),
            lambda: n.map_structure(lambda x, y: (x, y), (1, [2, 3]), (4, [5])),
            lambda: [n.is_nested(x) for x in ([1], (1,), {}, 3)],
            lambda: n.pack_sequence_as((1, (2, [3, 4])), [4, 5, 6]),
            lambda: n.flatten_up_to((1, 2), ((3, 4), [5])),
            lambda: n.map_structure_up_to({"a": 1}, lambda x: x, {"a": (3, [4])}),
            lambda: n.assert_same_structure((1, [2]), (3, 4)),
        ]
    )


def case_columns_as_values():
    c = tf.feature_column
    columns = [c.numeric_column("x", shape=(2,)), c.bucketized_column(c.numeric_column("y"), [1.0, 2.0])]
    values = feature_column_lib.serialize_feature_columns(columns)
    print(values)
    return feature_column_lib.deserialize_feature_columns(values) == columns, feature_column_lib.is_feature_column_v2(columns)


def case_modes():
    with context.graph_mode():
        inside = context.executing_eagerly(), isinstance(tf.constant(1), ops.EagerTensor)
    tf.random.set_seed(4)
    return inside, context.executing_eagerly(), context.global_seed()


def case_modes_of_tests():
    class Tests(tf.test.TestCase):
        def setUp(self):
            super().setUp()
            print("set up")

        def test_plain(self):
            print("plain", tf.executing_eagerly())

        @test_util.run_v2_only
        def test_v2(self):
            print("v2", tf.executing_eagerly())

        @test_util.run_v1_only("for TensorFlow 1")
        def test_v1(self):
            print("v1", tf.executing_eagerly())

        @test_util.run_in_graph_and_eager_modes
        def test_both(self):
            print("both", tf.executing_eagerly(), self.evaluate(tf.constant(3)))

        @test_util.deprecated_graph_mode_only
        def test_graph(self):
            print("graph", tf.executing_eagerly())

        @test_util.run_deprecated_v1
        def test_deprecated(self):
            print("deprecated", tf.executing_eagerly())

    @test_util.run_all_in_graph_and_eager_modes
    class All(tf.test.TestCase):
        def test_all(self):
            print("all", tf.executing_eagerly())

    found = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in (Tests, All))
    result = unittest.TestResult()
    found.run(result)
    return result.testsRun, sorted(reason for _, reason in result.skipped), len(result.errors), len(result.failures)


def case_decorators_of_tests():
    def doubled(times):
        def decorate(test):
            def both(self):
                for _ in range(times):
                    test(self)

            return both

        return decorate

    @test_util.for_all_test_methods(doubled, 2)
    @test_util.with_control_flow_v2
    class Tests(tf.test.TestCase):
        @test_util.disable_cudnn_autotune
        def test_untried(self):
            print("untried")

        @test_util.disable_control_flow_v2("for a reason")
        @test_util.enable_control_flow_v2
        def test_branches(self):
            print("branches", tf.compat.v1.control_flow_v2_enabled())

        @test_util.skip_if(lambda: True)
        def test_left_out(self):
            print("never")

        @test_util.skip_if(False)
        def test_not_left_out(self):
            print("always")

        @test_util.disable_tsan("for a reason")
        def test_skipped_by_errors(self):
            with test_util.skip_if_error(self, ValueError, ["one", "two"]):
                raise ValueError("it is two")

        @test_util.disable_asan("for a reason")
        def test_other_errors(self):
            with test_util.skip_if_error(self, ValueError, "one"):
                raise ValueError("it is three")

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Tests).run(result)
    return result.testsRun, sorted(reason for _, reason in result.skipped), len(result.errors), len(result.failures)


def case_helpers_of_tests():
    with tf.Graph().as_default() as graph:
        tf.add(tf.constant(1.0, name="one"), 2.0, name="three")
    x = tf.reshape(tf.range(16), [1, 2, 2, 4])
    flags = [test_util.is_mlir_bridge_enabled(), test_util.is_asan_enabled(), test_util.is_msan_enabled(), test_util.is_tsan_enabled(),
             test_util.is_ubsan_enabled(), test_util.IsGoogleCudaEnabled(), test_util.IsBuiltWithNvcc()]  # fmt: skip
    with test_util.run_functions_eagerly(True):
        flags.append(tf.config.functions_run_eagerly())
    with tf.Graph().as_default(), test_util.run_functions_eagerly(True):
        flags.append(tf.config.functions_run_eagerly())
    flags.append(tf.config.functions_run_eagerly())
    print(flags)

    def eagerly(value):
        with test_util.run_functions_eagerly(value):
            pass

    return _outcomes([
        lambda: sorted(test_util.assert_ops_in_graph({"one": "Const", "three": "AddV2"}, graph)),
        lambda: test_util.assert_ops_in_graph({"one": "Add"}, graph),
        lambda: test_util.assert_ops_in_graph({"one": "Const", "two": "Add"}, graph),
        lambda: test_util.get_node_def_from_graph("three", graph.as_graph_def()).op,
        lambda: test_util.get_node_def_from_graph("four", graph.as_graph_def()),
        lambda: (test_util.NHWCToNCHW(x)[0, 1].numpy().tolist(), test_util.NCHWToNHWC(x)[0, 1].numpy().tolist()),
        lambda: (test_util.NHWCToNCHW([1, 2, 3]), test_util.NHWCToNCHW([1, 2, 3, 4, 5]), test_util.NCHWToNHWC([1, 2, 3, 4])),
        lambda: eagerly(1),
    ])  # fmt: skip


def case_structures_as_messages():
    pair = collections.namedtuple("pair", "x y")
    bounded = tensor_spec.BoundedTensorSpec([2], tf.float32, 0, 1)
    values = [
        None, 1, 2.5, "x", True, tf.TensorShape([3, None]), tf.TensorShape(None), tf.int32, tf.TensorSpec([None, 2], tf.float32, name="q"),
        tf.RaggedTensorSpec([None, None], tf.int32), tf.SparseTensorSpec([2, 2], tf.int64), tf.IndexedSlicesSpec([2], tf.float32),
        tf.TensorArraySpec([2], tf.float32), tf.data.DatasetSpec(tf.TensorSpec([], tf.int32)), [1, (2,)], {"b": 1}, pair(1, [2]), bounded,
        tf.OptionalSpec(tf.TensorSpec([], tf.int32)), np.zeros(2), tf.constant([1, 2]), np.float32(2), b"bytes", {1, 2}, object, 2**70,
    ]  # fmt: skip

    def there_and_back(value):
        message = nested_structure_coder.encode_structure(value)
        print(str(message).replace("\n", " "))
        return nested_structure_coder.decode_proto(message)

    return _outcomes(functools.partial(there_and_back, value) for value in values)


def case_declarations_of_operations():
    found = op_def_registry.get("Conv2D")
    print([(a.name, a.type_attr) for a in found.input_arg], [(a.name, a.type_attr) for a in found.output_arg])
    print({a.name: a.type for a in found.attr})
    return op_def_registry.get("NoSuchOperation"), op_def_registry.get("RandomUniform").is_stateful


def case_tests_by_combinations():
    combinations = tf.__internal__.test.combinations
    print([type(x).__name__ for x in combinations.generate.keywords["test_combinations"]])

    @combinations.generate(combinations.combine(mode=["graph", "eager"]))
    class Tests(tf.test.TestCase, parameterized.TestCase):
        @parameterized.parameters(["a", "b"])
        def test_letters(self, letter):
            print(letter, tf.executing_eagerly())

        def test_modes(self, mode):
            print(mode, tf.executing_eagerly())

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Tests).run(result)
    return result.testsRun, len(result.errors), len(result.failures)


def case_what_assignments_in_graphs_give_is_a_variable():
    with tf.Graph().as_default():
        v = tf.Variable([1.0, 2.0])
        results = [
            v,
            v.assign([3.0, 4.0]),
            v.assign_add([3.0, 4.0]),
            v.scatter_sub(tf.IndexedSlices(0.5, 0)),
            tf.compat.v1.assign(v, [1.0, 2.0]),
            v.value(),
        ]
        return [resource_variable_ops.is_resource_variable(x) for x in results]
