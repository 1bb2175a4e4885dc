//! The list of erased accounts: a file outside of the data folder. A backup that is older than an erasure
//! has the person's data; after it is restored, the list says what must be deleted again.
//!
//! A line has the account's number and the times when it was made and erased, and nothing about the person.

use crate::config::Config;
use crate::serve::ServeFault;
use agon_store::Store;
use agon_store::accounts::{EraseAgain, Erasure};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The file of a backup that says where the list of its server is.
const LIST_OF_BACKUP: &str = "erased-list.txt";

/// The list of a server.
#[derive(Clone, Debug)]
pub(crate) struct Erasures(PathBuf);

impl Erasures {
    /// The list that the configuration names, or the one beside the data folder.
    pub fn new(config: &Config, data: &Path) -> Erasures {
        Erasures(config.erasures.clone().unwrap_or_else(|| {
            let mut name = data.as_os_str().to_owned();
            name.push(".erased");
            PathBuf::from(name)
        }))
    }

    /// The list of the server that a backup was made of, which the backup names.
    pub fn of_backup(backup: &Path) -> Option<Erasures> {
        let path = std::fs::read_to_string(backup.join(LIST_OF_BACKUP)).ok()?;
        Some(Erasures(PathBuf::from(path.trim_end())))
    }

    /// Notes in a backup where this list is: it goes on after the backup.
    pub fn note_in(&self, backup: &Path) -> std::io::Result<()> {
        let path = std::path::absolute(&self.0)?;
        std::fs::write(backup.join(LIST_OF_BACKUP), format!("{}\n", path.display()))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Erases in the database what the list has. Returns the number of accounts that were erased again.
    pub async fn apply(&self, store: &Store) -> Result<u64, ServeFault> {
        let mut again = 0;
        for erasure in self.read()? {
            again += u64::from(store.change(EraseAgain(erasure)).await?);
        }
        Ok(again)
    }

    /// Erases in the database what the list has, and adds to the list what was erased in the database.
    /// Returns the number of accounts that were erased again.
    pub async fn reconcile(&self, store: &Store) -> Result<u64, ServeFault> {
        let again = self.apply(store).await?;
        let listed = self.read()?;
        let erased = store.erasures().await?;
        if erased.iter().any(|erasure| !listed.contains(erasure)) {
            self.append(&erased).map_err(|error| self.fault(error.to_string()))?;
        }
        Ok(again)
    }

    fn fault(&self, why: String) -> ServeFault {
        ServeFault::Erasures { path: self.0.clone(), why }
    }

    fn read(&self) -> Result<Vec<Erasure>, ServeFault> {
        let mut text = String::new();
        match File::open(&self.0).and_then(|mut file| file.read_to_string(&mut text)) {
            Ok(_) => self.parse(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(self.fault(error.to_string())),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Erasure>, ServeFault> {
        // A last line without an end was cut off by a crash; it is written again from the database.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let line = |(line, number): (&str, usize)| {
            serde_json::from_str(line).map_err(|error| {
                self.fault(format!("line {number} is damaged ({error}); repair or delete it"))
            })
        };
        whole.lines().zip(1..).map(line).collect()
    }

    /// Adds those that are missing. The lock keeps servers and shells from mixing their lines.
    fn append(&self, erased: &[Erasure]) -> std::io::Result<()> {
        let mut open = crate::private::files();
        let mut file = open.read(true).append(true).create(true).open(&self.0)?;
        file.lock()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        // Windows cannot shorten a file that is opened to append.
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        let mut more = String::new();
        for erasure in erased {
            let line = serde_json::to_string(erasure).expect("plain data");
            if !text[..whole].lines().any(|known| known == line) {
                more.push_str(&line);
                more.push('\n');
            }
        }
        file.write_all(more.as_bytes())?;
        file.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_once_and_a_cut_line_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let list = Erasures::new(&Config::default(), &folder.path().join("data"));
        assert_eq!(list.0, folder.path().join("data.erased"));
        assert_eq!(list.read().unwrap(), []);
        let erasure = |account| Erasure { account, created_ms: 5, at_ms: 9 };
        list.append(&[erasure(1)]).unwrap();
        std::fs::write(&list.0, std::fs::read_to_string(&list.0).unwrap() + "{\"acc").unwrap();
        assert_eq!(list.read().unwrap(), [erasure(1)]);
        list.append(&[erasure(1), erasure(2)]).unwrap();
        assert_eq!(list.read().unwrap(), [erasure(1), erasure(2)]);
        std::fs::write(&list.0, "{}\n").unwrap();
        let fault = list.read().unwrap_err().to_string();
        assert!(fault.contains("data.erased: line 1 is damaged"), "{fault}");
    }
}
