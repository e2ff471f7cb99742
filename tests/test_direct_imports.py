"""`from tensorflow.NAMESPACE import NAME` as the first line of a program, which passes by `tf` itself."""

import pytest

from tests.after_torch import python


@pytest.mark.parametrize(
    "line, made",
    [
        ("from tensorflow.io import encode_png", "encode_png(np.zeros((2, 3, 4, 5, 1), np.uint8))"),
        ("from tensorflow.io import decode_raw", "decode_raw([b'abc', b'def'], np.uint8)"),
        ("from tensorflow.strings import length", "length([['a', 'b'], ['c', 'd']])"),
        ("from tensorflow.random import stateless_uniform", "stateless_uniform([2, 3], [1, 2])"),
        ("from tensorflow.keras.initializers import Ones", "Ones()([2, 3])"),
        ("from tensorflow.data import Dataset", "next(iter(Dataset.from_tensors(np.ones((2, 3)))))"),
    ],
)
def test_tensors_have_their_operators(tmp_path, line, made):
    program = f"import tfshim\ntfshim.activate()\nimport numpy as np\n{line}\nx = {made}\nprint(x[1, ...].shape, (x == x).shape)"
    done = python("-c", program, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_observers_of_operations_come_first(tmp_path):
    done = python("-c", "import tfshim.profiler.operations, tfshim.summary.debug_dumps.variables", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
