"""Calls of functions in a GraphDef, replaced by the functions' nodes."""

from __future__ import annotations

from typing import Any

from tfshim.engine.graph_import.graph_import import functions_of, output_of, split_name

_INLINED = ("PartitionedCall", "StatefulPartitionedCall")


def inline_calls(graph_def: Any, kept: set[str]) -> Any:
    """`graph_def` with the nodes of functions in the place of calls, under the calls' names. The calls in `kept` stay, as what is
    fetched has to be found by name, and so do those of functions that are marked not to be inlined."""
    functions = {f.signature.name: f for f in graph_def.library.function}
    made = type(graph_def)()
    made.library.CopyFrom(graph_def.library)
    made.versions.CopyFrom(graph_def.versions)
    # {(call, index): what it is now}, and {call: what waits for it now waits for}
    places: dict[tuple[str, int | None], str] = {}
    endings: dict[str, list[str]] = {}
    waiting = list(graph_def.node)
    while waiting:
        node = waiting.pop(0)
        function = functions.get(functions_of(node)[0].name) if node.op in _INLINED else None
        if function is None or node.name in kept or function.attr["_noinline"].b:
            made.node.add().CopyFrom(node)
        else:
            waiting[:0] = _body(node, function, places, endings)
    for node in made.node:
        node.input[:] = [place for text in node.input for place in _resolved(text, places, endings)]
    return made


def _body(call: Any, function: Any, places: dict[Any, str], endings: dict[str, list[str]]) -> list[Any]:
    """The nodes of `function` for `call`; notes in `places` and `endings` what stands for the results of the call."""
    data = [text for text in call.input if not text.startswith("^")]
    controls = [text for text in call.input if text.startswith("^")]
    arguments = {a.name: text for a, text in zip(function.signature.input_arg, data)}
    nodes = {n.name: n for n in function.node_def}

    def place(text: str) -> str:
        if text.startswith("^"):
            name = text[1:]
            return f"^{split_name(arguments[name])[0]}" if name in arguments else f"^{call.name}/{name}"
        if text in arguments:
            return arguments[text]
        name, index = output_of(nodes, text)
        return f"{call.name}/{name}:{index}" if index else f"{call.name}/{name}"

    made = []
    for node in function.node_def:
        copy = type(node)()
        copy.CopyFrom(node)
        copy.name = f"{call.name}/{node.name}"
        copy.device = node.device or call.device
        # The first of a function's nodes wait for what the call waits for.
        first = all(text in arguments for text in node.input)
        copy.input[:] = [place(text) for text in node.input] + (controls if first else [])
        made.append(copy)
    for i, result in enumerate(function.signature.output_arg):
        places[call.name, i] = place(function.ret[result.name])
    ends = dict.fromkeys(f"^{call.name}/{name}" for name in function.control_ret.values())
    endings[call.name] = list(ends) or list(dict.fromkeys(f"^{split_name(place(t))[0]}" for t in function.ret.values()))
    return made


def _resolved(text: str, places: dict[Any, str], endings: dict[str, list[str]]) -> list[str]:
    """What the input `text` is now: calls give back results of calls."""
    if text.startswith("^"):
        name = text[1:]
        return [p for end in endings[name] for p in _resolved(end, places, endings)] if name in endings else [text]
    while (found := places.get(split_name(text))) is not None:
        text = found
    return [text]


def without_unused_functions(graph_def: Any) -> Any:
    """`graph_def` with those functions alone that its nodes need."""
    functions = {f.signature.name: f for f in graph_def.library.function}
    used: dict[str, Any] = {}
    waiting = [name for node in graph_def.node for name in _named(node)]
    while waiting:
        name = waiting.pop()
        if name in functions and name not in used:
            used[name] = functions[name]
            waiting.extend(n for node in functions[name].node_def for n in _named(node))
    kept = [f for name, f in functions.items() if name in used]
    if len(kept) < len(functions):
        rest = type(graph_def.library)(function=kept)
        rest.gradient.extend(g for g in graph_def.library.gradient if g.function_name in used)
        graph_def.library.CopyFrom(rest)
    return graph_def


def _named(node: Any) -> list[str]:
    """All functions that a node names, and its own type, which may be one."""
    found = [node.op, *(a.func.name for a in node.attr.values() if a.HasField("func"))]
    return found + [f.name for a in node.attr.values() for f in a.list.func]
