"""Variables, changing them in place, and the objects that track them."""
