"""What is known to differ from TensorFlow, and what is not there yet.

`KNOWN`: (part of the case id, law or "*") -> the reason. When a listed case breaks no law any more, the entry has to
go. A "value" or "gradient" that differs may differ inside `tf.function` too.

`NOT_YET`: names, or beginnings of names, whose absence only skips the cases that use them. When nothing under an
entry is missing any more, it has to go. The absence of any other name fails.
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


# What a law says of the result of a case, these say of its result inside tf.function.
_FOLLOWS = {"function": "value", "function_unknown": "value", "function_gradient": "gradient"}


def reason(case_id, law):
    """Why this case is known to break this law, or None."""
    for (part, which), why in KNOWN.items():
        if which in ("*", law, _FOLLOWS.get(law)) and part in case_id:
            return why
    return None


NOT_YET = (
    "tf.RaggedTensor", "tf.SparseTensor", "tf.ragged", "tf.sets", "tf.sparse",
    "tf.image", "tf.io", "tf.quantization", "tf.signal", "tf.strings", "tf.rfftnd",
    "tf.TensorArray", "tf.case", "tf.cond", "tf.control_dependencies", "tf.foldl", "tf.foldr", "tf.map_fn", "tf.scan",
    "tf.switch_case", "tf.vectorized_map", "tf.while_loop",
    "tf.compat", "tf.data", "tf.keras", "tf.raw_ops", "tf.train",
)  # fmt: skip


def not_yet(name):
    """Whether `name`, which is missing, may be missing for the time being."""
    return any(name == entry or name.startswith(entry + ".") for entry in NOT_YET)
