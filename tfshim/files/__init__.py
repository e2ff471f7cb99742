"""Files and texts of them: written beside and put into place, read without trusting what is in them."""
