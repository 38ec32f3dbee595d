//! Class: all levels of one canonical form, and what is learned of them once for all.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use sokoban_core::{Canonical, Symmetry};

use super::label::Label;
use super::source::Job;

/// All levels of one canonical form.
#[derive(Debug)]
pub(super) struct Class {
    /// The text of the form, which is what is searched.
    pub(super) form: Arc<str>,
    /// The first level of the inputs that is of this class.
    pub(super) first: (Arc<str>, usize),
    progress: Mutex<Progress>,
}

#[derive(Debug)]
enum Progress {
    Untouched,
    /// A thread searches the form; these levels came meanwhile.
    UnderWay(Vec<Job>),
    Learned(Arc<Label>),
}

/// A level's place in its class.
#[derive(Clone, Debug)]
pub(super) struct Membership {
    pub(super) class: Arc<Class>,
    /// Lays the level onto the form.
    pub(super) symmetry: Symmetry,
    /// Is the level the first of its class?
    pub(super) is_first: bool,
}

/// What a thread with a level of a class has to do.
pub(super) enum Task {
    /// Search the form, then tell what was learned.
    Search(Job),
    /// Write the level's line.
    Write(Job, Arc<Label>),
    /// Nothing: the thread that searches the form takes this level too.
    Nothing,
}

impl Class {
    /// Hands a level of the class in.
    pub(super) fn ask(&self, job: Job) -> Task {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *progress {
            Progress::Untouched => {
                *progress = Progress::UnderWay(Vec::new());
                Task::Search(job)
            }
            Progress::UnderWay(waiting) => {
                waiting.push(job);
                Task::Nothing
            }
            Progress::Learned(label) => Task::Write(job, Arc::clone(label)),
        }
    }

    /// Tells what was learned of the form. Back come the levels that wait for it.
    pub(super) fn tell(&self, label: Arc<Label>) -> Vec<Job> {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *progress, Progress::Learned(label)) {
            Progress::UnderWay(waiting) => waiting,
            Progress::Untouched | Progress::Learned(_) => Vec::new(),
        }
    }
}

/// All classes met so far, told apart by their whole forms.
#[derive(Debug, Default)]
pub(super) struct Classes(BTreeMap<Arc<str>, Arc<Class>>);

impl Classes {
    /// The place of level `number` of the file called `name`, which has this form. Levels are to
    /// come in the order of the inputs.
    pub(super) fn place(
        &mut self,
        canonical: &Canonical,
        name: &Arc<str>,
        number: usize,
    ) -> Membership {
        let symmetry = canonical.symmetry();
        if let Some(class) = self.0.get(canonical.text()) {
            return Membership { class: Arc::clone(class), symmetry, is_first: false };
        }
        let form: Arc<str> = canonical.text().into();
        let class = Arc::new(Class {
            form: Arc::clone(&form),
            first: (Arc::clone(name), number),
            progress: Mutex::new(Progress::Untouched),
        });
        self.0.insert(form, Arc::clone(&class));
        Membership { class, symmetry, is_first: true }
    }
}
