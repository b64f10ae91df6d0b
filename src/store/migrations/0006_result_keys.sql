-- A result's place in one number, so that a table of SQLite is the only tree that holds it: rows
-- of an execution lie side by side, and each new one goes behind the last without a search.
-- key: execution_id * 4294967296 + number (result_key.h).
CREATE TABLE keyed_results (
  key {integer} PRIMARY KEY,
  execution_id {integer} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  number {integer} NOT NULL,
  result_id {text} NOT NULL,
  severity {text},
  line {text} NOT NULL,
  received_at {integer} NOT NULL,
  UNIQUE (execution_id, result_id)
) {strict};
INSERT INTO keyed_results (key, execution_id, number, result_id, severity, line, received_at)
  SELECT execution_id * 4294967296 + number, execution_id, number, result_id, severity, line,
    received_at FROM results ORDER BY execution_id, number;
DROP TABLE results;
ALTER TABLE keyed_results RENAME TO results;
