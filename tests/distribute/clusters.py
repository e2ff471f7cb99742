"""Clusters whose tasks are servers of this process."""

import socket

import tfshim as tf

D = tf.distribute


def free_address():
    with socket.socket() as s:
        s.bind(("localhost", 0))
        return f"localhost:{s.getsockname()[1]}"


class Cluster:
    """Servers of this process, and what schedules functions on them."""

    def __init__(self, workers, servers):
        self.spec = tf.train.ClusterSpec(
            {"worker": [free_address() for _ in range(workers)], "ps": [free_address() for _ in range(servers)]}
        )
        self.tasks = {}
        for job in self.spec.jobs:
            for i in self.spec.task_indices(job):
                self.start(job, i)
        self.strategy = D.ParameterServerStrategy(D.cluster_resolver.SimpleClusterResolver(self.spec))
        self.coordinator = D.coordinator.ClusterCoordinator(self.strategy)

    def start(self, job, i):
        self.tasks[job, i] = D.Server(self.spec, job, i)

    def stop(self, job, i):
        self.tasks.pop((job, i))._stop()

    def variable(self, value):
        with self.strategy.scope():
            return tf.Variable(value)

    def run(self, function, *args):
        made = self.coordinator.schedule(function, args=args)
        self.coordinator.join()
        return made.fetch()
