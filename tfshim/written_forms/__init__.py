"""How operations that TensorFlow does not have as one are written for it: see `form` for what declares that, `expanding` for what does it."""
