"""What only this process has, such as Python functions: in what is sent, a number stands for it.

A worker in the same process finds it again by that number, as TensorFlow's finds Python functions; one in another process does not.
"""

import itertools
import os
import uuid
import weakref

from tfshim.refusals import refused

_OWN = uuid.uuid4().hex
_found = weakref.WeakValueDictionary()
_numbers = itertools.count(1)
_kept = []


def process():
    """A name for this process that no other one has, also after a fork."""
    return f"{_OWN}-{os.getpid()}"


def number_of(x):
    """The number of `x`, which has to be kept by who sends it."""
    for number, known in list(_found.items()):
        if known is x:
            return number
    number = next(_numbers)
    _found[number] = x
    return number


def keep(x):
    """Keep `x` for good: who reads by an id alone does not hold what it stands for."""
    _kept.append(x)


def found(owner, number, reason):
    """What has the `number` in the process `owner`. NotImplementedError in another one, with the reason why it was not sent whole."""
    made = _found.get(number) if owner == process() else None
    if made is None:
        raise refused("tf.data.experimental.service.register_dataset", "sent", reason=reason)
    return made
