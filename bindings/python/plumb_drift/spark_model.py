"""How a model reaches the executors of Spark: one file, fetched once by each, and verified there.

addFile takes no folder outside of local mode, so the model's files travel as one tar. An executor
unpacks it once, whatever its number of Python workers, and holds every file against the hash that
the driver took; Plumb's own pins are checked on top when the model is loaded.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from . import _core, models
from .errors import Corrupt, NotFound, Unsupported

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

_BLOCK = 1 << 20
_OF_A_MODEL = ("*.json", "*.txt", "model.safetensors", "1_Pooling/config.json")


@dataclass(frozen=True)
class ShippedModel:
    """What a task needs to know of a model that was shipped; travels with the task."""

    asked: str  # what the model is asked for by, relative to `place` where it is a folder
    is_folder: bool
    place: str  # where its files belong below the folder that an executor unpacks them to
    archive: str  # the name of the tar among Spark's files
    hashes: tuple[tuple[str, str], ...]  # of each file its name and sha256

    def digest(self) -> str:
        """Of what is unpacked: files, and the place that the model's name gives them."""
        lines = "".join(f"{sha256}  {self.place}/{name}\n" for name, sha256 in self.hashes)
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    def install(self) -> str:
        """On an executor: what to ask for there; unpacks and verifies where nobody did before."""
        from pyspark import SparkFiles

        root = Path(SparkFiles.getRootDirectory())
        folder = root / f"plumb-model-{self.digest()}"
        if not folder.is_dir():
            self._unpack(root / self.archive, folder)
        os.environ["PLUMB_MODELS"] = str(folder)  # of this worker, which is Spark's alone
        os.environ["HF_HUB_CACHE"] = str(folder)
        return str(folder / self.place) if self.is_folder else self.asked

    def _unpack(self, archive: Path, folder: Path) -> None:
        if not archive.is_file():
            raise NotFound(f"the model {self.asked} was not shipped to this executor: no {archive}")
        half = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            self._extract(archive, half / self.place)
            try:
                half.rename(folder)
            except OSError:
                if not folder.is_dir():  # else another worker of this executor was first
                    raise
        finally:
            shutil.rmtree(half, ignore_errors=True)

    def _extract(self, archive: Path, into: Path) -> None:
        wanted = dict(self.hashes)
        with tarfile.open(archive) as tar:
            for member in tar:
                sha256 = wanted.pop(member.name, None)
                stream = tar.extractfile(member) if sha256 else None
                if stream is None:
                    continue  # nothing that the driver named
                target = into / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                if _copied(stream, target) != sha256:
                    raise Corrupt(
                        f"{member.name} of the model {self.asked} came to this executor damaged: "
                        f"its sha256 is not {sha256}"
                    )
        if wanted:
            raise Corrupt(f"the model {self.asked} came to this executor without {sorted(wanted)}")


def _copied(stream: IO[bytes], target: Path) -> str:
    """Writes a file; the sha256 of what was written."""
    sha256 = hashlib.sha256()
    with target.open("wb") as file:
        while block := stream.read(_BLOCK):
            sha256.update(block)
            file.write(block)
    return sha256.hexdigest()


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _described(model: str) -> tuple[ShippedModel, Path]:
    """A model on the driver, with the name that results record of it on every machine."""
    folder, name = _core.model_folder(model), _core.model_name(model)
    files = sorted(path for pattern in _OF_A_MODEL for path in Path(folder).glob(pattern))
    hashes = tuple((path.relative_to(folder).as_posix(), _hash_of(path)) for path in files)
    is_folder = folder == model
    if is_folder:
        place = f"folder/{name}"
    elif "/" in name:  # of the Hugging Face hub, laid out as in its cache
        place = f"models--{name.replace('/', '--')}/snapshots/main"
    else:
        place = name
    described = ShippedModel(name, is_folder, place, "", hashes)
    archive = f"plumb-model-{described.digest()}.tar"
    return ShippedModel(name, is_folder, place, archive, hashes), Path(folder)


_shipped: dict[tuple[str, str], ShippedModel] = {}  # by application and model


def ship(session: SparkSession, model: str | os.PathLike[str]) -> ShippedModel:
    """Has every executor of a session fetch the model, now or when it starts."""
    model = models.model_of(model)
    context = context_of(session)
    key = (context.applicationId, model)
    if key not in _shipped:
        described, folder = _described(model)
        # Executors that come later fetch it too, so it stays as long as the driver.
        shelf = Path(tempfile.mkdtemp(prefix="plumb-spark-"))
        atexit.register(shutil.rmtree, shelf, ignore_errors=True)
        archive = shelf / described.archive
        with tarfile.open(archive, "w") as tar:
            for name, _ in described.hashes:
                tar.add((folder / name).resolve(), arcname=name)
        context.addFile(str(archive))
        _shipped[key] = described
    return _shipped[key]


def context_of(session: SparkSession) -> SparkContext:
    """The context of a classic session, which has files for executors."""
    try:
        return session.sparkContext
    except Exception as error:  # what Spark Connect raises depends on the version
        raise Unsupported(
            "plumb_drift.spark needs a classic session of Spark; one of Spark Connect has no files "
            f"for executors ({type(error).__name__})"
        ) from None
