//! A level of a vault dungeon by itself, for whoever needs one dungeon and no world.

use super::super::board::{Board, HEIGHT, WIDTH};
use super::super::boundary::Boundary;
use super::super::vault::{self, Glyph, RegionKind, Samples, Segmentation};
use super::vault::{period, stone};
use super::{Canvas, Fixed, Workshop, connect, doors};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Seed;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size, Volume};

/// What a vault level is made from.
///
/// ```
/// use deepway::strata::{Theme, VaultPlan};
/// use deepway::Seed;
///
/// let plan = VaultPlan {
///     segmentation: "BSP:6".parse()?,
///     ..VaultPlan::new(Theme::Might)
/// };
/// let level = plan.build(Seed::new(7));
/// assert_eq!(level.volume.size().width(), 80);
/// # Ok::<(), deepway::strata::SegmentationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct VaultPlan<'s> {
    /// What rooms look like.
    pub samples: &'s Samples,
    /// How the level is cut.
    pub segmentation: Segmentation,
    /// How dangerous it is, from 1 to 8: the more, the older its walls.
    pub tier: u8,
}

impl VaultPlan<'static> {
    /// A level of a theme, cut into six, of the first tier.
    pub fn new(theme: vault::Theme) -> Self {
        Self {
            samples: theme.samples(),
            segmentation: Segmentation::Bsp(6),
            tier: 1,
        }
    }
}

/// A level of a vault dungeon.
#[derive(Clone, Debug)]
pub struct VaultLevel {
    /// Its cells, with an entrance, and a label on each treasure chamber and each den.
    pub volume: Volume,
    /// When it was built, from 1, long ago, to 5.
    pub period: u8,
    /// How many segments it has.
    pub segments: u32,
    /// How many of them no wave could fill.
    pub fallbacks: u32,
    /// Treasure chambers, dens of a cult, abandoned rooms, and passages.
    pub regions: [u32; 4],
}

impl VaultPlan<'_> {
    /// Builds the level: segments filled by wave function collapse, then joined. It is always in
    /// one piece.
    pub fn build(&self, seed: Seed) -> VaultLevel {
        let mut workshop = Workshop::default();
        let drawing = vault::draw(self.samples, &self.segmentation, seed, &mut workshop.wave);
        let boundary = Boundary::default();
        let fixed = Fixed::new(&boundary, 0, &Board::EMPTY, &Board::EMPTY);
        let mut canvas = Canvas::new();
        canvas.may = Board::INSIDE;
        canvas.paint(&drawing.open);
        connect::build(
            &mut canvas,
            &fixed,
            false,
            seed.child("connect"),
            &mut workshop,
        );
        let doors = drawing.doors.and(canvas.open());
        let [dead, walled] = doors::dead(&doors, canvas.open(), &Board::EMPTY);
        canvas.open = canvas.open.without(&walled);
        let doors = doors.without(&dead);
        let entrance = canvas.open().nearest([1, HEIGHT / 2]).unwrap_or([1, 1]);
        let mut point = Board::EMPTY;
        point.set(entrance[0], entrance[1]);
        let regions = vault::regions(canvas.open(), &doors, &point, &drawing.segments);
        let mut draft = Draft::new(Size::ZONE);
        let stone = stone(self.tier);
        // What nobody can see is rock.
        let seen = canvas.open().around();
        for y in 0..HEIGHT {
            for x in 0..WIDTH {
                let is_open = canvas.open().get(x, y);
                let (cell, material) = match drawing.glyphs[y][x] {
                    Glyph::Door if doors.get(x, y) => (Cell::Door, stone),
                    Glyph::Dais if is_open => (Cell::Dais, stone),
                    _ if is_open => (Cell::Floor, stone),
                    _ if !seen.get(x, y) => (Cell::Wall, stone),
                    Glyph::Pillar => (Cell::Pillar, stone),
                    Glyph::Statue => (Cell::Statue, stone),
                    Glyph::Furniture => (Cell::Furniture, Material::WOOD),
                    Glyph::Crystal => (Cell::Crystal, Material::CRYSTAL),
                    Glyph::Machinery => (Cell::Machine, Material::IRON),
                    _ => (Cell::Wall, stone),
                };
                let pos = Pos::new(x as i32, y as i32, 0);
                // The map has room for it, and stone fills anything.
                let _ = draft.set(pos, cell);
                let _ = draft.set_material(pos, material);
            }
        }
        let pos = |[x, y]: [usize; 2]| Pos::new(x as i32, y as i32, 0);
        let _ = draft.add_thing(Thing::new(pos(entrance), ThingKind::Spawn, "entrance"));
        let mut counts = [0; 4];
        let mut random = seed.child("labels").stream();
        for region in &regions {
            counts[region.kind as usize] += 1;
            let name = match region.kind {
                RegionKind::Vault => "vault",
                RegionKind::Cult if region.cells.count() > 8 => "cult",
                _ => continue,
            };
            if let Some(at) = region.cells.draw(&mut random) {
                let _ = draft.add_thing(Thing::new(pos(at), ThingKind::Label, name));
            }
        }
        VaultLevel {
            volume: draft.finish(),
            period: period(self.tier),
            segments: drawing.segments.len() as u32,
            fallbacks: drawing.fallbacks,
            regions: counts,
        }
    }
}
