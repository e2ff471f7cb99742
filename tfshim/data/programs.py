"""Functions that users give to datasets: traced once, then run for every element."""

from tfshim.data.structures import call, normalized, spec_of
from tfshim.engine import nest
from tfshim.engine.autograph import convert_for_tracing
from tfshim.engine.function import function
from tfshim.engine.random.seeds import Frame
from tfshim.engine.state import TS


class Program:
    """A traced function from elements of `specs` (one structure for each argument group) to an element.

    `spread`: whether a single structure that is a tuple is spread over the function's arguments.
    """

    def __init__(self, given, specs, what, spread=True):
        if not callable(given):
            raise ValueError(f"Argument `func` must be a callable. Received func={given} (of type {type(given)})")
        converted = convert_for_tracing(given)
        outcome = []

        def program(*flat):
            if spread:
                result = call(converted, specs, flat)
            else:
                result = converted(*nest.pack_sequence_as(specs, flat))
            made = normalized(result, what)
            outcome[:] = [spec_of(made)]
            return tuple(nest.flatten(made))

        self._concrete = function(program, autograph=False).get_concrete_function(*nest.flatten(specs))
        self.element_spec = outcome[0]

    def opened(self):
        """A callable for one iterator: random operations of the function start afresh with it."""
        frame, concrete = Frame(), self._concrete

        def run(flat):
            tape, TS.tape = TS.tape, None  # what a pipeline computes is no part of anybody's gradient
            try:
                return list(frame.run(concrete, *flat))
            finally:
                TS.tape = tape

        return run
