"""Functions of many numbers in the way that fills the vectors of this processor, where torch's does not."""
