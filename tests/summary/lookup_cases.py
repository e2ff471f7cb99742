"""Layers that look up indices, whose graphs are compared node by node with those of TensorFlow."""


def lookups(tf):
    """{name: a function that gives the graph of a traced function}."""
    layers = tf.keras.layers
    words, numbers = tf.TensorSpec([None, 2], tf.string), tf.TensorSpec([None, 2], tf.int64)
    made = {
        "words": lambda: (layers.StringLookup(vocabulary=["a", "b"]), words),
        "words with a mask": lambda: (layers.StringLookup(vocabulary=["a", "b"], mask_token="-"), words),
        "words of several buckets": lambda: (layers.StringLookup(vocabulary=["a", "b"], num_oov_indices=3), words),
        "words of indices": lambda: (layers.StringLookup(vocabulary=["a", "b"], invert=True), numbers),
        "rows of words": lambda: (layers.StringLookup(vocabulary=["a", "b"], output_mode="multi_hot"), words),
        "numbers": lambda: (layers.IntegerLookup(vocabulary=[3, 5]), numbers),
        "numbers of several buckets": lambda: (layers.IntegerLookup(vocabulary=[3, 5], num_oov_indices=2), numbers),
        "words twice": lambda: (_twice(layers.StringLookup(vocabulary=["a", "b"])), words),
        "rows of numbers": lambda: (layers.IntegerLookup(vocabulary=[3, 5], output_mode="count"), numbers),
    }
    return {f"lookup {name}": lambda make=make: _traced(tf, *make()) for name, make in made.items()}


def _twice(layer):
    return lambda x: (layer(x), layer(x[:, 0]))


def _traced(tf, layer, spec):
    return tf.function(lambda x: layer(x)).get_concrete_function(spec).graph
