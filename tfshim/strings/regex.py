"""`regex_replace` and `regex_full_match`: the RE2 dialect, translated to Python's."""

import functools
import re
import sys
import unicodedata

import numpy as np
import torch

from tfshim.engine import dtypes as dt
from tfshim.engine.op import op
from tfshim.strings._elements import each, invalid, numbers, same_shape

_POSIX = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7F", "blank": r"\t ", "cntrl": r"\x00-\x1F\x7F",
    "digit": "0-9", "graph": "!-~", "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f",
}  # fmt: skip

_POSIX_SPACE = r"\t\n\f\r "
_WORD = "[0-9A-Za-z_]"
_ASCII_CLASSES = {
    "d": "[0-9]", "D": "[^0-9]", "w": _WORD, "W": "[^0-9A-Za-z_]", "b": f"(?:(?<!{_WORD})(?={_WORD})|(?<={_WORD})(?!{_WORD}))",
    "B": f"(?:(?<!{_WORD})(?!{_WORD})|(?<={_WORD})(?={_WORD}))",
}  # fmt: skip

# The scripts that have names here, in the order of their numbers.
_SCRIPTS = """Common Inherited Arabic Armenian Bengali Bopomofo Cherokee Coptic Cyrillic Deseret Devanagari Ethiopic Georgian Gothic
    Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Mongolian Myanmar Ogham
    Old_Italic Oriya Runic Sinhala Syriac Tamil Telugu Thaana Thai Tibetan Canadian_Aboriginal Yi""".split()


@functools.cache
def _category(name):
    """The inside of a character class with all characters of a Unicode category, such as `L` or `Lu`, or of a script."""
    if name in _SCRIPTS:
        from tfshim.strings.unicode import script_spans

        return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in script_spans(_SCRIPTS.index(name)))
    spans, start = [], None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and unicodedata.category(chr(code)).startswith(name)
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            spans.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = None
    if not spans:
        raise invalid(f"invalid character class range: \\p{{{name}}}")
    return "".join(spans)


def _bad(pattern, why):
    return invalid(f"Invalid pattern: {pattern}, error: {why}")


def _open(out, scopes, on, off, group):
    """Write the beginning of a group for flags that are switched on and off: of its own, or for the rest of the present one."""
    flags = "".join(f for f in dict.fromkeys(scopes[-1][0] + on) if f not in off)
    wanted, unwanted = on.replace("U", ""), "".join(f for f in off if f in "ims")
    opening = f"(?{wanted}{'-' + unwanted if unwanted else ''}:"
    out.append(opening)
    if group:
        scopes.append([flags, []])
    else:
        scopes[-1][0] = flags
        scopes[-1][1].append(opening)


@functools.lru_cache(256)
def compiled(pattern):
    """The compiled Python expression for the RE2 expression `pattern`, bytes. Raises InvalidArgumentError."""
    text = pattern.decode("utf-8", "surrogateescape")
    out, i, in_class, first = [], 0, False, 0
    folded = re.search(r"\(\?[msU]*i", text)  # case is that of all letters, but classes are those of ASCII
    scopes = [["", []]]  # for each open group the flags in force, and the groups opened for them
    while i < len(text):
        c = text[i]
        if c == "\\":
            if i + 1 == len(text):
                raise _bad(text, "trailing \\ at end of pattern")
            n = text[i + 1]
            if n in "pP":
                named = re.match(r"\{(\^?)(\w+)\}|(\w)", text[i + 2 :])
                if not named:
                    raise _bad(text, f"invalid character class range: {text[i:]}")
                negative = (n == "P") != bool(named.group(1))
                inner = _category(named.group(2) or named.group(3))
                if in_class and negative:
                    raise NotImplementedError("regex_replace: a negated \\p inside of [...]: write the class without it.")
                out.append(inner if in_class else f"[{'^' if negative else ''}{inner}]")
                i += 2 + named.end()
                continue
            if n in "123456789":
                raise _bad(text, f"invalid escape sequence: \\{n}")
            if n == "z" and not in_class:
                out.append(r"\Z")
            elif n == "Q":
                end = text.find("\\E", i + 2)
                end = len(text) if end < 0 else end
                out.append(re.escape(text[i + 2 : end]))
                i = end + 2
                continue
            elif n == "C":
                raise NotImplementedError("regex_replace: \\C (one byte) is not supported; use `.`.")
            elif n == "Z":
                raise _bad(text, "invalid escape sequence: \\Z")
            elif n == "x" and text[i + 2 : i + 3] == "{":
                end = text.find("}", i)
                out.append(f"\\U{int(text[i + 3 : end], 16):08x}")
                i = end + 1
                continue
            elif n in "sS":  # RE2 does not count vertical tabs as space
                out.append(_POSIX_SPACE if in_class and n == "s" else f"[{'^' * (n == 'S')}{_POSIX_SPACE}]" if not in_class else c + n)
            elif folded and not in_class and n in _ASCII_CLASSES:
                out.append(_ASCII_CLASSES[n])
            elif folded and n in "dw":
                out.append(_POSIX["digit" if n == "d" else "word"])
            else:
                out.append(c + n)
            i += 2
            continue
        if in_class:
            if c == "[" and (found := re.match(r"\[:(\^?)(\w+):\]", text[i:])):
                if found.group(1) or found.group(2) not in _POSIX:
                    raise _bad(text, f"invalid character class range: {found.group()}")
                out.append(_POSIX[found.group(2)])
                i += found.end()
                continue
            if c == "]" and i > first:
                in_class = False
            # Python reads some signs in classes as operators to come.
            out.append("\\" + c if c in "[&|~" else c)
        elif c == "[":
            in_class, first = True, i + 1 + (text[i + 1 : i + 2] == "^")
            out.append(c)
            if text[i + 1 : i + 2] == "^":
                out.append("^")
                i += 1
        elif c == "(" and (found := re.match(r"\(\?([imsU]*)(?:-([imsU]+))?([:)])", text[i:])):
            on, off, end = found.groups()
            _open(out, scopes, on, off or "", end == ":")
            i += found.end()
            continue
        elif c == "(" and re.match(r"\(\?(?!P<)", text[i:]):
            raise _bad(text, f"invalid perl operator: {text[i : i + 3]}")
        elif c == "(":
            scopes.append([scopes[-1][0], []])
            named = re.match(r"\(\?P<", text[i:])
            out.append(named.group() if named else c)
            i += named.end() if named else 1
            continue
        elif c in "|)" and len(scopes) > (c == ")"):
            # Flags set within a group reach its end, across alternatives.
            out.append(")" * len(scopes[-1][1]) + c)
            if c == "|":
                out += scopes[-1][1]
            else:
                scopes.pop()
        elif (found := re.match(r"[*+?]|\{\d+(?:,\d*)?\}", text[i:])) and out:
            if re.match(r"[*+?]\+|\*\*|\?\*|\+\*", text[i:]):
                raise _bad(text, f"bad repetition operator: {text[i : i + 2]}")
            if any(int(n) > 1000 for n in re.findall(r"\d+", found.group())):
                raise _bad(text, f"invalid repetition size: {found.group()}")
            i += found.end()
            lazy = text[i : i + 1] == "?"
            out.append(found.group() + "?" * (lazy != ("U" in scopes[-1][0])))
            i += lazy
            continue
        elif c == "{":
            out.append("\\{")
        elif c == "$" and "m" not in scopes[-1][0]:
            out.append(r"\Z")
        else:
            out.append(c)
        i += 1
    if in_class:
        raise _bad(text, f"missing ]: {text[first - 1 :]}")
    if len(scopes) > 1:
        raise _bad(text, f"missing ): {text}")
    out.append(")" * len(scopes[0][1]))
    try:
        return re.compile("".join(out), 0 if folded else re.ASCII)
    except re.error as e:
        raise _bad(text, str(e)) from None


def _text(item):
    return item.decode("utf-8", "surrogateescape")


def _rewriter(rewrite, groups):
    """The function from a match to the text that `rewrite` makes of it."""
    parts = re.findall(r"\\(.)|([^\\]+)|(\\)$", rewrite, re.DOTALL)
    pieces = []
    for escaped, plain, trailing in parts:
        if trailing or escaped and escaped not in "0123456789\\":
            raise invalid(f"Invalid rewrite pattern: {rewrite}")
        if escaped.isdigit():
            if int(escaped) > groups:
                return None  # RE2 replaces nothing then
            pieces.append(int(escaped))
        else:
            pieces.append(escaped or plain)
    return lambda match: "".join(p if type(p) is str else match.group(p) or "" for p in pieces)


def _replaced(expression, rewriter, everywhere, text):
    out, at = [], 0
    last = -1
    while at <= len(text) and rewriter is not None:
        match = expression.search(text, at)
        if match is None:
            break
        if match.end() == match.start() == last:
            # Nothing, right behind a match, is no match of its own.
            if at < len(text):
                out.append(text[at])
            at, last = at + 1, -1
            continue
        out.append(text[at : match.start()])
        out.append(rewriter(match))
        at = last = match.end()
        if not everywhere:
            break
    out.append(text[at:])
    return "".join(out)


def _scalar(value, what):
    if type(value) is np.ndarray and value.ndim:
        raise invalid(f"{what} must be scalar, but received {list(value.shape)}")
    return value[()]


@op("RegexReplace", input="string", pattern="string", rewrite="string", grad=None, out=dt.string,
    shape_fn=same_shape(dt.string), scope="")
def regex_replace(input, pattern, rewrite, replace_global=True, name=None):
    r"""The strings of `input` with what matches `pattern` replaced by `rewrite`, in which \0 to \9 stand for groups.

    pattern: an expression as RE2 takes it; rewrite: a string; both scalars. replace_global: all matches, not only the
    first. Raises InvalidArgumentError for expressions that are not valid. Mirrors `tf.strings.regex_replace`.
    """
    expression = compiled(_scalar(pattern, "Pattern"))
    rewriter = _rewriter(_text(_scalar(rewrite, "Rewrite")), expression.groups)
    return each(input, lambda item: _replaced(expression, rewriter, replace_global, _text(item)).encode("utf-8", "surrogateescape"))


@op("RegexFullMatch", input="string", pattern="string", grad=None, out=dt.bool, shape_fn=same_shape(dt.bool), scope="")
def regex_full_match(input, pattern, name=None):
    """For each string of `input` whether all of it matches the RE2 expression `pattern`, a scalar; bool.

    Raises InvalidArgumentError for an expression that is not valid. Mirrors `tf.strings.regex_full_match`.
    """
    expression = compiled(_scalar(pattern, "Pattern"))
    return numbers(input, lambda item: expression.fullmatch(_text(item)) is not None, torch.bool)
