"""Branches, loops and dependencies: `tf.cond`, `tf.while_loop`, `tf.case`, `tf.Assert`, `tf.group` and their kin."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import constant
from tfshim.array_ops.identities import identity
from tfshim.array_ops.joining import stack
from tfshim.autodiff import stop_gradient
from tfshim.debugging.assertion import Assert
from tfshim.engine.graphs import conditions
from tfshim.engine.graphs import control_flow as engine
from tfshim.engine.graphs.func_graph import as_graph_tensor, has_switches
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.ops.binding import bind
from tfshim.engine.ops.composite import model_value, one_layer
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_tensor_array, is_variable, read_if_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.typespec import TensorSpec, type_spec_from_value
from tfshim.math.comparison import less_equal
from tfshim.math.logical import logical_and
from tfshim.math.reductions import reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike


_SEQUENCE = (list, type(()))  # `tuple` is a public function below


@tf_export("cond")
def cond(
    pred: TensorLike, true_fn: Callable[[], Any] | None = None, false_fn: Callable[[], Any] | None = None, name: str | None = None
) -> Any:
    """One of two functions, called as a condition says. Mirrors `tf.cond`.

    Arguments:
        pred: a scalar bool tensor, or a Python bool.
        true_fn: a function without arguments, which is called where the condition holds.
        false_fn: a function without arguments, for where it does not.
        name: a name for the operation in graphs.

    Returns:
        What the function returns. In a graph both are traced, and one of them runs each time; they return the same
        structure of tensors of the same dtypes.

    Raises:
        TypeError: a function cannot be called, or the two return different structures or dtypes.

    Eagerly it is Python's `if`. In a `tf.function` AutoGraph makes this of an `if` over a tensor.

    Example:
        >>> x = tf.constant(3.0)
        >>> tf.cond(x > 2.0, lambda: x * 10.0, lambda: -x)
        <tf.Tensor: shape=(), dtype=float32, numpy=30.0>
    """
    if true_fn is None:
        raise TypeError("cond(): 'true_fn' argument required")
    if false_fn is None:
        raise TypeError("cond(): 'false_fn' argument required")
    if not callable(true_fn):
        raise TypeError("'true_fn' must be callable.")
    if not callable(false_fn):
        raise TypeError("'false_fn' must be callable.")
    if TS.graph is None:
        if type(pred) is not bool and not isinstance(pred, Tensor):  # a list, say, is no condition because it is not empty
            pred = convert_to_tensor(read_if_variable(pred))
            held = model_value(pred)
            if held is not None:
                return held._layer_of_whole(cond, "compat.v1.cond", pred, true_fn=true_fn, false_fn=false_fn, name=name)
        result = true_fn() if pred else false_fn()
        # As in TensorFlow: a tuple of one result is unpacked, a list is not.
        if isinstance(result, _SEQUENCE) and not hasattr(result, "_fields") and len(result) == 1:
            return result if type(result) is list else result[0]
        return result
    if isinstance(pred, bool):
        if has_switches(TS.graph):
            raise TypeError("'pred' must not be a Python bool.")
        raise TypeError("pred must not be a Python bool", pred)
    pred = conditions.branch_condition(convert_to_tensor(read_if_variable(pred)), name or "cond")
    return engine.branches(pred, [true_fn, false_fn], name or "cond", ["true_fn", "false_fn"], "tf.cond")


def _numbered(branch_fns):
    """The functions of `switch_case` in the order of their numbers."""
    if not branch_fns:
        raise ValueError("Must provide at least one item in 'branch_fns'")
    if not isinstance(branch_fns, (*_SEQUENCE, dict)):
        raise TypeError("'branch_fns' must be a list, tuple, or dict")
    pairs = list(branch_fns.items() if isinstance(branch_fns, dict) else branch_fns)
    if all(callable(f) for f in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, _SEQUENCE[1]) or len(pair) != 2:
            raise TypeError(f"Each entry in 'branch_fns' must be a 2-tuple. Received {pair}.")
        if not isinstance(pair[0], int):
            raise TypeError(f"key must be a Python `int`, got {type(pair[0])}")
        if not callable(pair[1]):
            raise TypeError(f"fn for key {pair[0]} must be callable.")
    pairs.sort(key=lambda p: p[0])
    keys = [k for k, _ in pairs]
    if keys != list(range(len(keys))):
        raise ValueError(f"branch indices (keys) must form contiguous range of [0 to {len(keys)}) but found {{{','.join(map(str, keys))}}}")
    return [f for _, f in pairs]


@tf_export("switch_case")
def switch_case(
    branch_index: TensorLike, branch_fns: Any, default: Callable[[], Any] | None = None, name: str | None = "switch_case"
) -> Any:
    """One of several functions, chosen by number. Mirrors `tf.switch_case`.

    Arguments:
        branch_index: an int32 scalar.
        branch_fns: functions without arguments in a list, or pairs (number, function), or a dictionary of them; the
            numbers are 0 to n - 1 in any order.
        default: a function for all other numbers; None (the default) takes the last one of the list.
        name: a name for the operation in graphs, "switch_case" by default.

    Returns:
        What the function returns; in a graph all return the same structure and dtypes.

    Raises:
        TypeError, ValueError: other functions or numbers than these.

    Example:
        >>> functions = [lambda: tf.constant("zero"), lambda: tf.constant("one")]
        >>> tf.switch_case(tf.constant(1), functions)
        <tf.Tensor: shape=(), dtype=string, numpy=b'one'>
        >>> tf.switch_case(tf.constant(7), functions, default=lambda: tf.constant("many"))
        <tf.Tensor: shape=(), dtype=string, numpy=b'many'>
    """
    index = branch_index
    if not isinstance(index, Tensor):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(index)}")
    if not index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {index.dtype}")
    functions = _numbered(branch_fns)
    if default is not None:
        if not callable(default):
            raise TypeError("'default' must be callable.")
        functions.append(default)
    if TS.graph is None:
        at = int(index)
        return functions[at if 0 <= at < len(functions) else -1]()
    labels = [f"branches[{i}]" for i in range(len(functions))]
    with name_scope(name or "switch_case"):
        return engine.branches(convert_to_tensor(index), functions, "indexed_case", labels, "tf.switch_case")


@tf_export("case")
@one_layer("case")
def case(
    pred_fn_pairs: Any, default: Callable[[], Any] | None = None, exclusive: bool = False, strict: bool = False, name: str | None = "case"
) -> Any:
    """The first of several functions whose condition holds. Mirrors `tf.case`.

    Arguments:
        pred_fn_pairs: a list of pairs (scalar bool tensor, function without arguments).
        default: a function for where none holds; None (the default) for none.
        exclusive: True checks that at most one condition holds, before any function is called; False by default.
        strict: True keeps a list of one result a list; False by default.
        name: a name for the operations in graphs, "case" by default.

    Returns:
        What the function returns; in a graph all return the same structure and dtypes.

    Raises:
        InvalidArgumentError: no condition holds and there is no default, or several hold and `exclusive` is True. In graphs it comes when
            they run.
        TypeError: the pairs are no pairs of a condition and a function.

    Example:
        >>> x = tf.constant(15)
        >>> tf.case([(x < 10, lambda: tf.constant("low")), (x < 20, lambda: tf.constant("middle"))], lambda: tf.constant("high"))
        <tf.Tensor: shape=(), dtype=string, numpy=b'middle'>
    """
    if not isinstance(pred_fn_pairs, _SEQUENCE):
        raise TypeError(f"'pred_fn_pairs' must be a list, tuple, or dict. Received: {type(pred_fn_pairs)}")
    pairs = list(pred_fn_pairs)
    for pair in pairs:
        if not isinstance(pair, _SEQUENCE[1]) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair}.")
        pred, function = pair
        if isinstance(pred, Tensor):
            if pred.dtype is not dtypes.bool:
                raise TypeError(f"pred must be Tensor of type bool: {pred.name}")
        else:
            raise TypeError(f"pred must be a Tensor, got: {pred}")
        if not callable(function):
            raise TypeError(f"fn for pred {pred} must be callable.")
    if default is not None and not callable(default):
        raise TypeError("'false_fn' must be callable.")
    if not pairs:
        raise ValueError("not enough values to unpack (expected 2, got 0)")
    with name_scope(name or "case"):
        chain = _by_default(pairs) if default is None else default
        if default is None:
            pairs = pairs[:-1]
        if TS.graph is not None:
            for pred, function in reversed(pairs):
                chain = _choice(read_if_variable(pred), function, chain)
        with control_dependencies(_at_most([p for p, _ in pairs], 1, "Input error: exclusive=True") if exclusive else []):
            if TS.graph is None:
                chain = next((function for pred, function in pairs if pred), chain)
            result = chain()
    if not strict and isinstance(result, _SEQUENCE) and not hasattr(result, "_fields") and len(result) == 1:
        return result[0]
    return result


def _by_default(pairs):
    """The last function, where none of the others is called: it is an error if its own condition does not hold."""
    preds = [read_if_variable(pred) for pred, _ in pairs]
    function = pairs[-1][1]

    def last():
        data = ["Input error: None of conditions evaluated as True:", stack(preds, name="preds_c")]
        wrong = f"Implementation error: selected default action #{len(preds) - 1} was called, but some of other predicates are True: "
        with control_dependencies([*_at_most(preds[:-1], 0, wrong), Assert(preds[-1], data)]):
            return function()

    return last


def _at_most(preds, most, why):
    """A list of the check that no more than `most` of the conditions hold."""
    if not preds:
        return []
    preds = [read_if_variable(p) for p in preds]
    every = stack(preds, name="preds_c")
    count = reduce_sum(cast(every, dtypes.int32), name="num_true_conds")
    names = ", ".join(getattr(p, "name", "?") for p in preds)
    text = f"{why}: more than {most} conditions ({names}) evaluated as True:"
    limit = constant(most, name="n_true_conds")
    return [Assert(less_equal(count, limit), [text, every], len(preds))]


def _choice(pred, function, otherwise):
    labels = ["true_fn", "false_fn"]
    return lambda: engine.branches(conditions.branch_condition(pred, "cond"), [function, otherwise], "cond", labels, "tf.cond")


@tf_export("while_loop")
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: IntLike | None = None,
    name: str | None = None,
) -> Any:
    """A function called again and again while a condition holds. Mirrors `tf.while_loop`.

    Arguments:
        cond: a function of the loop variables that gives a scalar bool tensor.
        body: a function of the loop variables that gives their new values, in the same structure.
        loop_vars: a list or tuple of tensors or nests of them: the first values.
        shape_invariants: TensorShapes in the structure of `loop_vars`, for variables whose shape changes, with None for
            such sizes. In a graph dtypes and shapes are fixed otherwise.
        parallel_iterations: a hint, 10 by default.
        back_prop: False lets no gradient through; True by default.
        swap_memory: a hint; False by default.
        maximum_iterations: how often at most; None (the default) for any number.
        name: a name for the operation in graphs.

    Returns:
        The last values, in the structure of `loop_vars`.

    Raises:
        TypeError, ValueError: functions, structures, dtypes or shapes that do not fit.

    In a `tf.function` AutoGraph makes this of `while` and `for` over tensors.

    Example:
        >>> i, total = tf.while_loop(lambda i, total: i < 5, lambda i, total: (i + 1, total + i), [0, 0])
        >>> int(total)
        10
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if parallel_iterations < 1:
        raise TypeError("'parallel_iterations' must be a positive integer.")
    if loop_vars is None or isinstance(loop_vars, (*_SEQUENCE, EagerTensor)) and not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    graph = TS.graph
    if maximum_iterations is not None:
        limit = convert_to_tensor(maximum_iterations)
        if limit.shape.rank not in (0, None):
            raise ValueError(f"maximum_iterations must be a scalar. Received shape: {limit.shape}")
        # A plain number is written with the loop, under its name.
        maximum_iterations = limit if graph is None or not isinstance(maximum_iterations, int) else int(maximum_iterations)
    if graph is None:
        result = _while_eagerly(cond, body, loop_vars, maximum_iterations)
    else:
        result = _while_in_graph(cond, body, loop_vars, shape_invariants, maximum_iterations, name, parallel_iterations)
    return result if back_prop else without_gradient(result)


def without_gradient(result: Any) -> Any:
    """`result` of a loop, as what gradients do not go back through: in TensorFlow 1's graphs no operation tells it."""
    if TS.graph is None or not has_switches(TS.graph):
        return nest.map_structure(stop_gradient, result, expand_composites=True)

    def stopped(x: Any) -> Any:
        made = stop_gradient(x, name=f"{x.op.name}/StopGradient/")
        made.op.stands_for = x
        return made

    return nest.map_structure(stopped, result, expand_composites=True)


def _while_eagerly(cond, body, loop_vars, maximum):
    # Without the values, which need not live as long as the loop runs.
    structure = nest.map_structure(lambda x: type_spec_from_value(read_if_variable(x)), list(loop_vars))
    count, limit = 0, None if maximum is None else int(maximum)
    while _goes_on(cond(*loop_vars), limit, count):
        loop_vars = body(*loop_vars)
        nest.assert_same_structure(structure, list(loop_vars))
        count += 1
    return nest.map_structure(lambda x: convert_to_tensor(x) if x is None else _as_tensor(x), loop_vars)


def _goes_on(condition, limit, count):
    """Whether an eager loop takes another turn after `count` of them."""
    if limit is None:
        return condition
    if type(condition) is EagerTensor and condition.dtype is dtypes.bool:
        return count < limit and condition
    return logical_and(count < limit, condition)


def _as_tensor(x):
    return x if hasattr(type(x), "_type_spec") or x is None or is_tensor_array(x) else convert_to_tensor(x)


def _while_in_graph(cond, body, loop_vars, shape_invariants, maximum, name, parallel):
    single = len(loop_vars) == 1
    structure = nest.map_structure(_as_tensor, loop_vars)
    flat = [read_if_variable(x) for x in nest.flatten(structure, expand_composites=True)]
    invariants = None
    if shape_invariants is not None:
        nest.assert_same_structure(list(loop_vars), list(shape_invariants), expand_composites=False)
        invariants = []
        for x, s in zip(nest.flatten(list(structure)), nest.flatten(list(shape_invariants))):
            inner = nest.flatten(x, expand_composites=True)
            if len(inner) > 1 or inner[0] is not x:
                invariants.extend(t.shape for t in inner) if not hasattr(s, "_component_specs") else invariants.extend(
                    c.shape for c in nest.flatten(s, expand_composites=True)
                )
                continue
            # Whether the first value fits is not looked at, as in TensorFlow's functions.
            invariants.append(s.shape if isinstance(s, TensorSpec) else TensorShape(s))

    def pack(tensors):
        return nest.pack_sequence_as(structure, tensors, expand_composites=True)

    def test(*tensors):
        result = read_if_variable(cond(*pack(tensors)))
        if maximum is not None:  # which TensorFlow counts in the condition
            result = bind(logical_and._tfshim_op, [True, result], None)[0][1]
        return conditions.loop_condition(result, maximum is not None)

    def step(*tensors):
        result = body(*pack(tensors))
        # A body of one variable may give it bare or in a sequence of one.
        if single and not (isinstance(result, _SEQUENCE) and not isinstance(structure[0], _SEQUENCE)):
            result = [result] if not (isinstance(result, _SEQUENCE) and len(result) == 1) else result
        elif isinstance(result, Tensor) or not isinstance(result, _SEQUENCE):
            result = [result]
        # Lists and tuples are the same here, as in TensorFlow 1's loops.
        nest.assert_same_structure(result, structure, check_types=False, expand_composites=True)
        new = nest.flatten(list(result), expand_composites=True)
        return [convert_to_tensor(read_if_variable(x), dtype_hint=t.dtype) for x, t in zip(new, tensors)]

    if not has_switches(TS.graph):
        return pack(engine.loop(test, step, flat, invariants, maximum, name or "while", parallel=int(parallel)))
    with name_scope(name or "while") as scope:  # which has constants for Python's numbers there
        flat = [as_graph_tensor(TS.graph, x, name="Const") for x in flat]
        return pack(engine.loop(test, step, flat, invariants, maximum, scope, parallel=int(parallel)))


# ---------------------------------------------------------------------- dependencies
class _Dependencies:
    """In eager mode things happen in the order of the code already."""

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return False


@tf_export("control_dependencies")
def control_dependencies(control_inputs: Any) -> Any:
    """A scope in which operations run after given ones. Mirrors `tf.control_dependencies`.

    Arguments:
        control_inputs: a list of tensors and operations of the graph; None leaves the scopes around out of account.

    Returns:
        A context manager.

    Eagerly everything runs in its order anyway; there functions in the list are called, and nothing else is to do. In a
    `tf.function` operations with effects, such as assignments and prints, keep their order by themselves, so it is for
    graphs of TensorFlow 1.

    Example:
        >>> v = tf.Variable(1.0)
        >>> @tf.function
        ... def counted(x):
        ...     with tf.control_dependencies([v.assign_add(1.0)]):
        ...         return tf.identity(x)
        >>> float(counted(tf.constant(5.0))), v.numpy() == 2.0
        (5.0, True)
    """
    if TS.graph is None:
        # As in TensorFlow: eagerly, functions among the inputs are called.
        for c in () if control_inputs is None else control_inputs:
            if callable(c) and not isinstance(c, Tensor):
                c()
        return _Dependencies()
    return _in_graph(TS.graph, control_inputs)


@contextlib.contextmanager
def _in_graph(graph, control_inputs):
    inputs = control_inputs
    if inputs is not None and graph.building_function:
        inputs = list(inputs)
        if any(c is None for c in inputs):
            raise TypeError("Can not convert a NoneType into a Tensor or Operation.")
        inputs = [getattr(c, "op", None) if not isinstance(c, (Operation, Tensor)) else c for c in inputs]
        # What belongs to an enclosing graph, or to none, has happened by the time this one runs.
        inputs = [c for c in inputs if isinstance(c, (Operation, Tensor)) and not isinstance(c, EagerTensor) and c.graph is graph]
    with graph.control_dependencies(inputs):
        yield


def _nothing(*_):
    return []


@tf_export("no_op")
def no_op(name: str | None = None) -> Any:
    """An operation that does nothing. Mirrors `tf.no_op`.

    In graphs it holds a place: a branch of `tf.cond` that has no effect, or a training step that is to do nothing. With
    `tf.control_dependencies` around it, it is done when those are, as `tf.group` makes it.

    Arguments:
        name: a name for the operation in graphs, a str (default None: "NoOp").

    Returns:
        an operation of the graph, which sessions run and which has no tensors; None eagerly.

    Example:
        >>> with tf.Graph().as_default():
        ...     nothing = tf.no_op("nothing")
        >>> nothing.type
        'NoOp'
        >>> print(tf.no_op())
        None
    """
    if TS.graph is None:
        return None
    engine.add_node("NoOp", _nothing, (), [], [], stateful=True, name=name or "NoOp")
    return TS.graph._operations[-1]


@tf_export("group")
def group(*inputs: Any, **kwargs: Any) -> Any:
    """An operation that is done when several others are. Mirrors `tf.group`.

    Arguments:
        *inputs: tensors, operations or nests of them, of one graph.
        **kwargs: `name`, a name for the operation; nothing else.

    Returns:
        An operation without a value, for `Session.run` or `tf.control_dependencies`; None eagerly and, as far as it is
        used there, in a `tf.function`.

    Raises:
        ValueError: there is another keyword.
        TypeError: an input is of another kind.

    Programs of TensorFlow 1 run several updates as one with it.

    Example:
        >>> with tf.Graph().as_default():
        ...     update = tf.group(tf.constant(1.0), tf.constant("a"), name="update")
        >>> update.name, update.type
        ('update', 'NoOp')
    """
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {', '.join(kwargs)}.")
    if TS.graph is None:
        return None
    flat = nest.flatten(inputs, expand_composites=True)
    for x in flat:
        if x is not None and not hasattr(x, "op") and not (isinstance(x, (Operation, Tensor)) or is_variable(x)):
            raise TypeError(f"'inputs' should be zero or more (nested) Tensors. Received '{x}' with type '{type(x)}'.")
    # A variable that is no part of this graph has no operation to wait for; what writes to it is in the graph already.
    waited = [x for x in flat if x is not None and not (is_variable(x) and not hasattr(x, "op"))]
    with _graph_of(waited), control_dependencies(waited):
        return no_op(name or "group_deps")


def _graph_of(waited: Any) -> Any:
    """A scope of the graph that `waited` are in, if that is one of TensorFlow 1 as the one under construction is."""
    graphs = {id(g): g for x in waited if (g := getattr(x, "graph", None)) is not None}
    if TS.graph.building_function or len(graphs) != 1:
        return contextlib.nullcontext()
    (found,) = graphs.values()
    return contextlib.nullcontext() if found is TS.graph or found.building_function else found.as_default()


@tf_export("tuple")
def tuple(tensors: TensorLike, control_inputs: Any = None, name: str | None = None) -> list[Any]:  # noqa: A001 - TensorFlow's name
    """Several tensors, each of which is there only when all are. Mirrors `tf.tuple`.

    Arguments:
        tensors: a list of tensors, IndexedSlices and None.
        control_inputs: a list of further tensors and operations to wait for, or None.
        name: a name for the operation in graphs.

    Returns:
        A list with the same values; None stays None. Eagerly they are returned as they are.

    Raises:
        ValueError: in a graph, the list holds no tensor.
        TypeError: `control_inputs` holds something else.

    In graphs of TensorFlow 1 it keeps one gradient from being applied while another one is still computed.

    Example:
        >>> tf.tuple([tf.constant(1), None, tf.constant(3)])[1:]
        [None, <tf.Tensor: shape=(), dtype=int32, numpy=3>]
    """
    tensors = list(tensors)
    if TS.graph is None:
        return tensors
    given = [t for t in tensors if t is not None]
    if not given:
        raise ValueError(f"'tensors' must have at least one Tensor. Received: {tensors}.")
    with control_dependencies([*given, *(control_inputs or [])]):
        return [None if t is None else identity(t) for t in tensors]
