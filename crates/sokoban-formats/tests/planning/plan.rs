//! A grounded task, and a cheapest plan for it by breadth-first search.

use std::collections::{BTreeMap, VecDeque};

/// A grounded task over variables of several values.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) start: Vec<u16>,
    pub(crate) goal: Vec<(usize, u16)>,
    pub(crate) actions: Vec<Action>,
}

#[derive(Debug)]
pub(crate) struct Action {
    pub(crate) name: String,
    pub(crate) needs: Vec<(usize, u16)>,
    pub(crate) makes: Vec<(usize, u16)>,
    /// 0 or 1.
    pub(crate) cost: u32,
}

/// The state before and the action from it; none for the start.
type Way = Option<(Vec<u16>, usize)>;

fn holds(state: &[u16], facts: &[(usize, u16)]) -> bool {
    facts.iter().all(|&(variable, value)| state[variable] == value)
}

/// The names of the actions of a plan of least cost, and that cost; none if there is no plan.
pub(crate) fn cheapest_plan(task: &Task) -> Option<(Vec<String>, u32)> {
    let mut reached: BTreeMap<Vec<u16>, (u32, Way)> = BTreeMap::new();
    reached.insert(task.start.clone(), (0, None));
    let mut queue = VecDeque::from([(task.start.clone(), 0)]);
    while let Some((state, cost)) = queue.pop_front() {
        if reached[&state].0 < cost {
            continue;
        }
        if holds(&state, &task.goal) {
            let mut plan = Vec::new();
            let mut at = &state;
            while let Some((before, action)) = &reached[at].1 {
                plan.push(task.actions[*action].name.clone());
                at = before;
            }
            plan.reverse();
            return Some((plan, cost));
        }
        for (index, action) in task.actions.iter().enumerate() {
            if !holds(&state, &action.needs) {
                continue;
            }
            let mut next = state.clone();
            for &(variable, value) in &action.makes {
                next[variable] = value;
            }
            let cost = cost + action.cost;
            if reached.get(&next).is_none_or(|&(known, _)| cost < known) {
                reached.insert(next.clone(), (cost, Some((state.clone(), index))));
                match action.cost {
                    0 => queue.push_front((next, cost)),
                    _ => queue.push_back((next, cost)),
                }
            }
        }
    }
    None
}
