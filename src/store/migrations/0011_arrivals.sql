-- When an execution's newest result came: a monitor looks at what came since it started, whatever
-- number of executions is still receiving.
ALTER TABLE executions ADD COLUMN received_at {integer};
UPDATE executions SET received_at = (SELECT r.received_at FROM results r
  WHERE r.key = executions.id * 4294967296 + executions.results - 1);
CREATE INDEX executions_by_arrival ON executions (project_id, received_at);
CREATE INDEX executions_completed ON executions (project_id, id) WHERE state = 'completed';

-- From here on a monitor of a window has, when it starts, a row for each execution that is receiving
-- then. Without a row: from the first result on.
INSERT INTO monitor_positions (monitor_id, execution_id, next_number)
  SELECT m.id, e.id, (SELECT count(*) FROM results r WHERE r.received_at < m.started_at AND
      r.key BETWEEN e.id * 4294967296 AND e.id * 4294967296 + e.results)
    FROM monitors m JOIN executions e ON e.project_id = m.project_id
    WHERE (m.window_results IS NOT NULL OR m.window_minutes IS NOT NULL) AND
      (m.stream = '' OR m.stream = e.name) AND e.created_at < m.started_at AND
      (e.completed_at IS NULL OR e.completed_at >= m.started_at)
  ON CONFLICT (monitor_id, execution_id) DO NOTHING;
