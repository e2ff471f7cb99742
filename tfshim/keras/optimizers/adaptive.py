"""RMSprop, Adagrad, Adadelta, Adamax and Nadam: steps that adapt to each weight."""

import torch

from tfshim.keras.optimizers.optimizer import Optimizer

_OPTIONS = ("weight_decay", "clipnorm", "clipvalue", "global_clipnorm", "use_ema", "ema_momentum", "ema_overwrite_frequency",
            "jit_compile")


class _Adaptive(Optimizer):
    """An optimizer with the hyperparameters `_fields` and the slots `_kept`: attribute -> name of its variables."""

    _fields = ()

    def _set_up(self, given):
        given = dict(given)
        options = {n: given.pop(n) for n in _OPTIONS}
        for name in ("self", "__class__", "given"):
            given.pop(name, None)
        super().__init__(name=given.pop("name"), **options, **given.pop("kwargs"))
        self._learning_rate = self._build_learning_rate(given.pop("learning_rate"))
        for name, value in given.items():
            setattr(self, name, value)

    def _kept(self):
        raise NotImplementedError

    def _first(self, variable):
        """The initial value of the slots; None for zeros."""
        return None

    def build(self, var_list):
        super().build(var_list)
        if getattr(self, "_built", False):
            return
        self._built = True
        for attribute, name in self._kept().items():
            setattr(self, attribute, [self.add_variable_from_reference(v, name, initial_value=self._first(v)) for v in var_list])

    def get_config(self):
        return {**super().get_config(), "learning_rate": self._serialize_hyperparameter(self._learning_rate),
                **{n: getattr(self, n) for n in self._fields}}


class RMSprop(_Adaptive):
    """Gradients over the root of the moving average of their squares; mirrors `tf.keras.optimizers.RMSprop`."""

    __module__ = "keras.src.optimizers.rmsprop"
    _fields = ("rho", "momentum", "epsilon", "centered")

    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=100,
                 jit_compile=True, name="RMSprop", **kwargs):
        self._set_up(locals())

    def _kept(self):
        kept = {"_velocities": "velocity"}
        if self.momentum > 0:
            kept["_momentums"] = "momentum"
        if self.centered:
            kept["_average_gradients"] = "average_gradient"
        return kept

    def _step(self, storages, gradients, places, rate, count):
        velocities = self._slots(self._velocities, places)
        momenta = self._slots(self._momentums, places) if self.momentum > 0 else None
        averages = self._slots(self._average_gradients, places) if self.centered else None
        for i, (w, g, v) in enumerate(zip(storages, gradients, velocities)):
            v.mul_(self.rho).add_(g * g * (1 - self.rho))
            below = v
            if averages is not None:
                a = averages[i]
                a.mul_(self.rho).add_(g * (1 - self.rho))
                below = v - a * a
            step = rate * g / torch.sqrt(below + self.epsilon)
            if momenta is not None:
                step = momenta[i].mul_(self.momentum).add_(step)
            w.sub_(step)


class Adagrad(_Adaptive):
    """Gradients over the root of the sum of their squares; mirrors `tf.keras.optimizers.Adagrad`."""

    __module__ = "keras.src.optimizers.adagrad"
    _fields = ("initial_accumulator_value", "epsilon")

    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
                 jit_compile=True, name="Adagrad", **kwargs):
        self._set_up(locals())

    def _kept(self):
        return {"_accumulators": "accumulator"}

    def _first(self, variable):
        from tfshim.array_ops import fill

        return fill(variable.shape, convert(self.initial_accumulator_value, variable))

    def _step(self, storages, gradients, places, rate, count):
        for w, g, a in zip(storages, gradients, self._slots(self._accumulators, places)):
            a.add_(g * g)
            w.sub_(rate * g / torch.sqrt(a + self.epsilon))


def convert(number, variable):
    """`number` as a tensor of the variable's dtype."""
    from tfshim.array_ops import constant

    return constant(number, variable.dtype)


class Adadelta(_Adaptive):
    """Steps scaled by the averages of squares of gradients and of earlier steps; mirrors `tf.keras.optimizers.Adadelta`."""

    __module__ = "keras.src.optimizers.adadelta"
    _fields = ("rho", "epsilon")

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-7, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True,
                 name="Adadelta", **kwargs):
        self._set_up(locals())

    def _kept(self):
        return {"_accumulated_grads": "accumulated_grad", "_accumulated_delta_vars": "accumulated_delta_var"}

    def _step(self, storages, gradients, places, rate, count):
        squares, steps = self._slots(self._accumulated_grads, places), self._slots(self._accumulated_delta_vars, places)
        for w, g, a, d in zip(storages, gradients, squares, steps):
            a.mul_(self.rho).add_((1 - self.rho) * g * g)
            step = -torch.sqrt(d + self.epsilon) * g / torch.sqrt(a + self.epsilon)
            d.mul_(self.rho).add_((1 - self.rho) * step * step)
            w.add_(rate * step)


class Adamax(_Adaptive):
    """Adam with the greatest decayed gradient in place of the average of squares; mirrors `tf.keras.optimizers.Adamax`."""

    __module__ = "keras.src.optimizers.adamax"
    _fields = ("beta_1", "beta_2", "epsilon")

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
                 jit_compile=True, name="Adamax", **kwargs):
        self._set_up(locals())

    def _kept(self):
        return {"_m": "m", "_u": "u"}

    def _step(self, storages, gradients, places, rate, count):
        for w, g, m, u in zip(storages, gradients, self._slots(self._m, places), self._slots(self._u, places)):
            m.add_((g - m) * (1 - self.beta_1))
            torch.maximum(self.beta_2 * u, torch.abs(g), out=u)
            w.sub_((rate * m) / ((1 - self.beta_1 ** count) * (u + self.epsilon)))


class Nadam(_Adaptive):
    """Adam with Nesterov momentum; mirrors `tf.keras.optimizers.Nadam`."""

    __module__ = "keras.src.optimizers.nadam"
    _fields = ("beta_1", "beta_2", "epsilon")

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
                 jit_compile=True, name="Nadam", **kwargs):
        self._set_up(locals())

    def _kept(self):
        return {"_momentums": "m", "_velocities": "v"}

    def _moment(self, t):
        return self.beta_1 * (1.0 - 0.5 * 0.96 ** t)

    def _step(self, storages, gradients, places, rate, count):
        if getattr(self, "_product_at", None) != count - 1:
            self._product = 1.0
            for t in range(1, count):
                self._product *= self._moment(t)
        self._product *= self._moment(count)
        self._product_at = count
        now, following, product = self._moment(count), self._moment(count + 1), self._product
        for w, g, m, v in zip(storages, gradients, self._slots(self._momentums, places), self._slots(self._velocities, places)):
            m.add_((g - m) * (1 - self.beta_1))
            v.add_((g * g - v) * (1 - self.beta_2))
            ahead = following * m / (1 - product * following) + (1 - now) * g / (1 - product)
            w.sub_(rate * ahead / (torch.sqrt(v / (1 - self.beta_2 ** count)) + self.epsilon))
