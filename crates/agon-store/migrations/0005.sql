-- Timelines, handbooks and announcements of events; which version of a team plays at which time.

-- Raised by every change of title, game settings or timeline: a change names the revision that it starts from.
ALTER TABLE event ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
-- When the phase was set; only later times of the timeline still act.
ALTER TABLE event ADD COLUMN phase_since_ms BIGINT NOT NULL DEFAULT 0;

CREATE TABLE phase_time (
    event BIGINT NOT NULL REFERENCES event (id),
    phase TEXT NOT NULL CHECK (phase IN ('open', 'frozen', 'finals', 'over')),
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (event, phase)
);
CREATE INDEX phase_time_by_time ON phase_time (at_ms);

-- Times in which teams could not use the server, by which the timeline was moved.
CREATE TABLE downtime (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    from_ms BIGINT NOT NULL,
    until_ms BIGINT NOT NULL,
    reason TEXT NOT NULL,
    account BIGINT,
    at_ms BIGINT NOT NULL
);
CREATE INDEX downtime_of_event ON downtime (event, id);

CREATE TABLE handbook (
    event BIGINT NOT NULL REFERENCES event (id),
    version BIGINT NOT NULL,
    body TEXT NOT NULL,
    -- What has changed, for readers who know the version before.
    notice TEXT NOT NULL,
    account BIGINT,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (event, version)
);

CREATE TABLE announcement (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    account BIGINT,
    at_ms BIGINT NOT NULL
);
CREATE INDEX announcement_of_event ON announcement (event, id);

ALTER TABLE team ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';

-- One team may hand in until a later time than the others.
CREATE TABLE extension (
    id {id},
    team BIGINT NOT NULL REFERENCES team (id),
    -- The deadline that it replaces.
    from_ms BIGINT NOT NULL,
    until_ms BIGINT NOT NULL,
    reason TEXT NOT NULL,
    account BIGINT,
    at_ms BIGINT NOT NULL
);
CREATE INDEX extension_of_team ON extension (team);

-- The team's own name for a version.
ALTER TABLE submission ADD COLUMN label TEXT;

-- From when a version plays for its team: from its arrival if it is valid, or from when the team chose it.
CREATE TABLE activation (
    id {id},
    team BIGINT NOT NULL REFERENCES team (id),
    submission BIGINT NOT NULL REFERENCES submission (id),
    at_ms BIGINT NOT NULL
);
CREATE INDEX activation_of_team ON activation (team, at_ms);

INSERT INTO activation (team, submission, at_ms)
    SELECT team, id, received_ms FROM submission WHERE state = 'valid' ORDER BY id;
-- A team may have chosen an older version.
INSERT INTO activation (team, submission, at_ms)
    SELECT t.id, t.active_submission, MAX(s.received_ms) FROM team t JOIN submission s ON s.team = t.id
    WHERE t.active_submission IS NOT NULL AND s.state = 'valid' GROUP BY t.id, t.active_submission;
