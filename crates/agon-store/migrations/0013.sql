-- Runs that the organisers stop.

-- Why the run was stopped; NULL if it was not.
ALTER TABLE run ADD COLUMN stopped TEXT;
