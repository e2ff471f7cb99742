"""Attributes of models in SavedModels that no configuration tells of: variables, modules, layers, functions, lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tfshim.engine.runtime import errors
from tfshim.engine.values.protocol import is_variable
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.building import is_default
from tfshim.keras.saving.layer_functions import INPUT_LAYER
from tfshim.keras.saving.legacy import deserialize_layer
from tfshim.keras.saving.revived import Reviver, is_attribute
from tfshim.keras.saving.serialization import builtin_class
from tfshim.saved_model.reading.tf_loading import objects_of


def places(saved: Any, stored: Any) -> dict[int, int]:
    """number of an object in the SavedModel `saved` -> its number in the checkpoint with the nodes `stored`."""
    found: dict[int, int] = {}
    waiting = [(0, 0)]
    while waiting:
        number, at = waiting.pop()
        if number not in found:
            found[number] = at
            below = dict(stored[at]["children"])
            waiting.extend((c.node_id, below[c.local_name]) for c in saved[number].children if c.local_name in below)
    return found


def set_attributes(path: str, graph: Callable[[], Any], notes: Callable[[], dict[int, Any]], restoration: Any) -> None:
    """Give the layers that `restoration` matched the attributes that they had in the SavedModel in `path` and lack.

    `graph` gives its objects; `notes`: number of an object -> its kind, and what Keras noted of it. Raises DataLossError for damage.
    """
    # The checkpoint knows of all objects, and is read already: the graph is read only for models that had such attributes.
    lacking = [(x, *found) for place, x in sorted(restoration.matched.items()) for found in _lacking(x, restoration.nodes[place])]
    if not lacking:
        return
    try:
        _set(path, graph(), lacking, notes(), restoration)
    except (LookupError, AttributeError, OverflowError, RecursionError) as error:
        raise errors.DataLossError(None, None, f"{path} is damaged or no saved model ({error!r}).") from error


def build_layers(graph: Callable[[], Any], notes: Callable[[], dict[int, Any]], restoration: Any) -> None:
    """Build the layers that `restoration` matched and that build themselves for a shape, as they were: later they would begin anew.

    `graph` and `notes` as for `set_attributes`.
    """
    tried: set[int] = set()
    number_of: dict[int, int] = {}
    while waiting := {
        place: x
        for place, x in restoration.matched.items()
        if isinstance(x, Layer) and not (x.built or place in tried or is_default(x.build) or x._is_container)
    }:
        number_of = number_of or _numbers(places(graph(), restoration.nodes))
        for place, x in waiting.items():
            tried.add(place)
            shape = notes().get(number_of.get(place, -1), (None, {}))[1].get("build_input_shape")
            if shape is not None:
                x.build(shape)
                x.built = True


def _numbers(at: dict[int, int]) -> dict[int, int]:
    return {place: number for number, place in at.items()}


def _set(path: str, saved: Any, lacking: list[tuple[Any, str, int]], notes: dict[int, Any], restoration: Any) -> None:
    at = places(saved, restoration.nodes)
    number_of = _numbers(at)
    lacking = [(x, name, number_of[place]) for x, name, place in lacking if place in number_of]

    def known() -> dict[int, Any]:
        return {number: restoration.matched[place] for number, place in at.items() if place in restoration.matched}

    before = known()
    for number in _below(saved, [child for _, _, child in lacking], before):
        if number not in notes or notes[number][0] == INPUT_LAYER or at.get(number) in restoration.matched or number not in at:
            continue
        about = notes[number][1]
        layer, shape = deserialize_layer(about), about.get("build_input_shape")
        if not layer.built and shape is not None:
            layer.build(shape)
        elif not layer.built and type(layer).build is not Layer.build:
            continue  # it is not known for what inputs: as in Keras, it is what was saved of it
        restoration.match(at[number], layer)
    objects = known()
    for number in objects.keys() - before.keys():
        if is_variable(objects[number]) and saved[number].variable.name:
            objects[number]._handle_name = saved[number].variable.name
    reviver = Reviver(notes, *objects_of(path, objects), builtin_class("Model"))
    for x, name, child in lacking:
        x.__dict__.get("_self_deferred", {}).pop(name, None)
        setattr(x, name, reviver.attribute(child))
    for x in {id(x): x for x, _, _ in lacking}.values():
        _keep_layers_alone(x)


def _lacking(x: Any, node: Any) -> Iterator[tuple[str, int]]:
    """The names of the attributes, and their numbers in the checkpoint, that the layer `x` was saved with and has not."""
    if not isinstance(x, Layer):
        return
    of_keras = type(x).__module__.startswith("keras.src.") and not x._is_container
    for name, place in node["children"]:
        # Keras' own layers make what they use inside in their own ways.
        if is_attribute(name) and not (of_keras and name.startswith("_")) and getattr(x, name, None) is None:
            yield name, place


def _below(saved: Any, numbers: list[int], known: dict[int, Any]) -> Iterator[int]:
    """`numbers` and what is below these objects, from above, but for what is there already."""
    seen, waiting = set(known), list(numbers)
    while waiting:
        number = waiting.pop(0)
        if number not in seen:
            seen.add(number)
            yield number
            waiting.extend(c.node_id for c in saved[number].children)


def _keep_layers_alone(model: Any) -> None:
    """Let a network have what it is made of and the layers of its attributes; variables of the latter are the model's own, as in Keras."""
    own = model.__dict__
    if not own.get("_is_graph_network") or model._attributes_kept_in == "_beside_layers":
        return
    own["_beside_layers"] = own["_self_tracked_trackables"][len(model._network.layers) :]
    own["_self_tracked_trackables"] = list(model.layers)
