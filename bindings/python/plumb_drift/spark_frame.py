"""What a data frame of Spark has to look like, checked on the driver before anything runs, and
what went wrong on an executor, told on the driver as one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import errors
from .errors import InvalidInput, PlumbError

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType

_TEXTS = ("prompt", "response", "severity")


def check_frame(df: object, what: str = "df") -> None:
    """By what it can do, so that pyspark is not imported for it."""
    if not (hasattr(df, "sparkSession") and hasattr(df, "mapInArrow")):
        raise InvalidInput(
            f"{what} is of the type {type(df).__name__}; a data frame of Spark is expected"
        )


def check_columns(df: DataFrame, *names: str) -> None:
    """Each is there, and once: Spark takes two columns of one name until somebody asks for it."""
    missing = [name for name in names if name not in df.columns]
    if missing:
        raise InvalidInput(f"the data frame lacks {missing}; it has {df.columns}")
    for name in names:
        if df.columns.count(name) > 1:
            raise InvalidInput(f"the data frame has the column {name!r} twice; rename one")


def check_texts(df: DataFrame, *names: str) -> None:
    """Each is there once, and of strings."""
    check_columns(df, *names)
    for name in names:
        if not _is_text(_type_of(df, name)):
            raise _wrong_type(df, name, "strings", f'col("{name}").cast("string")')


def result_columns(df: DataFrame) -> list[Column]:
    """The columns of a result as Plumb reads them, whatever kind of string or number Spark has."""
    from pyspark.sql import functions

    check_columns(df, "id", "response")
    there = [*_TEXTS, "tools", "labels", "embedding"]
    check_columns(df, *(name for name in there if name in df.columns))
    check_texts(df, *(name for name in _TEXTS if name in df.columns))
    if not (_is_text(_type_of(df, "id")) or _is_whole(_type_of(df, "id"))):
        raise _wrong_type(df, "id", "strings or whole numbers", 'col("id").cast("string")')
    chosen = [
        functions.col(name).cast("string").alias(name)
        for name in ("id", *_TEXTS)
        if name in df.columns
    ]
    if "tools" in df.columns:
        chosen.append(_tool_names(df).alias("tools"))
    if "labels" in df.columns:
        _check_labels(df)
        chosen.append(functions.col("labels").cast("map<string,string>").alias("labels"))
    if "embedding" in df.columns:
        _check_vectors(df)
        chosen.append(functions.col("embedding"))
    return chosen


def with_plain_strings(df: DataFrame) -> DataFrame:
    """With columns of char(n) and varchar(n) as strings: mapInArrow gives back no others."""
    from pyspark.sql import functions, types

    bounded = [
        field.name
        for field in df.schema.fields
        if isinstance(field.dataType, (types.CharType, types.VarcharType))
    ]
    if not bounded:
        return df
    return df.withColumns({name: functions.col(f"`{name}`").cast("string") for name in bounded})


def _type_of(df: DataFrame, name: str) -> DataType:
    return df.schema.fields[df.columns.index(name)].dataType


def _is_text(kind: object) -> bool:
    """Collated strings, char(n) and varchar(n) too."""
    from pyspark.sql import types

    return isinstance(kind, (types.StringType, types.CharType, types.VarcharType))


def _is_whole(kind: object) -> bool:
    from pyspark.sql import types

    return isinstance(kind, (types.ByteType, types.ShortType, types.IntegerType, types.LongType))


def _wrong_type(df: DataFrame, name: str, expected: str, way_out: str) -> InvalidInput:
    kind = _type_of(df, name).simpleString()
    return InvalidInput(
        f"the column {name!r} is of the type {kind}; {expected} are expected, as by {way_out}"
    )


def _tool_names(df: DataFrame) -> Column:
    """Names, or calls with a name: a profile keeps the names."""
    from pyspark.sql import functions, types

    kind = _type_of(df, "tools")
    element = getattr(kind, "elementType", None)
    if isinstance(element, types.StructType) and "name" in element.names:
        if _is_text(element["name"].dataType):
            return functions.transform("tools", lambda call: call["name"].cast("string"))
    if not _is_text(element):
        raise _wrong_type(df, "tools", "arrays of names", 'array(lit("search"), lit("mail"))')
    return functions.col("tools").cast("array<string>")


def _check_labels(df: DataFrame) -> None:
    kind = _type_of(df, "labels")
    if not (
        _is_text(getattr(kind, "keyType", None)) and _is_text(getattr(kind, "valueType", None))
    ):
        raise _wrong_type(
            df, "labels", "maps of strings to strings", 'create_map(lit("region"), col("region"))'
        )


def _check_vectors(df: DataFrame) -> None:
    from pyspark.sql import types

    element = getattr(_type_of(df, "embedding"), "elementType", None)
    if not isinstance(element, (types.FloatType, types.DoubleType)):
        raise _wrong_type(
            df, "embedding", "arrays of floats", 'col("embedding").cast("array<float>")'
        )


_TOLD = re.compile(r"plumb_drift\.errors\.(\w+): (.+)")


@contextmanager
def plain_errors() -> Iterator[None]:
    """What Plumb said in a task, without the stack of Java around it; anything else as it is."""
    try:
        yield
    except PlumbError:
        raise
    except Exception as error:
        told = _TOLD.search(str(error))
        kind = getattr(errors, told[1], None) if told else None
        if told is None or not (isinstance(kind, type) and issubclass(kind, PlumbError)):
            raise
        raise kind(told[2].strip()) from None
