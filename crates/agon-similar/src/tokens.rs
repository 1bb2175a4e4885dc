//! Source text as normalised tokens: all names are alike, all numbers, and all texts; comments are left out.
//!
//! The lexer is small on purpose: it never fails, and text that it cannot read becomes single characters.

/// Languages whose tokens can be compared with each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Python,
    Java,
    C,
    Script,
    Rust,
    Go,
}

/// A token: what it is, and its line from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub code: u64,
    pub line: u32,
}

const NAME: u64 = 1;
const NUMBER: u64 = 2;
const TEXT: u64 = 3;

impl Family {
    /// The family of a file, by its ending.
    pub fn of(path: &str) -> Option<Family> {
        let ending = path.rsplit_once('.')?.1.to_lowercase();
        Some(match ending.as_str() {
            "py" => Family::Python,
            "java" => Family::Java,
            "c" | "cc" | "cpp" | "cxx" | "h" | "hh" | "hpp" => Family::C,
            "js" | "mjs" | "cjs" | "ts" | "mts" | "jsx" | "tsx" => Family::Script,
            "rs" => Family::Rust,
            "go" => Family::Go,
            _ => return None,
        })
    }

    /// Words that are no names.
    fn keywords(self) -> &'static str {
        match self {
            Family::Python => {
                "and as assert async await break class continue def del elif else except False finally for \
                 from global if import in is lambda None nonlocal not or pass raise return True try while \
                 with yield"
            }
            Family::Java => {
                "abstract boolean break byte case catch char class continue default do double else enum \
                 extends final finally float for if implements import instanceof int interface long new \
                 null package private protected public return short static super switch this throw throws \
                 true false try void while"
            }
            Family::C => {
                "auto bool break case catch char class const continue default delete do double else enum \
                 extern false float for if inline int long namespace new nullptr operator private protected \
                 public return short signed sizeof static struct switch template this throw true try typedef \
                 union unsigned using virtual void while"
            }
            Family::Script => {
                "async await break case catch class const continue default delete do else export extends \
                 false finally for from function if import in instanceof interface let new null of return \
                 super switch this throw true try type typeof undefined var void while yield"
            }
            Family::Rust => {
                "as async await break const continue crate dyn else enum extern false fn for if impl in let \
                 loop match mod move mut pub ref return self Self static struct super trait true type unsafe \
                 use where while"
            }
            Family::Go => {
                "break case chan const continue default defer else fallthrough for func go goto if import \
                 interface map package range return select struct switch type var nil true false"
            }
        }
    }

    /// Reads a text.
    pub fn tokens(self, text: &str) -> Vec<Token> {
        let keywords: Vec<&str> = self.keywords().split_whitespace().collect();
        let chars: Vec<char> = text.chars().collect();
        let mut reader = Reader { family: self, chars: &chars, at: 0, line: 1 };
        let mut all = Vec::new();
        while reader.skip_blanks() {
            let line = reader.line;
            all.push(Token { code: reader.token(&keywords), line });
        }
        all
    }
}

struct Reader<'a> {
    family: Family,
    chars: &'a [char],
    at: usize,
    line: u32,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn advance(&mut self) {
        if self.peek(0) == Some('\n') {
            self.line += 1;
        }
        self.at += 1;
    }

    fn starts_with(&self, word: &str) -> bool {
        word.chars().enumerate().all(|(ahead, c)| self.peek(ahead) == Some(c))
    }

    fn skip_while(&mut self, holds: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&holds) {
            self.advance();
        }
    }

    /// Skips blanks and comments; false at the end.
    fn skip_blanks(&mut self) -> bool {
        loop {
            self.skip_while(char::is_whitespace);
            if self.peek(0).is_none() {
                return false;
            }
            let is_python = self.family == Family::Python;
            if (is_python && self.starts_with("#")) || (!is_python && self.starts_with("//")) {
                self.skip_while(|c| c != '\n');
            } else if !is_python && self.starts_with("/*") {
                self.at += 2;
                while self.peek(0).is_some() && !self.starts_with("*/") {
                    self.advance();
                }
                self.at += 2;
            } else {
                return true;
            }
        }
    }

    /// Reads one token; there is one.
    fn token(&mut self, keywords: &[&str]) -> u64 {
        let first = self.peek(0).unwrap_or(' ');
        if let Some(quotes) = self.quotes() {
            self.skip_text(&quotes);
            return TEXT;
        }
        if first.is_ascii_digit() {
            self.skip_while(|c| c.is_alphanumeric() || c == '_' || c == '.');
            return NUMBER;
        }
        if first.is_alphabetic() || first == '_' {
            let start = self.at;
            self.skip_while(|c| c.is_alphanumeric() || c == '_');
            let word: String = self.chars[start..self.at].iter().collect();
            // A letter before a text, such as f"..." or r'...', belongs to it.
            if word.len() <= 2
                && self.family == Family::Python
                && matches!(self.peek(0), Some('"' | '\''))
            {
                return self.token(keywords);
            }
            return if keywords.contains(&word.as_str()) { code(&word) } else { NAME };
        }
        self.advance();
        code(first.encode_utf8(&mut [0; 4]))
    }

    /// The end of the text that starts here, if one does.
    fn quotes(&self) -> Option<String> {
        let first = self.peek(0)?;
        let triple: String = [first; 3].iter().collect();
        let has_triple = matches!(self.family, Family::Python | Family::Java);
        match (first, self.family) {
            ('"', _) | ('\'', Family::Python) if has_triple && self.starts_with(&triple) => {
                Some(triple)
            }
            ('"', _) => Some("\"".into()),
            ('`', Family::Script | Family::Go) => Some("`".into()),
            // In Rust a quote can begin a lifetime instead of a character.
            ('\'', Family::Rust) => {
                let is_char = self.peek(1) == Some('\\') || self.peek(2) == Some('\'');
                is_char.then(|| "'".into())
            }
            ('\'', _) => Some("'".into()),
            _ => None,
        }
    }

    fn skip_text(&mut self, quotes: &str) {
        let is_short = quotes == "'" || (quotes == "\"" && self.family != Family::Rust);
        self.at += quotes.len();
        while let Some(c) = self.peek(0) {
            if self.starts_with(quotes) {
                self.at += quotes.len();
                return;
            }
            // A short text that is not closed ends with its line.
            if is_short && c == '\n' {
                return;
            }
            if c == '\\' && quotes != "`" {
                self.advance();
            }
            self.advance();
        }
    }
}

/// A number for a word, above those of the kinds.
fn code(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    }) | 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(family: Family, text: &str) -> Vec<u64> {
        family.tokens(text).into_iter().map(|token| token.code).collect()
    }

    #[test]
    fn names_numbers_texts_and_comments_do_not_matter() {
        for (family, one, other) in [
            (Family::Python, "a = f(1, 'x')  # note", "b  =  g(22,\n  f\"\"\"long\ntext\"\"\")"),
            (Family::Java, "int a = 1; // x", "int /* y */ b\n=\n0x1f;"),
            (Family::C, "x->y(\"a\\\"b\");", "p->q(\"\");"),
            (Family::Script, "let a = `x ${1}`", "let bb = 'y'"),
            (
                Family::Rust,
                "let a: &'x str = \"b\"; let c = 'd';",
                "let q: &'y str = \"\"; let z = '\\n';",
            ),
            (Family::Go, "a := `x\ny`", "b := \"z\""),
        ] {
            assert_eq!(codes(family, one), codes(family, other), "{one} and {other}");
        }
        assert_ne!(codes(Family::Python, "if a: b"), codes(Family::Python, "while a: b"));
        assert_ne!(codes(Family::Python, "a + b"), codes(Family::Python, "a - b"));
    }

    #[test]
    fn tokens_know_their_lines_and_damaged_text_ends() {
        let lines: Vec<u32> = Family::Python
            .tokens("a\n\"\"\"x\ny\"\"\"\nb")
            .iter()
            .map(|token| token.line)
            .collect();
        assert_eq!(lines, [1, 2, 4]);
        for text in ["\"open", "'", "/* open", "\"\"\"open", "`", "\\", "'\\"] {
            for family in [Family::Python, Family::Java, Family::Script, Family::Rust] {
                assert!(family.tokens(text).len() <= 8, "{text}");
            }
        }
    }
}
