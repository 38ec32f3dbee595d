//! Assignment: rows to columns at least total cost. Knows nothing of Sokoban.

use alloc::vec;
use alloc::vec::Vec;

/// The cost of a row and a column that may not be assigned to each other.
pub const FORBIDDEN: u16 = u16::MAX;

const INFINITE: i32 = i32::MAX / 2;

/// The least dual of a column that a solve starts from. Solves that take turns between unlike
/// costs push duals down without end; past this they start from zero again, long before a sum of
/// duals and costs comes near [`INFINITE`].
const LEAST_DUAL: i32 = -(1 << 28);
const NONE: u32 = u32::MAX;

/// Least-cost assignments by the method of Kuhn (1955) and Munkres (1957): potentials ("duals") of
/// rows and columns, and one shortest augmenting path per row (Jonker & Volgenant 1987).
///
/// Keeps the last assignment and its duals, so that [`Self::cost_with_row`] can tell what the cost
/// becomes when one row changes, by a single augmenting path, and so that the next
/// [`Self::solve`] starts from good duals. Which duals it starts from never changes a cost.
///
/// There are as many columns as the object was made for; rows that are missing count as rows of
/// zeros, so fewer rows than columns need no padding by the caller.
///
/// ```
/// use sokoban_heuristics::Assignment;
/// let rows: [[u16; 3]; 3] = [[1, 2, 3], [9, 8, 7], [4, 4, 6]];
/// let mut assignment = Assignment::new(3);
/// assert_eq!(assignment.solve(3, |row| &rows[row]), Some(12));
/// assert_eq!(assignment.columns(), [0, 2, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Assignment {
    size: usize,
    /// The rows of the last solve; those from here to `size` are rows of zeros.
    rows: usize,
    /// `row_duals[r] + column_duals[c] <= cost[r][c]`, with equality where r is assigned to c.
    row_duals: Vec<i32>,
    column_duals: Vec<i32>,
    /// By row.
    columns: Vec<u32>,
    /// By column: the inverse of `columns`.
    row_of: Vec<u32>,
    /// The sum of all duals: the cost of the last assignment.
    total: i64,
    /// The column duals that a first solve starts from.
    start_duals: Vec<i32>,
    zeros: Vec<u16>,
    path: Path,
}

/// Buffers of the search for a shortest augmenting path, by column.
#[derive(Clone, Debug)]
struct Path {
    distance: Vec<i32>,
    /// The row from which the column was reached.
    from_row: Vec<u32>,
    done: Vec<bool>,
    /// The columns whose distance is final, in the order in which it became so.
    order: Vec<u32>,
}

impl Assignment {
    /// For `size` columns and at most `size` rows.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self::with_column_duals(vec![0; size])
    }

    /// As [`Self::new`], for as many columns as there are `column_duals`, which a first solve
    /// starts from. They change no cost; but if all costs of a column have the parity of its dual
    /// and of something of the row, reduced costs stay even.
    #[must_use]
    pub fn with_column_duals(column_duals: Vec<i32>) -> Self {
        let size = column_duals.len();
        Self {
            size,
            rows: 0,
            row_duals: vec![0; size],
            start_duals: column_duals.clone(),
            column_duals,
            columns: vec![NONE; size],
            row_of: vec![NONE; size],
            total: 0,
            zeros: vec![0; size],
            path: Path {
                distance: vec![0; size],
                from_row: vec![NONE; size],
                done: vec![false; size],
                order: Vec::with_capacity(size),
            },
        }
    }

    /// The least cost of assigning the first `rows` rows to columns of their own, or none if every
    /// assignment uses a [`FORBIDDEN`] pair. `row_costs(r)` gives the costs of row r by column.
    ///
    /// # Panics
    /// When there are more rows than columns, or a row is too short.
    ///
    /// # Complexity
    /// O(size³) at worst; near O(size²) when the last solve was of similar rows.
    pub fn solve<'a>(
        &mut self,
        rows: usize,
        row_costs: impl Fn(usize) -> &'a [u16],
    ) -> Option<u32> {
        assert!(rows <= self.size, "at most as many rows as columns");
        self.rows = rows;
        self.columns.fill(NONE);
        self.row_of.fill(NONE);
        // Duals of columns of the last solve are as good a start as any: the rows' follow.
        if self.column_duals.iter().any(|&dual| dual < LEAST_DUAL) {
            self.column_duals.copy_from_slice(&self.start_duals);
        }
        for row in 0..self.size {
            let costs = if row < rows { &row_costs(row)[..self.size] } else { &self.zeros[..] };
            let mut least = INFINITE;
            let mut at = NONE;
            for (column, (&cost, &dual)) in costs.iter().zip(&self.column_duals).enumerate() {
                let reduced = i32::from(cost) - dual;
                if cost != FORBIDDEN
                    && (reduced < least
                        || (reduced == least
                            && self.row_of[column] == NONE
                            && self.row_of[at as usize] != NONE))
                {
                    least = reduced;
                    at = column as u32;
                }
            }
            if at == NONE {
                return None;
            }
            self.row_duals[row] = least;
            if self.row_of[at as usize] == NONE {
                self.row_of[at as usize] = row as u32;
                self.columns[row] = at;
            }
        }
        for row in 0..self.size {
            if self.columns[row] == NONE {
                self.augment(row, &row_costs)?;
            }
        }
        let duals = self.row_duals.iter().chain(&self.column_duals);
        self.total = duals.map(|&dual| i64::from(dual)).sum();
        Some(u32::try_from(self.total).expect("a sum of costs that are not negative"))
    }

    /// The least cost if row `changed` of the last successful [`Self::solve`] had the costs
    /// `costs`, or none if there is no assignment then. The other rows must be as they were.
    /// The object keeps the unchanged assignment.
    ///
    /// # Complexity
    /// O(size²) at worst.
    pub fn cost_with_row<'a>(
        &mut self,
        changed: usize,
        costs: &[u16],
        row_costs: impl Fn(usize) -> &'a [u16],
    ) -> Option<u32> {
        let Self { rows, row_duals, column_duals, columns, row_of, zeros, path, .. } = self;
        let costs_of = |row| match row {
            row if row == changed => costs,
            row if row < *rows => row_costs(row),
            _ => &zeros[..],
        };
        let freed = columns[changed] as usize;
        row_of[freed] = NONE;
        let shortest = path.find(changed, 0, row_of, row_duals, column_duals, costs_of);
        row_of[freed] = changed as u32;
        // Without the row, the duals of all else add up to the cost of all else, and they stay
        // feasible. The row then pays the length of its path to the one free column.
        let (_, length) = shortest?;
        let total = self.total - i64::from(self.row_duals[changed]) + i64::from(length);
        Some(u32::try_from(total).expect("a sum of costs that are not negative"))
    }

    /// The column of each row of the last successful solve.
    #[must_use]
    pub fn columns(&self) -> &[u32] {
        &self.columns[..self.rows]
    }

    /// Becomes the same as `other`, an assignment of as many columns.
    ///
    /// # Complexity
    /// O(columns), without allocation.
    pub fn copy_from(&mut self, other: &Self) {
        self.rows = other.rows;
        self.total = other.total;
        self.row_duals.copy_from_slice(&other.row_duals);
        self.column_duals.copy_from_slice(&other.column_duals);
        self.columns.copy_from_slice(&other.columns);
        self.row_of.copy_from_slice(&other.row_of);
    }

    /// The least cost when the costs of `changed` are no longer what they were, and every other
    /// row's are; the assignment and its duals become those of the new costs. None if there is no
    /// assignment, and the object then serves only for [`Self::solve`] and [`Self::copy_from`].
    ///
    /// Must follow a successful solve of the other rows.
    ///
    /// # Complexity
    /// O(columns²).
    pub fn replace_row<'a>(
        &mut self,
        changed: usize,
        row_costs: impl Fn(usize) -> &'a [u16],
    ) -> Option<u32> {
        let freed = self.columns[changed] as usize;
        self.row_of[freed] = NONE;
        self.columns[changed] = NONE;
        let costs = row_costs(changed).iter().zip(&self.column_duals);
        let allowed = costs.filter(|&(&cost, _)| cost != FORBIDDEN);
        let reduced = allowed.map(|(&cost, &dual)| i32::from(cost) - dual);
        self.row_duals[changed] = reduced.min()?;
        self.augment(changed, &row_costs)?;
        let duals = self.row_duals.iter().chain(&self.column_duals);
        self.total = duals.map(|&dual| i64::from(dual)).sum();
        Some(u32::try_from(self.total).expect("a sum of costs that are not negative"))
    }

    /// The duals of the rows of the last successful solve.
    #[must_use]
    pub fn row_duals(&self) -> &[i32] {
        &self.row_duals[..self.rows]
    }

    /// The duals of the columns of the last successful solve.
    #[must_use]
    pub fn column_duals(&self) -> &[i32] {
        &self.column_duals
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        self.size * (7 * 4 + 2 + 1 + 4)
    }

    /// Assigns `row` by a shortest augmenting path and mends the duals; none if there is no path.
    fn augment<'a>(&mut self, row: usize, row_costs: impl Fn(usize) -> &'a [u16]) -> Option<()> {
        let Self { rows, row_duals, column_duals, columns, row_of, zeros, path, .. } = self;
        let costs_of = |row| {
            if row < *rows { row_costs(row) } else { &zeros[..] }
        };
        let start_dual = row_duals[row];
        let (end, length) =
            path.find(row, start_dual, row_of, row_duals, column_duals, costs_of)?;
        row_duals[row] += length;
        for &column in &path.order {
            let spare = length - path.distance[column as usize];
            column_duals[column as usize] -= spare;
            // The nearest free column ends the search, so only assigned ones have room to spare.
            if let Some(dual) = row_duals.get_mut(row_of[column as usize] as usize) {
                *dual += spare;
            }
        }
        let mut column = end;
        loop {
            let from = path.from_row[column as usize] as usize;
            row_of[column as usize] = from as u32;
            core::mem::swap(&mut column, &mut columns[from]);
            if from == row {
                return Some(());
            }
        }
    }
}

impl Path {
    /// Dijkstra's search over reduced costs from row `start`, whose dual is taken as `start_dual`,
    /// to the nearest column without a row: that column, and the length of the path.
    fn find<'a>(
        &mut self,
        start: usize,
        start_dual: i32,
        row_of: &[u32],
        row_duals: &[i32],
        column_duals: &[i32],
        costs_of: impl Fn(usize) -> &'a [u16],
    ) -> Option<(u32, i32)> {
        let size = row_of.len();
        self.distance.fill(INFINITE);
        self.done.fill(false);
        self.order.clear();
        let distance = &mut self.distance[..size];
        let from_row = &mut self.from_row[..size];
        let done = &mut self.done[..size];
        let column_duals = &column_duals[..size];
        let mut row = start;
        let mut dual = start_dual;
        let mut traveled = 0;
        loop {
            let costs = &costs_of(row)[..size];
            let mut nearest = INFINITE;
            let mut at = NONE;
            for column in 0..size {
                if done[column] {
                    continue;
                }
                if costs[column] != FORBIDDEN {
                    let through = traveled + i32::from(costs[column]) - dual - column_duals[column];
                    if through < distance[column] {
                        distance[column] = through;
                        from_row[column] = row as u32;
                    }
                }
                if distance[column] < nearest {
                    nearest = distance[column];
                    at = column as u32;
                }
            }
            if at == NONE {
                return None;
            }
            done[at as usize] = true;
            self.order.push(at);
            traveled = nearest;
            match row_of[at as usize] {
                NONE => return Some((at, traveled)),
                assigned => {
                    row = assigned as usize;
                    dual = row_duals[row];
                }
            }
        }
    }
}
