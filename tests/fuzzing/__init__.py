"""Damaged files: what mutates them, what is read, and what may come of it. `scripts/fuzz_files.py` runs it at length."""
