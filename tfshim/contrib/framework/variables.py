"""Variables of models, and looking them up: `tf.contrib.framework`."""

import contextlib
import re

import numpy as np

from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.variables.assigning import assign
from tfshim.compat.v1.variables.scope import VariableScope
from tfshim.compat.v1.variables.scopes import get_variable as _get_variable
from tfshim.compat.v1.variables.variables import Variable
from tfshim.contrib.framework.arg_scopes import add_arg_scope
from tfshim.control_flow import group
from tfshim.engine.runtime.context import DeviceScope
from tfshim.engine.values import dtypes
from tfshim.train.reading import load_checkpoint


@add_arg_scope
def variable(
    name,
    shape=None,
    dtype=None,
    initializer=None,
    regularizer=None,
    trainable=True,
    collections=None,
    caching_device=None,
    device=None,
    partitioner=None,
    custom_getter=None,
    use_resource=None,
):
    """The variable `name` of the open scope, on `device`; see `tf.compat.v1.get_variable`."""
    collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
    place = device("") if callable(device) else device
    with contextlib.nullcontext() if place is None else DeviceScope(place):
        return _get_variable(
            name,
            shape,
            dtype or dtypes.float32,
            initializer,
            regularizer,
            trainable,
            # `model_variable` adds GLOBAL_VARIABLES, which its caller may have named too.
            list(dict.fromkeys(collections)),
            caching_device,
            partitioner,
            use_resource=use_resource,
            custom_getter=custom_getter,
        )


@add_arg_scope
def model_variable(
    name,
    shape=None,
    dtype=dtypes.float32,
    initializer=None,
    regularizer=None,
    trainable=True,
    collections=None,
    caching_device=None,
    device=None,
    partitioner=None,
    custom_getter=None,
    use_resource=None,
):
    """As `variable`, also in the collection MODEL_VARIABLES."""
    collections = [*(collections or []), GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES]
    return variable(
        name,
        shape,
        dtype,
        initializer,
        regularizer,
        trainable,
        collections,
        caching_device,
        device,
        partitioner,
        custom_getter,
        use_resource,
    )


def local_variable(initial_value, validate_shape=True, name=None, use_resource=None):
    """A variable that is not trained, in the collection LOCAL_VARIABLES."""
    return Variable(
        initial_value,
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES],
        validate_shape=validate_shape,
        name=name,
        use_resource=use_resource,
    )


def global_variable(initial_value, validate_shape=True, name=None, use_resource=None):
    """A variable that is not trained, in the collection GLOBAL_VARIABLES."""
    return Variable(
        initial_value,
        trainable=False,
        collections=[GraphKeys.GLOBAL_VARIABLES],
        validate_shape=validate_shape,
        name=name,
        use_resource=use_resource,
    )


def add_model_variable(var):
    """Put a variable into the collection MODEL_VARIABLES, once."""
    if not any(v is var for v in get_collection(GraphKeys.MODEL_VARIABLES)):
        var.graph.add_to_collection(GraphKeys.MODEL_VARIABLES, var)


# ---------------------------------------------------------------------- which there are
def get_variables(scope=None, suffix=None, collection=GraphKeys.GLOBAL_VARIABLES):
    """The variables of `collection` whose names begin with `scope` (a name or VariableScope) and end with `suffix`."""
    scope = scope.name if isinstance(scope, VariableScope) else scope
    if suffix is not None:
        # A collection matches from the beginning of names, which end with ":" and the number of an output.
        scope = (scope or "") + ".*" + (suffix if ":" in suffix else suffix + ":")
    return get_collection(collection, scope)


def _of(key, what):
    """`get_variables` for the collection `key`."""

    def find(scope=None, suffix=None):
        return get_variables(scope, suffix, key)

    find.__name__ = find.__qualname__ = f"get_{what}_variables"
    find.__doc__ = f"The variables of the collection {key}; see `get_variables`."
    return find


get_model_variables, get_local_variables = _of(GraphKeys.MODEL_VARIABLES, "model"), _of(GraphKeys.LOCAL_VARIABLES, "local")
get_trainable_variables = _of(GraphKeys.TRAINABLE_VARIABLES, "trainable")


def get_variables_by_suffix(suffix, scope=None):
    """The global variables whose names end with `suffix`."""
    return get_variables(scope, suffix)


def get_variables_by_name(given_name, scope=None):
    """The global variables of that name, in any scope below `scope`."""
    # As in TensorFlow `scope` bears on the first alternative alone.
    return get_variables(scope, suffix=f"/{given_name}:|^{given_name}:")


def get_unique_variable(var_op_name):
    """The global variable of that full name. Raises ValueError where there is none, or several."""
    found = get_variables(var_op_name + ":")
    if not found:
        raise ValueError(f"Variable {var_op_name} does not exist")
    # The name was taken for a pattern, whose dots match anything.
    for v in found:
        if v.op.name == var_op_name:
            return v
    raise ValueError(f"Variable {var_op_name} does not uniquely identify a variable")


def get_variable_full_name(var):
    """The name of a variable without its output number."""
    return var.op.name


def get_variables_to_restore(include=None, exclude=None):
    """The global variables whose names begin with one of `include` (None: all) and none of `exclude`."""
    for name, given in (("include", include), ("exclude", exclude)):
        if given is not None and not isinstance(given, (list, tuple)):
            raise TypeError(f"{name} must be None or a list of strings.")
    kept = get_variables() if include is None else [v for scope in include for v in get_variables(scope)]
    # By identity, since `in` would compare values, element by element.
    left_out = {id(v) for scope in exclude or [] for v in get_variables(scope)}
    return [v for v in kept if id(v) not in left_out]


def filter_variables(var_list, include_patterns=None, exclude_patterns=None, reg_search=True):
    """Those of `var_list` whose names match one of the patterns of `include_patterns` and none of `exclude_patterns`."""
    matches = re.search if reg_search else re.match
    if include_patterns is not None and any(not isinstance(p, str) for p in include_patterns):
        raise TypeError("include_patterns must be a list of strings.")
    kept = [v for v in var_list if include_patterns is None or any(matches(p, v.op.name) for p in include_patterns)]
    return [v for v in kept if not any(matches(p, v.op.name) for p in exclude_patterns or [])]


# ---------------------------------------------------------------------- their values
def assign_from_values(var_names_to_values):
    """An operation that sets variables, by their full names, to NumPy arrays, and what to feed it."""
    feeds, assigned = {}, []
    for name, value in var_names_to_values.items():
        # Fed, so that large values do not become constants of the graph.
        target, value = get_unique_variable(name), np.asarray(value)
        given = placeholder(target.dtype.base_dtype, value.shape)
        feeds[given] = value.reshape(target.shape.as_list())
        assigned.append(assign(target, given))
    return group(*assigned), feeds


def assign_from_values_fn(var_names_to_values):
    """A function of a session that sets variables; see `assign_from_values`."""
    operation, feeds = assign_from_values(var_names_to_values)
    return lambda session: session.run(operation, feeds)


def _named(var_list):
    return dict(var_list) if isinstance(var_list, dict) else {v.op.name: v for v in var_list}


def assign_from_checkpoint(model_path, var_list, ignore_missing_vars=False):
    """An operation that sets variables to what a checkpoint holds, and what to feed it.

    `var_list`: variables, or a dictionary from the checkpoint's names to them. Raises ValueError for what the checkpoint has
    not, unless with `ignore_missing_vars`, or has in another shape.
    """
    reader = load_checkpoint(model_path)
    feeds, assigned = {}, []
    for name, target in _named(var_list).items():
        if not reader.has_tensor(name):
            if ignore_missing_vars:
                continue
            raise ValueError(f"Checkpoint is missing variable [{name}]")
        value = np.asarray(reader.get_tensor(name))
        if value.size != target.shape.num_elements():
            raise ValueError(f"Total size of new array must be unchanged for {name} lh_shape: [{value.shape}], rh_shape: [{target.shape}]")
        given = placeholder(target.dtype.base_dtype, target.shape.as_list())
        feeds[given] = value.reshape(target.shape.as_list())
        assigned.append(assign(target, given))
    return group(*assigned), feeds


def assign_from_checkpoint_fn(model_path, var_list, ignore_missing_vars=False, reshape_variables=False):
    """A function of a session that restores variables from a checkpoint; see `assign_from_checkpoint`.

    With `reshape_variables` their shapes may differ there, with as many elements. Raises ValueError where nothing is left to restore.
    """
    if reshape_variables:
        operation, feeds = assign_from_checkpoint(model_path, var_list, ignore_missing_vars)
        return lambda session: session.run(operation, feeds)
    named = _named(var_list)
    if ignore_missing_vars:
        reader = load_checkpoint(model_path)
        named = {name: v for name, v in named.items() if reader.has_tensor(name)}
    if not named:
        raise ValueError("No variables to restore: the checkpoint has none of them." if var_list else "No variables to restore.")
    saver = Saver(named)
    return lambda session: saver.restore(session, model_path)
