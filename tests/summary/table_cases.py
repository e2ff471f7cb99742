"""Tables, sparse values, labels and grids in TensorFlow 1, for graphs that are compared with those of TensorFlow."""


def tables(tf):
    """Tables of words, and a vocabulary."""
    v1, lookup = tf.compat.v1, tf.lookup
    words = v1.placeholder(tf.string, [None])
    table = lookup.StaticHashTable(lookup.KeyValueTensorInitializer(["a", "b"], [0, 1]), -1)
    table.lookup(words), v1.tables_initializer()
    numbers = tf.constant([0, 1], tf.int64)
    lookup.StaticVocabularyTable(lookup.KeyValueTensorInitializer(["a", "b"], numbers), 1).lookup(words)
    named = lookup.StaticHashTable(lookup.KeyValueTensorInitializer(["a", "b"], [0, 1]), -1, name="words")
    named.lookup(words), named.size(), named[words], named.lookup(words, name="mine"), named.export()


def sparse_values(tf):
    """Sparse values that are fed, with and without names and shapes."""
    v1 = tf.compat.v1
    v1.sparse_placeholder(tf.float32), v1.sparse_placeholder(tf.float32, [None, 3])
    v1.sparse_placeholder(tf.float32, [2, 3], "shaped"), v1.sparse_placeholder(tf.float32, name="named")


def labels_of_sequences(tf):
    """The loss of labels of sequences, which is gone back through, and what decodes them."""
    v1 = tf.compat.v1
    x, lengths = v1.placeholder(tf.float32, [None, 5, 3], "x"), v1.placeholder(tf.int32, [None], "n")
    labels = v1.sparse_placeholder(tf.int32, name="labels")
    v1.nn.ctc_loss(labels, x, lengths), v1.nn.ctc_loss(labels, x, lengths, time_major=False)
    v1.nn.ctc_beam_search_decoder(x, lengths), v1.nn.ctc_greedy_decoder(x, lengths), v1.edit_distance(labels, labels)
    tf.gradients(v1.nn.ctc_loss(labels, x * 2.0, lengths), x)


def normalized_images(tf):
    """Batch normalization of images in one operation, by a layer and without."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 8, 8, 3])
    v1.layers.batch_normalization(x, training=True), v1.layers.batch_normalization(x, axis=1)
    v1.nn.fused_batch_norm(x, tf.ones([3]), tf.zeros([3]))


def grids(tf):
    """Coordinates of grids, one of which is gone back through."""
    x = tf.compat.v1.placeholder(tf.float32, [None, 3])
    tf.meshgrid(x[0], x[1]), tf.meshgrid(x[:, 0], x[:, 1], x[0], indexing="ij")
    tf.meshgrid(tf.range(3), tf.range(4), name="named")
    tf.gradients(tf.meshgrid(x[0], x[1])[0], x)


def repeated(tf):
    """Slices and elements that are repeated."""
    x = tf.compat.v1.placeholder(tf.float32, [None, 3])
    tf.repeat(x, 2, axis=0), tf.repeat(x, 3, axis=1), tf.repeat(x, 3), tf.repeat(x[0], 2, axis=-1)


PROGRAMS = (tables, sparse_values, labels_of_sequences, normalized_images, grids, repeated)
