"""`tf.contrib.learn` of TensorFlow 1 is not supported: the error of importing it names what to use instead."""

raise ImportError(
    "tf.contrib.learn was part of TensorFlow 1 and is not of tfshim; use tf.keras for models, and tf.keras.datasets or "
    "scikit-learn for its data sets (tf.keras.datasets.mnist, sklearn.datasets.load_iris)."
)
