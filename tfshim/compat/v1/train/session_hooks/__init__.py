"""What hooks of sessions are made of."""
