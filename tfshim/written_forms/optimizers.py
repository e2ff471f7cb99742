"""Written forms of the steps of Keras' optimizers: what one of our nodes does to all variables, in operations on each.

Everything is read before anything is assigned, so that no order between the nodes has to be said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import tfshim as tf
from tfshim.keras.optimizers import adafactor, adaptive, ftrl, lion, schedules, sgd
from tfshim.keras.optimizers.adam import Adam
from tfshim.keras.optimizers.gradients import clip_gradients
from tfshim.refusals import refused
from tfshim.written_forms.form import raw, whole_name, written

Step = TypeVar("Step", bound=Callable[..., Any])

_STEPS: dict[type, Callable[..., Any]] = {}  # class of optimizers -> (new value, new slots) of one variable


def _step_of(cls: type) -> Callable[[Step], Step]:
    def decorate(function: Step) -> Step:
        _STEPS[cls] = function
        return function

    return decorate


class _Now:
    """What a step takes beside one variable: the learning rate, and the number of the step, both of the variable's dtype."""

    def __init__(self, rate: Any, count: Any, dtype: Any, traced: Any, places: tuple[int, int]) -> None:
        self.rate, self.count = tf.cast(rate, dtype), tf.cast(count, dtype)
        self.dtype, self.traced, self.places = dtype, traced, places

    def number(self, value: Any) -> Any:
        """A hyperparameter."""
        return tf.cast(value, self.dtype) if isinstance(value, (tf.Tensor, tf.Variable)) else tf.constant(value, self.dtype)


def _read(v: Any) -> Any:
    return raw("ReadVariableOp", [v], [(v.dtype, v.shape)], {"dtype": v.dtype})


def _assign(v: Any, value: Any) -> Any:
    return raw("AssignVariableOp", [v, value], [])[0]


def _changed(iterations: Any, gradients: Any, optimizer: Any, variables: Sequence[Any], *others: Any) -> list[Any]:
    rate = optimizer._learning_rate
    made = [optimizer._current_learning_rate if isinstance(rate, schedules.LearningRateSchedule) else rate]
    lists = [*optimizer._slot_lists(), *([optimizer._model_variables_moving_average] if optimizer.use_ema else [])]
    return made + [slots[optimizer._number(v)] for slots in lists for v in variables]


@written("keras.optimizers.optimizer", "apply_within_graph", changes=_changed)
def step(iterations: Any, gradients: Sequence[Any], optimizer: Any, variables: Sequence[Any], traced: Any, clipped: bool) -> Any:
    form = next((_STEPS[cls] for cls in type(optimizer).__mro__ if cls in _STEPS), None)
    if form is None:
        raise refused("tf.saved_model.save", "steps of optimizers", op_type="ApplyGradients", what=f"a step of {type(optimizer).__name__}")
    before = _read(iterations)
    count = before + tf.constant(1, before.dtype)
    rate, updates = _rate(optimizer, before)
    places = [optimizer._number(v) for v in variables]
    if not clipped:
        gradients = clip_gradients(list(gradients), optimizer.clipnorm, optimizer.global_clipnorm, optimizer.clipvalue)
    lists = optimizer._slot_lists()
    for at, (g, v, place) in enumerate(zip(gradients, variables, places)):
        now = _Now(rate, count, v.dtype, traced, (at, len(variables)))
        own = [slots[place] for slots in lists]
        w = _read(v)
        if optimizer.weight_decay and optimizer._decays(v):
            w -= w * now.number(optimizer.weight_decay) * now.rate
        w, made = form(optimizer, w, g, [_read(s) for s in own], now)
        if optimizer.use_ema:
            own, made, w = _averaged(optimizer, own, made, w, place, now)
        updates += [(v, w), *zip(own, made)]
    done = [_assign(v, value) for v, value in updates]
    # Added, as in Keras: others that count at the same time lose nothing.
    done.append(raw("AssignAddVariableOp", [iterations, tf.constant(1, before.dtype)], [], {"dtype": iterations.dtype})[0])
    with tf.control_dependencies(done):
        return raw("ReadVariableOp", [iterations], [(iterations.dtype, [])], {"dtype": iterations.dtype}, name=whole_name())


def _rate(optimizer: Any, iterations: Any) -> tuple[Any, list[tuple[Any, Any]]]:
    """The learning rate, and what is assigned for it."""
    rate = optimizer._learning_rate
    if not isinstance(rate, schedules.LearningRateSchedule):
        return _read(rate), []
    now = tf.cast(rate(iterations), tf.float32)
    return now, [(optimizer._current_learning_rate, now)]


def _averaged(optimizer: Any, own: list[Any], made: Sequence[Any], w: Any, place: int, now: _Now) -> tuple[list[Any], list[Any], Any]:
    """The moving average among the slots, which takes the place of the weight every so many steps."""
    average = optimizer._model_variables_moving_average[place]
    momentum = now.number(optimizer.ema_momentum)
    value = _read(average) * momentum + w * (now.number(1.0) - momentum)
    if optimizer.ema_overwrite_frequency:
        due = tf.equal(tf.math.floormod(now.count, now.number(float(optimizer.ema_overwrite_frequency))), now.number(0.0))
        w = tf.where(due, value, w)
    return [*own, average], [*made, value], w


# ---------------------------------------------------------------------- the optimizers
@_step_of(sgd.SGD)
def _sgd(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    momentum = now.number(o.momentum)
    moved = slots[0] * momentum - g * now.rate if o.momentum else -g * now.rate
    return w + (moved * momentum - g * now.rate if o.nesterov else moved), [moved]


@_step_of(Adam)
def _adam(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    one, beta_1, beta_2 = now.number(1.0), now.number(o.beta_1), now.number(o.beta_2)
    alpha = now.rate * tf.sqrt(one - tf.pow(beta_2, now.count)) / (one - tf.pow(beta_1, now.count))
    m = slots[0] + (g - slots[0]) * (one - beta_1)
    v = slots[1] + (g * g - slots[1]) * (one - beta_2)
    greatest = [tf.maximum(slots[2], v)] if o.amsgrad else []
    return w - m * alpha / (tf.sqrt(greatest[0] if greatest else v) + now.number(o.epsilon)), [m, v, *greatest]


@_step_of(adaptive.RMSprop)
def _rmsprop(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    rho, rest = now.number(o.rho), now.number(1.0 - o.rho)
    velocity = rho * slots[0] + rest * g * g
    made, below = [velocity], velocity + now.number(o.epsilon)
    average = rho * slots[-1] + rest * g if o.centered else None
    if average is not None:
        below -= average * average
    moved = now.rate * g * tf.math.rsqrt(below)
    if o.momentum > 0:
        moved = now.number(o.momentum) * slots[1] + moved
        made.append(moved)
    return w - moved, [*made, *([] if average is None else [average])]


@_step_of(adaptive.Adagrad)
def _adagrad(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    total = slots[0] + g * g
    return w - now.rate * g / tf.sqrt(total + now.number(o.epsilon)), [total]


@_step_of(adaptive.Adadelta)
def _adadelta(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    rho, rest, epsilon = now.number(o.rho), now.number(1.0 - o.rho), now.number(o.epsilon)
    squares = rho * slots[0] + rest * g * g
    moved = tf.sqrt(slots[1] + epsilon) * g / tf.sqrt(squares + epsilon)
    return w - now.rate * moved, [squares, rho * slots[1] + rest * moved * moved]


@_step_of(adaptive.Adamax)
def _adamax(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    one, beta_1 = now.number(1.0), now.number(o.beta_1)
    m = slots[0] + (g - slots[0]) * (one - beta_1)
    greatest = tf.maximum(now.number(o.beta_2) * slots[1], tf.abs(g))
    return w - now.rate * m / ((one - tf.pow(beta_1, now.count)) * (greatest + now.number(o.epsilon))), [m, greatest]


@_step_of(adaptive.Nadam)
def _nadam(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    one, beta_1, beta_2 = now.number(1.0), now.number(o.beta_1), now.number(o.beta_2)

    def moment(t: Any) -> Any:
        return beta_1 * (one - now.number(0.5) * tf.pow(now.number(0.96), t))

    at, n = now.places
    # As `Nadam._products`: each step multiplies by its momentum once for each variable, but for one of a certain step.
    steps = tf.range(now.number(1.0), now.count + now.number(0.5))
    same = tf.range(0, n) + now.traced if now.traced is not None else None
    if same is None:
        product = tf.reduce_prod(moment(steps))
    else:

        def times(rows: int) -> Any:
            differ = tf.not_equal(tf.cast(same[:rows], now.dtype)[:, None], steps + one)
            return tf.reduce_sum(tf.cast(differ, now.dtype), 0)

        earlier = tf.cast(tf.less(steps, now.count), now.dtype)
        product = tf.reduce_prod(tf.pow(moment(steps), earlier * times(n) + (one - earlier) * times(at + 1)))
    current, following = moment(now.count), moment(now.count + one)
    m = slots[0] + (g - slots[0]) * (one - beta_1)
    v = slots[1] + (g * g - slots[1]) * (one - beta_2)
    ahead = following * m / (one - product * following) + (one - current) * g / (one - product)
    return w - now.rate * ahead / (tf.sqrt(v / (one - tf.pow(beta_2, now.count))) + now.number(o.epsilon)), [m, v]


@_step_of(ftrl.Ftrl)
def _ftrl(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    squares, linear = slots
    power, l1 = now.number(-o.learning_rate_power), now.number(o.l1_regularization_strength)
    two = now.number(2.0)
    l2 = now.number(o.l2_regularization_strength) + now.number(o.beta) / (two * now.rate)
    pulled = g + two * now.number(o.l2_shrinkage_regularization_strength) * w if o.l2_shrinkage_regularization_strength else g
    total = squares + g * g
    root, before = tf.pow(total, power), tf.pow(squares, power)
    linear = linear + pulled - (root - before) / now.rate * w
    w = (tf.clip_by_value(linear, -l1, l1) - linear) / (root / now.rate + two * l2)
    return w, [total, linear]


@_step_of(lion.Lion)
def _lion(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    one, beta_1, beta_2 = now.number(1.0), now.number(o.beta_1), now.number(o.beta_2)
    direction = tf.sign(slots[0] * beta_1 + g * (one - beta_1))
    return w - now.rate * direction, [slots[0] * beta_2 + g * (one - beta_2)]


@_step_of(adafactor.Adafactor)
def _adafactor(o: Any, w: Any, g: Any, slots: Sequence[Any], now: _Now) -> Any:
    def size(x: Any) -> Any:
        return tf.sqrt(tf.reduce_mean(x * x))

    one, (v, r, c) = now.number(1.0), slots
    rate = tf.minimum(now.rate, tf.math.rsqrt(now.count))
    keep = one - tf.pow(now.count, now.number(o.beta_2_decay))
    scale = tf.maximum(now.number(o.epsilon_2), size(w)) * rate
    squares = g * g + now.number(o.epsilon_1)
    if w.shape.rank >= 2:
        r = keep * r + (one - keep) * tf.reduce_mean(squares, -1)
        c = keep * c + (one - keep) * tf.reduce_mean(squares, -2)
        v = tf.expand_dims(r / tf.reduce_mean(r, -1, keepdims=True), -1) * tf.expand_dims(c, -2)
    else:
        v = keep * v + (one - keep) * squares
    moved = g * tf.math.rsqrt(v)
    return w - moved * scale / tf.maximum(one, size(moved) / now.number(o.clip_threshold)), [v, r, c]


# ---------------------------------------------------------------------- legacy ones
def _changed_by_legacy(iterations: Any, gradients: Any, optimizer: Any, variables: Sequence[Any], *others: Any) -> list[Any]:
    slots = [s for v in variables for s in optimizer._slots.get(id(v), {}).values()]
    return [*slots, *[x for x in (*optimizer._weights, *optimizer._hyper.values()) if isinstance(x, tf.Variable)]]


@written("keras.optimizers.legacy.optimizer", "_apply", changes=_changed_by_legacy)
def legacy_step(
    iterations: Any, gradients: Sequence[Any], optimizer: Any, variables: Sequence[Any], rows: Sequence[bool], state: Any
) -> Any:
    flat = iter(gradients)
    given = [tf.IndexedSlices(next(flat), next(flat)) if sparse else next(flat) for sparse in rows]
    before = tf.identity(_read(iterations))
    with tf.control_dependencies([before]):
        optimizer._update_by_operations(given, variables)
    return tf.identity(before, name=whole_name())
