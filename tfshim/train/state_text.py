"""The text of the state file of a folder of checkpoints: protobuf's text form of a message with strings and numbers."""

import re

_STRINGS = ("model_checkpoint_path", "all_model_checkpoint_paths")
_NUMBERS = ("all_model_checkpoint_timestamps", "last_preserved_timestamp")
_TOKEN = re.compile(
    r"""(?:\s|\#[^\n]*(?:\n|\Z))*(?:
        (?P<name>[A-Za-z_]\w*)
      | (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?f?)
      | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<mark>[][:,;])
      | (?P<end>\Z))""",
    re.VERBOSE,
)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
_SHORT = dict(zip(b"abfnrtv\\'\"?", b"\a\b\f\n\r\t\v\\'\"?"))


_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "'": "\\'", "\\": "\\\\"}


class ParseError(ValueError):
    """What is no such text."""


def quoted(text, ascii_only=True):
    """`text` as a string of that form; with `ascii_only` other characters are their bytes in octal digits."""
    kept = str.isascii if ascii_only else lambda c: not 0xD800 <= ord(c) < 0xE000
    made = (
        _NAMED.get(c) or (c if c.isprintable() and kept(c) else "".join(f"\\{b:03o}" for b in c.encode("utf-8", "surrogateescape")))
        for c in text
    )
    return f'"{"".join(made)}"'


def number(value):
    """A number of that form."""
    return repr(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


def _unquoted(token):
    def one(found):
        octal, hexadecimal, short = found.groups()
        if short is None:
            return bytes([int(octal, 8) & 255 if octal else int(hexadecimal, 16)])
        if short[0] not in _SHORT:
            raise ParseError(f"\\{short.decode(errors='replace')} is no escape sequence")
        return bytes([_SHORT[short[0]]])

    return _ESCAPE.sub(one, token[1:-1].encode("utf-8", "surrogateescape"))


def _tokens(text):
    at, found = 0, []
    while not found or found[-1][0] != "end":
        match = _TOKEN.match(text, at)
        if match is None:
            raise ParseError(f"{text[at : at + 20]!r} is no token")
        found.append((match.lastgroup, match.group(match.lastgroup)))
        at = match.end()
    return found


def parsed(text):
    """{name of a field: its values in order} of such a text. Raises ParseError where it is none, or has another field."""
    tokens, at, made = _tokens(text), 0, {name: [] for name in _STRINGS + _NUMBERS}

    def take(kind, value=None):
        nonlocal at
        if tokens[at][0] != kind or value not in (None, tokens[at][1]):
            raise ParseError(f"{tokens[at][1]!r} stands where {value or kind} is expected")
        at += 1
        return tokens[at - 1][1]

    def one(field):
        nonlocal at
        if field in _NUMBERS:
            if tokens[at][0] == "name" and tokens[at][1].lower() in ("inf", "infinity", "nan"):
                at += 1
                return float(tokens[at - 1][1])
            return float(take("number").rstrip("f"))
        held = _unquoted(take("text"))
        while tokens[at][0] == "text":  # strings that follow one another are one
            held += _unquoted(take("text"))
        return held.decode("utf-8", "surrogateescape")

    while tokens[at][0] != "end":
        field = take("name")
        if field not in made:
            raise ParseError(f"there is no field {field!r}")
        take("mark", ":")
        if tokens[at] == ("mark", "[") and field.startswith("all_"):
            at += 1
            while tokens[at] != ("mark", "]"):
                made[field].append(one(field))
                if tokens[at] != ("mark", "]"):
                    take("mark", ",")
            at += 1
        else:
            made[field].append(one(field))
        if tokens[at] in (("mark", ","), ("mark", ";")):
            at += 1
    return made


__all__ = ["ParseError", "number", "parsed", "quoted"]
