"""Docstrings as Markdown."""

import re
import textwrap

_HEADING = re.compile(r"^(Args|Arguments|Returns|Yields|Raises|Examples?|Attributes|Note):$")
_ITEM = re.compile(r"^(?P<names>[`*\w][\w`*,. ]*?)(?P<about> \([^)]*\))?: (?P<text>.*)$", re.DOTALL)


def converted(docstring):
    """The Markdown of a docstring, of which `inspect.cleandoc` is taken already.

    Paragraphs and code stay what they are; the indented block below `Arguments:` and the like becomes a list, and what begins with
    `>>>` an example.
    """
    made, lines = [], docstring.splitlines()
    while lines:
        heading = _HEADING.match(lines[0])
        if heading is None:
            made += _plain(lines)
            continue
        lines.pop(0)
        block = []
        while lines and (not lines[0].strip() or lines[0].startswith(" ")):
            block.append(lines.pop(0))
        made += ["", f"**{heading[1]}**", "", *_block(heading[1], textwrap.dedent("\n".join(block)).strip("\n"))]
    return "\n".join(made).strip() + "\n"


def _plain(lines):
    """The lines up to the next heading, taken from `lines`."""
    found = []
    while lines and _HEADING.match(lines[0]) is None:
        found.append(lines.pop(0))
    return _with_examples("\n".join(found)).splitlines()


def _block(heading, text):
    if heading.startswith("Example") or heading in ("Returns", "Yields", "Note"):
        return _with_examples(text).splitlines()
    items, current = [], []
    for line in text.splitlines():
        if line and not line.startswith(" ") and current:
            items.append("\n".join(current))
            current = []
        current.append(line)
    items += ["\n".join(current)] if current else []
    return [_item(item) for item in items]


def _item(text):
    first, _, rest = text.partition("\n")
    text = " ".join([first.strip(), *(line.strip() for line in rest.splitlines())]).strip()
    match = _ITEM.match(text)
    if match is None:
        return f"* {_escaped(text)}"
    names = ", ".join(f"`{n.strip(' `')}`" for n in match["names"].split(","))
    return f"* {names}{_escaped(match['about'] or '')}: {_escaped(match['text'])}"


def _with_examples(text):
    """`text` with its examples, from `>>>` to the next empty line, as blocks of code."""
    made, paragraph, example = [], [], []

    def close():
        if example:
            made.append("```pycon\n" + textwrap.dedent("\n".join(example)) + "\n```")
            example.clear()
        elif paragraph:
            made.append("\n".join(paragraph))
            paragraph.clear()

    for line in [*text.splitlines(), ""]:
        if line.strip().startswith(">>>") and not example:
            close()
            example.append(line)
        elif not line.strip():
            close()
        elif example:
            example.append(line)
        else:
            paragraph.append(_escaped(line))
    return "\n\n".join(made)


def _escaped(text):
    """`text` without what Markdown or HTML would take for its own, outside of `code`."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(p if p.startswith("`") else re.sub(r"([*_<\[\]])", r"\\\1", p) for p in pieces)
