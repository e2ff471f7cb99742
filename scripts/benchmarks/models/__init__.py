"""Whole models: a training step and `predict` in tfshim, in TensorFlow and in hand-written torch.

`catalog` lists them. For each family there is `keras_FAMILY`, one file that tfshim and TensorFlow both run, and
`torch_FAMILY`, the same models as a torch user writes them.
"""
