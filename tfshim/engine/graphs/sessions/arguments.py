"""What a session is given to run: structures of fetches, and dictionaries of feeds; handles of values that it keeps."""

from __future__ import annotations

import collections
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch

from tfshim._export import tf_private
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.arrays import place
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType, float32, float64, int32, int64, string
from tfshim.engine.values.dtypes import bool as boolean
from tfshim.engine.values.tensor import EagerTensor, wrap

# ---------------------------------------------------------------------- what is fetched
_PLAIN = (float32, float64, int32, int64)  # which torch takes from NumPy as they are
_PLAIN_TYPES = {dtype: np.dtype(dtype.as_numpy_dtype) for dtype in _PLAIN}
# Numbers that need no conversion by NumPy: type of the tensor -> type of the value -> what makes Python's own number of it.
_NUMBERS: dict[DType, dict[type, Callable[[Any], Any]]] = {
    **{t: dict.fromkeys((float, np.float64, np.float32), float) | dict.fromkeys((int,), int) for t in (float32, float64)},
    **{t: dict.fromkeys((int, np.int64, np.int32), int) for t in (int32, int64)},
    boolean: dict.fromkeys((bool, np.bool_), bool),
}
_LARGEST = {float32: 2**24, float64: 2**53, int32: 2**31 - 1, int64: 2**63 - 1, boolean: 1}  # of which nothing is rounded, or too large
_LARGEST_FLOAT = float(np.finfo(np.float32).max)
_composites: list[tuple[type, Callable[[Any], Any]]] = []  # (class, function that gives the parts and a function of their values)


def register_fetch(kind: type, parts: Callable[[Any], tuple[Any, Callable[[list[Any]], Any]]]) -> None:
    """Let values of the class `kind` be fetched: `parts(value)` gives (tensors, function of their values)."""
    _composites.append((kind, parts))


# (class, what is fetched for an object, what is fed for one, what a run in pieces is fed), of libraries: the last ones first.
_conversions: list[tuple[type, Callable[[Any], Any], Callable[[Any, Any], Any] | None, Callable[[Any], Any] | None]] = []


@tf_private("tensorflow.python.client.session.register_session_run_conversion_functions")
def register_session_run_conversion_functions(
    tensor_type: type,
    fetch_function: Callable[[Any], Any],
    feed_function: Callable[[Any, Any], Any] | None = None,
    feed_function_for_partial_run: Callable[[Any], Any] | None = None,
) -> None:
    """Let objects of the class `tensor_type` be fetched from sessions and fed to them.

    `fetch_function(x)` gives (list of tensors, function of the list of their values), `feed_function(x, value)` a list of pairs of a
    tensor and its value, and `feed_function_for_partial_run(x)` the tensors that `partial_run_setup` is given. Raises ValueError where
    the class, or one that derives from it, is known already.
    """
    known = [row[0] for row in _conversions] + [kind for kind, _ in _composites] + [object]
    if any(issubclass(kind, tensor_type) for kind in known):
        raise ValueError(f"{tensor_type} has already been registered so ignore it.")
    _conversions.insert(0, (tensor_type, fetch_function, feed_function, feed_function_for_partial_run))


def _conversion(value: Any) -> Any:
    """The row of `_conversions` for an object, or None."""
    return next((row for row in _conversions if isinstance(value, row[0])), None)


def set_up_feeds(graph: Graph, feeds: Any) -> list[Any]:
    """The tensors that pieces of a run may be fed, for what `partial_run_setup` is given."""
    expanded: list[Any] = []
    for given in feeds or ():
        known = _conversion(given)
        expanded += [given] if known is None else known[3](given)
    return [graph.as_graph_element(t, allow_operation=False) for t in expanded]


class Fetches:
    """The flat elements of a structure of fetches, and the way back."""

    def __init__(self, graph: Graph, fetches: Any, session: Any = None) -> None:
        self._session: Callable[[], Any] = (lambda: None) if session is None else weakref.ref(session)
        self.graph, self.elements, self.places = graph, [], {}
        self.build = self._mapped(fetches)

    def _element(self, element: Any) -> Callable[[Sequence[Any]], Any]:
        at = self.places.get(id(element))
        if at is None:
            at = self.places[id(element)] = len(self.elements)
            self.elements.append(element)
        if type(element) is SymbolicTensor and element.op.type == FETCHED:
            dtype = element.op.arguments[0].dtype
            return lambda values: TensorHandle(values[at], dtype, self._session())
        return lambda values: values[at]

    def _mapped(self, fetch: Any) -> Callable[[Sequence[Any]], Any]:
        if fetch is None:
            raise TypeError(f'Argument `fetch` = {fetch} has invalid type "{type(fetch).__name__}". Cannot be None')
        if type(fetch) is SymbolicTensor or type(fetch) is Operation:
            return self._element(self._leaf(fetch))
        if isinstance(fetch, (list, tuple)):
            parts = [self._mapped(f) for f in fetch]
            kind: Any = type(fetch)
            if hasattr(fetch, "_fields"):
                return lambda values: kind(*[p(values) for p in parts])
            return lambda values: kind([p(values) for p in parts])
        if isinstance(fetch, collections.abc.Mapping):
            items = [(k, self._mapped(f)) for k, f in fetch.items()]
            if isinstance(fetch, collections.defaultdict):
                factory = fetch.default_factory
                return lambda values: type(fetch)(factory, [(k, p(values)) for k, p in items])
            kind = type(fetch) if type(fetch) in (dict, collections.OrderedDict) else dict
            return lambda values: kind([(k, p(values)) for k, p in items])
        fields = getattr(type(fetch), "__attrs_attrs__", None)
        if fields is not None:
            items = [(a.name, self._mapped(getattr(fetch, a.name))) for a in fields]
            return lambda values: type(fetch)(**{n: p(values) for n, p in items})
        known = _conversion(fetch)
        if known is not None:
            tensors, contracted = known[1](fetch)
            leaves = [self._element(self._leaf(t)) for t in tensors]
            return lambda values: contracted([leaf(values) for leaf in leaves])
        for kind, parts in _composites:
            if isinstance(fetch, kind):
                tensors, finish = parts(fetch)
                made = [None if t is None else self._mapped(t) for t in tensors]
                return lambda values: finish([None if p is None else p(values) for p in made])
        return self._element(self._leaf(fetch))

    def _leaf(self, fetch: Any) -> Any:
        if type(fetch) is EagerTensor:
            if TS.graph is None:
                raise AttributeError("Tensor.graph is undefined when eager execution is enabled.")
            return self.graph._as_node(fetch)
        given = fetch
        if isinstance(fetch, bytes):
            fetch = fetch.decode()
        try:
            found = self.graph.as_graph_element(fetch)
            if self.graph._not_fetched and not self.graph.is_fetchable(found):
                raise errors.InaccessibleTensorError(
                    f"Operation {getattr(found, 'op', found).name} has been marked as not fetchable. Typically this happens when it is "
                    "defined in another function or code block. Use return values, explicit Python locals or TensorFlow collections to "
                    "access it."
                )
            variable: Any = getattr(found, "_handle", None)
            named = isinstance(given, (str, bytes)) or is_by_reference(variable)
            if named and getattr(variable, "_snapshot", None) is not None and variable._handle is found:
                return variable._snapshot  # the name of a variable stands for its value
            return found
        except errors.InaccessibleTensorError:
            raise
        except TypeError as e:
            raise TypeError(
                f'Argument `fetch` = {given} has invalid type "{type(given).__name__}" must be a string or Tensor. ({e})'
            ) from None
        except (ValueError, KeyError) as e:
            quoted = f'"{e.args[0]}"' if isinstance(e, KeyError) else e
            raise ValueError(f"Argument `fetch` = {given} cannot be interpreted as a Tensor. ({quoted})") from None


# ---------------------------------------------------------------------- what is fed
def feeds_of(graph: Graph, feed_dict: Any, any_shape: bool = False) -> list[tuple[Any, Any]]:
    """[(tensor, storage)] for a dictionary of feeds; with `any_shape` they may have other shapes than their tensors."""
    if feed_dict is None or isinstance(feed_dict, collections.abc.Mapping) and not feed_dict:
        return []
    if not isinstance(feed_dict, collections.abc.Mapping):
        raise TypeError(
            f"FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, instead of '{type(feed_dict).__name__}'."
        )
    made = []
    for key, value in feed_dict.items():
        if type(key) is SymbolicTensor:
            plain = _plain_feed if type(value) is np.ndarray else _plain_number
            storage = plain(graph, key, value, any_shape)
            if storage is not None:
                made.append((key, storage))
                continue
        for k, v in ((key, value),) if type(key) is SymbolicTensor else _expanded(key, value):
            tensor, storage = _feed(graph, k, v, any_shape)
            made += [(t, storage) for t in _same_value(graph, tensor)]
    return made


def _plain_feed(graph: Graph, tensor: SymbolicTensor, value: np.ndarray, any_shape: bool) -> torch.Tensor | None:
    """The storage for the array `value` that is fed for `tensor`, in the case of most feeds, where nothing can be wrong; else None."""
    kind = _PLAIN_TYPES.get(tensor._dt)
    if kind is None or not value.ndim or value.dtype.kind not in "fiub" or not _may_be_fed(graph, tensor):
        return None
    if value.dtype != kind:
        array = value.astype(kind, "C")
    elif value.dtype.isnative and value.dtype.char not in "qQ":
        array = value.copy()
    else:
        return None
    return place(torch.from_numpy(array)) if any_shape or _fits(tensor.shape._dims, array.shape) else None


def _plain_number(graph: Graph, tensor: SymbolicTensor, value: Any, any_shape: bool) -> torch.Tensor | None:
    """As `_plain_feed` for a number that nothing rounds but the type of the tensor itself."""
    dtype = tensor._dt
    number = _NUMBERS.get(dtype, {}).get(type(value))
    if number is None or not (tensor.shape._dims in (None, ()) or any_shape) or not _may_be_fed(graph, tensor):
        return None
    value, largest = number(value), _LARGEST[dtype] if number is not float else _LARGEST_FLOAT
    return place(torch.scalar_tensor(value, dtype=dtype.torch)) if -largest <= value <= largest else None


def _may_be_fed(graph: Graph, tensor: SymbolicTensor) -> bool:
    operation = tensor.op
    return operation.graph is graph and not graph._not_fed and operation.kind not in ("ReadVariableOp", "VariableV2")


def _same_value(graph: Graph, tensor: Any) -> list[Any]:
    """`tensor`, with all reads of the variable whose value it is: in TensorFlow 1 they are one tensor."""
    variable: Any = tensor.op.arguments[0] if tensor.op.arguments else None
    if not is_by_reference(variable) or tensor is not variable._snapshot and tensor is not variable._handle:
        return [tensor]
    reads = (o for o in graph._operations if o.kind == "ReadVariableOp" and o.arguments and o.arguments[0] is variable)
    return [variable._handle, *(o.outputs[0] for o in reads)]


def _expanded(key: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(key, tuple):
        if not isinstance(value, (list, tuple)) or len(key) != len(value):
            raise ValueError(f"FlattenDictItems: {key} is fed with {value}, which has not its structure.")
        for k, v in zip(key, value):
            yield from _expanded(k, v)
        return
    known = _conversion(key)
    if known is not None:
        yield from known[2](key, value)
        return
    for kind, parts in _composites:
        if isinstance(key, kind):
            tensors, _ = parts(key)
            if isinstance(value, (list, tuple)):
                values = list(value)
            elif type(value).__name__ == "RaggedTensorValue":
                values = [*value.nested_row_splits, value.flat_values]
            else:
                values = nest.flatten(value, expand_composites=True)
            for k, v in zip(tensors, values):
                if k is not None:
                    yield k, v
            return
    yield key, value


def _feed(graph: Graph, key: Any, value: Any, any_shape: bool) -> tuple[Any, Any]:
    try:
        tensor = graph.as_graph_element(key, allow_tensor=True, allow_operation=False)
    except Exception as e:
        raise TypeError(f"Cannot interpret feed_dict key as Tensor: {e.args[0] if e.args else e}") from None
    if isinstance(value, (SymbolicTensor, EagerTensor)):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, lists, numpy "
            f"ndarrays, or TensorHandles. For reference, the tensor object was {value!s} which was passed to the argument `feed_dict` "
            f"with key {key}."
        )
    dtype = tensor.dtype.base_dtype
    if isinstance(value, TensorHandle):
        return tensor, value.storage(dtype)
    numpy_type = object if dtype is string else dtype.as_numpy_dtype
    if isinstance(value, int) and not isinstance(value, bool) and dtype is not string and not _holds(numpy_type, value):
        raise TypeError(
            f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type {numpy_type}. Try explicitly "
            "setting the type of the feed tensor to a larger type (e.g. int64)."
        )
    if isinstance(value, np.ndarray) and (value.dtype == numpy_type or value.dtype.kind in "SU" and dtype is string):
        array = np.asarray(value)  # of a matrix, whose copies may have fewer dimensions
    else:
        array = np.asarray(value, dtype=numpy_type)  # of strings objects: NumPy's own strings end with their last byte that is not 0
    if not any_shape and not _fits(tensor.shape._dims, array.shape):
        raise ValueError(f"Cannot feed value of shape {array.shape} for Tensor {tensor.name}, which has shape {tensor.shape}")
    if not graph.is_feedable(tensor):
        raise ValueError(f"Tensor {tensor.name} may not be fed.")
    if dtype in _PLAIN and array.ndim and array.dtype.isnative and array.dtype.char not in "qQ":
        # What was converted just now belongs to nobody else.
        own = isinstance(value, (np.ndarray, list)) and array is not value and array.base is None and array.flags.c_contiguous
        return tensor, place(torch.from_numpy(array if own else array.copy()))
    with eager_mode():
        return tensor, convert_to_tensor(array, dtype)._t


def _fits(dims: Sequence[int | None] | None, sizes: tuple[int, ...]) -> bool:
    """Whether an array of shape `sizes` is one of static shape `dims`, None where that is not known."""
    return dims is None or dims == sizes or len(dims) == len(sizes) and all([d is None or d == size for d, size in zip(dims, sizes)])


def _holds(numpy_type: Any, value: int) -> bool:
    """Whether the NumPy type can hold the integer `value`."""
    if np.dtype(numpy_type).kind in "iu":  # NumPy before 2 wraps around, with a warning
        bounds = np.iinfo(numpy_type)
        return bounds.min <= value <= bounds.max
    try:
        return numpy_type(value).item() == float(value)  # in double precision: NumPy 2 would round both
    except OverflowError:
        return False


# ---------------------------------------------------------------------- values that stay in a session between its runs
FETCHED = "GetSessionHandle"  # the type of the operations whose outputs are fetched as handles


def own(storage: Any) -> Any:
    """A copy: programs may compute in the memory of what they are given."""
    return storage.clone() if isinstance(storage, torch.Tensor) else storage.copy()


class _Held:
    """The storages that a session holds, by handle."""

    def __init__(self) -> None:
        self.storages: dict[str, Any] = {}
        self._count = 0

    def add(self, storage: Any) -> str:
        """The handle of `storage`, a new one."""
        handle = f"{FETCHED};{self._count};{errors.LOCAL_CPU}"
        self._count += 1
        self.storages[handle] = own(storage)
        return handle


def held_by(session: Any) -> _Held:
    """What the session holds."""
    return session._store("handles", _Held)


def storage_of(session: Any, handle: str) -> Any:
    """The storage of a handle. Raises InvalidArgumentError where the session has it not, or no longer."""
    found = held_by(session).storages.get(handle)
    if found is None:
        raise errors.InvalidArgumentError(None, None, f"The tensor with handle '{handle}' is not in the session store.")
    return found


@tf_private("tensorflow.python.ops.session_ops.TensorHandle")
class TensorHandle:
    """What a fetch of `tf.compat.v1.get_session_handle` gives: a value of `dtype` that `session` holds under the text `handle`.

    It can be fed in the value's place. The value goes with the object, unless `get_raw_handle` was asked for.
    """

    __module__ = "tensorflow.python.ops.session_ops"

    def __init__(self, handle: Any, dtype: DType, session: Any) -> None:
        self._handle = handle.decode() if isinstance(handle, bytes) else str(handle)
        self._dtype, self._session, self._owned = dtype, session, True

    def __del__(self) -> None:
        if self._owned and not self._session._closed:
            held_by(self._session).storages.pop(self._handle, None)

    def __str__(self) -> str:
        return self._handle

    handle = property(lambda self: self._handle, doc="The text that stands for the value.")

    def storage(self, dtype: DType) -> Any:
        """The value to be fed for a tensor of `dtype`. Raises InvalidArgumentError for another one."""
        if dtype != self._dtype:
            raise errors.InvalidArgumentError(None, None, f"Expects arg[0] to be {dtype.name} but {self._dtype.name} is provided")
        return own(storage_of(self._session, self._handle))

    def _value(self) -> Any:
        if not self._owned:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")
        return storage_of(self._session, self._handle)

    def eval(self) -> np.ndarray:
        """The value as an array. Raises TypeError once it is deleted."""
        return np.asarray(wrap(self._value(), self._dtype).numpy())

    def delete(self) -> None:
        """Let the session forget the value. Raises TypeError where it has."""
        self._value()
        self._owned = False
        del held_by(self._session).storages[self._handle]

    def get_raw_handle(self) -> str:
        """The text, for a value that stays until it is deleted by `tf.compat.v1.delete_session_tensor`."""
        self._owned = False
        return self._handle

    def to_numpy_array(self) -> Any:
        """Raises NotImplementedError, as in TensorFlow: feed the handle, or use `eval`."""
        raise NotImplementedError("TensorHandles cannot be converted to arrays: use eval().")
