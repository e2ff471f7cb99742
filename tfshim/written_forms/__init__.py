"""How operations that TensorFlow does not have as one are written: `form` declares it, `expanding` does it."""
