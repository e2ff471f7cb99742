"""Arguments that many layers share: sizes, paddings, places of channels, and what surrounds a weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.keras import constraints, initializers, regularizers
from tfshim.keras.backend.settings import image_data_format

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Window
    from tfshim.engine.variables.variable import Variable
    from tfshim.keras.engine.base_layer import Layer
    from tfshim.ragged.ragged_tensor import RaggedTensor


_KINDS = (("initializer", initializers), ("regularizer", regularizers), ("constraint", constraints))


def sizes(value: Window, n: int, name: str, zero: bool = False) -> tuple[int, ...]:
    """`value`, an integer or n of them, as a tuple of n positive (with `zero`: not negative) integers. Raises ValueError otherwise."""
    wrong = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    if isinstance(value, int):
        result = (value,) * n
    else:
        try:
            result = tuple(value)
        except TypeError:
            raise ValueError(wrong) from None
        if len(result) != n:
            raise ValueError(wrong)
        for item in result:
            try:
                int(item)
            except (TypeError, ValueError):
                raise ValueError(f"{wrong}including element {item} of type {type(item)}") from None
    bad = {v for v in result if v < (0 if zero else 1)}
    if bad:
        raise ValueError(f"{wrong} including {bad} that does not satisfy the requirement `{'>= 0' if zero else '> 0'}`.")
    return result


def data_format(value: str | None) -> str:
    """`value`, or Keras' default data format for None. Raises ValueError for other values."""
    value = (image_data_format() if value is None else value).lower()
    if value not in ("channels_first", "channels_last"):
        raise ValueError(f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}')
    return value


def padding(value: Any) -> Any:
    """`value` in lower case. Raises ValueError for what is no padding."""
    if isinstance(value, (list, tuple)):
        return value
    value = value.lower()
    if value not in ("valid", "same", "causal"):
        raise ValueError(
            f'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for `Conv1D). Received: {value}'
        )
    return value


def format_name(n: int, form: str) -> str:
    """The place of the channels for data of `n` spatial axes as operations name it: "NHWC", "NCW", ..."""
    return {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}[n][form == "channels_first"]


def output_size(size: int | None, window: int, padding: str, stride: int, dilation: int = 1) -> int | None:
    """How many places a window of `window` has along an axis of `size`."""
    if size is None:
        return None
    reach = window + (window - 1) * (dilation - 1)
    # "causal" keeps the size as "same" does; only the place of the zeros is another.
    left = size - reach + 1 if padding == "valid" else size
    return (left + stride - 1) // stride


def transposed_size(size: IntLike | None, window: int, padding: str, extra: int | None, stride: int, dilation: int = 1) -> IntLike | None:
    """The size along an axis of a transposed convolution's result; `extra` is its output padding or None."""
    if size is None:
        return None
    window = window + (window - 1) * (dilation - 1)
    if extra is None:
        return size * stride + max(window - stride, 0) if padding == "valid" else size * stride
    return (size - 1) * stride + window - 2 * (window // 2 if padding == "same" else 0) + extra


def take(layer: Layer, given: dict[str, Any], *names: str) -> None:
    """Set the initializer, regularizer and constraint of each of the weights `names` from the dictionary `given`."""
    for name in names:
        for kind, module in _KINDS:
            key = f"{name}_{kind}"
            if key in given:
                setattr(layer, key, module.get(given[key]))


def make(layer: Layer, name: str, shape: Sequence[int], weight: str | None = None, **kwargs: Any) -> Variable:
    """Make the weight `name` of `layer` with what `take` has set."""
    return layer.add_weight(
        weight or name,
        shape=shape,
        initializer=getattr(layer, f"{name}_initializer"),
        regularizer=getattr(layer, f"{name}_regularizer"),
        constraint=getattr(layer, f"{name}_constraint"),
        **kwargs,
    )


def weight_config(layer: Layer, names: Sequence[str] = ("kernel", "bias"), activity: bool = True) -> dict[str, Any]:
    """The configuration of initializers, regularizers and constraints of the weights `names`."""
    config = {f"{n}_initializer": initializers.serialize(getattr(layer, f"{n}_initializer")) for n in names}
    config.update({f"{n}_regularizer": regularizers.serialize(getattr(layer, f"{n}_regularizer")) for n in names})
    if activity:
        config["activity_regularizer"] = regularizers.serialize(layer.activity_regularizer)
    config.update({f"{n}_constraint": constraints.serialize(getattr(layer, f"{n}_constraint")) for n in names})
    return config


def recurrent_weight_config(cell: Layer) -> dict[str, Any]:
    """The configuration of what surrounds the weights of a recurrent cell, with `unit_forget_bias` where the cell has it."""
    config = weight_config(cell, ("kernel", "recurrent", "bias"), activity=False)
    forgets = {"unit_forget_bias": cell.unit_forget_bias} if hasattr(cell, "unit_forget_bias") else {}
    before = {name: value for name, value in config.items() if name.endswith("_initializer")}
    return {**before, **forgets, **config}


def policy(layer: Layer) -> Any:
    """What to hand as `dtype` to a layer inside `layer`, so that it computes in the same types."""
    return getattr(layer, "dtype_policy", layer)


def row_lengths(ragged: RaggedTensor) -> Any:
    """The lengths of the rows of a ragged tensor, for `RaggedTensor.from_tensor`."""
    found = ragged.nested_row_lengths()
    return found[0] if len(found) == 1 else list(found)
