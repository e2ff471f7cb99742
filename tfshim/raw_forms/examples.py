"""Raw operations that parse serialized examples: their keys are tensors, whose values may be known only when the graph runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.io import parsing, sequence_parsing
from tfshim.raw_forms import example_keys
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms.example_keys import dense_items, list_items, ragged_items, sparse_items

# TensorFlow's names of the arguments.
# ruff: noqa: N803


def _several(dtypes: Sequence[Any]) -> list[dt.DType]:
    return [dt.as_dtype(t) for t in dtypes]


def _shapes(shapes: Sequence[Any]) -> list[TensorShape]:
    return [TensorShape(s) for s in shapes]


def _keys(storage: Any, count: int, name: str, of: str) -> list[str]:
    """The keys in a storage, of which there are as many as the attributes say."""
    found = storage.reshape(-1).tolist()
    if len(found) != count:
        raise invalid(f"Expected len({name}) == {of} but got: {len(found)} vs. {count}")
    return [key.decode() for key in found]


def _names(names: Any, serialized: Any) -> Any:
    if names.size and names.shape != serialized.shape:
        raise invalid(
            "Expected names have the same shape as serialized: "
            f"name.shape={dims_text(names.shape)}, serialized.shape={dims_text(serialized.shape)}"
        )
    return names


def _with_defaults(keys: Sequence[str], defaults: Sequence[Any], types: Sequence[Any], shapes: Sequence[TensorShape]) -> list[Any]:
    """What `dense_items` wants. Raises InvalidArgumentError for a default of another shape."""
    found = []
    for at, (key, default, dtype, shape) in enumerate(zip(keys, defaults, types, shapes)):
        dims, has = shape.as_list(), bool(np.prod(default.shape))
        if has and not (dims and dims[0] is None) and tuple(default.shape) != tuple(dims):
            raise invalid(
                f"def_value[{at}].shape() == {dims_text(default.shape)} is not compatible with dense_shapes_[{at}] == {dims_text(dims)}"
            )
        found.append((key, dtype, shape, has))
    return found


def _given(defaults: Sequence[Any]) -> list[Any]:
    return [x for x in defaults if np.prod(x.shape)]


class _Sizes:
    """Static shapes of results, from that of the serialized messages."""

    def __init__(self, serialized: Any) -> None:
        self.shape = serialized.shape
        rank = self.shape.rank
        self.rows = [None] if rank != 1 or self.shape[0] is None else [self.shape[0] + 1]

    def sparse(self, types: Sequence[Any], axes: int) -> list[Any]:
        rank = None if self.shape.rank is None else self.shape.rank + axes
        return [*[(dt.int64, [None, rank])] * len(types), *[(t, [None]) for t in types], *[(dt.int64, [rank])] * len(types)]

    def dense(self, types: Sequence[Any], shapes: Sequence[TensorShape], steps: Sequence[None] = ()) -> list[Any]:
        return [(t, self.shape.concatenate(TensorShape([*steps, *s]))) for t, s in zip(types, shapes)]

    def ragged(self, types: Sequence[Any], splits: Sequence[Any]) -> list[Any]:
        return [*[(t, [None]) for t in types], *[(t, self.rows) for t in splits]]


@raw_op("ParseExampleV2")
def _examples(
    serialized: Any, names: Any, sparse_keys: Any, dense_keys: Any, ragged_keys: Any, dense_defaults: Any, num_sparse: int,
    sparse_types: Any, ragged_value_types: Any, ragged_split_types: Any, dense_shapes: Any, name: str | None = None,
) -> Any:  # fmt: skip
    sparse, values, splits = map(_several, (sparse_types, ragged_value_types, ragged_split_types))
    shapes, types = _shapes(dense_shapes), [x.dtype for x in dense_defaults]
    _check_lengths(num_sparse, sparse, "sparse_keys", "sparse_types")
    _check_lengths(len(types), shapes, "dense_keys", "dense_shapes")

    def kernel(serialized: Any, names: Any, sparse_keys: Any, dense_keys: Any, ragged_keys: Any, defaults: Any) -> list[Any]:
        keys = _keys(dense_keys, len(types), "dense_keys", "len(dense_types)")
        items = sparse_items(zip(_keys(sparse_keys, num_sparse, "sparse_keys", "num_sparse"), sparse))
        items += dense_items(_with_defaults(keys, defaults, types, shapes))
        items += ragged_items(zip(_keys(ragged_keys, len(values), "ragged_keys", "len(ragged_value_types)"), values, splits))
        if serialized.ndim > 1:
            raise invalid(f"Expected serialized to be a scalar or vector, got shape: {dims_text(serialized.shape)}")
        results = parsing._parse._tfshim_op.kernel(serialized, _names(names, serialized), _given(defaults), items)
        made = example_keys.ordered(items, results, not serialized.ndim, None)
        return [torch.empty(0, dtype=splits[at - len(made)].torch) if x is None else x for at, x in enumerate(made)]

    sizes = _Sizes(serialized)
    leaves = [*sizes.sparse(sparse, 1), *sizes.dense(types, shapes), *sizes.ragged(values, splits)]
    declared = {
        "num_sparse": num_sparse, "sparse_types": sparse, "ragged_value_types": values, "ragged_split_types": splits,
        "dense_shapes": shapes,
    }  # fmt: skip
    given = [serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults]
    results = iter(computed("ParseExampleV2", kernel, given, leaves, several=True, name=name, declared=declared))
    counts = [num_sparse] * 3 + [len(types)] + [len(values)] * 2
    return tuple([next(results) for _ in range(count)] for count in counts)


def _check_lengths(count: int, found: Sequence[Any], keys: str, name: str) -> None:
    if count != len(found):
        raise invalid(f"len({keys}) != len({name})")


@raw_op("ParseSequenceExampleV2")
def _sequence_examples(
    serialized: Any, debug_name: Any, context_sparse_keys: Any, context_dense_keys: Any, context_ragged_keys: Any,
    feature_list_sparse_keys: Any, feature_list_dense_keys: Any, feature_list_ragged_keys: Any,
    feature_list_dense_missing_assumed_empty: Any, context_dense_defaults: Any, Ncontext_sparse: int, context_sparse_types: Any,
    context_ragged_value_types: Any, context_ragged_split_types: Any, context_dense_shapes: Any, Nfeature_list_sparse: int,
    Nfeature_list_dense: int, feature_list_dense_types: Any, feature_list_sparse_types: Any, feature_list_ragged_value_types: Any,
    feature_list_ragged_split_types: Any, feature_list_dense_shapes: Any, name: str | None = None,
) -> Any:  # fmt: skip
    types, shapes = [x.dtype for x in context_dense_defaults], _shapes(context_dense_shapes)
    sparse, values, splits = map(_several, (context_sparse_types, context_ragged_value_types, context_ragged_split_types))
    list_types, list_shapes = _several(feature_list_dense_types), _shapes(feature_list_dense_shapes)
    list_sparse, list_values, list_splits = map(
        _several, (feature_list_sparse_types, feature_list_ragged_value_types, feature_list_ragged_split_types)
    )
    _check_lengths(Ncontext_sparse, sparse, "context_sparse_keys", "context_sparse_types")
    _check_lengths(len(types), shapes, "context_dense_keys", "context_dense_shapes")
    _check_lengths(Nfeature_list_sparse, list_sparse, "feature_list_sparse_keys", "feature_list_sparse_types")
    _check_lengths(Nfeature_list_dense, list_types, "feature_list_dense_keys", "feature_list_dense_types")
    _check_lengths(Nfeature_list_dense, list_shapes, "feature_list_dense_keys", "feature_list_dense_shapes")

    def kernel(serialized: Any, names: Any, *given: Any) -> list[Any]:
        counts = [len(sparse), len(types), len(values), len(list_sparse), len(list_types), len(list_values)]
        kinds = "context_sparse context_dense context_ragged feature_list_sparse feature_list_dense feature_list_ragged".split()
        keys = [_keys(storage, count, f"{kind}_keys", f"len({kind}_types)") for storage, count, kind in zip(given, counts, kinds)]
        missing, defaults = given[6].tolist(), given[7]
        if len(missing) != len(list_types):
            raise invalid(
                "Expected len(feature_list_dense_missing_assumed_empty) == len(feature_list_dense_keys) but got: "
                f"{len(missing)} vs. {len(list_types)}"
            )
        context = sparse_items(zip(keys[0], sparse))
        context += dense_items(_with_defaults(keys[1], defaults, types, shapes), any_rows=False)
        context += ragged_items(zip(keys[2], values, splits))
        for key in keys[5]:
            if key in keys[3]:
                raise invalid(f"Sequence feature {key} cannot be both ragged and sparse")
        lists = sparse_items(zip(keys[3], list_sparse)) + list_items(zip(keys[4], list_types, list_shapes, missing))
        lists += ragged_items(zip(keys[5], list_values, list_splits))
        single = not serialized.ndim
        parse = sequence_parsing._parse._tfshim_op.kernel
        results = parse(serialized, _names(names, serialized), _given(defaults), context, lists)
        count = len(parsing.output_shapes(context, None, single))
        none = torch.zeros((), dtype=torch.int64)  # a single message has no splits between messages
        first = example_keys.ordered(context, results[:count], single, none)
        made = [*first, *example_keys.ordered_lists(lists, results[count:], single, none)]
        if single:  # lengths of lists are those of the one message
            at = len(first) + 3 * len(list_sparse)
            for i in range(len(list_types)):
                made[at + len(list_types) + i] = torch.tensor(made[at + i].shape[0])
        return [x.to(dtype.torch) if x is none else x for x, (dtype, _) in zip(made, leaves)]

    sizes = _Sizes(serialized)
    leaves = [*sizes.sparse(sparse, 1), *sizes.dense(types, shapes), *sizes.ragged(values, splits)]
    leaves += [*sizes.sparse(list_sparse, 2), *sizes.dense(list_types, list_shapes, [None])]
    leaves += [(dt.int64, serialized.shape)] * len(list_types)
    leaves += [*sizes.ragged(list_values, list_splits), *[(t, [None]) for t in list_splits]]
    given = [
        serialized, debug_name, context_sparse_keys, context_dense_keys, context_ragged_keys, feature_list_sparse_keys,
        feature_list_dense_keys, feature_list_ragged_keys, feature_list_dense_missing_assumed_empty, context_dense_defaults,
    ]  # fmt: skip
    declared = {
        "Ncontext_sparse": Ncontext_sparse, "context_sparse_types": sparse, "context_ragged_value_types": values,
        "context_ragged_split_types": splits, "context_dense_shapes": shapes, "Nfeature_list_sparse": Nfeature_list_sparse,
        "Nfeature_list_dense": Nfeature_list_dense, "feature_list_dense_types": list_types, "feature_list_sparse_types": list_sparse,
        "feature_list_ragged_value_types": list_values, "feature_list_ragged_split_types": list_splits,
        "feature_list_dense_shapes": list_shapes,
    }  # fmt: skip
    results = iter(computed("ParseSequenceExampleV2", kernel, given, leaves, several=True, name=name, declared=declared))
    counts = [len(sparse)] * 3 + [len(types)] + [len(values)] * 2 + [len(list_sparse)] * 3 + [len(list_types)] * 2 + [len(list_values)] * 3
    return tuple([next(results) for _ in range(count)] for count in counts)
