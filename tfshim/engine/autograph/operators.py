"""What converted code calls for its statements: Python's own behaviour, or a node where a tensor decides."""

import builtins

from malt.operators import data_structures, py_builtins, slices
from malt.operators.variables import UndefinedReturnValue

from tfshim.engine import control_flow, dtypes, func_graph, nest
from tfshim.engine.autograph import loops
from tfshim.engine.autograph.state import is_symbolic, is_undefined, tf
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.state import TS
from tfshim.engine.tensor import Tensor


def _value(x):
    """A variable as its value; anything else as it is."""
    return x._tfshim_value() if hasattr(type(x), "_tfshim_value") and hasattr(x, "_alias") else x


def _decides(x):
    x = _value(x)
    return (x, True) if is_symbolic(x) else (x, False)


# ---------------------------------------------------------------------- conditions
def if_stmt(cond, body, orelse, get_state, set_state, symbol_names, nouts):
    """`if cond: body() else: orelse()`; the state is what either assigns."""
    cond, symbolic = _decides(cond)
    if not symbolic:
        return body() if cond else orelse()
    if cond.dtype is not dtypes.bool:
        raise TypeError(f"The condition of an `if` must be a boolean tensor, got one of dtype {cond.dtype.name}: compare it, or use "
                        "tf.cast(x, tf.bool).")
    initial = get_state()
    reached = []

    def traced(branch):
        def run():
            set_state(initial)
            branch()
            reached.append(tuple(get_state())[:nouts])
            return ()

        return run

    graphs = [control_flow.trace_branch("cond_true", traced(body)), control_flow.trace_branch("cond_false", traced(orelse))]
    set_state(initial)
    results = _join(cond, graphs, reached, symbol_names)
    set_state((*results, *initial[nouts:]))


def _join(cond, graphs, reached, names):
    """The values after a condition, of which each branch reached its own."""
    structures, flats = [], ([], [])
    for name, a, b in zip(names, *reached):
        a, b = _completed(name, a, b, graphs)
        if a is b and not isinstance(a, Tensor) and not _has_tensors(a):
            structures.append((False, a))
            continue
        try:
            nest.assert_same_structure(a, b, expand_composites=True)
        except (ValueError, TypeError) as e:
            raise TypeError(f"'{name}' must have the same nested structure in the main and else branches:\n\n{e}") from None
        flat_a = func_graph_outputs(graphs[0], a, name)
        flat_b = func_graph_outputs(graphs[1], b, name)
        for x, y in zip(flat_a, flat_b):
            if x is None and y is None:
                continue
            if x is None or y is None:
                raise TypeError(f"'{name}' is None at the end of the {'main' if x is None else 'else'} branch.")
            if x.dtype != y.dtype:
                raise TypeError(f"'{name}' must have the same dtype in the main and else branches: {x.dtype.name} and {y.dtype.name}. "
                                f"Tensor {x} and Tensor {y} have different types")
        structures.append((True, a))
        flats[0].extend(flat_a)
        flats[1].extend(flat_b)
    for graph, flat in zip(graphs, flats):
        graph.outputs = flat
    made = iter(control_flow.branch_node(cond, graphs, "cond"))
    return tuple(
        nest.pack_sequence_as(s, [next(made) for _ in nest.flatten(s, expand_composites=True)], expand_composites=True) if is_tensor
        else s for is_tensor, s in structures
    )


def _has_tensors(x):
    return any(isinstance(i, Tensor) for i in nest.flatten(x, expand_composites=True))


def _completed(name, a, b, graphs):
    """Both values of a symbol; where only one branch returned from the function, the other has zeros of its kind."""
    for mine, other, graph, branch in ((a, b, graphs[0], "main"), (b, a, graphs[1], "else")):
        if is_undefined(mine) and not is_undefined(other):
            if isinstance(mine, UndefinedReturnValue) or name in ("retval_", "do_return") or name.startswith("retval_"):
                with func_graph.building(graph, keep_tapes=True):
                    filled = loops.zeros_of(other)
                return (filled, b) if mine is a else (a, filled)
            raise ValueError(f"'{name}' must also be initialized in the {branch} branch.")
    return a, b


def func_graph_outputs(graph, value, name):
    """The flat tensors of `value` within `graph`."""
    with func_graph.building(graph, keep_tapes=True):
        try:
            return func_graph.convert_outputs(graph, value)
        except (TypeError, ValueError) as e:
            raise TypeError(f"'{name}' must be a tensor, a number or a structure of them where a tensor decides over it: {e}") from None


def if_exp(cond, if_true, if_false, expr_repr):
    """`if_true() if cond else if_false()`."""
    cond, symbolic = _decides(cond)
    if not symbolic:
        return if_true() if cond else if_false()
    return control_flow.branches(cond, [if_true, if_false], "cond", ["true_fn", "false_fn"], "tf.cond")


# ---------------------------------------------------------------------- logic
def not_(a):
    """`not a`."""
    a, symbolic = _decides(a)
    if symbolic:
        return tf.logical_not(a)
    return not a


def and_(a, b):
    """`a() and b()`; `b` is evaluated only where `a` is true."""
    first, symbolic = _decides(a())
    if symbolic:
        return control_flow.branches(first, [b, lambda: first], "cond", ["true_fn", "false_fn"], "tf.cond")
    return first and b()


def or_(a, b):
    """`a() or b()`; `b` is evaluated only where `a` is false."""
    first, symbolic = _decides(a())
    if symbolic:
        return control_flow.branches(first, [lambda: first, b], "cond", ["true_fn", "false_fn"], "tf.cond")
    return first or b()


def eq(a, b):
    """`a == b`."""
    return a == b


def not_eq(a, b):
    """`a != b`."""
    return a != b


def assert_stmt(expression1, expression2):
    """`assert expression1, expression2()`."""
    condition, symbolic = _decides(expression1)
    if not symbolic:
        assert condition, expression2()
        return None

    data = expression2()
    return tf.Assert(condition, data if isinstance(data, (list, tuple)) else [data])


# ---------------------------------------------------------------------- builtins
def print_(*objects, **kwargs):
    """`print(...)`, at each run of the graph where a tensor is printed."""
    if not any(is_symbolic(_value(x)) for x in objects):
        return builtins.print(*objects, **kwargs)
    import sys

    end, sep = kwargs.get("end"), kwargs.get("sep")
    return tf.print(*objects, end="\n" if end is None else end, sep=" " if sep is None else sep,
                    output_stream=kwargs.get("file") or sys.stdout)


def len_(s):
    """`len(s)`; of a tensor, its first dimension."""
    if is_symbolic(s):
        if s.shape.rank == 0:
            raise ValueError("len requires a non-scalar tensor, got one of shape []")
        if s.shape.rank is not None and s.shape.as_list()[0] is not None:
            return s.shape.as_list()[0]
        return tf.shape(s)[0]
    if TS.graph is not None and type(s).__name__ == "TensorArray":
        return s.size()
    return len(s)


def range_(start_or_stop, stop=py_builtins.UNSPECIFIED, step=py_builtins.UNSPECIFIED):
    """`range(...)`; of tensors, a tensor."""
    given = [_value(x) for x in (start_or_stop, stop, step) if x is not py_builtins.UNSPECIFIED]
    if not any(isinstance(x, Tensor) for x in given):
        return builtins.range(*given)
    if not any(map(is_symbolic, given)):
        return builtins.range(*[int(x) for x in given])

    return tf.range(*given)


def int_(x=0, base=py_builtins.UNSPECIFIED):
    """`int(x)`; a tensor is cast to int32."""
    if is_symbolic(_value(x)):
        return _cast(_value(x), dtypes.int32)
    return int(x) if base is py_builtins.UNSPECIFIED else int(x, base)


def float_(x=0):
    """`float(x)`; a tensor is cast to float32."""
    return _cast(_value(x), dtypes.float32) if is_symbolic(_value(x)) else float(x)


def _cast(x, dtype):
    if x.dtype is dtypes.string:
        return tf.strings.to_number(x, out_type=dtype)

    return tf.cast(x, dtype)


def abs_(x):
    """`abs(x)`."""
    return abs(x)


def max_(*args, **kwargs):
    """`max(...)`: of scalar tensors, or along the only axis of one tensor."""
    return _extreme(builtins.max, "maximum", "reduce_max", args, kwargs)


def min_(*args, **kwargs):
    """`min(...)`, likewise."""
    return _extreme(builtins.min, "minimum", "reduce_min", args, kwargs)


def _extreme(plain, of_two, of_one, args, kwargs):
    if not any(is_symbolic(_value(a)) for a in args) or kwargs:
        return plain(*args, **kwargs)

    if len(args) == 1:
        if args[0].shape.rank not in (None, 1):
            raise ValueError(f"{plain.__name__}(arg) currently support only tensor with rank 1, but got a tensor with rank "
                             f"{args[0].shape.rank}")
        return getattr(tf, of_one)(args[0], axis=0)
    result = args[0]
    for a in args[1:]:
        result = getattr(tf, of_two)(result, a)
    return result


def any_(iterable):
    """`any(iterable)`; of a boolean tensor, a tensor."""
    return _reduce(builtins.any, "reduce_any", iterable)


def all_(iterable):
    """`all(iterable)`, likewise."""
    return _reduce(builtins.all, "reduce_all", iterable)


def _reduce(plain, name, iterable):
    if not is_symbolic(iterable):
        return plain(iterable)

    return getattr(tf, name)(iterable)


def enumerate_(s, start=0):
    """`enumerate(s)`; a dataset is enumerated by itself."""
    if loops.is_dataset(s):
        return s.enumerate(start)
    return builtins.enumerate(s, start)


def zip_(*iterables, strict=False):
    """`zip(...)`; datasets are zipped to one."""
    if iterables and all(loops.is_dataset(s) for s in iterables):
        return type(iterables[0]).zip(iterables)
    return builtins.zip(*iterables, strict=strict)


def sorted_(iterable, key=None, reverse=False):
    """`sorted(...)`; a tensor is sorted along its only axis, by `key` of its elements."""
    if not is_symbolic(iterable):
        return sorted(iterable, key=key, reverse=reverse)
    if iterable.shape.rank != 1:
        raise ValueError("sorted() does not support arrays with dimension higher than 1.")
    direction = "DESCENDING" if reverse else "ASCENDING"
    if key is None:
        return tf.sort(iterable, direction=direction)
    order = tf.argsort(tf.vectorized_map(key, iterable), direction=direction, stable=True)
    return tf.gather(iterable, order)


# ---------------------------------------------------------------------- lists
def list_append(list_, x):
    """`list_.append(x)`; a TensorArray grows."""
    if type(list_).__name__ == "TensorArray":
        return list_.write(list_.size(), convert_to_tensor(x))
    list_.append(x)
    return list_


def list_stack(list_, opts):
    """A list made one tensor."""
    if type(list_).__name__ == "TensorArray":
        return list_.stack()
    return opts.original_call(list_)


def get_item(target, i, opts):
    """`target[i]`."""
    if type(target).__name__ == "TensorArray":
        return target.read(i)
    return target[i]


def set_item(target, i, x):
    """`target[i] = x`, giving `target`: a tensor or a TensorArray is replaced by one with the new element."""
    if type(target).__name__ == "TensorArray":
        return target.write(i, x)
    if isinstance(target, Tensor):
        return tf.tensor_scatter_nd_update(target, [[i]], [x])
    target[i] = x
    return target


EXPORTS = {
    "if_stmt": if_stmt, "while_stmt": loops.while_stmt, "for_stmt": loops.for_stmt, "if_exp": if_exp, "not_": not_, "and_": and_,
    "or_": or_, "eq": eq, "not_eq": not_eq, "assert_stmt": assert_stmt, "print_": print_, "len_": len_, "range_": range_,
    "int_": int_, "float_": float_, "list_append": list_append, "list_pop": data_structures.list_pop, "list_stack": list_stack,
    "new_list": data_structures.new_list, "ListPopOpts": data_structures.ListPopOpts,
    "ListStackOpts": data_structures.ListStackOpts, "get_item": get_item, "set_item": set_item, "GetItemOpts": slices.GetItemOpts,
}

BUILTINS = {
    print: print_, len: len_, range: range_, int: int_, float: float_, abs: abs_, max: max_, min: min_, any: any_, all: all_,
    enumerate: enumerate_, zip: zip_, sorted: sorted_,
}
