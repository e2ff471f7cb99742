"""Values, gradients, second gradients and errors of `tf.nn` at many corners, as TensorFlow gave them."""

import ast

import numpy as np
import pytest

import tfshim as tf
from tests.recorded_expressions import answer, recorded, scope_for

_TOLERANCE = {
    "float16": 4e-3,
    "bfloat16": 3e-2,
    "float64": 2e-6,
}  # some constants of TensorFlow are float32 in float64 too


@pytest.fixture(scope="module")
def scope():
    return scope_for("nn", {"tf": tf})


def _differs(got, want, factor):
    """Where two answers of `show` differ by more than `factor` times the tolerance of their dtype, else None."""
    if isinstance(want, tuple) and len(want) == 3 and isinstance(want[0], str):
        if got[:2] != want[:2]:
            return f"{got[:2]}, expected {want[:2]}"
        if got[2] == want[2]:
            return None
        tolerance = _TOLERANCE.get(want[0], 5e-5) * factor
        a, b = (np.array(v[2], complex) for v in (got, want))
        scale = max(1.0, np.abs(b[np.isfinite(b)]).max(initial=0.0))
        return None if np.allclose(a, b, tolerance, tolerance * scale, equal_nan=True) else f"{got[2]}, expected {want[2]}"
    if isinstance(want, (list, tuple)):
        if not isinstance(got, (list, tuple)) or len(got) != len(want):
            return f"{got}, expected {want}"
        return next(filter(None, (_differs(g, w, factor) for g, w in zip(got, want))), None)
    return None if got == want else f"{got}, expected {want}"


def _parsed(text):
    return eval(text, {"__builtins__": {}, "nan": float("nan"), "inf": float("inf"), "nanj": complex(0, float("nan"))})


@pytest.mark.parametrize("expression, want", recorded("nn"), ids=lambda v: v[:70] if isinstance(v, str) else "")
def test_as_recorded(expression, want, scope):
    names = {n.id for n in ast.walk(ast.parse(expression)) if isinstance(n, ast.Name)}
    if not hasattr(tf, "SparseTensor") and (
        "SparseTensor" in expression or "decoded" in names or any(n.startswith(("sp", "slab")) for n in names)
    ):
        pytest.skip("tf.SparseTensor is not there yet")
    got = answer(expression, scope)
    if want[0] == "raises":
        assert got[:2] == want[:2]
    else:
        assert got[0] == want[0], got
        assert _differs(_parsed(got[1]), _parsed(want[1]), 30 if "grad2" in expression else 1) is None
