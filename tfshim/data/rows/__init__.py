"""Functions of one element in the form that they have for many: a row for each."""
