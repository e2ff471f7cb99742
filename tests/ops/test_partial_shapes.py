"""Dtypes and static shapes where sizes or ranks of inputs are unknown: TensorFlow's, or less exact ones; never an error it has not."""

import collections
import zlib

import torch
from torch.utils._python_dispatch import TorchDispatchMode

import tfshim as tf
from tests.grouping import in_groups
from tests.ops import partial

_TRIED = 4  # choices for a function; operations are tried with more of them in `test_declared_shapes`
# Functions whose operations say more here: sizes that follow from others, which TensorFlow's shape functions don't use.
_MORE = """
    tf.linalg.expm tf.nn.embedding_lookup_sparse
    tf.RaggedTensor tf.RaggedTensor.from_tensor tf.Tensor.__eq__ tf.Tensor.__ne__ tf.compat.v1.nn.conv2d_backprop_input
    tf.compat.v1.nn.fused_batch_norm tf.dynamic_partition tf.expand_dims tf.gather tf.gather_nd tf.image.extract_patches
    tf.image.rot90 tf.linalg.LinearOperatorAdjoint tf.linalg.LinearOperatorComposition tf.linalg.LinearOperatorDiag
    tf.linalg.LinearOperatorFullMatrix tf.linalg.LinearOperatorIdentity tf.linalg.LinearOperatorKronecker
    tf.linalg.LinearOperatorLowRankUpdate tf.linalg.LinearOperatorLowerTriangular tf.linalg.LinearOperatorPermutation
    tf.linalg.LinearOperatorToeplitz tf.linalg.LinearOperatorZeros tf.linalg.banded_triangular_solve tf.linalg.cholesky_solve
    tf.linalg.diag_part tf.linalg.lstsq tf.linalg.qr tf.linalg.svd tf.linalg.triangular_solve tf.linspace tf.map_fn tf.math.bincount
    tf.math.segment_max tf.math.segment_min tf.math.segment_prod tf.math.segment_sum tf.math.unsorted_segment_mean
    tf.math.unsorted_segment_sqrt_n tf.nn.atrous_conv2d tf.nn.atrous_conv2d_transpose tf.nn.collapse_repeated tf.nn.conv1d_transpose
    tf.nn.conv2d_transpose tf.nn.conv_transpose tf.nn.ctc_loss tf.nn.ctc_unique_labels tf.nn.depthwise_conv2d tf.nn.dilation2d
    tf.nn.erosion2d tf.nn.moments tf.nn.nce_loss tf.nn.pool tf.nn.sampled_softmax_loss tf.nn.sigmoid_cross_entropy_with_logits
    tf.nn.softmax_cross_entropy_with_logits tf.nn.sparse_softmax_cross_entropy_with_logits tf.norm tf.pad
    tf.quantization.fake_quant_with_min_max_args_gradient tf.quantization.fake_quant_with_min_max_vars_per_channel
    tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient tf.raw_ops.BlockLSTM tf.raw_ops.BlockLSTMV2
    tf.raw_ops.FusedBatchNormGrad tf.raw_ops.FusedBatchNormGradV2 tf.raw_ops.FusedBatchNormGradV3 tf.raw_ops.GRUBlockCell
    tf.raw_ops.LSTMBlockCell tf.raw_ops.StridedSlice tf.repeat tf.reshape tf.rfftnd tf.scan tf.signal.dct tf.signal.idct
    tf.signal.inverse_stft tf.signal.inverse_stft_window_fn tf.signal.irfft tf.signal.irfft2d tf.signal.irfft3d
    tf.signal.mfccs_from_log_mel_spectrograms tf.signal.rfft tf.signal.rfft2d tf.signal.rfft3d tf.sparse.expand_dims
    tf.sparse.reset_shape tf.unique tf.unique_with_counts tf.vectorized_map tf.where
""".split()
# Functions that TensorFlow refuses in graphs of shapes so unknown, and that run here; and others whose error comes as another type.
_RUN_HERE = """
    tf.RaggedTensor.__getitem__ tf.RaggedTensor.operators tf.approx_top_k tf.gather_nd tf.linalg.LinearOperatorBlockDiag
    tf.linalg.LinearOperatorKronecker tf.linalg.LinearOperatorTridiag tf.linalg.diag tf.linalg.eigh_tridiagonal tf.linalg.matmul
    tf.linalg.set_diag tf.linalg.tridiagonal_solve tf.math.approx_max_k tf.math.approx_min_k tf.math.scalar_mul tf.maximum
    tf.nn.atrous_conv2d tf.nn.atrous_conv2d_transpose tf.nn.compute_average_loss tf.nn.convolution tf.nn.ctc_loss
    tf.nn.depthwise_conv2d tf.nn.log_softmax tf.nn.softmax tf.one_hot tf.ragged.boolean_mask tf.reduce_any tf.reduce_max
    tf.reduce_mean tf.reduce_min tf.reduce_prod tf.reduce_sum tf.repeat tf.reverse tf.signal.dct tf.signal.fftnd tf.signal.idct
    tf.signal.ifftnd tf.signal.inverse_mdct tf.signal.irfft tf.signal.irfft2d tf.signal.irfft3d tf.signal.mdct tf.strings.bytes_split
    tf.strings.ngrams tf.where
""".split()
# function -> why it is not as in TensorFlow
_APART = {
    "tf.extract_volume_patches": "TensorFlow's shape has an axis less than the result where a size is unknown",
    "tf.image.non_max_suppression_padded": "boxes of unknown rank are refused",
    "tf.image.stateless_random_flip_left_right": "pictures of unknown rank are refused",
    "tf.image.stateless_random_flip_up_down": "pictures of unknown rank are refused",
    "tf.linalg.LinearOperatorToeplitz": "operators of unknown rank are refused",
    "tf.linalg.LinearOperatorTridiag": "operators of unknown rank are refused",
    "tf.ragged.stack": "parts of unknown rank are refused",
    "tf.signal.fftshift": "ragged values of unknown rank",
    "tf.signal.ifftshift": "ragged values of unknown rank",
    "tf.sparse.cross": "dense features of unknown rank are refused",
    "tf.sparse.retain": "sparse tensors of unknown rank",
    "tf.while_loop": "a loop variable of unknown rank",
}


def _apart(function, case, written):
    """Whether a choice is among the known differences: those of `_APART`, and ragged tensors whose values have an unknown rank."""
    return function in _APART or "Ragged" in case.id and "*" in written


def _some(cases):
    """Cases of a function with a choice for each, spread over them all; `python -m tests.ops.partial` looks at all that are recorded."""
    steps = range(_TRIED) if len(cases) > _TRIED else range(len(cases) * -(-_TRIED // len(cases)))
    tried = {}
    for i in steps:
        case, recorded = cases[i * len(cases) // len(steps)]
        choices = list(recorded)
        at = (zlib.crc32(case.id.encode()) + i * (len(choices) // 3 + 1)) % len(choices)
        tried[case.id, choices[at]] = case, choices[at], recorded[choices[at]]
    return tried.values()


def _cases():
    grouped = collections.defaultdict(list)
    recorded = partial.read()
    for case in partial.chosen_cases():
        if case.id in recorded:
            grouped[case.op].append((case, recorded[case.id]))
    return grouped


_CASES = _cases()


@in_groups("function", sorted(_CASES))
def test_shapes_are_tensorflows_or_less_exact(function):
    allowed = {"", "less"}
    if function in _MORE:
        allowed.add("more")
    if function in _RUN_HERE:
        allowed |= {"no error", "other error"}
    wrong = []
    for case, written, wanted in _some(_CASES[function]):
        got = partial.outcome(tf, case, partial.shapes_of(written))
        kind = partial.compared(got, wanted)
        if kind not in allowed and not _apart(function, case, written):
            wrong.append(f"{kind}: {case.id} | {written} gives {got}, TensorFlow {wanted}")
    assert not wrong, "\n".join(wrong)


class Largest(TorchDispatchMode):
    """Notes the largest tensor with memory that an operation of torch made."""

    def __init__(self):
        super().__init__()
        self.bytes, self.by = 0, None

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for t in made if isinstance(made, (tuple, list)) else (made,):
            if isinstance(t, torch.Tensor) and not t.is_meta and t.untyped_storage().nbytes() > self.bytes:
                self.bytes, self.by = t.untyped_storage().nbytes(), function
        return made


@in_groups("function", sorted(_CASES))
def test_building_takes_no_memory(function):
    case, _ = _CASES[function][0]
    with Largest() as largest:
        partial.outcome(tf, case, {k: [None] * v.values.ndim for k, v in case.tensors.items()})
    assert largest.bytes <= 2**20, f"{case.id}: {largest.by} took {largest.bytes} bytes"
