"""The variables of a graph by name, and how one is made."""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.compat.v1.initializers.drawn import glorot_uniform
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.variables import partitioned as partitioned_variables
from tfshim.compat.v1.variables import penalties
from tfshim.compat.v1.variables.variables import Variable
from tfshim.distribute import replicas
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.runtime.context import init_scope, outermost_graph
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Device, Initializer, Partitioner, Regularizer
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


_PLACES = 5  # lines of the program that are shown of a variable that exists


def _origin(variable: Any) -> str:
    """Where a variable by reference was made, the innermost line first; of others TensorFlow knows nothing."""
    if not is_by_reference(variable):
        return ""
    places = variable.op.traceback[::-1][:_PLACES]
    return " Originally defined at:\n\n" + "".join(f'  File "{at.filename}", line {at.lineno}, in {at.name}\n' for at in places)


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE
# Whether variables are made (False), have to exist (True), or are made where they are missing (`AUTO_REUSE`).
Reuse: TypeAlias = bool | _ReuseMode
tf_export(v1=["AUTO_REUSE"])(AUTO_REUSE)


class VariableStore:
    """The shared variables of a graph, or of a template. Eagerly variables are not shared by name, unless `eager_too`."""

    def __init__(self, eager_too: bool = False) -> None:
        self._vars, self._divided = {}, {}
        self.eager_too = eager_too

    def get_variable(
        self,
        name: str,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        initializer: Initializer | None = None,
        regularizer: Regularizer | None = None,
        reuse: Reuse | None = None,
        trainable: bool | None = None,
        collections: Sequence[str] | None = None,
        caching_device: Device | None = None,
        partitioner: Partitioner | None = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Constraint | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
    ) -> Any:
        """The variable of the full name `name`, made if it may be; the arguments are those of `tf.compat.v1.get_variable`."""
        if partitioner is not None and (shape is not None and TensorShape(shape).rank == 0 or not _may_be_partitioned()):
            partitioner = None
        if partitioner is not None:
            if not callable(partitioner):
                raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
            dtype = as_dtype(dtype).base_dtype
            if initializer is None:  # it is chosen for the whole
                initializer = _default_initializer(name, dtype)
            if name in self._vars:
                raise ValueError(
                    f"A partitioner was provided, but an unpartitioned version of the variable was found: {name}.  Perhaps a "
                    "variable of the same name was already created without partitioning?"
                )
            if reuse and TS.graph is not None:
                if name in self._divided:
                    return self._same(name, shape, dtype, partitioner)
                if reuse is True:
                    raise ValueError(
                        f"PartitionedVariable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
                        "reuse=False or reuse=tf.AUTO_REUSE in VarScope?"
                    )
            made = self._divided[name] = partitioned_variables.get(
                self.get_variable,
                self._vars.__contains__,
                name,
                shape,
                dtype,
                initializer,
                partitioner,
                regularizer=regularizer,
                reuse=reuse,
                trainable=trainable,
                collections=collections,
                caching_device=caching_device,
                validate_shape=validate_shape,
                use_resource=use_resource,
                constraint=constraint,
                synchronization=synchronization,
                aggregation=aggregation,
            )
            return made
        if reuse is True and name in self._divided and TS.graph is not None:  # which needs no partitioner to be found again
            return self._same(name, shape, dtype)
        if f"{name}/part_0" in self._vars and TS.graph is not None:
            raise ValueError(
                f"No partitioner was provided, but a partitioned version of the variable was found: {name}/part_0. Perhaps a "
                "variable of the same name was already created with partitioning?"
            )
        if constraint is not None and not callable(constraint):
            raise ValueError("The `constraint` argument must be a callable.")
        eager = TS.graph is None and not self.eager_too
        dtype = as_dtype(dtype).base_dtype
        # Eagerly every call makes a variable, as in TensorFlow: nothing is shared by name.
        known = None if eager else self._vars.get(name)
        if known is not None:
            if reuse is False or reuse is None:
                raise ValueError(
                    f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in VarScope?"
                    + _origin(known)
                )
            if shape is not None and not TensorShape(shape).is_compatible_with(known.shape):
                raise ValueError(
                    f"Trying to share variable {name}, but specified shape {TensorShape(shape)} and found shape {known.shape}."
                )
            if not dtype.is_compatible_with(known.dtype):
                found = f"{known.dtype.base_dtype.name}{'_ref' if is_by_reference(known) else ''}"
                raise ValueError(f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype {found}.")
            return known
        if reuse is True and not eager:
            raise ValueError(
                f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        if isinstance(initializer, type):
            initializer = initializer()
        given = initializer is not None and (isinstance(initializer, Tensor) or not callable(initializer))
        if given:
            if shape is not None:
                raise ValueError("If initializer is a constant, do not specify shape.")
            value = initializer
        else:
            if initializer is None:
                if shape is None:
                    raise ValueError(f"Variable {name} did not get an initializer, so its `shape` argument must be specified.")
                initializer = _default_initializer(name, dtype)
            if shape is not None and not TensorShape(shape).is_fully_defined() or shape is None and not _has_no_parameters(initializer):
                raise ValueError(
                    "The initializer passed is not valid. It should be a callable with no arguments and the shape should not be "
                    "provided or an instance of `tf.keras.initializers.*' and `shape` should be fully defined."
                )
            value = initializer if shape is None else functools.partial(_called, initializer, TensorShape(shape).as_list(), dtype)
        made = self._made(
            value,
            trainable=trainable,
            collections=collections,
            caching_device=caching_device,
            name=name,
            dtype=dtype,
            validate_shape=validate_shape,
            constraint=constraint,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
        )
        if not eager:
            self._vars[name] = made
        if regularizer:  # as in TensorFlow what is empty is none, whatever its type
            self._regularized(name, made, regularizer)
        return made

    def _same(self, name, shape, dtype, partitioner=None):
        """The variable `name` in parts. Raises ValueError where it has another shape or dtype, or `partitioner` would make other parts."""
        found = self._divided[name]
        own, dtype, own_dtype = found._get_partitions(), as_dtype(dtype).base_dtype, as_dtype(found.dtype)
        problem = f"Trying to reuse partitioned variable {name}, but specified"
        if not TensorShape(shape).is_compatible_with(found.shape):
            raise ValueError(f"{problem} shape {TensorShape(shape)} and found shape {found.shape}.")
        if not dtype.is_compatible_with(own_dtype):
            raise ValueError(f"{problem} dtype {dtype.name} and found dtype {own_dtype.name}.")
        parts = own if partitioner is None else partitioned_variables.partitions_of(partitioner, found.shape.as_list(), dtype)
        if parts != own:
            raise ValueError(f"{problem} partitions {parts} and found partitions {own}.")
        return found

    def _made(self, value, **given):
        if outermost_graph() not in (None, TS.graph):
            # A loop or branch of a session's graph: the variable is the graph's, and its first value is not made anew in each step.
            with init_scope(), name_scope(None):
                return Variable(value, **given)
        return Variable(value, **given)

    def _regularized(self, name, variable, regularizer):
        penalties.collect(variable, name, regularizer)


@functools.cache
def _warn_of_partitioners():
    logging.warning("Partitioned variables are disabled when using current tf.distribute.Strategy.")


def _may_be_partitioned():
    """Whether variables may be parts of a larger one, as outside of strategies; a line of the log says once that they may not."""
    strategy = replicas.strategy_here()
    if strategy is None or strategy.extended._allow_variable_partition():
        return True
    _warn_of_partitioners()
    return False


def _default_initializer(name, dtype):
    if dtype.is_floating:
        return glorot_uniform()
    if dtype.is_integer or dtype is dtypes.bool or dtype is dtypes.string:
        return zeros()
    raise ValueError(f"An initializer for Variable({name}) of {dtype} is required.")


def _called(initializer, shape, dtype):
    try:
        return partitioned_variables.first_value(initializer, None, shape, dtype)
    # Initializers of users may take no dtype.
    except TypeError as e:
        if "dtype" not in str(e) or "argument" not in str(e):
            raise
        return initializer(shape)


def _has_no_parameters(function):
    try:
        inspect.signature(function).bind()
    except (TypeError, ValueError):
        return False
    return True
