"""The legacy optimizers that keep averages of gradients and of their squares: Adam, Adamax and Nadam."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.values.dtypes import bfloat16
from tfshim.engine.variables import updates
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.step_numbers import adam_rate, adamax_rate, nadam_shares, one_minus_power, rounded
from tfshim.keras.backend import epsilon as default_epsilon
from tfshim.keras.optimizers.legacy import formulas
from tfshim.keras.optimizers.legacy.classes import _COMPLEX, _Legacy
from tfshim.keras.optimizers.plain_numbers import plain as number
from tfshim.keras.optimizers.schedules import LearningRateSchedule

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


@tf_export("keras.optimizers.legacy.Adam")
class Adam(formulas.AdamFormula, _Legacy):
    """Steps along a moving average of gradients, over the root of one of their squares (Kingma and Ba, 2014), as before Keras 2.11.

    Mirrors `tf.keras.optimizers.legacy.Adam`. The averages are the slots "m" and "v" of each variable. Of gradients that hold some rows of
    a variable only, the averages of all rows decay.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.001 by default.
        beta_1, beta_2: how slowly the averages of gradients and of squares move; 0.9 and 0.999.
        epsilon: is added to the root; 1e-7, for which 0 stands as well.
        amsgrad: whether the greatest average of squares so far is used, a third slot "vhat"; False by default.
        name: "Adam".
        clipnorm, clipvalue, global_clipnorm, decay: as in `Optimizer`.

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.legacy.Adam(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.001, -50.0]), w)])
        >>> w.numpy().round(3)
        array([0.9, 1.1], dtype=float32)
        >>> optimizer.get_slot(w, "m").numpy().round(4)
        array([ 1.e-04, -5.e+00], dtype=float32)
    """

    __module__ = "keras.src.optimizers.legacy.adam"
    _op_type = "ResourceApplyAdam"
    _order = ("beta_1", "beta_2", "epsilon", "amsgrad")
    _lazy = False

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.999,
        epsilon: FloatLike = 1e-07,
        amsgrad: bool = False,
        name: str | None = "Adam",
        **kwargs: Any,
    ) -> None:
        # As in Keras, 0 stands for the default as well.
        super().__init__(
            name, learning_rate, {"beta_1": beta_1, "beta_2": beta_2}, {"epsilon": epsilon or default_epsilon(), "amsgrad": amsgrad}, kwargs
        )

    def _slot_list(self):
        return [("m", None), ("v", None)] + ([("vhat", None)] if self.amsgrad else [])

    def _kernel(self, sparse):
        return "ResourceApplyAdamWithAmsgrad", () if sparse or not self.amsgrad else _COMPLEX

    def _begin(self, count):
        return self._number("beta_1"), self._number("beta_2")

    def _step(self, weight, gradient, slots, rate, count, state):
        beta_1, beta_2 = state
        tables = [weight, *slots.values()]
        if weight.dtype in updates.IN_ONE_PASS and all(map(torch.Tensor.is_contiguous, tables)):
            kept = [[slots["m"]], [slots["v"]], [slots["vhat"]] if self.amsgrad else ()]
            rate = adam_rate(rate, beta_1, beta_2, count, weight.dtype)
            updates.adam([weight], [gradient.contiguous()], *kept, rate, beta_1, beta_2, number(self.epsilon, "AddV2"))
            return
        m, v = slots["m"], slots["v"]
        m.lerp_(gradient, 1 - beta_1)
        updates.average_squares([v], [gradient], beta_2)
        if self.amsgrad:
            v = torch.maximum(slots["vhat"], v, out=slots["vhat"])
        rate = adam_rate(rate, beta_1, beta_2, count, weight.dtype)
        weight.addcdiv_(m, v.sqrt().add_(number(self.epsilon, "AddV2")), value=-rate)

    def set_weights(self, weights: Any) -> None:
        """Set the optimizer's variables from arrays. Mirrors `tf.keras.optimizers.legacy.Adam.set_weights`.

        Arguments:
            weights: a list of arrays as `get_weights` gives it: the count of updates, all slots "m", then all slots "v", and "vhat" with
                `amsgrad`. Arrays of "vhat" are left out where this optimizer has none.

        Returns:
            None.

        Raises:
            ValueError: more or fewer arrays than the optimizer has variables, or another shape.

        The variables have to be there, which the first step makes.

        Example:
            >>> w = tf.Variable([1.0, 2.0])
            >>> optimizer = tf.keras.optimizers.legacy.Adam()
            >>> _ = optimizer.apply_gradients([(tf.zeros([2]), w)])
            >>> optimizer.set_weights([np.array(10), np.array([0.5, 0.5]), np.array([0.25, 0.25])])
            >>> int(optimizer.iterations), optimizer.get_slot(w, "m").numpy().tolist()
            (10, [0.5, 0.5])
        """
        params = self.weights
        # Older versions of Keras kept `vhat` for each weight without `amsgrad` as well, after all others.
        if len(weights) == 3 * (max(len(params) - 1, 0) // 2) + 1:
            weights = weights[: len(params)]
        super().set_weights(weights)


@tf_export("keras.optimizers.legacy.Adamax")
class Adamax(formulas.AdamaxFormula, _Legacy):
    """Adam with the greatest decayed gradient in place of the average of squares (Kingma and Ba, 2014), as before Keras 2.11.

    Mirrors `tf.keras.optimizers.legacy.Adamax`. Each variable has the slots "m", an average of gradients, and "v", the greatest of `beta_2
    * v` and the absolute gradient. It suits embeddings, whose gradients are rare.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.001 by default.
        beta_1, beta_2: how slowly "m" moves and "v" decays; 0.9 and 0.999.
        epsilon: is added to "v"; 1e-7, for which 0 stands as well.
        name: "Adamax".
        clipnorm, clipvalue, global_clipnorm, decay: as in `Optimizer`.

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.legacy.Adamax(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -2.0]), w)])
        >>> w.numpy().round(3)
        array([0.9, 1.1], dtype=float32)
        >>> optimizer.get_slot(w, "v").numpy()
        array([0.5, 2. ], dtype=float32)
    """

    __module__ = "keras.src.optimizers.legacy.adamax"
    _op_type = "ResourceApplyAdaMax"

    def _kernel(self, sparse):
        return "ResourceApplyAdaMax", () if sparse else (bfloat16, *_COMPLEX)

    _order = ("beta_1", "beta_2", "epsilon")

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.999,
        epsilon: FloatLike = 1e-07,
        name: str | None = "Adamax",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, learning_rate, {"beta_1": beta_1, "beta_2": beta_2}, {"epsilon": epsilon or default_epsilon()}, kwargs)

    def _slot_list(self):
        return [("m", None), ("v", None)]

    def _begin(self, count):
        return self._number("beta_1"), self._number("beta_2")

    def _step(self, weight, gradient, slots, rate, count, state):
        rate = adamax_rate(rate, state[0], count, weight.dtype)
        updates.adamax([weight], [gradient], [slots["m"]], [slots["v"]], rate, *state, number(self.epsilon, "AddV2"))


@tf_export("keras.optimizers.legacy.Nadam")
class Nadam(formulas.NadamFormula, _Legacy):
    """Adam whose momentum looks ahead, as Nesterov's does (Dozat, 2016), as before Keras 2.11.

    Mirrors `tf.keras.optimizers.legacy.Nadam`. Each variable has the slots "m" and "v", averages of gradients and of their squares; the
    share of the momentum grows with the steps, and its product over them is a variable of the optimizer.

    Arguments:
        learning_rate: a number or a function without arguments; 0.001 by default. Schedules are refused, as in Keras.
        beta_1, beta_2: how slowly the averages of gradients and of squares move; 0.9 and 0.999.
        epsilon: is added to the root; 1e-7, for which 0 stands as well.
        name: "Nadam".
        schedule_decay: how the share of the momentum grows; 0.004 by default.
        clipnorm, clipvalue, global_clipnorm: as in `Optimizer`.

    Raises:
        ValueError: a schedule for `learning_rate`.

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.legacy.Nadam(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -2.0]), w)])
        >>> w.numpy().round(3)
        array([0.894, 1.106], dtype=float32)
    """

    __module__ = "keras.src.optimizers.legacy.nadam"
    _order = ("beta_1", "beta_2", "epsilon")

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.999,
        epsilon: FloatLike = 1e-07,
        name: str | None = "Nadam",
        **kwargs: Any,
    ) -> None:
        kwargs["decay"] = kwargs.pop("schedule_decay", 0.004)
        if isinstance(kwargs.get("lr", learning_rate), LearningRateSchedule):
            raise ValueError("The Nadam optimizer does not support tf.keras.optimizers.LearningRateSchedules as the learning rate.")
        super().__init__(name, learning_rate, {"beta_1": beta_1, "beta_2": beta_2}, {"epsilon": epsilon or default_epsilon()}, kwargs)
        self._m_cache = None

    def _create_slots(self, var_list):
        if self._m_cache is None:
            self._m_cache = self.add_weight("momentum_cache", shape=[], dtype=var_list[0].dtype, initializer="ones", trainable=False)
            self._weights.append(self._m_cache)
        super()._create_slots(var_list)

    def _slot_list(self):
        return [("m", None), ("v", None)]

    def _rate(self):
        return self._number("learning_rate")  # `decay` is that of the momentum here

    def _begin(self, count):
        beta_1, beta_2 = self._number("beta_1"), self._number("beta_2")
        with in_place(self._m_cache) as (cache,):
            first, share = rounded(beta_1, cache.dtype), rounded(0.96, cache.dtype)
            kind: Any = type(first)
            now, following = (first * (kind(1) - kind(0.5) * share ** kind(self._initial_decay * c)) for c in (count, count + 1))
            product = cache.mul_(float(now)).item()
        return beta_1, beta_2, nadam_shares(now, following, kind(product))

    def _meet(self, gradient, slots):
        return slots["m"], self._number("beta_1") * slots["m"] + (1 - self._number("beta_1")) * gradient

    def _step(self, weight, gradient, slots, rate, count, state):
        beta_1, beta_2, shares = state
        kept, correction = ([slots["m"]], [slots["v"]]), float(one_minus_power(beta_2, count, weight.dtype))
        betas = float(rounded(beta_1, weight.dtype)), float(rounded(beta_2, weight.dtype))
        updates.nadam([weight], [gradient], *kept, rate, *betas, number(self.epsilon, "AddV2"), correction, [shares])

    _lazy = False

    def _step_without_gradient(self, weight, slots, rate, count, state):
        # The averages of all rows decay, but only rows with a gradient are updated.
        beta_1, beta_2, _ = state
        slots["m"].lerp_(weight.new_zeros(()), 1 - float(rounded(beta_1, weight.dtype)))
        slots["v"].mul_(float(rounded(beta_2, weight.dtype)))
