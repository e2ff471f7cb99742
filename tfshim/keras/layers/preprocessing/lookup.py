"""`StringLookup` and `IntegerLookup`: what they say of tokens beside `index_lookup`, which looks them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.keras.layers.preprocessing.index_lookup import IndexLookup

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("keras.layers.StringLookup")
class StringLookup(IndexLookup):
    """Gives strings numbers by a vocabulary, or makes strings of numbers.

    Mirrors `tf.keras.layers.StringLookup`. Numbers begin with 0 for `mask_token`, if there is one; then come those for unknown strings,
    then the vocabulary. Inputs may be dense, ragged or sparse. `adapt(data)` learns a vocabulary, the most frequent strings first;
    `get_vocabulary` gives it.

    Arguments:
        max_tokens: how many numbers there are at most, special ones included; None (default): any number.
        num_oov_indices: how many numbers unknown strings share, by their hash; 1 by default; 0: they raise an error.
        mask_token: the string that stands for nothing; None (default).
        oov_token: what unknown numbers become with `invert`; "[UNK]".
        vocabulary: a list of strings, or the name of a file with one in each line; None (default): learnt.
        idf_weights: weights of the vocabulary for "tf_idf".
        encoding: of the strings; "utf-8".
        invert: whether numbers become strings; False by default.
        output_mode: "int" (default), "one_hot", "multi_hot", "count" or "tf_idf": rows with a column for each number.
        sparse: whether rows are a `tf.SparseTensor`; False.
        pad_to_max_tokens: whether they have `max_tokens` columns; False.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: repeated strings, a missing file, arguments that exclude each other.

    Example:
        >>> layer = tf.keras.layers.StringLookup(vocabulary=["a", "b", "c"])
        >>> layer([["a", "c"], ["z", "b"]]).numpy().tolist()
        [[1, 3], [0, 2]]
        >>> layer.get_vocabulary()
        ['[UNK]', 'a', 'b', 'c']
        >>> back = tf.keras.layers.StringLookup(vocabulary=layer.get_vocabulary(), invert=True)
        >>> back([1, 3, 0]).numpy().tolist()
        [b'a', b'c', b'[UNK]']
    """

    __module__ = "keras.src.layers.preprocessing.string_lookup"

    def __init__(
        self,
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        mask_token: str | None = None,
        oov_token: str | None = "[UNK]",
        vocabulary: TensorLike | None = None,
        idf_weights: TensorLike | None = None,
        encoding: str = "utf-8",
        invert: bool = False,
        output_mode: str = "int",
        sparse: bool = False,
        pad_to_max_tokens: bool = False,
        **kwargs: Any,
    ) -> None:
        # Earlier versions of Keras wrote this dtype, which is not that of the results.
        if kwargs.get("dtype") in ("string", dtypes.string):
            del kwargs["dtype"]
        self.__dict__["encoding"] = encoding
        super().__init__(
            max_tokens,
            num_oov_indices,
            mask_token,
            oov_token,
            "string",
            vocabulary,
            idf_weights,
            invert,
            output_mode,
            sparse,
            pad_to_max_tokens,
            **kwargs,
        )

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "encoding": self.encoding}
        del config["vocabulary_dtype"]
        return config


@tf_export("keras.layers.IntegerLookup")
class IntegerLookup(IndexLookup):
    """Gives integers of any size small numbers by a vocabulary, or makes integers of the numbers.

    Mirrors `tf.keras.layers.IntegerLookup`. It is for identifiers; integers that are small already go into `CategoryEncoding` or
    `Embedding`. Numbers begin with 0 for `mask_token`, if there is one; then come those for unknown integers, then the vocabulary.
    `adapt(data)` learns it, the most frequent integers first.

    Arguments:
        max_tokens, num_oov_indices, idf_weights, invert, output_mode, sparse, pad_to_max_tokens: as in `StringLookup`.
        mask_token: the integer that stands for nothing; None (default).
        oov_token: what unknown numbers become with `invert`; -1.
        vocabulary: a list of integers, or the name of a file with one in each line; None (default): learnt.
        vocabulary_dtype: "int64" (default), or with `invert` "int32", from which TensorFlow has no table to indices (NotFoundError).
        **kwargs: those of `Layer`.

    Raises:
        ValueError: repeated integers, a dtype that is no integer's, arguments that exclude each other.

    Example:
        >>> layer = tf.keras.layers.IntegerLookup(vocabulary=[1001, 1002, 1003])
        >>> layer([[1002, 7], [1001, 1003]]).numpy().tolist()
        [[2, 0], [1, 3]]
        >>> tf.keras.layers.IntegerLookup(vocabulary=[12, 36], output_mode="multi_hot")([[12, 36], [36, 5]]).numpy().tolist()
        [[0.0, 1.0, 1.0], [1.0, 0.0, 1.0]]
    """

    __module__ = "keras.src.layers.preprocessing.integer_lookup"

    def __init__(
        self,
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        mask_token: int | None = None,
        oov_token: int | None = -1,
        vocabulary: TensorLike | None = None,
        vocabulary_dtype: DTypeLike = "int64",
        idf_weights: TensorLike | None = None,
        invert: bool = False,
        output_mode: str = "int",
        sparse: bool = False,
        pad_to_max_tokens: bool = False,
        **kwargs: Any,
    ) -> None:
        if not dtypes.as_dtype(vocabulary_dtype).is_integer:
            raise ValueError(f"`vocabulary_dtype` must be an integer dtype. Received: {vocabulary_dtype}")
        # Earlier versions of Keras wrote this dtype, which is not that of the results.
        if output_mode != "int" and kwargs.get("dtype") in ("int64", dtypes.int64):
            del kwargs["dtype"]
        # The names of the arguments in earlier versions of Keras.
        max_tokens, mask_token = kwargs.pop("max_values", max_tokens), kwargs.pop("mask_value", mask_token)
        oov_token = kwargs.pop("oov_value", oov_token)
        if max_tokens is not None and max_tokens <= 1:
            raise ValueError(f"If `max_tokens` is set for `IntegerLookup`, it must be greater than 1. Received: max_tokens={max_tokens}.")
        if num_oov_indices < 0:
            raise ValueError(
                f"The value of `num_oov_indices` argument for `IntegerLookup` must >= 0. Received num_oov_indices={num_oov_indices}."
            )
        # Python's integers, whose representation does not name NumPy's type.
        mask_token, oov_token = (None if t is None else int(np.int64(t)) for t in (mask_token, oov_token))
        super().__init__(
            max_tokens,
            num_oov_indices,
            mask_token,
            oov_token,
            vocabulary_dtype,
            vocabulary,
            idf_weights,
            invert,
            output_mode,
            sparse,
            pad_to_max_tokens,
            **kwargs,
        )
