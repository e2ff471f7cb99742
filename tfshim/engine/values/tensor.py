"""`tf.Tensor` and its eager subclass: a thin, immutable wrapper around one storage object."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.device_names import from_torch_device, gpu_devices
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import core_types, dtypes, printing
from tfshim.engine.values.dtypes import FROM_TORCH, DType
from tfshim.engine.values.protocol import TENSOR
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
_EAGER_UNDEFINED = "Tensor.{} is undefined when eager execution is enabled."
_PLAIN_KINDS = frozenset("fiub")  # of dtypes whose elements are Python numbers


_NOT_ALLOWED = (
    "{} is not allowed. You can attempt the following resolutions to the "
    "problem: If you are running in Graph mode, use Eager execution mode or decorate this function with @tf.function. "
    "If you are using AutoGraph, you can try decorating this function with @tf.function. If that does not work, then "
    "you may be using an unsupported feature or your source code may not be visible to AutoGraph. See "
    "https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md"
    "#access-to-source-code for more information."
)
_NOT_ITERABLE = _NOT_ALLOWED.format("Iterating over a symbolic `tf.Tensor`")
_NOT_BOOL = _NOT_ALLOWED.format("Using a symbolic `tf.Tensor` as a Python `bool`")


@tf_export("Tensor")
class Tensor(core_types.Tensor):
    """An array of any number of dimensions of elements of one dtype, which never changes. Mirrors `tf.Tensor`.

    Tensors are made by `tf.constant`, `tf.convert_to_tensor` and all operations. Eager ones hold a value, which
    `numpy()` gives; those of graphs stand for one to come. `shape` and `dtype` say what is known. Operators work
    element by element: `+ - * / // % **`, comparisons, `& | ^ ~`; `@` multiplies matrices; `x[1:, ..., tf.newaxis]`
    takes parts. `int`, `float`, `bool`, `len`, iteration and NumPy's functions take eager ones.

    Arguments of operations may be Python numbers, lists and arrays, which take the dtype of the tensor beside them; two
    tensors of different dtypes are an error, as TensorFlow converts nothing by itself.

    Example:
        >>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        >>> x[0] + 10
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([11., 12.], dtype=float32)>
        >>> (x @ x).numpy().tolist()
        [[7.0, 10.0], [15.0, 22.0]]
        >>> x.shape, x.dtype, isinstance(x, tf.Tensor)
        (TensorShape([2, 2]), tf.float32, True)
    """

    __slots__ = ("__weakref__", "__dict__")
    __module__ = "tensorflow.python.framework.tensor"
    _USE_EQUALITY = True  # whether `==` compares elements, and not which tensors they are
    OVERLOADABLE_OPERATORS = {
        "__abs__",
        "__add__",
        "__and__",
        "__div__",
        "__eq__",
        "__floordiv__",
        "__ge__",
        "__getitem__",
        "__gt__",
        "__invert__",
        "__le__",
        "__lt__",
        "__matmul__",
        "__mod__",
        "__mul__",
        "__ne__",
        "__neg__",
        "__or__",
        "__pow__",
        "__radd__",
        "__rand__",
        "__rdiv__",
        "__rfloordiv__",
        "__rmatmul__",
        "__rmod__",
        "__rmul__",
        "__ror__",
        "__rpow__",
        "__rsub__",
        "__rtruediv__",
        "__rxor__",
        "__sub__",
        "__truediv__",
        "__xor__",
    }
    if TYPE_CHECKING:  # what the subclasses have, and the operators that `install_operator` gives the class
        _t: Any
        _rec: Any
        _dt: DType
        _shape: TensorShape
        _op: Any
        _a: Any
        _b: Any
        _static: Any

        @property
        def dtype(self) -> DType: ...
        @property
        def shape(self) -> TensorShape: ...
        @property
        def device(self) -> str: ...
        @property
        def graph(self) -> Any: ...
        @property
        def op(self) -> Any: ...
        @property
        def value_index(self) -> Any: ...
        def consumers(self) -> Any: ...
        def numpy(self) -> Any: ...
        def __len__(self) -> int: ...
        def __int__(self) -> int: ...
        def __float__(self) -> float: ...
        def __complex__(self) -> complex: ...
        def __index__(self) -> int: ...
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray: ...
        def __eq__(self, other: object) -> Any: ...
        def __ne__(self, other: object) -> Any: ...
        def _operator(self, *args: Any) -> Any: ...

        __abs__ = __add__ = __and__ = __floordiv__ = __ge__ = __getitem__ = __gt__ = __invert__ = __le__ = __lt__ = _operator
        __matmul__ = __mod__ = __mul__ = __neg__ = __or__ = __pow__ = __radd__ = __rand__ = __rfloordiv__ = __rmatmul__ = _operator
        __rmod__ = __rmul__ = __ror__ = __rpow__ = __rsub__ = __rtruediv__ = __rxor__ = __sub__ = __truediv__ = __xor__ = _operator

    @property
    def name(self) -> Any:
        """The name in its graph, as `MatMul:0`."""
        raise AttributeError(f"{type(self).__name__} has no name.")

    def set_shape(self, shape: ShapeLike) -> None:
        """Say what is known of the shape besides. Mirrors `tf.Tensor.set_shape`.

        Arguments:
            shape: anything that `tf.TensorShape` takes; None for a size that stays open.

        Raises:
            ValueError: it contradicts what is known.

        Nothing is checked when a graph runs: `tf.ensure_shape` does that. It helps where the shape of a result is not
        known, as after `tf.numpy_function`.

        Example:
            >>> @tf.function
            ... def doubled(x):
            ...     y = tf.numpy_function(lambda a: a * 2, [x], tf.int32)
            ...     y.set_shape([3])
            ...     print(y.shape)
            ...     return y
            >>> doubled(tf.constant([1, 2, 3])).numpy().tolist()
            (3,)
            [2, 4, 6]
        """
        raise TypeError(f"{type(self).__name__} does not take a shape.")

    # NumPy defers to our reflected operators: `array * tensor` is a tensor.
    __array_priority__ = 100
    _tfshim_kind = TENSOR

    @classmethod
    def _override_operator(cls, operator: str, function: Callable[..., Any]) -> None:
        setattr(cls, operator, function)

    # Classes that act like tensors take these from here.
    def __bool__(self) -> bool:
        self._disallow_bool_casting()

    __nonzero__ = __bool__

    def __iter__(self) -> Iterator[Tensor]:
        self._disallow_iteration()

    def _disallow_bool_casting(self) -> NoReturn:
        raise errors.OperatorNotAllowedInGraphError(_NOT_BOOL)

    def _disallow_iteration(self) -> NoReturn:
        raise errors.OperatorNotAllowedInGraphError(_NOT_ITERABLE)

    @property
    def ndim(self) -> int | None:
        """The number of dimensions."""
        return self.shape.ndims

    def _shape_as_list(self) -> list[int | None] | None:
        return None if self.shape.rank is None else self.shape.as_list()

    def get_shape(self) -> TensorShape:
        """The static shape. Mirrors `tf.Tensor.get_shape`.

        It is what is known without running anything: in a graph sizes may be None, or the rank itself
        unknown, where `tf.shape(x)` gives
        a tensor with the sizes of the moment. Eager tensors know all of it. `x.shape.rank` is the number of axes, `x.shape.as_list()` a
        list.

        It is a method of older programs.

        Returns:
            The `tf.TensorShape` that the property `shape` is: whole for an eager tensor; in graphs with None for sizes
            that are not known. `tf.shape` gives the shape as a tensor.

        Example:
            >>> tf.zeros([2, 3]).get_shape().as_list()
            [2, 3]
        """
        return self.shape

    def ref(self) -> Reference:
        """A reference to this tensor that can be a key of a dictionary or an element of a set. Mirrors `tf.Tensor.ref`.

        The reference keeps the tensor alive. It is hashed by which object it stands for, so two tensors of equal values have two
        references, and one can collect tensors without comparing their elements.

        Returns:
            An object that is equal to other references to this tensor, and whose `deref()` gives it. Tensors themselves
            are compared by value, so they cannot be keys.

        Example:
            >>> x, y = tf.constant(1.0), tf.constant(1.0)
            >>> names = {x.ref(): "x", y.ref(): "y"}
            >>> names[y.ref()], x.ref().deref() is x
            ('y', True)
        """
        return Reference(self)

    experimental_ref = ref

    def __hash__(self) -> int:
        raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")

    def __copy__(self) -> Tensor:
        return self

    def __dir__(self) -> list[str]:
        return [name for name in object.__dir__(self) if type(vars(Tensor).get(name)) is not _OfNumpy]

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value in a session of TensorFlow 1.

        Mirrors `tf.Tensor.eval`. In a graph it runs the session with this tensor as its only fetch, together with all that it depends
        on. An eager
        tensor has its value already: there it is an error, as in TensorFlow, and `numpy()` gives the array.

        Arguments:
            feed_dict: {placeholder: value} for the placeholders that it depends on; None (the default) for none.
            session: the `tf.compat.v1.Session`; None (the default) for the one that is entered.

        Returns:
            A NumPy array of the tensor's dtype, or a NumPy scalar.

        Raises:
            NotImplementedError: the tensor is eager. ValueError: there is no session, or it is of another graph.
            InvalidArgumentError: a placeholder is not fed.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session():
            ...     x = tf.compat.v1.placeholder(tf.float32, [2])
            ...     print((x * 2).eval({x: [1.0, 2.0]}))
            [2. 4.]
        """
        raise NotImplementedError("eval is not supported when eager execution is enabled, is .numpy() what you're looking for?")


_name_in_errors: Any = type.__dict__["__name__"]


# No class of tensors has a `__getattr__`: with one, Python reads every attribute of a tensor several times slower.
class _OfNumpy:
    """An attribute that tensors have once NumPy's behavior is enabled, which puts the real one in its place."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, tensor: Any, owner: type) -> Any:
        if tensor is None:
            raise AttributeError(f"type object '{_name_in_errors.__get__(owner)}' has no attribute '{self._name}'")
        raise AttributeError(
            f"{owner.__name__} object has no attribute '{self._name}'. \n        If you are looking for numpy-related "
            "methods, please run the following:\n        tf.experimental.numpy.experimental_enable_numpy_behavior()\n      "
        )


def _round(tensor: Tensor, ndigits: int | None = None) -> Any:
    """`round(tensor)`, which NumPy's behavior puts the real one in place of: as in TensorFlow it asks for a method of arrays."""
    return tensor.astype  # type: ignore[attr-defined]


Tensor.__round__ = _round  # type: ignore[attr-defined]
for _name in "T astype ravel transpose reshape clip size tolist data".split():
    setattr(Tensor, _name, _OfNumpy(_name))


class _NamedInFull(type):
    """Python's own errors call a class what it was made as: TensorFlow's eager tensors are of a C type, named with its module."""

    if not TYPE_CHECKING:
        __name__ = property(lambda cls: cls.__qualname__)

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> None:
        super().__init__(name, bases, namespace)
        _name_in_errors.__set__(cls, f"{cls.__module__}.{name}")


@tf_export("__internal__.EagerTensor", v1=[])
class EagerTensor(Tensor, metaclass=_NamedInFull):
    # What editors show of a tensor.
    __doc__ = Tensor.__doc__

    # `_t` is the storage: a `torch.Tensor`, or a NumPy object array for strings and variants. `_dt` is the DType, which the storage
    # alone does not always determine (quantized types). `_rec` is the innermost tape that was recording when the value was computed,
    # if gradients can flow into it, else None.
    __slots__ = ("_t", "_dt", "_rec")
    __module__ = "tensorflow.python.framework.ops"

    def __init__(self, value: Any, device: Any = None, dtype: DTypeLike | None = None) -> None:
        made = higher.convert_to_eager(value, None if dtype is None else dtypes.as_dtype(dtype))
        self._t, self._dt, self._rec = made._t, made._dt, None

    dtype = property(lambda self: self._dt, doc="The `tf.DType` of the elements.")

    # An instance gets its own once it was asked for its shape.
    _made_shape: TensorShape | None = None

    @property
    def shape(self) -> TensorShape:
        """The `tf.TensorShape`; always fully known."""
        made = self._made_shape
        if made is None:
            made = _new(TensorShape)
            made._dims = tuple(self._t.shape)
            self._made_shape = made  # only now: other threads may ask too
        return made

    def _shape_tuple(self) -> tuple[int, ...]:
        return tuple(self._t.shape)

    def _rank(self) -> int:
        return self._t.ndim

    def _num_elements(self) -> int:
        t = self._t
        return t.size if type(t) is np.ndarray else t.numel()

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._t.ndim

    def set_shape(self, shape: ShapeLike) -> None:
        """Raises ValueError unless `shape` is compatible with the shape the value has."""
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"Tensor's shape {self.shape} is not compatible with supplied shape {shape}.")

    @property
    def device(self) -> str:
        """The name of the device that holds the value, as `/job:localhost/replica:0/task:0/device:CPU:0`."""
        t = self._t
        if type(t) is np.ndarray or t.device.type == "cpu":
            return "/job:localhost/replica:0/task:0/device:CPU:0"
        return from_torch_device(t.device)

    backing_device = device

    def cpu(self) -> EagerTensor:
        """A copy on the CPU (this tensor itself where it is there already)."""
        return self._to("cpu")

    def gpu(self, gpu_index: int = 0) -> EagerTensor:
        """A copy on the GPU `gpu_index`; raises RuntimeError where there is none."""
        gpus = gpu_devices()
        if gpu_index >= len(gpus):
            raise RuntimeError(f"GPU:{gpu_index} unknown device.")
        return self._to(gpus[gpu_index])

    def _to(self, device: str | torch.device) -> EagerTensor:
        t = self._t
        if type(t) is np.ndarray:
            return self
        moved = t.to(device)
        return self if moved is t else wrap(moved, self._dt, self._rec)

    # ------------------------------------------------------------------ values
    def _numpy(self) -> Any:
        """The value as a NumPy array or scalar that may share memory; for reading only."""
        t = self._t
        if type(t) is not np.ndarray:
            t = printing.torch_to_numpy(t, self._dt)
        return t[()] if t.ndim == 0 else t

    def numpy(self) -> Any:
        """A NumPy array (a NumPy scalar for a scalar tensor) with a copy of the value."""
        kind = self._dt._plain
        if kind is not None:
            t = self._t
            if not t.ndim:
                return kind(t.item())
            try:
                return t.numpy().copy()
            except (RuntimeError, TypeError):  # recorded by a tape, on another device
                pass
        value = self._numpy()
        # The caller may write into it, and a tensor never changes.
        return value.copy() if isinstance(value, np.ndarray) else value

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if dtype is None and copy is not False and self._t.ndim:
            if self._dt._plain is None:
                return self.numpy()
            try:  # what `numpy` does, without another call for the many small tensors that are given to NumPy
                return self._t.numpy().copy()
            except (RuntimeError, TypeError):  # recorded by a tape, on another device
                return self.numpy()
        value = self._t if type(self._t) is np.ndarray else np.asarray(self._numpy())
        if dtype is not None and value.dtype != dtype:
            return value.astype(dtype)
        return value if copy is False else value.copy()

    def __dlpack__(self, stream: Any = None, **kwargs: Any) -> Any:
        # torch does not export tensors that require gradients.
        return self._t.detach().__dlpack__(**kwargs) if stream is None else self._t.detach().__dlpack__(stream=stream)

    def __dlpack_device__(self) -> tuple[Any, int]:
        return self._t.__dlpack_device__()

    def __bool__(self) -> bool:
        t = self._t
        if type(t) is not np.ndarray and t.numel() == 1:
            return bool(t.item())
        value = self._numpy()
        return bool(value.size and value) if isinstance(value, np.ndarray) else bool(value)

    __nonzero__ = __bool__

    def _scalar(self, kind: Callable[[Any], Any]) -> Any:
        value = self._numpy()
        if isinstance(value, np.ndarray):
            if value.size != 1:
                raise TypeError("only length-1 arrays can be converted to Python scalars")
            if value.dtype.kind == "c" and kind is not complex:
                raise TypeError(f"can't convert complex to {kind.__name__}")
            value = value.reshape(())[()]
        return kind(value)

    def __int__(self) -> int:
        t = self._t
        if self._dt._kind in _PLAIN_KINDS and not t.ndim:
            return int(t.item())
        return self._scalar(int)

    def __float__(self) -> float:
        t = self._t
        if self._dt._kind in _PLAIN_KINDS and not t.ndim:
            return float(t.item())
        return self._scalar(float)

    def __complex__(self) -> complex:
        return self._scalar(complex)

    def __index__(self) -> int:
        value = self._numpy()
        # NumPy's booleans were indices in TensorFlow's time: programs hand them to messages such as Int64List.
        return int(value) if type(value) is np.bool_ else value.__index__()

    def __len__(self) -> int:
        if self._t.ndim == 0:
            raise TypeError("Scalar tensor has no `len()`")
        return self._t.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if self._t.ndim == 0:
            raise TypeError("Cannot iterate over a scalar tensor.")
        # No `yield`: a scalar has to raise at `iter()`, not at the first `next()`.
        return (self[i] for i in range(self._t.shape[0]))

    def __reversed__(self) -> Iterator[Tensor]:
        return (self[i] for i in range(len(self) - 1, -1, -1))

    def __format__(self, format_spec: str) -> str:
        return self._numpy().__format__(format_spec)

    def __repr__(self) -> str:
        return printing.tensor_repr(self)

    def __str__(self) -> str:
        return printing.tensor_str(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> EagerTensor:
        memo[id(self)] = self
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.numpy(), self._dt.name)

    # ------------------------------------------------------------------ what graphs have
    @property
    def graph(self) -> Any:
        """Undefined outside of graphs."""
        raise AttributeError(_EAGER_UNDEFINED.format("graph"))

    @property
    def op(self) -> Any:
        """Undefined outside of graphs."""
        raise AttributeError(_EAGER_UNDEFINED.format("op"))

    @property
    def name(self) -> Any:
        """Undefined outside of graphs."""
        raise AttributeError(_EAGER_UNDEFINED.format("name"))

    @property
    def value_index(self) -> Any:
        """Undefined outside of graphs."""
        raise AttributeError(_EAGER_UNDEFINED.format("value_index"))

    def consumers(self) -> Any:
        """Undefined outside of graphs."""
        raise NotImplementedError("Tensor.consumers is undefined when eager execution is enabled.")


class Reference:
    """Hashes and compares by the identity of the tensor or variable it refers to (`tensor.ref()`)."""

    __slots__ = ("_wrapped", "__weakref__")
    __module__ = "tensorflow.python.util.object_identity"

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    def deref(self) -> Any:
        """The tensor or variable."""
        return self._wrapped

    unwrapped = property(lambda self: self._wrapped)

    def _other(self, other: object) -> Any:
        if not isinstance(other, Reference):
            raise TypeError("Cannot compare wrapped object with unwrapped object")
        return other._wrapped

    def __eq__(self, other: object) -> bool:
        return other is not None and self._wrapped is self._other(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    # An order by identity: nested structures sort the keys of dictionaries, and references are keys.
    def __lt__(self, other: object) -> bool:
        return id(self._wrapped) < id(self._other(other))

    def __gt__(self, other: object) -> bool:
        return id(self._wrapped) > id(self._other(other))

    def __hash__(self) -> int:
        return id(self._wrapped)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._wrapped!r}>"


def _rebuild(value: Any, dtype_name: str) -> EagerTensor:
    return higher.convert_to_eager(value, dtypes.as_dtype(dtype_name))


_new = object.__new__


def wrap(storage: Any, dtype: DType | None = None, rec: Any = None) -> EagerTensor:
    """The EagerTensor around `storage`, which nobody may change afterwards."""
    # Past `__init__`, which converts: every result of an operation is made here.
    r = _new(EagerTensor)
    r._t = storage
    r._dt = dtype if dtype is not None else (FROM_TORCH[storage.dtype] if type(storage) is not np.ndarray else dtypes.string)
    r._rec = rec
    return r
