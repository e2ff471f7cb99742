"""`tf.feature_column`: descriptions of how inputs of a model come out of raw features."""

from tfshim._listing import lazily, names

_MODULES = {
    "categorical": """categorical_column_with_hash_bucket categorical_column_with_identity categorical_column_with_vocabulary_file
        categorical_column_with_vocabulary_list weighted_categorical_column""",
    "crossed": "crossed_column",
    "dense": "embedding_column indicator_column shared_embeddings",
    "numeric": "bucketized_column numeric_column",
    "parse_spec": "make_parse_example_spec",
    "sequences": """sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity
        sequence_categorical_column_with_vocabulary_file sequence_categorical_column_with_vocabulary_list
        sequence_numeric_column""",
}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
