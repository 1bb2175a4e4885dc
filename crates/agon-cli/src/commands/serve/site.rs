//! The pages of the contest server: the files that are built into this program, and what they show that needs
//! the games: films of replays, starter bots.

use agon_bots::{Language, NewFile, new_bot};
use agon_core::{Contest, Seat};
use agon_games::{Visitor, visit};
use agon_server::{Film, LiveFilm, LiveTake, Place, Showcase, Site, SiteFile, Starter};
use agon_watch::{Audience, RecordFilm, contest, whole_film};
use std::io::{Cursor, Write};
use std::sync::mpsc::Receiver;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The folder inside the archive of a starter bot.
const FOLDER: &str = "my_bot";

/// All pages.
pub fn site() -> Site {
    let file = |&(path, packed): &(&'static str, &'static [u8])| SiteFile { path, packed };
    let files: Vec<SiteFile> = contest::FILES.iter().map(file).collect();
    let page = files.iter().find(|file| file.path == contest::PAGE);
    let page = page.map_or(&[][..], |page| page.packed);
    Site { page, files, showcase: Box::new(Games) }
}

/// Shows the games of this program.
struct Games;

impl Showcase for Games {
    fn film(&self, name: &str, replay: &[u8], seat: Option<u8>) -> Result<Film, String> {
        let film = whole_film(name, replay, seat.map(Seat)).map_err(|fault| fault.to_string())?;
        let chunk = |number| film.chunk(number).map(|chunk| chunk.to_vec());
        let chunks = (0..film.chunks()).filter_map(chunk).collect();
        Ok(Film { summary: film.summary(0).to_string(), chunks })
    }

    fn live(&self, record: Receiver<Vec<u8>>, of: LiveTake) -> Box<dyn LiveFilm> {
        let audience = Audience { notes: of.notes, seen_by: of.seat.map(Seat) };
        Box::new(Growing(RecordFilm::start(record, audience, Some(of.take))))
    }

    fn starters(&self, game: &str) -> Vec<Starter> {
        let has_one = |language: &Language| {
            matches!(visit(game, NewBot { language: *language }), Some(Some(_)))
        };
        let starter = |language: Language| Starter {
            language: language.word().to_owned(),
            title: language.title().to_owned(),
        };
        Language::with_starter().filter(has_one).map(starter).collect()
    }

    fn starter(
        &self,
        game: &str,
        language: &str,
        place: &Place,
    ) -> Result<Option<Vec<u8>>, String> {
        let language = Language::with_starter().find(|known| known.word() == language);
        let Some(language) = language else { return Ok(None) };
        let Some(Some(mut files)) = visit(game, NewBot { language }) else { return Ok(None) };
        files.push(("HAND-IN.md".into(), how_to_hand_in(place).into_bytes()));
        pack(&files).map(Some).map_err(|fault| fault.to_string())
    }
}

/// The film of a running game.
struct Growing(RecordFilm);

impl LiveFilm for Growing {
    fn summary(&self, from: usize) -> Option<String> {
        self.0.film().map(|film| film.summary(from).to_string())
    }

    fn chunk(&self, number: usize) -> Option<Vec<u8>> {
        self.0.film()?.chunk(number).map(|chunk| chunk.to_vec())
    }
}

/// The files of a new bot.
struct NewBot {
    language: Language,
}

impl Visitor for NewBot {
    type Out = Option<Vec<NewFile>>;
    fn visit<G: Contest>(self) -> Self::Out {
        new_bot::<G>(self.language, None, FOLDER)
    }
}

fn how_to_hand_in(Place { server, event, title }: &Place) -> String {
    format!(
        "# Hand in this bot\n\n\
         It is a bot for {title}.\n\n\
         In the browser: open {server}/events/{event}/upload and drop this folder there.\n\n\
         From the shell, with the `agon` program, once:\n\n    \
         agon login {server} YOUR_LOGIN_NAME --event {event}\n\n\
         and then, for every version:\n\n    \
         agon submit .\n"
    )
}

fn pack(files: &[NewFile]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        let name = format!("{FOLDER}/{}", path.to_string_lossy());
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_starter_that_is_offered_can_be_packed_and_knows_its_server() {
        let server = "https://contest.example.org".to_owned();
        let place = Place { server, event: "cup".into(), title: "The cup".into() };
        for game in agon_games::GAMES {
            let offered = Games.starters(game.id);
            assert!(offered.iter().any(|starter| starter.language == "python"), "{}", game.id);
            for Starter { language, .. } in offered {
                let packed = Games.starter(game.id, &language, &place).unwrap().unwrap();
                let mut archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
                let mut text = String::new();
                let mut file = archive.by_name("my_bot/HAND-IN.md").unwrap();
                std::io::Read::read_to_string(&mut file, &mut text).unwrap();
                assert!(text.contains("contest.example.org/events/cup/upload"), "{text}");
            }
        }
        assert_eq!(Games.starter("mars", "klingon", &place), Ok(None));
    }
}
