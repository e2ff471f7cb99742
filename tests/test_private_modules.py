"""`tensorflow.python...`: supported names are the public objects, and the errors of others name what to use."""

import importlib
import logging
from unittest import mock

import numpy as np
import pytest

import tfshim
from tests.recorded import programs
from tfshim import private_names
from tfshim._tables.private import SERVED as SERVED_NAMES

SERVED = """
    framework.ops framework.tensor_shape framework.dtypes framework.smart_cond framework.test_util framework.tensor_util
    framework.constant_op eager.context eager.backprop eager.def_function ops.array_ops ops.math_ops
    ops.resource_variable_ops ops.variables ops.control_flow_ops util.nest util.deprecation util.tf_inspect
    util.tf_export platform.test platform.tf_logging platform.gfile client.device_lib
    """.split()


pytestmark = pytest.mark.usefixtures("active")


def private(name):
    return importlib.import_module(f"tensorflow.python.{name}")


@pytest.mark.parametrize("name", SERVED)
def test_every_promised_module_is_served(name):
    module = private(name)
    assert module.__name__ == module.__spec__.name == f"tensorflow.python.{name}"
    package, _, last = name.rpartition(".")
    assert getattr(importlib.import_module(f"tensorflow.python.{package}"), last) is module


PLACES = [
    (place, names)
    for rows in [*private_names._JOINED.values(), *({f"tfshim.{m}": n for m, n in row.items()}.items() for row in SERVED_NAMES.values())]
    for place, names in rows
    if place.startswith("tfshim")
]


@pytest.mark.parametrize("place, names", PLACES)
def test_places_inside_tfshim_have_their_names(place, names):
    module = importlib.import_module(place)
    wanted = {entry.partition("=")[2] or entry for entry in names.split()} - {"*"}
    assert {name for name in wanted if not hasattr(module, name)} == set()


def test_every_recorded_name_is_the_public_object():
    """Those whose public name tfshim has; what of one module is found in another way is the same thing too."""
    wrong, found = {}, 0
    for module, spaces in private_names.recorded().items():
        for namespace, names in spaces.items():
            try:
                where = private_names.resolve(namespace)
            except (AttributeError, ImportError):
                continue
            for entry in names.split() if namespace != "tf.raw_ops" else ():
                shown, _, own = entry.partition("=")
                public = getattr(where, own or shown, None)
                if public is not None:
                    found += 1
                    private = private_names.find(module, shown)
                    if private is not public and private != public:
                        wrong[f"{module}.{shown}"] = f"{namespace}.{own or shown}"
    assert not wrong
    assert found > 4000


@pytest.mark.parametrize(
    "statement",
    [
        "from tensorflow.python.ops import nn_ops; nn_ops.relu",
        "import tensorflow.python.ops.nn_ops as nn_ops; nn_ops.bias_add",
        "from tensorflow.python.ops.nn_ops import relu",
        "import tensorflow.python as python; python.ops.array_ops.concat",
        "from tensorflow.python.ops.standard_ops import *; reduce_sum",
        "from tensorflow.python.keras.layers import *; Dense",
        "from tensorflow.python.keras import backend as K; K.floatx",
        "from tensorflow.python.keras.utils.np_utils import to_categorical",
        # Modules that stand elsewhere in the Keras of today.
        "from tensorflow.python.keras.saving import hdf5_format as h; h.load_weights_from_hdf5_group_by_name",
        "from tensorflow.python.keras.saving.save import load_model, save_model",
        "from tensorflow.python.keras.saving.saved_model.load_context import get_load_options",
        "from tensorflow.python.keras.initializers.initializers_v2 import GlorotUniform, VarianceScaling",
        "from tensorflow.python.keras.utils.generic_utils import get_custom_objects, serialize_keras_object",
        "from tensorflow.python.keras.layers.dense_attention import BaseDenseAttention",
        "from tensorflow.python.keras.engine.compile_utils import get_mask",
        "from tensorflow.python.keras.testing_utils import layer_test",
        "from keras.engine.base_layer import Layer",
        "from keras.layers.core import Dense",
        "from keras.layers.normalization import BatchNormalization",
        "from keras.engine import Input, InputSpec, Layer, Model",
        "from keras.layers.recurrent import LSTM",
        "from keras.utils.np_utils import to_categorical",
        "from keras.src.engine import training; training.Model",
        "from tensorflow.python.training.tracking.data_structures import ListWrapper",
        "from tensorflow.core.framework import types_pb2; assert types_pb2.DT_BFLOAT16 == 14",
        "from tensorflow.core.framework.graph_pb2 import GraphDef; import tensorflow as tf; assert tf.compat.v1.GraphDef is GraphDef",
        "from tensorflow.core.example.example_pb2 import Example; import tensorflow as tf; assert tf.train.Example is Example",
    ],
)
def test_ways_to_import(statement):
    exec(statement, {})


def test_modules_of_raw_operations_take_arguments_by_place():
    from tensorflow.python.ops import gen_array_ops, gen_math_ops

    assert gen_math_ops.add_v2(tfshim.constant(1), tfshim.constant(2), name="sum").numpy() == 3
    assert gen_array_ops.concat_v2([[1], [2]], 0).numpy().tolist() == [1, 2]
    with pytest.raises(TypeError, match="multiple values for argument 'x'"):
        gen_math_ops.add_v2(1, 2, x=3)
    with pytest.raises(TypeError, match="takes 3 positional arguments but 4"):
        gen_math_ops.add_v2(1, 2, "sum", 4)


def test_names_are_the_public_objects():
    from tensorflow.python.eager import context
    from tensorflow.python.eager.backprop import GradientTape
    from tensorflow.python.framework import ops, tensor_shape
    from tensorflow.python.ops import array_ops, math_ops, variables
    from tensorflow.python.util import nest

    assert ops.convert_to_tensor is tfshim.compat.v1.convert_to_tensor
    assert isinstance(tfshim.constant(1), ops.EagerTensor)
    assert GradientTape is tfshim.GradientTape
    assert tensor_shape.TensorShape is tfshim.TensorShape
    assert tensor_shape.unknown_shape(2).as_list() == [None, None]
    assert array_ops.reshape is tfshim.reshape and math_ops.add is tfshim.add
    assert ops.Graph is tfshim.Graph and variables.Variable is tfshim.Variable
    assert nest.flatten([1, [2, (3,)]]) == [1, 2, 3]
    assert context.executing_eagerly() is True and context.context().executing_eagerly() is True
    assert not context.context().in_graph_mode()


def test_gfile_has_its_old_names(tmp_path):
    from tensorflow.python.platform import gfile

    (tmp_path / "a").write_text("x")
    assert gfile.Exists(str(tmp_path / "a")) and gfile.ListDirectory(str(tmp_path)) == ["a"]
    assert gfile.FastGFile is tfshim.io.gfile.GFile and gfile.Copy is tfshim.compat.v1.gfile.Copy
    gfile.Copy(oldpath=str(tmp_path / "a"), newpath=str(tmp_path / "b"))
    assert (tmp_path / "b").read_text() == "x"


@pytest.mark.parametrize(
    "statement, advice",
    [
        ("from tensorflow.python.ops import nn_ops_of_another_time", "use the public names in tf"),
        ("from tensorflow.python.framework.errors_impl import nothing", "tf.errors"),
        ("from tensorflow.python.ops.gen_math_ops import nothing", "tf.raw_ops"),
        ("from tensorflow.python.nowhere import add", "use the public names in tf"),
        ("from tensorflow.python.framework.ops import add", "the public name is tf.add"),
        ("from tensorflow.python.framework.ops import _private_thing", "use the public names in tf"),
    ],
)
def test_anything_else_is_refused_with_advice(statement, advice):
    with pytest.raises(ImportError, match="private to TensorFlow") as caught:
        exec(statement)
    assert advice in str(caught.value)


def test_missing_attributes_are_attribute_errors():
    from tensorflow.python.framework import ops

    assert not hasattr(ops, "no_such_name")
    with pytest.raises(AttributeError, match="ops.add is private to TensorFlow.*the public name is tf.add"):
        ops.add  # noqa: B018


def test_what_replaces_a_module_shows_only_its_own_names():
    from tensorflow.python.framework import smart_cond

    assert {n for n in dir(smart_cond) if not n.startswith("_")} == {"smart_cond", "smart_constant_value"}
    with pytest.raises(AttributeError, match="Tensor is private to TensorFlow"):
        smart_cond.Tensor  # noqa: B018


def test_dir_lists_what_is_served():
    from tensorflow.python.platform import gfile

    assert {"GFile", "Exists", "DeleteRecursively"} <= set(dir(gfile))


def test_smart_cond_decides_at_once():
    from tensorflow.python.framework import smart_cond

    assert smart_cond.smart_constant_value(tfshim.constant(False)) is False
    assert smart_cond.smart_cond(1, lambda: "yes", lambda: "no") == "yes"
    assert smart_cond.smart_cond(tfshim.constant(False), lambda: "yes", lambda: "no") == "no"
    with pytest.raises(TypeError, match="Python bool, or 1 or 0. Received: pred=1.5 of type float"):
        smart_cond.smart_cond(1.5, lambda: 1, lambda: 2)
    with pytest.raises(TypeError, match="`false_fn` must be callable"):
        smart_cond.smart_cond(True, lambda: 1)


def test_device_lib_lists_the_cpu():
    from tensorflow.python.client import device_lib

    cpu = device_lib.list_local_devices()[0]
    assert (cpu.name, cpu.device_type, cpu.memory_limit) == ("/device:CPU:0", "CPU", 268435456)
    assert 'name: "/device:CPU:0"\ndevice_type: "CPU"\n' in repr(cpu)
    with pytest.raises(NotImplementedError, match="session_config"):
        device_lib.list_local_devices(object())


def test_tf_inspect_and_tf_export():
    from tensorflow.python.util import tf_export, tf_inspect

    def f(a, *b, c=1, **d):
        pass

    assert tf_inspect.getfullargspec(f).kwonlyargs == ["c"]
    assert tf_inspect.getargspec(f) == (["a", "c"], "b", "d", (1,))
    assert tf_inspect.getargspec(lambda a, b=2: 0) == (["a", "b"], None, None, (2,))
    assert tf_export.keras_export("keras.layers.F")(f) is f and f._keras_api_names == ("keras.layers.F",)
    with pytest.raises(TypeError, match="only takes keyword args"):
        tf_export.kwarg_only(lambda x: x)(1)


@pytest.fixture
def log(caplog, monkeypatch):
    # the logger may not propagate its messages, which are captured here
    monkeypatch.setattr(tfshim.get_logger(), "propagate", True)
    caplog.set_level(logging.DEBUG, logger="tensorflow")
    return caplog


def test_deprecation_warns_once(log):
    from tensorflow.python.util import deprecation

    @deprecation.deprecated("2030-01-01", "Use g.")
    def f(x):
        return x + 1

    assert [f(1), f(2)] == [2, 3]
    (record,) = log.records
    assert "f (from " in record.getMessage() and "after 2030-01-01" in record.getMessage()
    assert __file__ in record.getMessage()


def test_deprecated_arguments_warn_when_they_are_passed(log):
    from tensorflow.python.util import deprecation

    @deprecation.deprecated_args(None, "Use y.", "old", ("other", None))
    def f(y=0, old=None, other=1):
        return y

    f(old=3)
    with tfshim.Graph().as_default():  # TensorFlow looks at arguments in graphs alone
        f(1), f(y=2, other=None)
        assert not log.records
        f(old=3), f(other=2)
    assert ["with old" in log.records[0].getMessage(), "with other" in log.records[1].getMessage()] == [True, True]
    with pytest.raises(ValueError, match=r"not present in the function signature: \['nothing'\]"):
        deprecation.deprecated_args(None, "Use y.", "nothing")(lambda x: x)
    with pytest.raises(ValueError, match="Cannot specify both"):
        deprecation.deprecated_argument_lookup("new", 1, "old", 2)


def test_deprecation_can_be_silenced(log, monkeypatch):
    from tensorflow.python.util import deprecation

    f = deprecation.deprecated(None, "Use g.", warn_once=False)(lambda: 1)
    with deprecation.silence():
        f()
    assert not log.records
    f()
    assert len(log.records) == 1


def test_tf_logging_counts(log):
    from tensorflow.python.platform import tf_logging

    for _ in range(5):
        tf_logging.log_every_n(tf_logging.WARN, "every %s", 2, "second")
        tf_logging.log_first_n(tf_logging.ERROR, "first", 2)
    assert [r.getMessage() for r in log.records].count("every second") == 3
    assert [r.getMessage() for r in log.records].count("first") == 2
    before = tf_logging.get_verbosity()
    tf_logging.set_verbosity("ERROR")
    assert tf_logging.get_verbosity() == tf_logging.ERROR
    tf_logging.set_verbosity(before)


def test_dtypes_are_tensorflows():
    from tensorflow.python.framework import dtypes

    assert dtypes.float32 is tfshim.float32 and dtypes.as_dtype(np.int64) is tfshim.int64
    assert dtypes.string is tfshim.string


@pytest.mark.parametrize("name", programs.recorded("private_modules"))
def test_what_has_no_public_counterpart(name):
    function = programs.cases("private_modules", tfshim)[name]
    assert programs.outcome(function, "private_modules") == programs.recorded("private_modules")[name]


def test_mocks_put_back_what_they_replaced():
    from tensorflow.python.ops import math_ops
    from tensorflow.python.platform import tf_logging

    for place, name in ((tf_logging, "warning"), (math_ops, "add")):
        before = getattr(place, name)
        with mock.patch.object(place, name) as replaced:
            getattr(place, name)("text")
        assert replaced.call_count == 1
        assert getattr(place, name) is before
