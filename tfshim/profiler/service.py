"""TensorFlow's service of profiles, over grpc: one program asks another for what that does, and while it does it."""

from __future__ import annotations

import contextlib
import importlib
import os
import threading
import time
from collections.abc import Sequence
from typing import Any

from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.call_threads import CallThreads
from tfshim.engine.runtime.logger import get_logger
from tfshim.profiler.experimental import recording
from tfshim.profiler.kernels import Kernels

_SERVICE = "tensorflow.ProfilerService"
_INTERVAL = 0.01  # seconds between two looks at whether whoever asked still waits
_LONGEST = 60.0  # seconds that an answer may take, if the profile itself does not take longer
# What TensorFlow asks for: results of its own tools, of which the events are the last; they are written by whoever is asked.
_TOOLS = """trace_viewer op_profile input_pipeline kernel_stats memory_viewer memory_profile overview_page pod_viewer tensorflow_stats
    xplane.pb""".split()
_MOST_EVENTS = 1_000_000


def _grpc() -> Any:
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # else it tells of each connection that ends
    return importlib.import_module("grpc")  # most programs ask for no profiles


# ---------------------------------------------------------------------- who is asked
class Service:
    """Answers requests on a port of this machine for as long as the program runs."""

    def __init__(self, port: int) -> None:
        grpc = _grpc()
        self._codes = grpc.StatusCode
        self._ended: set[str] = set()  # names of profiles that are to end before their time
        self._lock = threading.Lock()
        kinds = messages.profiler_service
        answers = {
            "Profile": (self._profile, kinds.ProfileRequest),
            "Terminate": (self._terminate, kinds.TerminateRequest),
            "Monitor": (self._monitor, kinds.MonitorRequest),
        }
        handlers = {
            name: grpc.unary_unary_rpc_method_handler(
                function, request_deserializer=kind.FromString, response_serializer=lambda made: made.SerializeToString()
            )
            for name, (function, kind) in answers.items()
        }
        self._server = grpc.server(CallThreads("profiles"), options=[("grpc.so_reuseport", 0)])
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_SERVICE, handlers),))
        self.port = 0
        if 0 <= port < 1 << 16:
            with contextlib.suppress(RuntimeError):  # the port is in use
                self.port = self._server.add_insecure_port(f"[::]:{port}")
        if self.port:
            self._server.start()

    def _profile(self, request: Any, context: Any) -> Any:
        """Record when, for as long and into the folder that the request says, and tell whether there was anything."""
        wanted = request.opts
        options = recording.ProfilerOptions()
        if wanted.version:
            options = recording.ProfilerOptions(wanted.host_tracer_level, wanted.python_tracer_level, wanted.device_tracer_level)
        self._wait(request, context, wanted.start_timestamp_ns / 1e9 - time.time())
        try:
            recording.start("", options)
        except errors.AlreadyExistsError:
            context.abort(self._codes.INTERNAL, "Another profiling session active.")
        self._wait(request, context, wanted.duration_ms / 1e3)
        session = recording.ended()
        made = messages.profiler_service.ProfileResponse(empty_trace=True)
        if session is not None and context.is_active():
            host = request.host_name.replace(":", "_")
            made.empty_trace = not session.write_files(os.path.join(request.repository_root, request.session_id), host)
        return made

    def _wait(self, request: Any, context: Any, seconds: float) -> None:
        end = time.monotonic() + seconds
        while context.is_active() and not self._is_ended(request.session_id) and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, _INTERVAL))

    def _is_ended(self, session: str) -> bool:
        with self._lock:
            return session in self._ended

    def _terminate(self, request: Any, context: Any) -> Any:
        with self._lock:
            self._ended.add(request.session_id)
        return messages.profiler_service.TerminateResponse()

    def _monitor(self, request: Any, context: Any) -> Any:
        # As in TensorFlow, which answers this on TPUs alone.
        context.abort(self._codes.UNIMPLEMENTED, "unimplemented.")


_services: list[Service] = []


def serve(port: int) -> None:
    """Answer requests from now on. The program goes on where the port is not to be had, as in TensorFlow."""
    # In this thread, usually the first: torch's profiler complains where it begins in a later one.
    kernels = Kernels(python=False, gpu=False)
    kernels.begin()
    kernels.end()
    service = Service(port)
    if service.port:
        _services.append(service)
    else:
        get_logger().error("Unable to start a profiler server at port %s: is it in use?", port)


# ---------------------------------------------------------------------- who asks
def _asked(address: str, method: str, request: Any, answer: Any, timeout: float | None) -> Any:
    """A future of the answer, a message of the class `answer`."""
    channel = _grpc().insecure_channel(address)
    made = channel.unary_unary(
        f"/{_SERVICE}/{method}", request_serializer=lambda sent: sent.SerializeToString(), response_deserializer=answer.FromString
    ).future(request, timeout=timeout)
    made.add_done_callback(lambda _: channel.close())
    return made


def checked(addresses: Sequence[str]) -> None:
    """Raise InvalidArgumentError for what is no address."""
    for address in addresses:
        host, colon, port = address.rpartition(":")
        if not (host and colon and port.isdigit()) or "/" in address:
            raise errors.InvalidArgumentError(None, None, f'Could not interpret "{address}" as a host-port pair.')


def profile(addresses: Sequence[str], logdir: str, duration_ms: int, options: recording.ProfilerOptions) -> bool:
    """Have each program write a profile of that time. Whether there is anything in one of them; the log tells why not."""
    delay_ms = options.delay_ms or 0
    made = messages.profiler_options.ProfileOptions(
        version=1,
        include_dataset_ops=True,
        host_tracer_level=options.host_tracer_level,
        device_tracer_level=options.device_tracer_level,
        python_tracer_level=options.python_tracer_level,
        enable_hlo_proto=True,
        start_timestamp_ns=time.time_ns() + delay_ms * 10**6,
        duration_ms=duration_ms,
        repository_path=logdir,
    )
    request = messages.profiler_service.ProfileRequest(
        duration_ms=duration_ms,
        max_events=_MOST_EVENTS,
        tools=_TOOLS,
        opts=made,
        repository_root=recording.folder_of(logdir),
        session_id=recording.time_shown(),
    )
    longest = max(_LONGEST, (2 * duration_ms + delay_ms) / 1e3)
    calls = []
    for address in addresses:
        request.host_name = address
        calls.append((address, _asked(address, "Profile", request, messages.profiler_service.ProfileResponse, longest)))
    found = False
    for address, call in calls:
        error = call.exception()
        if error is not None:
            get_logger().warning("%s returned %s: %s", address, error.code().name, error.details())
        elif call.result().empty_trace:
            get_logger().warning("No trace event is collected from %s", address)
        else:
            found = True
    return found


def monitor(address: str, duration_ms: int, level: int) -> str:
    """What the program tells of its work in that time."""
    request = messages.profiler_service.MonitorRequest(duration_ms=duration_ms, monitoring_level=level, timestamp=True)
    call = _asked(address, "Monitor", request, messages.profiler_service.MonitorResponse, None)
    error = call.exception()
    if error is not None:
        raise errors.exception_type_from_error_code(error.code().value[0])(None, None, error.details())
    return str(call.result().data)
