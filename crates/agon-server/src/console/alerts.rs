//! Which alerts follow from the state of the server: a pure function.

use agon_store::console::{Alert, AlertKind, Snapshot, WorkCount, WorkerCount, object_of_worker};
use agon_store::jobs::describe_needs;

/// A job may wait this long while workers are idle.
const MAX_WAIT_MS: i64 = 5 * 60_000;
/// Ranked results may be without ratings this long.
const MAX_UNRATED_MS: i64 = 60_000;
/// Fewer stale results in an hour are no reason for an alert.
const FEWEST_STALE: i64 = 3;

/// Fewer failures of a worker are no reason for an alert.
const FEWEST_FAILURES: i64 = 4;
/// A worker that fails this many times as often as the others is set aside.
const FAILS_MORE: i64 = 4;

/// The alerts of a moment.
pub(crate) fn alerts(snapshot: &Snapshot) -> Vec<Alert> {
    let Snapshot { now, oldest_waiting, idle_slots, over_limit, dead, unrated, stale, work } =
        snapshot;
    let mut alerts = Vec::new();
    let mut add = |kind, object: String, sentence: String| {
        alerts.push(Alert { kind, object, sentence, since_ms: *now });
    };
    if let Some((job, since, needs)) = oldest_waiting
        && now - since > MAX_WAIT_MS
        && *idle_slots > 0
    {
        let minutes = (now - since) / 60_000;
        let able = match needs.as_str() {
            "" => String::new(),
            needs => format!(" that have {}", describe_needs(needs)),
        };
        let sentence = format!(
            "job {job} has waited for {minutes} minutes although workers are idle; look at the workers{able} \
             and the server's log"
        );
        add(AlertKind::Waiting, "queue".into(), sentence);
    }
    for (job, worker, since, limit) in over_limit {
        let (seconds, limit) = ((now - since) / 1000, limit / 1000);
        let sentence =
            format!("job {job} has run on {worker} for {seconds} s; its limit is {limit} s");
        add(AlertKind::OverLimit, format!("job {job}"), sentence);
    }
    if *dead > 0 {
        let sentence = match dead {
            1 => "1 job failed too often and waits for a decision".to_owned(),
            dead => format!("{dead} jobs failed too often and wait for a decision"),
        };
        add(AlertKind::DeadJobs, "queue".into(), sentence);
    }
    for ladder in unrated.iter().filter(|ladder| now - ladder.since_ms > MAX_UNRATED_MS) {
        let seconds = (now - ladder.since_ms) / 1000;
        let sentence = format!(
            "ranked results of `{}` have had no ratings for {seconds} s; look at the server's log",
            ladder.slug
        );
        add(AlertKind::Unrated, format!("event {}", ladder.event), sentence);
    }
    let (this_hour, hour_before) = stale;
    if *this_hour >= FEWEST_STALE && this_hour > hour_before {
        let sentence = format!(
            "{this_hour} results of this hour came too late and were dropped, {hour_before} in the hour \
             before; a worker is too slow, or two servers dispatch"
        );
        add(AlertKind::StaleResults, "queue".into(), sentence);
    }
    for one in work {
        if let Some(sentence) = fails_more(one, work) {
            add(AlertKind::FailingWorker, object_of_worker(&one.worker), sentence);
        }
    }
    alerts
}

/// What is wrong with a worker that fails much more often than the others together. Without others that do
/// better it is not the worker.
fn fails_more(one: &WorkerCount, all: &[WorkerCount]) -> Option<String> {
    let attempts = |count: &WorkCount| count.results + count.failures;
    let others = all.iter().filter(|other| other.worker != one.worker);
    let (failed, tried) = others.fold((0, 0), |(failed, tried), other| {
        (failed + other.count.failures, tried + attempts(&other.count))
    });
    let (own_failed, own_tried) = (one.count.failures, attempts(&one.count));
    // Compares own_failed / own_tried with failed / tried without dividing by 0.
    let is_worse = own_failed * tried > FAILS_MORE * failed.max(1) * own_tried;
    (own_failed >= FEWEST_FAILURES && is_worse).then(|| {
        format!(
            "{own_failed} of {own_tried} jobs failed on {}, {failed} of {tried} on the others; it gets no \
             jobs while this is so: look at its machine, then let it work again",
            one.worker
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_store::console::UnratedLadder;

    const NOW: i64 = 1_800_000_000_000;

    fn quiet() -> Snapshot {
        Snapshot { now: NOW, idle_slots: 2, ..Snapshot::default() }
    }

    fn kinds(snapshot: &Snapshot) -> Vec<(AlertKind, String)> {
        alerts(snapshot).into_iter().map(|alert| (alert.kind, alert.object)).collect()
    }

    #[test]
    fn a_quiet_server_has_no_alerts() {
        assert_eq!(alerts(&quiet()), []);
        let busy = Snapshot {
            oldest_waiting: Some((7, NOW - MAX_WAIT_MS, String::new())),
            unrated: vec![UnratedLadder { event: 1, slug: "cup".into(), since_ms: NOW - 60_000 }],
            stale: (2, 0),
            ..quiet()
        };
        assert_eq!(alerts(&busy), []);
    }

    #[test]
    fn a_job_that_waits_is_an_alert_only_while_workers_are_idle() {
        let oldest_waiting = Some((7, NOW - MAX_WAIT_MS - 1, "4GiB java".into()));
        let waits = Snapshot { oldest_waiting, ..quiet() };
        assert_eq!(kinds(&waits), [(AlertKind::Waiting, "queue".to_owned())]);
        let sentence = &alerts(&waits)[0].sentence;
        assert!(sentence.contains("job 7 has waited for 5 minutes"), "{sentence}");
        assert!(sentence.contains("workers that have 4 GiB of memory and java and"), "{sentence}");
        assert_eq!(kinds(&Snapshot { idle_slots: 0, ..waits }), []);
    }

    #[test]
    fn jobs_over_their_limit_dead_jobs_and_missing_ratings_are_alerts() {
        let bad = Snapshot {
            over_limit: vec![(3, "hall:8080".into(), NOW - 90_000, 60_000)],
            dead: 2,
            unrated: vec![UnratedLadder { event: 1, slug: "cup".into(), since_ms: NOW - 60_001 }],
            ..quiet()
        };
        let found = alerts(&bad);
        let found: Vec<(&str, &str)> =
            found.iter().map(|alert| (alert.kind.name(), alert.object.as_str())).collect();
        let wanted = [("over_limit", "job 3"), ("dead_jobs", "queue"), ("unrated", "event 1")];
        assert_eq!(found, wanted);
        assert!(alerts(&bad)[0].sentence.contains("hall:8080 for 90 s; its limit is 60 s"));
    }

    #[test]
    fn a_worker_that_fails_more_than_the_others_is_an_alert() {
        let work = |counts: &[(&str, i64, i64)]| Snapshot {
            work: counts
                .iter()
                .map(|(worker, results, failures)| WorkerCount {
                    worker: worker.to_string(),
                    count: WorkCount {
                        results: *results,
                        failures: *failures,
                        ..WorkCount::default()
                    },
                })
                .collect(),
            ..quiet()
        };
        let bad = work(&[("a", 40, 1), ("b", 4, 4), ("c", 60, 0)]);
        assert_eq!(kinds(&bad), [(AlertKind::FailingWorker, "worker b".to_owned())]);
        assert!(alerts(&bad)[0].sentence.starts_with("4 of 8 jobs failed on b, 1 of 101"));
        for fine in [
            work(&[("a", 40, 1), ("b", 5, 3)]),
            work(&[("a", 4, 4), ("b", 4, 4)]),
            work(&[("alone", 0, 9)]),
            work(&[("a", 0, 0), ("b", 0, 9)]),
        ] {
            assert_eq!(alerts(&fine), []);
        }
    }

    #[test]
    fn stale_results_are_an_alert_when_they_rise() {
        for (stale, on) in [((3, 0), true), ((5, 5), false), ((6, 5), true), ((2, 0), false)] {
            let found = !alerts(&Snapshot { stale, ..quiet() }).is_empty();
            assert_eq!(found, on, "{stale:?}");
        }
    }
}
