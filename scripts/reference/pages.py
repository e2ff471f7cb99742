"""The pages of the reference, as Markdown."""

import html
import inspect
import types

from reference import markdown, names
from tfshim import refusals
from tfshim.cli import verdicts

_STATES = {
    verdicts.SUPPORTED: "supported",
    verdicts.REFUSED: "not supported",
    verdicts.LEFT_OUT: "left out, with a warning",
    verdicts.MISSING: "not there",
    verdicts.UNKNOWN: "not there",
}


def address(path):
    """The page of a namespace, relative to the folder of the reference."""
    return f"{path or 'tf'}.md"


def made():
    """{page: its Markdown}: the index, a page for each namespace of TensorFlow 2.15, and the two tables."""
    spaces = names.namespaces(2)
    pages = {"index.md": _index(spaces)}
    homes = _homes(spaces)
    for path, members in spaces.items():
        pages[address(path)] = _page(path, members, homes)
    pages["support.md"] = _table(2, "Every name of TensorFlow 2.15", spaces)
    pages["support-v1.md"] = _table(1, "Every name of TensorFlow 1", names.namespaces(1))
    pages["not-supported.md"] = refused_names()
    return pages


def _index(spaces):
    rows = [
        "# Reference",
        "",
        "A page for each public namespace of TensorFlow 2.15: what each name does, its arguments, and what is not supported, with",
        "what to use instead. [Every name in one table](support.md), and [those of TensorFlow 1](support-v1.md).",
        "",
        "| namespace | names | supported |",
        "| --- | --- | --- |",
    ]
    for path, members in spaces.items():
        found = [names.described(_joined(path, m), 2) for m in members if not names.is_namespace(_joined(path, m), 2)]
        good = sum(n.status == verdicts.SUPPORTED for n in found)
        if found:
            rows.append(f"| [`{'tf.' + path if path else 'tf'}`]({address(path)}) | {len(found)} | {good} |")
    return "\n".join(rows) + "\n"


def _joined(path, member):
    return f"{path}.{member}" if path else member


def _homes(spaces):
    """{id of an object: the namespace in which it is described}: where it has several names, the one that says what it is."""
    homes = {}
    for path, members in sorted(spaces.items(), key=lambda item: (_rank(item[0]), item[0])):
        for member in members:
            value = names.described(_joined(path, member), 2).value
            if value is not None and not isinstance(value, (types.ModuleType, int, float, str, bool)):
                homes.setdefault(id(value), (path, member))
    return homes


def _rank(path):
    # `tf.math.add` rather than `tf.add`; no experimental name where there is another.
    return ("experimental" in path or path in names.LISTED_ONLY, not path, path.count("."))


def _page(path, members, homes):
    title = f"tf.{path}" if path else "tf"
    lines = [f"# {title}", ""]
    space = verdicts.resolve(f"tensorflow.{path}".rstrip("."), 2) if _reachable(path) else None
    about = inspect.getdoc(space) if isinstance(space, types.ModuleType) else ""
    if about:
        lines += [markdown.converted(about), ""]
    below = [m for m in members if names.is_namespace(_joined(path, m), 2)]
    if below:
        lines += ["Namespaces: " + ", ".join(f"[`{m}`]({address(_joined(path, m))})" for m in below if _joined(path, m) != "compat"), ""]
    found = [names.described(_joined(path, m), 2) for m in members if m not in below]
    if path in names.LISTED_ONLY or path.startswith(tuple(f"{p}." for p in names.LISTED_ONLY)):
        return "\n".join([*lines, *_short_rows(found)]) + "\n"
    for name in found:
        lines += [*_entry(name, path, homes), ""]
    return "\n".join(lines) + "\n"


def _reachable(path):
    try:
        verdicts.resolve(f"tensorflow.{path}".rstrip("."), 2)
    except (ImportError, AttributeError):
        return False
    return True


def _short_rows(found):
    return ["| name | state |", "| --- | --- |", *(f"| `{n.last}` | {_state_text(n)} |" for n in found)]


def _state_text(name):
    state = _STATES[name.status]
    return state if not name.advice else f"{state}: {_one_line(name.advice)}"


def _one_line(text):
    return markdown._escaped(" ".join(text.split())).replace("|", "\\|")


def _entry(name, path, homes):
    lines = [f"## {name.last}", ""]
    if name.status != verdicts.SUPPORTED:
        return [*lines, f"*{_STATES[name.status]}*: {_one_line(name.advice)}", ""]
    home, as_what = homes.get(id(name.value), (path, name.last))
    if (home, as_what) != (path, name.last):
        return [*lines, f"The same as [`{'.'.join(filter(None, ['tf', home, as_what]))}`]({address(home)}#{_anchor(as_what)}).", ""]
    if not callable(name.value):
        return [*lines, f"`{_one_line(repr(name.value))[:200]}`", ""]
    lines += ["```python", f"{name.full}{names.signature(name.value)}", "```", ""]
    lines += [markdown.converted(inspect.getdoc(name.value) or ""), ""]
    for argument, advice, goes_on in names.arguments_refused(name):
        lines += [f"*{'left out' if goes_on else 'not supported'}*: `{argument}`: {_one_line(advice)}", ""]
    if isinstance(name.value, type) and not issubclass(name.value, BaseException):
        lines += _members(name.value, homes)
    return lines


def _anchor(member):
    return member.lower()


def _members(kind, homes):
    # Its own, and those of bases that hold a part of its methods: what another class with an entry has too is told there.
    told = [base for base in kind.__mro__[1:] if id(base) in homes]
    parts = [base for base in kind.__mro__ if not any(issubclass(other, base) for other in told)]
    found = [(n, m) for n, m in names.methods(kind) if any(n in vars(part) for part in parts)]
    if not found:
        return []
    lines = []
    for member, value in found:
        text = "" if isinstance(value, property) else names.signature(value)
        lines += [f'### `{member}{text.replace("(self, ", "(").replace("(self)", "()")}` {{ data-toc-label="{member}" }}', ""]
        lines += [markdown.converted(inspect.getdoc(value) or ""), ""]
    return lines


def refused_names():
    """The page to which the messages of what is refused lead: an anchor for each name, with all that is refused of it."""
    lines = [
        "---",
        "hide: [toc]",
        "---",
        "",
        "# What is not supported",
        "",
        "Each name by which something is refused, with what to use instead: the name as a whole, an argument, or a situation. `tfshim docs "
        "NAME`, with which messages of tfshim end, prints what stands here of a name. *Left out*: the program goes on, with a warning.",
        "",
        "<table id='support'><thead><tr><th>name</th><th>what</th><th>why, and what to use instead</th></tr></thead><tbody>",
    ]
    of_names = {}
    for entry in refusals.entries():
        for name in entry.names:
            of_names.setdefault(name, []).append(entry)
    for name, entries in sorted(of_names.items()):
        for entry in entries:
            anchor = f" id='{html.escape(name)}'" if entry is entries[0] else ""
            what = entry.what() + (", left out" if entry.goes_on else "")
            cells = "".join(f"<td>{html.escape(' '.join(c.split()))}</td>" for c in (name, what, entry.advice()))
            lines.append(f"<tr{anchor}>{cells}</tr>")
    search = "<input id='support-search' type='search' placeholder='a part of a name' aria-label='a part of a name'>"
    return "\n".join([*lines[:8], search, "", *lines[8:], "</tbody></table>", ""])


def _table(version, title, spaces):
    about = (
        "Type a part of a name, or of what is said of it. States: *supported*; *not supported*: the call raises an exception that says "
        "what to use instead; *left out*: the program goes on with a warning; *not there*: TensorFlow has the name, tfshim has not."
    )
    head = "<table id='support'><thead><tr><th>name</th><th>state</th><th>what to use instead</th></tr></thead><tbody>"
    rows, counts = [], {}
    for path, members in spaces.items():
        for member in members:
            whole = _joined(path, member)
            if names.is_namespace(whole, version):
                continue
            name = names.described(whole, version)
            counts[_STATES[name.status]] = counts.get(_STATES[name.status], 0) + 1
            cells = (name.full, _STATES[name.status], " ".join(name.advice.split()))
            rows.append("<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in cells) + "</tr>")
    total = ", ".join(f"{count} {state}" for state, count in sorted(counts.items(), key=lambda item: -item[1]))
    search = "<input id='support-search' type='search' placeholder='a part of a name' aria-label='a part of a name'>"
    above = ["---", "hide: [toc]", "---", "", f"# {title}", "", about, "", f"{sum(counts.values())} names: {total}.", "", search, ""]
    return "\n".join([*above, head, *rows, "</tbody></table>", ""])
