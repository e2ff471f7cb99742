"""Nodes that parse serialized `tf.train.Example`s, which graphs that serve begin with."""

from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.func_graph import aliased
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.io.parsing import _parse, output_shapes
from tfshim.io.sequence_parsing import _parse as _parse_lists
from tfshim.raw_forms.example_keys import dense_items, list_items, ordered, ordered_lists, ragged_items, sparse_items
from tfshim.refusals import refused


def _texts(x):
    """The strings of a tensor whose value is known."""
    known = getattr(x, "_static", None)
    if known is None:
        raise refused("tf.import_graph_def", "keys", node=x.op.name)
    return [k.decode() for k in known.numpy().reshape(-1).tolist()]


def _types(node, name):
    return [dt.as_dtype(t) for t in node.attr[name].list.type]


def _defaults(defaults):
    """Whether each of the tensors is a default: one without elements stands for none."""
    return [x.shape.rank is None or 0 not in x.shape.as_list() for x in defaults]


def _dense(node, keys, defaults, attr="dense_shapes"):
    return zip(keys, [x.dtype for x in defaults], attribute(node, attr, []), _defaults(defaults), strict=True)


def _items(node, sparse, dense, ragged, defaults):
    """(items to read, the defaults that they have) for the features of these names."""
    items = sparse_items(zip(sparse, _types(node, "sparse_types"), strict=True))
    items += dense_items(_dense(node, dense, defaults))
    items += ragged_items(_ragged(node, ragged, "ragged"))
    return items, [x for x, has in zip(defaults, _defaults(defaults)) if has]


def _node(importer, node, serialized, names, found, name):
    """The node with the results in TensorFlow's order: all indices, all values, all shapes, what is dense, ragged values and splits."""
    items, given = found
    with importer.graph.as_default(), name_scope(name):
        results = list(_parse(serialized, names, given, items))
    return _ordered_node(importer, node, ordered(items, results, serialized.shape.rank == 0, None), name)


def _ordered_node(importer, node, results, name):
    # What a single message has no splits for, nobody asks for then.
    results = [importer.graph._as_node(convert_to_tensor([], dt.int64)) if x is None else x for x in results]
    operation = InnerOp(node.op, lambda values: [aliased(v) for v in values], names=("values",), grad=None)
    return importer.graph._add(operation, [results], [abstract.leaf_like(t) for t in results], name)


@handles("ParseExampleV2")
def _parse_example(importer, node, inputs, name):
    serialized, names, *keys = inputs[:5]
    sparse, dense, ragged = map(_texts, keys)
    if ragged and serialized.shape.rank == 0:
        raise refused("tf.import_graph_def", "keys", node=node.name)
    found = _items(node, sparse, dense, ragged, inputs[5:])
    return _node(importer, node, serialized, names, found, name)


@handles("ParseExample")
def _parse_old_example(importer, node, inputs, name):
    first, second = attribute(node, "Nsparse", 0), attribute(node, "Ndense", 0)
    keys = [_texts(x)[0] for x in inputs[2 : 2 + first + second]]
    found = _items(node, keys[:first], keys[first:], [], inputs[2 + first + second :])
    return _node(importer, node, inputs[0], inputs[1], found, name)


@handles("ParseSingleExample")
def _parse_single_example(importer, node, inputs, name):
    sparse, dense = ([k.decode() for k in attribute(node, key, [])] for key in ("sparse_keys", "dense_keys"))
    found = _items(node, sparse, dense, [], inputs[1:])
    names = importer.graph._as_node(convert_to_tensor([], dt.string))
    return _node(importer, node, inputs[0], names, found, name)


# ---------------------------------------------------------------------- with sequences
@handles("ParseSequenceExampleV2")
def _parse_sequence_example(importer, node, inputs, name):
    serialized, names = inputs[:2]
    sparse, dense, ragged, parts, lists, rows = map(_texts, inputs[2:8])
    missing = inputs[8]._static
    if missing is None:
        raise refused("tf.import_graph_def", "keys", node=inputs[8].op.name)
    context = sparse_items(zip(sparse, _types(node, "context_sparse_types"), strict=True))
    defaults = list(inputs[9:])
    context += dense_items(_dense(node, dense, defaults, "context_dense_shapes"), any_rows=False)
    context += ragged_items(_ragged(node, ragged, "context_ragged"))
    given = [x for x, has in zip(defaults, _defaults(defaults)) if has]
    sequences = sparse_items(zip(parts, _types(node, "feature_list_sparse_types"), strict=True))
    types, shapes = _types(node, "feature_list_dense_types"), attribute(node, "feature_list_dense_shapes", [])
    sequences += list_items(zip(lists, types, shapes, missing.numpy().tolist(), strict=True))
    sequences += ragged_items(_ragged(node, rows, "feature_list_ragged"))
    single = serialized.shape.rank == 0
    with importer.graph.as_default(), name_scope(name):
        results = list(_parse_lists(serialized, names, given, context, sequences))
    count = len(output_shapes(context, None, single))
    found = ordered(context, results[:count], single, None), ordered_lists(sequences, results[count:], single, None)
    return _ordered_node(importer, node, [*found[0], *found[1]], name)


def _ragged(node, keys, prefix):
    """Keys, dtypes of values and dtypes of splits."""
    if not keys:  # files of before there were ragged ones have no such attributes
        return ()
    return zip(keys, _types(node, f"{prefix}_value_types"), _types(node, f"{prefix}_split_types"), strict=True)
