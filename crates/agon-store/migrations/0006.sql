-- Scrimmages: which team asked for which games, and what the other teams answered.

CREATE TABLE scrimmage (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    -- The team that asks.
    team BIGINT NOT NULL REFERENCES team (id),
    key TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('asked', 'accepted', 'declined', 'expired')),
    -- Rules, clock and games, as a JSON document.
    terms TEXT NOT NULL,
    match BIGINT REFERENCES match (id),
    asked_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    decided_ms BIGINT
);
CREATE INDEX scrimmage_of_team ON scrimmage (team, asked_ms);
CREATE INDEX scrimmage_of_event ON scrimmage (event, id);
CREATE INDEX scrimmage_open ON scrimmage (expires_ms) WHERE state = 'asked';

CREATE TABLE scrimmage_side (
    scrimmage BIGINT NOT NULL REFERENCES scrimmage (id),
    side BIGINT NOT NULL,
    team BIGINT NOT NULL REFERENCES team (id),
    -- The version that was chosen; none for the one that is active when the games begin.
    submission BIGINT REFERENCES submission (id),
    accepted BIGINT NOT NULL,
    PRIMARY KEY (scrimmage, side)
);
CREATE INDEX scrimmage_side_of_team ON scrimmage_side (team, scrimmage);

-- Whether the team accepts every scrimmage without being asked.
ALTER TABLE team ADD COLUMN always_accepts BIGINT NOT NULL DEFAULT 1;

-- Why a match is void or superseded, for the teams that played it.
ALTER TABLE match ADD COLUMN why TEXT;

-- How a side did in its finished match: won, drawn or lost.
ALTER TABLE seat ADD COLUMN result TEXT;

-- Questions of teams to staff, and appeals against a match.
CREATE TABLE question (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    team BIGINT NOT NULL REFERENCES team (id),
    account BIGINT REFERENCES account (id),
    -- The match that an appeal is about; none for a question.
    match BIGINT REFERENCES match (id),
    text TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'upheld', 'rejected')),
    answer TEXT,
    -- Whether all people see question and answer, without the team's name.
    public BIGINT NOT NULL DEFAULT 0,
    asked_ms BIGINT NOT NULL,
    answered_ms BIGINT
);
CREATE INDEX question_of_event ON question (event, id);
CREATE UNIQUE INDEX question_open_appeal ON question (team, match) WHERE match IS NOT NULL AND state = 'open';
