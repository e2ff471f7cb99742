"""What the source of a program shows: its cells, the TensorFlow names it uses, and which version it is written for."""
