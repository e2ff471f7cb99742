"""Heads: from logits to losses, metrics, predictions and signatures."""
