use super::account::{Account, BuildConfig, BuildError, Workers};
use super::rank::PatternIndex;
use super::regions::RegionFinder;
use super::{PatternTable, PatternTarget};
use core::ops::ControlFlow;
use sokoban_core::{Board, Level, Square};
use std::collections::BTreeSet;

/// The regions of the floor minus `boxes`, by square, by a plain flood.
fn regions(board: &Board, boxes: &[Square]) -> Vec<Option<usize>> {
    let mut regions = vec![None; board.squares()];
    let mut count = 0;
    for from in (0..board.squares()).map(Square::new) {
        if boxes.contains(&from) || regions[from.index()].is_some() {
            continue;
        }
        let mut open = vec![from];
        regions[from.index()] = Some(count);
        while let Some(square) = open.pop() {
            for &next in &board.neighbors()[square.index()] {
                if !next.is_none() && !boxes.contains(&next) && regions[next.index()].is_none() {
                    regions[next.index()] = Some(count);
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    regions
}

fn sets(open: usize, boxes: usize) -> Vec<Vec<Square>> {
    if boxes == 0 {
        return vec![Vec::new()];
    }
    let shorter = sets(open, boxes - 1);
    let longer = (0..open).map(Square::new).flat_map(|last| {
        let fit = shorter.iter().filter(move |set| set.iter().all(|square| *square < last));
        fit.map(move |set| [&set[..], &[last]].concat())
    });
    longer.collect()
}

fn boards() -> Vec<Board> {
    let drawn = [
        "#######\n#@ $ .#\n#######",
        "#########\n#  #    #\n# $@$ . #\n#  #  . #\n#########",
        "##########\n#   .    #\n#  $@$   #\n#   .    #\n##########",
        "###########\n#    #    #\n# $  @  . #\n##  ###  ##\n #  # #  #\n #. $  $.#\n #########",
    ];
    let random = (0..25).map(|seed| sokoban_oracle::random_level(seed, 8, 7, 3, 9));
    let texts = drawn.into_iter().map(str::to_owned).chain(random);
    texts
        .map(|text| Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board"))
        .collect()
}

#[test]
fn the_numbering_is_a_bijection_that_knows_the_regions() {
    for board in boards() {
        let open = board.live_squares();
        for boxes in 1..=3 {
            let mut watch = |_: &_| ControlFlow::Continue(());
            let mut account = Account::new(BuildConfig::default(), &mut watch);
            let index = PatternIndex::new(&board, open, boxes, &mut account).unwrap();
            let mut seen = BTreeSet::new();
            let mut states = 0;
            for (rank, set) in sets(open, boxes).iter().enumerate() {
                assert_eq!(index.rank(set), rank);
                let regions = regions(&board, set);
                let mut numbers: Vec<Option<usize>> = Vec::new();
                for player in (0..board.squares()).map(Square::new) {
                    let Some(region) = regions[player.index()] else { continue };
                    let state = index.state(rank, player);
                    assert!(index.states_of(rank).contains(&state));
                    if numbers.len() <= region {
                        numbers.resize(region + 1, None);
                    }
                    assert_eq!(*numbers[region].get_or_insert(state), state);
                }
                states += numbers.len();
                seen.extend(numbers);
            }
            assert_eq!((seen.len(), index.states()), (states, states));
        }
    }
}

#[test]
fn what_is_surely_whole_is_whole() {
    let mut whole = 0;
    for board in boards() {
        let finder = RegionFinder::new(&board);
        for boxes in 1..=3 {
            for set in sets(board.live_squares(), boxes) {
                if finder.is_surely_whole(&set) {
                    whole += 1;
                    assert!(regions(&board, &set).iter().flatten().all(|&region| region == 0));
                }
            }
        }
    }
    assert!(whole > 1000);
}

#[test]
fn one_thread_and_many_build_the_same() {
    // Large enough for several chunks a layer.
    let room = format!(
        "{0}\n#@{1}#{2}\n#{3}#\n{0}",
        "#".repeat(13),
        " ".repeat(10),
        format!("\n#  $ $ $ ...#\n#{}#", " ".repeat(11)).repeat(3),
        " ".repeat(11)
    );
    let room = Board::try_from(&room.parse::<Level>().unwrap()).unwrap();
    for board in boards().into_iter().chain([room]) {
        for target in [PatternTarget::Goals, PatternTarget::Start] {
            let build = |workers| {
                let config = BuildConfig { workers, ..BuildConfig::default() };
                let mut watch = |_: &_| ControlFlow::Continue(());
                let table = PatternTable::build(&board, 3, target, config, &mut watch).unwrap();
                table.by_state_for_tests()
            };
            assert_eq!(build(Workers::One), build(Workers::All));
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_allocated() {
    let board = &boards()[2];
    let build = |bytes: usize| {
        let mut most = 0;
        let mut watch = |progress: &super::BuildProgress| {
            most = most.max(progress.bytes);
            ControlFlow::Continue(())
        };
        let config = BuildConfig { bytes, workers: Workers::One };
        let table = PatternTable::build(board, 3, PatternTarget::Goals, config, &mut watch);
        (table.map(|table| table.memory_usage()), most)
    };
    let (usage, most) = build(usize::MAX);
    assert!(usage.unwrap() <= most);
    assert!(build(most).0.is_ok());
    for limit in [0, 100, most / 2, most - 1] {
        let (refused, booked) = build(limit);
        assert!(booked <= limit);
        let Err(BuildError::TooLarge { bytes, limit: named }) = refused else { panic!() };
        assert!(named == limit && limit < bytes && bytes <= most);
    }
}

#[test]
fn the_observer_can_stop_a_build() {
    let board = &boards()[2];
    for patience in 0..8 {
        let mut calls = 0;
        let mut watch = |_: &super::BuildProgress| {
            calls += 1;
            if calls > patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let config = BuildConfig::default();
        let table = PatternTable::build(board, 2, PatternTarget::Goals, config, &mut watch);
        assert!(matches!(table, Err(BuildError::Stopped)));
    }
}
