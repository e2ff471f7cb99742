"""Expressions that Python's engine answers as RE2 does, for many short texts at once: as the lines of one text, in one call.

RE2 takes one call for each text, or even for each match. Only what both engines read alike is taken: literal characters, classes,
repetitions of one of them, groups and alternatives. Python's engine tries again where it fails, so texts are kept to a length at which
that costs little, by the number of repetitions that something follows.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from tfshim.engine.values.text import lengths_of

MANY = 16  # texts from which on it pays
_MOST_STEPS = 1 << 14  # that Python's engine may take in a text which does not match
_FEW_TIMES = 8  # repetitions that count as none
_TOKEN = re.compile(
    r"(?P<class>\[\^?(?:\\[dsw]|\\[!-/:-@\[-`{-~]|\[:\w+:\]|[^\]\[\\\n\x80-\U0010ffff])+\]|\\[dDsSwW]|\.)"
    r"|(?P<open_class>\[\^?(?:\\[dsw]|\\[!-/:-@\[-`{-~]|\[:\w+:\]|\\[pP](?:\{\^?\w+\}|[A-Z])|[^\]\[\\\n])+\]|\\[pP](?:\{\^?\w+\}|[A-Z]))"
    r"|(?P<literal>[^\\.+*?()|\[\]{}^$\n]|\\[!-/:-@\[-`{-~]|\\t)"
    r"|(?P<times>(?:[*+?]|\{\d+(?:,\d*)?\})\??)|(?P<open>\((?:\?:)?)|(?P<close>\))|(?P<bar>\|)|(?P<anchor>[\^$]|\\b)"
)


class Expression(NamedTuple):
    """An expression as Python has it, and what is known of it."""

    text: str
    classes: tuple[str, ...]  # which stand for others than characters of ASCII, and in `text` for themselves by their numbers
    one: Callable[[str], Callable[[bytes], bool]]  # RE2's test of a class
    groups: int
    empty: bool  # whether it matches the empty text
    plain: bool  # whether it has neither alternatives nor repetitions that take as few as they can
    anchored: bool
    repetitions: int  # without end
    followed: int  # of them, those that something follows

    def among(self, joined: str) -> str:
        """The expression for the lines of `joined`."""
        return _with_members(self.text, self.classes, joined, self.one) if self.classes else self.text


class _Unknown(Exception):
    """The expression has something that this does not read."""


def _members(one: Callable[[bytes], bool], text: str) -> str:
    """The class `text` by its members, as RE2 sees them with `one`; ends of lines are in none."""
    negated = text.startswith("[^") or text == "." or text[-1] in "DSW" and text[0] == "\\"
    held = [chr(n) for n in range(128) if n != 10 and one(bytes([n])) is not negated]
    if not held and not negated:
        raise _Unknown
    listed = "".join(map(re.escape, held))
    return f"[^{listed}\n]" if negated else f"[{listed}]"


# What stands for a class by its number; no expression has it, for it ends lines.
_PLACE = "\n{}\n"


@functools.lru_cache(64)
def _known(name: str) -> dict[str, bool]:
    """Whether characters that were met belong to a class."""
    return {}


def _with_members(text: str, classes: Sequence[str], joined: str, one: Callable[[str], Callable[[bytes], bool]]) -> str:
    """`text` with the members that each of `classes` has among the characters of `joined`, as RE2 sees them."""
    seen = np.zeros(0x110000, bool)
    seen[np.frombuffer(joined.encode("utf-32-le"), "<u4")] = True
    alphabet = list(map(chr, np.flatnonzero(seen).tolist()))
    for number, name in enumerate(classes):
        known = _known(name)
        test = one(name)
        for character in alphabet:
            if character not in known:
                known[character] = character != "\n" and test(character.encode())
        members = "".join(re.escape(character) for character in alphabet if known[character])
        text = text.replace(_PLACE.format(number), f"[{members}]" if members else r"[^\s\S]")
    return text


def _unbounded(times: str) -> bool:
    """Whether a repetition has no end, or a far one."""
    if times[0] in "*+":
        return True
    least, _, most = times.rstrip("?").strip("{}").partition(",") if times[0] == "{" else ("0", ",", "1")
    return times.endswith(",}") or times.endswith(",}?") or int(most or least) > _FEW_TIMES


class _Reader:
    """Reads an expression from left to right."""

    def __init__(self, pattern: str, one: Callable[[str], Callable[[bytes], bool]]) -> None:
        self.tokens = []
        at = 0
        while at < len(pattern):
            found = _TOKEN.match(pattern, at)
            if found is None:
                raise _Unknown
            self.tokens.append((found.lastgroup, found.group()))
            at = found.end()
        self.at, self.one, self.out, self.classes = 0, one, [], []
        self.groups = self.repetitions = self.followed = 0
        self.plain = True

    def alternatives(self, depth: int) -> bool:
        """Read up to the end or the end of a group; whether it may match nothing."""
        empty = self.sequence(depth)
        while self.at < len(self.tokens) and self.tokens[self.at][0] == "bar":
            self.plain = False
            self.out.append("|")
            self.at += 1
            empty = self.sequence(depth) or empty
        return empty

    def sequence(self, depth: int) -> bool:
        empty = True
        while self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            if kind == "bar" or kind == "close" and depth:
                break
            self.at += 1
            if kind == "anchor":
                self.out.append(text)
                continue
            nothing = self.item(kind, text, depth)
            times = self.times(group=kind == "open")
            empty = empty and (nothing or times[:1] in ("*", "?") or times.startswith("{0"))
        return empty

    def item(self, kind: str | None, text: str, depth: int) -> bool:
        """Read one item; whether it may match nothing."""
        if kind == "class":
            self.out.append(_members(self.one(text), text))
        elif kind == "open_class":
            self.out.append(_PLACE.format(len(self.classes)))
            self.classes.append(text)
        elif kind == "literal":
            self.out.append("\t" if text == "\\t" else re.escape(text[-1]))
        elif kind == "open":
            self.groups += text == "("
            self.out.append(text)
            empty = self.alternatives(depth + 1)
            if self.at == len(self.tokens):
                raise _Unknown
            self.at += 1
            self.out.append(")")
            return empty
        else:
            raise _Unknown
        return False

    def times(self, group: bool) -> str:
        """Read how often the last item is repeated. Repetitions of groups may cost any time, and their captures differ."""
        if self.at == len(self.tokens) or self.tokens[self.at][0] != "times":
            return ""
        times = self.tokens[self.at][1]
        self.at += 1
        if group and times != "?" or self.at < len(self.tokens) and self.tokens[self.at][0] == "times":
            raise _Unknown
        if len(times) > 1 and times[-1] == "?":
            self.plain = False
        if _unbounded(times):
            self.repetitions += 1
            self.followed += any(kind != "close" for kind, _ in self.tokens[self.at :])
        self.out.append(times)
        return times


def read(pattern: bytes, one: Callable[[str], Callable[[bytes], bool]]) -> Expression | None:
    """`pattern`, which RE2 takes, for Python; None where that is not known to be the same. `one(text)` gives RE2's test of a class."""
    try:
        reader = _Reader(pattern.decode(), one)
        empty = reader.alternatives(0)
    except (_Unknown, UnicodeDecodeError):
        return None
    top = 0
    anchored = reader.tokens[:1] == [("anchor", "^")]
    for kind, _ in reader.tokens:
        top += (kind == "open") - (kind == "close")
        anchored = anchored and not (kind == "bar" and not top)
    text, classes = "".join(reader.out), tuple(reader.classes)
    return Expression(text, classes, one, reader.groups, empty, reader.plain, anchored, reader.repetitions, reader.followed)


@functools.lru_cache(256)
def _compiled(text: str) -> re.Pattern[str]:
    return re.compile(text, re.MULTILINE | re.ASCII)


def _lines(items: Sequence[bytes], exponent: int) -> str | None:
    """All texts, as lines; None where one is too long, or is no line of valid text."""
    if exponent > 1 and int(lengths_of(items).max()) ** exponent > _MOST_STEPS:
        return None
    joined = b"\n".join(items)
    if joined.count(b"\n") != len(items) - 1:
        return None
    try:
        return joined.decode()
    except UnicodeDecodeError:
        return None


def replaced(items: Sequence[bytes], expression: Expression, pieces: Sequence[bytes | int], everywhere: bool) -> list[bytes] | None:
    """Many texts with all matches, or the first, replaced by `pieces`: bytes, and numbers of groups. None where that needs RE2."""
    # Python and RE2 go on differently behind an empty match; at the beginning of a text there is but one.
    if expression.empty and not (expression.anchored and expression.plain and everywhere):
        return None
    try:
        rewrite = [piece if isinstance(piece, int) else piece.decode() for piece in pieces]
    except UnicodeDecodeError:
        return None
    if any(isinstance(piece, str) and "\n" in piece for piece in rewrite):
        return None
    joined = _lines(items, expression.followed + (not expression.anchored))
    if joined is None:
        return None
    if everywhere and not any(isinstance(piece, int) for piece in rewrite):
        made = _compiled(expression.among(joined)).sub("".join(map(str, rewrite)).replace("\\", "\\\\"), joined)
    else:
        made = _put_together(joined, expression, rewrite, everywhere)
    return made.encode().split(b"\n")


def _put_together(joined: str, expression: Expression, rewrite: Sequence[str | int], everywhere: bool) -> str:
    """Lines with matches replaced: Python fills groups in by its own code, which for many matches takes longer than to cut and to join."""
    parts = _compiled(f"({expression.among(joined)})").split(joined)
    width = expression.groups + 2  # what is between matches, a match and its groups
    columns = [
        itertools.repeat(piece) if isinstance(piece, str) else [part or "" for part in parts[1 + piece :: width]] for piece in rewrite
    ]
    between, matches = parts[::width], parts[1::width]
    made: Iterable[str] = map("".join, zip(*columns)) if columns else itertools.repeat("")
    if not everywhere:
        made = [new if not i or "\n" in text else old for i, (text, old, new) in enumerate(zip(between, matches, made))]
    return "".join(itertools.chain(itertools.chain.from_iterable(zip(between, made)), between[-1:]))


_MARK = "\x00"


def matched(items: Sequence[bytes], expression: Expression) -> np.ndarray | None:
    """Whether the whole of each of many texts matches; None where that needs RE2."""
    joined = _lines(items, expression.repetitions)
    if joined is None or _MARK in joined:
        return None
    marked = _compiled(f"^(?:{expression.among(joined)})$").sub(_MARK, joined).encode() + b"\n"
    data = np.frombuffer(marked, np.uint8)
    return data[np.concatenate(([0], np.flatnonzero(data == 10)[:-1] + 1))] == 0
