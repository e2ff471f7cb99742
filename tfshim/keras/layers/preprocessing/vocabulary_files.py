"""Files of vocabularies that the configurations of layers name: what is loaded may not have any file opened."""

from typing import Any

from tfshim.keras._safe_mode import assets_follow, in_safe_mode


def set_aside(config: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """(name of a file, configuration without it) where `config` names a vocabulary file and what is loaded may not open files.

    The vocabulary is then among the assets of the model. Raises ValueError where it has none.
    """
    path = config.get("vocabulary")
    if not isinstance(path, str) or not in_safe_mode():
        return None, config
    if not assets_follow():
        raise not_opened(path, config.get("name"))
    return path, {**config, "vocabulary": None, "has_input_vocabulary": True}


def not_opened(path: str, layer: str | None) -> ValueError:
    """The error for a vocabulary file that a saved model names and does not contain."""
    return ValueError(
        f"The saved layer {layer!r} names the file {path!r} as its vocabulary, which is not part of what is loaded, and no "
        "file may name another file to be opened. If you trust the source of the saved model, pass `safe_mode=False` to the "
        "loading function, or call `tf.keras.config.enable_unsafe_deserialization()` before."
    )
