-- What a version's language needs on a worker, and what a worker does not have: words, separated by blanks.
ALTER TABLE submission ADD COLUMN needs TEXT NOT NULL DEFAULT '';
ALTER TABLE worker ADD COLUMN lacks TEXT NOT NULL DEFAULT '';
