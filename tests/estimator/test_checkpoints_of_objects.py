"""`Scaffold(saver=Checkpoint)`: what an estimator trains is saved by objects, as the guide to migrating describes it."""

import pytest

import tfshim as tf

v1 = tf.compat.v1


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.l1 = tf.keras.layers.Dense(5)

    def call(self, x):
        return self.l1(x)


def _rows():
    inputs = tf.range(10.0)[:, None]
    return tf.data.Dataset.from_tensor_slices({"x": inputs, "y": inputs * 5.0 + tf.range(5.0)[None, :]}).repeat().batch(2)


def _model(features, labels, mode):
    net, optimizer = Net(), tf.keras.optimizers.Adam(0.1)
    checkpoint = tf.train.Checkpoint(step=v1.train.get_global_step(), optimizer=optimizer, net=net)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(net(features["x"]) - features["y"]))
    update = optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    step = tf.group(update, checkpoint.step.assign_add(1))
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step, scaffold=v1.train.Scaffold(saver=checkpoint))


def test_a_checkpoint_of_the_same_objects_restores_it(tmp_path):
    estimator = tf.estimator.Estimator(_model, str(tmp_path))
    estimator.train(_rows, steps=10)
    saved = tf.train.load_checkpoint(str(tmp_path))
    assert {"net/l1/kernel/.ATTRIBUTES/VARIABLE_VALUE", "step/.ATTRIBUTES/VARIABLE_VALUE"} <= set(saved.get_variable_to_shape_map())
    net, step = Net(), tf.Variable(1, dtype=tf.int64)
    tf.train.Checkpoint(step=step, net=net).restore(tf.train.latest_checkpoint(str(tmp_path))).expect_partial()
    net(tf.ones([1, 1]))
    assert int(step) == 10
    assert net.l1.kernel.numpy() == pytest.approx(saved.get_tensor("net/l1/kernel/.ATTRIBUTES/VARIABLE_VALUE"))
    estimator.train(_rows, steps=5)
    assert tf.train.latest_checkpoint(str(tmp_path)).endswith("-15")
