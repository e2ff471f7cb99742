"""`tf.function`: signatures, tracing, retracing, concrete functions, compilation."""
