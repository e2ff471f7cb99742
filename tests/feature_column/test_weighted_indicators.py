"""Sums of weights of categories, some of which are none."""

import tfshim as tf


def test_weights_of_words_that_are_not_known_count_nowhere():
    words = tf.SparseTensor([[0, 0], [0, 1], [0, 2], [2, 0]], ["a", "b", "a", "z"], [3, 3])
    weights = words.with_values([0.5, 2.0, 0.25, 7.0])
    column = tf.feature_column.categorical_column_with_vocabulary_list("words", ["a", "b"])
    column = tf.feature_column.indicator_column(tf.feature_column.weighted_categorical_column(column, "weights"))
    layer = tf.keras.layers.DenseFeatures([column])
    given = {"words": words, "weights": weights}
    assert layer(given).numpy().tolist() == [[0.75, 2.0], [0, 0], [0, 0]]
    traced = tf.function(layer)(given)
    assert traced.numpy().tolist() == [[0.75, 2.0], [0, 0], [0, 0]]
