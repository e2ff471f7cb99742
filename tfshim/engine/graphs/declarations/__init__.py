"""What TensorFlow declares that operations ask of their inputs and attributes: the table, and the check when one is added to a graph."""
