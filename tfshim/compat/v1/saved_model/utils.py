"""`tf.compat.v1.saved_model.utils`: tensors of graphs as messages, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.graphs import get_default_graph
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.nest_kinds import is_composite
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.typespec import type_spec_from_value
from tfshim.saved_model.structures import decode_proto, encode_structure
from tfshim.sparse import SparseTensor

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.values.annotations import TensorLike

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["saved_model.build_tensor_info", "saved_model.utils.build_tensor_info"])
def build_tensor_info(tensor: TensorLike) -> Message:
    """What a signature tells of a tensor: its name, dtype and shape. Mirrors `tf.compat.v1.saved_model.build_tensor_info`.

    `tf.compat.v1.saved_model.build_signature_def` makes a signature of such messages, and
    `tf.compat.v1.saved_model.get_tensor_from_tensor_info` finds the tensor again.

    Arguments:
        tensor: a tensor, `tf.SparseTensor` or variable of a graph.

    Returns:
        A TensorInfo message.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default():
        ...     info = tf.compat.v1.saved_model.build_tensor_info(tf.compat.v1.placeholder(tf.float32, [None, 3], name="x"))
        ...     print(info.name, tf.as_dtype(info.dtype), [dim.size for dim in info.tensor_shape.dim])
        x:0 <dtype: 'float32'> [-1, 3]
    """
    if TS.graph is None:
        raise RuntimeError("`build_tensor_info` is not supported in eager execution.")
    made = message("TensorInfo")()
    if isinstance(tensor, SparseTensor):
        made.coo_sparse.values_tensor_name = tensor.values.name
        made.coo_sparse.indices_tensor_name = tensor.indices.name
        made.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    elif is_composite(tensor) and not is_variable(tensor):
        spec = type_spec_from_value(tensor)
        # Messages of the protobuf package in use, which need not be those of the program.
        made.composite_tensor.type_spec.ParseFromString(encode_structure(spec).type_spec_value.SerializeToString())
        for part in nest.flatten(tensor, expand_composites=True):
            made.composite_tensor.components.add().CopyFrom(build_tensor_info(part))
        return made
    else:
        tensor = tensor if hasattr(tensor, "op") else convert_to_tensor(tensor)
        made.name = tensor.name
    made.dtype = as_dtype(tensor.dtype).as_datatype_enum
    if tensor.shape.rank is None:
        made.tensor_shape.unknown_rank = True
    else:
        # A scalar adds no dimension, but the message holds its shape all the same.
        made.tensor_shape.SetInParent()
        for size in tensor.shape.as_list():
            made.tensor_shape.dim.add(size=-1 if size is None else size)
    return made


@tf_export(v1=["saved_model.get_tensor_from_tensor_info", "saved_model.utils.get_tensor_from_tensor_info"])
def get_tensor_from_tensor_info(tensor_info: Message, graph: Graph | None = None, import_scope: str | None = None) -> Any:
    """The tensor of a graph that a signature names. Mirrors `tf.compat.v1.saved_model.get_tensor_from_tensor_info`.

    A program that has loaded a model finds what it has to feed and to fetch so.

    Arguments:
        tensor_info: a TensorInfo message, an input or output of a signature.
        graph: the graph; None (the default) for the default one.
        import_scope: the scope that the model was loaded below; None (the default) for none.

    Returns:
        A tensor, or a `tf.SparseTensor`.

    Raises:
        KeyError: the graph has no such tensor.
        ValueError: the message says nothing that is known.

    Example:
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
        ...     info = tf.compat.v1.saved_model.build_tensor_info(x)
        ...     print(tf.compat.v1.saved_model.get_tensor_from_tensor_info(info) is x)
        True
    """
    graph = graph or get_default_graph()

    def named(name):
        return graph.get_tensor_by_name(f"{import_scope}/{name}" if import_scope else name)

    kind = tensor_info.WhichOneof("encoding")
    if kind == "name":
        return named(tensor_info.name)
    if kind == "coo_sparse":
        of = tensor_info.coo_sparse
        return SparseTensor(named(of.indices_tensor_name), named(of.values_tensor_name), named(of.dense_shape_tensor_name))
    if kind == "composite_tensor":
        of = tensor_info.composite_tensor
        told = messages.struct.TypeSpecProto.FromString(of.type_spec.SerializeToString())
        spec = decode_proto(messages.struct.StructuredValue(type_spec_value=told))
        return nest.pack_sequence_as(spec, [named(part.name) for part in of.components], expand_composites=True)
    raise ValueError(f"Invalid TensorInfo.encoding: {kind}. Expected `coo_sparse`, `composite_tensor`, or `name`.")
