# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.switches import enable_eager_execution as enable_eager_execution
from tfshim.compat.v1.variables.variables import Variable as Variable
from tfshim.contrib.eager import metrics as metrics
from tfshim.contrib.eager.datasets import Iterator as Iterator
from tfshim.contrib.eager.execution import async_clear_error as async_clear_error, async_wait as async_wait
from tfshim.contrib.eager.execution import execution_mode as execution_mode, set_execution_mode as set_execution_mode
from tfshim.contrib.eager.gradients import gradients_function as gradients_function, implicit_gradients as implicit_gradients
from tfshim.contrib.eager.gradients import implicit_value_and_gradients as implicit_value_and_gradients, make_vjp as make_vjp
from tfshim.contrib.eager.gradients import value_and_gradients_function as value_and_gradients_function
from tfshim.contrib.eager.network import Network as Network
from tfshim.contrib.eager.saving import Saver as Saver, get_optimizer_variables as get_optimizer_variables
from tfshim.engine.functions.function import function as function
from tfshim.engine.gradients.tape import GradientTape as GradientTape
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient as custom_gradient
from tfshim.engine.runtime.context import executing_eagerly as executing_eagerly, executing_eagerly as in_eager_mode
from tfshim.engine.runtime.context import init_scope as init_scope
from tfshim.train.checkpoint import Checkpoint as Checkpoint
ASYNC: int
DEVICE_PLACEMENT_EXPLICIT: int
DEVICE_PLACEMENT_SILENT: int
DEVICE_PLACEMENT_WARN: int
SYNC: int
def add_execution_callback(callback): ...
def defun(func=..., input_signature=..., autograph=...): ...
def list_devices(): ...
def num_gpus(): ...
def py_func(func, inp, Tout, name=...): ...
def run(main=..., argv=...): ...
