"""The file of a saved model that holds its graphs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError

from tfshim.compat.messages_v1 import message
from tfshim.engine.runtime import errors, messages
from tfshim.files.places import on_disk
from tfshim.files.replacing import write_beside
from tfshim.io._oserrors import raising_for
from tfshim.protos.examples import message as own_message
from tfshim.saved_model import constants

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path


def read_graphs(export_dir: Path) -> list[Message]:
    """The MetaGraphDefs of the saved model in `export_dir`. OSError where there is none, DataLossError for a damaged file."""
    export_dir = on_disk(export_dir)
    path = os.path.join(export_dir, constants.SAVED_MODEL_FILENAME_PB)
    if not os.path.isfile(path):
        text = os.path.join(export_dir, constants.SAVED_MODEL_FILENAME_PBTXT)
        if os.path.isfile(text):
            with open(text, encoding="utf-8") as file:
                return _of_text(file.read())
        raise OSError(
            f"SavedModel file does not exist at: {export_dir}{os.sep}{{{constants.SAVED_MODEL_FILENAME_PBTXT}|"
            f"{constants.SAVED_MODEL_FILENAME_PB}}}"
        )
    try:
        with open(path, "rb") as file:
            found = own_message("SavedModel").FromString(file.read()).meta_graphs
        return [message("MetaGraphDef").FromString(data) for data in found]
    except DecodeError as error:
        raise errors.DataLossError(None, None, f"{path} is damaged or no saved model ({error}).") from None


def write_graphs(export_dir: Path, graphs: Iterable[Message], as_text: bool = False) -> str:
    """Write the MetaGraphDefs as a saved model; the path of the file."""
    os.makedirs(export_dir, exist_ok=True)
    # The hashes are those of the file that is replaced.
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(export_dir, constants.FINGERPRINT_FILENAME))
    if as_text:
        path = os.path.join(export_dir, constants.SAVED_MODEL_FILENAME_PBTXT)
        parts = [f"saved_model_schema_version: {constants.SAVED_MODEL_SCHEMA_VERSION}\n"]
        parts += [f"meta_graphs {{\n{messages.as_text(g, indent=2)}}}\n" for g in graphs]
        with raising_for(path):
            write_beside(path, "".join(parts).encode())
        return path
    path = os.path.join(export_dir, constants.SAVED_MODEL_FILENAME_PB)
    made = own_message("SavedModel")(
        saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION, meta_graphs=[g.SerializeToString() for g in graphs]
    )
    with raising_for(path):
        write_beside(path, made.SerializeToString())
    return path


def _of_text(text):
    """The graphs of a saved model in protobuf's text form: blocks that begin and end in the first column."""
    graphs, block = [], None
    for line in text.splitlines(keepends=True):
        if line.startswith("meta_graphs {"):
            block = []
        elif block is not None and line.startswith("}"):
            graphs.append(messages.text_format().Parse("".join(block), message("MetaGraphDef")()))
            block = None
        elif block is not None:
            block.append(line)
    return graphs
