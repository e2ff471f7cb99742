"""Operations of datasets and iterators by their types, as `tf.raw_ops` has them: over variant tensors and flat components."""
