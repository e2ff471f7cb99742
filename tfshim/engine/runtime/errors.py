"""The exceptions of `tf.errors`, and the text an eager operation's failure carries.

    OpError                        an operation failed; one subclass for each status code
    OperatorNotAllowedInGraphError (a TypeError) Python asked a symbolic tensor for a value
    InaccessibleTensorError        (a ValueError) a symbolic tensor left the graph it belongs to

`op_error` composes the text of a kernel's failure as an eager call shows it, `early_op_error` that of a call refused
before its kernel was chosen, `dtype_mismatch` the commonest of those.
"""

from __future__ import annotations

import itertools
import textwrap
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
    """Python asked a tensor without a value for its truth, its length or its items. Mirrors `tf.errors.OperatorNotAllowedInGraphError`.

    While a function is traced, or a graph is built, its tensors have no values yet, so `if`, `len`, `range` and loops of Python cannot
    go by them. Within a `tf.function` AutoGraph turns `if`, `while` and `for` into operations where it can read the source; elsewhere use
    `tf.cond`, `tf.while_loop`, `tf.shape` and `tf.unstack`. It is a TypeError.

    Example:
        >>> @tf.function(autograph=False)
        ... def sign(x):
        ...     return 1 if x > 0 else -1
        >>> try:
        ...     sign(tf.constant(2.0))
        ... except tf.errors.OperatorNotAllowedInGraphError as error:
        ...     print(isinstance(error, TypeError))
        True
    """

    __module__ = _REFERENCE_MODULE

    def __reduce__(self) -> tuple[Any, ...]:
        return _reduce_plain(self)


@tf_export("errors.OpError", v1=["OpError", "errors.OpError"])
class OpError(Exception):
    """An operation failed; the base of all errors with a status code. Mirrors `tf.errors.OpError`.

    There is a class for each code, such as `tf.errors.InvalidArgumentError`; `except tf.errors.OpError` catches all of them.

    Arguments:
        node_def: the NodeDef of the node that failed, or None where no graph was run.
        op: the operation of the graph, or None; its name and where it was made are added to the text.
        message: what went wrong, a string.
        error_code: one of the codes of `tf.errors`, such as `tf.errors.INVALID_ARGUMENT`, an int.
        *args: at most one further value, a dict of payloads, kept as `experimental_payloads`.

    Attributes:
        message, error_code, node_def, op: what was given.

    Example:
        >>> try:
        ...     tf.io.read_file("no_such_file")
        ... except tf.errors.OpError as error:
        ...     print(type(error).__name__, error.error_code == tf.errors.NOT_FOUND)
        NotFoundError True
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


# What is the same in the texts of all of them.
_TEXT = """\
{what} Mirrors `tf.errors.{name}`.

{when}

Arguments:
    node_def: the NodeDef of the node that failed, or None where no graph was run.
    op: the operation of the graph, or None.
    message: what went wrong, a string.
    *args: at most one further value, a dict of payloads.

Attributes:
    message: the text; `str` of the error adds where in the program the operation was made, if that is known.
    error_code: {code}, the code of this class, by which other languages know it.
    node_def, op, experimental_payloads: what was given.

Example:
{example}
"""


def _status_class(name: str, code: int, what: str, when: str, example: str) -> type[Any]:
    def __init__(self: OpError, node_def: Any, op: Any, message: str, *args: Any) -> None:
        OpError.__init__(self, node_def, op, message, code, *args)

    __init__.__qualname__ = f"{name}.__init__"
    text = _TEXT.format(name=name, code=code, what=what, when=when, example=textwrap.indent(example, "    "))
    body = {"__init__": __init__, "__module__": _REFERENCE_MODULE, "__qualname__": name, "__doc__": text}
    return type(name, (OpError,), body)


def _raised(name: str, code: int, message: str) -> str:
    """The example of an error that no short program meets by itself."""
    return f"""\
Code of your own may raise it too, and one `except` catches this and all others:

>>> try:
...     raise tf.errors.{name}(None, None, "{message}")
... except tf.errors.OpError as error:
...     print(type(error).__name__, error.error_code, error.message)
{name} {code} {message}"""


CancelledError = _status_class(
    "CancelledError",
    CANCELLED,
    "The operation was stopped by its caller.",
    "As where a session or a queue is closed while something waits for it (`cancel_pending_enqueues=True`), or\n"
    "a coordinator's function is cancelled because another one failed.",
    _raised("CancelledError", CANCELLED, "the run was stopped"),
)
UnknownError = _status_class(
    "UnknownError",
    UNKNOWN,
    "A failure of no known kind.",
    "Among others an exception of a class that stands for no code, in a Python function that runs as an\n"
    "operation (`tf.py_function`, `tf.numpy_function`): the message has the exception's own.",
    _raised("UnknownError", UNKNOWN, "no more is known"),
)
InvalidArgumentError = _status_class(
    "InvalidArgumentError",
    INVALID_ARGUMENT,
    "An operation was given a value, a shape or a dtype that it cannot work on.",
    "The commonest error: shapes that do not fit, indices out of range, an assertion of `tf.debugging` that\n"
    "does not hold. In a traced function it comes when the function runs; what shows while it is traced is a\n"
    "ValueError or TypeError.",
    """\
>>> try:
...     tf.debugging.assert_equal(1, 2, message="the sizes differ")
... except tf.errors.InvalidArgumentError as error:
...     print(error.error_code, error.message.splitlines()[0])
3 the sizes differ""",
)
DeadlineExceededError = _status_class(
    "DeadlineExceededError",
    DEADLINE_EXCEEDED,
    "The operation did not finish in the time that it was given.",
    "As a session's run with `timeout_in_ms` in its RunOptions, which waits for a queue that nothing fills.",
    _raised("DeadlineExceededError", DEADLINE_EXCEEDED, "after 100 ms"),
)
NotFoundError = _status_class(
    "NotFoundError",
    NOT_FOUND,
    "A file, a folder, a table or another resource is not there.",
    "The functions of `tf.io` raise it, datasets for files that are not there, and checkpoints for names that\nthey do not have.",
    """\
>>> try:
...     tf.io.read_file("no_such_file")
... except tf.errors.NotFoundError as error:
...     print(error.error_code, type(error).__name__)
5 NotFoundError""",
)
AlreadyExistsError = _status_class(
    "AlreadyExistsError",
    ALREADY_EXISTS,
    "What was to be created is there already.",
    "As where `tf.io.gfile.copy` or `rename` would replace a file and was not told to, or a resource of that\nname is there.",
    """\
>>> for name in ("a.txt", "b.txt"):
...     with tf.io.gfile.GFile(name, "w") as file:
...         file.write(name)
>>> try:
...     tf.io.gfile.copy("a.txt", "b.txt")
... except tf.errors.AlreadyExistsError as error:
...     print(error.error_code, type(error).__name__)
6 AlreadyExistsError""",
)
PermissionDeniedError = _status_class(
    "PermissionDeniedError",
    PERMISSION_DENIED,
    "The caller may not do this.",
    "As where a file or a folder may not be read or written by the user of the program.",
    _raised("PermissionDeniedError", PERMISSION_DENIED, "/etc/shadow"),
)
ResourceExhaustedError = _status_class(
    "ResourceExhaustedError",
    RESOURCE_EXHAUSTED,
    "Memory, disk space or a quota ran out.",
    "The message names the operation, the shape and the dtype of what did not fit. A smaller batch helps, or a\n"
    "smaller dtype; on a GPU the error of torch is told in this form.",
    _raised("ResourceExhaustedError", RESOURCE_EXHAUSTED, "a disk is full"),
)
FailedPreconditionError = _status_class(
    "FailedPreconditionError",
    FAILED_PRECONDITION,
    "Something is not in the state that the operation needs.",
    "In programs of TensorFlow 1 a variable or a table that was not initialized: run\n"
    "`tf.compat.v1.global_variables_initializer()`, or `tables_initializer()`, first. Also a folder that is to\n"
    "be deleted and is not empty.",
    _raised("FailedPreconditionError", FAILED_PRECONDITION, "not initialized"),
)
AbortedError = _status_class(
    "AbortedError",
    ABORTED,
    "The operation gave up, usually because of something that ran beside it.",
    "To repeat the whole step may help.",
    _raised("AbortedError", ABORTED, "a worker has ended"),
)
OutOfRangeError = _status_class(
    "OutOfRangeError",
    OUT_OF_RANGE,
    "An iterator, a file or a queue was read past its end.",
    "How a dataset ends where its iterator is asked itself; a `for` loop ends of its own, and `next` raises\n"
    "Python's StopIteration. Programs of TensorFlow 1 end their epochs by it.",
    """\
>>> iterator = iter(tf.data.Dataset.range(1))
>>> _ = iterator.get_next()
>>> try:
...     iterator.get_next()
... except tf.errors.OutOfRangeError as error:
...     print(error.error_code, type(error).__name__)
11 OutOfRangeError""",
)
UnimplementedError = _status_class(
    "UnimplementedError",
    UNIMPLEMENTED,
    "The operation exists, but not for these arguments.",
    "As TensorFlow raises it for a dtype or a device that an operation has no kernel for. What tfshim itself\n"
    "does not have raises Python's NotImplementedError, and says what to use instead.",
    _raised("UnimplementedError", UNIMPLEMENTED, "no kernel for it"),
)
InternalError = _status_class(
    "InternalError",
    INTERNAL,
    "Something that must always hold did not.",
    "Raised where TensorFlow raises it: for some bad arguments too, and for failures of the machinery behind\ndatasets and collectives.",
    _raised("InternalError", INTERNAL, "a contradiction"),
)
UnavailableError = _status_class(
    "UnavailableError",
    UNAVAILABLE,
    "A service cannot be reached now; to try again may help.",
    "As another task of a cluster, or a server of datasets, that is not there or not there yet.",
    _raised("UnavailableError", UNAVAILABLE, "no answer"),
)
DataLossError = _status_class(
    "DataLossError",
    DATA_LOSS,
    "Data is damaged or lost.",
    "Checkpoints, saved models and TFRecord files are read by their checksums: a damaged or cut-off file is\n"
    "noticed, and nothing is taken from it.",
    """\
>>> with open("cut_off.tfrecord", "wb") as file:
...     _ = file.write(b"not a record")
>>> try:
...     list(tf.data.TFRecordDataset("cut_off.tfrecord"))
... except tf.errors.DataLossError as error:
...     print(error.error_code, type(error).__name__)
15 DataLossError""",
)
UnauthenticatedError = _status_class(
    "UnauthenticatedError",
    UNAUTHENTICATED,
    "The caller did not prove who it is.",
    "For services that ask for credentials; nothing in tfshim itself raises it.",
    _raised("UnauthenticatedError", UNAUTHENTICATED, "no token"),
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
    """The class of error for a status code. Mirrors `tf.compat.v1.errors.exception_type_from_error_code`.

    Codes are those of `tf.errors`, such as `tf.errors.NOT_FOUND`, which other languages and servers give in place of exceptions.

    Arguments:
        error_code: the code, an int from 1 to 16.

    Returns:
        A class that derives from `tf.errors.OpError`.

    Raises:
        KeyError: there is no class for the code; 0 stands for success.

    Example:
        >>> tf.compat.v1.errors.exception_type_from_error_code(5) is tf.errors.NotFoundError
        True
        >>> tf.compat.v1.errors.exception_type_from_error_code(tf.compat.v1.errors.OUT_OF_RANGE).__name__
        'OutOfRangeError'
        >>> error = tf.compat.v1.errors.exception_type_from_error_code(3)(None, None, "wrong shape")
        >>> error.message, error.error_code
        ('wrong shape', 3)
    """
    return _CODE_TO_CLASS[error_code]


@tf_export(v1=["errors.error_code_from_exception_type"])
def error_code_from_exception_type(cls: type[BaseException]) -> int | OpError:
    """The status code of a class of errors. Mirrors `tf.compat.v1.errors.error_code_from_exception_type`.

    It is the way back from `tf.compat.v1.errors.exception_type_from_error_code`, for programs that tell others by a number what has failed.

    Arguments:
        cls: a class that derives from `tf.errors.OpError`.

    Returns:
        An int. For a class without a code a warning is given, and the result is a `tf.errors.UnknownError`, as in TensorFlow.

    Example:
        >>> tf.compat.v1.errors.error_code_from_exception_type(tf.errors.NotFoundError)
        5
        >>> code = tf.compat.v1.errors.error_code_from_exception_type(tf.errors.OutOfRangeError)
        >>> code == tf.compat.v1.errors.OUT_OF_RANGE, tf.compat.v1.errors.exception_type_from_error_code(code).__name__
        (True, 'OutOfRangeError')
    """
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


def when_run(message: str) -> Exception:
    """As `invalid`, for what TensorFlow's shape functions leave to the kernel, though they may know the values.

    An operation that is added to a graph is none the worse for it: it fails if it is run, and only where it is run.
    """
    error: Any = InvalidArgumentError(None, None, message)
    error._when_run = True
    return error


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
