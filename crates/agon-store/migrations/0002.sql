-- Runs of submissions: who takes part with which version, and whether the results are public.

ALTER TABLE run ADD COLUMN public BIGINT NOT NULL DEFAULT 0;

CREATE TABLE run_entrant (
    run BIGINT NOT NULL REFERENCES run (id),
    number BIGINT NOT NULL,
    team BIGINT NOT NULL REFERENCES team (id),
    submission BIGINT NOT NULL REFERENCES submission (id),
    PRIMARY KEY (run, number)
);

CREATE INDEX run_of_event ON run (event, id);
CREATE INDEX match_of_run ON match (run, id) WHERE run IS NOT NULL;
