"""Many strings at once: where they lie in memory, and their fingerprints."""
