-- Monitors, where each stands, and the history of its metrics.
CREATE TABLE monitors (
  id {identity},
  project_id {integer} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name {text} NOT NULL,
  baseline_id {integer} NOT NULL REFERENCES baselines (id),
  stream {text} NOT NULL,
  window_results {integer},
  window_minutes {integer},
  webhook {text},
  signing_secret {text} NOT NULL,
  enabled {integer} NOT NULL,
  revision {integer} NOT NULL DEFAULT 0,
  verdict {text},
  drifted_in_a_row {integer} NOT NULL DEFAULT 0,
  firing {integer} NOT NULL DEFAULT 0,
  updated_at {integer} NOT NULL,
  created_at {integer} NOT NULL
) {strict};
CREATE INDEX monitors_by_project ON monitors (project_id, id);
CREATE INDEX monitors_by_baseline ON monitors (baseline_id);

CREATE TABLE monitor_points (
  id {identity},
  monitor_id {integer} NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  created_at {integer} NOT NULL,
  execution_id {integer} REFERENCES executions (id) ON DELETE SET NULL,
  metric {text} NOT NULL,
  value {real},
  verdict {text}
) {strict};
CREATE INDEX monitor_points_by_metric ON monitor_points (monitor_id, metric, created_at, id);
CREATE INDEX monitor_points_by_execution ON monitor_points (execution_id);
