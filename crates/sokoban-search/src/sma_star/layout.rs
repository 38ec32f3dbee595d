//! Layout: how a node of the memory-bounded search shares a few bytes.

use sokoban_core::Square;

use crate::record::RecordLayout;

/// The number of a node's slot in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id(pub(super) u32);

impl Id {
    /// No node.
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn is_none(self) -> bool {
        self == Self::NONE
    }
}

/// What a record holds the number of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// The node that it was reached from.
    Parent = 0,
    /// The nodes before it in the order that it hangs in.
    Left = 1,
    /// Those behind it.
    Right = 2,
    /// The next node of the same bucket; for a free slot the next free one.
    Next = 3,
    /// The first node of the bucket with this record's number, which has nothing else to do with
    /// the node in the slot.
    Bucket = 4,
}

const LINKS: usize = 5;

/// The layout of a record: packed boxes, g, least open value, a tail of player, number of the edge
/// in the parent and a mark, five links, and half a byte for every edge.
///
/// Links take two to four bytes, as many as the greatest number of slots under the cap needs: a
/// third of the record of a small level are links. An edge takes half a byte, since it says by how
/// much the edge is above the least one. The search of a level with five boxes under a cap of a
/// megabyte has 31 bytes a node, everything included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    boxes: RecordLayout,
    box_bytes: usize,
    player_bits: u32,
    edge_bits: u32,
    tail_bytes: usize,
    id_bytes: usize,
    edge_bytes: usize,
}

/// What a level asks of a layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    pub(super) box_bytes: usize,
    pub(super) player_bits: u32,
    /// The edges of a node at most.
    pub(super) edges: usize,
    /// The roots.
    pub(super) roots: usize,
}

impl Layout {
    /// Fields are read as words of eight bytes at any byte, so the bytes of the records have to go
    /// on for so many past the last one.
    pub(super) const MARGIN: usize = 8;

    /// The layout for a search that may use `bytes` bytes and `nodes` nodes.
    pub(super) fn new(needs: Needs, bytes: usize, nodes: usize) -> Self {
        let numbers = needs.edges.max(needs.roots).max(2);
        let edge_bits = usize::BITS - (numbers - 1).leading_zeros();
        let with = |id_bytes: usize| Self {
            boxes: RecordLayout::new(needs.box_bytes, needs.player_bits, 0),
            box_bytes: needs.box_bytes,
            player_bits: needs.player_bits,
            edge_bits,
            tail_bytes: (needs.player_bits + edge_bits + 1).div_ceil(8) as usize,
            id_bytes,
            edge_bytes: needs.edges.div_ceil(2),
        };
        let fits = |layout: &Self| nodes.min(bytes / layout.bytes()) <= layout.most_slots();
        (2..4).map(with).find(fits).unwrap_or(with(4))
    }

    /// The bytes of a record.
    pub(super) fn bytes(&self) -> usize {
        self.edges_at() + self.edge_bytes
    }

    /// The slots that a link can tell apart.
    pub(super) fn most_slots(&self) -> usize {
        (u64::MAX >> (64 - 8 * self.id_bytes)) as usize - 1
    }

    /// The 64-bit words of packed boxes.
    pub(super) fn box_words(&self) -> usize {
        self.boxes.box_words()
    }

    /// Writes packed boxes. What follows them in the record, but for links other than the parent,
    /// is undefined then.
    pub(super) fn write_boxes(&self, record: &mut [u8], packed: &[u64]) {
        self.boxes.write_boxes(record, packed);
    }

    pub(super) fn read_boxes(&self, record: &[u8], packed: &mut [u64]) {
        self.boxes.read_boxes(record, packed);
    }

    pub(super) fn has_boxes(&self, record: &[u8], packed: &[u64]) -> bool {
        self.boxes.has_boxes(record, packed)
    }

    pub(super) fn g(&self, record: &[u8]) -> u16 {
        read(record, self.box_bytes, 2) as u16
    }

    pub(super) fn set_g(&self, record: &mut [u8], g: u16) {
        write(record, self.box_bytes, 2, u64::from(g));
    }

    pub(super) fn val(&self, record: &[u8]) -> u16 {
        read(record, self.box_bytes + 2, 2) as u16
    }

    pub(super) fn set_val(&self, record: &mut [u8], val: u16) {
        write(record, self.box_bytes + 2, 2, u64::from(val));
    }

    /// The canonical player square.
    pub(super) fn player(&self, record: &[u8]) -> Square {
        let tail = read(record, self.box_bytes + 4, self.tail_bytes);
        Square::new((tail >> 1 & ((1 << self.player_bits) - 1)) as usize)
    }

    /// The number of the edge in the parent; without a parent that of the root.
    pub(super) fn edge(&self, record: &[u8]) -> usize {
        let tail = read(record, self.box_bytes + 4, self.tail_bytes);
        (tail >> (1 + self.player_bits) & ((1 << self.edge_bits) - 1)) as usize
    }

    /// Has the node a child in memory?
    pub(super) fn is_interior(&self, record: &[u8]) -> bool {
        record[self.box_bytes + 4] & 1 == 1
    }

    pub(super) fn set_interior(&self, record: &mut [u8], is_interior: bool) {
        let byte = &mut record[self.box_bytes + 4];
        *byte = *byte & !1 | u8::from(is_interior);
    }

    /// Writes player and edge, and that the node has no child in memory.
    pub(super) fn set_tail(&self, record: &mut [u8], player: Square, edge: usize) {
        let tail = (player.index() as u64) << 1 | (edge as u64) << (1 + self.player_bits);
        write(record, self.box_bytes + 4, self.tail_bytes, tail);
    }

    pub(super) fn link(&self, record: &[u8], link: Link) -> Id {
        let id = read(record, self.link_at(link), self.id_bytes);
        if id == mask(self.id_bytes) { Id::NONE } else { Id(id as u32) }
    }

    pub(super) fn set_link(&self, record: &mut [u8], link: Link, id: Id) {
        // What stands for no node has all bits set in any width.
        let id = u64::from(id.0) & mask(self.id_bytes);
        write(record, self.link_at(link), self.id_bytes, id);
    }

    /// The half bytes of the edges.
    pub(super) fn edges<'r>(&self, record: &'r [u8]) -> &'r [u8] {
        &record[self.edges_at()..][..self.edge_bytes]
    }

    /// The half bytes of the edges.
    pub(super) fn edges_mut<'r>(&self, record: &'r mut [u8]) -> &'r mut [u8] {
        &mut record[self.edges_at()..][..self.edge_bytes]
    }

    fn link_at(&self, link: Link) -> usize {
        self.box_bytes + 4 + self.tail_bytes + link as usize * self.id_bytes
    }

    fn edges_at(&self) -> usize {
        self.box_bytes + 4 + self.tail_bytes + LINKS * self.id_bytes
    }
}

/// The lowest so many bytes, 1 to 8.
fn mask(bytes: usize) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

fn read(record: &[u8], at: usize, bytes: usize) -> u64 {
    let word = record[at..at + 8].try_into().expect("a slice of 8 bytes");
    u64::from_le_bytes(word) & mask(bytes)
}

fn write(record: &mut [u8], at: usize, bytes: usize, value: u64) {
    let word = record[at..at + 8].try_into().expect("a slice of 8 bytes");
    let behind = u64::from_le_bytes(word) & !mask(bytes);
    record[at..at + 8].copy_from_slice(&(behind | value).to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fields_do_not_touch_one_another(
            box_bytes in 1usize..20, player_bits in 1u32..=16, boxes in 1usize..70,
            roots in 1usize..5000, nodes in prop::sample::select(vec![10, 100_000, 20_000_000]),
            g in any::<u16>(), val in any::<u16>(), player in any::<u16>(), edge in any::<usize>(),
            ids in prop::array::uniform5(0u32..9), none in 0usize..5,
        ) {
            let edges = 4 * boxes;
            let needs = Needs { box_bytes, player_bits, edges, roots };
            let layout = Layout::new(needs, usize::MAX, nodes);
            let mut record = vec![0x5A; layout.bytes() + Layout::MARGIN];
            let behind = record[layout.bytes()..].to_vec();
            let links = [Link::Parent, Link::Left, Link::Right, Link::Next, Link::Bucket];
            let mut ids = ids.map(Id);
            ids[none] = Id::NONE;
            layout.set_link(&mut record, Link::Bucket, ids[4]);
            let packed = vec![0; layout.box_words()];
            layout.write_boxes(&mut record, &packed);
            prop_assert_eq!(layout.link(&record, Link::Bucket), ids[4]);
            layout.edges_mut(&mut record).fill(0xEE);
            for (link, id) in links.into_iter().zip(ids) { layout.set_link(&mut record, link, id); }
            let player = Square::new(usize::from(player) % (1 << player_bits).min(65_535));
            let edge = edge % edges.max(roots);
            layout.set_tail(&mut record, player, edge);
            layout.set_interior(&mut record, true);
            layout.set_val(&mut record, val);
            layout.set_g(&mut record, g);
            prop_assert!(layout.has_boxes(&record, &packed));
            prop_assert_eq!((layout.g(&record), layout.val(&record)), (g, val));
            prop_assert_eq!((layout.player(&record), layout.edge(&record)), (player, edge));
            prop_assert!(layout.is_interior(&record));
            for (link, id) in links.into_iter().zip(ids) {
                prop_assert_eq!(layout.link(&record, link), id);
            }
            prop_assert!(layout.edges(&record).iter().all(|&byte| byte == 0xEE));
            prop_assert_eq!(&record[layout.bytes()..], &behind[..]);
        }
    }

    #[test]
    fn links_are_as_short_as_the_cap_allows() {
        let needs = Needs { box_bytes: 5, player_bits: 6, edges: 20, roots: 1 };
        assert_eq!(Layout::new(needs, 1 << 20, usize::MAX).bytes(), 31);
        assert_eq!(Layout::new(needs, 1 << 28, usize::MAX).bytes(), 36);
        assert_eq!(Layout::new(needs, 1 << 40, usize::MAX).bytes(), 41);
        assert_eq!(Layout::new(needs, 1 << 40, 65_534).bytes(), 31);
    }
}
