"""What iterates over datasets."""

from __future__ import annotations

import json
import struct
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import sparse
from tfshim._export import tf_export
from tfshim.data import optional, specs, states
from tfshim.data import options as options_module
from tfshim.data.dataset import Dataset, above
from tfshim.data.element_functions import ElementFunction
from tfshim.data.running import Run
from tfshim.data.stages import Differs, Unsaved, resumed, state_of
from tfshim.data.structures import Packer, box
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.devices import accelerated, on_processor
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.tracebacks import in_short
from tfshim.engine.values import dtypes, memory, nest
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.protocol import is_sparse
from tfshim.engine.values.specs.none import NoneTensorSpec
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.trackable import Trackable
from tfshim.profiler import iterators, points
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def _next_on_processor(items):
    with on_processor():
        return next(items)


class Cursor:
    """A place in one iteration over a dataset: gives elements as lists of slots, and can be saved and restored."""

    def __init__(self, dataset, internal=False):
        self.dataset, self.internal = dataset, internal
        self.width = max(1, len(nest.flatten(dataset._spec)))
        self.run = self._flat = None
        self._peeked = []
        # Other threads that ask for an element wait; functions of the pipeline that use the same iterator do not.
        self._lock = threading.RLock()
        self._made = _next_on_processor if accelerated() else next
        self._start()

    def _start(self):
        # Seeds as they were before this iteration took its own: with them it can be repeated.
        self.begun = [(node, node.state()) for node in seeds_of(self.dataset)]
        self.count = 0
        self.run = Run(options_module.of_dataset(self.dataset), None if self.internal else self.dataset)
        self._flat = self.dataset._open(self.run)

    def next(self):
        """The next element. Raises StopIteration after the last one."""
        self._lock.acquire()  # half as long as `with`
        try:
            if self._peeked:
                self.count += 1
                return self._peeked.pop()
            return self._next()
        finally:
            self._lock.release()

    def _next(self):
        if self._flat is None:
            raise StopIteration
        try:
            made = self._made(self._flat)
        except StopIteration:
            self.close()
            raise
        except errors.OpError as e:
            # An error need not be the end: the next request goes on behind it, as in TensorFlow, and starts the threads
            # again.
            self.run.pause()
            raise in_short(self._translated(e)) from e.__cause__
        except Exception as e:
            self.run.pause()
            if memory.shortage(e):
                raise self._translated(memory.error(e)).with_traceback(e.__traceback__) from None
            raise
        self.count += 1
        return made

    def _translated(self, error):
        if error.message.startswith("{{function_node") or "[Op:" in error.message:
            return error
        made = errors.op_error(type(error), error.message, "IteratorGetNext", counts={"output_types": self.width})
        for note in getattr(error, "__notes__", ()):
            errors.add_note(made, note)
        return made.with_traceback(error.__traceback__)

    def has_next(self):
        """Whether there is another element, which is kept for `next`."""
        with self._lock:
            if not self._peeked:
                try:
                    self._peeked = [self._next()]
                except StopIteration:
                    return False
                self.count -= 1
            return True

    def close(self):
        """Stop the threads and close the files."""
        if self.run is not None:
            self._flat = None
            self.run.close()

    def __del__(self):
        try:  # without `contextlib`: while Python shuts down this module's names may be gone
            self.close()
        except Exception:  # noqa: S110, SIM105
            pass

    def state(self, unless_said="FAIL", policy=None):
        """What brings another iteration over the same dataset to this place, as bytes.

        `policy`: the name of what holds for operations with a state of their own; None for what the options of the dataset say, and
        `unless_said` where these do not.
        """
        stateful = stateful_operation(self.dataset)
        said = self.run.options.experimental_external_state_policy
        if stateful is not None and (policy or (unless_said if said is None else said.name)) == "FAIL":
            raise errors.op_error(errors.FailedPreconditionError, f"{stateful} is stateful.", "SerializeIterator")
        with self._lock:
            content = {"count": self.count, "seeds": [state for _, state in self.begun], "of": states.paths(self.dataset)}
            # The random streams of functions are not saved: their elements are made once more, and are the same then.
            held = b"" if any(p.draws() for d in walk(self.dataset) for p in functions_of(d)) else self._held()
            return b"\n".join([json.dumps(content).encode(), held])

    def _held(self):
        """What the stages hold and where the random streams are, as bytes; nothing where a stage cannot be saved."""
        try:
            held = state_of(self._flat), self._peeked
            return states.encoded([*held, [node.state() for node, _ in self.begun]])
        except Unsaved:
            return b""

    def restore(self, state):
        """Go to the position recorded in `state`."""
        try:
            text, _, held = bytes(state).partition(b"\n")
            found = json.loads(text)
            count, seeds, of = int(found["count"]), list(found["seeds"]), found.get("of")
            held = states.decoded(held) if held else None
        except (ValueError, TypeError, LookupError, AttributeError, struct.error, OverflowError, RuntimeError, errors.OpError):
            raise invalid("The bytes are no saved state of an iterator over a dataset.") from None
        for path in states.paths(self.dataset) if of is not None else ():
            if path not in of:
                raise errors.op_error(
                    errors.NotFoundError,
                    f"Failed to restore dataset iterator from checkpoint: {path}. Make sure the dataset definition has not changed between "
                    "the process that saved the checkpoint and the process that is restoring it.",
                    "DeserializeIterator",
                )
        with self._lock:
            self._begin_from(seeds)
            if held is None or not self._resume(count, *held):
                self._replay(count, seeds)

    def _begin_from(self, seeds):
        self.close()
        nodes = list(seeds_of(self.dataset))
        if len(nodes) != len(seeds):
            raise invalid(
                "The saved state belongs to an iterator over another dataset: it has "
                f"{len(seeds)} shuffling stages, this one {len(nodes)}.",
            )
        for node, known in zip(nodes, seeds):
            node.set_state(known)
        self._peeked = []
        self._start()

    def _resume(self, count, flat, peeked, seeds):
        """Put what stages held into those of this iteration. False where they are others, such as stages without threads."""
        try:
            self._flat = resumed(self._flat, flat)
            for (node, _), known in zip(self.begun, seeds, strict=True):
                node.set_state(known)
        except (Differs, TypeError, ValueError, LookupError, AttributeError):
            return False
        self._peeked, self.count = peeked, count
        return True

    def _replay(self, count, seeds):
        """Make the elements once more from the same seeds, and drop them: what older versions saved has nothing else."""
        self._begin_from(seeds)
        for _ in range(count):
            try:
                self._next()
            except StopIteration:
                break


points.shown(Cursor, "next", iterators.requested)


def elements(dataset):
    """The elements of a whole iteration, as lists of slots; threads and files are gone at the end, however it ends."""
    cursor = Cursor(dataset, internal=True)
    try:
        while True:
            try:
                item = cursor.next()
            except StopIteration:
                return
            yield item
    finally:
        cursor.close()


def seeds_of(dataset):
    """The random streams of a dataset and of its inputs, in a fixed order, each once."""
    seen = set()
    for d in walk(dataset):
        seeds = getattr(d, "_seeds", None)
        if seeds is not None and id(seeds) not in seen:
            seen.add(id(seeds))
            yield seeds


def walk(dataset):
    """The dataset and all its inputs, also those captured by its functions, each once."""
    seen, stack = set(), [dataset]
    while stack:
        d = stack.pop()
        if id(d) in seen:
            continue
        seen.add(id(d))
        yield d
        # Reversed, so that the stack gives them from left to right: states list seeds in this order.
        stack.extend(reversed(d._inputs))
        for p in functions_of(d):
            stack.extend(reversed(p.datasets))
            stack.extend(
                c._t[()]
                for c in p.captures
                if type(c) is EagerTensor and c._dt is dtypes.variant and isinstance(c._t, np.ndarray) and isinstance(c._t[()], Dataset)
            )


def functions_of(dataset):
    """The traced functions among the arguments of a dataset."""
    return [a for a in getattr(dataset, "_args", ()) if isinstance(a, ElementFunction)]


def stateful_operation(dataset):
    """The type of an operation whose state a saved iterator does not hold, or None."""
    for d in walk(dataset):
        if getattr(d, "_calls_python", False):
            return "PyFunc"
        for p in functions_of(d):
            found = p.stateful()
            if found is not None:
                return found
    return None


@tf_export("data.Iterator")
class IteratorBase(Trackable, CompositeTensor):
    """What goes through the elements of a dataset; the base class of all iterators. Mirrors `tf.data.Iterator`.

    `iter(dataset)` makes one, of a class for eager code or for functions, and `for` over a dataset makes its own; this class makes none.
    An iterator keeps its place: taken by a `tf.train.Checkpoint`, a training goes on with the next element.

    Members:
        get_next: the next element; OutOfRangeError behind the last. `next(iterator)` is the same, with Python's StopIteration.
        get_next_as_optional: the next element as a `tf.experimental.Optional`, which is empty behind the last.
        element_spec: the `tf.TypeSpec`s of the elements.

    Example:
        >>> iterator = iter(tf.data.Dataset.range(2))
        >>> isinstance(iterator, tf.data.Iterator), iterator.element_spec
        (True, TensorSpec(shape=(), dtype=tf.int64, name=None))
        >>> iterator.get_next().numpy(), next(iterator).numpy()
        (0, 1)
        >>> iterator.get_next_as_optional().has_value().numpy()
        False
    """

    __module__ = "tensorflow.python.data.ops.iterator_ops"
    __hash__ = object.__hash__

    @property
    def element_spec(self) -> Any:
        """The structure of `tf.TypeSpec`s that describes an element."""
        raise NotImplementedError

    def get_next(self) -> Any:
        """The next element. Mirrors `tf.data.Iterator.get_next`.

        Eager code mostly has `for element in dataset` or Python's `next(iterator)`, which stops by StopIteration; this one raises
        TensorFlow's error, and works in a `tf.function` too, where each run takes an element.

        Returns:
            An element: tensors, ragged or sparse tensors, in the structure that `element_spec` describes.

        Raises:
            OutOfRangeError (of `tf.errors`): the last element was given already. What a function of the dataset raises.

        Example:
            >>> iterator = iter(tf.data.Dataset.from_tensor_slices([7, 8]))
            >>> int(iterator.get_next()), int(iterator.get_next())
            (7, 8)
            >>> try:
            ...     iterator.get_next()
            ... except tf.errors.OutOfRangeError:
            ...     print("no more")
            no more
        """
        raise NotImplementedError

    def get_next_as_optional(self) -> Any:
        """The next element, or the fact that there is none, as a value. Mirrors `tf.data.Iterator.get_next_as_optional`.

        A loop in a `tf.function` asks it `has_value()`, and so ends with the data without an error. Once it was empty, it stays so.

        Returns:
            A `tf.experimental.Optional`: `has_value()` is a bool tensor, `get_value()` the element, in the structure of `element_spec`.

        Raises:
            What a function of the dataset raises; nothing at the end of the data.

        Example:
            >>> @tf.function
            ... def total(iterator):
            ...     found = tf.constant(0)
            ...     element = iterator.get_next_as_optional()
            ...     while element.has_value():
            ...         found += element.get_value()
            ...         element = iterator.get_next_as_optional()
            ...     return found
            >>> int(total(iter(tf.data.Dataset.from_tensor_slices([1, 2, 3]))))
            6
        """
        raise NotImplementedError

    @property
    def _type_spec(self):
        return specs.IteratorSpec(self.element_spec)


class OwnedIterator(IteratorBase):
    """An iterator over the elements of a dataset. It can be saved in a `tf.train.Checkpoint`, and given to a `tf.function`.

    Dropping it stops its threads and closes its files.
    """

    __module__ = "tensorflow.python.data.ops.iterator_ops"

    def __init__(self, dataset=None, components=None, element_spec=None):
        if dataset is None and (components is None or element_spec is None):
            raise ValueError("When `dataset` is not provided, both `components` and `element_spec` must be specified.")
        self._cursor = self._symbolic = None
        if dataset is None:
            self._spec = element_spec
            if type(components) is EagerTensor:
                self._cursor = components._t[()]
            else:
                self._symbolic = components
        else:
            self._spec = dataset.element_spec
            if TS.graph is None:
                self._cursor = Cursor(dataset)
            else:
                self._symbolic = above.make_iterator(dataset)
        self._pack = Packer(self._spec)

    Cursor = Cursor

    @property
    def element_spec(self):
        """The structure of `tf.TypeSpec`s that describes an element."""
        return self._spec

    @property
    def _handle(self):
        if self._symbolic is not None:
            return self._symbolic
        return wrap(box(self._cursor), dtypes.variant)

    def __iter__(self):
        return self

    def _in_graph(self):
        return self._symbolic is not None or TS.graph is not None

    def __next__(self):
        if self._symbolic is not None or TS.graph is not None:
            return self.get_next()
        return self._pack(self._cursor.next())

    next = __next__

    def get_next(self):
        if self._in_graph():
            return above.get_next(self)
        try:
            return self._pack(self._cursor.next())
        except StopIteration:
            raise end_of_sequence(self._cursor.width) from None

    _next_internal = get_next

    def get_next_as_optional(self):
        if self._in_graph():
            return above.get_next_as_optional(self)
        try:
            return optional.OptionalImpl(optional.Held(self._cursor.next()), self._spec)
        except StopIteration:
            return optional.OptionalImpl(optional.Held(None), self._spec)

    def _tfshim_for(self, *loop):
        return above.for_loop(self, *loop)

    def _serialize_to_tensors(self):
        state = np.frombuffer(self._cursor.state(), np.uint8).copy()
        return {"ITERATOR_STATE": wrap(torch.from_numpy(state), dtypes.uint8)}

    def _restore_from_tensors(self, restored_tensors):
        state = restored_tensors["ITERATOR_STATE"]
        if state.dtype is dtypes.variant:
            get_logger().warning(
                "The place of the iterator over %s was saved by TensorFlow, in whose form it follows from how TensorFlow runs the dataset: "
                "the iterator stays where it is. All else of the checkpoint is restored.",
                self.element_spec,
            )
        else:
            self._cursor.restore(state.numpy().tobytes())


def end_of_sequence(width):
    """The error of asking for more than there is."""
    return errors.op_error(errors.OutOfRangeError, "End of sequence", "IteratorGetNext", counts={"output_types": width})


def not_initialized():
    """The error of asking an iterator of a graph for an element before its initializer has run."""
    return errors.FailedPreconditionError(
        None,
        None,
        "GetNext() failed because the iterator has not been initialized. Ensure that you have run the initializer operation for this "
        "iterator before getting the next element.",
    )


@tf_export("data.NumpyIterator")
class NumpyIterator(Trackable):
    """Goes through the elements of a dataset, with arrays in the place of tensors. Mirrors `tf.data.NumpyIterator`.

    `Dataset.as_numpy_iterator()` makes one; it is only for eager code. Tuples, dictionaries and lists of the elements stay as they are,
    scalars become NumPy's, strings bytes. The arrays are read-only views where that spares a copy: `.copy()` gives one to write to.

    Arguments:
        dataset: the dataset, whose elements are tensors, or ragged or sparse ones, in any structure.

    Raises:
        TypeError: the elements hold something that has no form in NumPy, such as a dataset.

    Example:
        >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": ["x", "y"]})
        >>> for element in dataset.as_numpy_iterator():
        ...     print(element["a"], element["b"])
        1 b'x'
        2 b'y'
        >>> isinstance(dataset.as_numpy_iterator(), tf.data.NumpyIterator)
        True
    """

    __module__ = "tensorflow.python.data.ops.dataset_ops"

    def __init__(self, dataset: Any) -> None:
        if TS.graph is not None:
            raise RuntimeError("`tf.data.Dataset.as_numpy_iterator()` is only supported in eager mode.")
        for spec in nest.flatten(dataset.element_spec):
            if not isinstance(spec, (TensorSpec, RaggedTensorSpec, SparseTensorSpec, NoneTensorSpec)):
                raise TypeError(
                    f"`tf.data.Dataset.as_numpy_iterator()` is not supported for datasets that produce values of type {spec.value_type}"
                )
        self._iterator = iter(dataset)

    def __iter__(self):
        return self

    def __next__(self):
        return nest.map_structure(_as_numpy, next(self._iterator))

    def next(self) -> Any:
        """The next element. Mirrors `tf.data.NumpyIterator.next`.

        It is what Python's `next(iterator)` and `for` call.

        Returns:
            An element in the structure of the dataset, with NumPy's arrays in the place of tensors, its numbers for scalars and bytes for
            strings. Sparse tensors become dense arrays, ragged ones arrays of the dtype object that hold an array for each row. Arrays are
            read-only: `.copy()` gives one to write to.

        Raises:
            StopIteration: after the last element. What a function of the dataset raises.

        Example:
            >>> iterator = tf.data.Dataset.from_tensor_slices(([1, 2], ["x", "y"])).as_numpy_iterator()
            >>> number, text = iterator.next()
            >>> int(number), text
            (1, b'x')
            >>> len(list(iterator))
            1
        """
        return next(self)

    def save(self) -> Tensor:
        """The place of this iterator, for `restore`. Mirrors `tf.data.NumpyIterator.save`.

        The elements are not in it: what functions and random operations of the dataset have drawn so far is. It is valid for an iterator
        over the same dataset, in another run of the program too.

        Returns:
            A scalar string tensor.

        Raises:
            FailedPreconditionError (of `tf.errors`): the dataset's `experimental_external_state_policy` is FAIL, and its functions draw
            random numbers or call Python. Without a policy it is saved, unlike an iterator in a `tf.train.Checkpoint`.

        Example:
            >>> iterator = tf.data.Dataset.range(5).as_numpy_iterator()
            >>> _ = iterator.next(), iterator.next()
            >>> state = iterator.save()
            >>> int(iterator.next())
            2
            >>> iterator.restore(state)
            >>> [int(n) for n in iterator]
            [2, 3, 4]
        """
        return wrap(box(self._iterator._cursor.state(unless_said="IGNORE")), dtypes.string)

    def restore(self, state: TensorLike) -> None:
        """Goes to the place that `save` has noted. Mirrors `tf.data.NumpyIterator.restore`.

        The next element is the one that came next then, wherever this iterator is now. Random numbers that functions of the dataset draw
        go on as they did, too.

        Arguments:
            state: the string tensor that `save` gave, of an iterator over a dataset made in the same way, in this run of the program or
                in another.

        Raises:
            InvalidArgumentError (of `tf.errors`): a state of another dataset, or what is no state.

        Example:
            >>> dataset = tf.data.Dataset.range(4).shuffle(4, seed=1)
            >>> iterator = dataset.as_numpy_iterator()
            >>> _ = iterator.next()
            >>> state = iterator.save()
            >>> rest = [int(n) for n in iterator]
            >>> other = dataset.as_numpy_iterator()
            >>> other.restore(state)
            >>> [int(n) for n in other] == rest
            True
        """
        self._iterator._cursor.restore(state._t[()] if type(state) is EagerTensor else state)

    def _serialize_to_tensors(self):
        return self._iterator._serialize_to_tensors()

    def _restore_from_tensors(self, restored_tensors):
        self._iterator._restore_from_tensors(restored_tensors)


def _as_numpy(x):
    if x is None:
        return None
    if is_sparse(x):
        return sparse.to_dense(x).numpy()
    made = x.numpy()
    if isinstance(made, np.ndarray):
        # It shares the memory of the element, which must not change; TensorFlow's arrays are read-only as well.
        made.setflags(write=False)
    return made
