"""The exceptions of `tf.errors`, and the text an eager operation's failure carries.

    OpError                        an operation failed; one subclass for each status code
    OperatorNotAllowedInGraphError (a TypeError) Python asked a symbolic tensor for a value
    InaccessibleTensorError        (a ValueError) a symbolic tensor left the graph it belongs to

`op_error` composes the text of a kernel's failure as an eager call shows it, `early_op_error` that of a call refused
before its kernel was chosen, `dtype_mismatch` the commonest of those.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Mapping
from typing import Any, Protocol

from tfshim._export import tf_export
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16

# Tracebacks and pickles of user code show this name; __reduce__ below does not depend on it being importable.
_REFERENCE_MODULE = "tensorflow.python.framework.errors_impl"


class InaccessibleTensorError(ValueError):
    """A symbolic tensor was used outside the function or graph that made it; TensorFlow's class of that name."""

    __module__ = _REFERENCE_MODULE

    def __reduce__(self) -> tuple[Any, ...]:
        return _reduce_plain(self)


@tf_export("errors.OperatorNotAllowedInGraphError", v1=[])
class OperatorNotAllowedInGraphError(TypeError):
    """Python asked a symbolic tensor for its truth, its length or its items. Mirrors the `tf.errors` class."""

    __module__ = _REFERENCE_MODULE

    def __reduce__(self) -> tuple[Any, ...]:
        return _reduce_plain(self)


@tf_export("errors.OpError", v1=["OpError", "errors.OpError"])
class OpError(Exception):
    """An operation failed. Mirrors `tf.errors.OpError`.

    node_def: the failed node's NodeDef, or None when it ran eagerly.
    op: the graph operation, or None; its `name` and `traceback` are appended to the text.
    message: what went wrong.
    error_code: one of the codes of this module, such as `INVALID_ARGUMENT`.
    args: at most one further value, a dict of payloads, kept as `experimental_payloads`.
    """

    __module__ = _REFERENCE_MODULE

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int | None, *args: Any) -> None:
        super().__init__()
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code
        self._experimental_payloads = args[0] if args else {}

    @property
    def message(self) -> str:
        """The text, without the place where the operation was made."""
        return self._message

    @property
    def op(self) -> Any:
        """The graph operation that failed, or None."""
        return self._op

    @property
    def error_code(self) -> int | None:
        """The status code, an int."""
        return self._error_code

    @property
    def node_def(self) -> Any:
        """The NodeDef of the operation that failed, or None."""
        return self._op.node_def if self._node_def is None and self._op is not None else self._node_def

    @property
    def experimental_payloads(self) -> Any:
        """Further facts attached to the error, a dict."""
        return self._experimental_payloads

    def __str__(self) -> str:
        if self._op is None:
            return self._message
        frames = _frames(self._op)
        parts = [f"{self._message}\n\nOriginal stack trace for {self._op.name!r}:\n", *frames]
        origin = getattr(self._op, "_original_op", None)
        while origin is not None:
            before, frames = frames, _frames(origin)
            parts.append(f"\n...which was originally created as op {origin.name!r}, defined at:\n")
            parts.extend(_without_repetition(frames, before))
            origin = getattr(origin, "_original_op", None)
        return "".join(parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _blank, (type(self).__name__ if _is_ours(self) else type(self),), self.__dict__


def _frames(op: Any) -> list[str]:
    return [f'  File "{frame[0]}", line {frame[1]}, in {frame[2]}\n' for frame in op.traceback or ()]


def _without_repetition(frames: list[str], before: list[str]) -> list[str]:
    """The lines of one traceback; of a run of lines that the one before has too, only the first and the last."""
    pairs = itertools.zip_longest(frames, before[: len(frames)])
    runs = [(same, [line for line, _ in run]) for same, run in itertools.groupby(pairs, lambda p: p[0] == p[1])]
    shown = []
    for i, (same, lines) in enumerate(runs):
        if same and i == len(runs) - 1:
            lines = lines[:1]
        elif same and len(lines) > 2:
            lines[1:-1] = [f"[elided {len(lines) - 2} identical lines from previous traceback]\n"]
        shown += lines
    return shown


def _status_class(name: str, code: int, doc: str) -> type[Any]:
    def __init__(self: OpError, node_def: Any, op: Any, message: str, *args: Any) -> None:
        OpError.__init__(self, node_def, op, message, code, *args)

    __init__.__qualname__ = f"{name}.__init__"
    body = {"__init__": __init__, "__module__": _REFERENCE_MODULE, "__qualname__": name, "__doc__": doc}
    return type(name, (OpError,), body)


CancelledError = _status_class("CancelledError", CANCELLED, "The operation was stopped by its caller. Mirrors `tf.errors.CancelledError`.")
UnknownError = _status_class(
    "UnknownError",
    UNKNOWN,
    "A failure of no known kind, such as an exception inside a Python function that runs as an operation.\n\n"
    "Mirrors `tf.errors.UnknownError`.",
)
InvalidArgumentError = _status_class(
    "InvalidArgumentError",
    INVALID_ARGUMENT,
    "An operation was given a value, shape or dtype it cannot work on. Mirrors `tf.errors.InvalidArgumentError`.",
)
DeadlineExceededError = _status_class(
    "DeadlineExceededError",
    DEADLINE_EXCEEDED,
    "The operation did not finish in the time it was given. Mirrors `tf.errors.DeadlineExceededError`.",
)
NotFoundError = _status_class(
    "NotFoundError",
    NOT_FOUND,
    "A file, a directory or a resource is not there. Mirrors `tf.errors.NotFoundError`.",
)
AlreadyExistsError = _status_class(
    "AlreadyExistsError",
    ALREADY_EXISTS,
    "What was to be created is there already. Mirrors `tf.errors.AlreadyExistsError`.",
)
PermissionDeniedError = _status_class(
    "PermissionDeniedError",
    PERMISSION_DENIED,
    "The caller may not do this, such as reading a protected file. Mirrors `tf.errors.PermissionDeniedError`.",
)
ResourceExhaustedError = _status_class(
    "ResourceExhaustedError",
    RESOURCE_EXHAUSTED,
    "Memory, disk space or a quota ran out. Mirrors `tf.errors.ResourceExhaustedError`.",
)
FailedPreconditionError = _status_class(
    "FailedPreconditionError",
    FAILED_PRECONDITION,
    "The system is not in the state the operation needs, such as a variable that has no value yet.\n\n"
    "Mirrors `tf.errors.FailedPreconditionError`.",
)
AbortedError = _status_class(
    "AbortedError",
    ABORTED,
    "The operation gave up, usually because of something that ran beside it. Mirrors `tf.errors.AbortedError`.",
)
OutOfRangeError = _status_class(
    "OutOfRangeError",
    OUT_OF_RANGE,
    "An iterator, a file or an array was read past its end. Mirrors `tf.errors.OutOfRangeError`.",
)
UnimplementedError = _status_class(
    "UnimplementedError",
    UNIMPLEMENTED,
    "The operation exists but not for these arguments. Mirrors `tf.errors.UnimplementedError`.",
)
InternalError = _status_class(
    "InternalError",
    INTERNAL,
    "Something that must always hold did not. Mirrors `tf.errors.InternalError`.",
)
UnavailableError = _status_class(
    "UnavailableError",
    UNAVAILABLE,
    "A service cannot be reached now; trying again may help. Mirrors `tf.errors.UnavailableError`.",
)
DataLossError = _status_class(
    "DataLossError",
    DATA_LOSS,
    "Data is damaged or lost, such as a truncated file. Mirrors `tf.errors.DataLossError`.",
)
UnauthenticatedError = _status_class(
    "UnauthenticatedError",
    UNAUTHENTICATED,
    "The caller did not prove who it is. Mirrors `tf.errors.UnauthenticatedError`.",
)

_CODE_TO_CLASS = {
    CANCELLED: CancelledError,
    UNKNOWN: UnknownError,
    INVALID_ARGUMENT: InvalidArgumentError,
    DEADLINE_EXCEEDED: DeadlineExceededError,
    NOT_FOUND: NotFoundError,
    ALREADY_EXISTS: AlreadyExistsError,
    PERMISSION_DENIED: PermissionDeniedError,
    RESOURCE_EXHAUSTED: ResourceExhaustedError,
    FAILED_PRECONDITION: FailedPreconditionError,
    ABORTED: AbortedError,
    OUT_OF_RANGE: OutOfRangeError,
    UNIMPLEMENTED: UnimplementedError,
    INTERNAL: InternalError,
    UNAVAILABLE: UnavailableError,
    DATA_LOSS: DataLossError,
    UNAUTHENTICATED: UnauthenticatedError,
}
_CLASS_TO_CODE = {cls: code for code, cls in _CODE_TO_CLASS.items()}
_OURS: dict[str, type[BaseException]] = {
    cls.__name__: cls for cls in (*_CLASS_TO_CODE, OpError, OperatorNotAllowedInGraphError, InaccessibleTensorError)
}


@tf_export(v1=["errors.exception_type_from_error_code"])
def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """The subclass of `OpError` for a status code; `KeyError` for a code without one (0 is success)."""
    return _CODE_TO_CLASS[error_code]


@tf_export(v1=["errors.error_code_from_exception_type"])
def error_code_from_exception_type(cls: type[BaseException]) -> int | OpError:
    """The status code of a subclass of `OpError`; for any other class an `UnknownError`, with a warning."""
    if cls not in _CLASS_TO_CODE:
        warnings.warn("Unknown class exception", stacklevel=2)
        return UnknownError(None, None, "Unknown class exception", None)
    return _CLASS_TO_CODE[cls]


# Pickles name these functions, so they load whether or not the package answers to `import tensorflow`.


def _is_ours(error: BaseException) -> bool:
    return _OURS.get(type(error).__name__) is type(error)


def _reduce_plain(error: BaseException) -> tuple[Any, ...]:
    if _is_ours(error):
        return _restore_plain, (type(error).__name__, error.args)
    return type(error), error.args, error.__dict__ or None


def _restore_plain(name: str, args: tuple[Any, ...]) -> BaseException:
    return _OURS[name](*args)


def _blank(name_or_class: str | type[BaseException]) -> BaseException:
    # The attributes follow as the pickle's state: a subclass may have another signature.
    cls = _OURS[name_or_class] if isinstance(name_or_class, str) else name_or_class
    return cls.__new__(cls)


# Texts.

LOCAL_TASK = "/job:localhost/replica:0/task:0/device:"
LOCAL_CPU = LOCAL_TASK + "CPU:0"


def op_error(
    cls: type[Any], message: str, op_name: str, name: str | None = "", device: str = "CPU:0", counts: Mapping[str, int] | None = None
) -> OpError:
    """The exception for a kernel that failed eagerly, ready to be raised.

    cls: the subclass of `OpError`.
    message: what the kernel says.
    op_name: the op type, such as "MatMul".
    name: the op's name. TensorFlow ends the text with " name: ", empty for most operations; None leaves it out, as
        TensorFlow does where it had to convert an argument from a Python value and no name was given.
    device: where it ran: "CPU:0", or a full device string.
    counts: for operations with a varying number of inputs or outputs, a dict from the attribute that counts
        them to the count: {"N": 2} for ConcatV2 and Pack, {"num_split": 2} for Split.
    """
    if not device.startswith("/"):
        device = LOCAL_TASK + device
    counted = "".join(f"_{attr}_{count}" for attr, count in counts.items()) if counts else ""
    return cls(None, None, f"{eager_prefix(op_name.replace('_', '__') + counted, device)}{message}{op_suffix(op_name, name)}")


def eager_prefix(op_name: str, device: str = LOCAL_CPU) -> str:
    """What the text of a kernel's error begins with where the operation ran eagerly on `device`, a full device string."""
    return f"{{{{function_node __wrapped__{op_name}_device_{device}}}}} "


def add_note(error: BaseException, text: str) -> None:
    """Add a line to what `error` says, in `__notes__`. Python 3.10 keeps it there without printing it."""
    error.__notes__ = [*getattr(error, "__notes__", ()), text]


def early_op_error(cls: type[Any], message: str, op_name: str, name: str | None = "") -> OpError:
    """The exception for an eager operation refused before its kernel was chosen: the text names no device."""
    return cls(None, None, message + op_suffix(op_name, name))


class HasProtoName(Protocol):
    """A DType: those are made above this module."""

    @property
    def proto_name(self) -> str:
        """The name as texts of kernels have it, "float" for float32."""
        ...


def dtype_mismatch(op_name: str, index: int, expected: HasProtoName, actual: HasProtoName, name: str | None = "") -> Exception:
    """What is raised where input `index` of an operation has another dtype than the inputs before it, or its declaration, ask for.

    InvalidArgumentError; while the operation is added to a graph, a TypeError.
    """
    wanted, given = expected.proto_name, actual.proto_name
    if TS.graph is not None:
        found = higher.mismatch_while_building(op_name, index, wanted, given)
        if found is not None:
            return found
    message = f"cannot compute {op_name} as input #{index}(zero-based) was expected to be a {wanted} tensor but is a {given} tensor"
    return early_op_error(InvalidArgumentError, message, op_name, name)


def check_int32(name: str, value: int) -> None:
    """Raise InvalidArgumentError for the attribute `name` of an operation unless 32 bits hold its value."""
    if not -(2**31) <= value < 2**31:
        raise invalid(f"Attr {name} has value {value} out of range for an int32")


def op_suffix(op_name: str, name: str | None) -> str:
    """The end of the text of an error: the operation, and its name, which may be empty; None leaves it out."""
    return f" [Op:{op_name}]" if name is None else f" [Op:{op_name}] name: {name}"


# How texts begin that are about the declaration of an operation, its dtypes and attributes.
_OF_DECLARATIONS = ("Value for attr ", "Length for attr ")


def invalid(message: str) -> Exception:
    """An InvalidArgumentError that says `message` of no node. Raised by a kernel, it gets the operation's name on the way out.

    What does not fit the declaration of an operation that is added to a graph is a TypeError or ValueError.
    """
    if TS.graph is not None and message.startswith(_OF_DECLARATIONS):
        found = higher.while_building(message)
        if found is not None:
            return found
    return InvalidArgumentError(None, None, message)


tf_export("errors.OK")(OK)
tf_export("errors.CANCELLED")(CANCELLED)
tf_export("errors.UNKNOWN")(UNKNOWN)
tf_export("errors.INVALID_ARGUMENT")(INVALID_ARGUMENT)
tf_export("errors.DEADLINE_EXCEEDED")(DEADLINE_EXCEEDED)
tf_export("errors.NOT_FOUND")(NOT_FOUND)
tf_export("errors.ALREADY_EXISTS")(ALREADY_EXISTS)
tf_export("errors.PERMISSION_DENIED")(PERMISSION_DENIED)
tf_export("errors.RESOURCE_EXHAUSTED")(RESOURCE_EXHAUSTED)
tf_export("errors.FAILED_PRECONDITION")(FAILED_PRECONDITION)
tf_export("errors.ABORTED")(ABORTED)
tf_export("errors.OUT_OF_RANGE")(OUT_OF_RANGE)
tf_export("errors.UNIMPLEMENTED")(UNIMPLEMENTED)
tf_export("errors.INTERNAL")(INTERNAL)
tf_export("errors.UNAVAILABLE")(UNAVAILABLE)
tf_export("errors.DATA_LOSS")(DATA_LOSS)
tf_export("errors.UNAUTHENTICATED")(UNAUTHENTICATED)
tf_export("errors.AbortedError")(AbortedError)
tf_export("errors.AlreadyExistsError")(AlreadyExistsError)
tf_export("errors.CancelledError")(CancelledError)
tf_export("errors.DataLossError")(DataLossError)
tf_export("errors.DeadlineExceededError")(DeadlineExceededError)
tf_export("errors.FailedPreconditionError")(FailedPreconditionError)
tf_export("errors.InternalError")(InternalError)
tf_export("errors.InvalidArgumentError")(InvalidArgumentError)
tf_export("errors.NotFoundError")(NotFoundError)
tf_export("errors.OutOfRangeError")(OutOfRangeError)
tf_export("errors.PermissionDeniedError")(PermissionDeniedError)
tf_export("errors.ResourceExhaustedError")(ResourceExhaustedError)
tf_export("errors.UnauthenticatedError")(UnauthenticatedError)
tf_export("errors.UnavailableError")(UnavailableError)
tf_export("errors.UnimplementedError")(UnimplementedError)
tf_export("errors.UnknownError")(UnknownError)
