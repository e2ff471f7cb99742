"""Where the program was when it made the nodes of graphs, as the message that files keep beside the graphs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime import messages
from tfshim.engine.runtime.tracebacks import lines_of

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


def debug_info(operations: Iterable[tuple[str, Operation]]) -> Any:
    """The GraphDebugInfo of pairs (name of the function, "" for a graph that is none; operation): the user's frames, outermost first.

    Files, frames and whole stacks that several operations share are there once.
    """
    made = messages.graph_debug_info.GraphDebugInfo()
    files: dict[str, int] = {}
    frames: dict[Any, int] = {}
    traces: dict[tuple[int, ...], int] = {}
    for function, operation in operations:
        ids = []
        for file, line, name in lines_of(operation):
            frame = files.setdefault(file, len(files)), line or 0, name
            if frame not in frames:
                at = frames[frame] = len(frames)
                about = made.frames_by_id[at]
                about.file_index, about.line, about.func = frame
            ids.append(frames[frame])
        if not ids:
            continue
        trace = tuple(ids)
        if trace not in traces:
            traces[trace] = len(traces)
            made.traces_by_id[traces[trace]].frame_id.extend(ids)
        made.name_to_trace_id[f"{operation.name}@{function}"] = traces[trace]
    made.files.extend(files)
    return made
