"""Gradients through loops as pages of graphs show them: by what a body has computed in each turn.

The loop collects that in lists of tensors, from which the loop that goes back takes one value in each of its turns, the last one first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import tfshim as tf
from tfshim.engine.graph_export.functions import Body
from tfshim.engine.graph_export.gradients import flat_name
from tfshim.engine.ops.attr_values import put
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.written_forms.form import raw
from tfshim.written_gradients.functions import BackwardGraph, WayBack
from tfshim.written_gradients.intermediates import BackFunction, Way, arguments_of, known_source
from tfshim.written_gradients.shapes import differentiable, like

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Accumulation: TypeAlias = Any  # of accumulation, which uses this module

# What is computed on the way forward where the way back asks for it: it is smaller than what it tells of.
_SMALL = frozenset("Shape Size Rank TensorListElementShape TensorListLength".split())
_COND, _BODY = 0, 1
_OWN = 2  # how many values come before those of the program: the count of turns and its limit
_LIST = (tf.variant, [])


def through_loop(accumulation: Accumulation, node: Operation, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The pairs of an input of the loop `node` and its gradient, for the gradients of its outputs."""
    return _Loop(accumulation, node, [(id(node), "cond"), (id(node), "body")]).pairs(grads)


class _Loop(Way):
    """The way back through a loop."""

    def pairs(self, grads: Sequence[Any]) -> list[tuple[Any, Any]]:
        """The pairs of an input and its gradient, for the gradients of the outputs."""
        node, part = self.node, self.parts[_BODY]
        self.begun(_BODY)
        values = node.arguments[node._op_def.names.index("input")]
        n, inputs = len(values), part.graph.inputs
        given, own = [*values, *part.given], [*[[t] for t in inputs], *part.own]
        ys = [*part.graph.outputs, *[x if not o else o[0] for x, o in zip(part.given, part.own)]]
        with self.accumulation.scope_of_flow(node) as scope:
            first = self._first(n, given, grads)
            moving = [i for i, g in enumerate(first) if g is not None]
            xs = [t for i in moving for t in own[i]]
            variables = [given[i] for i in moving if not own[i]]
            back = self.back(_BODY, xs, variables, [ys[i] for i in moving], scope)
            results = [self._of(back, given[i], own[i]) for i in moving]
            self._leave_forward(back)
            function = BackFunction(back.graph.name, back, self.library)
            found = self._loop(function, [first[i] for i in moving], results)
        return self.paired([given[i] for i in moving], found)

    def _first(self, n: int, given: Sequence[Any], grads: Sequence[Any]) -> list[Any]:
        """What comes back for each of `given`, of which `n` are carried and the others are the same in all turns; None where nothing."""
        by_tape = self.accumulation.by_tape
        outputs = [*map(self.inner, self.node.outputs)]
        outputs += [self._passed_through(_OWN + i, x) for i, x in enumerate(given[n:], n)]
        if by_tape:
            self.whole([self.output(i, tf.int32, []) for i in range(_OWN)], [None] * _OWN)
        made = self.whole(outputs, [*grads, *[None] * (len(given) - n)])
        for i, (x, t) in enumerate(zip(given, outputs)):
            is_tensor = isinstance(x, tf.Tensor)
            if is_tensor and not differentiable(t) or i >= n and not self._is_wanted(x):
                made[i] = None
            elif made[i] is None:
                made[i] = raw("ZerosLike", [t], [like(t)], name="zeros_like") if is_tensor else _zeros_of_variable(x, t)
        return made

    def _is_wanted(self, x: Any) -> bool:
        """Whether a tape goes back to `x`, which is the same in all turns; gradients of graphs go back to everything."""
        if not isinstance(x, tf.Tensor):
            return hasattr(x, "trainable") and (not self.accumulation.by_tape or x.trainable)
        return not self.accumulation.by_tape or self.accumulation.reaches(x)

    def _passed_through(self, at: int, x: Any) -> Any:
        """What the loop gives for `x`, which is the same in all turns, as output number `at`."""
        if isinstance(x, tf.Tensor):
            return self.output(at, x.dtype, x.shape)
        return self.output(at, tf.resource, [])

    def _of(self, back: WayBack, x: Any, own: Sequence[Any]) -> Any:
        """What comes back in a turn for `x`, which `own` stands for in the body; zeros where nothing does."""
        with back.recording():
            found = [back.gradient(t) for t in own] if own else [back.gradient(x)]
            found = [g for g in found if g is not None]
            if len(found) > 1:
                return raw("AddN", [found], [like(found[0])])
            return found[0] if found else tf.zeros_like(back.taken(own[0]))

    # ------------------------------------------------------------------ what is taken of the way forward
    def _leave_forward(self, back: WayBack) -> None:
        """Let what is small be computed on the way forward, and be taken from there."""
        forward, taken = self.begun(_BODY), back.taken.placeholders
        kept: set[str] = set()
        passing = arguments_of(forward, self._all())
        for n in back.graph._operations:
            inputs = [pair for t in n.written_inputs if (pair := taken.get(id(t))) is not None]
            references = [reference for _, reference in inputs]
            if n.type in _SMALL and inputs and len(inputs) == len(n.written_inputs) and not kept.intersection(references):
                t = n.outputs[0]
                x = inputs[0][0]
                about = {} if n.type == "TensorListLength" else {"shape_type": tf.int32} if n.type.startswith("Tensor") else {"T": x.dtype}
                if n.type in ("Shape", "Size"):
                    about["out_type"] = t.dtype
                taken[id(t)] = t, forward.node(n.type, f"{self.parts[_BODY].graph.scope}{n.name}", references, about)
            else:
                kept.update(r for r in references if passing.get(r) is None)

    def _all(self) -> list[Any]:
        return [None] * (_OWN + len(self.parts[_BODY].graph.inputs)) + self.parts[_BODY].given

    def _loop(self, function: BackFunction, first: Sequence[Any], results: Sequence[Any]) -> list[Any]:
        """Record the loop that goes back, which begins with `first` and gives `results` in each turn; what is behind the loop."""
        body, forward = function.body, self.begun(_BODY)
        scope = body.graph.scope
        nodes = {n.name: n for n in forward.message.node_def}
        known = arguments_of(forward, self._all())
        places = {name: at for at, name in enumerate(known)}
        function.replace_constants(nodes)
        start = tf.constant(0, name="grad_counter")
        limit = self.inner.named(self.parts[_BODY].limit, tf.int32, [])
        count = self.output(0, tf.int32, [])
        held: list[tuple[str, Any, str]] = []  # (the name of an argument, what it is around the loop, what becomes of it in a turn)
        lists: dict[str, str] = {}  # what the way forward names so -> the value in a turn
        for name, (t, reference) in list(function.taken.items()):
            x = known.get(reference)
            if x is not None:
                held.append((name, self._passed_through(places[reference], x), name))
                continue
            reference = _before_identities(reference, nodes)
            if t.dtype == tf.resource:
                held.append((name, self.around(known[known_source(reference, nodes)]), name))
                continue
            if reference in lists:
                function.replace(name, lists[reference])
                del function.taken[name]
                continue
            at = self._kept(forward, reference, t, limit)
            function.let_be_variant(name)
            user = function.wanted[name].rpartition("_")[0]
            following, lists[reference] = _popped(function, name, f"{user}/TensorListPopBack", t)
            held.append((name, self.output(at, tf.variant, []), following))
        own = [body.argument(f"{scope}Placeholder", tf.int32, [], user_name="") for _ in range(3)]
        one = function.node("Const", "add/y", [], {"dtype": tf.int32, "value": convert_to_tensor(1)})
        after = body.node("AddV2", f"{scope}add", [own[0], f"{one.name}:output:0"], {"T": tf.int32})
        for reference in (after, *own[1:]):
            body.result(tf.int32, function.passed(reference, tf.int32))
        for g in results:
            function.result(g)
        for _, x, following in held:
            body.result(x.dtype, following)
        body.keep_arguments([*own, *function.arguments, *[name for name, _, _ in held]], function.wanted)
        message = body.done()
        passed = [start, limit, count, *first, *[x for _, x, _ in held]]
        attributes = {"cond": self.put(_COND, self._test(passed, scope)), "body": self.put(_BODY, message)}
        leaves = [like(x) for x in passed]
        self.amended(self._amend)
        kind = "While" if message.signature.is_stateful else "StatelessWhile"
        about = {
            **attributes,
            "output_shapes": [s for _, s in leaves],
            "parallel_iterations": getattr(self.node, "parallel_iterations", 10),
        }
        made = raw(kind, [passed], leaves, about, name=f"{self.node.name}_grad")
        made = [raw("Identity", [t], [like(t)]) for t in made]
        return made[3 : 3 + len(first)]

    def _test(self, passed: Sequence[Any], scope: str) -> Any:
        """The condition of the loop that goes back: whether it has had fewer turns."""
        graph = BackwardGraph("")
        graph.scope = scope
        body = Body("", graph, self.library)
        names = [body.argument(f"{scope}Placeholder", x.dtype, x.shape, user_name="") for x in passed]
        less = body.node("Less", f"{scope}Less", [names[0], names[2]], {"T": tf.int32})
        body.result(tf.bool, body.node("Identity", f"{scope}Identity", [less], {"T": tf.bool}))
        return body.done()

    # ------------------------------------------------------------------ what the loop collects
    def _kept(self, forward: Body, reference: str, t: Any, limit: Any) -> int:
        """The place among the outputs of the loop of the list of what the body names `reference`, of the dtype and shape of `t`."""
        part, cond = self.parts[_BODY], self.parts[_COND]
        if reference in part.places:
            return int(part.places[reference])
        shown = flat_name(reference, forward.message)
        node, _, index = shown.rpartition(":")
        name = f"{forward.wanted(node)}_{index}/accumulator"
        around = self._list(name, t, limit)
        wanted = f"{part.graph.scope}{name}"
        name = forward.argument(wanted, tf.variant, TensorShape([]), user_name="")
        pushed = forward.node("TensorListPushBack", f"{part.graph.scope}TensorListPushBack", [name, reference], {"element_dtype": t.dtype})
        part.places[reference] = len(self._all()) + len(part.more)
        part.more.append((tf.variant, pushed))
        cond.passed_by.append((wanted, tf.variant))
        part.lists.append(around)
        return int(part.places[reference])

    def _list(self, name: str, t: Any, limit: Any) -> Any:
        """The empty list that the loop begins with: the tensor, or how it is named where the loop is in what is gone back through."""
        shape = t.shape
        if (body := getattr(self.inner, "body", None)) is not None:
            scope = body.graph.scope
            sizes = body.node("Const", f"{scope}{name}/element_shape", [], {"dtype": tf.int32, "value": convert_to_tensor(_sizes(shape))})
            inputs = [sizes, self.parts[_BODY].limit]
            return body.node("EmptyTensorList", f"{scope}{name}", inputs, {"element_dtype": t.dtype, "shape_type": tf.int32})
        sizes = tf.constant(_sizes(shape), tf.int32, name="Const" if shape.rank == 0 else f"{name}/element_shape")
        return raw("EmptyTensorList", [sizes, limit], [_LIST], {"element_dtype": t.dtype}, name=name)

    def _amend(self, message: Any) -> None:
        names, part = [self.library[key][0] for key in self.keys], self.parts[_BODY]
        message.attr["cond"].func.name, message.attr["body"].func.name = names
        controls = [x for x in message.input if x.startswith("^")]
        inputs = [x for x in message.input if not x.startswith("^")]
        message.input[:] = [*inputs, *[x if isinstance(x, str) else self.writer.reference(x) for x in part.lists], *controls]
        message.attr["T"].list.type.extend([tf.variant.as_datatype_enum] * len(part.lists))
        put(message.attr["output_shapes"], "list(shape)", [[]] * len(part.lists))
        message.attr["_num_original_outputs"].i = len(message.attr["T"].list.type)


def _sizes(shape: Any) -> Any:
    return -1 if shape.rank is None else [-1 if d is None else d for d in shape.as_list()]


def _before_identities(reference: str, nodes: Mapping[str, Any]) -> str:
    """What nodes that only pass it on have been given for `reference`."""
    while (node := nodes.get(reference.partition(":")[0])) is not None and node.op == "Identity":
        reference = node.input[0]
    return reference


def _popped(function: BackFunction, name: str, wanted: str, t: Any) -> tuple[str, str]:
    """The list that is left, and the value, when the last one is taken from the list that is the argument `name`."""
    body = function.body
    value = convert_to_tensor(_sizes(t.shape), tf.int32) if t.shape.rank != 0 else convert_to_tensor([], tf.int32)
    sizes = body.node("Const", f"{wanted}/element_shape", [], {"dtype": tf.int32, "value": value})
    body.node("TensorListPopBack", wanted, [name, sizes], {"element_dtype": t.dtype})
    made = body.message.node_def[-1]
    function.replace(name, f"{made.name}:tensor:0", made)
    return f"{made.name}:output_handle:0", f"{made.name}:tensor:0"


def _zeros_of_variable(variable: Any, handle: Any) -> Any:
    """Zeros for a variable that comes out of the loop by `handle`."""
    sizes = raw("VariableShape", [handle], [(tf.int32, [variable.shape.rank])], {"out_type": tf.int32})
    with name_scope("zeros") as scope:
        leaf = variable.dtype, variable.shape
        return raw("Fill", [sizes, tf.constant(0, variable.dtype)], [leaf], {"index_type": tf.int32}, name=scope)
