"""The names under which Keras knows functions that are called on its tensors: `tf.math.add` is "math.add"."""

import importlib
import inspect

# Names of the root that TensorFlow presents under a submodule.
_ELSEWHERE = {
    "math": """abs acos acosh add add_n argmax argmin asin asinh atan atan2 atanh cos cosh cumsum divide equal exp floor greater
        greater_equal less less_equal logical_and logical_not logical_or maximum minimum multiply negative not_equal pow reduce_all
        reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum round scalar_mul sigmoid sign sin sinh
        sqrt square subtract tan tanh truediv""",
    "dtypes": "complex saturate_cast",
    "strings": "as_string",
    "linalg": "eig eigvals matmul",
    "debugging": "Assert",
}
_CANONICAL = {name: f"{module}.{name}" for module, names in _ELSEWHERE.items() for name in names.split()}
_MATH_IN_NN = "approx_max_k approx_min_k in_top_k l2_normalize sigmoid softplus tanh top_k zero_fraction"
_CANONICAL |= {f"nn.{n}": f"math.{n}" for n in _MATH_IN_NN.split()}
_CANONICAL |= {f"math.{n}": f"nn.{n}" for n in "log_softmax softmax softsign".split()}
_CANONICAL |= {f"linalg.{n}": n for n in "einsum eye tensordot".split()}
_CANONICAL |= {
    "matrix_square_root": "linalg.sqrtm",
    "math.mod": "math.floormod",
    "nn.lrn": "nn.local_response_normalization",
    "nn.swish": "nn.silu",
    "linalg.l2_normalize": "math.l2_normalize",
}
# Functions that TensorFlow 2 passes on to those of version 1, which is where Keras sees them.
_CANONICAL |= {n: f"compat.v1.{n}" for n in "shape size squeeze transpose gather pad norm".split()}
_CANONICAL |= {"linalg.norm": "compat.v1.norm", "math.clip_by_value": "clip_by_value", "autodiff.stop_gradient": "stop_gradient"}

# Functions of which Keras sees all arguments, because they go straight to an operation.
_WHOLE = frozenset(
    """bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.invert broadcast_to linalg.band_part
    linalg.cholesky
    linalg.cross linalg.det linalg.inv linalg.tensor_diag math.acosh math.asin math.asinh math.atan math.atan2 math.atanh
    math.betainc math.cos math.cosh math.digamma math.erf math.erfc math.expm1 math.floormod math.greater math.greater_equal
    math.igamma math.igammac math.is_finite math.is_inf math.is_nan math.less math.less_equal math.lgamma math.log math.log1p
    math.logical_and math.logical_not math.logical_or math.maximum math.minimum math.negative math.reciprocal math.rint math.sin
    math.sinh math.square math.squared_difference math.tan math.tanh math.xlogy nn.elu nn.l2_loss nn.relu nn.selu nn.softsign
    reverse tile compat.v1.squeeze compat.v1.transpose compat.v1.gather compat.v1.pad compat.v1.norm compat.v1.size""".split()
)

_ROOT = "tfshim.array_ops"
_found = {}  # id of a function -> (function, name)


def _lookup(path):
    """The public function of that path below the root, or None."""
    module, _, name = path.rpartition(".")
    try:
        home = importlib.import_module(f"tfshim.{module}" if module else _ROOT)
    except ImportError:
        return None
    return getattr(home, name, None)


def _path_of(function):
    parts = function.__module__.split(".")
    if parts[0] != "tfshim" or len(parts) < 2:
        return None
    top, name = parts[1], function.__name__.lstrip("_")
    homes = [""] if top == "array_ops" else [top, ""]
    if top == "keras" and len(parts) > 2:
        homes = [".".join(parts[1:3])]
    for home in homes:
        path = f"{home}.{name}" if home else name
        public = _lookup(path)
        if inspect.isfunction(public) and (public is function or function.__name__ != name and _covers(public, function)):
            return path, public
    return None


def _covers(public, private):
    """Whether the public function takes what the private operation behind it takes."""
    return set(inspect.signature(private).parameters) <= set(inspect.signature(public).parameters)


def name_of(function):
    """The public function for `function` and its canonical name, as "math.add"."""
    known = _found.get(id(function))
    if known is not None and known[0] is function:
        return known[1], known[2]
    found = _path_of(function)
    if found is not None:
        path, public = found
        path = _CANONICAL.get(path, path)
    elif hasattr(function, "_tfshim_op"):
        path, public = f"raw_ops.{function._tfshim_op.type}", function
    else:
        path, public = function.__name__, function
    _found[id(function)] = function, public, path
    return public, path


def takes_all(path):
    """Whether Keras records every argument of the function, also those that have their default."""
    return path in _WHOLE
