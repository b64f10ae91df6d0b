"""The ingest of the service as a team would write it in Python: FastAPI, pydantic, SQLAlchemy.

It does the same inserts as `plumb serve` with the same durability: a table with the same columns
and keys, one transaction a body with its audit line, journal WAL and synchronous FULL; a known id
with another content refuses the body. At its best: SQLAlchemy's core with one executemany a body
and no objects, uvicorn on uvloop and httptools, no access log.

    python fastapi_server.py DATABASE          prints its port, then serves
"""

import socket
import sys
import time
from typing import Literal

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field
from sqlalchemy import (BigInteger, Column, ForeignKey, Integer, MetaData, Table, Text,
                        UniqueConstraint, create_engine, event, func, select, update)
from sqlalchemy.dialects.sqlite import insert

SEVERITIES = ("critical", "high", "medium", "low", "info", "unknown")


class NewExecution(BaseModel):
    name: str = ""


class Result(BaseModel):
    id: str = Field(min_length=1, max_length=500)
    prompt: str | None = None
    response: str
    severity: Literal["critical", "high", "medium", "low", "info", "unknown"] | None = None
    tools: list[str] | None = None
    labels: dict[str, str] | None = None


class NewResults(BaseModel):
    results: list[Result]


METADATA = MetaData()
EXECUTIONS = Table(
    "executions", METADATA, Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False), Column("created_at", BigInteger, nullable=False),
    Column("results", BigInteger, nullable=False, default=0),
    *[Column(severity, BigInteger, nullable=False, default=0) for severity in SEVERITIES])
RESULTS = Table(
    "results", METADATA,
    Column("execution_id", ForeignKey("executions.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True), Column("result_id", Text, nullable=False),
    Column("severity", Text), Column("line", Text, nullable=False),
    Column("received_at", BigInteger, nullable=False),
    UniqueConstraint("execution_id", "result_id"))
AUDIT = Table(
    "audit_log", METADATA, Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False), Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False), Column("subject", Text, nullable=False))


def opened(path):
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def set_up(connection, _):
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON",
                       "cache_size=-16384", "wal_autocheckpoint=4000"):
            connection.execute(f"PRAGMA {pragma}")

    METADATA.create_all(engine)
    return engine


def check_repeated(connection, execution_id, lines):
    """409 where an id is there with another content."""
    there = connection.execute(select(RESULTS.c.result_id, RESULTS.c.line).where(
        RESULTS.c.execution_id == execution_id, RESULTS.c.result_id.in_(list(lines))))
    if any(lines[result_id] != line for result_id, line in there):
        raise HTTPException(409, "an id is there with another content")


def added(connection, execution_id, results):
    """How many of the results are new."""
    found = connection.execute(select(EXECUTIONS.c.results)
                               .where(EXECUTIONS.c.id == execution_id)).scalar_one_or_none()
    if found is None:
        raise HTTPException(404, "no such execution")
    now = time.time_ns() // 1_000_000
    rows = [{"execution_id": execution_id, "number": found + i, "result_id": result.id,
             "severity": result.severity, "line": result.model_dump_json(exclude_none=True),
             "received_at": now} for i, result in enumerate(results)]
    connection.execute(insert(RESULTS).on_conflict_do_nothing(), rows)
    count = connection.execute(select(func.count()).select_from(RESULTS).where(
        RESULTS.c.execution_id == execution_id, RESULTS.c.number >= found)).scalar_one()
    if count < len(rows):
        check_repeated(connection, execution_id, {row["result_id"]: row["line"] for row in rows})
    changes = {"results": EXECUTIONS.c.results + count}
    for severity in SEVERITIES:
        of_level = sum(result.severity == severity for result in results)
        changes[severity] = EXECUTIONS.c[severity] + of_level
    connection.execute(update(EXECUTIONS).where(EXECUTIONS.c.id == execution_id).values(changes))
    connection.execute(AUDIT.insert().values(at=now, actor="loopback", action="result.add",
                                             subject=f"executions/{execution_id}/results"))
    return count


def application(engine):
    app = FastAPI()

    @app.post("/api/v1/executions", status_code=201)
    def create(execution: NewExecution):
        with engine.begin() as connection:
            made = connection.execute(EXECUTIONS.insert().values(
                name=execution.name, created_at=time.time_ns() // 1_000_000))
            return {"id": made.inserted_primary_key[0]}

    @app.post("/api/v1/executions/{execution_id}/results")
    def add(execution_id: int, body: NewResults):
        with engine.begin() as connection:
            count = added(connection, execution_id, body.results)
        return {"execution_id": execution_id, "durable_lines": len(body.results), "added": count,
                "repeated": len(body.results) - count}

    return app


def main():
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(application(opened(sys.argv[1])), loop="uvloop", http="httptools",
                            log_level="warning", access_log=False,
                            timeout_keep_alive=600)  # the client waits for its turn
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
