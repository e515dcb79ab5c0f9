//! A volume is a map from positions to cells, and remembers what was changed.

use super::*;
use proptest::prelude::*;

fn volume(width: u32, height: u32, levels: u32) -> Volume {
    Volume::new(Size::new(width, height, levels).unwrap())
}

fn any_cell() -> impl Strategy<Value = Cell> {
    proptest::sample::select(Cell::all().collect::<Vec<_>>())
}

fn any_material() -> impl Strategy<Value = Material> {
    let all = std::iter::once(Material::NONE).chain(Material::all());
    proptest::sample::select(all.collect::<Vec<_>>())
}

#[derive(Clone, Copy, Debug)]
enum Edit {
    Cell(Cell),
    Material(Material),
}

fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        any_cell().prop_map(Edit::Cell),
        any_material().prop_map(Edit::Material)
    ]
}

fn box_of(a: Pos, b: Pos) -> impl Iterator<Item = Pos> {
    let span = |a: i32, b: i32| a.min(b)..=a.max(b);
    span(a.x, b.x).flat_map(move |x| {
        span(a.y, b.y).flat_map(move |y| span(a.z, b.z).map(move |z| Pos::new(x, y, z)))
    })
}

fn any_pos() -> impl Strategy<Value = Pos> {
    (-2..72i32, -2..5i32, -2..5i32).prop_map(|(x, y, z)| Pos::new(x, y, z))
}

#[test]
fn outside_is_open_air_and_cannot_be_written() {
    let mut volume = volume(3, 4, 5);
    for [x, y, z] in [
        [-1, 0, 0],
        [3, 0, 0],
        [0, 4, 0],
        [0, 0, 5],
        [i32::MIN; 3],
        [i32::MAX; 3],
    ] {
        let pos = Pos::new(x, y, z);
        assert_eq!(volume.get(pos), Cell::Air);
        assert!(!volume.is_walkable(pos));
        let error = volume.set(pos, Cell::Floor).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("x from 0 to 2, y from 0 to 3, z from 0 to 4")
        );
    }
    assert_eq!(volume.row(4, 0).len(), 0);
    assert_eq!(volume.row(0, 5).len(), 0);
    assert_eq!(volume.row(3, 4).len(), 3);
    assert_eq!(volume.revision(), Revision::default());
}

#[test]
fn setting_the_same_again_is_no_change() {
    let mut volume = volume(2, 2, 1);
    let start = volume.revision();
    assert_eq!(volume.set(Pos::new(1, 1, 0), Cell::Door), Ok(Cell::Air));
    assert_eq!(volume.set(Pos::new(1, 1, 0), Cell::Door), Ok(Cell::Door));
    assert_eq!(
        volume.changes_since(start),
        Some(
            &[Change {
                pos: Pos::new(1, 1, 0),
                old: Cell::Air,
                new: Cell::Door,
                old_material: Material::NONE,
                new_material: Material::NONE,
            }][..]
        )
    );
}

#[test]
fn forgotten_changes_are_not_passed_off_as_none() {
    let mut volume = volume(4, 1, 1);
    let start = volume.revision();
    volume.set(Pos::new(0, 0, 0), Cell::Wall).unwrap();
    let middle = volume.revision();
    volume.set(Pos::new(1, 0, 0), Cell::Wall).unwrap();
    volume.forget_changes(middle);
    assert_eq!(volume.changes_since(start), None);
    assert!(!volume.undo_to(start));
    assert_eq!(volume.changes_since(middle).map(<[_]>::len), Some(1));
    assert!(volume.undo_to(middle));
    assert_eq!(volume.get(Pos::new(1, 0, 0)), Cell::Air);
    assert_eq!(volume.get(Pos::new(0, 0, 0)), Cell::Wall);
    volume.forget_changes(Revision(u64::MAX));
    assert_eq!(volume.changes_since(volume.revision()), Some(&[][..]));
}

#[test]
fn the_list_of_changes_is_bounded_and_says_what_it_forgot() {
    for (size, most) in [((3, 1, 1), 4096), ((200, 100, 2), 10_000)] {
        let mut volume = volume(size.0, size.1, size.2);
        let start = volume.revision();
        let mut latest = Vec::new();
        for i in 0..3 * most {
            let cell = if i % 2 == 0 { Cell::Wall } else { Cell::Floor };
            volume.set(Pos::new(1, 0, 0), cell).unwrap();
            latest.push(volume.revision());
            let known = latest
                .iter()
                .rev()
                .take_while(|&&at| volume.changes_since(at).is_some());
            if i % 997 == 0 {
                assert!((i.min(most / 2)..=most + 1).contains(&known.count()));
            }
        }
        assert_eq!(volume.changes_since(start), None);
        assert!(!volume.undo_to(start));
        let before = latest[latest.len() - 2];
        assert_eq!(volume.changes_since(before).unwrap().len(), 1);
        assert!(volume.undo_to(before));
        assert_eq!(volume.get(Pos::new(1, 0, 0)), Cell::Wall);
    }
}

#[test]
fn nobody_stands_on_lava() {
    let mut volume = volume(2, 1, 1);
    let pos = Pos::new(1, 0, 0);
    volume.set(pos, Cell::ShallowLiquid).unwrap();
    let error = volume.set_material(pos, Material::LAVA).unwrap_err();
    assert_eq!(
        error.to_string(),
        "lava at 1,0,0 on shallow liquid: expected deep liquid there, or the material crust"
    );
    volume.set(pos, Cell::DeepLiquid).unwrap();
    volume.set_material(pos, Material::LAVA).unwrap();
    let start = volume.revision();
    volume.set(pos, Cell::Floor).unwrap();
    assert_eq!(volume.material(pos), Material::NONE);
    assert!(volume.undo_to(start));
    assert_eq!(volume.material(pos), Material::LAVA);
    assert_eq!(volume.misfits().count(), 0);
}

#[test]
fn materials_of_ones_own_are_equal_by_name() {
    let painted = |names: [&str; 2]| {
        let mut volume = volume(2, 1, 1);
        let named = names.map(|name| volume.name_material(name).unwrap());
        for (name, material) in names.into_iter().zip(named) {
            let pos = Pos::new((name.len() % 2) as i32, 0, 0);
            volume.set_material(pos, material).unwrap();
            assert_eq!(volume.material_name(volume.material(pos)), Some(name));
        }
        volume
    };
    assert_eq!(painted(["goo", "tarn"]), painted(["tarn", "goo"]));
    assert_ne!(painted(["goo", "tarn"]), painted(["goo", "pond"]));
    assert_ne!(painted(["goo", "tarn"]), volume(2, 1, 1));

    let mut full = volume(1, 1, 1);
    for number in 0..128 {
        full.name_material(&format!("own {number}")).unwrap();
    }
    assert_eq!(
        full.name_material("one more").unwrap_err().to_string(),
        "too many custom materials: expected at most 128"
    );
    assert!(full.name_material("own 77").unwrap().is_custom());
    let strange = full.find_material("own 99").unwrap();
    let error = volume(1, 1, 1).set_material(Pos::default(), strange);
    assert_eq!(error, Err(MaterialError::Unnamed));
}

#[test]
fn taking_the_last_material_away_leaves_none() {
    let mut volume = volume(2, 1, 1);
    let plain = volume.clone();
    volume.set_material(Pos::default(), Material::MOSS).unwrap();
    assert_ne!(volume, plain);
    volume.set_material(Pos::default(), Material::NONE).unwrap();
    assert_eq!(volume, plain);
    assert_eq!(plain, volume);
}

#[test]
fn things_keep_their_order_and_are_found_by_place() {
    let mut volume = volume(3, 3, 2);
    let here = Pos::new(1, 2, 1);
    let thing = |place, name: &str| Thing::new(place, ThingKind::Item, name);
    let first = volume.add_thing(thing(here, "sword")).unwrap();
    volume.add_thing(thing(Pos::new(0, 0, 0), "rope")).unwrap();
    volume.add_thing(thing(here, "shield")).unwrap();
    let names = |volume: &Volume| -> Vec<String> {
        volume
            .things()
            .map(|(_, thing)| thing.name.clone())
            .collect()
    };
    assert_eq!(names(&volume), ["sword", "rope", "shield"]);
    let there: Vec<&str> = volume
        .things_at(here)
        .map(|(_, thing)| thing.name.as_str())
        .collect();
    assert_eq!(there, ["sword", "shield"]);
    assert_eq!(names(&volume.level(1)), ["sword", "shield"]);
    assert_eq!(volume.level(1).things_at(Pos::new(1, 2, 0)).count(), 2);
    assert_eq!(
        volume
            .remove_thing(first)
            .map(|thing| thing.name)
            .as_deref(),
        Some("sword")
    );
    assert_eq!(volume.remove_thing(first), None);
    assert_eq!(names(&volume), ["rope", "shield"]);
    assert_eq!(
        (volume.things_at(here).count(), volume.thing_count()),
        (1, 2)
    );

    let mut other = self::volume(3, 3, 2);
    other.add_thing(thing(Pos::new(0, 0, 0), "rope")).unwrap();
    assert_ne!(other, volume);
    other.add_thing(thing(here, "shield")).unwrap();
    assert_eq!(other, volume);
    other.set(here, Cell::Wall).unwrap();
    assert_eq!(
        other
            .things_in_walls()
            .map(|(_, thing)| thing.name.as_str())
            .collect::<Vec<_>>(),
        ["shield"]
    );
}

#[test]
fn a_cell_has_one_tag() {
    let mut volume = volume(2, 1, 1);
    let pos = Pos::new(1, 0, 0);
    assert_eq!(volume.tag(pos), None);
    volume.set_tag(pos, Some("altar")).unwrap();
    volume.set_tag(pos, Some("well")).unwrap();
    assert_eq!((volume.tag(pos), volume.thing_count()), (Some("well"), 1));
    assert!(volume.set_tag(pos, Some(&"x".repeat(70_000))).is_err());
    assert_eq!(volume.tag(pos), Some("well"));
    volume.set(pos, Cell::Wall).unwrap();
    assert_eq!(volume.things_in_walls().count(), 0);
    volume.set_tag(pos, None).unwrap();
    assert_eq!((volume.tag(pos), volume.thing_count()), (None, 0));
    assert!(volume.set_tag(Pos::new(2, 0, 0), None).is_err());
}

#[test]
fn things_that_cannot_be() {
    let mut volume = volume(2, 1, 1);
    let mut refused = |thing: Thing, message: &str| {
        assert_eq!(volume.add_thing(thing).unwrap_err().to_string(), message);
    };
    let label = |name: String| Thing::new(Pos::default(), ThingKind::Label, name);
    refused(
        Thing::new(Pos::new(2, 0, 0), ThingKind::Spawn, ""),
        "2,0,0 is outside the map, which is 2 × 1 × 1: x from 0 to 1, y from 0 to 0, z from 0 to 0",
    );
    refused(
        label("x".repeat(1 << 20)),
        "a thing with 1048581 bytes of text: expected at most 65536",
    );
    let nothing = ThingKind::Other(String::new());
    refused(
        Thing::new(Pos::default(), nothing, "x"),
        "a thing without a kind: expected a kind such as label, creature or marker",
    );
    let known = Thing::new(Pos::default(), ThingKind::Other("label".to_owned()), "");
    volume.add_thing(known).unwrap();
    assert_eq!(volume.things().next().unwrap().1.kind, ThingKind::Label);
}

proptest! {
    #[test]
    fn a_volume_is_a_map_from_positions_to_cells_and_materials(
        edits in proptest::collection::vec((any_pos(), any_edit()), 0..200),
        undo_after in 0..200usize,
    ) {
        let size = Size::new(70, 3, 3).unwrap();
        let mut volume = Volume::new(size);
        let mut draft = Draft::new(size);
        let mut model = std::collections::BTreeMap::<Pos, (Cell, Material)>::new();
        let mut bookmark = (volume.revision(), volume.clone());
        for (i, &(pos, edit)) in edits.iter().enumerate() {
            let inside = size.contains(pos);
            let (cell, material) = model.get(&pos).copied().unwrap_or_default();
            let put = match edit {
                Edit::Cell(new) => {
                    prop_assert_eq!(volume.set(pos, new).ok(), inside.then_some(cell));
                    prop_assert_eq!(draft.set(pos, new).is_ok(), inside);
                    let stays = material.may_fill(new);
                    inside.then_some((new, if stays { material } else { Material::NONE }))
                }
                Edit::Material(new) => {
                    let allowed = inside && !(new == Material::LAVA && cell.is_walkable());
                    prop_assert_eq!(volume.set_material(pos, new).ok(), allowed.then_some(material));
                    prop_assert_eq!(draft.set_material(pos, new).is_ok(), allowed);
                    allowed.then_some((cell, new))
                }
            };
            if let Some(put) = put {
                model.insert(pos, put);
            }
            if i == undo_after {
                bookmark = (volume.revision(), volume.clone());
            }
        }
        for x in -2..72 { for y in -2..5 { for z in -2..5 {
            let pos = Pos::new(x, y, z);
            let (cell, material) = model.get(&pos).copied().unwrap_or_default();
            prop_assert_eq!(volume.get(pos), cell);
            prop_assert_eq!(draft.get(pos), cell);
            prop_assert_eq!(volume.material(pos), material);
            prop_assert_eq!(draft.material(pos), material);
            prop_assert_eq!(volume.is_walkable(pos), cell.is_walkable());
            prop_assert!(material != Material::LAVA || !cell.is_walkable());
        }}}
        let misfits: std::collections::BTreeMap<Pos, _> =
            volume.misfits().map(|(pos, cell, material)| (pos, (cell, material))).collect();
        model.retain(|_, (cell, material)| !material.may_fill(*cell));
        prop_assert_eq!(misfits, model);
        for z in 0..4 {
            let level = volume.level(z);
            for x in 0..70 { for y in 0..3 {
                let (here, there) = (Pos::new(x, y, 0), Pos::new(x, y, z as i32));
                prop_assert_eq!(level.get(here), volume.get(there));
                prop_assert_eq!(level.material(here), volume.material(there));
            }}
        }
        let finished = draft.finish();
        prop_assert_eq!(&finished, &volume);
        prop_assert_eq!(finished.walkable(), volume.walkable());
        prop_assert_eq!(finished.clone().into_draft().finish(), finished);

        let mut replayed = bookmark.1.clone();
        for change in volume.changes_since(bookmark.0).unwrap() {
            prop_assert_eq!(replayed.set(change.pos, change.new), Ok(change.old));
            replayed.set_material(change.pos, change.new_material).unwrap();
        }
        prop_assert_eq!(&replayed, &volume);
        prop_assert!(volume.undo_to(bookmark.0));
        prop_assert_eq!(&volume, &bookmark.1);
        prop_assert_eq!(volume.walkable(), bookmark.1.walkable());
    }

    #[test]
    fn painting_a_box_is_painting_its_cells(a in any_pos(), b in any_pos(), cell in any_cell(), material in any_material()) {
        let size = Size::new(70, 3, 3).unwrap();
        let mut filled = Draft::new(size);
        filled.fill(Pos::new(10, 0, 0), Pos::new(60, 2, 2), cell);
        let mut single = filled.clone();
        filled.fill_material(a, b, material);
        for pos in box_of(a, b) {
            if material.may_fill(single.get(pos)) {
                let _ = single.set_material(pos, material);
            }
        }
        prop_assert_eq!(filled.finish(), single.finish());
    }

    #[test]
    fn filling_a_box_is_setting_its_cells(a in any_pos(), b in any_pos(), cell in any_cell()) {
        let size = Size::new(70, 3, 3).unwrap();
        let mut filled = Draft::new(size);
        filled.fill(a, b, cell);
        for x in 0..70 { for y in 0..3 { for z in 0..3 {
            let inside = [(x, a.x, b.x), (y, a.y, b.y), (z, a.z, b.z)]
                .iter().all(|&(v, a, b)| a.min(b) <= v && v <= a.max(b));
            let expected = if inside { cell } else { Cell::Air };
            prop_assert_eq!(filled.get(Pos::new(x, y, z)), expected);
        }}}
    }
}
