//! What browsers get besides the interface: the page with its files, and what the page shows that only a
//! program with the games can make. The server knows neither; the program that starts it hands them over.

use crate::problem::{Problem, problem, unknown};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use serde::Serialize;
use std::io::Read;
use std::sync::mpsc::Receiver;
use utoipa::ToSchema;

/// Where the files with hashed names are.
const ASSETS: &str = "/assets/";
/// Files with hashed names never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A film of a game, in the form in which the viewer loads it.
pub struct Film {
    /// What is known about the film, as a JSON document.
    pub summary: String,
    /// The frames: gzipped JSON documents.
    pub chunks: Vec<Vec<u8>>,
}

impl Film {
    /// Bytes of memory.
    pub(crate) fn size(&self) -> usize {
        self.summary.len() + self.chunks.iter().map(Vec::len).sum::<usize>()
    }
}

/// What a film of a running game shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTake {
    /// Tells the film from others of the same game, which may have to begin again.
    pub take: String,
    /// Whether the output of each seat's bot is shown.
    pub notes: Vec<bool>,
    /// The seat whose knowledge is shown; `None` for everything.
    pub seat: Option<u8>,
}

/// A film of a game that is being played.
pub trait LiveFilm: Send + Sync {
    /// What is known about the film, as a JSON document whose lists begin at frame `from`; `None` before its
    /// first frame.
    fn summary(&self, from: usize) -> Option<String>;

    /// Some of the frames: a gzipped JSON document.
    fn chunk(&self, number: usize) -> Option<Vec<u8>>;
}

/// What the pages show that needs the games. Calls block.
pub trait Showcase: Send + Sync + 'static {
    /// The film of a replay, or of what one seat of it knows; or why there is none, as a sentence.
    fn film(&self, name: &str, replay: &[u8], seat: Option<u8>) -> Result<Film, String>;

    /// The film of a game that is being played, made of its record as it arrives in parts. `notes` are the
    /// seats whose bots' output it shows, `take` tells it from others of the same game. It ends with its
    /// record.
    fn live(&self, record: Receiver<Vec<u8>>, of: LiveTake) -> Box<dyn LiveFilm>;

    /// The starter bots of a game.
    fn starters(&self, game: &str) -> Vec<Starter>;

    /// A starter bot as a zip archive; `None` if there is none in this language.
    fn starter(&self, game: &str, language: &str, place: &Place)
    -> Result<Option<Vec<u8>>, String>;
}

/// A starter bot: a bot that plays legally, to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Starter {
    /// The language's name in addresses.
    pub language: String,
    /// The language's name for people.
    pub title: String,
}

/// Where a starter bot will be handed in.
#[derive(Clone, Debug)]
pub struct Place {
    /// The address of the server.
    pub server: String,
    /// The event's name in addresses.
    pub event: String,
    /// The event's title.
    pub title: String,
}

/// A file of the page.
#[derive(Copy, Clone, Debug)]
pub struct SiteFile {
    /// Its address, such as `/assets/main-5f0e.js`.
    pub path: &'static str,
    /// Its content, gzipped.
    pub packed: &'static [u8],
}

/// The page and what it shows.
pub struct Site {
    /// The page, gzipped; every address that is not a file is answered with it.
    pub page: &'static [u8],
    /// The files that it refers to.
    pub files: Vec<SiteFile>,
    /// What needs the games.
    pub showcase: Box<dyn Showcase>,
}

/// A server without pages.
struct NoShowcase;

/// A film without frames.
struct NoFilm;

impl LiveFilm for NoFilm {
    fn summary(&self, _: usize) -> Option<String> {
        None
    }

    fn chunk(&self, _: usize) -> Option<Vec<u8>> {
        None
    }
}

impl Showcase for NoShowcase {
    fn film(&self, _: &str, _: &[u8], _: Option<u8>) -> Result<Film, String> {
        Err("this server makes no films; download the replay and watch it with `agon watch`".into())
    }

    fn live(&self, _: Receiver<Vec<u8>>, _: LiveTake) -> Box<dyn LiveFilm> {
        Box::new(NoFilm)
    }

    fn starters(&self, _: &str) -> Vec<Starter> {
        Vec::new()
    }

    fn starter(&self, _: &str, _: &str, _: &Place) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }
}

impl Default for Site {
    /// No pages: the interface only.
    fn default() -> Site {
        Site { page: &[], files: Vec::new(), showcase: Box::new(NoShowcase) }
    }
}

impl Site {
    /// Answers requests outside of `/api` with the page or one of its files.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        self.find(method, uri.path(), headers).into_response()
    }

    fn find(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
        let is_interface = path == "/api" || path.starts_with("/api/");
        let leaves = path.split('/').any(|part| part == "..");
        if is_interface || leaves || self.page.is_empty() {
            return Err(unknown("such page"));
        }
        if method != Method::GET && method != Method::HEAD {
            let detail = "this address does not support this method";
            return Err(problem(StatusCode::METHOD_NOT_ALLOWED, detail));
        }
        if let Some(file) = self.files.iter().find(|file| file.path == path) {
            return send(file.packed, kind(path), FOR_EVER, headers);
        }
        if path.starts_with(ASSETS) {
            return Err(unknown("such file; load the page again"));
        }
        send(self.page, "text/html; charset=utf-8", "no-cache", headers)
    }
}

/// The type of a file, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn send(
    packed: &'static [u8],
    kind: &'static str,
    keep: &'static str,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let accepts = headers.get_all(header::ACCEPT_ENCODING).iter();
    let accepts_gzip = accepts.filter_map(|value| value.to_str().ok()).any(|v| v.contains("gzip"));
    let body = match accepts_gzip {
        true => Body::from(packed),
        false => Body::from(unpacked(packed)?),
    };
    let mut response = body.into_response();
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if accepts_gzip {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

fn unpacked(packed: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut plain = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut plain).map_err(|error| {
        tracing::error!(%error, "a file of the page cannot be unpacked");
        problem(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this program's pages are damaged; install it again",
        )
    })?;
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn site() -> Site {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(b"<!doctype html>").unwrap();
        let page: &'static [u8] = packer.finish().unwrap().leak();
        let files = vec![SiteFile { path: "/assets/a-1.js", packed: page }];
        Site { page, files, ..Site::default() }
    }

    fn status(site: &Site, method: Method, path: &'static str) -> (u16, Option<String>) {
        let answer = site.answer(&method, &Uri::from_static(path), &HeaderMap::new());
        let keep = answer.headers().get(header::CACHE_CONTROL);
        (answer.status().as_u16(), keep.map(|value| value.to_str().unwrap().to_owned()))
    }

    #[test]
    fn every_address_outside_of_the_interface_is_the_page() {
        let site = site();
        let page = (200, Some("no-cache".to_owned()));
        for path in ["/", "/events/cup/leaderboard", "/matches/12", "/apiary"] {
            assert_eq!(status(&site, Method::GET, path), page, "{path}");
        }
        assert_eq!(status(&site, Method::GET, "/assets/a-1.js"), (200, Some(FOR_EVER.to_owned())));
        assert_eq!(status(&site, Method::GET, "/assets/a-2.js").0, 404);
        assert_eq!(status(&site, Method::GET, "/api/v1/unknown").0, 404);
        assert_eq!(status(&site, Method::GET, "/../etc/passwd").0, 404);
        assert_eq!(status(&site, Method::POST, "/events").0, 405);
        assert_eq!(status(&Site::default(), Method::GET, "/").0, 404);
    }
}
