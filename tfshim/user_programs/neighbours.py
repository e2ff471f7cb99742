"""For which TensorFlow a script is written where it does not say so itself, but the modules beside it that it imports do."""

import ast
import os

from tfshim.user_programs import documents, era, names, v1_names


def reason_for_v1(path, pieces, found):
    """Why the notebook or script at `path` is for TensorFlow 1, as text, or None: by itself, or by what a script imports."""
    if documents.is_notebook(path):
        return era.notebook_for_v1(pieces, found)
    return names.written_for_v1(pieces, found) or imported_for_v1(path, pieces, found)


def imported_for_v1(path, pieces, found):
    """Why a script at `path` is for TensorFlow 1 by what it imports from its folder, as text ("model.py, line 3 uses
    tf.placeholder"), or None.

    `pieces` and `found`: the script, and what `names.uses` finds in it. A sign of TensorFlow 2 in the script counts for more.
    """
    if era.sign_of_v2(pieces, found) is not None:
        return None
    folder = os.path.dirname(os.path.realpath(path))
    waiting, seen = [*_imported(pieces, folder)], {os.path.realpath(path)}
    while waiting:
        file = waiting.pop(0)
        if file in seen:
            continue
        seen.add(file)
        try:
            pieces = documents.read_script(file)
        except documents.DocumentError:
            continue
        source = pieces[0].source
        if "tensorflow" in source and v1_names.may_use(source):
            reason = names.written_for_v1(pieces, names.uses(pieces)[0])
            if reason:
                return f"{os.path.relpath(file, folder)}, {reason}"
        waiting.extend(_imported(pieces, folder))
    return None


def _imported(pieces, folder):
    """The files in `folder` that the imports at any place of `pieces` mean."""
    for piece in pieces:
        try:
            tree = piece.tree()
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                modules = [item.name for item in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module, *(f"{node.module}.{item.name}" for item in node.names)]
            else:
                continue
            for module in modules:
                place = os.path.join(folder, *module.split("."))
                for file in (f"{place}.py", os.path.join(place, "__init__.py")):
                    if os.path.isfile(file):
                        yield os.path.realpath(file)
