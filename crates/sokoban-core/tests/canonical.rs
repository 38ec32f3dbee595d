//! Canonical forms: pinned ids, the eight symmetries, what must not count, and what must.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use sokoban_core::{Board, Canonical, Collection, Level, Solution};
use sokoban_oracle::{Grid, boards_in, random_level};

fn canonical(text: &str) -> Canonical {
    let level: Level = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    Canonical::try_from(&level).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn id(text: &str) -> String {
    canonical(text).id().to_string()
}

/// A drawing as a rectangle.
fn rectangle(text: &str) -> Vec<Vec<char>> {
    let width = text.lines().map(str::len).max().unwrap();
    text.lines().map(|line| format!("{line:width$}").chars().collect()).collect()
}

fn drawn(rows: &[Vec<char>]) -> String {
    rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

fn turned(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    (0..rows[0].len()).map(|column| rows.iter().rev().map(|row| row[column]).collect()).collect()
}

/// The drawing in all eight ways, by turning and mirroring it.
fn all_ways(rows: &[Vec<char>]) -> Vec<Vec<Vec<char>>> {
    let mut ways = Vec::new();
    let mut rows = rows.to_vec();
    for _ in 0..4 {
        rows = turned(&rows);
        ways.push(rows.clone());
        ways.push(rows.iter().map(|row| row.iter().rev().copied().collect()).collect());
    }
    ways
}

/// The form by the plain reader's grid, for levels whose outline is of walls.
fn plain_form(text: &str) -> String {
    let grid = Grid::from_xsb(text);
    let start = grid.start();
    let symbol = |position: usize| {
        let has_box = start.boxes.contains(&position);
        match (grid.is_wall(position), grid.is_goal(position), has_box, start.player == position) {
            (true, ..) => '#',
            (_, true, true, _) => '*',
            (_, true, _, true) => '+',
            (_, true, ..) => '.',
            (_, _, true, _) => '$',
            (_, _, _, true) => '@',
            _ => ' ',
        }
    };
    let mut rows: Vec<Vec<char>> = (0..grid.size())
        .map(symbol)
        .collect::<Vec<_>>()
        .chunks(grid.width())
        .map(<[char]>::to_vec)
        .collect();
    // Full rows go, and, by a quarter turn, full columns; a ring of them comes back.
    for _ in 0..4 {
        while rows[0].iter().all(|&symbol| symbol == '#') {
            rows.remove(0);
        }
        rows = turned(&rows);
    }
    for _ in 0..4 {
        rows.insert(0, vec!['#'; rows[0].len()]);
        rows = turned(&rows);
    }
    all_ways(&rows).iter().map(|rows| drawn(rows)).min().unwrap()
}

/// The drawing with walls, an island with a box on a goal, and floor that nobody reaches around it.
fn padded(text: &str, left: usize, above: usize) -> String {
    let rows = rectangle(text);
    let width = rows[0].len() + left + 5;
    let mut padded = format!("{}\n", "#".repeat(width)).repeat(above);
    for (number, row) in rows.iter().enumerate() {
        let island = if number % 2 == 0 { "# *.#" } else { "#####" };
        let row: String = row.iter().collect();
        padded += &format!("{}{row}{island}\n", "#".repeat(left));
    }
    padded + &format!("{}\n", "#".repeat(width))
}

#[test]
fn ids_are_pinned() {
    assert_eq!(id("#####\n#@$.#\n#####"), "d8c9324d582d736f9049a6f86fa638b9");
    let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/sources.xsb"));
    let ids: Vec<String> = Collection::from_bytes(&text.unwrap())
        .levels()
        .iter()
        .map(|level| Canonical::try_from(level.as_ref().unwrap()).unwrap().id().to_string())
        .collect();
    assert_eq!(
        ids,
        [
            "65f8178547c84c0c40ea43d4833e8a87",
            "be4126f9dc4b3c5eb276bd1c92fb2e95",
            "9b14f3bd88a5e441196c52960152c502",
            "bc83b3e06ae4c5448a74d8fa142a12e9",
        ]
    );
}

/// Sums of all ids of a collection, modulo 2^128, as a program apart from this one counted them.
#[test]
fn published_collections_have_their_ids_and_no_two_levels_share_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let mut forms: BTreeMap<u128, String> = BTreeMap::new();
    for (name, sum) in [
        ("microban.xsb", 0x46da_62c8_be50_08b4_1a68_0380_3faf_8570_u128),
        ("xsokoban.xsb", 0x0244_ac57_bf9b_c870_2db8_ba8a_247f_7910),
        ("sasquatch1.xsb", 0xcc5a_a9cf_bcdd_35f5_cc4c_e2a7_9695_f14f),
        ("boxoban_medium_valid_000.txt", 0x3fb5_54b1_36d5_6b47_93ae_1146_e6c7_78cf),
    ] {
        let Ok(text) = fs::read(folder.join(name)) else {
            eprintln!("{} has no {name}: nothing is tested with it", folder.display());
            continue;
        };
        let mut told = 0_u128;
        for level in Collection::from_bytes(&text) {
            let canonical = Canonical::try_from(&level.unwrap()).unwrap();
            told = told.wrapping_add(canonical.id().get());
            let form = canonical.text().to_owned();
            let other = forms.insert(canonical.id().get(), form.clone());
            assert_eq!(other, None, "{name}: {form}");
        }
        assert_eq!(told, sum, "{name}");
    }
}

#[test]
fn own_levels_have_the_plain_form_and_another_id_for_another_form() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut files = vec![levels.join("sources.xsb")];
    files.extend(fs::read_dir(levels.join("micro")).unwrap().map(|entry| entry.unwrap().path()));
    let (mut forms, mut ids) = (BTreeSet::new(), BTreeSet::new());
    for text in files.iter().flat_map(|file| boards_in(&fs::read_to_string(file).unwrap())) {
        let canonical = canonical(&text);
        assert_eq!(canonical.text(), plain_form(&text), "{text}");
        forms.insert(canonical.text().to_owned());
        ids.insert(canonical.id());
    }
    assert!(forms.len() >= 60, "{}", forms.len());
    assert_eq!(forms.len(), ids.len());
}

#[test]
fn what_a_player_can_tell_apart_has_another_id() {
    let levels = [
        "######\n#@$ .#\n######",
        "######\n# $@.#\n######",
        "######\n#+$  #\n######",
        "######\n#@$. #\n######",
        "######\n#@ $.#\n######",
        "######\n#@ * #\n######",
        "######\n#+ * #\n######",
        "######\n#@$..#\n######",
        "#######\n#@$  .#\n#######",
        "######\n#@$ .#\n#    #\n######",
    ];
    let ids: BTreeSet<String> = levels.iter().map(|text| id(text)).collect();
    assert_eq!(ids.len(), levels.len());
}

#[test]
fn a_level_that_is_no_board_has_no_form() {
    for text in ["#####\n# $.#\n#####", "####\n@$.#\n####", "####\n#@.#\n####"] {
        let level: Level = text.parse().unwrap();
        let error = Canonical::try_from(&level).unwrap_err();
        assert_eq!(error, Board::try_from(&level).unwrap_err(), "{text}");
    }
}

#[test]
fn an_outline_of_boxes_counts_as_walls() {
    let open = "##*##\n#@$.#\n#####";
    assert_eq!(id(open), id("#####\n#@$.#\n#####"));
}

fn small_level() -> impl Strategy<Value = String> {
    (any::<u64>(), 5_usize..10, 4_usize..8, 1_usize..4, 0_usize..12).prop_map(
        |(seed, width, height, boxes, walls)| random_level(seed, width, height, boxes, walls),
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn all_drawings_of_a_level_have_one_form(
        text in small_level(), left in 0_usize..4, above in 0_usize..4,
    ) {
        let form = canonical(&text);
        prop_assert_eq!(form.text(), plain_form(&text));
        prop_assert_eq!(&canonical(form.text()), &form);
        for rows in all_ways(&rectangle(&text)) {
            prop_assert_eq!(canonical(&drawn(&rows)).id(), form.id());
            let drawing = padded(&drawn(&rows), left, above);
            prop_assert_eq!(canonical(&drawing).id(), form.id(), "{}", drawing);
        }
    }

    /// Two levels have one id exactly if some way to draw one is the other.
    #[test]
    fn levels_of_a_kind_share_an_id_only_if_they_are_the_same(
        seeds in prop::collection::vec(any::<u64>(), 30),
    ) {
        let mut ids = BTreeMap::new();
        for seed in seeds {
            let text = random_level(seed, 5, 4, 1, 0);
            let id = canonical(&text).id();
            let form = ids.entry(id).or_insert_with(|| plain_form(&text));
            prop_assert_eq!(&*form, &plain_form(&text));
        }
    }

    #[test]
    fn a_solution_of_the_form_is_one_of_the_level(text in small_level()) {
        let level: Level = text.parse().unwrap();
        let canonical = canonical(&text);
        let form: Level = canonical.text().parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        let form = Board::try_from(&form).unwrap();
        let Some(solution) = wander(&form) else { return Ok(()) };
        let turned = solution.transformed(canonical.symmetry().inverse());
        prop_assert_eq!(turned.replay(&board), solution.replay(&form));
        prop_assert_eq!(turned.transformed(canonical.symmetry()), solution);
    }
}

/// A shortest solution in pushes, searched blindly; none if there is none of up to 8 pushes.
fn wander(board: &Board) -> Option<Solution> {
    use sokoban_core::{Push, Reach, State};
    let mut reach = Reach::new(board);
    let mut layer = vec![(State::<2>::start(board, &mut reach), Vec::<Push>::new())];
    let mut seen = BTreeSet::new();
    for _ in 0..=8 {
        let mut next = Vec::new();
        for (state, pushes) in layer {
            if state.is_solved(board) {
                return Solution::from_pushes::<2>(board, &pushes);
            }
            for push in state.pushes(board, &mut reach) {
                let child = state.push(board, push, &mut reach);
                if seen.insert(child) {
                    next.push((child, [&pushes[..], &[push]].concat()));
                }
            }
        }
        layer = next;
    }
    None
}
