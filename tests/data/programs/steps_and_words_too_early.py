"""Optimizers and tokenizers that have not met what they are given: the exception, and whether a traced function tells where."""

import numpy as np

TEXT = tf.keras.preprocessing.text
PADDED = tf.keras.preprocessing.sequence.pad_sequences


def _told(function):
    try:
        made = function()
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return type(error).__name__, lines[0], lines[-1]
    return made.tolist() if isinstance(made, np.ndarray) else made


def _other_variable(optimizer, wrap):
    known, other = tf.Variable([1.0]), tf.Variable([2.0], name="other")
    optimizer.apply_gradients([(tf.constant([1.0]), known)])
    step = wrap(lambda: optimizer.apply_gradients([(tf.constant([1.0]), other)]))
    return _told(step), optimizer.iterations.numpy().tolist(), other.numpy().tolist()


def case_unknown_variables():
    makers = (tf.keras.optimizers.Adam, tf.keras.optimizers.RMSprop)
    return [_other_variable(make(), wrap) for make in makers for wrap in (tf.function, lambda f: f)]


def case_tokenizers_without_words():
    def tokenizer(**arguments):
        return TEXT.Tokenizer(oov_token="?", **arguments)

    few = TEXT.Tokenizer(num_words=2, oov_token="?")
    few.fit_on_texts(["a b a"])
    return [
        _told(lambda: tokenizer().texts_to_sequences(["a b", ""])),
        _told(lambda: TEXT.Tokenizer().texts_to_sequences(["a b"])),
        _told(lambda: PADDED(tokenizer().texts_to_sequences(["a b"]), maxlen=3)),
        _told(lambda: tokenizer(num_words=3).texts_to_matrix(["a b"])),
        _told(lambda: tokenizer().sequences_to_texts([[1]])),
        _told(lambda: TEXT.Tokenizer().sequences_to_texts([[1]])),
        _told(lambda: few.texts_to_sequences(["a b c"])),
        _told(lambda: few.sequences_to_texts([[1, 2, 3, 9]])),
        _told(lambda: few.sequences_to_matrix([[None]])),
    ]
