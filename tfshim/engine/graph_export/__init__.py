"""Writing GraphDefs: nodes that are more than one operation of TensorFlow."""
