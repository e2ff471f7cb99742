"""Known differences from TensorFlow: (part of the case id, law or "*") -> the reason.

A test of a listed case is expected to fail; when it starts to pass, the entry has to go.
"""

KNOWN = {
    (
        "tf.reduce_mean(x) x=float16:[60000.0,60000.0]",
        "value",
    ): "TensorFlow's half sum overflows; torch adds in float32",
    ("tf.nn.gelu(x) x=float32:[0.0,-0.0,inf", "*"): "torch's fused gelu gives NaN at infinity",
    (
        "tf.nn.isotonic_regression(x, decreasing=False) x=float64[5]",
        "gradient",
    ): "TensorFlow's gradient has a wrong shape",
    ("tf.nn.isotonic_regression(x, decreasing=False) x=float64[5]", "function_gradient"): "as above",
}


def reason(case_id, law):
    """Why this case is known to break this law, or None."""
    for (part, which), why in KNOWN.items():
        if which in ("*", law) and part in case_id:
            return why
    return None
