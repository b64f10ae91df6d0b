-- Jobs, replies that are given again for a repeated request, and who did what.
-- dedupe_key: while a job with it waits or runs, another is not made.
CREATE TABLE jobs (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  kind {text} NOT NULL,
  payload {text} NOT NULL,
  dedupe_key {text},
  state {text} NOT NULL,
  attempts {integer} NOT NULL DEFAULT 0,
  max_attempts {integer} NOT NULL,
  created_at {integer} NOT NULL,
  due_at {integer} NOT NULL,
  worker {text},
  lease_until {integer},
  result {text},
  last_error {text},
  finished_at {integer}
) {strict};
CREATE INDEX jobs_by_project ON jobs (project_id, id);
CREATE INDEX jobs_waiting ON jobs (due_at, id) WHERE state = 'waiting';
CREATE INDEX jobs_running ON jobs (lease_until, id) WHERE state = 'running';
CREATE UNIQUE INDEX jobs_pending_once ON jobs (project_id, dedupe_key)
  WHERE state IN ('waiting', 'running');

-- status is null while the request is at work; then it is at work no longer than pending_until.
CREATE TABLE idempotency_keys (
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  request_sha256 {text} NOT NULL,
  created_at {integer} NOT NULL,
  pending_until {integer} NOT NULL,
  status {integer},
  content_type {text},
  body {bytes},
  PRIMARY KEY (project_id, name)
) {strict};
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

CREATE TABLE audit_lines (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  created_at {integer} NOT NULL,
  actor {text} NOT NULL,
  action {text} NOT NULL,
  subject {text} NOT NULL,
  detail {text} NOT NULL
) {strict};
CREATE INDEX audit_lines_by_project ON audit_lines (project_id, id);
CREATE INDEX audit_lines_by_time ON audit_lines (created_at);
