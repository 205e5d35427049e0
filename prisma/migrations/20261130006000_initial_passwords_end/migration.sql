-- Until when a password counts that was made for its person and not chosen by them; null for a chosen one, which has no end.
ALTER TABLE users ADD COLUMN password_until timestamptz(3);
