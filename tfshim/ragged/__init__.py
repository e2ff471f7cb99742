"""`tf.ragged`: tensors with rows of different lengths."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(
    globals(), unlisted="RaggedTensor RaggedTensorSpec ragged_fill_empty_rows ragged_fill_empty_rows_grad"
)
