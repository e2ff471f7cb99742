"""Record how TensorFlow declares operations: inputs, outputs and attributes, one operation a line.

Run with a Python that has TensorFlow 2.15.1, the names of the operations on the standard input:

    TF_PYTHON -c "import tensorflow as tf; print(*(n for n in dir(tf.raw_ops) if n[0] != '_'))" | TF_PYTHON scripts/record_op_defs.py

writes tfshim/engine/ops/op_def_table.py, whose notation is described in tfshim/engine/ops/op_defs.py, and beside it
texts/allowed_dtypes_table.py, the longer lists of dtypes that attributes may be.
"""

import sys

from recording import PACKAGE, write

TARGET = PACKAGE / "engine" / "ops" / "op_def_table.py"
ALLOWED = TARGET.parent / "texts" / "allowed_dtypes_table.py"
WIDTH = 138
# Operations that graphs are made of and that have no function in `raw_ops`.
OTHERS = """Assert Assign AssignAdd AssignAddVariableOp AssignSub AssignSubVariableOp AssignVariableOp Case Const If Identity IdentityN
    Bucketize ImageProjectiveTransformV3
    IsVariableInitialized MergeV2Checkpoints NoOp PartitionedCall Placeholder PlaceholderV2 PlaceholderWithDefault PreventGradient
    ReadVariableOp ResourceApplyAdagrad ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyFtrl ResourceApplyGradientDescent
    ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyRMSProp ResourceGather ResourceGatherNd ResourceScatterAdd
    ResourceScatterDiv ResourceScatterMax ResourceScatterMin ResourceScatterMul ResourceScatterNdAdd ResourceScatterNdSub
    ResourceScatterNdUpdate ResourceScatterSub ResourceScatterUpdate ReluGrad Relu6Grad EluGrad SeluGrad SigmoidGrad TanhGrad SqrtGrad
    RsqrtGrad InvGrad ReciprocalGrad SoftplusGrad SoftsignGrad LeakyReluGrad BiasAddGrad MaxPoolGrad AvgPoolGrad FusedBatchNormGradV3
    BroadcastGradientArgs ConcatOffset StridedSliceGrad DynamicStitch RestoreV2 SaveV2 ShardedFilename ScalarSummary HistogramSummary
    ImageSummary MergeSummary TensorSummaryV2 StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile Switch Merge Enter Exit
    NextIteration LoopCond VarHandleOp VarIsInitializedOp Variable VariableV2 While BiasAdd BiasAddV1 FusedBatchNorm FusedBatchNormV2
    FusedBatchNormV3 HashTableV2 InitializeTableFromTextFileV2 LookupTableImportV2 MutableHashTableV2 RaggedTensorToTensor
    StaticRegexFullMatch StaticRegexReplace StringSplitV2 EmptyTensorList TensorListConcatV2 TensorListElementShape TensorListFromTensor
    TensorListGather TensorListGetItem TensorListLength TensorListPopBack TensorListPushBack TensorListReserve
    TensorListScatterIntoExistingList TensorListScatterV2 TensorListSetItem TensorListSplit TensorListStack
    Print PrintV2 SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits L2Loss LRN _SwitchN""".split()


def _value(attribute):
    from tensorflow.python.framework import dtypes

    kind = attribute.WhichOneof("value")
    if kind == "type":
        return dtypes.as_dtype(attribute.type).name
    if kind == "s":
        return repr(attribute.s.decode("latin-1")).replace(" ", "\\x20")
    if kind == "b":
        return str(attribute.b)
    if kind == "i":
        return str(attribute.i)
    if kind == "f":
        return repr(attribute.f)
    if kind == "shape":
        return "?" if attribute.shape.unknown_rank else "[" + ",".join(str(d.size) for d in attribute.shape.dim) + "]"
    if kind == "list":
        items = attribute.list
        values = [
            *map(repr, items.i),
            *map(repr, items.f),
            *map(str, items.b),
            *(repr(s.decode("latin-1")) for s in items.s),
            *(dtypes.as_dtype(t).name for t in items.type),
        ]
        return "[" + ",".join(values) + "]"
    return "..."  # a tensor or a function: none of the operations here is called without it


def _argument(a):
    from tensorflow.python.framework import dtypes

    if a.type_list_attr:
        return f"{a.name}:*{a.type_list_attr}"
    kind = a.type_attr or dtypes.as_dtype(a.type).name
    return f"{a.name}:" + "&" * a.is_ref + (f"{a.number_attr}*" if a.number_attr else "") + kind


_MOST_TYPES = 4  # longer lists are those of inputs, which operations declare here by themselves; they stand in texts of errors


def _limits(a):
    """What an attribute may be: its least value or length, the texts or types that are allowed."""
    from tensorflow.python.framework import dtypes

    text = f">={a.minimum}" if a.has_minimum else ""
    allowed = [t.decode() for t in a.allowed_values.list.s]
    if 0 < len(a.allowed_values.list.type) <= _MOST_TYPES:
        allowed = [dtypes.as_dtype(t).name for t in a.allowed_values.list.type]
    return text + ("{" + "|".join(allowed) + "}" if allowed else "")


def _attribute(a):
    return f"{a.name}:{a.type}{_limits(a)}" + (f"={_value(a.default_value)}" if a.HasField("default_value") else "")


def line(definition):
    """One operation in the notation of the table."""
    attributes = list(map(_attribute, definition.attr))
    parts = [
        definition.name + "!" * definition.is_stateful,
        *map(_argument, definition.input_arg),
        "->",
        *map(_argument, definition.output_arg),
        "|",
        *attributes,
    ]
    return " ".join(parts)


def _folded(text):
    """The lines of a text that is too long for one, the later ones indented."""
    rows = []
    while len(text) > WIDTH:
        cut = text.rindex(" ", 0, WIDTH)
        rows.append(text[:cut])
        text = "    " + text[cut + 1 :]
    return [*rows, text]


def allowed_dtypes(declared):
    """The text of the table of long lists: the dtypes, and the attributes that have just these in this order."""
    from tensorflow.python.framework import dtypes

    found = {}
    for definition in declared:
        for a in definition.attr:
            if len(a.allowed_values.list.type) > _MOST_TYPES:
                names = tuple(dtypes.as_dtype(t).name for t in a.allowed_values.list.type)
                found.setdefault(names, []).append(f"{definition.name}.{a.name}")
    rows = [row for names, places in found.items() for row in _folded(f"{' '.join(names)}: {' '.join(places)}")]
    about = "Which dtypes attributes may be, where the list is long; written by scripts/record_op_defs.py, read by `texts.summaries`."
    return f'"""{about}"""\n\nTABLE = """\n' + "\n".join(rows) + '\n"""\n'


def main():
    """Write the table."""
    import tensorflow as tf  # noqa: F401 - registers the operations
    from tensorflow.python.framework import op_def_registry

    rows, declared = [], []
    for name in sorted({*sys.stdin.read().split(), *OTHERS}):
        found = op_def_registry.get(name)
        if found is None:
            print("no such operation:", name)
            continue
        declared.append(found)
        rows += _folded(line(found))
    about = "How operations are declared; written by scripts/record_op_defs.py, read by `tfshim.engine.ops.op_defs`."
    header = f'"""{about}"""\n\nTABLE = r"""\n'
    about_removed = "# Which of them cannot be used any more: since which version of the format of graphs, and what TensorFlow says."
    old = [o for o in declared if o.HasField("deprecation")]
    removed = "\n".join(f"{o.name} {o.deprecation.version} {o.deprecation.explanation}" for o in old)
    text = header + "\n".join(rows) + f'\n"""\n\n{about_removed}\nREMOVED = r"""\n{removed}\n"""\n'
    write(TARGET, text)
    write(ALLOWED, allowed_dtypes(declared))


if __name__ == "__main__":
    main()
