"""Raw operations that no public function is made of: what other functions give, by TensorFlow's names and arguments."""
