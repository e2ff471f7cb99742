"""`while` and `for` of converted code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tfshim.engine.autograph.state import UndefinedReturnValue, is_symbolic, is_undefined, tf
from tfshim.engine.graphs import control_flow, func_graph
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_ragged, read_if_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor


def is_dataset(x: Any) -> bool:
    """Whether `x` is a `tf.data.Dataset`."""
    return hasattr(x, "element_spec") and hasattr(x, "reduce") and hasattr(x, "batch")


_CHANGED = (
    "The condition of while loop started as non-Tensor, then changed to Tensor. This may happen either because variables changed type, "
    "or when a break or return statement inside the loop depends on a Tensor condition. In both cases, changing to a TF loop should "
    "remove the error.\nSee https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/"
    "limitations.md#consistency-of-control-flow-types for more info."
)
_STOPPED = (
    "break and return statements which depend on a TF condition are not supported in Python for loops. Did you intend to make it a TF "
    "loop?\nSee https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/"
    "limitations.md#consistency-of-control-flow-types for more info."
)
_LEGAL = "Tensor, int, float, bool or a list, tuple or dict thereof"


def while_stmt(
    test: Callable[..., Any],
    body: Callable[..., Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], object],
    symbol_names: Sequence[str],
    opts: dict[str, Any],
) -> None:
    """`while test(): body()`."""
    if TS.graph is None:
        while test():
            body()
        return
    # Whether a tensor decides is found out aside: what that adds to a graph is not part of the function.
    scratch = func_graph.FuncGraph("scratch", TS.graph)
    with func_graph.building(scratch, keep_tapes=True):
        first = read_if_variable(test())
    if is_symbolic(first):
        _symbolic_while(test, body, get_state, set_state, symbol_names, opts)
        return
    # The operations of the test went to the scratch graph: they belong to the function too, if only as assertions.
    if scratch._operations:
        first = read_if_variable(test())
    while first:
        body()
        first = read_if_variable(test())
        if is_symbolic(first):
            raise NotImplementedError(_CHANGED)


def verified(condition: Any, statement: str) -> Any:
    """`condition` of a statement as a scalar boolean tensor. Raises ValueError where it cannot be one."""
    hint = "to check for None, use `is not None`"
    if condition.dtype is not dtypes.bool:
        raise ValueError(
            f"condition of {statement} expected to be `tf.bool` scalar, got {condition}; to use as boolean Tensor, use `tf.cast`; {hint}"
        )
    if condition.shape.rank == 0:
        return condition
    # One element of any rank decides as well, as in TensorFlow.
    if condition.shape.rank is not None and any(d not in (None, 1) for d in condition.shape.as_list()):
        raise ValueError(f"condition of {statement} expected to be `tf.bool` scalar, got {condition}; {hint}")
    return tf.reshape(condition, ())


def _start_value(value: Any) -> Any:
    """What a loop variable may start as that every turn sets to something like `value`: zeros; unknown sizes are 0."""

    def one(x: Any) -> Any:
        if isinstance(x, (bool, int, float)):
            return type(x)(0)
        if not isinstance(x, Tensor):
            raise TypeError(
                f"Found an unsupported type '{type(x).__name__}' while creating placeholder for {x}. Supported types include "
                "Tensor, int, float, bool, list, tuple or dict."
            )
        dims = [] if x.shape.rank is None else [0 if d is None else d for d in x.shape.as_list()]
        return tf.zeros(dims, x.dtype)

    return nest.map_structure(one, value, expand_composites=True)


def _as_input(x: Any) -> Any:
    """A number, text, array or tensor as a tensor whose value is not known."""
    if isinstance(x, (bool, int, float, str, np.ndarray, np.generic)):
        x = convert_to_tensor(x)
    elif not isinstance(x, Tensor) or x.dtype in (dtypes.resource, dtypes.variant):
        return x
    return TS.graph.placeholder(x.dtype, x.shape)


class Loop:
    """The variables of a loop over tensors: what the statement assigns and what is read after it."""

    def __init__(
        self, names: Sequence[str], get_state: Callable[[], Any], set_state: Callable[[Any], object], opts: dict[str, Any]
    ) -> None:
        self.names, self.get, self.set = names, get_state, set_state
        self.opts = opts
        self.initial = list(get_state())
        self.shapes = [None] * len(self.initial)  # the static shapes of what is undefined before the loop
        self.undefined = []  # names of those, where the loop has to run at least once

    def infer_undefined(self, run_once: Callable[..., Any]) -> None:
        """Find out what the variables that have no value yet are after one turn, so that they can start as zeros."""
        missing = [i for i, x in enumerate(self.initial) if x is None or is_undefined(x)]
        if not missing:
            return
        before, after, failure, made = tuple(self.initial), [None] * len(self.initial), "", {}
        try:
            with func_graph.building(func_graph.FuncGraph("scratch", TS.graph), keep_tapes=True):
                # Numbers as placeholders: a turn on their values would make a shape static that varies in the loop.
                self.set(nest.map_structure(_as_input, before, expand_composites=True))
                run_once()
                after = self.get()
            made = {i: _start_value(after[i]) for i in missing if after[i] is not None and not is_undefined(after[i])}
        except (UnboundLocalError, TypeError, ValueError, KeyError) as e:
            failure = f"\nNote: AutoGraph tried to define it automatically, but ran into a {type(e).__name__}: {e}"
        finally:
            self.set(before)
        for i, value in made.items():
            self.undefined.append("the function return value" if isinstance(before[i], UndefinedReturnValue) else self.names[i])
            self.initial[i] = value
            self.shapes[i] = nest.map_structure(_varying, after[i], expand_composites=True)
        self.require(after, failure)

    def require(self, after: Any = (), failure: str = "") -> None:
        """Raise where a variable has no value before the loop."""
        for i, (name, x) in enumerate(zip(self.names, self.initial)):
            if isinstance(x, UndefinedReturnValue):
                if after and after[i] is not None:
                    raise ValueError(f"the return value from a TensorFlow loop may only be a {_LEGAL}; got {type(after[i])}")
                raise NotImplementedError(
                    "a return statement cannot be placed inside this TensorFlow loop; this may happen if a return statement depends on a "
                    "static Python condition such as a hyperparameter"
                )
            if x is None:
                raise ValueError(f"'{name}' is not allowed to be None before the loop")
            if is_undefined(x):
                raise ValueError(f"'{name}' must be defined before the loop{failure}")

    def start(self) -> Any:
        """The structures of the variables, as tensors."""
        return [
            nest.map_structure(
                lambda x: None if x is None else x if isinstance(x, Tensor) else convert_to_tensor(x), value, expand_composites=True
            )
            for value in self.initial
        ]

    def enter(self, values: Any) -> None:
        """Let the code see `values`."""
        self.set(tuple(values))

    def leave(self, entered: Any) -> Any:
        """The values after a turn, checked against the structures of those before it."""
        state = self.get()
        for name, before, after in zip(self.names, entered, state):
            if after is None:
                raise ValueError(f"'{name}' is None at the end of the iteration.")
            try:
                nest.assert_same_structure(before, after, expand_composites=True)
            except (TypeError, ValueError) as e:
                raise TypeError(f"'{name}' does not have the same nested structure after one iteration.\n\n{e}") from None
        return state

    def invariants(self, structure: Any) -> list[Any]:
        """For each flat tensor, the shape that `set_loop_options` or an undefined start allows; None where its own is kept."""
        given = list(self.opts.get("shape_invariants") or ())
        found = []
        for i, (value, tensors) in enumerate(zip(self.initial, structure)):
            flat = nest.flatten(tensors, expand_composites=True)
            own = next((shape for x, shape in given if x is value), self.shapes[i])
            shapes: list[Any] = [None] * len(flat) if own is None else [None if s is None else TensorShape(s) for s in nest.flatten(own)]
            if len(shapes) != len(flat):
                raise TypeError(
                    f"'{self.names[i]}' does not have the same nested structure as its corresponding shape invariant.\n\n"
                    f"{len(flat)} tensors and {len(shapes)} shapes"
                )
            for k, x in enumerate(nest.flatten(value, expand_composites=True)):
                if own is None:
                    shapes[k] = next((TensorShape(shape) for t, shape in given if t is x), None)
            found.extend(s for s, x in zip(shapes, flat) if x is not None)
        return found

    def check(self, flat_names: Sequence[str], invariants: list[Any]) -> Callable[[Any], None]:
        """What compares the tensors before and after a turn."""

        def checked(step: Any) -> None:
            for name, before, after, invariant in zip(flat_names, step.inputs, step.outputs, invariants):
                if after.dtype != before.dtype:
                    raise TypeError(
                        f"'{name}' has dtype {before.dtype.name} before the loop, but dtype {after.dtype.name} after one iteration"
                    )
                if not control_flow._no_less_specific(before.shape, after.shape):
                    if invariant is not None:
                        raise ValueError(
                            f"'{name}' has shape {after.shape} after one iteration, which does not conform with the shape "
                            f"invariant {invariant}."
                        )
                    raise ValueError(
                        f"'{name}' has shape {before.shape} before the loop, but shape {after.shape} after one iteration. Use "
                        "tf.autograph.experimental.set_loop_options to set shape invariants."
                    )

        return checked


def compared(values: Sequence[Any]) -> None:
    """Record the tensors that TensorFlow makes of numbers to compare their dtypes with those of others; nothing takes them."""
    for x in values:
        if isinstance(x, (bool, int, float)):
            TS.graph._constant(convert_to_tensor(x), "Const")


def _varying(x: Tensor) -> TensorShape | None:
    """The shape of `x` where not all of its sizes are known, else None."""
    return x.shape if isinstance(x, Tensor) and (x.shape.rank is None or None in x.shape.as_list()) else None


def run(
    loop: Loop,
    prelude: Sequence[Tensor],
    test: Callable[..., Any],
    body: Callable[..., Any],
    own_names: Sequence[str],
    started: Sequence[Any] = (),
) -> None:
    """Build the node for a loop with `prelude` (flat tensors of its own, of `own_names`) before the variables of the code.

    `test` and `body` are called with the flat tensors of the loop's own; `body` gives their new values. `started`: which of those of
    its own are numbers of Python where it begins.
    """
    structure = loop.start()
    packed_flat = nest.flatten(structure, expand_composites=True)
    at = [i for i, x in enumerate(packed_flat) if x is not None]
    prelude = [func_graph.as_graph_tensor(TS.graph, x) for x in prelude] if started else prelude  # their constants come first
    flat = [func_graph.as_graph_tensor(TS.graph, packed_flat[i]) for i in at]
    if loop.undefined:  # their zeros mean nothing until the body has run: a flag in the loop says whether it has
        prelude, own_names = [*prelude, convert_to_tensor(False)], [*own_names, "<internal entered>"]
    own = len(prelude)
    names = [n for n, s in zip(loop.names, structure) for x in nest.flatten(s, expand_composites=True) if x is not None]
    invariants = loop.invariants(structure)
    for name, x, invariant in zip(names, flat, invariants):
        if invariant is not None and not control_flow._no_less_specific(invariant, x.shape):
            raise ValueError(f"'{name}' has shape {x.shape} before the loop, which does not conform with the shape invariant {invariant}.")

    def pack(tensors: Sequence[Any]) -> Any:
        full = [None] * len(packed_flat)
        for i, t in zip(at, tensors):
            full[i] = t
        return nest.pack_sequence_as(structure, full, expand_composites=True)

    def cond_graph(*tensors: Any) -> Any:
        loop.enter(pack(tensors[own:]))
        return verified(convert_to_tensor(test(tensors[:own])), "while loop")

    def body_graph(*tensors: Any) -> list[Any]:
        entered = pack(tensors[own:])
        loop.enter(entered)
        before = [len(nest.flatten(x)) for x in entered]
        kept = list(body(tensors[:own]))
        if loop.undefined:
            kept.append(convert_to_tensor(True))
        compared([*started, *nest.flatten(loop.initial)])  # what it started as with what it is after a turn
        if before != [len(nest.flatten(x)) for x in entered]:
            raise ValueError("A list or dictionary changes its length in a loop over tensors; collect values in a tf.TensorArray.")
        after = nest.flatten(list(loop.leave(entered)), expand_composites=True)
        return [*kept, *[convert_to_tensor(after[i], dtype_hint=flat[k].dtype) for k, i in enumerate(at)]]

    shapes = [p.shape for p in prelude] + [x.shape if s is None else s for x, s in zip(flat, invariants)]
    maximum = loop.opts.get("maximum_iterations")
    try:
        made = control_flow.loop(
            cond_graph,
            body_graph,
            [*prelude, *flat],
            invariants=shapes,
            maximum=maximum if maximum is None or isinstance(maximum, int) else convert_to_tensor(maximum),
            parallel=loop.opts.get("parallel_iterations", 10),
            name="while",
            check=loop.check([*own_names, *names], [None] * own + invariants),
        )
    finally:  # tracing has left tensors of the graphs of condition and body in the variables of the code
        loop.set(tuple(loop.initial))
    if loop.undefined:
        tf.Assert(made[own - 1], [f"loop must iterate at least once to initialize {', '.join(loop.undefined)}"])
    loop.enter(pack(made[own:]))


def _symbolic_while(
    test: Callable[..., Any],
    body: Callable[..., Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], object],
    names: Sequence[str],
    opts: dict[str, Any],
) -> None:
    loop = Loop(names, get_state, set_state, opts)
    loop.infer_undefined(body)

    def turn(prelude: Sequence[Tensor]) -> Sequence[Tensor]:
        body()
        return []

    run(loop, [], lambda prelude: read_if_variable(test()), turn, [])


def for_stmt(
    iter_: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[..., Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], object],
    symbol_names: Sequence[str],
    opts: dict[str, Any],
) -> None:
    """`for target in iter_: body(target)`, as long as `extra_test()` holds."""
    iter_ = read_if_variable(iter_)
    if TS.graph is not None:
        rest = body, get_state, set_state, symbol_names, opts
        if isinstance(iter_, Tensor):
            made = getattr(iter_, "_op", None)
            if made is not None and made.type == "Range":
                start, limit, delta = made.arguments[:3]
                return _for_range(start, limit, delta, extra_test, *rest)
            return _for_rows(iter_, iter_.shape[0] if iter_.shape.rank else None, extra_test, *rest)
        if is_ragged(iter_):
            return _for_rows(iter_, iter_.shape[0], extra_test, *rest)
        if hasattr(type(iter_), "_tfshim_for"):  # datasets and their iterators
            return iter_._tfshim_for(extra_test, *rest)
    if extra_test is None:
        for target in iter_:
            body(target)
        return None

    def goes_on() -> Any:
        further = extra_test()
        if is_symbolic(further):
            raise NotImplementedError(_STOPPED)
        return further

    if goes_on():
        for target in iter_:
            body(target)
            if not goes_on():
                break
    return None


def _both(first: Tensor, extra_test: Callable[[], Any] | None, loop: Loop) -> Any:
    """Whether a turn follows: `first`, and what `break` left of the loop. Pages of graphs show a condition, as TensorFlow has it."""
    if extra_test is None:
        return first
    state = tuple(loop.get())

    def both(first: Tensor, flat: list[Any]) -> Any:
        before = loop.get()
        loop.set(nest.pack_sequence_as(state, flat))  # what is shown is recorded later, when the variables of the code have other values
        try:
            if one_by_one.wanted():
                return tf.cond(first, extra_test, lambda: False)
            return tf.logical_and(first, read_if_variable(extra_test()))
        finally:
            loop.set(before)

    return higher.recorded(both, first, nest.flatten(state))


def _count(start: Any, limit: Any, delta: Any) -> None:
    """How many numbers a range has, in the operations that TensorFlow's graphs have for it; nothing takes it."""
    distance = limit - start
    whole = distance // delta
    more = tf.cast(tf.raw_ops.NotEqual(x=distance % delta, y=tf.zeros_like(whole)), whole.dtype)
    count = whole + more
    tf.raw_ops.Maximum(x=count, y=tf.zeros_like(count))


def _for_range(
    start: Any,
    limit: Any,
    delta: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[..., Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], object],
    names: Sequence[str],
    opts: dict[str, Any],
) -> None:
    """A loop over a `tf.range`, whose numbers are counted instead of looked up."""
    _count(start, limit, delta)
    up = tf.get_static_value(delta)
    loop = Loop(names, get_state, set_state, opts)
    for i, (name, x) in enumerate(zip(names, loop.initial)):
        if name == opts.get("iterate_names") and is_undefined(x):
            loop.initial[i] = start
    loop.infer_undefined(lambda: body(_as_input(start)))

    def tested(prelude: Sequence[Tensor]) -> Any:
        if up is not None:
            inside = prelude[0] < limit if up >= 0 else prelude[0] > limit
        else:
            # Only at run time is it known which way the range counts.
            inside = tf.logical_or(tf.logical_and(delta >= 0, prelude[0] < limit), tf.logical_and(delta < 0, prelude[0] > limit))
        return _both(inside, extra_test, loop)

    def turn(prelude: Sequence[Tensor]) -> list[Tensor]:
        body(prelude[0])
        return [prelude[0] + delta]

    run(loop, [start], tested, turn, ["<internal iterate>"])


def count_of(xs: Any) -> Any:
    """The first dimension of a symbolic tensor: a number where it is known, else a tensor.

    Raises ValueError for a scalar, and InvalidArgumentError when it runs for what only then turns out to be one.
    """
    if xs.shape.rank == 0:
        raise ValueError(f"len requires a non-scalar tensor, got one of shape {tf.shape(xs)}")
    if xs.shape.rank is not None and xs.shape.as_list()[0] is not None:
        return xs.shape.as_list()[0]
    tf.shape(xs)  # TensorFlow looks at the rank of this one; nothing takes it
    if xs.shape.rank is not None:
        return tf.shape(xs)[0]
    rank = tf.rank(xs)

    def of_scalar() -> Tensor:
        with tf.control_dependencies(
            [tf.Assert(False, [tf.strings.join(["len requires non-zero rank, got ", tf.strings.as_string(rank)])])]
        ):
            return tf.constant(0, tf.int32)

    return tf.cond(rank > 0, lambda: tf.shape(xs)[0], of_scalar)


def _for_rows(
    xs: Any,
    count: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[..., Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], object],
    names: Sequence[str],
    opts: dict[str, Any],
) -> None:
    """A loop over the rows of a tensor or ragged tensor; `count` of them, where that is known."""
    if count is None:
        count = xs.nrows() if not isinstance(xs, Tensor) else count_of(xs) if is_symbolic(xs) else len(xs)
    if isinstance(xs, Tensor):
        xs = func_graph.as_graph_tensor(TS.graph, xs)

    def row(i: Tensor) -> Any:
        return tf.gather(xs, i) if isinstance(xs, Tensor) else xs[i]

    zero = convert_to_tensor(0, dtypes.int32 if isinstance(count, int) else count.dtype)
    loop = Loop(names, get_state, set_state, opts)
    loop.infer_undefined(lambda: body(row(TS.graph.placeholder(zero.dtype, zero.shape))))

    def turn(prelude: Sequence[Tensor]) -> list[Tensor]:
        body(row(prelude[0]))
        return [prelude[0] + 1]

    run(loop, [zero], lambda prelude: _both(prelude[0] < count, extra_test, loop), turn, ["<internal iterate>"], [0])
