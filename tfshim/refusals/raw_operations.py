"""Refusals of raw operations, by family: what they are part of, and the public functions that stand for them."""

import re

from tfshim.refusals._entries import gathered, situation

# (family, pattern of the whole operation type, why, what to use instead)
_FAMILIES = (
    (
        "TPU",
        r".*TPU.*|Infeed.*|Outfeed.*|Prelinearize.*|CrossReplicaSum|AllToAll|CollectivePermute|WorkerHeartbeat|Xla.*|.*Xla(Split|Concat)ND",
        "it belongs to TPUs and their compiler",
        "use tf.distribute, tf.function(jit_compile=True) or tf.nn.embedding_lookup",
    ),
    (
        "collective",
        r"Collective.*|Nccl.*|Send|Recv|RemoteCall|SyncDevice",
        "it moves tensors between processes or devices",
        "use tf.distribute.Strategy and tf.distribute.ReplicaContext.all_reduce",
    ),
    (
        "boosted trees",
        r".*BoostedTrees.*|Sdca.*",
        "it belongs to estimators that TensorFlow no longer has",
        "train the model with tf.keras, or with a library for trees",
    ),
    ("Cudnn", r"Cudnn.*|CTCLossV2", "it is a kernel of cuDNN", "use tf.keras.layers.LSTM, tf.keras.layers.GRU or tf.nn.ctc_loss"),
    (
        "oneDNN",
        r"Quantized(Conv2D|DepthwiseConv2D|MatMulWith).*|QuantizedReluX|QuantizedBatchNorm.*|QuantizedInstanceNorm|QuantizedResizeBilinear"
        r"|UniformQuantizedConvolution.*",
        "it is fused in a library for inference on processors",
        "use tf.quantization.dequantize, the function of tf.nn and tf.quantization.quantize",
    ),
    (
        "debugging",
        r"Debug.*|Copy|CopyHost|Abort|FakeQueue|DeviceIndex|FakeParam",
        "it is put into graphs by TensorFlow itself",
        "use tf.print, tf.debugging.check_numerics or tf.debugging.assert_equal",
    ),
    (
        "data service",
        r"DataServiceDataset.*|RegisterDataset.*|DistributedSave|Snapshot(Chunk|Nested)?Dataset.*|SaveDatasetV2",
        "it belongs to processes that make datasets for others",
        "use tf.data.Dataset.shard, tf.data.Dataset.snapshot and tf.data.Dataset.save",
    ),
    (
        "statistics of datasets",
        r".*StatsAggregator.*|.*ThreadPool(Dataset|Handle)",
        "nothing gathers numbers about iterations here",
        "use tf.profiler.experimental or tf.data.Options.threading",
    ),
    (
        "graphs of datasets",
        r"ComputeBatchSize|(Experimental)?SleepDataset|ShuffleAndRepeatDatasetV2|DatasetFromGraph|DatasetToGraph.*|RewriteDataset|(Experimental)?Assert(Next|Prev)Dataset|(Experimental)?AutoShardDataset|GetOptions"
        r"|(Experimental)?RebatchDataset|FilterByLastComponentDataset|ChooseFastestBranchDataset|(Experimental)?LMDB.*",
        "datasets are not rewritten as graphs here",
        "use tf.data.Dataset and tf.data.Dataset.with_options",
    ),
    (
        "iterators over devices",
        r".*MultiDeviceIterator.*",
        "there is one iterator for all devices here",
        "use tf.distribute.Strategy.experimental_distribute_dataset",
    ),
    (
        "control flow of frames",
        r"(Ref)?(Enter|Exit|Merge|NextIteration|Switch|Select|Identity)|LoopCond|For|MapDefun|SymbolicGradient",
        "branches and loops are whole functions here",
        "use tf.cond, tf.while_loop, tf.map_fn or tf.GradientTape",
    ),
    (
        "batching calls",
        r"Batch|Unbatch|UnbatchGrad|BatchFunction",
        "calls of several threads are not put together here",
        "use tf.nondifferentiable_batch_function or tf.data.Dataset.batch",
    ),
    (
        "variables by reference",
        r"Apply.*|SparseApply.*|Assign|AssignAdd|AssignSub|Scatter(Nd)?(Add|Sub|Mul|Div|Max|Min|Update)|StridedSliceAssign|Variable(V2)?"
        r"|TemporaryVariable|DestroyTemporaryVariable|CountUpTo|IsVariableInitialized|VarHandleOp|DestroyResourceOp"
        r"|Resource(Sparse)?Apply(AdagradDA|ProximalGradientDescent)",
        "variables are objects here, not references",
        "use tf.compat.v1.get_variable, tf.compat.v1.assign, tf.compat.v1.scatter_update or an optimizer of tf.compat.v1.train",
    ),
    (
        "summary writers",
        r"CreateSummaryDbWriter|TensorSummary",
        "writers are objects here, not resources",
        "use tf.summary.create_file_writer and tf.summary.scalar",
    ),
    (
        "examples",
        r"Parse(Single)?(Sequence)?Example.*|(Experimental)?ParseExampleDataset(V2)?|DecodeProtoV2|EncodeProto",
        "its lists of tensors are made by the public functions",
        "use tf.io.parse_example, tf.io.parse_sequence_example or tf.data.experimental.parse_example_dataset",
    ),
    (
        "checkpoints",
        r"Save(Slices)?|Restore(Slice)?|LoadAndRemapMatrix|GenerateVocabRemapping|ImmutableConst",
        "it reads or writes an older format",
        "use tf.train.Checkpoint, tf.raw_ops.SaveV2 and tf.raw_ops.RestoreV2",
    ),
    (
        "sessions",
        r".*Session(Handle|HandleV2|Tensor)|RecordInput|FileSystemSetConfiguration",
        "it belongs to sessions that keep tensors for later runs",
        "use tf.Variable or tf.data.TFRecordDataset",
    ),
    (
        "gradients of layers",
        r"(BlockLSTM|GRUBlockCell|LSTMBlockCell|MaxPool3DGrad|ScaleAndTranslate|QuantizeAndDequantizeV4)Grad(V2)?",
        "gradients are taken of the function itself here",
        "use tf.GradientTape",
    ),
    (
        "sound",
        r"AudioSpectrogram|Mfcc",
        "it is a form for phones of what other functions compute",
        "use tf.signal.stft and tf.signal.mfccs_from_log_mel_spectrograms",
    ),
    (
        "composite tensors in variants",
        r"RaggedTensor(FromVariant|ToVariant|ToVariantGradient)|CompositeTensorVariant.*",
        "datasets and functions take such tensors as they are here",
        "use tf.RaggedTensor and tf.data.Dataset",
    ),
    (
        "sparse matrices",
        r"SparseMatrix.*|SparseCrossHashed",
        "there is no kernel that computes it",
        "use tf.sparse.softmax, tf.sparse.cross_hashed or tf.linalg.cholesky",
    ),
)  # fmt: skip


def family_of(op_type):
    """The family of a raw operation that is refused, which `refused("tf.raw_ops", ...)` takes; "operation" for one of none."""
    for family, pattern, _, _ in _FAMILIES:
        if re.fullmatch(pattern, op_type):
            return family
    return "operation"


REFUSALS = gathered(*(situation("tf.raw_ops", family, "{op_type} is not supported", why, instead) for family, _, why, instead in _FAMILIES))
