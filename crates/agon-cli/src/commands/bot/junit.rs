//! Results of scenes as JUnit XML, the format that CI services read.

use super::test::{SceneReport, reasons};
use crate::report::count;
use std::fmt::Write;

/// The whole file.
pub fn xml(reports: &[SceneReport]) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"agon bot test\">\n",
    );
    for report in reports {
        let file = escape(&report.file);
        let tests = report.expectations.len().max(1);
        let failures = report.expectations.iter().filter(|check| !check.passed).count();
        let errors = usize::from(report.error.is_some());
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" file=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" \
             errors=\"{errors}\" time=\"{:.3}\">",
            escape(&report.name),
            report.seconds
        );
        if let Some(error) = &report.error {
            let error = escape(error).replace('\n', "&#10;");
            let _ = writeln!(
                text,
                "    <testcase classname=\"{file}\" name=\"the scene can be played\">"
            );
            let _ = writeln!(text, "      <error message=\"{error}\"/>\n    </testcase>");
        }
        for check in &report.expectations {
            let name = escape(&check.expectation);
            let open = format!("    <testcase classname=\"{file}\" name=\"{name}\"");
            if check.passed {
                let _ = writeln!(text, "{open}/>");
                continue;
            }
            let message = format!("{} of {}", check.held, count(check.games, "game"));
            let details = escape(&reasons(check).join("\n"));
            let _ =
                writeln!(text, "{open}>\n      <failure message=\"{message}\">{details}</failure>");
            let _ = writeln!(text, "    </testcase>");
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// Text for XML: markup is escaped, characters that XML 1.0 forbids are replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_cannot_break_the_file() {
        assert_eq!(escape("a<b> & \"c\"\u{1b}[0m"), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}[0m");
    }
}
