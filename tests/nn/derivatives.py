"""Derivatives that ways of computing the same are compared by."""

import tfshim as tf


def values_and_derivatives(function, *arguments):
    """The result, its gradients, and the gradients of their squares."""
    with tf.GradientTape() as outer:
        outer.watch(arguments)
        with tf.GradientTape() as inner:
            inner.watch(arguments)
            y = function(*arguments)
            loss = tf.reduce_sum(tf.sin(y))
        first = inner.gradient(loss, arguments)
        penalty = tf.add_n([tf.reduce_sum(g**2) for g in first])
    return [t.numpy() for t in (y, *first, *outer.gradient(penalty, arguments))]
