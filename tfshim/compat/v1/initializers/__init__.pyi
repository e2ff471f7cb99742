# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.initializers.drawn import glorot_normal as glorot_normal, glorot_uniform as glorot_uniform, he_normal as he_normal
from tfshim.compat.v1.initializers.drawn import he_uniform as he_uniform, lecun_normal as lecun_normal, lecun_uniform as lecun_uniform
from tfshim.compat.v1.initializers.drawn import orthogonal as orthogonal, random_normal as random_normal, random_uniform as random_uniform
from tfshim.compat.v1.initializers.drawn import truncated_normal as truncated_normal, uniform_unit_scaling as uniform_unit_scaling
from tfshim.compat.v1.initializers.drawn import variance_scaling as variance_scaling
from tfshim.compat.v1.initializers.fixed import constant as constant, identity as identity, ones as ones, zeros as zeros
from tfshim.compat.v1.variables.variables import global_variables_initializer as global_variables
from tfshim.compat.v1.variables.variables import local_variables_initializer as local_variables, tables_initializer as tables_initializer
from tfshim.compat.v1.variables.variables import variables_initializer as variables
