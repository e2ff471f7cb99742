"""Embeddings of `tf.contrib.layers`."""

import tfshim as tf
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.contrib.framework.variables import model_variable


def embedding_lookup_unique(params, ids, partition_strategy="mod", name=None):
    """The rows of `params` at `ids`, each fetched once."""
    with tf.compat.v1.name_scope(name, "EmbeddingLookupUnique", [params, ids]):
        ids = tf.convert_to_tensor(ids)
        different, where = tf.unique(tf.reshape(ids, [-1]))
        rows = tf.compat.v1.nn.embedding_lookup(params, different, partition_strategy)
        found = tf.reshape(tf.gather(rows, where), tf.concat([tf.shape(ids), tf.shape(rows)[1:]], 0))
        found.set_shape(ids.shape.concatenate(rows.shape[1:]))
        return found


def _embeddings(vocab_size, embed_dim, initializer, regularizer, trainable, reuse):
    """The variable "embeddings". Raises ValueError where its sizes are missing and it is not reused."""
    if not (reuse or vocab_size and embed_dim):
        raise ValueError(
            f"Must specify vocab size and embedding dimension when not reusing. Got vocab_size={vocab_size} and embed_dim={embed_dim}"
        )
    shape = [vocab_size, embed_dim] if vocab_size and embed_dim else None
    if initializer is None and shape is not None:
        initializer = tf.compat.v1.glorot_uniform_initializer()
    return model_variable("embeddings", shape, initializer=initializer, regularizer=regularizer, trainable=trainable)


def embed_sequence(
    ids, vocab_size=None, embed_dim=None, unique=False, initializer=None, regularizer=None, trainable=True, scope=None, reuse=None
):
    """The rows of a variable "embeddings" at the integer `ids` [batch, length]: [batch, length, embed_dim]. `unique` fetches each row once.

    Raises ValueError for unknown sizes, unless the variable is reused.
    """
    with variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        embeddings = _embeddings(vocab_size, embed_dim, initializer, regularizer, trainable, reuse)
        if unique:
            return embedding_lookup_unique(embeddings, ids)
        return tf.nn.embedding_lookup(embeddings, ids)


def bow_encoder(ids, vocab_size, embed_dim, sparse_lookup=True, initializer=None, regularizer=None, trainable=True, scope=None, reuse=None):
    """The mean of the embeddings of each row of `ids` [batch, length], dense or sparse: [batch, embed_dim].

    `sparse_lookup` leaves zeros of dense ids out. Raises TypeError for a SparseTensor without it.
    """
    with variable_scope(scope, "bow_encoder", [ids], reuse=reuse):
        embeddings = _embeddings(vocab_size, embed_dim, initializer, regularizer, trainable, reuse)
        if sparse_lookup:
            ids = ids if isinstance(ids, tf.SparseTensor) else tf.sparse.from_dense(ids)
            return tf.compat.v1.nn.safe_embedding_lookup_sparse(embeddings, ids, None, "mean")
        if isinstance(ids, tf.SparseTensor):
            raise TypeError("ids are expected to be dense Tensor, got: " + str(ids))
        return tf.reduce_mean(tf.nn.embedding_lookup(embeddings, ids), 1)
