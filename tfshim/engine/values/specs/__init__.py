"""Specs that can do more than describe one value."""
