"""`tf.nn.experimental`: dropout with a sampler or a seed of its own."""

from tfshim._listing import listing
from tfshim.nn.dropouts import general_dropout, stateless_dropout

__all__ = ["general_dropout", "stateless_dropout"]
__dir__ = listing(globals())
