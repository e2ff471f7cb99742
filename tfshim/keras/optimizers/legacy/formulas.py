"""The updates of the legacy optimizers in operations, and the coefficients that subclasses find in `apply_state`."""

from __future__ import annotations

from tfshim import array_ops, math
from tfshim.array_ops.casting import cast
from tfshim.array_ops.identities import identity
from tfshim.array_ops.masking import where
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.optimizers.legacy.hooks import Formula


def _averaged(average, x, kept, apart):
    """A moving average after `x`, `apart` as the sum of two parts: operations of whole gradients and of rows round in other orders."""
    return average * kept + x * (1 - kept) if apart else average + (x - average) * (1 - kept)


class SGDFormula(Formula):
    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[(var_device, var_dtype)]["momentum"] = identity(self._get_hyper("momentum", var_dtype))

    def _formula(self, value, gradient, slots, c, sparse):
        step = c["lr_t"] * gradient
        if not slots:
            return value - step, []
        velocity = c["momentum"] * slots[0] - step
        return value + (c["momentum"] * velocity - step if self.nesterov else velocity), [velocity]

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices, **kwargs):
        if self._momentum:
            return super()._resource_apply_sparse_duplicate_indices(grad, handle, indices, **kwargs)
        # Without momentum the step is linear in the gradient: as in Keras, `_resource_apply_sparse` is not asked.
        _, c = self._operands(handle, kwargs.get("apply_state"))
        return self._resource_scatter_add(handle, indices, -grad * c["lr_t"])


class _Moments(Formula):
    """Coefficients of two moving averages."""

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        count = self._count(var_dtype)
        c["beta_1_t"], c["beta_2_t"] = (identity(self._get_hyper(name, var_dtype)) for name in ("beta_1", "beta_2"))
        self._after(c, count, var_dtype)
        c.update(epsilon=convert_to_tensor(self.epsilon, var_dtype), one_minus_beta_1_t=1 - c["beta_1_t"])

    def _after(self, c, count, var_dtype):
        """Note in the coefficients `c` what depends on the number of the step, `count`."""

    def _count(self, var_dtype):
        return cast(self.iterations + 1, var_dtype)


class AdamFormula(_Moments):
    _rows = "all"

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        c["one_minus_beta_2_t"] = 1 - c["beta_2_t"]

    def _after(self, c, count, var_dtype):
        power_1, power_2 = (math.pow(c[name], count) for name in ("beta_1_t", "beta_2_t"))
        c.update(lr=c["lr_t"] * (math.sqrt(1 - power_2) / (1 - power_1)), beta_1_power=power_1, beta_2_power=power_2)

    def _formula(self, value, gradient, slots, c, sparse):
        m = _averaged(slots[0], gradient, c["beta_1_t"], sparse)
        v = _averaged(slots[1], gradient * gradient, c["beta_2_t"], sparse)
        new = [m, v]
        if self.amsgrad:
            new.append(math.maximum(slots[2], v))
        # A subclass that changes one of the two rates changes dense or sparse updates only, as in Keras.
        rate = c["lr"] if sparse else c["lr_t"] * math.sqrt(1 - c["beta_2_power"]) / (1 - c["beta_1_power"])
        return value - (rate * m) / (math.sqrt(new[-1]) + c["epsilon"]), new


class AdamaxFormula(_Moments):
    def _after(self, c, count, var_dtype):
        power = math.pow(c["beta_1_t"], count)
        c.update(neg_scaled_lr=-c["lr_t"] / (1 - power), beta_1_power=power)

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[(var_device, var_dtype)]["zero"] = array_ops.zeros([], "int64")

    def _formula(self, value, gradient, slots, c, sparse):
        m = _averaged(slots[0], gradient, c["beta_1_t"], sparse)
        v = math.maximum(slots[1] * c["beta_2_t"], math.abs(gradient))
        rate = c["neg_scaled_lr"] if sparse else -c["lr_t"] / (1 - c["beta_1_power"])
        return value + rate * (m / (v + c["epsilon"])), [m, v]


class NadamFormula(_Moments):
    _rows = "slots"

    def _prepare(self, var_list):
        # Of the step before, whatever the first variable's coefficients do to it.
        self.__dict__["_m_cache_read"] = identity(self._m_cache)
        return super()._prepare(var_list)

    def _prepare_local(self, var_device, var_dtype, apply_state):
        # `decay` is that of the momentum here.
        rate, beta_1, beta_2 = (identity(self._get_hyper(name, var_dtype)) for name in ("learning_rate", "beta_1", "beta_2"))
        count, following_count = self._count(var_dtype), cast(self.iterations + 2, var_dtype)
        base = cast(0.96, var_dtype)
        now, following = (beta_1 * (1.0 - 0.5 * math.pow(base, self._initial_decay * n)) for n in (count, following_count))
        product = cast(self._m_cache_read, var_dtype) * now
        if var_dtype == self._m_cache.dtype:
            self._m_cache.assign(product)
            product = identity(self._m_cache)
        next_product = product * following
        apply_state[(var_device, var_dtype)] = {
            "lr_t": rate,
            "neg_lr_t": -rate,
            "epsilon": convert_to_tensor(self.epsilon, var_dtype),
            "beta_1_t": beta_1,
            "beta_2_t": beta_2,
            "m_t": now,
            "m_t_1": following,
            "one_minus_beta_1_t": 1 - beta_1,
            "one_minus_beta_2_t": 1 - beta_2,
            "one_minus_m_t": 1.0 - now,
            "one_minus_m_schedule_new": 1.0 - product,
            "one_minus_m_schedule_next": 1.0 - next_product,
            "v_t_prime_denominator": 1.0 - math.pow(beta_2, count),
        }

    def _formula(self, value, gradient, slots, c, sparse):
        m = slots[0] * c["beta_1_t"] + gradient * c["one_minus_beta_1_t"]
        v = slots[1] * c["beta_2_t"] + gradient * gradient * c["one_minus_beta_2_t"]
        ahead = c["one_minus_m_t"] * (gradient / c["one_minus_m_schedule_new"]) + c["m_t_1"] * (m / c["one_minus_m_schedule_next"])
        return value - c["lr_t"] * ahead / (math.sqrt(v / c["v_t_prime_denominator"]) + c["epsilon"]), [m, v]


class RMSpropFormula(Formula):
    @property
    def _rows(self):
        return "those" if self._momentum else "slots"

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        c, rho = apply_state[(var_device, var_dtype)], identity(self._get_hyper("rho", var_dtype))
        c.update(
            neg_lr_t=-c["lr_t"],
            epsilon=convert_to_tensor(self.epsilon, var_dtype),
            rho=rho,
            momentum=identity(self._get_hyper("momentum", var_dtype)),
            one_minus_rho=1.0 - rho,
        )

    def _formula(self, value, gradient, slots, c, sparse):
        apart = sparse or not self._momentum
        squares = _averaged(slots[0], gradient * gradient, c["rho"], apart)
        below, means = squares, []
        if self.centered:
            means = [_averaged(slots[-1], gradient, c["rho"], apart)]
            below = squares - means[0] * means[0]
        if not self._momentum:
            return value - c["lr_t"] * gradient / (math.sqrt(below) + c["epsilon"]), [squares, *means]
        # With momentum, epsilon is inside the square root.
        if sparse:
            below = squares + c["epsilon"] - means[0] * means[0] if means else squares + c["epsilon"]
            moved = math.rsqrt(below) * c["lr_t"] * gradient
        else:
            moved = c["lr_t"] * gradient / math.sqrt(below + c["epsilon"])
        velocity = c["momentum"] * slots[1] + moved
        return value - velocity, [squares, velocity, *means]


class AdagradFormula(Formula):
    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        c.update(epsilon=convert_to_tensor(self.epsilon, var_dtype), neg_lr_t=-c["lr_t"], zero=array_ops.zeros([], var_dtype))

    def _formula(self, value, gradient, slots, c, sparse):
        squares = slots[0] + gradient * gradient
        return value - c["lr_t"] * gradient / (math.sqrt(squares) + c["epsilon"]), [squares]


class AdadeltaFormula(Formula):
    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[(var_device, var_dtype)].update(
            epsilon=convert_to_tensor(self.epsilon, var_dtype), rho=identity(self._get_hyper("rho", var_dtype))
        )

    def _formula(self, value, gradient, slots, c, sparse):
        rho, epsilon = c["rho"], c["epsilon"]
        squares = slots[0] * rho + gradient * gradient * (1 - rho)
        step = math.sqrt(slots[1] + epsilon) * math.rsqrt(squares + epsilon) * gradient
        return value - c["lr_t"] * step, [squares, slots[1] * rho + step * step * (1 - rho)]


class FtrlFormula(Formula):
    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        names = ("learning_rate_power", "l1_regularization_strength", "l2_regularization_strength", "beta")
        apply_state[(var_device, var_dtype)].update(
            {name: identity(self._get_hyper(name, var_dtype)) for name in names},
            l2_shrinkage_regularization_strength=cast(self.l2_shrinkage_regularization_strength, var_dtype),
        )

    def _formula(self, value, gradient, slots, c, sparse):
        rate, power, l1 = c["lr_t"], -c["learning_rate_power"], c["l1_regularization_strength"]
        l2 = c["l2_regularization_strength"] + c["beta"] / (2.0 * rate)
        squares = slots[0] + gradient * gradient
        grown = math.pow(squares, power)
        shrunk = gradient + 2.0 * c["l2_shrinkage_regularization_strength"] * value
        linear = slots[1] + shrunk - (grown - math.pow(slots[0], power)) / rate * value
        below = grown / rate + 2.0 * l2
        # 0 where `linear` is NaN too, as in the kernel.
        value = where(math.abs(linear) > l1, (math.sign(linear) * l1 - linear) / below, array_ops.zeros_like(linear))
        return value, [squares, linear]
