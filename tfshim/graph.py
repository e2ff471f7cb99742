"""The top-level names of graphs: `tf.Graph`, `tf.Operation` and their company."""

from __future__ import annotations

import errno
import glob
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import raw_ops
from tfshim._export import tf_export
from tfshim.engine.graph_import.graph_import import import_graph_def as add
from tfshim.engine.graphs.graph import Graph, current_graph
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_message
from tfshim.engine.values.tensor import Tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_export("is_symbolic_tensor")
def is_symbolic_tensor(tensor: TensorLike) -> bool:
    """Whether a value is a placeholder for a later one. Mirrors `tf.is_symbolic_tensor`.

    Code that would print or branch on a value asks it first.

    Arguments:
        tensor: any value.

    Returns:
        True for a tensor of a graph, of a function that is being traced, or of a Keras model that is being built by the
        functional API; False for an eager tensor and everything else.

    Such a tensor has a dtype and a shape, as far as they are known, but no value: `numpy()` and `bool()` do not work.

    Example:
        >>> tf.is_symbolic_tensor(tf.constant(1.0))
        False
        >>> tf.is_symbolic_tensor(tf.keras.Input([3]))
        False
    """
    if isinstance(tensor, Tensor):
        return isinstance(tensor, SymbolicTensor)
    components = getattr(tensor, "_type_spec", None)
    if components is not None and hasattr(components, "_to_components"):
        return any(is_symbolic_tensor(t) for t in _leaves(tensor))
    return bool(getattr(tensor, "_is_symbolic", False))


def _leaves(tensor):
    return nest.flatten(tensor, expand_composites=True)


@tf_export("import_graph_def")
def import_graph_def(
    graph_def: Any,
    input_map: dict[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> Any:
    """Add the nodes of a GraphDef message to the graph under construction. Mirrors `tf.import_graph_def`.

    Arguments:
        graph_def: the message, as `tf.Graph.as_graph_def` gives it.
        input_map: {name of a tensor in the message: tensor that takes its place}; None by default.
        return_elements: names of tensors ("y:0") and operations ("y") to give back; None by default.
        name: a prefix for the names of the nodes; None is "import", "" none.
        op_dict: what other versions knew of operations; changes nothing.
        producer_op_list: likewise.

    Returns:
        A list of what `return_elements` names, else None.

    Raises:
        TypeError, ValueError: arguments that do not fit the message.
        NotFoundError: there is no such type of operation.

    Example:
        >>> with tf.Graph().as_default() as first:
        ...     y = tf.identity(tf.constant(7.0, name="x"), name="y")
        >>> with tf.Graph().as_default() as second:
        ...     (again,) = tf.import_graph_def(first.as_graph_def(), return_elements=["y:0"])
        >>> again.name
        'import/y:0'
    """
    if not is_message(graph_def, "GraphDef") or not hasattr(graph_def, "node"):
        raise TypeError("Argument `graph_def` must be a GraphDef proto.")
    if input_map is not None and not isinstance(input_map, dict):
        raise TypeError(f"Argument `input_map` must be a dictionary. Obtained {type(input_map).__name__}")
    if name is not None and not isinstance(name, str):
        raise TypeError(f"expected string or bytes-like object, got {type(name).__name__!r}")
    raw_ops.load()
    graph = current_graph()
    with graph.as_default():
        return add(graph, graph_def, input_map or {}, return_elements, "import" if name is None else name)


def _no_library(function, path):
    # As in TensorFlow where a library does not load: programs catch it and go on with what they have in Python.
    found = os.path.exists(path)
    text = str(refused(function, "kernels", path=path)) if found else f"{path}: cannot open shared object file: No such file or directory"
    return errors.NotFoundError(None, None, text)


@tf_export("load_library")
def load_library(library_location: str) -> Any:
    """Refuse the libraries of operations at a path: they hold kernels for TensorFlow itself. Mirrors `tf.load_library`.

    Returns nothing.

    Arguments:
        library_location: a file, or a folder whose libraries are meant; a folder without libraries is accepted.

    Raises:
        NotFoundError: there is a library, which cannot be loaded here.
        OSError: there is no such path.

    Operations of one's own are written in Python, with torch if need be: `tf.py_function`, `tf.custom_gradient`, or a
    `TorchLayer` for a torch module.

    Example:
        >>> import os
        >>> os.makedirs("plugins")
        >>> tf.load_library("plugins")
    """
    if os.path.isdir(library_location) or not os.path.exists(library_location):
        found = [f for f in sorted(glob.glob(os.path.join(library_location, "*"))) if f.endswith((".so", ".dylib", ".dll"))]
        # As in TensorFlow, a folder without libraries is no error.
        if not found and os.path.isdir(library_location):
            return
        if not found:
            raise OSError(errno.ENOENT, "The file or folder to load kernel libraries from does not exist.", library_location)
    raise _no_library("tf.load_library", library_location)


@tf_export("load_op_library")
def load_op_library(library_filename: str) -> Any:
    """Refuse a library of operations: it holds kernels for TensorFlow itself. Mirrors `tf.load_op_library`.

    TensorFlow returns a module with a Python function for each operation of the library; kernels in such a file are compiled against
    TensorFlow's own memory and devices.

    Arguments:
        library_filename: the file, such as "my_op.so".

    Raises:
        NotFoundError: always, with what to use instead.

    Operations of one's own are written in Python, with torch if need be: `tf.py_function`, `tf.custom_gradient`, or a
    `TorchLayer` for a torch module.

    Example:
        >>> try:
        ...     tf.load_op_library("my_op.so")
        ... except tf.errors.NotFoundError:
        ...     print("not here")
        not here
    """
    raise _no_library("tf.load_op_library", library_filename)


__all__ = ["Graph", "Operation", "import_graph_def", "is_symbolic_tensor", "load_library", "load_op_library"]
