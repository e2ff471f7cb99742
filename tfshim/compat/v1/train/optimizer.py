"""`tf.compat.v1.train.Optimizer`: gradients, slots and updates of variables, in graphs and eagerly."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import cast, constant, zeros
from tfshim.array_ops.shapes import shape
from tfshim.array_ops.uniques import unique
from tfshim.autodiff import gradients
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.variables.scopes import get_variable_scope
from tfshim.compat.v1.variables.variables import Variable, trainable_variables
from tfshim.control_flow import control_dependencies, group
from tfshim.distribute import replicas
from tfshim.distribute.reducing import loss_reduction
from tfshim.distribute.values import ReduceOp
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import context
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.readable import readable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.trackable import Trackable
from tfshim.math.segments import unsorted_segment_sum

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike


@tf_export(v1=["train.Optimizer"])
class Optimizer(Trackable):
    """The base of the optimizers of TensorFlow 1. Mirrors `tf.compat.v1.train.Optimizer`.

    In TensorFlow 2: `tf.keras.optimizers.Optimizer`.

    `minimize` does all at once; a program that changes gradients, as by clipping, calls `compute_gradients` and `apply_gradients`. A
    class of one's own creates its slots in `_create_slots(var_list)`, makes tensors of its settings in `_prepare()`, and updates a
    variable in `_apply_dense(grad, var)` or `_resource_apply_dense(grad, handle)`, and rows of one in `_apply_sparse` or
    `_resource_apply_sparse`.

    Arguments:
        use_locking: whether updates lock the variable.
        name: of slots and operations, a string that is not empty.

    Attributes:
        GATE_NONE, GATE_OP, GATE_GRAPH: values for `gate_gradients`.

    Raises:
        ValueError: an empty name.

    Example:
        >>> class Signs(tf.compat.v1.train.Optimizer):
        ...     def _apply_dense(self, grad, var):
        ...         return var.assign_sub(0.1 * tf.sign(grad)).op
        ...     _resource_apply_dense = _apply_dense
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = Signs(False, "Signs").minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.9
    """

    __module__ = "tensorflow.python.training.optimizer"
    GATE_NONE, GATE_OP, GATE_GRAPH = 0, 1, 2

    _number_names: dict[str, str] = {}  # noqa: RUF012 - of hyperparameters: attribute -> what TensorFlow calls its node
    _named_numbers: dict[str, Any] = {}  # noqa: RUF012 - see `_constants`

    def __init__(self, use_locking: bool, name: str) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking, self._name = use_locking, name
        self._slots = {}  # slot name -> {key of the variable: (variable, slot)}
        self._non_slots = {}

    def get_name(self) -> str:
        """The name of the optimizer, which its nodes and slots have. Mirrors `tf.compat.v1.train.Optimizer.get_name`.

        It is what the argument `name` of the constructor said, by default that of the class without "Optimizer". Two optimizers of one
        graph may have the same: slots then get names with numbers.

        Returns:
            A str.

        Example:
            >>> tf.compat.v1.train.AdamOptimizer().get_name()
            'Adam'
            >>> tf.compat.v1.train.GradientDescentOptimizer(0.1, name="slow").get_name()
            'slow'
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=[1.0])
            ...     optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9, name="heavy")
            ...     step = optimizer.minimize(tf.reduce_sum(w))
            ...     print(step.name, optimizer.get_slot(w, "momentum").name)
            heavy w/heavy:0
        """
        return self._name

    # ------------------------------------------------------------------ gradients
    def minimize(
        self,
        loss: TensorLike | Callable[[], TensorLike],
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: TensorLike | None = None,
    ) -> Operation | None:
        """One step that lowers a loss: the gradients are computed and applied. Mirrors `tf.compat.v1.train.Optimizer.minimize`.

        Arguments:
            loss: a tensor; while executing eagerly a function without arguments that gives one.
            global_step: a variable that is increased by one; None (default): none.
            var_list: the variables; None (default): those of the collection TRAINABLE_VARIABLES; eagerly those that `loss` reads.
            gate_gradients: GATE_OP (default), GATE_NONE or GATE_GRAPH: a hint of what may run side by side.
            aggregation_method, colocate_gradients_with_ops: hints.
            name: of the operation; None: that of the optimizer.
            grad_loss: by what the gradients of the loss are multiplied; None (default): one.

        Returns:
            An operation that makes the step and is run once for each batch; None eagerly, where the step is made at once.

        Raises:
            ValueError: no variable has a gradient.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     step = tf.compat.v1.train.GradientDescentOptimizer(0.5).minimize(w * w)
            ...     session.run(tf.compat.v1.global_variables_initializer())
            ...     print([session.run([step, w])[1] is not None for _ in range(3)], session.run(w))
            [True, True, True] 0.0
        """
        pairs = self.compute_gradients(loss, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss)
        variables = [v for g, v in pairs if g is not None]
        if not variables:
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not support gradients, between "
                f"variables {[str(v) for _, v in pairs]} and loss {loss}."
            )
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(
        self,
        loss: TensorLike | Callable[[], TensorLike],
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> list[tuple[Any, Any]]:
        """The gradients of a loss by the variables, to be changed before they are applied.

        Mirrors `tf.compat.v1.train.Optimizer.compute_gradients`.

        Arguments:
            loss: a tensor; while executing eagerly a function without arguments that gives one.
            var_list: the variables; None (default): those of the collection TRAINABLE_VARIABLES; eagerly those that `loss` reads.
            gate_gradients: GATE_OP (default), GATE_NONE or GATE_GRAPH: a hint.
            aggregation_method, colocate_gradients_with_ops: hints.
            grad_loss: by what the gradients of the loss are multiplied; None (default): one.

        Returns:
            A list of pairs (gradient, variable). A gradient is a tensor, a `tf.IndexedSlices` for rows, or None where the loss does not
            depend on
            the variable.

        Raises:
            AttributeError: in a graph, `var_list` has something else than variables.
            ValueError: no variables, or another `gate_gradients`.
            RuntimeError: eagerly, a loss that cannot be called.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     optimizer = tf.compat.v1.train.GradientDescentOptimizer(1.0)
            ...     pairs = optimizer.compute_gradients(w * 30.0)
            ...     step = optimizer.apply_gradients([(tf.clip_by_value(g, -0.25, 0.25), v) for g, v in pairs])
            ...     session.run(tf.compat.v1.global_variables_initializer())
            ...     session.run(step)
            ...     print(session.run(w))
            0.75
        """
        if gate_gradients not in (Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH):
            raise ValueError(
                f"gate_gradients must be one of: Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH.  Not {gate_gradients}"
            )
        if callable(loss):
            with GradientTape() as tape:
                if var_list is not None:
                    tape.watch([v for v in _flat(var_list)])
                value = self._scale_loss(loss())
            variables = list(tape.watched_variables()) if var_list is None else _flat(var_list)
            return list(zip(tape.gradient(value, variables, grad_loss), variables))
        if TS.graph is None:
            raise RuntimeError("`loss` passed to Optimizer.compute_gradients should be a function when eager execution is enabled.")
        loss = self._scale_loss(loss)
        if hasattr(loss, "dtype") and loss.dtype not in self._valid_dtypes():
            raise ValueError(f"Invalid type {loss.dtype!r} for {loss.name}, expected: {[v for v in self._valid_dtypes()]}.")
        variables = trainable_variables() if var_list is None else _flat(var_list)
        if not variables:
            raise ValueError("No variables to optimize.")
        for v in variables:
            if not is_variable(v) and not hasattr(v, "op"):
                raise AttributeError(f"{type(v).__name__!r} object has no attribute 'op'")
        found = gradients(loss, variables, grad_ys=grad_loss, gate_gradients=gate_gradients == Optimizer.GATE_OP)
        return list(zip(found, variables))

    @staticmethod
    def _scale_loss(loss_value):
        """The part of a replica in the mean of the losses, where an estimator wants the mean; else the loss."""
        graph, strategy = TS.graph, replicas.strategy_here()
        scaled = strategy is not None and strategy.num_replicas_in_sync > 1 and loss_reduction() is ReduceOp.MEAN
        if graph is not None:
            graph._is_loss_scaled_by_optimizer = scaled
        return loss_value * (1.0 / strategy.num_replicas_in_sync) if scaled else loss_value

    def _valid_dtypes(self):
        return {dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64}

    # ------------------------------------------------------------------ updates
    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Any]],
        global_step: Any = None,
        name: str | None = None,
        skip_gradients_aggregation: bool = False,
    ) -> Operation | None:
        """Changes variables by their gradients, the second half of `minimize`. Mirrors `tf.compat.v1.train.Optimizer.apply_gradients`.

        Slots are made here, below the variables' names: initialize variables after it.

        Arguments:
            grads_and_vars: pairs (gradient, variable) as `compute_gradients` gives them; those with None are left out.
            global_step: a variable that is increased by one after the updates; None (default): none.
            name: of the operation; None: that of the optimizer.

        Returns:
            An operation that makes the step; None eagerly, where it is made at once.

        Raises:
            ValueError: no pairs, or none with a gradient.
            TypeError: gradients that are no tensors, or what is no variable.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     count = tf.compat.v1.train.get_or_create_global_step()
            ...     step = tf.compat.v1.train.AdamOptimizer(0.5).apply_gradients([(tf.constant(8.0), w)], global_step=count)
            ...     session.run(tf.compat.v1.global_variables_initializer())
            ...     session.run(step)
            ...     print(session.run(w).round(3), session.run(count), [v.name for v in tf.compat.v1.global_variables()][2:4])
            0.5 1 ['beta1_power:0', 'beta2_power:0']
        """
        strategy = None if skip_gradients_aggregation else replicas.strategy_here()
        if strategy is None:
            return self._apply(tuple(grads_and_vars), global_step, name)
        if replicas.current_replica() is None:
            raise RuntimeError("Use `_distributed_apply()` instead of `apply_gradients()` in a cross-replica context.")
        given = [(g, v) for g, v in grads_and_vars if g is not None]
        return strategy._contexts[replicas.place()].merge_call(self._distributed_apply, (given, global_step, name))

    def _distributed_apply(self, distribution, grads_and_vars, global_step=None, name=None):
        """`apply_gradients` between replicas: gradients are those of all of them."""
        pairs = list(grads_and_vars)
        summed = distribution._added_gradients([g for g, _ in pairs])
        return self._apply(tuple(zip(summed, [v for _, v in pairs], strict=True)), global_step, name)

    def _apply(self, pairs, global_step, name):
        if not pairs:
            raise ValueError("No variables provided.")
        for g, v in pairs:
            if g is not None and not hasattr(g, "dtype"):
                try:
                    convert_to_tensor(g)
                except (TypeError, ValueError):
                    raise TypeError(f"Gradient must be convertible to a Tensor or IndexedSlices, or None: {g}") from None
            if g is not None and isinstance(v, Tensor):  # which gradients can be taken by
                raise NotImplementedError("Trying to update a Tensor ", v)
            if g is not None and not is_variable(v):
                raise TypeError(f"Variable must be a tf.Variable: {v}")
        used = [(g, v) for g, v in pairs if g is not None]
        if not used:
            raise ValueError(f"No gradients provided for any variable: {[str(v) for _, v in pairs]}.")
        # Outside of the function or branch that is being traced, as in TensorFlow: slots outlive it.
        with context.init_scope():
            self._create_slots([v for _, v in used])
        if TS.graph is None:
            # Under a tape of the caller the updates are not part of the derivative.
            with torch.no_grad():
                self._named_numbers = {}
                self._prepare()
                for g, v in used:
                    self._updated(g, v)
                self._finish([], name)
                if global_step is not None:
                    global_step.assign_add(1)
            return None
        with context.name_scope(name or self._name) as scope:
            self._named_numbers = self._constants()
            self._prepare()
            updates = []
            for g, v in used:
                with context.name_scope(f"update_{v.op.name}" if hasattr(v, "op") else "update"), control_dependencies(None):
                    updates.append(self._updated(g, v))
            if global_step is None:
                train_op = self._finish(updates, scope)
            else:
                with control_dependencies([self._finish(updates, "update")]):
                    train_op = global_step.assign_add(1, name=scope, read_value=False)
        train_op = getattr(train_op, "op", train_op)
        collection = get_default_graph().get_collection_ref(GraphKeys.TRAIN_OP)
        if train_op not in collection:
            collection.append(train_op)
        return train_op

    def _updated(self, grad, variable):
        if isinstance(grad, IndexedSlices):
            if variable.constraint is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            return self._resource_apply_sparse_duplicate_indices(grad.values, variable, grad.indices)
        made = self._resource_apply_dense(grad, variable)
        constraint = variable.constraint
        if constraint is not None:
            with control_dependencies([made] if made is not None else []):
                return variable.assign(constraint(variable))
        return made

    def _create_slots(self, var_list):
        """Make the slots that `var_list` needs."""

    def _prepare(self):
        """Make what the updates share."""

    def _finish(self, update_ops, name_scope):
        return group(*update_ops, name=name_scope)

    def _apply_dense(self, grad, var):
        raise NotImplementedError(f"{type(self).__name__} defines neither _apply_dense nor _resource_apply_dense.")

    def _apply_sparse(self, grad, var):
        raise NotImplementedError(f"{type(self).__name__} does not support sparse gradients; use tf.convert_to_tensor on them.")

    def _resource_apply_dense(self, grad, handle):
        return self._apply_dense(grad, handle)

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        # In-place updates of rows need each row once: gradients of repeated indices are added up before.
        summed, places = unique(indices)
        return self._resource_apply_sparse(unsorted_segment_sum(grad, places, shape(summed)[0]), handle, summed)

    def _resource_apply_sparse(self, grad, handle, indices):
        # Variables by reference, for which programs of TensorFlow 1 define this, are resources here.
        return self._apply_sparse(IndexedSlices(grad, indices, convert_to_tensor(handle.shape.as_list())), handle)

    # ------------------------------------------------------------------ slots
    def _call_if_callable(self, param):
        return param() if callable(param) else param

    def _number(self, value, like):
        """A hyperparameter as a tensor of the dtype of `like`."""
        value = self._call_if_callable(value)
        if hasattr(value, "dtype"):
            return cast(value, like.dtype)
        if isinstance(value, float):  # a float32 first, whatever the dtype of the variable
            value = float(np.float32(value))
        return convert_to_tensor(value, like.dtype)

    def _constants(self):
        """{attribute: the node of the graph} for hyperparameters that are plain numbers, which the updates of all variables share."""
        made = {}
        for attribute, name in self._number_names.items():
            value = self._call_if_callable(getattr(self, attribute))
            if isinstance(value, (int, float, np.number)):
                made[attribute] = constant(value, name=name)
        return made

    def _hyper(self, attribute, like):
        """The hyperparameter that an attribute holds as a tensor of the dtype of `like`."""
        made = self._named_numbers.get(attribute)
        return self._number(getattr(self, attribute) if made is None else made, like)

    def _get_or_make_slot(self, var, val, slot_name, op_name):
        return self._slot_variable(var, lambda: val() if callable(val) else val, slot_name, op_name)

    def _get_or_make_slot_with_initializer(self, var, initializer, shape, dtype, slot_name, op_name):
        return self._slot_variable(var, lambda: initializer(shape, dtype=dtype), slot_name, op_name)

    def _zeros_slot(self, var, slot_name, op_name):
        return self._slot_variable(var, lambda: zeros(sizes_of(var), var.dtype.base_dtype), slot_name, op_name)

    def _slot_variable(self, var, value, slot_name, op_name):
        slots = self._slots.setdefault(slot_name, {})
        known = slots.get(id(var))
        if known is None:
            # Slots are made as variable_scope makes variables: below the scope that is open, whatever the variable's own.
            scope = get_variable_scope().name if TS.graph is not None else ""
            name = f"{scope}/{var._shared_name}/{op_name}" if scope else f"{var._shared_name}/{op_name}"
            with context.name_scope(""), _beside(var):
                about = {"validate_shape": var.shape.is_fully_defined(), "use_resource": _is_resource(var)}
                made = Variable(value, trainable=False, name=name, dtype=var.dtype.base_dtype, **about)
            known = slots[id(var)] = (var, made)
            self._track_former(made, f"{slot_name}/{var._shared_name}")
        return known[1]

    def _slot_for(self, var, slot_name, shape):
        """The slot, made where there is none: a checkpoint has a value for it."""
        sizes = sizes_of(var) if shape is None else shape
        return self._slot_variable(var, lambda: zeros(sizes, var.dtype.base_dtype), slot_name, slot_name)

    def get_slot(self, var: Any, name: str) -> Any:
        """What the optimizer keeps beside a variable. Mirrors `tf.compat.v1.train.Optimizer.get_slot`.

        Slots are variables of the variable's shape, such as the momentum; `get_slot_names` tells their names. They are made when the
        optimizer is first applied to the variable, and are saved in checkpoints. For a look at what the optimizer does, or to begin it
        anew, they are read and assigned to like all variables.

        Arguments:
            var: a variable that was passed to `minimize` or `apply_gradients`.
            name: the name of the slot.

        Returns:
            A variable; None where there is no such slot.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=[1.0, 2.0])
            ...     optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
            ...     step = optimizer.minimize(tf.reduce_sum(w))
            ...     print(optimizer.get_slot(w, "momentum").name, optimizer.get_slot(w, "other"))
            w/Momentum:0 None
        """
        known = self._slots.get(name, {}).get(id(var))
        return None if known is None else known[1]

    def get_slot_names(self) -> list[str]:
        """The names of what the optimizer keeps beside variables. Mirrors `tf.compat.v1.train.Optimizer.get_slot_names`.

        Each is an argument of `get_slot`, which gives the variable itself. They are known once the optimizer has been applied: before, the
        list is empty, and it stays so for optimizers that keep nothing, such as plain gradient descent.

        Returns:
            A sorted list of str.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=[1.0])
            ...     adam, plain = tf.compat.v1.train.AdamOptimizer(), tf.compat.v1.train.GradientDescentOptimizer(0.1)
            ...     print(adam.get_slot_names())
            ...     steps = adam.minimize(tf.reduce_sum(w)), plain.minimize(tf.reduce_sum(w))
            ...     print(adam.get_slot_names(), plain.get_slot_names())
            []
            ['m', 'v'] []
        """
        return sorted(self._slots)

    def _create_non_slot_variable(self, initial_value, name, colocate_with=None):
        # An optimizer may be used in several graphs, which cannot share variables.
        key = name, TS.graph
        known = self._non_slots.get(key)
        if known is None:
            with _beside(colocate_with):
                resource = None if colocate_with is None else _is_resource(colocate_with)
                known = self._non_slots[key] = Variable(initial_value, name=name, trainable=False, use_resource=resource)
            self._track_trackable(known, name, overwrite=True)
        return known

    def _get_non_slot_variable(self, name, graph=None):
        if graph is None:  # functions share those of what is around them
            with context.init_scope():
                graph = TS.graph
        return self._non_slots.get((name, graph))

    def variables(self) -> list[Any]:
        """The variables of the optimizer itself. Mirrors `tf.compat.v1.train.Optimizer.variables`.

        Those are its slots and others such as the powers of Adam's decays, not the variables that it changes. Initialize them where they
        were made after the others, or leave them out of a checkpoint for predictions. In a graph only those of the default graph are in the
        list.

        Returns:
            A list of variables, sorted by name.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=[1.0])
            ...     optimizer = tf.compat.v1.train.AdamOptimizer()
            ...     step = optimizer.minimize(tf.reduce_sum(w))
            ...     print([v.name for v in optimizer.variables()])
            ['beta1_power:0', 'beta2_power:0', 'w/Adam:0', 'w/Adam_1:0']
        """
        found = [made for slots in self._slots.values() for _, made in slots.values()]
        found += list(self._non_slots.values())
        if TS.graph is None:
            return found
        return sorted((v for v in found if getattr(v, "graph", None) is TS.graph), key=lambda v: v.name)


def _beside(variable):
    """A scope in which variables get the device of `variable`, where a graph's functions say where each goes."""
    graph = TS.graph
    if graph is None or variable is None or not graph._device_functions or getattr(variable, "graph", None) is not graph:
        return contextlib.nullcontext()
    return graph.colocate_with(variable.op)


def sizes_of(variable):
    """The shape of what is kept beside `variable`: its static one, or where that leaves sizes open, that of its (initial) value."""
    return variable.shape if variable.shape.is_fully_defined() else shape(variable.initialized_value())


def _is_resource(variable):
    """Whether what is kept beside `variable` is a resource: as the variable is, whatever the rule for others."""
    return not is_by_reference(variable)


def _flat(var_list):
    return [v for v in nest.flatten(var_list)]


# ---------------------------------------------------------------------- updates of rows
_OF_NUMPY = frozenset((torch.float16, torch.float32, torch.float64))


def _rows(variables, step, numbers, indices, values):
    """Apply `step(rows of each variable, numbers, values)`, which works in place, to the rows `indices`."""
    index = indices.long()
    with in_place(*variables) as wholes:
        parts = [t.index_select(0, index) for t in wholes]
        step(*parts, *numbers, values)
        for t, part in zip(wholes, parts):
            if t.is_cpu and t.dtype in _OF_NUMPY and readable(t):  # NumPy writes rows in half the time; they are known to be there
                t.numpy()[index.numpy()] = part.numpy()
            else:
                t.index_copy_(0, index, part)
    return variables[0]._t


@op(
    "ResourceSparseApply",
    numbers="T*",
    indices="any",
    values="T",
    stateful=True,
    grad=None,
    register=False,
    shape_fn=lambda variables, step, numbers, indices, values: (variables[0].dtype, variables[0].shape),
)
def apply_rows(variables, step, numbers, indices, values, name=None):
    """An update of the rows `indices` of `variables` (a tuple) by the in-place function `step`."""
    return _rows(variables, step, numbers, indices, values)
