"""Models as torch's modules, and torch's modules as layers."""
