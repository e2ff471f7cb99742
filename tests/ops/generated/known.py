"""What is known to differ from TensorFlow in generated calls: (part of the text of the call, reason).

An entry has to go when none of the calls it names differs any more. At most one call in a hundred may be listed here.
"""

import numpy as np

NUMPY_2 = int(np.__version__.split(".")[0]) >= 2

_BYTES = "TensorFlow's binding fails to decode its own message, which holds bytes that are no UTF-8: UnicodeDecodeError; ours shows them"
_ORDER = "the places of a sparse tensor are not in order, which TensorFlow's operation asks for and does not check"
_PAIR = "the phase of eigenvectors of conjugate eigenvalues, which nothing defines, follows from the last digits of its QR steps"
_INFINITE = "TensorFlow bisects, and gives the ends of its interval where the matrix overflows or is no number"
_UNSORTED = "the order of what has none (NaN, or not sorted) is that of its partial sort"
_NUMPY = "NumPy alone evaluates it: before its version 2 a Python number counted as a float64 or int64 beside an array without dimensions"
_NUMPY_RELU = "NumPy before 2 makes float64 of the array, which fails"
_FLUSHED = "TensorFlow's threads take numbers below the least normal one for zero: a quotient that is one has no floor of -1"
_AXES = "TensorFlow broadcasts at most five axes; more are no harm"
_COMPLEX = "what infinity times a complex number is depends on the order of the products"
_CHANNELS_FIRST = "ours computes channels first on the CPU as well, where TensorFlow has no kernel"
_NAN = "which of the values wins beside NaN depends on the order in which TensorFlow's kernel compares; ours passes NaN on"


# These differ on some processors only.
BY_PROCESSOR = ("tf.nn.gelu(a([[-2.25, 3.4028234663852886e+38, nan",)

KNOWN = (
    (BY_PROCESSOR[0], "torch's fused gelu gives NaN at infinity where the processor has AVX-512"),
    ("tf.linalg.eig(a([[-0.75, -2.25, 0.0]", _PAIR),
    ("tf.linalg.eigh_tridiagonal(t([2.25, 1.25, 2.5], 'float64'), t([-1.79", _INFINITE),
    ("tf.linalg.eigh_tridiagonal(t([-1.75, 0.75, -inf]", _INFINITE),
    ("tf.linalg.eigh_tridiagonal(t([-inf, -1.5, nan]", _INFINITE),
    ("tf.sort([[-0.0, -inf, -inf], [inf", _UNSORTED),
    ("tf.sort(a([[[-3.4028234663852886e+38, -inf], [-2.25, -1.25], [-1.5", _UNSORTED),
    ("tf.argsort(t([[nan, -3.4028234663852886e+38, -0.75]]", _UNSORTED),
    ("tf.math.top_k(a([[[0, -1, -1, 1], [6, -2, 5, -1]]", _UNSORTED),
    ("operator.sub(1.5, a(-2.5, 'float32'))", _NUMPY),
    ("operator.mul(255, a(0, 'uint8'))", _NUMPY),
    ("operator.truediv(a(-0.25, 'float32'), 0.5)", _NUMPY),
    ("operator.mod(a(-4, 'int8'), 6)", _NUMPY),
    ("tf.experimental.numpy.floor_divide(t([[[[1.25, -1.75], [-1.0, 0.5]", _FLUSHED),
    ("tf.experimental.numpy.kron(t([[[0, 9223372036854775807]", _AXES),
    ("tf.experimental.numpy.kron(t([[[3, -2], [-3, 2]]", _AXES),
    ("tf.einsum('ij,jk->ik', t([[(-0.75-2.75j), complex(inf, 0.0)]", _COMPLEX),
    ("tf.strings.substr(t([[b'-2.5', b' x '], [b'nan', b'\\xff']", _BYTES),
    ("tf.strings.to_number(a(b'\\xff', 'string'), out_type=tf.int64)", _BYTES),
    ("tf.strings.to_number(t([b'\\xff', b'nan', b''], 'string'))", _BYTES),
    ("tf.strings.to_number(t([b'\\xff', b' x ', b'nan', b'abc'], 'string'))", _BYTES),
    ("tf.sparse.cross_hashed([tf.SparseTensor([[0, 1], [1, 0]], t([b'1', b'abc'], 'string'), [2, 3]), tf.SparseTensor([[1, 2]", _ORDER),
    ("tf.sparse.cross_hashed([tf.SparseTensor([[1, 2], [0, 1]]", _ORDER),
    ("tf.debugging.assert_near(t(1.75, 'bfloat16')", "TensorFlow asks NumPy for the precision of bfloat16, which does not know it"),
    ("tf.ragged.constant([[], [1.5]], dtype=tf.int64, ragged_rank=0)", "TensorFlow drops the value that does not fit the shape"),
    ("tf.image.extract_glimpse([[[[-0.5], [-0.25], [0.0], [2.5]]", "the noise outside of the picture is random"),
    ("tf.nn.space_to_depth(t([[[[1.0, -0.5, -0.25, -2.75]", "TensorFlow serves NCHW on GPUs alone; the CPU serves it here"),
    ("tf.strings.format('a {} b', a([[]], 'complex64', [1, 0]))", "TensorFlow takes the rows of an array for a list of tensors"),
    ("tf.nn.space_to_depth(t([[[[1.0, -0.5, -0.25, -2.75], [1.75, 0.75,", _CHANNELS_FIRST),
    ("tf.nn.max_pool2d([[[[0.0], [2.75]], [[-1.75], [-3.0]]]], 2, [1], 'SAME', data_format='NCHW')", _CHANNELS_FIRST),
    ("tf.nn.avg_pool2d(a([], 'float32', [0, 3, 3, 1]), 2, [1, 1], 'SAME', data_format='NCHW')", _CHANNELS_FIRST),
    ("tf.nn.max_pool(t([[[[0.5, -0.25], [-0.75, 3.0], [2.75, 3.0]], [[-0.75,", _CHANNELS_FIRST),
    ("tf.nn.max_pool2d(a([[[[1.5, -0.0], [1.1754943508222875e-38, 3.0], [-0.0, -3.0],", _NAN),
    ("tf.nn.max_pool_with_argmax(a([[[[1.75, 1.75], [6.103515625e-05, nan],", _NAN),
    ("tf.nn.max_pool3d(a([[[[[-1.5, 1.5], [0.25, nan], [-inf, 2.5]],", _NAN),
    ("tf.nn.max_pool3d(a([[[[[1.25, 2.75], [-0.0, -1.75], [0.25, -1.5]], [[2.75, nan]", _NAN),
    ("tf.nn.max_pool3d(a([[[[[-1.75], [nan]], [[-0.75], [-0.0]], [[-1.75], [0.25]]]", _NAN),
    ("tf.nn.avg_pool3d(t([[[[[2.0, 2.0], [1.0, 2.5], [1.1754943508222875e-38,", "the sum of a window exceeds float32 or not by its order"),
    ("tf.keras.activations.relu(a(-1.5, 'float32'), alpha=100, threshold=0.5)", _NUMPY_RELU),
    ("tf.reverse(t(1, 'int8'), 0)", "TensorFlow does not look at the axes of a scalar at all"),
    (
        "tf.gather(t([[-1.25, 1.5], [1.75, -0.75], [-2.75, 2.75]], 'float32'), [1",
        "TensorFlow does not look at `batch_dims` where `axis` is 0",
    ),
    ("tf.image.extract_patches([[[[False], [False], [True], [False]], [[False]", "two things are wrong, and the other one is told"),
    ("tf.keras.activations.gelu(a(-2.5, 'bfloat16'))", "torch computes it in float32 and rounds once"),
    (
        "tf.keras.metrics.top_k_categorical_accuracy(t([[[0.25, 0.25, 0.5]]], 'fl",
        "the value that is no number is told of by another of the operations",
    ),
    ("tf.keras.backend.repeat(t([[0, 0]], 'uint16'), 2)", "TensorFlow's kernel for uint16 serves other ranks only"),
    ("tf.linalg.lu_matrix_inverse(a([[-0.0, inf], [2.75, 3.4028234663852886e+3", "a solve with infinity, by another order of operations"),
    ("tf.saturate_cast(t([6, 1, 6], 'uint32'), tf.int8)", "TensorFlow has no kernel that clips uint32"),
    ("tf.bitcast(None, int)", "two things are wrong, and the other one is told"),
    ("tf.math.cumulative_logsumexp(t([[[1.75, -1.25, 3.4028234663852886e+38], ", "a sum that overflows, in another order"),
    ("tf.math.in_top_k(t([1], 'int32'), t([[1.25, 1.25]], 'float32'), t(3, 'in", "TensorFlow wants `k` of the type of the targets"),
    ("tf.math.confusion_matrix([5, 2, 6], [4, 5, -2147483648], weights=-1.25)", "a scalar weight, told by another check"),
    ("tf.nn.batch_normalization([[[2.5, 2.0], [0.0, 2.75], [3.0, -2.0]], [[0.5", "two things are wrong, and the other one is told"),
    ("tf.nn.softmax_cross_entropy_with_logits(labels=t([], 'float32', [0, 3]),", "TensorFlow's own assertion fails"),
    ("tf.nn.max_pool(a([[[2.0], [-0.5], [2.0], [-2.25]]], 'float32'), 2, 2, 'S", "a data format that is none, told by another check"),
    ("tf.nn.avg_pool(a([[[[-2.5, -1.5], [0.5, 0.5], [2.25, 0.25]], [[1.75, -2.", _CHANNELS_FIRST),
    (
        "tf.nn.convolution(a([[[[-3.0], [0.5], [-2.0], [1.0]], [[1.5], [-0.75], [",
        "channels first, which TensorFlow's CPU takes for another layout here",
    ),
    (
        "tf.nn.depthwise_conv2d(t([[[[-2.25], [-1.5]], [[2.5], [-2.5]]]], 'float32'), a([[[[-1.25,",
        "TensorFlow with oneDNN, which recordings do without, takes strides that differ",
    ),
    ("tf.nn.ctc_loss([[0, 1]], a([[[2.75, 2.25, 1.75]], [[-2.75, 3.0, -1.0]]],", "TensorFlow has float32 only on this path"),
    ("tf.sparse.reduce_max(tf.SparseTensor([[0, 1], [1, 0]], t([2.0, 1.5], 'bf", "TensorFlow wants int32 axes, int64 serves here as well"),
    (
        "tf.strings.to_hash_bucket_strong(t([[[[b' x ', b'-2.5', b'abc', b' x '],",
        "TensorFlow's error depends on whether the strings are a tensor already",
    ),
)


def reason(text):
    """Why this call is known to differ, or None."""
    return next((why for part, why in KNOWN if part in text), None)


def always(text):
    """Whether a difference that is known of this call shows on every processor and with every NumPy."""
    return not any(part in text for part in BY_PROCESSOR) and (NUMPY_2 or reason(text) not in (_NUMPY, _NUMPY_RELU))
