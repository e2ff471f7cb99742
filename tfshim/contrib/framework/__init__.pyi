# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.array_ops.sorting import argsort as argsort, sort as sort
from tfshim.compat.v1.train.initial_values import init_from_checkpoint as init_from_checkpoint
from tfshim.compat.v1.train.steps import assert_global_step as assert_global_step, create_global_step as create_global_step
from tfshim.compat.v1.train.steps import get_global_step as get_global_step, get_or_create_global_step as get_or_create_global_step
from tfshim.contrib.framework import nest as nest
from tfshim.contrib.framework.arg_scopes import add_arg_scope as add_arg_scope, arg_scope as arg_scope
from tfshim.contrib.framework.arg_scopes import arg_scoped_arguments as arg_scoped_arguments, current_arg_scope as current_arg_scope
from tfshim.contrib.framework.arg_scopes import has_arg_scope as has_arg_scope
from tfshim.contrib.framework.deprecation import deprecated as deprecated
from tfshim.contrib.framework.variables import add_model_variable as add_model_variable, assign_from_checkpoint as assign_from_checkpoint
from tfshim.contrib.framework.variables import assign_from_checkpoint_fn as assign_from_checkpoint_fn
from tfshim.contrib.framework.variables import assign_from_values as assign_from_values, assign_from_values_fn as assign_from_values_fn
from tfshim.contrib.framework.variables import filter_variables as filter_variables, get_local_variables as get_local_variables
from tfshim.contrib.framework.variables import get_model_variables as get_model_variables
from tfshim.contrib.framework.variables import get_trainable_variables as get_trainable_variables
from tfshim.contrib.framework.variables import get_unique_variable as get_unique_variable, get_variable_full_name as get_variable_full_name
from tfshim.contrib.framework.variables import get_variables as get_variables, get_variables_by_name as get_variables_by_name
from tfshim.contrib.framework.variables import get_variables_by_suffix as get_variables_by_suffix
from tfshim.contrib.framework.variables import get_variables_to_restore as get_variables_to_restore, global_variable as global_variable
from tfshim.contrib.framework.variables import local_variable as local_variable, model_variable as model_variable, variable as variable
from tfshim.engine.values.convert import is_tensor as is_tensor
from tfshim.private.smart_cond import smart_cond as smart_cond
from tfshim.train.reading import list_variables as list_variables, load_checkpoint as load_checkpoint, load_variable as load_variable
