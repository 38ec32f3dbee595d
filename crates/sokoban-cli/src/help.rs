//! The part of `--help` that teaches: examples, verdicts, exit codes.

/// Printed below the commands by `sokoban --help`.
pub(crate) const PROGRAM: &str = "\
Examples:
  sokoban play levels.xsb --level 3           play it; ? shows the keys
  sokoban solve levels.xsb                    solve all, each proven optimal
  sokoban solve levels.xsb --level 3,7-9      only these, numbered from 1
  sokoban solve levels.xsb --objective moves  fewest moves, not fewest pushes
  sokoban solve levels.xsb --compare          every search against every other
  sokoban solve - --format json < levels.xsb  one JSON object a line
  sokoban verify levels.sok                   replay the solutions stored there
  sokoban verify levels.xsb --level 3 --solution rrUUdL
  sokoban improve levels.sok --out new.sok    shorten the stored solutions
  sokoban check folder --strict               well-formed? if not, where and why
  sokoban analyze levels.xsb                  what a designer asks of a level
  sokoban convert old.slc new.sok --dedupe    another format, each level once
  sokoban curve levels.xsb --svg curve.svg    what less memory costs
  sokoban batch folder --out labels.jsonl     a line for each of many levels
  sokoban render levels.xsb --level 3 --solve --gif solution.gif
  sokoban generate --count 10 --out new.sok   levels that nobody has played
  sokoban man solve | man -l -                the manual page of a command

Levels are drawn with # walls, @ player, $ boxes, . goals, * box on goal, + player on goal; \
a file (.xsb, .txt, .sok, .slc or .json) holds any number of them, and '-' is standard input.

Exit codes:
    0  every level asked for was solved, or the command did what it was asked
    1  internal error: a bug of this program
    2  wrong usage
    3  a file could not be read or written
    4  an invalid level or solution
   11  at least one level is proven unsolvable, the rest solved
   12  at least one level is unknown: a limit was reached
  130  interrupted; what was done is kept
Where several apply: 130 before 1, 3, 4, 12, 11.
Reports go to standard output; progress, warnings and errors to standard error.";

/// Printed below the options by `sokoban solve --help`.
pub(crate) const SOLVE: &str = "\
Verdicts:
  solved      a solution was found, and replayed step by step by code that
              shares nothing with the search; the report says for which
              objective it is proven optimal
  unsolvable  proven: no solution exists
  unknown     a limit was reached, or the search was interrupted; nothing is
              claimed but the lower bound, which is proven
  invalid     the text is no playable level; the report says where and why

Objectives:
  pushes        fewest pushes, whatever the walks between them
  moves         fewest moves: steps of the player, with or without a push
  moves-pushes  fewest moves, and of those solutions one with the fewest pushes
  pushes-moves  fewest pushes, and of those solutions one with the fewest moves
  any           the first solution found, then better ones
The lower bound is in moves where they are named first, else in pushes.

Of folders, all files of levels in them are solved. For very many small levels 'sokoban batch' is \
faster, and goes on where it was ended. Limits bind each level on its own, and 'none' lifts one. \
Durations are written with ms, s, m or h, bytes with B, KiB, MiB, GiB, kB, MB or GB.

Examples:
  sokoban solve levels.xsb --time 30s --memory 2GiB
  sokoban solve levels.xsb --nodes 5000000 --time none --format json
  sokoban solve levels.xsb --level 1 --format lurd > solution.txt
  sokoban solve levels.xsb --heuristic matching --deadlocks freeze
  sokoban solve packs --time 5s                 all levels of a folder
  sokoban solve levels.xsb --level 1 --objective pushes-moves --time 1m
  sokoban solve levels.xsb --level 1 --compare --time 2s

The first Ctrl-C ends the present level as unknown and prints the summary; a second one ends \
the program at once.
Exit codes: 0 all solved, 11 some unsolvable, 12 some unknown, 4 some invalid, 3 a file could \
not be read, 130 interrupted; see 'sokoban --help' for all of them.";

/// Printed below the options by `sokoban analyze --help`.
pub(crate) const ANALYZE: &str = "\
What is told of each level:
  its size, and its dead squares and tunnels, drawn; a box does not come back
  through a one-way tunnel
  what each bound says of the start, against the optimum
  whether it can be solved, or the proof that it cannot
  the fewest pushes, and the fewest moves, each in a search of its own
  of all solutions with the fewest pushes: how many push sequences there are,
  which boxes none of them moves, and which squares none of them uses: where no
  box stands, at the start or after a push; walks are left out of account
  all states that pushes lead to, how many are lost, and how many pushes lose
  measures of difficulty, each with the work that it comes from

All of it is proven. What a limit came before is said to be unknown, or told as 'at least'. Limits \
are for each part on its own: each bound; all states; the fewest pushes; the fewest moves; if both \
searches found nothing, any solution; and all solutions with the fewest pushes.

The page of --html needs no network and no scripts, follows the browser's choice of light or dark, \
and holds every level asked for. It is written whole or not at all, and replaces a page, but no other \
file.

Examples:
  sokoban analyze levels.xsb --level 3
  sokoban analyze levels.xsb --level 3 --html level-3.html
  sokoban analyze levels.xsb --time 10s --format json > analyses.jsonl
  sokoban analyze levels.xsb --most-states 5000000 --count-optimal 1000000000

The first Ctrl-C ends the present part and all that follow, and tells what was found so far; a \
second one ends the program at once.
Exit codes: 0 all can be solved, 11 some cannot, 12 some unknown, 4 some invalid, 3 a file could not \
be read or written, 130 interrupted; see 'sokoban --help' for all of them.";

/// Printed below the options by `sokoban curve --help`.
pub(crate) const CURVE: &str = "\
astar solves the level first, for reference; then sma solves it under falling caps, each run with \
no more than 100 times as many expansions. The critical point, under which no solution is found, \
is narrowed down to 5 %; it is looked for below the least cap too, unless --caps is given. A cap \
in states does not bind the path of the deepening; one in bytes binds all. --svg replaces an SVG \
picture that is there, and no other file.

Examples:
  sokoban curve levels.xsb --level 3
  sokoban curve levels.xsb --level 3 --stages a --caps 100..20000 --time 1m
  sokoban curve levels.xsb --level 3 --unit bytes --svg curve.svg

The first Ctrl-C ends the present run and prints what was done.
Exit codes: 0 done, 11 the level is unsolvable, 12 astar did not solve it in time, 3 the file could \
not be read or the picture not be written, 4 the level is invalid, 130 interrupted.";

/// Printed below the options by `sokoban render --help`.
pub(crate) const RENDER: &str = "\
Several pictures can be written at once. A file is written whole or not at all. A picture of the \
same kind that is there is replaced, and no other file. Boxes have a bar across, \
boxes on goals a ring, and the player is round, so that no color need be told from another; on a \
heat map they are frames and a ring round the numbers.

A GIF has a frame for each move, or with --per-push for each push, and begins again at its end. \
--solve gives the search the usual limits; --time, --memory and --nodes set others.

A picture has no more than 32 million pixels and 65535 to a side, a sheet no more than 1000 levels.
With --per-page a collection of any size is drawn on several sheets of as many levels each.

Examples:
  sokoban render levels.xsb --level 3 --png level.png
  sokoban render levels.xsb --level 3 --svg dead.svg --theme dark --dead-squares
  sokoban render levels.xsb --level 3 --png distances.png --distances --scale 48
  sokoban render levels.xsb --level 3 --gif pushes.gif --solve --per-push
  sokoban render levels.xsb --level 3 --gif solution.gif --solution rrUUdL
  sokoban render new.sok --level 3 --gif solution.gif --stored
  sokoban render levels.xsb --level 3 --png push-12.png --solve --push 12
  sokoban render levels.xsb --sheet --png sheet.png --level 1-50 --columns 10
  sokoban render levels.xsb --sheet --svg sheet.svg --per-page 100 --theme dark

Exit codes: 0 done, 2 wrong usage or too large, 3 a file could not be read or written, 4 a level or \
the solution is invalid, 11 --solve proved the level unsolvable, 12 it reached a limit, \
130 interrupted.";

/// Printed below the options by `sokoban play --help`.
pub(crate) const PLAY: &str = "\
Arrows or hjkl go and push, u undoes, y redoes, r restarts, i asks for a hint, s whether the level \
can be solved from here, d shows where a box would be lost, w replays your best solution, n and p \
are the next and the previous level, ? shows all keys, q quits.

The solver works in the background: moving or c stops it. What it says is proven. A hint is the next \
push of a solution with the fewest pushes, the walk to it not counted.

What you play is kept by the form of the level, so it is offered again in any other file and however \
the level is turned there. A window of 80 columns and 24 rows is enough for all, and one of 20 and 5 \
for the board: of a larger level, what is around the player is shown.

Where standard output is not a terminal, the boards of a replay are printed one after the other: of \
--solution, of --stored, or of the best solutions that are kept.

Examples:
  sokoban play levels.xsb
  sokoban play levels.xsb --level 3 --memory 4GiB
  sokoban play levels.xsb --level 3 --solution rrUUdL
  sokoban play levels.xsb --level 3 --solution rrUUdL | less
  sokoban play new.sok --stored               watch the stored solutions
  sokoban play levels.xsb --ascii --save games.json

Exit codes: 0 done, 2 wrong usage, 3 a file could not be read or written, 4 a level or the solution \
is invalid, 130 ended by Ctrl-C or a signal; what was played is kept.";
/// Printed below the options by `sokoban generate --help`.
pub(crate) const GENERATE: &str = "\
Walls are put up at random, goals are chosen, and boxes are pulled away from them. Each level is \
then solved, and kept with its solution if that is proven to have the fewest pushes. No two levels \
are the same but for turning and mirroring. The same options make the same levels on every machine \
and on any number of threads. More boxes and pushes take more --nodes to prove, and more time.

Examples:
  sokoban generate --count 10 --seed 7 --out new.sok
  sokoban generate --width 8 --height 7 --boxes 2 --min-pushes 5 --max-pushes 15
  sokoban generate --boxes 4 --walls 12 --symmetric --min-pushes 20 --threads 2
  sokoban generate --box-moved-twice --count 5 --to json
  sokoban generate --width 8-11 --height 7-9 --boxes 3-4 --theme mixed

The first Ctrl-C ends it and writes what is made; a second one ends the program at once.
Exit codes: 0 all were made, 2 wrong usage, such as boxes that do not fit, 3 the file could not be \
written, 12 too many candidates in a row were dropped; what was made is written, 130 interrupted.";

/// Printed below the options by `sokoban batch --help`.
pub(crate) const BATCH: &str = "\
Each line has the fields of 'sokoban solve --format json', those asked for with --id, --actions, \
--count-optimal and --dedupe, and 'options': what was given that bears on the lines. Lines come in \
the order of the levels, on any number of threads. An invalid level gets a line with the reason.

--memory is a limit for all searches of the process together and is split evenly among the threads; \
--time and --nodes bind each level on its own.

With --out FILE --resume, a level whose line stands in FILE is not searched again: the line that has \
its file, its number and its canonical id. A last line that was cut off, as by kill -9, is dropped \
and redone. A FILE that was made with other options, or of levels that have changed since, is \
refused.

With --dedupe, the canonical form of each class of equal levels is searched once. Each level has a \
line of its own, with the solution in its own directions, replayed, and 'duplicate_of': the first \
level of its class, or null for that level itself. Counts of duplicates are 0.

Examples:
  sokoban batch boxoban/medium/train --out labels.jsonl --actions udlr
  sokoban batch boxoban/medium/train --out labels.jsonl --actions udlr --resume
  sokoban batch levels.xsb --time 1s --count-optimal 1000 --no-timing
  sokoban batch - --dedupe --unordered < levels.xsb

Ctrl-C ends it cleanly: levels under way are given up, all lines that are done are written. A second \
one ends the program at once.
Exit codes: 0 it ran to the end, whatever the verdicts, 4 a file that was named, or all of them, \
hold no level, 3 a file could not be read or written, 130 interrupted; see 'sokoban --help' for all of them.";

/// Printed below the options by `sokoban verify --help`.
pub(crate) const VERIFY: &str = "\
Solutions, saved games and snapshots stored beside the levels are replayed. Their letters may be in \
any case, run-length coded, wrapped over lines and mail-quoted; behind the mark '*' of a position \
stand moves taken back, which are left out. A saved game need not be solved. What is wrong is told \
as FILE:LINE:COLUMN of the first wrong step, with a code (W20 to W25) for scripts.

Examples:
  sokoban verify levels.sok
  sokoban verify packs --strict --quiet       a gate: every file, all right
  sokoban verify packs --format json
  sokoban verify levels.xsb --level 3 --solution rrUUdL

Exit codes: 0 all stored moves are right, also where nothing is stored, which is warned about; \
4 one is wrong or a level is invalid (with --strict: or there is any warning), 3 a file could not be read, 2 wrong usage.";

/// Printed below the options by `sokoban improve --help`.
pub(crate) const IMPROVE: &str = "\
Each level starts from its best stored solution, by the objective, and ends with one that is as good \
or better, which was replayed. What comes out is told with a proven lower bound: where that is met, \
the solution is proven optimal, else the gap is told. That no more is found proves nothing; \
'sokoban solve' looks for proofs, with more time and memory.

A level without a solution is warned about and left as it is. A wrong solution is told as 'sokoban \
verify' tells it. The file of --out has all levels asked for, in the order in which they were read; \
solutions stored besides the one that was improved stay, behind it. It appears whole or not at all, \
when all is done.

Examples:
  sokoban improve levels.sok
  sokoban improve levels.sok --time 1m --out better.sok
  sokoban improve packs --objective moves-pushes --format json
  sokoban improve levels.xsb --level 3 --solution rrUUdL
  sokoban improve levels.xsb --level 3 --solution - < solution.txt

The first Ctrl-C ends it: the best solution so far of the present level is told, and --out is written \
with what was found and the other levels as they are; a second one ends the program at once.
Exit codes: 0 all levels have a solution, improved or not, 4 a level is invalid, or has no solution \
or none that is right, 3 a file could not be read or written, 2 wrong usage, 130 interrupted.";

/// Printed below the options by `sokoban check --help`.
pub(crate) const CHECK: &str = "\
Errors (E01, ...) make a level invalid, warnings (W01, ...) do not; the reference of formats lists \
all codes. Stored solutions are replayed too, and what is wrong with them is a warning here.

Examples:
  sokoban check levels.xsb
  sokoban check packs --strict                a gate for a folder of level packs
  sokoban check packs --quiet                 what is found, and a summary
  sokoban check packs --format json | jq -r .reason
  sokoban check odd.txt --charmap letters     boards drawn with B X & %

Exit codes: 0 every level is well-formed, 4 one is not (with --strict: or any warning), 3 a file \
could not be read, 2 wrong usage.";

/// Printed below the options by `sokoban convert --help`.
pub(crate) const CONVERT: &str = "\
Formats: xsb (also .txt), sok (with run-length rows of old files, solutions and notes), slc (XML; \
it holds no solutions and no notes of single levels) and json (holds everything). OUT is read again \
before it is written, and what it cannot hold is told as a warning. Levels that cannot be read are \
told and left out. OUT appears whole or not at all.

Examples:
  sokoban convert pack.slc pack.sok
  sokoban convert pack.txt unique.xsb --dedupe
  sokoban convert - - --to json --level 3,7-9 < pack.sok
  sokoban convert course.txt pack.xsb --charmap '&=@,%=+,B=$,X=*'

Exit codes: 0 done, 4 a level could not be read (with --strict: or any warning, and nothing is \
written), 3 a file could not be read or written, 2 wrong usage.";

/// Printed below the options by `sokoban export --help`.
pub(crate) const EXPORT: &str = "\
A push costs 1 and a step without a push nothing, so that a plan of least cost is a solution with the \
fewest pushes. Each action ends with its direction: their first letters, upper case for a push, are \
the solution that 'sokoban verify' replays. A file is written whole or not at all. A task in PDDL \
that is there is replaced, and no other file.

Examples:
  sokoban export levels.xsb --level 3 --pddl
  sokoban export levels.xsb --level 3 --pddl --domain d.pddl --problem p.pddl
  sokoban export levels.xsb --level 3 --sas > output.sas

Exit codes: 0 done, 2 wrong usage or too large, 3 a file could not be read or written, 4 the level \
is invalid.";

/// Printed below the options by `sokoban completions --help`.
pub(crate) const COMPLETIONS: &str = "\
Examples:
  sokoban completions bash > ~/.local/share/bash-completion/completions/sokoban
  sokoban completions zsh > ~/.zfunc/_sokoban     (with ~/.zfunc in fpath)
  sokoban completions fish > ~/.config/fish/completions/sokoban.fish

Exit codes: 0 done, 3 standard output could not be written, 2 wrong usage.";

/// Printed below the options by `sokoban man --help`.
pub(crate) const MAN: &str = "\
Examples:
  sokoban man | man -l -                          read it
  sokoban man solve > sokoban-solve.1             the page of one command

Exit codes: 0 done, 3 standard output could not be written, 2 wrong usage.";

#[cfg(test)]
mod tests {
    use crate::args::command_line;

    #[test]
    fn tables_and_examples_fit_into_80_columns() {
        let program = command_line();
        for command in program.get_subcommands().chain([&program]) {
            let notes = command.get_after_long_help().expect("each command has notes").to_string();
            for line in notes.lines().filter(|line| line.starts_with(' ')) {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
        }
    }
}
