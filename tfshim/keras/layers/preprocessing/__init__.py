"""Layers that prepare data: numbers, categories, words and images."""
