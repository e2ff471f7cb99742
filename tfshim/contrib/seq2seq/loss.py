"""The loss of sequences."""

import tfshim as tf


def sequence_loss(
    logits,
    targets,
    weights,
    average_across_timesteps=True,
    average_across_batch=True,
    sum_over_timesteps=False,
    sum_over_batch=False,
    softmax_loss_function=None,
    name=None,
):
    """The weighted cross entropy of `logits` [batch, length, classes] and `targets`, integers [batch, length].

    `weights` [batch, length] scale the losses. Averaged over steps and batch, summed instead, or neither, as the arguments say.
    `softmax_loss_function(labels=, logits=)` may replace the cross entropy. Raises ValueError for other ranks, and for an
    average and a sum of the same.
    """
    logits, targets, weights = tf.convert_to_tensor(logits), tf.convert_to_tensor(targets), tf.convert_to_tensor(weights)
    for what, tensor, rank in (("Logits", logits, 3), ("Targets", targets, 2), ("Weights", weights, 2)):
        if tensor.shape.rank not in (None, rank):
            raise ValueError(
                f"{what} must be a [batch_size x sequence_length{' x logits' if rank == 3 else ''}] tensor, but the shape is "
                f"{tensor.shape}."
            )
    if average_across_timesteps and sum_over_timesteps:
        raise ValueError("average_across_timesteps and sum_over_timesteps cannot be set to True at same time.")
    if average_across_batch and sum_over_batch:
        raise ValueError("average_across_batch and sum_over_batch cannot be set to True at same time.")
    with tf.name_scope(name or "sequence_loss"):
        classes = tf.shape(logits)[2]
        flat, labels = tf.reshape(logits, [-1, classes]), tf.reshape(targets, [-1])
        loss = (softmax_loss_function or tf.nn.sparse_softmax_cross_entropy_with_logits)(labels=labels, logits=flat)
        loss = loss * tf.reshape(weights, [-1])
        if average_across_timesteps and average_across_batch:
            # Here and below, weights that are all zero give zero.
            return tf.math.divide_no_nan(tf.reduce_sum(loss), tf.reduce_sum(weights))
        if sum_over_timesteps and sum_over_batch:
            return tf.math.divide_no_nan(tf.reduce_sum(loss), tf.cast(tf.math.count_nonzero(weights), loss.dtype))
        loss = tf.reshape(loss, tf.shape(logits)[:2])
        if average_across_timesteps or average_across_batch:
            axis = 1 if average_across_timesteps else 0
            return tf.math.divide_no_nan(tf.reduce_sum(loss, axis), tf.reduce_sum(weights, axis))
        if sum_over_timesteps or sum_over_batch:
            axis = 1 if sum_over_timesteps else 0
            return tf.math.divide_no_nan(tf.reduce_sum(loss, axis), tf.cast(tf.math.count_nonzero(weights, axis), loss.dtype))
        return loss
