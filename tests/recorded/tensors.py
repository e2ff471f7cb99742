"""How tensors in recorded results are written down and compared: dtype, shape and values, within rounding."""

import numpy as np

TOLERANCE = {"float16": 4e-3, "bfloat16": 3e-2, "float64": 1e-9, "complex128": 1e-9}


def tools(tf):
    """(show, grad, grad2) on the library `tf`, for the statements of a topic.

    `show(x)` turns nested tensors into plain data, `grad(f, *xs)` is the gradient of f(*xs) for each x, and
    `grad2(f, *xs)` that of the sine of the gradients.
    """

    def show(x):
        if isinstance(x, (list, tuple)):
            return [show(i) for i in x]
        if hasattr(x, "dense_shape") and hasattr(x, "indices"):
            return ["slices", show(x.indices), show(x.values)]
        if not hasattr(x, "numpy"):
            return x
        if x.dtype.name == "string":
            return "string", list(x.shape), np.asarray(x.numpy()).ravel().tolist()
        a = np.asarray(tf.cast(x, tf.float32).numpy() if x.dtype.name == "bfloat16" else x.numpy())
        kind = complex if a.dtype.kind == "c" else float if a.dtype.kind == "f" else int
        return x.dtype.name, list(a.shape), [kind(v) for v in a.ravel()]

    def grad(f, *xs):
        xs = [tf.convert_to_tensor(x) for x in xs]
        with tf.GradientTape() as tape:
            tape.watch(xs)
            y = f(*xs)
        return show(tape.gradient(y, xs))

    def grad2(f, *xs):
        xs = [tf.convert_to_tensor(x) for x in xs]
        with tf.GradientTape() as outer:
            outer.watch(xs)
            with tf.GradientTape() as tape:
                tape.watch(xs)
                y = f(*xs)
            parts = [tf.reduce_sum(tf.sin(g)) for g in tape.gradient(y, xs) if g is not None]
        return show(outer.gradient(parts, xs))

    return show, grad, grad2


def parsed(text):
    """The plain data that `text`, the `repr` of what `show` gives, denotes."""
    return eval(text, {"__builtins__": {}, "nan": float("nan"), "inf": float("inf"), "nanj": complex(0, float("nan"))})


def differs(got, want, factor=1.0, tolerance=TOLERANCE):
    """Where two results of `show` differ by more than `factor` times the tolerance of their dtype, else None."""
    if isinstance(want, tuple) and len(want) == 3 and isinstance(want[0], str):
        if got[:2] != want[:2]:
            return f"{got[:2]}, expected {want[:2]}"
        if got[2] == want[2]:
            return None
        if want[0] == "string" or "int" in want[0] or want[0] == "bool":
            return f"{got[2]}, expected {want[2]}"
        limit = tolerance.get(want[0], 1e-5) * factor
        a, b = (np.array(v[2], complex) for v in (got, want))
        scale = np.abs(b[np.isfinite(b)]).max(initial=1e-3)
        return None if np.allclose(a, b, limit, limit * scale, equal_nan=True) else f"{got[2]}, expected {want[2]}"
    if isinstance(want, (list, tuple)):
        if not isinstance(got, (list, tuple)) or len(got) != len(want):
            return f"{got}, expected {want}"
        return next(filter(None, (differs(g, w, factor, tolerance) for g, w in zip(got, want))), None)
    return None if got == want else f"{got}, expected {want}"
