"""The written form of the parsing of serialized Examples, whose features are inputs and lists of types in TensorFlow's operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.io.parsing import output_shapes
from tfshim.io.sequence_parsing import list_shapes
from tfshim.written_forms.form import raw, whole_name, written


def _is_one_operation(serialized: Any, names: Any, dense_defaults: Any, items: Sequence[Any]) -> bool:
    """Whether nothing is put together from several features: sparse tensors from indices and values, ragged ones with partitions."""
    forms = {item.form for item in items}
    if "ragged" in forms and not serialized.shape.rank:
        return False
    return "indexed" not in forms and not any(item.partitions for item in items)


def _keys(items: Sequence[Any]) -> list[Any]:
    """The keys, no tensor: the constant for them is named within the operation."""
    return [item.key for item in items]


def _missing(item: Any) -> Any:
    """What stands for no default: nothing, or what fills rows up."""
    filler = "" if item.dtype is tf.string else 0
    return tf.constant(filler, item.dtype) if item.form == "sequence" else tf.constant([], item.dtype)


@written("io.parsing", "_parse", when=_is_one_operation, beside=True)
def parse(serialized: Any, names: Any, dense_defaults: Any, items: Sequence[Any]) -> Any:
    known, single = serialized.shape.rank is not None, serialized.shape.rank == 0
    rows, given = serialized.shape[0] if known and not single else None, iter(dense_defaults)
    sparse, dense, ragged = ([x for x in items if x.form in forms] for forms in (("sparse",), ("dense", "sequence"), ("ragged",)))
    outputs = []
    for group in sparse, dense, ragged:
        for same in zip(*(output_shapes([item], rows, single, known) for item in group)):  # all indices, all values ...
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
            whole_name(),
        )
    )
    found: dict[int, list[Any]] = {id(item): [] for item in items}
    for group, count in (sparse, 3), (dense, 1), (ragged, 2):
        for _ in range(count):
            for item in group:
                found[id(item)].append(next(results))
    return [t for item in items for t in found[id(item)]]


# ---------------------------------------------------------------------- with sequences
def _is_one_operation_of_sequences(serialized: Any, names: Any, defaults: Any, context: Sequence[Any], sequences: Sequence[Any]) -> bool:
    if serialized.shape.rank is None or any(item.partitions for item in (*context, *sequences)):
        return False
    forms = {item.form for item in context}, {item.form for item in sequences}
    return forms[0] <= {"sparse", "dense", "ragged"} and forms[1] <= {"sequence", "sparse", "ragged"}


def _of_form(items: Sequence[Any], form: str) -> list[Any]:
    return [item for item in items if item.form == form]


@written("io.sequence_parsing", "_parse", when=_is_one_operation_of_sequences)
def parse_sequences(serialized: Any, names: Any, defaults: Any, context: Sequence[Any], sequences: Sequence[Any]) -> Any:
    single, given = serialized.shape.rank == 0, iter(defaults)
    rows = None if single else serialized.shape[0]
    sparse, dense, ragged = (_of_form(context, form) for form in ("sparse", "dense", "ragged"))
    parts, lists, rows_of = (_of_form(sequences, form) for form in ("sparse", "sequence", "ragged"))
    # Pairs of an item and what is given of it, one group after the other as TensorFlow declares them.
    outputs, places = [], []

    def group(items: Sequence[Any], shapes: Any, numbers: Sequence[int]) -> None:
        found = [shapes([item]) for item in items]
        for at in numbers:
            for item, leaves in zip(items, found):
                # Of a single message there is neither a length of its lists nor a split between messages.
                outputs.append(leaves[at] if at < len(leaves) else (tf.int64 if item.form == "sequence" else item.splits, None))
                places.append((id(item), at))

    def of_context(items: Sequence[Any]) -> Any:
        return output_shapes(items, rows, single)

    def of_lists(items: Sequence[Any]) -> Any:
        return list_shapes(items, rows, single)

    group(sparse, of_context, (0,)), group(sparse, of_context, (1,)), group(sparse, of_context, (2,))
    group(dense, of_context, (0,)), group(ragged, of_context, (0, 1))
    group(parts, of_lists, (0, 1, 2)), group(lists, of_lists, (0, 1)), group(rows_of, of_lists, (0, 2, 1))
    made = raw(
        "ParseSequenceExampleV2",
        [
            *(serialized, names, *map(_keys, (sparse, dense, ragged, parts, lists, rows_of))),
            tf.constant([item.allow_missing for item in lists], tf.bool, shape=[len(lists)]),
            [_missing(item) if item.default is None else next(given) for item in dense],
        ],
        outputs,
        {
            "Ncontext_sparse": len(sparse),
            "context_sparse_types": [item.dtype for item in sparse],
            "context_ragged_value_types": [item.dtype for item in ragged],
            "context_ragged_split_types": [item.splits for item in ragged],
            "context_dense_shapes": [tf.TensorShape(item.shape) for item in dense],
            "Nfeature_list_sparse": len(parts),
            "Nfeature_list_dense": len(lists),
            "feature_list_dense_types": [item.dtype for item in lists],
            "feature_list_sparse_types": [item.dtype for item in parts],
            "feature_list_ragged_value_types": [item.dtype for item in rows_of],
            "feature_list_ragged_split_types": [item.splits for item in rows_of],
            "feature_list_dense_shapes": [tf.TensorShape(item.shape) for item in lists],
        },
        whole_name(),
    )
    found = dict(zip(places, made if isinstance(made, (list, tuple)) else [made]))
    counts = [(item, len(of_context([item]))) for item in context] + [(item, len(of_lists([item]))) for item in sequences]
    return [found[id(item), at] for item, count in counts for at in range(count)]
