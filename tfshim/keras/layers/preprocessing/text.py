"""`TextVectorization`: texts as sequences of words, and words as indices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, strings
from tfshim._export import tf_export
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.keras.backend.settings import floatx
from tfshim.keras.layers.preprocessing import encoding
from tfshim.keras.layers.preprocessing.base import PreprocessingLayer, as_list, ensure_tensor, one_of
from tfshim.keras.layers.preprocessing.lookup import StringLookup
from tfshim.keras.layers.preprocessing.vocabulary_files import set_aside
from tfshim.keras.saving.serialization import deserialize_keras_object
from tfshim.keras.utils.registration import get_registered_object
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Batches, Store


_STANDARDIZE = ("lower_and_strip_punctuation", "lower", "strip_punctuation")
_SPLIT = ("whitespace", "character")
_PUNCTUATION = r"""[!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']"""


@tf_export("keras.layers.TextVectorization")
class TextVectorization(PreprocessingLayer):
    """Turns texts into the numbers of their words, or into rows of counts or weights of words.

    Mirrors `tf.keras.layers.TextVectorization`. Texts, strings [batch] or [batch, 1], are standardized, split into words, put together to
    n-grams if asked for, and looked up: 0 is padding, 1 unknown words, then comes the vocabulary, which `adapt(texts)` learns, the most
    frequent words first.

    Arguments:
        max_tokens: how many numbers there are at most, special ones included; None (default): any number.
        standardize: "lower_and_strip_punctuation" (default), "lower", "strip_punctuation", None, or a function of a string tensor.
        split: "whitespace" (default), "character", None, or a function.
        ngrams: up to how many words together are looked up, or a tuple of numbers; None (default): single words.
        output_mode: "int" (default), "multi_hot", "count" or "tf_idf": rows with a column for each number.
        output_sequence_length: how many words a text is cut or padded to, for "int"; None (default): those of the longest in the batch.
        pad_to_max_tokens: whether rows have `max_tokens` columns; False.
        sparse: whether they are a `tf.SparseTensor`; False.
        ragged: whether "int" gives a `tf.RaggedTensor` without padding; False.
        vocabulary, idf_weights, encoding: as in `StringLookup`.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: unknown modes, arguments that exclude each other.

    Example:
        >>> layer = tf.keras.layers.TextVectorization(output_sequence_length=4)
        >>> layer.adapt(["The cat sat.", "The dog sat down!"])
        >>> layer.get_vocabulary()[:4]
        ['', '[UNK]', 'the', 'sat']
        >>> layer(["The sat", "a bird"]).numpy().tolist()
        [[2, 3, 0, 0], [1, 1, 0, 0]]
    """

    __module__ = "keras.src.layers.preprocessing.text_vectorization"

    def __init__(
        self,
        max_tokens: int | None = None,
        standardize: str | Callable[..., Any] | None = "lower_and_strip_punctuation",
        split: str | Callable[..., Any] | None = "whitespace",
        ngrams: int | tuple[int, ...] | None = None,
        output_mode: str | None = "int",
        output_sequence_length: int | None = None,
        pad_to_max_tokens: bool = False,
        vocabulary: TensorLike | None = None,
        idf_weights: TensorLike | None = None,
        sparse: bool = False,
        ragged: bool = False,
        encoding: str = "utf-8",
        **kwargs: Any,
    ) -> None:
        if kwargs.get("dtype", "string") not in ("string", dtypes.string):
            raise ValueError(f"`TextVectorization` may only have a dtype of string. Received dtype: {kwargs['dtype']}.")
        kwargs["dtype"] = "string"
        one_of(standardize, _STANDARDIZE, "TextVectorization", "standardize", none=True, functions=True)
        one_of(split, _SPLIT, "TextVectorization", "split", none=True, functions=True)
        output_mode = {"binary": "multi_hot", "tf-idf": "tf_idf"}.get(output_mode, output_mode)
        one_of(output_mode, ("int", "count", "multi_hot", "tf_idf"), "TextVectorization", "output_mode", none=True)
        if not (ngrams is None or isinstance(ngrams, int) or isinstance(ngrams, tuple) and all(isinstance(n, int) for n in ngrams)):
            raise ValueError(f"`ngrams` must be None, an integer, or a tuple of integers. Received: ngrams={ngrams}")
        if output_mode == "int" and not (isinstance(output_sequence_length, int) or output_sequence_length is None):
            raise ValueError(
                "`output_sequence_length` must be either None or an integer when `output_mode` is 'int'. "
                f"Received: output_sequence_length={output_sequence_length}"
            )
        if output_mode != "int" and output_sequence_length is not None:
            raise ValueError(
                "`output_sequence_length` must not be set if `output_mode` is not 'int'. "
                f"Received output_sequence_length={output_sequence_length}."
            )
        if ragged and output_mode != "int":
            raise ValueError(
                f"`ragged` must not be true if `output_mode` is `'int'`. Received: ragged={ragged} and output_mode={output_mode}"
            )
        if ragged and output_sequence_length is not None:
            raise ValueError(
                f"`output_sequence_length` must not be set if ragged is True. Received: ragged={ragged} and "
                f"output_sequence_length={output_sequence_length}"
            )
        fixed = kwargs.pop("has_input_vocabulary", vocabulary is not None)
        size = kwargs.pop("vocabulary_size", None)
        super().__init__(**kwargs)
        self.__dict__.update(
            _max_tokens=max_tokens,
            _standardize=standardize,
            _split=split,
            _ngrams_arg=ngrams,
            _ngrams=tuple(range(1, ngrams + 1)) if isinstance(ngrams, int) else ngrams,
            _ragged=ragged,
            _output_mode=output_mode,
            _output_sequence_length=output_sequence_length,
            _encoding=encoding,
        )
        self._lookup_layer = StringLookup(
            max_tokens=max_tokens,
            vocabulary=vocabulary,
            idf_weights=idf_weights,
            pad_to_max_tokens=pad_to_max_tokens,
            # What sequences are padded with, at index 0.
            mask_token="",
            output_mode=output_mode if output_mode is not None else "int",
            sparse=sparse,
            has_input_vocabulary=fixed,
            encoding=encoding,
            vocabulary_size=size,
        )

    @property
    def keeps_vocabulary(self) -> bool:
        """Whether the vocabulary was learned; see `StringLookup`."""
        return self._lookup_layer.keeps_vocabulary

    def _take_learned(self, tokens: Iterable[Any]) -> None:
        """Have the vocabulary `tokens`, without special ones, as if it had been learned."""
        self._lookup_layer._take_learned(tokens)

    def update_state(self, data: Batches) -> None:
        self._lookup_layer.update_state(self._preprocess(data))

    def finalize_state(self) -> None:
        self._lookup_layer.finalize_state()

    def reset_state(self) -> None:
        self._lookup_layer.reset_state()

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[Any]:
        """The words in the order of their indices. Mirrors `tf.keras.layers.TextVectorization.get_vocabulary`.

        Arguments:
            include_special_tokens: True (default): the empty word of padding (in the output mode "int" alone) and "[UNK]" come first, so
                that places in the list are the indices that calls give. False: the others alone.

        Returns:
            A list of str, the most frequent first after `adapt`. A layer that has learnt nothing has the special ones alone.

        Raises:
            UnicodeDecodeError: a word is no text in the layer's encoding.

        Example:
            >>> layer = tf.keras.layers.TextVectorization()
            >>> layer.adapt(["the cat", "the dog", "the cat"])
            >>> layer.get_vocabulary()
            ['', '[UNK]', 'the', 'cat', 'dog']
            >>> layer(["the bird"]).numpy().tolist()
            [[2, 1]]
        """
        return self._lookup_layer.get_vocabulary(include_special_tokens)

    def vocabulary_size(self) -> int:
        """How many indices calls can give. Mirrors `tf.keras.layers.TextVectorization.vocabulary_size`.

        The word of padding (in the output mode "int") and "[UNK]" are counted. It is the `input_dim` of an `Embedding` of the indices,
        and the depth of the output in the modes "multi_hot", "count" and "tf_idf" (unless that is padded to `max_tokens`).

        Returns:
            A Python int; 2 for a layer that has learnt nothing, in the mode "int".

        Example:
            >>> layer = tf.keras.layers.TextVectorization(vocabulary=["cat", "dog"])
            >>> layer.vocabulary_size()
            4
            >>> embedding = tf.keras.layers.Embedding(layer.vocabulary_size(), 8)
            >>> embedding(layer(["a dog sat"])).shape
            TensorShape([1, 3, 8])
        """
        return self._lookup_layer.vocabulary_size()

    def set_vocabulary(self, vocabulary: TensorLike, idf_weights: TensorLike | None = None) -> None:
        """Gives the layer its words. Mirrors `tf.keras.layers.TextVectorization.set_vocabulary`.

        What the layer had before is forgotten. Words have to be as texts are after `standardize` and `split`: in small letters, by
        default.

        Arguments:
            vocabulary: a list, array or 1-D tensor of words in the order of their indices, or the path of a text file with one to a line.
                The empty word and "[UNK]" are added, unless both stand at the beginning.
            idf_weights: in the mode "tf_idf" as many numbers, and only there; None by default.

        Raises:
            ValueError: words that repeat; none, or more than `max_tokens`; weights that do not fit or are missing. RuntimeError: the size
            changes after a call in a mode whose output has it as its depth.

        Example:
            >>> layer = tf.keras.layers.TextVectorization()
            >>> layer.set_vocabulary(["cat", "dog"])
            >>> layer(["The dog!", "cat"]).numpy().tolist()
            [[1, 3], [2, 0]]
        """
        self._lookup_layer.set_vocabulary(vocabulary, idf_weights=idf_weights)

    def _preprocess(self, inputs):
        inputs = ensure_tensor(inputs, dtypes.string)
        if self._standardize in ("lower", "lower_and_strip_punctuation"):
            inputs = strings.lower(inputs)
        if self._standardize in ("strip_punctuation", "lower_and_strip_punctuation"):
            inputs = strings.regex_replace(inputs, _PUNCTUATION, "")
        if callable(self._standardize):
            inputs = self._standardize(inputs)
        if self._split is not None:
            if inputs.shape.rank > 1:
                if inputs.shape[-1] != 1:
                    raise ValueError(
                        "When using `TextVectorization` to tokenize strings, the input rank must be 1 or the last shape "
                        f"dimension must be 1. Received: inputs.shape={inputs.shape} with rank={inputs.shape.rank}"
                    )
                inputs = array_ops.squeeze(inputs, axis=-1)
            if self._split == "whitespace":
                inputs = strings.split(inputs)
            elif self._split == "character":
                inputs = strings.unicode_split(inputs, "UTF-8")
            else:
                inputs = self._split(inputs)
        if self._ngrams is not None:
            inputs = strings.ngrams(inputs, ngram_width=self._ngrams, separator=" ")
        return inputs

    def _plain_words(self, inputs):
        """Whether all there is to do is to find the words of a vector of texts: one kernel does that."""
        return (
            self._output_mode == "int"
            and self._lookup_layer.knows_vocabulary
            and not self._ragged
            and self._split == "whitespace"
            and self._ngrams is None
            and not callable(self._standardize)
            and isinstance(inputs, Tensor)
            and inputs.dtype == dtypes.string
            and (inputs.shape.rank == 1 or inputs.shape.rank == 2 and inputs.shape[1] == 1)
        )

    def call(self, inputs: TensorLike) -> AnyTensor:
        if isinstance(inputs, (list, tuple, np.ndarray)):
            inputs = convert_to_tensor(inputs)
        if self._plain_words(inputs):
            return higher.recorded(self._by_words, inputs)
        return self._one_by_one(inputs)

    def _by_words(self, inputs):
        """What `call` gives for `_plain_words`; pages of graphs show each step."""
        if one_by_one.wanted():
            return self._one_by_one(inputs)
        texts = inputs if inputs.shape.rank == 1 else array_ops.squeeze(inputs, axis=-1)
        standard = self._standardize or ""
        return self._lookup_layer._word_indices(texts, "lower" in standard, "strip_punctuation" in standard, self._output_sequence_length)

    def _one_by_one(self, inputs):
        """What `call` gives, one step after the other."""
        words = self._preprocess(inputs)
        if self._output_mode is None:
            return words
        found = self._lookup_layer(words)
        if self._output_mode != "int" or self._ragged:
            return found
        length = self._output_sequence_length
        if isinstance(found, RaggedTensor):
            return found.to_tensor(default_value=0, shape=[*found.shape.as_list()[:-1], length])
        if length is not None:
            found = found[..., :length]
            short = length - array_ops.shape(found)[-1]
            before = [[0, 0]] * (found.shape.rank - 1)
            found = array_ops.pad(
                found, array_ops.stack([*before, array_ops.stack([0, short])]) if before else array_ops.stack([array_ops.stack([0, short])])
            )
        return found

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        if self._output_mode == "int":
            return TensorShape([shape[0], self._output_sequence_length])
        if self._split is not None or len(shape) <= 1:
            shape = [*shape, 1 if self._split is None else None]
        return self._lookup_layer.compute_output_shape(shape)

    def compute_output_signature(self, input_spec: Any) -> Any:
        return encoding.signature(self, input_spec, dtypes.int64 if self._output_mode == "int" else floatx())

    def get_config(self) -> dict[str, Any]:
        table = self._lookup_layer
        return {
            **super().get_config(),
            "max_tokens": table.max_tokens,
            "standardize": self._standardize,
            "split": self._split,
            "ngrams": self._ngrams_arg,
            "output_mode": self._output_mode,
            "output_sequence_length": self._output_sequence_length,
            "pad_to_max_tokens": table.pad_to_max_tokens,
            "sparse": table.sparse,
            "ragged": self._ragged,
            "vocabulary": as_list(table.input_vocabulary),
            "idf_weights": as_list(table.input_idf_weights),
            "encoding": self._encoding,
            "vocabulary_size": self.vocabulary_size(),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        config = dict(config)
        for name, words in (("standardize", _STANDARDIZE), ("split", _SPLIT)):
            value = config.get(name)
            if isinstance(value, str) and value not in words:
                found = get_registered_object(value)
                if found is None:
                    raise ValueError(
                        f"Unknown function for `{name}`: {value!r}. Register it with tf.keras.utils.register_keras_serializable."
                    )
                config[name] = found
            elif isinstance(value, dict):
                config[name] = deserialize_keras_object(value)
        if isinstance(config.get("ngrams"), list):
            config["ngrams"] = tuple(config["ngrams"])
        unread, config = set_aside(config)
        layer = cls(**config)
        layer._lookup_layer._read_later(unread)
        return layer

    def save_own_variables(self, store: Store) -> None:
        self._lookup_layer.save_own_variables(store)

    def load_own_variables(self, store: Store) -> None:
        self._lookup_layer.load_own_variables(store)

    def save_assets(self, dir_path: str) -> None:
        """Write the vocabulary to the file "vocabulary.txt" of a folder. Mirrors `tf.keras.layers.TextVectorization.save_assets`.

        Saving a model as a `.keras` file calls it, since words are no variables: the folder becomes a part of the file. The file has a word
        to a line, in the order of their indices, after the special ones: an empty line for padding, where the output mode is "int", and
        "[UNK]". A vocabulary that was handed to the constructor as a list is in the layer's configuration, and nothing is written then.

        Arguments:
            dir_path: the folder, which is there already.

        Returns:
            None.

        Example:
            >>> import os, tempfile
            >>> folder = tempfile.mkdtemp()
            >>> layer = tf.keras.layers.TextVectorization()
            >>> layer.adapt(tf.constant(["A cat.", "the cat!"]))
            >>> layer.save_assets(folder)
            >>> open(os.path.join(folder, "vocabulary.txt")).read().split("\\n")
            ['', '[UNK]', 'cat', 'the', 'a']
        """
        self._lookup_layer.save_assets(dir_path)

    def load_assets(self, dir_path: str) -> None:
        """Take the vocabulary from the file that `save_assets` wrote. Mirrors `tf.keras.layers.TextVectorization.load_assets`.

        Loading a `.keras` file calls it. How texts are standardized and split is not in the file, but in the layer's configuration: a layer
        with other arguments takes the same words for other texts. What the layer had learnt is forgotten; a vocabulary that its constructor
        was given as a list stays.

        Arguments:
            dir_path: the folder with the file "vocabulary.txt".

        Returns:
            None.

        Raises:
            FileNotFoundError: there is no such file. ValueError: words that repeat, or more than `max_tokens`.

        Example:
            >>> import tempfile
            >>> folder = tempfile.mkdtemp()
            >>> layer, other = tf.keras.layers.TextVectorization(), tf.keras.layers.TextVectorization()
            >>> layer.adapt(tf.constant(["A cat.", "the cat!"]))
            >>> layer.save_assets(folder)
            >>> other.load_assets(folder)
            >>> other(tf.constant(["the cat"])).numpy().tolist()
            [[3, 2]]
        """
        self._lookup_layer.load_assets(dir_path)
