-- Traces on their way to results and steps: spans wait until their trace has ended or is quiet.
-- ended: its root has come. waiting: it has spans that no turn was made of yet.
CREATE TABLE traces (
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  trace_id {text} NOT NULL,
  spans {integer} NOT NULL DEFAULT 0,
  ended {integer} NOT NULL DEFAULT 0,
  waiting {integer} NOT NULL DEFAULT 1,
  updated_at {integer} NOT NULL,
  PRIMARY KEY (project_id, trace_id)
) {strict};
CREATE INDEX traces_waiting ON traces (updated_at) WHERE waiting = 1;
CREATE INDEX traces_told ON traces (updated_at) WHERE waiting = 0;

CREATE TABLE trace_spans (
  project_id {integer} NOT NULL,
  trace_id {text} NOT NULL,
  span_id {text} NOT NULL,
  told {integer} NOT NULL DEFAULT 0,
  document {text} NOT NULL,
  PRIMARY KEY (project_id, trace_id, span_id),
  FOREIGN KEY (project_id, trace_id) REFERENCES traces (project_id, trace_id) ON DELETE CASCADE
) {strict};

-- Which execution the results of a service and version go to; none until the first comes.
CREATE TABLE trace_streams (
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  stream {text} NOT NULL,
  execution_id {integer} REFERENCES executions (id) ON DELETE SET NULL,
  PRIMARY KEY (project_id, stream)
) {strict};
CREATE INDEX trace_streams_by_execution ON trace_streams (execution_id);
