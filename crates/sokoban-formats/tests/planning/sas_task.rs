//! A reader of version 3 of the translator's output format, line by line.

use crate::plan::{Action, Task};

struct Lines<'t>(std::str::Lines<'t>);

impl<'t> Lines<'t> {
    fn next(&mut self) -> &'t str {
        self.0.next().expect("the text goes on")
    }

    fn expect(&mut self, line: &str) {
        assert_eq!(self.next(), line);
    }

    fn number(&mut self) -> usize {
        let line = self.next();
        line.parse().unwrap_or_else(|_| panic!("a number, not {line:?}"))
    }

    fn fact(&mut self, sizes: &[usize]) -> (usize, u16) {
        let words: Vec<usize> =
            self.next().split(' ').map(|word| word.parse().expect("two numbers")).collect();
        let [variable, value] = words[..] else { panic!("two numbers") };
        assert!(value < sizes[variable], "a value of the variable");
        (variable, value as u16)
    }
}

pub(crate) fn read(text: &str) -> Task {
    let mut lines = Lines(text.lines());
    for line in ["begin_version", "3", "end_version", "begin_metric", "1", "end_metric"] {
        lines.expect(line);
    }
    let mut sizes = Vec::new();
    for index in 0..lines.number() {
        lines.expect("begin_variable");
        lines.expect(&format!("var{index}"));
        lines.expect("-1");
        let values = lines.number();
        for _ in 0..values {
            let line = lines.next();
            assert!(line.starts_with("Atom ") || line.starts_with("NegatedAtom "), "{line}");
        }
        lines.expect("end_variable");
        sizes.push(values);
    }
    let mut groups = Vec::new();
    for _ in 0..lines.number() {
        lines.expect("begin_mutex_group");
        let facts = lines.number();
        groups.push((0..facts).map(|_| lines.fact(&sizes)).collect::<Vec<_>>());
        lines.expect("end_mutex_group");
    }
    lines.expect("begin_state");
    let start: Vec<u16> = sizes.iter().map(|_| lines.number() as u16).collect();
    lines.expect("end_state");
    for group in groups {
        let holding = group.iter().filter(|&&(variable, value)| start[variable] == value).count();
        assert_eq!(holding, 1, "one fact of {group:?} holds at the start");
    }
    lines.expect("begin_goal");
    let goals = lines.number();
    let goal = (0..goals).map(|_| lines.fact(&sizes)).collect();
    lines.expect("end_goal");
    let operators = lines.number();
    let actions = (0..operators).map(|_| operator(&mut lines, &sizes)).collect();
    lines.expect("0");
    assert_eq!(lines.0.next(), None);
    Task { start, goal, actions }
}

fn operator(lines: &mut Lines<'_>, sizes: &[usize]) -> Action {
    lines.expect("begin_operator");
    let name = lines.next().to_owned();
    let prevailing = lines.number();
    let mut needs: Vec<_> = (0..prevailing).map(|_| lines.fact(sizes)).collect();
    let mut makes = Vec::new();
    for _ in 0..lines.number() {
        let line = lines.next();
        let words: Vec<&str> = line.split(' ').collect();
        let ["0", variable, before, after] = words[..] else { panic!("an effect, not {line}") };
        let variable: usize = variable.parse().expect("a number");
        let after: u16 = after.parse().expect("a number");
        assert!(usize::from(after) < sizes[variable], "{line}");
        if before != "-1" {
            needs.push((variable, before.parse().expect("a number")));
        }
        makes.push((variable, after));
    }
    let cost = lines.number() as u32;
    lines.expect("end_operator");
    Action { name, needs, makes, cost }
}
