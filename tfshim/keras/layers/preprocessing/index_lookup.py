"""Tokens as indices into a vocabulary, and back: what `StringLookup` and `IntegerLookup` (`lookup.py`) have in common."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops, math, ragged, strings
from tfshim.control_flow import control_dependencies
from tfshim.debugging import Assert
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.graph_export.splicing import only_shown
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import FailedPreconditionError
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.text import text_storage
from tfshim.engine.values.texts.farmhash import fingerprint64
from tfshim.engine.variables.variable import Variable
from tfshim.io import gfile
from tfshim.keras.backend.settings import floatx
from tfshim.keras.engine.tracking import with_vocabularies
from tfshim.keras.layers.preprocessing import encoding, shown_tables
from tfshim.keras.layers.preprocessing.base import PreprocessingLayer, as_list, ensure_tensor, one_of
from tfshim.keras.layers.preprocessing.token_counts import TokenCounts
from tfshim.keras.layers.preprocessing.vocabulary_files import KeepsVocabulary, set_aside
from tfshim.keras.layers.preprocessing.words import word_indices
from tfshim.lookup import TextFileIndex, TextFileInitializer
from tfshim.lookup._tables import MANY, MANY_TEXTS, check_dtypes, compared, found_by_number, raised, values_by_number
from tfshim.lookup._text_tables import NumberedTexts, PackedWords
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Batches, Store


class _Table:
    """Indices of tokens, or tokens of indices, with a default for others.

    One that is not `ready` stands for the vocabulary that a layer has not got yet: to look something up in it is an error.
    """

    def __init__(self, keys: Iterable[Any], values: Iterable[Any], default: Any, value_dtype: DTypeLike, ready: bool = True) -> None:
        self.held = dict(zip(keys, values))
        self.default, self.value_dtype, self.ready = default, dtypes.as_dtype(value_dtype), ready
        self._packed: PackedWords | None = None
        self._numbered: tuple[NumberedTexts, np.ndarray] | None = None
        self._by_number: tuple[Any] | None = None
        self.handle = shown_tables.Handle()

    def check(self) -> None:
        """Raise FailedPreconditionError where there is no vocabulary yet."""
        if not self.ready:
            raise FailedPreconditionError(None, None, "Table not initialized.")

    def packed(self) -> PackedWords:
        """The same for byte strings in numbers, built at first use."""
        if self._packed is None:
            self._packed = PackedWords(self.held, self.default)
        return self._packed

    def of_texts(self, keys: np.ndarray) -> np.ndarray | None:
        """The values of many byte strings, numbers, as a vector; None where they are looked up sooner one by one."""
        if self._numbered is None:
            values = np.array([*self.held.values(), self.default], self.value_dtype.as_numpy_dtype)
            self._numbered = NumberedTexts(self.held), values
        numbered, values = self._numbered
        numbers = numbered.find(keys)
        return None if numbers is None else values[numbers]

    def by_number(self) -> Any:
        """The values of keys that are integers by these numbers, built at first use; None where they lie far apart."""
        if self._by_number is None:
            self._by_number = (values_by_number(self.held, self.value_dtype) if self.held else None,)
        return self._by_number[0]

    def name_in_files(self) -> str:
        """A name by which graphs share the table: of what it holds, since tables of one name have to hold the same."""
        return f"{fingerprint64(repr((*self.held.items(), self.default, self.value_dtype, self.ready)).encode()):016x}"

    def to_saved(self) -> dict[str, Any]:
        """What `from_saved` makes the table of, for saved functions."""
        keys, values = list(self.held), list(self.held.values())
        return {"keys": keys, "values": values, "default": self.default, "dtype": self.value_dtype, "ready": self.ready}

    @classmethod
    def from_saved(cls, about: dict[str, Any]) -> Self:
        """The table that `to_saved` described."""
        # files of earlier versions do not say whether it is ready
        return cls(about["keys"], about["values"], about["default"], about["dtype"], about.get("ready", True))


@op("LookupTableFindV2", register=False, keys="any", grad=None, shape_fn=lambda keys, table, *_: (table.value_dtype, keys.shape))
def _find(keys, table, name=None):
    """The value of each of `keys` in `table`."""
    table.check()
    if not isinstance(keys, np.ndarray) and not readable(keys) and table.value_dtype != dtypes.string:
        return compared(keys, table.held, table.default, table.value_dtype)
    if not isinstance(keys, np.ndarray) and keys.numel() >= MANY:
        made = table.by_number()
        if made is not None:
            fill = np.array(table.default, object if table.value_dtype == dtypes.string else None)
            return found_by_number(keys.numpy(force=True), made, fill, table.value_dtype)
    if isinstance(keys, np.ndarray) and keys.size >= MANY_TEXTS and table.value_dtype != dtypes.string:
        made = table.of_texts(keys)
        if made is not None:
            return torch.from_numpy(made).reshape(keys.shape)
    found = list(map(table.held.get, keys.reshape(-1).tolist(), itertools.repeat(table.default)))
    if table.value_dtype == dtypes.string:
        return text_storage(found, tuple(keys.shape))
    return torch.from_numpy(np.fromiter(found, table.value_dtype.as_numpy_dtype, len(found))).reshape(tuple(keys.shape))


class VocabWeightHandler:
    """The vocabulary that a layer has learnt, as one of the weights of `get_weights` and `set_weights`."""

    __module__ = "keras.src.layers.preprocessing.index_lookup"

    def __init__(self, layer: IndexLookup) -> None:
        self._layer = layer

    def get_tensors(self) -> list[Tensor]:
        """The tokens, special ones left out, in a list."""
        return [convert_to_tensor(self._layer._tokens, self._layer.vocabulary_dtype)]

    def set_weights(self, weights: Sequence[TensorLike]) -> None:
        """Take the tokens, an array in a list."""
        self._layer._take_learned(np.asarray(weights[0]).tolist())


class IndexLookup(KeepsVocabulary, PreprocessingLayer):
    """What both lookups share. Indices: 0 for the mask token if there is one, those of unknown tokens, the vocabulary."""

    max_tokens: int | None
    num_oov_indices: int
    mask_token: int | str | None
    oov_token: int | str | None
    vocabulary_dtype: dtypes.DType
    input_vocabulary: TensorLike | None
    input_idf_weights: TensorLike | None
    invert: bool
    output_mode: str
    sparse: bool
    pad_to_max_tokens: bool

    def __init__(
        self,
        max_tokens: int | None,
        num_oov_indices: int,
        mask_token: int | str | None,
        oov_token: int | str | None,
        vocabulary_dtype: DTypeLike,
        vocabulary: TensorLike | None = None,
        idf_weights: TensorLike | None = None,
        invert: bool = False,
        output_mode: str = "int",
        sparse: bool = False,
        pad_to_max_tokens: bool = False,
        **kwargs: Any,
    ) -> None:
        if max_tokens is not None and max_tokens <= 1:
            raise ValueError(f"If set, `max_tokens` must be greater than 1. Received: max_tokens={max_tokens}")
        if pad_to_max_tokens and max_tokens is None:
            raise ValueError(f"If pad_to_max_tokens is True, must set `max_tokens`. Received: max_tokens={max_tokens}")
        if num_oov_indices < 0:
            raise ValueError(f"`num_oov_indices` must be greater than or equal to 0. Received: num_oov_indices={num_oov_indices}")
        # names of the modes in files of earlier versions of Keras
        output_mode = {"binary": "multi_hot", "tf-idf": "tf_idf"}.get(output_mode, output_mode)
        one_of(output_mode, ("int", "one_hot", "multi_hot", "count", "tf_idf"), type(self).__name__, "output_mode")
        if invert and output_mode != "int":
            raise ValueError(f"`output_mode` must be `'int'` when `invert` is true. Received: output_mode={output_mode}")
        if sparse and output_mode == "int":
            raise ValueError(
                "`sparse` may only be true if `output_mode` is `'one_hot'`, `'multi_hot'`, `'count'` or `'tf_idf'`. "
                f"Received: sparse={sparse} and output_mode={output_mode}"
            )
        if idf_weights is not None and output_mode != "tf_idf":
            raise ValueError(
                "`idf_weights` should only be set if `output_mode` is `'tf_idf'`. "
                f"Received: idf_weights={idf_weights} and output_mode={output_mode}"
            )
        frozen = kwargs.pop("vocabulary_size", None)
        fixed = kwargs.pop("has_input_vocabulary", vocabulary is not None)
        kwargs.pop("has_static_table", None)
        kwargs.setdefault("dtype", "int64" if output_mode == "int" else floatx())
        super().__init__(**kwargs)
        if output_mode == "int" and not self._compute.is_integer:
            raise ValueError(f"When `output_mode='int'`, `dtype` should be an integer type. Received: dtype={kwargs['dtype']}")
        # Past the tracking of attributes, which would wrap lists and counters.
        self.__dict__.update(
            invert=invert,
            max_tokens=max_tokens,
            num_oov_indices=num_oov_indices,
            mask_token=mask_token,
            oov_token=oov_token,
            output_mode=output_mode,
            sparse=sparse,
            pad_to_max_tokens=pad_to_max_tokens,
            vocabulary_dtype=dtypes.as_dtype(vocabulary_dtype),
            input_vocabulary=vocabulary,
            input_idf_weights=idf_weights,
            _frozen_vocab_size=frozen,
            _has_input_vocabulary=fixed,
            _counts=TokenCounts(),
            _tokens=[],
            _table=None,
            unread=None,
        )
        if output_mode == "tf_idf":
            self.idf_weights = Variable(np.zeros(self._token_start(), self._compute.as_numpy_dtype), shape=[None], trainable=False)
        if output_mode == "tf_idf" and not fixed:
            self.num_documents = Variable(0, dtype=dtypes.int64, trainable=False)
        if not self.invert:
            check_dtypes("HashTableV2", self.vocabulary_dtype, dtypes.int64)
        self._fill([], ready=False)
        if vocabulary is not None:
            self.set_vocabulary(vocabulary, idf_weights)

    # ------------------------------------------------------------------ the table
    @property
    def keeps_vocabulary(self) -> bool:
        """Whether the vocabulary was learned, so that Keras counts it as a weight of the layer where it saves."""
        return not self._has_input_vocabulary

    def _take_learned(self, tokens: Iterable[Any]) -> None:
        """Have the vocabulary `tokens`, without special ones, as if it had been learned."""
        self._fill([self._shown(t) for t in tokens])
        self._freeze()

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The weights of documents; for `get_weights` a learnt vocabulary as well, where Keras has it."""
        found: list[Any] = super().non_trainable_weights
        if with_vocabularies() and self.keeps_vocabulary:
            found.insert(1 if self.output_mode == "tf_idf" else 0, VocabWeightHandler(self))
        return found

    def _oov_start(self):
        return 1 if self.mask_token is not None and self.output_mode == "int" else 0

    def _token_start(self):
        return self._oov_start() + self.num_oov_indices

    def _shown(self, token):
        """A token as users see it: text, or the bytes it is where they are none."""
        if not isinstance(token, bytes):
            return token
        try:
            return token.decode(getattr(self, "encoding", "utf-8"))
        except UnicodeDecodeError:
            return token

    def _key(self, token):
        """A token as the table has it."""
        if self.vocabulary_dtype == dtypes.string:
            return token if isinstance(token, bytes) else str(token).encode(getattr(self, "encoding", "utf-8"))
        return int(token)

    def _fill(self, tokens, ready=True):
        """Make the table for the vocabulary `tokens`; not `ready`: for none yet."""
        own = self.__dict__
        own["_tokens"] = list(tokens)
        keys, start = [self._key(t) for t in tokens], self._token_start()
        places = range(start, start + len(keys))
        index_dtype = self._compute if self.output_mode == "int" else dtypes.int64
        if self.invert:
            unknown = None if self.oov_token is None else self._key(self.oov_token)
            own["_table"] = _Table(places, keys, unknown, self.vocabulary_dtype, ready)
        else:
            # Of several indices for unknown tokens a hash chooses later; without any, they are an error then.
            default = self._oov_start() if self.num_oov_indices == 1 else -1
            own["_table"] = _Table(keys, places, default, index_dtype, ready)

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[Any]:
        """The tokens in the order of their indices. Mirrors `get_vocabulary` of `tf.keras.layers.StringLookup` and `IntegerLookup`.

        Arguments:
            include_special_tokens: True (default): the mask token, where there is one, and the unknown token, once for each of
                `num_oov_indices`, come first, so that places in the list are the indices that calls give. False: the others alone.

        Returns:
            A list of str, or of integers for `IntegerLookup`. A layer that has learnt nothing has the special ones alone.

        Raises:
            UnicodeDecodeError: a token is no text in the layer's encoding.

        Example:
            >>> layer = tf.keras.layers.StringLookup(vocabulary=["a", "b"], mask_token="")
            >>> layer.get_vocabulary(), layer.get_vocabulary(include_special_tokens=False)
            (['', '[UNK]', 'a', 'b'], ['a', 'b'])
            >>> layer(tf.constant(["b", "z", ""])).numpy().tolist()
            [3, 1, 0]
        """
        tokens = [t.decode(getattr(self, "encoding", "utf-8")) if isinstance(t, bytes) else t for t in self._tokens]
        if not include_special_tokens:
            return tokens
        return self._special() + tokens

    def _special(self):
        return [self.mask_token] * self._oov_start() + [self.oov_token] * self.num_oov_indices

    def vocabulary_size(self) -> int:
        """How many indices calls can give. Mirrors `vocabulary_size` of `tf.keras.layers.StringLookup` and `IntegerLookup`.

        The mask token and the unknown tokens are counted. It is the `input_dim` of an `Embedding` of the indices, and the depth of the
        output in the modes "multi_hot", "one_hot", "count" and "tf_idf" (unless that is padded to `max_tokens`).

        Returns:
            A Python int. A layer that has learnt nothing has the special tokens alone.

        Example:
            >>> layer = tf.keras.layers.StringLookup(vocabulary=["a", "b"])
            >>> layer.vocabulary_size()
            3
            >>> embedding = tf.keras.layers.Embedding(layer.vocabulary_size(), 4)
            >>> embedding(layer(tf.constant([["b", "z"]]))).shape
            TensorShape([1, 2, 4])
        """
        return len(self._tokens) + self._token_start()

    def _freeze(self):
        """Note the size of the vocabulary, which outputs of a certain depth must not lose."""
        size = self.vocabulary_size()
        if self.output_mode != "int" and not self.pad_to_max_tokens and self._frozen_vocab_size not in (None, size):
            raise RuntimeError(
                f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, the vocabulary size cannot be "
                f"changed after the layer is called. Old vocab size is {self._frozen_vocab_size}, new vocab size is {size}"
            )
        self.__dict__["_frozen_vocab_size"] = size

    def set_vocabulary(self, vocabulary: TensorLike, idf_weights: TensorLike | None = None) -> None:
        """Gives the layer its tokens. Mirrors `set_vocabulary` of `tf.keras.layers.StringLookup` and `IntegerLookup`.

        What the layer had before is forgotten; an `adapt` after it learns anew. Models that were traced before go on with the new tokens.

        Arguments:
            vocabulary: a list, array or 1-D tensor of tokens in the order of their indices, or the path of a text file with one to a
                line. The mask token and the unknown ones are added, unless all of them stand at the beginning.
            idf_weights: in the mode "tf_idf" as many numbers, and only there; None by default.

        Raises:
            ValueError: tokens that repeat; the mask token at another place; no tokens, or more than `max_tokens`; weights that do not fit
            or are missing. RuntimeError: the size changes after a call in a mode whose output has it as its depth.

        Example:
            >>> layer = tf.keras.layers.StringLookup()
            >>> layer.set_vocabulary(["dog", "cat"])
            >>> layer(tf.constant(["cat", "bird"])).numpy().tolist()
            [2, 0]
        """
        if self.output_mode == "tf_idf":
            if idf_weights is None:
                raise ValueError("`idf_weights` must be set if output_mode is TF_IDF")
        elif idf_weights is not None:
            raise ValueError(
                "`idf_weights` should only be set if output_mode is `'tf_idf'`. "
                f"Received: output_mode={self.output_mode} and idf_weights={idf_weights}"
            )
        if TS.graph is not None and (is_tensor(vocabulary) or is_tensor(idf_weights)):
            raise RuntimeError(
                f"Cannot set a tensor vocabulary on {type(self).__name__} layer {self.name} when not executing eagerly. Create this layer "
                "or call `set_vocabulary` outside of any `tf.function`s and with eager execution enabled."
            )
        if isinstance(vocabulary, str):
            self._fill(self._from_file(vocabulary))
            self._freeze()
            return
        tokens = self._plain(vocabulary)
        if not tokens:
            raise ValueError(f"Cannot set an empty vocabulary, you passed {vocabulary}.")
        # A vocabulary may begin with the special tokens, as `get_vocabulary` gives it.
        special = self._special()
        given = len(tokens)
        found = tokens[: len(special)] == special
        whole, tokens = tokens, tokens[len(special) :] if found else tokens
        repeated = [t for t, n in collections.Counter(tokens).items() if n > 1]
        if repeated:
            raise ValueError(
                f"The passed vocabulary has at least one repeated term. Please uniquify your dataset. The repeated terms are {repeated}"
            )
        for word, token, matters in (("mask", self.mask_token, True), ("OOV", self.oov_token, self.invert)):
            if token is not None and matters and token in tokens:
                at = len(whole) - 1 - whole[::-1].index(token)
                raise ValueError(
                    f"Found reserved {word} token at unexpected location in `vocabulary`. Note that passed `vocabulary` does not need to "
                    "include the OOV and mask tokens. Either remove all mask and OOV tokens, or include them only at the start of the "
                    f"vocabulary in precisely this order: {special}. Received: {word.lower()}_token={token} at vocabulary index [{at}]"
                )
        size = self._token_start() + len(tokens)
        if self.max_tokens is not None and size > self.max_tokens:
            raise ValueError(
                "Attempted to set a vocabulary larger than the maximum vocab size. "
                f"Passed vocab size is {size}, max vocab size is {self.max_tokens}."
            )
        self._fill(tokens)
        self._freeze()
        if self.output_mode == "tf_idf" and idf_weights is not False:
            self._take_weights(np.asarray(as_list(idf_weights), np.float64), given, found)

    def _take_weights(self, weights, count, found):
        if len(weights) != count:
            raise ValueError(
                f"`idf_weights` must be the same length as vocabulary. len(idf_weights) is {len(weights)}, len(vocabulary) is {count}"
            )
        if weights.ndim != 1:
            raise ValueError(f"TF-IDF data must be a 1-index array, but received {type(weights)}")
        # As in Keras, special tokens weigh what the others do on average.
        front = 0 if found else self._token_start()
        self._set_idf(np.concatenate([np.full(front, np.average(weights)), weights]))

    def _set_idf(self, weights):
        if self.pad_to_max_tokens and self.max_tokens is not None:
            weights = np.pad(weights, (0, self.max_tokens - len(weights)))
        self.idf_weights.assign(weights.astype(self._compute.as_numpy_dtype))

    def _plain(self, vocabulary):
        """Tokens as Python strings or integers."""
        if isinstance(vocabulary, Tensor):
            values = vocabulary.numpy().tolist()
        elif isinstance(vocabulary, (list, tuple)) and any(isinstance(v, bytes) for v in vocabulary):
            values = vocabulary  # NumPy would cut off NUL bytes
        else:
            values = np.asarray(vocabulary).tolist()
        return [self._shown(v) for v in values]

    def _from_file(self, path):
        if not gfile.exists(path):
            raise ValueError(f"Vocabulary file {path} does not exist.")
        if self.output_mode == "tf_idf":
            raise ValueError("output_mode `'tf_idf'` does not support loading a vocabulary from file.")
        whole, number = TextFileIndex.WHOLE_LINE, TextFileIndex.LINE_NUMBER
        tokens, _ = TextFileInitializer(path, self.vocabulary_dtype, whole, dtypes.int64, number)._pairs()
        places: dict[Any, int] = {}
        for place, token in enumerate(tokens.tolist(), self._token_start()):
            if places.setdefault(token, place) != place:
                found = f"Key {self._shown(token)} has {places[token]} and trying to add value {place}"
                raise raised(
                    "InitializeTableFromTextFileV2", FailedPreconditionError, f"HashTable has different value for same key. {found}"
                )
        return [self._shown(t) for t in places]

    # ------------------------------------------------------------------ learning
    def update_state(self, data: Batches) -> None:
        if self._has_input_vocabulary:
            raise ValueError(
                f"Cannot adapt {type(self).__name__} layer after setting a static vocabulary via init argument or `set_vocabulary`."
            )
        by_document = self.output_mode == "tf_idf"
        added = self._counts.add(ensure_tensor(data, self.vocabulary_dtype), by_document)
        if by_document:
            self.num_documents.assign_add(added)

    def finalize_state(self) -> None:
        if self._has_input_vocabulary or not self._counts:
            self._freeze()
            return
        special = [self._key(t) for t in (self.mask_token, self.oov_token) if t is not None]
        keys = self._counts.most_frequent(leaving_out=special)
        if self.max_tokens:
            keys = keys[: self.max_tokens - self._token_start()]
        self._fill([self._shown(k) for k in keys])
        if self.output_mode == "tf_idf":
            weights = self._counts.inverse_document_frequencies(keys, int(self.num_documents))
            self._set_idf(np.concatenate([np.full(self._token_start(), weights.mean(dtype=np.float32)), weights]))
        self.reset_state()
        self._freeze()

    def reset_state(self) -> None:
        if not self._has_input_vocabulary:
            self._counts.clear()
            if self.output_mode == "tf_idf":
                self.num_documents.assign(0)

    # ------------------------------------------------------------------ calling
    def call(self, inputs: TensorLike) -> AnyTensor:
        if self.output_mode != "int" and not self.pad_to_max_tokens and self._frozen_vocab_size is None:
            raise RuntimeError(
                f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, you must set the layer's "
                "vocabulary before calling it. Either pass a `vocabulary` argument to the layer, or call `adapt` with some "
                "sample data."
            )
        index_dtype = self._compute if self.output_mode == "int" else dtypes.int64
        inputs = ensure_tensor(inputs, index_dtype if self.invert else self.vocabulary_dtype)
        if isinstance(inputs, SparseTensor):
            found = SparseTensor(inputs.indices, self._look_up(inputs.values), inputs.dense_shape)
        elif isinstance(inputs, RaggedTensor):
            found = ragged.map_flat_values(self._look_up, inputs)
        else:
            found = self._look_up(inputs)
        if self.output_mode == "int":
            return found
        depth = self.max_tokens if self.pad_to_max_tokens else self._frozen_vocab_size
        weights = self.idf_weights.value() if self.output_mode == "tf_idf" else None
        return encoding.encode(found, self.output_mode, depth, self.compute_dtype, self.sparse, idf_weights=weights)

    def _look_up(self, inputs):
        return self._indices(inputs) if TS.graph is None else shown_parts.recorded(self._indices, inputs)

    def _indices(self, inputs):
        shown = only_shown()
        found = shown_tables.found(inputs, self._table) if shown else _find(inputs, self._table)
        if self.mask_token is not None:
            # In rows of counts the mask token counts nowhere: so large an index is outside of every row.
            key, value = (0, self.mask_token) if self.invert else (self.mask_token, 0 if self.output_mode == "int" else dtypes.int64.max)
            value = convert_to_tensor(self._key(value) if self.invert else value, found.dtype)
            found = array_ops.where(math.equal(inputs, convert_to_tensor(key, inputs.dtype)), value, found)
        if self.invert:
            return found
        if self.num_oov_indices == 0:
            missing = array_ops.boolean_mask(inputs, math.equal(found, array_ops.constant(-1, found.dtype)))
            text = strings.format(
                "When `num_oov_indices=0` all inputs should be in vocabulary, found OOV values {}, consider setting `num_oov_indices=1`.",
                (missing,),
            )
            with control_dependencies([Assert(math.equal(array_ops.size(missing), 0), [text])]):
                return array_ops.identity(found)
        if self.num_oov_indices > 1:
            if inputs.dtype.is_integer:
                own = math.floormod(inputs, convert_to_tensor(self.num_oov_indices, inputs.dtype))
            else:
                own = strings.to_hash_bucket_fast(inputs, self.num_oov_indices)
            own = array_ops.cast(own, found.dtype) + self._oov_start()
            found = array_ops.where(math.equal(found, convert_to_tensor(-1, found.dtype)), own, found)
        return array_ops.identity(found) if shown else found

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        if self.output_mode == "int":
            return TensorShape(input_shape)
        depth = self.max_tokens if self.pad_to_max_tokens else self._frozen_vocab_size
        return TensorShape([TensorShape(input_shape)[0], depth])

    def compute_output_signature(self, input_spec: Any) -> Any:
        return encoding.signature(self, input_spec, self.vocabulary_dtype if self.invert else self.compute_dtype)

    @property
    def knows_vocabulary(self) -> bool:
        """Whether there is something to look up in: a vocabulary was given or learned."""
        return self._table.ready

    def _word_indices(self, texts: TensorLike, lower: bool, strip: bool, length: int | None) -> AnyTensor:
        """The indices of the words of each of `texts`, a vector, in a matrix: see `words.word_indices`."""
        return word_indices(texts, self._table, lower, strip, length)

    # ------------------------------------------------------------------ configuration and files
    def get_config(self) -> dict[str, Any]:
        given = self.input_vocabulary
        return {
            **super().get_config(),
            "invert": self.invert,
            "max_tokens": self.max_tokens,
            "num_oov_indices": self.num_oov_indices,
            "oov_token": self.oov_token,
            "mask_token": self.mask_token,
            "output_mode": self.output_mode,
            "sparse": self.sparse,
            "pad_to_max_tokens": self.pad_to_max_tokens,
            "vocabulary_dtype": self.vocabulary_dtype.name,
            "idf_weights": as_list(self.input_idf_weights),
            "vocabulary": as_list(given),
            "vocabulary_size": self._frozen_vocab_size,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        unread, config = set_aside(config)
        layer = cls(**config)
        layer._read_later(unread)
        return layer

    def save_own_variables(self, store: Store) -> None:
        if self.output_mode == "tf_idf":
            store["idf_weights"] = self.idf_weights.numpy()

    def load_own_variables(self, store: Store) -> None:
        if self.output_mode == "tf_idf":
            self.idf_weights.assign(np.asarray(store["idf_weights"]))
