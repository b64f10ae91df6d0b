-- What a key may take of a server, where that is not what the server's other keys may: requests a
-- second, and bytes of a body.
ALTER TABLE api_keys ADD COLUMN rate {real};
ALTER TABLE api_keys ADD COLUMN body_limit {integer};
