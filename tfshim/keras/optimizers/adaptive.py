"""RMSprop, Adagrad, Adadelta, Adamax and Nadam: steps that adapt to each weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import constant, fill
from tfshim.array_ops.gathering import gather
from tfshim.control_flow import cond
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.variables import updates
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.step_numbers import adamax_rate, nadam_shares, one_minus_power, rounded
from tfshim.engine.variables.variable import Variable
from tfshim.keras.optimizers.gradients import add, approach, mix, operand
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.plain_numbers import number_of, plain
from tfshim.math.arithmetic import pow, square
from tfshim.math.comparison import equal, maximum
from tfshim.math.elementwise import abs, rsqrt, sqrt

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.keras.optimizers.schedules import LearningRate


_OPTIONS = ("weight_decay", "clipnorm", "clipvalue", "global_clipnorm", "use_ema", "ema_momentum", "ema_overwrite_frequency", "jit_compile")


class _Adaptive(Optimizer):
    """An optimizer with the hyperparameters `_fields` and the slots `_kept`: attribute -> name of its variables."""

    _fields: tuple[str, ...] = ()
    _attribute_by_attribute = False  # the order in which the variables are made

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

    def _first(self, variable, attribute):
        """The initial value of the slots of `attribute`; None for zeros."""
        return None

    def build(self, var_list: Sequence[Variable]) -> None:
        super().build(var_list)
        if getattr(self, "_built", False):
            return
        self._built = True
        kept = self._kept()
        for attribute in kept:
            setattr(self, attribute, [])
        self._build_others(var_list)
        pairs = [(a, v) for a in kept for v in var_list] if self._attribute_by_attribute else [(a, v) for v in var_list for a in kept]
        for attribute, v in pairs:
            made = self.add_variable_from_reference(v, kept[attribute], initial_value=self._first(v, attribute))
            getattr(self, attribute).append(made)

    def _build_others(self, var_list):
        """Make variables that are not those of one variable of the model each."""

    def _slot_lists(self):
        return [getattr(self, attribute) for attribute in self._kept()]

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter(self._learning_rate),
            **{n: getattr(self, n) for n in self._fields},
        }


@tf_export("keras.optimizers.RMSprop", "keras.optimizers.experimental.RMSprop")
class RMSprop(_Adaptive):
    """Steps along gradients, over the root of a moving average of their squares (Tieleman and Hinton, 2012).

    Mirrors `tf.keras.optimizers.RMSprop`, the default of `compile`. `v = rho * v + (1 - rho) * g ** 2` and `w -= learning_rate * g /
    sqrt(v + epsilon)`; with momentum the step enters a decaying sum.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        rho: how slowly the average moves; 0.9 by default.
        momentum: the share of the last step that is made again; 0.0 by default.
        epsilon: is added under the root; 1e-7.
        centered: whether the square of the average gradient is subtracted, which makes v a variance; False by default.
        ema_overwrite_frequency: 100 here.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, jit_compile: as in `Optimizer`.
        name: "RMSprop".

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.RMSprop(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -5.0]), w)])
        >>> w.numpy().round(3)
        array([0.684, 1.316], dtype=float32)
    """

    __module__ = "keras.src.optimizers.rmsprop"
    _fields = ("rho", "momentum", "epsilon", "centered")
    # Keras makes all velocities first, then all momenta; files have them in that order.
    _attribute_by_attribute = True

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        rho: FloatLike = 0.9,
        momentum: FloatLike = 0.0,
        epsilon: FloatLike = 1e-7,
        centered: bool = False,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        # Keras' default here, unlike that of the other optimizers.
        ema_overwrite_frequency: IntLike = 100,
        jit_compile: bool = True,
        name: str | None = "RMSprop",
        **kwargs: Any,
    ) -> None:
        self._set_up(locals())

    def _kept(self):
        kept = {"_velocities": "velocity"}
        if self.momentum > 0:
            kept["_momentums"] = "momentum"
        if self.centered:
            kept["_average_gradients"] = "average_gradient"
        return kept

    def _meet(self, gradient, variable, slots):
        return [(slots[0], "assign", self.rho * slots[0] + (1 - self.rho) * square(gradient))]

    def _by_operations(self, g, v, slots):
        rate, velocity = self._rate_for(v), slots[0]
        mix(velocity, g, self.rho, square)
        if self.centered:
            mix(slots[-1], g, self.rho)
            below = velocity - square(slots[-1]) + self.epsilon
        else:
            below = velocity + self.epsilon
        if isinstance(g, IndexedSlices):
            moved = IndexedSlices(rate * g.values * rsqrt(gather(below, g.indices)), g.indices)
        else:
            moved = rate * g * rsqrt(below)
        if self.momentum > 0:
            if isinstance(g, IndexedSlices):
                slots[1].assign(self.momentum * slots[1])
                add(slots[1], moved)
            else:
                slots[1].assign(self.momentum * slots[1] + moved)
            moved = slots[1]
        if isinstance(moved, IndexedSlices):
            add(v, moved, lambda rows: -rows)
        else:
            v.assign_add(-moved)

    def _step(self, storages, gradients, slots, rate, count):
        velocities = slots[0]
        momenta = slots[1] if self.momentum > 0 else None
        averages = slots[-1] if self.centered else None
        rho = plain(self.rho)
        updates.average_squares(velocities, gradients, rho)
        below = torch._foreach_add(velocities, plain(self.epsilon, "AddV2"))
        if averages is not None:
            torch._foreach_mul_(averages, rho)
            torch._foreach_add_(averages, gradients, alpha=1 - rho)
            torch._foreach_addcmul_(below, averages, averages, -1.0)
        torch._foreach_sqrt_(below)
        updates.divided(storages, gradients, below, rate, momenta, plain(self.momentum))

    _rows_from = 1 << 15  # a step on the whole table takes several passes over it

    def _step_without_gradient(self, table, kept, rate, count):
        kept[0].mul_(plain(self.rho))
        if self.centered:
            kept[-1].mul_(plain(self.rho))
        if self.momentum > 0:
            table.sub_(kept[1].mul_(plain(self.momentum)))


@tf_export("keras.optimizers.Adagrad", "keras.optimizers.experimental.Adagrad")
class Adagrad(_Adaptive):
    """Steps along gradients, over the root of the sum of all their squares so far (Duchi et al., 2011).

    Mirrors `tf.keras.optimizers.Adagrad`. Weights that have seldom had a gradient make larger steps, which suits sparse features; steps
    become smaller with time, so that the learning rate is often larger than for others.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        initial_accumulator_value: what sums begin with, not negative; 0.1 by default.
        epsilon: is added under the root; 1e-7.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Adagrad".

    Example:
        >>> w = tf.Variable(1.0)
        >>> optimizer = tf.keras.optimizers.Adagrad(learning_rate=0.1, initial_accumulator_value=0.0)
        >>> for _ in range(3):
        ...     _ = optimizer.apply_gradients([(tf.constant(2.0), w)])
        ...     print(round(float(w), 3))
        0.9
        0.829
        0.772
    """

    __module__ = "keras.src.optimizers.adagrad"
    _fields = ("initial_accumulator_value", "epsilon")

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        initial_accumulator_value: FloatLike = 0.1,
        epsilon: FloatLike = 1e-7,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Adagrad",
        **kwargs: Any,
    ) -> None:
        self._set_up(locals())

    def update_step(self, grad: TensorLike, variable: Variable) -> None:
        # The gradient's name is another than that of other optimizers, as in Keras.
        super().update_step(grad, variable)

    def _kept(self):
        return {"_accumulators": "accumulator"}

    def _first(self, variable, attribute):
        return fill(variable.shape, convert(self.initial_accumulator_value, variable))

    def _meet(self, gradient, variable, slots):
        return [(slots[0], "assign_add", gradient * gradient)]

    def _by_operations(self, g, v, slots):
        (sums,), rate = slots, self._rate_for(v)
        add(sums, g, lambda x: x * x)
        if isinstance(g, IndexedSlices):
            add(v, g, lambda rows: -rate * rows / sqrt(gather(sums, g.indices, name="Gather") + self.epsilon))
        else:
            v.assign_sub(rate * g / sqrt(sums + self.epsilon))

    def _step(self, storages, gradients, slots, rate, count):
        updates.adagrad(storages, gradients, slots[0], rate, plain(self.epsilon, "AddV2"), within_root=True)

    _rows_from = 1 << 15

    def _step_without_gradient(self, table, kept, rate, count):
        """Nothing: sums grow by the squares of gradients."""


def convert(number, variable):
    """`number` as a tensor of the variable's dtype."""
    return constant(number, variable.dtype)


@tf_export("keras.optimizers.Adadelta", "keras.optimizers.experimental.Adadelta")
class Adadelta(_Adaptive):
    """Steps scaled by the root of average squares of earlier steps over that of gradients (Zeiler, 2012).

    Mirrors `tf.keras.optimizers.Adadelta`. Steps have the units of the weights, so that the paper needs no learning rate: that is
    `learning_rate=1.0`. They begin very small, at about `sqrt(epsilon)`.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        rho: how slowly both averages move; 0.95 by default.
        epsilon: is added under both roots; 1e-7.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Adadelta".

    Example:
        >>> w = tf.Variable(1.0)
        >>> optimizer = tf.keras.optimizers.Adadelta(learning_rate=1.0, epsilon=1e-2)
        >>> _ = optimizer.apply_gradients([(tf.constant(1.0), w)])
        >>> round(float(w), 3)
        0.592
    """

    __module__ = "keras.src.optimizers.adadelta"
    _fields = ("rho", "epsilon")

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        rho: FloatLike = 0.95,
        epsilon: FloatLike = 1e-7,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Adadelta",
        **kwargs: Any,
    ) -> None:
        self._set_up(locals())

    def update_step(self, grad: TensorLike, variable: Variable) -> None:
        # The gradient's name is another than that of other optimizers, as in Keras.
        super().update_step(grad, variable)

    def _kept(self):
        return {"_accumulated_grads": "accumulated_grad", "_accumulated_delta_vars": "accumulated_delta_var"}

    def _meet(self, gradient, variable, slots):
        return [(slots[0], "assign", self.rho * slots[0] + (1 - self.rho) * gradient * gradient)]

    def _by_operations(self, g, v, slots):
        (squares, steps), rate, rho, epsilon = slots, self._rate_for(v), self.rho, self.epsilon
        if isinstance(g, IndexedSlices):
            squares.assign_add((rho - 1) * squares)
            add(squares, g, lambda rows: (1 - rho) * square(rows))
        else:
            squares.assign(rho * squares + (1 - rho) * g * g)
        step = -sqrt(steps + epsilon) * operand(g) / sqrt(squares + epsilon)
        steps.assign(rho * steps + (1 - rho) * step * step)
        v.assign_add(rate * step)

    def _step(self, storages, gradients, slots, rate, count):
        updates.adadelta(storages, gradients, *slots, rate, plain(self.rho), plain(self.epsilon, "AddV2"))


@tf_export("keras.optimizers.Adamax", "keras.optimizers.experimental.Adamax")
class Adamax(_Adaptive):
    """Adam with the greatest gradient so far, which decays, in place of the root of average squares (Kingma and Ba, 2014).

    Mirrors `tf.keras.optimizers.Adamax`. `u = max(beta_2 * u, abs(g))` and `w -= learning_rate / (1 - beta_1 ** t) * m / (u + epsilon)`, m
    being the moving average of gradients and t the number of the step. It is steady where single gradients are large, as for embeddings.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        beta_1, beta_2: how slowly the average and the greatest gradient move; 0.9 and 0.999.
        epsilon: is added to the latter; 1e-7.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Adamax".

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.Adamax(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -5.0]), w)])
        >>> w.numpy().round(3)
        array([0.9, 1.1], dtype=float32)
    """

    __module__ = "keras.src.optimizers.adamax"
    _fields = ("beta_1", "beta_2", "epsilon")

    _of_real_numbers = staticmethod(maximum)

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.999,
        epsilon: FloatLike = 1e-7,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Adamax",
        **kwargs: Any,
    ) -> None:
        self._set_up(locals())

    def _kept(self):
        return {"_m": "m", "_u": "u"}

    def _meet(self, gradient, variable, slots):
        return [(slots[0], "assign_add", (gradient - slots[0]) * (1 - self.beta_1))]

    def _by_operations(self, g, v, slots):
        (m, u), rate, count = slots, self._rate_for(v), cast(self.iterations + 1, v.dtype)
        power = pow(number_of(self.beta_1, v.dtype), count)
        approach(m, g, 1 - self.beta_1)
        if isinstance(g, IndexedSlices):
            u.assign(u * self.beta_2)
            before = gather(u, g.indices, name="Gather")
            add(u, g, lambda rows: maximum(before, abs(rows)) - before)
        else:
            u.assign(maximum(self.beta_2 * u, abs(g)))
        v.assign_sub((rate * m) / ((1 - power) * (u + self.epsilon)))

    def _step(self, storages, gradients, slots, rate, count):
        beta_1, beta_2, epsilon = plain(self.beta_1), plain(self.beta_2), plain(self.epsilon, "AddV2")
        for taken in updates.of_one_kind([storages, gradients, *slots]):
            updates.adamax(*taken, adamax_rate(rate, beta_1, count, taken[0][0].dtype), beta_1, beta_2, epsilon)


@tf_export("keras.optimizers.Nadam", "keras.optimizers.experimental.Nadam")
class Nadam(_Adaptive):
    """Adam with Nesterov's momentum: the step looks ahead along the average of gradients (Dozat, 2015).

    Mirrors `tf.keras.optimizers.Nadam`. The share of the average in a step rises with the number of steps,
    `beta_1 * (1 - 0.5 * 0.96 ** t)`, so that early steps follow the gradient more.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        beta_1, beta_2: how slowly the averages of gradients and of squares move; 0.9 and 0.999.
        epsilon: is added to the root; 1e-7.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Nadam".

    Example:
        >>> w = tf.Variable(1.0)
        >>> optimizer = tf.keras.optimizers.Nadam(learning_rate=0.1)
        >>> for _ in range(2):
        ...     _ = optimizer.apply_gradients([(tf.constant(1.0), w)])
        >>> round(float(w), 3)
        0.816
    """

    __module__ = "keras.src.optimizers.nadam"
    _fields = ("beta_1", "beta_2", "epsilon")
    _counted = 1

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.999,
        epsilon: FloatLike = 1e-7,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Nadam",
        **kwargs: Any,
    ) -> None:
        self._set_up(locals())

    def _kept(self):
        return {"_momentums": "m", "_velocities": "v"}

    def _build_others(self, var_list):
        self._u_product = Variable(1.0, dtype=var_list[0].dtype)

    def _moment(self, t, dtype):
        # The constants of the schedule in Dozat's paper, which Keras does not let the user change.
        share = rounded(0.96, dtype)
        kind = type(share)
        return rounded(plain(self.beta_1, "Cast"), dtype) * (kind(1) - kind(0.5) * share ** kind(t))

    def _while_traced(self, count):
        # Keras counts the variables it has seen in Python: in a function, while it is traced.
        first = self._counted
        self._counted += count
        return first

    def _products(self, variables, count):
        """The product of the momenta so far, for each of the variables.

        It should grow once in a step. Keras has it grow with each variable for which a count of its own is not that of the steps: one
        that begins anew in each process, and in a traced function is that of the time of tracing.
        """
        with in_place(self._u_product) as (stored,):
            now, products = self._moment(count, stored.dtype), []
            product = type(now)(stored.item())
            for i in range(variables):
                if (self._counted if self._traced is None else self._traced + i) != count + 1:
                    product *= now
                    self._counted += self._traced is None
                products.append(product)
            stored.fill_(float(product))
        return products

    def _meet(self, gradient, variable, slots):
        return [(slots[0], "assign_add", (gradient - slots[0]) * (1 - self.beta_1))]

    def _by_operations(self, g, v, slots):
        (m, velocity), rate = slots, self._rate_for(v)
        count, after = [cast(self.iterations + n, v.dtype) for n in (1, 2)]
        share, beta_1, beta_2 = (number_of(x, v.dtype) for x in (0.96, self.beta_1, self.beta_2))
        now, following = [beta_1 * (1.0 - 0.5 * pow(share, n)) for n in (count, after)]

        def grown():
            self._counted += 1
            product = self._u_product * now
            self._u_product.assign(product)
            return product

        # See `_products`.
        product = cond(equal(self.iterations + 2, self._counted), self._u_product.value, grown)
        further, power = product * following, pow(beta_2, count)
        if isinstance(g, IndexedSlices):
            for average, rows, beta in ((m, lambda: g.values, beta_1), (velocity, lambda: square(g.values), beta_2)):
                average.assign_add(-average * (1 - beta))
                average.scatter_add(IndexedSlices(rows() * (1 - beta), g.indices))
        else:
            m.assign_add((g - m) * (1 - beta_1))
            velocity.assign_add((square(g) - velocity) * (1 - beta_2))
        ahead = following * m / (1 - further) + (1 - now) * operand(g) / (1 - product)
        spread = velocity / (1 - power)
        v.assign_sub((ahead * rate) / (sqrt(spread) + self.epsilon))

    def _step(self, storages, gradients, slots, rate, count):
        products, dtype = self._products(len(storages), count), storages[0].dtype
        now, following = self._moment(count, dtype), self._moment(count + 1, dtype)
        shares = [nadam_shares(now, following, product) for product in products]
        beta_1, beta_2, epsilon = plain(self.beta_1, "Cast"), plain(self.beta_2), plain(self.epsilon, "AddV2")
        correction = float(one_minus_power(beta_2, count, dtype))
        betas = float(rounded(beta_1, dtype)), float(rounded(beta_2, dtype))
        updates.nadam(storages, gradients, *slots, rate, *betas, epsilon, correction, shares)
