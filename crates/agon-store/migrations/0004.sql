-- Results of runs, counted by map, seats and ranks: ratings need no more.

CREATE TABLE tally (
    run BIGINT NOT NULL REFERENCES run (id),
    map TEXT NOT NULL,
    -- Numbers of entrants by seat, and their ranks, separated by blanks.
    seats TEXT NOT NULL,
    ranks TEXT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (run, map, seats, ranks)
);

-- House bots and opponents of a rubric are not ranked.
ALTER TABLE run_entrant ADD COLUMN ranked BIGINT NOT NULL DEFAULT 1;
