"""Nodes that parse serialized `tf.train.Example`s, which graphs that serve begin with."""

from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.func_graph import aliased
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.io._feature_plans import _DEFAULTS
from tfshim.io.parsing import _parse
from tfshim.io.sequence_parsing import _parse as _parse_lists
from tfshim.refusals import refused


def _texts(x):
    """The strings of a tensor whose value is known."""
    known = getattr(x, "_static", None)
    if known is None:
        raise refused("tf.import_graph_def", "keys", node=x.op.name)
    return [k.decode() for k in known.numpy().reshape(-1).tolist()]


def _types(node, name):
    return [dt.as_dtype(t) for t in node.attr[name].list.type]


def _items(node, sparse, dense, ragged, defaults):
    """(items to read, the defaults that they have) for the features of these names."""
    items = [_DEFAULTS._replace(name=k, key=k, form="sparse", dtype=t) for k, t in zip(sparse, _types(node, "sparse_types"), strict=True)]
    given = []
    for key, default, shape in zip(dense, defaults, attribute(node, "dense_shapes", []), strict=True):
        dims, base = shape.as_list(), _DEFAULTS._replace(name=key, key=key, dtype=default.dtype)
        has = default.shape.rank is None or 0 not in default.shape.as_list()
        if dims and dims[0] is None:  # any number of rows
            base = base._replace(form="sequence", shape=tuple(dims[1:]), allow_missing=True)
        else:
            base = base._replace(form="dense", shape=tuple(dims))
        items.append(base._replace(default=True) if has else base)
        given += [default] if has else []
    kinds = zip(ragged, _types(node, "ragged_value_types"), _types(node, "ragged_split_types"), strict=True) if ragged else ()
    items += [_DEFAULTS._replace(name=k, key=k, form="ragged", dtype=t, partitions=(), splits=s, validate=False) for k, t, s in kinds]
    return items, given


def _node(importer, node, serialized, names, found, counts, name):
    """The node with the results in TensorFlow's order: all indices, all values, all shapes, what is dense, ragged values and splits."""
    items, given = found
    with importer.graph.as_default(), name_scope(name):
        results = list(_parse(serialized, names, given, items))
    sparse, dense, ragged = counts
    threes, rest = results[: 3 * sparse], results[3 * sparse :]
    pairs = rest[dense:]
    ordered = [*threes[::3], *threes[1::3], *threes[2::3], *rest[:dense], *pairs[::2], *pairs[1::2]]
    operation = InnerOp(node.op, lambda values: [aliased(v) for v in values], names=("values",), grad=None)
    return importer.graph.add(operation, [ordered], [abstract.leaf_like(t) for t in ordered], name)


@handles("ParseExampleV2")
def _parse_example(importer, node, inputs, name):
    serialized, names, *keys = inputs[:5]
    sparse, dense, ragged = map(_texts, keys)
    if ragged and serialized.shape.rank == 0:
        raise refused("tf.import_graph_def", "keys", node=node.name)
    found = _items(node, sparse, dense, ragged, inputs[5:])
    return _node(importer, node, serialized, names, found, (len(sparse), len(dense), len(ragged)), name)


@handles("ParseExample")
def _parse_old_example(importer, node, inputs, name):
    first, second = attribute(node, "Nsparse", 0), attribute(node, "Ndense", 0)
    keys = [_texts(x)[0] for x in inputs[2 : 2 + first + second]]
    found = _items(node, keys[:first], keys[first:], [], inputs[2 + first + second :])
    return _node(importer, node, inputs[0], inputs[1], found, (first, second, 0), name)


@handles("ParseSingleExample")
def _parse_single_example(importer, node, inputs, name):
    sparse, dense = ([k.decode() for k in attribute(node, key, [])] for key in ("sparse_keys", "dense_keys"))
    found = _items(node, sparse, dense, [], inputs[1:])
    names = importer.graph.as_node(convert_to_tensor([], dt.string))
    return _node(importer, node, inputs[0], names, found, (len(sparse), len(dense), 0), name)


# ---------------------------------------------------------------------- with sequences
@handles("ParseSequenceExampleV2")
def _parse_sequence_example(importer, node, inputs, name):
    serialized, names = inputs[:2]
    sparse, dense, ragged, parts, lists, rows = map(_texts, inputs[2:8])
    missing = inputs[8]._static
    if missing is None:
        raise refused("tf.import_graph_def", "keys", node=inputs[8].op.name)
    context, given = [], []
    for k, t in zip(sparse, _types(node, "context_sparse_types"), strict=True):
        context.append(_DEFAULTS._replace(name=k, key=k, form="sparse", dtype=t))
    for k, default, shape in zip(dense, inputs[9:], attribute(node, "context_dense_shapes", []), strict=True):
        has = default.shape.rank is None or 0 not in default.shape.as_list()
        base = _DEFAULTS._replace(name=k, key=k, form="dense", dtype=default.dtype, shape=tuple(shape.as_list()))
        context.append(base._replace(default=True) if has else base)
        given += [default] if has else []
    context += _ragged(node, ragged, "context_ragged")
    sequences = [
        _DEFAULTS._replace(name=k, key=k, form="sparse", dtype=t)
        for k, t in zip(parts, _types(node, "feature_list_sparse_types"), strict=True)
    ]
    about = zip(lists, _types(node, "feature_list_dense_types"), attribute(node, "feature_list_dense_shapes", []), strict=True)
    for (k, t, shape), allowed in zip(about, missing.numpy().tolist(), strict=True):
        sequences.append(_DEFAULTS._replace(name=k, key=k, form="sequence", dtype=t, shape=tuple(shape.as_list()), allow_missing=allowed))
    sequences += _ragged(node, rows, "feature_list_ragged")
    with importer.graph.as_default(), name_scope(name):
        results = iter(list(_parse_lists(serialized, names, given, context, sequences)))
        single = serialized.shape.rank == 0
        found = {}
        for which, items in (("context", context), ("list", sequences)):
            for item in items:
                count = {"sparse": 3, "dense": 1, "sequence": 1 if single else 2, "ragged": 3 if which == "list" and not single else 2}[
                    item.form
                ]
                found[which, item.form, item.key] = [next(results) for _ in range(count)]
        none = convert_to_tensor([], dt.int64)
        ordered = []
        for which, form, keys, order in (
            ("context", "sparse", sparse, (0, 1, 2)), ("context", "dense", dense, (0,)), ("context", "ragged", ragged, (0, 1)),
            ("list", "sparse", parts, (0, 1, 2)), ("list", "sequence", lists, (0, 1)), ("list", "ragged", rows, (0, 2, 1)),
        ):  # fmt: skip
            for at in order:
                # A single message has neither lengths of its lists nor splits between messages, which nobody asks for then.
                ordered += [importer.graph.as_node(none) if at >= len(found[which, form, k]) else found[which, form, k][at] for k in keys]
    operation = InnerOp(node.op, lambda values: [aliased(v) for v in values], names=("values",), grad=None)
    return importer.graph.add(operation, [ordered], [abstract.leaf_like(t) for t in ordered], name)


def _ragged(node, keys, prefix):
    kinds = zip(keys, _types(node, f"{prefix}_value_types"), _types(node, f"{prefix}_split_types"), strict=True) if keys else ()
    return [_DEFAULTS._replace(name=k, key=k, form="ragged", dtype=t, partitions=(), splits=s, validate=False) for k, t, s in kinds]
