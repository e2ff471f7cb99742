"""Profiles on the request of another program, over TensorFlow's service; that TensorFlow asks and answers the same was tried."""

import re
import threading
import time

import pytest

import tfshim as tf
from tests.profiler.test_profiles import planes
from tfshim.engine.runtime import messages
from tfshim.profiler import service

experimental = tf.profiler.experimental


@pytest.fixture(scope="module")
def address():
    service.serve(0)  # any port that is free
    return f"localhost:{service._services[-1].port}"


@pytest.fixture
def busy():
    """A thread that multiplies as long as the test runs."""
    ended = threading.Event()

    def work():
        while not ended.wait(0.005):
            tf.matmul(tf.ones([8, 8]), tf.ones([8, 8]))

    thread = threading.Thread(target=work, name="busy")
    thread.start()
    yield
    ended.set()
    thread.join()


def test_a_profile_is_written_where_the_request_says(address, busy, tmp_path, capsys):
    options = experimental.ProfilerOptions(delay_ms=50)
    began = time.monotonic()
    assert experimental.client.trace(f"grpc://{address}", tmp_path, 100, options=options) is None
    assert time.monotonic() - began >= 0.15
    assert capsys.readouterr().out == "Starting to trace for 100 ms. Remaining attempt(s): 2\n"
    (path,) = tmp_path.glob("plugins/profile/*/*.xplane.pb")
    assert path.name == address.replace(":", "_") + ".xplane.pb"
    assert re.fullmatch(r"\d{4}(_\d\d){5}", path.parent.name)
    space = messages.xplane.XSpace.FromString(path.read_bytes())
    names = {m.name for plane in space.planes for m in plane.event_metadata.values()}
    assert "MatMul:MatMul" in names


def test_nothing_is_recorded_where_another_profile_runs(address, tmp_path, capsys):
    with experimental.Profile(str(tmp_path / "own")):
        with pytest.raises(tf.errors.UnavailableError, match="No trace event was collected because there were no responses"):
            experimental.client.trace(address, str(tmp_path / "asked"), 10, num_tracing_attempts=2)
        tf.exp(1.0)
    assert [line.split(".")[0] for line in capsys.readouterr().out.splitlines()] == [
        "Starting to trace for 10 ms",
        "No trace event is collected",
        "",
        "Starting to trace for 10 ms",
        "No trace event is collected after 2 attempt(s)",
        "Tip: increase number of attempts with --num_tracing_attempts",
    ]
    assert planes(tmp_path / "own") and not (tmp_path / "asked").exists()


def test_whoever_asked_may_end_it(address, busy, tmp_path):
    kinds = messages.profiler_service
    request = kinds.ProfileRequest(repository_root=str(tmp_path), session_id="named", host_name="here:1")
    request.opts.duration_ms = 10**6
    call = service._asked(address, "Profile", request, kinds.ProfileResponse, 60)
    time.sleep(0.1)
    service._asked(address, "Terminate", kinds.TerminateRequest(session_id="named"), kinds.TerminateResponse, 60).result()
    assert not call.result().empty_trace and (tmp_path / "named" / "here_1.xplane.pb").exists()


def test_what_is_wrong_is_said(address, tmp_path, caplog):
    with pytest.raises(tf.errors.InvalidArgumentError, match="duration_ms must be greater than zero."):
        experimental.client.trace(address, str(tmp_path), 0)
    for wrong in ("", "foo", "http://localhost:1"):
        with pytest.raises(tf.errors.InvalidArgumentError, match=f'Could not interpret "{wrong}" as a host-port pair.'):
            experimental.client.trace(wrong, str(tmp_path), 10)
    with pytest.raises(tf.errors.UnimplementedError, match="unimplemented."):
        experimental.client.monitor(address, 10)
    with pytest.raises(TypeError):
        experimental.server.start("a")
    assert experimental.server.start(70000) is None
    assert "Unable to start a profiler server at port 70000" in caplog.text
