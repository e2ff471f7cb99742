"""SavedModels that were written as JSON, before they had TensorFlow's layout: they are read, not written any more."""
