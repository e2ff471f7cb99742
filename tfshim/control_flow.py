"""Branches, loops and dependencies: `tf.cond`, `tf.while_loop`, `tf.case`, `tf.Assert`, `tf.group` and their kin."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import stack
from tfshim.array_ops.shapes import identity
from tfshim.autodiff import stop_gradient
from tfshim.debugging.assertion import Assert
from tfshim.engine.autograph import convert_argument
from tfshim.engine.graphs import control_flow as engine
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_tensor_array, is_variable, read_if_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.math.reductions import reduce_any

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike


_SEQUENCE = (list, type(()))  # `tuple` is a public function below


@tf_export("cond")
def cond(
    pred: TensorLike, true_fn: Callable[[], Any] | None = None, false_fn: Callable[[], Any] | None = None, name: str | None = None
) -> Any:
    """`true_fn()` where the scalar boolean `pred` holds, else `false_fn()`.

    Eagerly that is a Python `if`. In a graph both are traced; they return the same structure of the same dtypes,
    else TypeError is raised, as for what is not callable. Mirrors `tf.cond`.
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
        result = true_fn() if pred else false_fn()
        # As in TensorFlow: a tuple of one result is unpacked, a list is not.
        if isinstance(result, _SEQUENCE) and not hasattr(result, "_fields") and len(result) == 1:
            return result if type(result) is list else result[0]
        return result
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    pred = convert_to_tensor(read_if_variable(pred))
    if pred.dtype is not dtypes.bool:
        pred = cast(pred, dtypes.bool)
    return engine.branches(
        pred, [convert_argument(true_fn), convert_argument(false_fn)], name or "cond", ["true_fn", "false_fn"], "tf.cond"
    )


@tf_export("switch_case")
def switch_case(
    branch_index: TensorLike, branch_fns: Any, default: Callable[[], Any] | None = None, name: str | None = "switch_case"
) -> Any:
    """The result of the branch that the integer `branch_index` selects; `default`, or the last one, where none does.

    `branch_fns`: callables, pairs (index, callable) or a dictionary of them; the indices are 0 to n - 1 in any order.
    Raises TypeError or ValueError for anything else. Mirrors `tf.switch_case`.
    """
    if not isinstance(branch_fns, (*_SEQUENCE, dict)):
        raise TypeError("'branch_fns' must be a list, tuple, or dict.")
    if isinstance(branch_fns, dict):
        pairs = sorted(branch_fns.items())
    elif branch_fns and all(callable(f) for f in branch_fns):
        pairs = list(enumerate(branch_fns))
    else:
        pairs = list(branch_fns)
        for pair in pairs:
            if not isinstance(pair, _SEQUENCE[1]) or len(pair) != 2:
                raise TypeError(f"Each entry in 'branch_fns' must be a 2-tuple. Received {pair}.")
            if not isinstance(pair[0], int):
                raise TypeError(f"key must be a Python `int`, got {type(pair[0])}")
        pairs = sorted(pairs, key=lambda p: p[0])
    if not pairs:
        raise ValueError("Expected at least one branch function in 'branch_fns'.")
    for index, function in pairs:
        if not callable(function):
            raise TypeError(f"fn for index {index} must be callable, got {function!r}.")
    keys = sorted({k for k, _ in pairs})
    if keys != list(range(len(pairs))):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(pairs)}) but found {{{','.join(str(k) for k, _ in pairs)}}}"
        )
    index = read_if_variable(branch_index)
    functions = [f for _, f in pairs]
    if default is not None:
        if not callable(default):
            raise TypeError("'default' must be callable.")
        functions.append(default)
    if not isinstance(index, (int, Tensor)):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(index)}")
    if isinstance(index, Tensor) and not index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {index.dtype}")
    if TS.graph is None:
        at = int(index)
        return functions[at if 0 <= at < len(functions) else -1]()
    labels = [f"branches[{i}]" for i in range(len(functions))]
    return engine.branches(convert_to_tensor(index), [convert_argument(f) for f in functions], name, labels, "tf.switch_case")


@tf_export("case")
def case(
    pred_fn_pairs: Any, default: Callable[[], Any] | None = None, exclusive: bool = False, strict: bool = False, name: str | None = "case"
) -> Any:
    """The result of the first function whose predicate holds, else of `default`.

    `pred_fn_pairs`: pairs (scalar boolean tensor, callable). Where none holds and there is no default,
    InvalidArgumentError is raised. `exclusive` says that at most one holds; as in TensorFlow nothing checks it. With
    `strict` a list of one result stays a list. Mirrors `tf.case`.
    """
    if not isinstance(pred_fn_pairs, _SEQUENCE):
        raise TypeError("'pred_fn_pairs' must be a list or tuple.")
    pairs = list(pred_fn_pairs)
    for pair in pairs:
        if not isinstance(pair, _SEQUENCE[1]) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair}.")
        pred, function = pair
        if isinstance(pred, Tensor):
            if pred.dtype is not dtypes.bool:
                raise TypeError(f"pred must be Tensor of type bool: {pred}")
        elif not is_variable(pred) and (TS.graph is not None or not isinstance(pred, bool)):
            raise TypeError(f"pred must be a Tensor, got: {pred}")
        if not callable(function):
            raise TypeError(f"fn for pred {pred} must be callable.")
    if default is not None and not callable(default):
        raise TypeError("'default' must be callable.")
    if not pairs:
        raise ValueError("not enough values to unpack (expected 2, got 0)")
    if TS.graph is None:
        held = [function for pred, function in pairs if bool(pred)]
        if not held and default is None:
            raise invalid(
                "Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: "
                "b'Input error: None of conditions evaluated as True:'\n"
                + ", ".join(["False"] * min(len(pairs), 3))
                + "..." * (len(pairs) > 3),
            )
        result = held[0]() if held else default()
    else:
        preds = [p if isinstance(p, Tensor) else read_if_variable(p) for p, _ in pairs]
        if default is None:
            every = stack(preds)
            Assert(reduce_any(every), ["Input error: None of conditions evaluated as True:", every])
        chain = default
        if chain is None:  # the assertion leaves the last function where no other predicate holds
            chain, pairs, preds = pairs[-1][1], pairs[:-1], preds[:-1]
        chain = convert_argument(chain)
        for pred, (_, function) in reversed(list(zip(preds, pairs))):
            chain = _choice(pred, convert_argument(function), chain)
        result = chain()
    if not strict and isinstance(result, _SEQUENCE) and not hasattr(result, "_fields") and len(result) == 1:
        return result[0]
    return result


def _choice(pred, function, otherwise):
    return lambda: engine.branches(pred, [function, otherwise], "cond", ["true_fn", "false_fn"], "tf.cond")


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
    """Repeat `loop_vars = body(*loop_vars)` while `cond(*loop_vars)` holds, at most `maximum_iterations` times.

    `loop_vars`: a list or tuple of structures of tensors; the result has its structure. In a graph the variables keep
    dtype and static shape, except where `shape_invariants` (the same structure, of TensorShapes) allows other
    shapes; else ValueError or TypeError is raised. `back_prop=False` cuts the gradient off. `parallel_iterations`
    and `swap_memory` are hints. Mirrors `tf.while_loop`.
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if parallel_iterations < 1:
        raise TypeError("'parallel_iterations' must be a positive integer.")
    if loop_vars is None or isinstance(loop_vars, _SEQUENCE) and not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    graph = TS.graph
    if maximum_iterations is not None:
        maximum_iterations = convert_to_tensor(maximum_iterations)
        if maximum_iterations.shape.rank not in (0, None):
            raise ValueError(f"maximum_iterations must be a scalar. Received shape: {maximum_iterations.shape}")
    if graph is None:
        result = _while_eagerly(cond, body, loop_vars, maximum_iterations)
    else:
        result = _while_in_graph(convert_argument(cond), convert_argument(body), loop_vars, shape_invariants, maximum_iterations, name)
    if not back_prop:
        result = nest.map_structure(stop_gradient, result, expand_composites=True)
    return result


def _while_eagerly(cond, body, loop_vars, maximum):
    # Without the values, which need not live as long as the loop runs.
    structure = nest.map_structure(lambda x: 0, list(loop_vars))
    count, limit = 0, None if maximum is None else int(maximum)
    while (limit is None or count < limit) and cond(*loop_vars):
        loop_vars = body(*loop_vars)
        nest.assert_same_structure(structure, list(loop_vars))
        count += 1
    return nest.map_structure(_as_tensor, loop_vars)


def _as_tensor(x):
    return x if hasattr(type(x), "_type_spec") or x is None or is_tensor_array(x) else convert_to_tensor(x)


def _while_in_graph(cond, body, loop_vars, shape_invariants, maximum, name):
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
            shape = s.shape if isinstance(s, TensorSpec) else TensorShape(s)
            if not shape.is_compatible_with(x.shape) or not engine._no_less_specific(shape, x.shape):
                raise ValueError(
                    f"The shape invariant specified for {x.name} is not compatible with the initial shape of the loop "
                    f"variable. It enters the loop with shape {x.shape}, but the specified shape invariant is {shape}."
                )
            invariants.append(shape)

    def pack(tensors):
        return nest.pack_sequence_as(structure, tensors, expand_composites=True)

    def test(*tensors):
        result = cond(*pack(tensors))
        return read_if_variable(result)

    def step(*tensors):
        result = body(*pack(tensors))
        # A body of one variable may give it bare or in a sequence of one.
        if single and not (isinstance(result, _SEQUENCE) and not isinstance(structure[0], _SEQUENCE)):
            result = [result] if not (isinstance(result, _SEQUENCE) and len(result) == 1) else result
        elif isinstance(result, Tensor) or not isinstance(result, _SEQUENCE):
            result = [result]
        nest.assert_same_structure(list(structure), list(result), expand_composites=True)
        new = nest.flatten(list(result), expand_composites=True)
        return [convert_to_tensor(read_if_variable(x), dtype_hint=t.dtype) for x, t in zip(new, tensors)]

    return pack(engine.loop(test, step, flat, invariants, maximum, name or "while"))


# ---------------------------------------------------------------------- dependencies
class _Dependencies:
    """In eager mode things happen in the order of the code already."""

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return False


@tf_export("control_dependencies")
def control_dependencies(control_inputs: Any) -> Any:
    """A scope whose operations run after `control_inputs` (tensors or operations); None forgets outer scopes.

    Eagerly callables among them are called and nothing else is to do. Mirrors `tf.control_dependencies`.
    """
    if TS.graph is None:
        # As in TensorFlow: eagerly, functions among the inputs are called.
        for c in control_inputs or ():
            if callable(c) and not isinstance(c, Tensor):
                c()
        return _Dependencies()
    return _in_graph(TS.graph, control_inputs)


@contextlib.contextmanager
def _in_graph(graph, control_inputs):
    inputs = control_inputs
    if inputs is not None:
        inputs = [getattr(c, "op", None) if not isinstance(c, (Operation, Tensor)) else c for c in inputs]
        # What belongs to an enclosing graph has happened by the time this one runs.
        inputs = [c for c in inputs if c is not None and (not hasattr(c, "graph") or c.graph is graph)]
    with graph.control_dependencies(inputs):
        yield


def _nothing(*_):
    return []


@tf_export("no_op")
def no_op(name: str | None = None) -> Any:
    """An operation that does nothing; None eagerly. Mirrors `tf.no_op`."""
    if TS.graph is None:
        return None
    engine.add_node("NoOp", _nothing, (), [], [], stateful=True, name=name or "NoOp")
    return TS.graph._operations[-1]


@tf_export("group")
def group(*inputs: Any, **kwargs: Any) -> Any:
    """An operation that is done when all `inputs` (tensors, operations or structures of them) are; None eagerly.

    The only keyword is `name`. Mirrors `tf.group`.
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
    with control_dependencies([x for x in flat if x is not None and not (is_variable(x) and not hasattr(x, "op"))]):
        return no_op(name or "group_deps")


@tf_export("tuple")
def tuple(tensors: TensorLike, control_inputs: Any = None, name: str | None = None) -> list[Any]:  # noqa: A001 - TensorFlow's name
    """The list `tensors` (None stays None), available only when all of them and `control_inputs` are; eagerly as it is.

    `control_inputs`: a list of tensors and operations. Raises ValueError in a graph where `tensors` holds none. Mirrors `tf.tuple`.
    """
    tensors = list(tensors)
    if TS.graph is None:
        return tensors
    given = [t for t in tensors if t is not None]
    if not given:
        raise ValueError(f"'tensors' must have at least one Tensor. Received: {tensors}.")
    with control_dependencies([*given, *(control_inputs or [])]):
        return [None if t is None else identity(t) for t in tensors]
