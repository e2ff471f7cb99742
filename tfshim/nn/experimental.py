"""`tf.nn.experimental`: dropout with its own sampler or seed."""

from tfshim._listing import listing
from tfshim.nn.dropouts import general_dropout, stateless_dropout

__all__ = ["general_dropout", "stateless_dropout"]
__dir__ = listing(globals())
