"""Functions on strings, whose graphs are compared node by node with those of TensorFlow."""

FUNCTIONS = {  # of `s`, strings of any number, and `m`, rows of two of them
    "split": lambda tf, s, m: tf.strings.split(s).flat_values,
    "split by a separator": lambda tf, s, m: tf.strings.split(s, ",", maxsplit=2).row_splits,
    "split of one": lambda tf, s, m: tf.strings.split(s[0]),
    "bytes_split": lambda tf, s, m: tf.strings.bytes_split(s).flat_values,
    "split to dense": lambda tf, s, m: tf.strings.split(s).to_tensor(""),
    "lower": lambda tf, s, m: tf.strings.upper(tf.strings.lower(s)),
    "strip": lambda tf, s, m: tf.strings.strip(s),
    "regex_replace": lambda tf, s, m: tf.strings.regex_replace(s, "a", "b"),
    "regex_full_match": lambda tf, s, m: tf.strings.regex_full_match(s, "a.*"),
    "join": lambda tf, s, m: tf.strings.join([s, s], "-"),
    "join with a constant": lambda tf, s, m: tf.strings.join(["a", s]) + "b",
    "reduce_join": lambda tf, s, m: tf.strings.reduce_join(s),
    "reduce_join of rows": lambda tf, s, m: tf.strings.reduce_join(m, axis=-1, separator=" "),
    "length": lambda tf, s, m: tf.strings.length(s, unit="UTF8_CHAR"),
    "substr": lambda tf, s, m: tf.strings.substr(s, 0, 1),
    "to_number": lambda tf, s, m: tf.strings.to_number(s, tf.int32),
    "as_string": lambda tf, s, m: tf.strings.as_string(tf.strings.length(s)),
    "to_hash_bucket_fast": lambda tf, s, m: tf.strings.to_hash_bucket_fast(s, 5),
    "to_hash_bucket": lambda tf, s, m: tf.strings.to_hash_bucket(s, 5),
    "format": lambda tf, s, m: tf.strings.format("a {}", s),
    "format of two": lambda tf, s, m: tf.strings.format("a {} b {}", (s, m)),
    "unicode_transcode": lambda tf, s, m: tf.strings.unicode_transcode(s, "UTF-8", "UTF-16-BE"),
    "equal": lambda tf, s, m: s == "a",
    "decode_raw": lambda tf, s, m: tf.io.decode_raw(s, tf.uint8),
    "encode_base64": lambda tf, s, m: tf.io.decode_base64(tf.io.encode_base64(s)),
    "parts of a path": lambda tf, s, m: tf.strings.split(s[0], "/")[-2] == "cat",
    "decode_csv": lambda tf, s, m: tf.io.decode_csv(s, [0.0, ""]),
    "bincount": lambda tf, s, m: tf.math.bincount(tf.strings.length(s)),
    "bincount of bounds": lambda tf, s, m: tf.math.bincount(tf.strings.length(s), minlength=3, maxlength=5, dtype=tf.int64),
}


LAYERS = {  # that take `m`, rows of one text
    "words": lambda layers: layers.TextVectorization(max_tokens=20, vocabulary=["a", "b"]),
    "words of a length": lambda layers: layers.TextVectorization(max_tokens=20, output_sequence_length=6, vocabulary=["a", "b"]),
    "words as they are": lambda layers: layers.TextVectorization(standardize=None, output_sequence_length=6, vocabulary=["a", "b"]),
    "words that occur": lambda layers: layers.TextVectorization(output_mode="multi_hot", vocabulary=["a", "b"]),
    "words counted": lambda layers: layers.TextVectorization(output_mode="count", vocabulary=["a", "b"]),
    "pairs of words": lambda layers: layers.TextVectorization(ngrams=2, output_sequence_length=6, vocabulary=["a", "b"]),
}


def strings(tf):
    """{name: a function that gives the graph of a traced function}."""
    made = {f"strings {name}": lambda f=f: _traced(tf, f) for name, f in FUNCTIONS.items()}
    for name, layer in LAYERS.items():
        made[f"text {name}"] = lambda layer=layer: _called(tf, layer(tf.keras.layers))
    return made


def _traced(tf, function):
    specs = tf.TensorSpec([None], tf.string), tf.TensorSpec([None, 2], tf.string)
    return tf.function(lambda s, m: function(tf, s, m)).get_concrete_function(*specs).graph


def _called(tf, layer):
    return tf.function(lambda m: layer(m)).get_concrete_function(tf.TensorSpec([None, 1], tf.string)).graph
