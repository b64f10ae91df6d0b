-- How far a monitor of a window has read each execution: by numbers, which follow each other
-- without a gap, and not by times, of which an earlier one may be committed later.
-- next_number: the first result that no window had. Without a row: from started_at on.
ALTER TABLE monitors ADD COLUMN started_at {integer} NOT NULL DEFAULT 0;
UPDATE monitors SET started_at = updated_at;

CREATE TABLE monitor_positions (
  monitor_id {integer} NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  execution_id {integer} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  next_number {integer} NOT NULL,
  PRIMARY KEY (monitor_id, execution_id)
) {strict};
CREATE INDEX monitor_positions_by_execution ON monitor_positions (execution_id);
