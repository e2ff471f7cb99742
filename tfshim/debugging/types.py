"""Asserts about types; they hold or fail when they are called, in graphs as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.debugging.assertion import nothing, prefix
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import constant_of, convert_to_tensor, is_tensor
from tfshim.engine.values.dtypes import as_dtype, float32
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DType, DTypeLike


def _typed(x):
    return x if is_tensor(x) else convert_to_tensor(x)


def _named(x):
    return "" if isinstance(x, EagerTensor) or not isinstance(x, Tensor) else f"{x.name} "


@tf_export("debugging.assert_integer")
def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Make sure that a tensor holds integers. Mirrors `tf.debugging.assert_integer`.

    The dtype of a tensor is known while a function is traced, so the check costs nothing when it runs.

    Arguments:
        x: a tensor, or what converts to one.
        message: a text to put before that of the error; None by default.
        name: a name for the operation in graphs.

    Returns:
        None.

    Raises:
        TypeError: the dtype of `x` is no integer type (bool is none).

    Example:
        >>> tf.debugging.assert_integer([1, 2])
        >>> try:
        ...     tf.debugging.assert_integer([1.5], message="labels are counted.")
        ... except TypeError as error:
        ...     print(str(error).startswith("labels are counted."))
        True
    """
    certainly_integer(x, message, name)


def certainly_integer(x: TensorLike, message: str | None, name: str | None) -> Operation | None:
    """The same; while a graph is built an operation that does nothing, for others to wait for."""
    with name_scope(name or "assert_integer"):
        x = constant_of(_typed(x), "x")
        if not x.dtype.is_integer:
            raise TypeError(f'{prefix(message)}Expected "x" to be integer type.  Found: {_named(x) or "tensor "}of dtype {x.dtype}')
        return None if TS.graph is None else nothing("statically_determined_was_integer")


@tf_export("debugging.assert_type")
def assert_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None) -> None:
    """Make sure that a tensor is of a dtype. Mirrors `tf.debugging.assert_type`.

    The dtype of a tensor is known while a function is traced, so the check costs nothing when it runs.

    Arguments:
        tensor: a tensor, dense, sparse or ragged, or what converts to one.
        tf_type: the dtype it must have, as `tf.float32`.
        message: a text to put before that of the error; None by default.
        name: a name for the operation in graphs.

    Returns:
        None.

    Raises:
        TypeError: `tensor` is of another dtype; the text names it.

    Example:
        >>> tf.debugging.assert_type(tf.constant([1.0]), tf.float32)
        >>> try:
        ...     tf.debugging.assert_type(tf.constant([1]), tf.float32)
        ... except TypeError as error:
        ...     print("must be of type" in str(error))
        True
    """
    certainly_of_type(tensor, tf_type, message, name)


def certainly_of_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None, name: str | None) -> Operation | None:
    """The same; while a graph is built an operation that does nothing, for others to wait for."""
    with name_scope(name or "assert_type"):
        tensor = constant_of(_typed(tensor), "tensor")
        check_type(tensor, as_dtype(tf_type), message)
        return None if TS.graph is None else nothing("statically_determined_correct_type")


def check_type(tensor: Tensor, tf_type: DType, message: str | None = None) -> None:
    """Raise TypeError unless the tensor is of the type `tf_type`."""
    if tensor.dtype.base_dtype != tf_type:
        raise TypeError(f"{prefix(message)}{_named(tensor) or 'tensor '}must be of type {_public(tf_type)}; got {_public(tensor.dtype)}")


def _public(dtype):
    return f"tf.{dtype.name}"


@tf_export("debugging.assert_proper_iterable", v1=["debugging.assert_proper_iterable", "assert_proper_iterable"])
def assert_proper_iterable(values: TensorLike) -> None:
    r"""Make sure that something is a list, a tuple or another collection of values. Mirrors `tf.debugging.assert_proper_iterable`.

    Tensors, arrays and strings can be iterated over too, but who gives one where a list of tensors is wanted has most likely forgotten
    the brackets; here they count as single values.

    Arguments:
        values: anything.

    Returns:
        None.

    Raises:
        TypeError: `values` cannot be iterated over, or is a tensor (dense, sparse or ragged), an array or a string; the text names its
            type.

    Example:
        >>> tf.debugging.assert_proper_iterable([tf.constant(1), tf.constant(2)])
        >>> try:
        ...     tf.debugging.assert_proper_iterable(tf.constant([1, 2]))
        ... except TypeError as error:
        ...     print("Expected argument \"values\" to be" in str(error))
        True
    """
    if is_tensor(values) or nest.is_composite(values) or isinstance(values, (np.ndarray, bytes, str)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


@tf_export("debugging.assert_same_float_dtype", v1=["debugging.assert_same_float_dtype", "assert_same_float_dtype"])
def assert_same_float_dtype(tensors: TensorLike | None = None, dtype: DTypeLike | None = None) -> DType:
    """The one float dtype that tensors, and the dtype given, have in common. Mirrors `tf.debugging.assert_same_float_dtype`.

    For functions with several arguments of which each may be left out: what is None is passed over.

    Arguments:
        tensors: a list of tensors, or of None; None, the default, for none.
        dtype: the dtype they must have, as `tf.float32`; None, the default, for that which they give.

    Returns:
        The `tf.DType`; float32 where nothing says which.

    Raises:
        ValueError: two of them differ, or one is no float dtype; the text names the tensor.

    Example:
        >>> tf.debugging.assert_same_float_dtype([tf.constant(1.0), None, tf.constant([2.0])])
        tf.float32
        >>> try:
        ...     tf.debugging.assert_same_float_dtype([tf.constant(1.0), tf.constant(2.0, tf.float64)])
        ... except ValueError as error:
        ...     print("float64" in str(error))
        True
    """
    found = None if dtype is None else as_dtype(dtype)
    decided_by = None
    for tensor in tensors or ():
        if tensor is None:
            continue
        if found is None:
            found, decided_by = tensor.dtype.base_dtype, tensor
        elif tensor.dtype.base_dtype != found:
            beside = "" if decided_by is None else f" as {_shown(decided_by)}"
            raise ValueError(f"{_shown(tensor)}, type={tensor.dtype}, must be of the same type ({found}){beside}.")
    found = float32 if found is None else found
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found}.")
    return found


def _shown(tensor):
    return str(tensor) if isinstance(tensor, EagerTensor) else getattr(tensor, "name", tensor)


@tf_export("debugging.is_numeric_tensor", v1=["debugging.is_numeric_tensor", "is_numeric_tensor"])
def is_numeric_tensor(tensor: TensorLike) -> bool:
    """Whether something is a tensor of numbers. Mirrors `tf.debugging.is_numeric_tensor`.

    Arguments:
        tensor: anything; nothing is converted, so lists and arrays are no tensors, and a `tf.Variable` is none either.

    Returns:
        A bool: True for a tensor of integers, floats, complex or quantized numbers, False for one of bools or strings, and for everything
        else. In a traced function it is known while the function is traced, and can decide an `if` of Python.

    Example:
        >>> tf.debugging.is_numeric_tensor(tf.constant(1.5))
        True
        >>> tf.debugging.is_numeric_tensor(tf.constant("text"))
        False
        >>> tf.debugging.is_numeric_tensor([1, 2])
        False
        >>> tf.debugging.is_numeric_tensor(tf.constant(True))
        False
    """
    return isinstance(tensor, Tensor) and tensor.dtype._kind in "iufcq"
