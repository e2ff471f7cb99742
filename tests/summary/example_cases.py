"""Serialized Examples that functions parse, whose graphs are compared node by node with those of TensorFlow."""


def examples(tf):
    """{name: a function that gives the graph of a traced function}."""
    features = {
        "number": tf.io.FixedLenFeature([], tf.float32),
        "ids": tf.io.VarLenFeature(tf.int64),
        "texts": tf.io.FixedLenFeature([2], tf.string),
    }
    rows = {"row": tf.io.FixedLenSequenceFeature([], tf.string, allow_missing=True), "parts": tf.io.RaggedFeature(tf.int64)}

    def several(texts):
        return tf.nest.flatten(tf.io.parse_example(texts, {**features, **rows}), expand_composites=True)

    filled = {"number": tf.io.FixedLenFeature([], tf.float32, 1.0), "texts": tf.io.FixedLenFeature([2], tf.string, ["a", "b"])}
    made = {
        "one with values for what is missing": (lambda text: tf.io.parse_single_example(text, filled), []),
        "several with values for what is missing": (lambda texts: tf.io.parse_example(texts, filled), [None]),
        "one": (lambda text: tf.io.parse_single_example(text, features), []),
        "several": (several, [None]),
    }
    return {f"examples {name}": lambda f=f, shape=shape: _traced(tf, f, shape) for name, (f, shape) in made.items()}


def _traced(tf, function, shape):
    return tf.function(function).get_concrete_function(tf.TensorSpec(shape, tf.string)).graph
