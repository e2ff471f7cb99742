"""Under which names `tf.compat.v1.train.Saver` saves variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.engine.values import nest

if TYPE_CHECKING:
    pass


def variables_by_name(var_list):
    """{name: variable, or list of those that are its parts} for a list or dictionary of variables."""
    if isinstance(var_list, dict):
        return _checked({name: list(v) if isinstance(v, (list, tuple, PartitionedVariable)) else v for name, v in var_list.items()})
    if not isinstance(var_list, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list. Got {var_list}")
    made = {}
    for v in nest.flatten([list(v) if isinstance(v, PartitionedVariable) else v for v in var_list]):
        info = getattr(v, "_save_slice_info", None)
        if info is not None:
            parts = made.setdefault(info.full_name, [])
            if isinstance(parts, list):
                parts.append(v)
                continue
        name = getattr(v, "_shared_name", None)
        if name is None:
            v.name  # noqa: B018 - what has none says so
            raise TypeError(f"Variable to save is not a Variable: {v}")
        if name in made:
            raise ValueError(f"At least two variables have the same name: {name}")
        made[name] = v
    return made


def _checked(by_name):
    """The same dictionary. Raises TypeError for a key that is no string, ValueError for what would be restored twice or is not divided."""
    seen = set()
    for name, held in sorted(by_name.items(), key=lambda item: str(item[0])):
        if not isinstance(name, str):
            raise TypeError(f"names_to_saveables must be a dict mapping string names to trackable operations. Name is not a string: {name}")
        for v in held if isinstance(held, list) else [held]:
            if isinstance(held, list) and getattr(v, "_save_slice_info", None) is None:
                raise ValueError(f"Slices must all be slices: {v}")
            if id(v) in seen:
                raise ValueError(f"The same saveable will be restored with two names: {name}")
            seen.add(id(v))
    return by_name
