# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.strings.formatting import as_string as as_string, format as format, to_number as to_number
from tfshim.strings.hashing import to_hash_bucket as to_hash_bucket, to_hash_bucket_fast as to_hash_bucket_fast
from tfshim.strings.hashing import to_hash_bucket_strong as to_hash_bucket_strong
from tfshim.strings.ngrams import ngrams as ngrams
from tfshim.strings.plain import join as join, length as length, lower as lower, reduce_join as reduce_join, strip as strip
from tfshim.strings.plain import substr as substr, unsorted_segment_join as unsorted_segment_join, upper as upper
from tfshim.strings.regex import regex_full_match as regex_full_match, regex_replace as regex_replace
from tfshim.strings.splitting import bytes_split as bytes_split, split as split
from tfshim.strings.unicode import unicode_decode as unicode_decode, unicode_decode_with_offsets as unicode_decode_with_offsets
from tfshim.strings.unicode import unicode_encode as unicode_encode, unicode_script as unicode_script, unicode_split as unicode_split
from tfshim.strings.unicode import unicode_split_with_offsets as unicode_split_with_offsets, unicode_transcode as unicode_transcode
