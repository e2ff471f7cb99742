"""`tf.io.parse_sequence_example` and `parse_single_sequence_example`: serialized SequenceExample messages to tensors."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from google.protobuf.message import DecodeError

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.texts.eager import COUNTED
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.io import features as config
from tfshim.io._example_columns import (
    Column,
    Values,
    _enter,
    _opened,
    as_array,
    entries,
    feature_columns,
    message_columns,
    ordered_lists,
    values_of,
)
from tfshim.io._example_layouts import Messages, Unusual
from tfshim.io._feature_plans import assembled, counted, plan
from tfshim.io.parsing import KINDS, Reader, _first, check_rank, keys_of, output_shapes, padded, read, tensor
from tfshim.protos.examples import message
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


_CONTEXT = (config.VarLenFeature, config.FixedLenFeature, config.RaggedFeature)
_SEQUENCE = (config.VarLenFeature, config.FixedLenSequenceFeature, config.RaggedFeature)
_FEW = 8
_TYPE_NAMES = {1: "string", 2: "float", 3: "int64"}


class _Lists:
    """The lists of features of some messages: for a key, the steps of each example and the values of each step."""

    def __init__(self, messages, names, single):
        self.lists = [m.feature_lists.feature_list for m in messages]
        self.names, self.single = names, single

    def of(self, item, required=False, expected=None):
        """(steps of each example, values of each step, all values); `expected`: how many values a step has to have."""
        steps, counts, found = [], [], []
        for i, held in enumerate(self.lists):
            name = self.names[i].decode(errors="replace") if len(self.names) else "<unknown>"
            if item.key not in held:
                if required:
                    raise invalid(
                        f"Name: {name}, Feature list '{item.key}' is required but could not be found.  Did you mean to include it in "
                        "feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"
                    )
                steps.append(0)
                continue
            features = held[item.key].feature
            steps.append(len(features))
            for t, feature in enumerate(features):
                kind, values = values_of(feature)
                if kind not in (0, KINDS[item.dtype]):
                    raise invalid(
                        f"Name: {name}, Feature list: {item.key}, Index: {t}.  Data types don't match. Expected type: "
                        f"{item.dtype.proto_name}  Feature is: {_TYPE_NAMES[kind]}"
                    )
                if expected is not None and len(values) != expected:
                    shape = ",".join(map(str, item.shape))
                    if self.single:
                        raise invalid(
                            f"Name: {name}, Key: {item.key}, Index: {t}.  Number of values != expected.  values size: {len(values)} "
                            f"but output shape: [{shape}]"
                        )
                    total = sum(len(values_of(f)[1]) for f in features)
                    raise invalid(
                        f"Feature list '{item.key}' has an unexpected number of values.  Total values size: {total} is not "
                        f"consistent with output shape: [?,{shape}]"
                    )
                counts.append(len(values))
                found.extend(values)
        return np.array(steps, np.int64), np.array(counts, np.int64), as_array(KINDS[item.dtype], found)


# ---------------------------------------------------------------------- many messages at once
# steps [n]: how many features each message has in a list; counts: how many values each of these has; values: all of them.
# missing [n]: whether a message has no such list.
ListColumn = namedtuple("ListColumn", "steps counts values missing")
_CONTEXT_TAG, _LISTS_TAG = 0x0A, 0x12


def sequence_columns(
    records: list[bytes], context: list[bytes], lists: dict[bytes, int]
) -> tuple[dict[bytes, Column], dict[bytes, ListColumn]]:
    """({key: Column} of the context, {key: ListColumn} of the lists) of serialized messages.

    `lists`: for the key of a list the kind of its values. Raises Unusual for what only protobuf should read.
    """
    messages = Messages(records)
    rows, at, ends = np.flatnonzero(messages.sizes), messages.starts, messages.ends
    at, end = at[rows], ends[rows]
    has_context = messages.buffer[at] == _CONTEXT_TAG
    first, stop = at.copy(), at.copy()
    some = np.flatnonzero(has_context)
    if len(some):
        first[some], stop[some] = _enter(messages.buffer, at[some], end[some], _CONTEXT_TAG)
    found = feature_columns(messages, rows, first, stop, tuple(context))
    low, high = stop.copy(), stop.copy()
    some = np.flatnonzero(stop < end)
    if len(some):
        low[some], high[some] = _enter(messages.buffer, stop[some], end[some], _LISTS_TAG)
        if np.count_nonzero(high != end):
            raise Unusual
    return found, _list_columns(messages, rows, low, high, lists)


def _list_columns(
    messages: Messages, rows: np.ndarray, low: np.ndarray, high: np.ndarray, lists: dict[bytes, int]
) -> dict[bytes, ListColumn]:
    n, keys = len(messages), tuple(lists)
    found = entries(messages.buffer, low, high, keys)
    if found is None:
        none, zeros = np.zeros(0, np.int64), np.zeros(n, np.int64)
        return {key: ListColumn(zeros, none, as_array(kind, ()), np.ones(n, bool)) for key, kind in lists.items()}
    bounds, maps, low, high = found
    whose, start, stop = ordered_lists(messages.buffer, low, high)
    lengths = np.bincount(whose, minlength=len(low))
    firsts = np.concatenate([[0], np.cumsum(lengths)])[bounds].tolist()  # of the features of each key
    kinds, start = _opened(messages.buffer, start, stop)
    full = kinds != 0
    if np.count_nonzero(kinds[full] != np.repeat(np.array(list(lists.values()), np.int8), np.diff(firsts))[full]):
        raise Unusual
    read = {}
    for kind in set(lists.values()):
        chosen = np.flatnonzero(kinds == kind)
        if len(chosen):
            read[kind] = Values(messages, kind, chosen, start, stop, firsts)
    rows, made = rows[maps], {}
    for i, (key, kind) in enumerate(lists.items()):
        steps, missing = np.zeros(n, np.int64), np.ones(n, bool)
        present = rows[bounds[i] : bounds[i + 1]]
        steps[present], missing[present] = lengths[bounds[i] : bounds[i + 1]], False
        counts, values = np.zeros(firsts[i + 1] - firsts[i], np.int64), as_array(kind, ())
        if kind in read:
            counts[full[firsts[i] : firsts[i + 1]]], values = read[kind].part(i)
        made[key] = ListColumn(steps, counts, values, missing)
    return made


class _Columns:
    """The same of many messages that were read side by side. Raises Unusual for what is an error: `_Lists` finds out whose."""

    single = False

    def __init__(self, columns):
        self._columns = columns

    def of(self, item, required=False, expected=None):
        """See `_Lists.of`."""
        column = self._columns[item.key.encode()]
        if required and column.missing.any() or expected is not None and (column.counts != expected).any():
            raise Unusual
        return column.steps, column.counts, column.values


def _side_by_side(records, names, defaults, context, sequences):
    """What `_parse` gives for many records, or None for what only protobuf should read."""
    try:
        found, lists = sequence_columns(records, keys_of(context), {item.key.encode(): KINDS[item.dtype] for item in sequences})
        made = read(Reader(found, len(records), names, False), context, defaults)
        return [*made, *_lists(_Columns(lists), sequences)]
    except Unusual:
        return None


def _lists(lists, items):
    """The tensors of the sequence features, flat."""
    out = []
    for item in items:
        if item.form == "sequence":
            size = int(np.prod(item.shape, dtype=np.int64))
            steps, _, values = lists.of(item, not item.allow_missing, size)
            if lists.single:
                out.append(tensor(values, item.dtype).reshape((int(steps.sum()), *item.shape)))
            else:
                out += [padded(values, steps * size, item.shape, item.dtype, None, len(steps)), torch.from_numpy(steps)]
            continue
        steps, counts, values = lists.of(item)
        rows = np.repeat(np.arange(len(steps)), steps)
        times = np.arange(len(rows)) - np.repeat(np.cumsum(steps) - steps, steps)
        storage = tensor(values, item.dtype)
        if item.form == "sparse":
            step = np.repeat(np.arange(len(counts)), counts)
            at = np.arange(len(step)) - np.repeat(np.cumsum(counts) - counts, counts)
            shape = [int(steps.max()) if len(steps) else 0, int(counts.max()) if len(counts) else 0]
            parts = [times[step], at] if lists.single else [rows[step], times[step], at]
            shape = shape if lists.single else [len(steps), *shape]
            out += [torch.from_numpy(np.stack(parts, 1)), storage, torch.tensor(shape)]
            continue
        for partition in reversed(item.partitions):
            if (counts % partition.length).any() if partition.length else counts.any():
                raise invalid(
                    f"Input to reshape is a tensor with {len(values)} values, but the requested shape requires a multiple of "
                    f"{partition.length}"
                )
            counts = counts // partition.length
            storage = storage.reshape((int(counts.sum()), partition.length, *storage.shape[1:]))
        kind = item.splits.torch
        out += [storage, torch.from_numpy(np.concatenate([[0], np.cumsum(counts)])).to(kind)]
        if not lists.single:
            out.append(torch.from_numpy(np.concatenate([[0], np.cumsum(steps)])).to(kind))
    return out


def list_shapes(items, rows, single):
    """(dtype, static shape) of the tensors of sequence features, flat; `rows`: of how many messages, None for any number."""
    out, lead = [], [] if single else [rows]
    for item in items:
        if item.form == "sequence":
            out.append((item.dtype, [*lead, None, *item.shape]))
            if not single:
                out.append((dt.int64, [rows]))
        elif item.form == "sparse":
            rank = 2 + len(lead)
            out += [(dt.int64, [None, rank]), (item.dtype, [None]), (dt.int64, [rank])]
        else:
            out += [(item.dtype, [None, *(p.length for p in item.partitions)]), (item.splits, [None])]
            if not single:
                out.append((item.splits, [None if rows is None else rows + 1]))
    return out


def _shapes(serialized, names, defaults, context, sequences):
    single = serialized.shape.rank == 0
    rows = None if single or serialized.shape.rank is None else serialized.shape.as_list()[0]
    return [*output_shapes(context, rows, single), *list_shapes(sequences, rows, single)]


@op("ParseSequenceExampleV2", serialized="string", names="string", defaults="any*", grad=None, shape_fn=_shapes)
def _parse(serialized, names, defaults, context, sequences, name=None):
    """The tensors of all items, flat: first those of the context."""
    if serialized.ndim > 1:
        raise invalid(f"Expected serialized to be a scalar or vector, got shape: {dims_text(serialized.shape)}")
    single = serialized.ndim == 0
    records, names = serialized.reshape(-1).tolist(), names.reshape(-1)
    if len(names) not in (0, len(records)):
        raise invalid("example_names must be empty or have the correct number of elements")
    if len(records) >= _FEW and len({item.key for item in sequences}) == len(sequences):
        made = _side_by_side(records, names, defaults, context, sequences)
        if made is not None:
            return made
    messages = []
    for i, record in enumerate(records):
        try:
            messages.append(message("SequenceExample").FromString(record))
        except DecodeError:
            shown = names[i].decode(errors="replace") if len(names) else "<unknown>"
            raise invalid(f"Invalid protocol message input, example id: {shown}") from None
    found = message_columns([m.context for m in messages], keys_of(context))
    first = read(Reader(found, len(records), names, single), context, defaults)
    if single:
        place = 0
        for item in context:
            if item.form == "dense":
                first[place] = _first(first[place])
            place += {"dense": 1, "sparse": 3}.get(item.form) or 1 + sum(hasattr(p, "key") for p in item.partitions)
    return [*first, *_lists(_Lists(messages, names, single), sequences)]


COUNTED["ParseSequenceExampleV2"] = lambda arguments: counted(arguments[3], arguments[4])


def _parsed(serialized, context_features, sequence_features, names, name):
    if not (context_features or sequence_features):
        raise ValueError("Both context_features and sequence_features are None, but at least one should have values.")
    context, sequences = ({k: f[k] for k in f.keys()} if f else {} for f in (context_features, sequence_features))
    context = plan(context, _CONTEXT)
    sequences = plan(sequences, _SEQUENCE, sequence=True)
    if TS.graph is None:
        serialized = convert_to_tensor(serialized, dt.string)
    check_rank(serialized, [*context, *sequences])
    names = convert_to_tensor([] if names is None else names, dt.string)
    defaults = [item.default for item in context if item.default is not None]
    shown = [item._replace(default=item.default is not None or None) for item in context]
    with name_scope(name or "ParseSequenceExample"):
        results = list(_parse(serialized, names, defaults, shown, sequences, name=name))
    single = serialized.shape.rank == 0
    count = len(output_shapes(context, None, single))
    first = assembled(context, results[:count], single)
    return first, *_assembled_lists(sequences, results[count:], single)


def _assembled_lists(items, results, single):
    """({name: tensor}, {name: lengths}) of the sequence features."""
    out, lengths = {}, {}
    for item in items:
        if item.form == "sequence":
            out[item.name] = results.pop(0)
            if not single:
                lengths[item.name] = results.pop(0)
        elif item.form == "sparse":
            out[item.name] = SparseTensor(results.pop(0), results.pop(0), results.pop(0))
        else:
            made = results.pop(0)
            for _ in range(1 if single else 2):
                made = RaggedTensor.from_row_splits(made, results.pop(0), validate=item.validate)
            out[item.name] = made
    return out, lengths


@tf_export("io.parse_sequence_example")
@composite
def parse_sequence_example(
    serialized: TensorLike,
    context_features: dict[str, Any] | None = None,
    sequence_features: dict[str, Any] | None = None,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], ...]:
    """The tensors of a batch of serialized SequenceExample messages. Mirrors `tf.io.parse_sequence_example`.

    Arguments:
        serialized: a string vector, each string a message.
        context_features: a dictionary for what an example has once: `tf.io.FixedLenFeature`, `VarLenFeature` or
            `RaggedFeature`; or None.
        sequence_features: a dictionary for what it has for each step: `tf.io.FixedLenSequenceFeature`, `VarLenFeature`
            or `RaggedFeature`; or None.
        example_names: strings that name the examples in messages of errors, or None.
        name: a name for the operation in graphs.

    Returns:
        Three dictionaries: the context; the sequences, with an axis for steps after that for examples; and the numbers
        of steps of the dense ones, int64 of shape [batch].

    Raises:
        ValueError, InvalidArgumentError: as `tf.io.parse_example` does.

    Example:
        >>> steps = [tf.train.Feature(int64_list=tf.train.Int64List(value=[i])) for i in (4, 5)]
        >>> lists = tf.train.FeatureLists(feature_list={"ids": tf.train.FeatureList(feature=steps)})
        >>> message = tf.train.SequenceExample(feature_lists=lists).SerializeToString()
        >>> spec = {"ids": tf.io.FixedLenSequenceFeature([], tf.int64)}
        >>> _, sequences, lengths = tf.io.parse_sequence_example([message], sequence_features=spec)
        >>> sequences["ids"], int(lengths["ids"][0])
        (<tf.Tensor: shape=(1, 2), dtype=int64, numpy=array([[4, 5]])>, 2)
    """
    with name_scope(name or "ParseSequenceExample"):
        serialized = convert_to_tensor(serialized, name="serialized")
        made = _parsed(serialized, context_features, sequence_features, example_names, name)
    return made if len(made) == 3 else (*made, {})


@tf_export("io.parse_single_sequence_example", v1=["io.parse_single_sequence_example", "parse_single_sequence_example"])
@composite
def parse_single_sequence_example(
    serialized: TensorLike,
    context_features: dict[str, Any] | None = None,
    sequence_features: dict[str, Any] | None = None,
    example_name: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], ...]:
    """The tensors of one serialized SequenceExample message. Mirrors `tf.io.parse_single_sequence_example`.

    Arguments:
        serialized: a string scalar.
        context_features: a dictionary for what the example has once, or None; as of `tf.io.parse_sequence_example`.
        sequence_features: a dictionary for what it has for each step, or None.
        example_name: a string that names the example in messages of errors, or None.
        name: a name for the operation in graphs.

    Returns:
        Two dictionaries: the context, and the sequences, whose first axis is that of the steps.

    Raises:
        ValueError, InvalidArgumentError: as `tf.io.parse_example` does.

    Example:
        >>> steps = [tf.train.Feature(int64_list=tf.train.Int64List(value=[i])) for i in (4, 5)]
        >>> lists = tf.train.FeatureLists(feature_list={"ids": tf.train.FeatureList(feature=steps)})
        >>> message = tf.train.SequenceExample(feature_lists=lists).SerializeToString()
        >>> spec = {"ids": tf.io.FixedLenSequenceFeature([], tf.int64)}
        >>> _, sequences = tf.io.parse_single_sequence_example(message, sequence_features=spec)
        >>> sequences["ids"]
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 5])>
    """
    with name_scope(name or "ParseSingleSequenceExample"):
        serialized = convert_to_tensor(serialized, name="serialized")
        if serialized.shape.rank not in (0, None):
            raise ValueError("Input serialized must be a scalar")
        names = None if example_name is None else [example_name]
        return _parsed(serialized, context_features, sequence_features, names, name)[:2]
