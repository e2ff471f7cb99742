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
        """{job: list of addresses}, or {job: {task: address}} where numbers are missing."""
        return {job: list(tasks.values()) if list(tasks) == list(range(len(tasks))) else dict(tasks) for job, tasks in self._jobs.items()}

    def as_cluster_def(self) -> Any:
        """A ClusterDef message."""
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
        """How many tasks a job has. Raises ValueError for a job that is not there."""
        return len(self._tasks(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The numbers of the tasks of a job."""
        return list(self._tasks(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task. Raises ValueError for one that is not there."""
        try:
            return self._tasks(job_name)[task_index]
        except KeyError:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}") from None

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks, None for numbers that are missing."""
        tasks = self._tasks(job_name)
        return [tasks.get(i) for i in range(max(tasks) + 1)] if tasks else []
