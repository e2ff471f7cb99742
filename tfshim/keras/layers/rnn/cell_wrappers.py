"""Cells around cells: dropout, residual connections, devices."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import math, nn, random
from tfshim._export import tf_export
from tfshim.engine.runtime.context import DeviceScope
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_tensor_array
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor
from tfshim.keras.layers.lambda_layer import dumped, loaded
from tfshim.keras.layers.rnn.cells import AbstractRNNCell
from tfshim.keras.layers.serialization import deserialize

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import PolicyLike, Shapes


class _CellWrapper(AbstractRNNCell):
    """A cell that calls another, `cell`."""

    def __init__(self, cell: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not hasattr(cell, "call") or not hasattr(cell, "state_size"):
            raise TypeError(f"The argument 'cell' ({cell}) is not an RNNCell: 'call' method or 'state_size' is required.")
        self.cell = cell

    @property
    def wrapped_cell(self) -> Any:
        """The cell within."""
        return self.cell

    @property
    def state_size(self) -> Any:
        """The sizes of the states of the cell within."""
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        """The size of the output of the cell within."""
        return self.cell.output_size

    def build(self, inputs_shape: Shapes) -> None:
        if not self.cell.built:
            self.cell.build(inputs_shape)
            self.cell.built = True
        self.built = True

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """Make the states with which a sequence begins: zeros. Mirrors `tf.nn.RNNCellDropoutWrapper.zero_state`, and
        that of the residual wrapper.

        It asks the wrapped cell, whose states may be a nest of tensors. `tf.keras.layers.RNN` asks `get_initial_state` instead, which
        does the same from the inputs.

        Arguments:
            batch_size: the number of examples, an integer or an integer scalar tensor.
            dtype: the dtype of the states, a float one.

        Returns:
            A tensor [batch_size, units], or for cells with several states a list of them.

        Example:
            >>> cell = tf.nn.RNNCellDropoutWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(2), output_keep_prob=0.5)
            >>> cell.zero_state(3, tf.float32).numpy().tolist()
            [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
        """
        if hasattr(self.cell, "zero_state"):
            return self.cell.zero_state(batch_size, dtype)
        return self.get_initial_state(batch_size=batch_size, dtype=dtype)

    def call(self, inputs: TensorLike, state: TensorLike, **kwargs: Any) -> tuple[Any, Any]:  # type: ignore[override]  # as in Keras
        """Compute one step of the wrapped cell. Mirrors `tf.nn.RNNCellDeviceWrapper.call`, and that of the other wrappers of cells.

        A program calls the wrapper itself, which builds the variables of the cell before the first step; a layer as
        `tf.keras.layers.RNN` does that for each step of a sequence.

        Arguments:
            inputs: a float tensor [batch, features], the inputs of one step.
            state: the state of before, a tensor or a nest of them, as `get_initial_state` gives it.
            **kwargs: what the wrapped cell takes besides, as `training`.

        Returns:
            A pair: the output, [batch, units], and the new state, with the structure of `state`.

        Example:
            >>> cell = tf.nn.RNNCellResidualWrapper(tf.keras.layers.SimpleRNNCell(4, kernel_initializer="zeros"))
            >>> output, state = cell(tf.ones([1, 4]), tf.zeros([1, 4]))
            >>> output.numpy().tolist(), state.numpy().tolist()
            ([[1.0, 1.0, 1.0, 1.0]], [[0.0, 0.0, 0.0, 0.0]])
        """
        return self._around(inputs, state, self.cell.__call__ if callable(self.cell) else self.cell.call, **kwargs)

    def apply(self, inputs: TensorLike, *args: Any, **kwargs: Any) -> Any:
        """Call the cell. Mirrors `tf.nn.RNNCellDeviceWrapper.apply`, and that of the other wrappers of cells.

        The name comes from layers of TensorFlow 1, and is kept for programs that have it; `cell(inputs, state)` is the same.

        Arguments:
            inputs: a float tensor [batch, features], the inputs of one step.
            *args: the state of before, a tensor or a nest of them, as `get_initial_state` gives it.
            **kwargs: what the wrapped cell takes besides, as `training`.

        Returns:
            A pair: the output, [batch, units], and the new state, with the structure of the state.

        Raises:
            ValueError: the features are not those that the cell was built for.

        Example:
            >>> cell = tf.nn.RNNCellDeviceWrapper(tf.keras.layers.SimpleRNNCell(2), "/cpu:0")
            >>> output, state = cell.apply(tf.ones([3, 4]), tf.zeros([3, 2]))
            >>> output.shape
            TensorShape([3, 2])
        """
        return self(inputs, *args, **kwargs)

    def get_losses_for(self, inputs: TensorLike | None) -> list[Any]:
        """List the penalties of the wrapped cell. Mirrors `tf.nn.RNNCellDeviceWrapper.get_losses_for`, and that of
        the other wrappers of cells.

        A penalty is what a regularizer adds to the loss of a training for the size of variables. In TensorFlow 1 some depended on
        inputs, which the argument chose between; here it makes no difference, and the property `losses` is the same.

        Arguments:
            inputs: the inputs of interest, or None; not used.

        Returns:
            A list of scalar tensors, one for each regularizer of a variable of the cell; empty before it is built.

        Example:
            >>> cell = tf.nn.RNNCellDeviceWrapper(tf.keras.layers.SimpleRNNCell(2, kernel_regularizer="l2"), "/cpu:0")
            >>> output, state = cell(tf.ones([3, 4]), tf.zeros([3, 2]))
            >>> len(cell.get_losses_for(None))
            1
        """
        return self.losses

    def get_updates_for(self, inputs: TensorLike | None) -> list[Any]:
        """List what has to run beside a training step: nothing. Mirrors `tf.nn.RNNCellDeviceWrapper.get_updates_for`, and that of
        the other wrappers of cells.

        In graphs of TensorFlow 1 a layer such as batch normalization gave operations there, which update its moving averages and
        which a program had to run with its step. Here variables are assigned to as the cell is called, in functions too, so
        nothing remains to be run.

        Arguments:
            inputs: the inputs of interest, or None; not used.

        Returns:
            An empty list.

        Example:
            >>> cell = tf.nn.RNNCellDropoutWrapper(tf.keras.layers.GRUCell(2), output_keep_prob=0.5)
            >>> output, state = cell(tf.ones([3, 4]), tf.zeros([3, 2]))
            >>> cell.get_updates_for(None)
            []
        """
        return []

    def _around(self, inputs, state, run, **kwargs):
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "cell": {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        return cls(deserialize(config.pop("cell"), custom_objects=custom_objects), **config)


def _dropout_flags(visitor, state):
    """For each part of `state` whether it is to be dropped out, as `visitor` says of it or of its items."""
    said = visitor(state)
    if not nest.is_nested(state):
        return said
    if isinstance(said, bool):
        return [_dropout_flags(visitor, s) for s in state] if said else False
    return [_dropout_flags(visitor, s) if yes else False for s, yes in zip(state, said)]


@tf_export("nn.RNNCellDropoutWrapper", v1=[])
class DropoutWrapper(_CellWrapper):
    """A cell of a recurrent network with dropout on inputs, outputs and states. Mirrors `tf.nn.RNNCellDropoutWrapper`.

    Arguments:
        cell: the cell, such as a `tf.keras.layers.GRUCell`; not one that drops out itself.
        input_keep_prob: the share of the inputs that stays, a number in (0, 1] or a scalar tensor; 1.0 by default.
        output_keep_prob: likewise for the outputs.
        state_keep_prob: likewise for the states.
        variational_recurrent: True has one mask for all steps and examples, which needs `dtype` and, for inputs,
            `input_size`; False by default.
        input_size: the shape of the inputs, or a nest of shapes.
        dtype: the dtype of inputs, states and outputs.
        seed: an integer that fixes the masks.
        dropout_state_filter_visitor: a function of a state, or its parts, that says whether to drop out; an LSTM's
            memory is left alone by default.

    Raises:
        ValueError: a share is out of range, or arguments are missing.
        TypeError: `cell` is no cell.

    It drops whenever it is called, in prediction as well.

    Example:
        >>> cell = tf.nn.RNNCellDropoutWrapper(tf.keras.layers.GRUCell(4), output_keep_prob=0.5)
        >>> tf.keras.layers.RNN(cell)(tf.ones([2, 5, 3])).shape
        TensorShape([2, 4])
    """

    __module__ = "keras.src.layers.rnn.cell_wrappers"

    def __init__(
        self,
        cell: Any,
        input_keep_prob: FloatLike = 1.0,
        output_keep_prob: FloatLike = 1.0,
        state_keep_prob: FloatLike = 1.0,
        variational_recurrent: bool = False,
        input_size: ShapeLike | Sequence[ShapeLike] = None,
        dtype: PolicyLike = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Callable[[Any], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell, dtype=dtype, **kwargs)
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError(f"dropout_state_filter_visitor must be callable. Received: {dropout_state_filter_visitor}")
        self.__dict__["_visitor"] = dropout_state_filter_visitor
        for name, value in (
            ("input_keep_prob", input_keep_prob),
            ("state_keep_prob", state_keep_prob),
            ("output_keep_prob", output_keep_prob),
        ):
            value = convert_to_tensor(value)
            if type(value) is EagerTensor:
                value = float(value)
                if not 0 <= value <= 1:
                    raise ValueError(f"Parameter {name} must be between 0 and 1. Received {value:g}")
            self.__dict__[f"_{name}"] = value
        self.__dict__.update(_variational_recurrent=variational_recurrent, _input_size=input_size, _seed=seed, _noise={})
        if not variational_recurrent:
            return
        if dtype is None:
            raise ValueError("When variational_recurrent=True, dtype must be provided")
        # Drawn once for all steps, hence the sizes have to be known now.
        sizes = {"state": cell.state_size, "output": cell.output_size}
        if not isinstance(self._input_keep_prob, float) or self._input_keep_prob < 1.0:
            if input_size is None:
                raise ValueError("When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, input_size must be provided")
            sizes = {"input": input_size, **sizes}
        for which, size in sizes.items():
            flat = [size] if isinstance(size, (int, TensorShape)) else nest.flatten(size)
            self._noise[which] = [
                random.uniform([1, *TensorShape(s).as_list()], seed=self._gen_seed(which, i), dtype=dtype) for i, s in enumerate(flat)
            ]

    def _gen_seed(self, salt_prefix, index):
        if self._seed is None:
            return None
        # TensorFlow makes the seed of each mask from this text, so that the numbers are the same.
        text = f"{self._seed}{salt_prefix}_{index}".encode()
        return int(hashlib.md5(text).hexdigest()[:8], 16) & 0x7FFFFFFF

    def _drop(self, values, which, marks=None):
        """`values` with each of its marked parts dropped out."""
        keep, count = getattr(self, f"_{which}_keep_prob"), iter(range(1 << 30))

        def one(value, marked):
            i = next(count)
            if isinstance(marked, bool) and not marked:
                return value
            if not self._variational_recurrent:
                return nn.dropout(value, rate=1.0 - keep, seed=self._gen_seed(which, i))
            # floor(keep + u) is 1 with probability `keep`, else 0
            return math.divide(value, keep) * math.floor(keep + self._noise[which][i])

        def walk(value, marked):
            if isinstance(marked, list):
                dropped = [walk(v, m) for v, m in zip(value, marked)]
                return nest.pack_sequence_as(value, nest.flatten(dropped))
            return one(value, marked)

        if marks is not None:
            return walk(values, marks)
        return nest.map_structure(lambda v: one(v, True), values)

    def _around(self, inputs, state, run, **kwargs):
        def drops(keep):
            return not isinstance(keep, float) or keep < 1

        if drops(self._input_keep_prob):
            inputs = self._drop(inputs, "input")
        output, new = run(inputs, state, **kwargs)
        if drops(self._state_keep_prob):
            new = self._drop(new, "state", _dropout_flags(self._visitor or (lambda s: not is_tensor_array(s)), new))
        if drops(self._output_keep_prob):
            output = self._drop(output, "output")
        return output, new

    def get_config(self) -> dict[str, Any]:
        config = {
            **super().get_config(),
            "input_keep_prob": self._input_keep_prob,
            "output_keep_prob": self._output_keep_prob,
            "state_keep_prob": self._state_keep_prob,
            "variational_recurrent": self._variational_recurrent,
            "input_size": self._input_size,
            "seed": self._seed,
        }
        if self._visitor is not None:
            config["dropout_fn"], config["dropout_fn_type"], config["dropout_fn_module"] = dumped(self._visitor)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        if "dropout_fn" in config:
            config["dropout_state_filter_visitor"] = loaded(config, custom_objects, "dropout_fn", "dropout_fn_module", "dropout_fn_type")
            del config["dropout_fn"]
        return super().from_config(config, custom_objects)


@tf_export("nn.RNNCellResidualWrapper", v1=[])
class ResidualWrapper(_CellWrapper):
    """A cell of a recurrent network whose inputs are added to its outputs. Mirrors `tf.nn.RNNCellResidualWrapper`.

    Arguments:
        cell: the cell, such as a `tf.keras.layers.GRUCell`, whose outputs have the shape of its inputs.
        residual_fn: a function of inputs and outputs that joins them in another way; None (the default) adds them.

    Raises:
        TypeError: `cell` is no cell.
        ValueError: in a call, the shapes of inputs and outputs differ.

    Deep stacks of cells are trained more easily with it.

    Example:
        >>> cell = tf.nn.RNNCellResidualWrapper(tf.keras.layers.GRUCell(3))
        >>> tf.keras.layers.RNN(cell)(tf.ones([2, 5, 3])).shape
        TensorShape([2, 3])
    """

    __module__ = "keras.src.layers.rnn.cell_wrappers"

    def __init__(self, cell: Any, residual_fn: Callable[[Any, Any], Any] | None = None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self.__dict__["_residual_fn"] = residual_fn

    def _around(self, inputs, state, run, **kwargs):
        outputs, new = run(inputs, state, **kwargs)
        if self._residual_fn is not None:
            return self._residual_fn(inputs, outputs), new
        nest.assert_same_structure(inputs, outputs)
        for x, y in zip(nest.flatten(inputs), nest.flatten(outputs)):
            x.shape.assert_is_compatible_with(y.shape)
        return nest.map_structure(lambda x, y: x + y, inputs, outputs), new

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        if self._residual_fn is not None:
            config["residual_fn"], config["residual_fn_type"], config["residual_fn_module"] = dumped(self._residual_fn)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        if "residual_fn" in config:
            config["residual_fn"] = loaded(config, custom_objects, "residual_fn", "residual_fn_module", "residual_fn_type")
        return super().from_config(config, custom_objects)


@tf_export("nn.RNNCellDeviceWrapper", v1=[])
class DeviceWrapper(_CellWrapper):
    """A cell of a recurrent network that runs on a device. Mirrors `tf.nn.RNNCellDeviceWrapper`.

    Arguments:
        cell: the cell, such as a `tf.keras.layers.GRUCell`.
        device: the device's name, such as "/GPU:0", or a function as `tf.device` takes it.

    Raises:
        TypeError: `cell` is no cell.

    The cells of a stack can be spread over several devices with it; states and outputs are as without.

    `tf.config.list_logical_devices()` says which names there are.

    Example:
        >>> cell = tf.nn.RNNCellDeviceWrapper(tf.keras.layers.GRUCell(4), "/CPU:0")
        >>> tf.keras.layers.RNN(cell)(tf.ones([2, 5, 3])).shape
        TensorShape([2, 4])
    """

    __module__ = "keras.src.layers.rnn.cell_wrappers"

    def __init__(self, cell: Any, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self.__dict__["_device"] = device

    def _device_scope(self):
        return contextlib.nullcontext() if self._device is None else DeviceScope(self._device)

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """Make the states with which a sequence begins, zeros, on the wrapper's device. Mirrors `tf.nn.RNNCellDeviceWrapper.zero_state`.

        It asks the wrapped cell within `tf.device`, so that the states of a cell on a GPU are made there and need not be copied
        before the first step. `tf.keras.layers.RNN` asks `get_initial_state` instead.

        Arguments:
            batch_size: the number of examples, an integer or an integer scalar tensor.
            dtype: the dtype of the states, a float one.

        Returns:
            A tensor [batch_size, units], or for cells with several states a nest of them.

        Example:
            >>> cell = tf.nn.RNNCellDeviceWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(2), "/cpu:0")
            >>> cell.zero_state(1, tf.float32).numpy().tolist()
            [[0.0, 0.0]]
        """
        with self._device_scope():
            return super().zero_state(batch_size, dtype)

    def _around(self, inputs, state, run, **kwargs):
        with self._device_scope():
            return run(inputs, state, **kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "device": self._device}
