"""The machines of a cluster by job and task."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_export
from tfshim.protos.examples import message


@tf_export("train.ClusterSpec")
class ClusterSpec:
    """A cluster as jobs with tasks, each of which is at an address. Mirrors `tf.train.ClusterSpec`.

    Arguments:
        cluster: a dictionary from the name of a job to the list of the addresses "HOST:PORT" of its tasks, or
            to a dictionary from their numbers to addresses, where not all are there; or a ClusterDef message;
            or another ClusterSpec.

    Raises:
        TypeError: `cluster`, a job, a number or an address is of none of these types.
        ValueError: a method is asked for a job or task that is not there.

    `jobs` lists the jobs, `num_tasks(job)`, `task_indices(job)`, `job_tasks(job)` and `task_address(job, number)` say
    what is in one, `as_dict()` and `as_cluster_def()` give all of it. `tf.distribute.Server` and the resolvers of
    `tf.distribute.cluster_resolver` take it.

    Example:
        >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {0: "c:1"}})
        >>> cluster.jobs, cluster.num_tasks("worker"), cluster.task_address("ps", 0)
        (['worker', 'ps'], 2, 'c:1')
        >>> cluster.job_tasks("worker")
        ['a:1', 'b:1']
    """

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, ClusterSpec):
            jobs = cluster._jobs
        elif isinstance(cluster, dict):
            jobs = {}
            for job, tasks in cluster.items():
                if isinstance(tasks, (list, tuple)):
                    tasks = dict(enumerate(tasks))
                elif not isinstance(tasks, dict):
                    raise TypeError(f"The tasks for job {job!r} must be a list or a dictionary from integers to strings.")
                for number, address in tasks.items():
                    if not isinstance(number, int) or not isinstance(address, (str, bytes)):
                        raise TypeError(f"Task addresses of job {job!r} must be strings with integers as numbers, got {address!r}")
                jobs[job] = {n: a.decode() if isinstance(a, bytes) else a for n, a in tasks.items()}
        elif hasattr(cluster, "job"):
            jobs = {job.name: dict(job.tasks) for job in cluster.job}
        else:
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a "
                f"`ClusterDef` protocol buffer. Received: {cluster!r}"
            )
        self._jobs = {job: dict(sorted(tasks.items())) for job, tasks in jobs.items()}

    def __bool__(self):
        return bool(self._jobs)

    def __eq__(self, other):
        return isinstance(other, ClusterSpec) and self._jobs == other._jobs

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return f"ClusterSpec({{{', '.join(f'{job!r}: {value!r}' for job, value in sorted(self.as_dict().items()))}}})"

    def as_dict(self) -> dict[str, Any]:
        """Give the cluster as a dictionary. Mirrors `tf.train.ClusterSpec.as_dict`.

        Returns:
            A new dictionary from the name of each job to the list of its tasks' addresses; to a dictionary from numbers to addresses
            where not all numbers from 0 on are there.

        It is what `tf.train.ClusterSpec` takes, and what stands as "cluster" in the environment variable TF_CONFIG: `json.dumps` writes
        it, except for jobs with missing numbers, whose keys would become texts.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {1: "c:1"}})
            >>> cluster.as_dict() == {"worker": ["a:1", "b:1"], "ps": {1: "c:1"}}
            True
        """
        return {job: list(tasks.values()) if list(tasks) == list(range(len(tasks))) else dict(tasks) for job, tasks in self._jobs.items()}

    def as_cluster_def(self) -> Any:
        """Give the cluster as a message. Mirrors `tf.train.ClusterSpec.as_cluster_def`.

        Returns:
            A `tf.train.ClusterDef`, which has a `job` for each name with its `tasks`, a map from numbers to addresses, jobs in the order
            of their names.

        Servers are configured by it, `tf.train.ServerDef(cluster=...)`, and it can be written to a file. `tf.train.ClusterSpec(message)`
        is the way back; `as_dict()` gives the same as Python's lists and dictionaries.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"]})
            >>> message = cluster.as_cluster_def()
            >>> message.job[0].name, dict(message.job[0].tasks)
            ('worker', {0: 'a:1', 1: 'b:1'})
            >>> tf.train.ClusterSpec(message) == cluster
            True
        """
        return message("ClusterDef")(job=[message("JobDef")(name=job, tasks=tasks) for job, tasks in sorted(self._jobs.items())])

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._jobs)

    def _tasks(self, job_name):
        try:
            return self._jobs[job_name]
        except KeyError:
            raise ValueError(f"No such job in cluster: {job_name!r}") from None

    def num_tasks(self, job_name: str) -> int:
        """Count the tasks of a job. Mirrors `tf.train.ClusterSpec.num_tasks`.

        Nothing is connected.

        Arguments:
            job_name: the name of the job, as "worker".

        Returns:
            An int. Numbers that are left out do not count.

        Raises:
            ValueError: the cluster has no such job; `jobs` lists those that it has.

        A program divides its data among the workers by it, `dataset.shard(cluster.num_tasks("worker"), task_index)`, and shares
        variables among parameter servers.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {3: "c:1"}})
            >>> cluster.num_tasks("worker"), cluster.num_tasks("ps")
            (2, 1)
        """
        return len(self._tasks(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """List the numbers of a job's tasks. Mirrors `tf.train.ClusterSpec.task_indices`.

        Arguments:
            job_name: the name of the job, as "worker".

        Returns:
            A list of ints in ascending order: 0, 1, ... for a job that was given as a list of addresses, the keys for one that was given
            as a dictionary.

        Raises:
            ValueError: the cluster has no such job; `jobs` lists those that it has.

        With `task_address(job_name, number)` it goes over all addresses of a job, also where numbers are missing.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {3: "c:1"}})
            >>> cluster.task_indices("worker"), cluster.task_indices("ps")
            ([0, 1], [3])
        """
        return list(self._tasks(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """Tell the address of a task. Mirrors `tf.train.ClusterSpec.task_address`.

        Arguments:
            job_name: the name of the job, as "worker".
            task_index: the number of the task, an int.

        Returns:
            The address as it was given, "HOST:PORT".

        Raises:
            ValueError: the cluster has no such job, or the job no such task.

        It is the address that others find the task at; a `tf.distribute.Server` of the task listens there, and
        `"grpc://" + cluster.task_address("worker", 0)` is what a session of TensorFlow 1 connects to.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"]})
            >>> cluster.task_address("worker", 1)
            'b:1'
        """
        try:
            return self._tasks(job_name)[task_index]
        except KeyError:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}") from None

    def job_tasks(self, job_name: str) -> list[str | None]:
        """List the addresses of a job's tasks. Mirrors `tf.train.ClusterSpec.job_tasks`.

        Arguments:
            job_name: the name of the job, as "worker".

        Returns:
            A list in which the place is the task's number; None for a number that is missing, which a job given as a dictionary may
            have.

        Raises:
            ValueError: the cluster has no such job; `jobs` lists those that it has.

        `task_indices(job_name)` lists the numbers that are there, `task_address(job_name, number)` gives the address of one.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {1: "c:1"}})
            >>> cluster.job_tasks("worker"), cluster.job_tasks("ps")
            (['a:1', 'b:1'], [None, 'c:1'])
        """
        tasks = self._tasks(job_name)
        return [tasks.get(i) for i in range(max(tasks) + 1)] if tasks else []
