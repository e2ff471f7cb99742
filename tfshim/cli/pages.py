"""`tfshim docs`: the guides, and what is said of a name, where tfshim is installed and its documentation is not at hand."""

import importlib.metadata
import inspect
import pydoc
import textwrap
from pathlib import Path

from tfshim import public_names, refusals
from tfshim.cli import verdicts
from tfshim.user_programs import documents

_WIDTH = 110
_INSTALLED = "share/doc/tfshim/"  # where `data_files` of setup.cfg lays the guides, below the environment's own folder


def show(topic=None, version=None, out=print):
    """Print a guide, or what there is to say of a name; without a topic, which guides there are.

    Args:
        topic: a guide ("tensorflow1"), a namespace ("tf.math", "tensorflow.math"), or a name ("tf.nn.relu"); None lists the guides.
        version: 1 or 2 (default): of which TensorFlow a name is.
        out: called with each text.

    Returns:
        the exit status: 0, or 1 for a name that does not work.

    Raises:
        DocumentError: neither a guide nor a name.
    """
    guides = _guides()
    if topic is None:
        for name, path in sorted(guides.items()):
            out(f"  {name:<18} {_title(path)}")
        out("\n`tfshim docs PAGE` prints one of them, `tfshim docs tf.math` the names there, `tfshim docs tf.nn.relu` the help of one.")
        return 0
    if topic.removesuffix(".md") in guides:
        out(guides[topic.removesuffix(".md")].read_text(encoding="utf-8"))
        return 0
    refused = [(name, e) for e in refusals.entries() for name in e.names if topic in (name, name.rpartition(".")[0])]
    root, dot, rest = topic.partition(".")
    status = 0
    if root in ("tf", "tensorflow"):
        status = _show_name(f"tensorflow{dot}{rest}", topic, version or 2, explained=bool(refused), out=out)
    elif not refused:
        raise documents.DocumentError(f"{topic}: no page, and no name from tf; `tfshim docs` lists the pages")
    if refused:
        out("Not supported, or left out with a warning:")
        for name, entry in sorted(refused, key=lambda found: found[0]):
            out(f"  {name}" + (f": {entry.what()}" if entry.about else ""))
            out(textwrap.fill(entry.advice(), _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6))
    return status


def _guides():
    """{name of a page: its file}, of a checkout or as installed."""
    beside = Path(__file__).resolve().parents[2]
    if (beside / "setup.cfg").exists():
        found = (beside / "docs").glob("*.md")
    else:
        try:
            files = importlib.metadata.files("tfshim") or []
        except importlib.metadata.PackageNotFoundError:
            files = []
        found = (Path(file.locate()) for file in files if _INSTALLED in file.as_posix())
    return {path.stem: path for path in found if path.stem != "index"}


def _title(path):
    return path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


def _show_name(name, topic, version, explained, out):
    """What works of `name`: 0; or 1 where it is not there, which is said unless it is `explained` elsewhere."""
    try:
        value = verdicts.resolve(name, version)
    except (ImportError, AttributeError) as e:
        if not explained:
            out(str(e))
        return 1
    if inspect.ismodule(value):
        listed = sorted(public_names.names_in(name.partition(".")[2], version) or (n for n in dir(value) if not n.startswith("_")))
        out(textwrap.fill("  ".join(listed), _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False))
    else:
        out(pydoc.plain(pydoc.render_doc(value, f"{topic}: %s")).rstrip())
    out("")
    return 0
