"""Steps of training as the list of torch calls that they come to, captured once and replayed."""
