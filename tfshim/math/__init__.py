"""`tf.math`: arithmetic, elementwise functions, reductions, segments and special functions."""

from tfshim._listing import lazily, names

_MODULES = {
    "tfshim.nn.activations": "log_sigmoid log_softmax softmax softplus softsign",
    "arithmetic": "accumulate_n add add_n multiply negative pow reciprocal scalar_mul square squared_difference subtract",
    "clipping": "clip_by_global_norm clip_by_norm clip_by_value",
    "comparison": "equal greater greater_equal less less_equal maximum minimum nextafter not_equal",
    "complex_parts": "angle conj imag real",
    "counting": "bincount confusion_matrix histogram_fixed_width histogram_fixed_width_bins",
    "cumulative": "cumprod cumsum cumulative_logsumexp",
    "division": "divide divide_no_nan floordiv floormod mod multiply_no_nan realdiv reciprocal_no_nan truediv truncatediv truncatemod",
    "elementwise": "abs ceil exp expm1 floor is_finite is_inf is_nan log log1p rint round rsqrt sigmoid sign sqrt",
    "error_functions": "erf erfc erfcinv erfinv ndtri",
    "gamma": "betainc digamma igamma igammac lbeta lgamma polygamma zeta",
    "guarded": "xdivy xlog1py xlogy",
    "logical": "logical_and logical_not logical_or logical_xor",
    "ranking": "approx_max_k approx_min_k argmax argmin in_top_k top_k",
    "reductions": """count_nonzero l2_normalize reduce_all reduce_any reduce_euclidean_norm reduce_logsumexp reduce_max reduce_mean
        reduce_min reduce_prod reduce_std reduce_sum reduce_variance zero_fraction""",
    "segments": """segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max unsorted_segment_mean
        unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum""",
    "sequences": "invert_permutation is_non_decreasing is_strictly_increasing polyval sobol_sample",
    "special": "bessel_i0 bessel_i0e bessel_i1 bessel_i1e",
    "trigonometric": "acos acosh asin asinh atan atan2 atanh cos cosh sin sinh tan tanh",
}
# Names of the `tf` namespace itself that belong with these.
_TOP_LEVEL = frozenset(
    """clip_by_global_norm clip_by_norm clip_by_value histogram_fixed_width histogram_fixed_width_bins realdiv
    truncatediv truncatemod""".split()
)
__all__ = sorted({*names(_MODULES), "special"} - _TOP_LEVEL)
__getattr__, __dir__ = lazily(globals(), _MODULES, ("special",))
