//! Accounts, sessions and one-time links.

use crate::support::on_both;
use agon_store::accounts::{
    ChangePassword, EndAccessToken, EndSession, Erase, FirstOrganiser, LogIn, LogInFailed,
    NewAccessToken, NewAccount, NewLink, ResetPassword, Role, Sweep,
};
use agon_store::{Change, Fault, Refusal, Store, Tx};

const NOW: i64 = 1_800_000_000_000;

fn person(login: &str) -> NewAccount {
    NewAccount {
        login: login.into(),
        name: login.to_uppercase(),
        email: Some(format!("{login}@example.org")),
        student_number: None,
        password: Some("hash".into()),
        role: Role::Competitor,
        consent_ms: None,
        now: NOW,
    }
}

async fn log_in(store: &Store, account: i64, token: &[u8]) -> i64 {
    let (agent, address) = ("test".into(), "::1".into());
    let log_in = LogIn {
        account,
        token_hash: token.into(),
        agent,
        address,
        now: NOW,
        expires_ms: NOW + 1000,
    };
    store.change(log_in).await.unwrap()
}

#[test]
fn a_login_name_is_taken_once_whatever_its_case() {
    on_both(|store| async move {
        let id = store.change(person("Ada")).await.unwrap();
        let again = store.change(person("aDa")).await.unwrap_err();
        assert_eq!(again.to_string(), "the login name `ada` is taken");
        let found = store.account_by_login("ADA").await.unwrap().unwrap();
        assert_eq!((found.id, found.role, found.active), (id, Role::Competitor, true));
        for bad in ["", "a b", "ä", "a/b", &"x".repeat(41)] {
            let refused = store.change(person(bad)).await.unwrap_err();
            assert!(matches!(refused, Fault::Refused(Refusal::Invalid(_))), "{bad}: {refused}");
        }
    });
}

#[test]
fn the_first_organiser_link_works_once() {
    on_both(|store| async move {
        let link = |token: &[u8], expires_ms| NewLink {
            token_hash: token.into(),
            purpose: "first_organiser",
            account: None,
            expires_ms,
        };
        store.change(link(b"old", NOW + 5)).await.unwrap();
        store.change(link(b"new", NOW + 5)).await.unwrap();
        let use_it = |token: &[u8], login| FirstOrganiser {
            token_hash: token.into(),
            account: person(login),
        };
        // A new link voids the old one.
        store.change(use_it(b"old", "eve")).await.unwrap_err();
        assert!(!store.has_organiser().await.unwrap());
        // A refused account leaves the link in place: all of a change is rolled back.
        store.change(use_it(b"new", "not a name")).await.unwrap_err();
        let id = store.change(use_it(b"new", "ada")).await.unwrap();
        assert_eq!(store.account(id).await.unwrap().unwrap().role, Role::Organiser);
        store.change(use_it(b"new", "eve")).await.unwrap_err();
        store.change(link(b"third", NOW + 5)).await.unwrap();
        let late = store.change(use_it(b"third", "eve")).await.unwrap_err();
        assert_eq!(late.to_string(), "this server already has an organiser");
    });
}

#[test]
fn sessions_end_by_time_log_out_and_password() {
    on_both(|store| async move {
        let ada = store.change(person("ada")).await.unwrap();
        let bob = store.change(person("bob")).await.unwrap();
        let first = log_in(&store, ada, b"first").await;
        let second = log_in(&store, ada, b"second").await;
        log_in(&store, bob, b"bob").await;
        assert_eq!(store.session(b"first", NOW).await.unwrap().unwrap().1.login, "ada");
        assert!(store.session(b"first", NOW + 1000).await.unwrap().is_none());
        assert!(store.session(b"unknown", NOW).await.unwrap().is_none());
        store.change(EndSession { account: bob, session: first }).await.unwrap_err();
        store.change(EndSession { account: ada, session: first }).await.unwrap();
        assert!(store.session(b"first", NOW).await.unwrap().is_none());
        log_in(&store, ada, b"third").await;
        let change =
            ChangePassword { account: ada, password: "new".into(), keep_session: Some(second) };
        store.change(change).await.unwrap();
        assert!(store.session(b"second", NOW).await.unwrap().is_some());
        assert!(store.session(b"third", NOW).await.unwrap().is_none());
        let reset = NewLink {
            token_hash: b"r".into(),
            purpose: "reset",
            account: Some(ada),
            expires_ms: NOW + 9,
        };
        store.change(reset).await.unwrap();
        let reset = ResetPassword { token_hash: b"r".into(), password: "newer".into(), now: NOW };
        assert_eq!(store.change(reset.clone()).await.unwrap(), ada);
        store.change(reset).await.unwrap_err();
        assert!(store.session(b"second", NOW).await.unwrap().is_none());
        assert!(store.session(b"bob", NOW).await.unwrap().is_some());
    });
}

#[test]
fn access_tokens_are_listed_revoked_and_end_with_the_password() {
    on_both(|store| async move {
        let ada = store.change(person("ada")).await.unwrap();
        let bob = store.change(person("bob")).await.unwrap();
        let token = |account, hash: &[u8]| NewAccessToken {
            account,
            name: "laptop".into(),
            token_hash: hash.into(),
            scopes: "read play".into(),
            now: NOW,
            expires_ms: None,
        };
        let works = async |hash: &[u8]| store.access_token(hash, NOW).await.unwrap().is_some();
        let first = store.change(token(ada, b"1")).await.unwrap();
        store.change(token(ada, b"2")).await.unwrap();
        store.change(token(bob, b"b")).await.unwrap();
        let listed = store.access_tokens(ada, NOW).await.unwrap();
        assert_eq!((listed.len(), listed[0].id, &*listed[0].name), (2, first, "laptop"));
        store.change(EndAccessToken { account: bob, token: first }).await.unwrap_err();
        store.change(EndAccessToken { account: ada, token: first }).await.unwrap();
        assert!(!works(b"1").await && works(b"2").await);
        let password = "new".to_owned();
        let change =
            ChangePassword { account: ada, password: password.clone(), keep_session: None };
        store.change(change).await.unwrap();
        assert!(!works(b"2").await && works(b"b").await);
        let (token_hash, account) = (b"r".to_vec(), Some(bob));
        let link = NewLink { token_hash, purpose: "reset", account, expires_ms: NOW + 9 };
        store.change(link).await.unwrap();
        let reset = ResetPassword { token_hash: b"r".into(), password, now: NOW };
        store.change(reset).await.unwrap();
        assert!(!works(b"b").await);
    });
}

#[test]
fn the_last_organiser_stays() {
    on_both(|store| async move {
        let organiser = |login: &str| NewAccount { role: Role::Organiser, ..person(login) };
        let ada = store.change(organiser("ada")).await.unwrap();
        let bob = store.change(organiser("bob")).await.unwrap();
        store.change(Erase { account: ada, now: NOW }).await.unwrap();
        let refused = store.change(Erase { account: bob, now: NOW }).await.unwrap_err();
        assert!(matches!(refused, Fault::Refused(Refusal::Conflict(_))), "{refused}");
        assert!(refused.to_string().contains("make another organiser first"), "{refused}");
        assert!(store.has_organiser().await.unwrap());
    });
}

#[test]
fn text_with_a_zero_byte_is_refused_by_both_databases() {
    on_both(|store| async move {
        let refused = store.account_by_login("a\0b").await.unwrap_err();
        assert!(refused.is_permanent(), "{refused}");
        assert_eq!(refused.to_string(), "a text must not contain a zero byte");
        let email = Some("a\0b".to_owned());
        let refused = store.change(NewAccount { email, ..person("ada") }).await.unwrap_err();
        assert!(matches!(refused, Fault::Refused(Refusal::Invalid(_))), "{refused}");
        for name in ["", "a\u{202e}b"] {
            let refused = store.change(NewAccount { name: name.into(), ..person("ada") }).await;
            assert!(refused.unwrap_err().to_string().contains("a display name must have"));
        }
        // What a constraint refuses would be refused again.
        let sql = "INSERT INTO one_time_link (token_hash, purpose, account, expires_ms) \
                   VALUES (?, 'reset', 999, 0)";
        let refused = store.change(Statement(sql)).await.unwrap_err();
        assert!(matches!(refused, Fault::Database(_)) && refused.is_permanent(), "{refused}");
        assert!(!Fault::Closed.is_permanent());
    });
}

/// A statement with one value.
struct Statement(&'static str);

impl Change for Statement {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        tx.execute(self.0, &agon_store::values![&b"x"[..]]).await.map(|_| ())
    }
}

#[test]
fn too_many_failed_log_ins_lock_the_account_for_a_while() {
    on_both(|store| async move {
        let ada = store.change(person("ada")).await.unwrap();
        let fail = || LogInFailed { account: ada, address: "::1".into(), now: NOW };
        for _ in 0..4 {
            store.change(fail()).await.unwrap();
        }
        assert_eq!(store.account(ada).await.unwrap().unwrap().locked_until_ms, 0);
        store.change(fail()).await.unwrap();
        assert_eq!(store.account(ada).await.unwrap().unwrap().locked_until_ms, NOW + 15_000);
        for _ in 0..40 {
            store.change(fail()).await.unwrap();
        }
        assert_eq!(store.account(ada).await.unwrap().unwrap().locked_until_ms, NOW + 900_000);
        log_in(&store, ada, b"t").await;
        let account = store.account(ada).await.unwrap().unwrap();
        assert_eq!((account.failures, account.locked_until_ms), (0, 0));
    });
}

#[test]
fn erasing_removes_the_person_and_the_addresses() {
    on_both(|store| async move {
        let ada = store.change(person("ada")).await.unwrap();
        log_in(&store, ada, b"t").await;
        store.change(Erase { account: ada, now: NOW }).await.unwrap();
        assert!(store.session(b"t", NOW).await.unwrap().is_none());
        assert!(store.account_by_login("ada").await.unwrap().is_none());
        let left = store.account(ada).await.unwrap().unwrap();
        assert_eq!(
            (left.name.as_str(), left.email, left.password, left.active),
            ("deleted user", None, None, false)
        );
        assert!(store.rows("SELECT id FROM address_log", &[]).await.unwrap().is_empty());
        store.change(Erase { account: 999, now: NOW }).await.unwrap_err();
        // The login name is free again.
        store.change(person("ada")).await.unwrap();
    });
}

#[test]
fn sweeping_deletes_what_has_expired() {
    on_both(|store| async move {
        let ada = store.change(person("ada")).await.unwrap();
        log_in(&store, ada, b"t").await;
        assert_eq!(store.change(Sweep { now: NOW + 999 }).await.unwrap(), 0);
        assert_eq!(store.change(Sweep { now: NOW + 1000 }).await.unwrap(), 1);
        let two_weeks = 14 * 86_400_000;
        assert_eq!(store.change(Sweep { now: NOW + two_weeks + 1 }).await.unwrap(), 1);
    });
}
