//! A reader of the part of PDDL that has types and action costs, and its grounding.

use std::collections::{BTreeMap, BTreeSet};

use crate::plan::{Action, Task};

/// A word or a list.
#[derive(Debug)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

impl Term {
    fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::List(_) => panic!("a word, not {self:?}"),
        }
    }

    fn list(&self) -> &[Term] {
        match self {
            Self::List(list) => list,
            Self::Word(_) => panic!("a list, not {self:?}"),
        }
    }

    fn head(&self) -> &str {
        self.list()[0].word()
    }

    /// The part of a definition that begins with `name`.
    fn part(&self, name: &str) -> &[Term] {
        let mut parts = self.list().iter();
        let part = parts.find(|part| matches!(part, Self::List(list) if list[0].word() == name));
        &part.unwrap_or_else(|| panic!("no {name}")).list()[1..]
    }
}

fn parse(text: &str) -> Term {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    let spaced = lines.collect::<Vec<_>>().join(" ").replace('(', " ( ").replace(')', " ) ");
    let mut open: Vec<Vec<Term>> = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().expect("something is open");
                open.last_mut().expect("every ) closes a (").push(Term::List(list));
            }
            _ => open.last_mut().expect("the outermost is open").push(Term::Word(word.into())),
        }
    }
    assert_eq!(open.len(), 1, "every ( is closed");
    let mut terms = open.pop().expect("the outermost is open");
    assert_eq!(terms.len(), 1, "one definition a text");
    terms.pop().expect("there is one")
}

/// `a b - t c - u` as names with their types.
fn typed(terms: &[Term]) -> Vec<(String, String)> {
    let (mut all, mut waiting) = (Vec::new(), Vec::new());
    let mut words = terms.iter().map(Term::word);
    while let Some(word) = words.next() {
        if word == "-" {
            let kind = words.next().expect("a type behind the dash");
            all.extend(waiting.drain(..).map(|name| (name, kind.to_owned())));
        } else {
            waiting.push(word.to_owned());
        }
    }
    assert!(waiting.is_empty(), "{waiting:?} have no type");
    all
}

fn conjuncts(term: &Term) -> &[Term] {
    assert_eq!(term.head(), "and");
    &term.list()[1..]
}

/// Grounds the actions over the objects; every ground atom is a variable of two values.
pub(crate) fn ground(domain: &str, problem: &str) -> Task {
    let (domain, problem) = (parse(domain), parse(problem));
    assert_eq!(domain.part("domain")[0].word(), problem.part(":domain")[0].word());
    let kinds: BTreeMap<_, _> = typed(domain.part(":types")).into_iter().collect();
    let predicates: BTreeMap<String, Vec<String>> = (domain.part(":predicates").iter())
        .map(|predicate| {
            let kinds = typed(&predicate.list()[1..]).into_iter().map(|(_, kind)| kind);
            (predicate.head().to_owned(), kinds.collect())
        })
        .collect();
    let objects: BTreeMap<_, _> = typed(problem.part(":objects")).into_iter().collect();
    let is_a = |object: &str, kind: &str| {
        let mut own = &objects[object];
        while own != kind && kinds.contains_key(own) {
            own = &kinds[own];
        }
        own == kind
    };
    let mut world = World { atoms: BTreeMap::new(), start: BTreeSet::new() };
    for fact in problem.part(":init") {
        if fact.head() == "=" {
            continue;
        }
        let arguments = &fact.list()[1..];
        let kinds = &predicates[fact.head()];
        assert_eq!(arguments.len(), kinds.len(), "{fact:?}");
        for (argument, kind) in arguments.iter().zip(kinds) {
            assert!(is_a(argument.word(), kind), "{fact:?}");
        }
        let atom = world.atom(fact, &BTreeMap::new());
        world.start.insert(atom);
    }
    let definitions: Vec<&[Term]> = (domain.list().iter())
        .filter(|part| matches!(part, Term::List(list) if list[0].word() == ":action"))
        .map(Term::list)
        .collect();
    let mut actions = Vec::new();
    for definition in definitions {
        let [_, name, _, parameters, _, condition, _, effect] = definition else {
            panic!("an action has a name and three parts: {definition:?}")
        };
        let parameters = typed(parameters.list());
        let mut bindings = vec![BTreeMap::new()];
        for (parameter, kind) in &parameters {
            let mut longer: Vec<BTreeMap<&str, &str>> = Vec::new();
            for binding in &bindings {
                for object in objects.keys().filter(|object| is_a(object, kind)) {
                    let mut binding: BTreeMap<&str, &str> = binding.clone();
                    binding.insert(parameter, object);
                    if conjuncts(condition).iter().all(|fact| world.may_hold(fact, &binding)) {
                        longer.push(binding);
                    }
                }
            }
            bindings = longer;
        }
        for binding in bindings {
            let words: Vec<_> = parameters.iter().map(|(name, _)| binding[&name[..]]).collect();
            let mut action = Action {
                name: format!("{} {}", name.word(), words.join(" ")),
                needs: Vec::new(),
                makes: Vec::new(),
                cost: 0,
            };
            for fact in conjuncts(condition) {
                action.needs.push((world.atom(fact, &binding), 1));
            }
            // What is made true wins over what is made false.
            let mut added = Vec::new();
            for fact in conjuncts(effect) {
                match fact.head() {
                    "increase" => {
                        action.cost += fact.list()[2].word().parse::<u32>().expect("a cost")
                    }
                    "not" => action.makes.push((world.atom(&fact.list()[1], &binding), 0)),
                    _ => added.push((world.atom(fact, &binding), 1)),
                }
            }
            action.makes.extend(added);
            actions.push(action);
        }
    }
    let goal: Vec<_> = conjuncts(&problem.part(":goal")[0])
        .iter()
        .map(|fact| (world.atom(fact, &BTreeMap::new()), 1))
        .collect();
    let start = (0..world.atoms.len()).map(|atom| u16::from(world.start.contains(&atom))).collect();
    Task { start, goal, actions }
}

struct World {
    atoms: BTreeMap<String, usize>,
    start: BTreeSet<usize>,
}

impl World {
    fn atom(&mut self, fact: &Term, binding: &BTreeMap<&str, &str>) -> usize {
        let next = self.atoms.len();
        *self.atoms.entry(text_of(fact, binding).expect("all is bound")).or_insert(next)
    }

    /// No action makes two squares neighbors, so that what is not so at the start never is.
    fn may_hold(&self, fact: &Term, binding: &BTreeMap<&str, &str>) -> bool {
        if !["next", "is-goal", "is-nongoal"].contains(&fact.head()) {
            return true;
        }
        text_of(fact, binding)
            .is_none_or(|text| self.atoms.get(&text).is_some_and(|atom| self.start.contains(atom)))
    }
}

/// A fact in words, with parameters bound; none if one is not yet.
fn text_of(fact: &Term, binding: &BTreeMap<&str, &str>) -> Option<String> {
    let words = fact.list().iter().map(|term| match term.word() {
        word if word.starts_with('?') => binding.get(word).copied(),
        word => Some(word),
    });
    words.collect::<Option<Vec<_>>>().map(|words| words.join(" "))
}
