"""Cells around cells: dropout, residual connections, devices."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import math, nn, random
from tfshim._export import tf_export
from tfshim.engine.runtime.context import device
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_tensor_array
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor
from tfshim.keras.layers.lambda_layer import _dumped, _loaded
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
        """Zeros for the states of `batch_size` examples."""
        if hasattr(self.cell, "zero_state"):
            return self.cell.zero_state(batch_size, dtype)
        return self.get_initial_state(batch_size=batch_size, dtype=dtype)

    def call(self, inputs: TensorLike, state: TensorLike, **kwargs: Any) -> tuple[Any, Any]:  # type: ignore[override]  # as in Keras
        """(output, new state) for the inputs of one step."""
        return self._around(inputs, state, self.cell.__call__ if callable(self.cell) else self.cell.call, **kwargs)

    def apply(self, inputs: TensorLike, *args: Any, **kwargs: Any) -> Any:
        """The same as calling the cell."""
        return self(inputs, *args, **kwargs)

    def get_losses_for(self, inputs: TensorLike | None) -> list[Any]:
        """The penalties of the cell; `inputs` does not filter them."""
        return self.losses

    def get_updates_for(self, inputs: TensorLike | None) -> list[Any]:
        """An empty list: variables are assigned to as they come."""
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
            config["dropout_fn"], config["dropout_fn_type"], config["dropout_fn_module"] = _dumped(self._visitor)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        if "dropout_fn" in config:
            config["dropout_state_filter_visitor"] = _loaded(config, custom_objects, "dropout_fn", "dropout_fn_module", "dropout_fn_type")
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
            config["residual_fn"], config["residual_fn_type"], config["residual_fn_module"] = _dumped(self._residual_fn)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        if "residual_fn" in config:
            config["residual_fn"] = _loaded(config, custom_objects, "residual_fn", "residual_fn_module", "residual_fn_type")
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
        return contextlib.nullcontext() if self._device is None else device(self._device)

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        with self._device_scope():
            return super().zero_state(batch_size, dtype)

    def _around(self, inputs, state, run, **kwargs):
        with self._device_scope():
            return run(inputs, state, **kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "device": self._device}
