"""What a document imports, and whether it is there."""

import ast
import contextlib
import importlib.util
import sys
from pathlib import Path

from tfshim import activation

# Distributions of another name than their module, of those that documents import most.
_DISTRIBUTIONS = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "PyYAML",
}


def installing(modules):
    """The command that installs `modules`."""
    return f"pip install {' '.join(_DISTRIBUTIONS.get(name, name) for name in modules)}"


def missing(pieces, path):
    """The modules, by the first parts of their names, that the document `path` imports anywhere and that are not installed."""
    return sorted(name for name in _imported(pieces) if not _is_there(name, path))


def trees(pieces):
    """The syntax trees of the pieces that are Python."""
    for piece in pieces:
        with contextlib.suppress(SyntaxError, ValueError):
            yield piece.tree()


def _imported(pieces):
    """The first parts of the modules that a document imports anywhere."""
    # `%matplotlib inline` imports it as well, and is often the first that does
    found = {"matplotlib" for piece in pieces for magic in piece.magics if magic.startswith("%matplotlib")}
    for tree in trees(pieces):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {item.name.partition(".")[0] for item in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found


def _is_there(name, path):
    if name in activation.ROOTS[2] or name in sys.builtin_module_names or name in sys.stdlib_module_names:
        return True
    folder = Path(path).resolve().parent
    if (folder / f"{name}.py").exists() or (folder / name).is_dir():
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
