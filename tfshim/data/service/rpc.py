"""Calls between processes, on grpc: services of Python methods, and the errors of TensorFlow through them."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from typing import Any

from tfshim.data.service.messages import message
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.call_threads import CallThreads

PROTOCOL = "grpc"
_PACKAGE = "tfshim.data_service"
_THREADS = 64  # calls that wait for others, such as consumers that read in turn, hold one each
_MESSAGE = "tfshim-error-bin"
_OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1), ("grpc.so_reuseport", 0)]

# service -> method -> (message that is sent, message that comes back)
SERVICES = {
    "Dispatcher": {
        "Register": ("Dataset", "DatasetId"),
        "Describe": ("DatasetId", "Dataset"),
        "Read": ("Reading", "Client"),
        "Beat": ("Client", "Tasks"),
        "Release": ("Client", "Nothing"),
        "Work": ("Worker", "Works"),
        "Finish": ("TaskId", "Nothing"),
        "Split": ("SplitOf", "Split"),
    },
    "Worker": {"Get": ("Wanted", "Element")},
}


def _grpc() -> Any:
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # else it tells of each connection that ends
    return importlib.import_module("grpc")  # most programs read from no service


def check_protocol(protocol: str) -> None:
    """Raise NotFoundError, as TensorFlow does, for a protocol that nothing here speaks."""
    if protocol != PROTOCOL:
        raise errors.NotFoundError(
            None, None, f"No credentials factory has been registered for protocol {protocol}. The available types are: [ {PROTOCOL} ]"
        )


class Server:
    """Answers the calls of a service by the methods of `handler`, on a port of this machine."""

    def __init__(self, service: str, handler: Any, port: int) -> None:
        grpc = _grpc()
        self._pool = CallThreads(f"tfshim {service}", _THREADS)
        self._server = grpc.server(self._pool, options=_OPTIONS)
        methods = {name: self._method(grpc, getattr(handler, name.lower()), *kinds) for name, kinds in SERVICES[service].items()}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(f"{_PACKAGE}.{service}", methods),))
        try:
            self.port = self._server.add_insecure_port(f"0.0.0.0:{port}")
        except RuntimeError:
            self.port = 0
        if not self.port:
            raise errors.UnknownError(None, None, f"Could not start gRPC server: the port {port} cannot be had.")
        self._server.start()

    @staticmethod
    def _method(grpc: Any, function: Any, taken: str, given: str) -> Any:
        def answer(request: Any, context: Any) -> Any:
            try:
                return function(request)
            except errors.OpError as e:
                _abort(context, e.error_code, e.message)
            except NotImplementedError as e:
                _abort(context, errors.UNIMPLEMENTED, str(e))
            except Exception as e:
                _abort(context, errors.INVALID_ARGUMENT, f"{type(e).__name__}: {e}")

        def _abort(context: Any, code: int, text: str) -> None:
            context.set_trailing_metadata(((_MESSAGE, text.encode()),))
            status = next(s for s in grpc.StatusCode if s.value[0] == code)
            context.abort(status, text.encode("ascii", "replace").decode()[:1000])

        return grpc.unary_unary_rpc_method_handler(
            answer, request_deserializer=message(taken).FromString, response_serializer=lambda x: x.SerializeToString()
        )

    def stop(self) -> None:
        """End; calls that are being answered are cancelled."""
        self._server.stop(None)  # with a time of grace it starts a thread, which Python refuses at its end
        self._pool.shutdown()


class Stub:
    """Calls the methods of a service at an address. Errors are those of TensorFlow, UnavailableError where nobody answers."""

    def __init__(self, service: str, address: str) -> None:
        grpc = _grpc()
        self._error, self.address = grpc.RpcError, address
        # Each stub has connections of its own, so that it notices at once who has come back.
        options = [*_OPTIONS, ("grpc.use_local_subchannel_pool", 1), ("grpc.max_reconnect_backoff_ms", 500)]
        self._channel = grpc.insecure_channel(address, options=options)
        self._methods = {
            name: self._channel.unary_unary(
                f"/{_PACKAGE}.{service}/{name}",
                request_serializer=lambda x: x.SerializeToString(),
                response_deserializer=message(given).FromString,
            )
            for name, (_, given) in SERVICES[service].items()
        }
        self._taken: Mapping[str, str] = {name: taken for name, (taken, _) in SERVICES[service].items()}

    def call(self, name: str, timeout: float | None = None, **fields: Any) -> Any:
        """What the method `name` answers to the message with these fields."""
        return self.ask(name, message(self._taken[name])(**fields), timeout)

    def ask(self, name: str, request: Any, timeout: float | None = None) -> Any:
        """What the method `name` answers to a message."""
        try:
            return self._methods[name](request, timeout=timeout)
        except self._error as e:
            raise _translated(e, self.address) from None

    def close(self) -> None:
        """End the connection; calls that wait end with CancelledError."""
        self._channel.close()


def _translated(error: Any, address: str) -> errors.OpError:
    code = error.code().value[0]
    own = dict(error.trailing_metadata() or ()).get(_MESSAGE)
    text = own.decode() if own is not None else f"{error.details()} (at {address})"
    return errors.exception_type_from_error_code(code)(None, None, text)
