"""`regex_replace` and `regex_full_match`, by RE2 itself: matching takes time in proportion to the input, whatever the pattern."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.text import as_bytes, text_storage
from tfshim.strings import _line_expressions
from tfshim.strings._elements import each, numbers, same_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


# The parts of a replacement.
_REWRITE = re.compile(rb"\\(.?)|[^\\]+", re.DOTALL)
_CHARACTER = re.compile(  # one character of UTF-8
    rb"[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xef][\x80-\xbf])[\x80-\xbf]"
    rb"|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}"
)
# Parts of an expression in which `(?<` is no beginning of a group (escapes, quoted text, classes), or that beginning.
_OPENING = re.compile(rb"\\Q(?:[^\\]|\\[^E])*(?:\\E)?|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\(\?<", re.DOTALL)
# Expressions that need no automaton: literal characters, and one class of ASCII characters.
_LITERAL = re.compile(rb"(?:[^\\.+*?()|\[\]{}^$]|\\[!-/:-@\[-`{-~])+", re.DOTALL)
_CLASS = re.compile(rb"(\[(?!\^)(?:\\[dswtnrf]|\\[!-/:-@\[-`{-~]|\[:\w+:\]|[^\]\[\\\x80-\xff])+\]|\\[dsw])\+?", re.DOTALL)


@functools.cache
def _library():
    """The module, which is loaded when the first expression is compiled, and its options without and with groups."""
    import re2

    def options(capture):
        made = re2.Options()
        made.log_errors, made.never_capture = False, not capture
        return made

    return re2, (options(False), options(True))


@functools.lru_cache(256)
def compiled(pattern, capture=True):
    """The compiled expression for `pattern`, bytes. Raises InvalidArgumentError.

    capture: whether matches capture their groups, which costs time.
    """
    re2, options = _library()
    shown = pattern.decode("utf-8", "backslashreplace")
    # Names of groups are written with a P; RE2 takes the other way since a later version than TensorFlow's.
    if b"(?<" in pattern and any(m.group() == b"(?<" for m in _OPENING.finditer(pattern)):
        raise invalid(f"Invalid pattern: {shown}, error: invalid perl operator: (?<")
    try:
        return re2.compile(pattern, options[capture])
    except re2.error as e:
        why = e.args[0] if e.args else e
        why = why.decode("utf-8", "backslashreplace") if isinstance(why, bytes) else why
        raise invalid(f"Invalid pattern: {shown}, error: {why}") from None


@functools.lru_cache(256)
def _simple(pattern):
    """bytes for an expression that is these bytes; for one class of ASCII characters those and Python's expression; else None."""
    if _LITERAL.fullmatch(pattern):
        return re.sub(rb"\\(.)", rb"\1", pattern, flags=re.DOTALL)
    found = _CLASS.fullmatch(pattern)
    if found is None:
        return None
    one = compiled(found.group(1), False)
    members = b"".join(c for c in (bytes([n]) for n in range(128)) if one.fullmatch(c))
    return (members, re.compile(b"[" + re.escape(members) + b"]" + b"+" * pattern.endswith(b"+"))) if members else None


def _test_of_class(text):
    """RE2's test whether a character belongs to a class."""
    return compiled(text.encode(), False).fullmatch


@functools.lru_cache(256)
def _for_lines(pattern):
    """The expression for Python's engine, or None."""
    return _line_expressions.read(pattern, lambda text: lambda item: _test_of_class(text)(item) is not None)


class _Rewriter:
    """What a match is replaced by: `pieces` are texts and numbers of groups.

    A bad escape ends the text of a replacement; alone, as the only replacement, it is none at all.
    """

    def __init__(self, rewrite):
        self.pieces, self.complete, self.last = [], True, 0
        # Groups behind a bad escape count as well: RE2 compares the greatest number with the groups of the expression first.
        for part in _REWRITE.finditer(rewrite):
            escaped = part.group(1)
            if escaped is not None and escaped.isdigit():
                self.last = max(self.last, int(escaped))
        for part in _REWRITE.finditer(rewrite):
            escaped = part.group(1)
            if escaped is None:
                self.pieces.append(part.group())
            elif escaped.isdigit():
                self.pieces.append(int(escaped))
            elif escaped == b"\\":
                self.pieces.append(escaped)
            else:
                self.complete = False
                break
        self.plain = b"".join(self.pieces) if all(type(p) is bytes for p in self.pieces) else None

    def text(self, text, spans):
        """What takes the place of the match in `text` whose groups lie at `spans`."""
        if self.plain is not None:
            return self.plain
        return b"".join(p if type(p) is bytes else text[slice(*spans[p])] if spans[p][0] >= 0 else b"" for p in self.pieces)


_rewriter = functools.lru_cache(256)(_Rewriter)


def _searcher(expression):
    """The function from a text, a start and the end to the spans of the first match and its groups, (-1, -1) for none.

    It is what `search` of the same module calls, which takes several times as long for an object.
    """
    return functools.partial(expression._regexp.Match, _library()[0]._Anchor.UNANCHORED)


def _first_replaced(search, rewriter, text):
    """`text` with the first match replaced."""
    spans = search(text, 0, len(text))
    start, end = spans[0]
    return text if start < 0 or not rewriter.complete else b"".join((text[:start], rewriter.text(text, spans), text[end:]))


def _all_replaced(search, rewriter, text):
    """`text` with all matches replaced."""
    out, at, copied, last, length = [], 0, 0, -1, len(text)
    while at <= length:
        spans = search(text, at, length)
        start, end = spans[0]
        if start < 0:
            break
        if start == end == last:
            # An empty match right behind a match does not count, as in RE2: on with the next character.
            character = _CHARACTER.match(text, at)
            at += 1 if character is None else len(character.group())
            continue
        out += (text[copied:start], rewriter.text(text, spans))
        at = copied = last = end
    if not out:
        return text
    out.append(text[copied:])
    return b"".join(out)


def _scalar(value, what):
    if type(value) is np.ndarray and value.ndim:
        raise invalid(f"{what} must be scalar, but received {list(value.shape)}")
    return value[()]


def _replaced(input, pattern, rewrite, everywhere):
    """The strings with one or all matches replaced; simple expressions need no RE2."""
    rewriter = _rewriter(rewrite)
    expression = compiled(pattern, rewriter.last > 0)
    if rewriter.last > expression.groups:  # RE2 replaces nothing then
        return each(input, lambda item: item)
    simple, plain, count = None, rewriter.plain, -1 if everywhere else 1
    if plain is not None and (everywhere or rewriter.complete):
        simple = _simple(pattern)
        if type(simple) is bytes:
            return each(input, lambda item: item.replace(simple, plain, count))
        if simple is not None and not plain and everywhere:
            return each(input, lambda item: item.translate(None, simple[0]))
    if input.size >= _line_expressions.MANY and rewriter.complete:
        read = _for_lines(pattern)
        made = None if read is None else _line_expressions.replaced(input.reshape(-1).tolist(), read, rewriter.pieces, everywhere)
        if made is not None:
            return text_storage(made, input.shape)
    if simple is not None:
        return each(input, lambda item: simple[1].sub(lambda _: plain, item, max(count, 0)))
    function, search = _all_replaced if everywhere else _first_replaced, _searcher(expression)
    return each(input, lambda item: function(search, rewriter, item))


def _matched(input, pattern):
    match, both = compiled(pattern, False)._regexp.Match, _library()[0]._Anchor.ANCHOR_BOTH
    if input.size >= _line_expressions.MANY:
        read = _for_lines(pattern)
        made = None if read is None else _line_expressions.matched(input.reshape(-1).tolist(), read)
        if made is not None:
            return torch.from_numpy(made).reshape(input.shape)
    return numbers(input, lambda item: match(both, item, 0, len(item))[0][0] >= 0, torch.bool)


@op("RegexReplace", input="string", pattern="string", rewrite="string", grad=None, out=dt.string, shape_fn=same_shape(dt.string), scope="")
def _replace(input, pattern, rewrite, replace_global=True, name=None):
    return _replaced(input, _scalar(pattern, "Pattern"), _scalar(rewrite, "Rewrite"), replace_global)


@op("StaticRegexReplace", input="string", grad=None, out=dt.string, shape_fn=same_shape(dt.string), scope="")
def static_replace(input, pattern, rewrite, replace_global=True, name=None):
    """`regex_replace` by an expression and a replacement that are attributes, not tensors."""
    return _replaced(input, as_bytes(pattern), as_bytes(rewrite), replace_global)


@op("RegexFullMatch", input="string", pattern="string", grad=None, out=dt.bool, shape_fn=same_shape(dt.bool), scope="")
def _full_match(input, pattern, name=None):
    return _matched(input, _scalar(pattern, "Pattern"))


@op("StaticRegexFullMatch", input="string", grad=None, out=dt.bool, shape_fn=same_shape(dt.bool), scope="")
def static_full_match(input, pattern, name=None):
    """`regex_full_match` by an expression that is an attribute, not a tensor."""
    return _matched(input, as_bytes(pattern))


@tf_export("strings.regex_replace", v1=["strings.regex_replace", "regex_replace"], elementwise="unary")
@composite
def regex_replace(
    input: TensorLike, pattern: TensorLike, rewrite: TensorLike, replace_global: bool = True, name: str | None = None
) -> AnyTensor:
    r"""Strings with what matches an expression replaced. Mirrors `tf.strings.regex_replace`.

    Arguments:
        input: a string tensor of any shape, or what converts to one; ragged too.
        pattern: a regular expression as RE2 takes it, a scalar.
        rewrite: what to put in its place, a scalar; \1 to \9 stand for what the groups matched, \0 for all of it.
        replace_global: True (the default) replaces all matches, False the first.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `input`. It takes time in proportion to the input, whatever the expression is.

    Raises:
        InvalidArgumentError: the expression, or the rewriting, is not valid.

    Example:
        >>> tf.strings.regex_replace(["a  b   c"], r"\s+", " ")
        <tf.Tensor: shape=(1,), dtype=string, numpy=array([b'a b c'], dtype=object)>
        >>> tf.strings.regex_replace("2026-11-27", r"(\d+)-(\d+)-(\d+)", r"\3.\2.\1")
        <tf.Tensor: shape=(), dtype=string, numpy=b'27.11.2026'>
    """
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        return static_replace(input, pattern, rewrite, replace_global, name)
    return _replace(input, pattern, rewrite, replace_global, name)


@tf_export("strings.regex_full_match", elementwise="unary")
@composite
def regex_full_match(input: TensorLike, pattern: TensorLike, name: str | None = None) -> AnyTensor:
    r"""Whether the whole of each string matches an expression. Mirrors `tf.strings.regex_full_match`.

    Arguments:
        input: a string tensor of any shape, or what converts to one; ragged too.
        pattern: a regular expression as RE2 takes it, a scalar: without references back and without looking around. To
            find a part, put ".*" around it.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the shape of `input`. It takes time in proportion to the input, whatever the expression is.

    Raises:
        InvalidArgumentError: the expression is not valid.

    Example:
        >>> tf.strings.regex_full_match(["cat.png", "cat.txt"], r".*\.png")
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    if isinstance(pattern, (str, bytes)):
        return static_full_match(input, pattern, name)
    return _full_match(input, pattern, name)
