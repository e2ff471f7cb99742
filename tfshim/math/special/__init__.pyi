# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.math.special.bessel import bessel_i0 as bessel_i0, bessel_i0e as bessel_i0e, bessel_i1 as bessel_i1, bessel_i1e as bessel_i1e
from tfshim.math.special.bessel import bessel_j0 as bessel_j0, bessel_j1 as bessel_j1, bessel_k0 as bessel_k0, bessel_k0e as bessel_k0e
from tfshim.math.special.bessel import bessel_k1 as bessel_k1, bessel_k1e as bessel_k1e, bessel_y0 as bessel_y0, bessel_y1 as bessel_y1
from tfshim.math.special.integrals import dawsn as dawsn, expint as expint, fresnel_cos as fresnel_cos, fresnel_sin as fresnel_sin
from tfshim.math.special.integrals import spence as spence
