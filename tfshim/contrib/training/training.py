"""Operations that train: `create_train_op`, and what may be done to gradients before they are applied."""

import tfshim as tf
from tfshim.compat.v1 import summary
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection, get_collection_ref
from tfshim.compat.v1.logging import warning
from tfshim.compat.v1.train.steps import get_or_create_global_step
from tfshim.compat.v1.variables.variables import trainable_variables

# A default of its own, for None means that no step is counted.
_USE_GLOBAL_STEP = 0


def clip_gradient_norms(gradients_to_variables, max_norm):
    """Pairs of gradient and variable, each gradient scaled down to the norm `max_norm`; None stays."""
    return [(_changed(g, lambda values: tf.clip_by_norm(values, max_norm)), v) for g, v in gradients_to_variables]


def clip_gradient_norms_fn(max_norm):
    """A function that clips: for `transform_grads_fn` of `create_train_op`."""
    return lambda pairs: clip_gradient_norms(pairs, max_norm)


def multiply_gradients(grads_and_vars, gradient_multipliers):
    """Pairs, the gradients times the numbers that `gradient_multipliers` gives by variable or name.

    Raises ValueError for no dictionary, an empty one, and variables that have no gradient.
    """
    if not isinstance(gradient_multipliers, dict):
        raise ValueError("`gradient_multipliers` must be a dict.")
    if not gradient_multipliers:
        raise ValueError("`gradient_multipliers` is empty.")
    # By names, since a key may be another object of the same variable.
    by_name = {key if isinstance(key, str) else key.op.name: value for key, value in gradient_multipliers.items()}
    made = []
    for gradient, variable in grads_and_vars:
        factor = by_name.get(variable.op.name)
        if factor is not None:
            if gradient is None:
                raise ValueError("Requested multiple of `None` gradient.")
            gradient = _changed(gradient, lambda values, factor=factor: values * tf.cast(factor, values.dtype))
        made.append((gradient, variable))
    return made


def _changed(gradient, change):
    """The gradient with its values, all or those of some rows, changed; None stays."""
    if gradient is None:
        return None
    if isinstance(gradient, tf.IndexedSlices):
        return tf.IndexedSlices(change(gradient.values), gradient.indices, gradient.dense_shape)
    return change(gradient)


def add_gradients_summaries(grads_and_vars):
    """Summaries of the distribution and the norm of each gradient; a list of them."""
    made = []
    for gradient, variable in grads_and_vars:
        if gradient is None:
            warning("Var %s has no gradient", variable.op.name)
            continue
        values = gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient
        made.append(summary.histogram(variable.op.name + "_gradient", values))
        made.append(summary.scalar(variable.op.name + "_gradient_norm", tf.linalg.global_norm([values])))
    return made


def create_train_op(
    total_loss,
    optimizer,
    global_step=_USE_GLOBAL_STEP,
    update_ops=None,
    variables_to_train=None,
    transform_grads_fn=None,
    summarize_gradients=False,
    gate_gradients=1,
    aggregation_method=None,
    colocate_gradients_with_ops=False,
    check_numerics=True,
):
    """A tensor, the loss, whose evaluation does one step of training.

    `global_step`: the variable that counts (that of the graph; None: no counting). `update_ops` (the collection UPDATE_OPS) run
    before the loss is computed. `transform_grads_fn` takes and gives pairs of gradient and variable. With `check_numerics` a
    loss that is infinite or NaN raises. Also put into the collection TRAIN_OP.
    """
    if global_step is _USE_GLOBAL_STEP:
        global_step = get_or_create_global_step()
    updates = list(get_collection(GraphKeys.UPDATE_OPS) if update_ops is None else update_ops)
    if updates:
        with tf.control_dependencies(updates):
            barrier = tf.no_op(name="update_barrier")
        with tf.control_dependencies([barrier]):
            total_loss = tf.identity(total_loss)
    variables = trainable_variables() if variables_to_train is None else variables_to_train
    pairs = optimizer.compute_gradients(
        total_loss,
        variables,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
    )
    if transform_grads_fn is not None:
        pairs = transform_grads_fn(pairs)
    if summarize_gradients:
        with tf.name_scope("summarize_grads"):
            add_gradients_summaries(pairs)
    applied = optimizer.apply_gradients(pairs, global_step=global_step)
    with tf.name_scope("train_op"):
        if check_numerics:
            total_loss = tf.debugging.check_numerics(total_loss, "LossTensor is inf or nan")
        with tf.control_dependencies([applied]):
            train_op = tf.identity(total_loss)
    known = get_collection_ref(GraphKeys.TRAIN_OP)
    # `in` would compare values, element by element.
    if not any(op is train_op for op in known):
        known.append(train_op)
    return train_op
