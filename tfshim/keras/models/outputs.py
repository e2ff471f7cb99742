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


def laid_out(outputs: Any, names: Sequence[str] | None, given: Any) -> Any:
    """`given` in the structure of the outputs: a dictionary by output names as a list, a single thing once for every output.

    A model that gives a dictionary takes one with other keys too, with None for those that are missing. Raises ValueError for a name
    that none of a list of outputs has.
    """
    if isinstance(given, dict):
        if is_flat(outputs):
            names = names or names_of(outputs)
            unknown = {k: v for k, v in given.items() if k not in names}
            if unknown:
                raise ValueError(
                    f"Found unexpected losses or metrics that do not correspond to any Model output: {unknown.keys()}. Valid "
                    f"mode output names: {names}. Received struct is: {unknown}."
                )
            ordered = [given.get(name) for name in names]
            given = ordered[0] if len(ordered) == 1 else ordered
        elif isinstance(outputs, dict):
            given = {**given, **{k: None for k in outputs if k not in given}}
    if not nest.is_nested(given) and nest.is_nested(outputs):
        return nest.map_structure(lambda _: given, outputs)
    return given


def spread(outputs: Any, names: Sequence[str] | None, given: Any) -> list[Any]:
    """What of `given` belongs to the outputs, one after the other; a single thing belongs to every one of them."""
    return nest.flatten(laid_out(outputs, names, given))


def spread_lists(outputs: Any, names: Sequence[str] | None, given: Any) -> list[list[Any]]:
    """As `spread`, where an entry may itself be a list: a list of lists of metrics, one for each output.

    Raises TypeError or ValueError where `given` is structured in another way than the outputs.
    """
    shared = not isinstance(given, dict) and not (isinstance(given, (list, tuple)) and any(nest.is_nested(x) for x in given))
    count = len(nest.flatten(outputs))
    if shared:
        return [nest.flatten(given) for _ in range(count)]
    given = laid_out(outputs, names, given)
    if count == 1:
        return [nest.flatten(given)]
    return [nest.flatten(row) for row in nest.flatten_up_to(*map(nest.list_to_tuple, (outputs, given)))]


def check_structure(outputs: Any, names: Sequence[str] | None, targets: Any) -> None:
    """Raise TypeError or ValueError where targets are structured in another way than the outputs."""
    nest.assert_shallow_structure(*map(nest.list_to_tuple, (outputs, laid_out(outputs, names, targets))))


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
