-- Sessions in the order in which they were made, which no step changes.
CREATE INDEX sessions_by_project ON sessions (project_id, id);
