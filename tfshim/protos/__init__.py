"""Protocol buffers of TensorFlow that programs make and read themselves: tensors, examples, clusters."""
