"""`tf.strings`: strings joined, cut, searched, hashed and turned into numbers."""

from tfshim._listing import listing
from tfshim.strings.formatting import as_string, format, to_number
from tfshim.strings.hashing import to_hash_bucket, to_hash_bucket_fast, to_hash_bucket_strong
from tfshim.strings.ngrams import ngrams
from tfshim.strings.plain import join, length, lower, reduce_join, strip, substr, unsorted_segment_join, upper
from tfshim.strings.regex import regex_full_match, regex_replace
from tfshim.strings.splitting import bytes_split, split
from tfshim.strings.unicode import (
    unicode_decode,
    unicode_decode_with_offsets,
    unicode_encode,
    unicode_script,
    unicode_split,
    unicode_split_with_offsets,
    unicode_transcode,
)

__all__ = """as_string bytes_split format join length lower ngrams reduce_join regex_full_match regex_replace split strip substr
    to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong to_number unicode_decode unicode_decode_with_offsets
    unicode_encode unicode_script unicode_split unicode_split_with_offsets unicode_transcode unsorted_segment_join
    upper""".split()
__dir__ = listing(globals())
