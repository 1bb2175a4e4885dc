//! Cuts a condition into words, and reads them one after the other.

/// The signs that compare a measure with a number; those of two characters come first.
const SIGNS: [&str; 5] = [">=", "<=", "==", ">", "<"];

/// The words of a text.
pub struct Words<'a> {
    text: &'a str,
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    /// Blanks and comparison signs separate words. Quotation marks keep blanks inside a word.
    pub fn of(text: &'a str) -> Result<Words<'a>, String> {
        let mut words = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let length = match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => sign.len(),
                None if rest.starts_with('"') => {
                    let inside = rest[1..].find('"').ok_or_else(|| {
                        format!("`{text}` has an opening quotation mark without a closing one")
                    })?;
                    inside + 2
                }
                None => rest.find(is_end).filter(|end| *end > 0).unwrap_or(rest.len()),
            };
            let (word, others) = rest.split_at(length);
            words.push(word);
            rest = others.trim_start();
        }
        Ok(Words { text, words, next: 0 })
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text.trim()
    }

    /// The next word, which is not consumed.
    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    /// Consumes the next word.
    pub fn take(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Consumes these words if they come next.
    pub fn skip(&mut self, expected: &[&str]) -> bool {
        let has = self.words[self.next..].starts_with(expected);
        if has {
            self.next += expected.len();
        }
        has
    }

    /// Consumes the next word if it is a comparison sign.
    pub fn take_sign(&mut self) -> Option<&'a str> {
        self.peek().filter(|word| SIGNS.contains(word))?;
        self.take()
    }

    /// Consumes a whole number.
    pub fn take_count(&mut self) -> Result<u64, String> {
        let word = self.take().unwrap_or("");
        word.parse()
            .map_err(|_| format!("expected a whole number in `{}`, found `{word}`", self.text()))
    }
}

fn is_end(c: char) -> bool {
    c.is_whitespace() || matches!(c, '<' | '>' | '=' | '"')
}
