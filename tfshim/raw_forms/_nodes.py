"""Operations of which the kernel alone is known: run at once, or as a node of the graph under construction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tfshim.engine.graphs.control_flow import add_operation
from tfshim.engine.graphs.executor import storages
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode, stop_recording
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import read_if_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap


def computed(
    kind: str,
    kernel: Callable[..., list[Any]],
    arguments: Sequence[Any],
    leaves: Sequence[tuple[Any, Any]],
    *,
    stateful: bool = False,
    several: bool = False,
    name: str | None = None,
    declared: dict[str, Any] | None = None,
) -> Any:
    """What `kernel` makes of the storages of `arguments`, tensors and lists of tensors: its storages are tensors of the dtypes and static
    shapes of `leaves`.

    One tensor, a list for more of them or where `several` is set, and None, or in a graph the operation, where there is none.
    `declared`: the attributes with which TensorFlow's operation `kind` takes the arguments and gives the results, to be written so.
    """
    given = [[_tensor(x) for x in a] if isinstance(a, (list, tuple)) else _tensor(a) for a in arguments]
    symbolic = any(type(x) is not EagerTensor for a in given for x in (a if type(a) is list else [a]))
    if TS.graph is not None or symbolic:
        names = tuple(f"a{i}" for i in range(len(given)))
        operation = InnerOp(kind, kernel, stateful=stateful, names=names)
        operation.declared = declared
        made = add_operation(operation, given, [abstract.leaf(*leaf) for leaf in leaves], name)
        if not leaves:
            return TS.graph.get_operations()[-1]
    else:
        try:
            results = kernel(*[storages(a) if type(a) is list else storages([a])[0] for a in given])
        except errors.OpError as error:
            raise error if "[Op:" in error.message else errors.op_error(type(error), error.message, kind) from None
        made = [wrap(r, dtype, TS.tape if getattr(r, "requires_grad", False) else None) for r, (dtype, _) in zip(results, leaves)]
        if not leaves:
            return None
    return made[0] if len(made) == 1 and not several else list(made)


def when_run(
    kind: str,
    form: Callable[..., Any],
    tensors: dict[str, Any],
    leaves: Sequence[tuple[Any, Any]],
    *,
    several: bool = False,
    **options: Any,
) -> Any:
    """What `form(**tensors, **options)` gives when the graph runs, for a form that asks for values or ranks which the graph does not know.

    `tensors` are tensors and lists of tensors by the names of arguments; `leaves` and `several` as in `computed`, for the results without
    structure.
    """
    dtypes = [[t.dtype for t in g] if isinstance(g, (list, tuple)) else g.dtype for g in tensors.values()]

    def kernel(*given: Any) -> list[Any]:
        with stop_recording(), eager_mode():
            eager = [list(map(wrap, g, d)) if isinstance(d, list) else wrap(g, d) for g, d in zip(given, dtypes)]
            made = nest.flatten(form(**dict(zip(tensors, eager)), **options))
            return [storages([x])[0] for x in made]

    return computed(kind, kernel, list(tensors.values()), leaves, several=several)


def unknown(*tensors: Any) -> bool:
    """Whether one of the tensors has a value that is known when the graph runs only."""
    return any(isinstance(x, Tensor) and static_value(x) is None for x in tensors)


def _tensor(x: Any) -> Any:
    return x if isinstance(x, Tensor) else convert_to_tensor(read_if_variable(x))
