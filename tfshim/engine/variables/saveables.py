"""What objects contribute to checkpoints by `_gather_saveables_for_checkpoint`, as they did before `_serialize_to_tensors` there was.

The method gives, by local name, a variable, a saveable object, or a function that makes either when it is called with `name`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tfshim._export import tf_private
from tfshim.engine.values.protocol import is_variable


@tf_private("tensorflow.python.training.saving.saveable_object.SaveSpec")
class SaveSpec:
    """One tensor that is to be saved: `tensor`, or the function that makes it, under `name`."""

    def __init__(self, tensor: Any, slice_spec: str, name: str, dtype: Any = None, device: str | None = None) -> None:
        self._tensor = tensor
        self.slice_spec, self.name = slice_spec, name
        if callable(tensor) and (dtype is None or device is None):
            raise AssertionError("When passing a callable `tensor` to a SaveSpec, an explicit dtype and device must be provided.")
        self.dtype = dtype if callable(tensor) else tensor.dtype
        self.device = device if device is not None or callable(tensor) else tensor.device

    @property
    def tensor(self) -> Any:
        """The tensor, made anew where a function makes it."""
        return self._tensor() if callable(self._tensor) else self._tensor


@tf_private("tensorflow.python.training.saving.saveable_object.SaveableObject")
class SaveableObject:
    """What a class of a program saves and restores: `specs` under their names, of which those of `restore` come in the same order."""

    def __init__(self, op: Any, specs: Sequence[SaveSpec], name: str) -> None:
        self.op, self.specs, self.name = op, specs, name

    @property
    def device(self) -> str | None:
        """The device of the tensors."""
        return self.specs[0].device

    def restore(self, restored_tensors: Sequence[Any], restored_shapes: Any) -> Any:
        """Take back what was saved; subclasses say how."""
        raise ValueError("Calling an abstract method.")


def _made(local: str, gathered: Any) -> Any:
    """The variable or saveable object behind what was gathered under the name `local`; ValueError for anything else."""
    found = gathered if is_variable(gathered) or not callable(gathered) else gathered(name=local)
    if not is_variable(found) and not hasattr(found, "specs"):
        raise ValueError(f"Can only save/restore ResourceVariables when executing eagerly, got type: {type(found)}.")
    return found


def tensors_of(gathered: Mapping[str, Any]) -> dict[str, Any]:
    """The tensors to save, by local name."""
    tensors: dict[str, Any] = {}
    for local, given in gathered.items():
        made = _made(local, given)
        if is_variable(made):
            (tensors[local],) = made._serialize_to_tensors().values()
        else:
            tensors.update((spec.name, spec.tensor) for spec in made.specs)
    return tensors


def restore(gathered: Mapping[str, Any], restored: Mapping[str, Any], assign: Callable[[Any, Any], object]) -> None:
    """Give `restored`, by local name, back to what was gathered; `assign` changes a variable."""
    for local, given in gathered.items():
        made = _made(local, given)
        if not is_variable(made):
            if all(spec.name in restored for spec in made.specs):
                made.restore([restored[spec.name] for spec in made.specs], restored_shapes=None)
        elif local in restored:
            assign(made, restored[local])
