"""`tf.Variable`: a tensor that can be assigned to, by copy on write.

It is one class, most lines of which say what its methods do; those by subject are in `assign_methods`, `scatter_methods` and
`graph_methods`.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import methods_as_own, tf_export
from tfshim.engine.gradients.aliases import read_variable
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.uids import uid
from tfshim.engine.values import core_types, printing
from tfshim.engine.values.arrays import place
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import VARIABLE
from tfshim.engine.values.shapes import TensorShape, as_shape
from tfshim.engine.values.tensor import EagerTensor, Reference, Tensor, wrap
from tfshim.engine.values.typespec import register_type_spec_from_value_converter
from tfshim.engine.variables.assign_methods import AssignMixin
from tfshim.engine.variables.graph_methods import GraphMixin
from tfshim.engine.variables.handles import handle_text, numbers
from tfshim.engine.variables.in_place import Storage, storage_owner
from tfshim.engine.variables.save_slice_info import SaveSliceInfo
from tfshim.engine.variables.scatter_methods import ScatterMixin
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization, mode_of
from tfshim.engine.variables.trackable import VARIABLE_VALUE, Trackable
from tfshim.engine.variables.variable_spec import VariableSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


def default_creator(next_creator: object = None, **kwargs: Any) -> Variable:
    """The innermost variable creator: an ordinary variable, or one of the graph under construction."""
    graph = TS.graph
    made = object.__new__(ResourceVariable if graph is None or graph.building_function else higher.graph_variable_class())
    made.__init__(**kwargs)
    return made


class _VariableMeta(type):
    """Sends `tf.Variable(...)` through the creator functions in force; subclasses are made as any class."""

    # An attribute of instances alone: a property here comes before it, so that the class is not taken for a variable.
    _tfshim_kind = property(lambda cls: None)

    if not TYPE_CHECKING:  # editors are shown the arguments of `Variable.__init__`, and that a variable comes of them

        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            if cls is Variable:
                return create(*args, **kwargs)
            if cls is ResourceVariable and TS.graph is not None and not TS.graph.building_function:
                # So programs of TensorFlow 1 name the kind of variable; it is one of their graph.
                return higher.graph_variable_class()(*args, **{"use_resource": True, **kwargs})
            return super().__call__(*args, **kwargs)


def _at_once(*args: Any, **kwargs: Any) -> ResourceVariable:
    """A variable that has its value now, though a graph may be under construction."""
    made = object.__new__(ResourceVariable)
    ResourceVariable.__init__(made, *args, **kwargs)
    return made


def create(
    initial_value: Any = None,
    trainable: bool | None = None,
    validate_shape: bool = True,
    caching_device: str | None = None,
    name: str | None = None,
    variable_def: object = None,
    dtype: DTypeLike | None = None,
    import_scope: str | None = None,
    constraint: Callable[..., Any] | None = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: VariableAggregation = VariableAggregation.NONE,
    shape: ShapeLike | None = None,
    experimental_enable_variable_lifting: bool = True,
    **others: Any,
) -> Any:
    """Make a variable through the creators in force."""
    if variable_def is not None or import_scope is not None:
        raise refused("tf.Variable", "variable_def" if variable_def is not None else "import_scope")
    kwargs = dict(
        initial_value=initial_value,
        trainable=trainable,
        validate_shape=validate_shape,
        caching_device=caching_device,
        name=name,
        dtype=dtype,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
        shape=shape,
        **others,
    )
    creator = default_creator
    for function in TS.creators:
        # Each wraps those before it: the scope that was entered last is asked first, as in TensorFlow.
        creator = functools.partial(function, creator)
    return creator(**kwargs)


@tf_export("Variable")
class Variable(AssignMixin, ScatterMixin, GraphMixin, Trackable, metaclass=_VariableMeta):
    """A value that stays, which operations read and `assign` changes: the weights of models. Mirrors `tf.Variable`.

    Arguments:
        initial_value: a tensor, what converts to one, or a function without arguments that gives it.
        trainable: whether gradient tapes watch it by themselves; True unless it is synchronized on reading.
        validate_shape: False lets later values have any shape; True by default.
        caching_device: a hint.
        name: a name, "Variable" by default.
        variable_def, import_scope: belong to TensorFlow 1 and are refused.
        dtype: the dtype; None takes that of the value.
        constraint: a function that optimizers apply to the value after an update.
        synchronization, aggregation: for replicas of a `tf.distribute.Strategy`; see `tf.VariableSynchronization` and
            `tf.VariableAggregation`.
        shape: a shape that is less specific than that of the value, with None for sizes that may change.

    Raises:
        ValueError: there is no initial value, or it has another shape.

    It can be used wherever a tensor can. `assign`, `assign_add`, `assign_sub` and the `scatter_` methods change it;
    `+=` does not. In a `tf.function` a variable is made outside, or in the first call only.

    Example:
        >>> v = tf.Variable([1.0, 2.0], name="v")
        >>> v.assign_add([10.0, 10.0])
        <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([11., 12.], dtype=float32)>
        >>> v * 2.0
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([22., 24.], dtype=float32)>
        >>> v[0].assign(5.0)
        <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([ 5., 12.], dtype=float32)>
    """

    __module__ = "tensorflow.python.ops.variables"
    # With a priority above its own, NumPy leaves `array + variable` to the variable.
    __array_priority__ = 100
    is_tensor_like = True
    _tfshim_kind = VARIABLE
    _nest_leaf = True  # though it has a spec
    _type_spec = property(VariableSpec.from_value)

    SaveSliceInfo = SaveSliceInfo

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: str | None = None,
        name: str | None = None,
        variable_def: object = None,
        dtype: DTypeLike | None = None,
        import_scope: str | None = None,
        constraint: Callable[..., Any] | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
        experimental_enable_variable_lifting: bool = True,
        **_: Any,
    ) -> None:
        if not isinstance(self, ResourceVariable):
            raise NotImplementedError  # a subclass keeps its value as it likes, and some expect to hear so
        if initial_value is None:
            without = "must be specified except when you are not providing a `variable_def`. You provided neither."
            raise ValueError(f"The `initial_value` arg to `tf.Variable` {without}")
        if constraint is not None and not callable(constraint):
            raise ValueError(f"Argument `constraint` must be None or a callable. a callable. Got a {type(constraint)}:  {constraint}")
        if caching_device is not None:
            raise refused("tf.Variable", "caching_device")
        self._constraint = constraint
        synchronization = mode_of(VariableSynchronization, "synchronization", synchronization, name)
        aggregation = mode_of(VariableAggregation, "aggregation", aggregation, name)
        # As in TensorFlow, what is synchronized when it is read (a metric's total, say) is not trained by default.
        if trainable is None:
            trainable = synchronization is not VariableSynchronization.ON_READ
        self._trainable, self._synchronization, self._aggregation = bool(trainable), synchronization, aggregation
        if name is not None and not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._handle_name = f"{TS.name_scope}{'Variable' if name is None else name}"
        self._number = next(numbers)
        self._alias = None
        value = initial_value() if callable(initial_value) and not isinstance(initial_value, (Tensor, Variable)) else initial_value
        given = getattr(value, "wrapped_value", None)  # a checkpoint's value, waiting for this variable
        if given is not None:
            value = given
        value = convert_to_tensor(value, dtype)
        if type(value) is not EagerTensor:
            raise ValueError(
                f"Tensor-typed variable initializers must either be wrapped in an init_scope or callable "
                f"(e.g., `tf.Variable(lambda : tf.truncated_normal([10, 40]))`) when building functions. Got {initial_value!r}."
            )
        self._dt = value._dt
        self._shape = value.shape if shape is None else as_shape(shape)
        if validate_shape and not self._shape.is_compatible_with(value.shape):
            raise ValueError(
                f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is not compatible with the "
                f"explicitly supplied `shape` argument ({shape})."
            )
        t = value._t
        if type(t) is torch.Tensor:
            t = place(t.detach()) if t.requires_grad else place(t)
            # A view of something larger would keep all of it alive, and one with holes cannot be updated in one go.
            if not t.is_contiguous() or t.untyped_storage().nbytes() > t.numel() * t.element_size():
                t = t.clone(memory_format=torch.contiguous_format)
        self._t = t

    # ------------------------------------------------------------------ facts
    dtype = property(lambda self: self._dt, doc="The `tf.DType`.")
    trainable = property(lambda self: self._trainable, doc="Whether gradient tapes watch this variable by themselves.")
    synchronization = property(lambda self: self._synchronization, doc="The `tf.VariableSynchronization`.")
    aggregation = property(lambda self: self._aggregation, doc="The `tf.VariableAggregation`.")
    constraint = property(lambda self: self._constraint, doc="The function that optimizers apply after an update, or None.")
    name = property(lambda self: self._handle_name + ":0", doc="The name, as `scope/x:0`.")
    shape = property(lambda self: self._shape, doc="The static shape, a `tf.TensorShape`.")
    _shared_name = property(lambda self: self._handle_name)

    @functools.cached_property
    def _unique_id(self) -> str:
        """What no other variable has, for those who keep a table by variables, as a str."""
        return f"{self._handle_name}_{uid()}"

    _in_graph_mode = False
    updates_elsewhere: Callable[..., Any] | None = None  # of a variable of another task: see `FuncGraph.program`

    def get_shape(self) -> TensorShape:
        """The static shape, the same as `shape`. Mirrors `tf.Variable.get_shape`.

        It is what is known without the value, and so is there while a function is traced.

        Older programs call it.

        Returns:
            A `tf.TensorShape`: that of the first value, or the one that the constructor was given as `shape`, in which sizes may be
                unknown; values
            of any shape that fits it may be assigned. `tf.shape(v)` gives the sizes of the value at hand.

        Example:
            >>> v = tf.Variable([[1, 2]], shape=[None, 2])
            >>> v.get_shape()
            TensorShape([None, 2])
            >>> tf.shape(v).numpy()
            array([1, 2], dtype=int32)
        """
        return self.shape

    def set_shape(self, shape: ShapeLike) -> None:
        """Make the static shape more specific. Mirrors `tf.Variable.set_shape`.

        Sizes that are not known before become known, which layers that are built on the variable need; unknown ones may be given for
        known ones and change nothing.

        The value is not looked at; from then on only values of that shape may be assigned.

        Arguments:
            shape: a `tf.TensorShape`, or a list of sizes of which each may be None.

        Raises:
            ValueError: it contradicts the static shape that there is.

        Example:
            >>> v = tf.Variable([[1, 2]], shape=[None, 2])
            >>> v.set_shape([1, None])
            >>> v.shape
            TensorShape([1, 2])
        """
        self._shape = self._shape.merge_with(shape)

    @property
    def device(self) -> str:
        """The name of the device that holds the value. Mirrors `tf.Variable.device`.

        It is that of the scope of `tf.device` in which the variable was made, else that of the first value.

        Returns:
            A string, "/job:localhost/replica:0/task:0/device:CPU:0" for the processor.

        Example:
            >>> tf.Variable(1.0).device
            '/job:localhost/replica:0/task:0/device:CPU:0'
        """
        return wrap(self._t, self._dt).device

    def ref(self) -> Reference:
        """A stand-in that can be a key of dictionaries and a member of sets. Mirrors `tf.Variable.ref`.

        The reference keeps the variable alive. It is hashed by which object it stands for, so two variables of equal values have two
        references; of sets and dictionaries of references the variables come back by `deref()`.

        Variables themselves cannot, as `==` compares their values. Two references are equal where they stand for one variable.

        Returns:
            An object with `deref()`, which gives the variable.

        Example:
            >>> v = tf.Variable(1.0)
            >>> names = {v.ref(): "rate"}
            >>> names[v.ref()], v.ref().deref() is v
            ('rate', True)
        """
        return Reference(self)

    experimental_ref = ref

    # ------------------------------------------------------------------ reading
    def _tfshim_value(self) -> Tensor:
        ts = TS
        for watcher in ts.watchers:
            watcher.note(self)
        if ts.graph is not None:
            return ts.graph._read_variable(self)
        if ts.tape is None:
            return wrap(self._t, self._dt)
        return read_variable(self)

    def value(self) -> Tensor:
        """The value now, as a tensor, which later assignments do not change. Mirrors `tf.Variable.value` and
        `tf.Variable.read_value`.

        A tensor of the moment: of a variable that a loop changes it is the state before. Arithmetic on a variable calls it, so one rarely
        has to; where a function is traced it is a node that reads when the function runs.

        Returns:
            A tensor of the shape and dtype of the variable. Nothing is copied until the variable is assigned to. Under
            a tape the reading is recorded.

        Example:
            >>> v = tf.Variable([1.0, 2.0])
            >>> before = v.value()
            >>> v.assign([5.0, 5.0]).numpy().tolist(), before.numpy().tolist()
            ([5.0, 5.0], [1.0, 2.0])
        """
        made = self._tfshim_value()
        # Not the alias itself, which a tape may empty when it is done.
        if type(made) is EagerTensor and made._rec is not None:
            return wrap(torch.ops.aten.alias(made._t), made._dt, made._rec)
        return made

    def read_value(self) -> Tensor:
        """The value as a tensor. Mirrors `tf.Variable.read_value`.

        Arithmetic and functions read variables by themselves; this is for a value that is to stay: what was read does not change when the
        variable does. `value()` is the same; in a function each read is an operation of its own, so that one before an assignment and one
        behind it differ. It takes no arguments.

        Returns:
            a tensor of the shape and dtype of the variable. Gradients go through it to the variable.

        Raises:
            tf.errors.FailedPreconditionError: in a graph of TensorFlow 1, when it runs before the variable is initialized.

        Example:
            >>> v = tf.Variable([1.0, 2.0])
            >>> before = v.read_value()
            >>> _ = v.assign([5.0, 6.0])
            >>> before.numpy(), v.read_value().numpy()
            (array([1., 2.], dtype=float32), array([5., 6.], dtype=float32))
        """
        return self.value() if TS.graph is None else TS.graph._value_apart(self)

    def read_value_no_copy(self) -> Tensor:
        """The value as a tensor. Mirrors `tf.Variable.read_value_no_copy`.

        TensorFlow has it for code that takes care not to assign while it uses the value; that care is not
        needed here, and the result may
        be kept.

        The same as `read_value`: here no value is copied until the variable is assigned to.

        In graphs, where the order of reading and assigning matters, it is a node that reads, as `read_value` is.

        Returns:
            A tensor of the shape and dtype of the variable, which later assignments do not change.

        Example:
            >>> v = tf.Variable([1.0, 2.0])
            >>> v.read_value_no_copy().numpy()
            array([1., 2.], dtype=float32)
        """
        return self.value()

    def numpy(self) -> Any:
        """The value as a NumPy array. Mirrors `tf.Variable.numpy`.

        Strings are bytes in an array of objects, bfloat16 is the type of ml_dtypes. To change the array does not change the variable;
        `assign` does. Where a function is traced, `print` the value by `tf.print`, or compute with the variable itself.

        It also waits for a GPU.

        Returns:
            A copy, of the shape and dtype of the variable; for a scalar a NumPy scalar.

        Raises:
            NotImplementedError: it is called while a function is traced, where the value is not there.

        Example:
            >>> tf.Variable([1.5, 2.5]).numpy()
            array([1.5, 2.5], dtype=float32)
        """
        if TS.graph is not None:
            raise NotImplementedError("numpy() is only available when eager execution is enabled.")
        return wrap(self._t, self._dt).numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return wrap(self._t, self._dt).__array__(dtype, copy)

    def __bool__(self) -> bool:
        return bool(self._tfshim_value())

    __nonzero__ = __bool__

    def __int__(self) -> int:
        return int(wrap(self._t, self._dt))

    def __float__(self) -> float:
        return float(wrap(self._t, self._dt))

    def __complex__(self) -> complex:
        return complex(wrap(self._t, self._dt))

    def __index__(self) -> int:
        return wrap(self._t, self._dt).__index__()

    def __format__(self, format_spec: str) -> str:
        return self.numpy().__format__(format_spec) if format_spec else str(self)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._tfshim_value())

    def __hash__(self) -> int:
        raise TypeError(f"Variable is unhashable. Instead, use variable.ref() as the key. (Variable: {self})")

    def __repr__(self) -> str:
        text = f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}"
        if TS.graph is not None:  # where TensorFlow reads no values
            return f"{text}>"
        if self._t is None:  # one of an imported graph that was given no value yet
            return f"{text}, numpy={np.array([], self._dt.as_numpy_dtype)!r}>"
        return f"{text}, {printing.value_text(wrap(self._t, self._dt))}>"

    __str__ = __repr__

    def __copy__(self) -> Variable:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        made = _at_once(
            wrap(self._t, self._dt),
            trainable=self._trainable,
            name=None,
            constraint=self._constraint,
            synchronization=self._synchronization,
            aggregation=self._aggregation,
            shape=self._shape,
        )
        # The constructor puts the name scope that is open here before the name.
        made._handle_name = self._handle_name
        memo[id(self)] = made
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (
            self.numpy(),
            self._dt.name,
            self._trainable,
            self._handle_name,
            self._shape.as_list() if self._shape.rank is not None else None,
        )

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {VARIABLE_VALUE: wrap(self._t, self._dt)}

    def _restore_from_tensors(self, restored_tensors: Mapping[str, Any]) -> None:
        self.assign(restored_tensors[VARIABLE_VALUE])

    # ------------------------------------------------------------------ writing
    _t = Storage()
    _twin: torch.Tensor | None = None  # torch's parameter or buffer that shares the memory (see `sharing`)
    _stands_for: Callable[[], Variable] | None = None  # a function that gives the variable whose storage is changed, where that is another

    _of_function = False  # whether it was made while a function was traced: TensorFlow has a class of its own for those

    def _store(self, t: Any) -> None:
        """Take the torch tensor (or object array) `t` as the value, without a copy."""
        self._alias = None
        # A variable is where gradients start: a value that was computed on a tape must not bring its autograd graph along.
        self._t = t.detach() if type(t) is torch.Tensor and t.requires_grad else t

    def _unread(self) -> _UnreadVariable:
        """What an assignment gives, made without the calls that the making of a class of variables costs."""
        made = object.__new__(_UnreadVariable)
        made._origin = getattr(self, "_origin", self) if self._stands_for is not None else self
        return made


methods_as_own(Variable, AssignMixin, ScatterMixin, GraphMixin)


class ResourceVariable(Variable, core_types.Tensor):
    # The class of variable that `tf.Variable(...)` makes.
    __doc__ = Variable.__doc__

    __module__ = "tensorflow.python.ops.resource_variable_ops"

    @property
    def handle(self) -> Tensor:
        # Not `np.array(self)`, which would ask the variable for its value.
        """The resource handle: a scalar tensor of dtype `tf.resource` that refers to this variable."""
        known = self.__dict__.get("_shown_handle")
        made = None if known is None else known()
        if made is None:
            box = np.empty((), dtype=object)
            box[()] = self
            made = wrap(box, as_dtype("resource"))
            # Weakly: it holds the variable.
            self.__dict__["_shown_handle"] = weakref.ref(made)
        return made

    _text_of_variant = property(handle_text)


VariableSpec._value_type = ResourceVariable
CompositeTensor.register(Variable)  # as in TensorFlow, though it is a leaf of every structure
register_type_spec_from_value_converter(Variable, VariableSpec.from_value, allow_subclass=True)


class _UnreadVariable(ResourceVariable):
    """What an assignment returns: the variable itself, to be read when needed."""

    __module__ = "tensorflow.python.ops.resource_variable_ops"

    def __init__(self, origin: Variable) -> None:
        self._origin = getattr(origin, "_origin", origin)

    name = property(lambda self: "UnreadVariable")
    op = property(lambda self: None if TS.graph is None else self._origin.op)  # what has run already is no operation of a graph

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.__dict__["_origin"], attribute)

    def _tfshim_value(self) -> Tensor:
        return self._origin._tfshim_value()

    def _store(self, t: Any) -> None:
        self._origin._store(t)

    _t = property(lambda self: self._origin._t)

    def _stands_for(self) -> Variable:
        return storage_owner(self._origin)


def _rebuild(value: Any, dtype_name: str, trainable: bool, name: str, shape: list[int | None] | None) -> Variable:
    made = _at_once(value, dtype=as_dtype(dtype_name), trainable=trainable, shape=TensorShape(shape))
    made._handle_name = name
    return made


def _overload_operator(cls: Any, operator: str) -> None:
    """Give the class `cls` of variables an operator that acts on what its own `value()` gives."""
    if operator in ("__eq__", "__ne__"):
        return

    def on_value(self: Any, *args: Any, **kwargs: Any) -> Any:
        value = self.value()
        return getattr(type(value), operator)(value, *args, **kwargs)

    on_value.__name__ = operator
    setattr(cls, operator, on_value)


def _overload_all_operators(cls: Any) -> None:
    """Give the class `cls` of variables all operators of tensors, on what its own `value()` gives."""
    for operator in Tensor.OVERLOADABLE_OPERATORS:
        _overload_operator(cls, operator)
    if not issubclass(cls, ResourceVariable):  # its value is what its `value()` makes, its storage that of its handle
        cls._tfshim_value = lambda self: self.value()
        cls._stands_for = lambda self: self.handle._t.item()


# What libraries call for classes of their own that derive from `tf.Variable`.
Variable._OverloadOperator = classmethod(_overload_operator)  # type: ignore[attr-defined]
Variable._OverloadAllOperators = classmethod(_overload_all_operators)  # type: ignore[attr-defined]
