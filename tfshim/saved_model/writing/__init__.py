"""What `tf.saved_model.save` writes: the objects, their functions, the main graph around them, tables and signatures."""
