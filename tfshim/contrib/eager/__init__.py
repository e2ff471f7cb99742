"""`tf.contrib.eager` of TensorFlow 1: eager execution as it was before it became the default."""

from tfshim import script_ops
from tfshim.compat.v1 import app as _app
from tfshim.compat.v1.switches import enable_eager_execution
from tfshim.compat.v1.variables.variables import Variable as _Variable
from tfshim.config import devices
from tfshim.contrib._names import bound
from tfshim.contrib.eager import metrics
from tfshim.contrib.eager.datasets import Iterator
from tfshim.contrib.eager.execution import ASYNC, SYNC, async_clear_error, async_wait, execution_mode, set_execution_mode
from tfshim.contrib.eager.gradients import (
    gradients_function,
    implicit_gradients,
    implicit_value_and_gradients,
    make_vjp,
    value_and_gradients_function,
)
from tfshim.contrib.eager.network import Network
from tfshim.contrib.eager.saving import Saver, get_optimizer_variables
from tfshim.engine.functions.function import function as _function
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient
from tfshim.engine.runtime.context import executing_eagerly, init_scope
from tfshim.refusals import refused
from tfshim.train import Checkpoint

DEVICE_PLACEMENT_EXPLICIT, DEVICE_PLACEMENT_WARN, DEVICE_PLACEMENT_SILENT = 0, 1, 2
Variable = _Variable
in_eager_mode = executing_eagerly
function = _function


def py_func(func, inp, Tout, name=None):  # noqa: N803 - TensorFlow's name
    """Run `func` on eager tensors as an operation, in a graph each time it runs. See `tf.py_function`."""
    return script_ops.py_function(func, inp, Tout, name)


def defun(func=None, input_signature=None, autograph=True):
    """`func` compiled into a graph for each signature of its arguments. See `tf.function`."""
    return _function(func, input_signature, autograph)


def run(main=None, argv=None):
    """Turn eager execution on and call `main(argv)`, by default that of the program. Mirrors `tf.contrib.eager.run`."""
    enable_eager_execution()
    _app.run(main, argv)


def list_devices():
    """The names of the devices."""
    return [d.name for d in devices.list_logical_devices()]


def num_gpus():
    """The number of GPUs."""
    return len(devices.list_logical_devices("GPU"))


def add_execution_callback(callback):
    """Not supported: raises NotImplementedError. `tf.debugging.enable_check_numerics` finds NaN and infinity."""
    raise refused("tf.contrib.eager.add_execution_callback")


__all__ = bound(globals(), "metrics")


def __getattr__(name):
    raise AttributeError(f"tf.contrib.eager.{name} is not part of tfshim; it has {', '.join(sorted(__all__))}.")
