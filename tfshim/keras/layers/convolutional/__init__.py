"""Convolutions of every kind: regular, depthwise and separable, transposed, locally connected."""
