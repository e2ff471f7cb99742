"""The generated part of the documentation: a page for each public namespace, and tables of what is supported."""
