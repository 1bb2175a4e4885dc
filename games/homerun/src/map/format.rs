//! The map files of the original contest (R10): one item a line, fields split on white space.

use super::plan::{Flaw, Part};
use super::{Hqs, Listed, Map, Plan};
use crate::types::Team;
use agon_core::{MapFault, Symmetry};
use std::fmt::Write;
use std::str::FromStr;

const MAGIC: &str = "AIC2023";

/// Reads a map file and checks the map; faults name the line.
pub(super) fn parse(text: &str) -> Result<Map, MapFault> {
    let mut lines = Lines { lines: text.lines(), number: 0 };
    lines.next("the word AIC2023")?;
    let name = lines.next("the map's name")?.trim().to_owned();
    let [width, height] = lines.numbers("width and height")?;
    let offset = lines.numbers("the offsets of x and y")?;
    let symmetry = lines.symmetry()?;
    let [count] = lines.numbers("the number of listed tiles")?;
    let mut objects: Vec<(Listed, usize, usize)> = Vec::new();
    // The line of each listed tile; grass may be listed too and says nothing.
    let mut object_lines = Vec::new();
    for _ in 0u32..count {
        if let Some(object) = lines.tile()? {
            objects.push(object);
            object_lines.push(lines.number);
        }
    }
    let [_pairs]: [u32; 1] = lines.numbers("the number of headquarters on each side, 1")?;
    let a = lines.numbers("x and y of A's headquarters")?;
    let b = lines.numbers("x and y of B's headquarters")?;
    let last = lines.number;
    let drawn = objects.clone();
    let plan = Plan { name, width, height, offset, symmetry, objects, hq: Hqs { a, b } };
    Map::checked(plan).map_err(|Flaw { part, sentence }| {
        let line = match part {
            Part::Name => 2,
            Part::Size => 3,
            Part::Offset => 4,
            Part::Object(i) => object_line(i, &drawn, &object_lines, &sentence),
            Part::Hq(Team::A) => last - 1,
            Part::Hq(Team::B) => last,
        };
        MapFault(format!("line {line}: {sentence}"))
    })
}

/// The line of the tile that a sentence names. The index alone is not enough, because faults of symmetry
/// are found after sorting the tiles.
fn object_line(i: usize, drawn: &[(Listed, usize, usize)], lines: &[usize], said: &str) -> usize {
    let named = |&(_, x, y): &(Listed, usize, usize)| said.contains(&format!("({x}, {y}) "));
    let found = match drawn.get(i) {
        Some(tile) if named(tile) => Some(i),
        _ => drawn.iter().position(named),
    };
    found.and_then(|i| lines.get(i)).copied().unwrap_or(6)
}

/// Writes a map file.
pub(super) fn write(map: &Map) -> String {
    let plan = map.plan();
    let [ox, oy] = plan.offset;
    let mut text = format!(
        "{MAGIC}\n{}\n{} {}\n{ox} {oy}\n{}\n{}\n",
        plan.name,
        plan.width,
        plan.height,
        plan.symmetry,
        plan.objects.len()
    );
    for (listed, x, y) in &plan.objects {
        writeln!(text, "{listed:?} {x} {y}").expect("a String takes everything");
    }
    let Hqs { a, b } = plan.hq;
    writeln!(text, "1\n{} {}\n{} {}", a[0], a[1], b[0], b[1]).expect("a String takes everything");
    text
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self, what: &str) -> Result<&'a str, MapFault> {
        self.number += 1;
        let line = self.lines.next();
        line.ok_or_else(|| self.fault(format!("the file ends here, expected {what}")))
    }

    fn fault(&self, sentence: String) -> MapFault {
        MapFault(format!("line {}: {sentence}", self.number))
    }

    /// A line of exactly `N` whole numbers.
    fn numbers<T: FromStr + Default + Copy, const N: usize>(
        &mut self,
        what: &str,
    ) -> Result<[T; N], MapFault> {
        let line = self.next(what)?;
        let mut numbers = [T::default(); N];
        let mut words = line.split_whitespace();
        for number in &mut numbers {
            let word = words.next().and_then(|word| word.parse().ok());
            *number = word.ok_or_else(|| self.expected(what, line))?;
        }
        match words.next() {
            None => Ok(numbers),
            Some(_) => Err(self.expected(what, line)),
        }
    }

    fn expected(&self, what: &str, line: &str) -> MapFault {
        let start: String = line.chars().take(40).collect();
        self.fault(format!("expected {what}, found `{start}`"))
    }

    fn symmetry(&mut self) -> Result<Symmetry, MapFault> {
        let what = "horizontal, vertical or rotational";
        let line = self.next(what)?;
        let word = line.trim().to_ascii_lowercase();
        let found = Symmetry::ALL.into_iter().find(|s| s.word() == word);
        found.ok_or_else(|| self.expected(what, line))
    }

    /// A tile: W, B or S with its place; any other letter is grass and lists nothing.
    fn tile(&mut self) -> Result<Option<(Listed, usize, usize)>, MapFault> {
        let what = "a tile such as `W 3 4`";
        let line = self.next(what)?;
        let mut words = line.split_whitespace();
        let letter = words.next();
        let mut number = || words.next().and_then(|word| word.parse().ok());
        let (Some(letter), Some(x), Some(y)) = (letter, number(), number()) else {
            return Err(self.expected(what, line));
        };
        let listed = match letter {
            "W" => Listed::W,
            "B" => Listed::B,
            "S" => Listed::S,
            _ if letter.len() == 1 => return Ok(None),
            _ => return Err(self.expected(what, line)),
        };
        Ok(Some((listed, x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HomeRun;
    use agon_core::Contest;

    #[test]
    fn own_maps_are_read_and_written_back() {
        for own in HomeRun::own_maps() {
            let map = parse(own.text).unwrap_or_else(|e| panic!("{}: {e}", own.name));
            assert_eq!(map.plan().name, own.name);
            assert_eq!(write(&map), own.text, "{}", own.name);
        }
    }

    #[test]
    fn faults_name_the_line() {
        let good = HomeRun::own_maps()[0].text;
        let fault = |from: &str, to: &str| parse(&good.replacen(from, to, 1)).unwrap_err().0;
        for (from, to, said) in [
            ("26 24", "26 24 3", "line 3: expected width and height"),
            ("26 24", "16 24", "line 3: the width is 16"),
            ("0 1000", "0 1001", "line 4: the offset 1001"),
            ("vertical", "diagonal", "line 5: expected horizontal"),
            ("W 0 9\n", "W 0 nine\n", "line 7: expected a tile"),
            ("W 0 9\n", "G 0 9\n", "line 10: the water at (0, 14)"),
            ("W 0 9\n", "W 99 9\n", "line 7: the water at (99, 9)"),
            ("1\n12 4\n", "1\n12 5\n", "line 97: the headquarters of B"),
        ] {
            let sentence = fault(from, to);
            assert!(sentence.starts_with(said), "{from:?} -> {to:?}: {sentence}");
        }
        let cut: String = good.lines().take(50).map(|l| l.to_owned() + "\n").collect();
        assert!(parse(&cut).unwrap_err().0.starts_with("line 51: the file ends"));
        assert!(parse("").unwrap_err().0.starts_with("line 1:"));
    }
}
