"""Replaces `tensorflow.python.util.variable_utils`: structures in which variables stand for something else."""

from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable

_REPLACES = "tensorflow.python.util.variable_utils"


def convert_variables_to_tensors(values):
    """The structure `values` with the values of the variables in it, also of those within composite tensors.

    A composite tensor whose class has a method `_convert_variables_to_tensors` says for itself how.
    """

    def converted(value):
        if is_variable(value):
            return convert_to_tensor(value)
        if nest.is_composite(value) and hasattr(value, "_convert_variables_to_tensors"):
            return value._convert_variables_to_tensors()
        return value

    return nest.map_structure(converted, values)


def replace_variables_with_atoms(values):
    """The structure `values`, also within composite tensors, with 0 in place of each variable: a plain leaf of no tensors."""
    return nest.map_structure(lambda value: 0 if is_variable(value) else value, values, expand_composites=True)
