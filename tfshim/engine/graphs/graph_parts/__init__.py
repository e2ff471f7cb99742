"""What `tf.Graph` consists of beside its nodes: collections, names of what is in it, and the scopes that are open."""
