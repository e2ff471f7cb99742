"""Which public functions act element by element: what ragged tensors and the types of users are dispatched by."""

import functools
import sys

# Names below `tf`; what stands at the top level is looked up in the namespaces that define it.
UNARY = """bitwise.invert array_ops.cast math.clip_by_value debugging.check_numerics array_ops.saturate_cast
    image.adjust_brightness image.adjust_gamma image.convert_image_dtype image.random_brightness
    image.stateless_random_brightness io.decode_base64 io.decode_compressed io.encode_base64 math.abs math.acos math.acosh
    math.angle math.asin math.asinh math.atan math.atanh math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e
    math.ceil math.conj math.cos math.cosh math.digamma math.erf math.erfc math.erfcinv math.erfinv math.exp math.expm1
    math.floor math.imag math.is_finite math.is_inf math.is_nan math.lgamma math.log math.log1p math.log_sigmoid
    math.logical_not math.ndtri math.negative math.nextafter math.real math.reciprocal math.reciprocal_no_nan math.rint
    math.round math.rsqrt math.sigmoid math.sign math.sin math.sinh math.softplus math.special.bessel_j0
    math.special.bessel_j1 math.special.bessel_k0 math.special.bessel_k0e math.special.bessel_k1 math.special.bessel_k1e
    math.special.bessel_y0 math.special.bessel_y1 math.special.dawsn math.special.expint math.special.fresnel_cos
    math.special.fresnel_sin math.special.spence math.sqrt math.square math.tan math.tanh nn.elu nn.gelu nn.leaky_relu
    nn.log_softmax nn.relu nn.relu6 nn.selu nn.silu nn.softsign array_ops.ones_like strings.as_string strings.length
    strings.lower strings.regex_full_match strings.regex_replace strings.strip strings.substr strings.to_hash_bucket
    strings.to_hash_bucket_fast strings.to_hash_bucket_strong strings.to_number strings.unicode_script
    strings.unicode_transcode strings.upper array_ops.zeros_like""".split()
BINARY = """bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift
    array_ops.complex math.add math.atan2 math.divide math.divide_no_nan math.equal math.floordiv math.floormod
    math.greater math.greater_equal math.less math.less_equal math.logical_and math.logical_or math.logical_xor
    math.maximum math.minimum math.multiply math.multiply_no_nan math.not_equal math.pow math.scalar_mul
    math.squared_difference math.subtract math.truediv math.xdivy math.xlog1py math.xlogy math.zeta
    nn.sigmoid_cross_entropy_with_logits math.realdiv math.truncatediv math.truncatemod""".split()
ASSERTS = """debugging.assert_equal debugging.assert_greater debugging.assert_greater_equal debugging.assert_less
    debugging.assert_less_equal debugging.assert_near debugging.assert_none_equal""".split()


def find(name):
    """The public function with the dotted `name`, or None where its namespace is not loaded or has no such function."""
    package, *path = name.split(".")
    found = sys.modules.get("tfshim." + package)
    for part in path:
        found = getattr(found, part, None)
    return found


def key(function):
    """What tells that two public functions are the same operation, however it is called."""
    return getattr(getattr(function, "_tfshim_op", None), "api", function)


@functools.lru_cache(maxsize=8)
def _table(loaded):
    kinds = {}
    for kind, names in (("unary", UNARY), ("binary", BINARY), ("assert", ASSERTS)):
        for name in names:
            function = find(name)
            if function is not None:
                kinds[key(function)] = kind
    return kinds


def kind_of(function):
    """ "unary", "binary" or "assert" for a function that acts element by element, else None."""
    packages = ("bitwise", "debugging", "image", "io", "math", "nn", "strings", "array_ops")
    return _table(tuple(p for p in packages if "tfshim." + p in sys.modules)).get(key(function))
