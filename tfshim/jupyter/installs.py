"""Lines of notebooks that install TensorFlow: the rest of what they install is installed.

Many notebooks begin with `!pip install tensorflow` or `tf-nightly`. Where tfshim answers for TensorFlow that is half a gigabyte to
download, if there is one for this Python at all, and other processes of the notebook (`!python train.py`) would run with it.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tfshim import activation
from tfshim.user_programs.documents import PYTHON_CELLS

_PIP = re.compile(r"(\s*)([!%]\s*(?:(?:\{sys\.executable\}|python[\d.]*)\s+-m\s+)?pip[\d.]*\s+install)\s(.*)|()(pip[\d.]*\s+install)\s(.*)")
_WORD = re.compile(r"""(?:[^\s"';]|"[^"]*"|'[^']*')+|;""")
_OTHER = re.compile(r"[\d&]?>|[|&;#]")  # what a line of the shell goes on with after the words of its command
_GOES_ON = re.compile(r"(?:&&|;)(.+)")  # to another command
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_TENSORFLOW = re.compile(r"(tensorflow(-(cpu|gpu|rocm|macos|intel|cpu-aws))?|tf-nightly(-(cpu|gpu))?)(-2-0-preview)?|tf-keras(-nightly)?")
_KERAS_3 = re.compile(r"(==|>=|~=|>)\s*3")
_LISTS = {"-r", "--requirement", "-e", "--editable"}  # options whose value is to be installed
_WITH_VALUES = {"-c", "--constraint", "-i", "--index-url", "--extra-index-url", "-f", "--find-links", "-t", "--target", "--prefix"}


def watch(shell: Any) -> None:
    """Have the IPython `shell` leave TensorFlow out of what its cells install with pip, while tfshim is active."""
    if without_tensorflow not in shell.input_transformers_cleanup:
        shell.input_transformers_cleanup.append(without_tensorflow)


def without_tensorflow(lines: list[str]) -> list[str]:
    """The `lines` of a cell; in its commands `pip install` TensorFlow is not named, and a line beside them prints that it was."""
    magic = re.match(r"%%(\w+)", next((line for line in lines if line.strip()), ""))
    if not activation.status() or (magic and magic[1] not in PYTHON_CELLS):
        return lines
    # line by line: IPython takes what it is given as one for the line of one command
    return [part for line in lines for part in _changed(line).splitlines(keepends=True)]


def only_tensorflow(line: str) -> str | None:
    """What to print in place of `line`, a `pip install` that names nothing but TensorFlow; None for any other line."""
    parts = _parts(line)
    if parts is None or not parts.gone or _names_something(parts.kept) or _GOES_ON.match(parts.rest):
        return None
    return _said(parts.gone)


def _changed(line: str) -> str:
    parts = _parts(line)
    if parts is None or not parts.gone:
        return line
    indent, command, kept, gone, rest = parts
    said = f"print({_said(gone)!r})"
    if not _names_something(kept):
        goes_on = _GOES_ON.match(rest)
        return f"{indent}{said}\n" + (_changed(f"{indent}!{goes_on[1].strip()}\n") if goes_on else "")
    return f"{indent}{' '.join([command, *kept])}{' ' * bool(rest)}{rest}\n{indent}{said}\n"


class _Parts(NamedTuple):
    indent: str
    command: str
    kept: list[str]
    gone: list[str]  # what names TensorFlow
    rest: str  # what the line of the shell goes on with


def _parts(line: str) -> _Parts | None:
    """The parts of a `pip install` in a cell, None of another line."""
    match = _PIP.fullmatch(line.rstrip("\n"))
    if match is None:
        return None
    indent, command, asked = (group for group in match.groups() if group is not None)
    words, rest = [], ""
    for word in _WORD.finditer(asked):
        if _OTHER.match(word[0]):
            rest = asked[word.start() :]
            break
        words.append(word[0])
    gone = [word for word in words if _is_tensorflow(_unquoted(word))]
    return _Parts(indent, command, [word for word in words if word not in gone], gone, rest)


def _said(gone: list[str]) -> str:
    return "tfshim stands for TensorFlow: not installed: " + ", ".join(map(_unquoted, gone))


def _unquoted(word: str) -> str:
    return word[1:-1] if word[0] in "\"'" and word[0] == word[-1] else word


def _names_something(words: list[str]) -> bool:
    """Whether `words`, the arguments of `pip install`, name anything to install."""
    left = iter(words)
    for word in left:
        if word in _LISTS:
            return True
        if word in _WITH_VALUES:
            next(left, None)
        elif not word.startswith("-"):
            return True
    return False


def _is_tensorflow(requirement: str) -> bool:
    """Whether pip's `requirement` is TensorFlow under one of its names, or the Keras that comes with TensorFlow 2.15."""
    match = _NAME.match(requirement)
    if match is None or requirement[match.end() :].lstrip().startswith((":", "/", "@", "+")):
        return False  # a path or an address
    name = re.sub(r"[-_.]+", "-", match[0]).lower()
    return bool(_TENSORFLOW.fullmatch(name)) or (name == "keras" and not _KERAS_3.search(requirement))
