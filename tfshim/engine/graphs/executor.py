"""From nodes to one Python function on bare torch tensors.

The generated function calls the kernels in the order in which the nodes were made, without wrappers, checks or
look-ups; nodes that neither the results nor an effect need are dropped, and a value is let go after its last use.
It exists in two variants: `plain`, and `attached` for runs under a tape, where variables are read through the tape
and nothing is cut off.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils._python_dispatch import _disable_current_modes

from tfshim.engine.gradients.aliases import start_of
from tfshim.engine.graphs import flat_tapes, node_errors
from tfshim.engine.graphs.devices.placement import placed
from tfshim.engine.graphs.devices.side_by_side import side_by_side
from tfshim.engine.graphs.fused_steps import FusedSteps
from tfshim.engine.graphs.operation import IDENTITY, tensors_in
from tfshim.engine.graphs.programs import bent_lines, called, derivatives, direct_calls, ended_iterators, frames, merged_calls, row_updates
from tfshim.engine.graphs.programs.batch_norms import BatchNorms
from tfshim.engine.graphs.programs.gelus import Gelus
from tfshim.engine.graphs.programs.layer_norms import LayerNorms
from tfshim.engine.graphs.programs.node_order import gradients_before_updates, sums_side_by_side
from tfshim.engine.graphs.programs.recurrences import as_recurrences
from tfshim.engine.graphs.programs.simplification import simplified
from tfshim.engine.graphs.programs.written_adam import WrittenAdam
from tfshim.engine.graphs.size_arithmetic import SizeArithmetic
from tfshim.engine.ops import products
from tfshim.engine.ops.execution import usable
from tfshim.engine.ops.short_path import torch_function
from tfshim.engine.runtime.context import end_recording
from tfshim.engine.runtime.devices import current_torch_device, placed_input
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.readable import written_down
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.flat_tapes import FlatTape
    from tfshim.engine.graphs.operation import Operation

# Types whose kernels may need a second try in a wider type, and storages that are no torch tensors.
_INDIRECT = sum(
    d.mask
    for d in (
        dtypes.uint16,
        dtypes.uint32,
        dtypes.uint64,
        dtypes.float16,
        dtypes.bfloat16,
        dtypes.string,
        dtypes.variant,
        dtypes.float8_e5m2,
        dtypes.float8_e4m3fn,
        dtypes.uint8,
        dtypes.int8,
        dtypes.int16,
        dtypes.bool,
    )
)


class Program:
    """A compiled list of nodes: `program(*storages)` gives the storages of the outputs as a tuple."""

    def __init__(
        self, nodes: list[Operation], inputs: Sequence[Any], outputs: Sequence[Any], name: str = "function", outermost: bool = False
    ) -> None:
        """`outermost`: whether nothing around it takes gradients of what it computes."""
        self.name, self.outermost = name, outermost
        if any(n.kind in frames.TYPES for n in nodes):
            # What is recorded for gradients of the whole is recorded in the parts as well.
            make = _AsWritten if any(n.kind in ("_Gradients", "_Gradient", "_Hessian") for n in nodes) else Program
            nodes = frames.with_frames(nodes, inputs, outputs, make, name)
        self._nodes, self._inputs, self._outputs = sums_side_by_side(gradients_before_updates(placed(nodes))), inputs, outputs
        self._variants = {}
        self._tapes = flat_tapes.find(self._nodes)

    def constants(self) -> list[torch.Tensor]:
        """The storages that it reads beside its inputs and variables, if it is run now."""
        variant = "attached" if TS.tapes else self._untaped()
        if variant not in self._variants:
            self._variants[variant] = self._compile(variant)
        found = [x._t if type(x) is EagerTensor else x for x in self._variants[variant].__globals__.values()]
        return [x for x in found if type(x) is torch.Tensor]

    def _untaped(self) -> str:
        return "flat" if self._tapes and torch.is_grad_enabled() else "plain"

    def __call__(self, *storages: Any) -> tuple[Any, ...]:
        tapes = TS.tapes
        # Compiled when first needed: most traces run in one way only.
        variant = "attached" if tapes else self._untaped() if self._tapes else "plain"
        # Two threads may both compile it; either result serves.
        run = self._variants.get(variant)
        if run is None:
            run = self._variants[variant] = self._compile(variant)
        try:
            return run(*storages)
        except BaseException as e:
            end_recording(tapes)  # what the run began to record ends with it
            if not isinstance(e, Exception):
                raise
            ended_iterators.finish_ended(self, e, run, Program)
            # Every failure of a kernel is translated into TensorFlow's words.
            # No name here may hold the error, whose traceback holds this frame: what it holds would wait for a garbage collection.
            raise node_errors.translate_error(*self.failing(e, run), self.name) from None

    def needed(self) -> list[Operation]:
        """The nodes that the outputs or an effect need, in order."""
        return self._nodes

    def _compile(self, variant: str) -> Callable[..., Any]:
        if not written_down():
            return self._written(_Writer, variant)
        # What is computed beforehand is no part of what is being written down.
        with _disable_current_modes(), torch._C.DisableTorchFunction():
            return self._written(_Writer, variant)

    def _written(self, kind: type[_Writer], variant: str) -> Callable[..., Any]:
        nodes = self._nodes if variant == "attached" or not kind.folds else simplified(self._nodes, self._inputs, self._outputs)
        if nodes is not self._nodes:
            nodes = bent_lines.once(row_updates.merged(as_recurrences(nodes, self._outputs, _AsWritten), self._outputs))
        if variant != "attached" and kind.folds and any(n.part is not None for n in nodes):
            nodes = side_by_side(list(nodes), self._outputs, Program, self.name, self.outermost)
        writer = kind(self, variant == "attached", flat_tapes.find(nodes) if variant == "flat" else (), nodes)
        for node in nodes:
            writer.node(node)
        return writer.finish()

    def failing(self, error: BaseException, run: Any) -> tuple[BaseException, Operation | None, Sequence[Any]]:
        """`error`, or what the kernel itself says of it; the node that raised it, None if that is not known; the values of its tensors."""
        tb = error.__traceback__
        while tb is not None:
            if tb.tb_frame.f_code is run.__code__:
                node, values = run._lines.get(tb.tb_lineno), tb.tb_frame.f_locals
                given = () if node is None else [values.get(run._names.get(id(t))) for t in tensors_in(node.arguments)]
                kernel = run._kernels.get(tb.tb_lineno)
                if kernel is not None:
                    try:
                        eval(kernel, tb.tb_frame.f_globals, values)
                    except Exception as e:
                        error = e.with_traceback(None)  # which holds this frame
                return error, getattr(node, "original", node), given
            tb = tb.tb_next
        return error, None, ()


class _AsWritten(Program):
    # Its nodes run as they are, and are recorded for whoever takes gradients.
    def _compile(self, variant: str) -> Callable[..., Any]:
        return super()._compile("attached")


class _Writer:
    """Writes the text of the function."""

    adam, norms = WrittenAdam(), BatchNorms()
    folds = True  # whether sizes are integers, and steps fused: some operations are no calls of their own then

    def __init__(self, program: Any, attached: bool, tapes: Sequence[FlatTape] = (), nodes: Sequence[Operation] | None = None) -> None:
        self.program, self.attached = program, attached
        self.nodes = program._nodes if nodes is None else nodes
        self.namespace: dict[str, Any] = {
            "R": called.read,
            "S": called.read_source,
            "H": called.static,
            "C": called.constant,
            "RNG": called.with_rng,
            "cut": called.cut,
            "W": called.leaf,
            "ALIAS": called.alias,
            "HELD": called.recorded,
            "A": start_of,
            "FAILURES": direct_calls.FAILURES,
            "INPUT": placed_input,
            "TOGETHER": direct_calls.together,
        }
        self.devices = current_torch_device() is not None  # tensors may lie on several
        self.lines, self.origin, self.indent = [], [], "    "
        self.kernels: list[str | None] = []  # for each line that does without its kernel, the call of it
        self.names = {}
        self.count = 0
        self.last = {}
        self.constants = {}
        for i, t in enumerate(program._inputs):
            self.names[id(t)] = f"a{i}"
        self.given = set(self.names)
        self.fixed = {id(n.outputs[0]): n.arguments[0] for n in self.nodes if n.kind == "Const"}
        self.sources = derivatives.differentiated(self.nodes)
        # What one call does for several nodes.
        self.sums: dict[int, Operation] = {}
        self.fused = FusedSteps()
        self.formulas: dict[int, merged_calls.Merged] = {}
        self.groups: dict[int, list[Operation]] = {}
        self.taken_up: set[int] = set()
        self.merge()
        self.grouped = {id(node) for group in self.groups.values() for node in group}
        firsts = {**self.sums, **{second: first for second, (first, _, _) in self.fused.pairs.items()}}
        self.taken_up.update(map(id, firsts.values()))
        for at, node in enumerate(self.nodes):
            first = firsts.get(id(node))
            for t in tensors_in(node.arguments if first is None else [*node.arguments, *first.arguments]):
                self.last[id(t)] = at
            if id(node) in self.formulas:
                self.last.update((id(t), at) for t in self.formulas[id(node)].tensors)
        for t in program._outputs:
            if isinstance(t, Tensor):
                self.last[id(t)] = len(self.nodes)
        self.sizes = SizeArithmetic(self)
        self.starts, self.left_out, self.tapes, self.begun = set(), set(), {}, {}
        for tape in tapes:
            self.flat(tape)
        for node in () if attached else self.nodes:
            if node.type == "_Gradient" and not getattr(node, "again", False):
                self.let_begin(node)
        self.at = 0
        self.uses = derivatives.uses_of_gradients(self.nodes) if self.sources and program.outermost and not attached else {}
        self.sourced = set()
        # Within a loop or branch what is differentiated may itself be differentiated outside.
        self.held = bool(self.sources) and not program.outermost and not attached and bool(program._inputs)
        if self.held:
            self.line(f"held = HELD({_tuple(self.names[id(t)] for t in program._inputs)})")
        for t in program._inputs:
            if self.devices and t.dtype.mask & ~direct_calls.OBJECTS:
                name = self.names[id(t)]
                self.line(f"{name} = INPUT({name})")
            self.source(t, "ALIAS")

    def merge(self) -> None:
        """Find what one call does for several nodes."""
        outputs = self.program._outputs
        # Products that a sum takes up: one call and one gradient for both.
        self.sums = merged_calls.affine(self.nodes, outputs)
        if not self.folds:
            return
        self.fused = FusedSteps(self.nodes, self.program._inputs, outputs)
        self.groups = merged_calls.groups(self.nodes)
        if not self.attached:  # a tape of the caller may watch a constant
            constants = {key: x for key, x in self.fixed.items() if key not in self.sources}
            self.adam = WrittenAdam(self.nodes, outputs, constants)
            once = self.program.outermost and derivatives.taken_once(self.nodes)
            self.norms = BatchNorms(self.nodes, outputs, once)
            for kind in (Gelus, LayerNorms):
                self.look_for(kind, constants, once)

    def look_for(self, kind: type[merged_calls.Formulas], constants: dict[int, Any], once: bool) -> None:
        """Take up what is a formula of `kind`."""
        formulas = kind(self.nodes, self.program._outputs, constants, once)
        self.formulas.update(formulas.found)
        self.taken_up.update(formulas.inner)

    def flat(self, tape: FlatTape) -> None:
        """Record `tape` by torch's autograd graph alone: its own nodes are left out."""
        nodes = self.nodes[tape.first : tape.last + 1]
        self.left_out.update(id(x) for n in nodes if n.kind in ("_TapeOpen", "_TapePop") for x in (n, *n.outputs))
        self.tapes[id(tape.gradient)] = tape
        for reads in tape.reads:
            for t in reads:
                self.starts.add(id(t))
                self.last[id(t)] = max(self.last.get(id(t), 0), tape.last)

    def let_begin(self, gradient: Operation) -> None:
        """Let what takes gradients from `gradient` begin with those that come first, if it can."""
        found = flat_tapes.taken_early(gradient, self.nodes, self.program._outputs)
        if found is not None and id(found[0]) not in self.grouped:
            taker, places = found
            begun = self.begun[id(gradient)] = taker._op_def.kernel.early(taker, places)
            self.fused.writers[id(taker)] = begun.finish
            if id(gradient) not in self.tapes:
                self.fused.writers[id(gradient)] = begun.around(gradient._op_def.kernel)

    def bind(self, value: Any, prefix: str) -> str:
        """A global name for `value`."""
        self.count += 1
        name = f"{prefix}{self.count}"
        self.namespace[name] = value
        return name

    def line(self, text: str, node: Operation | None = None, kernel: str | None = None) -> None:
        self.lines.append(self.indent + text)
        self.origin.append(node)
        self.kernels.append(kernel)

    def constant(self, t: Any) -> EagerTensor | None:
        """The constant that `t` is, or None."""
        return t if type(t) is EagerTensor else self.fixed.get(id(t))

    def is_input(self, t: Any) -> bool:
        """Whether the value of `t` comes from outside."""
        return id(t) in self.given

    def tensor(self, t: Any) -> str:
        name = self.names.get(id(t))
        if name is None:
            if type(t) is EagerTensor:
                return self.eager(t)
            name = self.sizes.tensor(t)
            if name is not None:
                self.names[id(t)] = name
            else:
                said = f"You must feed a value for placeholder tensor '{t.op.name}' with dtype {t.dtype.proto_name}"
                said += f" and shape {dims_text(t.shape)}" if t.shape.rank is not None else ""
                error: Any = invalid(f"{said}\n\t [[{{{{node {t.op.name}}}}}]]")
                error._failure = node_errors.Failure(said, t.op)
                raise error
        return name

    def eager(self, x: EagerTensor) -> str:
        """A constant: fixed where no tape could ever watch it, else looked up at each run."""
        name = self.constants.get(id(x))
        if name is None:
            if type(x._t) is not torch.Tensor or x._dt._kind not in "fc":
                name = self.bind(x._t, "c")
            else:
                # A tape may watch it between two runs; its storage is an alias of that tape then.
                name = f"l{self.count}"
                bound = self.bind(x, "e")
                self.line(f"{name} = {bound}._t if {bound}._rec is None else C({bound})")
            self.constants[id(x)] = name
        return name

    def argument(self, node: Operation, at: int, value: Any) -> str:
        o = node._op_def
        if isinstance(value, Tensor):
            for p in o.static_params:
                if p.at == at:
                    if (given := called.known_static(o, p, self.constant(value))) is not None:
                        return self.bind(given, "x")
                    known = self.sizes.static(p, value)
                    return known or f"H({self.bind(o, 'o')}, {self.bind(p, 'p')}, {self.tensor(value)})"
            name = self.tensor(value)
            # No gradient in TensorFlow, though torch may have one for the kernel.
            if o.grad is None and (self.attached or self.sources or value._rec is not None) and value.dtype._kind in "fc":
                return f"cut({name})"
            return name
        if type(value) is list and any(isinstance(x, Tensor) for x in value):
            return "[" + ", ".join(self.argument(node, -1, x) for x in value) + "]"
        if value is None or value is True or value is False or type(value) is int:
            return repr(value)
        if is_variable(value):  # weakly: as in TensorFlow, a traced function does not keep variables alive
            return f"{self.bind(weakref.ref(value), 'v')}()"
        return self.bind(value, "x")

    def node(self, node: Operation) -> None:
        if id(node) in self.taken_up or id(node) in self.left_out or any(k.takes(self, node) for k in (self.adam, self.norms)):
            self.at += 1
            return
        o = node._op_def
        if node.kind == "Const":
            name = self.eager(node.arguments[0])
            if id(node.outputs[0]) in self.sources:  # of which other constants, that have the same value, are no part
                self.line(f"{self.target(node)} = {name}")
            else:
                self.names[id(node.outputs[0])] = name
        elif node.kind == "ReadVariableOp":
            read = "S" if id(node.outputs[0]) in self.starts else "R"
            self.line(f"{self.target(node)} = {read}({self.bind(weakref.ref(node.arguments[0]), 'v')})", node)
        elif self.folds and self.sizes.node(node):
            pass
        elif id(node) in self.tapes:
            self.gradient(node, self.tapes[id(node)])
        elif node.kind == "_TapeAlias" and id(node.arguments[0]) in self.left_out:
            self.line(f"{self.target(node)} = A({self.argument(node, 1, node.arguments[1])})", node)
        elif node.kind == "Placeholder":
            if id(node.outputs[0]) not in self.names:
                self.tensor(node.outputs[0])
        elif o is IDENTITY:
            self.line(f"{self.target(node)} = {self.argument(node, 0, node.arguments[0])}", node)
        elif id(node) in self.sums:
            product = self.sums[id(node)]
            x, w = (self.argument(product, i, product.arguments[i]) for i in (0, 1))
            at = 1 if node.arguments[0] is product.outputs[0] else 0
            bias = self.argument(node, at, node.arguments[at])
            kernel = f"{self.bind(merged_calls.product_and_sum(product, node), 'k')}({bias}, {x}, {w})"
            function = torch.addmm if direct_calls.small_product(*product.arguments[:2]) else products.addmm
            self.merged(f"{self.target(node)} = ", self.bind(function, "k"), f"{bias}, {x}, {w}", node, kernel)
            self.free(product)
        elif id(node) in self.formulas:
            self.formula(node, self.formulas[id(node)])
        elif id(node) in self.fused.pairs:
            self.pair(node, *self.fused.pairs[id(node)])
        elif id(node) in self.groups:
            self.group(self.groups[id(node)])
        elif id(node) not in self.grouped:
            self.call(node, o)
        # It has to be a leaf before its first use.
        for t in node.outputs:
            # What is the same tensor under another name is a start of its own.
            self.source(t, "ALIAS" if node.kind in ("Identity", "ReadVariableOp", "Const") else "W")
        self.free(node)
        if id(node) in self.uses and not self.uses[id(node)][0]:
            self.cut_all()
        self.at += 1

    def cut_all(self) -> None:
        """Cut off what lives on after the last gradient, so that torch's graph lets go of the variables, which then need no copies."""
        for node in self.nodes:
            for t in node.outputs:
                name = self.names.get(id(t))
                if name is not None and name[0] == "t" and t._dt._kind in "fc" and self.last.get(id(t), -1) > self.at:
                    self.line(f"{name} = cut({name})")

    def source(self, t: Any, how: str = "W") -> None:
        """Make the value of `t` a leaf of its own where `tf.gradients` differentiates by it."""
        name = self.names.get(id(t))
        if id(t) in self.sources and name is not None and name not in self.sourced:
            self.sourced.add(name)
            self.line(f"{name} = {how}({name})")

    def group(self, nodes: Sequence[Operation]) -> None:
        """One call for all `nodes`, or where it gives None a call for each."""
        prepare, shared = nodes[0]._op_def.kernel.together
        function = prepare(nodes)
        given = [[self.argument(node, i, v) for i, v in enumerate(node.arguments)] for node in nodes]
        once = _tuple(given[0][i] for i in shared)
        each = _tuple(_tuple(text for i, text in enumerate(texts) if i not in shared) for texts in given)
        self.merged("made = ", self.bind(function, "k"), f"{once}, {each}", nodes[0])
        self.line("if made is None:")
        targets = [self.target(node) for node in nodes]
        for node, texts, target in zip(nodes, given, targets):
            self.line(f"    {target} = {self.bind(node._op_def.kernel, 'k')}({', '.join(texts)})", node)
        self.line("else:")
        self.line(f"    {', '.join(targets)} = made")
        self.line("made = None")

    def formula(self, node: Operation, made: merged_calls.Merged) -> None:
        """One call for the nodes of a formula, of which `node` is the last."""
        given = ", ".join("None" if t is None else self.tensor(t) for t in made.tensors)
        self.merged(f"{self.target(node)} = ", self.bind(made.function, "k"), given, node)
        self.release(made.tensors)

    def merged(self, left: str, function: str, given: str, node: Operation, kernel: str | None = None) -> None:
        """The call of what stands for several nodes, whose tensors may lie on several devices."""
        if self.devices:
            self.attempt(left, f"{function}({given})", f"TOGETHER({function}, {given})", node, kernel)
        else:
            self.line(f"{left}{function}({given})", node, kernel)

    def attempt(self, left: str, text: str, otherwise: str, node: Operation, kernel: str | None = None) -> None:
        """Assign what `text` gives, or where that fails what the text `otherwise` gives, which may be what is wanted of every node."""
        if self.folds:
            self.line(f"try: {left}{text}")
            self.line("except FAILURES:")
            self.line(f"    {left}{otherwise}", node, kernel)
        else:  # the lines of a node are one
            self.line(f"{left}{otherwise}", node, kernel)

    def call(self, node: Operation, o: Any) -> None:
        arguments = [self.argument(node, i, v) for i, v in enumerate(node.arguments)]
        if id(node) in self.uses:
            arguments += [repr(flag) for flag in self.uses[id(node)]]
        shift = o.name_index
        indirect = any(t.dtype.mask & _INDIRECT for t in tensors_in(node.arguments)) and not isinstance(o.params, tuple)
        call_again = self.call_again(node, o, arguments) if self.devices else None
        if indirect and node.rng is None:
            first = direct_calls.first_kernel(o, [t.dtype.mask for t in tensors_in(node.arguments)], bool(self.devices))
            call = f"{self.bind(direct_calls.attempt(o, first), 'k')}({', '.join(arguments)})"
        else:
            # `direct` gives the kernel's values, but not always its gradient.
            recorded = self.attached or bool(self.sources) or any(t._rec is not None for t in tensors_in(node.arguments))
            usual = (None if indirect or recorded else torch_function(o, node.arguments[0] if node.arguments else None)) or o.kernel
            if self.devices and any(map(is_variable, node.arguments)):
                usual = direct_calls.beside_variable(usual)
            kernel = self.bind(self.fused.writers.get(id(node), usual), "k")
            if shift is not None and shift < len(arguments):
                arguments[shift:] = [f"{n}={a}" for n, a in zip(o.names[shift + 1 :], arguments[shift:])]
            if node.rng is not None:
                call = f"RNG({self.bind(node.rng, 's')}, {kernel}, {', '.join(arguments)})"
            else:
                call = f"{kernel}({', '.join(arguments)})"
        may_be_direct = node.rng is None and node.outputs and id(node) not in self.fused.writers
        direct = direct_calls.text(self, node, arguments) if may_be_direct else None
        target = self.target(node)
        left = f"{target} = " if target else ""
        if call_again is not None and (direct is not None or not indirect):
            self.attempt(left, call if direct is None else direct, call_again, node)
        elif self.devices and isinstance(o.params, tuple) and node.rng is None and len(arguments) > 1 and not o.stateful:
            self.merged(left, kernel, ", ".join(arguments), node)
        elif direct is not None:
            self.line(f"{target} = {direct}", node, call)
        else:
            self.line(f"{left}{call}", node)

    def call_again(self, node: Operation, o: Any, arguments: Sequence[str]) -> str | None:
        """The call of `node` whose tensors may lie on several devices, or on one that has no kernel for it; None where that cannot be."""
        if node.rng is not None or o.stateful or isinstance(o.params, tuple) or id(node) in self.uses or not tensors_in(node.arguments):
            return None
        return f"{self.bind(direct_calls.attempt(o), 'k')}({', '.join(arguments)})"

    def pair(self, node: Operation, first: Operation, kernel: Callable[..., Any], at: int) -> None:
        """One call for `first` and `node`, whose argument `at` is of `first`, and a call for each where it gives None."""
        known = [self.argument(first, i, v) for i, v in enumerate(first.arguments)]
        others = [self.argument(node, i, v) for i, v in enumerate(node.arguments) if i != at]
        start, self.indent = len(self.lines), self.indent + "    "
        self.call(first, first._op_def)
        self.call(node, node._op_def)
        self.indent = self.indent[:-4]
        name = self.names[id(node.outputs[0])]
        end = len(self.lines)
        self.merged(f"{name} = ", self.bind(kernel, "k"), f"{_tuple(known)}, {_tuple(others)}", node)
        self.line(f"if {name} is None:")
        for written in (self.lines, self.origin, self.kernels):  # the calls of each stand within what was written last
            written[start:] = [*written[end:], *written[start:end]]
        self.free(first)

    def gradient(self, node: Operation, tape: FlatTape) -> None:
        """The gradients of a flat tape; what lives on is cut off, so that its graph lets go of the variables."""
        _, targets, weights, tensors, _, _ = node.arguments
        sources = [self.tensor(t) for t in (*tensors, *(t for reads in tape.reads for t in reads))]
        seeds = ["None" if w is None else self.tensor(w) for w in weights]
        begun = self.begun.get(id(node))
        function = self.bind(flat_tapes.gradient_function(tape, None if begun is None else begun.watch), "g")
        self.line(f"{self.target(node)} = {function}({_tuple(map(self.tensor, targets))}, {_tuple(seeds)}, {_tuple(sources)})", node)
        for inner in self.nodes[tape.first : tape.last]:
            for t in inner.outputs:
                name = self.names.get(id(t))
                if name is None or name[0] != "t":
                    continue
                if self.last.get(id(t), -1) > self.at:
                    if t._rec is not None or id(t) in self.starts:
                        self.line(f"{name} = cut({name})")
                elif id(t) in self.starts:
                    self.line(f"{name} = None")

    def target(self, node: Operation) -> str:
        """The left side: one name, or names in the structure of the result."""

        def names(result: Any) -> str:
            if isinstance(result, Tensor):
                self.count += 1
                name = self.names[id(result)] = f"t{self.count}"
                return name
            if isinstance(result, (tuple, list)):
                return "(" + "".join(names(r) + ", " for r in result) + ")" if len(result) else "_"
            return "_"

        return names(node.result) if node.outputs else ""

    def free(self, node: Operation) -> None:
        """Let go of values that were used for the last time, so that their memory can be used again."""
        self.release(tensors_in(node.arguments), [t for t in node.outputs if id(t) not in self.last])

    def release(self, used: Iterable[Any], unused: Iterable[Any] = ()) -> None:
        # Only results of nodes, named t1, t2 ...: inputs and constants belong to somebody else.
        ended = [*(t for t in used if self.last.get(id(t)) == self.at), *unused]
        dead = dict.fromkeys(name for t in ended if (name := self.names.get(id(t))) is not None and name[0] == "t")
        if dead:
            self.line(" = ".join(dead) + " = None")

    def finish(self) -> Callable[..., Any]:
        results, whole = [], []
        for t in self.program._outputs:
            whole.append("None" if t is None else self.tensor(t))
            if t is None:
                results.append("None")
            elif self.attached or type(t) is EagerTensor or t._rec is None and not self.sources:
                results.append(self.tensor(t))
            else:
                # A result that kept torch's graph would keep the storages of the variables in it too, and each update would
                # have to copy them.
                results.append(f"cut({self.tensor(t)})")
        parameters = ", ".join(f"a{i}" for i in range(len(self.program._inputs)))
        self.line(f"return {_tuple(whole)} if held else {_tuple(results)}" if self.held else f"return {_tuple(results)}")
        source = "\n".join([f"def run({parameters}):", *self.lines])
        exec(compile(source, f"<traced {self.program.name}>", "exec"), self.namespace)
        run = self.namespace["run"]
        # Line 1 is the signature; tracebacks count from 1, `origin` from 0.
        run._lines = {i + 2: node for i, node in enumerate(self.origin) if node is not None}
        run._kernels = {i + 2: kernel for i, kernel in enumerate(self.kernels) if kernel is not None}
        run._source, run._names = source, self.names
        return run


def _tuple(names: Iterable[str]) -> str:
    return f"({''.join(n + ', ' for n in names)})"


def storages(tensors: Iterable[Any]) -> list[Any]:
    """The storages of eager tensors for a program, under the tapes of this thread."""
    tapes = TS.tapes
    return [x._t if x._rec is None else usable(x, tapes) for x in tensors]


def as_object(value: Any) -> np.ndarray:
    """A storage that holds any Python object."""
    box = np.empty((), dtype=object)
    box[()] = value
    return box
