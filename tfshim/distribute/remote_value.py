"""The base of results that are elsewhere."""

from __future__ import annotations

from typing import Any


class RemoteValue:
    """A result that may still be computed on a worker. Mirrors `tf.distribute.coordinator.RemoteValue`.

    `ClusterCoordinator.schedule` gives one for each function; it is not made otherwise. `get` and `fetch` wait for it. It is no
    tensor: operations do not take it, and neither do functions that are scheduled.

    Raises:
        The error of the function, when the result is asked for.

    Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
        >>> import socket
        >>> def address():
        ...     with socket.create_server(("localhost", 0)) as free:
        ...         return f"localhost:{free.getsockname()[1]}"
        >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
        >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
        >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
        >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
        >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
        >>> result = coordinator.schedule(tf.function(lambda: tf.constant([1, 2])))
        >>> isinstance(result, tf.distribute.coordinator.RemoteValue), result.fetch().tolist()
        (True, [1, 2])
    """

    __module__ = "tensorflow.python.distribute.coordinator.remote_value"

    def fetch(self) -> Any:
        """Wait for the result and give it as arrays. Mirrors `tf.distribute.coordinator.RemoteValue.fetch`.

        `ClusterCoordinator.fetch` does it for all RemoteValues of a structure at once.

        Returns:
            What the function gave, with a NumPy array for each tensor: the same nest of lists and dictionaries; for scalars a NumPy
            scalar, and None for a function that gives nothing.

        Raises:
            The error of the function; `tf.errors.CancelledError` where another one failed before and it was cancelled.

        Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
            >>> import socket
            >>> def address():
            ...     with socket.create_server(("localhost", 0)) as free:
            ...         return f"localhost:{free.getsockname()[1]}"
            >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
            >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
            >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
            >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            >>> result = coordinator.schedule(tf.function(lambda: {"loss": tf.constant([0.5, 0.25])}))
            >>> result.fetch()["loss"].tolist()
            [0.5, 0.25]
        """
        raise NotImplementedError("Must be implemented in subclasses.")

    def get(self) -> Any:
        """Wait for the result and give it as tensors. Mirrors `tf.distribute.coordinator.RemoteValue.get`.

        The tensors are copied to the program that schedules, where eager operations take them; `fetch` gives arrays of NumPy.

        Returns:
            What the function gave, the same nest of lists and dictionaries; None for a function that gives nothing.

        Raises:
            The error of the function; `tf.errors.CancelledError` where another one failed before and it was cancelled.

        Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
            >>> import socket
            >>> def address():
            ...     with socket.create_server(("localhost", 0)) as free:
            ...         return f"localhost:{free.getsockname()[1]}"
            >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
            >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
            >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
            >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            >>> result = coordinator.schedule(tf.function(lambda: tf.constant([1.0, 2.0])))
            >>> float(tf.reduce_sum(result.get()))
            3.0
        """
        raise NotImplementedError("Must be implemented in subclasses.")
