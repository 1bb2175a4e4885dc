-- Ranked play in rounds; rounds of runs that are started and released one by one; results by time.

-- The last round whose games may be played, and the last one that all people may see.
ALTER TABLE run ADD COLUMN started BIGINT NOT NULL DEFAULT 1000000000;
ALTER TABLE run ADD COLUMN released BIGINT NOT NULL DEFAULT 1000000000;
ALTER TABLE match ADD COLUMN round BIGINT NOT NULL DEFAULT 0;

-- How the counts of a run have changed. Their sum up to a moment is what was known then.
CREATE TABLE tally_change (
    run BIGINT NOT NULL REFERENCES run (id),
    at_ms BIGINT NOT NULL,
    map TEXT NOT NULL,
    seats TEXT NOT NULL,
    ranks TEXT NOT NULL,
    games BIGINT NOT NULL
);
CREATE INDEX tally_change_of_run ON tally_change (run, at_ms);
INSERT INTO tally_change (run, at_ms, map, seats, ranks, games)
    SELECT t.run, r.created_ms, t.map, t.seats, t.ranks, t.games FROM tally t JOIN run r ON r.id = t.run;

-- Ranked play of an event: which run has its games, and when the next round is drawn.
CREATE TABLE ladder (
    event BIGINT PRIMARY KEY REFERENCES event (id),
    run BIGINT NOT NULL REFERENCES run (id),
    mode TEXT NOT NULL CHECK (mode IN ('off', 'continuous', 'every')),
    every_ms BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    plan TEXT NOT NULL,
    next_ms BIGINT NOT NULL
);

-- The ratings after each round.
CREATE TABLE rating_point (
    event BIGINT NOT NULL REFERENCES event (id),
    version BIGINT NOT NULL,
    team BIGINT NOT NULL REFERENCES team (id),
    at_ms BIGINT NOT NULL,
    elo {real} NOT NULL,
    error {real} NOT NULL,
    best BIGINT NOT NULL,
    worst BIGINT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (event, team, version)
);
