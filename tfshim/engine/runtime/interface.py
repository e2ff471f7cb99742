"""What modules of the engine ask of modules above them.

Imports point down: graphs are made of tensors and operations, not the other way round. Yet an operation that is called while
a graph is built becomes a node of it, a tape may be asked about tensors of a graph, and a tensor of a graph is evaluated by a
session. All such questions are declared here, and asked as `higher.question(...)`. Who answers one installs the function at
the end of its module, by `higher.install(question=function)`. A question that nobody has installed yet loads the module that
its declaration names, so that none is loaded before it is needed; from then on asking is a call of the function itself.
"""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def _answered_by(module: str) -> Callable[[Callable[..., Any]], Any]:
    """A decorator for a declaration: until a function is installed for it, a call loads `module` of this package."""

    def declare(declaration: Callable[..., Any]) -> Any:
        name = declaration.__name__

        @functools.wraps(declaration)
        def first(self: "Interface", *args: Any, **kwargs: Any) -> Any:
            importlib.import_module(f"tfshim.{module}")
            return vars(self)[name](*args, **kwargs)

        question: Any = first
        question.answered_by = f"tfshim.{module}"
        return question

    return declare


class Interface:
    """The questions. What is installed is an attribute of the instance, which is found before the declarations of the class."""

    def install(self, **functions: Callable[..., Any]) -> None:
        """Let `functions` answer the questions that they are named by."""
        vars(self).update(functions)

    # ------------------------------------------------------------------ values
    @_answered_by("engine.values.convert")
    def convert_to_eager(self, value: Any, dtype: Any = None) -> Any:
        """The EagerTensor of a Python, NumPy or torch value without tensors in it, of the DType `dtype` or its own."""

    @_answered_by("array_ops.joining")
    def pack_nested(self, value: Any, dtype: Any, name: str | None = None) -> Any:
        """The tensor that stacks `value`, nested lists with tensors in them; of the DType `dtype` or that of the first."""

    @_answered_by("array_ops.casting")
    def cast(self, x: Any, dtype: Any) -> Any:
        """`x` as a tensor of the DType `dtype`; a node in a graph."""

    @_answered_by("engine.values.typespec")
    def type_spec_from_value(self, value: Any) -> Any:
        """The `tf.TypeSpec` of a value. Raises TypeError where there is none."""

    @_answered_by("protos.tensors")
    def shape_of_sizes(self, tensor: Any) -> Any:
        """The `TensorShape` that `tensor`, a vector of sizes, says, as far as it is known without running a graph."""

    @_answered_by("engine.ops.indexed_slices_spec")
    def spec_of(self, slices: Any) -> Any:
        """The `tf.IndexedSlicesSpec` of an IndexedSlices."""

    @_answered_by("engine.ops.static_shapes.infer")
    def known_results(self, o: Any, arguments: Sequence[Any]) -> Any:
        """[(dims, DType)] of the results of the operation `o` that are known without running it; a size may be None."""

    # ------------------------------------------------------------------ operations
    @_answered_by("engine.ops.building_errors")
    def while_building(self, message: str, op_type: str | None = None) -> Exception | None:
        """The exception that a graph raises where an eager operation has the InvalidArgumentError `message`; None where it is the same."""

    @_answered_by("math.reductions")
    def reduce_prod(self, input_tensor: Any, axis: Any = None) -> Any:
        """The product of the elements over the axes, as `tf.reduce_prod`."""

    @_answered_by("math.segments")
    def dense_of_rows(self, values: Any, indices: Any, dense_shape: Any) -> Any:
        """The tensor of `dense_shape` with the rows `values` added up at `indices`, 0 elsewhere."""

    @_answered_by("engine.ops.building_errors")
    def mismatch_while_building(self, op_type: str, position: int, want: str, got: str) -> Exception | None:
        """What a graph raises for an input of dtype `got` instead of `want`; None where it is what an eager operation raises."""

    @_answered_by("engine.ops.gradients")
    def call_with_gradient(self, o: Any, arguments: Sequence[Any], values: Sequence[Any]) -> Any:
        """The result of the kernel of `o`, whose gradient is not torch's own, under a tape."""

    @_answered_by("engine.ops.dtype_agnostic")
    def call_on_objects(self, o: Any, arguments: Sequence[Any], name: str | None, invoke: Callable[[Any, Sequence[Any]], Any]) -> Any:
        """The result of the kernel of `o`, which only copies elements, for arguments with NumPy object arrays among them."""

    @_answered_by("engine.ops.fallback")
    def after_failure(
        self,
        o: Any,
        arguments: Sequence[Any],
        values: Sequence[Any],
        name: str | None,
        failure: Exception,
        invoke: Callable[[Any, Sequence[Any]], Any],
    ) -> Any:
        """The result of `o` after its kernel raised `failure`, by another way; else raises TensorFlow's error."""

    @_answered_by("engine.graphs.recording")
    def record(self, graph: Any, o: Any, values: Sequence[Any], name: str | None) -> Any:
        """The symbolic result of a new node of `graph` for the operation `o` on converted `values`.

        Without a graph raises TypeError for the tensor among `values` that belongs to one.
        """

    # ------------------------------------------------------------------ variables
    @_answered_by("engine.graphs.graph_variable")
    def graph_variable_class(self) -> Any:
        """The class of the variables of graphs that are no functions."""

    # ------------------------------------------------------------------ tapes
    @_answered_by("engine.gradients.torch_recording")
    def recorded_by_torch(self, function: Callable[..., Any], *args: Any) -> Any:
        """The result of `function(*args)`, recorded by torch's autograd, where no tape records."""

    @_answered_by("engine.gradients.jacobians")
    def jacobian(self, tape: Any, target: Any, sources: Any, unconnected: str, batched: bool) -> Any:
        """See `GradientTape.jacobian`; `batched` lets torch take all rows in one pass."""

    @_answered_by("engine.gradients.jacobians")
    def batch_jacobian(self, tape: Any, target: Any, source: Any, unconnected: str, batched: bool) -> Any:
        """See `GradientTape.batch_jacobian`."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def tape_opened(self, tape: Any) -> None:
        """Note in the graph under construction that the recording `tape` starts, or goes on, when it runs."""

    @_answered_by("engine.graph_gradients.continued_tapes")
    def tape_opened_again(self, tape: Any, resumed: bool) -> Any:
        """What records in the graph under construction for `tape`, which has recorded there or outside, as it goes on.

        `resumed`: it was only stopped, there or in a branch.
        """

    @_answered_by("engine.graph_gradients.continued_tapes")
    def tape_is_here(self, tape: Any) -> Any:
        """Whether `tape`, which records in a graph, can go on in the graph under construction: it is that one or around it."""

    @_answered_by("engine.graph_gradients.continued_tapes")
    def tapes_see(self, x: Any) -> None:
        """Let the open tapes that go on in a graph watch the outer tensor `x` there if they recorded it before."""

    @_answered_by("engine.graph_gradients.continued_tapes")
    def recorded_before(self, tape: Any, tensors: list[Any]) -> Any:
        """Whether `tape`, which goes on in a graph, uses there what it recorded before, or `tensors` have such ones."""

    @_answered_by("engine.graph_gradients.continued_tapes")
    def continued_gradient(self, gradient_tape: Any, recording: bool, target: Any, sources: list[Any], output_gradients: Any) -> Any:
        """As `tape_gradient`, of a tape that recorded eagerly and goes on in the graph under construction; None where nothing connects."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def tape_closed(self, tape: Any) -> None:
        """Note in the graph under construction that the recording `tape` stops."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def tape_watches_variable(self, tape: Any, variable: Any) -> None:
        """Note in the graph under construction that the recording `tape` watches `variable`."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def tape_watches_tensor(self, gradient_tape: Any, x: Any) -> None:
        """Give the symbolic tensor `x` an alias of the tape or accumulator `gradient_tape` in the graph under construction."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def differentiated_again(self, node: Any) -> None:
        """Let `node`, gradients of a tape in a graph, be differentiated itself when the graph runs."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def tape_gradient(self, gradient_tape: Any, target: Any, sources: Any, output_gradients: Any, unconnected: str) -> Any:
        """`GradientTape.gradient` in the graph under construction, a list for the flat `sources`."""

    @_answered_by("engine.graph_gradients.graph_jacobians")
    def jacobians_in_graph(self, gradient_tape: Any, target: Any, sources: Any, unconnected: str, batched: bool, per_example: bool) -> Any:
        """The Jacobian of `target`, or that of each example, by each of `sources` in the graph under construction."""

    @_answered_by("engine.graph_gradients.graph_forward")
    def product_in_graph(self, accumulator: Any, x: Any, unconnected: str) -> Any:
        """`ForwardAccumulator.jvp` of one tensor in the graph under construction."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def refuse_symbolic(self, target: Any) -> None:
        """Raise TypeError where a tensor of a graph is among `target`, which is asked for outside of it."""

    @_answered_by("engine.graph_gradients.graph_gradients")
    def detach(self, graph: Any, x: Any) -> Any:
        """A symbolic tensor with the value of `x`, on no tape of `graph`."""

    # ------------------------------------------------------------------ nodes of graphs
    @_answered_by("engine.graphs.node_form")
    def inputs_of(self, node: Any) -> Any:
        """The inputs of a node in TensorFlow's order, with the constants for what its kernel takes as numbers."""

    @_answered_by("engine.graphs.graph_def")
    def node_def(self, node: Any) -> Any:
        """The NodeDef message of a node."""

    @_answered_by("raw_ops")
    def raw_function(self, op_type: str) -> Any:
        """The function of `tf.raw_ops` for an operation type; None where that refuses every call or there is none."""

    @_answered_by("written_forms.datasets.uses")
    def dataset_uses(self, recorder: Any) -> Any:
        """What tells `recorder.execution` of datasets and iterators, from `begin()` to `end()`, where `recorder.looks_on` says so."""

    @_answered_by("written_forms.expanding")
    def expansion(self, writer: Any, node: Any) -> Any:
        """The NodeDefs for `node`, which TensorFlow has no operation for, of operations that it has; None where there is no such form.

        `writer` is the GraphWriter, which is told by `place` where outputs of `node` are found. See `engine.graph_export.splicing`.
        """

    @_answered_by("written_forms.expanding")
    def changed_beside(self, node: Any) -> Any:
        """The variables that `node` changes as it is written, beside those among its arguments: slots of an optimizer."""

    @_answered_by("written_gradients.nodes")
    def derivative_form(self, writer: Any, node: Any) -> Any:
        """The NodeDefs for `node` where it is a gradient, or is written in another way because gradients go through it; else None.

        Raises `engine.graphs.graph_writer.NotWritten` for a gradient by an operation whose own gradient has no written form.
        """

    @_answered_by("engine.graph_export.naming")
    def renaming(self, graph: Any, functions: Any, given: Any) -> Any:
        """What names the nodes of `graph` as pages show them, until its `end`; None where it is not known how they came to their names.

        `functions`: keep it. `given`: the ids of nodes that are written as arguments.
        """

    @_answered_by("engine.graph_export.shown_parts")
    def recorded(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """`function(*arguments)`, a tensor, which pages of graphs show as it is with operations one by one."""

    @_answered_by("engine.graph_export.forms")
    def flow_form(self, writer: Any, node: Any) -> Any:
        """The NodeDefs for `node` where it branches, loops, calls, or works on lists of tensors; None for others."""

    @_answered_by("engine.graph_export.tapes")
    def is_differentiated(self, graph: Any) -> Any:
        """Whether a node of `graph`, or of the graphs around it or within, is a gradient or asks a tape for one."""

    @_answered_by("engine.graph_export.functions")
    def function_def(self, name: str, graph: Any, functions: Any = None) -> Any:
        """The FunctionDef of `graph` under `name`: its arguments are the inputs, what it captures and its resources.

        Functions that it calls are added to `functions`, if given.
        """

    @_answered_by("engine.graph_export.functions")
    def shown_function_def(self, name: str, graph: Any) -> Any:
        """The FunctionDef of the traced function `graph` to be looked at: as pages show it, with variables among its arguments."""

    @_answered_by("engine.graph_export.functions")
    def function_defs(self, functions: Any) -> Any:
        """The FunctionDefs of all `functions`, and of those that they call."""

    @_answered_by("engine.graph_export.functions")
    def own_function(self, graph: Any) -> Any:
        """What stands for `graph` among the functions where nodes of our own form hold it."""

    @_answered_by("data.service.definitions")
    def dataset_as_plain(self, dataset: Any) -> Any:
        """A dataset, which a constant of a graph holds, as the plain values and graphs that nodes of our own form may have."""

    @_answered_by("data.service.definitions")
    def dataset_from_plain(self, value: Any) -> Any:
        """The variant tensor of the dataset that `dataset_as_plain` gave `value` for."""

    @_answered_by("engine.graph_import.created_operations")
    def created_operation(self, graph: Any, op_type: str, inputs: Sequence[Any], name: str | None, attrs: Mapping[str, Any] | None) -> Any:
        """The operation of the type `op_type`, added to `graph`."""

    @_answered_by("compat.v1.graphs.queue_nodes")
    def load_node_handlers(self) -> None:
        """Have the handlers declared by which namespaces read nodes that no operation stands for."""

    @_answered_by("keras.saving.layer_functions")
    def saving_layer(self, layer: Any) -> Any:
        """A context within which a layer of Keras and those below it have the children that they have only in a SavedModel."""

    @_answered_by("engine.graph_export.shown_operations")
    def shown_operations(self, graph: Any) -> Any:
        """{name: operation} of what TensorFlow's graph of the traced function `graph` has."""

    @_answered_by("engine.graph_export.captures")
    def inputs_of_function(self, graph: Any) -> Any:
        """The tensors of the FuncGraph `graph` for its arguments, variables among them, then for what is captured."""

    @_answered_by("engine.graph_export.captures")
    def captures_of(self, graph: Any) -> Any:
        """(outer tensor, tensor of the FuncGraph `graph`) of all that is captured, handles and constants too, as it is first used."""

    @_answered_by("engine.graph_export.effects")
    def order_of_effects(self, writer: Any) -> Any:
        """What says for each node in turn after which others it has to run."""

    @_answered_by("engine.graphs.sessions.default")
    def default_session(self) -> Any:
        """The innermost session of this thread that is the default one, or None."""

    @_answered_by("engine.graphs.sessions.default")
    def session_of_values(self) -> Any:
        """The session in which checkpoints find the values of variables: the default one, else Keras' where it is in use, else None."""

    @_answered_by("engine.graphs.sessions.default")
    def evaluate(self, tensor: Any, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """The value of a symbolic tensor in `session` or the default session. Raises ValueError without one."""

    @_answered_by("engine.graphs.sessions.default")
    def run_operation(self, operation: Any, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> None:
        """Run a node in `session` or the default session. Raises ValueError without one."""

    # ------------------------------------------------------------------ strategies
    @_answered_by("distribute.current")
    def strategy_in_scope(self) -> Any:
        """The strategy other than the default one in whose scope this thread is, or None."""

    @_answered_by("distribute.current")
    def in_replica(self, make: Callable[[], Any]) -> Any:
        """What `make()` gives, which is called once for all replicas of a step, and the number of this one, None between replicas."""

    @_answered_by("compat.v1.data.iterators")
    def graph_iterator(self, dataset: Any) -> Any:
        """An iterator of the graph under construction over `dataset`, which may depend on tensors of the graph."""

    @_answered_by("compat.v1.variables.scopes")
    def scopes_of_replica(self, number: int) -> Any:
        """The scopes of variables that replica `number` begins with in the graph under construction: all but the first one reuse."""

    @_answered_by("compat.v1.variables.scopes")
    def variable_below(self, scopes: Sequence[str], name: str, **arguments: Any) -> Any:
        """What `get_variable` gives for `name` and `arguments` where variable scopes of the names `scopes` are open in the one that is."""


higher = Interface()
