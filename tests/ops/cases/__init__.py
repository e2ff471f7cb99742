"""The case lists, one module for each family of operations; each has a list named `cases`."""
