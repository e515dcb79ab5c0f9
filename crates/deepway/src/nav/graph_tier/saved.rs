//! The tier as bytes, to be kept beside the volume that it was made of.
//!
//! What the cells tell at once, terrain and nodes, is not kept. Everything that is read is
//! checked before it is believed: the sum over all bytes, the volume and the rules that they
//! were made for, and every number that leads somewhere.

use super::super::graph::Graph;
use super::arcs::Arcs;
use super::labels::Labels;
use super::nodes::{NodeId, Nodes};
use super::terrain::Terrain;
use super::{Core, GraphForm, is_walking_best, tolls};
use thiserror::Error;

/// What the bytes begin with: a name, and the number of the form.
const NAME: &[u8; 8] = b"DWGRAPH1";

/// So many bytes of the name are left where it is damaged, or of another version.
const LEFT_OF_NAME: usize = 5;

/// Why bytes are no index of a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IndexError {
    /// Something else altogether.
    #[error("not a saved index")]
    Foreign,
    /// An index of another version.
    #[error("not a saved index of this version")]
    OtherVersion,
    /// Bytes are missing or changed.
    #[error("the saved index is damaged")]
    Damaged,
    /// The volume or the rules are others.
    #[error("the saved index was made for another map or other rules")]
    OtherMap,
}

/// Whether bytes begin as a saved index does, of whatever version and even if a part of its
/// name is damaged; eight of them are enough to tell.
pub fn is_saved_index(bytes: &[u8]) -> bool {
    let name = bytes.iter().zip(NAME);
    name.filter(|(own, known)| own == known).count() >= LEFT_OF_NAME
}

/// Numbers one after the other.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn word(&mut self, word: u64) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    pub(super) fn pair(&mut self, pair: [u32; 2]) {
        self.word(u64::from(pair[0]) << 32 | u64::from(pair[1]));
    }
}

/// Numbers one after the other, as long as there are any.
pub(super) struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    pub(super) fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    pub(super) fn pair(&mut self) -> Option<[u32; 2]> {
        let word = self.word()?;
        Some([(word >> 32) as u32, word as u32])
    }

    /// A count of things of so many words each, which there are bytes for.
    pub(super) fn count(&mut self, words: usize) -> Option<usize> {
        let count = usize::try_from(self.word()?).ok()?;
        let bytes = count.checked_mul(words * 8)?;
        (bytes <= self.0.len()).then_some(count)
    }
}

/// A sum over bytes, eight at a time (FNV-1a in words of 64 bits).
#[derive(Clone, Copy)]
struct Sum(u64);

impl Sum {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
        self.add(bytes.len() as u64);
    }
}

/// A number for everything that the tier depends on.
fn print_of(graph: &Graph) -> u64 {
    let mut sum = Sum::NEW;
    let size = graph.size();
    for part in [size.width(), size.height(), size.levels()] {
        sum.add(part.into());
    }
    sum.add_bytes(graph.volume.bytes());
    sum.add_bytes(format!("{:?}", graph.rules()).as_bytes());
    // What is closed or weighs by its material, by gravity or as it was given.
    for z in 0..size.levels() {
        for y in 0..size.height() {
            graph
                .walkable()
                .row(y, z)
                .iter()
                .for_each(|&word| sum.add(word));
        }
    }
    let mut weighted: Vec<u32> = graph.roads.weighted().collect();
    weighted.sort_unstable();
    for cell in weighted {
        sum.add(cell.into());
        sum.add(graph.weight(cell));
    }
    sum.0
}

impl Core {
    /// The tier as bytes; none once cells have changed under it.
    pub(super) fn save(&self, graph: &Graph) -> Option<Vec<u8>> {
        if self.living.is_some() {
            return None;
        }
        let mut writer = Writer::default();
        writer.word(print_of(graph));
        writer.word(self.nodes.len() as u64);
        for number in self.nodes.by_cell() {
            writer.word(number.into());
        }
        self.arcs.save(&mut writer);
        writer.word(self.labels.is_some().into());
        if let Some(labels) = &self.labels {
            labels.save(&mut writer);
        }
        let mut sum = Sum::NEW;
        sum.add_bytes(&writer.0);
        let mut bytes = NAME.to_vec();
        bytes.extend_from_slice(&sum.0.to_le_bytes());
        bytes.append(&mut writer.0);
        Some(bytes)
    }

    /// The tier that bytes hold.
    pub(super) fn load(graph: &Graph, label_budget: u32, bytes: &[u8]) -> Result<Self, IndexError> {
        let rest = match bytes.strip_prefix(NAME) {
            Some(rest) => rest,
            None if is_saved_index(bytes) => return Err(IndexError::OtherVersion),
            None => return Err(IndexError::Foreign),
        };
        let (kept, rest) = rest.split_first_chunk().ok_or(IndexError::Damaged)?;
        let mut sum = Sum::NEW;
        sum.add_bytes(rest);
        if sum.0 != u64::from_le_bytes(*kept) {
            return Err(IndexError::Damaged);
        }
        let mut reader = Reader(rest);
        if reader.word() != Some(print_of(graph)) {
            return Err(IndexError::OtherMap);
        }
        Self::read(graph, label_budget, &mut reader).ok_or(IndexError::Damaged)
    }

    fn read(graph: &Graph, label_budget: u32, reader: &mut Reader) -> Option<Self> {
        let mut terrain = Terrain::new(graph);
        let mut nodes = Nodes::new(graph, &mut terrain);
        let count = reader.count(1).filter(|&count| count == nodes.len())?;
        let mut numbers: Vec<NodeId> = Vec::with_capacity(count);
        let mut is_taken = vec![false; count];
        for _ in 0..count {
            let number = reader.word().filter(|&number| number < count as u64)?;
            if std::mem::replace(&mut is_taken[number as usize], true) {
                return None;
            }
            numbers.push(number as NodeId);
        }
        nodes.renumber(&numbers);
        let arcs = Arcs::load(reader, count)?;
        let labels = match reader.word()? {
            0 => None,
            _ => Some(Labels::load(reader, &arcs, count)?),
        };
        // Whoever saved it had no room, or they did not fit; only the former can be said.
        let form = match &labels {
            Some(labels) => GraphForm::Labels {
                bytes: labels.bytes_of_entry(),
            },
            None => GraphForm::NoRoom {
                bytes_a_cell: label_budget,
            },
        };
        reader.0.is_empty().then_some(Self {
            tolls: tolls(graph),
            is_walking_best: is_walking_best(graph),
            terrain,
            nodes,
            arcs,
            labels,
            living: None,
            form,
            edges: 0,
        })
    }
}
