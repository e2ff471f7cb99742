"""Variables of TensorFlow 1: their scopes, the store they are shared through, partitioned ones."""
