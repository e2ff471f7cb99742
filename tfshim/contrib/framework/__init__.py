"""`tf.contrib.framework` of TensorFlow 1: default arguments in scopes, variables of models, nested structures."""

import tfshim as tf
from tfshim.array_ops.sorting import argsort, sort
from tfshim.compat.v1.train.initial_values import init_from_checkpoint
from tfshim.compat.v1.train.steps import assert_global_step, create_global_step, get_global_step, get_or_create_global_step
from tfshim.contrib._names import absent, bound
from tfshim.contrib.framework import nest
from tfshim.contrib.framework.arg_scopes import add_arg_scope, arg_scope, arg_scoped_arguments, current_arg_scope, has_arg_scope
from tfshim.contrib.framework.deprecation import deprecated
from tfshim.contrib.framework.variables import (
    add_model_variable,
    assign_from_checkpoint,
    assign_from_checkpoint_fn,
    assign_from_values,
    assign_from_values_fn,
    filter_variables,
    get_local_variables,
    get_model_variables,
    get_trainable_variables,
    get_unique_variable,
    get_variable_full_name,
    get_variables,
    get_variables_by_name,
    get_variables_by_suffix,
    get_variables_to_restore,
    global_variable,
    local_variable,
    model_variable,
    variable,
)
from tfshim.engine.values.convert import is_tensor
from tfshim.train import list_variables, load_checkpoint, load_variable

smart_cond = tf.__internal__.smart_cond.smart_cond
__all__ = bound(globals(), "nest")
__getattr__ = absent("framework", globals())
