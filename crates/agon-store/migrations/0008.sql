-- The organiser's console: workers and what they did, failures by class, freeze switches, alerts.

-- The event that a job belongs to, and when a worker began its present attempt.
ALTER TABLE job ADD COLUMN event BIGINT;
ALTER TABLE job ADD COLUMN started_ms BIGINT;
UPDATE job SET event = COALESCE((SELECT t.event FROM team t WHERE t.id = job.team),
    (SELECT r.event FROM run r WHERE r.id = job.run))
    WHERE state IN ('queued', 'dispatched', 'dead');

-- Processes that do jobs for the server.
CREATE TABLE worker (
    name TEXT PRIMARY KEY,
    engine TEXT NOT NULL,
    slots BIGINT NOT NULL,
    -- Millions of reference steps per second on one core.
    speed {real} NOT NULL,
    started_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);

-- What a worker did, by lane and hour.
CREATE TABLE work_count (
    worker TEXT NOT NULL,
    lane TEXT NOT NULL,
    hour_ms BIGINT NOT NULL,
    results BIGINT NOT NULL,
    busy_ms BIGINT NOT NULL,
    time_losses BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    stale BIGINT NOT NULL,
    PRIMARY KEY (worker, lane, hour_ms)
);
CREATE INDEX work_count_by_hour ON work_count (hour_ms);

-- What went wrong: bots' faults, and failures on our side.
CREATE TABLE failure (
    id {id},
    at_ms BIGINT NOT NULL,
    class TEXT NOT NULL,
    worker TEXT NOT NULL,
    event BIGINT,
    -- The team whose bot failed; on our side, the team that the job counts for.
    team BIGINT,
    match BIGINT,
    submission BIGINT,
    job BIGINT NOT NULL,
    sentence TEXT NOT NULL
);
CREATE INDEX failure_by_time ON failure (at_ms);

-- What the organisers have stopped in an event for a while.
CREATE TABLE event_freeze (
    event BIGINT NOT NULL REFERENCES event (id),
    switch TEXT NOT NULL CHECK (switch IN ('uploads', 'scrimmages', 'ladder', 'activation')),
    -- What teams are told.
    sentence TEXT NOT NULL,
    account BIGINT,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (event, switch)
);

-- What staff should look at now.
CREATE TABLE alert (
    kind TEXT NOT NULL,
    object TEXT NOT NULL,
    sentence TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (kind, object)
);

CREATE INDEX audit_by_account ON audit (account, id);
CREATE INDEX rating_point_by_time ON rating_point (event, at_ms);
