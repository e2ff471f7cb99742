"""Datasets of strategies: each replica or worker gets a part of every batch, or batches of its own."""
