"""`tf.GradientTape` on torch autograd.

What it watches is given out as aliases (`aliases.py`); a gradient goes backward from targets to them (`backward.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.gradients.aliases import Tape, is_trainable_dtype, read_variable
from tfshim.engine.gradients.backward import compute
from tfshim.engine.ops.execution import RecordedByTorch
from tfshim.engine.ops.registered_gradients import replaced
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.processor.denormals import flushed
from tfshim.engine.runtime.processor.threads import adapt
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.composite_tensor import gradient_components, with_gradients
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import VARIABLE, is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.refusals import refused

if TYPE_CHECKING:
    Variable: TypeAlias = Any  # of variables.variable, above this module


def _flat(structure: Any) -> list[Any]:
    return nest.flatten(structure, expand_composites=True)


def components(structure: Any) -> list[Any]:
    """The tensors in `structure` that have gradients."""
    return [t for x in nest.flatten(structure) for t in gradient_components(x)]


def _are_variables(sources: list[Any]) -> bool:
    """Whether all of `sources` are variables, as in most training steps, and none stands for another."""
    for s in sources:
        if getattr(s, "_tfshim_kind", None) is not VARIABLE or s._stands_for is not None:
            return False
    return True


def _packed(structure: Any, flat: list[Any], grads: Sequence[Any]) -> Any:
    """`grads`, those of the components of `flat`, in the structure of `structure`."""
    grads = iter(grads)
    return nest.pack_sequence_as(structure, [with_gradients(x, grads) for x in flat])


@tf_export("GradientTape")
class GradientTape:
    """Records operations, so that gradients can be taken of what was computed. Mirrors `tf.GradientTape`.

    Arguments:
        persistent: True allows more than one `gradient` or `jacobian` of the tape; False (the default) lets go of
            everything with the first.
        watch_accessed_variables: whether trainable variables that are read are watched by themselves, True by default.
            Tensors are watched by `watch`.

    Raises:
        RuntimeError: a second gradient of a tape that is not persistent.

    It is a context manager: what happens within the `with` block is recorded, on this thread. Tapes can be nested, for
    second derivatives; gradients that are taken within the block are recorded too. Only floats and complex numbers have
    gradients.

    Example:
        >>> x = tf.Variable(3.0)
        >>> with tf.GradientTape() as tape:
        ...     y = x * x
        >>> tape.gradient(y, x)
        <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
        >>> with tf.GradientTape() as outer:
        ...     with tf.GradientTape() as inner:
        ...         y = x ** 3
        ...     slope = inner.gradient(y, x)
        >>> outer.gradient(slope, x)
        <tf.Tensor: shape=(), dtype=float32, numpy=18.0>
    """

    __module__ = "tensorflow.python.eager.backprop"

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent, self._watch = persistent, watch_accessed_variables
        self._tape: Any = None
        self._watched = ()
        self._recording = False

    def __enter__(self) -> GradientTape:
        self._push_tape()
        return self

    def __exit__(self, kind: object, value: object, traceback: object) -> None:
        if self._recording:
            self._pop_tape()

    def _push_tape(self, resumed: bool = False) -> None:
        if self._recording:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        if self._tape is not None:
            self._settle()
        if self._tape is None:
            self._tape = Tape(self._persistent, self._watch)
            if TS.graph is not None:
                higher.tape_opened(self._tape)
        elif TS.graph is not None:
            self._tape = higher.tape_opened_again(self._tape, resumed)
        self._tape.push()
        self._recording = True

    def _settle(self) -> None:
        """Go back to what was recorded eagerly, if anything, where the tape has recorded in a graph that is not around us any more."""
        tape = self._tape
        if tape is not None and tape.handle is not None and not self._recording and not higher.tape_is_here(tape):
            self._tape = Tape(self._persistent, self._watch) if tape.before is None else tape.before
            for key, (variable, _) in tape.variables.items():
                self._tape.variables.setdefault(key, (variable, []))
            self._tape.explicit |= tape.explicit

    def _pop_tape(self) -> None:
        if not self._recording:
            raise ValueError("Tape is not recording.")
        if self._tape.handle is not None:
            higher.tape_closed(self._tape)
        self._tape.pop()
        self._recording = False

    def watch(self, tensor: Any) -> None:
        """Record what happens to a tensor from now on. Mirrors `tf.GradientTape.watch`.

        A tensor that is not watched is a constant for the tape, and its gradient is None.

        Arguments:
            tensor: a tensor or variable, or a nest of them: floats or complex numbers; others are logged and have no
                gradient.

        Raises:
            ValueError: it is something else.

        Trainable variables need it only with `watch_accessed_variables=False`. Call it before the computation, within
        the block.

        Example:
            >>> x = tf.constant(3.0)
            >>> with tf.GradientTape() as tape:
            ...     tape.watch(x)
            ...     y = x * x
            >>> tape.gradient(y, x)
            <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
        """
        self._settle()
        for x in _flat(tensor):
            if not (isinstance(x, Tensor) or hasattr(type(x), "_tfshim_value")):
                raise ValueError(f"Passed in object {x} of type {type(x).__name__!r}, not tf.Tensor or tf.Variable or ExtensionType.")
            if not is_trainable_dtype(x.dtype):
                _warn(5, "The dtype of the watched tensor must be floating (e.g. tf.float32), got %r", x.dtype)
                continue
            tape = self._tape
            if tape is None:
                raise AttributeError("'NoneType' object has no attribute '_tape'")  # TensorFlow's, for a tape not begun or used up
            if is_variable(x):
                tape.explicit.add(id(x))
                # Read before, it has a cached value that this tape does not record.
                x._alias = None
                if tape.handle is not None:
                    higher.tape_watches_variable(tape, x)
                elif tape in TS.tapes:
                    read_variable(x)
            elif type(x) is not EagerTensor:
                x.graph._watch(self, x)
            elif tape.handle is None:
                tape.watch_tensor(x)
            else:
                TS.graph._watch(self, TS.graph._as_node(x))

    def stop_recording(self) -> _Pause:
        """A scope in which the tape does not record. Mirrors `tf.GradientTape.stop_recording`.

        Returns:
            A context manager; behind it the tape goes on.

        What is computed within counts as a constant: metrics and printing need no memory for gradients, and gradients
        that are taken within the block of a persistent tape are not recorded.

        Example:
            >>> x = tf.Variable(3.0)
            >>> with tf.GradientTape() as tape:
            ...     y = x * x
            ...     with tape.stop_recording():
            ...         factor = x + 1.0
            ...     z = factor * y
            >>> tape.gradient(z, x)
            <tf.Tensor: shape=(), dtype=float32, numpy=24.0>
        """
        return _Pause(self)

    def reset(self) -> None:
        """Forget everything that was recorded and watched so far. Mirrors `tf.GradientTape.reset`.

        Within the block the tape goes on as if it had just begun: a loop can so keep the steps before from being part of the gradient, and
        from taking memory. Trainable variables are watched again when they are read; what was watched by `watch` has to be named again. It
        takes no arguments and returns None.

        Raises:
            ValueError: it is called outside of the block.

        Example:
            >>> x = tf.Variable(3.0)
            >>> with tf.GradientTape() as tape:
            ...     y = x * x
            ...     tape.reset()
            ...     z = 2.0 * x
            >>> tape.gradient(z, x)
            <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
        """
        if self._recording and self._begun_outside():
            raise refused("tf.GradientTape.reset", "outside")
        self._pop_tape()
        self._tape = None
        self._push_tape()

    def _begun_outside(self) -> bool:
        """Whether it records in the program, or in a graph, around the graph under construction."""
        graph, handle = TS.graph, self._tape.handle
        return graph is not None and (handle is None or handle._op.graph is not graph)

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that are watched. Mirrors `tf.GradientTape.watched_variables`.

        It tells what a gradient can be taken for, when variables are made and used in places that are not at hand: `tape.gradient(loss,
        tape.watched_variables())` trains all that had a part in the loss. It takes no arguments.

        Returns:
            a tuple of variables, each once, in the order in which they were first read or named to `watch`. Variables with
            `trainable=False` are there only where `watch` named them; tensors are not.

        Example:
            >>> a, b = tf.Variable(1.0, name="a"), tf.Variable(2.0, name="b")
            >>> with tf.GradientTape() as tape:
            ...     y = b * b
            >>> [v.name for v in tape.watched_variables()]
            ['b:0']
        """
        if self._tape is None:
            return self._watched
        return tuple(v for v, _ in self._tape.variables.values())

    def gradient(self, target: Any, sources: Any, output_gradients: Any = None, unconnected_gradients: Any = "none") -> Any:
        """The gradient of the sum of targets with respect to sources. Mirrors `tf.GradientTape.gradient`.

        Arguments:
            target: a tensor, or a nest of them, that was computed while the tape recorded.
            sources: a tensor or variable, or a nest of them, that the tape watched.
            output_gradients: what each target is weighted by, in the structure of `target`; None (the default) for
                ones.
            unconnected_gradients: what stands where nothing connects the two: None (`tf.UnconnectedGradients.NONE`, the
                default) or zeros (`ZERO`).

        Returns:
            Tensors in the structure of `sources`: each of the shape and dtype of its source, an IndexedSlices where
            only some rows were used, or None.

        Raises:
            RuntimeError: it is the second call on a tape that is not persistent.
            LookupError: an operation between them has no gradient.

        Example:
            >>> w, b = tf.Variable(2.0), tf.Variable(1.0)
            >>> with tf.GradientTape() as tape:
            ...     loss = (w * 3.0 + b) ** 2
            >>> [float(g) for g in tape.gradient(loss, [w, b])]
            [42.0, 14.0]
        """
        if self._tape is None:
            raise RuntimeError("A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)")
        unconnected = _unconnected(unconnected_gradients)
        if self._tape.handle is not None and not self._recording:
            if TS.graph is None:
                higher.refuse_symbolic(target)
            self._settle()
        if target is None:
            raise TypeError(
                "Argument `target` should be a list or nested structure of Tensors, Variables or CompositeTensors to be differentiated, "
                "but received None."
            )
        simple = type(sources) is list and _are_variables(sources)
        if simple:
            wanted = flat_sources = sources
        else:
            wanted = nest.flatten(sources)
            flat_sources = [_referred(getattr(t, "_origin", t)) for s in wanted for t in gradient_components(s)]
            for s in flat_sources:
                _check_differentiable(s)
        # While a function is traced the gradient becomes a node; torch has recorded nothing yet.
        if TS.graph is not None:
            for t in components(target):
                _check_differentiable(t)
            grads = higher.tape_gradient(self, target, flat_sources, output_gradients, unconnected)
            return _packed(sources, wanted, grads)
        if replaced:
            raise refused("tf.GradientTape", "replaced", type=next(iter(replaced)))
        adapt()
        if self._recording:
            # As in TensorFlow: asking a tape that still records ends its recording.
            if not self._persistent:
                self._pop_tape()
            else:
                warn_of_recording()
        flat_targets, weights, as_given = [], [], []
        given = None if output_gradients is None else components(output_gradients)
        for i, t in enumerate([target] if type(target) is EagerTensor else components(target)):
            if t is None:
                continue
            _check_differentiable(t)
            if not is_trainable_dtype(t.dtype):
                _warn(
                    5,
                    "The dtype of the target tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, got %r",
                    t.dtype,
                )
            as_given.append(t)
            if is_variable(t):
                t = self._read_again(t)
            flat_targets.append(t)
            weights.append(None if given is None else given[i])
        try:
            # Torch may be asked for gradients of these gradients.
            asked = compute if TS.tapes or not self._tape.by_torch else functools.partial(higher.recorded_by_torch, compute)
            grads = flushed(asked, self._tape, flat_targets, flat_sources, weights)
        except RecordedByTorch:  # the weights are
            grads = higher.recorded_by_torch(compute, self._tape, flat_targets, flat_sources, weights)
        for g in grads:
            if g is None:
                grads = [_of_itself(s, as_given, weights) if g is None else g for g, s in zip(grads, flat_sources)]
                break
        if unconnected == "zero":
            grads = [_zeros(s) if g is None else g for g, s in zip(grads, flat_sources)]
        if not self._persistent:
            self._watched = self.watched_variables()
            tape, self._tape = self._tape, None
            if tape.parent is None and not tape.by_torch:  # else a tape around may yet differentiate through these aliases
                tape.release()
        return grads if simple else _packed(sources, wanted, grads)

    def _read_again(self, variable: Variable) -> Tensor:
        """The value of a variable that is itself a target: read under this tape."""
        if self._recording:
            return variable._tfshim_value()
        self._push_tape(resumed=True)
        try:
            return variable._tfshim_value()
        finally:
            self._pop_tape()

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: Any = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivative of every element of a target with respect to every element of sources. Mirrors
        `tf.GradientTape.jacobian`.

        Arguments:
            target: a tensor that was computed while the tape recorded.
            sources: a tensor or variable, or a nest of them, that the tape watched.
            unconnected_gradients: as of `gradient`.
            parallel_iterations: a hint, as the next one; None by default.
            experimental_use_pfor: True (the default) takes all rows at once, False one after the other.

        Returns:
            Tensors in the structure of `sources`, each of shape `target.shape + source.shape`, or None.

        Raises:
            RuntimeError: as of `gradient`.

        Example:
            >>> x = tf.Variable([1.0, 2.0])
            >>> with tf.GradientTape() as tape:
            ...     y = x * x
            >>> tape.jacobian(y, x)
            <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
            array([[2., 0.],
                   [0., 4.]], dtype=float32)>
        """
        getattr(target, "shape")  # noqa: B009 - what has none is refused as Python does
        return higher.jacobian(self, target, sources, _unconnected(unconnected_gradients), experimental_use_pfor)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: Any = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The Jacobian of each example of a batch. Mirrors `tf.GradientTape.batch_jacobian`.

        Arguments:
            target: a tensor of shape [batch, ...], row i of which depends on row i of `source` only.
            source: a tensor or variable of shape [batch, ...] that the tape watched.
            unconnected_gradients: as of `gradient`.
            parallel_iterations: a hint, as the next one; None by default.
            experimental_use_pfor: True (the default) takes all rows at once, False one after the other.

        Returns:
            A tensor of shape `[batch] + target.shape[1:] + source.shape[1:]`: what `jacobian` has on its diagonal, for
            less work.

        Raises:
            ValueError: the first sizes differ.

        Example:
            >>> x = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
            >>> with tf.GradientTape() as tape:
            ...     y = x * x
            >>> tape.batch_jacobian(y, x).shape
            TensorShape([2, 2, 2])
        """
        for value, attribute in ((target, "rank"), (source, "with_rank_at_least")):
            getattr(value.shape, attribute)  # of arrays these are no shapes of TensorFlow's
        return higher.batch_jacobian(self, target, source, _unconnected(unconnected_gradients), experimental_use_pfor)


def _check_differentiable(value: Any) -> None:
    """Raise for what is no tensor or variable, as TensorFlow does that asks for its dtype and then for its number."""
    if value is None or isinstance(value, Tensor) or hasattr(type(value), "_tfshim_value"):
        return
    kind = as_dtype(getattr(value, "dtype", value))  # a number may be that of a dtype
    wanted = "_id" if hasattr(value, "dtype") or is_trainable_dtype(kind) else "dtype"
    raise AttributeError(f"{_shown_type(value)} has no attribute '{wanted}'")


def _shown_type(value: Any) -> str:
    kind = type(value)
    name = f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__
    return f"type object '{value.__name__}'" if isinstance(value, type) else f"'{name}' object"


class _Pause:
    def __init__(self, tape: GradientTape) -> None:
        self._tape = tape
        self._apart = False  # whether the tape records a function as a whole, in which the scope stands

    def __enter__(self) -> None:
        tape = self._tape
        if tape._tape is None:  # it has never begun, or was used up
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        if not tape._recording:
            raise ValueError("Tape is not recording.")
        self._apart = TS.graph is not None and tape._tape.handle is None
        if not self._apart:
            tape._pop_tape()

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        if not self._apart:
            self._tape._push_tape(resumed=True)
        return False


def _unconnected(value: Any) -> str:
    value = getattr(value, "value", value)
    if value not in ("none", "zero"):
        raise ValueError(f"Unknown value for unconnected_gradients: {value!r}")
    return value


_warned = {}


def _warn(times: int, message: str, *arguments: object) -> None:
    """Log a warning, the first few times."""
    _warned[message] = _warned.get(message, 0) + 1
    if _warned[message] <= times:
        get_logger().warning(message, *arguments)


def warn_of_recording() -> None:
    """Warn that gradients are taken from a persistent tape while it records."""
    _warn(
        1,
        "Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient "
        "than calling it outside the context (it causes the gradient ops to be recorded on the tape, leading to "
        "increased CPU and memory usage). Only call GradientTape.gradient inside the context if you actually "
        "want to trace the gradient in order to compute higher order derivatives.",
    )


def _of_itself(source: Any, targets: list[Any], weights: list[Any]) -> Tensor | None:
    """The gradient for a source that is a target too, though nothing watched it: ones, or its weight. None for others."""
    found = None
    for t, w in zip(targets, weights):
        if t is source and type(t._t) is torch.Tensor:
            own = torch.ones_like(t._t) if w is None else convert_to_tensor(w, t.dtype)._t
            found = own if found is None else found + own
    return None if found is None else wrap(found, source._dt)


def _referred(source: Any) -> Any:
    """The variable that a handle refers to; any other source as it is."""
    if type(source) is EagerTensor and source._dt is dtypes.resource and is_variable(source._t[()]):
        return source._t[()]
    return source


def _zeros(source: Any) -> Tensor:
    if isinstance(source, Tensor):
        if type(source._t) is not torch.Tensor:
            return wrap(np.full(source._t.shape, b"", object), source._dt)
        return wrap(torch.zeros_like(source._t), source._dt)
    t = source._t if hasattr(source, "_t") else convert_to_tensor(source)._t
    return wrap(torch.zeros_like(t), source.dtype)
