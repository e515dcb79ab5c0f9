//! The table of styles.

use super::super::super::graph::Archetype;
use super::super::super::room::Room;
use super::dress::Ground;
use super::plot::Plot;
use super::{arena, guarded, hall, living, natural, passage, sacred, square, work};
use crate::space::Biome;

/// A look for rooms.
pub(super) struct Style {
    pub(super) name: &'static str,
    /// The archetypes that it serves.
    serves: &'static [Archetype],
    /// The smallest and the largest room, in units along a side.
    sides: [i32; 2],
    /// Its weight in biomes that are not listed; 0 keeps it out of them.
    usual: u32,
    /// Its weight in biomes that it likes.
    likes: &'static [(Biome, u32)],
    /// The lowest and the highest layer where it is twice as likely.
    layers: [i32; 2],
    pub(super) floor: Ground,
    /// Whether somebody keeps it in order.
    pub(super) is_tidy: bool,
    pub(super) build: fn(&mut Plot<'_>),
}

impl Style {
    /// Whether it is for rooms of this archetype.
    pub(super) fn serves(&self, archetype: Archetype) -> bool {
        self.serves.contains(&archetype)
    }

    /// How likely the style is for a room; 0 if it does not suit it.
    pub(super) fn weight(&self, room: &Room) -> u32 {
        let side = room.size.side();
        if !self.serves(room.archetype) || side < self.sides[0] || side > self.sides[1] {
            return 0;
        }
        let liked = self.likes.iter().find(|(biome, _)| *biome == room.biome);
        let weight = liked.map_or(self.usual, |(_, weight)| *weight);
        let [low, high] = self.layers;
        match (low..=high).contains(&room.position.z) {
            true => 2 * weight,
            false => weight,
        }
    }
}

const ANYWHERE: [i32; 2] = [1, 0];
const BELOW: [i32; 2] = [-3, -1];
const ABOVE: [i32; 2] = [1, 3];
const DEEP: [i32; 2] = [-3, -2];
const HIGH: [i32; 2] = [2, 3];
const GROUND: [i32; 2] = [0, 0];

macro_rules! styles {
    ($($name:literal $serves:expr, $sides:expr, $usual:literal $likes:expr, $layers:expr,
       $floor:ident $tidy:literal $build:path;)*) => {
        &[$(Style {
            name: $name,
            serves: $serves,
            sides: $sides,
            usual: $usual,
            likes: $likes,
            layers: $layers,
            floor: Ground::$floor,
            is_tidy: $tidy,
            build: $build,
        }),*]
    };
}

use Archetype::{BossArena, Chamber, Corridor, EntryHall, Junction, SecretRoom};
use Biome::{Alfheim, Jotunheim, Muspelheim, Neutral, Niflheim, TheRoots};

/// All styles: name, archetypes, units along a side, weights by biome, layers, floor, whether it
/// is tidy.
pub(super) const STYLES: &[Style] = styles![
    // Entry halls.
    "colonnade" &[EntryHall], [2, 16], 3 &[(Alfheim, 5), (Neutral, 4)], ABOVE, Flags true hall::colonnade;
    "gatehouse" &[EntryHall], [1, 16], 3 &[(Jotunheim, 4)], GROUND, Rock true hall::gatehouse;
    "reception" &[EntryHall], [2, 16], 3 &[(Neutral, 5), (Muspelheim, 1)], ABOVE, Boards true hall::reception;
    "loading dock" &[EntryHall], [1, 16], 3 &[(Jotunheim, 5), (Alfheim, 1)], GROUND, Rock false hall::dock;
    "porch" &[EntryHall], [1, 16], 2 &[(Muspelheim, 5), (Niflheim, 4)], ANYWHERE, Flags true hall::porch;
    "forecourt" &[EntryHall, Junction], [2, 16], 2 &[(Alfheim, 5), (TheRoots, 3)], ABOVE, Flags true hall::forecourt;
    "root gate" &[EntryHall], [1, 16], 1 &[(TheRoots, 5)], BELOW, Earth false hall::root_gate;
    // Corridors.
    "lanes" &[Corridor], [1, 16], 3 &[], ANYWHERE, Rock false passage::lanes;
    "tunnel" &[Corridor], [1, 16], 1 &[(TheRoots, 4), (Niflheim, 3)], BELOW, Earth false passage::tunnel;
    "cloister" &[Corridor], [1, 16], 2 &[(Alfheim, 4), (Neutral, 3)], ABOVE, Flags true passage::cloister;
    "culvert" &[Corridor], [1, 16], 2 &[(TheRoots, 4), (Muspelheim, 3)], BELOW, Rock false passage::culvert;
    "catwalk" &[Corridor], [1, 16], 2 &[(Jotunheim, 4), (Muspelheim, 3)], HIGH, Plate false passage::catwalk;
    "gallery" &[Corridor], [1, 16], 2 &[(Neutral, 3), (Alfheim, 3)], ABOVE, Flags true passage::gallery;
    "arcade" &[Corridor], [1, 16], 2 &[(Alfheim, 3), (Niflheim, 3)], ANYWHERE, Flags true passage::arcade;
    "defile" &[Corridor], [1, 16], 2 &[(Niflheim, 3), (TheRoots, 3)], DEEP, Rock false passage::defile;
    "service way" &[Corridor], [1, 16], 1 &[(Jotunheim, 4), (Muspelheim, 3), (TheRoots, 3)], ANYWHERE, Plate false passage::service_way;
    // Junctions.
    "rotunda" &[Junction], [1, 16], 3 &[(Alfheim, 4)], ABOVE, Flags true square::rotunda;
    "crossing" &[Junction], [1, 16], 3 &[], ANYWHERE, Rock false square::crossing;
    "market" &[Junction], [2, 16], 2 &[(Neutral, 4), (Jotunheim, 3)], GROUND, Flags false square::market;
    "well house" &[Junction, Chamber], [1, 16], 1 &[(TheRoots, 3), (Niflheim, 2)], BELOW, Flags true square::well_house;
    "pit" &[Junction], [2, 16], 2 &[(Muspelheim, 4), (Jotunheim, 3)], DEEP, Rock false square::pit;
    "terrace" &[Junction, Chamber], [2, 16], 2 &[(Neutral, 2), (Alfheim, 3)], ABOVE, Flags true square::terrace;
    "turntable" &[Junction], [1, 16], 1 &[(Jotunheim, 5), (TheRoots, 3)], ANYWHERE, Plate false square::turntable;
    "spiral" &[Junction, Chamber], [2, 16], 1 &[(Niflheim, 2), (Alfheim, 2)], ANYWHERE, Flags true square::spiral;
    // Chambers to live in.
    "barracks" &[Chamber], [1, 16], 2 &[(Neutral, 3), (Jotunheim, 3)], GROUND, Boards true living::barracks;
    "infirmary" &[Chamber], [2, 16], 1 &[(Neutral, 3), (Niflheim, 2)], ABOVE, Flags true living::infirmary;
    "refectory" &[Chamber], [2, 16], 2 &[(Jotunheim, 4), (Neutral, 3)], GROUND, Boards true living::refectory;
    "kitchen" &[Chamber], [1, 16], 2 &[(Muspelheim, 3), (Neutral, 3)], GROUND, Flags true living::kitchen;
    "library" &[Chamber], [1, 16], 2 &[(Alfheim, 4), (Neutral, 4)], HIGH, Boards true living::library;
    "archive" &[Chamber], [2, 16], 1 &[(Niflheim, 3), (Neutral, 3)], ABOVE, Boards true living::archive;
    "study" &[Chamber], [1, 2], 1 &[(Alfheim, 3), (Neutral, 3)], HIGH, Boards true living::study;
    // Chambers to work in.
    "workshop" &[Chamber], [1, 16], 2 &[(Jotunheim, 4), (Neutral, 2)], GROUND, Boards false work::workshop;
    "forge" &[Chamber], [1, 16], 1 &[(Muspelheim, 5), (Jotunheim, 4)], BELOW, Rock false work::forge;
    "armoury" &[Chamber], [1, 16], 2 &[(Jotunheim, 3)], GROUND, Flags true work::armoury;
    "engine hall" &[Chamber], [1, 16], 1 &[(Jotunheim, 5), (TheRoots, 3)], ABOVE, Plate false work::engines;
    "storeroom" &[Chamber], [1, 16], 2 &[(TheRoots, 3), (Neutral, 3)], BELOW, Boards false work::storeroom;
    "cistern" &[Chamber], [1, 16], 1 &[(TheRoots, 4), (Neutral, 2), (Niflheim, 2)], BELOW, Rock false work::cistern;
    // Chambers to worship in.
    "chapel" &[Chamber], [1, 16], 2 &[(Alfheim, 3), (Neutral, 3)], ABOVE, Flags true sacred::chapel;
    "crypt" &[Chamber], [1, 16], 1 &[(Niflheim, 4), (Neutral, 2)], DEEP, Flags true sacred::crypt;
    "shrine" &[Chamber, SecretRoom], [1, 16], 1 &[(TheRoots, 2), (Alfheim, 3)], ANYWHERE, Flags true sacred::shrine;
    "nave" &[Chamber, BossArena], [2, 16], 1 &[(Alfheim, 3), (Niflheim, 3)], HIGH, Flags true sacred::nave;
    "statue hall" &[Chamber, Junction], [2, 16], 1 &[(Niflheim, 3), (Jotunheim, 2)], ANYWHERE, Flags true sacred::statues;
    "columns" &[Chamber], [1, 16], 2 &[(Alfheim, 3), (Jotunheim, 3)], ANYWHERE, Flags true sacred::columns;
    // Chambers that grew.
    "cavern" &[Chamber], [1, 16], 1 &[(TheRoots, 5), (Niflheim, 4), (Muspelheim, 3), (Neutral, 0)], BELOW, Earth false natural::cave;
    "pool" &[Chamber], [1, 16], 1 &[(Muspelheim, 5), (TheRoots, 4), (Niflheim, 3), (Alfheim, 2)], BELOW, Earth false natural::pool;
    "fungus garden" &[Chamber], [1, 16], 0 &[(TheRoots, 5)], BELOW, Earth false natural::fungus_garden;
    "crystal grove" &[Chamber], [1, 16], 0 &[(Alfheim, 5), (Niflheim, 5)], ANYWHERE, Earth false natural::crystal_grove;
    "brink" &[Chamber], [2, 16], 1 &[(Muspelheim, 2), (Jotunheim, 3), (Niflheim, 2)], HIGH, Rock false natural::brink;
    // Chambers with bars, and secret rooms.
    "prison" &[Chamber], [2, 16], 1 &[(Neutral, 2), (TheRoots, 2)], BELOW, Flags true guarded::prison;
    "guardroom" &[Chamber], [1, 2], 2 &[(Jotunheim, 3)], GROUND, Boards true guarded::guardroom;
    "vault" &[SecretRoom], [1, 16], 3 &[(Jotunheim, 4)], ANYWHERE, Flags true guarded::vault;
    "cache" &[SecretRoom], [1, 16], 3 &[], GROUND, Boards false guarded::cache;
    "hermitage" &[SecretRoom], [1, 16], 3 &[(Niflheim, 4)], ABOVE, Boards true guarded::hermitage;
    "tomb" &[SecretRoom, Chamber], [1, 16], 2 &[(Niflheim, 3), (TheRoots, 3), (Alfheim, 1)], DEEP, Flags true sacred::tomb;
    "lost garden" &[SecretRoom], [1, 16], 1 &[(TheRoots, 5), (Alfheim, 5)], ANYWHERE, Earth false natural::lost_garden;
    // Boss arenas.
    "ring" &[BossArena], [1, 16], 3 &[(Jotunheim, 3)], ANYWHERE, Sand true arena::ring;
    "amphitheatre" &[BossArena], [2, 16], 2 &[(Neutral, 4), (Alfheim, 3)], ABOVE, Sand true arena::amphitheatre;
    "throne hall" &[BossArena], [1, 16], 3 &[(Niflheim, 4), (Alfheim, 4)], HIGH, Flags true arena::throne_hall;
    "island" &[BossArena], [2, 16], 2 &[(Muspelheim, 6), (TheRoots, 4)], DEEP, Rock false arena::island;
    "lair" &[BossArena], [1, 16], 1 &[(TheRoots, 5), (Muspelheim, 3), (Niflheim, 3)], BELOW, Earth false arena::lair;
    "abyss" &[BossArena], [2, 16], 1 &[(Jotunheim, 3), (Muspelheim, 3), (Niflheim, 2)], DEEP, Rock false arena::abyss;
    "great engine" &[BossArena], [1, 16], 0 &[(Jotunheim, 6), (TheRoots, 2)], ANYWHERE, Plate false arena::great_engine;
];
