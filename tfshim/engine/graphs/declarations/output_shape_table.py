"""What TensorFlow's shape functions say of the outputs of operations where kernels would say something else; read by `output_shapes`."""

TABLE = r"""
ApproximateEqual x:X -> X
BandedTriangularSolve matrix:M rhs:R -> =|M|R
Barrier -> 2
BarrierTakeMany -> *
BlockLSTM x:t,b,? b:g -> t,b,g//4
BlockLSTMV2 x:t,b,? b:g -> t,b,g//4
BroadcastGradientArgs -> ?
ConditionalAccumulator -> 2
Conv3DBackpropInputV2 input_sizes:=v -> =|v,=|v,=|v,=|v,=|v
CudnnRNN[rnn_mode=lstm] input_h:H -> = H H *
CudnnRNNCanonicalToParams -> ?
CudnnRNNCanonicalToParamsV2 -> ?
CudnnRNNV2[rnn_mode=lstm] input_h:H -> = H H *
DataFormatVecPermute x:X -> X
Dilation2D input:n,r,c,? filter:p,q,d -> n,=|r|c|p|q,=|r|c|p|q,d
EditDistance hypothesis_shape:=u truth_shape:=v -> =|u|v
ExpandDims dim:=v -> =|v
ExtractImagePatches images:?,r,c,? -> =,=|r|c,=|r|c,=
ExtractVolumePatches input:?,p,r,c,? -> =|p|r|c
FFTND input:X -> X
FIFOQueue -> 2
Fact -> *
FakeQuantWithMinMaxArgsGradient gradients:X -> X
FakeQuantWithMinMaxVarsPerChannel inputs:X -> X
FakeQuantWithMinMaxVarsPerChannelGradient gradients:X -> X = =
Fingerprint data:n,X method:=v -> n,8|v
FractionalAvgPool -> = ?
FractionalMaxPool -> = ?
FusedBatchNormGrad[data_format=NHWC] y_backprop:n,h,w,c x:?,?,?,c scale:c reserve_space_1:c reserve_space_2:c -> n,h,w,c c c 0
FusedBatchNormGradV2[data_format=NHWC] y_backprop:n,h,w,c x:?,?,?,c scale:c reserve_space_1:c reserve_space_2:c -> n,h,w,c c c 0
FusedBatchNormGradV3[data_format=NHWC] y_backprop:n,h,w,c x:?,?,?,c scale:c reserve_space_1:c reserve_space_2:c -> n,h,w,c c c 0
FusedBatchNormV3 -> = = = = = *
GRUBlockCell x:b,? h_prev:?,h -> b,h
HashTable -> 2
IFFTND input:X -> X
IRFFTND -> ?...
InvGrad y:X -> X
LSTMBlockCell x:b,? cs_prev:?,h -> b,h
LookupTableExportV2 -> *
MapUnstageNoKey -> *
MatrixDiagPart input:X,m,n -> X,m&n
MatrixDiagPartV2 input:X,m,n -> ...,=|m|n
MatrixDiagPartV3 input:X,m,n -> ...,=|m|n
MatrixTriangularSolve matrix:M rhs:R -> =|M|R
MaxPoolGradGradWithArgmax input:n,r,c,d -> n,=|r,=|c,d
MirrorPadGrad paddings:p,? -> =|p
MutableHashTable -> 2
MutableHashTableOfTensors -> 2
NearestNeighbors -> *
OrderedMapUnstageNoKey -> *
PaddingFIFOQueue -> 2
PriorityQueue -> 2
Qr[full_matrices=False] input:X,m,n -> X,m,m&n X,m&n,n
Qr[full_matrices=True] input:X,m,n -> X,m,m X,m,n
RFFTND -> ?...
RaggedBincount -> *
RaggedCountSparseOutput values:V -> ?,2|V ? 2|V
RaggedFillEmptyRows value_rowids:n values:n -> ? ? ? n
RaggedGather -> ?,...
RaggedRange starts:S limits:L deltas:D -> =|S|L|D, ?
RaggedTensorToSparse -> ?,= ? =
RandomShuffleQueue -> 2
ReciprocalGrad y:X -> X
ResizeBicubicGrad original_image:X -> X
ResizeBilinearGrad original_image:X -> X
ResourceConditionalAccumulator -> 2
RsqrtGrad y:X -> X
SegmentMax data:?,X -> ?,X
SegmentMin data:?,X -> ?,X
SegmentProd data:?,X -> ?,X
SerializeIterator -> ?
SetSize -> *
SigmoidGrad y:X -> X
SparseAccumulatorTakeGradient -> *
SparseAdd a_shape:r -> ?,r ? r
SparseBincount dense_shape:=u size:=v -> =|u|v
SparseConditionalAccumulator -> 2
SparseCountSparseOutput indices:?,r -> ?,r ? r
SparseFillEmptyRows indices:n,? values:n dense_shape:r -> ?,r ? = n
SparseReduceMax input_shape:=u reduction_axes:=v -> =|u|v
SparseReduceMaxSparse -> *
SparseReduceSum input_shape:=u reduction_axes:=v -> =|u|v
SparseReduceSumSparse -> *
SparseReorder input_indices:X input_values:Y -> X Y
SparseSlice shape:r shape:X -> ?,r ? X
SparseSparseMaximum -> ?,? ?
SparseSparseMinimum -> ?,? ?
SparseSplit shape:r shape:X -> ?,r{num_split} ?{num_split} X
SparseToDense output_shape:r -> =|r
Stack -> 2
StackV2 -> 2
Svd[compute_uv=True,full_matrices=False] input:X,m,n -> X,m&n X,m,m&n X,n,m&n
Svd[compute_uv=True,full_matrices=True] input:X,m,n -> X,m&n X,m,m X,n,n
Svd[compute_uv=False] input:X,m,n -> X,m&n = =
TanhGrad y:X -> X
TensorArrayConcatV3 -> * ?
TensorListGather indices:I -> =|I
Unique x:X -> ? X
UniqueWithCounts x:X -> ? X ?
WholeFileReader -> 2
"""

# Which inputs have to be known how well: `name:rank` its rank, `name:...,n,?` the sizes that are named where the rank is known,
# `name:all` every size; `*` for each input. Behind `#` what TensorFlow says where it is not so.
KNOWN = r"""
ApproxTopK input:rank # Invalid reduction dimension: -1. Must be within the range of [1, -2]
ApproxTopK input:...,n # input must have last dimension >= k = {k} but was -1
BatchToSpaceND block_shape:rank # block_shape must have rank 1.
BatchToSpaceND block_shape:n # block_shape must have known size.
CSRSparseMatrixComponents index:rank # index must be a scalar.
DenseToCSRSparseMatrix dense_input:rank # Invalid rank of dense: -1.  Expected a known rank of either 2 or 3.
DenseToCSRSparseMatrix indices:rank # indices must be a matrix; but its rank is not 2: -1
DenseToCSRSparseMatrix indices:?,n # indices.shape[1] must match rank of dense; saw: -1 vs. {rank:dense_input}
FusedPadConv2D paddings:rank # Shape must be rank -1 but is rank 4
FusedPadConv2D paddings:n,? # Shape must be rank -1 but is rank 4
FusedResizeAndPadConv2D paddings:rank # Shape must be rank -1 but is rank 4
FusedResizeAndPadConv2D paddings:n,? # Shape must be rank -1 but is rank 4
ParallelConcat *:all # All input shapes must be fully defined.
RandomIndexShuffle seed:...,n # Seed must have shape [3] or [n, 3] but got [-1].
SpaceToBatchND block_shape:rank # block_shape must have rank 1.
SpaceToBatchND block_shape:n # block_shape must have known size.
SparseTensorToCSRSparseMatrix indices:rank # Shape must be rank -1 but is rank 2
SparseTensorToCSRSparseMatrix indices:?,n # Shape must be rank -1 but is rank 2
"""
