-- Gradings of submissions: rubric and deadline, points and comments of staff; hidden opponents; raffles.

CREATE TABLE grading (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    title TEXT NOT NULL,
    -- The rubric as the text that the organiser wrote.
    rubric TEXT NOT NULL,
    deadline_ms BIGINT NOT NULL,
    -- The run with its games; none before the deadline.
    run BIGINT UNIQUE REFERENCES run (id),
    -- When authors could read their results; none while only staff may.
    released_ms BIGINT,
    -- Why its games cannot be drawn.
    fault TEXT,
    account BIGINT REFERENCES account (id),
    created_ms BIGINT NOT NULL
);
CREATE INDEX grading_of_event ON grading (event, id);

-- One team may hand in until a later time than the others, for one grading.
CREATE TABLE grading_extension (
    grading BIGINT NOT NULL REFERENCES grading (id),
    team BIGINT NOT NULL REFERENCES team (id),
    until_ms BIGINT NOT NULL,
    reason TEXT NOT NULL,
    account BIGINT REFERENCES account (id),
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (grading, team)
);

-- Points that staff give for a task without games.
CREATE TABLE manual_mark (
    grading BIGINT NOT NULL REFERENCES grading (id),
    team BIGINT NOT NULL REFERENCES team (id),
    task TEXT NOT NULL,
    points {real} NOT NULL,
    comment TEXT NOT NULL,
    -- The version that was read.
    submission BIGINT REFERENCES submission (id),
    account BIGINT REFERENCES account (id),
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (grading, team, task)
);

-- What staff say about a line of a program.
CREATE TABLE source_comment (
    id {id},
    grading BIGINT NOT NULL REFERENCES grading (id),
    submission BIGINT NOT NULL REFERENCES submission (id),
    file TEXT NOT NULL,
    line BIGINT NOT NULL,
    text TEXT NOT NULL,
    account BIGINT REFERENCES account (id),
    at_ms BIGINT NOT NULL
);
CREATE INDEX source_comment_of_grading ON source_comment (grading, submission);

-- What people who are not staff read instead of the name of this team of the organisers.
ALTER TABLE team ADD COLUMN hidden TEXT;

-- A draw among the teams that have beaten a bot of the organisers.
CREATE TABLE raffle (
    id {id},
    event BIGINT NOT NULL REFERENCES event (id),
    title TEXT NOT NULL,
    -- The bot to beat.
    team BIGINT NOT NULL REFERENCES team (id),
    -- Tickets that one team can get, one for each win.
    most_tickets BIGINT NOT NULL,
    prizes BIGINT NOT NULL,
    -- Only matches that were made between these times count.
    opens_ms BIGINT NOT NULL,
    closes_ms BIGINT NOT NULL,
    -- SHA-256 of the seed, published from the beginning; the seed stays secret until the draw.
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,
    drawn_ms BIGINT,
    -- The tickets and winners of the draw, as a JSON document.
    outcome TEXT
);
CREATE INDEX raffle_of_event ON raffle (event, id);
