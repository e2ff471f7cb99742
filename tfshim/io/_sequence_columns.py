"""The lists of features of many serialized SequenceExamples at once, by the means of `_example_columns`."""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from tfshim.io._example_columns import _READERS, Column, _enter, _opened, as_array, entries, feature_columns, ordered_lists
from tfshim.io._example_layouts import Messages, Unusual

# steps [n]: how many features each message has in a list; counts: how many values each of these has; values: all of them.
# missing [n]: whether a message has no such list.
ListColumn = namedtuple("ListColumn", "steps counts values missing")
_CONTEXT, _FEATURE_LISTS = 0x0A, 0x12


def sequence_columns(
    records: list[bytes], context: list[bytes], lists: dict[bytes, int]
) -> tuple[dict[bytes, Column], dict[bytes, ListColumn]]:
    """({key: Column} of the context, {key: ListColumn} of the lists) of serialized messages.

    `lists`: for the key of a list the kind of its values. Raises Unusual for what only protobuf should read.
    """
    messages = Messages(records)
    rows, at, ends = np.flatnonzero(messages.sizes), messages.starts, messages.ends
    at, end = at[rows], ends[rows]
    has_context = messages.buffer[at] == _CONTEXT
    first, stop = at.copy(), at.copy()
    some = np.flatnonzero(has_context)
    if len(some):
        first[some], stop[some] = _enter(messages.buffer, at[some], end[some], _CONTEXT)
    found = feature_columns(messages, rows, first, stop, tuple(context))
    low, high = stop.copy(), stop.copy()
    some = np.flatnonzero(stop < end)
    if len(some):
        low[some], high[some] = _enter(messages.buffer, stop[some], end[some], _FEATURE_LISTS)
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
    made = {}
    for i, (key, kind) in enumerate(lists.items()):
        begin, end = bounds[i], bounds[i + 1]
        whose, start, stop = ordered_lists(messages.buffer, low[begin:end], high[begin:end])
        kinds, start = _opened(messages.buffer, start, stop)
        full = np.flatnonzero(kinds)
        if np.count_nonzero(kinds[full] != kind):
            raise Unusual
        counts = np.zeros(len(kinds), np.int64)
        counts[full], values = _READERS[kind](messages, start[full], stop[full])
        steps, missing = np.zeros(n, np.int64), np.ones(n, bool)
        present = rows[maps[begin:end]]
        steps[present], missing[present] = np.bincount(whose, minlength=end - begin), False
        made[key] = ListColumn(steps, counts, values, missing)
    return made
