"""`tf.compat.v1.nn.rnn_cell`: recurrent cells of TensorFlow 1."""

from __future__ import annotations

import collections
import hashlib
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.initializers import constant, zeros
from tfshim.compat.v1.layers.base import Layer, last_size
from tfshim.compat.v1.variables.partitioners import fixed_size_partitioner
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.engine.values import nest
from tfshim.keras import activations, initializers

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Device, Initializer
    from tfshim.compat.v1.variables.scopes import Scope
    from tfshim.compat.v1.variables.store import Reuse
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import ActivationLike

__all__, __getattr__, __dir__ = exported(globals())


class LSTMStateTuple(collections.namedtuple("LSTMStateTuple", ("c", "h"))):
    """The state of an LSTM: its memory `c` and its output `h`. Mirrors `tf.compat.v1.nn.rnn_cell.LSTMStateTuple`."""

    __slots__ = ()
    __module__ = "keras.src.layers.rnn.legacy_cells"

    @property
    def dtype(self) -> Any:
        """The dtype of both. Raises TypeError where they differ."""
        if self.c.dtype != self.h.dtype:
            raise TypeError(f"Inconsistent dtypes for internal state: {self.c.dtype} vs {self.h.dtype}")
        return self.c.dtype


def _sizes(size):
    """The size of a part of a state, a number or a shape, as a list."""
    return size.as_list() if isinstance(size, tf.TensorShape) else [size]


@tf_export(v1=["nn.rnn_cell.RNNCell"])
class RNNCell(Layer):
    """Base of the cells: `cell(inputs, state)` gives (outputs, new state). Mirrors `tf.compat.v1.nn.rnn_cell.RNNCell`."""

    __module__ = "keras.src.layers.rnn.legacy_cells"

    state_size = property(lambda self: self._not_defined(), doc="The size, or the structure of sizes, of the state.")
    output_size = property(lambda self: self._not_defined(), doc="The size of the outputs.")

    def _not_defined(self):
        raise NotImplementedError("Abstract method")

    def __call__(  # type: ignore[override]  # as in TensorFlow
        self, inputs: TensorLike, state: Any, scope: Scope | None = None
    ) -> tuple[Any, Any]:
        return super().__call__(inputs, state, scope=scope)

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """A state of zeros for a batch."""
        return nest.map_structure(lambda size: tf.zeros([batch_size, *_sizes(size)], dtype), self.state_size)

    def get_initial_state(self, inputs: TensorLike | None = None, batch_size: IntLike | None = None, dtype: DTypeLike | None = None) -> Any:
        """A state of zeros for a batch of `inputs`, or of `batch_size` and `dtype`."""
        if inputs is not None:
            inputs = tf.convert_to_tensor(inputs)
            batch_size, dtype = tf.shape(inputs)[0], inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError("batch_size and dtype cannot be None while constructing initial state.")
        return self.zero_state(batch_size, dtype)


def _function(activation):
    return activations.get("tanh" if activation is None else activation)


@tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl.LayerRNNCell")
class LayerRNNCell(RNNCell):
    """A cell that is called like a layer: what `call` does not take, such as `training`, is left out."""

    __module__ = "keras.src.layers.rnn.legacy_cells"

    def __call__(  # type: ignore[override]  # as in TensorFlow
        self, inputs: TensorLike, state: Any, scope: Scope | None = None, *args: Any, **kwargs: Any
    ) -> tuple[Any, Any]:
        return Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)


@tf_export(v1=["nn.rnn_cell.BasicRNNCell"])
class BasicRNNCell(LayerRNNCell):
    """`output = state = activation(W [input, state] + b)`. Mirrors `tf.compat.v1.nn.rnn_cell.BasicRNNCell`."""

    __module__ = "keras.src.layers.rnn.legacy_cells"

    def __init__(
        self,
        num_units: int,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._activation = num_units, _function(activation)

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape: SizesLike) -> None:
        """Make `kernel` and `bias`."""
        size = last_size(input_shape, -1, "BasicRNNCell")
        self._kernel = self.add_weight("kernel", [size + self._num_units, self._num_units])
        self._bias = self.add_weight("bias", [self._num_units], initializer=zeros())

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step."""
        output = self._activation(tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._kernel), self._bias))
        return output, output

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }


@tf_export(v1=["nn.rnn_cell.GRUCell"])
class GRUCell(LayerRNNCell):
    """A gated recurrent unit. Mirrors `tf.compat.v1.nn.rnn_cell.GRUCell`."""

    __module__ = "keras.src.layers.rnn.legacy_cells"

    def __init__(
        self,
        num_units: int,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        kernel_initializer: Initializer | None = None,
        bias_initializer: Initializer | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._activation = num_units, _function(activation)
        self._kernel_initializer, self._bias_initializer = kernel_initializer, bias_initializer

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape: SizesLike) -> None:
        """Make the kernels and biases of gates and candidate."""
        size, units = last_size(input_shape, -1, "GRUCell"), self._num_units
        self._gate_kernel = self.add_weight("gates/kernel", [size + units, 2 * units], initializer=self._kernel_initializer)
        # As in TensorFlow: at first little is reset or updated.
        self._gate_bias = self.add_weight("gates/bias", [2 * units], initializer=self._bias_initializer or constant(1.0))
        self._candidate_kernel = self.add_weight("candidate/kernel", [size + units, units], initializer=self._kernel_initializer)
        self._candidate_bias = self.add_weight("candidate/bias", [units], initializer=self._bias_initializer or zeros())

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step."""
        gates = tf.sigmoid(tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._gate_kernel), self._gate_bias))
        r, u = tf.split(gates, 2, axis=1)
        joined = tf.concat([inputs, r * state], 1)
        candidate = self._activation(tf.nn.bias_add(tf.matmul(joined, self._candidate_kernel), self._candidate_bias))
        new = u * state + (1 - u) * candidate
        return new, new

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
            "kernel_initializer": initializers.serialize(self._kernel_initializer),
            "bias_initializer": initializers.serialize(self._bias_initializer),
        }


@tf_export(v1=["nn.rnn_cell.BasicLSTMCell"])
class BasicLSTMCell(LayerRNNCell):
    """A long short-term memory. Mirrors `tf.compat.v1.nn.rnn_cell.BasicLSTMCell`."""

    __module__ = "keras.src.layers.rnn.legacy_cells"

    def __init__(
        self,
        num_units: int,
        forget_bias: FloatLike = 1.0,
        state_is_tuple: bool = True,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._forget_bias, self._tuple = num_units, forget_bias, state_is_tuple
        self._activation = _function(activation)

    state_size = property(
        lambda self: LSTMStateTuple(self._num_units, self._num_units) if self._tuple else 2 * self._num_units, doc="The sizes of the state."
    )
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape: SizesLike) -> None:
        """Make `kernel` and `bias`."""
        size = last_size(input_shape, -1, "BasicLSTMCell")
        self._kernel = self.add_weight("kernel", [size + self._num_units, 4 * self._num_units])
        self._bias = self.add_weight("bias", [4 * self._num_units], initializer=zeros())

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step."""
        c, h = state if self._tuple else tf.split(state, 2, axis=1)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, h], 1), self._kernel), self._bias)
        # TensorFlow's order of the gates, in which checkpoints have the columns of the kernel.
        i, j, f, o = tf.split(gates, 4, axis=1)
        # Added here, since the bias in checkpoints is without it.
        new_c = c * tf.sigmoid(f + self._forget_bias) + tf.sigmoid(i) * self._activation(j)
        new_h = self._activation(new_c) * tf.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h) if self._tuple else tf.concat([new_c, new_h], 1)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._tuple,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }


@tf_export(v1=["nn.rnn_cell.LSTMCell"])
class LSTMCell(LayerRNNCell):
    """A long short-term memory, with peepholes, a projection and limits if asked. Mirrors `tf.compat.v1.nn.rnn_cell.LSTMCell`.

    `num_unit_shards` and `num_proj_shards`: into how many parts the kernel and the projection are divided.
    """

    __module__ = "keras.src.layers.rnn.legacy_cells"

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: FloatLike | None = None,
        initializer: Initializer | None = None,
        num_proj: int | None = None,
        proj_clip: FloatLike | None = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: FloatLike = 1.0,
        state_is_tuple: bool = True,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._peepholes, self._cell_clip, self._initializer = num_units, use_peepholes, cell_clip, initializer
        self._num_proj, self._proj_clip, self._forget_bias, self._tuple = num_proj, proj_clip, forget_bias, state_is_tuple
        self._activation = _function(activation)
        self._num_unit_shards, self._num_proj_shards = num_unit_shards, num_proj_shards
        self._shards = [None if n is None else fixed_size_partitioner(n) for n in (num_unit_shards, num_proj_shards)]

    output_size = property(lambda self: self._num_proj or self._num_units, doc="The size of the outputs.")

    @property
    def state_size(self) -> Any:
        """The sizes of the state."""
        sizes = LSTMStateTuple(self._num_units, self.output_size)
        return sizes if self._tuple else sum(sizes)

    def build(self, input_shape: SizesLike) -> None:
        """Make the kernel, the bias and what else was asked for."""
        size, units = last_size(input_shape, -1, "LSTMCell"), self._num_units
        self._kernel = self.add_weight(
            "kernel", [size + self.output_size, 4 * units], initializer=self._initializer, partitioner=self._shards[0]
        )
        self._bias = self.add_weight("bias", [4 * units], initializer=zeros())
        if self._peepholes:
            self._w_f = self.add_weight("w_f_diag", [units], initializer=self._initializer)
            self._w_i = self.add_weight("w_i_diag", [units], initializer=self._initializer)
            self._w_o = self.add_weight("w_o_diag", [units], initializer=self._initializer)
        if self._num_proj is not None:
            self._projection = self.add_weight(
                "projection/kernel", [units, self._num_proj], initializer=self._initializer, partitioner=self._shards[1]
            )

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step."""
        c, m = state if self._tuple else tf.split(state, [self._num_units, self.output_size], axis=1)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, m], 1), self._kernel), self._bias)
        # TensorFlow's order of the gates, in which checkpoints have the columns of the kernel.
        i, j, f, o = tf.split(gates, 4, axis=1)
        if self._peepholes:
            f, i = f + self._w_f * c, i + self._w_i * c
        new_c = tf.sigmoid(f + self._forget_bias) * c + tf.sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            new_c = tf.clip_by_value(new_c, -self._cell_clip, self._cell_clip)
        if self._peepholes:
            o = o + self._w_o * new_c
        new_m = tf.sigmoid(o) * self._activation(new_c)
        if self._num_proj is not None:
            new_m = tf.matmul(new_m, self._projection)
            if self._proj_clip is not None:
                new_m = tf.clip_by_value(new_m, -self._proj_clip, self._proj_clip)
        return new_m, LSTMStateTuple(new_c, new_m) if self._tuple else tf.concat([new_c, new_m], 1)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "use_peepholes": self._peepholes,
            "cell_clip": self._cell_clip,
            "initializer": initializers.serialize(self._initializer),
            "num_proj": self._num_proj,
            "proj_clip": self._proj_clip,
            "num_unit_shards": self._num_unit_shards,
            "num_proj_shards": self._num_proj_shards,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._tuple,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }


@tf_export(v1=["nn.rnn_cell.MultiRNNCell"])
class MultiRNNCell(RNNCell):
    """Cells one above the other. Mirrors `tf.compat.v1.nn.rnn_cell.MultiRNNCell`.

    With `state_is_tuple=False` their states are concatenated in one tensor; then none of them may be a tuple.
    """

    __module__ = "keras.src.layers.rnn.legacy_cells"

    def __init__(self, cells: Sequence[RNNCell], state_is_tuple: bool = True) -> None:
        logging.warning(
            "`tf.nn.rnn_cell.MultiRNNCell` is deprecated. This class is equivalent as `tf.keras.layers.StackedRNNCells`, and will be "
            "replaced by that in Tensorflow 2.0."
        )
        super().__init__()
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not isinstance(cells, (list, tuple)):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        if not state_is_tuple and any(nest.is_nested(c.state_size) for c in cells):
            raise ValueError(
                "Some cells return tuples of states, but the flag state_is_tuple is not set.  State sizes are: "
                f"{[c.state_size for c in cells]}"
            )
        self._cells, self._tuple = list(cells), state_is_tuple

    @property
    def state_size(self) -> Any:
        """The sizes of the cells' states, or their sum."""
        sizes = tuple(c.state_size for c in self._cells)
        return sizes if self._tuple else sum(sizes)

    output_size = property(lambda self: self._cells[-1].output_size, doc="The size of the outputs.")

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """States of zeros for a batch."""
        if not self._tuple:
            return super().zero_state(batch_size, dtype)
        return tuple(c.zero_state(batch_size, dtype) for c in self._cells)

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step of every cell."""
        states = []
        if not self._tuple:
            state = tf.split(state, [c.state_size for c in self._cells], axis=1)
        for i, (cell, s) in enumerate(zip(self._cells, state)):
            # Checkpoints know the variables of the cells by these names.
            with variable_scope(f"cell_{i}"):
                inputs, new = cell(inputs, s)
            states.append(new)
        return inputs, tuple(states) if self._tuple else tf.concat(states, 1)


class _Wrapper(RNNCell):
    def __init__(self, cell: RNNCell) -> None:
        super().__init__()
        self._cell = cell

    state_size = property(lambda self: self._cell.state_size, doc="The sizes of the state.")
    output_size = property(lambda self: self._cell.output_size, doc="The size of the outputs.")

    def __call__(  # type: ignore[override]  # as in TensorFlow
        self, inputs: TensorLike, state: Any, scope: Scope | None = None
    ) -> tuple[Any, Any]:
        # A wrapper has neither variables nor a scope of its own.
        return self.call(inputs, state)

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """A state of zeros for a batch."""
        return self._cell.zero_state(batch_size, dtype)


def _all_but_cell_states(state):
    """The default filter of dropout on the state: all but the memory cell of an LSTM."""
    if isinstance(state, LSTMStateTuple):
        return LSTMStateTuple(c=False, h=True)
    return not isinstance(state, tf.TensorArray)


@tf_export(v1=["nn.rnn_cell.DropoutWrapper"])
class DropoutWrapper(_Wrapper):
    """Dropout on a cell's inputs, outputs and state. Mirrors `tf.compat.v1.nn.rnn_cell.DropoutWrapper`.

    `variational_recurrent`: the same values are dropped in every step and every row; then `dtype` is needed, and for inputs
    `input_size`. `dropout_state_filter_visitor(state)` selects the parts of a state that are dropped, by default all but the memory of an
    LSTM. Raises ValueError for probabilities outside of [0, 1] and for missing arguments.
    """

    __module__ = "keras.src.layers.rnn.legacy_cell_wrappers"

    def __init__(
        self,
        cell: RNNCell,
        input_keep_prob: FloatLike = 1.0,
        output_keep_prob: FloatLike = 1.0,
        state_keep_prob: FloatLike = 1.0,
        variational_recurrent: bool = False,
        input_size: Any = None,
        dtype: DTypeLike | None = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Callable[[Any], Any] | None = None,
    ) -> None:
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError(f"dropout_state_filter_visitor must be callable. Received: {dropout_state_filter_visitor}")
        super().__init__(cell)
        for name, keep in (("input", input_keep_prob), ("state", state_keep_prob), ("output", output_keep_prob)):
            if isinstance(keep, (int, float)) and not 0 <= keep <= 1:
                raise ValueError(f"Parameter {name}_keep_prob must be between 0 and 1. Received {keep}")
        self._probabilities = input_keep_prob, output_keep_prob, state_keep_prob
        self._seed, self._visitor = seed, dropout_state_filter_visitor or _all_but_cell_states
        self._noise = self._fixed_noise(input_size, dtype) if variational_recurrent else None

    wrapped_cell = property(lambda self: self._cell, doc="The cell.")

    def _fixed_noise(self, input_size, dtype):
        """The uniform noise for inputs, outputs and state that is drawn once and used in every step."""
        if dtype is None:
            raise ValueError("When variational_recurrent=True, dtype must be provided")
        if self._drops(self._probabilities[0]) and input_size is None:
            raise ValueError("When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, input_size must be provided")

        def drawn(structure, salt):
            seeds = (self._seed_of(salt, i) for i in itertools.count())
            return nest.map_structure(
                lambda n: tf.random.uniform([1, *tf.TensorShape(n).as_list()], seed=next(seeds), dtype=dtype), structure
            )

        return [
            drawn(input_size, "input") if self._drops(self._probabilities[0]) else None,
            drawn(self._cell.output_size, "output"),
            drawn(self._cell.state_size, "state"),
        ]

    @staticmethod
    def _drops(keep):
        return not isinstance(keep, (int, float)) or keep < 1

    def _seed_of(self, salt, index):
        """The seed of one of several draws: the hash that TensorFlow takes, so that its numbers are drawn."""
        if self._seed is None:
            return None
        return int(hashlib.md5(f"{self._seed}{salt}_{index}".encode()).hexdigest()[:8], 16) & 0x7FFFFFFF

    def _dropped(self, which, salt, values, wanted=True):
        """`values` after dropout where `wanted`, a prefix of their structure, is true."""
        keep = self._probabilities[which]
        if not self._drops(keep):
            return values
        count = itertools.count()

        def drop(x, noise, want):
            parts = isinstance(x, (list, tuple, dict)) and nest.is_nested(x)
            want = self._visitor(x) if want is None else want
            if want is False or not parts:
                seed = self._seed_of(salt, next(count))
                if want is False:
                    return x
                return _by_noise(x, keep, noise) if noise is not None else tf.nn.dropout(x, 1 - keep, seed=seed)
            items = list(x)
            wants = list(want) if nest.is_nested(want) else [None if which == 2 else True] * len(items)
            noises = list(noise) if noise is not None else [None] * len(items)
            made = [drop(a, b, None if which == 2 and c is True else c) for a, b, c in zip(items, noises, wants)]
            return type(x)(*made) if hasattr(x, "_fields") else type(x)(made)

        return drop(values, None if self._noise is None else self._noise[which], None if which == 2 else wanted)

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step."""
        outputs, new = self._cell(self._dropped(0, "input", inputs), state)
        new = self._dropped(2, "state", new)
        return self._dropped(1, "output", outputs), new


def _by_noise(x, keep, noise):
    """Dropout by the uniform numbers `noise` instead of new ones."""
    made = x / keep * tf.floor(keep + noise)
    made.set_shape(x.shape)
    return made


@tf_export(v1=["nn.rnn_cell.ResidualWrapper"])
class ResidualWrapper(_Wrapper):
    """A cell whose inputs are added to its outputs. Mirrors `tf.compat.v1.nn.rnn_cell.ResidualWrapper`."""

    __module__ = "keras.src.layers.rnn.legacy_cell_wrappers"

    def __init__(self, cell: RNNCell, residual_fn: Callable[[Any, Any], Any] | None = None) -> None:
        super().__init__(cell)
        self._residual = residual_fn or (lambda inputs, outputs: nest.map_structure(lambda i, o: i + o, inputs, outputs))

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step."""
        outputs, new = self._cell(inputs, state)
        return self._residual(inputs, outputs), new


@tf_export(v1=["nn.rnn_cell.DeviceWrapper"])
class DeviceWrapper(_Wrapper):
    """A cell on a device. Mirrors `tf.compat.v1.nn.rnn_cell.DeviceWrapper`."""

    __module__ = "keras.src.layers.rnn.legacy_cell_wrappers"

    def __init__(self, cell: RNNCell, device: Device) -> None:
        super().__init__(cell)
        self._device = device

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step."""
        with tf.device(self._device):
            return self._cell(inputs, state)


tf_export(v1=["nn.rnn_cell.LSTMStateTuple"])(LSTMStateTuple)
