"""Training that begins with the values of an older checkpoint."""

from __future__ import annotations

import collections
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.train.initial_values import init_from_checkpoint
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.io import gfile
from tfshim.train.reading import load_checkpoint

if TYPE_CHECKING:
    from typing import Self

    from tfshim.compat.v1._annotations import Initializer
    from tfshim.engine.values.annotations import Path


@tf_export("estimator.VocabInfo", v1=["train.VocabInfo", "estimator.VocabInfo"])
class VocabInfo(
    collections.namedtuple(
        "VocabInfo", ["new_vocab", "new_vocab_size", "num_oov_buckets", "old_vocab", "old_vocab_size", "backup_initializer", "axis"]
    )
):
    """Which rows or columns of a table belong to which words, now and in a checkpoint. Mirrors
    `tf.estimator.VocabInfo` and `tf.train.VocabInfo`.

    `tf.estimator.WarmStartSettings` and `tf.compat.v1.train.warm_start` take it, where a model begins with the values of an older one
    whose vocabulary was another: words that both know keep their values.

    Arguments:
        new_vocab: the file of the words now, one a line.
        new_vocab_size: how many of these words count.
        num_oov_buckets: how many rows there are for unknown words, at the end.
        old_vocab: the file of the words that the checkpoint was made with.
        old_vocab_size: how many of these count, -1 (the default) for all.
        backup_initializer: an initializer for words that are new; None (the default) for zeros.
        axis: 0 (the default) where rows belong to words, 1 for columns.

    Example:
        >>> info = tf.estimator.VocabInfo("new.txt", new_vocab_size=3, num_oov_buckets=1, old_vocab="old.txt")
        >>> info.new_vocab, info.old_vocab_size, info.axis
        ('new.txt', -1, 0)
    """

    def __new__(
        cls,
        new_vocab: Path,
        new_vocab_size: int,
        num_oov_buckets: int,
        old_vocab: Path,
        old_vocab_size: int = -1,
        backup_initializer: Initializer | None = None,
        axis: int = 0,
    ) -> Self:
        if axis not in (0, 1):
            raise ValueError(f"The only supported values for the axis argument are 0 and 1.  Provided axis: {axis}")
        return super().__new__(cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size, backup_initializer, axis)


def _words(path, count):
    with gfile.GFile(path) as file:
        words = file.read().splitlines()
    return words if count < 0 else words[:count]


def _remapped(old, parts, info):
    """The values of a table of new words, from those of old words; `parts`: the variables that hold it, one or its slices."""
    places = {word: i for i, word in enumerate(_words(info.old_vocab, info.old_vocab_size))}
    first, dtype = parts[0], parts[0].dtype.base_dtype
    sliced = getattr(first, "_save_slice_info", None)
    name, shape = (first.name, first.shape.as_list()) if sliced is None else (sliced.full_name, list(sliced.full_shape))
    if shape[info.axis] != info.new_vocab_size + info.num_oov_buckets:
        raise ValueError(
            f"The variable {name} has {shape[info.axis]} entries along axis {info.axis}, but there are "
            f"{info.new_vocab_size} words and {info.num_oov_buckets} buckets."
        )
    with eager_mode():
        made = (
            np.zeros(shape) if info.backup_initializer is None else convert_to_tensor(info.backup_initializer(shape, dtype=dtype)).numpy()
        )
    made = np.array(np.moveaxis(made, info.axis, 0), dtype.as_numpy_dtype)
    old = np.moveaxis(old, info.axis, 0)
    for i, word in enumerate(_words(info.new_vocab, info.new_vocab_size)):
        at = places.get(word)
        if at is not None and at < len(old):
            made[i] = old[at]
    return np.moveaxis(made, 0, info.axis)


def _set(parts, values):
    """Let the initializers of `parts` set their shares of `values`."""
    for variable in parts:
        sliced = getattr(variable, "_save_slice_info", None)
        if sliced is None:
            variable.set_initial_value(values)
        else:
            place = tuple(slice(start, start + size) for start, size in zip(sliced.var_offset, sliced.var_shape))
            variable.set_initial_value(values[place])


def _wanted(vars_to_warm_start):
    """{name: the variables that hold it} that a regular expression, a list of them or a list of variables means."""
    if isinstance(vars_to_warm_start, str) or vars_to_warm_start is None:
        logging.info("Warm-starting variables only in TRAINABLE_VARIABLES.")
        found = get_collection(GraphKeys.TRAINABLE_VARIABLES, vars_to_warm_start)
    elif not isinstance(vars_to_warm_start, list):
        raise ValueError(f"`vars_to_warm_start must be a `list` or `str`.  Given type is {type(vars_to_warm_start)}")
    elif all(isinstance(v, str) for v in vars_to_warm_start):
        found = [v for pattern in vars_to_warm_start for v in get_collection(GraphKeys.GLOBAL_VARIABLES, pattern)]
    elif all(is_variable(v) for v in vars_to_warm_start):
        found = vars_to_warm_start
    else:
        kinds = [type(v) for v in vars_to_warm_start]
        raise ValueError(f"If `vars_to_warm_start` is a list, it must be all `Variable` or all `str`.  Given types are {kinds}")
    grouped: dict[str, list[Any]] = {}
    for variable in found:
        sliced = getattr(variable, "_save_slice_info", None)
        grouped.setdefault(variable._shared_name if sliced is None else sliced.full_name, []).append(variable)
    return grouped


def _keys_of_objects(reader, names):
    """{name: key} in a checkpoint that is written by objects, else none. Raises ValueError where it lacks one of `names`."""
    keys = reader.keys_by_name()
    if keys is None:
        return {}
    if missing := set(names) - set(keys):
        raise ValueError(
            "Attempting to warm-start from an object-based checkpoint, but found that the checkpoint did not contain values for all "
            f"variables. The following variables were missing: {missing}"
        )
    return {name: keys[name] for name in names}


@tf_export(v1=["train.warm_start"])
def warm_start(
    ckpt_to_initialize_from: Path,
    vars_to_warm_start: Any = ".*",
    var_name_to_vocab_info: Mapping[str, VocabInfo] | None = None,
    var_name_to_prev_var_name: Mapping[str, str] | None = None,
) -> None:
    """Lets the variables of a graph begin with the values of an older training. Mirrors `tf.compat.v1.train.warm_start`.

    It is `tf.compat.v1.train.init_from_checkpoint` for variables by pattern, and for tables of words that have changed: rows are then taken
    by word. Call it after the graph is made, before its variables are initialized.

    Arguments:
        ckpt_to_initialize_from: the directory or prefix of a checkpoint.
        vars_to_warm_start: a regular expression for names of trainable variables, ".*" by default; a list of such for all variables; a list
            of variables; or None for those with a vocabulary alone.
        var_name_to_vocab_info: a dictionary from names to `tf.estimator.VocabInfo`, for tables whose words are others now.
        var_name_to_prev_var_name: a dictionary from names to those in the checkpoint, where they are others.

    Raises:
        ValueError: the checkpoint lacks a variable or has it in another shape, or a name is not used.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
        ...     sess.run(w.initializer)
        ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w, b = tf.compat.v1.get_variable("w", initializer=0.0), tf.compat.v1.get_variable("b", initializer=0.0)
        ...     tf.compat.v1.train.warm_start(prefix, vars_to_warm_start="w")
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     print(sess.run([w, b]))
        [3.0, 0.0]
    """
    logging.info("Warm-starting from: %s", ckpt_to_initialize_from)
    grouped, reader = _wanted(vars_to_warm_start), load_checkpoint(ckpt_to_initialize_from)
    vocabularies = dict(var_name_to_vocab_info or {})
    previous = dict(var_name_to_prev_var_name or {}) or _keys_of_objects(reader, grouped)
    count = 0
    for name, parts in sorted(grouped.items()):
        before, info = previous.pop(name, name), vocabularies.pop(name, None)
        if info is not None:
            if not reader.has_tensor(before):
                shapes = reader.get_variable_to_shape_map()
                raise ValueError(f"Tensor {before} is not found in {ckpt_to_initialize_from} checkpoint {shapes}")
            _set(parts, _remapped(reader.get_tensor(before), parts, info))
        elif vars_to_warm_start:
            init_from_checkpoint(ckpt_to_initialize_from, {before: parts[0] if len(parts) == 1 else parts})
        else:
            continue
        count += 1
    logging.info("Warm-started %d variables.", count)
    for rest, what in ((previous, "var_name_to_prev_var_name"), (vocabularies, "var_name_to_vocab_info")):
        if rest:
            gap = " " if what == "var_name_to_prev_var_name" else "  "
            raise ValueError(
                f"You provided the following variables in {what} that were not used:{gap}{set(rest)}. {gap}Perhaps you misspelled them?  "
                f"Here is the list of viable variable names: {grouped.keys()}"
            )
