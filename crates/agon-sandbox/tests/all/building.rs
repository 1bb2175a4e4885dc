//! Group 15, first half: compilers run in the same jail as the programs they compile.

use crate::harness::{BUBBLEWRAP, Report, TIMEOUT, new_folder, run};
use agon_sandbox::{ArchiveFault, ArchiveLimits, Excess, How, Job, inspect};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

const MIB: u64 = 1 << 20;

/// Compiles a source in the jail; returns the report and the output folder.
fn compile(compiler: &str, name: &str, source: &str) -> (Report, PathBuf) {
    let folder = new_folder("build");
    fs::write(folder.join(name), source).unwrap();
    let mut job =
        Job::new(Path::new(compiler).canonicalize().expect("the tests need this compiler"));
    job.args = vec![name.into()];
    if compiler.ends_with('+') || compiler.ends_with("cc") {
        job.args.extend(["-o".into(), "bot".into()]);
    }
    job.env = vec![("PATH".into(), "/usr/bin:/bin".into())];
    job.work = Some(folder.clone());
    job.dir = folder.clone();
    job.limits.locks = true;
    job.limits.memory = 512 * MIB;
    job.limits.cpu_seconds = Some(5);
    (run(&BUBBLEWRAP, &job), folder)
}

#[test]
fn a_valid_program_is_compiled_and_runs() {
    let (report, folder) = compile("/usr/bin/gcc", "bot.c", "int main(void) { return 42; }");
    assert_eq!(report.exit.how, How::Code(0), "{report:#?}");
    inspect(&folder, &ArchiveLimits::default()).unwrap();
    let mut job = Job::new(folder.join("bot"));
    job.readable = vec![folder.clone()];
    let mut bot = BUBBLEWRAP.spawn(&job).unwrap();
    assert_eq!(bot.wait(Instant::now() + TIMEOUT).unwrap().how, How::Code(42));
    // The running program cannot change its own binary.
    let mut job = Job::new("/usr/bin/touch");
    job.args = vec![folder.join("bot").into()];
    job.readable = vec![folder.clone()];
    assert_ne!(run(&BUBBLEWRAP, &job).exit.how, How::Code(0));
}

#[test]
fn a_source_cannot_include_files_of_the_machine() {
    for foreign in ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/sys/kernel/notes"] {
        let source = format!("#include \"{foreign}\"\nint main(void) {{ return 0; }}");
        let (report, folder) = compile("/usr/bin/gcc", "bot.c", &source);
        assert_ne!(report.exit.how, How::Code(0), "{foreign}: {report:#?}");
        assert!(!report.log.contains("root:"), "{report:#?}");
        let source =
            format!("__asm__(\".incbin \\\"{foreign}\\\"\");int main(void) {{ return 0; }}");
        let (report, _) = compile("/usr/bin/gcc", "bot.c", &source);
        assert_ne!(report.exit.how, How::Code(0), "{foreign}: {report:#?}");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn compiling_an_endless_source_fails() {
    for endless in ["/dev/zero", "/dev/urandom"] {
        let source = format!("#include \"{endless}\"\n");
        let (report, _) = compile("/usr/bin/gcc", "bot.c", &source);
        assert_ne!(report.exit.how, How::Code(0), "{endless}: {report:#?}");
    }
}

#[test]
fn compiling_a_template_bomb_fails() {
    let source = "template<int N> struct A { A<2 * N> a; A<2 * N + 1> b; int x[N]; };\n\
                  template<int N> int f() { return f<2 * N>() + f<2 * N + 1>(); }\n\
                  int main() { return f<1>(); }";
    let (report, _) = compile("/usr/bin/g++", "bot.cpp", source);
    assert_ne!(report.exit.how, How::Code(0), "{report:#?}");
}

#[test]
fn a_huge_output_file_is_refused() {
    let source = "char huge[1 << 30] = {1};\nint main(void) { return 0; }";
    let (report, folder) = compile("/usr/bin/gcc", "bot.c", source);
    let refused = report.exit.how != How::Code(0) || report.exit.excess == Some(Excess::Disk);
    assert!(refused, "{report:#?}");
    let size = fs::metadata(folder.join("bot")).map_or(0, |data| data.len());
    assert!(size <= 64 * MIB, "{size}");
}

#[test]
fn a_build_folder_with_links_special_files_or_too_much_content_is_refused() {
    let traps = [
        ("ln -s /etc/passwd bot", "`bot` is a link"),
        ("ln -s ../../.. bot", "`bot` is a link"),
        ("mkfifo bot", "`bot` is not a regular file"),
        ("cp /bin/true bot; chmod 4755 bot", "`bot` is not a regular file"),
        ("head -c 3000000 /dev/zero > bot", "larger than"),
        ("for i in $(seq 30); do echo > f$i; done", "more than 20 files"),
        ("mkdir -p a/b/c/d/e/f/g", "too deep"),
    ];
    let limits = ArchiveLimits { bytes: 2 << 20, files: 20, depth: 4 };
    for (commands, message) in traps {
        let folder = new_folder("trap");
        let mut job = Job::new("/bin/sh");
        job.args = vec!["-c".into(), commands.into()];
        job.env = vec![("PATH".into(), "/usr/bin:/bin".into())];
        job.writable = vec![folder.clone()];
        job.dir = folder.clone();
        let report = run(&BUBBLEWRAP, &job);
        assert_eq!(report.exit.how, How::Code(0), "{commands}: {report:#?}");
        let fault: ArchiveFault = inspect(&folder, &limits).unwrap_err();
        assert!(fault.to_string().contains(message), "{commands}: {fault}");
    }
}

#[test]
fn code_that_runs_during_compilation_is_jailed() {
    // A Java compiler runs annotation processors that are part of the source.
    let folder = new_folder("java");
    let victim = new_folder("victim").join("secret");
    fs::write(&victim, "a secret").unwrap();
    let source = format!(
        "import java.util.*; import javax.annotation.processing.*; import javax.lang.model.*;\n\
         import javax.lang.model.element.*; import java.nio.file.*;\n\
         @SupportedAnnotationTypes(\"*\") public class Evil extends AbstractProcessor {{\n\
         @Override public SourceVersion getSupportedSourceVersion() {{ return SourceVersion.latest(); }}\n\
         @Override public boolean process(Set<? extends TypeElement> a, RoundEnvironment e) {{\n\
         System.out.println(\"ran=yes\");\n\
         try {{ System.out.println(\"read=\" + Files.readString(Path.of(\"{}\"))); }}\n\
         catch (Exception x) {{ System.out.println(\"read=refused\"); }}\n\
         try {{ new java.net.Socket(\"127.0.0.1\", 22); System.out.println(\"net=done\"); }}\n\
         catch (Exception x) {{ System.out.println(\"net=refused\"); }}\n\
         return false; }} }}",
        victim.display()
    );
    fs::write(folder.join("Evil.java"), source).unwrap();
    fs::write(folder.join("Bot.java"), "class Bot {}").unwrap();
    let javac = Path::new("/usr/bin/javac").canonicalize().expect("the tests need a JDK");
    let step = |words: &[&str]| {
        let mut job = Job::new(&javac);
        job.args = words.iter().map(Into::into).collect();
        job.work = Some(folder.clone());
        job.dir = folder.clone();
        run(&BUBBLEWRAP, &job)
    };
    let first = step(&["-J-Xmx128m", "-proc:none", "Evil.java"]);
    assert_eq!(first.exit.how, How::Code(0), "{first:#?}");
    let second = step(&["-J-Xmx128m", "-processor", "Evil", "-processorpath", ".", "Bot.java"]);
    assert_eq!(second.fact("ran"), "yes", "{second:#?}");
    assert_eq!((second.fact("read"), second.fact("net")), ("refused", "refused"));
}
