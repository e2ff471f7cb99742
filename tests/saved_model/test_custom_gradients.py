"""Functions with custom gradients, saved and loaded: values and gradients are those of the original, as in TensorFlow 2.15.1."""

import pytest

import tfshim as tf


class _Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.v, self.w = tf.Variable(3.0), tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def with_variables(self, x):
        @tf.custom_gradient
        def scaled(a, n):
            def grad(d, variables=None):
                return (d * 10.0 * a * self.w, None), [tf.reduce_sum(d) * 7.0]

            return a * self.v, grad

        return scaled(x, tf.constant([1])) * 2.0

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def with_two_results(self, x):
        @tf.custom_gradient
        def both(a, b):
            return (a + b, a * b), lambda d, e: (d * 100.0, e * 1000.0)

        total, product = both(x, x * 2.0)
        return total + product


def _copy(module, folder, times):
    for i in range(times):
        holder = tf.Module()
        holder.v, holder.w = module.v, module.w
        holder.with_variables, holder.with_two_results = module.with_variables, module.with_two_results
        tf.saved_model.save(holder, str(folder / str(i)))
        module = tf.saved_model.load(str(folder / str(i)))
    return module


@pytest.mark.parametrize("times", [0, 1])
@pytest.mark.parametrize("inside", [False, True])
def test_values_and_gradients(tmp_path, times, inside):
    loaded, x = _copy(_Model(), tmp_path, times), tf.constant([1.0, 2.0, 3.0])

    def run():
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y, z = loaded.with_variables(x), loaded.with_two_results(x)
        return y, z, *tape.gradient(y, [x, loaded.v]), tape.gradient(z, x)

    found = (tf.function(run) if inside else run)()
    assert [t.numpy().tolist() for t in found] == [[6, 12, 18], [5, 14, 27], [40, 80, 120], 42, [2100, 2100, 2100]]
