"""`tf.saved_model.experimental`."""

import os

from google.protobuf.message import DecodeError

from tfshim._listing import listing
from tfshim.engine.runtime import errors
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.saved_model import constants, fingerprints
from tfshim.saved_model.options import VariablePolicy


class Fingerprint:
    """Hashes that identify a saved model. Mirrors `tf.saved_model.experimental.Fingerprint`."""

    def __init__(
        self,
        saved_model_checksum=None,
        graph_def_program_hash=None,
        signature_def_hash=None,
        saved_object_graph_hash=None,
        checkpoint_hash=None,
        version=None,
    ):
        self.saved_model_checksum, self.graph_def_program_hash = saved_model_checksum, graph_def_program_hash
        self.signature_def_hash, self.saved_object_graph_hash = signature_def_hash, saved_object_graph_hash
        self.checkpoint_hash, self.version = checkpoint_hash, version

    @classmethod
    def from_proto(cls, proto):
        """The fingerprint of a FingerprintDef message. Raises ValueError for another one."""
        try:
            return cls(
                proto.saved_model_checksum,
                proto.graph_def_program_hash,
                proto.signature_def_hash,
                proto.saved_object_graph_hash,
                proto.checkpoint_hash,
                proto.version,
            )
        except AttributeError as error:
            raise ValueError(f"Given proto could not be deserialized as fingerprint.{error}") from None

    def __eq__(self, other):
        return isinstance(other, Fingerprint) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def singleprint(self):
        """The hashes in one string. Raises ValueError where one is missing."""
        parts = (self.graph_def_program_hash, self.signature_def_hash, self.saved_object_graph_hash, self.checkpoint_hash)
        if None in parts:
            raise ValueError("Fingerprint: a hash is missing.")
        return "/".join(map(str, parts))


def read_fingerprint(export_dir):
    """The Fingerprint of the saved model in `export_dir`. Mirrors `tf.saved_model.experimental.read_fingerprint`.

    Raises FileNotFoundError where there is none, RuntimeError for a file that is none.
    """
    path = os.path.join(os.fsdecode(export_dir), constants.FINGERPRINT_FILENAME)
    try:
        return Fingerprint.from_proto(fingerprints.read(os.fsdecode(export_dir)))
    except FileNotFoundError:
        raise FileNotFoundError(f"SavedModel Fingerprint Error: {errors.NotFoundError.__name__}: {path} does not exist.") from None
    except DecodeError as error:
        raise RuntimeError(f"SavedModel Fingerprint Error: {path} is damaged ({error}).") from None


class TrackableResource(AutoTrackable):
    """A base of objects with a resource of their own, made by `_create_resource`.

    Mirrors `tf.saved_model.experimental.TrackableResource`.
    """

    def __init__(self, device=""):
        self._device = device

    def _create_resource(self):
        raise NotImplementedError("TrackableResource._create_resource Not Implemented.")

    @property
    def resource_handle(self):
        """What `_create_resource` gave."""
        if "_self_handle" not in self.__dict__:
            self.__dict__["_self_handle"] = self._create_resource()
        return self.__dict__["_self_handle"]


__all__ = ["Fingerprint", "TrackableResource", "VariablePolicy", "read_fingerprint"]
__dir__ = listing(globals())
