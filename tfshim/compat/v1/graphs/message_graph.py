"""GraphDefs as nodes that know what they take and who takes from them, for what rewrites whole graphs."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tfshim.engine.graph_import.frame_nodes import goes_back
from tfshim.engine.graph_import.graph_import import output_of
from tfshim.engine.runtime import messages

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message

    End: TypeAlias = "tuple[Node, int]"  # an output of a node


class Node:
    """A node: its NodeDef but for the inputs, the outputs that it takes, and the nodes that it waits for."""

    __slots__ = ("message", "inputs", "controls", "users")

    def __init__(self, message: Message) -> None:
        self.message = message
        self.inputs: list[End] = []
        self.controls: dict[Node, None] = {}
        self.users: dict[Node, None] = {}  # that take from it or wait for it

    @property
    def name(self) -> str:
        """The node's name."""
        return self.message.name

    @property
    def op(self) -> str:
        """The type of its operation."""
        return self.message.op

    def take(self, inputs: Iterable[End]) -> None:
        """Add inputs."""
        for end in inputs:
            self.inputs.append(end)
            end[0].users[self] = None

    def wait_for(self, nodes: Iterable[Node]) -> None:
        """Add nodes that this one waits for."""
        for n in nodes:
            self.controls[n] = None
            n.users[self] = None

    def is_waited_for(self) -> bool:
        """Whether a node waits for this one beside those that take its outputs."""
        return any(self in user.controls for user in self.users)


class MessageGraph:
    """The nodes of a GraphDef in the order in which they were added; new ones get names with numbers, which count on."""

    def __init__(self, graph_def: Message) -> None:
        self.functions = {f.signature.name: f for f in graph_def.library.function}
        self.nodes: list[Node] = []
        self._number = 0
        self.bring(graph_def.node, {}, lambda message: message)

    def new_name(self, wanted: str) -> str:
        """`wanted` with the next number."""
        made = f"{wanted}/_{self._number}"
        self._number += 1
        return made

    def add(
        self,
        op: str,
        name: str,
        inputs: Sequence[End] = (),
        controls: Iterable[Node] = (),
        device: str = "",
        types: Mapping[str, int] | None = None,
        numbers: Mapping[str, int] | None = None,
        about: Node | None = None,
    ) -> Node:
        """A new node. `types` and `numbers` are attributes; `about` is the node whose origin is told as that of the new one."""
        message = messages.node_def.NodeDef(name=name, op=op, device=device)
        for key, dtype in (types or {}).items():
            message.attr[key].type = dtype
        for key, number in (numbers or {}).items():
            message.attr[key].i = number
        if about is not None and about.message.HasField("experimental_debug_info"):
            message.experimental_debug_info.CopyFrom(about.message.experimental_debug_info)
        made = Node(message)
        made.take(inputs)
        made.wait_for(controls)
        self.nodes.append(made)
        return made

    def bring(
        self, nodes: Sequence[Message], arguments: Mapping[str, Node], copied: Callable[[Message], Message]
    ) -> tuple[dict[str, Node], Callable[[str], End]]:
        """Add `nodes` as `copied` makes them, which find the `arguments` of their function by name.

        What comes back is {name in `nodes`: node}, and a function that finds what a text names.
        """
        by_name = {n.name: n for n in nodes}
        found: dict[str, Node] = dict(arguments)

        def end(text: str) -> End:
            name, index = output_of(by_name, text)
            return found[name], index

        for message in in_order(nodes, arguments):
            without = copied(message)
            if without is message:
                without = type(message)()
                without.CopyFrom(message)
            del without.input[:]
            found[message.name] = Node(without)
            self.nodes.append(found[message.name])
        for message in nodes:
            node = found[message.name]
            node.take(end(text) for text in message.input if not text.startswith("^"))
            node.wait_for(found[text[1:]] for text in message.input if text.startswith("^"))
        return {name: found[name] for name in by_name}, end

    def replace(self, node: Node, outputs: Sequence[End], waits: Callable[[], Node]) -> None:
        """Remove `node`: who takes its outputs takes `outputs`, and who waits for it waits for what `waits` makes, if anyone does."""
        for user in list(node.users):
            if any(source is node for source, _ in user.inputs):
                taken, user.inputs = user.inputs, []
                user.take(outputs[index] if source is node else (source, index) for source, index in taken)
            if node in user.controls:
                del user.controls[node]
                user.wait_for([waits()])
        for source in {n for n, _ in node.inputs} | set(node.controls):
            source.users.pop(node, None)
        self.nodes = [n for n in self.nodes if n is not node]

    def message(self) -> list[Message]:
        """The NodeDefs, each after those that it takes from, but for what comes back in loops."""
        made = []
        for node in self.nodes:
            node.message.input.extend(n.name if not index else f"{n.name}:{index}" for n, index in node.inputs)
            node.message.input.extend(sorted(f"^{n.name}" for n in node.controls))
            made.append(node.message)
        return in_order(made, ())


def in_order(nodes: Sequence[Message], arguments: Collection[str]) -> list[Message]:
    """NodeDefs in TensorFlow's order: of those whose inputs are there, always the one that comes first.

    `arguments` are names that are no nodes. Raises ValueError where nodes wait for each other, or take what is not there.
    """
    places = {n.name: i for i, n in enumerate(nodes)}
    by_name = {n.name: n for n in nodes}
    users: list[list[int]] = [[] for _ in nodes]
    missing = [0] * len(nodes)
    for i, node in enumerate(nodes):
        for text in node.input:
            name = text[1:] if text.startswith("^") else output_of(by_name, text)[0]
            if name in arguments:
                continue
            if name not in places:
                raise ValueError(f"Node '{node.name}': Unknown input node '{text}'")
            if not goes_back(node, by_name[name]):
                users[places[name]].append(i)
                missing[i] += 1
    ready = [i for i, count in enumerate(missing) if not count]
    made = []
    while ready:
        i = heapq.heappop(ready)
        made.append(nodes[i])
        for user in users[i]:
            missing[user] -= 1
            if not missing[user]:
                heapq.heappush(ready, user)
    if len(made) < len(nodes):
        raise ValueError(f"{len(nodes) - len(made)} nodes in a cycle")
    return made
