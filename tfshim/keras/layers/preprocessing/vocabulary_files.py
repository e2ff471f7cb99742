"""Vocabularies of layers in files: those that models are saved with, and those that configurations name, which may not be opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import dtypes
from tfshim.files.replacing import write_beside
from tfshim.keras._safe_mode import assets_follow, in_safe_mode


def set_aside(config: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """(name of a file, configuration without it) where `config` names a vocabulary file and what is loaded may not open files.

    The vocabulary is then among the assets of the model. Raises ValueError where it has none.
    """
    path = config.get("vocabulary")
    if not isinstance(path, str) or not in_safe_mode():
        return None, config
    if not assets_follow():
        raise not_opened(path, config.get("name"))
    return path, {**config, "vocabulary": None, "has_input_vocabulary": True}


def not_opened(path: str, layer: str | None) -> ValueError:
    """The error for a vocabulary file that a saved model names and does not contain."""
    return ValueError(
        f"The saved layer {layer!r} names the file {path!r} as its vocabulary, which is not part of what is loaded, and no "
        "file may name another file to be opened. If you trust the source of the saved model, pass `safe_mode=False` to the "
        "loading function, or call `tf.keras.config.enable_unsafe_deserialization()` before."
    )


class KeepsVocabulary:
    """A layer whose vocabulary is kept in a file beside the weights."""

    vocabulary_dtype: dtypes.DType
    input_vocabulary: Any
    output_mode: str
    unread: str | None
    _tokens: list[Any]
    _special: Callable[[], list[Any]]
    set_vocabulary: Callable[..., None]
    vocabulary_size: Callable[[], int]

    def vocab_size(self) -> int:
        """How many indices calls can give: the older name of `vocabulary_size`.

        Mirrors `vocab_size` of `tf.keras.layers.StringLookup` and `IntegerLookup`, which programs of TensorFlow 2.3 to 2.5 call on their
        experimental layers. It logs a warning that it is deprecated; the answer is the same: the tokens of the vocabulary, the tokens for
        unknown ones (`num_oov_indices`, 1 by default), and the mask token where there is one and the output mode is "int". It is the
        `input_dim` of an `Embedding` that follows.

        Returns:
            An integer. A layer that has learnt nothing yet counts the special tokens alone.

        Example:
            >>> layer = tf.keras.layers.StringLookup(vocabulary=["a", "b"], mask_token="")
            >>> layer.vocab_size() == layer.vocabulary_size() == 4
            True
        """
        get_logger().warning("vocab_size is deprecated, please use vocabulary_size.")
        return self.vocabulary_size()

    def _read_later(self, path: str | None) -> None:
        """Have the vocabulary of the file `path`, None for none, which is among the files that are kept with the model."""
        if path is not None:
            self.__dict__.update(input_vocabulary=path, unread=path)

    def save_assets(self, dir_path: str) -> None:
        """Write the vocabulary to the file "vocabulary.txt" of a folder. Mirrors `save_assets` of Keras' layers of vocabularies.

        Saving a model as a `.keras` file calls it for each layer, since tokens are no variables: the folder becomes a part of the file. One
        calls it oneself to look at what `adapt` has learnt, or to hand it to another program. The file has a token to a line, the special
        ones first, in the order of their indices. A vocabulary that was handed to the constructor as a list is in the layer's
        configuration, and nothing is written then.

        Arguments:
            dir_path: the folder, which is there already.

        Returns:
            None.

        Example:
            >>> import os, tempfile
            >>> folder = tempfile.mkdtemp()
            >>> layer = tf.keras.layers.StringLookup()
            >>> layer.adapt(tf.constant(["dog", "cat", "cat"]))
            >>> layer.save_assets(folder)
            >>> open(os.path.join(folder, "vocabulary.txt")).read().split()
            ['[UNK]', 'cat', 'dog']
        """
        if not self.input_vocabulary or isinstance(self.input_vocabulary, str):
            path = os.path.join(dir_path, "vocabulary.txt")
            tokens = self._special() + self._tokens
            encoding = getattr(self, "encoding", "utf-8")
            # As bytes: tokens need not be text.
            write_beside(path, b"\n".join(t if isinstance(t, bytes) else str(t).encode(encoding) for t in tokens))

    def load_assets(self, dir_path: str) -> None:
        """Take the vocabulary from the file that `save_assets` wrote. Mirrors `load_assets` of Keras' layers of vocabularies.

        Loading a `.keras` file calls it for each layer, before the weights. What the layer had learnt is forgotten; a vocabulary that its
        constructor was given as a list stays. The tokens are taken as bytes in the layer's encoding, so that those that are no text come
        back as they were; `IntegerLookup` reads integers.

        Arguments:
            dir_path: the folder with the file "vocabulary.txt".

        Returns:
            None.

        Raises:
            FileNotFoundError: there is no such file. ValueError: tokens that repeat, or more than `max_tokens`.

        Example:
            >>> import tempfile
            >>> folder = tempfile.mkdtemp()
            >>> layer, other = tf.keras.layers.StringLookup(), tf.keras.layers.StringLookup()
            >>> layer.adapt(tf.constant(["dog", "cat", "cat"]))
            >>> layer.save_assets(folder)
            >>> other.load_assets(folder)
            >>> other(tf.constant(["cat", "bird"])).numpy().tolist()
            [1, 0]
        """
        path = os.path.join(dir_path, "vocabulary.txt")
        if self.input_vocabulary and (self.unread is None or not os.path.exists(path)):
            return
        with open(path, "rb") as file:
            # Not by `splitlines`, as tokens may hold other kinds of line ends.
            lines = file.read().split(b"\n")
        values = lines if self.vocabulary_dtype == dtypes.string else [int(v) for v in lines]
        # The weights come with the variables.
        self.set_vocabulary(values, **({"idf_weights": False} if self.output_mode == "tf_idf" else {}))
        self.__dict__["unread"] = None
