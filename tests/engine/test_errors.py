"""tf.errors: classes, attributes and texts, against answers recorded from TensorFlow."""

import ast
import pickle

import pytest

import tfshim as tf
from tests import after_torch
from tests.engine.scope import names
from tests.recorded.cases import expressions, scope
from tests.recorded.expressions import recorded
from tfshim.engine.runtime import errors
from tfshim.engine.values.dtypes import float32, int32


@pytest.mark.filterwarnings("ignore:Unknown class exception")
@expressions("errors")
def test_recorded(case):
    if case.text.startswith("sorted(n for n in dir(E)"):
        # The public module must hold these names; imported helpers may stand beside them.
        assert set(ast.literal_eval(case.answer[1])) == set(scope("errors", **names())["E"].__all__)
    else:
        case.check(**names())


INVALID = errors.InvalidArgumentError
EAGER = {
    "text(lambda: tf.matmul(T([[1.0, 2]]), T([[1.0]])))": errors.op_error(
        INVALID, "Matrix size-incompatible: In[0]: [1,2], In[1]: [1,1]", "MatMul"
    ),
    "text(lambda: T([1.0, 2]) + T([1.0, 2, 3]))": errors.op_error(INVALID, "Incompatible shapes: [2] vs. [3]", "AddV2"),
    'text(lambda: tf.raw_ops.AddV2(x=T([1.0, 2]), y=T([1.0, 2, 3]), name="nn"))': errors.op_error(
        INVALID, "Incompatible shapes: [2] vs. [3]", "AddV2", "nn"
    ),
    "text(lambda: tf.reshape(T([1.0, 2]), [3]))": errors.op_error(
        INVALID, "Input to reshape is a tensor with 2 values, but the requested shape has 3", "Reshape", None
    ),
    "text(lambda: tf.concat([T([[1.0]]), T([1.0])], 0))": errors.op_error(
        INVALID,
        "ConcatOp : Ranks of all input tensors should match: shape[0] = [1,1] vs. shape[1] = [1]",
        "ConcatV2",
        "concat",
        counts={"N": 2},
    ),
    "text(lambda: tf.split(T([1.0, 2, 3]), 2))": errors.op_error(
        INVALID,
        "Number of ways to split should evenly divide the split dimension, but got split_dim 0 (size = 3) and num_split 2",
        "Split",
        "split",
        counts={"num_split": 2},
    ),
    'text(lambda: tf.io.read_file("/nonexist"))': errors.op_error(
        errors.NotFoundError, "/nonexist; No such file or directory", "ReadFile", None
    ),
    'text(lambda: tf.cast(T("a"), tf.float32))': errors.op_error(
        errors.UnimplementedError, "Cast string to float is not supported", "Cast"
    ),
    "text(lambda: T(1.0) + T(1))": errors.dtype_mismatch("AddV2", 1, float32, int32),
    "text(lambda: tf.concat([T([1]), T([1.0])], 0))": errors.dtype_mismatch("ConcatV2", 1, int32, float32, "concat"),
}


@pytest.mark.parametrize("expression", EAGER)
def test_text_of_eager_failure(expression):
    kind, text = ast.literal_eval(dict(recorded("eager_errors"))[expression][1])
    assert (type(EAGER[expression]).__name__, str(EAGER[expression])) == (kind, text)
    assert EAGER[expression].message == text


def test_op_error_escapes_names_and_takes_full_devices():
    error = errors.op_error(INVALID, "m", "_Fused_X", device="/job:w/replica:0/task:1/device:GPU:0")
    place = "__wrapped____Fused__X_device_/job:w/replica:0/task:1/device:GPU:0"
    assert str(error) == "{{function_node " + place + "}} m [Op:_Fused_X] name: "


def test_a_pickle_loads_where_the_package_was_not_imported_before(tmp_path):
    data = pickle.dumps([errors.DataLossError(None, None, "torn", {"file": b"x"})])
    code = f"import pickle; e = pickle.loads({data!r})[0]; print(type(e).__name__, e, e.experimental_payloads)"
    done = after_torch.python("-c", code, cwd=tmp_path)
    assert done.stdout == "DataLossError torn {'file': b'x'}\n", done.stderr


class _Own(errors.NotFoundError):
    def __init__(self, path):
        super().__init__(None, None, f"no {path}")
        self.path = path


def test_a_subclass_with_its_own_signature_survives_pickling():
    error = pickle.loads(pickle.dumps(_Own("p")))
    assert (type(error), str(error), error.error_code) == (_Own, "no p", errors.NOT_FOUND)
    assert error.path == "p"


class _Op:
    def __init__(self, name, lines, original=None):
        self.name, self.traceback, self._original_op = name, [("f.py", n, "g", "") for n in lines], original


def test_frames_that_repeat_are_left_out():
    error = errors.AbortedError(None, _Op("grad", [1, 2, 3, 4, 5], _Op("x", [1, 2, 3, 4, 9, 10])), "m")
    shown = [f'  File "f.py", line {n}, in g' for n in (1, 4, 9, 10)]
    shown.insert(1, "[elided 2 identical lines from previous traceback]")
    assert str(error).split("defined at:\n")[1].splitlines() == shown


def test_texts_of_sums_and_lists_in_graphs():
    with tf.Graph().as_default():
        with pytest.raises(TypeError, match="Input 'y' of 'Add' Op has type int32 that does not match type string of argument 'x'"):
            tf.constant("a") + tf.constant(1)
        with pytest.raises(TypeError, match=r"'StringJoin' Op have types \[string, int32\] that do not match expected type string\."):
            tf.strings.join([tf.constant("a"), tf.constant(1)])
