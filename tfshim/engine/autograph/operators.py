"""What converted code calls for its statements: Python's own behaviour, or a node where a tensor decides."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from malt.operators import data_structures, py_builtins, slices
from malt.operators.variables import UndefinedReturnValue

from tfshim.engine.autograph import loops
from tfshim.engine.autograph.state import is_symbolic, is_undefined, tf
from tfshim.engine.graphs import control_flow, func_graph
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_tensor_array, read_if_variable
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType


def _decides(x: Any) -> tuple[Any, bool]:
    x = read_if_variable(x)
    return (x, True) if is_symbolic(x) else (x, False)


# ---------------------------------------------------------------------- conditions
def if_stmt(
    cond: Any,
    body: Callable[..., Any],
    orelse: Callable[[], Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], object],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """`if cond: body() else: orelse()`; the state is what either assigns."""
    cond, symbolic = _decides(cond)
    if not symbolic:
        return body() if cond else orelse()
    cond = loops.verified(cond, "if statement")
    initial = get_state()
    reached = []

    def traced(branch: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            # Each branch starts from the values before the statement, not from those that the other one left.
            set_state(initial)
            branch()
            reached.append(tuple(get_state())[:nouts])
            _complete(reached[-1], symbol_names, "main" if len(reached) == 1 else "else")
            if len(reached) == 2:
                for a, b in zip(*reached):
                    loops.compared([x for pair in zip(nest.flatten(a), nest.flatten(b)) for x in pair])
            return ()  # `_join` sets the outputs, once it has seen what both branches assigned

        return run

    scope = control_flow.scope_of("cond")
    graphs = [control_flow.trace_branch(label, traced(branch), scope) for label, branch in (("true", body), ("false", orelse))]
    set_state(initial)
    results = _join(cond, graphs, reached, symbol_names)
    set_state((*results, *initial[nouts:]))  # symbols beyond `nouts` are not used after the statement


def _complete(values: Sequence[Any], names: Sequence[str], branch: str) -> None:
    """Raise where a branch left a symbol without a value."""
    for name, value in zip(names, values):
        if isinstance(value, UndefinedReturnValue):
            raise ValueError(f"the {branch} branch must also have a return statement.")
        if is_undefined(value):
            raise ValueError(f"'{name}' must also be initialized in the {branch} branch")


def _join(cond: Tensor, graphs: Sequence[Any], reached: Sequence[Any], names: Sequence[str]) -> Any:
    """The values after a condition, of which each branch reached its own."""
    structures, flats = [], ([], [])
    for name, a, b in zip(names, *reached):
        for value, branch in ((a, "main"), (b, "else")):
            if value is None:
                raise ValueError(f"'{name}' is None at the end of the {branch} branch.")
        if a is b and not _becomes_tensors(a):  # one Python object, whichever branch runs
            structures.append((False, a))
            continue
        try:
            nest.assert_same_structure(a, b, expand_composites=True)
        except (ValueError, TypeError) as e:
            raise TypeError(f"'{name}' must have the same nested structure in the main and else branches:\n\n{e}") from None
        flat_a, flat_b = (func_graph_outputs(graph, x, name, len(flat)) for graph, x, flat in zip(graphs, (a, b), flats))
        for x, y in zip(flat_a, flat_b):
            if x is None and y is None:
                continue
            if x is None or y is None:
                raise ValueError(f"'{name}' is None at the end of the {'main' if x is None else 'else'} branch.")
            if x.dtype != y.dtype:
                raise TypeError(f"'{name}' has dtype {x.dtype.name} in the main branch, but dtype {y.dtype.name} in the else branch")
        structures.append((True, a))
        flats[0].extend(flat_a)
        flats[1].extend(flat_b)
    for graph, flat in zip(graphs, flats):
        graph.outputs = flat
    made = iter(control_flow.branch_node(cond, graphs, "cond"))
    return tuple(
        nest.pack_sequence_as(s, [next(made) for _ in nest.flatten(s, expand_composites=True)], expand_composites=True) if is_tensor else s
        for is_tensor, s in structures
    )


def _becomes_tensors(x: Any) -> bool:
    """Whether `x` holds tensors, or is made of numbers and texts, of which a condition makes them though both branches have the same."""
    flat = nest.flatten(x, expand_composites=True)
    return any(isinstance(i, Tensor) for i in flat) or bool(flat) and all(isinstance(i, _CONVERTED) for i in flat)


_CONVERTED = (bool, int, float, complex, str, bytes, np.generic, np.ndarray)


def func_graph_outputs(graph: Any, value: Any, name: str, place: int) -> list[Tensor]:
    """The flat tensors of `value` within `graph`, whose outputs from number `place` on they are."""
    with func_graph.building(graph, keep_tapes=True):
        return func_graph.convert_outputs(graph, value, f"the branches that assign '{name}'", place)


def if_exp(cond: Any, if_true: Callable[[], Any], if_false: Callable[[], Any], expr_repr: str) -> Any:
    """`if_true() if cond else if_false()`."""
    cond, symbolic = _decides(cond)
    if not symbolic:
        return if_true() if cond else if_false()
    value = []
    if_stmt(
        cond,
        lambda: value.append(if_true()),
        lambda: value.append(if_false()),
        # The list plays the part of a local variable, which `if_stmt` reads after each branch.
        lambda: (value.pop() if value else None,),
        lambda state: value.extend(state),
        (expr_repr,),
        1,
    )
    return value[-1]


# ---------------------------------------------------------------------- logic
def not_(a: Any) -> Any:
    """`not a`."""
    a = read_if_variable(a)
    if isinstance(a, Tensor):
        return tf.logical_not(a)
    return not a


def and_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() and b()`; `b` is evaluated only where `a` is true."""
    first, symbolic = _decides(a())
    if symbolic:
        return control_flow.branches(first, [b, lambda: first], "cond", ["true_fn", "false_fn"], "tf.cond")
    return first and b()


def or_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() or b()`; `b` is evaluated only where `a` is false."""
    first, symbolic = _decides(a())
    if symbolic:
        return control_flow.branches(first, [lambda: first, b], "cond", ["true_fn", "false_fn"], "tf.cond")
    return first or b()


def eq(a: Any, b: Any) -> Any:
    """`a == b`, of the elements where one of both is a tensor, in graphs of TensorFlow 1 too."""
    if isinstance(read_if_variable(a), Tensor) or isinstance(read_if_variable(b), Tensor):
        return tf.equal(a, b)
    return a == b


def not_eq(a: Any, b: Any) -> Any:
    """`a != b`, as `eq`."""
    return not_(eq(a, b))


def assert_stmt(expression1: Any, expression2: Callable[[], Any]) -> Any:
    """`assert expression1, expression2()`."""
    condition, symbolic = _decides(expression1)
    if not symbolic:
        assert condition, expression2()
        return None

    data = expression2()
    return tf.Assert(condition, data if isinstance(data, (list, tuple)) else [data])


# ---------------------------------------------------------------------- builtins
def print_(*objects: Any, **kwargs: Any) -> Any:
    """`print(...)`, at each run of the graph where a tensor is printed."""
    if not any(is_symbolic(read_if_variable(x)) for x in objects):
        return builtins.print(*objects, **kwargs)
    end, sep = kwargs.get("end"), kwargs.get("sep")
    return tf.print(
        *objects, end="\n" if end is None else end, sep=" " if sep is None else sep, output_stream=kwargs.get("file") or sys.stdout
    )


def len_(s: Any) -> Any:
    """`len(s)`; of a tensor, its first dimension."""
    if is_symbolic(s):
        return loops.count_of(s)
    if TS.graph is not None and is_tensor_array(s):
        return s.size()
    if _staged_dataset(s):
        # The dataset may be an argument of the function, whose length each call decides.
        count = s.cardinality()  # -1 if infinite, -2 if unknown
        known = tf.logical_and(tf.not_equal(count, -1), tf.not_equal(count, -2))
        with tf.control_dependencies(
            [tf.Assert(known, [tf.strings.join(["len requires dataset with definitive cardinality, got ", tf.strings.as_string(count)])])]
        ):
            return tf.identity(count)
    return len(s)


def range_(start_or_stop: Any, stop: Any = py_builtins.UNSPECIFIED, step: Any = py_builtins.UNSPECIFIED) -> Any:
    """`range(...)`; of tensors, a tensor, which is empty where Python's would be."""
    given = [read_if_variable(x) for x in (start_or_stop, stop, step) if x is not py_builtins.UNSPECIFIED]
    if not any(isinstance(x, Tensor) for x in given):
        return builtins.range(*given)
    if not any(map(is_symbolic, given)):
        return builtins.range(*[int(x) for x in given])
    if len(given) == 3:
        return tf.range(*given)
    start, limit = (0, *given)[-2:]
    limit = tf.maximum(start, limit)  # tf.range raises where Python's range is empty
    return tf.range(limit) if len(given) == 1 else tf.range(start, limit)


def int_(x: Any = 0, base: Any = py_builtins.UNSPECIFIED) -> Any:
    """`int(x)`; a tensor is cast to int32."""
    if is_symbolic(read_if_variable(x)):
        if base not in (10, py_builtins.UNSPECIFIED):
            raise NotImplementedError(f"base {base} not supported for int")
        return _cast(read_if_variable(x), dtypes.int32)
    return int(x) if base is py_builtins.UNSPECIFIED else int(x, base)


def float_(x: Any = 0) -> Any:
    """`float(x)`; a tensor is cast to float32."""
    return _cast(read_if_variable(x), dtypes.float32) if is_symbolic(read_if_variable(x)) else float(x)


def _cast(x: Tensor, dtype: DType) -> Tensor:
    if x.dtype is dtypes.string:
        return tf.strings.to_number(x, out_type=dtype)

    return tf.cast(x, dtype)


def abs_(x: Any) -> Any:
    """`abs(x)`; of a dataset, a dataset."""
    if _staged_dataset(x):
        return x.map(lambda *element: nest.map_structure(abs, element[0] if len(element) == 1 else element))
    return abs(x)


def any_(iterable: Any) -> Any:
    """`any(iterable)`; of a dataset of booleans, a tensor."""
    return _reduce(builtins.any, iterable, lambda x: x, False)


def all_(iterable: Any) -> Any:
    """`all(iterable)`, likewise."""
    return _reduce(builtins.all, iterable, lambda x: tf.logical_not(x), True)


def _reduce(plain: Callable[..., Any], iterable: Any, decisive: Callable[..., Any], start: bool) -> Any:
    """`start`, unless one of the elements is `decisive`: then its opposite."""
    if not _staged_dataset(iterable):
        return plain(iterable)
    specs = nest.flatten(iterable.element_spec)
    if len(specs) != 1 or specs[0].dtype is not dtypes.bool:
        raise ValueError(
            f'in graph mode, the "{plain.__name__}" builtin only supports datasets that return bool scalars; got: {iterable.element_spec}'
        )
    # One decisive element is enough: the rest of the dataset is not produced.
    return iterable.filter(decisive).take(1).reduce(tf.constant(start), lambda _, found: found)


def _staged_dataset(x: Any) -> bool:
    return TS.graph is not None and loops.is_dataset(x)


def map_(fn: Callable[..., Any], *iterables: Any) -> Any:
    """`map(...)`; of datasets, a dataset."""
    if iterables and all(map(_staged_dataset, iterables)):
        # The class comes with the values: the engine does not import `tf.data`.
        return type(iterables[0]).zip(iterables).map(fn)
    return builtins.map(fn, *iterables)


def filter_(function: Callable[..., Any] | None, iterable: Any) -> Any:
    """`filter(...)`; of a dataset, a dataset."""
    return iterable.filter(function) if _staged_dataset(iterable) else builtins.filter(function, iterable)


def enumerate_(s: Any, start: int = 0) -> Any:
    """`enumerate(s)`; a dataset is enumerated by itself."""
    if loops.is_dataset(s):
        return s.enumerate(start)
    if hasattr(type(s), "_tfshim_enumerate"):
        return s._tfshim_enumerate(start)
    return builtins.enumerate(s, start)


def zip_(*iterables: Any, strict: bool = False) -> Any:
    """`zip(...)`; datasets are zipped to one."""
    if iterables and all(loops.is_dataset(s) for s in iterables):
        return type(iterables[0]).zip(iterables)
    return builtins.zip(*iterables, strict=strict)


def sorted_(iterable: Any, key: Callable[..., Any] | None = None, reverse: bool = False) -> Any:
    """`sorted(...)`; a tensor is sorted along its only axis, by `key` of its elements."""
    if not is_symbolic(iterable):
        return sorted(iterable, key=key, reverse=reverse)
    if iterable.shape.rank != 1:
        raise ValueError("sort only supports only 1D tensors")
    direction = "DESCENDING" if reverse else "ASCENDING"
    if key is None:
        return tf.sort(iterable, direction=direction)
    order = tf.argsort(tf.vectorized_map(key, iterable), direction=direction, stable=True)
    return tf.gather(iterable, order)


# ---------------------------------------------------------------------- lists
def list_append(list_: Any, x: Any) -> Any:
    """`list_.append(x)`; a TensorArray grows."""
    # Converted code assigns the result: a TensorArray is not changed but replaced.
    if is_tensor_array(list_):
        return list_.write(list_.size(), convert_to_tensor(x))
    list_.append(x)
    return list_


def list_stack(list_: Any, opts: Any) -> Any:
    """A list made one tensor."""
    if is_tensor_array(list_):
        return list_.stack()
    return opts.original_call(list_)


def get_item(target: Any, i: Any, opts: Any) -> Any:
    """`target[i]`."""
    if is_tensor_array(target):
        return target.read(i)
    return target[i]


def set_item(target: Any, i: Any, x: Any) -> Any:
    """`target[i] = x`, giving `target`: a tensor or a TensorArray is replaced by one with the new element."""
    if is_tensor_array(target):
        return target.write(i, x)
    if isinstance(target, Tensor):
        return tf.tensor_scatter_nd_update(target, [[i]], [x])
    target[i] = x
    return target


EXPORTS = {
    "if_stmt": if_stmt,
    "while_stmt": loops.while_stmt,
    "for_stmt": loops.for_stmt,
    "if_exp": if_exp,
    "not_": not_,
    "and_": and_,
    "or_": or_,
    "eq": eq,
    "not_eq": not_eq,
    "assert_stmt": assert_stmt,
    "print_": print_,
    "len_": len_,
    "range_": range_,
    "int_": int_,
    "float_": float_,
    "list_append": list_append,
    "list_pop": data_structures.list_pop,
    "list_stack": list_stack,
    "new_list": data_structures.new_list,
    "ListPopOpts": data_structures.ListPopOpts,
    "ListStackOpts": data_structures.ListStackOpts,
    "get_item": get_item,
    "set_item": set_item,
    "GetItemOpts": slices.GetItemOpts,
}

BUILTINS = {
    print: print_,
    len: len_,
    range: range_,
    int: int_,
    float: float_,
    abs: abs_,
    any: any_,
    all: all_,
    enumerate: enumerate_,
    zip: zip_,
    sorted: sorted_,
    map: map_,
    filter: filter_,
}
