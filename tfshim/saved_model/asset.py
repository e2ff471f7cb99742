"""Files that belong to a saved object."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.trackable import Trackable
from tfshim.saved_model.constants import ASSETS_DIRECTORY, ASSETS_KEY

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


def asset_file(export_dir, name):
    """The path of the asset `name` of a saved model. Raises InvalidArgumentError where that is outside of the model's own folder."""
    folder = os.path.join(export_dir, ASSETS_DIRECTORY)
    path = os.path.join(folder, name)
    if os.path.relpath(os.path.abspath(path), os.path.abspath(folder)).split(os.sep)[0] == os.pardir or os.path.isabs(name):
        raise invalid(f"The saved model in {export_dir} names the file {name!r} as one of its assets, which is not in its folder.")
    return path


_MESSAGE = "type.googleapis.com/tensorflow.AssetFileDef"  # as TensorFlow calls what it packs


def asset_defs(meta: Any) -> list[Any]:
    """The AssetFileDefs of a MetaGraphDef; those of TensorFlow 1 are packed in a collection."""
    found = list(meta.asset_file_def)
    if ASSETS_KEY in meta.collection_def:
        # By its bytes: the message has the name that its package gave it.
        found += [type(meta)().asset_file_def.add().FromString(p.value) for p in meta.collection_def[ASSETS_KEY].any_list.value]
    return found


def pack_asset(meta: Any, about: Any) -> None:
    """Add an AssetFileDef to a MetaGraphDef, as TensorFlow 1 has them."""
    meta.collection_def[ASSETS_KEY].any_list.value.add(type_url=_MESSAGE, value=about.SerializeToString())


@tf_export("saved_model.Asset")
class Asset(Trackable):
    """A file that goes with a saved model: it is copied into what is saved. Mirrors `tf.saved_model.Asset`.

    For files that a function of the model reads, such as a vocabulary: the name within the saved model follows the folder,
    wherever it is put.

    Arguments:
        path: the name of the file, a string or a path; it has to be there when the model is saved.

    Attributes:
        asset_path: the name as a string tensor; after loading that of the copy, below `assets` of the folder.

    Raises:
        FileNotFoundError: when the model is saved, if the file is not there.

    Example:
        >>> with open("words.txt", "w") as file:
        ...     _ = file.write("a b c")
        >>> model = tf.Module()
        >>> model.words = tf.saved_model.Asset("words.txt")
        >>> tf.saved_model.save(model, "with_words")
        >>> tf.io.read_file(tf.saved_model.load("with_words").words.asset_path).numpy()
        b'a b c'
    """

    __module__ = "tensorflow.python.trackable.asset"

    def __init__(self, path: Path) -> None:
        self._path = os.fsdecode(path.numpy().decode() if hasattr(path, "numpy") else path)
        # One tensor always: by it functions that use the path are known when they are saved.
        with init_scope():
            self._tensor = convert_to_tensor(self._path)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """The name of the file, for functions that take tensors."""
        return convert_to_tensor(self._tensor, dtype)

    @property
    def asset_path(self) -> Any:
        """The name of the file, a scalar string."""
        return self._tensor
