"""Gradients of operations by element."""

from __future__ import annotations

import math
from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.broadcasting import both, same_known_shapes
from tfshim.written_gradients.shapes import behind, like, name_within, number, vector_shape, zeros_like
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
    with behind(grad):
        return tf.multiply(grad, tf.multiply(x, number(2.0, x)))


@gradient_of("Exp")
def exp(op: Any, grad: Any) -> Any:
    return grad * op.outputs[0]


@gradient_of("Expm1")
def expm1(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.exp(op.inputs[0])


@gradient_of("Log")
def log(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.math.reciprocal(op.inputs[0])


@gradient_of("Log1p")
def log1p(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.math.reciprocal(1.0 + op.inputs[0])


@gradient_of("Sin")
def sin(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.cos(op.inputs[0])


@gradient_of("Cos")
def cos(op: Any, grad: Any) -> Any:
    with behind(grad):
        return -grad * tf.sin(op.inputs[0])


@gradient_of("Tan")
def tan(op: Any, grad: Any) -> Any:
    with behind(grad):
        return tf.square(tf.math.reciprocal(tf.cos(op.inputs[0]))) * grad


@gradient_of("Sinh")
def sinh(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.cosh(op.inputs[0])


@gradient_of("Cosh")
def cosh(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.sinh(op.inputs[0])


def _one_minus_square(x: Any) -> Any:
    squared = tf.square(x)
    return tf.subtract(number(1.0, x), squared)


@gradient_of("Asin")
def asin(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.math.reciprocal(tf.sqrt(_one_minus_square(op.inputs[0])))


@gradient_of("Acos")
def acos(op: Any, grad: Any) -> Any:
    with behind(grad):
        slope = tf.math.reciprocal(tf.sqrt(_one_minus_square(op.inputs[0])))
        return -grad * slope


@gradient_of("Atan")
def atan(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    with behind(grad):
        squared = tf.square(x)
        return grad * tf.math.reciprocal(tf.add(number(1.0, x), squared))


@gradient_of("Asinh")
def asinh(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad / tf.cosh(op.outputs[0])


@gradient_of("Acosh")
def acosh(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad / tf.sinh(op.outputs[0])


@gradient_of("Atanh")
def atanh(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.math.reciprocal(_one_minus_square(op.inputs[0]))


@gradient_of("Erf")
def erf(op: Any, grad: Any, factor: float = 2.0 / math.sqrt(math.pi)) -> Any:
    scaled = grad * number(factor, grad)
    with behind(grad):
        return scaled * tf.exp(-tf.square(op.inputs[0]))


@gradient_of("Erfc")
def erfc(op: Any, grad: Any) -> Any:
    return erf(op, grad, -2.0 / math.sqrt(math.pi))


@gradient_of("Erfinv")
def erfinv(op: Any, grad: Any) -> Any:
    scaled = grad * number(math.sqrt(math.pi) / 2.0, grad)
    with behind(grad):
        return scaled * tf.exp(tf.square(op.outputs[0]))


@gradient_of("Ndtri")
def ndtri(op: Any, grad: Any) -> Any:
    scaled = grad * number(math.sqrt(2.0 * math.pi), grad)
    with behind(grad):
        return scaled * tf.exp(tf.square(op.outputs[0]) / 2.0)


@gradient_of("Lgamma")
def lgamma(op: Any, grad: Any) -> Any:
    with behind(grad):
        return grad * tf.math.digamma(op.inputs[0])


@gradient_of("Digamma")
def digamma(op: Any, grad: Any) -> Any:
    x = op.inputs[0]
    with behind(grad):
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


@gradient_of(*_OF_RESULT)
def of_result(op: Any, grad: Any) -> Any:
    return raw(_OF_RESULT[op.type], [op.outputs[0], grad], [like(op.outputs[0])])


@gradient_of(*_AFTER_GRADIENT)
def after_gradient(op: Any, grad: Any) -> Any:
    return raw(_AFTER_GRADIENT[op.type], [grad, op.outputs[0]], [like(op.outputs[0])])


@gradient_of("Softsign")
def softsign(op: Any, grad: Any) -> Any:
    return raw("SoftsignGrad", [grad, op.inputs[0]], [like(op.inputs[0])])


@gradient_of("Softplus")
def softplus(op: Any, grad: Any) -> Any:
    return grad * tf.sigmoid(op.inputs[0])


@gradient_of("LeakyRelu")
def leaky_relu(op: Any, grad: Any) -> Any:
    return raw("LeakyReluGrad", [grad, op.inputs[0]], [like(op.inputs[0])], {"alpha": op.get_attr("alpha")})


# ---------------------------------------------------------------------- of these operations again
@gradient_of("ReluGrad", "Relu6Grad")
def relu_again(op: Any, grad: Any) -> Any:
    return [raw(op.type, [grad, op.inputs[1]], [like(grad)]), tf.zeros_like(op.inputs[1])]


@gradient_of("LeakyReluGrad")
def leaky_relu_again(op: Any, grad: Any) -> Any:
    made = raw("LeakyReluGrad", [grad, op.inputs[1]], [like(grad)], {"alpha": op.get_attr("alpha")})
    return [made, tf.zeros_like(op.inputs[1])]


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
    x, y = op.inputs
    if 1 in op.skipped and y.shape.rank == 0:
        return [grad, None]
    if same_known_shapes(x, y, grad):
        return [grad, grad]
    return both(op, None if 0 in op.skipped else grad, None if 1 in op.skipped else grad)


@gradient_of("Sub")
def sub(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    if 1 in op.skipped and y.shape.rank == 0:
        return [grad, None]
    if same_known_shapes(x, y, grad):
        return [grad, -grad]
    return both(op, None if 0 in op.skipped else grad, None if 1 in op.skipped else -grad)


@gradient_of("NextAfter")
def next_after(op: Any, grad: Any) -> Any:
    return both(op, grad, zeros_like(grad))


@gradient_of("Mul")
def mul(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    if 1 in op.skipped and y.shape.rank == 0:
        return [tf.multiply(grad, y), None]
    known = same_known_shapes(x, y, grad)
    first = tf.multiply(grad, y) if known or 0 not in op.skipped else None
    second = tf.multiply(grad, x) if known else None if 1 in op.skipped else tf.multiply(x, grad)
    return [first, second] if known else both(op, first, second)


@gradient_of("MulNoNan")
def mul_no_nan(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    first = raw("MulNoNan", [grad, y], [like(grad)])
    second = raw("MulNoNan", [x, grad], [like(grad)])
    return [first, second] if same_known_shapes(x, y, grad) else both(op, first, second)


@gradient_of("Div", "RealDiv")
def div(op: Any, grad: Any) -> Any:
    x, y = op.inputs

    def over(a: Any, like_it: Any) -> Any:
        return raw("RealDiv", [a, y], [(a.dtype, like_it)])

    first = over(grad, grad.shape)
    slope = over(over(-x, grad.shape), grad.shape)
    return both(op, first, grad * slope)


@gradient_of("DivNoNan")
def div_no_nan(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    divide = tf.math.divide_no_nan
    first = divide(grad, y)
    slope = divide(divide(-x, y), y)
    return both(op, first, grad * slope)


@gradient_of("FloorMod")
def floor_mod(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    slope = -raw("FloorDiv", [x, y], [like(grad)])
    return both(op, grad, grad * slope)


@gradient_of("Pow")
def power(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    if 1 in op.skipped and y.shape.rank == 0:
        return [grad * y * tf.pow(x, y - 1.0), None]
    first = second = None
    if 0 not in op.skipped:
        first = grad * y * raw("Pow", [x, y - 1.0], [like(grad)])
    if 1 not in op.skipped:
        positive = tf.greater(x, 0.0)
        safe = raw("Select", [positive, x, _ones(x)], [like(x)])
        logarithm = raw("Select", [positive, tf.math.log(safe), zeros_like(x)], [like(x)])
        second = grad * op.outputs[0] * logarithm
    return both(op, first, second)


def _ones(x: Any) -> Any:
    """Ones like `x`, by a node that fills."""
    if x.shape.is_fully_defined():
        shape = tf.constant(x.shape.as_list(), tf.int32, shape=[x.shape.rank], name=name_within("ones_like", "Shape/shape_as_tensor"))
    else:
        shape = raw("Shape", [x], [(tf.int32, [x.shape.rank])], {"out_type": tf.int32}, name=name_within("ones_like", "Shape"))
    return raw("Fill", [shape, tf.constant(1.0, x.dtype, name=name_within("ones_like", "Const"))], [like(x)], name="ones_like")


@gradient_of("Maximum", "Minimum")
def extreme(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    zeros = zeros_like(grad)
    first = tf.greater_equal(x, y) if op.type == "Maximum" else tf.less_equal(x, y)

    def chosen(a: Any, b: Any) -> Any:
        return raw("SelectV2", [first, a, b], [like(grad)])

    if 1 in op.skipped and y.shape.rank == 0:
        return [chosen(grad, zeros), None]
    return both(op, None if 0 in op.skipped else chosen(grad, zeros), None if 1 in op.skipped else chosen(zeros, grad))


@gradient_of("SquaredDifference")
def squared_difference(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    with behind(grad):
        slope = tf.multiply(tf.constant(2.0, grad.dtype, name="scalar"), grad) * (x - y)
    if same_known_shapes(x, y, grad):
        return [slope, -slope]
    return both(op, None if 0 in op.skipped else slope, None if 1 in op.skipped else -slope)


@gradient_of("Atan2")
def atan2(op: Any, grad: Any) -> Any:
    y, x = op.inputs
    with behind(grad):
        scaled = grad / (tf.square(y) + tf.square(x))
        return both(op, x * scaled, -y * scaled)


@gradient_of("Xlogy", "Xlog1py", "Xdivy")
def by_parts(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    shapes = vector_shape(x), vector_shape(y)
    axes = raw("BroadcastGradientArgs", shapes, [(tf.int32, [None]), (tf.int32, [None])])

    def part(kind: str, a: Any, b: Any) -> Any:
        return raw(kind, [a, b], [like(grad)], name=kind)

    with behind(grad):
        zero = tf.constant(0.0, x.dtype, name=name_within("Cast", "x"))
        present = raw("Cast", [raw("NotEqual", [x, zero], [(tf.bool, x.shape)])], [like(x)], {"DstT": x.dtype}, name="Cast_1")
        first = part(op.type, present, y)
        if op.type == "Xlogy":
            second = part("Xdivy", x, y)
        elif op.type == "Xlog1py":
            second = part("Xdivy", x, y + 1.0)
        else:
            second = part("Xdivy", -x, y**2)
    made = []
    for t, g, shape, own in zip((x, y), (first, second), shapes, axes):
        made.append(raw("Reshape", [tf.reduce_sum(g * grad, own), shape], [like(t)]))
    return made


@gradient_of("Zeta")
def zeta(op: Any, grad: Any) -> Any:
    x, q = op.inputs
    return [None, both(op, None, grad * (-x * tf.math.zeta(x + number(1.0, x), q)))[1]]


@gradient_of("Polygamma")
def polygamma(op: Any, grad: Any) -> Any:
    n, x = op.inputs
    return [None, both(op, None, grad * tf.math.polygamma(n + number(1.0, n), x))[1]]


def _gamma_density(a: Any, x: Any) -> Any:
    return tf.exp(-x + tf.math.xlogy(a - number(1.0, a), x) - tf.math.lgamma(a))


@gradient_of("Igamma")
def igamma(op: Any, grad: Any) -> Any:
    a, x = op.inputs
    return both(op, grad * raw("IgammaGradA", [a, x], [like(op.outputs[0])]), grad * _gamma_density(a, x))


@gradient_of("Igammac")
def igammac(op: Any, grad: Any) -> Any:
    a, x = op.inputs
    return both(op, -grad * raw("IgammaGradA", [a, x], [like(op.outputs[0])]), -grad * _gamma_density(a, x))


@gradient_of("Betainc")
def betainc(op: Any, grad: Any) -> Any:
    a, b, x = op.inputs
    log_beta = tf.math.lgamma(a) + tf.math.lgamma(b) - tf.math.lgamma(a + b)
    one = number(1.0, x)
    density = tf.exp(tf.math.xlog1py(b - one, -x) + tf.math.xlogy(a - one, x) - log_beta)
    return [None, None, both(op, grad * density, None, x, op.outputs[0])[0]]


@gradient_of("AddN")
def add_n(op: Any, grad: Any) -> Any:
    return [grad] * len(op.inputs)


@gradient_of("Select")
def former_select(op: Any, grad: Any) -> Any:
    chosen, x, _ = op.inputs
    zeros = zeros_like(x)
    return [None, *(raw("Select", [chosen, *pair], [like(grad)]) for pair in ((grad, zeros), (zeros, grad)))]


@gradient_of("SelectV2")
def select(op: Any, grad: Any) -> Any:
    chosen, x, y = op.inputs
    result = op.outputs[0]
    zeros = tf.constant(0.0, grad.dtype, name="zeros")
    first, second = (raw("SelectV2", [chosen, *pair], [like(grad)]) for pair in ((grad, zeros), (zeros, grad)))
    return [None, both(op, first, None, x, result)[0], both(op, second, None, y, result)[0]]


@gradient_of("ClipByValue")
def clip_by_value(op: Any, grad: Any) -> Any:
    x, low, high = op.inputs
    zeros, below, above = zeros_like(grad), tf.less(x, low), tf.greater(x, high)
    result = op.outputs[0]
    return [
        tf.where(tf.logical_or(below, above), zeros, grad),
        both(op, tf.where(below, grad, zeros), None, low, result)[0],
        both(op, tf.where(above, grad, zeros), None, high, result)[0],
    ]
