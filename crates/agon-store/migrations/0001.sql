-- Times end in _ms (milliseconds since 1970, UTC), flags are 0 or 1, documents are JSON text.
-- {id}, {bytes} and {real} are the names of column types that differ between the databases.

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- People.

CREATE TABLE account (
    id {id},
    login TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    email TEXT,
    student_number TEXT,
    password TEXT,
    role TEXT NOT NULL CHECK (role IN ('organiser', 'staff', 'competitor')),
    state TEXT NOT NULL CHECK (state IN ('active', 'disabled', 'erased')),
    consent_ms BIGINT,
    failures BIGINT NOT NULL DEFAULT 0,
    locked_until_ms BIGINT NOT NULL DEFAULT 0,
    created_ms BIGINT NOT NULL
);

CREATE TABLE session (
    id {id},
    account BIGINT NOT NULL REFERENCES account (id),
    token_hash {bytes} NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX session_by_account ON session (account);

CREATE TABLE access_token (
    id {id},
    account BIGINT NOT NULL REFERENCES account (id),
    name TEXT NOT NULL,
    token_hash {bytes} NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT,
    expires_ms BIGINT
);
CREATE INDEX access_token_by_account ON access_token (account);

-- Links that work once: the first organiser, a password reset, an invitation.
CREATE TABLE one_time_link (
    token_hash {bytes} PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('first_organiser', 'reset', 'invite')),
    account BIGINT REFERENCES account (id),
    expires_ms BIGINT NOT NULL
);

CREATE TABLE address_log (
    id {id},
    at_ms BIGINT NOT NULL,
    account BIGINT,
    address TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE INDEX address_log_by_time ON address_log (at_ms);

-- Erasures that a restored backup must repeat.
CREATE TABLE erasure (
    account BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL
);

CREATE TABLE audit (
    id {id},
    at_ms BIGINT NOT NULL,
    account BIGINT,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    detail TEXT NOT NULL
);

-- The answer to a request with an idempotency key; the same key gets the same answer.
CREATE TABLE answered (
    account BIGINT NOT NULL,
    key TEXT NOT NULL,
    request_hash {bytes} NOT NULL,
    answer TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (account, key)
);

-- What happened, in order, for event streams and their catch-up.
CREATE TABLE feed (
    id {id},
    at_ms BIGINT NOT NULL,
    topic TEXT NOT NULL,
    audience TEXT NOT NULL,
    body TEXT NOT NULL
);

-- Contests.

CREATE TABLE event (
    id {id},
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('registration', 'open', 'frozen', 'finals', 'over')),
    created_ms BIGINT NOT NULL
);

CREATE TABLE team (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    join_code TEXT NOT NULL UNIQUE,
    division TEXT,
    staff BIGINT NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('active', 'withdrawn', 'disqualified')),
    reason TEXT,
    active_submission BIGINT,
    created_ms BIGINT NOT NULL,
    UNIQUE (event, name_key)
);

CREATE TABLE member (
    event BIGINT NOT NULL REFERENCES event (id),
    account BIGINT NOT NULL REFERENCES account (id),
    team BIGINT NOT NULL REFERENCES team (id),
    joined_ms BIGINT NOT NULL,
    PRIMARY KEY (event, account)
);
CREATE INDEX member_by_team ON member (team);

CREATE TABLE submission (
    id {id},
    team BIGINT NOT NULL REFERENCES team (id),
    number BIGINT NOT NULL,
    name TEXT NOT NULL,
    account BIGINT REFERENCES account (id),
    source TEXT NOT NULL,
    size BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('received', 'building', 'validating', 'valid', 'rejected', 'retry')),
    reason TEXT,
    log TEXT,
    received_ms BIGINT NOT NULL,
    UNIQUE (team, number),
    UNIQUE (team, source)
);

-- Work. The row is the truth; a transport only carries it.

CREATE TABLE job (
    id {id},
    key TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    needs TEXT NOT NULL,
    team BIGINT,
    run BIGINT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'dispatched', 'done', 'dead', 'cancelled')),
    attempt BIGINT NOT NULL DEFAULT 0,
    faults BIGINT NOT NULL DEFAULT 0,
    token TEXT,
    worker TEXT,
    wall_limit_ms BIGINT NOT NULL,
    run_after_ms BIGINT NOT NULL,
    enqueued_ms BIGINT NOT NULL,
    dispatched_ms BIGINT,
    finished_ms BIGINT,
    fault TEXT
);
CREATE INDEX job_waiting ON job (lane, id) WHERE state = 'queued';
CREATE INDEX job_dispatched ON job (id) WHERE state = 'dispatched';
CREATE INDEX job_dead ON job (id) WHERE state = 'dead';
CREATE INDEX job_of_run ON job (run) WHERE run IS NOT NULL;

-- A run is a log of entries; plan and entries belong to agon-compete.
CREATE TABLE run (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'blocked', 'closed')),
    length BIGINT NOT NULL DEFAULT 0,
    created_ms BIGINT NOT NULL
);

CREATE TABLE run_entry (
    run BIGINT NOT NULL REFERENCES run (id),
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
);

-- A match is one or more games between the same submissions.
CREATE TABLE match (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    kind TEXT NOT NULL CHECK (kind IN ('validation', 'scrimmage', 'ladder', 'tournament', 'grading')),
    run BIGINT REFERENCES run (id),
    key TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'finished', 'void', 'superseded')),
    games BIGINT NOT NULL,
    requested_by BIGINT REFERENCES team (id),
    created_ms BIGINT NOT NULL,
    finished_ms BIGINT
);
CREATE INDEX match_of_event ON match (event, id);

CREATE TABLE seat (
    match BIGINT NOT NULL REFERENCES match (id),
    seat BIGINT NOT NULL,
    team BIGINT NOT NULL REFERENCES team (id),
    submission BIGINT NOT NULL REFERENCES submission (id),
    PRIMARY KEY (match, seat)
);
CREATE INDEX seat_of_team ON seat (team, match);

CREATE TABLE game (
    match BIGINT NOT NULL REFERENCES match (id),
    number BIGINT NOT NULL,
    map TEXT NOT NULL,
    seed BIGINT NOT NULL,
    -- The sides of the match in the order of this game's seats, as a JSON list.
    sides TEXT NOT NULL,
    result TEXT NOT NULL,
    replay TEXT,
    worker TEXT NOT NULL,
    finished_ms BIGINT NOT NULL,
    PRIMARY KEY (match, number)
);
