//! JSON values: views, replies and calls.

use std::fmt;
use std::ops::Index;

/// A JSON value. A field that an object does not have is a panic that names the fields it has;
/// [`get`](Json::get) asks without one. Null is 0, an empty text or an empty list, and its fields are
/// null. The macro [`json!`](crate::json) writes one.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// Nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Named fields in their order.
    Object(Vec<(String, Json)>),
}

/// What is not there.
static NULL: Json = Json::Null;

impl Json {
    /// Whether it is null, or not there.
    pub fn is_null(&self) -> bool {
        *self == Json::Null
    }

    /// The value as a whole number; 0 if it is not a number.
    pub fn integer(&self) -> i64 {
        match *self {
            Json::Int(value) => value,
            Json::Float(value) => value as i64,
            _ => 0,
        }
    }

    /// The value as a number; 0 if it is not a number.
    pub fn number(&self) -> f64 {
        match *self {
            Json::Float(value) => value,
            _ => self.integer() as f64,
        }
    }

    /// The value as a text; empty if it is not a text.
    pub fn text(&self) -> &str {
        match self {
            Json::Text(value) => value,
            _ => "",
        }
    }

    /// Whether the value is `true`.
    pub fn boolean(&self) -> bool {
        *self == Json::Bool(true)
    }

    /// The elements of a list; empty if it is not a list.
    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(elements) => elements,
            _ => &[],
        }
    }

    /// The fields of an object; empty if it is not an object.
    pub fn fields(&self) -> &[(String, Json)] {
        match self {
            Json::Object(fields) => fields,
            _ => &[],
        }
    }

    /// A field of an object, if it has one of this name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.fields().iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

/// A type that can be read from JSON: numbers, texts, lists, and the types of a game's view.
pub trait FromJson {
    /// The value in this JSON. What does not fit becomes 0, an empty text or an empty list.
    fn from_json(json: &Json) -> Self;
}

impl Json {
    /// The value as another type: `let view: View = turn.view.read();`
    pub fn read<T: FromJson>(&self) -> T {
        T::from_json(self)
    }
}

impl FromJson for Json {
    fn from_json(json: &Json) -> Json {
        json.clone()
    }
}

impl FromJson for i64 {
    fn from_json(json: &Json) -> i64 {
        json.integer()
    }
}

impl FromJson for f64 {
    fn from_json(json: &Json) -> f64 {
        json.number()
    }
}

impl FromJson for bool {
    fn from_json(json: &Json) -> bool {
        json.boolean()
    }
}

impl FromJson for String {
    fn from_json(json: &Json) -> String {
        json.text().to_owned()
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &Json) -> Option<T> {
        (!json.is_null()).then(|| T::from_json(json))
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &Json) -> Vec<T> {
        json.list().iter().map(T::from_json).collect()
    }
}

/// A field of an object. Panics if the object has none of this name.
impl Index<&str> for Json {
    type Output = Json;
    #[track_caller]
    fn index(&self, name: &str) -> &Json {
        match (self.get(name), self) {
            (Some(value), _) => value,
            (None, Json::Object(fields)) => {
                let names: Vec<&str> = fields.iter().map(|(key, _)| key.as_str()).collect();
                panic!("there is no field `{name}`; the fields are {}", names.join(", "))
            }
            (None, _) => &NULL,
        }
    }
}

/// An element of a list; null beyond its end.
impl Index<usize> for Json {
    type Output = Json;
    fn index(&self, index: usize) -> &Json {
        self.list().get(index).unwrap_or(&NULL)
    }
}

impl PartialEq<str> for Json {
    fn eq(&self, other: &str) -> bool {
        matches!(self, Json::Text(text) if text == other)
    }
}

impl PartialEq<&str> for Json {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<i64> for Json {
    fn eq(&self, other: &i64) -> bool {
        matches!(self, Json::Int(number) if number == other)
    }
}

/// Writes it as one line.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Bool(value) => write!(f, "{value}"),
            Json::Int(value) => write!(f, "{value}"),
            Json::Float(value) if value.is_finite() => write!(f, "{value}"),
            // JSON has no other numbers.
            Json::Null | Json::Float(_) => f.write_str("null"),
            Json::Text(text) => write_text(f, text),
            Json::List(elements) => {
                f.write_str("[")?;
                for (i, element) in elements.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma}{element}")?;
                }
                f.write_str("]")
            }
            Json::Object(fields) => {
                f.write_str("{")?;
                for (i, (key, value)) in fields.iter().enumerate() {
                    f.write_str(if i > 0 { "," } else { "" })?;
                    write_text(f, key)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    use fmt::Write;
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c < ' ' => write!(f, "\\u{:04x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Writes JSON: `json!({"row": 3, "col": 4})`, `json!(["PITCHER", "NORTH"])`. Every value is an
/// expression; an object inside an object is a `json!` of its own.
#[macro_export]
macro_rules! json {
    ({ $($key:literal : $value:expr),* $(,)? }) => {
        $crate::Json::Object(vec![$(($key.to_string(), $crate::Json::from($value))),*])
    };
    ([ $($value:expr),* $(,)? ]) => { $crate::Json::List(vec![$($crate::Json::from($value)),*]) };
    ($value:expr) => { $crate::Json::from($value) };
}

/// Values of other types as JSON.
macro_rules! from {
    ($($from:ty, $value:ident => $json:expr;)*) => {
        $(impl From<$from> for Json {
            fn from($value: $from) -> Json {
                $json
            }
        })*
    };
}

from! {
    (), _nothing => Json::Null;
    bool, value => Json::Bool(value);
    u8, value => Json::Int(value.into());
    i32, value => Json::Int(value.into());
    u32, value => Json::Int(value.into());
    i64, value => Json::Int(value);
    usize, value => Json::Int(value as i64);
    f64, value => Json::Float(value);
    &str, value => Json::Text(value.to_owned());
    String, value => Json::Text(value);
    &String, value => Json::Text(value.clone());
    &Json, value => value.clone();
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(values: Vec<T>) -> Json {
        Json::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Json>, const N: usize> From<[T; N]> for Json {
    fn from(values: [T; N]) -> Json {
        Json::List(values.into_iter().map(Into::into).collect())
    }
}

impl<A: Into<Json>, B: Into<Json>> From<(A, B)> for Json {
    fn from((a, b): (A, B)) -> Json {
        Json::List(vec![a.into(), b.into()])
    }
}
