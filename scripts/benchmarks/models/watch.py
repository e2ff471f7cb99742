"""When laps - epochs, or calls of `predict` - ended, and whether there were enough of them."""

_PATIENCE = 5


class Watch:
    """Takes the time at the end of every lap.

    Arguments:
        clock: function that returns seconds.
        seconds: how long the laps that count should take together.
        least: how many laps count at least; fewer where they take several times `seconds`.
        warm: laps before those that count: the first one traces, allocates and chooses kernels.
    """

    def __init__(self, clock, seconds, least, warm):
        self._clock, self._seconds, self._least, self._warm = clock, seconds, least, warm
        self._marks = []

    def lap(self):
        """Say that a lap has ended; returns whether it was the last one that is needed."""
        self._marks.append(self._clock())
        counted = self._marks[self._warm - 1 :]
        if len(counted) < 2:
            return False
        took = counted[-1] - counted[0]
        return took >= (self._seconds if len(counted) > self._least else _PATIENCE * self._seconds)

    def times(self):
        """Seconds of each lap that counts."""
        counted = self._marks[self._warm - 1 :]
        return [after - before for before, after in zip(counted, counted[1:])]
