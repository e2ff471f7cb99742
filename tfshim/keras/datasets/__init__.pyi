# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.datasets import boston_housing as boston_housing, cifar10 as cifar10, cifar100 as cifar100, fashion_mnist as fashion_mnist
from tfshim.keras.datasets import imdb as imdb, mnist as mnist, reuters as reuters
