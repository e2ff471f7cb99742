"""Python functions as operations: `tf.py_function`, `tf.numpy_function`."""

from __future__ import annotations

import itertools
import traceback
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.graph_import.imported_nodes import attribute, check_attributes, handles
from tfshim.engine.graphs.declarations.adapted_arguments import OF_PYTHON
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.ops.op import op
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode, stop_recording
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.processor.denormals import kept
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import FROM_TORCH, as_dtype, string
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor, wrap
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.values.typespec import TensorSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike


_tokens = itertools.count()
_calls: weakref.WeakValueDictionary[str, _Call] = weakref.WeakValueDictionary()  # by their tokens, as long as a graph has their nodes

# The first class that fits decides.
_STATUS = (
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
    (TypeError, errors.InvalidArgumentError),
    (ValueError, errors.InvalidArgumentError),
)


def as_op_error(error: BaseException) -> errors.OpError:
    """What TensorFlow raises for `error`, which a Python function raised within an operation: its text and traceback, by its type."""
    cls = next((status for kind, status in _STATUS if isinstance(error, kind)), errors.UnknownError)
    trace = "\n".join(traceback.format_exception(type(error), error, error.__traceback__))
    made = cls(None, None, f"{type(error).__name__}: {error}\n{trace}\n\n")
    made.__cause__ = error
    return made


def _wrapped(storage):
    return wrap(storage, string if isinstance(storage, np.ndarray) else FROM_TORCH[storage.dtype])


def _shapes(input, call):
    return [(dtype, shape) for dtype, shape in call.outputs]


class _Call:
    """A Python function with what it takes and gives: the structure of its arguments, dtypes and shapes of its results."""

    def __init__(self, function, arguments, tout):
        self.function, self.arguments = function, arguments
        self.token = f"pyfunc_{next(_tokens)}"
        _calls[self.token] = self
        self.many = isinstance(tout, (list, tuple))
        self.specs = [t if isinstance(t, TypeSpec) else as_dtype(t) for t in (tout if self.many else [tout])]
        self.outputs = []
        for spec in self.specs:
            if isinstance(spec, TensorSpec):
                self.outputs.append((spec.dtype, TensorShape(None)))
            elif isinstance(spec, TypeSpec):
                self.outputs += [(s.dtype, s.shape) for s in spec._flat_tensor_specs]
            else:
                self.outputs.append((spec, TensorShape(None)))

    def given(self, tensors):
        """The arguments of the function, in their structure."""
        return nest.pack_sequence_as(self.arguments, tensors, expand_composites=True)

    def values(self, result):
        """What the function gave, as a flat list beside the outputs."""
        if result is None:
            return []
        items = list(result) if isinstance(result, (list, tuple)) else [result]
        return [part for x in items for part in (nest.flatten(x, expand_composites=True) if nest.is_composite(x) else [x])]

    def numpy_values(self, result):
        """What a function of arrays gave, as a flat list: the items of a list or tuple are arrays each."""
        if result is None:
            return []
        return list(result) if isinstance(result, (list, tuple)) else [result]

    def check_count(self, values):
        """Raise unless there are as many values as outputs; surplus ones are left out, as in TensorFlow."""
        if len(values) < len(self.outputs):
            raise invalid(f"{self.token} returns {len(values)} values, but expects to see {len(self.outputs)} values.")
        return values[: len(self.outputs)]

    def packed(self, tensors):
        """The flat outputs in the structure of `Tout`; in a graph the operation itself where there are none."""
        tensors = list(tensors)
        if not self.outputs and TS.graph is not None:
            return TS.graph._operations[-1]
        if any(isinstance(s, TypeSpec) for s in self.specs):
            tensors = nest.pack_sequence_as(self.specs, tensors, expand_composites=True)
        return tensors if self.many else tensors[0]


class _CallByToken(_Call):
    """A call of the function that has a token when it is called; it gives as many tensors as there are dtypes."""

    def __init__(self, token, dtypes):
        self.token, self.many = token, True
        self.specs = [as_dtype(t) for t in dtypes]
        self.outputs = [(dtype, TensorShape(None)) for dtype in self.specs]

    @property
    def _found(self):
        found = _calls.get(self.token)
        if found is None:
            raise ValueError(f"Could not find callback with key={self.token} in the registry.")
        return found

    @property
    def function(self):
        return self._found.function

    def given(self, tensors):
        """As of the call that has the token, where that is given more than tensors."""
        found = self._found
        return found.given(tensors) if any(map(nest.is_composite, found.arguments)) else tensors

    def check_count(self, values):
        """Raise unless there are as many values as outputs."""
        return super().check_count([] if len(values) > len(self.outputs) else values)


@op("EagerPyFunc", input="any*", stateful=True, outside="Python code", shape_fn=_shapes, scope="")
def _eager_py_func(input, call, name=None):
    """Call the function on eager tensors. What it computes of them stays on torch's graph, and so is differentiable."""
    storages = [t for t in input if isinstance(t, torch.Tensor)]
    recorded = any(t.requires_grad for t in storages)
    before = TS.torch_device
    # Variables that the function reads are no inputs: no tape sees them. With gradients to come, only kernels will do.
    with stop_recording(), eager_mode():
        if recorded:
            enter_special()
        try:
            TS.torch_device = before
            arguments = call.given([_wrapped(t) for t in input])
            values = call.check_count(call.values(kept(call.function, *arguments)))
            made = [_returned(v, dtype) for v, (dtype, _) in zip(values, call.outputs, strict=True)]
        except errors.OpError as e:
            # It came from `check_count`, and names the function already.
            if call.token in e.message:
                raise
            raise as_op_error(e) from None
        except Exception as e:
            raise as_op_error(e) from e
        finally:
            if recorded:
                leave_special()
    return made


def _returned(value, dtype):
    if is_variable(value):
        raise RuntimeError(
            "Attempting to return a variable from an eagerly executed py_func. Only numeric data structures like Tensors or NumPy "
            "arrays should be returned; to return the value of a variable, make sure to obtain the Tensor backing it by calling "
            f"`.read_value()` on the variable in question: {value}"
        )
    t = convert_to_tensor(value, dtype=dtype)._t
    # A result that is one of the arguments must not hand the caller's own storage on.
    return torch.ops.aten.alias(t) if isinstance(t, torch.Tensor) else t


@tf_export("py_function")
def py_function(func: Callable[..., Any] | None = None, inp: TensorLike | None = None, Tout: Any = None, name: str | None = None) -> Any:  # noqa: N803 - TensorFlow's name
    """A Python function of eager tensors as an operation, also in graphs. Mirrors `tf.py_function`.

    Arguments:
        func: a function that gets eager tensors and returns tensors, or what converts to them; without it the result is
            a decorator.
        inp: a list of tensors, dense or composite, the arguments.
        Tout: the dtype or `tf.TypeSpec` of the result, a list of them for several, [] for none.
        name: a name for the operation in graphs.

    Returns:
        A tensor, or a list of them. In a graph it has no static shape unless a TypeSpec says so.

    Raises:
        ValueError: `func` cannot be called.
        What the function raises becomes the fitting exception of `tf.errors`.

    Gradients flow through it. In `Dataset.map` it calls code of other libraries for each element. It is not saved with
    a model.

    Example:
        >>> def parity(x):
        ...     return "even" if int(x) % 2 == 0 else "odd"
        >>> tf.py_function(parity, [tf.constant(4)], tf.string)
        <tf.Tensor: shape=(), dtype=string, numpy=b'even'>
    """
    _check_given("py_function", func, inp, Tout)
    if func is None:
        return lambda f: _decorated(py_function, f, Tout=Tout, name=name)
    if not callable(func):
        raise ValueError(f"Expected func to be callable. Received func={func} of type {type(func)}.")
    inp = [x if nest.is_composite(x) else convert_to_tensor(x) for x in inp]
    call = _Call(func, inp, Tout)
    return call.packed(_eager_py_func(nest.flatten(inp, expand_composites=True), call, name=name))


def _check_given(name, func, inp, types):
    if types is None:
        raise TypeError(
            f"Missing required argument: 'Tout'\n  If using tf.{name} as a decorator, set `Tout`\n  **by name** above the function:\n"
            f"  `@tf.{name}(Tout=tout)`"
        )
    if func is not None and inp is None:
        raise TypeError(
            "Missing argument `inp`:\n  You must set the `inp` argument (the list of arguments to the\n  function), unless you use "
            f"`tf.{name}` as a decorator(`func=None`)."
        )
    if func is None and inp is not None:
        raise TypeError(f"Don't set the `inp` argument when using tf.{name} as a decorator (`func=None`).")


def _decorated(run, function, **keywords):
    return lambda *arguments: run(function, list(arguments), **keywords)


def _as_array(value):
    """What NumPy makes of a result: a Python number is 64 bits wide. Of objects texts alone have a dtype."""
    array = np.asarray(value.numpy() if isinstance(value, Tensor) or is_variable(value) else value)
    if array.dtype.kind in "SU":
        return array.astype(object)
    if array.dtype == object:
        bad = next((x for x in array.reshape(-1) if not isinstance(x, (str, bytes))), None)
        if bad is not None:
            raise errors.InternalError(None, None, f"Unsupported object type {type(bad).__name__}")
    return array


def _numpy_call(input, call, name=None):
    # A scalar comes as NumPy's own, as text as bytes.
    arguments = [(t if isinstance(t, np.ndarray) else np.asarray(_wrapped(t).numpy()))[()] for t in input]
    try:
        values = [_as_array(value) for value in call.numpy_values(kept(call.function, *arguments))]
    except errors.OpError:
        raise
    except BaseException as e:
        raise as_op_error(e) from e
    if len(values) > len(call.outputs):
        raise invalid(f"{call.token} returns {len(values)} values, but expects to see {len(call.outputs)} values.")
    values = call.check_count(values)
    made = []
    for at, (value, (dtype, _)) in enumerate(zip(values, call.outputs, strict=True)):
        try:
            tensor = convert_to_tensor(value)
        except (TypeError, ValueError) as e:
            raise as_op_error(e) from e
        if tensor.dtype != dtype:
            raise invalid(f"{at}-th value returned by {call.token} is {tensor.dtype.proto_name}, but expects {dtype.proto_name}")
        made.append(tensor._t)
    return made


_py_func = op("PyFunc", input="any*", grad=None, stateful=True, outside="Python code", shape_fn=_shapes, scope="")(_numpy_call)
_py_func_stateless = op("PyFuncStateless", input="any*", grad=None, outside="Python code", shape_fn=_shapes, scope="")(_numpy_call)


def _by_token(operation):
    """The raw function of `operation`: what a program calls by a token is a function that it has made an operation of before."""

    def raw(input, token, Tout, name=None):  # noqa: A002, N803 - TensorFlow's names
        results = operation(list(input), _CallByToken(token, Tout), name=name)
        return results if Tout or TS.graph is None else TS.graph.get_operations()[-1]

    return raw


raw_op("EagerPyFunc")(_by_token(_eager_py_func))
raw_op("PyFunc")(_by_token(_py_func))
raw_op("PyFuncStateless")(_by_token(_py_func_stateless))


@handles(*OF_PYTHON)
def _imported(importer, node, inputs, name):
    """A node from elsewhere: its function is in no file, and a function of this process is not called because a file names it."""
    check_attributes(importer, node, find(node.op))
    token = attribute(node, "token", b"").decode(errors="replace")

    def missing(input):
        raise invalid(f"ValueError: Could not find callback with key={token} in the registry.")

    leaves = [abstract.leaf(dtype, TensorShape(None)) for dtype in attribute(node, "Tout", [])]
    operation = InnerOp(node.op, missing, stateful=node.op != "PyFuncStateless", names=("input",), grad=None)
    return importer.graph._add(operation, [list(inputs)], leaves, name)


@tf_export("numpy_function")
@one_layer("numpy_function")
def numpy_function(
    func: Callable[..., Any] | None = None, inp: TensorLike | None = None, Tout: Any = None, stateful: bool = True, name: str | None = None
) -> Any:  # noqa: N803 - TensorFlow's name
    """A Python function of NumPy arrays as an operation, also in graphs. Mirrors `tf.numpy_function`.

    Arguments:
        func: a function that gets arrays and returns arrays, or what converts to them; without it the result is a
            decorator.
        inp: a list of tensors, the arguments.
        Tout: the dtype of the result, or a list of dtypes for several.
        stateful: False lets a graph leave out a call whose result is not used; True by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor, or a list of them. In a graph it has no static shape: `tf.ensure_shape` or `set_shape` gives it one.

    Raises:
        Eagerly the exceptions of the function as they are, in graphs the fitting ones of `tf.errors`.

    No gradient flows through it; `tf.py_function` gets tensors and has one. It is called in this process, and not saved
    with a model.

    Example:
        >>> tf.numpy_function(lambda x: np.sort(x)[::-1], [tf.constant([1.0, 3.0, 2.0])], tf.float32)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([3., 2., 1.], dtype=float32)>
    """
    _check_given("numpy_function", func, inp, Tout)
    if func is None:
        return lambda f: _decorated(numpy_function, f, Tout=Tout, stateful=stateful, name=name)
    if TS.graph is None:
        with stop_recording():
            results = [None if x is None else convert_to_tensor(x) for x in nest.flatten(func(*[np.array(x) for x in inp]))]
            return results[0] if len(results) == 1 else results
    if not callable(func):
        raise ValueError(f"Expected func to be callable. Received func={func} of type {type(func)}.")
    for t in Tout if isinstance(Tout, (list, tuple)) else [Tout]:
        if isinstance(t, TypeSpec):
            raise TypeError(f"Expected DataType for argument 'Tout' not {t!r}.")
    inp = list(inp)
    call = _Call(func, inp, Tout)
    return call.packed((_py_func if stateful else _py_func_stateless)(inp, call, name=name))


@tf_export("nondifferentiable_batch_function")
def nondifferentiable_batch_function(
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    allowed_batch_sizes: Sequence[int] | None = None,
    max_enqueued_batches: IntLike = 10,
    autograph: bool = True,
    enable_large_batch_splitting: bool = True,
) -> Callable[..., Any]:
    """Not supported: raises NotImplementedError. Mirrors `tf.nondifferentiable_batch_function`."""
    raise refused("tf.nondifferentiable_batch_function")
