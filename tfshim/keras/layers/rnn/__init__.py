"""Recurrent layers, their cells and loops."""
