"""What `tensorflow.python.framework.ops` has on collections that are written into MetaGraphDefs as messages of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim._export import tf_private
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.train import proto_functions
from tfshim.compat.v1.train.meta_graph import OF_VARIABLES
from tfshim.compat.v1.train.proto_functions import ProtoFunctions
from tfshim.compat.v1.train.queue_runner import QueueRunner
from tfshim.compat.v1.train.saver import Saver
from tfshim.engine.graphs.graph_variable import variable_from
from tfshim.protos.examples import message as stored_message


def _variable(definition: Any, import_scope: str | None = None) -> Any:
    return variable_from(get_default_graph(), definition, import_scope or "")


def _functions(key: str) -> ProtoFunctions:
    if key == GraphKeys.SAVERS:
        return ProtoFunctions(message("SaverDef"), proto_functions.to_proto, Saver.from_proto)
    if key == GraphKeys.QUEUE_RUNNERS:
        return ProtoFunctions(stored_message("QueueRunnerDef"), proto_functions.to_proto, QueueRunner.from_proto)
    if key in OF_VARIABLES and key != GraphKeys.CONCATENATED_VARIABLES:
        return ProtoFunctions(message("VariableDef"), proto_functions.to_proto, _variable)
    return proto_functions.registered.get(key, ProtoFunctions())


@tf_private("tensorflow.python.framework.ops.register_proto_function")
def register_proto_function(
    collection_name: str,
    proto_type: type | None = None,
    to_proto: Callable[..., Any] | None = None,
    from_proto: Callable[..., Any] | None = None,
) -> None:
    """Say how the items of a collection are written by `export_meta_graph` and read by `import_meta_graph`.

    Args:
        collection_name: the key of the collection.
        proto_type: the class of the messages.
        to_proto: a function `(item, export_scope=...)` that gives a message, or None for an item that is left out.
        from_proto: a function `(message, import_scope=...)` that gives an item.

    Raises:
        TypeError: `to_proto` or `from_proto` cannot be called.
        KeyError: the collection is registered already.
    """
    if collection_name in proto_functions.registered or any(_functions(collection_name)):
        raise KeyError(f"Registering two proto functions with name '{collection_name}'!")
    proto_functions.register(collection_name, ProtoFunctions(proto_type, to_proto, from_proto))


@tf_private("tensorflow.python.framework.ops.get_collection_proto_type")
def get_collection_proto_type(collection_name: str) -> type | None:
    """The class of the messages that the items of a collection are written as; None where none is registered."""
    return _functions(collection_name).proto_type


@tf_private("tensorflow.python.framework.ops.get_to_proto_function")
def get_to_proto_function(collection_name: str) -> Callable[..., Any] | None:
    """The function that makes messages of the items of a collection; None where none is registered."""
    return _functions(collection_name).to_proto


@tf_private("tensorflow.python.framework.ops.get_from_proto_function")
def get_from_proto_function(collection_name: str) -> Callable[..., Any] | None:
    """The function that makes items of a collection of messages; None where none is registered."""
    return _functions(collection_name).from_proto
