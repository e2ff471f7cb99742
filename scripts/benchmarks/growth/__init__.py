"""How the time of a step grows with what is in it: the same lines for a row of sizes, in tfshim and in TensorFlow."""
