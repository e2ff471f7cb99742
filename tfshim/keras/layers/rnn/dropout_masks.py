"""Masks of recurrent cells: drawn once, and used for all steps of a sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops
from tfshim.control_flow import cond
from tfshim.engine.runtime.state import TS

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike


class DropoutMasks:
    """Masks for inputs and states that are drawn once and used for all steps of a sequence.

    Each graph draws its own, so that none refers to a tensor of another.
    """

    def _reset(self, which):
        self.__dict__[f"_{which}_masks"] = {}

    def reset_dropout_mask(self) -> None:
        """Forget the dropout masks of the inputs, so that the next step draws new ones. Mirrors `reset_dropout_mask` of Keras' recurrent
        cells.

        A cell with `dropout` draws a mask at the first step and uses it for all that follow, so that a feature is dropped along a whole
        sequence or not at all. `RNN` and the recurrent layers call this before each batch. Who calls a cell in a loop of one's own while
        training calls it where a new batch begins; otherwise all batches lose the same features.

        Returns:
            None.

        Example:
            >>> cell = tf.keras.layers.GRUCell(2, dropout=0.5)
            >>> first = cell.get_dropout_mask_for_cell(tf.ones([1, 50]), training=True)
            >>> same = cell.get_dropout_mask_for_cell(tf.ones([1, 50]), training=True)
            >>> cell.reset_dropout_mask()
            >>> new = cell.get_dropout_mask_for_cell(tf.ones([1, 50]), training=True)
            >>> np.array_equal(first, same), np.array_equal(first, new)
            (True, False)
        """
        self._reset("dropout")

    def reset_recurrent_dropout_mask(self) -> None:
        """Forget the dropout masks of the states, so that the next step draws new ones.

        Mirrors `reset_recurrent_dropout_mask` of Keras' recurrent cells. A cell with `recurrent_dropout` draws a mask at the first step and
        uses it for all that follow, so that what is dropped of the state stays the same along a sequence. `RNN` and the recurrent layers
        call this before each batch. Who calls a cell in a loop of one's own while training calls it where a new batch begins, and
        `reset_dropout_mask` with it.

        Returns:
            None.

        Example:
            >>> cell = tf.keras.layers.GRUCell(50, recurrent_dropout=0.5)
            >>> first = cell.get_recurrent_dropout_mask_for_cell(tf.ones([1, 50]), training=True)
            >>> cell.reset_recurrent_dropout_mask()
            >>> new = cell.get_recurrent_dropout_mask_for_cell(tf.ones([1, 50]), training=True)
            >>> np.array_equal(first, new)
            False
        """
        self._reset("recurrent_dropout")

    def get_dropout_mask_for_cell(self, inputs: TensorLike, training: BoolLike | None, count: int = 1) -> list[AnyTensor] | None:
        """The dropout masks by which a cell multiplies its inputs. Mirrors `get_dropout_mask_for_cell` of Keras' recurrent cells.

        A cell of one's own that derives from one of Keras', and has a `call` of its own, gets them here, so that they stay the same along a
        sequence. The first call draws them and later ones give them again, until `reset_dropout_mask`; training and inference have masks of
        their own.

        Arguments:
            inputs: a float tensor [batch, features]: the masks have its shape and dtype.
            training: True: elements are 0 with the probability `dropout`, and else 1 / (1 - dropout). False or None: all are 1. A tensor of
                a bool decides when it runs.
            count: how many, one for each gate that has a mask of its own; 1.

        Returns:
            A list of `count` tensors, or None where `dropout` is 0.

        Example:
            >>> cell = tf.keras.layers.LSTMCell(2, dropout=0.5)
            >>> masks = cell.get_dropout_mask_for_cell(tf.ones([1, 100]), training=True, count=4)
            >>> len(masks), sorted(set(masks[0].numpy().ravel().tolist()))
            (4, [0.0, 2.0])
            >>> tf.keras.layers.LSTMCell(2).get_dropout_mask_for_cell(tf.ones([1, 100]), training=True) is None
            True
        """
        return self._masks("dropout", inputs, training, count)

    def get_recurrent_dropout_mask_for_cell(self, inputs: TensorLike, training: BoolLike | None, count: int = 1) -> list[AnyTensor] | None:
        """The dropout masks by which a cell multiplies its state. Mirrors `get_recurrent_dropout_mask_for_cell` of Keras' recurrent cells.

        A cell of one's own that derives from one of Keras', and has a `call` of its own, gets them here, so that they stay the same along a
        sequence. The first call draws them and later ones give them again, until `reset_recurrent_dropout_mask`; training and inference
        have masks of their own.

        Arguments:
            inputs: the state, a float tensor [batch, units]: the masks have its shape and dtype.
            training: True: elements are 0 with the probability `recurrent_dropout`, and else 1 / (1 - recurrent_dropout). False or None:
                all are 1. A tensor of a bool decides when it runs.
            count: how many, one for each gate that has a mask of its own; 1.

        Returns:
            A list of `count` tensors, or None where `recurrent_dropout` is 0.

        Example:
            >>> cell = tf.keras.layers.GRUCell(100, recurrent_dropout=0.5)
            >>> masks = cell.get_recurrent_dropout_mask_for_cell(tf.ones([1, 100]), training=True, count=3)
            >>> len(masks), sorted(set(masks[0].numpy().ravel().tolist()))
            (3, [0.0, 2.0])
        """
        return self._masks("recurrent_dropout", inputs, training, count)

    def _masks(self, which, inputs, training, count):
        rate = getattr(self, which)
        if rate == 0:
            return None
        known = self.__dict__.setdefault(f"_{which}_masks", {})
        # tensors are not hashable: one for `training` is known by its identity
        key = (TS.graph, bool(training) if isinstance(training, (bool, int)) or training is None else id(training))
        if key not in known:
            ones = array_ops.ones_like(inputs)
            if training is None or isinstance(training, (bool, int)):
                drawn = [self._random_generator.dropout(ones, rate) if training else ones for _ in range(count)]
            else:
                drawn = [
                    cond(training, lambda: self._random_generator.dropout(ones, rate), lambda: array_ops.identity(ones))
                    for _ in range(count)
                ]
            known[key] = drawn
        return known[key]
