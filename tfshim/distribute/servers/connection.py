"""Connections to tasks of a cluster, by grpc: calls and what comes back, errors included."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import grpc

from tfshim.distribute.servers import wire
from tfshim.engine.runtime import errors

METHOD = "/tfshim.Task/Call"
NO_LIMIT = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)]
_OPTIONS = [*NO_LIMIT, ("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 1000)]
_PLAIN = {e.__name__: e for e in (ValueError, TypeError, KeyError, RuntimeError, NotImplementedError, ZeroDivisionError, IndexError)}


class Reply:
    """The answer of a task, which may still be on its way."""

    def __init__(self, call: Any, task: str, again: Callable[[], Reply] | None = None) -> None:
        self._call, self._task, self._again = call, task, again

    def result(self) -> tuple[dict[str, Any], list[Any]]:
        """The header and the storages, once they are there. Raises what the task raised, and UnavailableError if it cannot be reached."""
        try:
            header, storages = wire.decoded(self._call.result())
        except grpc.FutureCancelledError:
            raise errors.CancelledError(None, None, f"The call of {self._task} was cancelled.") from None
        except grpc.RpcError as e:
            raise _of_grpc(e, self._task) from None
        if header.get("lacking") and self._again is not None:
            return self._again().result()
        error = header.get("error")
        if error is not None:
            raise error_from(error)
        return header, storages

    def wait(self, seconds: float) -> bool:
        """Wait as long as that for the answer; whether it is there."""
        try:
            self._call.result(timeout=seconds)
        except grpc.FutureTimeoutError:
            return False
        except (grpc.RpcError, grpc.FutureCancelledError):
            pass  # which `result` tells
        return True

    def cancel(self) -> None:
        """Wait no longer."""
        self._call.cancel()


class Connection:
    """The way to the task `name` at `address`."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self._channel = grpc.insecure_channel(address, options=_OPTIONS)
        self._call = self._channel.unary_unary(METHOD)
        self._met = False
        self._known: set[str] = set()  # definitions that the task has
        self._under_way: set[Any] = set()  # calls that nobody waits for

    def start(
        self,
        method: str,
        header: dict[str, Any] | None = None,
        storages: Sequence[Any] = (),
        timeout: float | None = None,
        wait: bool = False,
    ) -> Reply:
        """Begin the call of `method`. `timeout`: in seconds; `wait`: for the task to be there, as long as that."""
        message = wire.encoded({**(header or {}), "method": method}, storages)
        return Reply(self._call.future(message, timeout=timeout, wait_for_ready=wait), self.name)

    def call(self, method: str, header: dict[str, Any] | None = None, storages: Sequence[Any] = (), **how: Any) -> Any:
        """What `method` gives, as `Reply.result` does; arguments as those of `start`."""
        return self.start(method, header, storages, **how).result()

    def meet(self) -> None:
        """Wait until the task is there, unless it was before."""
        if not self._met:
            self.call("hello", wait=True)
            self._met = True

    def drop(self, key: str) -> None:
        """Let the task forget what it keeps under `key`, and do not wait for it."""
        try:
            call = self.start("drop", {"keys": [key]})._call
        except (errors.OpError, ValueError):  # the connection is closed, and who it was for is gone
            return
        # grpc cancels a call that nobody holds.
        self._under_way.add(call)
        call.add_done_callback(self._under_way.discard)

    def run(self, definition: Any, header: dict[str, Any], storages: Sequence[Any]) -> Reply:
        """Begin to run a `Definition`, which is sent before if the task does not have it."""
        if definition.key not in self._known:
            self.call("define", {"key": definition.key, "about": definition.about}, [definition.content])
            self._known.add(definition.key)

        def again() -> Reply:  # the task was started anew
            self._known.clear()
            return self.run(definition, header, storages)

        message = wire.encoded({**header, "method": "run", "key": definition.key}, storages)
        return Reply(self._call.future(message), self.name, again)

    def close(self) -> None:
        """End the connection."""
        self._channel.close()


class Connections:
    """The connections of a process to tasks, one for each address."""

    def __init__(self) -> None:
        self._made: dict[str, Connection] = {}
        self._lock = threading.Lock()

    def to(self, name: str, address: str) -> Connection:
        """The connection to the task `name` at `address`."""
        with self._lock:
            found = self._made.get(address)
            if found is None:
                found = self._made[address] = Connection(name, address)
            return found

    def close(self) -> None:
        """End them all."""
        with self._lock:
            while self._made:
                self._made.popitem()[1].close()


CONNECTIONS = Connections()


# ---------------------------------------------------------------------- errors
def _of_grpc(error: Any, task: str) -> errors.OpError:
    code = error.code().value[0]
    if code == errors.UNIMPLEMENTED:
        return errors.UnavailableError(None, None, f"What answers at the address of {task} is no server of this cluster.")
    made = errors.exception_type_from_error_code(code or errors.UNKNOWN)
    return made(None, None, f"{error.details()}\nAdditional GRPC error information from remote target {task}")


def error_text(error: BaseException) -> list[Any]:
    """An exception as it is sent."""
    if isinstance(error, errors.OpError):
        return [error.error_code, error.message]
    kind = next((name for name in (c.__name__ for c in type(error).__mro__) if name in _PLAIN), None)
    return [kind or errors.INTERNAL, str(error) if kind else f"{type(error).__name__}: {error}"]


def error_from(text: Any) -> BaseException:
    """The exception that `error_text` gave."""
    kind, message = text
    if isinstance(kind, str):
        return _PLAIN[kind](message)
    return errors.exception_type_from_error_code(kind)(None, None, message)
