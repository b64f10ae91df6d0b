-- Browsers that exchanged a key for a cookie: the hash of its token, and until when it opens
-- anything. A sign-in ends with its key.
CREATE TABLE sign_ins (
  sha256 {text} PRIMARY KEY,
  api_key_id {integer} NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  created_at {integer} NOT NULL,
  expires_at {integer} NOT NULL
) {strict};
CREATE INDEX sign_ins_by_key ON sign_ins (api_key_id, created_at);
CREATE INDEX sign_ins_by_time ON sign_ins (expires_at);

-- What came since the last visit, without a walk over all comparisons.
CREATE INDEX comparisons_by_time ON comparisons (project_id, created_at);
