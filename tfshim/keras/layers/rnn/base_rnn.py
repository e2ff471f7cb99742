"""`RNN`: a cell applied along the time axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.settings import floatx
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.layers.rnn.cell_steps import build_inside, has_several_states, step_of, takes, zero_state
from tfshim.keras.layers.rnn.dropout_masks import DropoutMasks
from tfshim.keras.layers.rnn.loop import rnn
from tfshim.keras.layers.rnn.stacked_cells import StackedRNNCells
from tfshim.keras.layers.rnn.whole_cells import cells_of, run_whole
from tfshim.keras.layers.serialization import deserialize
from tfshim.keras.saving.serialization import serialize_keras_object
from tfshim.keras.v1.session import with_values_at_hand
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import BoolLike, TensorLike
    from tfshim.keras.annotations import Shapes


_NO_BATCH = (
    "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input tensors: \n"
    "- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to your first layer.\n"
    "- If using the functional API, specify the batch size by passing a `batch_shape` argument to your Input layer."
)
_NO_STEPS = (
    "Cannot unroll a RNN if the time dimension is undefined. \n"
    "- If using a Sequential model, specify the time dimension by passing an `input_shape` or `batch_input_shape` argument to "
    "your first layer. If your first layer is an Embedding, you can also use the `input_length` argument.\n"
    "- If using the functional API, specify the time dimension by passing a `shape` or `batch_shape` argument to your Input "
    "layer."
)


def _as_cast(state):
    """The value of a state, read as by `tf.cast`."""
    if not isinstance(state, Variable):
        return state
    if TS.graph is None:
        return state.value()
    with name_scope("Cast"):
        return state.value()


def _plain(form):
    """A structure of sizes as that of states: the lists of another type that layers keep are lists."""
    if type(form) is tuple:
        return tuple(map(_plain, form))
    return list(map(_plain, form)) if isinstance(form, list) else form


def split_arguments(inputs: Any, initial_state: Any, constants: Any, number: int) -> tuple[Any, list[Any] | None, list[Any] | None]:
    """(inputs, initial states, constants) as lists, where `inputs` may be a list of all three."""
    if isinstance(inputs, list):
        if initial_state is not None or constants is not None:
            raise ValueError("When passing `initial_state` or `constants`, `inputs` must not be a list of them as well.")
        if number:
            constants, inputs = inputs[-number:], inputs[:-number]
        if len(inputs) > 1:
            initial_state, inputs = inputs[1:], inputs[:1]
        inputs = inputs[0]

    def as_list(x):
        return x if x is None or isinstance(x, list) else list(x) if isinstance(x, tuple) else [x]

    return inputs, as_list(initial_state), as_list(constants)


@tf_export("keras.layers.RNN")
class RNN(Layer):
    """Runs a cell along the steps of sequences: the base of `LSTM`, `GRU` and `SimpleRNN`, and what cells of one's own are used with.

    Mirrors `tf.keras.layers.RNN`. Inputs [batch, steps, features]; the call also takes `mask` [batch, steps] (steps where it is False leave
    the state), `training`, `initial_state` and `constants`. Ragged inputs are taken as well.

    Arguments:
        cell: a layer with `call(inputs, states)` -> (output, new states), `state_size` and, if it differs, `output_size`; or a list of
            cells, each on the outputs of the one before.
        return_sequences: whether all outputs are given, not the last alone; False by default.
        return_state: whether the last states are given too; False.
        go_backwards: whether steps are taken from the end, outputs staying in that order; False.
        stateful: whether states go on from batch to batch, which needs a fixed batch size; False.
        unroll: whether graphs get each step for itself in place of a loop; False.
        time_major: inputs [steps, batch, features]; False.
        **kwargs: those of `Layer`, and `zero_output_for_mask`.

    Returns:
        When called, the last output [batch, units], or [batch, steps, units]; with `return_state` a list: that and the states.

    Raises:
        ValueError: a cell without `call` or `state_size`, or states that do not fit it.

    Example:
        >>> class Total(tf.keras.layers.Layer):
        ...     state_size = 2
        ...     def call(self, inputs, states):
        ...         total = inputs + states[0]
        ...         return total, [total]
        >>> tf.keras.layers.RNN(Total(), return_sequences=True)(tf.ones([1, 3, 2])).numpy().tolist()
        [[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]]
    """

    __module__ = "keras.src.layers.rnn.base_rnn"
    _object_identifier = "_tf_keras_rnn_layer"

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        time_major: bool = False,
        **kwargs: Any,
    ) -> None:
        if isinstance(cell, (list, tuple)):
            cell = StackedRNNCells(cell)
        if not hasattr(cell, "call"):
            raise ValueError(f"Argument `cell` should have a `call` method. The RNN was passed: cell={cell}")
        if not hasattr(cell, "state_size"):
            raise ValueError(
                f"The RNN cell should have a `state_size` attribute (tuple of integers, one integer per RNN state). Received: cell={cell}"
            )
        zero_output_for_mask = kwargs.pop("zero_output_for_mask", False)
        if "input_shape" not in kwargs and ("input_dim" in kwargs or "input_length" in kwargs):
            kwargs["input_shape"] = (kwargs.pop("input_length", None), kwargs.pop("input_dim", None))
        super().__init__(**kwargs)
        self.zero_output_for_mask = zero_output_for_mask
        self.cell = cell
        self.return_sequences, self.return_state, self.go_backwards = return_sequences, return_state, go_backwards
        self.stateful, self.unroll, self.time_major = stateful, unroll, time_major
        self.supports_masking = True
        self.input_spec: Any = None
        self.state_spec: Any = None
        self.constants_spec: list[InputSpec] | None = None
        self.__dict__["_states"] = None
        self._num_constants = 0

    @property
    def _called_as_input_spec(self) -> bool:
        return not self.unroll and super()._called_as_input_spec

    _calls_layer = True  # whether the cell is called as a layer
    _states_are_shown_otherwise = False  # whether `_by_steps` makes the first states, too

    # ------------------------------------------------------------------ states
    @property
    def states(self) -> Sequence[Any]:
        """The states that a stateful layer goes on from, a list or tuple; of None before they are known."""
        if self._states is None:
            state = nest.map_structure(lambda _: None, self.cell.state_size)
            return state if nest.is_nested(state) else [state]
        return self._states

    @states.setter
    def states(self, states: Sequence[Any]) -> None:
        self.__dict__["_states"] = states
        for state in nest.flatten(states):
            if isinstance(state, Variable):
                known = self.__dict__.setdefault("_state_variables", [])
                # by identity: `in` would compare variables elementwise
                if not any(s is state for s in known):
                    known.append(state)

    def get_initial_state(self, inputs: TensorLike) -> list[Any]:
        """The states with which a sequence begins: zeros. Mirrors `tf.keras.layers.RNN.get_initial_state`.

        A layer that is not stateful and gets no `initial_state` begins with them. A cell of one's own may have a
        `get_initial_state(inputs, batch_size, dtype)`, which is then asked.

        Arguments:
            inputs: the sequences [batch, time, ...], [time, batch, ...] with `time_major=True`, or a structure of such; it gives the size
                of the batch, which may be unknown in a graph, and the dtype.

        Returns:
            A list of tensors [batch, units]: one for `GRU` and `SimpleRNN`, two for `LSTM` (output, then memory).

        Example:
            >>> states = tf.keras.layers.LSTM(3).get_initial_state(tf.ones([2, 5, 4]))
            >>> [state.numpy().tolist() for state in states]
            [[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]
        """
        first = nest.flatten(inputs)[0]
        at = 1 if self.time_major else 0
        batch = first.shape[at]
        if batch is None or one_by_one.wanted():
            batch = array_ops.shape(first)[at]
        own = getattr(self.cell, "get_initial_state", None)
        state = own(inputs=None, batch_size=batch, dtype=first.dtype) if own else zero_state(batch, self.cell.state_size, first.dtype)
        return list(state) if nest.is_nested(state) else [state]

    @with_values_at_hand
    def reset_states(self, states: Sequence[TensorLike] | None = None) -> None:
        """Sets the states of a stateful layer, to zeros or to given values. Mirrors `tf.keras.layers.RNN.reset_states`.

        A layer with `stateful=True` begins each batch with the states in which the batch before ended: call it between sequences that do
        not belong together. `model.reset_states()` does so for all layers.

        Arguments:
            states: None (default): zeros. Else a NumPy array [batch, units], or a list of as many as the layer has states.

        Raises:
            AttributeError: the layer is not stateful. ValueError: the size of the batch is not known, as the layer has neither
            `batch_input_shape` nor was it called; another number of states, or another shape.

        Example:
            >>> layer = tf.keras.layers.GRU(2, stateful=True, batch_input_shape=(1, 3, 1))
            >>> first, second = layer(tf.ones([1, 3, 1])), layer(tf.ones([1, 3, 1]))
            >>> layer.reset_states()
            >>> again = layer(tf.ones([1, 3, 1]))
            >>> np.allclose(first, second), np.allclose(first, again)
            (False, True)
        """
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        shape = None if self.input_spec is None else nest.flatten(self.input_spec)[0].shape
        batch = None if shape is None else shape[1 if self.time_major else 0]
        if not batch:
            raise ValueError(_NO_BATCH)
        if nest.flatten(self.states)[0] is None:
            own = getattr(self.cell, "get_initial_state", None)
            dtype = self.variable_dtype or floatx()
            values = own(inputs=None, batch_size=batch, dtype=dtype) if own else zero_state(batch, self.cell.state_size, dtype)
            variables = nest.map_structure(lambda v: Variable(v, trainable=False), values)
            self.states = variables if nest.is_nested(variables) else [variables]
            return
        mine = nest.flatten(self.states)
        if states is None:
            for state in mine:
                state.assign(np.zeros(state.shape.as_list(), state.dtype.as_numpy_dtype))
            return
        values = nest.flatten(states)
        if len(values) != len(mine):
            raise ValueError(
                f"Layer {self.name} expects {len(mine)} states, but it received {len(values)} state values. States received: {states}"
            )
        for i, (value, state) in enumerate(zip(values, mine)):
            if tuple(value.shape) != tuple(state.shape):
                raise ValueError(
                    f"State {i} is incompatible with layer {self.name}: expected shape={tuple(state.shape)} but found "
                    f"shape={tuple(value.shape)}"
                )
        for value, state in zip(values, mine):
            state.assign(np.asarray(value.numpy() if hasattr(value, "numpy") else value, state.dtype.as_numpy_dtype))

    # ------------------------------------------------------------------ shapes and masks
    def _output_size(self):
        size = getattr(self.cell, "output_size", None)
        if size is not None:
            return size
        return self.cell.state_size[0] if has_several_states(self.cell.state_size) else self.cell.state_size

    def compute_output_shape(self, input_shape: Shapes) -> Shapes:
        if isinstance(input_shape, list) and isinstance(input_shape[0], (list, tuple, TensorShape)):
            input_shape = input_shape[0]
        shape = TensorShape(nest.flatten(input_shape)[0] if isinstance(input_shape, dict) else input_shape)
        batch, steps = (shape[1], shape[0]) if self.time_major else (shape[0], shape[1])

        def of_output(size):
            rest = TensorShape(size).as_list()
            if not self.return_sequences:
                return TensorShape([batch, *rest])
            return TensorShape([steps, batch, *rest] if self.time_major else [batch, steps, *rest])

        size = self._output_size()
        output = nest.map_structure(of_output, size) if nest.is_nested(size) else of_output(size)
        if not self.return_state:
            return output
        sizes = nest.flatten(self.cell.state_size)
        return [*(output if isinstance(output, list) else [output]), *(TensorShape([batch, *TensorShape(s).as_list()]) for s in sizes)]

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> Any:
        mask = None if mask is None else nest.flatten(mask)[0]
        mask = mask if self.return_sequences else None
        return [mask] + [None for _ in self.states] if self.return_state else mask

    def build(self, input_shape: Shapes) -> None:
        # The spec leaves the number of steps open: sequences of any length are taken.
        if isinstance(input_shape, list):
            input_shape = input_shape[0]
        batch_at, time_at = (1, 0) if self.time_major else (0, 1)

        def spec(shape):
            sizes = TensorShape(shape).as_list()
            if not self.stateful:
                sizes[batch_at] = None
            sizes[time_at] = None
            return InputSpec(shape=tuple(sizes))

        def of_step(shape):
            sizes = TensorShape(shape).as_list()
            return TensorShape(sizes[1:] if self.time_major else [sizes[0], *sizes[2:]])

        nested = (
            not isinstance(input_shape, TensorShape)
            and isinstance(input_shape, (tuple, dict))
            and any(
                isinstance(s, (tuple, list, TensorShape)) for s in (input_shape.values() if isinstance(input_shape, dict) else input_shape)
            )
        )
        own = nest.map_structure(spec, input_shape) if nested else spec(input_shape)
        step = nest.map_structure(of_step, input_shape) if nested else of_step(input_shape)
        self.input_spec = [own, *(self.input_spec[1:] if isinstance(self.input_spec, list) else ())]
        if isinstance(self.cell, Layer) and not self.cell.built:
            build_inside(self.cell, step)
        sizes = list(self.cell.state_size) if has_several_states(self.cell.state_size) else [self.cell.state_size]
        if self.state_spec is None:
            self.state_spec = nest.map_structure(lambda s: InputSpec(shape=[None, *TensorShape(s).as_list()]), sizes)
        self._check_states(sizes, self.state_spec)
        if self.stateful:
            self.reset_states()
        super().build(input_shape)

    @staticmethod
    def _check_states(sizes, specs):
        flat_sizes, flat_specs = nest.flatten(sizes), nest.flatten(specs)
        fits = len(flat_sizes) == len(flat_specs) and all(
            TensorShape(spec.shape[1:]).is_compatible_with(TensorShape(size)) for spec, size in zip(flat_specs, flat_sizes)
        )
        if not fits:
            raise ValueError(
                "An `initial_state` was passed that is not compatible with `cell.state_size`. Received "
                f"`state_spec`={specs}; however `cell.state_size` is {sizes}"
            )

    # ------------------------------------------------------------------ calling
    def __call__(  # type: ignore[override]  # as in Keras
        self,
        inputs: TensorLike,
        initial_state: TensorLike | Sequence[TensorLike] | None = None,
        constants: TensorLike | Sequence[TensorLike] | None = None,
        **kwargs: Any,
    ) -> Any:
        if initial_state is None and constants is None and not isinstance(inputs, list):
            return super().__call__(inputs, **kwargs)
        inputs, initial_state, constants = split_arguments(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        further, specs = [], []
        if initial_state is not None:
            further += initial_state
            self.state_spec = nest.map_structure(lambda s: InputSpec(shape=TensorShape(s.shape).as_list()), initial_state)
            specs += nest.flatten(self.state_spec)
        if constants is not None:
            further += constants
            self.constants_spec = [InputSpec(shape=TensorShape(c.shape).as_list()) for c in constants]
            self._num_constants = len(constants)
            specs += self.constants_spec
        symbolic = [is_keras(x) for x in nest.flatten(further)]
        if any(symbolic):
            if not all(symbolic):
                raise ValueError(
                    "The initial state or constants of an RNN layer cannot be specified with a mix of Keras tensors and "
                    'non-Keras tensors (a "Keras tensor" is a tensor that was returned by a Keras layer or by `Input` '
                    "during Functional model construction)."
                )
            # The further inputs are part of the spec only for this call.
            first = self.input_spec[0] if self.input_spec else None
            self.input_spec = [first, *specs] if self.built else None
            output = super().__call__([inputs, *further], **kwargs)
            # The next call may come without states: only the spec of the sequence stays.
            self.input_spec = self.input_spec[:1]
            return output
        if initial_state is not None:
            kwargs["initial_state"] = initial_state
        if constants is not None:
            kwargs["constants"] = constants
        return super().__call__(inputs, **kwargs)

    def _prepare(self, inputs, initial_state, constants, made="now"):
        """(inputs, initial states, constants) of a call.

        `made`: when the states are that are not given: "now", in a "graph" as Keras records them, or "later", where None stands for them.
        """
        if isinstance(inputs, list):
            end = len(inputs) - self._num_constants
            initial_state, constants = inputs[1:end] or None, inputs[end:] if self._num_constants else constants
            inputs = inputs[0]
        if self.stateful:
            if initial_state is None:
                initial_state = nest.map_structure(_as_cast, self.states)
            else:
                given = initial_state
                # As in Keras: a given state counts only as long as the states that the layer has kept are zero.
                # Whether kept states are zero is known only when it runs: hence the condition in the graph.
                used = math.add_n([math.count_nonzero(s.value()) for s in nest.flatten(self.states)]) > 0
                kept = cond(
                    used,
                    lambda: [array_ops.identity(s.value()) for s in nest.flatten(self.states)],
                    lambda: [array_ops.identity(s) for s in nest.flatten(given)],
                )
                initial_state = nest.pack_sequence_as(given, list(kept))
            initial_state = nest.map_structure(lambda s: array_ops.cast(s, self._compute), initial_state)
        elif initial_state is None and made == "later" and not constants:
            return inputs, None, constants
        elif initial_state is None and made == "graph" and TS.graph is not None:
            with one_by_one.asked_for():
                initial_state = self.get_initial_state(inputs)
        elif initial_state is None:
            initial_state = self.get_initial_state(inputs)
        if len(initial_state) != len(self.states):
            raise ValueError(
                f"Layer has {len(self.states)} states but was passed {len(initial_state)} initial states. "
                f"Received: initial_state={initial_state}"
            )
        return inputs, initial_state, constants

    def _densely(self, inputs, mask):
        """(dense inputs, lengths of ragged ones or None, mask)."""
        mask = None if mask is None else nest.flatten(mask)[0]
        first = inputs[0] if isinstance(inputs, list) else inputs
        if not isinstance(first, RaggedTensor):
            return inputs, None, mask
        if mask is not None:
            raise ValueError(
                f"The mask that was passed in was {mask}, which cannot be applied to RaggedTensor inputs. Please make sure "
                "that there is no mask injected by upstream layers."
            )
        if self.unroll:
            raise ValueError(
                "The input received contains RaggedTensors and does not support unrolling. Disable unrolling by passing "
                "`unroll=False` in the RNN Layer constructor."
            )
        lengths, dense = array_ops.cast(first.row_lengths(), "int32"), first.to_tensor()
        return [dense, *inputs[1:]] if isinstance(inputs, list) else dense, lengths, None

    def _forget_masks(self):
        # Masks hold for one sequence: the next call draws new ones.
        for cell in self.cell.cells if isinstance(self.cell, StackedRNNCells) else [self.cell]:
            self._maybe_reset_cell_dropout_mask(cell)

    def _maybe_reset_cell_dropout_mask(self, cell):
        """Have `cell` draw new masks; subclasses of Keras' layers call it before they call the layer's own."""
        if isinstance(cell, DropoutMasks):
            cell.reset_dropout_mask()
            cell.reset_recurrent_dropout_mask()

    def call(
        self,
        inputs: TensorLike,
        mask: TensorLike | None = None,
        training: BoolLike | None = None,
        initial_state: Sequence[TensorLike] | None = None,
        constants: Sequence[TensorLike] | None = None,
    ) -> Any:
        inputs, lengths, mask = self._densely(inputs, mask)
        fused = cells_of(self.cell, inputs[0] if isinstance(inputs, list) else inputs, training)
        kept = fused is not None or self._states_are_shown_otherwise
        inputs, initial_state, constants = self._prepare(inputs, initial_state, constants, "later" if kept else "graph")
        self._forget_masks()
        first = nest.flatten(inputs)[0]
        if self.unroll and first.shape[0 if self.time_major else 1] is None:
            raise ValueError(_NO_STEPS)
        if constants and not takes(self.cell.call, "constants"):
            raise ValueError(f"RNN cell {self.cell} does not support constants. Received: constants={constants}")
        plain = not constants and (mask is None or mask.shape.rank == 2) and not (self.time_major and lengths is not None)
        cells = fused if plain else None
        if cells is None:
            if initial_state is None and not self._states_are_shown_otherwise:
                initial_state = self.get_initial_state(inputs)
            last, outputs, states = self._by_steps(inputs, initial_state, constants, mask, lengths, training)
        else:
            size = self.cell.state_size
            form = (list(_plain(size)) if nest.is_nested(size) else [size]) if initial_state is None else initial_state
            flat = None if initial_state is None else nest.flatten(initial_state)
            about = cells, inputs, flat, form, mask, lengths, training
            last, outputs, *states = shown_parts.recorded(self._whole, *about, several=True)
            states = nest.pack_sequence_as(form, states)
        return self._result(last, outputs, states, lengths)

    def _whole(self, cells, inputs, flat, form, mask, lengths, training):
        """[last output, outputs, *states] of cells that run over the whole sequence each, where nobody asks for every operation.

        `flat`: the initial states, which are of the structure `form`; None for those that the layer makes.
        """
        flat = nest.flatten(self.get_initial_state(inputs)) if flat is None else flat
        if one_by_one.wanted():
            packed = nest.pack_sequence_as(form, flat)
            last, outputs, states = self._by_steps(inputs, packed, None, mask, lengths, training)
            return [last, outputs, *nest.flatten(states)]
        if lengths is not None:
            mask = array_ops.sequence_mask(lengths, array_ops.shape(inputs)[1])
        elif mask is not None:
            mask = array_ops.cast(mask, "bool")
        return run_whole(cells, inputs, flat, mask, self.time_major, self.go_backwards, self.zero_output_for_mask)

    def _by_steps(self, inputs, initial_state, constants, mask, lengths, training):
        """(last output, outputs, states) of the cell, step by step."""
        run, single = step_of(self.cell, training, constants, as_layer=self._calls_layer), getattr(self.cell, "_is_tf_rnn_cell", False)

        def step(now, states):
            states = states[: len(states) - len(constants)] if constants else states
            output, new = run(now, states[0] if len(states) == 1 and single else states)
            return output, new if nest.is_nested(new) else [new]

        last, outputs, states = rnn(
            step,
            inputs,
            initial_state,
            constants=constants,
            go_backwards=self.go_backwards,
            mask=mask,
            unroll=self.unroll,
            input_length=lengths,
            time_major=self.time_major,
            zero_output_for_mask=self.zero_output_for_mask,
            return_all_outputs=self.return_sequences,
        )
        if any(map(nest.is_nested, states)):  # in the form that they had at first
            states = nest.pack_sequence_as(initial_state, nest.flatten(states))
        return last, outputs, states

    def _result(self, last, outputs, states, lengths):
        """What the layer gives, its states noted."""
        if self.stateful:
            if TS.graph is not None:  # a batch of another size than the states have shows when it runs
                TS.graph.states_shapes = True
            for state, new in zip(nest.flatten(self.states), nest.flatten(states)):
                self.add_update(state.assign(array_ops.cast(new, state.dtype)))
        output = last
        if self.return_sequences:
            output = outputs
            if lengths is not None:
                if self.go_backwards:
                    # What comes first is the padding of the reversed sequences.
                    outputs = array_ops.reverse_sequence(array_ops.reverse(outputs, [1]), lengths, seq_axis=1)
                output = RaggedTensor.from_tensor(outputs, lengths=lengths)
        if not self.return_state:
            return output
        return [*(output if isinstance(output, list) else [output]), *states]

    # ------------------------------------------------------------------ configuration
    def _run_config(self):
        config = {n: getattr(self, n) for n in ("return_sequences", "return_state", "go_backwards", "stateful", "unroll", "time_major")}
        if self._num_constants:
            config["num_constants"] = self._num_constants
        if self.zero_output_for_mask:
            config["zero_output_for_mask"] = True
        return config

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self._run_config(), "cell": serialize_keras_object(self.cell)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        # A copy: the caller may use the configuration again.
        config = dict(config)
        cell = deserialize(config.pop("cell"), custom_objects=custom_objects)
        number = config.pop("num_constants", 0)
        layer = cls(cell, **config)
        layer._num_constants = number
        return layer
