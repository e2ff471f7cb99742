"""The texts of graphs, the same way in every library."""

import functools
import gzip
import hashlib
import json
import re
from pathlib import Path

from tests.graph_texts import programs
from tests.ops.partial import chosen_cases

FILE = Path(__file__).resolve().parent.parent / "data" / "graph_texts.json.gz"
# TensorFlow counts what a process has made so far in the names of functions, and in those of arguments that only another part of a
# loop needs.
_COUNTED = re.compile(r"(?P<name>[A-Za-z_]\w*?)_\d+$")
_REDUNDANT = re.compile(r"(?P<name>_cond_)\d+(?=___redundant_placeholder)")


def names():
    """The programs, `graph_NAME` and `function_NAME`."""
    return [n for n in vars(programs) if n.startswith(("graph_", "function_"))]


@functools.cache
def cases():
    """The cases of operations, by their texts."""
    return {c.id: c for c in chosen_cases()}


@functools.cache
def recorded():
    """What TensorFlow gave: {"programs": {name: text}, "cases": {text of a case: digest}}."""
    return json.loads(gzip.decompress(FILE.read_bytes()))


def settled(message):
    """The text of the GraphDef `message`, whose functions are numbered and stand in the order in which they are mentioned."""
    functions = {f.signature.name: f for f in message.library.function}
    if not functions:
        return str(message)
    order, shown = [], [str(n) for n in message.node]
    for text in shown:  # grows by the functions that are found
        for name in re.findall(r'"([^"]*)"', text):
            if name in functions and name not in order:
                order.append(name)
                shown.append(str(functions[name]))
    order += [n for n in functions if n not in order]
    del message.library.function[:]
    message.library.function.extend(functions[n] for n in order)
    text = str(message)
    for i, name in enumerate(order):
        found = _COUNTED.match(name)
        if found is not None:
            text = text.replace(f'"{name}"', f'"{found["name"]}_N{i}"')
    return _REDUNDANT.sub(r"\g<name>N", text)


def of_program(tf, name):
    """The text of the graph of a program."""
    made = getattr(programs, name)
    if name.startswith("function_"):
        tf.keras.backend.clear_session()  # which counts the names of layers anew
        return settled(made(tf).graph.as_graph_def())
    with tf.Graph().as_default() as graph:
        made(tf)
    return settled(graph.as_graph_def())


def of_case(tf, case):
    """The text of the graph of a case of an operation."""
    with tf.Graph().as_default() as graph:
        given = {}
        for name, x in case.tensors.items():
            given[name] = tf.compat.v1.placeholder(getattr(tf, x.dtype), x.values.shape, name=name)
        case.evaluate(tf, given)
    return settled(graph.as_graph_def())


def _message(text):
    from google.protobuf import text_format
    from tensorboard.compat.proto.graph_pb2 import GraphDef

    return text_format.Parse(text, GraphDef())


def same(text, wanted):
    """Whether two texts are those of equal messages: the order of the fields in a text is that of a version of protobuf."""
    return text == wanted or not text.startswith("!") and _message(text) == _message(wanted)


def digest(text):
    """A digest of the message that has the text."""
    if text.startswith("!"):
        return text
    return hashlib.sha256(_message(text).SerializeToString(deterministic=True)).hexdigest()[:16]


def brief(text):
    """The nodes of the text of a GraphDef, each a line: name, type, inputs, attributes."""
    if text.startswith("!"):
        return [text]
    message, lines = _message(text), []
    for f in [None, *message.library.function]:
        if f is not None:
            signature = f.signature
            lines.append(f"function {signature.name} {[a.name for a in signature.input_arg]} -> {dict(f.ret)} {dict(f.control_ret)}")
            lines += [f"  arg {i}: {_attributes(a.attr)}" for i, a in sorted(f.arg_attr.items())] + [f"  {_attributes(f.attr)}"]
        for node in message.node if f is None else f.node_def:
            lines.append(f"{node.name} = {node.op}({', '.join(node.input)}) {_attributes(node.attr)} {node.device}")
    return lines


def _attributes(attributes):
    return " ".join(f"{k}={str(v).replace(chr(10), ' ').strip()}" for k, v in sorted(attributes.items()))
