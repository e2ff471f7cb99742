"""Cells of other cells: one above the other, and with dropout, shortcuts or on devices."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.compat.v1.nn.cell_protocol import assert_like_rnncell
from tfshim.compat.v1.nn.rnn_cell import LSTMStateTuple, RNNCell
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.keras.layers.lambda_layer import dumped, loaded

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.compat.v1._annotations import Device
    from tfshim.compat.v1.variables.scopes import Scope
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export(v1=["nn.rnn_cell.MultiRNNCell"])
class MultiRNNCell(RNNCell):
    """Cells one above the other as one cell: each takes the outputs of the one before. Mirrors `tf.compat.v1.nn.rnn_cell.MultiRNNCell`.

    Each cell needs to be an object of its own; `[cell] * 2` would share variables, and fails where their shapes differ. In TensorFlow
    2: `tf.keras.layers.StackedRNNCells`.

    Arguments:
        cells: a list or tuple of cells, the lowest first.
        state_is_tuple: whether the state is a tuple with that of each cell (default). False: one tensor with all of them, which only
            cells whose states are single tensors can have.

    Returns:
        A cell: `cell(inputs, state)` gives (outputs of the last cell, state). The variables of cell i stand below `cell_i`.

    Raises:
        ValueError: no cells, or cells with tuples for states and `state_is_tuple=False`.
        TypeError: `cells` is neither a list nor a tuple.

    Example:
        >>> with tf.Graph().as_default():
        ...     cell = tf.compat.v1.nn.rnn_cell.MultiRNNCell([tf.compat.v1.nn.rnn_cell.GRUCell(n) for n in (8, 3)])
        ...     outputs, state = tf.compat.v1.nn.dynamic_rnn(cell, tf.ones([2, 5, 4]), dtype=tf.float32)
        ...     print(outputs.shape, [s.shape for s in state])
        (2, 5, 3) [TensorShape([2, 8]), TensorShape([2, 3])]
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
            raise TypeError(f"cells must be a list or tuple, but received: {cells}.")
        if not state_is_tuple and any(nest.is_nested(c.state_size) for c in cells):
            raise ValueError(
                "Some cells return tuples of states, but the flag state_is_tuple is not set. State sizes are: "
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
        """States of zeros for a batch, one for each of the cells. Mirrors `tf.compat.v1.nn.rnn_cell.MultiRNNCell.zero_state`.

        It is what a sequence begins with. With `state_is_tuple=False` the states are one tensor.

        Arguments:
            batch_size: how many sequences there are, an integer or scalar tensor.
            dtype: the dtype of the states.

        Returns:
            A tuple of the states of the cells, each in its own structure.

        Example:
            >>> with tf.Graph().as_default():
            ...     cells = [tf.compat.v1.nn.rnn_cell.GRUCell(2), tf.compat.v1.nn.rnn_cell.LSTMCell(3)]
            ...     states = tf.compat.v1.nn.rnn_cell.MultiRNNCell(cells).zero_state(5, tf.float32)
            ...     print(states[0].shape, states[1].c.shape, states[1].h.shape)
            (5, 2) (5, 3) (5, 3)
        """
        if not self._tuple:
            return super().zero_state(batch_size, dtype)
        with name_scope(f"{type(self).__name__}ZeroState"):
            return tuple(c.zero_state(batch_size, dtype) for c in self._cells)

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step of every cell, each with the output of the one before. Mirrors `tf.compat.v1.nn.rnn_cell.MultiRNNCell.call`.

        Variables of the cells are in the scopes `cell_0`, `cell_1` and so on, by which checkpoints know them. Call the cell itself.

        Arguments:
            inputs: a tensor [batch, features].
            state: a tuple of the states of the cells; with `state_is_tuple=False` one tensor.

        Returns:
            A pair of the output of the last cell and the new states.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.MultiRNNCell([tf.compat.v1.nn.rnn_cell.GRUCell(2), tf.compat.v1.nn.rnn_cell.GRUCell(3)])
            ...     output, states = cell(tf.ones([1, 4]), cell.zero_state(1, tf.float32))
            ...     print(output.shape, [state.shape for state in states])
            (1, 3) [TensorShape([1, 2]), TensorShape([1, 3])]
        """
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
    def __init__(self, cell: RNNCell, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        assert_like_rnncell("cell", cell)
        self._cell = cell

    cell = property(lambda self: self._cell, doc="The cell.")
    state_size = property(lambda self: self._cell.state_size, doc="The sizes of the state.")
    output_size = property(lambda self: self._cell.output_size, doc="The size of the outputs.")

    def __call__(  # type: ignore[override]  # as in TensorFlow
        self, inputs: TensorLike, state: Any, scope: Scope | None = None
    ) -> tuple[Any, Any]:
        # A wrapper has neither variables nor a scope of its own.
        return self.call(inputs, state)

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """A state of zeros for a batch, that of the cell within. Mirrors `tf.compat.v1.nn.rnn_cell.DropoutWrapper.zero_state` and
        `tf.compat.v1.nn.rnn_cell.ResidualWrapper.zero_state`.

        It is what a sequence begins with. Wrappers have no state of their own, so that a cell may be wrapped without anything else being
        changed.

        Arguments:
            batch_size: how many sequences there are, an integer or scalar tensor.
            dtype: the dtype of the state.

        Returns:
            Tensors in the structure of the cell's state.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.DropoutWrapper(tf.compat.v1.nn.rnn_cell.LSTMCell(3), output_keep_prob=0.5)
            ...     state = cell.zero_state(5, tf.float32)
            ...     print(state.c.shape, state.h.shape)
            (5, 3) (5, 3)
        """
        with name_scope(f"{type(self).__name__}ZeroState"):
            return self._cell.zero_state(batch_size, dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "cell": {"class_name": type(self._cell).__name__, "config": self._cell.get_config()}}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        cell = config.pop("cell")
        try:
            assert_like_rnncell("cell", cell)
        except TypeError:
            raise ValueError(
                "RNNCellWrapper cannot reconstruct the wrapped cell. Please overwrite the cell in the config with a RNNCell instance."
            ) from None
        return cls(cell, **config)


def _all_but_cell_states(state):
    """The default filter of dropout on the state: all but the memory cell of an LSTM."""
    if isinstance(state, LSTMStateTuple):
        return LSTMStateTuple(c=False, h=True)
    return not isinstance(state, tf.TensorArray)


def _as_number(keep):
    """A probability as a number, where that is known before the graph runs."""
    if isinstance(keep, tf.Variable) and TS.graph is not None:
        return tf.convert_to_tensor(keep)
    known = tf.get_static_value(keep) if isinstance(keep, tf.Tensor) else keep
    return keep if known is None else float(known)


@tf_export(v1=["nn.rnn_cell.DropoutWrapper"])
class DropoutWrapper(_Wrapper):
    """Dropout on a cell's inputs, outputs and state. Mirrors `tf.compat.v1.nn.rnn_cell.DropoutWrapper`.

    It knows nothing of training and inference: programs give probabilities as placeholders and feed 1.0 while evaluating.

    Arguments:
        cell: the cell.
        input_keep_prob, output_keep_prob, state_keep_prob: with which probability a value is kept, a float or a scalar tensor; 1.0
            (default)
            keeps all. What is kept is divided by it. Of the state the memory `c` of an LSTM is left alone.
        variational_recurrent: whether the same values are dropped in every step; False by default.
        input_size: the shape of inputs without the batch; needed with `variational_recurrent` where inputs are dropped.
        dtype: of inputs, outputs and state; needed with `variational_recurrent`.
        seed: None (default): drawn from the graph's.
        dropout_state_filter_visitor: a function of a state that says by True and False, in its structure, what is dropped.
        **kwargs: `name` and `trainable`, as of any layer.

    Raises:
        ValueError: probabilities outside of [0, 1], or a missing `dtype` or `input_size`.
        TypeError: a filter that cannot be called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     keep = tf.compat.v1.placeholder_with_default(1.0, [])
        ...     cell = tf.compat.v1.nn.rnn_cell.DropoutWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(100), output_keep_prob=keep, seed=1)
        ...     outputs, state = cell(tf.ones([1, 2]), tf.ones([1, 100]))
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(np.mean(session.run(outputs) == 0), 0.3 < np.mean(session.run(outputs, {keep: 0.5}) == 0) < 0.7)
        0.0 True
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
        **kwargs: Any,
    ) -> None:
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError(f"dropout_state_filter_visitor must be callable. Received: {dropout_state_filter_visitor}")
        super().__init__(cell, dtype=dtype, **kwargs)
        with tf.name_scope("DropoutWrapperInit"):
            for keep in (input_keep_prob, state_keep_prob, output_keep_prob) if TS.graph is not None else ():
                tf.convert_to_tensor(keep)  # which TensorFlow's graphs have though nothing takes them
        self._probabilities = tuple(map(_as_number, (input_keep_prob, output_keep_prob, state_keep_prob)))
        for name, at in (("input", 0), ("state", 2), ("output", 1)):
            keep = self._probabilities[at]
            if isinstance(keep, (int, float)) and not 0 <= keep <= 1:
                raise ValueError(f"Parameter {name}_keep_prob must be between 0 and 1. Received {keep:g}")
        self._seed, self._visitor = seed, dropout_state_filter_visitor or _all_but_cell_states
        self._input_size, self._variational = input_size, variational_recurrent
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
        """One step of the cell within, with parts of inputs, state and outputs left out. Mirrors
        `tf.compat.v1.nn.rnn_cell.DropoutWrapper.call`.

        What is kept is scaled up, so that sums stay the same on average. With `variational_recurrent` the same elements are left out at
        each step. Call the cell itself.

        Arguments:
            inputs: a tensor [batch, features].
            state: the last state of the cell within.

        Returns:
            A pair of the output and the new state.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     cell = tf.compat.v1.nn.rnn_cell.DropoutWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(100), output_keep_prob=0.5)
            ...     output, _ = cell(tf.ones([1, 3]), cell.zero_state(1, tf.float32))
            ...     sess.run(tf.compat.v1.global_variables_initializer())
            ...     print(20 < (sess.run(output) == 0).sum() < 80)
            True
        """
        outputs, new = self._cell(self._dropped(0, "input", inputs), state)
        new = self._dropped(2, "state", new)
        return self._dropped(1, "output", outputs), new

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "variational_recurrent": self._variational, "input_size": self._input_size, "seed": self._seed}
        config.update(zip(("input_keep_prob", "output_keep_prob", "state_keep_prob"), self._probabilities))
        if self._visitor is not _all_but_cell_states:
            config["dropout_fn"], config["dropout_fn_type"], config["dropout_fn_module"] = dumped(self._visitor)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        if "dropout_fn" in config:
            config["dropout_state_filter_visitor"] = loaded(config, custom_objects, "dropout_fn", "dropout_fn_module", "dropout_fn_type")
            del config["dropout_fn"]
        return super().from_config(config)


def _by_noise(x, keep, noise):
    """Dropout by the uniform numbers `noise` instead of new ones."""
    made = x / keep * tf.floor(keep + noise)
    made.set_shape(x.shape)
    return made


def _sum_of_both(inputs, outputs):
    nest.map_structure(lambda i, o: i.shape.assert_is_compatible_with(o.shape), inputs, outputs)
    return nest.map_structure(lambda i, o: i + o, inputs, outputs)


@tf_export(v1=["nn.rnn_cell.ResidualWrapper"])
class ResidualWrapper(_Wrapper):
    """A cell whose inputs are added to its outputs, as in residual networks. Mirrors `tf.compat.v1.nn.rnn_cell.ResidualWrapper`.

    Deep stacks of cells learn more easily so. Inputs and outputs need the same shape, unless `residual_fn` says how they are joined.

    Arguments:
        cell: the cell, whose state is passed through.
        residual_fn: a function `residual_fn(inputs, outputs)` that gives the outputs; None (default): the sum of the two.
        **kwargs: `name` and `trainable`, as of any layer.

    Returns:
        A cell with the state and the sizes of `cell`. In TensorFlow 2: `tf.nn.RNNCellResidualWrapper`.

    Raises:
        ValueError: at the call, inputs and outputs that cannot be added.

    Example:
        >>> class Doubling(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return 2 * inputs, state
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     cell = tf.compat.v1.nn.rnn_cell.ResidualWrapper(Doubling())
        ...     print(session.run(cell(tf.constant([[5.0]]), tf.zeros([1, 1]))[0]))
        [[15.]]
    """

    __module__ = "keras.src.layers.rnn.legacy_cell_wrappers"

    def __init__(self, cell: RNNCell, residual_fn: Callable[[Any, Any], Any] | None = None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._residual = residual_fn or _sum_of_both

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step of the cell within, whose inputs are added to its outputs. Mirrors `tf.compat.v1.nn.rnn_cell.ResidualWrapper.call`.

        So a stack of cells passes on what it is given, and each adds something. With a `residual_fn` that function puts the two together.
        Call the cell itself.

        Arguments:
            inputs: a tensor [batch, units], or a nest of such.
            state: the last state of the cell within.

        Returns:
            A pair of the output and the new state.

        Raises:
            ValueError, TypeError: inputs and outputs have different structures.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     inner = tf.compat.v1.nn.rnn_cell.BasicRNNCell(2, activation=tf.zeros_like)
            ...     cell = tf.compat.v1.nn.rnn_cell.ResidualWrapper(inner)
            ...     output, _ = cell(tf.constant([[5.0, 6.0]]), cell.zero_state(1, tf.float32))
            ...     sess.run(tf.compat.v1.global_variables_initializer())
            ...     print(sess.run(output))
            [[5. 6.]]
        """
        outputs, new = self._cell(inputs, state)
        return self._residual(inputs, outputs), new

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        if self._residual is not _sum_of_both:
            config["residual_fn"], config["residual_fn_type"], config["residual_fn_module"] = dumped(self._residual)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        if "residual_fn" in config:
            config["residual_fn"] = loaded(config, custom_objects, "residual_fn", "residual_fn_module", "residual_fn_type")
        return super().from_config(config)


@tf_export(v1=["nn.rnn_cell.DeviceWrapper"])
class DeviceWrapper(_Wrapper):
    """A cell whose operations and variables are on a device. Mirrors `tf.compat.v1.nn.rnn_cell.DeviceWrapper`.

    The layers of a deep network are spread over several devices by it: one wrapped cell for each device, in a `MultiRNNCell`.

    Arguments:
        cell: the cell.
        device: a device's name such as "/gpu:0", or a function of an operation that gives one, as `tf.device` takes it.
        **kwargs: `name` and `trainable`, as of any layer.

    Returns:
        A cell with the state and the sizes of `cell`. Also its zero state is made on the device. In TensorFlow 2:
        `tf.nn.RNNCellDeviceWrapper`.

    Example:
        >>> with tf.Graph().as_default():
        ...     cell = tf.compat.v1.nn.rnn_cell.DeviceWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(3), "/cpu:0")
        ...     outputs, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
        ...     print(outputs.device, cell.state_size)
        /device:CPU:0 3
    """

    __module__ = "keras.src.layers.rnn.legacy_cell_wrappers"

    def __init__(self, cell: RNNCell, device: Device, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """A state of zeros for a batch, on the device of the wrapper. Mirrors `tf.compat.v1.nn.rnn_cell.DeviceWrapper.zero_state`.

        It is what a sequence begins with, in the structure of the state of the cell within.

        The cells of a stack can be spread over several devices by wrappers, each with its state beside it.

        Arguments:
            batch_size: how many sequences there are, an integer or scalar tensor.
            dtype: the dtype of the state.

        Returns:
            Tensors in the structure of the cell's state.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.DeviceWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(3), "/cpu:0")
            ...     print(cell.zero_state(5, tf.float32).device)
            /device:CPU:0
        """
        with tf.compat.v1.device(self._device):
            return super().zero_state(batch_size, dtype)

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step of the cell within, on the device of the wrapper. Mirrors `tf.compat.v1.nn.rnn_cell.DeviceWrapper.call`.

        Its variables and operations are placed there. Call the cell itself.

        The cells of a stack can be spread over several devices by wrappers: while one computes a step, the next one is at the step before.

        Arguments:
            inputs: a tensor [batch, features].
            state: the last state of the cell within.

        Returns:
            A pair of the output and the new state.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.DeviceWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(3), "/cpu:0")
            ...     output, state = cell(tf.ones([1, 2]), cell.zero_state(1, tf.float32))
            ...     print(output.device, output.shape)
            /device:CPU:0 (1, 3)
        """
        with tf.compat.v1.device(self._device):
            return self._cell(inputs, state)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "device": self._device}
