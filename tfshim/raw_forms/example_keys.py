"""Features of serialized examples as TensorFlow's operations name them: keys, dtypes and shapes, and the order of what they give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.io._feature_plans import _DEFAULTS

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType
    from tfshim.engine.values.shapes import TensorShape

    Sparse = tuple[str, DType]
    Ragged = tuple[str, DType, DType]


def sparse_items(features: Iterable[Sparse]) -> list[Any]:
    """What is read into sparse tensors, from pairs of a key and a dtype."""
    return [_DEFAULTS._replace(name=key, key=key, form="sparse", dtype=dtype) for key, dtype in features]


def ragged_items(features: Iterable[Ragged]) -> list[Any]:
    """What is read into ragged rows: keys, dtypes and those of the splits."""
    return [
        _DEFAULTS._replace(name=key, key=key, form="ragged", dtype=dtype, partitions=(), splits=splits, validate=False)
        for key, dtype, splits in features
    ]


def dense_items(features: Iterable[tuple[str, DType, TensorShape, bool]], any_rows: bool = True) -> list[Any]:
    """What is read into dense tensors: keys, dtypes, shapes and whether there is a default. `any_rows`: as many as there are, where the
    first size is unknown."""
    items = []
    for key, dtype, shape, has_default in features:
        dims, base = shape.as_list(), _DEFAULTS._replace(name=key, key=key, dtype=dtype)
        if any_rows and dims and dims[0] is None:
            base = base._replace(form="sequence", shape=tuple(dims[1:]), allow_missing=True)
        else:
            base = base._replace(form="dense", shape=tuple(dims))
        items.append(base._replace(default=True) if has_default else base)
    return items


def list_items(features: Iterable[tuple[str, DType, TensorShape, bool]]) -> list[Any]:
    """What is read into dense lists of steps: keys, dtypes, shapes of a step and whether a list may be missing."""
    return [
        _DEFAULTS._replace(name=key, key=key, form="sequence", dtype=dtype, shape=tuple(shape.as_list()), allow_missing=allowed)
        for key, dtype, shape, allowed in features
    ]


def _groups(items: Sequence[Any], results: Iterable[Any], counts: dict[str, int]) -> dict[str, list[list[Any]]]:
    """{form: what is given of each feature of the form}; the forms "dense" and "sequence" of a context are one."""
    found: dict[str, list[list[Any]]] = {"sparse": [], "dense": [], "ragged": []}
    values = iter(results)
    for item in items:
        form = "dense" if item.form == "sequence" else item.form
        found[form].append([next(values) for _ in range(counts[form])])
    return found


def _side_by_side(groups: Iterable[list[Any]], order: Iterable[int], filler: Any) -> list[Any]:
    """The first of all, the second of all ...; `filler` for what a single message does not have."""
    groups = list(groups)
    return [group[at] if at < len(group) else filler for at in order for group in groups]


def ordered(items: Sequence[Any], results: Sequence[Any], single: bool, filler: Any) -> list[Any]:
    """What was read of `items`, flat, in the order of TensorFlow's outputs: all indices, all values, all shapes, what is dense ..."""
    found = _groups(items, results, {"sparse": 3, "dense": 1, "ragged": 1 if single else 2})
    return [
        *_side_by_side(found["sparse"], (0, 1, 2), filler),
        *_side_by_side(found["dense"], (0,), filler),
        *_side_by_side(found["ragged"], (0, 1), filler),
    ]


def ordered_lists(items: Sequence[Any], results: Sequence[Any], single: bool, filler: Any) -> list[Any]:
    """The same of lists of steps, whose ragged rows have splits between messages and within each."""
    found = _groups(items, results, {"sparse": 3, "dense": 1 if single else 2, "ragged": 2 if single else 3})
    return [
        *_side_by_side(found["sparse"], (0, 1, 2), filler),
        *_side_by_side(found["dense"], (0, 1), filler),
        *_side_by_side(found["ragged"], (0, 2, 1), filler),
    ]
