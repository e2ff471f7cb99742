"""Control flow, gradients and Python functions with the arguments of TensorFlow 1."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import tfshim as tf
from tfshim import script_ops
from tfshim._export import tf_export
from tfshim.compat.v1.graphs.printing import Printing
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import BoolLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _branch(name, function, old_name, old):
    """The function that was given under one of its two names."""
    if function is not None and old is not None:
        raise TypeError(f"cond(): '{name}' and '{old_name}' may not be set simultaneously.")
    function = old if function is None else function
    if function is None:
        raise TypeError(f"cond(): '{name}' argument required")
    if not callable(function):
        raise TypeError(f"'{name}' must be callable.")
    return function


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
    """The result of one of two functions, as a boolean tensor says when the graph runs. Mirrors `tf.compat.v1.cond`.

    Both functions are called while the graph is built, and their operations are in it; only those of one of them run. Eagerly only one
    function is called.

    Arguments:
        pred: a scalar boolean tensor; while executing eagerly also a Python bool.
        true_fn, false_fn: functions without arguments that give tensors, operations or structures of them, of the same structure and
            dtypes.
        strict: whether a list of one result stays a list; False (default): it becomes that result.
        name: a name for the operations.
        fn1, fn2: older names of the two functions.

    Returns:
        What the functions give.

    Raises:
        TypeError: a function is missing, given under both names, or no function; in graphs also a Python bool for `pred`, and results
            that differ in dtype.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.compat.v1.placeholder(tf.float32, [])
        ...     y = tf.compat.v1.cond(x > 0.0, lambda: x * 10.0, lambda: -x)
        ...     print(session.run(y, {x: 2.0}), session.run(y, {x: -3.0}))
        20.0 3.0
    """
    true_fn, false_fn = _branch("true_fn", true_fn, "fn1", fn1), _branch("false_fn", false_fn, "fn2", fn2)
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

    call._tfshim_original = function  # whom errors name
    return call


@tf_export(v1=["case"])
def case(
    pred_fn_pairs: Any, default: Callable[..., Any] | None = None, exclusive: bool = False, strict: bool = False, name: str = "case"
) -> Any:
    """The result of the first function whose predicate holds. Mirrors `tf.compat.v1.case`.

    Arguments:
        pred_fn_pairs: pairs (scalar boolean tensor, function without arguments); or a dictionary from tensors to functions, which are
            tried
            in the order of its items.
        default: the function where no predicate holds; None (default): an error is raised then.
        exclusive: whether it is an error if several predicates hold; False by default.
        strict: whether a list of one result stays a list; False by default.
        name: a name for the operations, "case" by default.

    Returns:
        What the functions give; all have to give the same structure and dtypes.

    Raises:
        TypeError: pairs that are none, predicates that are no booleans, or functions that cannot be called.
        InvalidArgumentError: when run, no predicate holds and there is no default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.compat.v1.placeholder(tf.int32, [])
        ...     pairs = [(x < 10, lambda: tf.constant("small")), (x < 100, lambda: tf.constant("medium"))]
        ...     size = tf.compat.v1.case(pairs, default=lambda: tf.constant("large"))
        ...     print([session.run(size, {x: n}) for n in (5, 50, 500)])
        [b'small', b'medium', b'large']
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
    """Repeats a function of tensors while a condition of them holds. Mirrors `tf.compat.v1.while_loop`.

    Arguments:
        cond: a function of the loop's variables that gives a boolean scalar.
        body: a function of them that gives their next values, in the same structure and of the same dtypes and shapes.
        loop_vars: the first values: a list, tuple or structure of tensors; not empty.
        shape_invariants: TensorShapes in their structure, for variables whose shapes change: None for each size that does.
        parallel_iterations, back_prop, swap_memory: have no effect on results; `back_prop=False` lets no gradient through.
        name: a name for the operations.
        maximum_iterations: after how many the loop ends at the latest; None (default): no limit.
        return_same_structure: whether one variable stays in its list; False (default): it is given by itself. Eagerly the body decides:
            what it gives in a list stays in one.

    Returns:
        The last values, in the structure of `loop_vars`.

    Raises:
        TypeError: functions that cannot be called.
        ValueError: no variables, or a body whose results have another structure, or shapes against the invariants.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     n, product = tf.constant(1), tf.constant(1)
        ...     found = tf.compat.v1.while_loop(lambda n, product: n <= 5, lambda n, product: (n + 1, n * product), [n, product])
        ...     print(session.run(found))
        [6, 120]
        >>> tf.compat.v1.while_loop(lambda i: i < 10, lambda i: i + 3, [0]).numpy()
        12
    """
    in_list = True
    if TS.graph is None and not return_same_structure and isinstance(loop_vars, (list, builtins.tuple)) and len(loop_vars) == 1:
        # Eagerly TensorFlow takes a variable that the body gives by itself, and gives what was in a list in one.
        given, in_list = body, maximum_iterations is None

        def body(*values):
            nonlocal in_list
            found = given(*values)
            if isinstance(found, (list, builtins.tuple)):
                return found
            in_list = False
            return [found]

    result = tf.while_loop(cond, body, loop_vars, shape_invariants, parallel_iterations, back_prop, swap_memory, maximum_iterations, name)
    if TS.graph is None and in_list:
        return result
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
    """A function of each row of a tensor, with the results stacked. Mirrors `tf.compat.v1.map_fn`.

    Arguments:
        fn: a function of one row, or of one row of each of `elems` in their structure.
        elems: a tensor, or a structure of tensors of one length; also a RaggedTensor.
        dtype: the dtype of the results, or a structure of dtypes, where it is not that of `elems`; an older name of
            `fn_output_signature`.
        parallel_iterations, back_prop, swap_memory: have no effect on results.
        infer_shape: whether all results have to have one shape; True by default.
        name: a name for the operations.
        fn_output_signature: as `dtype`; a spec where results are ragged.

    Returns:
        A tensor [rows, ...], or a structure of them as `fn` gives it.

    Raises:
        AttributeError: `fn` is no function.
        ValueError: rows of different numbers, or results of another structure than the signature.

    Example:
        >>> tf.compat.v1.map_fn(lambda row: tf.reduce_sum(row), tf.constant([[1, 2], [3, 4]])).numpy().tolist()
        [3, 7]
        >>> tf.compat.v1.map_fn(lambda n: tf.cast(n, tf.float32) / 2.0, tf.constant([1, 2]), dtype=tf.float32).numpy().tolist()
        [0.5, 1.0]
    """
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
    """All values of an accumulation over the rows of a tensor, such as a running sum. Mirrors `tf.compat.v1.scan`.

    Arguments:
        fn: a function of (the value so far, the next row) that gives the next value, of one dtype and shape.
        elems: a tensor, or a structure of tensors of one length.
        initializer: the first value, which `fn` gets with the first row; None (default): the first row is it.
        parallel_iterations, back_prop, swap_memory: have no effect on results.
        infer_shape: whether all values have to have one shape; True by default.
        reverse: whether the rows are taken from the last to the first; False by default. Values stay in the places of their rows.
        name: a name for the operations.

    Returns:
        A tensor [rows, ...] of the values, or a structure of them.

    Raises:
        AttributeError: `fn` is no function.
        ValueError: values of another structure than the first.

    Example:
        >>> tf.compat.v1.scan(lambda total, x: total + x, tf.constant([1, 2, 3])).numpy().tolist()
        [1, 3, 6]
        >>> tf.compat.v1.scan(lambda total, x: total + x, tf.constant([1, 2, 3]), initializer=10, reverse=True).numpy().tolist()
        [16, 15, 13]
    """
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
    """The last value of an accumulation over the rows of a tensor, from the first row on. Mirrors `tf.compat.v1.foldl`.

    `scan` gives all values.

    Arguments:
        fn: a function of (the value so far, the next row) that gives the next value.
        elems: a tensor, or a structure of tensors of one length.
        initializer: the first value, which `fn` gets with the first row; None (default): the first row is it.
        parallel_iterations, back_prop, swap_memory: have no effect on results.
        name: a name for the operations.

    Returns:
        A tensor of the shape of a value.

    Raises:
        AttributeError: `fn` is no function.

    Example:
        >>> tf.compat.v1.foldl(lambda so_far, x: so_far * 10 + x, tf.constant([1, 2, 3])).numpy()
        123
        >>> tf.compat.v1.foldl(lambda so_far, x: so_far * 10 + x, tf.constant([1, 2, 3]), initializer=9).numpy()
        9123
    """
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
    """The last value of an accumulation over the rows of a tensor, from the last row on. Mirrors `tf.compat.v1.foldr`.

    As `foldl`, with the rows from the last to the first.

    Arguments:
        fn: a function of (the value so far, the next row) that gives the next value.
        elems: a tensor, or a structure of tensors of one length.
        initializer: the first value, which `fn` gets with the last row; None (default): the last row is it.
        parallel_iterations, back_prop, swap_memory: have no effect on results.
        name: a name for the operations.

    Returns:
        A tensor of the shape of a value.

    Raises:
        AttributeError: `fn` is no function.

    Example:
        >>> tf.compat.v1.foldr(lambda so_far, x: so_far * 10 + x, tf.constant([1, 2, 3])).numpy()
        321
        >>> tf.compat.v1.foldr(lambda so_far, x: so_far * 10 + x, tf.constant([1, 2, 3]), initializer=9).numpy()
        9321
    """
    return tf.foldr(fn, elems, initializer, parallel_iterations, back_prop, swap_memory, name)


@tf_export(v1=["tuple"])
def tuple(tensors: Sequence[Any], name: str | None = None, control_inputs: Sequence[Any] | None = None) -> list[Any]:  # noqa: A001 - TensorFlow's name
    """Tensors that are there only when all of them are: a join of what runs side by side. Mirrors `tf.compat.v1.tuple`.

    An update with one of the results waits until all gradients, say, have been computed.

    Arguments:
        tensors: a list of tensors, `tf.IndexedSlices` and None.
        name: a name for the operations.
        control_inputs: further operations that are waited for; None by default. (`tf.tuple` has it before `name`.)

    Returns:
        A list like `tensors`, with None where None was.

    Raises:
        ValueError: no tensors.
        TypeError: control inputs that are neither operations nor tensors.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
        ...     session.run(v.initializer)
        ...     x, nothing = tf.compat.v1.tuple([tf.constant(5.0), None], control_inputs=[v.assign(2.0).op])
        ...     print(session.run(x), session.run(v), nothing)
        5.0 2.0 None
    """
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
    """Operations that compute the gradients of a sum of tensors by each of others. Mirrors `tf.compat.v1.gradients`.

    For graphs: eager programs record a `tf.GradientTape`. Optimizers call it in `compute_gradients`.

    Arguments:
        ys: a tensor, or a list of tensors whose elements are all summed.
        xs: a tensor or variable, or a list of them.
        grad_ys: tensors of the shapes of `ys` by which they are weighted; None (default): ones.
        name: a prefix of names, "gradients" by default.
        colocate_gradients_with_ops: a hint.
        gate_gradients: whether all are there before any is used; False by default.
        aggregation_method: how several gradients are added, one of `tf.AggregationMethod`; it has no effect on results.
        stop_gradients: tensors through which no gradient goes; None by default.
        unconnected_gradients: what stands for an x on which no y depends: None (default), or zeros: "zero".

    Returns:
        A list with a tensor, `tf.IndexedSlices` or None for each of `xs`.

    Raises:
        RuntimeError: while executing eagerly.
        LookupError: an operation on the way has no gradient.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x, unused = tf.constant(3.0), tf.constant(1.0)
        ...     dx, nothing = tf.compat.v1.gradients(x * x, [x, unused])
        ...     print(session.run(dx), nothing)
        6.0 None
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
    """Operations that compute the second derivatives of a sum of tensors by each of others. Mirrors `tf.compat.v1.hessians`.

    Mixed derivatives by elements of one x are in a result, those by two different xs are not.

    Arguments:
        ys: a tensor, or a list of tensors whose elements are all summed.
        xs: a tensor or variable, or a list of them.
        name: a prefix of names, "hessians" by default.
        colocate_gradients_with_ops: a hint.
        gate_gradients, aggregation_method: as for `gradients`.

    Returns:
        A list with a tensor for each of `xs`: of twice its rank, the sizes of its shape coming twice.

    Raises:
        RuntimeError: while executing eagerly.
        ValueError: no y depends on an x.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.constant([1.0, 2.0])
        ...     print(session.run(tf.compat.v1.hessians(x[0] ** 2 * x[1], x))[0].tolist())
        [[4.0, 2.0], [2.0, 0.0]]
    """
    return tf.hessians(ys, xs, gate_gradients, aggregation_method, name)


@tf_export(v1=["py_func"])
def py_func(func: Callable[..., Any], inp: Sequence[TensorLike], Tout: Any, stateful: bool = True, name: str | None = None) -> Any:  # noqa: N803 - TensorFlow's name
    """A Python function of NumPy arrays as an operation of the graph. Mirrors `tf.compat.v1.py_func`.

    No gradient goes through it, it runs in this process, and it cannot be saved with a graph. `tf.numpy_function` is its newer form,
    and `tf.py_function` gives the function tensors and takes gradients.

    Arguments:
        func: the function. It gets an array for each of `inp`, strings as bytes, and gives arrays or numbers.
        inp: a list of tensors.
        Tout: the dtype of the result, or a list of dtypes of several. Results of other dtypes raise an error in graphs; while executing
            eagerly the function is called at once, and its results keep their dtypes.
        stateful: False says that equal inputs give equal results, so that calls may be saved; True by default.
        name: a name for the operation.

    Returns:
        A tensor or list of tensors, of unknown shapes: `set_shape` tells what is known.

    Raises:
        InvalidArgumentError, UnknownError or others: when run, for what the function raises.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     y = tf.compat.v1.py_func(lambda x: np.sinh(x), [tf.constant([0.0, 1.0])], tf.float32)
        ...     print(session.run(y).round(3).tolist(), y.shape)
        [0.0, 1.1749999523162842] <unknown>
    """
    if TS.graph is None:
        found = [x if x is None else convert_to_tensor(x) for x in nest.flatten(func(*[np.array(x) for x in inp]))]
        return found[0] if len(found) == 1 else found
    return script_ops.numpy_function(func, inp, Tout, stateful, name)


@tf_export(v1=["Print"])
def Print(
    input_: TensorLike,
    data: Sequence[TensorLike],
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:  # noqa: N802 - TensorFlow's name
    """A tensor, which writes values as it is computed. Mirrors `tf.compat.v1.Print`.

    What uses the result writes; where nothing uses it, nothing is written. The text goes to the standard error. `tf.print` does more, and
    is a step of its own.

    Arguments:
        input_: the tensor that is passed on.
        data: a list of tensors whose values are written.
        message: a text before them; None (the default) for none.
        first_n: how many times it writes at most; None (the default) for always.
        summarize: how many elements of each are written; None (the default) for 3.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        The tensor `input_`, with the same values.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.constant([1.0, 2.0, 3.0, 4.0])
        ...     y = tf.compat.v1.Print(x, [tf.reduce_sum(x)], message="the sum is ", first_n=1)
        ...     print(sess.run(y * 2.0))
        [2. 4. 6. 8.]
    """
    write = Printing(message, first_n, summarize)
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
    """An operation that checks all numbers of the default graph. Mirrors `tf.compat.v1.add_check_numerics_ops`.

    Run it beside a step to find where NaN or infinity first comes up: the error names the tensor. Operations that are added afterwards are
    not checked. While executing eagerly there is `tf.debugging.enable_check_numerics`.

    Returns:
        An operation that checks each floating-point tensor.

    Raises:
        InvalidArgumentError: a tensor holds NaN or infinity, when it runs.
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [])
        ...     y = tf.math.log(x, name="the_log")
        ...     check = tf.compat.v1.add_check_numerics_ops()
        ...     print(sess.run([y, check], {x: 1.0}))
        ...     try:
        ...         sess.run([y, check], {x: 0.0})
        ...     except tf.errors.InvalidArgumentError as error:
        ...         print("the_log:0" in error.message)
        [0.0, None]
        True
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
