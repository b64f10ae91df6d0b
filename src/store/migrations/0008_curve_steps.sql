-- Of how many steps a curve is: steps are added and never changed, so it is the session's as long as
-- that has as many. Of a curve that was there before, it is known where no step came behind it.
ALTER TABLE session_curves ADD COLUMN steps {integer} NOT NULL DEFAULT 0;
UPDATE session_curves SET steps = coalesce((SELECT s.steps FROM sessions s
  WHERE s.id = session_curves.session_id AND s.updated_at < session_curves.created_at), 0);
