"""The top-level names of graphs: `tf.Graph`, `tf.Operation` and their company."""

from tfshim.engine.graph import Graph
from tfshim.engine.operation import Operation
from tfshim.engine.symbolic_tensor import SymbolicTensor
from tfshim.engine.tensor import Tensor


def is_symbolic_tensor(tensor):
    """Whether `tensor` stands for a value to come (in a graph or a Keras model). Mirrors `tf.is_symbolic_tensor`."""
    if isinstance(tensor, Tensor):
        return isinstance(tensor, SymbolicTensor)
    components = getattr(tensor, "_type_spec", None)
    if components is not None and hasattr(components, "_to_components"):
        return any(is_symbolic_tensor(t) for t in _leaves(tensor))
    return bool(getattr(tensor, "_is_symbolic", False))


def _leaves(tensor):
    from tfshim.engine import nest

    return nest.flatten(tensor, expand_composites=True)


def import_graph_def(graph_def, input_map=None, return_elements=None, name=None, op_dict=None, producer_op_list=None):
    """Refused: a GraphDef names kernels of TensorFlow. Rebuild the graph from the code that made it.

    Raises NotImplementedError. Stands for `tf.import_graph_def`.
    """
    raise NotImplementedError("tf.import_graph_def: `graph_def` cannot be imported; run the Python code that built the graph.")


def load_library(library_location):
    """Refused: libraries of TensorFlow kernels need TensorFlow. Raises NotImplementedError. Stands for `tf.load_library`."""
    raise NotImplementedError("tf.load_library: `library_location` holds kernels for TensorFlow; write them as torch functions and "
                              "call them through tf.py_function.")


def load_op_library(library_filename):
    """Refused: libraries of TensorFlow kernels need TensorFlow. Raises NotImplementedError. Stands for `tf.load_op_library`."""
    raise NotImplementedError("tf.load_op_library: `library_filename` holds kernels for TensorFlow; write them as torch functions "
                              "and call them through tf.py_function.")


__all__ = ["Graph", "Operation", "import_graph_def", "is_symbolic_tensor", "load_library", "load_op_library"]
