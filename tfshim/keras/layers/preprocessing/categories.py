"""`CategoryEncoding`, `Hashing` and `HashedCrossing`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops, math, ragged, strings
from tfshim._export import tf_export
from tfshim.control_flow import control_dependencies
from tfshim.debugging import Assert
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.texts.farmhash import fingerprints_of, fingerprints_of_rows
from tfshim.keras.backend.settings import floatx
from tfshim.keras.engine.base_layer import MISSING
from tfshim.keras.layers.preprocessing import encoding
from tfshim.keras.layers.preprocessing.base import TakesLists, ensure_tensor, one_of
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Shapes


@tf_export("keras.layers.CategoryEncoding")
class CategoryEncoding(TakesLists):
    """Turns small integers into rows of zeros and ones, or of counts.

    Mirrors `tf.keras.layers.CategoryEncoding`. Integers [batch, n] (or [batch]; ragged and sparse ones too) give [batch, num_tokens]. For
    strings, and integers of which nothing is known, see `StringLookup` and `IntegerLookup`, which have the same modes.

    Arguments:
        num_tokens: how many different integers there are: they lie in [0, num_tokens).
        output_mode: "multi_hot" (default): 1 for each integer that is there; "one_hot": one row for each integer, in place of a last axis
            of size 1; "count": how often it is there, or the sum of `count_weights`, which the call takes then.
        sparse: whether a `tf.SparseTensor` is given; False by default.
        **kwargs: those of `Layer`.

    Returns:
        When called, a tensor of the layer's dtype, float32 by default.

    Raises:
        ValueError: no `num_tokens`, or another mode. tf.errors.InvalidArgumentError: integers out of range.

    Example:
        >>> tf.keras.layers.CategoryEncoding(4)([[0, 1], [3, 3]]).numpy().tolist()
        [[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
        >>> tf.keras.layers.CategoryEncoding(4, output_mode="count")([[0, 1], [3, 3]]).numpy().tolist()
        [[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0]]
    """

    __module__ = "keras.src.layers.preprocessing.category_encoding"

    def __init__(self, num_tokens: int | None = None, output_mode: str = "multi_hot", sparse: bool = False, **kwargs: Any) -> None:
        # The name of the argument in earlier versions of Keras.
        num_tokens = kwargs.pop("max_tokens", num_tokens)
        kwargs.setdefault("dtype", floatx())
        super().__init__(**kwargs)
        # The name of the mode in earlier versions of Keras.
        output_mode = "multi_hot" if output_mode == "binary" else output_mode
        one_of(output_mode, ("count", "one_hot", "multi_hot"), "CategoryEncoding", "output_mode")
        if num_tokens is None:
            raise ValueError(
                "num_tokens must be set to use this layer. If the number of tokens is not known beforehand, use the "
                "IntegerLookup layer instead."
            )
        if num_tokens < 1:
            raise ValueError(f"`num_tokens` must be >= 1. Received: num_tokens={num_tokens}.")
        self.num_tokens, self.output_mode, self.sparse = num_tokens, output_mode, sparse

    def call(self, inputs: TensorLike, count_weights: TensorLike | None = None) -> AnyTensor:
        inputs = ensure_tensor(inputs)
        if count_weights is not None:
            if self.output_mode != "count":
                raise ValueError(
                    f"`count_weights` is not used when `output_mode` is not `'count'`. Received `count_weights={count_weights}`."
                )
            count_weights = ensure_tensor(count_weights, self._compute)
        values = inputs.values if isinstance(inputs, SparseTensor) else inputs.flat_values if isinstance(inputs, RaggedTensor) else inputs
        most, least = math.reduce_max(values), math.reduce_min(values)
        fits = math.logical_and(array_ops.cast(self.num_tokens, most.dtype) > most, least >= array_ops.cast(0, least.dtype))
        check = Assert(fits, [f"Input values must be in the range 0 <= values < num_tokens with num_tokens={self.num_tokens}"])
        with control_dependencies([check]):
            if not isinstance(inputs, (SparseTensor, RaggedTensor)) and inputs.dtype.is_floating:
                inputs = array_ops.cast(inputs, "int64")
            return encoding.encode(inputs, self.output_mode, self.num_tokens, self.compute_dtype, self.sparse, count_weights)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        if not shape:
            return TensorShape([self.num_tokens])
        return TensorShape([*(shape if self.output_mode == "one_hot" and shape[-1] != 1 else shape[:-1]), self.num_tokens])

    def compute_output_signature(self, input_spec: Any) -> Any:
        return encoding.signature(self, input_spec, dtypes.int64, self.sparse)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "num_tokens": self.num_tokens, "output_mode": self.output_mode, "sparse": self.sparse}


def _hashing_dtype(kwargs, output_mode):
    """Fill in `dtype`: integers for "int", else Keras' default."""
    if kwargs.get("dtype") is None:
        kwargs["dtype"] = "int64" if output_mode == "int" else floatx()


@tf_export("keras.layers.Hashing")
class Hashing(TakesLists):
    """Puts strings or integers into a fixed number of bins by their hash, without a vocabulary.

    Mirrors `tf.keras.layers.Hashing`. Equal values get the same bin, in every program; different ones may as well. The bins are those that
    TensorFlow gives. Inputs may be dense, ragged or sparse, of any shape.

    Arguments:
        num_bins: how many bins there are.
        mask_value: a value that gets bin 0, which no other gets then; None (default): none.
        salt: an integer or two, by which bins are others (SipHash64 in place of FarmHash64); None (default).
        output_mode: "int" (default): the bins; "one_hot", "multi_hot", "count": rows of `num_bins`, as in `CategoryEncoding`.
        sparse: whether rows are a `tf.SparseTensor`; False by default.
        **kwargs: those of `Layer`.

    Returns:
        When called, int64 bins of the inputs' shape, or rows of float32.

    Raises:
        ValueError: `num_bins` that are not positive, another mode or form of `salt`, `sparse` with "int".

    Example:
        >>> layer = tf.keras.layers.Hashing(num_bins=3)
        >>> layer([["A"], ["B"], ["C"], ["A"]]).numpy().ravel().tolist()
        [1, 0, 1, 1]
    """

    __module__ = "keras.src.layers.preprocessing.hashing"

    def __init__(
        self,
        num_bins: int,
        mask_value: int | str | None = None,
        salt: int | Sequence[int] | None = None,
        output_mode: str = "int",
        sparse: bool = False,
        **kwargs: Any,
    ) -> None:
        if num_bins is None or num_bins <= 0:
            raise ValueError(f"The `num_bins` for `Hashing` cannot be `None` or non-positive values. Received: num_bins={num_bins}.")
        _hashing_dtype(kwargs, output_mode)
        if output_mode == "int" and not dtypes.as_dtype(kwargs["dtype"]).is_integer:
            kwargs["dtype"] = "int64"
        kwargs.setdefault("autocast", False)
        super().__init__(**kwargs)
        one_of(output_mode, ("int", "one_hot", "multi_hot", "count"), type(self).__name__, "output_mode")
        if sparse and output_mode == "int":
            raise ValueError(
                '`sparse` may only be true if `output_mode` is `"one_hot"`, `"multi_hot"`, or `"count"`. '
                f"Received: sparse={sparse} and output_mode={output_mode}"
            )
        if salt is not None and not isinstance(salt, int) and not (isinstance(salt, (tuple, list)) and len(salt) == 2):
            raise ValueError(
                f"The `salt` argument for `Hashing` can only be a tuple of size 2 integers, or a single integer. Received: salt={salt}."
            )
        self.num_bins, self.mask_value, self.strong_hash = num_bins, mask_value, salt is not None
        self.output_mode, self.sparse = output_mode, sparse
        self.salt = [salt, salt] if isinstance(salt, int) else salt

    def _bins(self, values):
        bins, mask = self.num_bins, None
        if self.mask_value is not None and bins > 1:
            # Bin 0 is for what is masked.
            bins -= 1
            mask = math.equal(values, self.mask_value)
        # TensorFlow hashes integers by their digits.
        if values.dtype.is_integer:
            values = strings.as_string(values)
        if self.strong_hash:
            hashed = strings.to_hash_bucket_strong(values, bins, key=list(self.salt), name="hash")
        else:
            hashed = strings.to_hash_bucket_fast(values, bins, name="hash")
        return hashed if mask is None else array_ops.where(mask, array_ops.zeros_like(hashed), hashed + 1)

    def call(self, inputs: TensorLike) -> AnyTensor:
        inputs = ensure_tensor(inputs)
        if isinstance(inputs, SparseTensor):
            indices = SparseTensor(inputs.indices, self._bins(inputs.values), inputs.dense_shape)
        elif isinstance(inputs, RaggedTensor):
            indices = ragged.map_flat_values(self._bins, inputs)
        else:
            indices = self._bins(inputs)
        return encoding.encode(indices, self.output_mode, self.num_bins, self.compute_dtype, self.sparse)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def compute_output_signature(self, input_spec: Any) -> Any:
        return encoding.signature(self, input_spec, self.compute_dtype, isinstance(input_spec, SparseTensorSpec))

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_bins": self.num_bins,
            "salt": None if self.salt is None else list(self.salt),
            "mask_value": self.mask_value,
            "output_mode": self.output_mode,
            "sparse": self.sparse,
        }


_CROSS_KEY = 0xDECAFCAFFE  # what TensorFlow starts each crossing with


@op(
    "HashedCross",
    register=False,
    columns="any*",
    grad=None,
    out=dtypes.int64,
    shape_fn=lambda columns, *_: (dtypes.int64, columns[0].shape),
)
def _cross(columns, bins, name=None):
    """For each row the bin of the values of all columns together."""
    prints = [fingerprints_of(c.reshape(-1).tolist()) for c in columns]
    return torch.from_numpy(fingerprints_of_rows(prints, _CROSS_KEY, bins)).reshape(tuple(columns[0].shape))


@tf_export("keras.layers.HashedCrossing")
class HashedCrossing(TakesLists):
    """Makes one category of several: puts combinations of values into a fixed number of bins by their hash.

    Mirrors `tf.keras.layers.HashedCrossing`. It lets a linear model see that two things come together. Called on a list of two or more
    tensors [batch] or [batch, 1], of strings or integers; the bins are those that TensorFlow gives.

    Arguments:
        num_bins: how many bins there are.
        output_mode: "int" (default): the bins; "one_hot": rows of `num_bins`.
        sparse: whether rows are a `tf.SparseTensor`; False by default.
        **kwargs: those of `Layer`.

    Returns:
        When called, int64 bins of the inputs' shape, or rows of float32.

    Raises:
        ValueError: fewer than two inputs, shapes that differ, floats, ragged or sparse inputs, another mode.

    Example:
        >>> layer = tf.keras.layers.HashedCrossing(num_bins=5)
        >>> layer((tf.constant(["A", "B", "A"]), tf.constant([101, 101, 101]))).numpy().tolist()
        [1, 4, 1]
    """

    __module__ = "keras.src.layers.preprocessing.hashed_crossing"

    def __init__(self, num_bins: int, output_mode: str = "int", sparse: bool = False, **kwargs: Any) -> None:
        _hashing_dtype(kwargs, output_mode)
        kwargs.setdefault("autocast", False)
        super().__init__(**kwargs)
        if output_mode == "int" and not self._compute.is_integer:
            raise ValueError(f"When `output_mode='int'`, `dtype` should be an integer type. Received: dtype={self.dtype}")
        one_of(output_mode, ("int", "one_hot"), type(self).__name__, "output_mode")
        self.num_bins, self.output_mode, self.sparse = num_bins, output_mode, sparse

    def __call__(self, inputs: TensorLike = MISSING, *args: Any, **kwargs: Any) -> AnyTensor:
        if inputs is MISSING:
            inputs = self._first_argument(kwargs)
        # The items are inputs of their own, not the rows of one tensor.
        if isinstance(inputs, (list, tuple)):
            inputs = [x if hasattr(x, "shape") else ensure_tensor(x) for x in inputs]
        return super().__call__(inputs, *args, **kwargs)

    @staticmethod
    def _check_count(inputs):
        if not isinstance(inputs, (list, tuple)):
            raise ValueError(f"`HashedCrossing` should be called on a list or tuple of inputs. Received: inputs={inputs}")
        if len(inputs) < 2:
            raise ValueError(f"`HashedCrossing` should be called on at least two inputs. Received: inputs={inputs}")

    def call(self, inputs: Sequence[TensorLike]) -> AnyTensor:
        self._check_count(inputs)
        inputs = [ensure_tensor(x) for x in inputs]
        if any(isinstance(x, (RaggedTensor, SparseTensor)) for x in inputs):
            raise ValueError(f"All `HashedCrossing` inputs should be dense tensors. Received: inputs={inputs}")
        shape = inputs[0].shape.as_list()
        if len(shape) > 2 or len(shape) == 2 and shape[-1] != 1:
            raise ValueError(
                f"All `HashedCrossing` inputs should have shape `[]`, `[batch_size]` or `[batch_size, 1]`. Received: inputs={inputs}"
            )
        if any(x.shape.as_list() != shape for x in inputs[1:]):
            raise ValueError(f"All `HashedCrossing` inputs should have equal shape. Received: inputs={inputs}")
        if not all(x.dtype.is_integer or x.dtype == dtypes.string for x in inputs):
            raise ValueError(f"All `HashedCrossing` inputs should have an integer or string dtype. Received: inputs={inputs}")
        return encoding.encode(_cross(inputs, self.num_bins), self.output_mode, self.num_bins, self.compute_dtype, self.sparse)

    def compute_output_shape(self, input_shapes: Shapes) -> TensorShape:
        self._check_count(input_shapes)
        return encoding.encoded_shape(input_shapes[0], self.output_mode, self.num_bins)

    def compute_output_signature(self, input_specs: Any) -> Any:
        return super().compute_output_signature(input_specs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "num_bins": self.num_bins, "output_mode": self.output_mode, "sparse": self.sparse}
