"""`tf.saved_model.experimental`: fingerprints, resources and placements of saved models."""

import os

from google.protobuf.message import DecodeError

from tfshim._listing import listing
from tfshim.engine.runtime import errors
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.files.places import on_disk
from tfshim.saved_model import constants, fingerprints
from tfshim.saved_model.options import VariablePolicy


class Fingerprint:
    """Numbers that identify the content of a SavedModel. Mirrors `tf.saved_model.experimental.Fingerprint`.

    `tf.saved_model.experimental.read_fingerprint(path)` gives that of a folder. Two models with equal fingerprints have the same graphs,
    signatures and values.

    Arguments:
        saved_model_checksum: that of the file `saved_model.pb`, an int.
        graph_def_program_hash: that of the graph.
        signature_def_hash: that of the signatures.
        saved_object_graph_hash: that of the objects.
        checkpoint_hash: that of the values.
        version: the version of the way in which they are computed. All are None by default, and attributes of the object.

    Example:
        >>> module = tf.Module()
        >>> module.v = tf.Variable(1.0)
        >>> tf.saved_model.save(module, "fingerprinted")
        >>> found = tf.saved_model.experimental.read_fingerprint("fingerprinted")
        >>> found == tf.saved_model.experimental.read_fingerprint("fingerprinted"), found.checkpoint_hash > 0
        (True, True)
    """

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
        """The fingerprint that a protocol buffer holds. Mirrors `tf.saved_model.experimental.Fingerprint.from_proto`.

        The file `fingerprint.pb` of a SavedModel is such a message; `tf.saved_model.experimental.read_fingerprint` reads it and calls this.
        It is a class method, for programs that got the message by another way.

        Arguments:
            proto: a FingerprintDef message, or any object with its fields as attributes: saved_model_checksum, graph_def_program_hash,
                signature_def_hash, saved_object_graph_hash, checkpoint_hash and version.

        Returns:
            a Fingerprint.

        Raises:
            ValueError: a field is missing.

        Example:
            >>> one = tf.saved_model.experimental.Fingerprint(1, 2, 3, 4, 5)
            >>> tf.saved_model.experimental.Fingerprint.from_proto(one) == one
            True
        """
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
        """The hashes of a SavedModel in one text. Mirrors `tf.saved_model.experimental.Fingerprint.singleprint`.

        It is what registries of models keep, to find out whether a model that arrives is one they have. The checksum of the file is left
        out: it changes with the order in which the file was written. It takes no arguments.

        Returns:
            a str of four numbers with "/" between them: the hashes of graph, signatures, objects and values.

        Raises:
            ValueError: one of them is missing.

        Example:
            >>> made = tf.saved_model.experimental.Fingerprint(1, 2, 3, 4, 5)
            >>> made.singleprint()
            '2/3/4/5'
        """
        parts = (self.graph_def_program_hash, self.signature_def_hash, self.saved_object_graph_hash, self.checkpoint_hash)
        if None in parts:
            raise ValueError("Fingerprint: a hash is missing.")
        return "/".join(map(str, parts))


def read_fingerprint(export_dir):
    """The fingerprint of a SavedModel. Mirrors `tf.saved_model.experimental.read_fingerprint`.

    It tells what is in a folder without loading it: two models with equal fingerprints have the same graphs, signatures and values.

    Arguments:
        export_dir: the folder of the SavedModel, a path.

    Returns:
        a `tf.saved_model.experimental.Fingerprint`.

    Raises:
        FileNotFoundError: the folder has no fingerprint, as those of old versions have none.
        RuntimeError: its file is damaged.

    Example:
        >>> module = tf.Module()
        >>> module.v = tf.Variable(1.0)
        >>> tf.saved_model.save(module, "with_fingerprint")
        >>> tf.saved_model.experimental.read_fingerprint("with_fingerprint").singleprint().count("/")
        3
    """
    path = os.path.join(on_disk(export_dir), constants.FINGERPRINT_FILENAME)
    try:
        return Fingerprint.from_proto(fingerprints.read(on_disk(export_dir)))
    except FileNotFoundError:
        raise FileNotFoundError(f"SavedModel Fingerprint Error: {errors.NotFoundError.__name__}: {path} does not exist.") from None
    except DecodeError as error:
        raise RuntimeError(f"SavedModel Fingerprint Error: {path} is damaged ({error}).") from None


class TrackableResource(AutoTrackable):
    """A base of objects with a resource of their own. Mirrors `tf.saved_model.experimental.TrackableResource`.

    A subclass defines `_create_resource`, which makes the resource, a tensor that stands for something with a state, and gives it;
    `resource_handle` calls it once, when it is first asked for. It may define `_initialize`, which fills it, and `_destroy_resource`.
    Saved models keep these functions, so that the resource is made again where the model is loaded.

    Arguments:
        device: the device for the resource, "" by default.

    Example:
        >>> class Counter(tf.saved_model.experimental.TrackableResource):
        ...     def _create_resource(self):
        ...         return tf.constant(7)
        >>> counter = Counter()
        >>> int(counter.resource_handle), counter.resource_handle is counter.resource_handle
        (7, True)
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
