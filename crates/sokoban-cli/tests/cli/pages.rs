//! The commands `completions` and `man`.

use crate::session::Session;

#[test]
fn completions_know_every_command_and_the_values_of_options() {
    let session = Session::new(&[]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = session.run(&format!("completions {shell}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{shell}");
        for word in ["solve", "verify", "convert", "render", "completions", "table-bytes"] {
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
    }
    assert!(session.run("completions bash").stdout.contains("bidirectional"));
    assert_eq!(session.run("completions csh").code, Some(2));
    assert_eq!(session.run("completions").code, Some(2));
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_each_command() {
    let session = Session::new(&[]);
    let page = session.run("man");
    assert_eq!((page.code, page.stderr.as_str()), (Some(0), ""));
    for part in [".TH sokoban 1", ".SH SYNOPSIS", "sokoban\\-solve", "130  interrupted"] {
        assert!(page.stdout.contains(part), "{part}\n{}", page.stdout);
    }
    // The tables of the help keep their lines.
    assert!(page.stdout.contains(".SH NOTES\n.nf\n"), "{}", page.stdout);
    assert!(page.stdout.ends_with("\n.fi\n") && !page.stdout.contains("EXTRA"));
    assert!(!page.stdout.contains("sokoban\\-solve.1.1"), "{}", page.stdout);
    let solve = session.run("man solve").stdout;
    for part in [".TH sokoban-solve 1", "\\fB\\-\\-algorithm\\fR", "\\fB\\-\\-color\\fR"] {
        assert!(solve.contains(part), "{part}\n{solve}");
    }
    let unknown = session.run("man sove");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("there is no command 'sove'; the commands are solve, "));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let session = Session::new(&[]);
    for words in ["completions zsh", "man solve"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let run = session.command(words).stdout(full).output().unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(3), "{words}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}
