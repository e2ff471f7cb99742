"""Reading what is to be run or checked: scripts and notebooks, as pieces of Python source."""

import ast
import json
import re
import tokenize
from pathlib import Path

# Cell magics whose cell is Python all the same; the cells of all others (%%bash, %%html ...) are not.
PYTHON_CELLS = {"time", "timeit", "capture", "prun", "debug"}
_MAGIC = re.compile(r"^(\s*)([%!?]|[\w.\[\]]+\?+\s*$)")
_ASSIGNED_MAGIC = re.compile(r"^(\s*[\w, ]+=\s*)([%!].*)$")


class DocumentError(Exception):
    """A file that cannot be read as what it should be; the message names the file and the reason."""


class Piece:
    """One piece of Python: a whole script, or the code cell `number` (from 1, counting code cells) of a notebook.

    `magics`: the lines of the cell that are no Python; `printed`: the text of its stored outputs.
    """

    def __init__(self, source: str, number: int | None = None, magics: list | None = None, printed: str = ""):
        self.source, self.number, self.magics, self.printed = source, number, [] if magics is None else magics, printed

    def tree(self):
        """The syntax tree. Raises SyntaxError."""
        return ast.parse(self.source)


def read_script(path):
    """The script at `path` as a list of one `Piece`. Raises DocumentError."""
    try:
        with tokenize.open(path) as file:
            return [Piece(file.read())]
    except OSError as e:
        raise DocumentError(f"{path}: {e.strerror or e}") from None
    except (SyntaxError, UnicodeDecodeError) as e:
        raise DocumentError(f"{path}: not Python source ({e})") from None


def read_notebook_json(path):
    """The notebook at `path` as parsed JSON, checked to be a notebook. Raises DocumentError."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as e:
        raise DocumentError(f"{path}: {e.strerror or e}") from None
    except UnicodeDecodeError as e:
        raise DocumentError(f"{path}: not a notebook: not UTF-8 text ({e})") from None
    try:
        document = json.loads(text)
    except json.JSONDecodeError as e:
        raise DocumentError(f"{path}: not a notebook: not JSON ({e})") from None
    if not isinstance(document, dict) or not isinstance(document.get("cells", document.get("worksheets")), list):
        raise DocumentError(f"{path}: not a notebook: the JSON has no list of cells")
    language = document.get("metadata", {}).get("kernelspec", {}).get("language", "python")
    if language.lower() != "python":
        raise DocumentError(f"{path}: its language is {language}, not Python")
    return document


def read_notebook(path):
    """The code cells of the notebook at `path` as `Piece`s, their magics taken out. Raises DocumentError."""
    document = read_notebook_json(path)
    cells = document.get("cells")
    if cells is None:  # notebooks of format 3 and before
        cells = [cell for sheet in document["worksheets"] for cell in sheet.get("cells", [])]
    pieces = []
    for number, cell in enumerate((cell for cell in cells if cell.get("cell_type") == "code"), 1):
        piece = python_of_cell(_text(cell.get("source", cell.get("input", ""))), number)
        outputs = cell.get("outputs") or []
        piece.printed = "\n".join(_text(output.get("text") or output.get("data", {}).get("text/plain") or "") for output in outputs)
        pieces.append(piece)
    return pieces


def _text(lines):
    return lines if isinstance(lines, str) else "".join(lines)


def read(path):
    """A script, or a notebook if `path` ends in `.ipynb`, as `Piece`s. Raises DocumentError."""
    return read_notebook(path) if is_notebook(path) else read_script(path)


def is_notebook(path):
    """Whether `path` is meant to be a notebook."""
    return str(path).endswith(".ipynb")


def python_of_cell(source, number=None):
    """A cell's Python: lines for IPython (`%magic`, `!command`, `name?`) become `pass` and are listed in `magics`."""
    lines, magics = source.split("\n"), []
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        magics.append(lines[first].strip())
        if lines[first][2:].split(" ")[0].strip() not in PYTHON_CELLS:
            return Piece("\n" * (len(lines) - 1), number, magics)
        lines[first] = ""
    if _parses("\n".join(lines)):  # then a line that begins with % or ends in ? is in a string, or an expression
        return Piece("\n".join(lines), number, magics)
    going_on = False
    for i, line in enumerate(lines):
        assigned, magic = _ASSIGNED_MAGIC.match(line), _MAGIC.match(line)
        if going_on:
            going_on, lines[i] = line.endswith("\\"), ""
        elif assigned:
            magics.append(assigned[2])
            lines[i] = assigned[1] + "None"
        elif magic:
            magics.append(line.strip())
            going_on, lines[i] = line.endswith("\\"), magic[1] + "pass"
    return Piece("\n".join(lines), number, magics)


def _parses(source):
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True
