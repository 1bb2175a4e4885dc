//! Toolchains that are installed outside of the system's folders are found when a bot names them.

use crate::table::{bot_file, options, play, polite};
use agon_mars::Mars;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A bot without a kit that ends every turn at once.
const GO_BOT: &str = r#"package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewReader(os.Stdin)
	for turn := 0; ; {
		line, fault := lines.ReadString('\n')
		switch {
		case fault != nil || strings.HasPrefix(line, `{"type":"over"`):
			return
		case strings.HasPrefix(line, `{"type":"hello"`):
			fmt.Println(`{"type":"ready"}`)
		case strings.HasPrefix(line, `{"type":"turn"`):
			turn++
			fmt.Printf("{\"type\":\"done\",\"turn\":%d}\n", turn)
		}
	}
}
"#;

/// The same in the language of an interpreter that this test installs.
const TALK: &str = r#"turn=0
while read -r line
do
    case "$line" in
        '{"type":"hello"'*) echo '{"type":"ready"}';;
        '{"type":"turn"'*) turn=$((turn + 1)); echo "{\"type\":\"done\",\"turn\":$turn}";;
        '{"type":"over"'*) exit 0;;
    esac
done
"#;

fn executable(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_build_command_finds_go_wherever_it_is() {
    let manifest = bot_file("agon.toml", "build = \"go build -o bot .\"\nentry = \"bot\"\n");
    let folder = Path::new(&manifest).parent().unwrap();
    std::fs::write(folder.join("main.go"), GO_BOT).unwrap();
    std::fs::write(folder.join("go.mod"), "module bot\n\ngo 1.19\n").unwrap();
    let came = play::<Mars>(&folder.display().to_string(), &polite(), &options());
    came.is_clean();
    assert_eq!(came.reports[0].turns, 200);
}

#[test]
fn a_script_finds_the_interpreter_of_its_first_line_with_its_files() {
    let lib = bot_file("talk.sh", TALK);
    let tool = PathBuf::from(lib.clone()).with_file_name("bin").join("talker");
    executable(&tool, "#!/bin/sh\n. \"$(dirname \"$0\")/../talk.sh\"\n");
    let bot = PathBuf::from(bot_file("bot", ""));
    executable(&bot, &format!("#!{}\n", tool.display()));
    let came = play::<Mars>(&bot.display().to_string(), &polite(), &options());
    came.is_clean();
    assert_eq!(came.reports[0].turns, 200);
}

#[test]
fn a_missing_interpreter_is_named() {
    let bot = PathBuf::from(bot_file("bot", ""));
    executable(&bot, "#!/usr/bin/env no-such-language\n");
    let came = play::<Mars>(&bot.display().to_string(), &polite(), &options());
    let told = &came.reports[0].incidents[0].sentence;
    assert!(told.contains("no-such-language"), "{told}");
    assert!(told.contains("No such file or directory"), "{told}");
}
