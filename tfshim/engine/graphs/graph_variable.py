"""Variables of graphs that are no functions: their values live in sessions."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import torch

from tfshim.engine.graphs.control_flow import branches
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.func_graph import has_switches
from tfshim.engine.graphs.operation import IDENTITY, READ, InnerOp, Operation
from tfshim.engine.graphs.references import REFERENCE, goes_by_resource, refer
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors, messages, one_by_one
from tfshim.engine.runtime.context import eager_mode, name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import as_shape
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.variables import variable_ops
from tfshim.engine.variables.save_slice_info import SaveSliceInfo
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.engine.variables.trackable import VARIABLE_VALUE
from tfshim.engine.variables.variable import ResourceVariable

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.values.dtypes import DType, DTypeLike
    from tfshim.engine.values.shapes import ShapeLike, TensorShape


class GraphMode:
    """What TF 1 programs switch for all graphs."""

    resource_variables = True  # whether variables print without `_ref`


GLOBAL_VARIABLES, TRAINABLE_VARIABLES = "variables", "trainable_variables"


def _initialize(resource: Any, value: Any) -> list[Any]:
    resource._store(variable_ops.on_its_device(resource, value))
    return []


def _initialize_and_give(resource: Any, value: Any) -> Any:
    _initialize(resource, value)
    return resource._t


def _initialize_of_shape(resource: Any, value: Any) -> list[Any]:
    variable_ops.check_shape(resource, value)
    return _initialize(resource, value)


def _initialize_of_shape_and_give(resource: Any, value: Any) -> Any:
    _initialize_of_shape(resource, value)
    return resource._t


def _is_initialized(resource: Any) -> torch.Tensor:
    return torch.tensor(resource._t is not None)


HANDLE = InnerOp("VarHandleOp", as_object, names=("resource",), grad=None)
INITIALIZE = InnerOp("AssignVariableOp", _initialize, stateful=True, names=("resource", "value"), grad=None)
INITIALIZE_BY_REFERENCE = InnerOp("AssignVariableOp", _initialize_and_give, stateful=True, names=("resource", "value"), grad=None)
# Of imported graphs, whose nodes say that the shape is to be kept.
INITIALIZE_OF_SHAPE = InnerOp("AssignVariableOp", _initialize_of_shape, stateful=True, names=("resource", "value"), grad=None)
INITIALIZE_OF_SHAPE_BY_REFERENCE = InnerOp(
    "AssignVariableOp", _initialize_of_shape_and_give, stateful=True, names=("resource", "value"), grad=None
)
ISINITIALIZED = InnerOp("VarIsInitializedOp", _is_initialized, stateful=True, names=("resource",), grad=None)


class GraphVariable(ResourceVariable):
    """A variable of a `tf.Graph`; each session has a value of its own for it, set by `initializer`."""

    _in_graph_mode = True

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        constraint: Callable[[Any], Any] | None = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: ShapeLike = None,
        collections: Any = None,
        use_resource: bool | None = True,
        **_: Any,
    ) -> None:
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        if collections is not None and not isinstance(collections, (list, tuple, set)):
            raise ValueError(
                f"collections argument to Variable constructor must be a list, tuple, or set. Got {collections} of type {type(collections)}"
            )
        if constraint is not None and not callable(constraint):
            raise ValueError("The `constraint` argument must be a callable.")
        if caching_device is not None and not callable(caching_device) and not isinstance(caching_device, str):
            raise TypeError("caching_device must be the name of a device or a function.")
        graph = self._graph = TS.graph
        graph._held.append(self)
        self._by_reference = not (GraphMode.resource_variables if use_resource is None else use_resource)
        self._constraint, self._alias, self._t = constraint, None, None
        self._synchronization = synchronization or VariableSynchronization.AUTO
        self._aggregation = aggregation or VariableAggregation.NONE
        if trainable is None:
            trainable = self._synchronization is not VariableSynchronization.ON_READ
        self._trainable = bool(trainable)
        # As in TensorFlow: the initializer must not wait for the control dependencies around it.
        with graph.control_dependencies(None), name_scope(name or "Variable") as scope:
            self._handle_name, before = scope[:-1], len(graph._operations)
            made = callable(initial_value) and not isinstance(initial_value, Tensor) and not is_variable(initial_value)
            with name_scope("Initializer") if made or not self._by_reference else contextlib.nullcontext():
                self._initial = _initial(graph, initial_value, dtype)
            self._dt = self._initial.dtype.base_dtype
            self._shape = self._initial.shape if shape is None else as_shape(shape)
            if not validate_shape and shape is None:
                self._shape = as_shape(None)
            elif validate_shape and shape is None and not self._shape.is_fully_defined():
                raise ValueError(f"initial_value must have a shape specified: {self._initial}")
            if not self._shape.is_compatible_with(self._initial.shape):
                raise ValueError(
                    f"In this `tf.Variable` creation, the initial value's shape ({self._initial.shape}) is not compatible "
                    f"with the explicitly supplied `shape` argument ({shape})."
                )
            kind, leaf = (REFERENCE, (self._dt, self._shape)) if self._by_reference else (HANDLE, (dtypes.resource, []))
            self._handle = graph._add(kind, [self], abstract.leaf(*leaf), scope).outputs[0]
            self._handle._handle = self
            if self._by_reference:
                refer(self._handle._op, self)
            for node in graph._operations[before:] if made or not self._by_reference else ():
                node.beside = self._handle_name
            if self._by_reference:
                self._add_nodes_by_reference(graph, validate_shape)
            else:
                self._add_nodes(graph, scope)
        # Where the variable is, wherever its initial value comes from.
        beside = [self._initializer, *([self._snapshot.op] if self._by_reference else [])]
        for node in beside:
            node.device = self._handle.device
        keys = [GLOBAL_VARIABLES] if collections is None else list(collections)
        if self._trainable and TRAINABLE_VARIABLES not in keys:
            keys.append(TRAINABLE_VARIABLES)
        graph.add_to_collections(keys, self)

    def _add_nodes(self, graph: Graph, scope: str) -> None:
        with name_scope("IsInitialized"):
            self._initialized = graph._add(ISINITIALIZED, [self], abstract.leaf(dtypes.bool, []), "VarIsInitializedOp").outputs[0]
        graph._add(INITIALIZE, [self, self._initial], [], scope + "Assign/")
        self._initializer = graph._operations[-1]
        graph._versions += 1
        with name_scope("Read"):
            self._snapshot = graph._add(READ, [self], abstract.leaf(self._dt, self._shape), "ReadVariableOp").outputs[0]

    def _add_nodes_by_reference(self, graph: Graph, validate_shape: bool) -> None:
        leaf, self._initialized = abstract.leaf(self._dt, self._shape), None
        self._initializer = refer(graph._add(INITIALIZE_BY_REFERENCE, [self, self._initial], leaf, "Assign"), self)
        self._initializer.use_locking, self._initializer.any_shape = True, not validate_shape
        graph._versions += 1
        read = refer(graph._add(READ, [self], leaf, "read"), self)
        read.beside = self._handle_name
        self._snapshot = read.outputs[0]

    graph = property(lambda self: self._graph, doc="The graph that it belongs to.")
    op = property(lambda self: self._handle.op, doc="The operation that stands for the variable.")
    handle = property(lambda self: self._handle, doc="The symbolic tensor that stands for the variable.")
    initializer = property(lambda self: self._initializer, doc="The operation that sets the initial value.")
    initial_value = property(lambda self: self._initial, doc="The initial value, a symbolic tensor.")
    device = property(lambda self: self._handle.device, doc="The device it was assigned to, or an empty string.")

    def _as_graph_element(self) -> Any:
        return self._handle if self._by_reference and self._handle is not None else self._snapshot

    def _tfshim_value(self) -> Any:
        if TS.graph is None and self._t is None:
            raise errors.InaccessibleTensorError(
                f"{self!r} belongs to a graph, and its value is known in sessions only: evaluate it with Session.run."
            )
        return super()._tfshim_value()

    def is_initialized(self, name: str | None = None) -> Tensor:
        """A boolean tensor: whether the session has a value for the variable."""
        leaf = abstract.leaf(dtypes.bool, [])
        if self._by_reference:
            return refer(TS.graph._add(ISINITIALIZED, [self], leaf, name or "IsVariableInitialized"), self).outputs[0]
        return TS.graph._add(ISINITIALIZED, [self], leaf, name or "VarIsInitializedOp").outputs[0]

    def initialized_value(self) -> Tensor:
        """The value, or the initial one where the session has none yet."""
        return higher.recorded(_initialized, self, self._initial)

    def set_initial_value(self, value: Any) -> None:
        """Let `initializer` set the NumPy array `value` from now on."""
        made = convert_to_tensor(value, self._dt)
        self._initial = self._graph._constant(made, self._handle_name + "/restored/")
        self._initializer.arguments[1] = made  # not the new node, which comes after the initializer

    def read_value(self) -> Any:
        """The value at this point of the graph, as a new tensor."""
        if TS.graph is None:
            return self._tfshim_value()
        if self._by_reference and (not TS.graph.building_function or has_switches(TS.graph)) and not TS.tapes:
            return refer(TS.graph._add(READ, [self], abstract.leaf(self._dt, self._shape), "read"), self).outputs[0]
        with name_scope("Read"):
            read = self._tfshim_value()
        return TS.graph._add(IDENTITY, [read], abstract.leaf_like(read)).outputs[0]

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Set the value. Raises ValueError for an incompatible shape, TypeError or ValueError for another dtype."""
        if not self._by_reference or TS.graph is None:
            return super().assign(value, use_locking, name, read_value)
        return self._changed(variable_ops.assign_in_graph, self._assignable(value), use_locking, name, read_value)

    def assign_add(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Add `delta`, a value of the variable's shape."""
        if not self._by_reference or TS.graph is None:
            return super().assign_add(delta, use_locking, name, read_value)
        return self._changed(variable_ops.assign_add, convert_to_tensor(delta, self._dt), use_locking, name, read_value)

    def assign_sub(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Subtract `delta`, a value of the variable's shape."""
        if not self._by_reference or TS.graph is None:
            return super().assign_sub(delta, use_locking, name, read_value)
        return self._changed(variable_ops.assign_sub, convert_to_tensor(delta, self._dt), use_locking, name, read_value)

    def _changed(self, operation: Callable[..., Any], value: Tensor, use_locking: bool, name: str | None, read_value: bool) -> Any:
        """What an assignment by reference gives; `value`, a constant perhaps, is one of its operation."""
        made = self._written(operation(self, value, name=name), read_value)
        node = made if isinstance(made, Operation) else made.op
        if use_locking:
            node.use_locking = True
        if self._handle.device and node.graph is self._graph:
            node.device = self._handle.device
        return made

    def numpy(self) -> Any:
        """The value where a session has put it in; else not available: it is the session's."""
        if TS.graph is None and self._t is not None:
            return super().numpy()
        raise NotImplementedError("numpy() is only available when eager execution is enabled.")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if TS.graph is None and self._t is not None:
            return np.asarray(super().numpy(), dtype)
        raise NotImplementedError("numpy() is only available when eager execution is enabled.")

    def eval(self, session: Any = None) -> Any:
        """The value in `session` or the default session."""
        return self._snapshot.eval(session=session)

    def load(self, value: Any, session: Any = None) -> None:
        """Set the value in `session` or the default session. Raises ValueError without a session."""
        session = session or higher.default_session()
        if session is None:
            raise ValueError("Either session argument should be provided or default session should be established")
        with eager_mode():
            made = self._assignable(value)
        session._load_variable(self, made)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The VariableDef message of the variable, with names without `export_scope`; None if it is in another scope."""
        scope = f"{export_scope.rstrip('/')}/" if export_scope else ""
        if not self._handle.name.startswith(scope):
            return None
        made = messages.variable.VariableDef(
            variable_name=self._handle.name.removeprefix(scope),
            trainable=self._trainable,
            is_resource=not self._by_reference or goes_by_resource(self),
        )
        made.initializer_name = "" if self._initializer is None else self._initializer.name.removeprefix(scope)
        made.initial_value_name = "" if self._initial is None else self._initial.name.removeprefix(scope)
        made.snapshot_name = "" if self._snapshot is None else self._snapshot.name.removeprefix(scope)
        made.synchronization, made.aggregation = self._synchronization.value, self._aggregation.value
        part = getattr(self, "_save_slice_info", None)
        if part is not None:
            made.save_slice_info_def.CopyFrom(part.to_proto(export_scope))
        return made

    def _serialize_to_tensors(self) -> dict[str, Any]:
        t = self._t
        if t is None and (session := higher.session_of_values()) is not None:
            t = session._value_of(self)
        if t is None:
            raise errors.FailedPreconditionError(None, None, f"The variable {self.name} has no value to save in the default session.")
        return {VARIABLE_VALUE: wrap(t, self._dt)}

    def _restore_from_tensors(self, restored_tensors: Mapping[str, Any]) -> None:
        if self._t is not None:
            # What works on the values of a session holds them: they go back into it afterwards.
            super()._restore_from_tensors(restored_tensors)
        else:
            self.load(restored_tensors[VARIABLE_VALUE], higher.session_of_values())

    def __deepcopy__(self, memo: dict[int, Any]) -> NoReturn:
        raise NotImplementedError(f"deepcopy() of {self.name}: a variable of a graph cannot be copied.")

    # As in TensorFlow 1, whose programs use variables as keys of dictionaries; eager variables are unhashable.
    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __bool__(self) -> bool:
        # A reference is no tensor: like any object it is true, and programs ask `if variable` for whether there is one.
        return self._by_reference or bool(self._tfshim_value())

    def __repr__(self) -> str:
        suffix = "_ref" if self._by_reference else ""
        return f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}{suffix}>"

    __str__ = __repr__


def imported_variable(graph: Graph, name: str, dtype: DType, shape: TensorShape) -> Any:
    """A variable `name` for nodes that are imported into `graph`. It has no value, and no operation but those of the nodes."""
    cls = GraphVariable if not graph.building_function else ResourceVariable
    made: Any = cls.__new__(cls)
    made._handle_name, made._dt, made._shape = name, dtype, shape
    made._constraint, made._alias, made._t = None, None, None
    made._synchronization, made._aggregation = VariableSynchronization.AUTO, VariableAggregation.NONE
    made._trainable = True
    made._by_reference = False
    if cls is GraphVariable:
        made._graph = graph
        made._handle = made._initial = made._initialized = made._initializer = made._snapshot = None
    graph._held.append(made)
    return made


def variable_from(graph: Graph, definition: Any, scope: str = "") -> Any:
    """The variable of a VariableDef whose nodes are in `graph`, under the scope `scope`."""

    def element(name: str) -> Any:
        return graph.as_graph_element(f"{scope}/{name}" if scope else name) if name else None

    # By its operation: the name of a variable of TensorFlow 1 is that of its value.
    handle = element(definition.variable_name.rpartition(":")[0] or definition.variable_name).outputs[0]
    made = getattr(handle, "_handle", None)
    if made is None:
        raise ValueError(f"{handle} is no variable.")
    made._handle, made._handle_name = handle, handle.op.name
    made._initializer, made._initial = element(definition.initializer_name), element(definition.initial_value_name)
    made._snapshot = element(definition.snapshot_name)
    made._initialized = None
    made._trainable = definition.trainable
    made._by_reference = handle.op._op_def is REFERENCE
    made._synchronization = VariableSynchronization(definition.synchronization)
    made._aggregation = VariableAggregation(definition.aggregation)
    if definition.HasField("save_slice_info_def"):  # or the parts would be saved and looked for by names of their own
        made._save_slice_info = SaveSliceInfo(save_slice_info_def=definition.save_slice_info_def, import_scope=scope)
    return made


GraphVariable.__name__ = GraphVariable.__qualname__ = "ResourceVariable"
GraphVariable.__module__ = "tensorflow.python.ops.resource_variable_ops"


def _value_or_initial(resource: Any, initial: torch.Tensor) -> Any:
    return initial if resource._t is None else resource._t


_VALUE_OR_INITIAL = InnerOp("VarInitializedValue", _value_or_initial, stateful=True, names=("resource", "initial"))


def _initialized(variable: GraphVariable, initial: Any) -> Any:
    """The value of `variable`, or `initial` where the session has none yet."""
    if one_by_one.wanted():
        return branches(variable.is_initialized(), [variable.read_value, lambda: initial], "cond", ["true_fn", "false_fn"], "tf.cond")
    with name_scope("cond"):
        leaf = abstract.leaf(variable._dt, variable._shape)
        return TS.graph._add(_VALUE_OR_INITIAL, [variable, initial], leaf, "Merge").outputs[0]


def _initial(graph: Graph, value: Any, dtype: DTypeLike | None) -> Any:
    """The initial value as a symbolic tensor of `graph`."""
    if callable(value) and not isinstance(value, Tensor) and not is_variable(value):
        value = value()
    given = getattr(value, "wrapped_value", None)
    if given is not None:
        value = given
    made = convert_to_tensor(value, dtype)
    if type(made) is EagerTensor:
        return graph._constant(made, "initial_value")
    if not isinstance(made, SymbolicTensor):
        raise TypeError(f"initial_value must be a tensor, got {value!r}.")
    return graph._local(made)


def _graph_variable_class() -> type[GraphVariable]:
    return GraphVariable


higher.install(graph_variable_class=_graph_variable_class)
