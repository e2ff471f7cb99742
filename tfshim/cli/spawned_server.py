"""Imported by multiprocessing's server of forks, so that the processes it makes have tfshim active."""

from tfshim.cli import spawned

spawned.begin()
