"""The short path of an operation: the text of its public function, which calls the kernel at once where all arguments allow it.

They do where they are eager tensors of agreeing dtypes that no tape has recorded, and Python numbers of the right kinds, and where nothing
special is switched on in any thread. Else the function calls the long path, which meets again what the kernel refuses, and says what is
wrong.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.ops import attributes
from tfshim.engine.ops.execution import wrap_outputs
from tfshim.engine.ops.static_arguments import quick_ints, quick_vector, wants_vector
from tfshim.engine.runtime.state import S
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import ANY, FROM_TORCH, NATIVE
from tfshim.engine.values.python_numbers import scalar_storage
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

    Op: TypeAlias = Any  # of ops.op, above this module
    Param: TypeAlias = Any  # of ops.op, above this module

_FLOAT_SCALAR = dtypes.float32.mask | dtypes.float64.mask
_INT_SCALAR = _FLOAT_SCALAR | dtypes.int32.mask | dtypes.int64.mask


def _quick_items(value: Any, mask: int, dtype: DType | None) -> list[Any] | None:
    """The storages of a list of eager tensors of one dtype that the short path may use; else None."""
    if type(value) is not list and type(value) is not tuple or not value:
        return None
    if dtype is None and type(value[0]) is EagerTensor:
        dtype = value[0]._dt
        if not dtype.mask & mask:
            return None
    storages = []
    for item in value:
        if type(item) is not EagerTensor or item._rec is not None or item._dt is not dtype:
            return None
        storages.append(item._t)
    return storages


_COMPLEX = dtypes.complex64.mask | dtypes.complex128.mask
# What torch does for complex numbers in another way than its kernel here.
_NOT_OF_COMPLEX = (torch.add, torch.sub, torch.neg)


def torch_function(o: Op, first: Any) -> Any:
    """The function of torch that stands for the kernel where its first argument is `first`, or None."""
    return None if o.direct in _NOT_OF_COMPLEX and isinstance(first, Tensor) and first.dtype.mask & _COMPLEX else o.direct


class _Arguments:
    """What the short path asks of the arguments of an operation, and what it gives the kernel for them, parameter by parameter.

    `tests`: conditions; `call`: the arguments of the kernel. `namespace`: the globals of the function that is written.
    """

    def __init__(self, o: Op, namespace: dict[str, Any]) -> None:
        self._o, self._namespace = o, namespace
        # One counter for all threads: what is switched on in this one is a look-up in a `threading.local`, which costs more.
        self.tests, self.call = ["not _S.special"], []
        self._leaders: dict[str, str] = {}  # letter of a dtype -> the text of the first tensor that has it

    def add(self, n: str, p: Param | None, by_name: bool) -> None:
        """The next parameter, `n`, and what is declared of it; `by_name`: whether the kernel is given it by its name."""
        write = None if p is None else self._BY_KIND.get(p.kind)
        value = n if write is None else write(self, n, p)
        self.call.append(f"{n}={value}" if by_name else value)

    def _mask(self, p: Param) -> int:
        served = (self._o.served[p.var] if p.var is not None else ANY) & NATIVE
        return served & ~_COMPLEX if self._o.direct in _NOT_OF_COMPLEX else served

    def _tensor(self, n: str, p: Param) -> str:
        if p.many:
            return self._tensors(n, p)
        test = [f"type({n}) is _E", f"{n}._rec is None"]
        if p.fixed is not None:
            self._namespace["_f_" + n] = p.fixed
            test.append(f"{n}._dt is _f_{n}")
        elif p.var is not None and p.var in self._leaders:
            test.append(f"{n}._dt is {self._leaders[p.var]}._dt")
        else:
            test.append(f"{n}._dt.mask & {self._mask(p)}")
            if p.var is not None and not p.optional:
                self._leaders[p.var] = n
        joined = " and ".join(test)
        value = f"{n}._t"
        if p.optional:
            joined = f"({n} is None or {joined})"
            value = f"None if {n} is None else {n}._t"
        if n == self._o.scalar:
            first = self._leaders[p.var]
            joined = (
                # An integer beyond 32 bits may not fit the dtype, which the long path finds out and says as TensorFlow does.
                f"({joined} or type({n}) is float and {first}._dt.mask & {_FLOAT_SCALAR} or "
                f"type({n}) is int and {first}._dt.mask & {_INT_SCALAR} and -2147483648 <= {n} <= 2147483647)"
            )
            value = f"{n}._t if type({n}) is _E else _number({n}, {first}._dt)"
        self.tests.append(joined)
        return value

    def _tensors(self, n: str, p: Param) -> str:
        fixed = "None"
        if p.fixed is not None:
            fixed = "_f_" + n
            self._namespace[fixed] = p.fixed
        elif p.var is not None and p.var in self._leaders:
            fixed = self._leaders[p.var] + "._dt"
        elif p.var is not None:
            self._leaders[p.var] = n + "[0]"
        self.tests.append(f"(_l_{n} := _items({n}, {self._mask(p)}, {fixed})) is not None")
        return f"_l_{n}"

    def _axis(self, n: str, p: Param) -> str:
        self.tests.append(f"(type({n}) is int or {n} is None or (_h_{n} := _vector({n})) is not None)")
        return f"{n} if type({n}) is int or {n} is None else _h_{n}"

    def _int(self, n: str, p: Param) -> str:
        self.tests.append(f"(type({n}) is int or {n} is None)" if p.optional else f"type({n}) is int")
        return n

    def _ints(self, n: str, p: Param) -> str:
        quick = "_vector" if wants_vector(self._o, p) else "_ints"
        test = f"(_h_{n} := {quick}({n})) is not None"
        self.tests.append(f"({n} is None or {test})" if p.optional else test)
        return f"None if {n} is None else _h_{n}" if p.optional else f"_h_{n}"

    def _dtype(self, n: str, p: Param) -> str:
        self.tests.append(f"({n} is None or type({n}) is _DT)")
        return n

    _BY_KIND = {"tensor": _tensor, "axis": _axis, "int": _int, "ints": _ints, "vector": _ints, "shape": _ints, "dtype": _dtype}


def _heads(sig: inspect.Signature, namespace: dict[str, Any]) -> list[str]:
    """The parameters as the `def` has them; their defaults are put among the globals."""
    heads, star = [], False
    for n, parameter in sig.parameters.items():
        text = n
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            heads.append("*")
            star = True
        if parameter.default is not parameter.empty:
            namespace["_d_" + n] = parameter.default
            text += f"=_d_{n}"
        heads.append(text)
    return heads


def _result_type(o: Op) -> str:
    if o.out is None:
        return "_D[t.dtype]"
    if isinstance(o.out, str):
        return next(p.name + "[0]" * p.many for p in o.tensors if p.var == o.out) + "._dt"
    return "_out"


def written(o: Op, namespace: dict[str, Any]) -> str:
    """The text of the public function of `o`, whose globals, `namespace`, get what it uses but for `_run`, the long path."""
    namespace.update(
        _K=o.direct or o.kernel,
        _S=S,
        _E=EagerTensor,
        _new=object.__new__,
        _TT=torch.Tensor,
        _D=FROM_TORCH,
        _ints=quick_ints,
        _vector=quick_vector,
        _items=_quick_items,
        _attributes=attributes.checked,
        _wrap=wrap_outputs,
        _out=o.out,
        _number=scalar_storage,
        _DT=dtypes.DType,
    )
    sig = inspect.signature(o.kernel)
    declared = {p.name: p for p in o.params}
    arguments, after_name = _Arguments(o, namespace), False
    for n, parameter in sig.parameters.items():
        if n == "name":
            after_name = True
        else:
            arguments.add(n, declared.get(n), after_name or parameter.kind is parameter.KEYWORD_ONLY)
    given = "".join(f"{n}, " for n in sig.parameters if n != "name")
    lines = [f"def {o.public.__name__}({', '.join(_heads(sig, namespace))}):"]
    condition, checked = attributes.tests(o)
    if checked:
        lines += [f"    if {condition}:", f"        {', '.join(checked)}, = _attributes(_op, {', '.join(checked)})"]
    lines += [
        f"    if {' and '.join(arguments.tests)}:",
        "        try:",
        f"            t = _K({', '.join(arguments.call)})",
        "        except Exception:",
        "            pass",  # the long path meets it again and says what is wrong
        "        else:",
        # `wrap`, without its call: every operation would pay for it.
        "            if type(t) is _TT:",
        "                r = _new(_E)",
        "                r._t = t",
        f"                r._dt = {_result_type(o)}",
        "                r._rec = None",
        "                return r",
        "            return _wrap(_op, t, None, None)",
        f"    return _run(_op, ({given}), {'name' if o.name_index is not None else 'None'})",
    ]
    return "\n".join(lines)
