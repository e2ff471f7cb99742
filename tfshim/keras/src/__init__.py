"""The place where Keras 2.15 keeps its code; a few programs import from it."""
