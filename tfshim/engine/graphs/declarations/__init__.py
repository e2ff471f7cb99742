"""What TensorFlow declares of operations: what they ask of inputs and attributes, with the check, and our arguments in that form."""
