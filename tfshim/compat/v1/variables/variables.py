"""Variables of TensorFlow 1: `tf.compat.v1.Variable`, their collections, initializers and assignments."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.array_ops.joining import stack
from tfshim.array_ops.masking import boolean_mask
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.control_flow import group, no_op
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.references import is_own_output
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import device, name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import string
from tfshim.engine.variables import creator_scope, variable_ops
from tfshim.engine.variables import variable as engine
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.math.logical import logical_not
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Device, Initializer, Message
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor


class _V1Meta(type(engine.Variable)):
    """Makes variables through the creators in force; every variable is an instance."""

    def __call__(
        cls,
        initial_value: Initializer | None = None,
        trainable: bool | None = None,
        collections: Sequence[str] | None = None,
        validate_shape: bool = True,
        caching_device: Device | None = None,
        name: str | None = None,
        variable_def: Message | None = None,
        dtype: DTypeLike | None = None,
        expected_shape: ShapeLike | None = None,
        import_scope: str | None = None,
        constraint: Constraint | None = None,
        use_resource: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
        **others: Any,
    ) -> Any:
        if cls is not Variable:
            return type.__call__(
                cls,
                initial_value,
                trainable=trainable,
                collections=collections,
                validate_shape=validate_shape,
                caching_device=caching_device,
                name=name,
                dtype=dtype,
                constraint=constraint,
                **others,
            )
        if expected_shape is not None:
            raise refused("tf.compat.v1.Variable", "expected_shape")
        return engine.create(
            initial_value,
            trainable,
            validate_shape,
            caching_device,
            name,
            variable_def,
            dtype,
            import_scope,
            constraint,
            synchronization,
            aggregation,
            shape,
            collections=collections,
            use_resource=use_resource,
        )

    def __instancecheck__(cls, instance):
        return isinstance(instance, engine.Variable) if cls is Variable else type.__instancecheck__(cls, instance)


@tf_export(v1=["Variable"])
class Variable(engine.Variable, metaclass=_V1Meta):
    """State that operations read and assignments change, with the arguments of TensorFlow 1.

    In a graph it is added to `collections` (GLOBAL_VARIABLES by default), and needs its `initializer` run in each session.
    `use_resource`: whether it is a resource; in a graph it is otherwise taken by reference.
    See `tf.Variable`. Mirrors `tf.compat.v1.Variable`.
    """

    __module__ = "tensorflow.python.ops.variables"

    def __init__(
        self,
        initial_value: Initializer | None = None,
        trainable: bool | None = None,
        collections: Sequence[str] | None = None,
        validate_shape: bool = True,
        caching_device: Device | None = None,
        name: str | None = None,
        variable_def: Message | None = None,
        dtype: DTypeLike | None = None,
        expected_shape: ShapeLike | None = None,
        import_scope: str | None = None,
        constraint: Constraint | None = None,
        use_resource: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
    ) -> None:
        super().__init__(
            initial_value,
            trainable,
            validate_shape,
            caching_device,
            name,
            variable_def,
            dtype,
            import_scope,
            constraint,
            synchronization,
            aggregation,
            shape,
        )


# ---------------------------------------------------------------------- collections
@tf_export(v1=["global_variables"])
def global_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables in the collection GLOBAL_VARIABLES. Mirrors `tf.compat.v1.global_variables`."""
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


@tf_export(v1=["all_variables"])
def all_variables() -> list[engine.Variable]:
    """The same as `global_variables`. Mirrors `tf.compat.v1.all_variables`."""
    return global_variables()


@tf_export(v1=["local_variables"])
def local_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables in the collection LOCAL_VARIABLES. Mirrors `tf.compat.v1.local_variables`."""
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


@tf_export(v1=["model_variables"])
def model_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables in the collection MODEL_VARIABLES. Mirrors `tf.compat.v1.model_variables`."""
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


@tf_export(v1=["moving_average_variables"])
def moving_average_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables in the collection MOVING_AVERAGE_VARIABLES. Mirrors `tf.compat.v1.moving_average_variables`."""
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


@tf_export(v1=["trainable_variables"])
def trainable_variables(scope: str | None = None) -> list[engine.Variable]:
    """The variables in the collection TRAINABLE_VARIABLES. Mirrors `tf.compat.v1.trainable_variables`."""
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


# ---------------------------------------------------------------------- initializing
@tf_export(v1=["variables_initializer", "initializers.variables"])
def variables_initializer(var_list: Sequence[engine.Variable], name: str = "init") -> Operation | None:
    """An operation that sets the initial values of `var_list`; None eagerly. Mirrors `tf.compat.v1.variables_initializer`."""
    if TS.graph is None:
        return no_op(name=name)
    if var_list:
        return group(*[v.initializer for v in var_list], name=name)
    return no_op(name=name)


@tf_export(v1=["global_variables_initializer", "initializers.global_variables"])
def global_variables_initializer() -> Operation | None:
    """An operation that initializes all global variables. Mirrors `tf.compat.v1.global_variables_initializer`."""
    return variables_initializer(global_variables() if TS.graph is not None else [])


@tf_export(v1=["local_variables_initializer", "initializers.local_variables"])
def local_variables_initializer() -> Operation | None:
    """An operation that initializes all local variables. Mirrors `tf.compat.v1.local_variables_initializer`."""
    return variables_initializer(local_variables() if TS.graph is not None else [])


@tf_export(v1=["initialize_all_variables"])
def initialize_all_variables() -> Operation | None:
    """The same as `global_variables_initializer`. Mirrors `tf.compat.v1.initialize_all_variables`."""
    return global_variables_initializer()


@tf_export(v1=["initialize_local_variables"])
def initialize_local_variables() -> Operation | None:
    """The same as `local_variables_initializer`. Mirrors `tf.compat.v1.initialize_local_variables`."""
    return local_variables_initializer()


@tf_export(v1=["initialize_variables"])
def initialize_variables(var_list: Sequence[engine.Variable], name: str = "init") -> Operation | None:
    """The same as `variables_initializer`. Mirrors `tf.compat.v1.initialize_variables`."""
    return variables_initializer(var_list, name)


@tf_export(v1=["tables_initializer", "initializers.tables_initializer"])
def tables_initializer(name: str = "init_all_tables") -> Operation | None:
    """An operation that fills the graph's lookup tables where it is read; here they are filled when made.

    Mirrors `tf.compat.v1.tables_initializer`.
    """
    if TS.graph is None:
        return no_op(name=name)
    initializers = get_collection(GraphKeys.TABLE_INITIALIZERS)
    return group(*initializers, name=name) if initializers else no_op(name=name)


@tf_export(v1=["initialize_all_tables"])
def initialize_all_tables(name: str = "init_all_tables") -> Operation | None:
    """The same as `tables_initializer`. Mirrors `tf.compat.v1.initialize_all_tables`."""
    return tables_initializer(name)


@tf_export(v1=["is_variable_initialized"])
def is_variable_initialized(variable: engine.Variable) -> Tensor:
    """A boolean tensor: whether `variable` has a value. Mirrors `tf.compat.v1.is_variable_initialized`."""
    return variable.is_initialized()


@tf_export(v1=["report_uninitialized_variables"])
def report_uninitialized_variables(
    var_list: Iterable[engine.Variable] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """A vector of strings: the names of the variables that have no value. Mirrors the function of that name.

    `var_list`: the variables asked about, by default the global and local ones.
    """
    if TS.graph is None:
        return convert_to_tensor(np.zeros([0], dtype=object), string)
    variables = list(global_variables() + local_variables() if var_list is None else var_list)
    with name_scope(name):
        known = [is_variable_initialized(v) for v in variables]
        with device("/cpu:0"):
            if not variables:
                return constant([], string)
            return boolean_mask(constant([v.op.name for v in variables]), logical_not(stack(known)))


def _assert_initialized(variables):
    for v in variables:
        if v._t is None:
            raise errors.FailedPreconditionError(None, None, f"Attempting to use uninitialized value {v._shared_name}")
    return []


@tf_export(v1=["assert_variables_initialized"])
def assert_variables_initialized(var_list: Iterable[engine.Variable] | None = None) -> Operation | None:
    """An operation that raises FailedPreconditionError unless all of `var_list` have values; None without any.

    Mirrors `tf.compat.v1.assert_variables_initialized`.
    """
    variables = tuple(global_variables() + local_variables() if var_list is None else var_list)
    if not variables or TS.graph is None:
        return None
    TS.graph.add(
        InnerOp("AssertInitialized", _assert_initialized, stateful=True, names=("variables",)),
        [variables],
        [],
        "AssertVariablesInitialized",
    )
    return TS.graph._operations[-1]


# ---------------------------------------------------------------------- assigning
_LOCKING = ("scatter_update", "batch_scatter_update", "scatter_nd_update")  # which lock unless they are told not to


@contextlib.contextmanager
def _after(ref):
    """The variable that `ref` is, or whose value after an assignment it is: what is changed within it is changed after that."""
    variable = getattr(ref, "_handle", None) if isinstance(ref, SymbolicTensor) else ref
    if variable is ref or variable is None:
        yield ref
    elif is_own_output(ref):
        yield variable
    else:
        with ref.graph.control_dependencies([ref.op]):
            yield variable


def _locking(made, use_locking, any_shape=False):
    """`made`, the result of an assignment: where the variable is one by reference, its operation says whether it locks."""
    if isinstance(made, SymbolicTensor) and made.op.refers is not None:
        made.op.use_locking, made.op.any_shape = bool(use_locking), any_shape
    return made


@tf_export(v1=["assign"])
def assign(
    ref: Any, value: TensorLike, validate_shape: bool | None = None, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Set the variable `ref` to `value`; the variable after it is returned.

    With `validate_shape=False` the shape of a variable by reference may change; others keep theirs. Mirrors `tf.compat.v1.assign`.
    """
    with _after(ref) as variable:
        if validate_shape is False and getattr(variable, "_by_reference", False):
            made = variable._written(variable_ops.assign(variable, convert_to_tensor(value, variable.dtype), name=name), True)
        else:
            made = variable.assign(value, name=name)
    return _locking(made, use_locking is None or use_locking, any_shape=validate_shape is False)


@tf_export(v1=["assign_add"])
def assign_add(ref: Any, value: TensorLike, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Add `value` to the variable `ref`. Mirrors `tf.compat.v1.assign_add`."""
    with _after(ref) as variable:
        return _locking(variable.assign_add(value, name=name), use_locking)


@tf_export(v1=["assign_sub"])
def assign_sub(ref: Any, value: TensorLike, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Subtract `value` from the variable `ref`. Mirrors `tf.compat.v1.assign_sub`."""
    with _after(ref) as variable:
        return _locking(variable.assign_sub(value, name=name), use_locking)


@tf_export(v1=["count_up_to"])
def count_up_to(ref: Any, limit: int, name: str | None = None) -> Tensor:
    """Increase the integer variable `ref` by one, up to `limit`. Mirrors `tf.compat.v1.count_up_to`."""
    with _after(ref) as variable:
        return variable.count_up_to(limit)


def _scattering(method, doc):
    def scatter(ref, indices, updates, use_locking=method in _LOCKING, name=None):
        with _after(ref) as variable:
            rows = IndexedSlices(convert_to_tensor(updates, variable.dtype), convert_to_tensor(indices))
            return _locking(getattr(variable, method)(rows, name=name), use_locking)

    scatter.__name__ = scatter.__qualname__ = method
    scatter.__doc__ = f"{doc} Mirrors `tf.compat.v1.{method}`."
    return scatter


scatter_add = _scattering("scatter_add", "Add the rows `updates` to the rows `indices` of the variable `ref`.")
scatter_sub = _scattering("scatter_sub", "Subtract the rows `updates` from the rows `indices` of the variable `ref`.")
scatter_mul = _scattering("scatter_mul", "Multiply the rows `indices` of the variable `ref` by `updates`.")
scatter_div = _scattering("scatter_div", "Divide the rows `indices` of the variable `ref` by `updates`.")
scatter_max = _scattering("scatter_max", "Take the greater of the rows `indices` of the variable `ref` and `updates`.")
scatter_min = _scattering("scatter_min", "Take the lesser of the rows `indices` of the variable `ref` and `updates`.")
scatter_update = _scattering("scatter_update", "Set the rows `indices` of the variable `ref` to `updates`.")
batch_scatter_update = _scattering("batch_scatter_update", "Set rows of the variable `ref` within each batch.")
tf_export(v1=["batch_scatter_update"])(batch_scatter_update)
tf_export(v1=["scatter_add"])(scatter_add)
tf_export(v1=["scatter_div"])(scatter_div)
tf_export(v1=["scatter_max"])(scatter_max)
tf_export(v1=["scatter_min"])(scatter_min)
tf_export(v1=["scatter_mul"])(scatter_mul)
tf_export(v1=["scatter_sub"])(scatter_sub)
tf_export(v1=["scatter_update"])(scatter_update)


def _scattering_nd(method, doc):
    def scatter(ref, indices, updates, use_locking=method in _LOCKING, name=None):
        with _after(ref) as variable:
            return _locking(getattr(variable, method)(indices, updates, name=name), use_locking)

    scatter.__name__ = scatter.__qualname__ = method
    scatter.__doc__ = f"{doc} The last axis of `indices` indexes into `ref`. Mirrors `tf.compat.v1.{method}`."
    return scatter


scatter_nd_add = _scattering_nd("scatter_nd_add", "Add `updates` to the variable `ref` at `indices`.")
scatter_nd_sub = _scattering_nd("scatter_nd_sub", "Subtract `updates` from the variable `ref` at `indices`.")
scatter_nd_update = _scattering_nd("scatter_nd_update", "Set the variable `ref` at `indices` to `updates`.")
tf_export(v1=["scatter_nd_add"])(scatter_nd_add)
tf_export(v1=["scatter_nd_sub"])(scatter_nd_sub)
tf_export(v1=["scatter_nd_update"])(scatter_nd_update)


@tf_export(v1=["variable_creator_scope"])
def variable_creator_scope(variable_creator: Callable[..., Any]) -> AbstractContextManager[None]:
    """A scope in which `variable_creator(next_creator, **kwargs)` makes the variables. Mirrors the function of that name."""
    return creator_scope.variable_creator_scope(variable_creator)
