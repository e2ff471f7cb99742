"""Write the small module of tests/data/clients/hub with TensorFlow 2.15.1: what TensorFlow Hub would have downloaded.

python scripts/record_hub_models.py
"""

import numpy as np
import recording
import tensorflow as tf

FOLDER = recording.DATA / "clients" / "hub"


class Features(tf.train.Checkpoint):
    """A reusable module: features of vectors, with dropout while it is trained, and losses of regularization."""

    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable(np.linspace(-1, 1, 12).reshape(4, 3).astype("float32"), name="kernel")
        self.offset = tf.Variable(np.zeros(3, "float32"), name="offset")
        self.mean = tf.Variable(np.zeros(4, "float32"), trainable=False, name="mean")
        self.variables = [self.kernel, self.offset, self.mean]
        self.trainable_variables = [self.kernel, self.offset]
        self.regularization_losses = [self.regularization]

    @tf.function(input_signature=[])
    def regularization(self):
        return 0.01 * tf.reduce_sum(self.kernel**2)

    @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32), tf.TensorSpec([], tf.bool)])
    def _apply(self, x, training):
        if training:
            self.mean.assign(0.9 * self.mean + 0.1 * tf.reduce_mean(x, 0))
        return tf.tanh((x - self.mean) @ self.kernel + self.offset)

    @tf.function
    def __call__(self, x, training=False):
        return self._apply(x, tf.convert_to_tensor(training))


def main():
    module = Features()
    for training in (True, False):
        module.__call__.get_concrete_function(tf.TensorSpec([None, 4], tf.float32), training)
    tf.saved_model.save(module, str(FOLDER / "features"), signatures=module._apply)


if __name__ == "__main__":
    main()
