"""Gradients of operations by element."""

from __future__ import annotations

import math
from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.broadcasting import both, unbroadcast
from tfshim.written_gradients.shapes import like, number
from tfshim.written_gradients.table import gradient_of, without_gradient

without_gradient(
    *"""Sign Floor Ceil Round Rint FloorDiv TruncateDiv Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd LogicalOr LogicalNot
    IsFinite IsInf IsNan ApproximateEqual ArgMax ArgMin All Any StopGradient PreventGradient ZerosLike OnesLike Shape ShapeN Size Rank
    Range LinSpace OneHot Bucketize InvertPermutation Unique UniqueV2 UniqueWithCounts Where BroadcastGradientArgs BroadcastArgs
    ConcatOffset RandomUniform RandomStandardNormal TruncatedNormal RandomUniformInt StatelessRandomUniformV2 StatelessRandomNormalV2
    StatelessTruncatedNormalV2 StatelessRandomUniformIntV2 Multinomial NonMaxSuppressionV3 Bincount SearchSorted LowerBound UpperBound
    FakeQuantWithMinMaxArgsGradient Empty TensorListReserve EmptyTensorList TensorListLength TensorListElementShape ReadVariableOp
    VariableShape StringToNumber InTopKV2 HistogramFixedWidth""".split()
)


# ---------------------------------------------------------------------- of one operand
@gradient_of("Identity", "Snapshot", "CheckNumerics", "CheckNumericsV2", "EnsureShape")
def identity(op: Any, grad: Any) -> Any:
    return grad


@gradient_of("IdentityN")
def identities(op: Any, *grads: Any) -> Any:
    return list(grads)


@gradient_of("Cast")
def cast(op: Any, grad: Any) -> Any:
    kind = op.inputs[0].dtype
    return tf.cast(grad, kind) if kind.is_floating else None


@gradient_of("Neg")
def neg(op: Any, grad: Any) -> Any:
    return -grad


@gradient_of("Abs")
def magnitude(op: Any, grad: Any) -> Any:
    return grad * tf.sign(op.inputs[0])


@gradient_of("Square")
def square(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return grad * (x * number(2.0, x))


@gradient_of("Exp")
def exp(op: Any, grad: Any) -> Any:
    return grad * op.outputs[0]


@gradient_of("Expm1")
def expm1(op: Any, grad: Any) -> Any:
    return grad * tf.exp(op.inputs[0])


@gradient_of("Log")
def log(op: Any, grad: Any) -> Any:
    return grad * tf.math.reciprocal(op.inputs[0])


@gradient_of("Log1p")
def log1p(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return grad * tf.math.reciprocal(number(1.0, x) + x)


@gradient_of("Sin")
def sin(op: Any, grad: Any) -> Any:
    return grad * tf.cos(op.inputs[0])


@gradient_of("Cos")
def cos(op: Any, grad: Any) -> Any:
    return -grad * tf.sin(op.inputs[0])


@gradient_of("Tan")
def tan(op: Any, grad: Any) -> Any:
    slope = tf.math.reciprocal(tf.cos(op.inputs[0]))
    return grad * slope * slope


@gradient_of("Sinh")
def sinh(op: Any, grad: Any) -> Any:
    return grad * tf.cosh(op.inputs[0])


@gradient_of("Cosh")
def cosh(op: Any, grad: Any) -> Any:
    return grad * tf.sinh(op.inputs[0])


def _one_minus_square(x: Any) -> Any:
    return number(1.0, x) - x * x


@gradient_of("Asin")
def asin(op: Any, grad: Any) -> Any:
    return grad * tf.math.rsqrt(_one_minus_square(op.inputs[0]))


@gradient_of("Acos")
def acos(op: Any, grad: Any) -> Any:
    return -grad * tf.math.rsqrt(_one_minus_square(op.inputs[0]))


@gradient_of("Atan")
def atan(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return grad * tf.math.reciprocal(number(1.0, x) + x * x)


@gradient_of("Asinh")
def asinh(op: Any, grad: Any) -> Any:
    return grad / tf.cosh(op.outputs[0])


@gradient_of("Acosh")
def acosh(op: Any, grad: Any) -> Any:
    return grad / tf.sinh(op.outputs[0])


@gradient_of("Atanh")
def atanh(op: Any, grad: Any) -> Any:
    return grad * tf.math.reciprocal(_one_minus_square(op.inputs[0]))


@gradient_of("Erf")
def erf(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return number(2.0 / math.sqrt(math.pi), x) * grad * tf.exp(-(x * x))


@gradient_of("Erfc")
def erfc(op: Any, grad: Any) -> Any:
    return -erf(op, grad)


@gradient_of("Erfinv")
def erfinv(op: Any, grad: Any) -> Any:
    y = op.outputs[0]
    return number(math.sqrt(math.pi) / 2.0, y) * grad * tf.exp(y * y)


@gradient_of("Ndtri")
def ndtri(op: Any, grad: Any) -> Any:
    y = op.outputs[0]
    return number(math.sqrt(2.0 * math.pi), y) * grad * tf.exp(y * y * number(0.5, y))


@gradient_of("Lgamma")
def lgamma(op: Any, grad: Any) -> Any:
    return grad * tf.math.digamma(op.inputs[0])


@gradient_of("Digamma")
def digamma(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    return grad * raw("Polygamma", [number(1.0, x), x], [like(x)])


@gradient_of("BesselI0e")
def bessel_i0e(op: Any, grad: Any) -> Any:
    x, y = op.inputs[0], op.outputs[0]
    return grad * (tf.math.bessel_i1e(x) - tf.sign(x) * y)


@gradient_of("BesselI1e")
def bessel_i1e(op: Any, grad: Any) -> Any:
    x, y = op.inputs[0], op.outputs[0]
    zero = tf.equal(x, number(0.0, x))
    safe = tf.where(zero, tf.ones_like(x), x)
    slope = tf.math.bessel_i0e(safe) - y * (tf.sign(x) + tf.math.reciprocal(safe))
    return grad * tf.where(zero, tf.fill(tf.shape(x), number(0.5, x)), slope)


# Those that have an operation for it, of (what comes before the gradient, what comes after it).
_OF_RESULT = {
    "Sqrt": "SqrtGrad",
    "Rsqrt": "RsqrtGrad",
    "Reciprocal": "ReciprocalGrad",
    "Inv": "InvGrad",
    "Tanh": "TanhGrad",
    "Sigmoid": "SigmoidGrad",
}
_AFTER_GRADIENT = {"Relu": "ReluGrad", "Relu6": "Relu6Grad", "Elu": "EluGrad", "Selu": "SeluGrad"}
_OF_FEATURES = {"Softplus": "SoftplusGrad", "Softsign": "SoftsignGrad"}


@gradient_of(*_OF_RESULT)
def of_result(op: Any, grad: Any) -> Any:
    return raw(_OF_RESULT[op.type], [op.outputs[0], grad], [like(op.outputs[0])])


@gradient_of(*_AFTER_GRADIENT)
def after_gradient(op: Any, grad: Any) -> Any:
    return raw(_AFTER_GRADIENT[op.type], [grad, op.outputs[0]], [like(op.outputs[0])])


@gradient_of(*_OF_FEATURES)
def of_features(op: Any, grad: Any) -> Any:
    return raw(_OF_FEATURES[op.type], [grad, op.inputs[0]], [like(op.inputs[0])])


@gradient_of("LeakyRelu")
def leaky_relu(op: Any, grad: Any) -> Any:
    return raw("LeakyReluGrad", [grad, op.inputs[0]], [like(op.inputs[0])], {"alpha": op.get_attr("alpha")})


# ---------------------------------------------------------------------- of these operations again
@gradient_of("ReluGrad")
def relu_again(op: Any, grad: Any) -> Any:
    return [raw("ReluGrad", [grad, op.inputs[1]], [like(grad)]), None]


@gradient_of("Relu6Grad")
def relu6_again(op: Any, grad: Any) -> Any:
    return [raw("Relu6Grad", [grad, op.inputs[1]], [like(grad)]), None]


@gradient_of("LeakyReluGrad")
def leaky_relu_again(op: Any, grad: Any) -> Any:
    return [raw("LeakyReluGrad", [grad, op.inputs[1]], [like(grad)], {"alpha": op.get_attr("alpha")}), None]


@gradient_of("EluGrad")
def elu_again(op: Any, grad: Any) -> Any:
    first, y = op.inputs
    below = tf.where(tf.less(y, number(0.0, y)), grad * first, tf.zeros_like(y))
    return [raw("EluGrad", [grad, y], [like(grad)]), below]


@gradient_of("TanhGrad")
def tanh_again(op: Any, grad: Any) -> Any:
    y, first = op.inputs
    return [grad * number(-2.0, y) * first * y, raw("TanhGrad", [y, grad], [like(grad)])]


@gradient_of("SigmoidGrad")
def sigmoid_again(op: Any, grad: Any) -> Any:
    y, first = op.inputs
    scaled = grad * first
    return [scaled - number(2.0, y) * scaled * y, raw("SigmoidGrad", [y, grad], [like(grad)])]


@gradient_of("SqrtGrad")
def sqrt_again(op: Any, grad: Any) -> Any:
    y = op.inputs[0]
    scaled = grad / y
    return [-scaled * op.outputs[0], number(0.5, y) * scaled]


@gradient_of("RsqrtGrad")
def rsqrt_again(op: Any, grad: Any) -> Any:
    y, first = op.inputs
    return [number(-1.5, y) * grad * first * y * y, raw("RsqrtGrad", [y, grad], [like(grad)])]


@gradient_of("ReciprocalGrad", "InvGrad")
def reciprocal_again(op: Any, grad: Any) -> Any:
    y, first = op.inputs
    return [number(-2.0, y) * grad * first * y, raw("ReciprocalGrad", [y, grad], [like(grad)])]


@gradient_of("SoftplusGrad")
def softplus_again(op: Any, grad: Any) -> Any:
    first, x = op.inputs
    slope = grad * first / (tf.exp(-x) + number(2.0, x) + tf.exp(x))
    return [raw("SoftplusGrad", [grad, x], [like(grad)]), slope]


# ---------------------------------------------------------------------- of two operands
@gradient_of("Add", "AddV2")
def add(op: Any, grad: Any) -> Any:
    return both(op, lambda: grad, lambda: grad)


@gradient_of("Sub")
def sub(op: Any, grad: Any) -> Any:
    return both(op, lambda: grad, lambda: -grad)


@gradient_of("NextAfter")
def next_after(op: Any, grad: Any) -> Any:
    return both(op, lambda: grad, lambda: tf.zeros_like(grad))


@gradient_of("Mul")
def mul(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    return both(op, lambda: grad * y, lambda: x * grad)


@gradient_of("MulNoNan")
def mul_no_nan(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    return both(op, lambda: tf.math.multiply_no_nan(grad, y), lambda: tf.math.multiply_no_nan(x, grad))


@gradient_of("Div", "RealDiv")
def div(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    return both(op, lambda: grad / y, lambda: grad * ((-x / y) / y))


@gradient_of("DivNoNan")
def div_no_nan(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    divide = tf.math.divide_no_nan
    return both(op, lambda: divide(grad, y), lambda: grad * divide(divide(-x, y), y))


@gradient_of("FloorMod")
def floor_mod(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    return both(op, lambda: grad, lambda: -grad * tf.math.floordiv(x, y))


@gradient_of("Pow")
def power(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    exponent = op.number(1)
    if exponent is not None and exponent.shape == ():
        if float(exponent) == 2.0:
            return [grad * (x * number(2.0, x)), None]
        return [grad * y * tf.pow(x, y - number(1.0, y)), None]

    def second() -> Any:
        positive = tf.greater(x, number(0.0, x))
        logarithm = tf.where(positive, tf.math.log(tf.where(positive, x, tf.ones_like(x))), tf.zeros_like(x))
        return grad * op.outputs[0] * logarithm

    return both(op, lambda: grad * y * tf.pow(x, y - number(1.0, y)), second)


@gradient_of("Maximum", "Minimum")
def extreme(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    first = tf.greater_equal(x, y) if op.type == "Maximum" else tf.less_equal(x, y)
    zeros = tf.zeros_like(grad)
    return both(op, lambda: tf.where(first, grad, zeros), lambda: tf.where(first, zeros, grad))


@gradient_of("SquaredDifference")
def squared_difference(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    slope = number(2.0, grad) * grad * (x - y)
    return both(op, lambda: slope, lambda: -slope)


@gradient_of("Atan2")
def atan2(op: Any, grad: Any) -> Any:
    y, x = op.inputs
    scaled = grad / (x * x + y * y)
    return both(op, lambda: x * scaled, lambda: -y * scaled)


@gradient_of("Xlogy")
def xlogy(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    present = tf.cast(tf.not_equal(x, number(0.0, x)), x.dtype)
    return both(op, lambda: grad * tf.math.xlogy(present, y), lambda: grad * tf.math.xdivy(x, y))


@gradient_of("Xlog1py")
def xlog1py(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    present = tf.cast(tf.not_equal(x, number(0.0, x)), x.dtype)
    return both(op, lambda: grad * tf.math.xlog1py(present, y), lambda: grad * tf.math.xdivy(x, y + number(1.0, y)))


@gradient_of("Xdivy")
def xdivy(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    present = tf.cast(tf.not_equal(x, number(0.0, x)), x.dtype)
    return both(op, lambda: grad * tf.math.xdivy(present, y), lambda: grad * tf.math.xdivy(-x, y * y))


@gradient_of("Zeta")
def zeta(op: Any, grad: Any) -> Any:
    x, q = op.inputs
    return [None, unbroadcast(grad * (-x * tf.math.zeta(x + number(1.0, x), q)), q, x)]


@gradient_of("Polygamma")
def polygamma(op: Any, grad: Any) -> Any:
    n, x = op.inputs
    return [None, unbroadcast(grad * tf.math.polygamma(n + number(1.0, n), x), x, n)]


def _gamma_density(a: Any, x: Any) -> Any:
    return tf.exp(-x + tf.math.xlogy(a - number(1.0, a), x) - tf.math.lgamma(a))


@gradient_of("Igamma")
def igamma(op: Any, grad: Any) -> Any:
    a, x = op.inputs
    return both(op, lambda: grad * raw("IgammaGradA", [a, x], [like(op.outputs[0])]), lambda: grad * _gamma_density(a, x))


@gradient_of("Igammac")
def igammac(op: Any, grad: Any) -> Any:
    a, x = op.inputs
    return both(op, lambda: -grad * raw("IgammaGradA", [a, x], [like(op.outputs[0])]), lambda: -grad * _gamma_density(a, x))


@gradient_of("Betainc")
def betainc(op: Any, grad: Any) -> Any:
    a, b, x = op.inputs
    log_beta = tf.math.lgamma(a) + tf.math.lgamma(b) - tf.math.lgamma(a + b)
    one = number(1.0, x)
    density = tf.exp(tf.math.xlog1py(b - one, -x) + tf.math.xlogy(a - one, x) - log_beta)
    return [None, None, unbroadcast(grad * density, x, op.outputs[0])]


@gradient_of("AddN")
def add_n(op: Any, grad: Any) -> Any:
    return [grad] * len(op.inputs)


@gradient_of("Select", "SelectV2")
def select(op: Any, grad: Any) -> Any:
    chosen, x, y = op.inputs
    result, zeros = op.outputs[0], tf.zeros_like(grad)
    if op.type == "Select":
        first, second = (raw("Select", [chosen, *pair], [like(grad)]) for pair in ((grad, zeros), (zeros, grad)))
        return [None, first, second]
    return [
        None,
        unbroadcast(tf.where(chosen, grad, zeros), x, result),
        unbroadcast(tf.where(chosen, zeros, grad), y, result),
    ]


@gradient_of("ClipByValue")
def clip_by_value(op: Any, grad: Any) -> Any:
    x, low, high = op.inputs
    zeros, below, above = tf.zeros_like(grad), tf.less(x, low), tf.greater(x, high)
    result = op.outputs[0]
    return [
        tf.where(tf.logical_or(below, above), zeros, grad),
        unbroadcast(tf.where(below, grad, zeros), low, result),
        unbroadcast(tf.where(above, grad, zeros), high, result),
    ]
