"""What it takes to build the graph of a large model, and to begin to use it: time and memory, in tfshim and in TensorFlow."""
