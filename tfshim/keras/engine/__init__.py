"""What every Keras layer stands on: the base class, symbolic tensors and the nodes that connect them."""
