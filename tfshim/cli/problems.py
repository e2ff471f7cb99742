"""What a command cannot do, told in a line instead of a traceback."""


class UsageError(Exception):
    """The command line makes no sense; the message says why."""


class EnvironmentProblem(Exception):
    """The environment cannot be switched; the message says why."""
