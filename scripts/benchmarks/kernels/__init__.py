"""Single operations on tensors as large as those of models, and their gradients."""
