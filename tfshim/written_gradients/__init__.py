"""Gradients in files, of TensorFlow's operations: `table` declares what the gradient of one is, `accumulation` goes back through many."""
