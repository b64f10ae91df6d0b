-- Projects, keys, executions and what is measured of them.
-- Words in braces are the dialect's: see dialect.h. Times are milliseconds since 1970, UTC.
CREATE TABLE projects (
  id {identity},
  name {text} NOT NULL UNIQUE,
  created_at {integer} NOT NULL,
  retention_days {integer}
) {strict};

CREATE TABLE api_keys (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  prefix {text} NOT NULL UNIQUE,
  sha256 {text} NOT NULL,
  scope {text} NOT NULL,
  created_at {integer} NOT NULL,
  expires_at {integer},
  revoked_at {integer}
) {strict};
CREATE INDEX api_keys_by_project ON api_keys (project_id, id);

-- results and the six counts always agree with the table results: each batch changes both.
-- removed: taken away for every reader; its rows go in pieces.
CREATE TABLE executions (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  embedding_model {text} NOT NULL,
  state {text} NOT NULL,
  removed {integer} NOT NULL DEFAULT 0,
  created_at {integer} NOT NULL,
  completed_at {integer},
  results {integer} NOT NULL DEFAULT 0,
  critical {integer} NOT NULL DEFAULT 0,
  high {integer} NOT NULL DEFAULT 0,
  medium {integer} NOT NULL DEFAULT 0,
  low {integer} NOT NULL DEFAULT 0,
  info {integer} NOT NULL DEFAULT 0,
  unknown {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX executions_by_time ON executions (project_id, created_at, id);
CREATE INDEX executions_by_name ON executions (project_id, name, id);
CREATE INDEX executions_removed ON executions (id) WHERE removed = 1;

CREATE TABLE execution_labels (
  execution_id {integer} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  value {text} NOT NULL,
  PRIMARY KEY (execution_id, name)
) {strict};

CREATE TABLE results (
  execution_id {integer} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  number {integer} NOT NULL,
  result_id {text} NOT NULL,
  severity {text},
  line {text} NOT NULL,
  received_at {integer} NOT NULL,
  PRIMARY KEY (execution_id, number),
  UNIQUE (execution_id, result_id)
) {strict};

-- vector: float32, little-endian; empty where the response is blank. encoder: whose vector it is.
-- truncated: the encoder read only the response's start.
CREATE TABLE embeddings (
  execution_id {integer} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  encoder {text} NOT NULL,
  number {integer} NOT NULL,
  vector {bytes} NOT NULL,
  truncated {integer} NOT NULL DEFAULT 0,
  PRIMARY KEY (execution_id, encoder, number)
) {strict};

CREATE TABLE baselines (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  execution_id {integer} NOT NULL REFERENCES executions (id),
  name {text} NOT NULL,
  tag {text},
  created_at {integer} NOT NULL
) {strict};
CREATE INDEX baselines_by_project ON baselines (project_id, id);
CREATE INDEX baselines_by_tag ON baselines (project_id, tag, id);
CREATE INDEX baselines_by_execution ON baselines (execution_id);

CREATE TABLE comparisons (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  execution_id {integer} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  baseline_execution_id {integer} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  verdict {text} NOT NULL,
  drift_score {real} NOT NULL,
  drift_grade {text} NOT NULL,
  created_at {integer} NOT NULL,
  document {text} NOT NULL
) {strict};
CREATE INDEX comparisons_by_project ON comparisons (project_id, id);
CREATE INDEX comparisons_by_execution ON comparisons (execution_id, id);
CREATE INDEX comparisons_by_baseline ON comparisons (baseline_execution_id, id);

CREATE TABLE sessions (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  goal {text},
  created_at {integer} NOT NULL,
  updated_at {integer} NOT NULL,
  steps {integer} NOT NULL DEFAULT 0,
  UNIQUE (project_id, name)
) {strict};
CREATE INDEX sessions_by_update ON sessions (project_id, updated_at, id);

CREATE TABLE session_steps (
  session_id {integer} NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  step {integer} NOT NULL,
  line {text} NOT NULL,
  PRIMARY KEY (session_id, step)
) {strict};

CREATE TABLE session_curves (
  session_id {integer} NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  created_at {integer} NOT NULL,
  document {text} NOT NULL,
  PRIMARY KEY (session_id, name)
) {strict};

CREATE TABLE experiments (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  created_at {integer} NOT NULL,
  interpretation {text}
) {strict};
CREATE INDEX experiments_by_time ON experiments (project_id, created_at, id);

CREATE TABLE experiment_logs (
  experiment_id {integer} NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  content {bytes} NOT NULL,
  PRIMARY KEY (experiment_id, name)
) {strict};

CREATE TABLE stereotype_analyses (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  classifier {text} NOT NULL,
  created_at {integer} NOT NULL,
  document {text} NOT NULL
) {strict};
CREATE INDEX stereotype_analyses_by_time ON stereotype_analyses (project_id, created_at, id);
