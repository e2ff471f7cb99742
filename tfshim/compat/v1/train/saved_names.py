"""What `tf.compat.v1.train.Saver` saves and under which names: variables, and tensors of saveable objects such as places of iterators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.saveables import SaveableObject

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.variables.saveables import SaveSpec


def variables_by_name(var_list):
    """{name: variable, or list of those that are its parts} for a list or dictionary of variables."""
    if isinstance(var_list, dict):
        return _checked({name: list(v) if isinstance(v, (list, tuple, PartitionedVariable)) else v for name, v in var_list.items()})
    if not isinstance(var_list, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list. Got {var_list}")
    made = {}
    given = []
    for v in var_list:
        if isinstance(v, SaveableObject) and TS.graph is not None:
            given.extend(specs_of(v))
        else:
            given.append(list(v) if isinstance(v, PartitionedVariable) else v)
    for v in nest.flatten(given):
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


class _Owner:
    """A saveable object of a graph: `specs` in its own order, and the operation that takes back what was read for them."""

    def __init__(self, saveable: SaveableObject) -> None:
        self.saveable, self.operation = saveable, None
        self.specs = [SavedSpec(self, spec) for spec in saveable.specs]


class SavedSpec:
    """One tensor of a saveable object, among the variables of a Saver."""

    _in_graph_mode = True
    restored: Any = None  # the tensor of the graph for what is read

    def __init__(self, owner: _Owner, spec: SaveSpec) -> None:
        self._owner, self.dtype, self._shared_name = owner, spec.dtype, spec.name
        self._snapshot = spec.tensor
        self.shape, self._graph = self._snapshot.shape, self._snapshot.graph

    def value(self, session: BaseSession) -> Any:
        """The tensor's value in `session`."""
        found = session.run(self._snapshot)
        with eager_mode():
            return convert_to_tensor(found, self.dtype)


def specs_of(saveable: SaveableObject) -> list[SavedSpec]:
    """The tensors of a saveable object, for a Saver."""
    return _Owner(saveable).specs


def add_restoring(variables: Iterable[Any]) -> list[Any]:
    """Add the operations that take back what is read for the tensors of saveable objects among `variables`, one for each object."""
    made = []
    for owner in dict.fromkeys(v._owner for v in variables if isinstance(v, SavedSpec)):
        owner.operation = owner.saveable.restore([spec.restored for spec in owner.specs], None)
        made.append(owner.operation)
    return made


def restore(session: BaseSession, plan: Sequence[tuple[Any, Any]]) -> None:
    """Give the saveable objects in `plan`, pairs of what is saved and its value, what was read."""
    fed = {saved.restored: value.numpy() for saved, value in plan if isinstance(saved, SavedSpec)}
    if fed:
        session.run(list(dict.fromkeys(saved._owner.operation for saved, _ in plan if isinstance(saved, SavedSpec))), fed)
