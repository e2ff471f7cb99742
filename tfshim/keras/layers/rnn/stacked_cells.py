"""Several cells as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.layers.rnn.cell_steps import build_inside, has_several_states, step_of, zero_state
from tfshim.keras.layers.serialization import deserialize
from tfshim.keras.saving.serialization import serialize_keras_object

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import BoolLike, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


@tf_export("keras.layers.StackedRNNCells")
class StackedRNNCells(Layer):
    """Several cells as one: each takes what the one before gives, and keeps states of its own.

    Mirrors `tf.keras.layers.StackedRNNCells`; `RNN([cell, ...])` makes one. States are a tuple or list with those of each cell in turn, and
    the output is that of the last. One step goes through all cells before the next, unlike layers one after the other, which each run over
    the whole sequence.

    Arguments:
        cells: a list of cells: objects with `call` and `state_size`.
        **kwargs: those of `Layer`.

    Returns:
        When called on inputs and states, (output, new states).

    Raises:
        ValueError: a cell without `call` or `state_size`.

    Example:
        >>> cell = tf.keras.layers.StackedRNNCells([tf.keras.layers.GRUCell(8), tf.keras.layers.GRUCell(4)])
        >>> cell.state_size, cell.output_size
        ((8, 4), 4)
        >>> tf.keras.layers.RNN(cell)(tf.ones([2, 5, 3])).shape
        TensorShape([2, 4])
    """

    __module__ = "keras.src.layers.rnn.stacked_rnn_cells"

    def __init__(self, cells: Sequence[Any], **kwargs: Any) -> None:
        for cell in cells:
            for needed in ("call", "state_size"):
                if not hasattr(cell, needed):
                    kind = " method" if needed == "call" else ""
                    raise ValueError(
                        f"All cells must have a `{needed}` {kind.strip() or 'attribute'}. Received cell without a `{needed}`{kind}: {cell}"
                    )
        reverse = kwargs.pop("reverse_state_order", False)
        super().__init__(**kwargs)
        self.cells = cells
        self.reverse_state_order = reverse

    @property
    def state_size(self) -> tuple[Any, ...]:
        """The sizes of the states of each cell."""
        return tuple(c.state_size for c in (self.cells[::-1] if self.reverse_state_order else self.cells))

    @property
    def output_size(self) -> Any:
        """The size of the last cell's output."""
        last = self.cells[-1]
        if getattr(last, "output_size", None) is not None:
            return last.output_size
        return last.state_size[0] if has_several_states(last.state_size) else last.state_size

    def get_initial_state(
        self, inputs: TensorLike | None = None, batch_size: IntLike | None = None, dtype: DTypeLike | None = None
    ) -> tuple[Any, ...]:
        """The states in which a sequence begins: zeros for each cell. Mirrors `tf.keras.layers.StackedRNNCells.get_initial_state`.

        Each cell is asked for its own, so that a cell that overrides `get_initial_state` begins in its way; the others give zeros of their
        `state_size`. `RNN` calls it where no `initial_state` was given.

        Arguments:
            inputs: a tensor whose first size is the batch and whose dtype is that of the states; None (default): the other two arguments
                say it.
            batch_size: an integer or an integer scalar tensor.
            dtype: of the states. Both count without `inputs` alone.

        Returns:
            A tuple with what each cell gives, in the order of the cells, or from the last to the first with `reverse_state_order`.

        Raises:
            ValueError: neither inputs, nor both a batch size and a dtype.

        Example:
            >>> cells = tf.keras.layers.StackedRNNCells([tf.keras.layers.GRUCell(4), tf.keras.layers.LSTMCell(3)])
            >>> first, second = cells.get_initial_state(batch_size=2, dtype="float32")
            >>> first.shape, len(second), second[0].shape
            (TensorShape([2, 4]), 2, TensorShape([2, 3]))
        """
        states = []
        for cell in self.cells[::-1] if self.reverse_state_order else self.cells:
            own = getattr(cell, "get_initial_state", None)
            states.append(own(inputs=inputs, batch_size=batch_size, dtype=dtype) if own else zero_state(batch_size, cell.state_size, dtype))
        return tuple(states)

    def call(
        self, inputs: TensorLike, states: TensorLike, constants: TensorLike | None = None, training: BoolLike | None = None, **kwargs: Any
    ) -> tuple[Any, Any]:
        sizes = self.state_size[::-1] if self.reverse_state_order else self.state_size
        nested, new_states = nest.pack_sequence_as(sizes, nest.flatten(states)), []
        for cell, own in zip(self.cells, nested):
            own = own if nest.is_nested(own) else [own]
            own = own[0] if len(own) == 1 and getattr(cell, "_is_tf_rnn_cell", False) else own
            inputs, new = step_of(cell, training, constants, kwargs)(inputs, own)
            new_states.append(new)
        return inputs, nest.pack_sequence_as(self.state_size, nest.flatten(new_states[::-1] if self.reverse_state_order else new_states))

    def build(self, input_shape: ShapeLike) -> None:
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                build_inside(cell, shape)
            if getattr(cell, "output_size", None) is not None:
                size = cell.output_size
            else:
                size = cell.state_size[0] if has_several_states(cell.state_size) else cell.state_size
            first = nest.flatten(shape)[0]
            batch = first[0] if isinstance(first, TensorShape) else first
            # A cell may give several outputs, which the next takes.
            whole = [TensorShape([batch, *TensorShape(x).as_list()]) for x in nest.flatten(size)]
            shape = tuple(nest.pack_sequence_as(size, whole)) if nest.is_nested(size) else whole[0]
        self.built = True

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "cells": [serialize_keras_object(c) for c in self.cells]}
        if self.reverse_state_order:
            config["reverse_state_order"] = True
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        return cls([deserialize(c, custom_objects=custom_objects) for c in config.pop("cells")], **config)
