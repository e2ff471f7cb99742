"""What `tf.TensorShape` is made of: its entries, and what it is as the type of an argument."""
