//! S-expressions as the contest's programs wrote them.

use std::fmt;

/// The deepest nesting of lists.
const MAX_DEPTH: usize = 32;

/// An atom or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexpr {
    /// A word, a number or a quoted string: they read the same.
    Atom(String),
    /// Expressions in parentheses.
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// Reads one expression; `None` if the text has anything else but blanks and comments.
    pub fn parse(text: &str) -> Option<Sexpr> {
        let mut reader = Reader { rest: text };
        let expression = reader.expression(0)?;
        reader.skip();
        reader.rest.is_empty().then_some(expression)
    }

    /// The text of an atom.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(text) => Some(text),
            Sexpr::List(_) => None,
        }
    }
}

/// Whole numbers are plain, all other atoms are quoted.
impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexpr::Atom(text) if text.parse::<i64>().is_ok() => f.write_str(text),
            Sexpr::Atom(text) => f.write_str(&quoted(text)),
            Sexpr::List(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "({})", items.join(" "))
            }
        }
    }
}

/// A string as it is printed.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Blanks, and comments from `;` to the end of the line.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let Some(comment) = self.rest.strip_prefix(';') else { return };
            self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expression(&mut self, depth: usize) -> Option<Sexpr> {
        self.skip();
        if self.take('(') {
            return self.list(depth);
        }
        if self.take('"') {
            return self.string();
        }
        let is_end = |c: char| c.is_whitespace() || "();\"".contains(c);
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then(|| Sexpr::Atom(word.to_owned()))
    }

    fn list(&mut self, depth: usize) -> Option<Sexpr> {
        let mut items = Vec::new();
        loop {
            self.skip();
            if self.take(')') {
                return Some(Sexpr::List(items));
            }
            if depth >= MAX_DEPTH {
                return None;
            }
            items.push(self.expression(depth + 1)?);
        }
    }

    fn string(&mut self) -> Option<Sexpr> {
        let mut text = String::new();
        let mut signs = self.rest.char_indices();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Some(Sexpr::Atom(text));
                }
                '\\' => text.push(signs.next()?.1),
                sign => text.push(sign),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_and_bare_atoms_are_alike() {
        let read =
            Sexpr::parse(" (game-move \"20\" -3 ; a comment\n (\"a \\\"b\\\\\" ())) ").unwrap();
        assert_eq!(read.to_string(), r#"("game-move" 20 -3 ("a \"b\\" ()))"#);
        assert_eq!(Sexpr::parse(&read.to_string()), Some(read));
    }

    #[test]
    fn malformed_text_is_none() {
        let deep = "(".repeat(10_000);
        for text in ["", "(", ")", "(a", "(a))", "a b", "\"a", "(\"a\\", "; only this", &deep] {
            assert_eq!(Sexpr::parse(text), None, "{text:.20}");
        }
    }
}
