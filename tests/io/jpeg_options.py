"""The options of `tf.io.decode_jpeg` whose pixels are recorded."""

OPTIONS = (
    [{"channels": channels, "dct_method": method} for channels in (0, 1, 3) for method in ("", "INTEGER_FAST", "INTEGER_ACCURATE")]
    + [{"ratio": ratio, "dct_method": method} for ratio in (2, 4, 8) for method in ("", "INTEGER_ACCURATE")]
    + [{"ratio": 2, "channels": 1}, {"fancy_upscaling": False}, {"fancy_upscaling": False, "dct_method": "INTEGER_ACCURATE", "ratio": 2}]
)
