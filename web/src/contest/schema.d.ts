// Generated from the server's description by `npm run api`: do not edit.

export interface paths {
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All accounts. */
        get: operations["get_accounts"];
        put?: never;
        /** Make an account for another person. Only organisers make organisers and staff. */
        post: operations["post_accounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete what is stored about a person. Results stay under "deleted user". */
        delete: operations["delete_accounts_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{id}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a link with which a person sets a new password. It works once, for 24 hours. */
        post: operations["post_accounts_id_reset_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What staff should look at now. */
        get: operations["get_console_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What staff did, newest first. */
        get: operations["get_console_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Failures by class, hour, team and worker: faults of bots, and failures on our side. */
        get: operations["get_console_failures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about jobs that failed too often, one by one or all: queue again, give up, or declare a result.
         *     With `dry_run` the answer says what would happen.
         */
        post: operations["post_console_jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The queue by lane with ages and expected waiting times, and its jobs. */
        get: operations["get_console_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workers: which are connected, what each does since when, and what it has done. */
        get: operations["get_console_workers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/workers/readmit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a worker work again that was set aside because it failed more than the others. */
        post: operations["post_console_workers_readmit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All events, newest first. */
        get: operations["get_events"];
        put?: never;
        /** Make an event. */
        post: operations["post_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An event. */
        get: operations["get_events_event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change title, settings and timeline. The header `If-Match` has the entity tag of the event as it was read,
         *     so that no other change is lost.
         */
        patch: operations["patch_events_event"];
        trace?: never;
    };
    "/api/v1/events/{event}/announcements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The announcements of an event, newest first. */
        get: operations["get_events_event_announcements"];
        put?: never;
        /** Publish an announcement; open pages show it at once. */
        post: operations["post_events_event_announcements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/cross-table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of every team against every other one, from all ranked games. */
        get: operations["get_events_event_cross_table"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/downtimes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record a time in which teams could not use the server: the phases to come move by its length. */
        post: operations["post_events_event_downtimes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last five results of every team in ranked matches, newest first, by the teams' numbers. */
        get: operations["get_events_event_form"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/gradings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The gradings of an event. Competitors read title, deadline, late policy, and whether results are released. */
        get: operations["get_events_event_gradings"];
        put?: never;
        /** Make a grading. Its games are drawn by themselves after the deadline. */
        post: operations["post_events_event_gradings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/handbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The handbook of an event. */
        get: operations["get_events_event_handbook"];
        put?: never;
        /** Publish a version of the handbook. */
        post: operations["post_events_event_handbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/head-to-head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of one team against another, from all ranked games. */
        get: operations["get_events_event_head_to_head"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join a team by its code. */
        post: operations["post_events_event_join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/ladder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How ranked play goes on in an event. */
        get: operations["get_events_event_ladder"];
        /** Set up ranked play, change its schedule, or switch it off. The next round is due at once. */
        put: operations["put_events_event_ladder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ratings of an event's teams, from the results of all its public leagues, as they are or as they were
         *     at a moment.
         */
        get: operations["get_events_event_leaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leave my team, until the freeze. A team without members is withdrawn. */
        post: operations["post_events_event_leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The matches of my team, newest first, and those of others that I may see; staff see those of all teams. */
        get: operations["get_events_event_matches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/my-grades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The released results of my team in an event, with the reasons for every point. */
        get: operations["get_events_event_my_grades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/my-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My team in an event. */
        get: operations["get_events_event_my_team"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change my team's name, division or join code, until the freeze. */
        patch: operations["patch_events_event_my_team"];
        trace?: never;
    };
    "/api/v1/events/{event}/my-team/scrimmages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Say whether my team accepts every scrimmage without being asked. New teams do. */
        put: operations["put_events_event_my_team_scrimmages"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/phase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Move an event to a phase. */
        put: operations["put_events_event_phase"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/playing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an event plays now, how much waits, and how long a new game would wait. */
        get: operations["get_events_event_playing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The questions of my team and the public ones of all teams; staff see all. */
        get: operations["get_events_event_questions"];
        put?: never;
        /** Ask staff something, or dispute a match. */
        post: operations["post_events_event_questions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/raffles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The raffles of an event, with the tickets of my team. */
        get: operations["get_events_event_raffles"];
        put?: never;
        /** Make a raffle. The server draws a secret seed and publishes its hash at once. */
        post: operations["post_events_event_raffles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The runs of an event, newest first; staff also see those that are not public. */
        get: operations["get_events_event_runs"];
        put?: never;
        /** Make a tournament, a league or a grading of the teams' active versions; its games are played at once. */
        post: operations["post_events_event_runs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/scrimmages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The scrimmages of my team, newest first; staff see those of all teams. */
        get: operations["get_events_event_scrimmages"];
        put?: never;
        /**
         * Ask for unranked games. They are played when all teams have accepted; staff bots and teams that always
         *     accept do so at once. The header `Idempotency-Key` makes a repeated request the same request.
         */
        post: operations["post_events_event_scrimmages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find people, teams, matches, submissions and runs of an event by name or number. */
        get: operations["get_events_event_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The teams of an event with similar sources, most similar first. Names, comments and order do not matter;
         *     code of the game's starters does not count. One report is computed at a time.
         */
        get: operations["get_events_event_similar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/staff-bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bots of the organisers in an event, hidden ones as well. */
        get: operations["get_events_event_staff_bots"];
        put?: never;
        /** Make a team for a bot of the organisers. Upload its program next. */
        post: operations["post_events_event_staff_bots"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/starters/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A starter bot of the event's game in a language: a zip archive with the bot, the kit, how to hand it in. */
        get: operations["get_events_event_starters_language"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/submission-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What my team may still hand in, and until when. */
        get: operations["get_events_event_submission_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The versions of my team's bot, newest first. */
        get: operations["get_events_event_submissions"];
        put?: never;
        /**
         * Hand in a bot: the body is a source file or an archive. Its time is when the last byte arrived. Identical
         *     bytes keep their version, which plays again.
         */
        post: operations["post_events_event_submissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/switches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the organisers have stopped in an event for a while, and why. */
        get: operations["get_events_event_switches"];
        /** Stop uploads, scrimmages, the ladder or the change of versions in an event, or let them go on. */
        put: operations["put_events_event_switches"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The teams of an event. */
        get: operations["get_events_event_teams"];
        put?: never;
        /** Make a team and be its first member. */
        post: operations["post_events_event_teams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/teams/{id}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare two versions of a team's bot: their win rates in ranked games on the same maps. */
        get: operations["get_events_event_teams_id_compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/teams/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What all ranked games say about a team: opponents, maps, versions, last results, rating after each round. */
        get: operations["get_events_event_teams_id_record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraw my team from the event; staff can reinstate it. */
        post: operations["post_events_event_withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens: server-sent events, each with its number as id. A client that lost the connection
         *     sends `Last-Event-ID` and misses nothing.
         */
        get: operations["get_feed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/first-organiser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make the first organiser with the link that the server printed at its first start. */
        post: operations["post_first_organiser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A grading with its rubric, for staff. */
        get: operations["get_gradings_id"];
        /** Change a grading whose games have not been drawn. */
        put: operations["put_gradings_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grade the versions that have come in since, at once. This also happens by itself until a day after the
         *     last accepted moment.
         */
        post: operations["post_gradings_id_collect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Comment on a line of a team's program. */
        post: operations["post_gradings_id_comments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/extensions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give one team a later deadline for this grading. Days of lateness count from it. */
        post: operations["post_gradings_id_extensions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/gradebook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The gradebook of a grading as CSV: login, student number, team, points by task, lateness, total, comment. */
        get: operations["get_gradings_id_gradebook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Give points for a task that staff mark by hand, change them, or take them back. */
        put: operations["put_gradings_id_marks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/regrade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play the games of a grading again, with the same opponents, maps and seeds: bots without chance of their
         *     own get the same marks.
         */
        post: operations["post_gradings_id_regrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Let authors read their own results, or hide them again. */
        put: operations["put_gradings_id_released"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gradings/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of a grading for staff, released or not. */
        get: operations["get_gradings_id_results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/requeue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queue a dead job again. */
        post: operations["post_jobs_id_requeue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up a job that is not finished. Its match is void; a run goes on without the game; a submission whose
         *     build or first game is given up is rejected with the reason.
         */
        post: operations["post_jobs_id_void"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A match. */
        get: operations["get_matches_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matches/{id}/games/{number}/film": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The film of a game: players, length, charts and result. Its frames are in the chunks. It shows the output
         *     and drawings of one's own bots only. The film of a game that is being played grows; `take` in its head
         *     changes if the game has to begin again, and is missing once it has ended.
         */
        get: operations["get_matches_id_games_number_film"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matches/{id}/games/{number}/film/chunks/{chunk}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A chunk of a film's frames: the first is whole, the others are differences to the one before. */
        get: operations["get_matches_id_games_number_film_chunks_chunk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matches/{id}/games/{number}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The replay of a game. It contains the output and drawings of one's own bots only; the rest is complete,
         *     and the file verifies.
         */
        get: operations["get_matches_id_games_number_replay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matches/{id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play a match again: same maps, seeds and seats, with the versions that are active now. This is a scrimmage
         *     and counts as one.
         */
        post: operations["post_matches_id_rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matches/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a void match outside of runs count again; games that were not played are queued. */
        post: operations["post_matches_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matches/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide that a match outside of runs does not count. A finished one keeps its games and replays. */
        post: operations["post_matches_id_void"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My account. */
        get: operations["get_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change my password: ends my other sessions and all my access tokens. */
        post: operations["post_me_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My access tokens. */
        get: operations["get_me_tokens"];
        put?: never;
        /** Make an access token for programs. */
        post: operations["post_me_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of my access tokens. */
        delete: operations["delete_me_tokens_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with a reset link: ends all sessions and access tokens of the account. */
        post: operations["post_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question or decide an appeal. An upheld appeal changes no result by itself: `correction` corrects
         *     the disputed match, has it played again, or voids it; match and appeal show the reason.
         */
        post: operations["post_questions_id_answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The queue of jobs. */
        get: operations["get_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/raffles/{id}/draw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draw the winners, once, after the raffle has closed and its matches have ended. */
        post: operations["post_raffles_id_draw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A run. */
        get: operations["get_runs_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The log of a run: an entry per line, as in the journal of a run of the command line. */
        get: operations["get_runs_id_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Make the results of a run public, or hide them. */
        put: operations["put_runs_id_public"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ratings of a run's entrants, from its counted results. */
        get: operations["get_runs_id_ratings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of a run so far: computed from its log, as on the command line. */
        get: operations["get_runs_id_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/rounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rounds of a tournament with their meetings; people who are not staff see those that are released. */
        get: operations["get_runs_id_rounds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/rounds/{number}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show a round to all people, and all rounds before it. Its games must have ended. */
        post: operations["post_runs_id_rounds_number_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/rounds/{number}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Play the games of a round that waits after its draw, and of all rounds before it. */
        post: operations["post_runs_id_rounds_number_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/rulings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide something about a run: withdraw, disqualify, correct, rerun, stop, ... */
        post: operations["post_runs_id_rulings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why two entrants meet in a round of a Swiss or McMahon tournament, or do not. */
        get: operations["get_runs_id_why"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scrimmages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A scrimmage. */
        get: operations["get_scrimmages_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scrimmages/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept or decline a scrimmage. */
        post: operations["post_scrimmages_id_answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this server is. */
        get: operations["get_server"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My sessions. */
        get: operations["get_sessions"];
        put?: never;
        /** Log in: the answer sets a session cookie. */
        post: operations["post_sessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Log out: ends this session. */
        delete: operations["delete_sessions_current"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of my sessions. */
        delete: operations["delete_sessions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an account for myself, where the server allows it. */
        post: operations["post_sign_up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/source-comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a comment. */
        put: operations["put_source_comments_id"];
        post?: never;
        /** Delete a comment. */
        delete: operations["delete_source_comments_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/staff-bots/{id}/hidden": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Hide a bot of the organisers, or show it. */
        put: operations["put_staff_bots_id_hidden"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/staff-bots/{id}/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload the program of a bot of the organisers, in any phase of the event. */
        post: operations["post_staff_bots_id_submissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A submission. */
        get: operations["get_submissions_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a version play again. */
        post: operations["post_submissions_id_activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text of one file of a submission, by lines. */
        get: operations["get_submissions_id_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files of a submission, unpacked. */
        get: operations["get_submissions_id_files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Name a version. */
        put: operations["put_submissions_id_label"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The uploaded file of a submission. */
        get: operations["get_submissions_id_source"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Disqualify or reinstate a team, or set what it is eligible for. */
        patch: operations["patch_teams_id"];
        trace?: never;
    };
    "/api/v1/teams/{id}/extensions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give one team a later deadline than the others. */
        post: operations["post_teams_id_extensions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workers/desired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many slots the workers should have, for programs that start and stop machines. */
        get: operations["get_workers_desired"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An accepted upload. */
        Accepted: components["schemas"]["SubmissionInfo"] & {
            /** @description What the team may still hand in. */
            limits: components["schemas"]["SubmissionLimits"];
        };
        /** @description An account for another person. */
        AccountRequest: {
            /** @description Login name. */
            login: string;
            /** @description Display name. */
            name: string;
            /** @description Role: `competitor`, `staff` or `organiser`. */
            role: string;
        };
        /** @description A page of accounts. */
        Accounts: {
            /** @description The accounts. */
            accounts: components["schemas"]["Me"][];
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
        };
        /** @description An alert. */
        AlertInfo: {
            /** @description `waiting`, `over_limit`, `dead_jobs`, `unrated`, `stale_results` or `failing_worker`. */
            kind: string;
            /** @description What it is about: `queue`, `job 7`, `event 1` or `worker NAME`. */
            object: string;
            /** @description What is wrong and what to do. */
            sentence: string;
            /**
             * Format: int64
             * @description Since when, in milliseconds since 1970.
             */
            since_ms: number;
        };
        /** @description How a team answers scrimmages. */
        AlwaysRequest: {
            /** @description Whether my team accepts every scrimmage without being asked. */
            always_accepts: boolean;
        };
        /** @description An announcement. */
        AnnouncementInfo: {
            /**
             * Format: int64
             * @description When it was published, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description Its text, as Markdown. */
            body: string;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description Its title. */
            title: string;
        };
        /** @description An announcement to publish. */
        AnnouncementRequest: {
            /** @description Its text, as Markdown. */
            body: string;
            /** @description Its title. */
            title: string;
        };
        /** @description A page of announcements. */
        Announcements: {
            /** @description The announcements, newest first. */
            announcements: components["schemas"]["AnnouncementInfo"][];
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
        };
        /** @description An answer. */
        AnswerRequest: {
            /** @description Whether my team accepts. */
            accept: boolean;
        };
        /** @description A scrimmage that was asked for. */
        AskedScrimmage: {
            /**
             * Format: int32
             * @description How many the team may still ask for in this hour.
             */
            left_this_hour: number;
            /** @description The scrimmage. */
            scrimmage: components["schemas"]["ScrimmageInfo"];
        };
        /**
         * @description Which people see something.
         * @enum {string}
         */
        Audience: "participants" | "public";
        /** @description An entry of the audit log. */
        AuditInfo: {
            /**
             * Format: int64
             * @description Number of the account that acted; missing for the shell and for the server itself.
             */
            account?: number | null;
            /** @description What was done. */
            action: string;
            /** @description Its login name. */
            actor?: string | null;
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description How and why. */
            detail: string;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description To what, such as `team 3`. */
            object: string;
        };
        /** @description A page of the audit log. */
        AuditPage: {
            /** @description The entries, newest first. */
            entries: components["schemas"]["AuditInfo"][];
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
        };
        /** @description The points of a task that staff mark by hand. */
        ByHandInfo: {
            /** @description What staff look at. */
            about: string;
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            at_ms?: number | null;
            /** @description The member of staff who gave them. */
            by?: string | null;
            /** @description Why there are these points. */
            comment: string;
            /**
             * Format: double
             * @description Maximum points.
             */
            most: number;
            /** @description Its name. */
            name: string;
            /**
             * Format: double
             * @description Points; missing while staff have given none.
             */
            points?: number | null;
        };
        /** @description Failures of one class. */
        ClassCount: {
            /** @description The class, such as `out_of_time` or `overload`. */
            class: string;
            /**
             * Format: int64
             * @description The newest match in which one happened.
             */
            example?: number | null;
            /**
             * Format: int64
             * @description How many there are.
             */
            failures: number;
            /** @description Whether they are ours and not faults of bots. */
            ours: boolean;
        };
        /** @description A comment on a line. */
        CommentInfo: {
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description The member of staff. */
            by?: string | null;
            /** @description The file within the submission. */
            file: string;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /**
             * Format: int64
             * @description The line, from 1.
             */
            line: number;
            /**
             * Format: int64
             * @description The submission.
             */
            submission: number;
            /** @description What is said. */
            text: string;
        };
        /** @description A comment on a line. */
        CommentRequest: {
            /** @description The file within the submission. */
            file: string;
            /**
             * Format: int32
             * @description The line, from 1.
             */
            line: number;
            /**
             * Format: int64
             * @description The number of the team.
             */
            team: number;
            /** @description What is said; the author reads it. */
            text: string;
            /**
             * Format: int32
             * @description The number of the version; default: the team's active one.
             */
            version?: number | null;
        };
        /** @description Another wording of a comment. */
        CommentText: {
            /** @description What is said. */
            text: string;
        };
        /** @description Two versions on the maps that both have played. */
        Comparison: {
            /** @description The maps. */
            maps: string[];
            /** @description The newer version. */
            new: components["schemas"]["Score"];
            /** @description The older version. */
            old: components["schemas"]["Score"];
        };
        /** @description A change of the disputed match. */
        Correction: {
            /** @description `correct`, `rerun` or `void`. */
            action: components["schemas"]["CorrectionAction"];
            /**
             * Format: int32
             * @description The number of the game that is corrected; missing for the first one.
             */
            game?: number | null;
            /** @description The ranks that count, of the match's sides in their order; 1 is best. Only to correct. */
            ranks?: number[] | null;
            /** @description Why; it is shown with the match to all people who see it. */
            why: string;
        };
        /**
         * @description What happens to the disputed match.
         * @enum {string}
         */
        CorrectionAction: "correct" | "rerun" | "void";
        /** @description A correction of the organisers. */
        CorrectionInfo: {
            /** @description The ranks by seat that were played. */
            played: number[];
            /** @description Why they do not count. */
            why: string;
        };
        /** @description Results of pairs of teams. */
        CrossTable: {
            /** @description For each team, its results against each other one. */
            rows: {
                [key: string]: {
                    [key: string]: components["schemas"]["Score"];
                };
            };
            /** @description Names of the teams by number. */
            teams: {
                [key: string]: string;
            };
        };
        /** @description How many slots the workers should have, for programs that start and stop machines. */
        DesiredWorkers: {
            /**
             * Format: int32
             * @description Slots of the connected workers.
             */
            connected_slots: number;
            /**
             * Format: int32
             * @description Jobs that were handed to workers.
             */
            running: number;
            /**
             * Format: int32
             * @description Slots with which everything that waits would be begun within a minute.
             */
            slots: number;
            /**
             * Format: int32
             * @description Jobs that wait.
             */
            waiting: number;
        };
        /** @description A downtime to record. */
        DowntimeRequest: {
            /** @description Its beginning, in the event's time zone or with an offset. */
            from: string;
            /** @description What happened; public. */
            reason: string;
            /** @description Its end. */
            until: string;
        };
        /** @description A change of an event; what is left out stays. */
        EventChange: {
            /** @description Settings to replace, by key; of `submissions` only the keys that are named. */
            settings?: Record<string, never> | null;
            /**
             * @description Times of phases, such as `{"frozen": "2026-11-20T18:00"}`, in the event's time zone or with an offset;
             *     null removes one.
             */
            timeline?: {
                [key: string]: string | null;
            } | null;
            /** @description The new title. */
            title?: string | null;
        };
        /** @description An event. */
        EventInfo: {
            /** @description The game. */
            game: string;
            /** @description Where it is on its timeline. */
            phase: string;
            /** @description Rules, maps and limits. */
            settings: components["schemas"]["Settings"];
            /** @description Its name in addresses. */
            slug: string;
            /** @description When phases begin by themselves. */
            timeline: components["schemas"]["StepInfo"][];
            /** @description Its title. */
            title: string;
        };
        /** @description An event to make. */
        EventRequest: {
            /** @description The game. */
            game: string;
            /** @description Rules, maps and limits. */
            settings?: components["schemas"]["Settings"];
            /** @description Its name in addresses. */
            slug: string;
            /** @description Its title. */
            title: string;
        };
        /** @description A later deadline. */
        ExtensionRequest: {
            /** @description Why; the team sees it. */
            reason: string;
            /** @description The team's own deadline, in the event's time zone or with an offset. */
            until: string;
        };
        /** @description A failure. */
        FailureInfo: {
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description Its class. */
            class: string;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /**
             * Format: int64
             * @description The job.
             */
            job: number;
            /**
             * Format: int64
             * @description The match.
             */
            match?: number | null;
            /** @description Whether it is ours and not a fault of a bot. */
            ours: boolean;
            /** @description What failed. */
            sentence: string;
            /**
             * Format: int64
             * @description The submission, if its build failed.
             */
            submission?: number | null;
            /**
             * Format: int64
             * @description The team whose bot failed; on our side, the team that the job counts for.
             */
            team?: number | null;
            /** @description The team's name. */
            team_name?: string | null;
            /** @description The worker. */
            worker: string;
        };
        /** @description Failures, counted and listed. */
        FailureReport: {
            /** @description By class, the most frequent first. */
            classes: components["schemas"]["ClassCount"][];
            /** @description The failures, newest first. */
            failures: components["schemas"]["FailureInfo"][];
            /** @description By hour and class, oldest first. */
            hours: components["schemas"]["HourCount"][];
            /**
             * Format: int64
             * @description The cursor of the next page of failures; missing on the last one.
             */
            next?: number | null;
            /** @description By team, the most frequent first. */
            teams: components["schemas"]["NamedCount"][];
            /** @description By worker, the most frequent first. */
            workers: components["schemas"]["NamedCount"][];
        };
        /** @description The first organiser's account. */
        FirstOrganiserRequest: {
            /** @description Login name. */
            login: string;
            /** @description Display name. */
            name: string;
            /** @description Password. */
            password: string;
            /** @description The token of the link that the server printed. */
            token: string;
        };
        /** @description A result of a ranked match. */
        FormInfo: {
            /**
             * Format: int64
             * @description The match.
             */
            match: number;
            /** @description `won`, `drawn` or `lost`. */
            result: string;
        };
        /** @description A result of a search. */
        FoundInfo: {
            /** @description What tells it apart from others. */
            detail: string;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description `account`, `team`, `match`, `submission` or `run`. */
            kind: string;
            /**
             * Format: int64
             * @description The team that it belongs to.
             */
            team?: number | null;
            /** @description What people call it. */
            title: string;
        };
        /** @description A game that the server can hold events of. */
        Game: {
            /** @description Names of its built-in bots. */
            built_in: string[];
            /** @description Fewest seats. */
            fewest_seats: number;
            /** @description Its name. */
            id: string;
            /** @description Names of the maps that come with it. */
            maps: string[];
            /** @description Most seats. */
            most_seats: number;
            /** @description The starter bots that can be downloaded. */
            starters: components["schemas"]["Starter"][];
            /** @description Its name for people. */
            title: string;
        };
        /** @description A game of a match. */
        GameInfo: {
            correction?: components["schemas"]["CorrectionInfo"] | null;
            /** @description First fault of each bot, by seat; only of one's own bots. */
            faults: (string | null)[];
            /** @description The map's name. */
            map: string;
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            number: number;
            /** @description Ranks by seat that count, 1 is best; empty if the organisers decided that there is no result. */
            ranks: number[];
            /** @description The deciding reason as a sentence. */
            reason: string;
            /** @description Whether there is a replay. */
            replay: boolean;
            /**
             * Format: int32
             * @description The last round.
             */
            rounds: number;
            /** @description Scores by seat. */
            scores: number[];
            /**
             * Format: int64
             * @description The seed.
             */
            seed: number;
            /** @description The sides of the match in the order of the seats. */
            sides: number[];
        };
        /** @description A later deadline for one team. */
        GradingExtension: {
            /** @description Why; the team sees it. */
            reason: string;
            /**
             * Format: int64
             * @description The number of the team.
             */
            team: number;
            /** @description The team's own deadline, in the event's time zone or with an offset. */
            until: string;
        };
        /** @description A grading. What only staff may know is missing for others. */
        GradingInfo: {
            /**
             * Format: int64
             * @description The deadline, in milliseconds since 1970; for a competitor that of the own team.
             */
            deadline_ms: number;
            /** @description Why the games cannot be drawn. */
            fault?: string | null;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description What happens to late submissions, as a sentence. */
            late: string;
            /**
             * Format: double
             * @description Maximum points.
             */
            most?: number | null;
            /** @description Whether authors may read their results. */
            released: boolean;
            /** @description The rubric, as the organiser wrote it. */
            rubric?: string | null;
            /**
             * Format: int64
             * @description The run with its games.
             */
            run?: number | null;
            /** @description `waiting` for the deadline, `playing`, `blocked` by a job that failed too often, or `graded`. */
            state?: string | null;
            /** @description Its title. */
            title: string;
        };
        /** @description A grading to make, or what it becomes. */
        GradingRequest: {
            /** @description The deadline, in the event's time zone or with an offset. */
            deadline: string;
            /** @description The rubric: the text of the file that `agon grade` reads. */
            rubric: string;
            /** @description Its title. */
            title: string;
        };
        /** @description A version of the handbook. */
        HandbookInfo: {
            /**
             * Format: int64
             * @description When it was published, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description The page, as Markdown. */
            body: string;
            /** @description What changed in each version, newest first. */
            notices: components["schemas"]["NoticeInfo"][];
            /**
             * Format: int64
             * @description Its number, from 1.
             */
            version: number;
        };
        /** @description A new version of the handbook. */
        HandbookRequest: {
            /**
             * Format: int64
             * @description The version that was edited; 0 for the first one.
             */
            after: number;
            /** @description The page, as Markdown. */
            body: string;
            /** @description What changed, for readers who know the version before. */
            notice: string;
        };
        /** @description The results of two teams against each other. */
        HeadToHead: {
            /** @description The last games that the reader may see, newest first. */
            last: components["schemas"]["ResultLine"][];
            /** @description Of the first team, by map. */
            maps: {
                [key: string]: components["schemas"]["Score"];
            };
            /** @description Of the first team, on all maps. */
            score: components["schemas"]["Score"];
        };
        /** @description Whether a bot is hidden. */
        HiddenRequest: {
            /** @description What people who are not staff read instead of its name; null shows it. */
            hidden?: string | null;
        };
        /** @description Failures of one class in an hour. */
        HourCount: {
            /** @description The class. */
            class: string;
            /**
             * Format: int64
             * @description How many there are.
             */
            failures: number;
            /**
             * Format: int64
             * @description The beginning of the hour, in milliseconds since 1970.
             */
            hour_ms: number;
            /** @description Whether they are ours. */
            ours: boolean;
        };
        /**
         * @description What is decided about a job.
         * @enum {string}
         */
        JobAction: "requeue" | "void" | "declare";
        /** @description A decision about jobs. */
        JobDecision: {
            /** @description `requeue`, `void` or `declare`. */
            action: components["schemas"]["JobAction"];
            /** @description Only say what would happen. */
            dry_run?: boolean;
            /** @description Numbers of the jobs; missing for all that failed too often. */
            jobs?: number[] | null;
            /** @description The declared ranks of the match's sides, in their order; 1 is best. */
            ranks?: number[] | null;
            /** @description Why; competitors see it. Needed to void and to declare. */
            why?: string | null;
        };
        /** @description What becomes of a job. */
        JobEffect: {
            /** @description What happens, as a sentence. */
            effect?: string | null;
            /**
             * Format: int64
             * @description The job.
             */
            job: number;
            /**
             * Format: int64
             * @description The match.
             */
            match?: number | null;
            /** @description Why the decision is refused for this job. */
            refused?: string | null;
        };
        /** @description What a decision does, job by job. */
        JobEffects: {
            /** @description Whether nothing was changed. */
            dry_run: boolean;
            /** @description The jobs, in their order. */
            jobs: components["schemas"]["JobEffect"][];
        };
        /** @description A job that is not finished. */
        JobInfo: {
            /**
             * Format: int64
             * @description Seconds since it was enqueued.
             */
            age_s: number;
            /**
             * Format: int32
             * @description How often it was handed to a worker.
             */
            attempt: number;
            /**
             * Format: int64
             * @description When it was enqueued, in milliseconds since 1970.
             */
            enqueued_ms: number;
            /** @description The event's name in addresses. */
            event?: string | null;
            /** @description What failed last. */
            fault?: string | null;
            /**
             * Format: int32
             * @description How often it failed on our side.
             */
            faults: number;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description Its cause, such as `run/3/1/r1.p1.g1`. */
            key: string;
            /** @description `build` or `game`. */
            kind: string;
            /** @description The lane. */
            lane: string;
            /**
             * Format: int64
             * @description The longest that it may take, in seconds.
             */
            limit_s: number;
            /**
             * Format: int64
             * @description The match.
             */
            match?: number | null;
            /** @description What a worker must have for it: languages, memory such as `4GiB`, cores such as `2cores`. */
            needs: string[];
            /**
             * Format: int64
             * @description The run that waits for it.
             */
            run?: number | null;
            /**
             * Format: int64
             * @description When a worker began the present attempt.
             */
            started_ms?: number | null;
            /** @description `queued`, `dispatched` or `dead`. */
            state: string;
            /**
             * Format: int64
             * @description The submission, of a build.
             */
            submission?: number | null;
            /**
             * Format: int64
             * @description The team that waits for it.
             */
            team?: number | null;
            /** @description The team's name. */
            team_name?: string | null;
            /** @description The worker of the present or last attempt. */
            worker?: string | null;
        };
        /** @description A join code. */
        JoinRequest: {
            /** @description The code that a member has passed on. */
            code: string;
        };
        /** @description A name for a version. */
        LabelRequest: {
            /** @description The name; null removes it. */
            label?: string | null;
        };
        /** @description How ranked play goes on. */
        LadderInfo: {
            /**
             * Format: int64
             * @description Minutes between two rounds.
             */
            minutes: number;
            /** @description `off`, `continuous` or `every`. */
            mode: string;
            /**
             * Format: int64
             * @description When the next round is due, in milliseconds since 1970.
             */
            next_ms: number;
            /**
             * Format: int64
             * @description The run with its games.
             */
            run: number;
            /**
             * Format: int32
             * @description How often a team is paired in a round.
             */
            turns: number;
        };
        /** @description How ranked play goes on. */
        LadderRequest: {
            /**
             * Format: int32
             * @description Minutes between two rounds, for `every`.
             */
            minutes?: number | null;
            /** @description `off`; `continuous`: each round when the one before has ended; `every`: by the clock. */
            mode: string;
            /**
             * @description The keys of a league's plan but `until` and `batch`: `maps`, `seats`, `seed`, `regulations`, `clock`,
             *     `packages`, `waivers`. Another plan begins another run; its games count together with earlier ones.
             */
            plan?: Record<string, never>;
            /**
             * Format: int32
             * @description How often a team is paired in a round, 1 to 20.
             */
            turns?: number;
        };
        /** @description A lane of the queue. */
        LaneInfo: {
            /**
             * Format: int32
             * @description Jobs that failed too often.
             */
            dead: number;
            /**
             * Format: int64
             * @description Seconds that a new job would wait; missing if no worker is connected.
             */
            expected_wait_s?: number | null;
            /** @description The lane. */
            lane: string;
            /**
             * Format: int64
             * @description Seconds that the oldest waiting job has waited.
             */
            oldest_s?: number | null;
            /**
             * Format: int32
             * @description Jobs that were handed to workers.
             */
            running: number;
            /**
             * Format: int32
             * @description Jobs that wait.
             */
            waiting: number;
        };
        /** @description A log-in. */
        LogInRequest: {
            /** @description Login name. */
            login: string;
            /** @description Password. */
            password: string;
        };
        /** @description A new account with a generated password, which is shown once. */
        MadeAccount: {
            /**
             * Format: int64
             * @description Number of the account.
             */
            id: number;
            /** @description Login name. */
            login: string;
            /** @description The generated password. */
            password: string;
        };
        /** @description Points for a task without games. */
        MarkRequest: {
            /** @description Why; the author reads it. */
            comment?: string;
            /**
             * Format: double
             * @description The points; null takes them back.
             */
            points?: number | null;
            /** @description The name of the task. */
            task: string;
            /**
             * Format: int64
             * @description The number of the team.
             */
            team: number;
            /**
             * Format: int32
             * @description The number of the version that was read; default: the team's active one.
             */
            version?: number | null;
        };
        /** @description A match. */
        MatchInfo: {
            /**
             * Format: int64
             * @description When it was made, in milliseconds since 1970.
             */
            created_ms: number;
            /** @description The event's name in addresses. */
            event: string;
            /**
             * Format: int64
             * @description When its last game ended.
             */
            finished_ms?: number | null;
            /** @description The key of its game in the log and report of the run. */
            game?: string | null;
            /** @description The games that were played. */
            games: components["schemas"]["GameInfo"][];
            /** @description What is told about an opponent that is hidden from the reader, whose name and replays are not shown. */
            hidden?: string | null;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description `validation`, `scrimmage`, `ladder`, `tournament` or `grading`. */
            kind: string;
            /** @description The numbers of the games that are being played and can be watched. */
            live: number[];
            /**
             * Format: int64
             * @description The run that it belongs to.
             */
            run?: number | null;
            /** @description The sides. */
            sides: components["schemas"]["SideInfo"][];
            /** @description `queued`, `running`, `finished`, `void` or `superseded`. */
            state: string;
            /** @description Why it is void or superseded, or why staff declared its result. */
            why?: string | null;
        };
        /** @description A match that is being played. */
        MatchPlaying: {
            /** @description `ladder` or `tournament`. */
            kind: string;
            /**
             * Format: int64
             * @description Its number.
             */
            match: number;
            /**
             * Format: int64
             * @description Since when, in milliseconds since 1970.
             */
            since_ms: number;
            /** @description The teams. */
            teams: string[];
        };
        /** @description A page of matches. */
        Matches: {
            /** @description The matches, newest first. */
            matches: components["schemas"]["MatchInfo"][];
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
        };
        /** @description A person, as they see themselves. */
        Me: {
            /**
             * Format: int64
             * @description Number of the account.
             */
            id: number;
            /** @description Login name. */
            login: string;
            /** @description Display name. */
            name: string;
            /** @description Role. */
            role: string;
        };
        /** @description A team, as its members see it. */
        MyTeam: {
            /**
             * Format: int64
             * @description The submission that plays.
             */
            active_submission?: number | null;
            /** @description Lets another person join. */
            join_code: string;
            /** @description Display names of the members. */
            members: string[];
            /** @description Why the team is not active. */
            reason?: string | null;
            /** @description What all visitors see. */
            team: components["schemas"]["TeamInfo"];
        };
        /** @description Failures of one team or worker. */
        NamedCount: {
            /**
             * Format: int64
             * @description The newest match in which one happened.
             */
            example?: number | null;
            /**
             * Format: int64
             * @description How many there are.
             */
            failures: number;
            /** @description Name of the team or worker. */
            name: string;
            /**
             * Format: int64
             * @description Number of the team; missing for a worker.
             */
            team?: number | null;
        };
        /** @description A run to make. */
        NewRunRequest: {
            /**
             * @description The teams play with the versions that they had at this moment, such as `2026-11-17T12:00:00Z`;
             *     default: those that are active now.
             */
            deadline?: string | null;
            /** @description Whether every round waits after its draw until it is started. */
            hold?: boolean;
            /** @description `tournament`, `league` or `grade`. */
            kind: string;
            /**
             * @description The plan, with the keys of the files that the command line reads: of a tournament, such as
             *     `{"format": "swiss", "rounds": 5}`; of a rubric, `{"task": [...]}`; of a league, `{"until": 1000}`.
             *     Game, rules and maps are those of the event, unless they are given. `regulations`, `clock`, `packages`
             *     and `waivers` say how the contest's regulations apply; without them the handbook decides.
             */
            plan: Record<string, never>;
            /** @description Whether its results are public while it is played. */
            public?: boolean;
            /** @description What seeds a tournament: `ladder`, or the number of an earlier run whose wins count. */
            seed_from?: string | null;
            /** @description Whether rounds stay hidden until they are released, one by one; the run itself is public then. */
            show?: boolean;
            /**
             * @description The teams that take part, with their active versions; default: all that can play, without those of
             *     the organisers.
             */
            teams?: number[] | null;
            /** @description Its title. */
            title: string;
        };
        /** @description A new access token; it is shown once. */
        NewToken: {
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description The secret, for the header `Authorization: Bearer ...`. */
            token: string;
        };
        /** @description What changed in a version of the handbook. */
        NoticeInfo: {
            /**
             * Format: int64
             * @description When it was published, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description What changed. */
            notice: string;
            /**
             * Format: int64
             * @description The version.
             */
            version: number;
        };
        /** @description An opponent. */
        OpponentRequest: {
            /**
             * Format: int64
             * @description The number of the team; one's own is possible with a version.
             */
            team: number;
            /**
             * Format: int32
             * @description The number of a version of one's own team.
             */
            version?: number | null;
        };
        /** @description A change of password. */
        PasswordRequest: {
            /** @description The new password. */
            new: string;
            /** @description The password so far. */
            old: string;
        };
        /** @description A phase to move to. */
        PhaseRequest: {
            /** @description `registration`, `open`, `frozen`, `finals` or `over`. */
            phase: string;
        };
        /** @description What an event plays now, for all visitors. */
        PlayingInfo: {
            /**
             * Format: int64
             * @description Seconds that a new scrimmage would wait; missing while no worker is connected.
             */
            expected_wait_s?: number | null;
            /** @description The ranked games under way, if the event shows ranked matches. */
            matches: components["schemas"]["MatchPlaying"][];
            /**
             * Format: int32
             * @description Games and builds that are under way.
             */
            running: number;
            /**
             * Format: int32
             * @description Games and builds that wait.
             */
            waiting: number;
        };
        /** @description A rating after a round. */
        Point: {
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            at_ms: number;
            /**
             * Format: double
             * @description Elo rating.
             */
            elo: number;
            /**
             * Format: double
             * @description Half of the 95 % interval.
             */
            error: number;
            /**
             * Format: int64
             * @description Games that it follows from.
             */
            games: number;
            /** @description Best and worst plausible place. */
            places: [
                number,
                number
            ];
        };
        /** @description A refused request. */
        Problem: {
            /** @description What is wrong and what to do, as a sentence. */
            detail: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description Short name of the status. */
            title: string;
        };
        /** @description Whether the results of a run are public. */
        PublicRequest: {
            /** @description True shows them. */
            public: boolean;
        };
        /** @description A question or an appeal. */
        QuestionInfo: {
            /** @description The answer, or the reason of the decision. */
            answer?: string | null;
            /**
             * Format: int64
             * @description When it was answered.
             */
            answered_ms?: number | null;
            /**
             * Format: int64
             * @description When it was asked, in milliseconds since 1970.
             */
            asked_ms: number;
            /** @description What the decision changed about the disputed match, with the reason; only for the team and staff. */
            correction?: string | null;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /**
             * Format: int64
             * @description The match that an appeal is about.
             */
            match?: number | null;
            /** @description Whether all people see question and answer. */
            public: boolean;
            /** @description `open`, `answered`, `upheld` or `rejected`. */
            state: string;
            /**
             * Format: int64
             * @description The team that asks; missing in public questions of other teams.
             */
            team?: number | null;
            /** @description The team's name. */
            team_name?: string | null;
            /** @description What is asked. */
            text: string;
        };
        /** @description A question. */
        QuestionRequest: {
            /**
             * Format: int64
             * @description The number of a match that my team disputes; this makes it an appeal.
             */
            match?: number | null;
            /** @description What is asked, at most 4000 characters. */
            text: string;
        };
        /** @description A page of questions. */
        Questions: {
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
            /** @description The questions, newest first. */
            questions: components["schemas"]["QuestionInfo"][];
        };
        /** @description The queue. */
        QueueDetail: {
            /** @description The jobs that failed too often and wait for a decision; at most 500. */
            dead: components["schemas"]["JobInfo"][];
            /** @description The lanes. */
            lanes: components["schemas"]["LaneInfo"][];
            /**
             * Format: int64
             * @description The time of the answer, in milliseconds since 1970.
             */
            now_ms: number;
            /** @description The jobs that workers have, oldest first. */
            running: components["schemas"]["JobInfo"][];
            /** @description The jobs that wait, oldest first; at most 500. */
            waiting: components["schemas"]["JobInfo"][];
        };
        /** @description A line of the queue's summary. */
        QueueInfo: {
            /**
             * Format: int32
             * @description Number of jobs.
             */
            jobs: number;
            /** @description The lane. */
            lane: string;
            /**
             * Format: int64
             * @description When the oldest one was enqueued, in milliseconds since 1970.
             */
            oldest_ms: number;
            /** @description `queued`, `dispatched` or `dead`. */
            state: string;
        };
        /** @description A raffle. */
        RaffleInfo: {
            /** @description The bot's name. */
            bot: string;
            /**
             * Format: int64
             * @description Only scrimmages that were made before this time count.
             */
            closes_ms: number;
            /** @description SHA-256 of the seed, published before the draw. */
            commitment: string;
            /**
             * Format: int64
             * @description When the winners were drawn.
             */
            drawn_ms?: number | null;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /**
             * Format: int32
             * @description Tickets that one team can get, one for each win.
             */
            most_tickets: number;
            /** @description The tickets of my team. */
            my_tickets: number[];
            /**
             * Format: int64
             * @description Only scrimmages that were made from this time on count, in milliseconds since 1970.
             */
            opens_ms: number;
            /**
             * Format: int32
             * @description Number of prizes.
             */
            prizes: number;
            /** @description The seed, after the draw. */
            seed?: string | null;
            /**
             * Format: int64
             * @description The team of the bot to beat.
             */
            team: number;
            /** @description All tickets: for staff, and for all people after the draw. */
            tickets?: components["schemas"]["Ticket"][] | null;
            /** @description Its title. */
            title: string;
            /** @description The winning tickets in the order of the prizes, after the draw. */
            winners?: components["schemas"]["Ticket"][] | null;
        };
        /** @description A raffle to make. */
        RaffleRequest: {
            /** @description Only scrimmages that were made before this time count. */
            closes: string;
            /**
             * Format: int32
             * @description Tickets that one team can get, one for each win.
             */
            most_tickets?: number;
            /** @description Only scrimmages that were made from this time on count; default: now. */
            opens?: string | null;
            /**
             * Format: int32
             * @description Number of prizes.
             */
            prizes?: number;
            /**
             * Format: int64
             * @description The number of the team of the bot to beat: a bot of the organisers.
             */
            team: number;
            /** @description Its title. */
            title: string;
        };
        /** @description A rated entrant or team. */
        RatedInfo: {
            /** @description Best plausible place. */
            best_place: number;
            /**
             * Format: double
             * @description Elo rating.
             */
            elo: number;
            /**
             * Format: double
             * @description Half of the 95 % interval.
             */
            error: number;
            /**
             * Format: int64
             * @description Games played.
             */
            games: number;
            /**
             * Format: int64
             * @description All other games.
             */
            lost: number;
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description Number of the entrant in its run, or of the team.
             */
            number: number;
            /**
             * Format: int64
             * @description Shared first places.
             */
            shared: number;
            /** @description `withdrawn` or `disqualified`, on the leaderboard; missing for a team that takes part. */
            state?: string | null;
            /**
             * Format: int64
             * @description Unshared first places.
             */
            won: number;
            /** @description Worst plausible place. */
            worst_place: number;
        };
        /** @description Ratings, from strongest to weakest. */
        Ratings: {
            /**
             * Format: int64
             * @description Number of games.
             */
            games: number;
            /** @description The rated. */
            lines: components["schemas"]["RatedInfo"][];
            /**
             * Format: int64
             * @description Grows with the results that the ratings follow from.
             */
            version: number;
        };
        /** @description A worker that was set aside. */
        ReadmitRequest: {
            /** @description The worker's name. */
            worker: string;
        };
        /** @description Why two entrants meet in a round, or do not. */
        Reason: {
            /**
             * @description The cost of the round by each criterion as it was drawn and if the two meet; and the round in which
             *     they do.
             */
            lines: string[];
            /** @description What decides. */
            sentence: string;
        };
        /** @description Which games are played again, and why. */
        RegradeRequest: {
            /**
             * Format: int64
             * @description The number of a team; default: all teams.
             */
            team?: number | null;
            /** @description Why; it is shown to the authors. */
            why: string;
        };
        /** @description Whether authors may read their results. */
        ReleaseRequest: {
            /** @description True shows them. */
            released: boolean;
        };
        /** @description A link that sets a new password. */
        ResetLink: {
            /**
             * Format: int64
             * @description When it stops working, in milliseconds since 1970.
             */
            expires_ms: number;
            /** @description Path and token, to be put behind the server's address. */
            link: string;
        };
        /** @description A new password by a reset link. */
        ResetRequest: {
            /** @description The new password. */
            password: string;
            /** @description The link's token. */
            token: string;
        };
        /** @description The result of a team. */
        ResultInfo: {
            /** @description The tasks that staff mark by hand. */
            by_hand: components["schemas"]["ByHandInfo"][];
            /** @description Comments of staff on lines of the program. */
            comments: components["schemas"]["CommentInfo"][];
            /**
             * Format: int64
             * @description The team's deadline, in milliseconds since 1970.
             */
            deadline_ms: number;
            /**
             * Format: int64
             * @description The grading.
             */
            grading: number;
            /**
             * Format: int32
             * @description Days that had started since the deadline when the version that counts came.
             */
            late_days: number;
            /**
             * Format: double
             * @description Maximum points.
             */
            most: number;
            /** @description Its name. */
            name: string;
            /** @description What else is to be said, such as why there are no points. */
            note?: string | null;
            /** @description What the regulations say about the program, and decisions of the organisers. */
            remarks: string[];
            /**
             * Format: double
             * @description Points that are taken off because it was late.
             */
            taken_off: number;
            /** @description The tasks with games. */
            tasks: components["schemas"]["TaskInfo"][];
            /**
             * Format: int64
             * @description The team.
             */
            team: number;
            /** @description Its title. */
            title: string;
            /**
             * Format: double
             * @description All points.
             */
            total: number;
            /** @description All graded versions; the one that counts gives the points. */
            versions: components["schemas"]["VersionInfo"][];
        };
        /** @description A ranked game. */
        ResultLine: {
            /**
             * Format: int64
             * @description When it ended, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description The map. */
            map: string;
            /**
             * Format: int64
             * @description The match.
             */
            match: number;
            /** @description Ranks by seat, 1 is best. */
            ranks: number[];
            /** @description The deciding reason as a sentence. */
            reason: string;
            /** @description The teams by seat. */
            teams: number[];
        };
        /** @description A round. */
        RoundInfo: {
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            number: number;
            /** @description Title, meetings and idle teams, as in the run's report. */
            round: Record<string, never>;
            /** @description Where it is. */
            state: components["schemas"]["RoundState"];
        };
        /**
         * @description Where a round is.
         * @enum {string}
         */
        RoundState: "drawn" | "playing" | "stopped" | "closed" | "released";
        /** @description A decision about a run. */
        RulingRequest: {
            /**
             * @description What is decided, as in a run's log: `{"action": "withdraw", "entrant": 3}`,
             *     `{"action": "rerun", "games": ["r1.p1.g1"]}`, and so on; `{"action": "enter", "team": 7}` lets a team
             *     into a tournament from the next draw on; `{"action": "stop"}` ends the run for good: its games that
             *     have no result are not played.
             */
            ruling: Record<string, never>;
            /** @description Why; it is shown in the report. */
            why: string;
        };
        /** @description A run. */
        RunInfo: {
            /**
             * Format: int64
             * @description When it was made, in milliseconds since 1970.
             */
            created_ms: number;
            /** @description The event's name in addresses. */
            event: string;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description `tournament`, `league` or `grade`. */
            kind: string;
            /**
             * Format: int64
             * @description Number of entries of its log; it grows with every result.
             */
            length: number;
            /** @description Whether its results are public. */
            public: boolean;
            /** @description `open`, `blocked` by a job that failed too often, `closed`, or `stopped` by the organisers. */
            state: string;
            /** @description Why the organisers have stopped it; missing if they have not. */
            stopped?: string | null;
            /** @description Its title. */
            title: string;
        };
        /** @description A page of runs. */
        RunList: {
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
            /** @description The runs, newest first. */
            runs: components["schemas"]["RunInfo"][];
        };
        /** @description The results of a run. */
        RunReport: {
            /** @description `tournament`, `league` or `grade`. */
            kind: string;
            /**
             * Format: int64
             * @description Number of entries of the log that the results follow from.
             */
            length: number;
            /** @description What the command line writes into `report.json` for a run of this kind. */
            report: Record<string, never>;
        };
        /** @description Results against an opponent, on a map, or of a version. */
        Score: {
            /**
             * Format: int64
             * @description Games with equal ranks.
             */
            drawn: number;
            /**
             * Format: int64
             * @description Games.
             */
            games: number;
            /** @description The 95 % interval of the share. */
            interval: [
                number,
                number
            ];
            /**
             * Format: int64
             * @description Games behind the opponent.
             */
            lost: number;
            /**
             * Format: double
             * @description Share of the points; a draw is half a point.
             */
            rate?: number | null;
            /**
             * Format: int64
             * @description Games ahead of the opponent.
             */
            won: number;
        };
        /** @description A scrimmage. */
        ScrimmageInfo: {
            /**
             * Format: int64
             * @description When it was asked for, in milliseconds since 1970.
             */
            asked_ms: number;
            /**
             * Format: int64
             * @description When it was decided.
             */
            decided_ms?: number | null;
            /**
             * Format: int64
             * @description When it expires without an answer.
             */
            expires_ms: number;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description The maps of its games; an empty name is the game's first map. */
            maps: string[];
            /**
             * Format: int64
             * @description The match, once all teams have accepted.
             */
            match?: number | null;
            /** @description The sides. */
            sides: components["schemas"]["ScrimmageSideInfo"][];
            /** @description `asked`, `accepted`, `declined` or `expired`. */
            state: string;
            /**
             * Format: int64
             * @description The team that asks.
             */
            team: number;
        };
        /** @description A wish for unranked games. */
        ScrimmageRequest: {
            /**
             * Format: int32
             * @description Number of games, at most 10.
             */
            games?: number;
            /** @description The maps, in turn; default: the event's. */
            maps?: string[];
            /** @description The opponents: teams, staff bots, or an older version of one's own. */
            opponents: components["schemas"]["OpponentRequest"][];
            /** @description Who sits where. */
            seats?: components["schemas"]["Seats"];
            /**
             * Format: int32
             * @description The first seed; default: drawn at random.
             */
            seed?: number | null;
            /**
             * Format: int32
             * @description The number of the version that plays for the team that asks; default: the active one.
             */
            version?: number | null;
        };
        /** @description A side of a scrimmage. */
        ScrimmageSideInfo: {
            /** @description Whether the team has accepted. */
            accepted: boolean;
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description The team.
             */
            team: number;
            /**
             * Format: int64
             * @description The number of the version, if one was chosen; otherwise the active one plays.
             */
            version?: number | null;
        };
        /** @description A page of scrimmages. */
        Scrimmages: {
            /** @description Whether my team accepts every scrimmage without being asked. */
            always_accepts?: boolean | null;
            /**
             * Format: int32
             * @description How many my team may still ask for in this hour; missing for people without a team.
             */
            left_this_hour?: number | null;
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
            /** @description The scrimmages, newest first. */
            scrimmages: components["schemas"]["ScrimmageInfo"][];
        };
        /**
         * @description Who sits where.
         * @enum {string}
         */
        Seats: "swap" | "first" | "last";
        /** @description The server. */
        ServerInfo: {
            /** @description What people agree to when they make an account; missing if they are not asked. */
            consent?: string | null;
            /** @description The games. */
            games: components["schemas"]["Game"][];
            /** @description Whether that needs an invite code. */
            invite: boolean;
            /** @description Whether the first organiser is still missing. */
            needs_organiser: boolean;
            /** @description Whether people can make accounts themselves. */
            sign_up: boolean;
            /** @description Version of the program. */
            version: string;
        };
        /** @description A session of a person. */
        Session: {
            /** @description What the browser calls itself. */
            agent: string;
            /**
             * Format: int64
             * @description When it began, in milliseconds since 1970.
             */
            created_ms: number;
            /** @description Whether this request belongs to it. */
            current: boolean;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
        };
        /** @description Rules, maps and limits of an event. */
        Settings: {
            /**
             * Format: int32
             * @description Memory limit of each bot in MiB; default: as the workers are told (`--memory`).
             * @default null
             */
            bot_memory_mib: number | null;
            /**
             * @description Divisions that a team chooses from; empty if there are none.
             * @default []
             */
            divisions: string[];
            /**
             * Format: int32
             * @description Whole cores for the bots of a game together; default: they share the cores of the machine.
             * @default null
             */
            game_cores: number | null;
            /**
             * @description Maps that are played; empty for the game's first map.
             * @default []
             */
            maps: string[];
            /**
             * Format: int32
             * @description Games and builds of this event at the same time; default: as many as the workers can do.
             * @default null
             */
            parallel_games: number | null;
            /**
             * @description Which people see ranked matches and their replays.
             * @default participants
             */
            ranked_matches: components["schemas"]["Audience"];
            /**
             * @description Rule profile: `handbook` or `original`.
             * @default handbook
             */
            rules: string;
            /**
             * Format: int32
             * @description Scrimmages that a team may ask for in an hour; default: as the server's configuration says.
             * @default null
             */
            scrimmages_per_hour: number | null;
            /**
             * @description What is asked of submissions.
             * @default {
             *       "languages": [],
             *       "sources_only": false,
             *       "packages": [],
             *       "java_packages": [],
             *       "max_kib": null,
             *       "per_hour": null,
             *       "regulations": null,
             *       "clock": null,
             *       "addresses": []
             *     }
             */
            submissions: components["schemas"]["SubmissionSettings"];
            /**
             * @description What staff may mark a team as eligible for, such as `newcomer`.
             * @default []
             */
            tags: string[];
            /**
             * Format: int32
             * @description Most members of a team; default: as the server's configuration says.
             * @default null
             */
            team_members: number | null;
            /**
             * @description The time zone of the event's times, such as `Europe/Berlin`.
             * @default UTC
             */
            time_zone: string;
        };
        /** @description A side of a match. */
        SideInfo: {
            /** @description Its name. */
            name: string;
            /** @description `won`, `drawn` or `lost`, once the match is finished. */
            result?: string | null;
            /**
             * Format: int64
             * @description The team.
             */
            team: number;
            /**
             * Format: int32
             * @description The version's number within the team.
             */
            version: number;
        };
        /** @description A new account made by the person. */
        SignUpRequest: {
            /** @description Whether I agree to the `consent` text of `/api/v1/server`, where the server has one. */
            consent?: boolean;
            /** @description The invite code, where the server asks for one. */
            invite?: string | null;
            /** @description Login name. */
            login: string;
            /** @description Display name. */
            name: string;
            /** @description Password. */
            password: string;
        };
        /** @description Two teams with similar programs. */
        SimilarPair: {
            /** @description One team. */
            a: components["schemas"]["SimilarSide"];
            /** @description The other team. */
            b: components["schemas"]["SimilarSide"];
            /** @description The passages, longest first. */
            passages: components["schemas"]["SimilarPassage"][];
            /**
             * Format: double
             * @description Share of the smaller program that lies in similar passages, without the starter's code.
             */
            share: number;
            /** @description Length of the passages in tokens. */
            tokens: number;
        };
        /** @description A similar passage. */
        SimilarPassage: {
            /** @description Where it is in the program of the one team. */
            a: components["schemas"]["SimilarPlace"];
            /** @description Where it is in the program of the other team. */
            b: components["schemas"]["SimilarPlace"];
            /** @description Its length in tokens. */
            tokens: number;
        };
        /** @description Lines of a file. */
        SimilarPlace: {
            /** @description Path of the file within the submission. */
            file: string;
            /**
             * Format: int32
             * @description First line, from 1.
             */
            first: number;
            /**
             * Format: int32
             * @description Last line.
             */
            last: number;
        };
        /** @description A team and its version. */
        SimilarSide: {
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description The submission.
             */
            submission: number;
            /**
             * Format: int64
             * @description The team.
             */
            team: number;
            /**
             * Format: int32
             * @description The version's number within the team.
             */
            version: number;
        };
        /** @description A file of a submission. */
        SourceFileInfo: {
            /** @description Its path within the bot's folder. */
            path: string;
            /**
             * Format: int64
             * @description Its size in bytes.
             */
            size: number;
        };
        /** @description The text of a file. */
        SourceTextInfo: {
            /** @description Whether it has more lines than these. */
            is_cut: boolean;
            /** @description Its lines; the first one has the number 1. Missing if the file is not text. */
            lines?: string[] | null;
            /** @description Its path within the bot's folder. */
            path: string;
            /**
             * Format: int64
             * @description Its size in bytes.
             */
            size: number;
        };
        /** @description An answer of staff. */
        StaffAnswer: {
            /** @description The answer, or the reason of the decision. */
            answer: string;
            correction?: components["schemas"]["Correction"] | null;
            /** @description Whether all people see question and answer, without the team's name. */
            public?: boolean;
            /** @description `answered` for a question; `upheld` or `rejected` for an appeal. */
            state: string;
            /** @description Another wording of the question, if the public must not read the team's own. */
            wording?: string | null;
        };
        /** @description A bot of the organisers. */
        StaffBotInfo: {
            /** @description Whether it has a version that can play. */
            can_play: boolean;
            /** @description What people who are not staff read instead of its name; missing if they see it. */
            hidden?: string | null;
            /**
             * Format: int64
             * @description The number of its team.
             */
            id: number;
            /** @description Its name. */
            name: string;
        };
        /** @description A bot of the organisers to make. */
        StaffBotRequest: {
            /** @description Hides it: what people who are not staff read instead of its name. */
            hidden?: string | null;
            /** @description Its name; a rubric names it as an opponent by this name. */
            name: string;
        };
        /** @description A starter bot: a bot that plays legally, to begin with. */
        Starter: {
            /** @description The language's name in addresses. */
            language: string;
            /** @description The language's name for people. */
            title: string;
        };
        /** @description When a phase begins. */
        StepInfo: {
            /**
             * Format: int64
             * @description When it begins, in milliseconds since 1970.
             */
            at_ms: number;
            /** @description The same in the event's time zone. */
            local: string;
            /** @description The phase. */
            phase: string;
        };
        /** @description A version of a team's bot. */
        SubmissionInfo: {
            /**
             * Format: int64
             * @description Its number on the server.
             */
            id: number;
            /** @description The team's own name for it. */
            label?: string | null;
            /** @description The compiler's output. */
            log?: string | null;
            /** @description File name of the upload. */
            name: string;
            /**
             * Format: int32
             * @description Its number within the team, from 1.
             */
            number: number;
            /** @description Why it was rejected. */
            reason?: string | null;
            /**
             * Format: int64
             * @description When its last byte arrived, in milliseconds since 1970.
             */
            received_ms: number;
            /**
             * Format: int64
             * @description Size in bytes.
             */
            size: number;
            /** @description `received`, `building`, `validating`, `valid`, `rejected`, or `retry` after a failure on our side. */
            state: string;
        };
        /** @description What a team may still hand in. */
        SubmissionLimits: {
            /**
             * Format: int64
             * @description The team's deadline, in milliseconds since 1970, if it is known.
             */
            deadline_ms?: number | null;
            /** @description Why this deadline is later than that of the others. */
            extended?: string | null;
            /** @description Packages that Java classes must be in: `cs228hw4.game`, or `team.*` with those below; empty for any. */
            java_packages: string[];
            /** @description Languages that are allowed; empty for all. */
            languages: string[];
            /**
             * Format: int32
             * @description How many of them are left.
             */
            left?: number | null;
            /**
             * Format: int64
             * @description Largest upload in bytes.
             */
            max_bytes: number;
            /**
             * Format: int64
             * @description When one more is possible if none is left, in milliseconds since 1970.
             */
            next_ms?: number | null;
            /**
             * Format: int32
             * @description New versions within an hour; missing if there is no limit.
             */
            per_hour?: number | null;
            /** @description Whether compiled programs and libraries are refused. */
            sources_only: boolean;
        };
        /** @description What an event asks of submissions. */
        SubmissionSettings: {
            /**
             * @description Addresses that uploads are accepted from, as `10.1.0.0/16` or single ones; empty for all.
             * @default []
             */
            addresses: string[];
            /**
             * @description How strictly the time limits apply: `strict` (default), `loose` or `off`; a run's plan can differ.
             * @default null
             */
            clock: string | null;
            /**
             * @description Packages that Java classes must be in: `cs228hw4.game`, or `team.*` with those below; empty for any.
             * @default []
             */
            java_packages: string[];
            /**
             * @description Languages that are allowed, such as `java`; empty for all.
             * @default []
             */
            languages: string[];
            /**
             * Format: int32
             * @description Largest upload in KiB; default: as the server's configuration says.
             * @default null
             */
            max_kib: number | null;
            /**
             * @description Packages that bots may import besides what the handbook allows.
             * @default []
             */
            packages: string[];
            /**
             * Format: int32
             * @description New versions that a team may hand in within an hour; default: any number.
             * @default null
             */
            per_hour: number | null;
            /**
             * @description `enforce` rejects programs that break a regulation of the contest; default: each run decides.
             * @default null
             */
            regulations: string | null;
            /**
             * @description Whether compiled programs and libraries are refused.
             * @default false
             */
            sources_only: boolean;
        };
        /** @description A switch. */
        SwitchInfo: {
            /** @description Whether it is stopped. */
            frozen: boolean;
            /** @description What teams are told. */
            sentence?: string | null;
            /**
             * Format: int64
             * @description Since when it is stopped, in milliseconds since 1970.
             */
            since_ms?: number | null;
            /** @description `uploads`, `scrimmages`, `ladder` or `activation`. */
            switch: string;
        };
        /** @description A switch to set. */
        SwitchRequest: {
            /** @description True stops it, false lets it go on. */
            frozen: boolean;
            /** @description What teams are told; needed to stop something. */
            sentence?: string | null;
            /** @description `uploads`, `scrimmages`, `ladder` or `activation`. */
            switch: string;
        };
        /** @description The marks of a task with games. */
        TaskInfo: {
            /** @description Whether the opponent is hidden. */
            hidden: boolean;
            /**
             * Format: double
             * @description Maximum points.
             */
            most: number;
            /** @description Its name. */
            name: string;
            /** @description The opponent; of a hidden one only what the rubric says about it. */
            opponent: string;
            /** @description Whether it is passed. */
            passed: boolean;
            /**
             * Format: double
             * @description Points.
             */
            points: number;
            /** @description Why there are these points, one sentence each. */
            sentences: string[];
        };
        /** @description A change of a team; what is left out stays. */
        TeamChange: {
            /** @description One of the event's divisions. */
            division?: string | null;
            /** @description The new name. */
            name?: string | null;
            /** @description Whether to make a new join code; the old one stops working. */
            new_join_code?: boolean;
        };
        /** @description A decision of staff about a team; what is left out stays. */
        TeamDecision: {
            /** @description Why the team is not active; only its members and staff see it. */
            reason?: string | null;
            /** @description `active`, `withdrawn` or `disqualified`. */
            state?: string | null;
            /** @description What the team is eligible for, of the event's tags. */
            tags?: string[] | null;
        };
        /** @description A team, as all visitors see it. */
        TeamInfo: {
            /** @description Whether it has a bot that can play. */
            can_play: boolean;
            /** @description Its division, if the event has some. */
            division?: string | null;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description Whether it belongs to the organisers. */
            staff: boolean;
            /** @description `active`, `withdrawn` or `disqualified`. */
            state: string;
            /** @description What it is eligible for. */
            tags: string[];
        };
        /** @description What all ranked games say about a team. */
        TeamRecord: {
            /** @description Its rating after each round. */
            history: components["schemas"]["Point"][];
            /** @description The last games, newest first. */
            last: components["schemas"]["ResultLine"][];
            /** @description Results by map. */
            maps: {
                [key: string]: components["schemas"]["Score"];
            };
            /** @description Its name. */
            name: string;
            /** @description Results by opponent, which is named by its number. */
            opponents: {
                [key: string]: components["schemas"]["Score"];
            };
            /** @description Results by version of the team's bot. */
            versions: {
                [key: string]: components["schemas"]["Score"];
            };
        };
        /** @description A team to make. */
        TeamRequest: {
            /** @description Its name. */
            name: string;
        };
        /** @description A page of teams. */
        Teams: {
            /**
             * Format: int64
             * @description The cursor of the next page; missing on the last one.
             */
            next?: number | null;
            /** @description The teams. */
            teams: components["schemas"]["TeamInfo"][];
        };
        /** @description A ticket. */
        Ticket: {
            /**
             * Format: int64
             * @description The match that was won.
             */
            match: number;
            /** @description The team's name. */
            name: string;
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            number: number;
            /**
             * Format: int64
             * @description The team.
             */
            team: number;
        };
        /** @description An access token of mine, without its secret. */
        TokenInfo: {
            /**
             * Format: int64
             * @description When it was made, in milliseconds since 1970.
             */
            created_ms: number;
            /**
             * Format: int64
             * @description When it expires; missing if it never does.
             */
            expires_ms?: number | null;
            /**
             * Format: int64
             * @description Its number.
             */
            id: number;
            /** @description What it is for. */
            name: string;
            /** @description What it may do. */
            scopes: string[];
        };
        /** @description A wish for an access token. */
        TokenRequest: {
            /**
             * Format: int32
             * @description Days until it expires; it never does if this is missing.
             */
            days?: number | null;
            /** @description What the token is for. */
            name: string;
            /** @description What it may do: `read`, `play`, `manage`. */
            scopes: string[];
        };
        /** @description A graded version. */
        VersionInfo: {
            /** @description Why it could not play. */
            broken?: string | null;
            /** @description Whether it counts. */
            counts: boolean;
            /**
             * Format: int32
             * @description Days that had started since the deadline.
             */
            late_days: number;
            /**
             * Format: int32
             * @description The version's number within the team.
             */
            number: number;
            /**
             * Format: int64
             * @description When its last byte arrived, in milliseconds since 1970.
             */
            received_ms: number;
            /**
             * Format: int64
             * @description The submission's number on the server.
             */
            submission: number;
            /**
             * Format: double
             * @description Points that are taken off because it was late.
             */
            taken_off: number;
            /**
             * Format: double
             * @description All points of this version; missing while its games are played.
             */
            total?: number | null;
        };
        /** @description Why a match does not count. */
        VoidMatchRequest: {
            /** @description The reason; competitors see it. */
            why: string;
        };
        /** @description Why a job is given up. */
        VoidRequest: {
            /** @description The reason; competitors see it. */
            why: string;
        };
        /** @description Why a team gives up. */
        WithdrawRequest: {
            /** @description Why; members and staff see it. */
            reason: string;
        };
        /** @description What a worker did in some time. */
        WorkDone: {
            /**
             * Format: int64
             * @description Seconds spent on them.
             */
            busy_s: number;
            /**
             * Format: int64
             * @description Attempts that failed on our side.
             */
            failures: number;
            /**
             * Format: int64
             * @description Jobs with a result.
             */
            results: number;
            /**
             * Format: int64
             * @description Results that came too late and were dropped.
             */
            stale: number;
            /**
             * Format: int64
             * @description Games in which a bot ran out of time.
             */
            time_losses: number;
        };
        /** @description A worker. */
        WorkerInfo: {
            /** @description Whether it was heard of in the last 20 seconds. */
            connected: boolean;
            /**
             * Format: int32
             * @description Cores of its machine for games.
             */
            cores: number;
            /** @description What it did in the last 24 hours. */
            day: components["schemas"]["WorkDone"];
            /** @description Name and version of its program. */
            engine: string;
            /** @description What it does now, oldest first. */
            jobs: components["schemas"]["JobInfo"][];
            /** @description Languages whose tools its machine does not have: jobs of such bots go to other workers. */
            lacks: string[];
            /** @description What it did in this hour and the hour before. */
            lately: components["schemas"]["WorkDone"];
            /**
             * Format: int64
             * @description Memory of its machine for games, in MiB; 0 if it is unknown.
             */
            memory_mib: number;
            /** @description Its name: machine and port. */
            name: string;
            /**
             * Format: int64
             * @description When it was last heard of.
             */
            seen_ms: number;
            /**
             * Format: int32
             * @description Jobs that it does at the same time; 0 while another server dispatches.
             */
            slots: number;
            /**
             * Format: double
             * @description Reference speed of its machine: millions of reference steps per second on one core.
             */
            speed: number;
            /**
             * Format: int64
             * @description When it was started, in milliseconds since 1970.
             */
            started_ms: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_accounts: {
        parameters: {
            query?: {
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accounts"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_accounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeAccount"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_accounts_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_accounts_id_reset_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_console_alerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_console_audit: {
        parameters: {
            query?: {
                /** @description Login name of the person who acted. */
                actor?: string;
                /** @description The action or its beginning, such as `set`. */
                action?: string;
                /** @description The object, such as `team 3`. */
                object?: string;
                /** @description The earliest time, such as `2026-11-17T09:00:00Z`. */
                since?: string;
                /** @description The latest time. */
                until?: string;
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_console_failures: {
        parameters: {
            query?: {
                /** @description An event's name in addresses; default: all events. */
                event?: string;
                /** @description A class, such as `out_of_time` or `overload`; default: all. */
                class?: string;
                /** @description Number of a team. */
                team?: number;
                /** @description Name of a worker. */
                worker?: string;
                /** @description Since when, such as `2026-11-17T09:00:00Z`; default: the last 24 hours. */
                since?: string;
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureReport"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_console_jobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobDecision"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEffects"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_console_queue: {
        parameters: {
            query?: {
                /** @description An event's name in addresses; default: all events. */
                event?: string;
                /** @description `tournament`, `requested`, `grading`, `build`, `ladder` or `bulk`; default: all. */
                lane?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueDetail"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_console_workers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_console_workers_readmit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadmitRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_events_event: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string | null;
            };
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_announcements: {
        parameters: {
            query?: {
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcements"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_announcements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnouncementRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_cross_table: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrossTable"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_downtimes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DowntimeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_form: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["FormInfo"][];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_gradings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradingInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_gradings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GradingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradingInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_handbook: {
        parameters: {
            query?: {
                /** @description The version; default: the newest one. */
                version?: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandbookInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_handbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandbookRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandbookInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_head_to_head: {
        parameters: {
            query: {
                /** @description Number of the first team. */
                a: number;
                /** @description Number of the other team. */
                b: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeadToHead"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_join: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyTeam"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_ladder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LadderInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_events_event_ladder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LadderRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LadderInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_leaderboard: {
        parameters: {
            query?: {
                /** @description The moment, such as `2026-11-17T12:00` in the event's time zone, or with an offset; default: now. */
                at?: string;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ratings"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_leave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_matches: {
        parameters: {
            query?: {
                /** @description The number of a team that takes part; default: my team, for staff all teams. */
                team?: number;
                /** @description The number of a run; then the default is all teams. */
                run?: number;
                /** @description `validation`, `scrimmage`, `ladder`, `tournament` or `grading`. */
                kind?: string;
                /** @description `queued`, `running`, `finished`, `void` or `superseded`. */
                state?: string;
                /** @description How the team did: `won`, `drawn` or `lost`. */
                result?: string;
                /** @description The map of one of the games. */
                map?: string;
                /**
                 * @description When the matches were made, at the earliest: a time such as `2026-11-17T09:00` in the
                 *     event's time zone, or with an offset.
                 */
                since?: string;
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Matches"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_my_grades: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_my_team: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyTeam"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_events_event_my_team: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyTeam"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_events_event_my_team_scrimmages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlwaysRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_events_event_phase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhaseRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_playing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayingInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_questions: {
        parameters: {
            query?: {
                /** @description `open`, `answered`, `upheld` or `rejected`. */
                state?: string;
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Questions"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_questions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_raffles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RaffleInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_raffles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RaffleRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RaffleInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_runs: {
        parameters: {
            query?: {
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_runs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRunRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_scrimmages: {
        parameters: {
            query?: {
                /** @description `asked`, `accepted`, `declined` or `expired`. */
                state?: string;
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scrimmages"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_scrimmages: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string | null;
            };
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScrimmageRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedScrimmage"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_search: {
        parameters: {
            query: {
                /** @description A part of a name, login name, e-mail address, file name or title; or a number. */
                q: string;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_similar: {
        parameters: {
            query?: {
                /** @description The versions of this moment, such as a deadline; default: now. */
                at?: string;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarPair"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_staff_bots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffBotInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_staff_bots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffBotRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffBotInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_starters_language: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_submission_limits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLimits"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_submissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_submissions: {
        parameters: {
            query: {
                /** @description File name, such as `bot.py` or `bot.zip`: its ending tells the kind of bot. */
                name: string;
                /** @description The team's own name for this version. */
                label?: string;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": number[];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_switches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_events_event_switches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_teams: {
        parameters: {
            query?: {
                /** @description Where the page starts: the `next` of the page before. */
                cursor?: number;
                /** @description Entries per page, at most 200. */
                limit?: number;
            };
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Teams"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_teams: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyTeam"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_teams_id_compare: {
        parameters: {
            query: {
                /** @description The number of the older version. */
                old: number;
                /** @description The number of the newer version. */
                new: number;
            };
            header?: never;
            path: {
                event: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_events_event_teams_id_record: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamRecord"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_events_event_withdraw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_feed: {
        parameters: {
            query?: {
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_first_organiser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FirstOrganiserRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_gradings_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradingInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_gradings_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GradingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradingInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_gradings_id_collect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GradingInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_gradings_id_comments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_gradings_id_extensions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GradingExtension"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_gradings_id_gradebook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_gradings_id_marks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_gradings_id_regrade: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegradeRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_gradings_id_released: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_gradings_id_results: {
        parameters: {
            query?: {
                /** @description The number of a team. */
                team?: number;
                /** @description Only teams whose version that counts was late, or was not. */
                late?: boolean;
                /** @description Only teams with a task that staff have still to mark, or without one. */
                unmarked?: boolean;
                /** @description Only teams without a graded version, or with one. */
                missing?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_jobs_id_requeue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_jobs_id_void: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoidRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_matches_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_matches_id_games_number_film: {
        parameters: {
            query?: {
                /** @description A seat, from 0: the film shows what its player knows. Default: everything. */
                seat?: number;
                /** @description Of a game that is being played: lists with one entry per frame begin at this frame. */
                from?: number;
            };
            header?: never;
            path: {
                id: number;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_matches_id_games_number_film_chunks_chunk: {
        parameters: {
            query?: {
                /** @description A seat, from 0: the film shows what its player knows. Default: everything. */
                seat?: number;
                /** @description Of a game that is being played: lists with one entry per frame begin at this frame. */
                from?: number;
            };
            header?: never;
            path: {
                id: number;
                number: number;
                chunk: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_matches_id_games_number_replay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_matches_id_rematch: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string | null;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedScrimmage"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_matches_id_restore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_matches_id_void: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoidMatchRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_me_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_me_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_me_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_me_tokens_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_questions_id_answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffAnswer"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_queue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_raffles_id_draw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RaffleInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_id_log: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_runs_id_public: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublicRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_id_ratings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ratings"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_id_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunReport"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_id_rounds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoundInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_runs_id_rounds_number_release: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_runs_id_rounds_number_start: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_runs_id_rulings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RulingRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_runs_id_why: {
        parameters: {
            query: {
                /** @description The round, from 1. */
                round: number;
                /** @description Name of an entrant. */
                a: string;
                /** @description Name of another entrant. */
                b: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reason"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_scrimmages_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScrimmageInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_scrimmages_id_answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScrimmageInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_server: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_sessions_current: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_sessions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_sign_up: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_source_comments_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentText"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_source_comments_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_staff_bots_id_hidden: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HiddenRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffBotInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_staff_bots_id_submissions: {
        parameters: {
            query: {
                /** @description File name, such as `bot.py` or `bot.zip`: its ending tells the kind of bot. */
                name: string;
                /** @description The team's own name for this version. */
                label?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": number[];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_submissions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_submissions_id_activate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_submissions_id_file: {
        parameters: {
            query: {
                /** @description Its path, as in the list of files. */
                path: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceTextInfo"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_submissions_id_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceFileInfo"][];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_submissions_id_label: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_submissions_id_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patch_teams_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamDecision"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    post_teams_id_extensions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtensionRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_workers_desired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DesiredWorkers"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
