"""`Model.summary`: the table of layers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.keras.utils.interaction import print_message

if TYPE_CHECKING:
    from tfshim.engine.variables.variable import Variable
    from tfshim.keras.engine.base_layer import Layer


# Keras breaks a long cell after these.
_BREAKS = ("),", "},", "],", "',")
_UNITS = ("Byte", "KB", "MB", "GB", "TB", "PB")


def _is_a_chain(model):
    """Whether each layer of the model follows the one before, so that connections need no column."""
    network = model.__dict__.get("_network") if model.__dict__.get("_is_graph_network") else None
    if network is None or type(model).__name__ == "Sequential":
        return True
    for nodes in network.nodes_by_depth.values():
        if len(nodes) > 1 or len(nodes) == 1 and len(nodes[0].keras_inputs) > 1:
            return False
    return all(sum(node in network.nodes for node in layer._inbound_nodes) <= 1 for layer in model.layers)


def count(weights: Iterable[Variable]) -> int:
    """The number of scalars in `weights`, each variable counted once."""
    return sum(w.shape.num_elements() or 0 for w in _once(weights))


def _once(weights):
    return {id(w): w for w in weights}.values()


def readable_size(weights: Iterable[Variable]) -> str:
    """The memory that `weights` take, as "32.00 Byte"."""
    size = float(sum((w.shape.num_elements() or 0) * w.dtype.size for w in _once(weights)))
    for unit in _UNITS[:-1]:
        if size < 1024:
            return f"{size:.2f} {unit}"
        size /= 1024
    return f"{size:.2f} {_UNITS[-1]}"


def layer_span(layers: Sequence[Layer], layer_range: Sequence[str] | None) -> slice:
    """The slice of `layers` from a name to a name, both regular expressions. Raises ValueError where nothing matches."""
    if layer_range is None:
        return slice(0, len(layers))
    if len(layer_range) != 2:
        raise ValueError(
            f"layer_range must be a list or tuple of length 2. Received: layer_range = {layer_range} of length {len(layer_range)}"
        )
    if not all(isinstance(x, str) for x in layer_range):
        raise ValueError(f"layer_range should contain string type only. Received: {layer_range}")
    first = [i for i, layer in enumerate(layers) if re.match(layer_range[0], layer.name)]
    last = [i for i, layer in enumerate(layers) if re.match(layer_range[1], layer.name)]
    if not first or not last:
        raise ValueError(f"Passed layer_names do not match the layer names in the model. Received: {layer_range}")
    if min(first) > max(last):
        return slice(min(last), max(first) + 1)
    return slice(min(first), max(last) + 1)


class _Table:
    def __init__(self, model, line_length, positions, print_fn, expand_nested, show_trainable):
        self.print, self.expand, self.trainable = print_fn, expand_nested, show_trainable
        self.chain = _is_a_chain(model)
        self.nodes = None if self.chain else model._network.nodes
        self.width = line_length or (65 if self.chain else 98)
        positions = list(positions or ([0.45, 0.85, 1.0] if self.chain else [0.3, 0.6, 0.70, 1.0]))
        if positions[-1] <= 1:
            positions = [int(self.width * p) for p in positions]
        self.titles = ["Layer (type)", "Output Shape", "Param #"] + ([] if self.chain else ["Connected to"])
        if show_trainable:
            self.width += 11
            positions.append(self.width)
            self.titles.append("Trainable")
        self.positions = positions

    def row(self, fields, level=0):
        """Print the cells, each over as many lines as it needs."""
        left = [str(f) for f in fields]
        while any(left):
            line = ""
            for col, text in enumerate(left):
                start = self.positions[col - 1] if col else 0
                end = col == len(self.positions) - 1
                space = 0 if end else 2
                cut = self.positions[col] - start - (0 if end else 3) - (0 if col else level)
                part = text[:cut]
                ends = [part.find(x) + len(x) for x in _BREAKS if part.find(x) >= 0]
                if ends:
                    cut = min(ends)
                    part = part[:cut]
                if col == 0:
                    line += "|" * level + " "
                line += part + " " * space
                left[col] = text[cut:]
                line += " " * (self.positions[col] - len(line) - (level if end else 0))
            self.print(line + "|" * level)

    def layer(self, layer, level=0, last=False):
        """Print a layer, and what is in it."""
        self.row(self._fields(layer), level)
        if self.expand and getattr(layer, "layers", None):
            inner = layer.layers
            self.print("|" * (level + 1) + "¯" * (self.width - 2 * level - 2) + "|" * (level + 1))
            for i, x in enumerate(inner):
                last = i == len(inner) - 1
                self.layer(x, level + 1, last)
            self.print("|" * level + "¯" * (self.width - 2 * level) + "|" * level)
        if not last:
            self.print("|" * level + " " * (self.width - 2 * level) + "|" * level)

    def _fields(self, layer):
        try:
            shape = layer.output_shape
        except AttributeError:
            shape = "multiple"
        except RuntimeError:
            shape = "?"
        unused = not layer.built and not layer.__dict__.get("_is_graph_network", False)
        fields = [f"{layer.name} ({type(layer).__name__})", shape, "0 (unused)" if unused else layer.count_params()]
        if not self.chain:
            fields.append(
                [
                    f"{source.name}[{at}][{index}]"
                    for node in layer._inbound_nodes
                    if not self.nodes or node in self.nodes
                    for source, at, index, _ in node.iterate_inbound()
                ]
            )
        if self.trainable:
            fields.append("Y" if layer.trainable else "N")
        return fields


def print_summary(
    model: Any,
    line_length: int | None = None,
    positions: Sequence[float] | None = None,
    print_fn: Callable[[str], Any] | None = None,
    expand_nested: bool = False,
    show_trainable: bool = False,
    layer_range: Sequence[str] | None = None,
) -> None:
    """Print the table of the layers of `model` and the sums of its weights; see `Model.summary`."""
    put = print_message if print_fn is None else print_fn
    table = _Table(model, line_length, positions, put, expand_nested, show_trainable)
    put(f'Model: "{model.name}"')
    put("_" * table.width)
    table.row(table.titles)
    put("=" * table.width)
    for layer in model.layers[layer_span(model.layers, layer_range)]:
        table.layer(layer)
    put("=" * table.width)
    collected = getattr(model, "_collected_trainable_weights", None)
    trainable = model.trainable_weights if collected is None else collected
    fixed = model.non_trainable_weights
    put(f"Total params: {count(trainable) + count(fixed)} ({readable_size([*trainable, *fixed])})")
    put(f"Trainable params: {count(trainable)} ({readable_size(trainable)})")
    put(f"Non-trainable params: {count(fixed)} ({readable_size(fixed)})")
    put("_" * table.width)
