"""Written forms of datasets, iterators and optionals."""
