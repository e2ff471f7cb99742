"""`tf.math.special`: Bessel functions and integrals that have no closed form."""

from tfshim._listing import lazily, names

_MODULES = {
    "bessel": """bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e bessel_y0
        bessel_y1""",
    "integrals": "dawsn expint fresnel_cos fresnel_sin spence",
}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
