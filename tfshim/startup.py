"""What `tfshim enable` copies into an environment: at interpreter start, nothing but a finder that waits.

This file imports nothing of tfshim when it is loaded, and is installed alone (`_tfshim_startup.py` in site-packages). The
first import of `tensorflow`, `keras` or `tf_keras` that reaches the finder activates tfshim and lets its own finder answer.
"""

import sys


class StartupFinder:
    is_tfshim_alias = True
    force = False

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if fullname not in ("tensorflow", "keras", "tf_keras") or cls not in sys.meta_path:
            return None
        sys.meta_path.remove(cls)  # so that what tfshim imports meanwhile is not asked of us again
        try:
            import tfshim.activation
        except ModuleNotFoundError:  # tfshim was uninstalled since
            return None
        tfshim.activation.activate(force=cls.force)
        for finder in sys.meta_path:
            if isinstance(finder, tfshim.activation.AliasFinder):
                return finder.find_spec(fullname, path, target)
        return None

    @classmethod
    def find_distributions(cls, context=None):
        """What `importlib.metadata` asks of finders."""
        name = getattr(context, "name", None)
        if name is not None and not name.lower().startswith(("tensorflow", "keras")):
            return []
        try:
            from tfshim import activation, stand_ins
        except ImportError:
            return []
        packages = [name for name in activation.ROOTS[2] if cls.force or activation.kept(name) is None]
        return stand_ins.found(context or stand_ins.EVERYTHING, packages, cls.force)


def install(force=False):
    StartupFinder.force = force
    # At the end, a real package of that name is found first; in front only where that was asked for.
    sys.meta_path.insert(0, StartupFinder) if force else sys.meta_path.append(StartupFinder)
