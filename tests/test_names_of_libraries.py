"""The private names that published libraries import: those that were served stay served, by things that work."""

import importlib.util
import json
import sys
import traceback
from pathlib import Path

import pytest

import tfshim as tf

ROOT = Path(__file__).resolve().parent.parent
LISTED = json.loads((ROOT / "tests" / "data" / "private_names_of_libraries.json").read_text())
# What is not served, and why.
_CONVERTER = "a step inside the freezing of functions, which works on other classes here: tf.compat.v1.graph_util, or the public function"
NOT_SERVED = {
    **{
        f"tensorflow.python.framework.convert_to_constants.{name}": _CONVERTER
        for name in """_FunctionConverterData _FunctionConverterDataInEager _FunctionConverterDataInGraph _construct_concrete_function
        _convert_variables_to_constants_v2_impl _replace_variables_by_constants""".split()
    },
    "tensorflow.python.debug.LocalCLIDebugHook": "TensorFlow 1's debugger of the command line, for which there is tf.debugging",
    **{
        f"tensorflow.python.autograph.{name}": "of an AutoGraph before TensorFlow 2.2, which took other arguments"
        for name in "core.converter.EntityContext core.converter.standard_analysis pyct.compiler.ast_to_object".split()
    },
    "tensorflow.python.tools.optimize_for_inference_lib.optimize_for_inference": "tfshim folds constants and normalization where it runs",
    "tensorflow.python.framework.ops.register_dense_tensor_like_type": "of TensorFlow before 2.4; a conversion does it",
    "tensorflow.python.pywrap_tensorflow.PyRecordReader_New": "a binding of TensorFlow 1's C++: tf.compat.v1.io.tf_record_iterator",
    "tensorflow.python.saved_model.load._RestoredResource": "what is loaded is made of other classes here",
    "tensorflow.python.util.deprecation_wrapper._PER_MODULE_WARNING_LIMIT": "of TensorFlow 1.14, whose public names warned",
    "tensorflow.python_io.TFRecordWriter": "the public name of TensorFlow 1, which its namespace has: tf.io.TFRecordWriter",
}

pytestmark = pytest.mark.usefixtures("active")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("check_private_names", ROOT / "scripts" / "check_private_names.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_what_was_served_stays_served(script):
    names = [name for name, listed in LISTED.items() if listed["kind"] != "keras3"]  # those are Keras 3's own
    assert len(LISTED) == 640 and len(names) > 500
    missing = {name: why for name, why in script.problems(names).items() if why}
    assert missing.keys() == NOT_SERVED.keys(), missing
    assert all("private to TensorFlow" in why or "write tf.compat.v1" in why for why in missing.values())


def test_errors_lose_the_frames_between():
    from keras.src.utils import traceback_utils

    @traceback_utils.filter_traceback
    def asks(x):
        """What it says."""
        return tf.nest.map_structure(lambda a: a["missing"], x)

    assert asks.__name__ == "asks" and asks.__doc__ == "What it says."
    with pytest.raises(TypeError) as caught:
        asks([1])
    files = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert __file__ in files and not [f for f in files if not traceback_utils.include_frame(f) and "traceback_utils" not in f]
    tf.debugging.disable_traceback_filtering()
    try:
        with pytest.raises(TypeError) as caught:
            asks([1])
    finally:
        tf.debugging.enable_traceback_filtering()
    assert any("nest" in frame.filename for frame in traceback.extract_tb(caught.value.__traceback__))


def test_where_gradients_can_flow():
    from tensorflow.python.eager.backprop_util import IsTrainable
    from tensorflow.python.ops.gradients_util import _IsBackpropagatable

    kinds = [tf.float16, tf.bfloat16, tf.complex64, tf.resource, tf.variant, tf.qint8, tf.int32, tf.string, tf.bool]
    assert [IsTrainable(kind) for kind in kinds] == [True] * 5 + [False] * 4
    assert _IsBackpropagatable(tf.Variable(1.0)) and not _IsBackpropagatable(tf.constant(1))


def test_cells_of_tensorflow_1():
    from tensorflow.python.ops import rnn_cell_impl

    with tf.compat.v1.Graph().as_default():
        cell = tf.compat.v1.nn.rnn_cell.GRUCell(2)
        assert rnn_cell_impl._like_rnncell(cell) and not rnn_cell_impl._like_rnncell(len)
        a, b = tf.constant([[1.0, 2.0]]), tf.constant([[3.0]])
        with tf.compat.v1.variable_scope("gate"):
            linear = rnn_cell_impl._Linear(
                [a, b],
                2,
                True,
                tf.compat.v1.constant_initializer([0.5, -0.5]),
                tf.compat.v1.constant_initializer([[1.0, 0], [0, 1], [2, 2]]),
            )
        assert [v.name for v in tf.compat.v1.global_variables()] == ["gate/kernel:0", "gate/bias:0"]
        with pytest.raises(ValueError, match="linear is expecting 2D arguments"):
            rnn_cell_impl._Linear(tf.constant([1.0]), 2, True)
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            assert session.run(linear([a, b])).tolist() == [[7.5, 7.5]]


@pytest.mark.parametrize(
    "statement, advice",
    [
        ("from tensorflow.python.pywrap_tensorflow import PyRecordReader_New", "tf.compat.v1"),
        ("from tensorflow.python._pywrap_tf_session import TF_Output", "tf.compat.v1"),
        ("from tensorflow.python.util._pywrap_utils import IsNothing", "tf.nest"),
        ("from tensorflow.python.lib.io._pywrap_record_io import RandomRecordReader", "tf.io"),
    ],
)
def test_bindings_name_what_to_use(statement, advice):
    with pytest.raises(ImportError, match=f"private to TensorFlow, a part of its C\\+\\+ library, and not served.*in {advice}\\."):
        exec(statement, {})
