"""`optimize_loss` of `tf.contrib.layers`: a whole step of training as one operation."""

import tfshim as tf
from tfshim.compat.v1 import summary
from tfshim.compat.v1 import train as v1_train
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.initializers.fixed import constant
from tfshim.compat.v1.train.steps import assert_global_step, get_global_step
from tfshim.compat.v1.variables.scopes import get_variable, variable_scope
from tfshim.compat.v1.variables.variables import trainable_variables
from tfshim.contrib.training.training import multiply_gradients

OPTIMIZER_CLS_NAMES = {
    "Adagrad": v1_train.AdagradOptimizer,
    "Adam": v1_train.AdamOptimizer,
    "Ftrl": v1_train.FtrlOptimizer,
    "Momentum": lambda learning_rate: v1_train.MomentumOptimizer(learning_rate, momentum=0.9),
    "RMSProp": v1_train.RMSPropOptimizer,
    "SGD": v1_train.GradientDescentOptimizer,
}
OPTIMIZER_SUMMARIES = ["learning_rate", "loss", "gradients", "gradient_norm", "global_gradient_norm"]


def optimize_loss(
    loss,
    global_step,
    learning_rate,
    optimizer,
    gradient_noise_scale=None,
    gradient_multipliers=None,
    clip_gradients=None,
    learning_rate_decay_fn=None,
    update_ops=None,
    variables=None,
    name=None,
    summaries=None,
    colocate_gradients_with_ops=False,
    increment_global_step=True,
):
    """The loss, as a tensor whose evaluation takes one step of `optimizer`.

    `optimizer`: a name of OPTIMIZER_CLS_NAMES, a class, an instance, or a function of the learning rate. `clip_gradients`: a
    norm for all of them, or a function of pairs. `learning_rate_decay_fn(learning_rate, global_step)`. `gradient_noise_scale`:
    noise added, times the square root of each gradient's size. `gradient_multipliers`: factors by variable. `update_ops`: the
    collection UPDATE_OPS. `summaries`: of OPTIMIZER_SUMMARIES. Raises ValueError for other optimizers, rates and summaries.
    """
    loss = tf.convert_to_tensor(loss)
    if loss.shape.rank not in (None, 0):
        raise ValueError(f"Expected scalar loss, but its shape is {loss.shape}.")
    if global_step is None:
        global_step = get_global_step()
    else:
        assert_global_step(global_step)
    with variable_scope(name, "OptimizeLoss", [loss, global_step]):
        # Each once, as in TensorFlow, which takes a set of them.
        updates = list(dict.fromkeys(get_collection(GraphKeys.UPDATE_OPS)) if update_ops is None else update_ops)
        if updates:
            with tf.control_dependencies(updates):
                loss = tf.identity(loss)
        rate = _rate(learning_rate)
        if summaries is None:
            summaries = ["loss", "learning_rate", "global_gradient_norm"]
        for wanted in summaries:
            if wanted not in OPTIMIZER_SUMMARIES:
                raise ValueError(f"Summaries should be one of [{', '.join(OPTIMIZER_SUMMARIES)}], you provided {wanted}.")
        if learning_rate is not None and learning_rate_decay_fn is not None:
            if global_step is None:
                raise ValueError("global_step is required for learning_rate_decay_fn.")
            rate = learning_rate_decay_fn(rate, global_step)
            if "learning_rate" in summaries:
                summary.scalar("learning_rate", rate)
        opt = _optimizer(optimizer, rate)
        pairs = opt.compute_gradients(
            loss, trainable_variables() if variables is None else variables, colocate_gradients_with_ops=colocate_gradients_with_ops
        )
        if gradient_noise_scale is not None:
            pairs = [(None if g is None else _noisy(g, gradient_noise_scale), v) for g, v in pairs]
        if gradient_multipliers is not None:
            pairs = multiply_gradients(pairs, gradient_multipliers)
        if "global_gradient_norm" in summaries or "gradient_norm" in summaries:
            summary.scalar("global_norm/gradient_norm", tf.linalg.global_norm([g for g, _ in pairs]))
        pairs = _clipped(pairs, clip_gradients)
        if "loss" in summaries:
            summary.scalar("loss", loss)
        for gradient, variable in pairs:
            if gradient is not None:
                values = gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient
                shown = variable.name.replace(":", "_")
                if "gradients" in summaries:
                    summary.histogram(f"gradients/{shown}", values)
                if "gradient_norm" in summaries:
                    summary.scalar(f"gradient_norm/{shown}", tf.linalg.global_norm([values]))
        if clip_gradients is not None and ("global_gradient_norm" in summaries or "gradient_norm" in summaries):
            summary.scalar("global_norm/clipped_gradient_norm", tf.linalg.global_norm([g for g, _ in pairs]))
        applied = opt.apply_gradients(pairs, global_step=global_step if increment_global_step else None, name="train")
        with tf.control_dependencies([applied]):
            return tf.identity(loss)


def _rate(learning_rate):
    """The learning rate as a tensor or variable, None where there is none. Raises ValueError for anything else."""
    if learning_rate is None or tf.is_tensor(learning_rate) and learning_rate.shape.rank == 0:
        return learning_rate
    if not isinstance(learning_rate, float):
        raise ValueError(f"Learning rate should be 0d Tensor or float. Got {learning_rate} of type {type(learning_rate)}")
    if learning_rate < 0.0:
        raise ValueError(f"Invalid learning_rate {learning_rate}.")
    # A variable, as in TensorFlow, so that it is in checkpoints.
    return get_variable("learning_rate", [], trainable=False, initializer=constant(learning_rate))


def _optimizer(optimizer, rate):
    """The optimizer for a name, a class, an optimizer or a function. Raises ValueError for anything else."""
    if isinstance(optimizer, str):
        if optimizer not in OPTIMIZER_CLS_NAMES:
            raise ValueError(f"Optimizer name should be one of [{', '.join(OPTIMIZER_CLS_NAMES)}], you provided {optimizer}.")
        if rate is None:
            raise ValueError(f"Learning rate is None, but should be specified if optimizer is string ({optimizer}).")
        return OPTIMIZER_CLS_NAMES[optimizer](learning_rate=rate)
    if isinstance(optimizer, type) and issubclass(optimizer, v1_train.Optimizer):
        if rate is None:
            raise ValueError(f"Learning rate is None, but should be specified if optimizer is class ({optimizer}).")
        return optimizer(learning_rate=rate)
    if isinstance(optimizer, v1_train.Optimizer):
        return optimizer
    if callable(optimizer):
        made = optimizer() if rate is None else optimizer(rate)
        if isinstance(made, v1_train.Optimizer):
            return made
        raise ValueError(f"Unrecognized optimizer: function should return subclass of Optimizer. Got {made}.")
    raise ValueError(
        f"Unrecognized optimizer: should be string, subclass of Optimizer, instance of subclass of Optimizer or function "
        f"with one argument. Got {optimizer}."
    )


def _noisy(gradient, scale):
    """The gradient with truncated normal noise of the size `scale`."""
    if isinstance(gradient, tf.IndexedSlices):
        return tf.IndexedSlices(_noisy(gradient.values, scale), gradient.indices, gradient.dense_shape)
    return gradient + tf.random.truncated_normal(tf.shape(gradient), dtype=gradient.dtype) * scale


def _clipped(pairs, clip):
    """The pairs with gradients clipped: by their global norm (a float) or by a function."""
    if clip is None:
        return pairs
    if isinstance(clip, float):
        gradients, _ = tf.clip_by_global_norm([g for g, _ in pairs], clip)
        return list(zip(gradients, [v for _, v in pairs]))
    if callable(clip):
        return clip(pairs)
    raise ValueError(f"Unknown type {type(clip)} for clip_gradients")
