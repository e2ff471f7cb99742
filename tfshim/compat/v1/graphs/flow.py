"""Control flow, gradients and Python functions with the arguments of TensorFlow 1."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import tfshim as tf
from tfshim import script_ops
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import BoolLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["cond"])
def cond(
    pred: BoolLike,
    true_fn: Callable[..., Any] | None = None,
    false_fn: Callable[..., Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[..., Any] | None = None,
    fn2: Callable[..., Any] | None = None,
) -> Any:
    """`true_fn()` if the scalar `pred` holds, else `false_fn()`; `fn1` and `fn2` are their old names.

    Without `strict` a list of one result is that result. Mirrors `tf.compat.v1.cond`.
    """
    true_fn, false_fn = one_of("true_fn", true_fn, "fn1", fn1), one_of("false_fn", false_fn, "fn2", fn2)
    if true_fn is None or false_fn is None:
        raise TypeError(f"cond(): '{'true_fn' if true_fn is None else 'false_fn'}' argument required")
    if TS.graph is not None:
        true_fn, false_fn = _with_tensors(true_fn, True), _with_tensors(false_fn, False)
    result = tf.cond(pred, true_fn, false_fn, name)
    # TensorFlow 1 takes a list of one for what is in it, unless `strict`.
    return result[0] if not strict and isinstance(result, (list, builtins.tuple)) and len(result) == 1 else result


def _with_tensors(function, value):
    """`function` with the tensor `value` in place of each operation that it gives: something to be fetched."""

    def tensor_after(x):
        if not isinstance(x, Operation):
            return x
        with tf.control_dependencies([x]):
            return tf.identity(value)

    def call():
        result = function()
        return result if result is None else tf.nest.map_structure(tensor_after, result)

    return call


@tf_export(v1=["case"])
def case(
    pred_fn_pairs: Any, default: Callable[..., Any] | None = None, exclusive: bool = False, strict: bool = False, name: str = "case"
) -> Any:
    """The result of the first function whose predicate holds; a dictionary is taken in the order of its items.

    Mirrors `tf.compat.v1.case`.
    """
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else pred_fn_pairs
    return tf.case(pairs, default, exclusive, strict, name)


@tf_export(v1=["while_loop"])
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: IntLike = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: IntLike | None = None,
    return_same_structure: bool = False,
) -> Any:
    """Repeat `body` while `cond` holds. One loop variable is given back by itself unless `return_same_structure`.

    Mirrors `tf.compat.v1.while_loop`; see `tf.while_loop`.
    """
    result = tf.while_loop(cond, body, loop_vars, shape_invariants, parallel_iterations, back_prop, swap_memory, maximum_iterations, name)
    return result[0] if not return_same_structure and isinstance(result, (list, builtins.tuple)) and len(result) == 1 else result


@tf_export(v1=["map_fn"])
def map_fn(
    fn: Callable[..., Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: IntLike | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """`fn` of each row of `elems`, stacked; see `tf.map_fn`. Mirrors `tf.compat.v1.map_fn`."""
    return tf.map_fn(fn, elems, dtype, parallel_iterations, back_prop, swap_memory, infer_shape, name, fn_output_signature)


@tf_export(v1=["scan"])
def scan(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: IntLike = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """The values of an accumulation over the rows of `elems`; see `tf.scan`. Mirrors `tf.compat.v1.scan`."""
    return tf.scan(fn, elems, initializer, parallel_iterations, back_prop, swap_memory, infer_shape, reverse, name)


@tf_export(v1=["foldl"])
def foldl(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: IntLike = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """An accumulation over the rows of `elems`, from the first; see `tf.foldl`. Mirrors `tf.compat.v1.foldl`."""
    return tf.foldl(fn, elems, initializer, parallel_iterations, back_prop, swap_memory, name)


@tf_export(v1=["foldr"])
def foldr(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: IntLike = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """An accumulation over the rows of `elems`, from the last; see `tf.foldr`. Mirrors `tf.compat.v1.foldr`."""
    return tf.foldr(fn, elems, initializer, parallel_iterations, back_prop, swap_memory, name)


@tf_export(v1=["tuple"])
def tuple(tensors: Sequence[Any], name: str | None = None, control_inputs: Sequence[Any] | None = None) -> list[Any]:  # noqa: A001 - TensorFlow's name
    """`tensors`, available only when all of them are. Mirrors `tf.compat.v1.tuple`."""
    return tf.tuple(tensors, control_inputs, name)


@tf_export(v1=["gradients"])
def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: str | tf.UnconnectedGradients = tf.UnconnectedGradients.NONE,
) -> list[Any]:
    """The gradients of the sum of `ys` by each of `xs`; see `tf.gradients`. Mirrors `tf.compat.v1.gradients`.

    `colocate_gradients_with_ops` is a hint.
    """
    return tf.gradients(ys, xs, grad_ys, name, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients)


@tf_export(v1=["hessians"])
def hessians(
    ys: Any,
    xs: Any,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
) -> list[Any]:
    """The second derivatives of the sum of `ys` by each of `xs`; see `tf.hessians`. Mirrors `tf.compat.v1.hessians`."""
    return tf.hessians(ys, xs, gate_gradients, aggregation_method, name)


@tf_export(v1=["py_func"])
def py_func(func: Callable[..., Any], inp: Sequence[TensorLike], Tout: Any, stateful: bool = True, name: str | None = None) -> Any:  # noqa: N803 - TensorFlow's name
    """Run the Python function `func` on NumPy arrays as an operation. Mirrors `tf.compat.v1.py_func`.

    Eagerly it is just called, and its results become tensors of the dtypes they have, whatever `Tout` says.
    """
    if TS.graph is None:
        found = [x if x is None else convert_to_tensor(x) for x in nest.flatten(func(*[np.array(x) for x in inp]))]
        return found[0] if len(found) == 1 else found
    return script_ops.numpy_function(func, inp, Tout, stateful, name)


class _Printing:
    """What `Print` writes, and how often."""

    def __init__(self, message: str | None, first_n: int | None, summarize: int | None) -> None:
        self.message, self.left, self.summarize = message or "", -1 if first_n is None else first_n, 3 if summarize is None else summarize

    def __call__(self, *arrays: np.ndarray) -> None:
        if self.left == 0:
            return
        self.left -= 1
        print(self.message + "".join(self._text(a) for a in arrays), file=sys.stderr)

    def _text(self, array):
        def shown(x):
            if x.ndim == 0:
                value = x.item()
                return (
                    value.decode(errors="replace")
                    if isinstance(value, bytes)
                    else f"{value:.9g}"
                    if isinstance(value, float)
                    else str(int(value))
                    if isinstance(value, bool)
                    else str(value)
                )
            items = [shown(i) for i in (x if self.summarize < 0 else x[: self.summarize])]
            more = "..." if 0 <= self.summarize < len(x) else ""
            return (" " if x.ndim == 1 else "").join(i if x.ndim == 1 else f"[{i}]" for i in items) + more

        return f"[{shown(np.asarray(array))}]"


@tf_export(v1=["Print"])
def Print(
    input_: TensorLike,
    data: Sequence[TensorLike],
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:  # noqa: N802 - TensorFlow's name
    """`input_`, having written `message` and the first `summarize` (3) elements of each of `data` to stderr.

    At most `first_n` times. Mirrors `tf.compat.v1.Print`; `tf.print` does more.
    """
    write = _Printing(message, first_n, summarize)
    data = [convert_to_tensor(d) for d in data]
    if TS.graph is None:
        write(*[d.numpy() for d in data])
        return tf.identity(input_)

    def call(*arrays):
        write(*arrays)
        return []

    # The operation has no output to depend on: it is looked for among those that were just added.
    before = len(TS.graph._operations)
    script_ops.numpy_function(call, data, [], name=name)
    node = next(o for o in reversed(TS.graph._operations[before:]) if o.stateful)
    with tf.control_dependencies([node]):
        return tf.identity(input_, name=name or "Print")


@tf_export(v1=["add_check_numerics_ops"])
def add_check_numerics_ops() -> Operation:
    """An operation that checks every floating-point tensor of the graph for NaN and infinity.

    Mirrors `tf.compat.v1.add_check_numerics_ops`; raises RuntimeError while executing eagerly.
    """
    if TS.graph is None:
        raise RuntimeError(
            "add_check_numerics_ops() is not compatible with eager execution. To check for Inf's and NaN's under eager "
            "execution call tf.debugging.enable_check_numerics() once before executing the checked operations."
        )
    checks = []
    for operation in TS.graph.get_operations():
        for output in operation.outputs:
            if output.dtype.is_floating:
                message = f"{operation.name}:{output.value_index}"
                # Each after the one before, so that the first failure in the graph's order is the one that is reported.
                with tf.control_dependencies(checks[-1:]):
                    checks.append(tf.debugging.check_numerics(output, message).op)
    return tf.group(*checks)
