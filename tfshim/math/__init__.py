"""`tf.math`: arithmetic, elementwise functions, reductions, segments and special functions."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(
    globals(),
    ("special",),
    unlisted="""clip_by_global_norm clip_by_norm clip_by_value histogram_fixed_width histogram_fixed_width_bins realdiv truncatediv
    truncatemod""",
)
