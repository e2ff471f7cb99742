"""Where the batches of `fit`, `evaluate` and `predict` come from."""
