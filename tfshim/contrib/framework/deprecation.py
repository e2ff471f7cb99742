"""`deprecated` of `tf.contrib.framework`: functions that log a deprecation warning."""

import functools

from tfshim.compat.v1 import logging


def deprecated(date, instructions, warn_once=True):
    """A decorator: calls are logged as a warning that the function will be removed after `date` (None: some day).

    `instructions` say what to use instead; with `warn_once` only the first call is logged. Raises ValueError without them.
    """
    if not instructions:
        raise ValueError("Don't deprecate things without conversion instructions!")

    def decorate(function):
        when = "in a future version" if date is None else f"after {date}"

        @functools.wraps(function)
        def call(*args, **kwargs):
            if not (warn_once and call.logged):
                call.logged = True
                logging.warning(
                    "%s (from %s) is deprecated and will be removed %s.\nInstructions for updating:\n%s",
                    function.__name__,
                    function.__module__,
                    when,
                    instructions,
                )
            return function(*args, **kwargs)

        call.logged = False
        return call

    return decorate
