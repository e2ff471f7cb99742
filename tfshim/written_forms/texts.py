"""Written forms of operations on strings: pieces, words, tables of indices, crosses."""

from __future__ import annotations

import hashlib
from typing import Any

import tfshim as tf
from tfshim.logging_ops import _bare_string_piece, _sparse_piece, _tensor_piece
from tfshim.written_forms.form import raw, whole_name, written


def _lengths(indices: Any, shape: Any) -> Any:
    """How many pieces each string has."""
    rows = indices[:, 0]
    return tf.math.unsorted_segment_sum(tf.ones_like(rows), rows, shape[0])


_PIECES = [(tf.int64, [None, 2]), (tf.string, [None]), (tf.int64, [2])]


def _split_into(x: Any, separator: Any, most: int) -> Any:
    indices, values, shape = raw("StringSplitV2", [tf.reshape(x, [-1]), separator], _PIECES, {"maxsplit": int(most)})
    return values, _lengths(indices, shape)


@written("strings.splitting", "split_pieces")
def split(input: Any, sep: Any, maxsplit: int) -> Any:  # noqa: A002 - the kernel's name
    return _split_into(input, sep, maxsplit)


@written("strings.splitting", "_single_bytes")
def single_bytes(input: Any) -> Any:  # noqa: A002 - the kernel's name
    indices, values, shape = raw("StringSplit", [tf.reshape(input, [-1]), tf.constant("")], _PIECES, {"skip_empty": False})
    return values, _lengths(indices, shape)


@written("strings.splitting", "split_at_bytes")
def split_at_bytes(input: Any, delimiter: Any, skip_empty: bool) -> Any:  # noqa: A002 - the kernel's name
    indices, values, shape = raw("StringSplit", [tf.reshape(input, [-1]), delimiter], _PIECES, {"skip_empty": skip_empty})
    return values, _lengths(indices, shape)


# What stands in a template for what a piece of it shows: an optional text around a tensor, or the parts of a sparse one.
_SHOWN = {_tensor_piece: ("", ""), _sparse_piece: ("SparseTensor(indices=", ", values=", ", shape=", ")")}


def _shows_tensors(inputs: Any, pieces: Any, summarize: int) -> bool:
    return all(isinstance(p, bytes) or p in _SHOWN for p in pieces)


@written("strings.formatting", "_format", when=_shows_tensors)
def string_format(inputs: list[Any], pieces: Any, summarize: int) -> Any:
    return _formatted(inputs, pieces, summarize, whole_name())


def _formatted(inputs: list[Any], pieces: Any, summarize: int, name: str | None = None) -> Any:
    texts, mark = b"".join(p for p in pieces if isinstance(p, bytes)), b"{}"
    while mark in texts:
        mark = b"{" + mark + b"}"
    template = b"".join(p if isinstance(p, bytes) else mark.join(part.encode() for part in _SHOWN[p]) for p in pieces)
    about = {"template": template, "placeholder": mark, "summarize": int(summarize)}
    return raw("StringFormat", [inputs], [(tf.string, [])], about, name=name)


def _writes_tensors(input: Any, pieces: Any, output_stream: str, end: Any, summarize: int) -> bool:  # noqa: A002 - the kernel's name
    return pieces == [_bare_string_piece] or _shows_tensors(input, pieces, summarize)


@written("logging_ops", "_print_op", when=_writes_tensors, beside=True)
def print_text(input: list[Any], pieces: Any, output_stream: str, end: Any, summarize: int) -> Any:  # noqa: A002 - the kernel's name
    text = input[0] if pieces == [_bare_string_piece] else _formatted(input, pieces, summarize)
    return raw("PrintV2", [text], [], {"output_stream": output_stream, "end": end}, name=whole_name())


@written("io.image_codecs", "is_jpeg")
def is_jpeg(contents: Any) -> Any:
    return tf.equal(tf.strings.substr(contents, 0, 3), b"\xff\xd8\xff", name=whole_name())


# ---------------------------------------------------------------------- tables of Keras' layers
def _looked_up(keys: Any, table: Any) -> Any:
    known = list(table.held)
    first = tf.convert_to_tensor(known[0] if known else "")
    key_dtype = first.dtype if first.dtype is tf.string else tf.int64
    # Tables of the same words are one.
    shared = f"table_{hashlib.sha256(repr([*table.held.items(), table.ready]).encode()).hexdigest()[:16]}"
    handle = raw(
        "HashTableV2",
        [],
        [(tf.resource, [])],
        {"key_dtype": key_dtype, "value_dtype": table.value_dtype, "shared_name": shared},
        name="hash_table",
    )
    filled: Any = []
    if table.ready:
        held = [handle, tf.constant(known, key_dtype), tf.constant(list(table.held.values()), table.value_dtype)]
        filled = raw("InitializeTableV2", held, [], name="fill")
    with tf.control_dependencies(filled):
        keys = tf.cast(keys, key_dtype) if key_dtype is not tf.string else tf.identity(keys)
        default = tf.constant(table.default, table.value_dtype)
        return raw("LookupTableFindV2", [handle, keys, default], [(table.value_dtype, keys.shape)], name="LookupTableFindV2")


@written("keras.layers.preprocessing.index_lookup", "_find")
def find(keys: Any, table: Any) -> Any:
    return _looked_up(keys, table)


@written("keras.layers.preprocessing.words", "word_indices")
def word_indices(texts: Any, table: Any, lower: bool, strip: bool, length: int | None) -> Any:
    if lower:
        texts = tf.strings.lower(texts)
    if strip:
        texts = tf.strings.regex_replace(texts, r"""[!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']""", "")
    words, lengths = _split_into(texts, tf.constant(""), -1)
    found = _looked_up(words, table)
    rows = tf.RaggedTensor.from_row_lengths(found, lengths, validate=False)
    return rows.to_tensor(tf.constant(0, table.value_dtype), shape=[None, length])


@written("ragged.dense", "filled_rows")
def filled_rows(values: Any, splits: Any, default: Any, rows: int | None, width: int | None) -> Any:
    inner = values.shape.as_list()[1:]
    sizes = tf.constant([*(-1 if n is None else n for n in (rows, width)), *[-1] * len(inner)], tf.int64)
    filler = tf.constant("" if values.dtype is tf.string else 0, values.dtype) if default is None else default
    about = {"row_partition_types": [b"ROW_SPLITS"]}
    return raw("RaggedTensorToTensor", [sizes, values, filler, [splits]], [(values.dtype, [rows, width, *inner])], about)


@written("keras.layers.preprocessing.categories", "_cross")
def hashed_cross(columns: list[Any], bins: int) -> Any:
    shape = tf.shape(columns[0])
    # As tf.sparse.cross_hashed does it: strings are numbers too where there is a number among them.
    internal = tf.string if all(c.dtype is tf.string for c in columns) else tf.int64
    flat = [tf.reshape(c if c.dtype is tf.string else tf.cast(c, tf.int64), [-1, 1]) for c in columns]
    _, values, _ = raw(
        "SparseCross",
        [[], [], [], flat],
        [(tf.int64, [None, 2]), (tf.int64, [None]), (tf.int64, [2])],
        {"hashed_output": True, "num_buckets": int(bins), "hash_key": 0xDECAFCAFFE, "out_type": tf.int64, "internal_type": internal},
    )
    return tf.reshape(values, shape)
