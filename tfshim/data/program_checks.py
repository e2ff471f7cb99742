"""Checks of what the functions of users give: a predicate's scalar, a dataset."""

from tfshim.data.specs import DatasetSpec
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import bool as bool_
from tfshim.engine.values.typespec import TensorSpec


def check_predicate(program, message):
    """Raise ValueError with `message` and the spec unless `program` gives a `tf.bool` scalar."""
    answer = program.element_spec
    if type(answer) is tuple:
        raise AttributeError("'tuple' object has no attribute 'is_compatible_with'")
    if not isinstance(answer, TensorSpec) or answer.dtype != bool_ or answer.shape.rank not in (0, None):
        raise ValueError(message.format(answer))


def check_dataset(program, function_name="map_func"):
    """The spec of the elements of the dataset that `program` gives. Raises TypeError where it gives anything else."""
    answer = program.element_spec
    if not isinstance(answer, DatasetSpec):
        if function_name == "map_func":
            kind = type(answer) if nest.is_nested(answer) else answer.value_type
            raise TypeError(f"The `map_func` argument must return a `Dataset` object. Got {kind!r}.")
        raise TypeError(
            f"Invalid `{function_name}`. `{function_name}` must return a `tf.data.Dataset` object but its return type is {answer}."
        )
    return answer.element_spec
