"""Operations of TensorFlow 1 by their types, as `tf.raw_ops` has them: accumulators, readers, variables by reference."""
