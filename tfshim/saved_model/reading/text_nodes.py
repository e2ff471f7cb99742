"""Nodes that graphs with text have and that no public function here is by itself: patterns, splitting, ragged rows."""

import torch

from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.recording import record
from tfshim.engine.ops.binding import bind
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import wrap
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.strings import splitting
from tfshim.strings.regex import static_full_match, static_replace


@handles("StaticRegexReplace")
def _replace(importer, node, inputs, name):
    pattern, rewrite = attribute(node, "pattern"), attribute(node, "rewrite")
    return recorded(importer, static_replace, [inputs[0], pattern, rewrite, attribute(node, "replace_global", True)], name)


@handles("StaticRegexFullMatch")
def _match(importer, node, inputs, name):
    return recorded(importer, static_full_match, [inputs[0], attribute(node, "pattern")], name)


def recorded(importer, function, arguments, name):
    """The node `name` of the public operation `function`."""
    values, _ = bind(function._tfshim_op, arguments, name)
    record(importer.graph, function._tfshim_op, values, name)
    return importer.graph._by_name[name[:-1]]


@handles("StringSplitV2")
def _split(importer, node, inputs, name):
    most = attribute(node, "maxsplit", -1)

    def split(texts, separator):
        values, lengths = splitting.pieces(texts, separator, most)
        places = [(i, j) for i, n in enumerate(lengths.tolist()) for j in range(n)]
        shape = torch.tensor([len(lengths), int(lengths.max()) if len(lengths) else 0])
        return [torch.tensor(places, dtype=torch.int64).reshape(-1, 2), values, shape]

    leaves = [abstract.leaf(dtypes.int64, [None, 2]), abstract.leaf(dtypes.string, [None]), abstract.leaf(dtypes.int64, [2])]
    return importer.graph._add(InnerOp(node.op, split, names=("input", "sep"), grad=None), list(inputs), leaves, name)


@handles("RaggedTensorToTensor")
def _to_tensor(importer, node, inputs, name):
    kinds = [k.decode() for k in attribute(node, "row_partition_types")]
    shape, values, default, *partitions = inputs
    kind = values.dtype

    def to_tensor(shape, values, default, partitions):
        made, first = wrap(values, kind), kinds[0] == "FIRST_DIM_SIZE"
        count = int(partitions[0]) if first else None
        pairs = list(zip(kinds, partitions))[first:]
        for at in reversed(range(len(pairs))):
            how, partition = pairs[at]
            partition = wrap(partition, dtypes.FROM_TORCH[partition.dtype])
            if how == "ROW_SPLITS":
                made = RaggedTensor.from_row_splits(made, partition, validate=False)
            elif how == "VALUE_ROWIDS":
                rows = count if at == 0 else None
                made = RaggedTensor.from_value_rowids(made, partition, rows, validate=False)
            else:
                raise refused("tf.saved_model.load", "rows", how=how)
        wanted = None if not shape.ndim else [None if d < 0 else d for d in shape.tolist()]
        return [made.to_tensor(wrap(default, kind), shape=wanted)._t]

    static = getattr(shape, "_static", None)
    known = None if static is None or not static.shape.rank else [None if d < 0 else d for d in static.numpy().tolist()]
    operation = InnerOp(node.op, to_tensor, names=("shape", "values", "default_value", "row_partition_tensors"))
    return importer.graph._add(operation, [shape, values, default, list(partitions)], [abstract.leaf(kind, TensorShape(known))], name)


@handles("DenseBincount")
def _bincount(importer, node, inputs, name):
    given, size, weights = inputs
    kind, binary = weights.dtype, attribute(node, "binary_output", False)

    def row(values, weights, size):
        inside = values < size
        weights = weights[inside] if weights.numel() else None
        made = torch.bincount(values[inside], weights, size)
        return made.clamp(max=1) if binary else made

    def bincount(values, size, weights):
        size = int(size)
        if values.ndim < 2:
            made = row(values.reshape(-1), weights.reshape(-1), size)
        else:
            each = weights if weights.numel() else [weights] * len(values)
            made = torch.stack([row(v, w, size) for v, w in zip(values, each)]) if len(values) else torch.zeros(0, size)
        return [made.to(kind.torch)]

    shape = None if given.shape.rank is None else [*given.shape.as_list()[: given.shape.rank - 1], None]
    return importer.graph._add(
        InnerOp(node.op, bincount, names=("input", "size", "weights"), grad=None), list(inputs), [abstract.leaf(kind, shape)], name
    )
