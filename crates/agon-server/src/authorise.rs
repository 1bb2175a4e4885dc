//! Who may do what: one table.
//!
//! Every route names its [`Action`]. The table says which roles may take it, whether only on their own team
//! or account, and in which phases of an event. Objects that a person may not see are answered as if they
//! did not exist.

use crate::problem::{Problem, log_in_first, problem};
use agon_store::accounts::Role;
use agon_store::events::Phase;
use axum::http::StatusCode;

/// What a request does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Action {
    ReadPublic,
    UseOwnAccount,
    ManageAccounts,
    EraseAccount,
    MakeEvent,
    SetPhase,
    ChangeEvent,
    Announce,
    ExtendDeadline,
    MakeTeam,
    JoinTeam,
    ChangeTeam,
    WithdrawTeam,
    DecideTeam,
    ReadTeamSecrets,
    Submit,
    ReadSubmission,
    ActivateSubmission,
    RequestScrimmage,
    AnswerScrimmage,
    ReadScrimmage,
    AskStaff,
    ReadQuestion,
    AnswerTeam,
    ReadMatch,
    ReadRun,
    ReadLog,
    DecideRun,
    ReadGrade,
    Mark,
    ReadQueue,
    DecideJob,
    DecideMatch,
    SetSwitch,
    ViewAsTeam,
    Search,
    ReadAudit,
}

/// How far a role's permission goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Grant {
    /// Not at all.
    No,
    /// For one's own account or team.
    Own,
    /// For all.
    All,
}

/// What an access token must be allowed to do for an action.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Read.
    Read,
    /// Upload and ask for games.
    Play,
    /// Everything.
    Manage,
}

impl Scope {
    /// The name in tokens.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Manage => "manage",
        }
    }
}

struct Rule {
    visitor: Grant,
    competitor: Grant,
    staff: Grant,
    organiser: Grant,
    phases: &'static [Phase],
    scope: Scope,
}

const ANY: &[Phase] = &Phase::ALL;
const BEFORE_FREEZE: &[Phase] = &[Phase::Registration, Phase::Open];
const BEFORE_END: &[Phase] = &[Phase::Registration, Phase::Open, Phase::Frozen, Phase::Finals];
const OPEN: &[Phase] = &[Phase::Open];
const PLAYING: &[Phase] = &[Phase::Open, Phase::Frozen, Phase::Finals];

impl Action {
    /// All actions.
    pub const ALL: [Action; 37] = [
        Action::ReadPublic,
        Action::UseOwnAccount,
        Action::ManageAccounts,
        Action::EraseAccount,
        Action::MakeEvent,
        Action::SetPhase,
        Action::ChangeEvent,
        Action::Announce,
        Action::ExtendDeadline,
        Action::MakeTeam,
        Action::JoinTeam,
        Action::ChangeTeam,
        Action::WithdrawTeam,
        Action::DecideTeam,
        Action::ReadTeamSecrets,
        Action::Submit,
        Action::ReadSubmission,
        Action::ActivateSubmission,
        Action::RequestScrimmage,
        Action::AnswerScrimmage,
        Action::ReadScrimmage,
        Action::AskStaff,
        Action::ReadQuestion,
        Action::AnswerTeam,
        Action::ReadMatch,
        Action::ReadRun,
        Action::ReadLog,
        Action::DecideRun,
        Action::ReadGrade,
        Action::Mark,
        Action::ReadQueue,
        Action::DecideJob,
        Action::DecideMatch,
        Action::SetSwitch,
        Action::ViewAsTeam,
        Action::Search,
        Action::ReadAudit,
    ];

    fn rule(self) -> Rule {
        use Grant::{All, No, Own};
        let rule = |visitor, competitor, staff, organiser, phases, scope| Rule {
            visitor,
            competitor,
            staff,
            organiser,
            phases,
            scope,
        };
        match self {
            Action::ReadPublic => rule(All, All, All, All, ANY, Scope::Read),
            Action::UseOwnAccount => rule(No, Own, Own, Own, ANY, Scope::Manage),
            Action::ManageAccounts => rule(No, No, All, All, ANY, Scope::Manage),
            Action::EraseAccount => rule(No, Own, No, All, ANY, Scope::Manage),
            Action::MakeEvent => rule(No, No, No, All, ANY, Scope::Manage),
            Action::SetPhase => rule(No, No, No, All, ANY, Scope::Manage),
            Action::ChangeEvent => rule(No, No, No, All, ANY, Scope::Manage),
            Action::Announce => rule(No, No, All, All, ANY, Scope::Manage),
            Action::ExtendDeadline => rule(No, No, All, All, ANY, Scope::Manage),
            Action::MakeTeam => rule(No, All, All, All, BEFORE_FREEZE, Scope::Play),
            Action::JoinTeam => rule(No, All, All, All, BEFORE_FREEZE, Scope::Play),
            Action::ChangeTeam => rule(No, Own, Own, Own, BEFORE_FREEZE, Scope::Play),
            Action::WithdrawTeam => rule(No, Own, Own, Own, BEFORE_END, Scope::Play),
            Action::DecideTeam => rule(No, No, All, All, ANY, Scope::Manage),
            Action::ReadTeamSecrets => rule(No, Own, All, All, ANY, Scope::Read),
            Action::Submit => rule(No, Own, Own, Own, OPEN, Scope::Play),
            Action::ReadSubmission => rule(No, Own, All, All, ANY, Scope::Read),
            Action::ActivateSubmission => rule(No, Own, Own, Own, OPEN, Scope::Play),
            Action::RequestScrimmage => rule(No, Own, Own, Own, PLAYING, Scope::Play),
            Action::AnswerScrimmage => rule(No, Own, Own, Own, PLAYING, Scope::Play),
            Action::ReadScrimmage => rule(No, Own, All, All, ANY, Scope::Read),
            Action::AskStaff => rule(No, Own, Own, Own, ANY, Scope::Play),
            // A public question counts as own for every visitor.
            Action::ReadQuestion => rule(Own, Own, All, All, ANY, Scope::Read),
            Action::AnswerTeam => rule(No, No, All, All, ANY, Scope::Manage),
            // A ranked match that the event shows to all counts as own for every visitor.
            Action::ReadMatch => rule(Own, Own, All, All, ANY, Scope::Read),
            // A run with public results counts as own for every visitor.
            Action::ReadRun => rule(Own, Own, All, All, ANY, Scope::Read),
            Action::ReadLog => rule(No, No, All, All, ANY, Scope::Read),
            Action::DecideRun => rule(No, No, No, All, ANY, Scope::Manage),
            Action::ReadGrade => rule(No, Own, All, All, ANY, Scope::Read),
            Action::Mark => rule(No, No, All, All, ANY, Scope::Manage),
            Action::ReadQueue => rule(No, No, All, All, ANY, Scope::Read),
            Action::DecideJob => rule(No, No, All, All, ANY, Scope::Manage),
            Action::DecideMatch => rule(No, No, All, All, ANY, Scope::Manage),
            Action::SetSwitch => rule(No, No, All, All, ANY, Scope::Manage),
            Action::ViewAsTeam => rule(No, No, All, All, ANY, Scope::Read),
            Action::Search => rule(No, No, All, All, ANY, Scope::Read),
            Action::ReadAudit => rule(No, No, All, All, ANY, Scope::Read),
        }
    }

    /// What a person does by an action that some phases exclude.
    fn doing(self) -> &'static str {
        match self {
            Action::MakeTeam => "making a team",
            Action::JoinTeam => "joining a team",
            Action::ChangeTeam => "changing or leaving a team",
            Action::WithdrawTeam => "withdrawing a team",
            Action::Submit => "handing in a bot",
            Action::ActivateSubmission => "choosing the version that plays",
            Action::RequestScrimmage | Action::AnswerScrimmage => "a scrimmage",
            _ => "this",
        }
    }

    /// The scope that an access token needs.
    pub fn scope(self) -> Scope {
        self.rule().scope
    }

    /// Decides. `own` says whether the object is the person's own account or team; `phase` is the event's,
    /// if there is one.
    pub fn decide(
        self,
        role: Option<Role>,
        own: bool,
        phase: Option<Phase>,
    ) -> Result<(), Problem> {
        let rule = self.rule();
        let grant = match role {
            None => rule.visitor,
            Some(Role::Competitor) => rule.competitor,
            Some(Role::Staff) => rule.staff,
            Some(Role::Organiser) => rule.organiser,
        };
        let granted = grant == Grant::All || (grant == Grant::Own && own);
        if !granted {
            return Err(match role {
                None => log_in_first(),
                Some(_) if grant == Grant::Own => {
                    problem(StatusCode::NOT_FOUND, "there is no such object")
                }
                Some(role) => problem(
                    StatusCode::FORBIDDEN,
                    format!("this needs another role than {role}; ask an organiser"),
                ),
            });
        }
        match phase {
            Some(phase) if !rule.phases.contains(&phase) => {
                let phases: Vec<&str> = rule.phases.iter().map(|phase| phase.name()).collect();
                let detail = format!(
                    "the event is in the phase {}; {} is possible in {} only",
                    phase.name(),
                    self.doing(),
                    phases.join(", ")
                );
                Err(problem(StatusCode::CONFLICT, detail))
            }
            _ => Ok(()),
        }
    }
}

/// The names of the actions by which staff and organisers change something that is not their own.
pub fn staff_actions() -> Vec<String> {
    let is_of_staff = |action: &Action| {
        let rule = action.rule();
        rule.organiser == Grant::All && rule.competitor != Grant::All && rule.scope != Scope::Read
    };
    Action::ALL.into_iter().filter(is_of_staff).map(|action| format!("{action:?}")).collect()
}

/// The whole table as text: a line per action, a column per role; phases where they matter.
pub fn matrix() -> String {
    let mut text = String::from("action               visitor competitor staff organiser phases\n");
    for action in Action::ALL {
        let rule = action.rule();
        let word = |grant| match grant {
            Grant::No => "-",
            Grant::Own => "own",
            Grant::All => "all",
        };
        let phases: Vec<&str> = match rule.phases.len() {
            5 => vec!["any"],
            _ => rule.phases.iter().map(|phase| phase.name()).collect(),
        };
        text.push_str(&format!(
            "{:<20} {:<7} {:<10} {:<5} {:<9} {}\n",
            format!("{action:?}"),
            word(rule.visitor),
            word(rule.competitor),
            word(rule.staff),
            word(rule.organiser),
            phases.join(" ")
        ));
    }
    text
}
