"""`tf.xla.experimental`: computing functions that are compiled."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tfshim import nest
from tfshim._export import tf_export, tf_private
from tfshim._listing import exported
from tfshim.array_ops import identity
from tfshim.control_flow import no_op
from tfshim.engine.functions.function import function
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.refusals import warn

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("xla.experimental.compile")
@tf_private("tensorflow.python.compiler.xla.xla.compile")
def compile(computation: Callable[..., Any], inputs: list[Any] | None = None) -> Any:  # noqa: A001 - TensorFlow's name
    """Compute a function that is compiled as a whole, as by `tf.function(jit_compile=True)`. Mirrors `tf.xla.experimental.compile`.

    It compiles and runs at once, so it is for a computation that is called once or stands in a graph; `tf.function` is newer
    and keeps what was compiled.

    Arguments:
        computation: a function of tensors.
        inputs: a list of tensors, or of structures of them; None (the default) for no arguments.

    Returns:
        A list of tensors where `computation` returns one tensor or several; the same structure where it returns another one; in a
        graph the operation that does nothing where it returns None.

    Raises:
        TypeError: other inputs, and None as the result when executing eagerly.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     total = tf.xla.experimental.compile(lambda x, y: x + y, [tf.constant(1.0), tf.constant(2.0)])
        ...     print(len(total), float(session.run(total)[0]))
        1 3.0
    """
    if inputs is not None and not isinstance(inputs, (list, tuple)):
        raise TypeError("inputs must be a list")
    nothing = []

    def flat(*values):
        result = computation(*values)
        if result is None:
            nothing.append(True)
        return result

    # A callable of its own: calls of different computations are not one function that is traced again and again.
    result = function(functools.partial(flat), jit_compile=True)(*nest.map_structure(convert_to_tensor, list(inputs or ())))
    if nothing:
        if executing_eagerly():
            raise TypeError("tf.xla.experimental.compile: the computation returned None; it has to return one or more tensors.")
        return no_op()
    if nest.is_nested(result) and not isinstance(result, (list, tuple)):
        return nest.map_structure(identity, result)
    results = list(result) if isinstance(result, (list, tuple)) else [result]
    return [identity(value, name=f"output_{i}") for i, value in enumerate(results)]


@tf_export("xla.experimental.jit_scope")
def jit_scope(compile_ops: Any = True, separate_compiled_gradients: bool = False) -> AbstractContextManager[None]:
    """Asks for the operations within to be compiled. They run as all others here, and a warning says so.

    Mirrors `tf.xla.experimental.jit_scope`. `compile_ops`: whether, or a function from a NodeDef to whether;
    `separate_compiled_gradients`: whether gradients are compiled apart from the rest. Raises RuntimeError when executing eagerly.
    """
    if executing_eagerly():
        raise RuntimeError("xla.experimental.jit_scope is not supported when eager execution is enabled. Try use it inside tf.function.")
    if compile_ops is not False:
        warn("tf.xla.experimental.jit_scope")
    return contextlib.nullcontext()
