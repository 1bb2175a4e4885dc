//! Reads people from a CSV file: a line of column names, then a person per line.

use agon_server::Person;

/// The columns; only the first one is needed.
const COLUMNS: [&str; 5] = ["login", "name", "email", "student_number", "role"];

/// The people of a file; the error names the line.
pub fn people(text: &str) -> Result<Vec<Person>, String> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let mut next = || lines.by_ref().find(|(line, _)| !line.trim().is_empty());
    let (head, _) = next().ok_or("the file is empty")?;
    // Spreadsheets of many countries write semicolons.
    let separator = if head.contains(';') { ';' } else { ',' };
    let names = cells(head, separator)?;
    let names: Vec<String> = names.iter().map(|name| name.trim().to_lowercase()).collect();
    if let Some(name) = names.iter().find(|name| !COLUMNS.contains(&name.as_str())) {
        let known = COLUMNS.join(", ");
        return Err(format!("line 1: unknown column `{name}`; the columns are {known}"));
    }
    if !names.iter().any(|name| name == "login") {
        return Err("line 1: the column `login` is missing".into());
    }
    let mut people: Vec<Person> = Vec::new();
    while let Some((line, number)) = next() {
        let values = cells(line, separator).map_err(|why| format!("line {number}: {why}"))?;
        if values.len() != names.len() {
            let (has, needs) = (values.len(), names.len());
            return Err(format!("line {number} has {has} values, but there are {needs} columns"));
        }
        let value = |wanted: &str| {
            let place = names.iter().position(|name| name == wanted)?;
            Some(values[place].trim().to_owned()).filter(|value| !value.is_empty())
        };
        let login = value("login").ok_or(format!("line {number}: the login name is missing"))?;
        let is_same = |person: &Person| person.login.to_lowercase() == login.to_lowercase();
        if people.iter().any(is_same) {
            return Err(format!("line {number}: the login name `{login}` is in the file twice"));
        }
        people.push(Person {
            name: value("name").unwrap_or_else(|| login.clone()),
            login,
            email: value("email"),
            student_number: value("student_number"),
            role: value("role").unwrap_or_else(|| "competitor".into()),
        });
    }
    Ok(people)
}

/// The cells of a line; a quoted cell may contain the separator, and a doubled quote.
fn cells(line: &str, separator: char) -> Result<Vec<String>, String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted || cell.is_empty() => quoted = !quoted,
            letter if letter == separator && !quoted => cells.push(std::mem::take(&mut cell)),
            letter => cell.push(letter),
        }
    }
    if quoted {
        return Err("a quote is not closed; a cell must not have a line break".into());
    }
    cells.push(cell);
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_semicolons_and_missing_columns_are_read() {
        let found = people("\u{feff}login;name\nada;\"Love\"\"lace; Ada\"\n\nbob;\n").unwrap();
        let names: Vec<(&str, &str)> =
            found.iter().map(|person| (person.login.as_str(), person.name.as_str())).collect();
        assert_eq!(names, [("ada", "Love\"lace; Ada"), ("bob", "bob")]);
        assert_eq!(found[0].role, "competitor");
    }

    #[test]
    fn faults_name_the_line() {
        for (text, words) in [
            ("", "empty"),
            ("name\nx\n", "`login` is missing"),
            ("login,phone\n", "unknown column `phone`"),
            ("login,name\nada\n", "line 2 has 1 values"),
            ("login,name\n,Ada\n", "line 2: the login name"),
            ("login\n\"ada\n", "line 2: a quote is not closed"),
        ] {
            let fault = people(text).unwrap_err();
            assert!(fault.contains(words), "{fault}");
        }
    }
}
