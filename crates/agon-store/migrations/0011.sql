-- Attempts that were cancelled after they were dispatched: the dispatching server tells their workers to stop,
-- and removes them here.
CREATE TABLE job_stop (
    token TEXT NOT NULL PRIMARY KEY,
    -- The worker that has begun it; empty if none has.
    worker TEXT NOT NULL
);
