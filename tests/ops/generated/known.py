"""What is known to differ from TensorFlow in generated calls: (part of the text of the call, reason).

An entry has to go when none of the calls it names differs any more. At most one call in a hundred may stand here.
"""

_BYTES = "TensorFlow's binding fails to decode its own message, which holds bytes that are no UTF-8: UnicodeDecodeError; ours shows them"
_ORDER = "the places of a sparse tensor are not in order, which TensorFlow's operation asks for and does not check"

KNOWN = (
    ("tf.strings.substr(t([[b'-2.5', b' x '], [b'nan', b'\\xff']", _BYTES),
    ("tf.strings.to_number(a(b'\\xff', 'string'), out_type=tf.int64)", _BYTES),
    ("tf.strings.to_number(t([b'\\xff', b'nan', b''], 'string'))", _BYTES),
    ("tf.strings.to_number(t([b'\\xff', b' x ', b'nan', b'abc'], 'string'))", _BYTES),
    ("tf.sparse.cross_hashed([tf.SparseTensor([[0, 1], [1, 0]], t([b'1', b'abc'], 'string'), [2, 3]), tf.SparseTensor([[1, 2]", _ORDER),
    ("tf.sparse.cross_hashed([tf.SparseTensor([[1, 2], [0, 1]]", _ORDER),
    ("tf.debugging.assert_near(t(1.75, 'bfloat16')", "TensorFlow asks NumPy for the precision of bfloat16, which does not know it"),
    ("tf.ragged.constant([[], [1.5]], dtype=tf.int64, ragged_rank=0)", "TensorFlow drops the value that does not fit the shape"),
    ("tf.ragged.constant([[b'a'], []], dtype=tf.float16, ragged_rank=0", "two things are wrong, and the other one is told"),
    ("tf.strings.format('a {} b', a([[]], 'complex64', [1, 0]))", "TensorFlow takes the rows of an array for a list of tensors"),
)


def reason(text):
    """Why this call is known to differ, or None."""
    return next((why for part, why in KNOWN if part in text), None)
