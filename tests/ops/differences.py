"""What is known to differ from TensorFlow, and what is not there yet.

`KNOWN`: (part of the case id, law or "*") -> the reason. When a listed case breaks no law any more, the entry has to
go, unless it is one of `BY_PROCESSOR`, which differ on some processors only. A "value" or "gradient" that differs may
differ inside `tf.function` too.

`NOT_YET`: names, or beginnings of names, whose absence only skips the cases that use them. When nothing under an
entry is missing any more, it has to go. The absence of any other name fails.
"""

KNOWN = {
    (
        "tf.reduce_mean(x) x=float16:[60000.0,60000.0]",
        "value",
    ): "TensorFlow's half sum overflows; torch adds in float32",
    ("tf.nn.gelu(x) x=float32:[0.0,-0.0,inf", "*"): "torch's fused gelu gives NaN at infinity where the processor has AVX-512",
    (
        "tf.nn.isotonic_regression(x, decreasing=False) x=float64[5]",
        "gradient",
    ): "TensorFlow's gradient has a wrong shape",
    ("tf.nn.isotonic_regression(x, decreasing=False) x=float64[5]", "function_gradient"): "as above",
    ("tf.io.parse_example(['rubbish']", "error"): "TensorFlow passes over a field that is cut off, and misses the next",
    ("tf.image.resize(x, [2, 2]) x=float64[1,3,3,1]", "gradient"): "rounded to single precision at another place",
    ("tf.image.ssim(x, y, 1.0) x=float32[1,12,12,1]", "value"): "4e-7 from zero, by the order in which products are summed",
    (
        "tf.image.ssim_multiscale(x, y, 1.0, power_factors=(0.5, 0.5)",
        "gradient",
    ): "TensorFlow multiplies zero by infinity where a scale has no similarity",
    (
        "tf.linalg.eigh_tridiagonal(a, b) a=float64[3] b=float64[2]",
        "gradient",
    ): "TensorFlow's gradient disagrees with finite differences; ours agrees",
    (
        "tf.extract_volume_patches(x, [1, 2, 2, 2, 1], [1, 1, 1, 1, 1], 'VALID') x=float32[1,2,3,2,1]",
        "function_unknown",
    ): "TensorFlow's static shape has one dimension too few",
    ("tf.case([(x, 3)]) x=bool:True", "error"): "TensorFlow fails while it writes its message, which ours gives",
    ("tf.assert_equal(x, 'a') x=string:[b'b']", "error"): "as above",
    ("tf.foldr(lambda a, e: a, x) x=float32[0]", "error"): "TensorFlow complains of an index; ours says what is missing",
    ("tf.concat([r, r], axis=1)", "gradient"): "torch adds up IndexedSlices that list the same rows; TensorFlow lists them twice",
    ("tf.stack([r, r], axis=1)", "gradient"): "as above",
    ("tf.math.divide_no_nan(r, r)", "gradient"): "TensorFlow adds two terms that cancel but for their rounding",
}


BY_PROCESSOR = ("tf.nn.gelu(x) x=float32:[0.0,-0.0,inf",)

# What a law demands of the result of a case, these demand of its result inside tf.function.
_FOLLOWS = {"function": "value", "function_unknown": "value", "function_gradient": "gradient"}


def reason(case_id, law):
    """Why this case is known to break this law, or None."""
    for (part, which), why in KNOWN.items():
        if which in ("*", law, _FOLLOWS.get(law)) and part in case_id:
            return why
    return None


def always(case_id):
    """Whether a difference that is known of this case shows on every processor."""
    return not any(part in case_id for part in BY_PROCESSOR)


NOT_YET = (
    "tf.raw_ops.NoSuchOperation",  # a case looks it up to see that it is absent
)  # fmt: skip


def not_yet(name):
    """Whether `name`, which is missing, may be missing for the time being."""
    return any(name == entry or name.startswith(entry + ".") for entry in NOT_YET)
