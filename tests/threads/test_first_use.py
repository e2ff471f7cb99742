"""First use in a new process, from several threads at once."""

import os
import subprocess
import sys

import pytest

_PROGRAM = """
import os, sys, threading, traceback
sys.setswitchinterval(1e-6)
import tfshim

barrier, failed = threading.Barrier(len(sys.argv) - 1), []

def run(code):
    barrier.wait()
    try:
        exec(code, {"tfshim": tfshim, "tf": tfshim})
    except BaseException:
        failed.append(code + "\\n" + traceback.format_exc())

threads = [threading.Thread(target=run, args=(code,), daemon=True) for code in sys.argv[1:]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(100)
waiting = sum(thread.is_alive() for thread in threads)
print(*failed, f"{waiting} threads never came back" if waiting else "", sep="\\n")
sys.stdout.flush()
os._exit(bool(failed or waiting))
"""
_ALIASED = "tfshim.activate(force=True)\n"

CASES = {
    "operators": [
        "tf.constant(1) + 1",
        "tf.range(3) * 2",
        "tf.math.add(1, 2)[None] - 1",
        "tf.Variable(1.) + 1",
        "tf.zeros([2]) - 1",
        "tf.ones([2])[0] / 2",
        "tf.linalg.eye(2) @ tf.linalg.eye(2)",
        "tf.random.normal([2]) > 0",
    ],
    "statements": [
        f"from tfshim.{m} import *" if m == "keras.losses" else f"import tfshim.{m}"
        for m in (
            "keras.layers",
            "data",
            "keras.models",
            "compat.v1",
            "keras.optimizers",
            "keras.layers.core",
            "keras.engine.base_layer",
            "math",
        )
    ],
    "aliases": [
        _ALIASED + code
        for code in (
            "import tensorflow as tf; tf.constant(1) + 1",
            "from tensorflow.keras.layers import Dense; Dense(1)",
            "import tensorflow.compat.v1 as tf; tf.placeholder",
            "from tensorflow.python.keras import backend; backend.floatx()",
            "import tensorflow as tf; tf.keras.Sequential",
            "from tensorflow import keras; keras.Model",
            "import tensorflow.data; import tensorflow; tensorflow.data.Dataset.range(3)",
            "import keras; keras.layers.Dense(2)",
        )
    ],
}


@pytest.mark.parametrize("name", CASES)
def test_first_use_from_several_threads(name):
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *CASES[name]],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
