"""Training that begins with the values of an older checkpoint."""

from __future__ import annotations

import collections
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.train.saver import init_from_checkpoint
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
    """Which rows (`axis` 0) or columns (1) of a table belong to which words, now and in a checkpoint. Mirrors `tf.train.VocabInfo`.

    `new_vocab`, `old_vocab`: files with a word a line. `old_vocab_size`: how many of the old words count, -1 for all.
    `num_oov_buckets`: rows for unknown words, at the end. `backup_initializer`: for what is new, zeros if None.
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


def _remapped(old, variable, info):
    """The values of a table of new words, from those of old words."""
    places = {word: i for i, word in enumerate(_words(info.old_vocab, info.old_vocab_size))}
    shape = variable.shape.as_list()
    if shape[info.axis] != info.new_vocab_size + info.num_oov_buckets:
        raise ValueError(
            f"The variable {variable.name} has {shape[info.axis]} entries along axis {info.axis}, but there are "
            f"{info.new_vocab_size} words and {info.num_oov_buckets} buckets."
        )
    with eager_mode():
        made = (
            np.zeros(shape)
            if info.backup_initializer is None
            else convert_to_tensor(info.backup_initializer(shape, dtype=variable.dtype.base_dtype)).numpy()
        )
    made = np.array(np.moveaxis(made, info.axis, 0), variable.dtype.base_dtype.as_numpy_dtype)
    old = np.moveaxis(old, info.axis, 0)
    for i, word in enumerate(_words(info.new_vocab, info.new_vocab_size)):
        at = places.get(word)
        if at is not None and at < len(old):
            made[i] = old[at]
    return np.moveaxis(made, 0, info.axis)


def _wanted(vars_to_warm_start):
    """The variables that a regular expression, a list of them or a list of variables means."""
    if isinstance(vars_to_warm_start, str) or vars_to_warm_start is None:
        logging.info("Warm-starting variables only in TRAINABLE_VARIABLES.")
        return get_collection(GraphKeys.TRAINABLE_VARIABLES, vars_to_warm_start)
    if not isinstance(vars_to_warm_start, list):
        raise ValueError(
            f"vars_to_warm_start must be a `list` or `tuple`. If a str, it is a regular expression; got {type(vars_to_warm_start)}."
        )
    if all(isinstance(v, str) for v in vars_to_warm_start):
        return [v for pattern in vars_to_warm_start for v in get_collection(GraphKeys.GLOBAL_VARIABLES, pattern)]
    if all(is_variable(v) for v in vars_to_warm_start):
        return vars_to_warm_start
    raise ValueError("If `vars_to_warm_start` is a list, it must be all `Variable` or all `str`.")


@tf_export(v1=["train.warm_start"])
def warm_start(
    ckpt_to_initialize_from: Path,
    vars_to_warm_start: Any = ".*",
    var_name_to_vocab_info: Mapping[str, VocabInfo] | None = None,
    var_name_to_prev_var_name: Mapping[str, str] | None = None,
) -> None:
    """Let initializers of variables of the graph set the values of a checkpoint. Mirrors `tf.compat.v1.train.warm_start`.

    `vars_to_warm_start`: a regular expression for names of trainable variables, a list of them for all variables, or a list of
    variables. `var_name_to_vocab_info`: a VocabInfo for each table whose words are others now. `var_name_to_prev_var_name`: names in
    the checkpoint, where they are others. Raises ValueError for a variable that the checkpoint lacks or has in another shape.
    """
    logging.info("Warm-starting from: %s", ckpt_to_initialize_from)
    vocabularies, previous = dict(var_name_to_vocab_info or {}), dict(var_name_to_prev_var_name or {})
    count, remapped, reader = 0, 0, None
    for variable in sorted(_wanted(vars_to_warm_start), key=lambda v: v._shared_name):
        name = variable._shared_name
        before, info = previous.pop(name, name), vocabularies.pop(name, None)
        if info is None:
            init_from_checkpoint(ckpt_to_initialize_from, {before: variable})
            count += 1
            continue
        reader = reader or load_checkpoint(ckpt_to_initialize_from)
        if not reader.has_tensor(before):
            raise ValueError(f"Tensor {before} is not found in {ckpt_to_initialize_from} checkpoint {reader.get_variable_to_shape_map()}")
        variable.set_initial_value(_remapped(reader.get_tensor(before), variable, info))
        remapped += 1
    for rest, what in ((previous, "var_name_to_prev_var_name"), (vocabularies, "var_name_to_vocab_info")):
        if rest:
            raise ValueError(
                f"You provided the following variables in {what} that were not used: {', '.join(rest)}. Perhaps you "
                "misspelled them?  Here is the list of viable variable names: "
                f"{', '.join(v._shared_name for v in get_collection(GraphKeys.GLOBAL_VARIABLES))}"
            )
    if count:
        logging.info("Warm-started %d variables.", count)
    if remapped:
        logging.info("Warm-started %d variables with vocab.", remapped)
