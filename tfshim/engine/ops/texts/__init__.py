"""The parts of error texts that tell how an operation is declared, and what it was called with."""
