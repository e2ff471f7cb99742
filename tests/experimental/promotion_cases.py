"""What is asked about promotion of dtypes, of TensorFlow when it is recorded and of tfshim in the tests.

`answers(tf, weak_tensor)` changes what tensors do: it belongs into a process of its own.
"""

import json
import operator

import numpy as np

STRONG = "bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 bfloat16 float16 float32 float64 complex64 complex128".split()
WEAK = "int32 int64 float32 float64 complex128".split()
WIDE = ("uint16", "uint32", "uint64")  # for which torch computes in other dtypes; promotion knows no difference
ARRAYS = "int8 int64 float16 float32 float64".split()
VARIABLES = "int32 float16 float32 float64".split()
PYTHON = {"True": True, "1": 1, "1.5": 1.5, "1j": 1j, "[1]": [1], "[1.5]": [1.5]}
OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
    "**": operator.pow, "<": operator.lt, "==": operator.eq, "!=": operator.ne, "&": operator.and_,
}  # fmt: skip
# The operands with which operators other than + are tried.
FEW = "uint8 int8 int32 int64 float16 float32 float64 int32w float32w variable:float32 array:float64 1 1.5".split()
# Functions of one operand with each of these arguments, and of two.
ONE = ["weak:float", "weak:int", "1.5", "[1.5, 2.5]", "array:float64", "variable:float32"]
PAIRS = [("weak:float", "weak:int"), ("tensor:int8", "1.5"), ("tensor:int8", "tensor:uint8"), ("1", "2.5"), ("variable:float32", "1")]
FUNCTIONS_OF_ONE = """abs acos acosh asin asinh atan atanh cos cosh exp floor identity negative ones_like reduce_max reduce_mean
    reduce_sum round sigmoid sign sin sqrt square squeeze stop_gradient tanh transpose zeros_like convert_to_tensor constant
    linalg.diag math.ceil math.conj math.digamma math.erf math.erfinv math.expm1 math.imag math.lgamma math.log math.log1p
    math.log_sigmoid math.ndtri math.real math.reciprocal math.reciprocal_no_nan math.reduce_euclidean_norm math.reduce_logsumexp
    math.reduce_prod math.reduce_std math.reduce_variance math.rint math.rsqrt math.softplus math.special.dawsn
    math.special.bessel_i0 math.special.bessel_j0 math.special.expint math.cumsum math.is_nan nn.elu nn.gelu nn.leaky_relu nn.log_softmax
    nn.relu nn.relu6 nn.selu nn.silu nn.softmax nn.softsign sort shape size rank bitwise.invert
    experimental.numpy.abs experimental.numpy.amax experimental.numpy.angle experimental.numpy.arccos experimental.numpy.arccosh
    experimental.numpy.around experimental.numpy.array experimental.numpy.asarray experimental.numpy.atleast_1d
    experimental.numpy.average experimental.numpy.bitwise_not experimental.numpy.cbrt experimental.numpy.ceil experimental.numpy.conj
    experimental.numpy.copy experimental.numpy.cumsum experimental.numpy.deg2rad experimental.numpy.empty_like experimental.numpy.exp2
    experimental.numpy.fabs experimental.numpy.fix experimental.numpy.imag experimental.numpy.isfinite experimental.numpy.log2
    experimental.numpy.max experimental.numpy.mean experimental.numpy.nanmean experimental.numpy.nansum experimental.numpy.negative
    experimental.numpy.ones_like experimental.numpy.positive experimental.numpy.prod experimental.numpy.ptp experimental.numpy.rad2deg
    experimental.numpy.ravel experimental.numpy.real experimental.numpy.reciprocal experimental.numpy.sign experimental.numpy.sinc
    experimental.numpy.sqrt experimental.numpy.square experimental.numpy.squeeze experimental.numpy.std experimental.numpy.sum
    experimental.numpy.transpose experimental.numpy.var experimental.numpy.zeros_like experimental.numpy.signbit""".split()
FUNCTIONS_OF_TWO = """add divide equal greater less math.divide_no_nan math.floordiv math.floormod math.multiply_no_nan math.truediv
    math.xdivy math.atan2 math.squared_difference maximum minimum multiply not_equal pow realdiv subtract truncatediv truncatemod
    scalar_mul experimental.numpy.add experimental.numpy.arctan2 experimental.numpy.equal experimental.numpy.floor_divide
    experimental.numpy.heaviside experimental.numpy.hypot experimental.numpy.isclose experimental.numpy.logaddexp
    experimental.numpy.maximum experimental.numpy.multiply experimental.numpy.power experimental.numpy.subtract
    experimental.numpy.true_divide experimental.numpy.vdot experimental.numpy.result_type experimental.numpy.promote_types""".split()
EXPRESSIONS = """repr(tf.constant(1)) ; str(tf.constant([1.5, 2.0])) ; repr(tf.constant(1.0, tf.float32))
    repr(tf.constant([1, 2.5])) ; repr(tf.constant(1 + 2j)) ; repr(tf.constant(2**40)) ; repr(tf.constant(1, tf.int8))
    repr(tf.constant(tf.constant(1), tf.int8)) ; repr(tf.constant(tf.ones([2], tf.int8), tf.float32))
    repr(tf.constant(tf.ones([2], tf.int8), tf.bool)) ; repr(tf.constant(np.ones(2))) ; repr(tf.constant("a")) ; repr(tf.constant(True))
    isinstance(tf.constant(1), tf.Tensor) ; tf.is_tensor(tf.constant(1)) ; type(tf.constant(1)).__name__
    tf.constant(1)[None].dtype ; repr(tf.constant([1, 2])[0]) ; repr(tf.stack([tf.constant(1), tf.constant(2)]))
    repr(tf.cast(tf.constant(1), tf.float32)) ; repr(tf.convert_to_tensor(tf.constant(1))) ; repr(tf.convert_to_tensor(1.0))
    repr(tf.reshape([1.0, 2.0], [2, 1])) ; repr(tf.constant([1.0, 2.0]).T) ; repr(tf.constant([1.0, 2.0]).mean())
    repr(tf.ones([2], tf.int8).mean()) ; repr(tf.where(tf.constant([1.0]) > 0, tf.constant([1.0]), 0.0))
    repr(tf.matmul([[1.0]], [[2]])) ; repr(tf.constant([[1]]) @ tf.constant([[1.5]])) ; repr(tf.constant(1) & 1) ; repr(~tf.constant(1))
    repr(-tf.constant(1)) ; repr(abs(tf.constant(-1.5))) ; repr(np.ones([2], np.float32) + tf.constant(1))
    repr(np.float64(1) + tf.constant(1)) ; repr(1 - tf.constant(2)) ; repr(2.5 ** tf.ones([1], tf.int8))
    hash(tf.constant(1)) ; bool(tf.constant(1)) ; int(tf.constant(1)) ; float(tf.constant(1)) ; format(tf.constant(1), "d")
    len(tf.constant([1, 2])) ; [repr(x) for x in tf.constant([1, 2])] ; tf.constant([1, 2]).numpy().tolist()
    repr(tf.nest.flatten(tf.constant(1), expand_composites=True)) ; repr(tf.type_spec_from_value(tf.constant([1.5])))
    repr(tf.data.Dataset.from_tensors(tf.constant(1)).element_spec) ; repr(tf.constant("a") + "b") ; repr(tf.add("a", "b"))
    repr(tf.add(2**40, 1)) ; repr(tf.ones([2], tf.int8) + [1, 2.5]) ; tf.greater(tf.constant(1), tf.constant(1.5))
    tf.constant(1) < 1.5 ; repr(tf.constant(1) == 1.0) ; tf.not_equal(tf.constant(1), 1.5) ; tf.constant(1) == None
    repr(tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2)))
    repr(tf.while_loop(lambda x: x < 3, lambda x: [x + 1], [tf.constant(0)])) ; repr(tf.Variable(tf.constant(1)))
    repr(tf.Variable(1) + 1.5) ; repr(tf.Variable([1.0]).assign(tf.constant([2.0], tf.float64)))
    tf.Variable([1.0]).assign([2]).numpy().tolist() ; tf.Variable([1.0]).assign_add(tf.constant([2], tf.int16)).numpy().tolist()
    repr(tf.Variable([1]).assign_sub(1.5)) ; tf.Variable(1.0, dtype=tf.float16).assign_sub(0.5).numpy().tolist()
    repr(tf.clip_by_value(tf.constant(5), 0, 1)) ; repr(tf.debugging.check_numerics(1.0, "m")) ; repr(tf.expand_dims(1.5, 0))
    repr(tf.scalar_mul(2.0, tf.constant([1]))) ; repr(tf.scalar_mul(2, tf.constant([1.5]))) ; repr(tf.linalg.trace([[1.5]]))
    repr(tf.raw_ops.AddV2(x=tf.constant(1), y=1)) ; tf.raw_ops.AddV2(x=tf.ones([], tf.int8), y=tf.constant(1.5))
    repr(tf.image.adjust_brightness(tf.constant([[[0.5]]]), 0.1))
    repr(tf.nn.space_to_depth(tf.constant([[[[1.5], [2.0]], [[1.0], [0.0]]]]), 2))
    repr(F(lambda x: x + 1)(tf.constant(1))) ; repr(F(lambda x: x * 1.5)(tf.ones([1], tf.int8))) ; repr(F(lambda x: x + 1)(1))
    repr(F(lambda x: tf.constant(2) * 2)(0)) ; repr(F(lambda x: x + 1.5)(tf.ones([1], tf.float16)))
    repr(F(lambda x: x + tf.constant(1, tf.uint8))(tf.ones([1], tf.int8))) ; repr(F(lambda x: [x, {"a": x + 1}])(tf.constant([1.5])))
    repr(F(lambda x: tf.exp(x))(1.5)) ; repr(F(lambda x: tf.reduce_sum([1.0, 2.0]))(0))
    F(lambda x, y: x + y).get_concrete_function(tf.constant(1), tf.constant([1.5])).pretty_printed_signature(verbose=False)
    repr(F(lambda x: x + 1).get_concrete_function(tf.constant(1.5)).structured_outputs)
    repr(F(lambda x: tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + 1.5), (0, x)))(tf.zeros([], tf.float16)))
    repr(gradient(lambda x: x * tf.ones([2], tf.int8) * 2.5, tf.Variable([1.0, 2.0]))) ; repr(gradient(lambda x: x * 2, tf.constant([1.5])))
    repr(gradient(lambda x: x * tf.ones([], tf.float16), tf.Variable(1.5, dtype=tf.float64)))
    repr(t.arange(3)) ; repr(t.ones([2])) ; repr(t.full([2], 1.5)) ; repr(t.linspace(0, 1, 3)) ; repr(t.where(True, 1, 2.5))
    repr(t.sum([True, False])) ; repr(t.sum(np.ones([2], np.int8))) ; repr(t.clip([1, 5], 0, 2.5)) ; repr(t.concatenate([[1], [2.5]]))
    repr(t.matmul([[1]], [[2.5]])) ; repr(t.dot([1], [2.5])) ; repr(t.result_type()) ; repr(t.result_type(1, 1.5))
    repr(t.result_type(tf.int8, 1)) ; repr(t.result_type(tf.int8, 1.5)) ; repr(t.result_type(tf.uint8, tf.int8)) ; repr(t.argsort([2, 1]))
    repr(t.result_type(np.float16, 1.5)) ; repr(t.result_type("a")) ; repr(t.result_type(tf.string, 1)) ; repr(t.zeros([1], int))
    repr(tf.constant([1.5]).astype(tf.int32)) ; repr(tf.ones([2, 2]).max()) ; tf.ones([2, 3]).size ; tf.ones([2, 3]).ndim
    repr(round(tf.constant(1.75), 1)) ; repr(tf.constant([1, 2]).tolist()) ; repr(+tf.constant(1)) ; repr(tf.ones([2]).data)
    repr(tf.linalg.matvec([[1.0]], [2.0])) ; repr(tf.tensordot([1.0], [2.0], 1)) ; repr(tf.norm([3.0, 4.0])) ; repr(tf.range(3) + 1)"""


def _expressions():
    return [e.strip() for line in EXPRESSIONS.split("\n") for e in line.split(" ; ")]


def _outcome(function, *args):
    """What a call gives, in a word: the dtype, with a w where it is weak, or the type of the error."""
    try:
        made = function(*args)
    except Exception as error:  # noqa: BLE001 - whatever it is, its type is the answer
        return f"!{type(error).__name__}".replace("DTypePromotionError", "TypeError")  # NumPy's own kind of it
    weak = "Weak" in type(made).__name__
    dtype = getattr(made, "dtype", None)
    if dtype is None:
        return f"={made!r}"
    return f"{getattr(dtype, 'name', dtype)}{'w' if weak else ''}"


def _text(expression, scope):
    try:
        return str(eval(expression, scope))
    except Exception as error:  # noqa: BLE001
        # Whether the name of a call without one is shown at the end is not of interest here.
        return f"{type(error).__name__}: {error}".split(" name: ")[0]


def _operands(tf, weak_tensor):
    one = {n: tf.cast(tf.ones([1]), n) for n in STRONG}
    made = dict(one)
    if weak_tensor is not None:
        made.update({f"{n}w": weak_tensor(one[n]) for n in WEAK})
    made.update({f"array:{n}": np.ones([1], n) for n in ARRAYS})
    made.update({f"scalar:{n}": np.dtype(n).type(1) for n in ("int64", "float64")})
    made.update({f"variable:{n}": tf.Variable(one[n]) for n in VARIABLES})
    return {**made, **PYTHON}


def _argument(tf, text):
    kind, _, rest = text.partition(":")
    if kind == "weak":
        return tf.constant([0.25, 0.5] if rest == "float" else [1, 2])
    if kind == "tensor":
        return tf.cast(tf.ones([2]), rest)
    if kind == "array":
        return np.full([2], 0.5, rest)
    if kind == "variable":
        return tf.Variable(tf.cast(tf.fill([2], 0.5), rest))
    return eval(text)


def _found(tf, name):
    made = tf
    for part in name.split("."):
        made = getattr(made, part)
    return made


def _gradient(tf):
    def gradient(function, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x)

    return gradient


def answers(tf, weak_tensor):
    """All answers by mode. `weak_tensor(x)` makes a weak tensor of `x`."""
    found = {}
    t = tf.experimental.numpy
    for mode in ("off", "legacy", "safe", "all"):
        t.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)
        there = _operands(tf, weak_tensor if mode in ("safe", "all") else None)
        mine = found[mode] = {}
        if mode in ("safe", "all"):
            names = [n for n in there if ":" not in n and n not in PYTHON]
            mine["result_type"] = {a: " ".join(_outcome_of_type(t, there[a], there[b]) for b in names) for a in names}
        for symbol, function in OPERATORS.items():
            if mode == "off" and symbol != "+":
                continue
            names = [n for n in there if n not in WIDE and symbol == "+" or n in FEW]
            mine[symbol] = {
                a: " ".join(_outcome(function, there[a], there[b]) if _asks(mode, symbol, a, b) else "-" for b in names) for a in names
            }
        if mode == "off":
            continue
        if mode == "all":
            mine["one"] = {n: " ".join(_outcome(_found(tf, n), _argument(tf, a)).replace(" ", "") for a in ONE) for n in FUNCTIONS_OF_ONE}
        mine["two"] = {
            n: " ".join(_outcome(_found(tf, n), *[_argument(tf, a) for a in pair]).replace(" ", "") for pair in PAIRS)
            for n in FUNCTIONS_OF_TWO
        }
        scope = {"tf": tf, "np": np, "t": t, "F": tf.function, "gradient": _gradient(tf)}
        mine["texts"] = {e: _text(e, scope) for e in _expressions()}
    for a, b in (("int8", "float32"), ("uint8", "int8")):
        t.experimental_enable_numpy_behavior(dtype_conversion_mode="safe")
        found[f"{a} + {b}"] = _text(f"tf.ones([1], tf.{a}) + tf.ones([1], tf.{b})", {"tf": tf})
    t.experimental_enable_numpy_behavior(prefer_float32=True)
    scope = {"tf": tf, "np": np, "t": t, "F": tf.function, "gradient": _gradient(tf)}
    found["prefer_float32"] = {e: _text(e, scope) for e in _expressions()}
    found["unknown mode"] = _text('t.experimental_enable_numpy_behavior(dtype_conversion_mode="most")', scope)
    return found


def _outcome_of_type(t, a, b):
    try:
        return t.result_type(a, b).name
    except TypeError as error:
        assert "PromoMode.SAFE" in str(error)
        return "!TypeError"


def _asks(mode, symbol, a, b):
    """Whether one of the two is a tensor or a variable, and it is for TensorFlow to say what becomes of them."""
    given = [n for n in (a, b) if n in PYTHON or n.startswith(("array:", "scalar:"))]
    if len(given) == 2:
        return False
    # What NumPy makes of its scalars, and of bfloat16, differs between its versions; a comparison that TensorFlow refuses
    # has another type of error there if one operand is weak.
    arrays = [n for n in given if n not in PYTHON]
    if arrays and (mode == "safe" or "bfloat16" in (a, b)):
        return False
    if symbol in ("<", "!=") and (arrays or "variable:float32" in (a, b)) and mode in ("safe", "all"):
        return False
    return mode != "legacy" or "bfloat16" not in (a, b) or a == b


def text(found):
    """The answers as they are kept."""
    return json.loads(json.dumps(found))
