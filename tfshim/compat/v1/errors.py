"""`tf.compat.v1.errors`: as `tf.errors`, and the numbers of the errors."""

from __future__ import annotations

from tfshim import errors as _errors
from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.engine.runtime import errors as _engine
from tfshim.refusals import refused

__all__ = """
    ABORTED ALREADY_EXISTS AbortedError AlreadyExistsError CANCELLED CancelledError DATA_LOSS DEADLINE_EXCEEDED DataLossError
    DeadlineExceededError FAILED_PRECONDITION FailedPreconditionError INTERNAL INVALID_ARGUMENT InternalError
    InvalidArgumentError NOT_FOUND NotFoundError OK OUT_OF_RANGE OpError OutOfRangeError PERMISSION_DENIED PermissionDeniedError
    RESOURCE_EXHAUSTED ResourceExhaustedError UNAUTHENTICATED UNAVAILABLE UNIMPLEMENTED UNKNOWN UnauthenticatedError
    UnavailableError UnimplementedError UnknownError error_code_from_exception_type exception_type_from_error_code
    raise_exception_on_not_ok_status
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere("errors", target="tfshim.errors")
_BY_CODE = {}
for _name in dir(_errors):
    _kind = getattr(_errors, _name)
    if isinstance(_kind, type) and issubclass(_kind, _engine.OpError) and _kind is not _engine.OpError:
        _BY_CODE[_kind(None, None, "").error_code] = _kind


def exception_type_from_error_code(error_code: int) -> type[_engine.OpError]:
    """The class of the errors numbered `error_code`. Raises KeyError for another number."""
    return _BY_CODE[error_code]


def error_code_from_exception_type(cls: type[_engine.OpError]) -> int:
    """The number of the errors of class `cls`. Raises KeyError for other classes."""
    return {kind: code for code, kind in _BY_CODE.items()}[cls]


class raise_exception_on_not_ok_status:  # noqa: N801 - TensorFlow's name
    """A context for calls into TensorFlow's C library, which is not there. Raises NotImplementedError."""

    def __init__(self) -> None:
        raise refused("tf.compat.v1.errors.raise_exception_on_not_ok_status")
