"""What `tf.TensorShape` is made of: its entries, what they broadcast to, and what it is as the type of an argument."""
