//! The migrations, in order. A released migration never changes; a new one is added at the end.

/// The migrations; the first one makes version 1.
pub const MIGRATIONS: [&str; 16] = [
    include_str!("../migrations/0001.sql"),
    include_str!("../migrations/0002.sql"),
    include_str!("../migrations/0003.sql"),
    include_str!("../migrations/0004.sql"),
    include_str!("../migrations/0005.sql"),
    include_str!("../migrations/0006.sql"),
    include_str!("../migrations/0007.sql"),
    include_str!("../migrations/0008.sql"),
    include_str!("../migrations/0009.sql"),
    include_str!("../migrations/0010.sql"),
    include_str!("../migrations/0011.sql"),
    include_str!("../migrations/0012.sql"),
    include_str!("../migrations/0013.sql"),
    include_str!("../migrations/0014.sql"),
    include_str!("../migrations/0015.sql"),
    include_str!("../migrations/0016.sql"),
];
