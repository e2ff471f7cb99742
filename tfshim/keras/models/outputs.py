"""What belongs to which output of a model: names of outputs, and losses, weights and targets laid out by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.keras._naming import snake_case
from tfshim.keras._ranks import match_ranks

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor


def names_of(outputs: Any) -> list[str]:
    """Names for the outputs of a model that has none: `output_1` and so on, or the keys of a dictionary."""
    names = []
    for path in nest.yield_flat_paths(outputs):
        parts = [step + 1 if isinstance(step, int) else step for step in path]
        text = "_".join(map(str, parts)) or "1"
        names.append(f"output_{text}" if not parts or isinstance(path[0], int) else text)
    return names


def is_flat(outputs: Any) -> bool:
    """Whether there is one output, or a list of outputs without further nesting."""
    if not nest.is_nested(outputs):
        return True
    return isinstance(outputs, (list, tuple)) and not any(nest.is_nested(x) for x in outputs)


def by_names(outputs: Any, names: Sequence[str] | None, given: Any, strict: bool = True) -> Any:
    """`given` with a dictionary by output names made into a list in the order of the outputs.

    Raises ValueError for a name that no output has; without `strict`, as for targets and weights, a model that gives a dictionary leaves
    such entries out.
    """
    if not isinstance(given, dict):
        return given
    if is_flat(outputs):
        names = names or names_of(outputs)
        unknown = {k: v for k, v in given.items() if k not in names}
        if unknown:
            raise ValueError(
                f"Found unexpected losses or metrics that do not correspond to any Model output: {unknown.keys()}. Valid "
                f"mode output names: {names}. Received struct is: {unknown}."
            )
        ordered = [given.get(name) for name in names]
        return ordered[0] if len(ordered) == 1 else ordered
    if isinstance(outputs, dict):
        if strict and set(given) - set(outputs):
            raise ValueError(
                f"Found unexpected losses or metrics that do not correspond to any Model output: "
                f"{sorted(set(given) - set(outputs), key=str)}. Valid mode output names: {list(outputs)}."
            )
        return {k: given.get(k) for k in outputs}
    return given


def spread(outputs: Any, names: Sequence[str] | None, given: Any, strict: bool = True) -> list[Any]:
    """A flat list with what of `given` belongs to each output; a single thing belongs to every one of them."""
    given = by_names(outputs, names, given, strict)
    if not nest.is_nested(given):
        return [given] * (len(nest.flatten(outputs)) if nest.is_nested(outputs) else 1)
    if isinstance(outputs, dict) and isinstance(given, dict):
        return [x for k in sorted(outputs) for x in spread(outputs[k], None, given[k], strict)]
    return nest.flatten(given)


def spread_lists(outputs: Any, names: Sequence[str] | None, given: Any) -> list[list[Any]]:
    """As `spread`, where an entry may itself be a list: a list of lists of metrics, one for each output."""
    count = len(nest.flatten(outputs))
    shared = not isinstance(given, dict) and not (isinstance(given, (list, tuple)) and any(nest.is_nested(x) for x in given))
    given = by_names(outputs, names, given)
    if count == 1:
        return [nest.flatten(given)]
    if shared:
        return [nest.flatten(given) for _ in range(count)]
    if isinstance(given, dict):
        return [nest.flatten(given[k]) for k in sorted(given)]
    return [nest.flatten(x) for x in given]


def match(y_true: AnyTensor, y_pred: AnyTensor, sample_weight: AnyTensor | None) -> tuple[AnyTensor, AnyTensor, AnyTensor]:
    """Targets and weights with the rank and dtype of the predictions."""
    if y_true.shape.rank == 1 and y_pred.shape.rank == 2:
        y_true = array_ops.expand_dims(y_true, axis=-1)
    if sample_weight is not None and sample_weight.shape.rank == 1 and y_pred.shape.rank == 2:
        sample_weight = array_ops.expand_dims(sample_weight, axis=-1)
    if (
        y_true.dtype.is_floating and y_pred.dtype.is_floating or y_true.dtype.is_integer and y_pred.dtype.is_integer
    ) and y_true.dtype != y_pred.dtype:
        y_true = array_ops.cast(y_true, y_pred.dtype)
    if sample_weight is not None and sample_weight.dtype != y_pred.dtype:
        sample_weight = array_ops.cast(sample_weight, y_pred.dtype)
    return y_true, y_pred, sample_weight


def with_mask(y_pred: AnyTensor, sample_weight: AnyTensor | None, mask: AnyTensor | None) -> AnyTensor | None:
    """`sample_weight` times the mask of the predictions; only one of them where the other is None."""
    if mask is None:
        return sample_weight
    mask = array_ops.cast(mask, y_pred.dtype)
    if sample_weight is None:
        return mask
    mask, _, sample_weight = match_ranks(mask, None, sample_weight)
    return mask * sample_weight


def mask_of(y_pred: AnyTensor) -> AnyTensor | None:
    """The mask that a layer has put on the predictions, or None."""
    return getattr(y_pred, "_keras_mask", None)


def as_tensors(values: Iterable[Any]) -> list[Any]:
    """A flat list with Python numbers and arrays converted to tensors."""
    return [x if x is None or isinstance(x, Tensor) or nest.is_composite(x) else convert_to_tensor(x) for x in values]


def name_of(thing: Any) -> str:
    """The name of a user's loss or metric function or object."""
    for attribute in ("name", "__name__"):
        if hasattr(thing, attribute):
            return getattr(thing, attribute)
    return snake_case(type(thing).__name__)
