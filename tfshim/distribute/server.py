"""`tf.distribute.Server`: a process as a task of a cluster."""

from __future__ import annotations

import atexit
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.distribute.servers.connection import CONNECTIONS
from tfshim.distribute.servers.serving import Serving
from tfshim.distribute.servers.session_parts import CALLS
from tfshim.distribute.servers.task import Task
from tfshim.engine.graphs.devices import session_targets
from tfshim.engine.runtime import errors
from tfshim.engine.values.protocol import is_message
from tfshim.protos.clusters import ClusterSpec
from tfshim.protos.examples import message

if TYPE_CHECKING:
    from typing import Self

_serving: list[Serving] = []  # as in TensorFlow, a server answers as long as its process lives


@tf_export("distribute.Server", v1=["distribute.Server", "train.Server"])
class Server:
    """This process as a task of a cluster, which keeps variables and runs functions and sessions for other tasks.

    Mirrors `tf.distribute.Server`.

    Arguments:
        server_or_cluster_def: the cluster: a `tf.train.ClusterSpec` or what makes one, a ClusterDef or a ServerDef message.
        job_name: the job of this task; it may be left out where there is one alone, and with a ServerDef.
        task_index: its number in the job; it may be left out where there is one alone, and with a ServerDef.
        protocol: "grpc", the default.
        config: a ConfigProto, kept in `server_def`.
        start: whether to begin at once, True by default; else `start()` does.

    Raises:
        TypeError: it is no cluster.
        ValueError: it is not said which task this is.
        InternalError: the task is not in the cluster.
        InvalidArgumentError: an address without a port.
        NotFoundError: another protocol.
        UnknownError: the port is in use.

    `target` is what `tf.compat.v1.Session` connects to; `join()` waits for ever, as the tasks of a
    `tf.distribute.ParameterServerStrategy` do. Whoever reaches the port may run graphs: let only machines of the cluster
    reach it.

    Example:
        >>> server = tf.distribute.Server.create_local_server()
        >>> server.server_def.job_name, server.target.startswith("grpc://localhost:")
        ('localhost', True)
    """

    __module__ = "tensorflow.python.training.server_lib"

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ) -> None:
        self._server_def = _server_def(server_or_cluster_def, job_name, task_index, protocol, config)
        self._started = False
        own = self._server_def
        if own.protocol != "grpc":
            raise errors.NotFoundError(
                None,
                None,
                f"No server factory registered for the given ServerDef: {own}\nThe available server factories are: [ GRPC_SERVER ]",
            )
        address = _address(own)
        host, _, port = address.rpartition(":")
        if not port.isdigit() or not host:
            raise errors.InvalidArgumentError(None, None, f'Could not parse port for local server from "{address}".')
        task = Task(f"/job:{own.job_name}/replica:0/task:{own.task_index}", address)
        self._task = Serving(task, int(port))
        task.address = f"{host}:{self._task.port}"
        cluster = {(job.name, i): address for job in own.cluster.job for i, address in job.tasks.items()}
        cluster[own.job_name, own.task_index] = task.address
        self._sessions = session_targets.Server(self._task.port, cluster, CALLS)
        if start:
            self.start()

    def start(self) -> None:
        """Begin to answer the other tasks of the cluster. Mirrors `tf.distribute.Server.start`.

        Only a server that was made with `start=False` needs it. One that answers already goes on. The server runs in threads of its own, so
        that the program goes on too, and as long as the process lives. It takes no arguments and returns None.

        Raises:
            tf.errors.UnknownError: the port is in use.

        Example:
            >>> server = tf.distribute.Server.create_local_server(start=False)
            >>> server.start()
            >>> with tf.Graph().as_default(), tf.compat.v1.Session(server.target) as session:
            ...     print(session.run(tf.constant(1) + 2))
            3
        """
        if not self._started:
            self._started = True
            self._task.start()
            _serving.append(self._task)

    def join(self) -> None:
        """Wait until the server ends, which it does with its process. Mirrors `tf.distribute.Server.join`.

        Workers and parameter servers call it last: they have nothing else to do than to answer the coordinator, and are ended from outside.
        A program that calls it in the main thread does not go on. It takes no arguments, and returns None once the server was ended.

        Example:
            >>> import threading
            >>> server = tf.distribute.Server.create_local_server()
            >>> waiting = threading.Thread(target=server.join, daemon=True)
            >>> waiting.start()
            >>> waiting.is_alive()
            True
            >>> server.target.startswith("grpc://")
            True
        """
        self._task.wait()

    @property
    def server_def(self) -> Any:
        """The ServerDef message."""
        return self._server_def

    @property
    def target(self) -> str:
        """What sessions name to run on this server, `grpc://host:port`."""
        return f"grpc://localhost:{self._task.port}"

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> Server:
        """A cluster of this process alone, at a port that is free. Mirrors `tf.distribute.Server.create_local_server`.

        Programs for several machines are tried with it on one: a session that is given its `target` runs as it would on a server elsewhere.

        Arguments:
            config: a `tf.compat.v1.ConfigProto` for its sessions, which `server_def` holds (default None).
            start: whether it begins to answer at once; with False, `start()` does (default True).

        Returns:
            a `tf.distribute.Server`, whose only job is "localhost" with one task.

        Example:
            >>> server = tf.distribute.Server.create_local_server()
            >>> server.server_def.job_name, server.server_def.task_index
            ('localhost', 0)
            >>> with tf.Graph().as_default(), tf.compat.v1.Session(server.target) as session:
            ...     print(session.run(tf.reduce_sum([1.0, 2.0])))
            3.0
        """
        return Server({"localhost": ["localhost:0"]}, protocol="grpc", config=config, start=start)

    def _stop(self) -> Self:
        """End it before the process does, and cut off what runs."""
        self._task.stop()
        self._sessions.end()
        if self._task in _serving:
            _serving.remove(self._task)
        return self


@atexit.register
def _stop_all() -> None:
    CONNECTIONS.close()  # before what they lead to, which would be reported
    for serving in _serving:
        serving.stop()


def _server_def(given: Any, job_name: Any, task_index: Any, protocol: Any, config: Any) -> Any:
    made = message("ServerDef")()
    if is_message(given, "ServerDef"):
        made.CopyFrom(given)
        if job_name is not None:
            made.job_name = job_name
        if task_index is not None:
            made.task_index = task_index
    else:
        try:
            spec = ClusterSpec(given)
        except TypeError:
            raise TypeError("Could not convert `server_or_cluster_def` to a `tf.train.ServerDef` or `tf.train.ClusterSpec`.") from None
        if job_name is None:
            if len(spec.jobs) != 1:
                raise ValueError("Must specify an explicit `job_name`.")
            (job_name,) = spec.jobs
        if task_index is None:
            numbers = spec.task_indices(job_name)
            if len(numbers) != 1:
                raise ValueError("Must specify an explicit `task_index`.")
            (task_index,) = numbers
        made.cluster.CopyFrom(spec.as_cluster_def())
        made.job_name, made.task_index = job_name, task_index
    made.protocol = protocol or made.protocol or "grpc"
    if config is not None:
        made.default_session_config.MergeFrom(config)
    return made


def _address(own: Any) -> str:
    job = next((job for job in own.cluster.job if job.name == own.job_name), None)
    if job is None:
        raise errors.InternalError(None, None, f'Job "{own.job_name}" was not defined in cluster')
    if own.task_index not in job.tasks:
        raise errors.InternalError(None, None, f'Task {own.task_index} was not defined in job "{own.job_name}"')
    return job.tasks[own.task_index]
