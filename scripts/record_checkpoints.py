"""Write the checkpoints in tests/data/tf_checkpoints with a real TensorFlow 2.15.

PYTHON scripts/record_checkpoints.py
"""

import os

import numpy as np
import recording
import tensorflow as tf

FOLDER = recording.DATA / "tf_checkpoints"
INPUTS = np.array([[1.0, 2.0], [-1.0, 0.5]], "float32")


class Values(tf.Module):
    """Variables of many types."""

    def __init__(self):
        self.matrix = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="matrix")
        self.half = tf.Variable(tf.cast([1.5, 2.5], tf.bfloat16))
        self.complex = tf.Variable([1 + 2j])
        self.flag = tf.Variable(True)
        self.texts = tf.Variable(["ab", "", "x" * 200])
        self.empty = tf.Variable(tf.zeros([0, 3]))
        self.list = [tf.Variable(1, dtype=tf.uint8), tf.Variable(2, dtype=tf.int64)]


def network():
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(3, activation="relu", input_shape=(2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]
    )
    rng = np.random.default_rng(0)
    model.set_weights([rng.uniform(0.1, 1.0, w.shape).astype("float32") for w in model.get_weights()])
    return model


def counted(axis):
    """An initializer that counts within a part, from a hundred times where the part begins."""

    def initial(shape, dtype=None, partition_info=None):
        counts = tf.reshape(tf.range(shape[0] * shape[1]), shape) + 100 * partition_info.var_offset[axis]
        return tf.cast(counts, tf.float32 if axis == 0 else tf.int64)

    return initial


def main():
    os.chdir(recording.emptied(FOLDER))
    tf.train.Checkpoint(values=Values(), step=tf.Variable(7)).save("values")

    model = network()
    model.compile("adam", "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0)
    model.save_weights("weights")
    expected = {"weights": model.predict(INPUTS, verbose=0).tolist()}

    model = network()
    optimizer = tf.keras.optimizers.legacy.Adam(0.01)
    gradients = [tf.fill(v.shape, 0.5) for v in model.trainable_variables]
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    tf.train.Checkpoint(model=model, optimizer=optimizer).write("legacy")
    expected["legacy"] = model.predict(INPUTS, verbose=0).tolist()
    recording.write_json(FOLDER / "expected.json", expected)

    # Enough of them for more than one block of the index.
    tf.train.Checkpoint(**{f"v{i}": tf.Variable(float(i)) for i in range(150)}).write("many")

    with tf.Graph().as_default():
        v = tf.compat.v1.get_variable("scope/v", [2, 2], initializer=tf.compat.v1.constant_initializer(3.0))
        with tf.compat.v1.Session() as session:
            session.run(v.initializer)
            tf.compat.v1.train.Saver().save(session, "named", global_step=5, latest_filename="named_checkpoint")

    # Variables that are saved in parts, along either dimension, and strings.
    with tf.Graph().as_default():
        for name, shape, axis, parts in (("rows", [70, 3], 0, 3), ("cols", [2, 5], 1, 2)):
            tf.compat.v1.get_variable(
                name,
                shape,
                dtype=tf.float32 if axis == 0 else tf.int64,
                initializer=counted(axis),
                partitioner=tf.compat.v1.fixed_size_partitioner(parts, axis=axis),
            )
        tf.compat.v1.get_variable("words", initializer=tf.constant(["one", "", "three" * 50]))
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            tf.compat.v1.train.Saver().save(session, "parts", write_meta_graph=False, write_state=False)


if __name__ == "__main__":
    main()
