"""One place that turns the operating system's errors into TensorFlow's exceptions."""

import errno
import os
from contextlib import contextmanager

from tfshim.engine.runtime import errors

# TensorFlow sorts errno values into its status codes; these are the ones a file system can give.
_BY_ERRNO = {
    number: cls
    for cls, names in (
        (errors.InvalidArgumentError, "EINVAL ENAMETOOLONG E2BIG EDESTADDRREQ EDOM EFAULT EILSEQ ENOPROTOOPT"),
        (errors.DeadlineExceededError, "ETIMEDOUT ETIME"),
        (errors.NotFoundError, "ENODEV ENOENT ENXIO ESRCH"),
        (errors.AlreadyExistsError, "EEXIST EADDRNOTAVAIL EALREADY"),
        (errors.PermissionDeniedError, "EPERM EACCES EROFS"),
        (
            errors.FailedPreconditionError,
            "ENOTEMPTY EISDIR ENOTBLK EBUSY ENOTDIR EBADF ECHILD EISCONN EPIPE ESHUTDOWN ETXTBSY",
        ),
        (errors.ResourceExhaustedError, "ENOSPC EDQUOT EMFILE EMLINK ENFILE ENOBUFS ENODATA ENOMEM ENOSR EUSERS"),
        (errors.OutOfRangeError, "EFBIG EOVERFLOW ERANGE"),
        (errors.UnimplementedError, "ENOSYS ENOTSUP EAFNOSUPPORT EXDEV"),
        (errors.UnavailableError, "ECONNREFUSED ECONNABORTED ECONNRESET EINTR EHOSTDOWN EHOSTUNREACH ENETDOWN ENOLCK"),
        (errors.AbortedError, "ESTALE EDEADLK"),
        (errors.CancelledError, "ECANCELED"),
    )
    for number in (getattr(errno, name, None) for name in names.split())
    if number is not None
}
# fsspec raises these without an errno.
_ERRNO_BY_TYPE = {
    FileNotFoundError: errno.ENOENT,
    FileExistsError: errno.EEXIST,
    PermissionError: errno.EACCES,
    IsADirectoryError: errno.EISDIR,
    NotADirectoryError: errno.ENOTDIR,
}


def translate(error, path):
    """The TensorFlow exception for an `OSError` raised while `path` (str) was being worked on."""
    number = error.errno
    if number is None:
        number = next((n for cls, n in _ERRNO_BY_TYPE.items() if isinstance(error, cls)), None)
    reason = os.strerror(number) if number is not None else str(error) or type(error).__name__
    return _BY_ERRNO.get(number, errors.UnknownError)(None, None, f"{path}; {reason}")


@contextmanager
def raising_for(path):
    """Inside this block an `OSError` leaves as the TensorFlow exception that names `path`."""
    try:
        yield
    except OSError as error:
        raise translate(error, path) from error
    except ValueError as error:
        if "null byte" not in str(error):
            raise
        # No file has such a name; TensorFlow's goes as far as the byte.
        raise errors.NotFoundError(None, None, f"{path.partition(chr(0))[0]}; No such file or directory") from error
