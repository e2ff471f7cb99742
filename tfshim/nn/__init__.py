"""`tf.nn`: activations, convolutions, pools, normalization, losses, embeddings and samplers.

Names load on first use: those that other namespaces share are found without importing the rest.
"""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(
    globals(),
    ("experimental",),
    unlisted="""approx_top_k batch_to_space conv conv2d_backprop_filter_v2 conv2d_backprop_input_v2 extract_volume_patches
    space_to_batch_nd""",
)
