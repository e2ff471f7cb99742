"""`PreprocessingLayer`: a layer that learns from data before a model is trained."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.keras.engine.base_layer import MISSING, Layer
from tfshim.keras.engine.keras_tensor import holds_keras_tensors
from tfshim.keras.models.batches.data_handler import DataHandler
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import Batches


def ensure_tensor(x: TensorLike, dtype: DTypeLike | None = None) -> AnyTensor:
    """`x` as a tensor, dense or composite, of `dtype` if that is given."""
    if not isinstance(x, (Tensor, RaggedTensor, SparseTensor)):
        x = convert_to_tensor(x, dtype) if dtype is not None and not hasattr(x, "dtype") else convert_to_tensor(x)
    return x if dtype is None or x.dtype == dtype else array_ops.cast(x, dtype)


def as_list(x: Any) -> Any:
    """A tensor or an array as nested lists; other values as they are."""
    x = x.numpy() if isinstance(x, Tensor) else x
    return x.tolist() if isinstance(x, np.ndarray) else x


def one_of(value: Any, allowed: Sequence[str], layer: str, argument: str, none: bool = False, functions: bool = False) -> None:
    """Raise ValueError unless `value` is one of the strings `allowed` (or None, or callable, where that is allowed)."""
    if none and value is None or functions and callable(value) or isinstance(value, str) and value in allowed:
        return
    also = ("`None`, " if none else "") + ("a `Callable`, " if functions else "")
    note = (
        f"If restoring a model and `{argument}` is a custom callable, please ensure the callable is registered as a custom object. See "
        "https://www.tensorflow.org/guide/keras/save_and_serialize#registering_the_custom_object for details. "
    )
    raise ValueError(
        f"Unkown value for `{argument}` argument of layer {layer}. {note if functions else ''}"  # codespell:ignore (as Keras has it)
        f"Allowed values are: {also}or one of the following values: {tuple(allowed)}. Received: {value}"
    )


def _convertible(inputs):
    """Whether `inputs` are lists of Python values that form one tensor."""
    if isinstance(inputs, (str, bytes)):
        return True
    return isinstance(inputs, (list, tuple)) and not any(
        hasattr(x, "shape") or isinstance(x, (list, tuple)) and not _convertible(x) for x in inputs
    )


class TakesLists(Layer):
    """A layer that takes lists of Python values for tensors."""

    # True where a list that the layer is built for stands for as many inputs.
    _built_for_tensors = False

    def __call__(self, inputs: TensorLike = MISSING, *args: Any, **kwargs: Any) -> AnyTensor:
        if inputs is MISSING:
            inputs = self._first_argument(kwargs)
        if _convertible(inputs) and (self.built or not self._built_for_tensors) and not holds_keras_tensors((inputs,)):
            inputs = convert_to_tensor(inputs)
        return super().__call__(inputs, *args, **kwargs)

    def compute_output_signature(self, input_signature: Any) -> Any:
        """The shape and dtype of the output for those of an input, without computing anything.

        Mirrors `compute_output_signature` of Keras' preprocessing layers. The shape is what `compute_output_shape` says. Layers that give
        places in a vocabulary or numbers of bins, as `StringLookup` and `Hashing`, say int64 for the output mode "int", and else the dtype
        of the layer, float32; `CategoryEncoding` says int64 for all modes, and `Normalization` says what it was given. With `sparse=True`
        it is the spec of a sparse tensor.

        Arguments:
            input_signature: a `tf.TensorSpec` with the batch, of which None stands for any size, or a structure of them.

        Returns:
            A `tf.TensorSpec` or `tf.SparseTensorSpec`.

        Example:
            >>> layer = tf.keras.layers.StringLookup(vocabulary=["a", "b"], output_mode="multi_hot")
            >>> layer.compute_output_signature(tf.TensorSpec([None, 5], tf.string))
            TensorSpec(shape=(None, 3), dtype=tf.float32, name=None)
        """
        return super().compute_output_signature(input_signature)


class PreprocessingLayer(TakesLists):
    """The base of layers whose state `adapt` computes from data, as `Normalization` and `TextVectorization`.

    Mirrors `tf.keras.layers.experimental.preprocessing.PreprocessingLayer`. Subclasses have `update_state(data)`, which takes a batch into
    account, `reset_state()`, which forgets all of them, `finalize_state()`, which makes of them what `call` needs, and `call`.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Raises:
        NotImplementedError: a subclass lacks one of the first two.

    Example:
        >>> class Shift(tf.keras.layers.experimental.preprocessing.PreprocessingLayer):
        ...     def build(self, input_shape):
        ...         self.least = self.add_weight("least", shape=(), initializer="zeros", trainable=False)
        ...     def update_state(self, data):
        ...         self.least.assign(tf.minimum(self.least, tf.reduce_min(data)))
        ...     def reset_state(self):
        ...         self.least.assign(0.0)
        ...     def call(self, inputs):
        ...         return inputs - self.least
        >>> layer = Shift()
        >>> layer.adapt(np.array([[-3.0], [2.0]], np.float32))
        >>> layer(tf.constant([[0.0]])).numpy().tolist()
        [[3.0]]
    """

    __module__ = "keras.src.engine.base_preprocessing_layer"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.__dict__.update(_is_compiled=False, _is_adapted=False, _adapt_function=None)
        # Such a dtype is that of the results: inputs in floats must not be cast to it.
        if not self._compute.is_floating:
            self.__dict__["_autocast"] = False

    @property
    def is_adapted(self) -> bool:
        """Whether the layer has been fitted to data."""
        return self._is_adapted

    def update_state(self, data: Batches) -> None:
        """Takes a batch of data into account. Mirrors `update_state` of Keras' preprocessing layers.

        `adapt` calls it for each batch, after `reset_state` and before `finalize_state`; code that has its data in pieces calls the three
        by itself. Layers that learn nothing from data, as `Rescaling`, have none of them. Subclasses override it.

        Arguments:
            data: a batch: a tensor or an array whose first axis is the batch, of the dtype that calls take.

        Returns:
            Nothing.

        Raises:
            NotImplementedError: a subclass without one. ValueError: a layer of vocabularies whose constructor was given its vocabulary.

        Example:
            >>> layer = tf.keras.layers.Normalization(axis=None)
            >>> layer.build((None, 1))
            >>> layer.update_state(tf.constant([[1.0], [3.0]]))
            >>> layer.finalize_state()
            >>> layer(tf.constant([[4.0]])).numpy().tolist()
            [[2.0]]
        """
        raise NotImplementedError

    def reset_state(self) -> None:
        """Forgets what batches have told so far. Mirrors `reset_state` of Keras' preprocessing layers.

        `adapt` begins with it, so that a second `adapt` does not add to the first. What calls use, as the mean of `Normalization`, may
        stay until `finalize_state` sets it again. Subclasses override it.

        Returns:
            Nothing.

        Raises:
            NotImplementedError: a subclass without one.

        Example:
            >>> layer = tf.keras.layers.StringLookup()
            >>> layer.update_state(tf.constant(["a", "b"]))
            >>> layer.reset_state()
            >>> layer.update_state(tf.constant(["c"]))
            >>> layer.finalize_state()
            >>> layer.get_vocabulary()
            ['[UNK]', 'c']
        """
        raise NotImplementedError

    def finalize_state(self) -> None:
        """Makes what calls need of the batches seen. Mirrors `finalize_state` of Keras' preprocessing layers.

        `adapt` ends with it: `Normalization` then has its mean and variance, `Discretization` its bounds, a layer of vocabularies its
        tokens, which are sorted by how often they occur. Before it, calls use what was there. A subclass that updates what calls use at
        each batch need not override it: that of the base does nothing.

        Returns:
            Nothing.

        Example:
            >>> layer = tf.keras.layers.StringLookup()
            >>> layer.update_state(tf.constant(["dog", "cat"]))
            >>> layer.update_state(tf.constant(["cat"]))
            >>> layer.get_vocabulary()
            ['[UNK]']
            >>> layer.finalize_state()
            >>> layer.get_vocabulary()
            ['[UNK]', 'cat', 'dog']
        """

    def compile(self, run_eagerly: bool | None = None, steps_per_execution: int | None = None) -> None:
        """Say how `adapt` runs. Mirrors `compile` of Keras' preprocessing layers.

        `adapt` calls it without arguments where it was not called before, so that hardly any program has to. It has nothing to do with
        `Model.compile`: there is no loss, since such layers learn without labels.

        Arguments:
            run_eagerly: whether each batch is taken in operation by operation, so that a debugger can stop in `update_state`; it is here in
                any case. None by default.
            steps_per_execution: how many batches TensorFlow takes in one call of its graph. What is learnt is the same for any number; None
                by default.

        Returns:
            None.

        Example:
            >>> layer = tf.keras.layers.Normalization(axis=None)
            >>> layer.compile(run_eagerly=True)
            >>> layer.adapt(np.array([[1.0], [3.0]], np.float32))
            >>> layer(tf.constant([[4.0]])).numpy().tolist()
            [[2.0]]
        """
        self.__dict__["_is_compiled"] = True

    def make_adapt_function(self) -> Callable[[Iterator[Any]], None]:
        """A function that takes one batch of an iterator into account. Mirrors `make_adapt_function` of Keras' preprocessing layers.

        `adapt` makes it and calls it for each batch, between `reset_state` and `finalize_state`. A subclass overrides it where a batch is
        more than an argument of `update_state`, as `Model.make_train_function` is overridden for training. The function builds the layer
        for the shape of the first batch.

        Returns:
            A function of an iterator over batches, which takes the next element of it and hands it to `update_state`.

        Example:
            >>> layer = tf.keras.layers.Normalization(axis=None)
            >>> layer.compile()
            >>> step = layer.make_adapt_function()
            >>> batches = iter(tf.data.Dataset.from_tensor_slices([[1.0], [3.0]]).batch(1))
            >>> for _ in range(2):
            ...     _ = step(batches)
            >>> layer.finalize_state()
            >>> layer(tf.constant([[4.0]])).numpy().tolist()
            [[2.0]]
        """

        def step(iterator):
            data = next(iterator)
            self._build_for_data(data)
            self.update_state(data)

        return step

    def _build_for_data(self, data):
        """Build the layer for what has the shape of `data`."""
        if not self.built:
            shape = getattr(data, "shape", None)
            if self.__dict__.get("_batch_input_shape") is None:
                self.__dict__["_batch_input_shape"] = None if shape is None else (None,) * len(shape)
            self.build(shape)
            self.built = True

    def adapt(self, data: Batches, batch_size: int | None = None, steps: int | None = None) -> None:
        """Computes the state of the layer from data.

        Mirrors `adapt` of Keras' preprocessing layers. It forgets what it learnt before, goes through the data once, and then makes of it
        what calls need. It is called before the layer is used in a model that is trained; what was traced before keeps the old state.

        Arguments:
            data: a `tf.data.Dataset` of batches, or an array or tensor whose rows are examples.
            batch_size: how many rows of an array are taken at a time; 32 by default; not for datasets.
            steps: how many batches to take; None (default): all.

        Raises:
            ValueError: `batch_size` for a dataset, or an endless dataset without `steps`. RuntimeError: within a `tf.function`.

        Example:
            >>> layer = tf.keras.layers.Normalization(axis=None)
            >>> layer.adapt(tf.data.Dataset.from_tensor_slices([1.0, 3.0]).batch(1))
            >>> layer(tf.constant([5.0])).numpy().tolist()
            [3.0]
        """
        if TS.graph is not None:
            raise RuntimeError(
                "Detected a call to `PreprocessingLayer.adapt` inside a `tf.function`. Please move the call outside of all "
                "enclosing `tf.function`s. Note that you can call a `PreprocessingLayer` directly on `Tensor`s inside a "
                "`tf.function` like: `layer(x)`, or update its state like: `layer.update_state(x)`."
            )
        if not self._is_compiled:
            self.compile()
        if self.built:
            self.reset_state()
        handler = DataHandler(data, batch_size=batch_size, steps_per_epoch=steps, epochs=1)
        step = self.make_adapt_function()
        for _, batches in handler.enumerate_epochs():
            spec = getattr(batches, "batch_spec", None)
            if spec is not None:
                self._build_for_data(spec)
            with handler.catch_stop_iteration():
                for _ in handler.steps():
                    step(batches)
        self.finalize_state()
        self.__dict__["_is_adapted"] = True
