"""Assignments of TensorFlow 1: functions of a variable, or of the result of another assignment to it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.graphs.references import is_own_output
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables import variable_ops

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


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
    """Sets a variable to a value. Mirrors `tf.compat.v1.assign`; in TensorFlow 2: `variable.assign(value)`.

    Arguments:
        ref: the variable; or the result of another assignment to it, after which this one is made.
        value: the new value, a tensor of the variable's dtype and shape or what converts to one.
        validate_shape: False lets the shape of a variable by reference change; others keep theirs. None (default) and True: not.
        use_locking: whether the variable is locked meanwhile; True by default.
        name: a name for the operation.

    Returns:
        In a graph a tensor or variable whose value, when run, is that after the assignment; it is made only where something runs it.
        Eagerly,
        where it is made at once, the variable.

    Raises:
        ValueError: another shape.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
        ...     doubled = tf.compat.v1.assign(v, v * 2.0)
        ...     session.run(v.initializer)
        ...     print(session.run(doubled), session.run(doubled), session.run(v))
        2.0 4.0 4.0
    """
    with _after(ref) as variable:
        if validate_shape is False and getattr(variable, "_by_reference", False):
            made = variable._written(variable_ops.assign(variable, convert_to_tensor(value, variable.dtype), name=name), True)
        else:
            made = variable.assign(value, name=name)
    return _locking(made, use_locking is None or use_locking, any_shape=validate_shape is False)


@tf_export(v1=["assign_add"])
def assign_add(ref: Any, value: TensorLike, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Adds a value to a variable. Mirrors `tf.compat.v1.assign_add`; in TensorFlow 2: `variable.assign_add(value)`.

    Counters of steps and sums over batches are kept so. It is made only where a run needs the result.

    Arguments:
        ref: the variable; or the result of another assignment to it, after which this one is made.
        value: a tensor of the variable's dtype and shape, or what converts to one.
        use_locking: whether the variable is locked meanwhile; None (default): not.
        name: a name for the operation.

    Returns:
        In a graph a tensor or variable whose value, when run, is the sum. Eagerly, where it is made at once, the variable.

    Raises:
        ValueError: another shape.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     count = tf.compat.v1.get_variable("count", initializer=0)
        ...     more = tf.compat.v1.assign_add(count, 5)
        ...     session.run(count.initializer)
        ...     print(session.run(more), session.run(more), session.run(count))
        5 10 10
    """
    with _after(ref) as variable:
        return _locking(variable.assign_add(value, name=name), use_locking)


@tf_export(v1=["assign_sub"])
def assign_sub(ref: Any, value: TensorLike, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Subtracts a value from a variable. Mirrors `tf.compat.v1.assign_sub`; in TensorFlow 2: `variable.assign_sub(value)`.

    A step of gradient descent of one's own is one. It is made only where a run needs the result.

    Arguments:
        ref: the variable; or the result of another assignment to it, after which this one is made.
        value: a tensor of the variable's dtype and shape, or what converts to one.
        use_locking: whether the variable is locked meanwhile; None (default): not.
        name: a name for the operation.

    Returns:
        In a graph a tensor or variable whose value, when run, is the difference. Eagerly, where it is made at once, the variable.

    Raises:
        ValueError: another shape.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.assign_sub(w, 0.25 * tf.compat.v1.gradients(w * w, w)[0])
        ...     session.run(w.initializer)
        ...     print(session.run(step), session.run(step))
        0.5 0.25
    """
    with _after(ref) as variable:
        return _locking(variable.assign_sub(value, name=name), use_locking)


@tf_export(v1=["count_up_to"])
def count_up_to(ref: Any, limit: int, name: str | None = None) -> Tensor:
    """Raises an integer variable by one until it reaches a limit. Mirrors `tf.compat.v1.count_up_to`.

    Inputs that are to be read a number of times count with it. `tf.data.Dataset.repeat` and `take` do that today; there is
    `tf.Variable.count_up_to` too.

    Arguments:
        ref: a variable of the dtype int32 or int64, a scalar.
        limit: the bound, a Python integer.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A scalar tensor with the value before the step, of the variable's dtype.

    Raises:
        OutOfRangeError: the variable has reached the limit, when it runs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     n = tf.compat.v1.get_variable("n", initializer=0)
        ...     step = tf.compat.v1.count_up_to(n, 2)
        ...     sess.run(n.initializer)
        ...     print(sess.run(step), sess.run(step))
        ...     try:
        ...         sess.run(step)
        ...     except tf.errors.OutOfRangeError:
        ...         print("reached")
        0 1
        reached
    """
    with _after(ref) as variable:
        return variable.count_up_to(limit)


_SCATTER = """{doc}

    Mirrors `tf.compat.v1.{name}`; in TensorFlow 2: `variable.{name}(tf.IndexedSlices(updates, indices))`. It changes the
    variable only where a run needs the result; rows that are not named stay.

    Arguments:
        ref: the variable; or the result of another assignment to it, after which this one is made.
        indices: an integer tensor of any shape: numbers of rows. {twice}
        updates: a tensor of the variable's dtype and of the shape `indices.shape + ref.shape[1:]`.
        use_locking: whether the variable is locked meanwhile; {locks} by default.
        name: a name for the operation.

    Returns:
        In a graph a tensor or variable whose value, when run, is that after the change. Eagerly, where it is made at once, the variable.

    Raises:
        InvalidArgumentError: when run, a number that is no row.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.compat.v1.get_variable("v", initializer={first})
        ...     session.run(v.initializer)
        ...     print(session.run(tf.compat.v1.{name}(v, {indices}, {updates})).tolist())
        {shown}
    """


def _scattering(method, doc, shown, twice, first="[1.0, 2.0, 3.0]", indices="[0, 2]", updates="[10.0, 20.0]"):
    def scatter(ref, indices, updates, use_locking=method in _LOCKING, name=None):
        with _after(ref) as variable:
            rows = IndexedSlices(convert_to_tensor(updates, variable.dtype), convert_to_tensor(indices))
            return _locking(getattr(variable, method)(rows, name=name), use_locking)

    scatter.__name__ = scatter.__qualname__ = method
    locks = method in _LOCKING
    scatter.__doc__ = _SCATTER.format(
        doc=doc, name=method, twice=twice, locks=locks, first=first, indices=indices, updates=updates, shown=shown
    )
    return scatter


_ALL = "A row that is named twice is changed by both of its updates."
_ONE = "Of a row that is named twice either update may be what stays."
scatter_add = _scattering("scatter_add", "Adds updates to rows of a variable.", [11.0, 2.0, 23.0], _ALL)
scatter_sub = _scattering("scatter_sub", "Subtracts updates from rows of a variable.", [-9.0, 2.0, -17.0], _ALL)
scatter_mul = _scattering("scatter_mul", "Multiplies rows of a variable by updates.", [10.0, 2.0, 60.0], _ALL)
scatter_div = _scattering("scatter_div", "Divides rows of a variable by updates.", [0.25, 2.0, 1.5], _ALL, updates="[4.0, 2.0]")
scatter_max = _scattering("scatter_max", "Takes the greater of rows of a variable and updates.", [10.0, 2.0, 20.0], _ALL)
scatter_min = _scattering("scatter_min", "Takes the lesser of rows of a variable and updates.", [1.0, 2.0, 3.0], _ALL)
scatter_update = _scattering("scatter_update", "Sets rows of a variable to updates.", [10.0, 2.0, 20.0], _ONE)
batch_scatter_update = _scattering(
    "batch_scatter_update",
    "Sets elements within each row of a variable to updates.",
    [[10.0, 2.0], [3.0, 20.0]],
    "The last axis numbers elements, those before it have the sizes of the variable's.",
    "[[1.0, 2.0], [3.0, 4.0]]",
    "[[0], [1]]",
    "[[10.0], [20.0]]",
)
tf_export(v1=["batch_scatter_update"])(batch_scatter_update)
tf_export(v1=["scatter_add"])(scatter_add)
tf_export(v1=["scatter_div"])(scatter_div)
tf_export(v1=["scatter_max"])(scatter_max)
tf_export(v1=["scatter_min"])(scatter_min)
tf_export(v1=["scatter_mul"])(scatter_mul)
tf_export(v1=["scatter_sub"])(scatter_sub)
tf_export(v1=["scatter_update"])(scatter_update)


_SCATTER_ND = """{doc}

    Mirrors `tf.compat.v1.{name}`; in TensorFlow 2: `variable.{name}(indices, updates)`. It changes the
    variable only where a run needs the result; what is not named stays.

    Arguments:
        ref: the variable; or the result of another assignment to it, after which this one is made.
        indices: an integer tensor [..., n]: its last axis gives indices into the first n axes of the variable.
        updates: a tensor of the variable's dtype and of the shape `indices.shape[:-1] + ref.shape[n:]`.
        use_locking: whether the variable is locked meanwhile; {locks} by default.
        name: a name for the operation.

    Returns:
        In a graph a tensor or variable whose value, when run, is that after the change. Eagerly, where it is made at once, the variable.

    Raises:
        InvalidArgumentError: when run, indices outside of the variable.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.compat.v1.get_variable("v", initializer=[[1.0, 2.0], [3.0, 4.0]])
        ...     session.run(v.initializer)
        ...     print(session.run(tf.compat.v1.{name}(v, [[0, 1], [1, 0]], [10.0, 20.0])).tolist())
        {shown}
    """


def _scattering_nd(method, doc, shown):
    def scatter(ref, indices, updates, use_locking=method in _LOCKING, name=None):
        with _after(ref) as variable:
            return _locking(getattr(variable, method)(indices, updates, name=name), use_locking)

    scatter.__name__ = scatter.__qualname__ = method
    scatter.__doc__ = _SCATTER_ND.format(doc=doc, name=method, locks=method in _LOCKING, shown=shown)
    return scatter


scatter_nd_add = _scattering_nd("scatter_nd_add", "Adds updates to places of a variable.", [[1.0, 12.0], [23.0, 4.0]])
scatter_nd_sub = _scattering_nd("scatter_nd_sub", "Subtracts updates from places of a variable.", [[1.0, -8.0], [-17.0, 4.0]])
scatter_nd_update = _scattering_nd("scatter_nd_update", "Sets places of a variable to updates.", [[1.0, 10.0], [20.0, 4.0]])
tf_export(v1=["scatter_nd_add"])(scatter_nd_add)
tf_export(v1=["scatter_nd_sub"])(scatter_nd_sub)
tf_export(v1=["scatter_nd_update"])(scatter_nd_update)
