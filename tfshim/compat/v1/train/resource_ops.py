"""Steps of optimizers as raw operations on variables, which libraries call with the handles of theirs.

Those named `Sparse` take the rows of the gradient and their indices, and leave the other rows of all variables as they are.
"""

from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.masking import where
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.comparison import maximum
from tfshim.math.elementwise import abs as magnitude
from tfshim.math.elementwise import exp, rsqrt, sign, sqrt


class _Whole:
    """All of a variable."""

    def __init__(self, variable):
        self._variable = variable

    def read(self):
        return self._variable.read_value()

    def write(self, value):
        self._variable.assign(value)
        return value


class _Rows:
    """Some rows of a variable."""

    def __init__(self, variable, indices):
        self._variable, self._indices = variable, convert_to_tensor(indices)

    def read(self):
        return gather(self._variable.read_value(), self._indices)

    def write(self, value):
        self._variable.scatter_nd_update(self._indices[..., None], value)
        return value


def _parts(variables, indices):
    return [_Whole(v) if indices is None else _Rows(v, indices) for v in variables]


@raw_op("ResourceApplyKerasMomentum", "ResourceSparseApplyKerasMomentum")
def keras_momentum(var, accum, lr, grad, momentum, indices=None, use_nesterov=False, name=None):
    """`accum` becomes `momentum * accum - lr * grad`, and is added to `var`; with `use_nesterov` as it would be one step on."""
    var, accum = _parts([var, accum], indices)
    moved = accum.write(momentum * accum.read() - lr * grad)
    var.write(var.read() + (momentum * moved - lr * grad if use_nesterov else moved))


@raw_op("ResourceApplyMomentum", "ResourceSparseApplyMomentum")
def momentum(var, accum, lr, grad, momentum, indices=None, use_nesterov=False, name=None):
    """`accum` becomes `momentum * accum + grad`; `var` moves against it by `lr`."""
    var, accum = _parts([var, accum], indices)
    moved = accum.write(momentum * accum.read() + grad)
    var.write(var.read() - (lr * grad + lr * momentum * moved if use_nesterov else lr * moved))


@raw_op("ResourceApplyAdagradV2", "ResourceSparseApplyAdagradV2")
def adagrad_v2(var, accum, lr, epsilon, grad, indices=None, update_slots=True, name=None):
    """Adagrad, which divides by the root of the sum of squares plus `epsilon`."""
    var, accum = _parts([var, accum], indices)
    total = accum.read()
    if update_slots:
        total = accum.write(total + grad * grad)
    var.write(var.read() - lr * grad / (sqrt(total) + epsilon))


@raw_op("ResourceApplyAdagrad", "ResourceSparseApplyAdagrad")
def adagrad(var, accum, lr, grad, indices=None, update_slots=True, name=None):
    """Adagrad, which divides by the root of the sum of squares."""
    var, accum = _parts([var, accum], indices)
    total = accum.read()
    if update_slots:
        total = accum.write(total + grad * grad)
    var.write(var.read() - lr * grad * rsqrt(total))


@raw_op("ResourceApplyProximalAdagrad", "ResourceSparseApplyProximalAdagrad")
def proximal_adagrad(var, accum, lr, l1, l2, grad, indices=None, name=None):
    """Adagrad followed by the proximal step for the penalties `l1` and `l2`."""
    var, accum = _parts([var, accum], indices)
    rate = lr * rsqrt(accum.write(accum.read() + grad * grad))
    moved = var.read() - rate * grad
    var.write(sign(moved) * maximum(magnitude(moved) - rate * maximum(l1, 0.0), 0.0) / (1.0 + rate * l2))


@raw_op("ResourceApplyAdam")
def adam(var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, use_nesterov=False, name=None):
    """Adam."""
    var, m, v = _parts([var, m, v], None)
    rate = lr * sqrt(1.0 - beta2_power) / (1.0 - beta1_power)
    first = m.write(m.read() + (grad - m.read()) * (1.0 - beta1))
    second = v.write(v.read() + (grad * grad - v.read()) * (1.0 - beta2))
    ahead = beta1 * first + (1.0 - beta1) * grad if use_nesterov else first
    var.write(var.read() - rate * ahead / (sqrt(second) + epsilon))


@raw_op("ResourceApplyAdaMax")
def adamax(var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad, name=None):
    """AdaMax: Adam with the largest gradient in place of the mean square."""
    var, m, v = _parts([var, m, v], None)
    first = m.write(m.read() + (grad - m.read()) * (1.0 - beta1))
    largest = v.write(maximum(beta2 * v.read(), magnitude(grad)))
    var.write(var.read() - lr / (1.0 - beta1_power) * first / (largest + epsilon))


@raw_op("ResourceApplyAdadelta", "ResourceSparseApplyAdadelta")
def adadelta(var, accum, accum_update, lr, rho, epsilon, grad, indices=None, name=None):
    """Adadelta."""
    var, accum, accum_update = _parts([var, accum, accum_update], indices)
    squares = accum.write(rho * accum.read() + (1.0 - rho) * grad * grad)
    step = sqrt(accum_update.read() + epsilon) * rsqrt(squares + epsilon) * grad
    accum_update.write(rho * accum_update.read() + (1.0 - rho) * step * step)
    var.write(var.read() - lr * step)


@raw_op("ResourceApplyRMSProp", "ResourceSparseApplyRMSProp")
def rmsprop(var, ms, mom, lr, rho, momentum, epsilon, grad, indices=None, name=None):
    """RMSProp with momentum."""
    var, ms, mom = _parts([var, ms, mom], indices)
    squares = ms.write(ms.read() + (grad * grad - ms.read()) * (1.0 - rho))
    var.write(var.read() - mom.write(momentum * mom.read() + lr * grad * rsqrt(squares + epsilon)))


@raw_op("ResourceApplyCenteredRMSProp", "ResourceSparseApplyCenteredRMSProp")
def centered_rmsprop(var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices=None, name=None):
    """RMSProp by the variance of the gradient."""
    var, mg, ms, mom = _parts([var, mg, ms, mom], indices)
    squares = ms.write(ms.read() + (grad * grad - ms.read()) * (1.0 - rho))
    mean = mg.write(mg.read() + (grad - mg.read()) * (1.0 - rho))
    var.write(var.read() - mom.write(momentum * mom.read() + lr * grad * rsqrt(squares - mean * mean + epsilon)))


@raw_op("ResourceApplyAdamWithAmsgrad")
def adam_amsgrad(var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, name=None):
    """Adam that divides by the largest mean square so far."""
    var, m, v, vhat = _parts([var, m, v, vhat], None)
    rate = lr * sqrt(1.0 - beta2_power) / (1.0 - beta1_power)
    first = m.write(m.read() + (grad - m.read()) * (1.0 - beta1))
    largest = vhat.write(maximum(vhat.read(), v.write(v.read() + (grad * grad - v.read()) * (1.0 - beta2))))
    var.write(var.read() - rate * first / (sqrt(largest) + epsilon))


@raw_op("ResourceApplyAddSign")
def add_sign(var, m, lr, alpha, sign_decay, beta, grad, name=None):
    """Steps that are larger where the gradient agrees in sign with its mean."""
    var, m = _parts([var, m], None)
    mean = m.write(beta * m.read() + (1.0 - beta) * grad)
    var.write(var.read() - lr * (alpha + sign_decay * sign(grad) * sign(mean)) * grad)


@raw_op("ResourceApplyPowerSign")
def power_sign(var, m, lr, logbase, sign_decay, beta, grad, name=None):
    """As `add_sign`, by a power of the agreement."""
    var, m = _parts([var, m], None)
    mean = m.write(beta * m.read() + (1.0 - beta) * grad)
    var.write(var.read() - lr * exp(logbase * sign_decay * sign(grad) * sign(mean)) * grad)


@raw_op("ResourceApplyFtrl", "ResourceSparseApplyFtrl")
def ftrl(var, accum, linear, grad, lr, l1, l2, lr_power, indices=None, name=None):
    """Follow the regularized leader."""
    ftrl_with_shrinkage(var, accum, linear, grad, lr, l1, l2, 0.0, lr_power, indices)


@raw_op("ResourceApplyFtrlV2", "ResourceSparseApplyFtrlV2")
def ftrl_with_shrinkage(var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power, indices=None, name=None):
    """Follow the regularized leader, whose gradient has a penalty of its own."""
    var, accum, linear = _parts([var, accum, linear], indices)
    before = accum.read()
    total = before + grad * grad
    pulled = grad + 2.0 * l2_shrinkage * var.read()
    slope = linear.write(linear.read() + pulled - (total**-lr_power - before**-lr_power) / lr * var.read())
    accum.write(total)
    moved = (l1 * sign(slope) - slope) / (total**-lr_power / lr + 2.0 * l2)
    var.write(where(magnitude(slope) > l1, moved, zeros_like(moved)))


@raw_op("ResourceSparseApplyProximalGradientDescent")
def proximal_rows(var, alpha, l1, l2, grad, indices, name=None):
    """A step of gradient descent for rows, and the proximal step for the penalties `l1` and `l2`."""
    (var,) = _parts([var], indices)
    moved = var.read() - alpha * grad
    var.write(sign(moved) * maximum(magnitude(moved) - alpha * maximum(l1, 0.0), 0.0) / (1.0 + alpha * l2))


@raw_op("ResourceApplyAdagradDA", "ResourceSparseApplyAdagradDA")
def dual_averages(var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step, indices=None, name=None):
    """Adagrad of the sum of all gradients, for the penalties `l1` and `l2`: the variable is computed anew in each step."""
    var, sums, squares = _parts([var, gradient_accumulator, gradient_squared_accumulator], indices)
    total, square = sums.write(sums.read() + grad), squares.write(squares.read() + grad * grad)
    step = cast(global_step, total.dtype)
    kept = sign(total) * maximum(magnitude(total) - maximum(l1, 0.0) * step, 0.0)
    var.write(-lr * kept / (l2 * step * lr + sqrt(square)))
