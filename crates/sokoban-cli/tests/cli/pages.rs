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
    // The commands behind man, the alphabets, and files for files alone.
    let zsh = session.run("completions zsh").stdout;
    let line = |text: &str, from: &str| -> String {
        let part = text.split_once(from).unwrap_or_else(|| panic!("{from}\n{text}")).1;
        part.lines().next().unwrap().to_owned()
    };
    assert!(line(&zsh, "'::command -- ").contains(":(solve verify "), "{zsh}");
    assert!(line(&zsh, "--charmap=").ends_with("(letters reasoning-gym)' \\"), "{zsh}");
    assert!(line(&zsh, "--svg=").ends_with(":_files' \\"), "{zsh}");
    assert!(line(&zsh, "--solution=").ends_with(":' \\"), "{zsh}");
    assert!(session.run("completions bash").stdout.contains("\"-h --color --help solve verify "));
    let fish = session.run("completions fish").stdout;
    assert!(line(&fish, "using_subcommand man\" -f -a").starts_with(" \"solve verify "), "{fish}");
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
    assert!(page.stdout.contains("Examples:\n.br\n.nf\n  sokoban "), "{}", page.stdout);
    assert!(page.stdout.contains("it was asked\n    1  internal"), "{}", page.stdout);
    assert!(!page.stdout.contains("EXTRA"));
    assert!(!page.stdout.contains("sokoban\\-solve.1.1"), "{}", page.stdout);
    let solve = session.run("man solve").stdout;
    for part in [".TH sokoban-solve 1", "\\fB\\-\\-algorithm\\fR", "\\fB\\-\\-color\\fR"] {
        assert!(solve.contains(part), "{part}\n{solve}");
    }
    let unknown = session.run("man sove");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("a similar value exists: 'solve'"), "{}", unknown.stderr);
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
