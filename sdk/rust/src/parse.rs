//! Reads JSON from a text.

use crate::Json;
use std::str::FromStr;

/// Why a text is not JSON, as a sentence.
type Fault = String;

impl FromStr for Json {
    type Err = Fault;
    fn from_str(text: &str) -> Result<Json, Fault> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        match reader.peek() {
            None => Ok(value),
            Some(_) => Err(reader.fault("something follows the value")),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn fault(&self, what: &str) -> Fault {
        format!("this is not JSON at byte {}: {what}", self.at)
    }

    /// The next byte that is not blank; stays on it.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        match self.take(byte) {
            true => Ok(()),
            false => Err(self.fault(&format!("`{}` is missing", byte as char))),
        }
    }

    fn value(&mut self, depth: u32) -> Result<Json, Fault> {
        if depth > 200 {
            return Err(self.fault("it is nested too deeply"));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, Fault> {
        let words =
            [("true", Json::Bool(true)), ("false", Json::Bool(false)), ("null", Json::Null)];
        for (word, value) in words {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.fault("a value is missing"))
    }

    fn object(&mut self, depth: u32) -> Result<Json, Fault> {
        let mut fields = Vec::new();
        self.expect(b'{')?;
        if self.take(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.fault("a field has no name"));
            }
            let name = self.string()?;
            self.expect(b':')?;
            fields.push((name, self.value(depth + 1)?));
            if !self.take(b',') {
                self.expect(b'}')?;
                return Ok(Json::Object(fields));
            }
        }
    }

    fn list(&mut self, depth: u32) -> Result<Json, Fault> {
        let mut elements = Vec::new();
        self.expect(b'[')?;
        if self.take(b']') {
            return Ok(Json::List(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            if !self.take(b',') {
                self.expect(b']')?;
                return Ok(Json::List(elements));
            }
        }
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let digits = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let value = match digits.parse() {
            Ok(whole) => Json::Int(whole),
            Err(_) => Json::Float(digits.parse().map_err(|_| self.fault("a number is none"))?),
        };
        self.at += digits.len();
        Ok(value)
    }

    /// A text in quotes; the next byte is the first quote.
    fn string(&mut self) -> Result<String, Fault> {
        let mut out = String::new();
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let stop = rest.find(['"', '\\']).ok_or_else(|| self.fault("a text has no end"))?;
            out.push_str(&rest[..stop]);
            self.at += stop + 1;
            if rest.as_bytes()[stop] == b'"' {
                return Ok(out);
            }
            self.escape(&mut out)?;
        }
    }

    /// What follows a backslash.
    fn escape(&mut self, out: &mut String) -> Result<(), Fault> {
        let letter = self.text.as_bytes().get(self.at).copied();
        self.at += 1;
        out.push(match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => self.code()?,
            _ => return Err(self.fault("an unknown escape")),
        });
        Ok(())
    }

    /// A character by its number: one `\u`, or two that belong together.
    fn code(&mut self) -> Result<char, Fault> {
        let mut code = self.hex()?;
        if (0xD800..0xDC00).contains(&code) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let low = self.hex()?.wrapping_sub(0xDC00) & 0x3FF;
            code = 0x10000 + ((code - 0xD800) << 10) + low;
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let digits = self.text.get(self.at..self.at + 4);
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let code = code.ok_or_else(|| self.fault("a character's number is none"))?;
        self.at += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use crate::{json, Json};

    #[test]
    fn what_is_written_can_be_read() {
        let value =
            json!({"a": [1, -2], "b": 2.5, "c": "é\"\\\n", "d": json!({}), "e": (), "f": true});
        let text = value.to_string();
        assert_eq!(text, r#"{"a":[1,-2],"b":2.5,"c":"é\"\\\u000a","d":{},"e":null,"f":true}"#);
        assert_eq!(text.parse(), Ok(value));
        assert_eq!(r#" [ "\u00e9\ud83d\ude00" , 3e2 ] "#.parse(), Ok(json!(["é😀", 300.0])));
    }

    #[test]
    fn what_is_no_json_is_refused_with_a_sentence() {
        let deep = "[".repeat(1000);
        for text in
            ["", "[1,", "{\"a\"}", "\"x", "tru", "[1]x", "{1:2}", "[1 2]", "\"\\q\"", "-", &deep]
        {
            let fault = text.parse::<Json>().unwrap_err();
            assert!(fault.starts_with("this is not JSON"), "{fault}");
        }
    }

    #[test]
    fn entries_of_a_list_that_are_not_there_are_null() {
        let value = json!({"robots": ["a"]});
        assert!(value["robots"][0] == "a" && value["robots"][7].is_null());
        assert!(value.get("nowhere").is_none());
    }

    #[test]
    #[should_panic(expected = "there is no field `robot`; the fields are robots")]
    fn a_misspelt_field_panics_with_the_names_of_the_fields() {
        let _ = &json!({"robots": ["a"]})["robot"];
    }
}
