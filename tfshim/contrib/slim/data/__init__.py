"""`tf.contrib.slim.data`: records of files as named items, read by queues."""
