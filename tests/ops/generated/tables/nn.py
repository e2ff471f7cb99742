"""tf.nn."""

from tests.ops.generated.draws import (
    FLOATS,
    NUMERIC,
    REAL,
    SINGLES,
    Table,
    axes,
    axis,
    choose,
    flag,
    index,
    like,
    number,
    same,
    shaped,
    x,
)  # fmt: skip

table = Table()

table("tf.nn.relu tf.nn.relu6 tf.nn.leaky_relu", x(REAL), calls=16)
table("tf.nn.elu tf.nn.selu tf.nn.crelu tf.nn.silu tf.nn.gelu", x(FLOATS), calls=12)
table("tf.nn.softmax tf.nn.log_softmax", x(FLOATS, 1), axis=axis, calls=22)
table("tf.nn.l2_loss", x(FLOATS), calls=10)
table("tf.nn.bias_add", x(NUMERIC, 2), shaped(lambda d, s: s[-1:]), data_format=choose("'NHWC'", "'NCHW'", "None", "'N...C'"), calls=22)
table("tf.nn.dropout", x(FLOATS), choose("0", "0.0", "1.0", "-0.1", "1", "t(0.0, 'float32')", "1.5"), calls=16)
table("tf.nn.experimental.stateless_dropout", x(FLOATS), choose("0.5", "0.0", "0.3", "1.0", "t(0.5, 'float32')"), seed_=choose("[1, 2]", "[1]", "t([3, 4], 'int64')"), rng_alg=choose("'auto_select'", "'philox'", "'threefry'", "'x'"), calls=16)
table("tf.nn.moments", x(FLOATS, 1), axes, keepdims=flag, calls=18)
table("tf.nn.weighted_moments", x(FLOATS, 1), axes, like(kind="positive"), keepdims=flag, calls=12)
table("tf.nn.batch_normalization", x(FLOATS, 2), shaped(lambda d, s: s[-1:]), shaped(lambda d, s: s[-1:], kind="positive"), shaped(lambda d, s: s[-1:]), shaped(lambda d, s: s[-1:]), choose("0.001", "0.1"), calls=14)
table("tf.nn.normalize_moments", number, x(FLOATS), same(kind="positive"), choose("None", "0.5"), calls=8)
table("tf.nn.sigmoid_cross_entropy_with_logits", labels_=x(FLOATS, kind="fraction"), logits_=same(), calls=16)
table("tf.nn.weighted_cross_entropy_with_logits", x(FLOATS, kind="fraction"), same(), choose("2.0", "1", "[1.0, 2.0]"), calls=14)
table("tf.nn.softmax_cross_entropy_with_logits", labels_=x(FLOATS, 1, kind="fraction"), logits_=same(), axis=axis, calls=24)
table("tf.nn.sparse_softmax_cross_entropy_with_logits", lambda d: "labels=" + index(axis_size=lambda d: 3, dims=(0, 1))(d), logits_=x(FLOATS, 1, 3), calls=22)
table("tf.nn.log_poisson_loss", x(FLOATS, kind="positive"), same(), compute_full_loss=flag, calls=12)
table("tf.nn.embedding_lookup", x(REAL, 1, 3, forms="ttap"), index(), max_norm=choose("1.0", "2"), calls=22)
table("tf.nn.embedding_lookup_sparse", x(SINGLES, 2, 2, forms="t"), choose("tf.SparseTensor([[0, 0], [1, 0]], [0, 1], [2, 2])", "tf.SparseTensor([[0, 0], [0, 1]], t([0, 0], 'int64'), [2, 2])", "tf.ragged.constant([[0], [1, 0]])", "[0]"), choose("None"), combiner=choose("'sum'", "'mean'", "'sqrtn'", "'max'"), max_norm=choose("1.0"), calls=16)
table("tf.nn.zero_fraction", x(NUMERIC), calls=8)
table("tf.nn.isotonic_regression", x(REAL, 1, 2), decreasing=flag, axis=choose("-1", "0"), calls=10)


def _image(*shapes):
    return x(("float32", "float32", "float64", "float16", "bfloat16", "int32", "int64", "uint8"), 4, 4, shape=lambda d: d.choice(shapes))


_images = _image((1, 4, 4, 1), (2, 3, 5, 2), (1, 2, 2, 1), (0, 3, 3, 1), (1, 3, 3, 2))
_padding = choose("'SAME'", "'VALID'", "'same'", "'FULL'", "[[0, 0], [1, 1], [0, 1], [0, 0]]", wrong=0.03)
_strides = choose("1", "2", "[1, 1]", "[2, 1]", "[1, 2, 2, 1]", "[2, 1, 1, 1]", "0", "[1]", "[1, 1, 1]", wrong=0.03)
_ksize = choose("2", "[2, 2]", "[1, 2]", "3", "[1, 2, 2, 1]", "0", "[5, 5]", "[2]", wrong=0.03)
_format = choose("'NHWC'", "'NCHW'", "'NWC'", wrong=0.02)
table("tf.nn.max_pool2d tf.nn.avg_pool2d", _images, _ksize, _strides, _padding, data_format=_format, calls=44)
table("tf.nn.max_pool_with_argmax", _images, _ksize, _strides, choose("'SAME'", "'VALID'"), output_dtype=choose("tf.int32", "tf.int64"), include_batch_in_index=flag, calls=22)
table("tf.nn.max_pool1d tf.nn.avg_pool1d", x(REAL, 3, 3, shape=lambda d: d.choice(((1, 4, 1), (2, 5, 2), (1, 3, 3)))), choose("2", "[2]", "3", "0"), choose("1", "2", "[1]"), choose("'SAME'", "'VALID'"), calls=18)
table("tf.nn.max_pool3d tf.nn.avg_pool3d", x(FLOATS, 5, 5, shape=lambda d: d.choice(((1, 2, 3, 2, 1), (1, 3, 3, 3, 2)))), choose("2", "[2, 1, 2]"), choose("1", "2"), choose("'SAME'", "'VALID'"), calls=12)
table("tf.nn.max_pool tf.nn.avg_pool", x(REAL, 3, 5, shape=lambda d: d.choice(((1, 4, 1), (1, 3, 3, 2), (1, 2, 2, 2, 1), (2, 2)))), choose("2", "[2]", "[1, 2, 2, 1]"), choose("1", "2"), choose("'SAME'", "'VALID'"), data_format=choose("'NWC'", "'NHWC'", "'NCHW'"), calls=16)
table("tf.nn.pool", x(FLOATS, 3, 4, shape=lambda d: d.choice(((1, 4, 1), (1, 3, 3, 2)))), choose("[2]", "[2, 2]", "2"), choose("'MAX'", "'AVG'", "'max'"), strides=choose("[1]", "[2, 2]", "1"), padding=choose("'SAME'", "'VALID'"), dilations=choose("[1]", "[2, 2]", "2"), calls=18)
table("tf.nn.fractional_max_pool tf.nn.fractional_avg_pool", x(SINGLES + ("int32", "int64"), 4, 4, shape=lambda d: (1, 6, 6, 1)), choose("[1.0, 1.5, 1.5, 1.0]", "1.5", "[1.0, 0.5, 1.0, 1.0]", "2.0"), seed_=choose("1", "5"), pseudo_random=flag, overlapping=flag, calls=8)

_filters = shaped(lambda d, s: (2, d.choice((1, 2, 3)), s[-1] if s else 1, 2))
table("tf.nn.conv2d", _images, _filters, _strides, _padding, data_format=_format, dilations=choose("1", "2", "[1, 2]", "[1, 2, 2, 1]", "0"), calls=50)
table("tf.nn.conv1d", x(REAL, 3, 3, shape=lambda d: d.choice(((1, 4, 1), (2, 5, 2), (3, 2)))), shaped(lambda d, s: (2, s[-1] if s else 1, 2)), choose("1", "2", "[1]", "0"), choose("'SAME'", "'VALID'", "'CAUSAL'"), data_format=choose("'NWC'", "'NCW'"), dilations=choose("1", "2"), calls=26)
table("tf.nn.conv3d", x(FLOATS, 5, 5, shape=lambda d: d.choice(((1, 2, 3, 2, 1), (1, 3, 3, 3, 2)))), shaped(lambda d, s: (2, 1, 2, s[-1] if s else 1, 2)), choose("[1, 1, 1, 1, 1]", "[1, 2, 1, 1, 1]", "1"), choose("'SAME'", "'VALID'"), calls=16)
table("tf.nn.convolution", x(FLOATS, 3, 4, shape=lambda d: d.choice(((1, 4, 4, 1), (1, 3, 3, 2)))), shaped(lambda d, s: (2, 2, s[-1] if s else 1, 2)), strides=choose("1", "[2, 1]", "2"), padding=choose("'SAME'", "'VALID'", "'same'"), dilations=choose("1", "[2, 1]"), data_format=choose("'NHWC'", "'NCHW'"), calls=20)
table("tf.nn.depthwise_conv2d", _images, _filters, choose("[1, 1, 1, 1]", "[1, 2, 2, 1]", "1", "[1, 2, 1, 1]"), _padding, dilations=choose("[1, 1]", "[2, 2]", "2"), calls=26)
table("tf.nn.separable_conv2d", _images, _filters, shaped(lambda d, s: (1, 1, 2 * (s[-1] if s else 1), 3)), choose("[1, 1, 1, 1]", "[1, 2, 2, 1]"), choose("'SAME'", "'VALID'"), calls=16)
table("tf.nn.atrous_conv2d", _images, _filters, choose("1", "2", "0"), choose("'SAME'", "'VALID'"), calls=14)
table("tf.nn.conv2d_transpose", _image((1, 2, 2, 2), (2, 3, 2, 1), (1, 2, 2, 1)), shaped(lambda d, s: (2, 2, 1, s[-1] if s else 1)), choose("[1, 4, 4, 1]", "[2, 6, 4, 1]", "[1, 2, 2, 1]", "[1, 3, 3, 1]", "[1, 4, 4, 2]", "t([1, 4, 4, 1], 'int64')"), choose("2", "1", "[2, 2]", "[1, 2, 2, 1]"), padding=choose("'SAME'", "'VALID'", "'same'"), calls=34)
table("tf.nn.conv1d_transpose", x(REAL, 3, 3, shape=lambda d: (1, 2, 2)), shaped(lambda d, s: (2, 1, 2)), choose("[1, 4, 1]", "[1, 2, 1]", "[1, 5, 1]", "4"), choose("2", "1"), padding=choose("'SAME'", "'VALID'"), calls=16)
table("tf.nn.dilation2d", _images, shaped(lambda d, s: (2, 2, s[-1] if s else 1)), choose("[1, 1, 1, 1]", "[1, 2, 2, 1]"), choose("'SAME'", "'VALID'"), choose("'NHWC'"), choose("[1, 1, 1, 1]", "[1, 2, 1, 1]"), calls=14)
table("tf.nn.erosion2d", _images, shaped(lambda d, s: (2, 2, s[-1] if s else 1)), choose("[1, 1, 1, 1]", "[1, 2, 2, 1]"), choose("'SAME'", "'VALID'"), choose("'NHWC'"), choose("[1, 1, 1, 1]", "[1, 2, 1, 1]"), calls=10)
table("tf.nn.local_response_normalization", _images, depth_radius=choose("1", "5", "0"), bias=choose("1", "2.0"), alpha=choose("1", "0.1"), beta=choose("0.5", "0.75"), calls=14)
table("tf.nn.with_space_to_batch", _images, choose("[2, 2]"), choose("'VALID'"), choose("lambda i, n, p: i"), calls=4)
table("tf.nn.scale_regularization_loss tf.nn.compute_average_loss", x(FLOATS, 0, 2), calls=8)
table("tf.nn.ctc_loss", choose("[[1, 2]]", "[[0, 1]]", "t([[1, 1]], 'int64')"), x(FLOATS, 3, 3, shape=lambda d: d.choice(((4, 1, 3), (2, 1, 3), (1, 4, 3)))), choose("[2]", "[1]", "[0]"), choose("[4]", "[2]", "[5]"), logits_time_major=flag, blank_index=choose("0", "-1"), calls=16)
table("tf.nn.ctc_greedy_decoder tf.nn.ctc_beam_search_decoder", x(SINGLES, 3, 3, shape=lambda d: d.choice(((4, 1, 3), (2, 2, 3), (3, 1, 2)))), choose("[4]", "[2]", "[2, 1]", "[9]"), calls=10)
table("tf.nn.collapse_repeated", x(("int32", "int64"), 2, 2), choose("[2, 1]", "[1]", "[3, 3]"), calls=8)
