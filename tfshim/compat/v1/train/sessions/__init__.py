"""Sessions of a training that are initialized or restored, watched by hooks, and begun anew."""
