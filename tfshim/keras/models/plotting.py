"""Pictures of models, drawn by Graphviz through pydot."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.files.replacing import Replacement
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.models.functional import Functional
from tfshim.keras.models.model import Model
from tfshim.keras.models.sequential import Sequential
from tfshim.keras.models.summary import layer_span
from tfshim.keras.utils.interaction import print_message

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.keras.annotations import KerasTensors


_FOR_PICTURES = (
    "You must install pydot (`pip install pydot`) and install graphviz "
    "(see instructions at https://graphviz.gitlab.io/download/) for plot_model to work."
)


def _pydot():
    """The first that is installed of the modules that Keras takes for pydot, or None."""
    for name in ("pydot_ng", "pydotplus", "pydot"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(name)
    return None


def _draws(pydot):
    """Whether Graphviz, which `pydot` calls, is installed too."""
    try:
        pydot.Dot.create(pydot.Dot())
    except (OSError, pydot.InvocationException):
        return False
    return True


def _check_built(model):
    if not model.built:
        raise ValueError(
            "This model has not yet been built. Build the model first by calling `build()` or by calling the model on a batch of data."
        )


@tf_export("keras.utils.get_source_inputs")
def get_source_inputs(tensor: KerasTensors, layer: Layer | None = None, node_index: int | None = None) -> Any:
    """The Keras tensors that a Keras tensor is computed from: the inputs of its model.

    Mirrors `tf.keras.utils.get_source_inputs`. It goes back from layer to layer to those that `tf.keras.Input` made.

    Arguments:
        tensor: a Keras tensor.
        layer: a layer, from whose call to go back; None (default): the one that gave the tensor.
        node_index: which of its calls; None (default): that one.

    Returns:
        A list of Keras tensors, each once; for something that no layer gave, the tensor itself.

    Example:
        >>> a, b = tf.keras.Input(shape=(2,)), tf.keras.Input(shape=(2,))
        >>> y = tf.keras.layers.Dense(1)(tf.keras.layers.Add()([a, b]))
        >>> inputs = tf.keras.utils.get_source_inputs(y)
        >>> len(inputs), inputs[0] is a
        (2, True)
    """
    if not is_keras(tensor):
        return tensor
    if layer is None or node_index:
        layer, node_index, _ = tensor._keras_history
    if not layer._inbound_nodes:
        return [tensor]
    node = layer._inbound_nodes[node_index or 0]
    if node.is_input:
        return [node.outputs]
    found = []
    for source, at, _, x in node.iterate_inbound():
        found += [y for y in get_source_inputs(x, source, at) if not any(y is z for z in found)]
    return found


def _shape_text(layer, which):
    try:
        shape = getattr(layer, which)
    except AttributeError:
        return "?"
    if shape is None:
        return "None"
    return str(shape) if not isinstance(shape, list) else ", ".join(map(str, shape)) if len(shape) > 1 else str(shape)


def _escaped(text):
    return re.sub(r"([{}<>|])", r"\\\1", text)


def _label(layer, name, kind, shapes, dtype, names, activations, trainable):
    """The text of a box, in the notation of Graphviz' records."""
    if activations and getattr(layer, "activation", None) is not None:
        kind = f"{{{kind}|{getattr(layer.activation, '__name__', type(layer.activation).__name__)}}}"
    label = f"{{{name}|{kind}}}" if names else kind
    if dtype:
        label = f"{label}|{_escaped(str(layer.dtype))}"
    if shapes:
        input_shape, output_shape = (_escaped(_shape_text(layer, which)) for which in ("input_shape", "output_shape"))
        label = f"{label}|{{input:|output:}}|{{{{{input_shape}}}|{{{output_shape}}}}}"
    if trainable and layer.weights:
        label = f"{{{'T' if layer.trainable else 'NT'}|{label}}}"
    return label


def _layers(model):
    return Model.layers.fget(model) if isinstance(model, Sequential) else model.layers


@tf_export("keras.utils.model_to_dot")
def model_to_dot(
    model: Model,
    show_shapes: bool = False,
    show_dtype: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 96,
    subgraph: bool = False,
    layer_range: Sequence[str] | None = None,
    show_layer_activations: bool = False,
    show_trainable: bool = False,
) -> Any:
    """The graph of a model for pydot: a box for each layer, and arrows.

    Mirrors `tf.keras.utils.model_to_dot`. Needs pydot. `plot_model` writes it into a file; here it can be changed before.

    Arguments:
        model: a model that has been built.
        show_shapes, show_dtype, show_layer_names, show_layer_activations, show_trainable: what boxes show; names alone by default.
        rankdir: "TB" (default): from top to bottom; "LR": from left to right.
        expand_nested: whether models within are shown as clusters; False.
        dpi: dots per inch; 96.
        subgraph: whether a `pydot.Cluster` is given, to be part of another graph; False.
        layer_range: names or regular expressions of the first and the last layer; None: all.

    Returns:
        A `pydot.Dot` or `pydot.Cluster`.

    Raises:
        ImportError: no pydot. ValueError: a model that is not built.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, name="head", input_shape=(3,))])
        >>> try:
        ...     assert "head" in tf.keras.utils.model_to_dot(model).to_string()
        ... except ImportError:
        ...     pass  # without pydot
    """
    _check_built(model)
    pydot = _pydot()
    if pydot is None:
        raise ImportError("You must install pydot (`pip install pydot`) for model_to_dot to work.")
    if subgraph:
        dot = pydot.Cluster(style="dashed", graph_name=model.name)
        dot.set("label", model.name)
        dot.set("labeljust", "l")
    else:
        dot = pydot.Dot()
        dot.set("rankdir", rankdir)
        dot.set("concentrate", True)
        dot.set("dpi", dpi)
        dot.set_node_defaults(shape="record")
    if not model.__dict__.get("_is_graph_network"):
        dot.add_node(pydot.Node(str(id(model)), label=model.name))
        return dot
    layers = _layers(model)
    shown = layers[layer_span(layers, layer_range)]
    expands = lambda layer: expand_nested and isinstance(layer, Functional) and layer.__dict__.get("_is_graph_network")  # noqa: E731
    for layer in shown:
        if expands(layer):
            dot.add_subgraph(
                model_to_dot(
                    layer,
                    show_shapes,
                    show_dtype,
                    show_layer_names,
                    rankdir,
                    expand_nested,
                    subgraph=True,
                    show_layer_activations=show_layer_activations,
                    show_trainable=show_trainable,
                )
            )
            continue
        name, kind = layer.name, type(layer).__name__
        inner = getattr(layer, "layer", None)
        if isinstance(inner, Layer):
            name, kind = f"{name}({inner.name})", f"{kind}({type(inner).__name__})"
        label = _label(layer, name, kind, show_shapes, show_dtype, show_layer_names, show_layer_activations, show_trainable)
        dot.add_node(pydot.Node(str(id(layer)), label=label))
    known = {id(layer) for layer in shown}
    drawn = set()
    for layer in shown:
        for node in layer._inbound_nodes:
            if node not in model._network.nodes or node.is_input:
                continue
            for source in (x._keras_history.layer for x in node.keras_inputs):
                if id(source) not in known:
                    continue
                start = _end(source, expands, last=True)
                stop = _end(layer, expands, last=False)
                if (id(start), id(stop)) not in drawn:
                    drawn.add((id(start), id(stop)))
                    dot.add_edge(pydot.Edge(str(id(start)), str(id(stop))))
    return dot


def _end(layer, expands, last):
    """The node that represents the input or output side of a layer, which may be a cluster."""
    while expands(layer):
        layer = layer._flat_outputs[0]._keras_history.layer if last else _layers(layer)[0]
    return layer


@tf_export("keras.utils.plot_model")
def plot_model(
    model: Model,
    to_file: Path = "model.png",
    show_shapes: bool = False,
    show_dtype: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 96,
    layer_range: Sequence[str] | None = None,
    show_layer_activations: bool = False,
    show_trainable: bool = False,
) -> Any:
    """Draws a model into a file: a box for each layer, and arrows.

    Mirrors `tf.keras.utils.plot_model`. Needs pydot and Graphviz. In a notebook the picture is shown.

    Arguments:
        model: a model that has been built.
        to_file: the file, whose ending is the format; "model.png" by default.
        show_shapes, show_dtype, show_layer_names, show_layer_activations, show_trainable: what boxes show; names alone by default.
        rankdir: "TB" (default): from top to bottom; "LR": from left to right.
        expand_nested: whether models within are shown as clusters; False.
        dpi: dots per inch; 96.
        layer_range: names or regular expressions of the first and the last layer; None: all.

    Returns:
        An image for notebooks, where IPython is installed; else None.

    Raises:
        ImportError: no pydot or Graphviz; in notebooks that is printed instead. ValueError: a model that is not built.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
        >>> try:
        ...     _ = tf.keras.utils.plot_model(model, "model.svg", show_shapes=True)
        ... except ImportError:
        ...     pass  # without pydot or Graphviz
    """
    _check_built(model)
    pydot = _pydot()
    if pydot is None or not _draws(pydot):
        # A notebook goes on without the picture, as with Keras; the package is one that only IPython loads.
        if "IPython.core.magics" in sys.modules:
            print_message(_FOR_PICTURES)
            return None
        raise ImportError(_FOR_PICTURES)
    dot = model_to_dot(
        model,
        show_shapes,
        show_dtype,
        show_layer_names,
        rankdir,
        expand_nested,
        dpi,
        layer_range=layer_range,
        show_layer_activations=show_layer_activations,
        show_trainable=show_trainable,
    )
    to_file = os.fspath(to_file)
    ending = os.path.splitext(to_file)[1][1:] or "png"
    with Replacement(to_file) as part:
        dot.write(part, format=ending)
    if ending != "pdf":
        with contextlib.suppress(ImportError):
            return importlib.import_module("IPython.display").Image(filename=to_file)
    return None
