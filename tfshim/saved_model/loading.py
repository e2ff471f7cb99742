"""`tf.saved_model.load`: by whom a SavedModel is read, as its files are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.saved_model import constants, tf_loading
from tfshim.saved_model.json_layout import loading as json_loading
from tfshim.saved_model.options import LoadOptions

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export("saved_model.contains_saved_model", v1=[])
def contains_saved_model(export_dir: Path) -> bool:
    """Whether `export_dir` holds a saved model, TensorFlow's or ours. Mirrors `tf.saved_model.contains_saved_model`."""
    names = (constants.SAVED_MODEL_FILENAME_PB, constants.SAVED_MODEL_FILENAME_PBTXT, constants.FILENAME)
    return any(os.path.isfile(os.path.join(os.fsdecode(export_dir), n)) for n in names)


@tf_export("saved_model.load", v1=["saved_model.load_v2"])
def load(export_dir: Path, tags: Any = None, options: Any = None) -> Any:
    """The object that `tf.saved_model.save` wrote to `export_dir`, with its variables, functions and `signatures`.

    `tags`: those of one graph of several that were saved, such as "serve"; None for the only one. `options`: a `LoadOptions`. Objects of
    your own classes come back as plain objects with the same attributes, tuples as lists. SavedModels that TensorFlow wrote are read as
    well. Mirrors `tf.saved_model.load`. Raises OSError where there is nothing, DataLossError for damaged files, NotImplementedError for
    operations that are not known here.
    """
    export_dir = os.fsdecode(export_dir)
    wanted = None if tags is None else nest.flatten(tags)
    options = options or LoadOptions()
    _ = options.experimental_io_device  # which nothing else has: AttributeError
    if not os.path.isfile(os.path.join(export_dir, constants.FILENAME)) and contains_saved_model(export_dir):
        return tf_loading.load(export_dir, wanted, options)
    return json_loading.load(export_dir, wanted)
