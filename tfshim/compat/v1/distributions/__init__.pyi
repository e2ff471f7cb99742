# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.distributions.base import Distribution as Distribution, FULLY_REPARAMETERIZED as FULLY_REPARAMETERIZED
from tfshim.compat.v1.distributions.base import NOT_REPARAMETERIZED as NOT_REPARAMETERIZED, ReparameterizationType as ReparameterizationType
from tfshim.compat.v1.distributions.counts import Bernoulli as Bernoulli, Categorical as Categorical
from tfshim.compat.v1.distributions.counts import DirichletMultinomial as DirichletMultinomial, Multinomial as Multinomial
from tfshim.compat.v1.distributions.divergence import RegisterKL as RegisterKL, kl_divergence as kl_divergence
from tfshim.compat.v1.distributions.locations import Laplace as Laplace, Normal as Normal, StudentT as StudentT, Uniform as Uniform
from tfshim.compat.v1.distributions.positives import Beta as Beta, Dirichlet as Dirichlet, Exponential as Exponential, Gamma as Gamma
