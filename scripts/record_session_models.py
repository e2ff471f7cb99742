"""Write the SavedModel in tests/data/tf_session_model with a session of a real TensorFlow 2.15, and what it computes.

PYTHON scripts/record_session_models.py
"""

import shutil

import recording
import tensorflow.compat.v1 as tf

FOLDER = recording.DATA / "tf_session_model"


def main():
    tf.disable_v2_behavior()
    shutil.rmtree(FOLDER, ignore_errors=True)
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    start = tf.constant_initializer([[1.0, -1.0, 0.5], [2.0, 1.0, -0.5]])
    hidden = tf.layers.dense(x, 3, tf.nn.relu, kernel_initializer=start, name="hidden")
    with tf.variable_scope("out"):
        w = tf.get_variable("w", initializer=[[1.0], [2.0], [3.0]])
        y = tf.add(tf.matmul(hidden, w), tf.get_variable("b", initializer=0.25), name="y")
    fed = [[1.0, 1.0], [-1.0, 2.0]]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(w.assign([[1.0], [4.0], [9.0]]))
        tf.saved_model.simple_save(session, str(FOLDER), {"x": x}, {"y": y})
        expected = {"x": fed, "y": session.run(y, {x: fed}).tolist(), "variables": [v.name for v in tf.global_variables()]}
    recording.write_json(FOLDER / "expected.json", expected)


if __name__ == "__main__":
    main()
