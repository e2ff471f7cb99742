"""Static shapes of operations that are declared to act element by element: their operands' sizes, broadcast.

torch has the shapes of most of them on `meta` tensors in Python, on top of its compiler, which takes over a second to load; and
broadcasting is quicker than any kernel. The rest - the dtype, and whether axes and other arguments fit the ranks - the kernel tells
on a single element. What is not plain here is left to the kernel on stand-ins.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import declared
from tfshim.engine.ops.execution import invoke
from tfshim.engine.values.dtypes import FROM_TORCH, DType
from tfshim.engine.values.shape_parts.broadcasting import broadcast_dims
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfshim.engine.ops.op import Op

# A `shape_fn` for what is not declared to act element by element and yet has the shape to which its operands broadcast.
BY_ELEMENT: Any = object()
_PLAIN = (bool, int, float, str, DType, type(None))
_results: dict[Any, Any] = {}  # (operation, ranks and dtypes of operands, other arguments) -> dtype of the result, None if unknown


def acts_by_element(o: Op) -> bool:
    """Whether the operation is declared so, and does nothing else."""
    found = declared(o.public)
    return found is not None and found.elementwise in ("unary", "binary") and not o.stateful and o.outside is None and o.shape_fn is None


def of_elements(o: Op, arguments: Any) -> tuple[DType, Sequence[int], Sequence[int]] | None:
    """The dtype of the result and its sizes under both substitutions; None where the kernel has to tell."""
    places = {p.at for p in o.tensors}
    if not all(isinstance(v, _PLAIN) or i in places and isinstance(v, Tensor) for i, v in enumerate(arguments)):
        return None
    found = sizes_of([v for v in arguments if isinstance(v, Tensor)])
    if found is None:
        return None
    try:
        a, b = (functools.reduce(broadcast_dims, sizes) for sizes in found)  # type: ignore[arg-type] # all are known
    except ValueError:
        return None
    key = o, *((v.shape.rank, v._dt) if isinstance(v, Tensor) else (type(v), v) for v in arguments)
    dtype = _dtype_of_result(o, arguments, key, len(a))
    return None if dtype is None else (dtype, a, b)


def partly_of_elements(o: Op, arguments: Any) -> tuple[DType, TensorShape] | None:
    """As `of_elements`, from the static shapes, where sizes or ranks are unknown: the dtype and static shape of the result."""
    places = {p.at for p in o.tensors}
    if not all(isinstance(v, _PLAIN) or i in places and isinstance(v, Tensor) for i, v in enumerate(arguments)):
        return None
    operands = [v for v in arguments if isinstance(v, Tensor)]
    if any(v._dt.torch is None for v in operands):
        return None
    try:
        shape = functools.reduce(broadcast_static_shapes, [v.shape for v in operands])
    except ValueError:
        return None
    ranks = [v.shape.rank for v in operands]
    known = [r for r in ranks if r is not None]
    key = o, *((v.shape.rank, v._dt) if isinstance(v, Tensor) else (type(v), v) for v in arguments)
    dtype = _dtype_of_result(o, arguments, key, max(known, default=0))
    return None if dtype is None else (dtype, shape)


def sizes_of(operands: Sequence[Any]) -> list[tuple[Sequence[int], ...]] | None:
    """The sizes of `operands` under each substitution; None where a rank is unknown, for texts, or if the values of all are followed."""
    made, followed, constants, known = [], True, False, True
    for x in operands:
        if not isinstance(x, Tensor) or x._dt.torch is None:
            return None
        if type(x) is EagerTensor:
            made.append((x._t.shape, x._t.shape))
            followed = followed and x._dt._kind in "iubf"
            constants = constants or x._dt._kind == "f"
        elif x._a is None or x._b is None:
            return None
        else:
            made.append((x._a.shape, x._b.shape))
            followed = followed and not x._a.is_meta
            known = known and x._a is x._b
    # Floats are followed through constants alone, see `infer`.
    return None if followed and (known or not constants) else list(zip(*made))


def _dtype_of_result(o: Op, arguments: Any, key: Any, rank: int) -> Any:
    if key not in _results:
        single = [torch.ones([1] * (v.shape.rank or 0), dtype=v._dt.torch) if isinstance(v, Tensor) else v for v in arguments]
        try:
            made = invoke(o, single)
        except Exception:  # noqa: BLE001 - the kernel on stand-ins gives the error with the shapes
            return None
        plain = type(made) is torch.Tensor and made.dim() == rank
        _results[key] = _dtype(o, arguments, made) if plain else None
    return _results[key]


def _dtype(o: Op, arguments: Any, made: torch.Tensor) -> Any:
    if isinstance(o.out, DType):
        return o.out
    if isinstance(o.out, str):
        return next((arguments[p.at].dtype for p in o.tensors if p.var == o.out), None)
    return FROM_TORCH[made.dtype]
