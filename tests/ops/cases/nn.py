"""tf.nn: activations, losses, normalization, moments, sampled losses, CTC."""

from tests.ops.case import Family
from tests.ops.inputs import T, bf16, c64, f16, f32, f64, i32

cases = Family()

_INF, _NAN = float("inf"), float("nan")

# Activations.
for _name in (
    "relu",
    "relu6",
    "elu",
    "selu",
    "gelu",
    "leaky_relu",
    "silu",
    "swish",
    "softplus",
    "softsign",
    "sigmoid",
    "tanh",
    "crelu",
):
    _f = f"tf.nn.{_name}"
    cases(f"{_f}(x)", x=f32(2, 3, lo=-4, hi=8))
    cases(f"{_f}(x)", x=f64(4, lo=-4, hi=4))
    cases(f"{_f}(x)", x=T([0.0, -0.0, _INF, -_INF, _NAN, 20.0, -20.0], "float32"), grad=False)
    cases(f"{_f}(x)", x=T([0.0, 6.0, -1.0], "float32"))
    cases(f"{_f}(x)", x=f16(3))
    cases(f"{_f}(x)", x=bf16(3))
    cases(f"{_f}(x)", x=f32(0, 2))
    cases(f"{_f}([1.0, -1.0])")
    if _name in ("relu", "relu6", "leaky_relu"):
        cases(f"{_f}(x)", x=i32(4))
    elif _name not in ("crelu",):
        cases.bad(f"{_f}(x)", x=i32(4))
    if _name not in ("sigmoid", "tanh", "silu", "swish"):
        cases.bad(f"{_f}(x)", x=c64(2))
cases("tf.nn.gelu(x, approximate=True)", x=f32(4))
cases("tf.nn.gelu(x, True)", x=f64(4))
cases("tf.nn.leaky_relu(x, alpha=0.3)", x=f32(4))
cases("tf.nn.leaky_relu(x, 0.0)", x=f64(4))
cases("tf.nn.silu(x, beta=2.0)", x=f32(4))
cases("tf.nn.crelu(x, axis=0)", x=f32(2, 2))
for _name in ("softmax", "log_softmax"):
    _f = f"tf.nn.{_name}"
    cases(f"{_f}(x)", x=f32(2, 3))
    cases(f"{_f}(x, axis=0)", x=f32(2, 3))
    cases(f"{_f}(x, axis=1)", x=f64(2, 3, 2))
    cases(f"{_f}(x)", x=f32(3))
    cases(f"{_f}(x)", x=T([1000.0, 1001.0, -1000.0], "float32"))
    cases(f"{_f}(x)", x=T([[_INF, 1.0], [-_INF, 1.0], [_NAN, 1.0]], "float32"), grad=False)
    cases(f"{_f}(x)", x=f32(0, 3))
    cases(f"{_f}(x)", x=f32(2, 0))
    cases(f"{_f}(x)", x=f16(2, 3))
    cases(f"{_f}(x)", x=bf16(2, 3))
    cases.bad(f"{_f}(x)", x=i32(3))
    cases.bad(f"{_f}(x, axis=2)", x=f32(2, 3))
    cases.bad(f"{_f}(x)", x=f32())

# Losses.
cases("tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=x)", x=f32(2, 3), y=f32(2, 3, lo=0, hi=1))
cases("tf.nn.softmax_cross_entropy_with_logits(y, x, axis=0)", x=f32(2, 3), y=f32(2, 3, lo=0, hi=1))
cases("tf.nn.softmax_cross_entropy_with_logits(y, x)", x=f64(2, 2, 3), y=f64(2, 2, 3, lo=0, hi=1))
cases("tf.nn.softmax_cross_entropy_with_logits(y, x)", x=f32(0, 3), y=f32(0, 3))
cases("tf.nn.softmax_cross_entropy_with_logits(y, x)", x=f16(2, 3), y=f16(2, 3, lo=0, hi=1))
cases("tf.nn.softmax_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=T([[1.0, 0.0, 0.0]], "float32"))
cases.bad("tf.nn.softmax_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=f32(2, 4))
cases.bad("tf.nn.softmax_cross_entropy_with_logits(y, x)", x=f32(), y=f32(), words=0)
cases("tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=x)", x=f32(2, 3), y=T([0, 2], "int32"))
cases("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f64(2, 2, 3), y=T([[0, 2], [1, 1]], "int64"))
cases("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f32(3), y=T(1, "int32"))
cases("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f32(0, 3), y=T([], "int32"))
cases("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f16(2, 3), y=T([0, 2], "int32"))
cases.bad("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=T([0, 3], "int32"))
cases.bad("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=T([0, -1], "int32"))
cases.bad("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=T([[0], [1]], "int32"))
cases.bad("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=T([0], "int32"))
cases.bad("tf.nn.sparse_softmax_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=f32(2))
cases("tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=x)", x=f32(2, 3), y=f32(2, 3, lo=0, hi=1))
cases(
    "tf.nn.sigmoid_cross_entropy_with_logits(y, x)",
    x=T([100.0, -100.0, 0.0], "float64"),
    y=T([0.0, 1.0, 1.0], "float64"),
)
cases.bad("tf.nn.sigmoid_cross_entropy_with_logits(y, x)", x=f32(2, 3), y=f32(3))
cases.bad("tf.nn.sigmoid_cross_entropy_with_logits(y, x)", x=f32(2), y=f64(2))
cases("tf.nn.weighted_cross_entropy_with_logits(y, x, pos_weight=1.5)", x=f32(2, 3), y=f32(2, 3, lo=0, hi=1))
cases(
    "tf.nn.weighted_cross_entropy_with_logits(labels=y, logits=x, pos_weight=w)",
    x=f64(3),
    y=f64(3, lo=0, hi=1),
    w=f64(3),
)
cases.bad("tf.nn.weighted_cross_entropy_with_logits(y, x, 2.0)", x=f32(2), y=f32(3))
cases("tf.nn.log_poisson_loss(y, x)", x=f32(3), y=f32(3, lo=0.5, hi=3))
cases(
    "tf.nn.log_poisson_loss(targets=y, log_input=x, compute_full_loss=True)",
    x=f64(4),
    y=T([0.0, 0.5, 1.0, 4.0], "float64"),
)
cases.bad("tf.nn.log_poisson_loss(y, x)", x=f32(3), y=f32(2))
cases("tf.nn.l2_loss(x)", x=f32(2, 3))
cases("tf.nn.l2_loss(x)", x=f64(0))
cases("tf.nn.l2_loss(x)", x=f16(3))
cases.bad("tf.nn.l2_loss(x)", x=i32(3))
cases("tf.nn.l2_normalize(x, axis=1)", x=f32(2, 3))
cases("tf.nn.zero_fraction(x)", x=T([0.0, 2.0], "float32"))
cases("tf.nn.compute_average_loss(x)", x=f32(4))
cases("tf.nn.compute_average_loss(x, sample_weight=w, global_batch_size=8)", x=f32(4), w=f32(4, lo=0, hi=1))
cases("tf.nn.scale_regularization_loss(x)", x=f32(3))
cases.bad("tf.nn.compute_average_loss(x)", x=f32(), words=0.4)

# Bias and normalization.
cases("tf.nn.bias_add(x, b)", x=f32(2, 3), b=f32(3))
cases("tf.nn.bias_add(x, b)", x=f32(1, 2, 2, 3), b=f32(3))
cases("tf.nn.bias_add(x, b, data_format='NHWC')", x=f64(1, 2, 2, 3), b=f64(3))
cases("tf.nn.bias_add(x, b, data_format='N..C')", x=f64(2, 3), b=f64(3))
cases("tf.nn.bias_add(x, b, data_format='NCHW')", x=f32(1, 3, 2, 2), b=f32(3))
cases("tf.nn.bias_add(x, b)", x=i32(2, 3), b=i32(3))
cases.bad("tf.nn.bias_add(x, b)", x=f32(2, 3), b=f32(2))
cases.bad("tf.nn.bias_add(x, b)", x=f32(3), b=f32(3))
cases.bad("tf.nn.bias_add(x, b)", x=f32(2, 3), b=f32(1, 3))
cases.bad("tf.nn.bias_add(x, b, data_format='HWNC')", x=f32(2, 3), b=f32(3))
cases(
    "tf.nn.batch_normalization(x, m, v, o, s, 1e-3)", x=f32(4, 2), m=f32(2), v=f32(2, lo=0.5, hi=2), o=f32(2), s=f32(2)
)
cases("tf.nn.batch_normalization(x, m, v, None, None, 1e-3)", x=f64(4, 2), m=f64(2), v=f64(2, lo=0.5, hi=2))
cases(
    "tf.nn.batch_normalization(x, m, v, offset=o, scale=None, variance_epsilon=0.1)",
    x=f32(4, 2),
    m=f32(2),
    v=f32(2, lo=0.5, hi=2),
    o=f32(2),
)
cases("tf.nn.batch_norm_with_global_normalization(x, m, v, o, s, 0.01, True)",
      x=f32(1, 2, 2, 2), m=f32(2), v=f32(2, lo=0.5, hi=2), o=f32(2), s=f32(2))  # fmt: skip
for _training in (True, False):
    cases(f"tf.compat.v1.nn.fused_batch_norm(x, s, o, mean=m, variance=v, epsilon=0.01, is_training={_training})[:3]",
          x=f32(2, 2, 2, 2), s=f32(2), o=f32(2), m=f32(2), v=f32(2, lo=0.5, hi=2), tol=5)  # fmt: skip
cases("tf.nn.local_response_normalization(x)", x=f32(1, 2, 2, 4))
cases("tf.nn.lrn(x, depth_radius=1, bias=2.0, alpha=0.5, beta=0.75)", x=f32(1, 2, 1, 4))
cases.bad("tf.nn.lrn(x)", x=f32(2, 3))
cases("tf.nn.moments(x, axes=[0])", x=f32(4, 2))
cases("tf.nn.moments(x, [0, 1], keepdims=True)", x=f64(2, 3, 2))
cases("tf.nn.moments(x, axes=[0, 1])", x=f16(2, 3))
cases("tf.nn.moments(x, axes=[])", x=f32(2, 3))
cases("tf.nn.weighted_moments(x, [0], w)", x=f32(4, 2), w=f32(4, 1, lo=0.5, hi=2))
cases(
    "tf.nn.weighted_moments(x, axes=[0, 1], frequency_weights=w, keepdims=True)", x=f64(2, 2), w=f64(2, 2, lo=0.5, hi=2)
)
cases("tf.nn.sufficient_statistics(x, [0])", x=f32(4, 2))
cases("tf.nn.sufficient_statistics(x, axes=[0, 1], shift=0.5, keepdims=True)", x=f32(4, 2))
cases("tf.nn.normalize_moments(n, m, v, None)", n=T(4.0, "float32"), m=f32(2), v=f32(2, lo=5, hi=9))
cases(
    "tf.nn.normalize_moments(counts=n, mean_ss=m, variance_ss=v, shift=s)",
    n=T(4.0, "float32"),
    m=f32(2),
    v=f32(2, lo=5, hi=9),
    s=f32(),
)
cases("tf.nn.isotonic_regression(x)", x=T([[3.0, 1.0, 2.0, 0.5]], "float32"))
cases("tf.nn.isotonic_regression(x, decreasing=False)", x=f64(5))
cases("tf.nn.isotonic_regression(x, axis=0)", x=f32(4, 2))

# Dropout, where its result is not random.
cases("tf.nn.dropout(x, rate=0.0)", x=f32(2, 3))
cases("tf.nn.dropout(x, rate=0)", x=f64(3))
cases.bad("tf.nn.dropout(x, rate=1.0)", x=f32(2))
cases.bad("tf.nn.dropout(x, rate=-0.1)", x=f32(2))
cases.bad("tf.nn.dropout(x, rate=0.5)", x=i32(2))
cases("tf.nn.experimental.stateless_dropout(x, rate=0.4, seed=[1, 2])", x=f32(2, 5))
cases("tf.nn.experimental.stateless_dropout(x, rate=0.5, seed=[1, 2], noise_shape=[2, 1])", x=f32(2, 3))
cases(
    "tf.nn.experimental.general_dropout(x, rate=0.5, uniform_sampler=lambda shape, dtype: tf.fill(shape, tf.cast(0.7, dtype)))",
    x=f32(3),
)

# Sampled losses, with given samples.
_SAMPLED = "(s, p, q)"
for _loss, _extra in (("nce_loss", ""), ("sampled_softmax_loss", ""), ("nce_loss", ", remove_accidental_hits=True"),
                      ("sampled_softmax_loss", ", remove_accidental_hits=False")):  # fmt: skip
    cases(f"tf.nn.{_loss}(w, b, y, x, 3, 5, sampled_values={_SAMPLED}{_extra})", w=f32(5, 4), b=f32(5), y=T([[1], [3]], "int64"),
          x=f32(2, 4), s=T([0, 3, 4], "int64"), p=f32(2, 1, lo=0.1, hi=1), q=f32(3, lo=0.1, hi=1))  # fmt: skip
cases(f"tf.nn.nce_loss(w, b, y, x, num_sampled=2, num_classes=5, num_true=2, sampled_values={_SAMPLED})", w=f64(5, 4), b=f64(5),
      y=T([[1, 2], [3, 0]], "int64"), x=f64(2, 4), s=T([0, 3], "int64"), p=f64(2, 2, lo=0.1, hi=1), q=f64(2, lo=0.1, hi=1))  # fmt: skip
cases("tf.nn.compute_accidental_hits(y, s, num_true=1)", y=T([[1], [3]], "int64"), s=T([3, 1, 0], "int64"))
cases("tf.random.all_candidate_sampler(y, 1, 4, True)", y=T([[1], [3]], "int64"), op="tf.random.all_candidate_sampler")
cases.bad("tf.random.log_uniform_candidate_sampler(y, 1, 9, True, 5)", y=T([[1]], "int64"))

# CTC.
for _options in ("", ", logits_time_major=False", ", blank_index=0", ", blank_index=-1"):
    _shape = (2, 4, 4) if "False" in _options else (4, 2, 4)
    _y = T([[1, 2], [2, 2]], "int32")
    cases(
        f"tf.nn.ctc_loss(y, x, l, t{_options})", x=f32(*_shape), y=_y, l=T([2, 1], "int32"), t=T([4, 3], "int32"), tol=5
    )
cases("tf.nn.ctc_loss(y, x, l, t, blank_index=0, unique=tf.nn.ctc_unique_labels(y))", op="tf.nn.ctc_loss", x=f32(4, 2, 4),
      y=T([[1, 2], [2, 0]], "int32"), l=T([2, 1], "int32"), t=T([4, 3], "int32"), tol=5)  # fmt: skip
cases(
    "tf.nn.ctc_loss(tf.sparse.from_dense([[1, 2], [2, 1]]), x, None, [4, 4], blank_index=3)",
    op="tf.nn.ctc_loss",
    x=f32(4, 2, 4),
    tol=5,
)
cases("tf.nn.ctc_unique_labels(y)", y=T([[1, 2, 1, 0], [3, 3, 0, 0]], "int32"))
cases("tf.nn.collapse_repeated(y, l)", y=T([[1, 1, 2, 2], [3, 0, 0, 1]], "int32"), l=T([4, 3], "int32"))
cases("tf.nn.ctc_greedy_decoder(x, t)", x=f32(4, 2, 4), t=T([4, 3], "int32"), grad=False)
cases(
    "tf.nn.ctc_greedy_decoder(x, t, merge_repeated=False, blank_index=0)",
    x=f32(4, 2, 4),
    t=T([4, 3], "int32"),
    grad=False,
)
cases("tf.nn.ctc_beam_search_decoder(x, t)", x=f32(4, 2, 4), t=T([4, 3], "int32"), grad=False)
cases(
    "tf.nn.ctc_beam_search_decoder(x, t, beam_width=5, top_paths=2)", x=f32(4, 2, 3), t=T([4, 3], "int32"), grad=False
)
cases.bad("tf.nn.ctc_greedy_decoder(x, t)", x=f32(4, 2, 4), t=T([5, 3], "int32"))
