"""Protocols of values: the attributes by which modules recognize values whose classes are defined in modules above them.

The engine has to recognize a ragged tensor, but cannot import its class, which is built on the engine. So classes say what they
are in `_tfshim_kind`, the functions below ask for it, and the other attributes that modules agree on are listed here:

`_tfshim_kind`: what the instances of a class are, one of the constants below. Set by the class, read by the functions here.
    A class takes it from its base. A class is of no kind itself: a property of the metaclass hides it on `tf.Variable`, whose
    check has to be quick, and the other functions look.
`_tfshim_value()`: the dense tensor that an object stands for, e.g. the value of a variable at this moment, noted by tapes
    and graphs. Set by variables, `AfterWrite` and `IndexedSlices`; read wherever operations take tensors.
`_tfshim_dispatch(function, args, kwargs)`: what a function of the API gives where an argument has a class with this
    (static) method, or NotImplemented. Set by ragged and sparse tensors, extension types, Keras's symbolic values and what
    `tf.experimental.dispatch_for_api` and its like are given; read by `Op` and `composite`.
`_tfshim_constant`: of a function of the API: what the constant is called that it gives where nothing is computed (`constant_called`).
`_tfshim_opens_scope`: of one with such a name: whether it has opened the scope of that name itself.
`_tfshim_dispatchers`: of a function of the API that is composed of operations: a list of functions that are called before
    it is called, or None. Set by `composite` and `tf.experimental.dispatch_for_api`, read by `composite`.
`_tfshim_op`: of a function that is an operation: its `Op`. Set where operations are declared; read where functions are
    looked up by their operation (graphs that are loaded, Keras's layers made of functions) and by messages.
`_tfshim_export`: of a public function: what `tf_export` declares of it besides its names, its kind of dispatch and its name in
    Keras' files. Set by `tf_export`, read through `_export.declared`.
`_tfshim_for(extra_test, *loop)`: what converted code runs for `for x in self` in a graph. Set by datasets, their iterators
    and distributed ones; read by AutoGraph.
`_tfshim_enumerate(start)`: what converted code runs for `enumerate(self)`. Set by distributed datasets and their iterators; read by
    AutoGraph.
`_tfshim_original` and `_tfshim_self`: of a bound method that `tf.function` has wrapped: the function as it was written, and
    a function that gives the object it is bound to. Set by `Function`; read by AutoGraph and by messages.
`_tfshim_refuses`: True on a raw operation that is declared and refused when it is called. Set in `raw_ops`, read by `tfshim check`.
`_tfshim_attributes_of_programs`: True on a class whose objects have the attributes that programs give them, as flags have. Set in
    its body, read by `tfshim check`.
`_tfshim_no_fields`: True on the classes that extension types derive from, whose annotations are no fields. Set in their
    bodies, read from their own dictionary where fields are collected.
`_tfshim_call`: in the dictionary of an object of a saved model whose class is not known: the function to call it with. Set
    and read where models are loaded.
`_tfshim_recorded`: an attribute of nodes in a GraphDef: which of its results a tape has recorded. Set in `graph_def`, read by
    `graph_import`.
`_tfshim_weak`: True on tensors whose dtype gives way to that of others in the modes of promotion that know such. Set and read in
    `experimental.numpy`.
`is_tfshim_alias`: True on the import hooks of tfshim, by which one of them knows another. Set by `activation` and
    `startup`, read by `activation` and `stand_ins`.
"""

from __future__ import annotations

from typing import Any

VARIABLE = "variable"
TENSOR = "tensor"
RAGGED = "ragged"
SPARSE = "sparse"
TENSOR_ARRAY = "tensor array"
DATASET_SPEC = "dataset spec"
FUNCTION = "function"


# Read from the instance, since looking for what a class lacks takes several times as long.
def is_variable(x: Any) -> bool:
    """Whether `x` is a variable, or the variable after an assignment."""
    return getattr(x, "_tfshim_kind", None) is VARIABLE


def read_if_variable(x: Any) -> Any:
    """The value of a variable at this moment; anything else as it is."""
    return x._tfshim_value() if getattr(x, "_tfshim_kind", None) is VARIABLE else x


def is_ragged(x: Any) -> bool:
    """Whether `x` is a `tf.RaggedTensor`."""
    return getattr(x, "_tfshim_kind", None) is RAGGED and not isinstance(x, type)


def is_sparse(x: Any) -> bool:
    """Whether `x` is a `tf.sparse.SparseTensor`."""
    return getattr(x, "_tfshim_kind", None) is SPARSE and not isinstance(x, type)


def is_tensor_array(x: Any) -> bool:
    """Whether `x` is a `tf.TensorArray`."""
    return getattr(x, "_tfshim_kind", None) is TENSOR_ARRAY and not isinstance(x, type)


def is_message(x: Any, name: str) -> bool:
    """Whether `x` is a protocol buffer of the type `name`, e.g. "GraphDef", whichever of the packages that define it made it."""
    return type(x).__name__ == name
