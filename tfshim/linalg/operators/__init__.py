"""The linear operators of `tf.linalg`: matrices that are known by what they do to vectors, and by what they are made of."""
