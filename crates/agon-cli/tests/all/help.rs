//! `agon completions` and `agon man`.

use crate::Scratch;

#[test]
fn every_shell_gets_completions_of_all_commands() {
    let here = Scratch::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = here.run(&["completions", shell]).expect(0, &[]).out;
        for word in ["tournament", "completions", "no-replay", "junit"] {
            assert!(script.contains(word), "no {word} for {shell}");
        }
    }
    let bash = here.run(&["completions", "bash"]).out;
    let path = here.write("agon.bash", bash);
    // The script itself is tried: it offers the commands that begin with `conf`.
    let ask = "source \"$0\"; COMP_WORDS=(agon conf); COMP_CWORD=1; _agon agon conf agon; \
               echo \"${COMPREPLY[@]}\"";
    let output = crate::new_command("bash").arg("-c").arg(ask).arg(path).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "conformance", "{output:?}");
    here.run(&["completions", "tcsh"]).expect(2, &["invalid value 'tcsh'", "fish"]);
}

#[test]
fn every_command_gets_a_man_page() {
    let here = Scratch::new("man");
    here.run(&["man", "-o", "pages/man1"]).expect(0, &["pages/man1"]);
    for page in ["agon.1", "agon-play.1", "agon-bot-test.1"] {
        let text = std::fs::read_to_string(here.path("pages/man1").join(page)).unwrap();
        assert!(text.starts_with(".ie") || text.contains(".TH agon"), "{page}: {text}");
    }
    let file = here.write("file", "");
    here.run(&["man", "-o", file.to_str().unwrap()]).expect(1, &["cannot write man pages to"]);
}
