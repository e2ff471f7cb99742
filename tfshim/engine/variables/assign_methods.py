"""The methods of `tf.Variable` that set its value as a whole, or add to all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables import variable_ops

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType
    from tfshim.engine.values.shapes import TensorShape


class AssignMixin:
    """What a variable offers to be changed by, beside the changes of single rows and elements."""

    if TYPE_CHECKING:  # of the variable
        _dt: DType
        _shape: TensorShape
        _t: Any

        @property
        def name(self) -> str: ...
        def _store(self, t: Any) -> None: ...
        def _unread(self) -> Any: ...

    def _assignable(self, value: Any, what: str = "assign") -> Tensor:
        value = convert_to_tensor(value, self._dt)
        shape = self._shape
        if not shape.is_compatible_with(value.shape):
            raise ValueError(
                f"Cannot assign value to variable ' {self.name}': Shape mismatch.The variable shape {shape}, "
                f"and the assigned value shape {value.shape} are incompatible."
            )
        return value

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Set the value. Mirrors `tf.Variable.assign`.

        Arguments:
            value: a tensor of the shape and dtype of the variable, or what converts to one.
            use_locking: has no effect: an assignment is never seen half done.
            name: a name for the operation in graphs.
            read_value: False gives None, in graphs the operation; True by default.

        Returns:
            The variable, so that calls can follow each other.

        Raises:
            ValueError: the shape is not compatible with that of the variable.
            InvalidArgumentError: in a graph that did not know the shape of `value`, it is another one when the graph runs.
            TypeError, ValueError: the dtype is another one.

        Example:
            >>> v = tf.Variable([1.0, 2.0])
            >>> v.assign([3.0, 4.0])
            <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([3., 4.], dtype=float32)>
        """
        value = self._assignable(value)
        if TS.graph is not None:
            return self._written(variable_ops.assign_in_graph(self, _in_graph(value), name=name), read_value)
        try:
            t = value._t
        except AttributeError:
            higher.refuse_symbolic([value])
            raise
        # A variable stays on the device where it was made, wherever the value was computed.
        if type(t) is torch.Tensor and self._t is not None and t.device != self._t.device:
            t = t.to(self._t.device)
        if value._rec is not None:
            t = t.detach()
        self._store(t)
        return self._unread() if read_value else None

    def assign_add(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Add to the value. Mirrors `tf.Variable.assign_add`.

        It is `v += delta` in place.

        Arguments:
            delta: a tensor of the shape and dtype of the variable, or what converts to one.
            use_locking: has no effect: threads that add at the same time lose nothing.
            name: a name for the operation in graphs.
            read_value: False gives None, in graphs the operation; True by default.

        Returns:
            The variable.

        Raises:
            InvalidArgumentError: the shape is another one: nothing is broadcast.

        Example:
            >>> step = tf.Variable(0)
            >>> step.assign_add(1)
            <tf.Variable 'UnreadVariable' shape=() dtype=int32, numpy=1>
        """
        return self._update(delta, torch.Tensor.add_, "assign_add", read_value, name)

    def assign_sub(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Subtract from the value. Mirrors `tf.Variable.assign_sub`.

        Arguments:
            delta: a tensor of the shape and dtype of the variable, or what converts to one.
            use_locking: has no effect: threads that subtract at the same time lose nothing.
            name: a name for the operation in graphs.
            read_value: False gives None, in graphs the operation; True by default.

        Returns:
            The variable.

        Raises:
            InvalidArgumentError: the shape is another one: nothing is broadcast.

        A step of gradient descent is `v.assign_sub(rate * gradient)`.

        Example:
            >>> v = tf.Variable([1.0, 2.0])
            >>> v.assign_sub([0.5, 0.5])
            <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([0.5, 1.5], dtype=float32)>
        """
        return self._update(delta, torch.Tensor.sub_, "assign_sub", read_value, name)

    def _update(self, delta: Any, in_place: Callable[..., Any], what: str, read_value: bool, name: str | None) -> Any:
        value = delta if type(delta) is EagerTensor and delta._dt is self._dt else convert_to_tensor(delta, self._dt)
        if TS.graph is not None:
            return self._written(getattr(variable_ops, what)(self, _in_graph(value), name=name), read_value)
        try:
            t = value._t.detach() if value._rec is not None else value._t
        except AttributeError:
            higher.refuse_symbolic([value])
            raise
        variable_ops.update_in_place(self, t, in_place)
        return self._unread() if read_value else None

    def _written(self, operation: Any, read_value: bool) -> Any:
        return TS.graph._variable_written(self, operation, read_value) if TS.graph is not None else self._unread() if read_value else None

    def load(self, value: Any, session: Any = None) -> None:
        """Set the value. Mirrors `tf.Variable.load`, an older form of `assign`.

        It is for programs of TensorFlow 1 that set weights from arrays without adding operations to the graph: the initializer is run
        with the array in place of its value. Eagerly it is `assign`.

        Arguments:
            value: anything that becomes a tensor of the shape and dtype of the variable.
            session: for variables of graphs of TensorFlow 1 the session whose value is set, None for the default one; of no effect
                otherwise.

        Raises:
            ValueError: the shape does not fit.

        Example:
            >>> v = tf.compat.v1.Variable(1.0)
            >>> v.load(2.0)
            >>> float(v)
            2.0
        """
        self.assign(value)

    def count_up_to(self, limit: int) -> Tensor:
        """Increase an integer scalar by one, up to a limit. Mirrors `tf.Variable.count_up_to`.

        It is one step that no other thread comes between, so each number is given out once. The increase is made only where the limit has
        not been reached. In TensorFlow 1 it limited how often something was done.

        Arguments:
            limit: a Python integer: where the variable has this value already, it is an error.

        Returns:
            A scalar: the value before.

        Raises:
            OutOfRangeError: the limit has been reached.

        Example:
            >>> v = tf.Variable(0)
            >>> int(v.count_up_to(2)), int(v.count_up_to(2)), int(v)
            (0, 1, 2)
        """
        return variable_ops.count_up_to(self, limit)

    def __iadd__(self, other: object) -> Any:
        raise RuntimeError(
            "`variable += value` with `tf.Variable`s is not supported. Use `variable.assign_add(value)` to modify "
            "the variable, or `out = variable + value` if you need to get a new output Tensor."
        )

    def __isub__(self, other: object) -> Any:
        raise RuntimeError(
            "`variable -= value` with `tf.Variable`s is not supported. Use `variable.assign_sub(value)` to modify "
            "the variable, or `out = variable - value` if you need to get a new output Tensor."
        )


def _in_graph(value: Any) -> Any:
    """`value` as a tensor of the graph that is built."""
    if type(value) is EagerTensor:
        return TS.graph._as_node(value, "Const")
    # A Keras tensor, which has no value, raises when it is asked for its operation.
    return value if isinstance(value, Tensor) else value._op.outputs[value._index]
