"""Tasks that answer at a port, by grpc."""

from __future__ import annotations

import threading
from typing import Any

import grpc

from tfshim.distribute.servers import wire
from tfshim.distribute.servers.connection import METHOD, NO_LIMIT
from tfshim.distribute.servers.task import Task
from tfshim.engine.graphs.sessions.runs import running
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.call_threads import CallThreads


class Serving:
    """Answers for `task` at `port`; port 0 is one that is free. Raises UnknownError for a port that cannot be used."""

    def __init__(self, task: Task, port: int) -> None:
        self.task, self._ended = task, threading.Event()
        options = [*NO_LIMIT, ("grpc.so_reuseport", 0)]
        self._server = grpc.server(CallThreads("task"), handlers=[_Handler(self._answer)], options=options)
        try:
            self.port = self._server.add_insecure_port(f"[::]:{port}")
        except RuntimeError:
            self.port = 0
        if not self.port:
            raise errors.UnknownError(None, None, f"Could not start gRPC server at port {port}: is it in use?")

    def start(self) -> None:
        """Begin to answer."""
        self._server.start()

    def wait(self) -> None:
        """Wait until it is stopped."""
        self._ended.wait()

    def stop(self) -> None:
        """Answer no longer; calls that run are cut off."""
        self._server.stop(None)  # with a time of grace it starts a thread, which Python refuses at its end
        self._ended.set()

    def _answer(self, message: bytes, context: Any) -> bytes:
        try:
            header, storages = wire.decoded(message)
        except errors.OpError as e:
            context.abort(grpc.StatusCode.DATA_LOSS, e.message)
        before, running.wanted = running.wanted, context.is_active
        try:
            made, results = self.task.answer(header.pop("method", ""), header, storages)
        finally:
            running.wanted = before
        try:
            return wire.encoded(made, results)
        except NotImplementedError as e:
            return wire.encoded({"error": ["NotImplementedError", str(e)]})


class _Handler(grpc.GenericRpcHandler):
    def __init__(self, answer: Any) -> None:
        self._handler = grpc.unary_unary_rpc_method_handler(answer)

    def service(self, handler_call_details: Any) -> Any:
        """How the call is answered; None for other methods."""
        return self._handler if handler_call_details.method == METHOD else None
