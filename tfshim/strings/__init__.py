"""`tf.strings`: strings joined, cut, searched, hashed and turned into numbers."""

from tfshim._listing import lazily, names
from tfshim.strings.ngrams import ngrams

_MODULES = {
    "formatting": "as_string format to_number",
    "hashing": "to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong",
    "plain": "join length lower reduce_join strip substr unsorted_segment_join upper",
    "regex": "regex_full_match regex_replace",
    "splitting": "bytes_split split",
    "unicode": """unicode_decode unicode_decode_with_offsets unicode_encode unicode_script unicode_split unicode_split_with_offsets
        unicode_transcode""",
}
__all__ = names(_MODULES, ("ngrams",))
__getattr__, __dir__ = lazily(globals(), _MODULES)
