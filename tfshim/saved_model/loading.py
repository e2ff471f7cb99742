"""`tf.saved_model.load`: by whom a SavedModel is read, as its files are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.files.places import on_disk
from tfshim.saved_model import constants
from tfshim.saved_model.json_layout import loading as json_loading
from tfshim.saved_model.options import LoadOptions
from tfshim.saved_model.reading import tf_loading

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export("saved_model.contains_saved_model", v1=[])
def contains_saved_model(export_dir: Path) -> bool:
    """Whether a folder holds a saved model, TensorFlow's or ours. Mirrors `tf.saved_model.contains_saved_model`.

    Only looks for the file of the graph (saved_model.pb, or saved_model.pbtxt); nothing is read, so a damaged model is found too.

    Arguments:
        export_dir: the folder, a string or a path, also of a file system of fsspec. A SavedModel is a folder, not a file: a
            `.keras` or `.h5` file is none.

    Returns:
        A bool; False where there is no such folder.

    Example:
        >>> tf.saved_model.save(tf.Module(), "a_model")
        >>> tf.saved_model.contains_saved_model("a_model")
        True
        >>> tf.saved_model.contains_saved_model("no_model")
        False
    """
    names = (constants.SAVED_MODEL_FILENAME_PB, constants.SAVED_MODEL_FILENAME_PBTXT, constants.FILENAME)
    return any(os.path.isfile(os.path.join(on_disk(export_dir), n)) for n in names)


@tf_export("saved_model.load", v1=["saved_model.load_v2"])
def load(export_dir: Path, tags: Any = None, options: Any = None) -> Any:
    """The object that `tf.saved_model.save` wrote, with its variables, functions and signatures. Mirrors `tf.saved_model.load`.

    SavedModels of TensorFlow are read as well. Objects of your own classes come back as plain objects with the same attributes,
    tuples as lists; what was not traced as a `tf.function` is not there. A Keras model is better loaded by
    `tf.keras.models.load_model`, which gives a model that can be trained.

    Arguments:
        export_dir: the folder, a string or a path.
        tags: the tags of one of several graphs, such as "serve"; None, the default, for the only one.
        options: a `tf.saved_model.LoadOptions`.

    Returns:
        An object that can be called if what was saved could be; its `signatures` are functions by name.

    Raises:
        OSError: there is no saved model.
        DataLossError: a file is damaged; nothing is read from it.
        NotImplementedError: a function has an operation that is not known here.

    Example:
        >>> class Scale(tf.Module):
        ...     def __init__(self):
        ...         self.factor = tf.Variable(3.0)
        ...     @tf.function(input_signature=[tf.TensorSpec([None])])
        ...     def __call__(self, x):
        ...         return self.factor * x
        >>> tf.saved_model.save(Scale(), "scale")
        >>> loaded = tf.saved_model.load("scale")
        >>> loaded(tf.constant([1.0, 2.0])).numpy()
        array([3., 6.], dtype=float32)
        >>> list(loaded.signatures)
        ['serving_default']
    """
    export_dir = on_disk(export_dir)
    wanted = tags if tags is None or isinstance(tags, (set, frozenset)) else nest.flatten(tags)
    options = options or LoadOptions()
    _ = options.experimental_io_device  # which nothing else has: AttributeError
    if not os.path.isfile(os.path.join(export_dir, constants.FILENAME)) and contains_saved_model(export_dir):
        return tf_loading.load(export_dir, wanted, options)
    return json_loading.load(export_dir, wanted)
