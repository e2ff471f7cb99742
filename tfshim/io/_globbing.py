"""File name patterns as `tf.io.gfile.glob` reads them."""

import posixpath
import re

_WILD = re.compile(r"[*?\[\\]")


def component_matcher(pattern):
    """A predicate for path components that match `pattern`, or None if the pattern is malformed.

    `*`, `?`, `[a-z]`, `[^a]`, `[!a]` and a backslash before a literal character; a leading dot is nothing special.
    """
    parts, i = [[]], 0  # what stands between the asterisks
    while i < len(pattern):
        char, out = pattern[i], parts[-1]
        i += 1
        if char == "*":
            parts.append([])
        elif char == "?":
            out.append(".")
        elif char == "\\" and i < len(pattern):
            out.append(re.escape(pattern[i]))
            i += 1
        elif char == "[":
            end = pattern.find("]", i + (2 if pattern[i : i + 1] in ("!", "^") else 1))
            if end < 0:
                return None
            members = pattern[i:end]
            negated = members[:1] in ("!", "^")
            members = (members[1:] if negated else members).replace("\\", "\\\\").replace("[", "\\[")
            members = members.replace("]", "\\]").replace("^", "\\^")
            out.append(f"[{'^' if negated else ''}{members}]")
            i = end + 1
        else:
            out.append(re.escape(char))
    first, *between = ("".join(part) for part in parts)
    if between:
        last = between.pop()
        # Each part is taken where it comes first and stays there, so that no name takes more than linear time.
        first += "".join(f"(?=(?P<p{n}>.*?{part}))(?P=p{n})" for n, part in enumerate(between)) + ".*" + last
    try:
        return re.compile(first, re.DOTALL).fullmatch
    except re.error:
        return None


def expand(files, pattern):
    """Sorted paths of the file system `files` that match `pattern` (str), written with the pattern's own prefix.

    A relative pattern whose first component has a wildcard gives paths that start with `./`, as in TensorFlow.
    """
    if not pattern:
        return []
    match = _WILD.search(pattern)
    if match is None:
        return [pattern] if files.exists(pattern) else []
    cut = pattern.rfind("/", 0, match.start())
    prefix = pattern[: cut + 1]
    found = [prefix or "./"]
    for component in filter(None, pattern[cut + 1 :].split("/")):
        matches = component_matcher(component)
        if matches is None:
            return []
        found = [
            posixpath.join(directory, name)
            for directory in found
            if files.isdir(directory)
            for name in files.listdir(directory)
            if matches(name)
        ]
    return sorted(found)
