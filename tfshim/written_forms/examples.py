"""The written form of the parsing of serialized Examples, whose features are inputs and lists of types in TensorFlow's operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.io.parsing import output_shapes
from tfshim.written_forms.form import raw, written


def _is_one_operation(serialized: Any, names: Any, dense_defaults: Any, items: Sequence[Any]) -> bool:
    """Whether nothing is put together from several features: sparse tensors from indices and values, ragged ones with partitions."""
    if serialized.shape.rank is None:
        return False
    forms = {item.form for item in items}
    if "ragged" in forms and serialized.shape.rank == 0:
        return False
    return "indexed" not in forms and not any(item.partitions for item in items)


def _keys(items: Sequence[Any]) -> Any:
    return tf.constant([item.key for item in items], tf.string, shape=[len(items)])


def _missing(item: Any) -> Any:
    """What stands for no default: nothing, or what fills rows up."""
    filler = "" if item.dtype is tf.string else 0
    return tf.constant(filler, item.dtype) if item.form == "sequence" else tf.constant([], item.dtype)


@written("io.parsing", "_parse", when=_is_one_operation)
def parse(serialized: Any, names: Any, dense_defaults: Any, items: Sequence[Any]) -> Any:
    single = serialized.shape.rank == 0
    rows, given = None if single else serialized.shape[0], iter(dense_defaults)
    sparse, dense, ragged = ([x for x in items if x.form in forms] for forms in (("sparse",), ("dense", "sequence"), ("ragged",)))
    outputs = []
    for group in sparse, dense, ragged:
        for same in zip(*(output_shapes([item], rows, single) for item in group)):  # all indices, all values ...
            outputs += same
    results = iter(
        raw(
            "ParseExampleV2",
            [
                *(serialized, names, _keys(sparse), _keys(dense), _keys(ragged)),
                [_missing(item) if item.default is None else next(given) for item in dense],
            ],
            outputs,
            {
                "num_sparse": len(sparse),
                "sparse_types": [item.dtype for item in sparse],
                "ragged_value_types": [item.dtype for item in ragged],
                "ragged_split_types": [item.splits for item in ragged],
                "dense_shapes": [tf.TensorShape([None, *item.shape] if item.form == "sequence" else item.shape) for item in dense],
            },
        )
    )
    found: dict[int, list[Any]] = {id(item): [] for item in items}
    for group, count in (sparse, 3), (dense, 1), (ragged, 2):
        for _ in range(count):
            for item in group:
                found[id(item)].append(next(results))
    return [t for item in items for t in found[id(item)]]
