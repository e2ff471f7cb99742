"""Control flow, gradients and Python functions with the arguments of TensorFlow 1."""

import builtins
import sys

import numpy as np

import tfshim as tf
from tfshim import script_ops
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor


@tf_export(v1=["cond"])
def cond(pred, true_fn=None, false_fn=None, strict=False, name=None, fn1=None, fn2=None):
    """`true_fn()` if the scalar `pred` holds, else `false_fn()`; `fn1` and `fn2` are their old names.

    Without `strict` a list of one result is that result. Mirrors `tf.compat.v1.cond`.
    """
    true_fn, false_fn = one_of("true_fn", true_fn, "fn1", fn1), one_of("false_fn", false_fn, "fn2", fn2)
    if true_fn is None or false_fn is None:
        raise TypeError(f"cond(): '{'true_fn' if true_fn is None else 'false_fn'}' argument required")
    if isinstance(pred, bool) and TS.graph is not None:
        raise TypeError("'pred' must not be a Python bool.")
    if TS.graph is not None:
        true_fn, false_fn = _with_tensors(true_fn, True), _with_tensors(false_fn, False)
    result = tf.cond(pred, true_fn, false_fn, name)
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
def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    """The result of the first function whose predicate holds; a dictionary is taken in the order of its items.

    Mirrors `tf.compat.v1.case`.
    """
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else pred_fn_pairs
    return tf.case(pairs, default, exclusive, strict, name)


@tf_export(v1=["while_loop"])
def while_loop(
    cond,
    body,
    loop_vars,
    shape_invariants=None,
    parallel_iterations=10,
    back_prop=True,
    swap_memory=False,
    name=None,
    maximum_iterations=None,
    return_same_structure=False,
):
    """Repeat `body` while `cond` holds. One loop variable is given back by itself unless `return_same_structure`.

    Mirrors `tf.compat.v1.while_loop`; see `tf.while_loop`.
    """
    result = tf.while_loop(cond, body, loop_vars, shape_invariants, parallel_iterations, back_prop, swap_memory, maximum_iterations, name)
    return result[0] if not return_same_structure and isinstance(result, (list, builtins.tuple)) and len(result) == 1 else result


@tf_export(v1=["map_fn"])
def map_fn(
    fn,
    elems,
    dtype=None,
    parallel_iterations=None,
    back_prop=True,
    swap_memory=False,
    infer_shape=True,
    name=None,
    fn_output_signature=None,
):
    """`fn` of each row of `elems`, stacked; see `tf.map_fn`. Mirrors `tf.compat.v1.map_fn`."""
    return tf.map_fn(fn, elems, dtype, parallel_iterations, back_prop, swap_memory, infer_shape, name, fn_output_signature)


@tf_export(v1=["scan"])
def scan(
    fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True, reverse=False, name=None
):
    """The values of an accumulation over the rows of `elems`; see `tf.scan`. Mirrors `tf.compat.v1.scan`."""
    return tf.scan(fn, elems, initializer, parallel_iterations, back_prop, swap_memory, infer_shape, reverse, name)


@tf_export(v1=["foldl"])
def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """An accumulation over the rows of `elems`, from the first; see `tf.foldl`. Mirrors `tf.compat.v1.foldl`."""
    return tf.foldl(fn, elems, initializer, parallel_iterations, back_prop, swap_memory, name)


@tf_export(v1=["foldr"])
def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """An accumulation over the rows of `elems`, from the last; see `tf.foldr`. Mirrors `tf.compat.v1.foldr`."""
    return tf.foldr(fn, elems, initializer, parallel_iterations, back_prop, swap_memory, name)


@tf_export(v1=["tuple"])
def tuple(tensors, name=None, control_inputs=None):  # noqa: A001 - TensorFlow's name
    """`tensors`, available only when all of them are. Mirrors `tf.compat.v1.tuple`."""
    return tf.tuple(tensors, control_inputs, name)


@tf_export(v1=["gradients"])
def gradients(
    ys,
    xs,
    grad_ys=None,
    name="gradients",
    colocate_gradients_with_ops=False,
    gate_gradients=False,
    aggregation_method=None,
    stop_gradients=None,
    unconnected_gradients=tf.UnconnectedGradients.NONE,
):
    """The gradients of the sum of `ys` by each of `xs`; see `tf.gradients`. Mirrors `tf.compat.v1.gradients`.

    `colocate_gradients_with_ops` is a hint.
    """
    return tf.gradients(ys, xs, grad_ys, name, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients)


@tf_export(v1=["hessians"])
def hessians(ys, xs, name="hessians", colocate_gradients_with_ops=False, gate_gradients=False, aggregation_method=None):
    """The second derivatives of the sum of `ys` by each of `xs`; see `tf.hessians`. Mirrors `tf.compat.v1.hessians`."""
    return tf.hessians(ys, xs, gate_gradients, aggregation_method, name)


@tf_export(v1=["py_func"])
def py_func(func, inp, Tout, stateful=True, name=None):  # noqa: N803 - TensorFlow's name
    """Run the Python function `func` on NumPy arrays as an operation; eagerly on tensors. Mirrors `tf.compat.v1.py_func`."""
    if TS.graph is None:
        return script_ops.py_function(func, inp, Tout, name)
    return script_ops.numpy_function(func, inp, Tout, stateful, name)


class _Printing:
    """What `Print` writes, and how often."""

    def __init__(self, message, first_n, summarize):
        self.message, self.left, self.summarize = message or "", -1 if first_n is None else first_n, 3 if summarize is None else summarize

    def __call__(self, *arrays):
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
def Print(input_, data, message=None, first_n=None, summarize=None, name=None):  # noqa: N802 - TensorFlow's name
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

    before = len(TS.graph._operations)
    script_ops.numpy_function(call, data, [], name=name)
    node = next(o for o in reversed(TS.graph._operations[before:]) if o.stateful)
    with tf.control_dependencies([node]):
        return tf.identity(input_, name=name or "Print")


@tf_export(v1=["add_check_numerics_ops"])
def add_check_numerics_ops():
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
                with tf.control_dependencies(checks[-1:]):
                    checks.append(tf.debugging.check_numerics(output, message).op)
    return tf.group(*checks)
