"""Static shapes from the kernels themselves.

A kernel is run on the stand-ins for its inputs (`static_shapes/abstract.py`) twice, with another size in place of every unknown
dimension each time (the two substitutions, A and B); a dimension that differs between the results is unknown. Small integer tensors
keep real values in each substitution, so that arithmetic on shapes stays exact. Where all inputs are fully known one run is enough.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.ops.building_errors import ShapeMismatch, while_building
from tfshim.engine.ops.execution import invoke, moved_dtype
from tfshim.engine.ops.op_defs import declared_dtypes
from tfshim.engine.ops.static_arguments import finish_static
from tfshim.engine.ops.static_shapes import shape_messages, size_values, without_compiler
from tfshim.engine.ops.static_shapes.abstract import META, REAL, REAL_FLOATS, Leaf, leaf, leaf_of_sizes, map_leaves, real_or_meta, stand_in
from tfshim.engine.ops.static_shapes.elementwise import BY_ELEMENT, acts_by_element, of_elements, partly_of_elements
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS, S
from tfshim.engine.values import dtypes, memory
from tfshim.engine.values.dtypes import FROM_TORCH, LENDERS
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape, as_shape
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op
    from tfshim.engine.values.dtypes import DType


class _Unknown(Exception):
    """The shape cannot be inferred: an input has unknown rank, or a value that shapes depend on is unknown."""


def _argument(v: Any, substitution: int) -> Any:
    if isinstance(v, Tensor):
        made = real_or_meta(v) if type(v) is EagerTensor else (v._a if substitution == 0 else v._b)
        if made is None:
            raise _Unknown
        return made
    if type(v) is list:
        return [_argument(x, substitution) for x in v]
    return v


def _both(o: Op, arguments: Any) -> tuple[Any, Any]:
    """The kernel's results under both substitutions, one object where all inputs are known; with values where they are followed."""
    known = _known(arguments)
    if not known and size_values.unsettled(o, arguments):
        follow = size_values.computed(o)
    else:
        follow = not o.static_params and _count(arguments) <= size_values.MOST
    if not follow:
        # What takes its sizes from values can be large: first without values, then with them if it is not.
        try:
            a = _run_shapes(o, arguments, 0)
            b = a if known else _run_shapes(o, arguments, 1)
        except (RuntimeError, NotImplementedError, IndexError, ValueError, TypeError, AttributeError, errors.OpError):
            pass
        else:
            if not known or not _followed(arguments) or _elements(a) > REAL:
                return a, b
    a = _run(o, arguments, 0, known=known)
    return a, a if known else _run(o, arguments, 1)


def _run_shapes(o: Op, arguments: Any, substitution: int) -> Any:
    """As `_run`, where no value is followed but those of static parameters: what is made has no values either."""
    before, TS.torch_device = TS.torch_device, META
    try:
        return _run(o, arguments, substitution, follow=False)
    finally:
        TS.torch_device = before


def _elements(result: Any) -> int:
    found: list[int] = []
    map_leaves(result, lambda t: found.append(t.numel()), torch.Tensor)
    return max(found, default=0)


def _tensors(arguments: Any) -> list[Tensor]:
    return [x for v in arguments for x in (v if type(v) is list else (v,)) if isinstance(x, Tensor)]


def _count(arguments: Any) -> int:
    """How many values of tensors are followed."""
    given = (x._t if type(x) is EagerTensor else x._a for x in _tensors(arguments))
    return sum(x.numel() for x in given if isinstance(x, torch.Tensor) and not x.is_meta)


def _followed(arguments: Any) -> bool:
    """Whether the values of all tensors are followed."""
    return not any(_any_meta(real_or_meta(x) if type(x) is EagerTensor else x._a) for x in _tensors(arguments))


_prepared = False  # whether torch's rules for `meta` tensors are


def _run(o: Op, arguments: Any, substitution: int, guess_rank: int | None = None, follow: bool = True, known: bool = False) -> Any:
    """The kernel's result under one substitution; its inputs are stand-ins, with values where these are followed.

    `known`: they are the same under both substitutions.
    """
    global _prepared
    if not _prepared:
        _prepared = True
        without_compiler.prepare()
    made = []
    static_params = {p.at: p for p in o.static_params}
    for at, v in enumerate(arguments):
        if at in static_params:
            if isinstance(v, Tensor):
                value = _argument(v, substitution)
                if value.is_meta:
                    raise _Unknown
                v = finish_static(o, static_params[at], value.tolist())
            made.append(v)
            continue
        try:
            made.append(_argument(v, substitution))
        except _Unknown:
            if guess_rank is None:
                raise
            made.append(_guess(v, guess_rank))
    if not follow:
        return invoke(o, [_to_meta(m) for m in made])
    # What is rounded can agree under both substitutions by chance: floats count where nothing is unknown.
    if not known or any(map(_any_meta, made)):
        made = [_without_floats(m) for m in made]
    try:
        return invoke(o, made)
    except (RuntimeError, NotImplementedError, IndexError, ValueError, TypeError, errors.OpError):
        if not any(_is_real(m) for m in made):
            raise
        # A real index beside a meta tensor: torch wants one device.
        return invoke(o, [_to_meta(m) for m in made])


def _guess(v: Tensor, rank: int) -> Any:
    if type(v) is list:
        return [_guess(x, rank) if isinstance(x, Tensor) else x for x in v]
    return torch.empty([4] * rank, dtype=v.dtype.torch or torch.int64, device=META)


def _is_real(m: Any) -> bool:
    if type(m) is list:
        return any(map(_is_real, m))
    return isinstance(m, torch.Tensor) and not m.is_meta


def _any_meta(m: Any) -> bool:
    if type(m) is list:
        return any(map(_any_meta, m))
    return isinstance(m, torch.Tensor) and m.is_meta


def _without_floats(m: Any) -> Any:
    if type(m) is list:
        return [_without_floats(x) for x in m]
    return m.to(META) if isinstance(m, torch.Tensor) and not m.is_meta and m.is_floating_point() else m


def _to_meta(m: Any) -> Any:
    if type(m) is list:
        return [_to_meta(x) for x in m]
    return m.to(META) if isinstance(m, torch.Tensor) else m


def _known(arguments: Any) -> bool:
    for v in arguments:
        for x in v if type(v) is list else (v,):
            if isinstance(x, Tensor) and type(x) is not EagerTensor and x._a is not x._b:
                return False
            if isinstance(x, Tensor) and type(x) is not EagerTensor and x._a is None:
                return False
    return True


def outputs(o: Op, arguments: Any) -> Any:
    """The leaves of what the operation gives for `arguments`, in the structure of its result."""
    if o.shape_fn is BY_ELEMENT or acts_by_element(o):
        found = of_elements(o, arguments)
        if found is not None:
            return leaf_of_sizes(*found)
    elif o.shape_fn is not None:
        declared = _declared(o.shape_fn, arguments)
        if declared is not None:  # else it leaves the answer to the kernel
            return declared
    # Running the kernel would change the variable.
    if o.stateful and _mutates(arguments):
        why = shape_messages.message(o, arguments)
        if why is not None:
            raise ShapeMismatch(*why)
        variable = arguments[0]
        return leaf(variable.dtype, variable.shape)
    S.special += 1
    try:
        with torch.no_grad():
            known = _known(arguments)
            try:
                a, b = _both(o, arguments)
            except _Unknown:
                _refuse_certainly(o, arguments)
                return _without_values(o, arguments)
            except (ValueError, TypeError):
                # A kernel that checks its arguments by itself: what is wrong with other sizes too is no matter of sizes.
                if known or _of_ranks(o, arguments) is None:
                    raise
                return _without_values(o, arguments)
            except (errors.OpError, RuntimeError, IndexError) as e:
                if isinstance(e, NotImplementedError) and "meta" not in str(e).lower():
                    raise
                if memory.shortage(e):  # building takes no memory; running it will say so
                    return _without_values(o, arguments)
                if getattr(e, "_when_run", False) or isinstance(e, errors.OpError) and type(e) is not errors.InvalidArgumentError:
                    return _without_values(o, arguments)
                # torch words the failure for the substituted sizes, which the user has never seen.
                why = shape_messages.message(o, arguments)
                if why is not None:
                    raise ShapeMismatch(*why) from None
                # With all sizes known the failure is certain to come when the graph runs, and TensorFlow raises it while
                # building.
                if known and not _data_dependent(e):
                    raise _refusal(o, getattr(e, "message", None) or str(e)) from None
                if isinstance(e, errors.InvalidArgumentError):
                    _refuse_certainly(o, arguments)
                return _without_values(o, arguments)
    finally:
        S.special -= 1
    return _merge(o, arguments, a, b)


def _refusal(o: Op, text: str) -> Exception:
    """The error for `text`, which a kernel says of its arguments and will say when the graph runs."""
    return while_building(text, o.type) or ShapeMismatch(shape_messages.reworded(text), *shape_messages.shown(o, text))


_TRIED = (4, 1, 12, *range(2, 4), *range(5, 12), *range(13, 17), 0)  # sizes, the most likely first
_MOST_NUMBERS = 24  # further sizes that are tried


def _numbers(arguments: Any) -> list[int]:
    """The sizes that follow from `arguments`: sizes of tensors, and whole numbers, their sums, products and neighbours."""
    found: dict[int, None] = {}
    for v in arguments:
        for x in v if type(v) is list else (v,):
            if isinstance(x, Tensor):
                found.update((d, None) for d in (x.shape.as_list() if x.shape.rank else ()) if d is not None)
        values = v._t.reshape(-1).tolist() if type(v) is EagerTensor and v._dt._kind in "iu" and v._t.numel() <= REAL_FLOATS else v
        values = [n for n in (values if isinstance(values, (list, tuple)) else (values,)) if type(n) is int and n >= 0]
        for n in (*values, sum(values), math.prod(values), *(n + 1 for n in values)):
            found[n] = None
    return [n for n in found if n < size_values.SIZE_A][:_MOST_NUMBERS] or [1]


def _refuse_certainly(o: Op, arguments: Any) -> None:
    """Raise what is wrong with `arguments` whatever unknown sizes and ranks are: where the kernel says the same of all that are tried."""
    given = [x for x in _tensors(arguments) if type(x) is not EagerTensor]
    if any(x._a is not None and x._a is not x._b and not x._a.is_meta for x in given):
        return  # it depends on values that are not known
    ranks = (2, 1, 0, 3, 4, 5) if any(x._a is None for x in given) else (None,)
    known = [x.shape.as_list() for x in _tensors(arguments) if x.shape.is_fully_defined()]
    numbers = _numbers(arguments)
    drawn = random.Random(len(numbers))
    sizes: list[Any] = [size for size in known if size] + [*_TRIED, *numbers] + [functools.partial(drawn.choice, numbers)] * len(numbers)
    said = None
    for rank in ranks:
        for size in sizes:
            try:
                _run(o, [_filled(v, size, rank) for v in arguments], 0)
            except errors.InvalidArgumentError as e:
                if getattr(e, "_when_run", False) or said not in (None, e.message):
                    return
                said = e.message
            except Exception:  # which only says that this size does not fit
                return
            else:
                return
    if said is not None:
        raise _refusal(o, said)


def _mutates(arguments: Any) -> bool:
    return bool(arguments) and is_variable(arguments[0])


def _data_dependent(error: BaseException) -> bool:
    text = str(error)
    return "meta" in text.lower() or "data-dependent" in text or "aten::" in text


def _out_dtype(o: Op, arguments: Any, t: Any) -> DType:
    out = o.out
    if isinstance(out, dtypes.DType):
        return out
    if isinstance(out, str):
        for p in o.tensors:
            if p.var == out:
                v = arguments[p.at]
                v = v[0] if type(v) is list else v
                if v is not None:
                    return v.dtype
    for p in o.tensors:
        v = arguments[p.at]
        v = v[0] if type(v) is list and v else v
        if isinstance(v, Tensor) and v.dtype._kind in "so" and (o.dtype_agnostic or o.objects is not None) and t.dtype == torch.int64:
            return v.dtype
    found = FROM_TORCH[t.dtype]
    return moved_dtype(found, arguments) if o.dtype_agnostic and found in LENDERS else found


def _merge(o: Op, arguments: Any, a: Any, b: Any) -> Any:
    """Merge the results under the two substitutions: sizes that differ become unknown."""
    if isinstance(a, torch.Tensor):
        dtype = _out_dtype(o, arguments, a)
        if a is b:
            if a.is_floating_point() and not a.is_meta and (o.stateful or a.numel() > REAL_FLOATS):
                a = a.to(META)
            return Leaf((dtype, TensorShape._from_ints(tuple(a.shape)), a, a))
        if a.dim() != b.dim():
            return Leaf((dtype, TensorShape(None), None, None))
        if not a.is_meta and not b.is_meta and size_values.unsettled(o, arguments):
            a, b = size_values.settled(o, arguments, a, b)
        dims = [x if x == y else None for x, y in zip(a.shape, b.shape)]
        if None not in dims and (a.is_meta or b.is_meta or torch.equal(a, b)):
            known = b if b.is_meta else a
            return Leaf((dtype, TensorShape(dims), known, known))
        return Leaf((dtype, TensorShape(dims), a, b))
    if isinstance(a, np.ndarray):
        dims = [x if x == y else None for x, y in zip(a.shape, b.shape)] if a.ndim == b.ndim else None
        return leaf(o.out if isinstance(o.out, dtypes.DType) else dtypes.string, TensorShape(dims))
    if isinstance(a, tuple):
        items = [_merge(o, arguments, x, y) for x, y in zip(a, b)]
        return type(a)(*items) if hasattr(a, "_fields") else tuple(items)
    if isinstance(a, list):
        return [_merge(o, arguments, x, y) for x, y in zip(a, b)]
    return a


def _without_values(o: Op, arguments: Any) -> Any:
    """The leaves where the kernel cannot be run on stand-ins."""
    if o.shape_fallback is not None:
        return _declared(o.shape_fallback, arguments)
    if o.shape_fn is BY_ELEMENT or acts_by_element(o):
        found = partly_of_elements(o, arguments)
        if found is not None:
            return leaf(*found)
    return _by_broadcasting(o, arguments) or _by_guess(o, arguments)


def _by_broadcasting(o: Op, arguments: Any) -> Leaf | None:
    """The leaf for operands of which only one has a known size: `x + [1, 2, 3]` for an `x` of unknown length."""
    given = [p for p in o.tensors if arguments[p.at] is not None]
    if len(given) < 2 or len({p.var for p in given}) > 1 or o.static_params or any(p.many for p in given):
        return None
    shapes = [arguments[p.at].shape for p in given]
    if any(s.rank is None for s in shapes):
        return None
    made = [v if not isinstance(v, Tensor) else stand_in(v.shape.as_list(), v.dtype, 1) for v in arguments]
    try:
        a = invoke(o, made)
    except Exception:  # what does not go together as numbers of one is left to the guess
        return None
    if not isinstance(a, torch.Tensor):
        return None
    rank = max(s.rank for s in shapes)
    known = [[1] * (rank - s.rank) + s.as_list() for s in shapes]
    dims = [d if d != 1 or all(k[i] == 1 for k in known) else None for i, d in enumerate(a.shape)] if a.dim() == rank else None
    return leaf(_out_dtype(o, arguments, a), TensorShape(dims))


def _by_guess(o: Op, arguments: Any) -> Any:
    """The dtypes and ranks of the outputs, from trying the kernel on other sizes."""
    unknown = any(x._a is None for x in _tensors(arguments) if type(x) is not EagerTensor)
    found = _of_ranks(o, arguments) if not unknown else _of_any_rank(o, arguments)
    if found is not None:
        return found
    given = (x for p in o.tensors for x in _tensors([arguments[p.at]])[:1])
    dtype = o.out if isinstance(o.out, dtypes.DType) else next((x.dtype for x in given), dtypes.float32)
    unknown_leaf = Leaf((dtype, TensorShape(None), None, None))
    several = len(declared_dtypes(o, arguments) or ())
    return _with_declared_dtypes(o, arguments, (unknown_leaf,) * several if several > 1 else unknown_leaf)


def _of_ranks(o: Op, arguments: Any) -> Any:
    """The leaves where unknown sizes seem to contradict known ones: all sizes are forgotten, and equal ones tried."""
    for size in (4, 1, 12):
        try:
            made = _run(o, [_resized(v, size) for v in arguments], 0)
        except Exception:  # noqa: S112 - any failure only says that this guess does not fit
            continue
        return map_leaves(_merge(o, arguments, made, made), lambda x: leaf(x[0], _of_rank(x[1].rank)))
    return None


class _Resized(Tensor):
    """A tensor of the rank and type of another, for a trial."""

    __slots__ = ("_a", "_b", "_dt", "_shape")

    def __init__(self, like: Tensor, sizes: Sequence[int]) -> None:
        self._dt, self._shape = like.dtype, like.shape
        self._a = self._b = torch.empty(sizes, dtype=like.dtype.torch or torch.int64, device=META)


def _resized(v: Any, size: int) -> Any:
    if type(v) is list:
        return [_resized(x, size) for x in v]
    return _Resized(v, [size] * len(v.shape.as_list())) if isinstance(v, Tensor) else v


def _filled(v: Any, size: Any, rank: int | None) -> Any:
    """`v` with `size` in place of its unknown sizes, where it has some, and `rank` for an unknown rank.

    `size` is a number, a function that gives some, or the sizes of another tensor: of these the one of the same axis, else the last.
    """
    if type(v) is list:
        return [_filled(x, size, rank) for x in v]
    if not isinstance(v, Tensor) or type(v) is EagerTensor or v._a is v._b and v._a is not None:
        return v
    dims = [None] * (rank or 0) if v._a is None else v._shape.as_list()
    if callable(size):
        given = [size() for _ in dims]
    else:
        given = [size] * len(dims) if type(size) is int else [size[min(i, len(size) - 1)] for i in range(len(dims))]
    return _Resized(v, [g if d is None else d for g, d in zip(given, dims)])


def _of_any_rank(o: Op, arguments: Any) -> Any:
    """The leaves where a rank is unknown: the kernel is tried with some; the rank where the result has the same for them all."""
    found = []
    # The first result gives the structure and the dtypes; most kernels take matrices.
    for rank in (2, 1, 0, 3, 4):
        try:
            a = _run(o, arguments, 0, rank)
        except Exception:  # noqa: S112 - any failure only says that this guess does not fit
            continue
        found.append(_merge(o, arguments, a, a))
    if not found:
        return None
    leaves: list[list[Leaf]] = [[] for _ in found]
    for made, into in zip(found, leaves):
        map_leaves(made, into.append)
    ranks = iter([x[0][1].rank if len(found) > 2 and len({leaf[1].rank for leaf in x}) == 1 else None for x in zip(*leaves)])
    return map_leaves(found[0], lambda x: leaf(x[0], _of_rank(next(ranks))))


def _with_declared_dtypes(o: Op, arguments: Any, found: Any) -> Any:
    """The leaves `found`, with the dtypes that TensorFlow declares for the outputs of the operation."""
    declared = iter(declared_dtypes(o, arguments) or ())
    return map_leaves(found, lambda x: Leaf((next(declared, None) or x[0], *x[1:])))


def _of_rank(rank: int | None) -> TensorShape:
    return TensorShape(None if rank is None else [None] * rank)


def _declared(function: Callable[..., Any], arguments: Any) -> Any:
    """The leaves that `function`, a `shape_fn` or `shape_fallback`, declares: (dtype, dims) or a tuple or list of such pairs."""

    def turn(r: Any) -> Any:
        if type(r) is Leaf:
            return r
        if isinstance(r, tuple) and len(r) == 2 and isinstance(r[0], dtypes.DType):
            same = [x for x in arguments if type(x) is not EagerTensor and isinstance(x, Tensor) and x.shape is r[1]]
            if same and same[0]._a is not None:  # the shape of an argument: its size under each substitution
                known = r[0].torch or torch.int64
                return Leaf((*r, *(torch.empty(x.shape, dtype=known, device=META) for x in (same[0]._a, same[0]._b))))
            return leaf(r[0], r[1] if isinstance(r[1], TensorShape) else TensorShape(r[1]))
        if isinstance(r, tuple):
            items = [turn(x) for x in r]
            return type(r)(*items) if hasattr(r, "_fields") else tuple(items)
        if isinstance(r, list):
            return [turn(x) for x in r]
        return r

    return turn(function(*arguments))


def known_results(o: Op, arguments: Any) -> list[Any]:
    """[(dims, dtype)] of the results of `o` that are known without running it, for an error message; sizes may be None."""
    best: list[Any] = []
    arguments = list(arguments)
    for tell in (
        (lambda: o.shape_fn(*arguments)) if o.shape_fn not in (None, BY_ELEMENT) else None,
        o.shape_fallback and (lambda: o.shape_fallback(*arguments)),
        lambda: outputs(o, arguments),
    ):
        try:
            found = _pairs(tell()) if tell is not None else []
        except Exception:  # the failure itself is what is reported; this only adds the shape
            continue
        if found and all(None not in dims for dims, _ in found):
            return found
        best = best or found
    return best


def _pairs(declared: Any) -> list[Any]:
    """Every (dims, dtype) in what an operation declares of its results."""
    if isinstance(declared, tuple) and len(declared) >= 2 and isinstance(declared[0], dtypes.DType):
        shape = as_shape(declared[1])
        return [] if shape.rank is None else [(tuple(shape.as_list()), declared[0])]
    return [pair for item in declared for pair in _pairs(item)] if isinstance(declared, (tuple, list)) else []


higher.install(known_results=known_results)
