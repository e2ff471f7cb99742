"""The objects below a root, as a graph: of a program, of a checkpoint, and in TensorFlow's message.

A node of a saved graph is a dictionary of plain values: `children`, pairs of name and number; `attributes`, triples of name, key of the
tensors in the checkpoint and full name of a variable; and, where it has some, `slots`, triples of name, number of the variable and
number of the slot, which optimizers keep beside a variable.
"""

from tfshim.engine.runtime import errors, messages
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables.trackable import VARIABLE_VALUE

SLOT = ".OPTIMIZER_SLOT"  # what stands in a key between a variable and the optimizer that keeps the slot


def escaped(name):
    """A child's name within a key: `/` and `.` would be taken for separators."""
    return name.replace(".", "..").replace("/", ".S")


def children_of(x):
    """The children of a trackable object that checkpoints save, by name."""
    return x._trackable_children("checkpoint")


class ObjectGraph:
    """The objects reachable from a root, breadth first, with the path by which each is first met; with `slots` those of optimizers too."""

    def __init__(self, root, slots=True):
        self.objects, self.paths, self.edges, self.slots = [root], [""], [], {}
        at = {id(root): 0}
        for i, x in enumerate(self.objects):  # which grows
            edges = []
            for name, child in children_of(x).items():
                if id(child) not in at:
                    at[id(child)] = len(self.objects)
                    self.objects.append(child)
                    self.paths.append(f"{self.paths[i]}/{escaped(name)}" if i else escaped(name))
                edges.append((name, at[id(child)]))
            self.edges.append(edges)
        if slots:
            self._add_slots()

    def _add_slots(self):
        for number, name, original, slot in list(slots_among(self.objects)):
            self.slots.setdefault(number, []).append((name, original, len(self.objects)))
            self.objects.append(slot)
            self.paths.append(f"{self.paths[original]}/{SLOT}/{self.paths[number]}/{escaped(name)}")
            self.edges.append([])

    def variables(self):
        """({key: variable}, nodes of the graph): where `serialize` would put the values of the variables, whatever they are."""
        found, nodes = {}, []
        for number, (x, path, edges) in enumerate(zip(self.objects, self.paths, self.edges)):
            node = {"children": edges, "attributes": []}
            if is_variable(x):
                key = f"{path}/.ATTRIBUTES/{VARIABLE_VALUE}"
                found[key] = x
                node["attributes"].append([VARIABLE_VALUE, key, x._shared_name])
            if number in self.slots:
                node["slots"] = self.slots[number]
            nodes.append(node)
        return found, nodes

    def serialize(self):
        """(tensors by key, nodes of the graph)"""
        tensors, nodes = {}, []
        for number, (x, path, edges) in enumerate(zip(self.objects, self.paths, self.edges)):
            attributes, full_name = [], getattr(x, "_shared_name", "")
            common = getattr(x, "_saveable_name", None)
            for local, value in x._serialize_to_tensors().items():
                local = escaped(local)
                key = f"{path}/.ATTRIBUTES/{escaped(local)}"
                tensors[key] = value
                if common is None:
                    attributes.append([local, key, full_name])
                elif not attributes:
                    attributes.append([common, f"{path}/.ATTRIBUTES/{common}", full_name])
            node = {"children": edges, "attributes": attributes}
            if number in self.slots:
                node["slots"] = self.slots[number]
            nodes.append(node)
        return tensors, nodes


def saved_values(node, keys):
    """{local name: key} of what a node of a saved graph holds, out of the `keys` of a checkpoint; NotFoundError where one is missing.

    Some objects have one attribute for several tensors, whose keys begin with its own.
    """
    found = {}
    for local, key, _ in node["attributes"]:
        if key in keys:
            found[local] = key
            continue
        several = {local + other[len(key) :]: other for other in keys if other.startswith(key)}
        if not several:
            raise errors.NotFoundError(None, None, f"Key {key} not found in checkpoint")
        found.update(several)
    return found


def slots_among(objects):
    """(number of an optimizer, name of a slot, number of a variable, the slot of it) for the optimizers among `objects`."""
    for number, owner in enumerate(objects):
        if not hasattr(type(owner), "get_slot_names"):
            continue
        for name in owner.get_slot_names():
            for original, x in enumerate(objects):
                try:
                    slot = owner.get_slot(x, name)
                except (AttributeError, KeyError):  # that object has no such slot
                    continue
                if slot is not None:
                    yield number, name, original, slot


# Of iterators, whose state TensorFlow has in another form: it would refuse the whole checkpoint for one of ours.
_STATE, _OWN_STATE = "ITERATOR_STATE", "/.ATTRIBUTES/TFSHIM_ITERATOR_STATE"


def without_own_states(tensors, nodes):
    """(tensors, nodes) in which no object has a state that TensorFlow does not read: `with_own_states` finds it by its key."""
    renamed, left = {}, []
    for node in nodes:
        own = [key for local, key, _ in node["attributes"] if local == _STATE and key in tensors]
        renamed.update((key, key.rpartition("/.ATTRIBUTES/")[0] + _OWN_STATE) for key in own)
        left.append({**node, "attributes": [a for a in node["attributes"] if a[1] not in own]} if own else node)
    return {renamed.get(key, key): value for key, value in tensors.items()}, left


def with_own_states(nodes, keys):
    """The nodes of a graph, to which the states that `without_own_states` took away are given back; `keys`: of all tensors."""
    for key in keys:
        if key.endswith(_OWN_STATE):
            number = 0
            for part in filter(None, key.removesuffix(_OWN_STATE).split("/")):
                number = next((child for name, child in nodes[number]["children"] if escaped(name) == part), None)
                if number is None:
                    raise ValueError(f"its object graph does not lead to {key}")
            nodes[number]["attributes"].append([_STATE, key, ""])
    return nodes


def graph_proto(nodes):
    """The nodes of a graph as TensorFlow's message for it."""
    parents = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        for _, child in node["children"]:
            parents[child].append(number)
    # What a node holds, whatever leads to it holds too.
    waiting = [number for number, node in enumerate(nodes) if node["attributes"] or node.get("slots")]
    holding = set(waiting)
    while waiting:
        for parent in parents[waiting.pop()]:
            if parent not in holding:
                holding.add(parent)
                waiting.append(parent)
    graph = messages.trackable_object_graph.TrackableObjectGraph()
    for number, node in enumerate(nodes):
        made = graph.nodes.add()
        for name, child in node["children"]:
            made.children.add(node_id=child, local_name=name)
        for local, key, full in node["attributes"]:
            made.attributes.add(name=local, full_name=full, checkpoint_key=key)
        for slot, original, variable in node.get("slots", ()):
            made.slot_variables.add(slot_name=slot, original_variable_node_id=original, slot_variable_node_id=variable)
        made.has_checkpoint_values.value = number in holding
    return graph


def parsed_graph(serialized):
    """The nodes of TensorFlow's message."""
    graph = messages.trackable_object_graph.TrackableObjectGraph.FromString(serialized)
    return [
        {
            "children": [[child.local_name, child.node_id] for child in node.children],
            "attributes": [[a.name, a.checkpoint_key, a.full_name] for a in node.attributes],
            "slots": [[s.slot_name, s.original_variable_node_id, s.slot_variable_node_id] for s in node.slot_variables],
        }
        for node in graph.nodes
    ]


def checked_graph(nodes):
    """The nodes of a graph, if it leads only to what it holds. Raises ValueError where it does not, or is none."""
    for node in nodes:
        slots = node.get("slots", ())
        numbers = [number for _, number in node["children"]] + [number for slot in slots for number in slot[1:]]
        names = [name for name, _ in node["children"]] + [slot[0] for slot in slots] + [x for a in node["attributes"] for x in a[:2]]
        if not all(type(n) is int and 0 <= n < len(nodes) for n in numbers) or not all(isinstance(name, str) for name in names):
            raise ValueError("its object graph leads to objects that it does not hold")
    return nodes
