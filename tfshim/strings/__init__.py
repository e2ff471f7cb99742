"""`tf.strings`: strings joined, cut, searched, hashed and turned into numbers."""

from tfshim._listing import lazily
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
__all__ = """as_string bytes_split format join length lower ngrams reduce_join regex_full_match regex_replace split strip substr
    to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong to_number unicode_decode unicode_decode_with_offsets
    unicode_encode unicode_script unicode_split unicode_split_with_offsets unicode_transcode unsorted_segment_join
    upper""".split()
__getattr__, __dir__ = lazily(globals(), _MODULES)
