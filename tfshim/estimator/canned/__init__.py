"""Estimators of ready-made models over feature columns."""
