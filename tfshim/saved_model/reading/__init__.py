"""What `tf.saved_model.load` reads of TensorFlow's files: their objects, functions and tables, and the nodes that only they have."""
